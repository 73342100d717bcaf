/* tests/unit/test_lang_parse.c - what comparing trees with Jinja does not show: places of
 * errors, limits, how long chains may be, slices of the source, failing allocations. */
#include "lang/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const cft_syntax_options parse_options = {true, true, false, false};

static chatfmt_limits parse_limits(void)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    limits.source_bytes = 1 << 20;
    limits.depth = 256;
    limits.integer_digits = 4300;
    return limits;
}

static chatfmt_status parse_text(cft_arena *arena, const char *text, cft_parse_result *result,
                                 chatfmt_error *error)
{
    chatfmt_limits limits = parse_limits();
    cft_error_clear(error);
    return cft_parse(arena, cft_slice_of(text, strlen(text)), &parse_options, &limits, result,
                     error);
}

/* The status of BEFORE, `count` times ITEM, AFTER, `count` times CLOSE. */
static chatfmt_status parse_repeated(const char *before, const char *item, size_t count,
                                     const char *after, const char *close)
{
    size_t room = strlen(before) + (strlen(item) + strlen(close)) * count + strlen(after) + 1;
    char *text = malloc(room), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", before);
    for (size_t i = 0; i < count; i++)
        to += sprintf(to, "%s", item);
    to += sprintf(to, "%s", after);
    for (size_t i = 0; i < count; i++)
        to += sprintf(to, "%s", close);
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    cft_parse_result result;
    chatfmt_error error;
    chatfmt_status status = parse_text(&arena, text, &result, &error);
    cft_arena_free(&arena);
    free(text);
    return status;
}

/* Chains are bounded by the length of the source alone. */
static void test_chains(void **state)
{
    (void)state;
    static const struct {
        const char *before, *item, *after;
        size_t count;
    } rows[] = {
        {"{{ ", "not ", "x }}", 100000},
        {"{{ ", "- ", "x }}", 100000},
        {"{{ ", "x + ", "x }}", 100000},
        {"{{ ", "x and ", "x }}", 100000},
        {"{{ ", "x or ", "x }}", 100000},
        {"{{ ", "x ~ ", "x }}", 100000},
        {"{{ ", "x ** ", "x }}", 100000},
        {"{{ ", "x < ", "x }}", 100000},
        {"{{ ", "x if y else ", "z }}", 50000},
        {"{{ x ", "if y ", "}}", 100000},
        {"{{ x", "|f", " }}", 100000},
        {"{{ x", ".a", " }}", 100000},
        {"{{ x", "[0]", " }}", 100000},
        {"{{ x", "(1)", " }}", 100000},
        {"{{ x", " is a(1)", " }}", 50000},
        {"{{ x|f", ".g", " }}", 100000},
        {"{{ [", "x,", "] }}", 100000},
        {"{{ ", "'a' ", "}}", 100000},
        {"{% if x %}", "{% elif y %}", "{% endif %}", 20000},
        {"", "{% if x %}{% endif %}", "", 10000},
        {"", "{# #}", "", 10000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(
            parse_repeated(rows[i].before, rows[i].item, rows[i].count, rows[i].after, ""), 0);
}

/* Brackets and blocks share one count: limits.depth of them are fine, one more is not. */
static void test_depth(void **state)
{
    (void)state;
    static const char *const rows[][4] = {
        {"{{ ", "(", "x", ")"},
        {"{{ ", "[", "x", "]"},
        {"{{ ", "{1: ", "x", "}"},
        {"{{ ", "x[", "x", "]"},
        {"{{ ", "f(", "x", ")"},
        {"{{ x", "|f(a=x", "", ")"},
        {"{{ x", " is f(x", "", ")"},
        {"{{ ", "1 + (not -(", "x", "))"},
        {"", "{% if x %}", "", "{% endif %}"},
        {"", "{% for x in y %}", "", "{% endfor %}"},
        {"", "{% for x in y %}{% else %}", "", "{% endfor %}"},
        {"", "{% call f() %}", "", "{% endcall %}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t most = strchr(rows[i][1], '(') && strstr(rows[i][1], "-(") ? 128 : 256;
        if (rows[i][0][0] == '{') { /* the end of the print, then nothing else to close */
            char *text = malloc(8192), *to = text;
            for (size_t count = most; count <= most + 1; count++) {
                to = text + sprintf(text, "%s", rows[i][0]);
                for (size_t k = 0; k < count; k++)
                    to += sprintf(to, "%s", rows[i][1]);
                to += sprintf(to, "%s", rows[i][2]);
                for (size_t k = 0; k < count; k++)
                    to += sprintf(to, "%s", rows[i][3]);
                sprintf(to, " }}");
                assert_int_equal(parse_repeated(text, "", 0, "", ""),
                                 count > most ? CHATFMT_LIMIT : CHATFMT_OK);
            }
            free(text);
            continue;
        }
        assert_int_equal(parse_repeated("", rows[i][1], most, "", rows[i][3]), CHATFMT_OK);
        assert_int_equal(parse_repeated("", rows[i][1], most + 1, "", rows[i][3]),
                         CHATFMT_LIMIT);
    }
    assert_int_equal(parse_repeated("{{ ", "(", 100000, "", ""), CHATFMT_LIMIT);
    assert_int_equal(parse_repeated("", "{% if x %}", 100000, "", ""), CHATFMT_LIMIT);
}

static void test_error_places(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        chatfmt_status status;
        uint32_t line, column, length;
        const char *text;
    } rows[] = {
        {"{{ 1 + }}", CHATFMT_SYNTAX, 1, 8, 2, "unexpected 'end of print statement'"},
        {"a\nb {{ x y }}", CHATFMT_SYNTAX, 2, 8, 1,
         "expected token 'end of print statement', got 'y'"},
        {"\xC3\xA9{{ & }}", CHATFMT_SYNTAX, 1, 6, 1, "unexpected char '&' at 4"},
        {"{% if x %}\n{% endfor %}", CHATFMT_SYNTAX, 2, 4, 6,
         "Encountered unknown tag 'endfor'. Jinja was looking for the following tags: 'elif' "
         "or "
         "'else' or 'endif'. The innermost block that needs to be closed is 'if'."},
        {"{% for a in b %}{% if x %}{% endfor %}", CHATFMT_SYNTAX, 1, 30, 6,
         "Encountered unknown tag 'endfor'. You probably made a nesting mistake. Jinja is "
         "expecting this tag, but currently looking for 'elif' or 'else' or 'endif'. The "
         "innermost block that needs to be closed is 'if'."},
        {"x\n{# y", CHATFMT_SYNTAX, 2, 1, 2, "Missing end of comment tag"},
        {"{{ '\\x4' }}", CHATFMT_SYNTAX, 1, 4, 5, "truncated \\xXX escape"},
        {"{{ (1] }}", CHATFMT_SYNTAX, 1, 6, 1, "unexpected ']', expected ')'"},
        {"{% set x.y.z = 1 %}", CHATFMT_SYNTAX, 1, 11, 1,
         "expected token 'end of statement block', got '.'"},
        {"\xFF", CHATFMT_INPUT, 0, 0, 0,
         "the template is not valid UTF-8: bad byte at offset 0"},
    };
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cft_parse_result result;
        chatfmt_error error;
        assert_int_equal(parse_text(&arena, rows[i].source, &result, &error), rows[i].status);
        assert_string_equal(error.text, rows[i].text);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
        assert_int_equal(error.length, rows[i].length);
    }
    cft_arena_free(&arena);
}

static bool parse_is_within(cft_slice source, const char *at)
{
    return at >= source.data && at < source.data + source.length;
}

/* Text, and string literals without escapes, are slices of the normalised source. */
static void test_slices(void **state)
{
    (void)state;
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    cft_parse_result result;
    chatfmt_error error;
    assert_int_equal(
        parse_text(&arena, "a\r\nb{{ 'p\rq' }}{{ 'r\\n' }}{{ 's' 't' }}\n", &result, &error),
        0);
    assert_int_equal(result.source.length, 38);
    const cft_node *text = result.body->a, *plain = text->next, *escaped = plain->next,
                   *joined = escaped->next;
    assert_true(text->text.data == result.source.data && text->text.length == 3);
    assert_true(plain->value.as.text == result.source.data + 7 && plain->value.length == 3);
    assert_memory_equal(plain->value.as.text, "p\nq", 3);
    assert_false(parse_is_within(result.source, escaped->value.as.text));
    assert_int_equal(escaped->offset, 17);
    assert_int_equal(escaped->length, 5);
    assert_memory_equal(escaped->value.as.text, "r\n", 2);
    assert_int_equal(joined->length, 7);
    assert_memory_equal(joined->value.as.text, "st", 2);
    assert_null(joined->next);
    cft_arena_free(&arena);
}

static const cft_node *parse_one(cft_arena *arena, const char *text, chatfmt_status status)
{
    cft_parse_result result;
    chatfmt_error error;
    assert_int_equal(parse_text(arena, text, &result, &error), status);
    return status ? NULL : result.body->a;
}

static void test_integers(void **state)
{
    (void)state;
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    assert_true(parse_one(&arena, "{{ 9223372036854775807 }}", 0)->value.as.integer ==
                INT64_MAX);
    static const char *const big[][2] = {
        {"{{ 9223372036854775808 }}", "9223372036854775808"},
        {"{{ 1_000_000_000_000_000_000_000 }}", "1000000000000000000000"},
        {"{{ 0x8000000000000000 }}", "9223372036854775808"},
        {"{{ 0x1_0000000000000000_0000000000000000 }}",
         "340282366920938463463374607431768211456"},
        {"{{ 0o7777777777777777777777777 }}", "37778931862957161709567"},
        {"{{ 0b1111111111111111111111111111111111111111111111111111111111111111 }}",
         "18446744073709551615"},
    };
    for (size_t i = 0; i < sizeof big / sizeof *big; i++) {
        const cft_node *node = parse_one(&arena, big[i][0], 0);
        assert_int_equal(node->value.kind, CFT_BIGINT);
        assert_int_equal(node->value.length, strlen(big[i][1]));
        assert_memory_equal(node->value.as.text, big[i][1], strlen(big[i][1]));
    }
    assert_int_equal(parse_one(&arena, "{{ 0x00000000000000000000ff }}", 0)->value.as.integer,
                     255);
    char text[5000] = "{{ ";
    memset(text + 3, '1', 4300);
    memcpy(text + 4303, " }}", 4);
    parse_one(&arena, text, 0);
    memcpy(text + 4303, "1 }}", 5);
    parse_one(&arena, text, CHATFMT_VALUE);
    memset(text + 3, 'f', 4301);
    memcpy(text + 3, "0x", 2);
    parse_one(&arena, text, CHATFMT_LIMIT);
    cft_arena_free(&arena);
}

typedef struct failing {
    size_t calls, fail_at;
} failing;

static void *failing_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    failing *counter = context;
    (void)old_size;
    if (!new_size) {
        free(pointer);
        return NULL;
    }
    if (++counter->calls == counter->fail_at) return NULL;
    return realloc(pointer, new_size);
}

/* Whichever allocation fails, the parser says so and leaves nothing behind. */
static void test_no_memory(void **state)
{
    (void)state;
    char text[20000] = "{% if (a, [b, {c: -d|f(1, x=2)}]) is not e %}", *to;
    to = text + strlen(text);
    for (int i = 0; i < 300; i++)
        to += sprintf(to, "{{ 'x\\n' 'y' ~ (((%d))) }}\r\n", i);
    sprintf(to, "{%% endif %%}");
    failing counter = {0, 0};
    chatfmt_allocator allocator = {failing_resize, &counter};
    chatfmt_status status = CHATFMT_NO_MEMORY;
    for (size_t n = 1; status == CHATFMT_NO_MEMORY; n++) {
        assert_true(n < 100);
        counter = (failing){0, n};
        cft_arena arena;
        cft_arena_init(&arena, &allocator);
        cft_parse_result result;
        chatfmt_error error;
        status = parse_text(&arena, text, &result, &error);
        assert_true(status == CHATFMT_OK || status == CHATFMT_NO_MEMORY);
        assert_int_equal(error.status, status);
        cft_arena_free(&arena);
    }
    assert_int_equal(status, CHATFMT_OK);
}

static void test_source_limit(void **state)
{
    (void)state;
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    chatfmt_limits limits = parse_limits();
    cft_parse_result result;
    chatfmt_error error;
    limits.source_bytes = 5;
    assert_int_equal(
        cft_parse(&arena, CFT_LIT("12345"), &parse_options, &limits, &result, NULL),
        CHATFMT_OK);
    assert_int_equal(
        cft_parse(&arena, CFT_LIT("123456"), &parse_options, &limits, &result, &error),
        CHATFMT_LIMIT);
    assert_non_null(strstr(error.text, "source_bytes"));
    assert_int_equal(
        cft_parse(&arena, cft_slice_of(NULL, 0), &parse_options, &limits, &result, &error),
        CHATFMT_OK);
    assert_null(result.body);
    cft_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),       cmocka_unit_test(test_depth),
        cmocka_unit_test(test_error_places), cmocka_unit_test(test_slices),
        cmocka_unit_test(test_integers),     cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_source_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
