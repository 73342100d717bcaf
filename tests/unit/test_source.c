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

static const chatfmt_fact *survey_of(const char *source, chatfmt_survey **survey, size_t *count)
{
    chatfmt_error error;
    if (chatfmt_survey_new(source, strlen(source), NULL, survey, &error))
        fail_msg("%s", error.text);
    return chatfmt_survey_facts(*survey, count);
}

static void assert_fact(const chatfmt_fact *fact, uint32_t kind, uint32_t column, const char *text,
                        const char *name, const char *with)
{
    assert_int_equal(fact->kind, kind);
    assert_int_equal(fact->line, 1);
    assert_int_equal(fact->column, column);
    assert_int_equal(fact->text.length, strlen(text));
    assert_memory_equal(fact->text.data, text, strlen(text));
    assert_int_equal(fact->name.length, strlen(name));
    if (*name) assert_memory_equal(fact->name.data, name, strlen(name));
    assert_int_equal(fact->with.length, strlen(with));
    if (*with) assert_memory_equal(fact->with.data, with, strlen(with));
}

static void test_survey(void **state)
{
    chatfmt_survey *survey;
    size_t count;
    (void)state;
    const chatfmt_fact *facts = survey_of(
        "{% for m in messages %}{{ 'x' if m.content == 'y' }}{% endfor %}", &survey, &count);
    assert_int_equal(count, 4);
    assert_fact(&facts[0], CHATFMT_FACT_READ, 13, "messages", "", "");
    assert_fact(&facts[1], CHATFMT_FACT_LITERAL, 27, "x", "", "y");
    assert_int_equal(facts[1].flags, CHATFMT_FACT_CONTENT);
    assert_fact(&facts[2], CHATFMT_FACT_READ, facts[2].column, "messages[].content", "", "");
    assert_fact(&facts[3], CHATFMT_FACT_COMPARE, facts[3].column, "messages[].content", "==", "y");
    assert_int_equal(facts[3].flags, CHATFMT_FACT_CONTENT);
    chatfmt_survey_free(survey);
    survey_of("", &survey, &count);
    assert_int_equal(count, 0);
    chatfmt_survey_free(survey);
    chatfmt_survey_free(NULL);
    assert_null(chatfmt_survey_facts(NULL, &count));
}

static void test_survey_refuses(void **state)
{
    chatfmt_survey *survey;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_survey_new(TEXT("{{"), NULL, &survey, &error), CHATFMT_SYNTAX);
    assert_null(survey);
    assert_int_equal(chatfmt_survey_new(NULL, 1, NULL, &survey, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_survey_new(TEXT(""), NULL, NULL, &error), CHATFMT_BAD_ARGUMENT);
}

static void test_survey_memory(void **state)
{
    static const char source[] =
        "{% set ns = namespace(a=messages) %}{% macro f(a, b=1) %}{{ a.b }}{% endmacro %}"
        "{% for m in ns.a %}{{ f(m.content|trim, b='c') if m.content == 'x' }}{% endfor %}";
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    (void)state;
    for (size_t fail_at = 1;; fail_at++) {
        counting counter = {.fail_at = fail_at};
        chatfmt_allocator allocator = counting_allocator(&counter);
        chatfmt_survey *survey;
        options.allocator = &allocator;
        chatfmt_status status = chatfmt_survey_new(TEXT(source), &options, &survey, NULL);
        chatfmt_survey_free(survey);
        assert_int_equal(counter.live, 0);
        if (status == CHATFMT_OK) break;
        assert_int_equal(status, CHATFMT_NO_MEMORY);
    }
}

/* Neither depth nor length is too much. */
static void test_survey_extremes(void **state)
{
    static char source[300000];
    chatfmt_survey *survey;
    chatfmt_error error;
    size_t at = 0;
    (void)state;
    at += (size_t)sprintf(source, "{{ x");
    while (at < 250000) at += (size_t)sprintf(source + at, ".a|trim");
    sprintf(source + at, " }}");
    assert_int_equal(chatfmt_survey_new(source, strlen(source), NULL, &survey, &error), CHATFMT_OK);
    chatfmt_survey_free(survey);
    at = (size_t)sprintf(source, "{{ ");
    for (int i = 0; i < 250; i++) at += (size_t)sprintf(source + at, "[(a and ");
    at += (size_t)sprintf(source + at, "b");
    for (int i = 0; i < 250; i++) at += (size_t)sprintf(source + at, ")]");
    sprintf(source + at, " }}");
    chatfmt_status status = chatfmt_survey_new(source, strlen(source), NULL, &survey, &error);
    assert_true(status == CHATFMT_OK || status == CHATFMT_LIMIT);
    chatfmt_survey_free(survey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_refuses),
        cmocka_unit_test(test_format_memory),
        cmocka_unit_test(test_survey),
        cmocka_unit_test(test_survey_refuses),
        cmocka_unit_test(test_survey_memory),
        cmocka_unit_test(test_survey_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
