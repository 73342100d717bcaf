/* tests/unit/test_regex.c - regular expressions of tokenizers that PCRE2 has no room for as they
 * are, beside the same ones that it has; what the rewriting refuses, and where. */
#include "support/gives.h"

#include "regex/oniguruma.h"
#include "regex/python.h"
#include "tokenizers/tokenizer.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 1 << 16 };

/* An alternative that no text here takes, and that is too large when each class is where it is
 * used. */
#define LARGE "|\\x{10fffe}(?:\\p{L}\\p{N}\\P{M}\\W\\S\\D\\p{S}){99}"

static chatfmt_status compiled(const char *expression, cft_pattern **out)
{
    error.text[0] = '\0';
    return cft_pattern_compile(NULL, cft_slice_of(expression, strlen(expression)), "regex", out,
                               &error);
}

/* All matches, as "begin-end" each. */
static void matches(const char *expression, const char *text, char *shown)
{
    cft_pattern *pattern;
    cft_pattern_work work;
    cft_budget budget;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    size_t length = strlen(text), at = 0, begin, end;
    if (compiled(expression, &pattern)) fail_msg("%.60s: %s", expression, error.text);
    cft_pattern_work_init(&work, &memory);
    cft_budget_init(&budget, &memory, NULL);
    cft_budget_begin(&budget, &cft_encode_rates, length);
    for (bool found = true; found && at <= length;) {
        FINE(cft_pattern_find(pattern, &work, &budget, text, length, at, &found, &begin, &end));
        if (!found) break;
        shown += sprintf(shown, "%zu-%zu ", begin, end);
        at = end > begin ? end : end + 1;
    }
    *shown = '\0';
    cft_pattern_work_free(&work);
    cft_pattern_free(pattern);
}

/* Classes and counted groups that are defined once and called mean what they mean in place. */
static void test_shared(void **state)
{
    static const char *const rows[][2] = {
        {"\\p{Lu}\\p{Ll}+|\\d{2}", "Ab cDe 12 345 \xC3\x89t\xC3\xA9"},
        {"(?:ab){2}|(?:ba){2}c|(?:ab){2}", "ababab babac"},
        {"(?i:ab){2}x|(?:ab){2}|(?i:[ab]c)+|[ab]c", "aBAbx abab acBCac bc"},
        {"(?i:(?:ab){2})|(?:ab){2}", "ABabab abAB"},
        {"[\\p{L}&&[^\\p{Han}]]+|\\p{Han}", "ab\xE4\xBD\xA0\xE5\xA5\xBD\xC3\xA9"},
        {"[^\\s\\w]{2}|\\S\\s\\b", "a !? b\n-- c"},
        {"(?=a){2}a|(?!b){2}[a-c]", "abc"},
        {"(?>a|ab){2}c|x", "aabc aac x"},
        {"(?:a{64,70}b)|(?:ab){64}", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"},
        {"", "ab"},
    };
    static char plain[ROOM], shared[ROOM], large[ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sprintf(large, "%s" LARGE, rows[i][0]);
        matches(rows[i][0], rows[i][1], plain);
        matches(large, rows[i][1], shared);
        if (strcmp(plain, shared)) fail_msg("%s: %s, not %s", rows[i][0], shared, plain);
        assert_true(*plain);
    }
}

static void test_refused(void **state)
{
    static const struct {
        const char *expression;
        chatfmt_status status;
        const char *words;
    } rows[] = {
        {"(?i:[a&&[b]])", CHATFMT_UNSUPPORTED, "a class within a class"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[a]", CHATFMT_UNSUPPORTED, "a class within a class at byte 60"},
        {"[a&&[", CHATFMT_UNSUPPORTED, "an intersection with nothing"},
        {"[a[b]c", CHATFMT_UNSUPPORTED, "a class without end"},
        {"[a&&[b", CHATFMT_UNSUPPORTED, "a class without end"},
        {"[a[]]", CHATFMT_UNSUPPORTED, "a class of this kind"},
        {"a{300000}", CHATFMT_INPUT, "not a regular expression"},
        {"a{1000000000000}", CHATFMT_INPUT, "not a regular expression"},
        {"(?:a){100000}", CHATFMT_INPUT, "not a regular expression"},
    };
    cft_pattern *pattern;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_status status = compiled(rows[i].expression, &pattern);
        if (status != rows[i].status || !strstr(error.text, rows[i].words))
            fail_msg("%s: %d %s", rows[i].expression, (int)status, error.text);
        assert_null(pattern);
    }
}

/* More classes than are defined once: what is over them has no room. */
static void test_too_many(void **state)
{
    static char text[ROOM];
    char *at = text;
    cft_pattern *pattern;
    (void)state;
    for (unsigned i = 0; i < 900; i++) at += sprintf(at, "[\\p{L}\\x{%x}]", 0x2500 + i);
    assert_int_equal(compiled(text, &pattern), CHATFMT_UNSUPPORTED);
    if (!strstr(error.text, "too much")) fail_msg("%s", error.text);
}

/* Python's: what PCRE2 refuses is named by the byte of the expression that it comes from. */
static void test_python(void **state)
{
    static const struct {
        const char *expression;
        chatfmt_status status;
        const char *words;
    } rows[] = {
        {"\xFF", CHATFMT_SYNTAX, "invalid UTF-8"},
        {"abc(?<=a+)", CHATFMT_UNSUPPORTED, "PCRE2 says"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cft_regex *regex;
        chatfmt_status status =
            cft_regex_compile(NULL, cft_slice_of(rows[i].expression, strlen(rows[i].expression)),
                              CFT_REGEX_RE, "regex", &regex, &error);
        if (status != rows[i].status || !strstr(error.text, rows[i].words))
            fail_msg("%s: %d %s", rows[i].expression, (int)status, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_python),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
