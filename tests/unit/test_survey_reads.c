/* tests/unit/test_survey_reads.c - which fields of the context a template reads and compares, whatever
 * way their values take through it: names, loops, tuples, macros, filters, methods.
 */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct reads_row {
    const char *source, *reads; /* paths in the order in which they are found */
} reads_row;

static const reads_row rows[] = {
    {"{{ messages[0].get('content') }}{{ messages[1].get('name', tools).x }}",
     "messages messages[].content messages[].name tools messages[].name.x tools.x"},
    {"{{ messages[0]|attr('content') }}{{ (messages|last|attr('a')).b }}",
     "messages messages[].content messages[].a messages[].a.b"},
    {"{% set key = 'content' %}{{ messages[0][key] }}{{ messages[0].get(key, 'x') }}"
     "{% set key2 = 'a' if x else 'b' %}{{ m[key2].c }}{% set k = key %}{{ t[k] }}",
     "messages messages[].content x m m.a m.b m.a.c m.b.c t t.content"},
    {"{% for k in ['role', 'content'] %}{{ messages[0][k] }}{{ k.x }}{% endfor %}"
     "{% for k in ('a', 'b')|reverse %}{{ m.get(k) }}{% endfor %}"
     "{% for k in m %}{{ m[k].x }}{% endfor %}",
     "messages messages[].role messages[].content m m.a m.b m[].x"},
    {"{% macro field(m, name, other='z') %}{{ m[name] }}{{ m[other] }}{% endmacro %}"
     "{{ field(messages[0], 'role') }}{{ field(messages[1], name='content') }}"
     "{% with k = 'q' %}{{ tools[k] }}{% endwith %}"
     "{% set ns = namespace(k='w') %}{{ tools[ns.k] }}",
     "messages[].role messages[].content messages[].z messages tools tools.q tools.w"},
    {"{% set k = 'a' %}{% set k = x %}{{ m[k].b }}{{ m[k ~ 'c'] }}{{ m[k + 'd'] }}"
     "{{ m[k|upper] }}",
     "x m m.a m.a.b m[].b"},
    {"{{ messages|join(', ', attribute='content') }}{{ messages|join(', ', 'name') }}"
     "{{ messages|sort(attribute='a,b.c') }}{{ messages|groupby('role') }}"
     "{{ messages|sum(attribute='0.n') }}{{ messages|unique(attribute='u') }}"
     "{{ messages|min(attribute='i')|string }}{{ messages|map(attribute='f.g') }}",
     "messages messages[].content messages[].name messages[].a messages[].b messages[].b.c "
     "messages[].role messages[][].n messages[].u messages[].i messages[].f messages[].f.g"},
    {"{{ messages[0].get(x) }}{{ messages.get }}{{ m.split(',')[0].a }}"
     "{{ m.items()[0].b }}{{ m.strip().c }}{{ m.encode().d }}",
     "messages x messages.get m m.a m.c"},
    {"{% for k, v in tools.items() %}{{ k.a }}{{ v.b }}{% endfor %}",
     "tools tools[].b"},
    {"{% for p in tools|items %}{{ p[0] }}{{ p.a }}{% endfor %}"
     "{% for k, v in tools|dictsort %}{{ v.c }}{% endfor %}",
     "tools tools[].c"},
    {"{{ (a.x|default(b.y)).z }}{{ (a|d).w }}{{ a|d(b, true) }}",
     "a a.x b b.y a.x.z b.y.z a.w"},
    {"{{ (messages|first).role }}{{ (messages|last).content }}{{ (messages|join('')).x }}"
     "{{ (messages|map(attribute='role')|list)[0].q }}{{ messages|map('upper') }}",
     "messages messages[].role messages[].content messages[].x messages[].role.q"},
    {"{{ messages|map(attribute=x)|list }}"
     "{{ messages|selectattr('role', 'equalto', 'user')|list }}"
     "{{ messages|rejectattr('tool_calls')|map(attribute='content')|join }}",
     "messages x messages[].role messages[].tool_calls messages[].content"},
    {"{% macro say(m) %}{{ m.role }}{% endmacro %}{{ say(messages[0]) }}"
     "{{ say(messages[1]).x }}{{ nope(messages) }}",
     "messages[].role messages messages[].x nope"},
    {"{% set a, b = messages, tools %}{{ a.x }}{{ b.y }}",
     "messages tools messages.x tools.y"},
    {"{% set a, (b, c) = messages, tools %}{{ a.x }}{{ b.y }}{{ c.z }}",
     "messages tools messages.x"},
    {"{% set a, b = messages %}{{ a.x }}{{ b.y }}",
     "messages"},
    {"{% set a, b, c = messages, tools %}{{ c.x }}",
     "messages tools c c.x"},
    {"{% for a, (b, c) in messages %}{{ a.x }}{{ b.y }}{{ c.z }}{% endfor %}",
     "messages"},
    {"{% with a = messages[0], b = 1 %}{{ a.role }}{{ b.c }}{% endwith %}",
     "messages messages[].role"},
    {"{% set ns = namespace(m=messages, n=none) %}{{ ns.m[0].role }}{% set ns.n = tools %}"
     "{{ ns.n.x }}{{ ns.zz }}",
     "messages messages[].role tools tools.x"},
    {"{{ (a if b else c).x }}{{ (a if b).x }}{{ (a or b).y }}{{ (a and b).z }}"
     "{{ (a + b).w }}{{ (a - b).v }}{{ (a ~ b).u }}",
     "a b c a.x c.x a.y b.y a.z b.z a.w b.w a.u b.u"},
    {"{{ [messages, tools][0].x }}{{ (messages, tools)[1].y }}{{ {'a': messages}.a.z }}",
     "messages tools messages.x tools.x messages.y tools.y"},
    {"{{ x[1:2].y }}{{ x['k'].y }}{{ x[k].y }}{{ x.y.z['[]'].w }}",
     "x x.y x.k x.k.y k x[].y x.y.z x.y.z[].w"},
    {"{% if m.role == 'user' %}{{ m.a }}{% elif m.role in ['system', 'tool'] %}{{ m.b }}"
     "{% elif 'x' in m.content %}{{ m.c }}{% endif %}",
     "m m.role m.a m.b m.content m.c"},
    {"{% if not m.role == 'user' %}a{% endif %}"
     "{% if m.role != 'a' and m.role == 'b' or m.role in ('c',) %}b{% endif %}"
     "{% if 'u' == m.role %}c{% endif %}{% if m.role == '' %}d{% endif %}",
     "m m.role"},
    {"{% if m.role not in ['user'] %}a{% endif %}{% if m.role in 'user system' %}"
     "b{% endif %}{% if m.role in roles %}c{% endif %}{% if m.content.startswith('x') %}"
     "d{% endif %}",
     "m m.role roles m.content"},
    {"{% if a is defined and a is not none %}{{ a.x }}{% endif %}{% if b is string %}"
     "b{% endif %}{% if c is eq('x') %}c{% endif %}{% if c is in(['y']) %}{% endif %}",
     "a a.x b c"},
    {"{{ messages|selectattr('role', 'in', ['a', 'b'])|first }}"
     "{{ messages|selectattr(x)|list }}{{ selectattr(messages, 'role') }}"
     "{{ messages|selectattr('a.b')|list }}",
     "messages messages[].role x selectattr messages[].a messages[].a.b"},
    {"{% macro f(a, b=messages) %}{{ a.x }}{{ b.y }}{{ caller(1) }}{% endmacro %}"
     "{% call(q) f(tools) %}{{ q.z }}{% endcall %}{{ f(b=documents) }}{{ f(*args) }}"
     "{{ f(**kw) }}",
     "messages tools.x messages.y documents.y caller tools documents args kw"},
    {"{% macro f(a) %}{{ a.x }}{% endmacro %}{{ f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }}"
     "{{ f(z=1) }}{{ (f)(messages) }}{{ g.h(messages) }}",
     "messages.x messages g"},
    {"{% for m in messages recursive %}{{ m.a }}{{ loop(m.children) }}{{ loop.index }}"
     "{% else %}{{ none_there }}{% endfor %}{{ loop }}",
     "messages messages[].a messages[].children none_there loop"},
    {"{% set x = messages %}{% set x = tools %}{{ x.a }}{% set x.y = 5 %}",
     "messages tools messages.a tools.a"},
    {"{% set c %}{{ messages[0].content }}{% endset %}{{ c.x }}{% set c|upper %}{{ a }}"
     "{% endset %}{% filter upper %}{{ b }}{% endfilter %}",
     "messages messages[].content a b"},
    {"{% for m in messages if m.role != 'system' %}{{ m.content|trim }}{% endfor %}"
     "{% for m in messages|reverse %}{{ m.q }}{% endfor %}{% for i in range(3) %}{{ i.x }}"
     "{% endfor %}",
     "messages messages[].role messages[].content messages[].q"},
    {"{% if messages[0]['role'] == 'system' %}{% set s = messages[0]['content'] %}"
     "{% set rest = messages[1:] %}{% else %}{% set s = '' %}{% set rest = messages %}"
     "{% endif %}{% for m in rest %}{{ s }}{{ m['content'] }}{% endfor %}",
     "messages messages[].role messages[].content"},
    {"{% block b %}{{ messages }}{% endblock %}{{ self.b() }}{{ super.x }}"
     "{{ tools.arguments.content }}{{ m.tool_calls[0].function.arguments.x.content }}",
     "messages self super super.x tools tools.arguments tools.arguments.content m "
     "m.tool_calls m.tool_calls[].function m.tool_calls[].function.arguments "
     "m.tool_calls[].function.arguments.x m.tool_calls[].function.arguments.x.content"},
    {"{{ a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o"
     ".p.q.r.s.t.u.v.w.x.y.z }}",
     "a a.b a.b.c a.b.c.d a.b.c.d.e a.b.c.d.e.f a.b.c.d.e.f.g a.b.c.d.e.f.g.h "
     "a.b.c.d.e.f.g.h.i"},
    {"{% generation %}{{ m.content }}{% endgeneration %}{{ -a.x }}{{ not b.y }}"
     "{{ a.x > 1 < b.z }}{{ a is divisibleby b.q }}"
     "{{ 'x' if m.p is iterable and (m.p is not string) }}",
     "m m.content a a.x b b.y b.z b.q m.p"},
    {"{{ lipsum(x.y) }}{{ range(a.b)|list }}{{ dict(a=x.z).a }}{{ cycler(x).next().w }}"
     "{{ strftime_now(fmt) }}{{ raise_exception('x' ~ m.r) }}",
     "x x.y a a.b x.z fmt m m.r"},
    {"{{ messages.get().x }}{{ m.items().x }}{{ n.split().x }}{{ n.split()|first }}", "messages m n"},
    {"{% set k = 'a' if q else 'b' %}{{ (x if y else z)[k].c }}", "q x y z x[].c z[].c"},
    {"{% set ks = ['a', 'b'] %}{{ x[ks].c }}", "x"},
    {"{{ (x if y else x.split(',')).z }}{{ (x if y else x.items()).w }}", "x y x.z x.w"},
    {"{{ (a if b else c if d else e if f else g if h else i if j else k if l else m if n else o).z }}",
     "a b c d e f g h i j k l m n o a.z c.z e.z g.z i.z k.z"},
    {"{% for k in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] %}{{ x[k] }}{% endfor %}", "x x.a x.b x.c x.d x.e x.f"},
    {"{{ x[y[z[w[v[u[t[s[r[q[p[o[n[m[l[k[j[i[h[g.a].a].a].a].a].a].a].a].a].a].a].a].a].a].a].a].a].a].a].a }}",
     "x y z w v u t s r q p o n m l k j i h g g.a h[].a i[].a j[].a k[].a l[].a m[].a n[].a o[].a p[].a q[].a r[].a s[].a t[].a "
     "u[].a v[].a w[].a z[].a y[].a x[].a"},
    {"{% set ns = namespace(a=m) %}{{ ns[''] }}{{ ns.a.b }}", "m m.b"},
};

/* What a template compares: path, how, with what, and * for a message's content. */
static const reads_row compares[] = {
    {"{% for m in messages %}{% if m.content == '' %}a{% endif %}{% if m.content != 'x' %}b{% endif %}"
     "{% if 'y' not in m.content %}c{% endif %}{% if not 'z' in m.content %}d{% endif %}{% endfor %}",
     "messages[].content==* messages[].content!=x* messages[].content lacks y* messages[].content contains z*"},
    {"{{ 'x' in messages[0].tool_calls[0].function.arguments.content.text }}{{ 'y' in tools.content }}",
     "messages[].tool_calls[].function.arguments.content.text contains x tools.content contains y"},
    {"{{ 'x' in m.split() }}{{ 'y' in m }}{{ 'z' in m.a }}", "m contains x m.a contains z"},
    {"{% if m.a is mapping and 'x' in m.a %}a{% endif %}{% if m.a is mapping and 'y' in m.b %}b{% endif %}"
     "{% if m.a is mapping and m.b is string and 'z' in m.a %}c{% endif %}{% if m.a is string and 'w' in m.a %}d{% endif %}",
     "m.b contains y m.a contains w"},
    {"{{ messages|selectattr('role', 'equalto', 'user')|list }}{{ messages|selectattr('role', x, 'y')|list }}"
     "{{ messages|selectattr('role', 'in', x)|list }}{{ messages|selectattr(x, 'in', 'y')|list }}"
     "{% filter selectattr('role', 'equalto', 'z') %}{% endfilter %}",
     "messages[].role equalto user"},
    {"{{ m.role in ['a', x, 'b'] }}{{ 'c' == m.role }}{{ m.role in 'd e' }}{{ m.role is in(['f']) }}{{ m.role is ne('g') }}",
     "m.role==a m.role==b m.role==c m.role in d e m.role in f m.role ne g"},
};

static void compare_write(char *out, size_t room, const chatfmt_fact *fact)
{
    const char *blank = fact->name.data[0] >= 'a' ? " " : "";
    snprintf(out, room, "%.*s%s%.*s%s%.*s%s", (int)fact->text.length, fact->text.data, blank, (int)fact->name.length,
             fact->name.data, blank, (int)fact->with.length, fact->with.data,
             fact->flags & CHATFMT_FACT_CONTENT ? "*" : "");
}

static void test_compares(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t row = 0; row < sizeof compares / sizeof *compares; row++) {
        char found[1024] = "";
        chatfmt_survey *survey;
        chatfmt_error error;
        size_t count;
        if (chatfmt_survey_new(compares[row].source, strlen(compares[row].source), NULL, &survey, &error))
            fail_msg("%s: %s", compares[row].source, error.text);
        const chatfmt_fact *facts = chatfmt_survey_facts(survey, &count);
        for (size_t i = 0; i < count; i++) {
            size_t used = strlen(found);
            if (facts[i].kind != CHATFMT_FACT_COMPARE) continue;
            if (used) found[used++] = ' ';
            compare_write(found + used, sizeof found - used, &facts[i]);
        }
        chatfmt_survey_free(survey);
        if (!strcmp(found, compares[row].reads)) continue;
        print_error("%s\ncompares %s\nnot      %s\n", compares[row].source, found, compares[row].reads);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void test_reads(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        char found[1024] = "";
        chatfmt_survey *survey;
        chatfmt_error error;
        size_t count, used = 0;
        if (chatfmt_survey_new(rows[row].source, strlen(rows[row].source), NULL, &survey, &error))
            fail_msg("%s: %s", rows[row].source, error.text);
        const chatfmt_fact *facts = chatfmt_survey_facts(survey, &count);
        for (size_t i = 0; i < count; i++)
            if (facts[i].kind == CHATFMT_FACT_READ)
                used += (size_t)snprintf(found + used, sizeof found - used, "%s%.*s",
                                         used ? " " : "", (int)facts[i].text.length,
                                         facts[i].text.data);
        chatfmt_survey_free(survey);
        if (!strcmp(found, rows[row].reads)) continue;
        print_error("%s\nreads %s\nnot   %s\n", rows[row].source, found, rows[row].reads);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reads), cmocka_unit_test(test_compares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
