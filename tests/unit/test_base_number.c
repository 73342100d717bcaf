/* tests/unit/test_base_number.c - the corners of number.h and unicode.h that need no Python; the
 * bulk is compared with Python by tests/base/check_numbers.py and check_unicode.py. */
#include "base/number.h"
#include "base/unicode.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void check_repr(double value, const char *expected)
{
    char text[CFT_NUMBER_ROOM + 1];
    text[cft_float_to_text(value, text)] = '\0';
    assert_string_equal(text, expected);
}

static void test_repr(void **state)
{
    (void)state;
    check_repr(0.0, "0.0");
    check_repr(-0.0, "-0.0");
    check_repr(1.0, "1.0");
    check_repr(0.1, "0.1");
    check_repr(0.1 + 0.2, "0.30000000000000004");
    check_repr(1e16, "1e+16");
    check_repr(123456789012345680.0, "1.2345678901234568e+17");
    check_repr(9999999999999998.0, "9999999999999998.0");
    check_repr(0.0001, "0.0001");
    check_repr(0.00001, "1e-05");
    check_repr(5e-324, "5e-324");
    check_repr(-1.7976931348623157e308, "-1.7976931348623157e+308");
    check_repr((double)INFINITY, "inf");
    check_repr(-(double)INFINITY, "-inf");
    check_repr((double)NAN, "nan");
    check_repr(-(double)NAN, "nan");
}

static void check_digits(double value, int count, bool fixed, const char *expected, int exponent)
{
    char digits[1200];
    int got;
    digits[cft_float_digits(value, count, fixed, digits, sizeof digits, &got)] = '\0';
    assert_string_equal(digits, expected);
    assert_int_equal(got, exponent);
}

static void test_digits(void **state)
{
    char digits[4];
    int exponent;
    (void)state;
    check_digits(0.0, 5, true, "", 0);
    check_digits(2.675, 2, true, "267", 1);
    check_digits(0.5, 0, true, "", 0);
    check_digits(1.5, 0, true, "2", 1);
    check_digits(2.5, 0, true, "2", 1);
    check_digits(0.96, 0, true, "1", 1);
    check_digits(99.96, 1, true, "1", 3);
    check_digits(1234.0, -2, true, "12", 4);
    check_digits(50.0, -2, true, "", 0);
    check_digits(150.0, -2, true, "2", 3);
    check_digits(1e-300, 6, true, "", 0);
    check_digits(0.1, 30, false, "100000000000000005551115123126", 0);
    check_digits(0.1, 400, false, "1000000000000000055511151231257827021181583404541015625", 0);
    assert_int_equal(cft_float_digits(1.0 / 3, 10, false, digits, sizeof digits, &exponent), 4);
    assert_memory_equal(digits, "3333", 4);
}

static void check_read(const char *text, double expected)
{
    double got = cft_float_from_text(text, strlen(text));
    assert_memory_equal(&got, &expected, sizeof got);
}

static void test_read(void **state)
{
    (void)state;
    check_read("0", 0.0);
    check_read("0.0e5", 0.0);
    check_read("1.", 1.0);
    check_read(".5", 0.5);
    check_read("1E3", 1000.0);
    check_read("1e+3", 1000.0);
    check_read("9007199254740993", 9007199254740992.0);
    check_read("9007199254740993.00000000000000000000000001", 9007199254740994.0);
    check_read("2.4703282292062327e-324", 0.0);
    check_read("2.4703282292062328e-324", 5e-324);
    check_read("1e309", (double)INFINITY);
    check_read("1e99999999999999999999999", (double)INFINITY);
    check_read("1e-99999999999999999999999", 0.0);
}

static void test_integers(void **state)
{
    static const int64_t values[] = {0, 7, -7, 10, 99, 100, 12345, INT64_MAX, INT64_MIN};
    char text[CFT_NUMBER_ROOM];
    int64_t back;
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        size_t length = cft_int_to_text(values[i], text);
        assert_true(cft_int_from_text(text, length, &back));
        assert_true(back == values[i]);
    }
    assert_false(cft_int_from_text("9223372036854775808", 19, &back));
    assert_false(cft_int_from_text("-9223372036854775809", 20, &back));
    assert_false(cft_int_from_text("", 0, &back));
    assert_false(cft_int_from_text("-", 1, &back));
    assert_false(cft_int_from_text("1_0", 3, &back));
}

static void test_unicode(void **state)
{
    uint32_t out[3], code;
    (void)state;
    assert_true(cft_is_space(0x3000) && cft_is_space(0x1C) && !cft_is_space(0x200B));
    assert_true(cft_is_word('_') && !cft_is_alnum('_'));
    assert_int_equal(cft_decimal_value(0x0669), 9);
    assert_int_equal(cft_decimal_value(0x00B2), -1);
    assert_int_equal(cft_to_upper(0x00DF, out), 2);
    assert_true(out[0] == 'S' && out[1] == 'S');
    assert_int_equal(cft_to_lower(0x0130, out), 2);
    assert_int_equal(cft_to_folded(0x1E9E, out), 2);
    assert_false(cft_is_printable(0x110000));
    assert_int_equal(cft_to_lower(0xFFFFFFFF, out), 1);
    assert_true(out[0] == 0xFFFFFFFF);
    assert_true(cft_unicode_by_name("greek small letter alpha", 24, &code) && code == 0x3B1);
    assert_true(cft_unicode_by_name("HANGUL SYLLABLE GAG", 19, &code) && code == 0xAC01);
    assert_false(cft_unicode_by_name("hangul syllable gag", 19, &code));
    assert_false(cft_unicode_by_name("KEYCAP DIGIT ONE", 16, &code));
    assert_false(cft_unicode_by_name("", 0, &code));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repr),     cmocka_unit_test(test_digits),
        cmocka_unit_test(test_read),     cmocka_unit_test(test_integers),
        cmocka_unit_test(test_unicode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
