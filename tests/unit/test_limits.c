/* tests/unit/test_limits.c - each limit from both sides: what is just allowed works, one more
 * fails as LIMIT and names the limit. */
#include "support/counting.h"

#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct limit_case {
    const char *name;
    size_t offset, size;
    uint64_t allowed;
    const char *within, *beyond; /* templates */
    const char *json;
} limit_case;

#define FIELD(name) #name, offsetof(chatfmt_limits, name), sizeof(((chatfmt_limits *)0)->name)

static const limit_case cases[] = {
    {FIELD(source_bytes), 20, "12345678901234567890", "123456789012345678901", "{}"},
    {FIELD(output_bytes), 10, "{{ 'a' * 5 }}12345", "{{ 'a' * 5 }}123456", "{}"},
    {FIELD(output_bytes), 10, "{{ x }}", "{{ x }}.", "{\"x\": \"1234567890\"}"},
    {FIELD(string_bytes), 1000, "{{ ('a' * 1000)|length }}", "{{ ('a' * 1001)|length }}", "{}"},
    {FIELD(string_bytes), 1000, "{{ ('é' * 500)|length }}", "{{ ('é' * 501)|length }}", "{}"},
    {FIELD(string_bytes), 1000, "{{ ('a'|center(1000))|length }}", "{{ ('a'|center(1001))|length }}",
     "{}"},
    {FIELD(string_bytes), 1000, "{{ ('%1000d' % 1)|length }}", "{{ ('%1001d' % 1)|length }}", "{}"},
    {FIELD(string_bytes), 1000, "{{ '{:1000}'.format(1)|length }}",
     "{{ '{:1001}'.format(1)|length }}", "{}"},
    {FIELD(string_bytes), 1000, "{{ 'a'.ljust(1000)|length }}", "{{ 'a'.ljust(1001)|length }}", "{}"},
    {FIELD(string_bytes), 1000, "{{ '1'.zfill(1000)|length }}", "{{ '1'.zfill(1001)|length }}", "{}"},
    {FIELD(range_items), 50, "{{ range(50)|list|length }}", "{{ range(51)|list|length }}", "{}"},
    {FIELD(range_items), 50, "{{ range(0, -100, -2)|length }}", "{{ range(0, -102, -2)|length }}",
     "{}"},
    {FIELD(depth), 20, "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(5) }}",
     "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(40) }}", "{}"},
    {FIELD(depth), 30, "{{ ((((((((((1)))))))))) }}",
     "{{ ((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))) }}", "{}"},
    {FIELD(value_depth), 4, "{{ [x] }}", "{{ [[x]] }}", "{\"x\": [[[1]]]}"},
    {FIELD(value_depth), 4, "{{ [x]|tojson }}", "{{ [[x]]|tojson }}", "{\"x\": [[[1]]]}"},
    {FIELD(fuel), 2000, "{% for i in range(50) %}{{ i }}{% endfor %}",
     "{% for i in range(5000) %}{{ i }}{% endfor %}", "{}"},
    {FIELD(heap_bytes), 1 << 20, "{{ range(1000)|list|length }}",
     "{% set ns = namespace(l=[]) %}{% for i in range(1000) %}{% set ns.l = ns.l + range(100)|list %}"
     "{% endfor %}{{ ns.l|length }}", "{}"},
};

static chatfmt_status run(const limit_case *row, const char *source, chatfmt_error *error)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_slice text;
    uint32_t narrow = (uint32_t)row->allowed;
    memcpy((char *)&limits + row->offset,
           row->size == 4 ? (const void *)&narrow : (const void *)&row->allowed, row->size);
    compile_options.limits = options.limits = &limits;
    chatfmt_status status =
        chatfmt_template_compile(source, strlen(source), &compile_options, &compiled, error);
    if (!status) status = chatfmt_renderer_new(NULL, &renderer, error);
    if (!status)
        status = chatfmt_render_json(renderer, compiled, row->json, strlen(row->json), &options,
                                     &text, error);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return status;
}

static void test_both_sides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_error error;
        if (run(&cases[i], cases[i].within, &error))
            fail_msg("%s: %s: %s", cases[i].name, cases[i].within, error.text);
        chatfmt_status status = run(&cases[i], cases[i].beyond, &error);
        /* The reference has a limit on range(), too, and words for it. */
        bool is_range = !strcmp(cases[i].name, "range_items");
        if (status != (is_range ? CHATFMT_OVERFLOW : CHATFMT_LIMIT) ||
            !strstr(error.text, is_range ? "MAX_RANGE" : cases[i].name))
            fail_msg("%s: %s: %d %s", cases[i].name, cases[i].beyond, (int)status, error.text);
    }
}

/* Nesting that the reference takes must pass with the default limits. */
static void test_reference_depths(void **state)
{
    static const struct {
        const char *open, *middle, *close;
        int count;
    } rows[] = {
        {"(", "1", ")", 69},       {"[", "1", "]", 75},
        {"{% if 1 %}", "x", "{% endif %}", 98}, {"{% for a in [1] %}", "x", "{% endfor %}", 20},
        {"not ", "1", "", 491},    {"", "1", " + 1", 491},
        {"", "x", "|string", 328}, {"", "1", " ~ 1", 20000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool tag = rows[i].open[0] == '{';
        size_t room = (size_t)rows[i].count * 40 + 64;
        char *source = malloc(room), *at = source, *text;
        chatfmt_error error;
        if (!tag) at += sprintf(at, "{{ ");
        for (int n = 0; n < rows[i].count; n++) at += sprintf(at, "%s", rows[i].open);
        at += sprintf(at, "%s", rows[i].middle);
        for (int n = 0; n < rows[i].count; n++) at += sprintf(at, "%s", rows[i].close);
        if (!tag) at += sprintf(at, " }}");
        if (chatfmt_render_once(source, (size_t)(at - source), "{}", 2, &text, NULL, &error))
            fail_msg("row %zu, %s: %s", i, chatfmt_status_text(error.status), error.text);
        chatfmt_text_free(text);
        free(source);
    }
}

/* `[` and items of a kind until there are `size` bytes. */
static char *many_of(const char *item, size_t size)
{
    char *text = malloc(size + 64);
    size_t at = 1, length = strlen(item);
    assert_non_null(text);
    text[0] = '[';
    for (; at < size; at += length) memcpy(text + at, item, length);
    text[at - 1] = ']';
    text[at] = 0;
    return text;
}

/* heap_bytes holds for what waits while JSON is read, too; the limit has a place, and what was read
 * before does not matter. */
static void test_reading(void **state)
{
    static const char *const items[] = {"{},", "1,", "[[]],", "\"\\n\",", "{\"a\":[\n1,2]},"};
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        for (size_t most = 1 << 20; most <= 16 << 20; most *= 4) {
            counting memory = {0};
            chatfmt_allocator allocator = counting_allocator(&memory);
            chatfmt_limits limits = CHATFMT_LIMITS_INIT;
            chatfmt_values *values;
            chatfmt_value value;
            chatfmt_error error;
            char *large = many_of(items[i], 16 << 20), *small = many_of(items[i], most / 64);
            limits.heap_bytes = most;
            assert_int_equal(chatfmt_values_new(&allocator, &limits, &values, NULL), CHATFMT_OK);
            assert_int_equal(chatfmt_value_read_json(values, large, strlen(large), &value, &error), CHATFMT_LIMIT);
            assert_non_null(strstr(error.text, "heap_bytes"));
            assert_true(error.line > 0 && error.column > 0 && error.offset > 0 && error.excerpt[0]);
            assert_in_range(memory.peak, most / 2, most + (1 << 20) + (1 << 17));
            for (int again = 0; again < 3; again++) {
                chatfmt_values_reset(values);
                assert_int_equal(chatfmt_value_read_json(values, small, strlen(small), &value, &error), CHATFMT_OK);
            }
            /* The greatest text that can be read is the same, whatever was read before. */
            for (size_t length = most / 4; length >= 64; length /= 2) {
                chatfmt_values *fresh;
                char *text = many_of(items[i], length);
                chatfmt_values_reset(values);
                assert_int_equal(chatfmt_values_new(NULL, &limits, &fresh, NULL), CHATFMT_OK);
                assert_int_equal(chatfmt_value_read_json(values, text, strlen(text), &value, NULL),
                                 chatfmt_value_read_json(fresh, text, strlen(text), &value, NULL));
                chatfmt_values_free(fresh);
                free(text);
            }
            chatfmt_values_free(values);
            assert_int_equal(memory.live, 0);
            free(large);
            free(small);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_sides), cmocka_unit_test(test_reading),
        cmocka_unit_test(test_reference_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
