/* tests/unit/test_reports.c - results as text for people (chatfmt/report.h): what the program prints is there for C. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SLICE(text) ((chatfmt_slice){text, sizeof(text) - 1})
#define FINE(call)  assert_int_equal(call, CHATFMT_OK)

/* The text is this, and is freed. */
static void given(char *text, const char *want)
{
    assert_string_equal(text, want);
    chatfmt_text_free(text);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("%s\nis not in\n%s", part, text);
}

static void test_visible(void **state)
{
    static const char bytes[] = "a\x1b[2J\n\t\xe2\x80\xae\xff\xf3\xa0\x80\x81";
    char *text;
    size_t length;
    (void)state;
    FINE(chatfmt_visible_text(bytes, sizeof bytes - 1, CHATFMT_REPORT_ONE_LINE, &text, &length, NULL));
    assert_int_equal(length, strlen(text));
    given(text, "a\\x1b[2J\\n\\t\\u{202e}\\xff\\u{e0001}");
    FINE(chatfmt_visible_text("a\n\tb", 4, 0, &text, NULL, NULL));
    given(text, "a\n\tb");
    assert_int_equal(chatfmt_visible_text(NULL, 1, 0, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(text);
}

static void test_error(void **state)
{
    chatfmt_error error;
    chatfmt_template *compiled;
    char *text;
    (void)state;
    assert_int_not_equal(chatfmt_template_compile("a\n{% if x", 9, NULL, &compiled, &error), CHATFMT_OK);
    FINE(chatfmt_report_error("t.jinja", &error, &text, NULL, NULL));
    assert_memory_equal(text, "t.jinja:2:", 10);
    contains(text, "\n    {% if x\n");
    contains(text, "^\n");
    chatfmt_text_free(text);
}

static void test_prompt(void **state)
{
    const chatfmt_token_place places[] = {{0, 1}, {1, 2}};
    chatfmt_span spans[2] = {{.begin = 0, .end = 1, .kind = CHATFMT_SPAN_TEMPLATE},
                             {.begin = 1, .end = 2, .kind = CHATFMT_SPAN_DATA, .flags = CHATFMT_SPAN_COPIED}};
    char *text;
    (void)state;
    FINE(chatfmt_report_spans(SLICE("ab"), spans, 2, &text, NULL, NULL));
    given(text, "\033[36ma\033[0m\033[32mb\033[0m");
    FINE(chatfmt_report_tokens(SLICE("ab"), places, 2, &text, NULL, NULL));
    given(text, "\033[97;48;5;24ma\033[0m\033[97;48;5;53mb\033[0m\n2 tokens\n");
    FINE(chatfmt_report_legend(&text, NULL, NULL));
    contains(text, "trusted variable");
    chatfmt_text_free(text);
}

static void test_template(void **state)
{
    static const char source[] = "{% for m in messages %}<{{ m.role }}>{{ m.content|trim }}</s>{% endfor %}";
    chatfmt_model *model;
    chatfmt_analysis *analysis;
    char *text;
    (void)state;
    FINE(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL));
    FINE(chatfmt_analysis_new(model, NULL, &analysis, NULL));
    FINE(chatfmt_report_analysis(model, analysis, &text, NULL, NULL));
    contains(text, "kind: template\n");
    contains(text, "filters: trim\n");
    contains(text, "\n  tools                  no   ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_findings(analysis, "m", CHATFMT_REPORT_COLOURS, &text, NULL, NULL));
    contains(text, "\n    remedy: ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_continuity(analysis, &text, NULL, NULL));
    contains(text, "UU ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_rules(&text, NULL, NULL));
    contains(text, chatfmt_lint_rule_at(0)->id);
    chatfmt_text_free(text);
    chatfmt_analysis_free(analysis);
    chatfmt_model_free(model);
}

static void test_differences(void **state)
{
    chatfmt_compared compared = {.at = 1, .rendered = {1, 0}, .text = {SLICE("ab"), SLICE("no")}};
    chatfmt_format_match match = {.format = SLICE("vicuna_v1.1"), .adapter = SLICE("VicunaAdapter")};
    char *text;
    (void)state;
    FINE(chatfmt_report_lines(SLICE("a\nb\n"), SLICE("a\nc"), CHATFMT_REPORT_PLACES, &text, NULL, NULL));
    given(text, "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ no newline at the end\n");
    FINE(chatfmt_report_compared("one", &compared, 0, &text, NULL, NULL));
    given(text, "one: refused by B alone\n    -ab\n    +refused: no\n");
    compared.rendered[1] = 1;
    compared.text[1] = SLICE("a ");
    FINE(chatfmt_report_compared("one", &compared, 0, &text, NULL, NULL));
    given(text, "one: differ at byte 1\n    -ab\n    +a\\x20\n");
    FINE(chatfmt_report_match(SLICE("m"), &match, 0, &text, NULL, NULL));
    given(text, "m\tfastchat/vicuna_v1.1\n");
}

static void test_build(void **state)
{
    const char *const own[] = {"+gzip", "-zstd"}, *const wrong[] = {"gzip"};
    char *text;
    (void)state;
    FINE(chatfmt_report_build(own, 2, &text, NULL, NULL));
    contains(text, "chatfmt " CHATFMT_VERSION "\nwith ");
    contains(text, "rare builtins, character names, response_schema, gzip\nwithout ");
    contains(text, "zstd\n");
    chatfmt_text_free(text);
    FINE(chatfmt_report_build(NULL, 0, &text, NULL, NULL));
    chatfmt_text_free(text);
    assert_int_equal(chatfmt_report_build(wrong, 1, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_report_build(NULL, 1, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
}

static void test_rows(void **state)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    chatfmt_error error = {.status = CHATFMT_INPUT, .text = "no messages"};
    char *text;
    (void)state;
    place.input = "data.jsonl";
    place.line = 7;
    place.row = SLICE("{\"a\": 1}");
    FINE(chatfmt_report_row(&place, &error, &text, NULL, NULL));
    given(text, "data.jsonl:7:1: no messages\n    {\"a\": 1}\n    ^\n");
    assert_non_null(strstr(chatfmt_guess_file(SLICE("PAR1..."), 1), "Parquet"));
    assert_null(chatfmt_guess_file(SLICE("a,b"), 1));
    assert_non_null(strstr(chatfmt_guess_file(SLICE("a,b"), 0), "CSV"));
    assert_null(chatfmt_guess_file(SLICE("{\"a\": 1}"), 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visible),  cmocka_unit_test(test_error),       cmocka_unit_test(test_prompt),
        cmocka_unit_test(test_template), cmocka_unit_test(test_differences), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
