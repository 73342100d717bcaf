/* tests/unit/test_base_parts.c - small parts of the room base that others rely on: texts compared, numbers beyond 64 bits, JSON of
 * what is no UTF-8, times, reasons of the system, files that are none.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/alloc.h"
#include "base/bignum.h"
#include "base/file.h"
#include "base/json_out.h"
#include "base/naive_time.h"
#include "support/gives.h"

#include <errno.h>

/* Of every length, different at every place. */
static void test_same_text(void **state)
{
    char a[40], b[40];
    (void)state;
    memset(a, 'x', sizeof a);
    for (size_t length = 0; length <= sizeof a; length++) {
        memcpy(b, a, sizeof a);
        assert_true(cft_same_text(a, b, length));
        for (size_t at = 0; at < length; at++) {
            b[at] = 'y';
            assert_false(cft_same_text(a, b, length));
            b[at] = 'x';
        }
    }
}

static void test_bignum(void **state)
{
    /* The natural numbers 0, 1, 2^32 - 1, 2^32, 2^64 - 1, 10^30, 10^30 + 1: each is below the next. */
    static const uint64_t small[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};
    cft_bignum numbers[7];
    (void)state;
    for (size_t i = 0; i < 5; i++) cft_bignum_set(&numbers[i], small[i]);
    for (size_t i = 5; i < 7; i++) {
        cft_bignum_set(&numbers[i], 1);
        cft_bignum_scale_ten(&numbers[i], 30);
    }
    cft_bignum_scale(&numbers[6], 1, 1);
    for (size_t i = 0; i < 7; i++)
        for (size_t j = 0; j < 7; j++) {
            int order = cft_bignum_compare(&numbers[i], &numbers[j]);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
}

/* Surrogates of three bytes are kept where they are asked for; what only begins like one is replaced, byte by byte. */
static void test_surrogates(void **state)
{
    static const struct {
        const char *text, *exact, *string;
    } rows[] = {
        {"\xED\xA0\x80", "\"\\ud800\"", "\"\\ufffd\\ufffd\\ufffd\""}, {"\xED\xBF\xBF", "\"\\udfff\"", "\"\\ufffd\\ufffd\\ufffd\""},
        {"\xED\x41\x42", "\"\\ufffdAB\"", "\"\\ufffdAB\""},           {"\xED\xC1\x80", "\"\\ufffd\\ufffd\\ufffd\"", "\"\\ufffd\\ufffd\\ufffd\""},
        {"\xED\xA0\x41", "\"\\ufffd\\ufffdA\"", "\"\\ufffd\\ufffdA\""}, {"\xED\xA0", "\"\\ufffd\\ufffd\"", "\"\\ufffd\\ufffd\""},
        {"\xED\x80\x80", "\"\xED\x80\x80\"", "\"\xED\x80\x80\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int exact = 0; exact < 2; exact++) {
            cft_json_out out;
            cft_out_begin(&out, NULL);
            if (exact) cft_out_exact(&out, rows[i].text, strlen(rows[i].text));
            else cft_out_string(&out, rows[i].text, strlen(rows[i].text));
            cft_out_bytes(&out, "", 1);
            assert_string_equal(out.text.data, exact ? rows[i].exact : rows[i].string);
            cft_out_free(&out);
        }
}

static void test_times(void **state)
{
    static const char *const bad[] = {"2026-01-02T03:04:05.5/", "2026-01-02T03:04:05.:", "2026-01-02T03:04:05ZZ", "2026-01-02T",
                                      "2026-02-29", "0000-01-01", "2026-01-02 24:00:00", "2026-01-02T03:04", ""};
    static const char *const good[] = {"2026-01-02T03:04:05.5", "2026-01-02 03:04:05.", "2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05Z"};
    int64_t time;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (cft_naive_time(cft_slice_of(bad[i], strlen(bad[i])), &time)) fail_msg("%s", bad[i]);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(cft_naive_time(cft_slice_of(good[i], strlen(good[i])), &time));
        assert_int_equal(time, 1767323045); /* date -u -d '2026-01-02T03:04:05' +%s */
    }
}

static void test_memory(void **state)
{
    chatfmt_allocator none = {NULL, NULL};
    size_t size = 9;
    (void)state;
    assert_non_null(cft_allocator_or_default(&none).resize);
    assert_true(cft_size_multiply(5, 0, &size));
    assert_int_equal(size, 0);
    assert_false(cft_size_multiply(SIZE_MAX, 2, &size));
}

/* A folder is no file to read, a file may be too long, and a reason that no row names has words, too. */
static void test_files(void **state)
{
    cft_file_copy copy;
    cft_file_mark mark;
    cft_file_pieces pieces;
    cft_buffer text;
    (void)state;
    GIVES(CHATFMT_IO, cft_file_load("/", NULL, &copy, e));
    assert_string_equal(error.text, "cannot read '/': is a folder");
    GIVES(CHATFMT_IO, cft_file_open_pieces("/", &pieces, e));
    GIVES(CHATFMT_NOT_FOUND, cft_file_load("/no/such/file", NULL, &copy, e));
    assert_false(cft_file_marks("/", &mark));
    assert_false(cft_file_marks("/no/such/file", &mark));
    GIVES(CHATFMT_IO, cft_file_fail(e, "open", "x", EDOM));
    assert_string_equal(error.text, "cannot open 'x': the system refused");
    cft_buffer_init(&text, NULL);
    GIVES(CHATFMT_LIMIT, cft_file_read("/dev/zero", 100, &text, e));
    assert_string_equal(error.text, "'/dev/zero' has more than 100 bytes");
    cft_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_text), cmocka_unit_test(test_bignum), cmocka_unit_test(test_surrogates),
        cmocka_unit_test(test_times),     cmocka_unit_test(test_memory), cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
