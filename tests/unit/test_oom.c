/* tests/unit/test_oom.c - every allocation of 40 workloads fails once, and once with all later
 * ones: the status is NO_MEMORY, or, where the engine has another way, the outcome is the same as
 * with memory; nothing leaks, and the renderer works afterwards. */
#include "support/counting.h"

#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DATA                                                                               \
    "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi \\u00e9 <b>there</b>\"}, {\"role\": "  \
    "\"assistant\", \"content\": \"a, b; c\", \"n\": [1, 2.5, null, true]}], \"tools\": [{\"name\": " \
    "\"f\", \"parameters\": {\"x\": {\"type\": \"int\"}}}], \"bos_token\": \"<s>\"}"

static const char *const workloads[] = {
    "plain text",
    "{{ bos_token }}{% for m in messages %}{{ m.role }}: {{ m.content }}{% endfor %}",
    "{{ messages|tojson }}",
    "{{ messages|tojson(indent=4) }}",
    "{{ tools|tojson(ensure_ascii=true, sort_keys=true) }}",
    "{{ messages }}",
    "{{ messages|map(attribute='role')|join(', ') }}",
    "{{ messages|selectattr('role', 'equalto', 'user')|list|length }}",
    "{{ messages[0].content|upper|lower|title|capitalize }}",
    "{{ messages[0].content.split(' ')|join('-') }}",
    "{{ messages[0].content|replace('e', 'EE')|trim }}",
    "{{ 'x' * 100000 }}",
    "{% set ns = namespace(t='') %}{% for i in range(2000) %}{% set ns.t = ns.t ~ 'xy' %}{% endfor %}"
    "{{ ns.t|length }}",
    "{% macro f(a, b=2) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, 3, 4, z=5) }}",
    "{% macro f(n) %}{% if n %}{{ n }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(50) }}",
    "{% call(x) g() %}{{ x }}{% endcall %}{% macro g() %}{{ caller(1) }}{% endmacro %}",
    "{% macro g() %}{{ caller(1) }}{% endmacro %}{% call(x) g() %}{{ x }}{% endcall %}",
    "{% set x %}{% for i in range(500) %}{{ i }},{% endfor %}{% endset %}{{ x|length }}",
    "{% filter upper %}{{ messages[0].content }}{% endfilter %}",
    "{% for k, v in tools[0]|dictsort %}{{ k }}={{ v }}{% endfor %}",
    "{% for g in messages|groupby('role') %}{{ g.grouper }}{% endfor %}",
    "{{ range(1000)|list|sum }}{{ range(300)|map('string')|join }}",
    "{{ range(500)|batch(7)|list|length }}{{ range(20)|slice(3)|list }}",
    "{{ [3, 1, 2]|sort }}{{ ['b', 'A']|sort(case_sensitive=true) }}{{ range(300)|list|sort(reverse=true)|first }}",
    "{{ [1, 1, 2, 'a', 'A']|unique|list }}",
    "{{ '%s-%05d-%r' % ('a', 3, 'b') }}{{ '{:>20}|{:,}'.format('x', 1234567) }}",
    "{{ messages[0].content.center(5000, '*').split('*')|length }}{{ ('a' * 3000).replace('', 'b') }}"
    "{{ 'x\\ty'.expandtabs(4000)|length }}{{ 'ab'.translate({97: 'q' * 3000})|length }}",
    "{{ ('<!-- --><b>&amp;'|safe).striptags() }}{{ ('%s' * 300|safe) % (('<',) * 300) }}"
    "{{ 'é'.encode('ascii', 'xmlcharrefreplace').decode() }}{{ (1.5).hex() }}",
    "{{ '{:,.3000f}|{:#x}|{!r}'.format(1e300, 255, 'é') }}{{ (5e-324).as_integer_ratio() }}"
    "{{ dict.fromkeys(range(200))|length }}{{ cycler(1, 2).next() }}{{ joiner('|')() }}",
    "{{ messages[0].content|e }}{{ messages[0].content|striptags }}{{ 'a b'|urlencode }}",
    "{{ dict(a=1, b=2, **{'c': 3}) }}{{ {'a': 1}.items()|list }}",
    "{% for a in [1, 2, 3] recursive %}{{ a }}{% if loop.depth < 3 %}{{ loop([7]) }}{% endif %}{% endfor %}",
    "{% for x in range(5) %}{{ loop.cycle('a', 'b') }}{{ loop.nextitem }}{{ loop.changed(x) }}{% endfor %}",
    "{% generation %}{{ messages[1].content }}{% endgeneration %}",
    "{% block a %}{{ bos_token }}{% endblock %}{{ self.a() }}",
    "{% with a = 1, b = [1, 2] %}{{ a }}{{ b }}{% endwith %}",
    "{{ [[1, [2, [3, [4]]]], (1,), {'a': {'b': {'c': []}}}] }}",
    "{{ messages[0].content[::-1] }}{{ range(50)|list|reverse|list }}",
    "{{ 12345678901234567890123 }}{{ 1.5e300 }}{{ 2 ** 0.5 }}",
    "{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.next() }}{% set j = joiner() %}{{ j() }}{{ j() }}",
    "{{ 'a long text to be wrapped and indented'|wordwrap(10)|indent(4, true)|center(80) }}",
    "{{ strftime_now('%A %d %B %Y %H:%M:%S') }}",
    "{% for i in range(300) %}{% if i is odd %}{% continue %}{% endif %}{{ i }}{% if i > 250 %}{% break %}"
    "{% endif %}{% endfor %}",
    "{{ messages[0].nope.x }}",
    "{{ raise_exception('a message') }}",
    "{{ 1 + }}",
    "{{ x|nope }}",
};

/* The whole life of a render: what failed first, and a hash of the text. */
static chatfmt_status run(const char *source, counting *memory, uint64_t *hash)
{
    *hash = 0;
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_renderer_options renderer_options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_slice text;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_error error;
    compile_options.allocator = renderer_options.allocator = &allocator;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_NOW | CHATFMT_RENDER_GENERATIONS;
    chatfmt_status status = chatfmt_template_compile(source, strlen(source), &compile_options,
                                                     &compiled, &error);
    if (!status) status = chatfmt_renderer_new(&renderer_options, &renderer, &error);
    if (!status)
        status = chatfmt_render_json(renderer, compiled, DATA, strlen(DATA), &options, &text, &error);
    for (size_t i = 0; !status && i < text.length; i++)
        *hash = (*hash ^ (unsigned char)text.data[i]) * 1099511628211u + 1;
    if (!status) status = chatfmt_renderer_spans(renderer, &spans, &count, &error);
    assert_int_equal(error.status, status);
    if (renderer && status == CHATFMT_NO_MEMORY) { /* it must go on working */
        memory->fail_at = 0;
        assert_int_not_equal(chatfmt_render_json(renderer, compiled, DATA, strlen(DATA), &options,
                                                 &text, &error),
                             CHATFMT_NO_MEMORY);
    }
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return status;
}

static void test_each_allocation_fails(void **state)
{
    size_t runs = 0, survived = 0;
    uint64_t want_hash, hash;
    (void)state;
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        counting clean = {0};
        chatfmt_status want = run(workloads[w], &clean, &want_hash);
        assert_int_not_equal(want, CHATFMT_NO_MEMORY);
        assert_int_equal(clean.live, 0);
        for (int after = 0; after < 2; after++)
            for (size_t n = 1; n <= clean.calls; n++, runs++) {
                counting memory = {.fail_at = n, .fail_after = after};
                chatfmt_status got = run(workloads[w], &memory, &hash);
                bool same = got == want && hash == want_hash;
                survived += same;
                if ((got != CHATFMT_NO_MEMORY && !same) || memory.live)
                    fail_msg("%s: allocation %zu of %zu: status %d, %zu bytes leaked",
                             workloads[w], n, clean.calls, (int)got, memory.live);
            }
    }
    printf("%zu workloads, %zu failures injected, %zu of them survived\n",
           sizeof workloads / sizeof *workloads, runs, survived);
}

static void test_values_fail(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        counting memory = {.fail_at = n, .fail_after = 1};
        chatfmt_allocator allocator = counting_allocator(&memory);
        chatfmt_values *values = NULL;
        chatfmt_value object, array, text;
        chatfmt_slice json;
        chatfmt_status status = chatfmt_values_new(&allocator, NULL, &values, NULL);
        if (!status) status = chatfmt_value_object(values, &object, NULL);
        if (!status) status = chatfmt_value_array(values, &array, NULL);
        if (!status) status = chatfmt_value_set(values, object, "a", 1, array, NULL);
        for (int i = 0; !status && i < 5000; i++) {
            status = chatfmt_value_string(values, "some text", 9, &text, NULL);
            if (!status) status = chatfmt_value_push(values, array, text, NULL);
        }
        if (!status) status = chatfmt_value_write_json(values, object, &json, NULL);
        chatfmt_values_free(values);
        assert_int_equal(memory.live, 0);
        if (!status) break;
        assert_int_equal(status, CHATFMT_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation_fails),
        cmocka_unit_test(test_values_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
