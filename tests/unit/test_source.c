/* tests/unit/test_source.c - chatfmt/source.h: arguments, options, memory that runs out. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(literal) literal, sizeof(literal) - 1

static void assert_format(const char *source, const chatfmt_source_options *options,
                          const char *want)
{
    chatfmt_error error;
    char *text;
    size_t length;
    if (chatfmt_source_format(source, strlen(source), options, &text, &length, &error))
        fail_msg("%s", error.text);
    assert_string_equal(text, want);
    assert_int_equal(length, strlen(want));
    chatfmt_text_free(text);
}

static void test_format(void **state)
{
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    (void)state;
    assert_format("{{x}}", NULL, "{{ x }}");
    assert_format("", NULL, "");
    assert_format("{% if x %}{% if y %}{% endif %}{% endif %}\n", NULL,
                  "{% if x %}\n    {% if y %}\n    {% endif %}\n{% endif %}\n");
    options.indent = CHATFMT_NO_INDENT;
    options.quotes = CHATFMT_QUOTES_DOUBLE;
    assert_format("{% if x %}{% set y='a' %}{% endif %}", &options,
                  "{% if x %}\n{% set y = \"a\" %}\n{% endif %}");
    options.flags = CHATFMT_COMPILE_PLAIN_JINJA;
    assert_format("{% if x %}{% endif %}", &options, "{% if x %}{% endif %}");
}

static void test_format_refuses(void **state)
{
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_error error;
    char *text = NULL;
    size_t length = 9;
    (void)state;
    assert_int_equal(chatfmt_source_format(TEXT("\n{{ 1 + }}"), NULL, &text, &length, &error),
                     CHATFMT_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_null(text);
    assert_int_equal(length, 0);
    assert_int_equal(chatfmt_source_format(TEXT("{{ x|nope }}"), NULL, &text, NULL, &error),
                     CHATFMT_UNKNOWN_FILTER);
    assert_int_equal(chatfmt_source_format(TEXT("\xff"), NULL, &text, NULL, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_source_format(NULL, 1, NULL, &text, NULL, &error),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_source_format(TEXT("x"), NULL, NULL, NULL, &error),
                     CHATFMT_BAD_ARGUMENT);
    options.flags = 1u << 20;
    assert_int_equal(chatfmt_source_format(TEXT("x"), &options, &text, NULL, &error),
                     CHATFMT_BAD_ARGUMENT);
    options.flags = 0;
    options.indent = 65;
    assert_int_equal(chatfmt_source_format(TEXT("x"), &options, &text, NULL, &error),
                     CHATFMT_BAD_ARGUMENT);
    options.indent = 0;
    options.quotes = 3;
    assert_int_equal(chatfmt_source_format(TEXT("x"), &options, &text, NULL, NULL),
                     CHATFMT_BAD_ARGUMENT);
}

/* Each allocation fails once: NO_MEMORY, nothing is lost, and then it works. */
static void test_format_memory(void **state)
{
    static const char source[] =
        "{#a#}{% for m in messages %}{% set x={'a':[1,2.5,none]} %}{{ m['a']|tojson }}"
        "{% macro f(a,b=1) %}{{ a }}{% endmacro %}{{f(1,b=2)}}{% endfor %}{% raw %}{{{% endraw %}";
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    (void)state;
    for (size_t fail_at = 1;; fail_at++) {
        counting counter = {.fail_at = fail_at};
        chatfmt_allocator allocator = counting_allocator(&counter);
        chatfmt_error error;
        char *text;
        options.allocator = &allocator;
        chatfmt_status status = chatfmt_source_format(TEXT(source), &options, &text, NULL, &error);
        assert_int_equal(counter.live, 0);
        chatfmt_text_free(text);
        if (status == CHATFMT_OK) break;
        assert_int_equal(status, CHATFMT_NO_MEMORY);
        assert_int_equal(error.status, CHATFMT_NO_MEMORY);
        assert_null(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_refuses),
        cmocka_unit_test(test_format_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
