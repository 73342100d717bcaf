/* tests/unit/test_spans.c - spans that are made out only when somebody reads them: of what a part of a
 * script put out, and of JSON, which is written once more. However a template came by the text, every
 * byte of it has the same origin. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct spans_result {
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    const chatfmt_span *spans;
    size_t count;
} spans_result;

static spans_result spans_render(const char *source, const char *json)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_error error = {0};
    spans_result r;
    options.flags = CHATFMT_RENDER_SPANS;
    if (chatfmt_template_compile(source, strlen(source), NULL, &r.compiled, &error) ||
        chatfmt_renderer_new(NULL, &r.renderer, &error) ||
        /* Twice: the first time finds no room for anything. */
        chatfmt_render_json(r.renderer, r.compiled, json, strlen(json), &options, &r.text, &error) ||
        chatfmt_render_json(r.renderer, r.compiled, json, strlen(json), &options, &r.text, &error))
        fail_msg("%.60s: %s", source, error.text);
    uint64_t fuel = chatfmt_renderer_fuel_used(r.renderer);
    assert_int_equal(chatfmt_renderer_spans(r.renderer, &r.spans, &r.count, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_fuel_used(r.renderer), fuel);
    return r;
}

static void spans_free(spans_result *r)
{
    chatfmt_renderer_free(r->renderer);
    chatfmt_template_free(r->compiled);
}

/* ---- the spans themselves ---- */

/* The spans as text: |bytes kind path@offset g, with g only in a generation. */
static void spans_tell(const spans_result *r, char *out, size_t room)
{
    size_t at = 0;
    *out = 0;
    for (size_t i = 0; i < r->count; i++) {
        const chatfmt_span *s = &r->spans[i];
        int length = snprintf(out + at, room - at, "|%.*s %c%s%.*s@%zu", (int)(s->end - s->begin),
                              r->text.data + s->begin, "TSD"[s->kind],
                              s->flags & CHATFMT_SPAN_COPIED    ? "="
                              : s->flags & CHATFMT_SPAN_DERIVED ? "~"
                                                                : "",
                              (int)s->path.length, s->path.data, s->offset);
        at += (size_t)length;
        if (s->generation) at += (size_t)snprintf(out + at, room - at, " %u", (unsigned)s->generation);
        assert_true(at < room);
    }
}

#define DATA "{\"m\": {\"a\": \"x\\\"y\", \"n\": [1, \"z\"]}, \"s\": \"<b>\", \"t\": true, \"u\": \"usr\"}"

static const struct {
    const char *source, *want;
} told[] = {
    {"{{ m|tojson }}",
     "|{\" D~m@0|a D=m.a#key@0|\": \" D~m@0|x D=m.a@0|\\\" D~m.a@1|y D=m.a@2|\", \" D~m@0"
     "|n D=m.n#key@0|\":  D~m@0|[ D~m.n@0|1 D~m.n[0]@0|, \" D~m.n@0|z D=m.n[1]@0"
     "|\"] D~m.n@0|} D~m@0"},
    {"{{ 'a' }}{{ (m|tojson)[3:12] }}b",
     "|a T=@4|\": \" D~m@0|x D=m.a@0|\\\" D~m.a@1|y D=m.a@2|\" D~m@0|b T=@31"},
    {"{{ (m|tojson)|upper }}",
     "|{\" D~m@0|A D~m.a#key@0|\": \" D~m@0|X D~m.a@0|\\\" D~m.a@1|Y D~m.a@2|\", \" D~m@0"
     "|N D~m.n#key@0|\":  D~m@0|[ D~m.n@0|1 D~m.n[0]@0|, \" D~m.n@0|Z D~m.n[1]@0"
     "|\"] D~m.n@0|} D~m@0"},
    {"{{ (m|tojson)|replace('x', 'yy') }}",
     "|{\" D~m@0|a D=m.a#key@0|\": \" D~m@0|yy T=@28|\\\" D~m.a@1|y D=m.a@2|\", \" D~m@0"
     "|n D=m.n#key@0|\":  D~m@0|[ D~m.n@0|1 D~m.n[0]@0|, \" D~m.n@0|z D=m.n[1]@0"
     "|\"] D~m.n@0|} D~m@0"},
    {"{% set j %}<{{ m|tojson }}>{% endset %}{{ j }}{{ j }}",
     "|< T=@11|{\" D~m@0|a D=m.a#key@0|\": \" D~m@0|x D=m.a@0|\\\" D~m.a@1|y D=m.a@2"
     "|\", \" D~m@0|n D=m.n#key@0|\":  D~m@0|[ D~m.n@0|1 D~m.n[0]@0|, \" D~m.n@0"
     "|z D=m.n[1]@0|\"] D~m.n@0|} D~m@0|> T=@26|< T=@11|{\" D~m@0|a D=m.a#key@0"
     "|\": \" D~m@0|x D=m.a@0|\\\" D~m.a@1|y D=m.a@2|\", \" D~m@0|n D=m.n#key@0|\":  D~m@0"
     "|[ D~m.n@0|1 D~m.n[0]@0|, \" D~m.n@0|z D=m.n[1]@0|\"] D~m.n@0|} D~m@0|> T=@26"},
    {"{% macro f(x) %}{{ x|tojson(indent=1) }}{% endmacro %}{{ f(m.n) }}",
     "|[\n  D~m.n@0|1 D~m.n[0]@0|,\n \" D~m.n@0|z D=m.n[1]@0|\"\n] D~m.n@0"},
    {"{% generation %}{{ m.n|tojson }}{% endgeneration %}{{ m.n|tojson }}",
     "|[ D~m.n@0 1|1 D~m.n[0]@0 1|, \" D~m.n@0 1|z D=m.n[1]@0 1|\"] D~m.n@0 1|[ D~m.n@0"
     "|1 D~m.n[0]@0|, \" D~m.n@0|z D=m.n[1]@0|\"] D~m.n@0"},
    {"{{ {'k': m.n|tojson}|tojson }}",
     "|{\" T@0|k T=@5|\": \" T@0|[ D~m.n@0|1 D~m.n[0]@0|, \\\" D~m.n@0|z D=m.n[1]@0"
     "|\\\"] D~m.n@0|\"} T@0"},
    {"{{ [[1, 2], {}]|tojson }}",
     "|[[1, 2], {}] T~@16"},
    {"{{ (m|tojson)|length }}{{ (m.n|tojson)[1]|int + 1 }}",
     "|28 T@0|2 D~m.n[0]@0"},
    {"{{ (s|safe) + (m.n|tojson) }}",
     "|<b> D=s@0|[ D~m.n@0|1 D~m.n[0]@0|, &#34; D~m.n@0|z D=m.n[1]@0|&#34;] D~m.n@0"},
    {"{{ {'b': u, 'a': s}|tojson(sort_keys=true, separators=['; ', '=']) }}",
     "|{\" T@0|a T=@13|\"=\" T@0|<b> D=s@0|\"; \" T@0|b T=@5|\"=\" T@0|usr D=u@0|\"} T@0"},
    {"{% for x in [m] %}[{{ x.a }}]{{ x.a }}{% generation %}<{{ x.a }}>{% endgeneration %}{% endfor %}",
     "|[ T=@18|x\"y D=m.a@0|] T=@28|x\"y D=m.a@0|< T=@54 1|x\"y D=m.a@0 1|> T=@64 1"},
    {"{% for a in [s|safe] %}{{ u }}{{ '-' + (a if t else u) }}{% endfor %}",
     "|usr D=u@0|- T=@34|<b> D=s@0"},
    {"{% for x in [m, {'a': s|safe}] %}{{ x.a }}{{ '-' + (x.a if t else u) }}{% endfor %}",
     "|x\"y D=m.a@0|- T=@46|x\"y D=m.a@0|<b> D=s@0|- T=@46|<b> D=s@0"},
    {"{% macro f(x) %}{{ x }}{% endmacro %}{% for x in [u, m.a] %}<{{ f(x) + '|' + f(x)|upper }}>{% endfor %}",
     "|< T=@60|usr D=u@0|| T=@72|USR D~u@0|> T=@90|< T=@60|x\"y D=m.a@0|| T=@72|X D~m.a@0"
     "|\" D=m.a@1|Y D~m.a@2|> T=@90"},
};

static void test_told(void **state)
{
    char got[2000];
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        spans_result r = spans_render(told[i].source, DATA);
        spans_tell(&r, got, sizeof got);
        assert_string_equal(got, told[i].want);
        spans_free(&r);
    }
}

/* ---- the same text by other ways ---- */

/* The span that has byte `at`, from `i` on. */
static const chatfmt_span *spans_at(const spans_result *r, size_t at)
{
    for (size_t i = 0; i < r->count; i++)
        if (at < r->spans[i].end) return &r->spans[i];
    return NULL;
}

/* Every byte of `part` has the origin of the byte of `whole` that is `skip` bytes further on. */
static void spans_compare(const spans_result *whole, const spans_result *part, size_t skip)
{
    assert_in_range(part->text.length, 1, whole->text.length - skip);
    assert_memory_equal(part->text.data, whole->text.data + skip, part->text.length);
    for (size_t at = 0; at < part->text.length; at++) {
        const chatfmt_span *a = spans_at(part, at), *b = spans_at(whole, at + skip);
        size_t into_a = a->flags & CHATFMT_SPAN_COPIED ? at - a->begin : 0,
               into_b = b->flags & CHATFMT_SPAN_COPIED ? at + skip - b->begin : 0;
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->flags, b->flags);
        assert_int_equal(a->offset + into_a, b->offset + into_b);
        assert_int_equal(a->path.length, b->path.length);
        assert_memory_equal(a->path.data, b->path.data, a->path.length);
    }
}

#define TOOLS                                                                                  \
    "{\"tools\": [{\"name\": \"f\", \"about\": \"says \\\"so\\\"\\n\", \"deep\": {\"x\": [1, 2.5, null, " \
    "true, \"\", [], {}, 123456789012345678901234567890]}}, {\"name\": \"g\"}], \"big\": \"12345678901234567890123\"}"

static const char *const others[] = {
    "{% set t = tools|tojson %}{{ t }}",
    "{% set t %}{{ tools|tojson }}{% endset %}{{ t }}",
    "{% macro f(x) %}{{ x|tojson }}{% endmacro %}{{ f(tools) }}",
    "{% macro f(x) %}{{ x|tojson }}{% endmacro %}{% macro g(x) %}{{ f(x) }}{% endmacro %}{{ g(tools) }}",
    "{% filter trim %}{{ tools|tojson }}{% endfilter %}",
    "{% generation %}{{ tools|tojson }}{% endgeneration %}",
    "{% generation %}{% set t %}{{ tools|tojson }}{% endset %}{{ t }}{% endgeneration %}",
    "{{ (tools|tojson).replace('none of these', '') }}",
    "{{ (tools|tojson)|safe|string|trim }}",
    "{% set t = tools|tojson %}{% for c in t %}{{ c }}{% endfor %}",
    "{% set t = tools|tojson %}{% for i in range(0, t|length, 7) %}{{ t[i:i + 7] }}{% endfor %}",
    "{% set t = tools|tojson %}{{ t[:20] ~ t[20:] }}",
    "{% set t = tools|tojson %}{{ t[:20] }}{{ (t ~ t)[20:t|length] }}",
    "{% set ns = namespace(t='') %}{% for c in tools|tojson %}{% set ns.t = ns.t + c %}{% endfor %}{{ ns.t }}",
    "{% set t = [tools|tojson, tools|tojson]|join('') %}{{ t[t|length // 2:] }}",
};

static void test_other_ways(void **state)
{
    spans_result whole = spans_render("{{ tools|tojson }}", TOOLS);
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        spans_result other = spans_render(others[i], TOOLS);
        assert_int_equal(other.text.length, whole.text.length);
        spans_compare(&whole, &other, 0);
        spans_free(&other);
    }
    for (size_t skip = 0; skip < whole.text.length; skip += 5) {
        char source[100];
        snprintf(source, sizeof source, "{{ (tools|tojson)[%zu:%zu] }}", skip, skip + 9);
        spans_result part = spans_render(source, TOOLS);
        spans_compare(&whole, &part, skip);
        spans_free(&part);
    }
    spans_free(&whole);
}

/* JSON in JSON: what is on record is made out at once, however deep. */
static void test_nested(void **state)
{
    spans_result flat = spans_render("{{ [tools[1].name]|tojson }}", TOOLS);
    spans_result deep = spans_render("{% set ns = namespace(t=[tools[1].name]|tojson) %}"
                                     "{% for i in range(200) %}{% set ns.t = [ns.t]|tojson %}"
                                     "{% set ns.t = ns.t[2:-2]|replace('\\\\', '') %}{% endfor %}{{ ns.t }}",
                                     TOOLS);
    (void)state;
    spans_compare(&flat, &deep, 0);
    spans_free(&flat);
    spans_free(&deep);
}

/* ---- more than a note can tell ---- */

static void test_many_generations(void **state)
{
    spans_result r = spans_render("{% for i in range(16500) %}{% generation %}{{ u }};{% endgeneration %}"
                                  "{% endfor %}",
                                  DATA);
    (void)state;
    assert_int_equal(r.count, 33000);
    for (size_t i = 0; i < r.count; i++) {
        assert_int_equal(r.spans[i].generation, i / 2 + 1);
        assert_int_equal(r.spans[i].path.length, i % 2 ? 0 : 1);
    }
    spans_free(&r);
}

static void test_many_parts(void **state)
{
    const size_t count = 33000;
    char *source = malloc(count * 12 + 100), *at = source;
    (void)state;
    at += sprintf(at, "{%% for u in [u] %%}");
    for (size_t i = 0; i < count; i++) at += sprintf(at, "{{ u }}%c", i % 2 ? ';' : ',');
    sprintf(at, "{%% endfor %%}");
    spans_result r = spans_render(source, DATA);
    assert_int_equal(r.count, 2 * count);
    for (size_t i = 0; i < r.count; i++)
        assert_int_equal(r.spans[i].path.length, i % 2 ? 0 : 1);
    spans_free(&r);
    free(source);
}

/* A literal and parts of it, all computed while compiling, have one place, however many other literals
 * there are to look through. */
static void test_parts_of_literals(void **state)
{
    static const char part[] = "{{ ('\\n' ~ 'bcdefgh')[2:][1:] ~ k }}";
    char source[512] = "";
    (void)state;
    for (size_t before = 0; before < 8; before++) {
        size_t begin = strlen(source);
        strcat(source, part);
        spans_result r = spans_render(source, "{\"k\": 1}");
        assert_int_equal(r.count, before + 2);
        assert_int_equal(r.spans[before].offset - begin, 9);
        spans_free(&r);
        source[begin] = 0;
        strcat(source, "{{ '\\ta' }}");
    }
}

/* Whatever the bound on memory is, it is the bound that is named, be it of the text or of its origins. */
static void test_bound(void **state)
{
    static const char source[] = "{% for m in messages %}{{ m.content|upper }}{% endfor %}";
    static const char json[] = "{\"messages\": [{\"content\": \"a\"}, {\"content\": \"b\"}, {\"content\": \"c\"}]}";
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    spans_result r = spans_render(source, json);
    size_t of_text = 0, of_spans = 0;
    (void)state;
    options.limits = &limits;
    options.flags = CHATFMT_RENDER_SPANS;
    for (limits.heap_bytes = 16; limits.heap_bytes < 65536; limits.heap_bytes += 16) {
        chatfmt_error error;
        chatfmt_status status = chatfmt_render_json(r.renderer, r.compiled, json, sizeof json - 1, &options,
                                                    &r.text, &error);
        of_text += status != CHATFMT_OK;
        if (status == CHATFMT_OK) {
            status = chatfmt_renderer_spans(r.renderer, &r.spans, &r.count, &error);
            if (status == CHATFMT_OK) break;
            of_spans++;
        }
        assert_int_equal(status, CHATFMT_LIMIT);
        assert_non_null(strstr(error.text, "heap_bytes"));
    }
    assert_true(of_text > 0 && of_spans > 0 && limits.heap_bytes < 65536);
    spans_free(&r);
}

/* Every value of a message and some that are of none, printed from messages and beside them. */
static void test_origin(void **state)
{
    enum { NO = -1 };
    static const char json[] =
        "{\"messages\": [{\"role\": \"u1\", \"content\": \"c1\", \"x\": {\"role\": \"x1\"}},"
        " {\"role\": \"u2\", \"content\": [{\"type\": \"t\", \"text\": \"c2\"}, {\"text\": \"c3\"}],"
        "  \"reasoning\": \"r2\", \"tool_calls\": [{\"id\": \"i\"}, {\"function\": {\"name\": \"f\"}}]}],"
        " \"message\": [{\"role\": \"v\"}], \"tools\": [{\"content\": \"d\"}], \"bare\": \"b\"}";
    static const struct {
        const char *path;
        int message, index, field, below;
    } rows[] = {
        {"messages[0].role", 0, NO, CHATFMT_FIELD_ROLE, 0},
        {"messages[0].content", 0, NO, CHATFMT_FIELD_CONTENT, 0},
        {"messages[0].x.role", 0, NO, CHATFMT_FIELD_OTHER, 1},
        {"messages[1].content[0].text", 1, 0, CHATFMT_FIELD_CONTENT, 1},
        {"messages[1].content[1].text", 1, 1, CHATFMT_FIELD_CONTENT, 1},
        {"messages[1].reasoning", 1, NO, CHATFMT_FIELD_REASONING, 0},
        {"messages[1].tool_calls[0].id", 1, 0, CHATFMT_FIELD_CALLS, 1},
        {"messages[1].tool_calls[1].function.name", 1, 1, CHATFMT_FIELD_CALLS, 2},
        {"messages[1].role#key", 1, NO, CHATFMT_FIELD_OTHER, 0},
        {"message[0].role", NO, NO, CHATFMT_FIELD_NONE, 0},
        {"tools[0].content", NO, NO, CHATFMT_FIELD_NONE, 0},
        {"bare", NO, NO, CHATFMT_FIELD_NONE, 0},
    };
    spans_result r = spans_render(
        "{% set m, n = messages[0], messages[1] %}{{ m.role }}{{ m.content }}{{ m.x.role }}"
        "{{ n.content[0].text }}{{ n.content[1].text }}{{ n.reasoning }}{{ n.tool_calls[0].id }}"
        "{{ n.tool_calls[1].function.name }}{{ n.keys()|first }}{{ message[0].role }}"
        "{{ tools[0].content }}{{ bare }}", json);
    (void)state;
    assert_int_equal(r.count, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < r.count; i++) {
        const chatfmt_span *s = &r.spans[i];
        assert_int_equal(s->path.length, strlen(rows[i].path));
        assert_memory_equal(s->path.data, rows[i].path, s->path.length);
        assert_int_equal(s->origin.message, (uint32_t)rows[i].message);
        assert_int_equal(s->origin.index, (uint32_t)rows[i].index);
        assert_int_equal(s->origin.field, rows[i].field);
        assert_int_equal(s->origin.below, rows[i].below);
    }
    spans_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_origin),
        cmocka_unit_test(test_parts_of_literals),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_other_ways),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_many_generations),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_many_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
