/* tests/unit/test_report.c - messages: every conversion beside the C library's, cuts at characters. */
#include "base/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ASSERT_SAME(...)                                                                       \
    do {                                                                                       \
        chatfmt_error error;                                                                   \
        char want[CHATFMT_ERROR_TEXT];                                                         \
        snprintf(want, sizeof want, __VA_ARGS__);                                              \
        cft_error_clear(&error);                                                               \
        assert_int_equal(cft_fail(&error, CHATFMT_VALUE, __VA_ARGS__), CHATFMT_VALUE);         \
        assert_string_equal(error.text, want);                                                 \
        assert_int_equal(error.status, CHATFMT_VALUE);                                         \
    } while (0)

static void test_conversions(void **state)
{
    (void)state;
    ASSERT_SAME("%d|%d|%d|%5d|%05d|%5d|%05d", 0, 7, -7, 7, 7, -7, -7);
    ASSERT_SAME("%d|%d|%u", INT32_MAX, INT32_MIN, UINT32_MAX);
    ASSERT_SAME("%ld|%ld|%lu", -5L, 123456789L, 5UL);
    ASSERT_SAME("%lld|%lld|%llu", (long long)INT64_MIN, (long long)INT64_MAX,
                (unsigned long long)UINT64_MAX);
    ASSERT_SAME("%zu|%5zu|%05zu|%zd", (size_t)12, (size_t)12, (size_t)12, (ptrdiff_t)-12);
    ASSERT_SAME("%x|%X|%08x|%8X|%lx|%zx", 0xBEEFu, 0xBEEFu, 0xBEEFu, 0xBEEFu, 0xBEEFUL, (size_t)0xBEEF);
    ASSERT_SAME("%s|%.*s|%.*s|%.*s|%.*s", "text", 2, "text", 0, "text", 9, "text", -1, "text");
    ASSERT_SAME("%c%c%%", 'a', 'b');
    ASSERT_SAME("plain");
}

/* What has no room is dropped, and a character that was cut with it. */
static void test_cuts(void **state)
{
    static const char *const characters[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (size_t before = 0; before < 4; before++) {
            char text[4 * CHATFMT_ERROR_TEXT + 4] = "";
            size_t width = strlen(characters[i]), room = CHATFMT_ERROR_TEXT - 1;
            chatfmt_error error;
            memset(text, 'x', before);
            for (size_t at = before; at < 2 * CHATFMT_ERROR_TEXT; at += width)
                memcpy(text + at, characters[i], width + 1);
            cft_error_clear(&error);
            cft_fail(&error, CHATFMT_INPUT, "%s%s%d", text, "more", 5);
            assert_int_equal(strlen(error.text), room - (room - before) % width);
            assert_memory_equal(error.text, text, strlen(error.text));
        }
}

/* Numbers and their padding are cut as texts are. */
static void test_cut_numbers(void **state)
{
    (void)state;
    for (int room = 0; room < 8; room++) {
        char text[CHATFMT_ERROR_TEXT], want[2 * CHATFMT_ERROR_TEXT];
        chatfmt_error error;
        int before = CHATFMT_ERROR_TEXT - 1 - room;
        memset(text, 'x', sizeof text);
        text[before] = '\0';
        snprintf(want, sizeof want, "%s%5d%05d", text, -1, -2);
        want[CHATFMT_ERROR_TEXT - 1] = '\0';
        cft_fail(&error, CHATFMT_INPUT, "%s%5d%05d", text, -1, -2);
        assert_string_equal(error.text, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_cut_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
