/* base/number.c - integers both ways, and floats to the shortest text that reads back.
 *
 * The digits of a float come from Schubfach (Raffaello Giulietti, "The Schubfach way to render
 * doubles", 2020): among the shortest decimals that round to the float, the one closest to it,
 * and of two equally close ones the even. That is also what CPython's repr gives (dtoa, mode 0).
 */
#include "base/number.h"
#include "base/powers.h"

#include "base/number_powers.inc"

#include <assert.h>

#define NUMBER_FRACTION_BITS 52
#define NUMBER_HIDDEN_BIT (UINT64_C(1) << NUMBER_FRACTION_BITS)

cft_wide cft_power_of_ten(int power)
{
    const uint64_t *words = powers_of_ten[power - POWERS_FIRST];
    assert(POWERS_FIRST <= power && power <= POWERS_LAST);
    return (cft_wide){words[0], words[1]};
}

static const char number_pairs[] = "00010203040506070809101112131415161718192021222324"
                                   "25262728293031323334353637383940414243444546474849"
                                   "50515253545556575859606162636465666768697071727374"
                                   "75767778798081828384858687888990919293949596979899";

/* Digits of `value` so that they end at `end`; returns where they begin. */
static char *number_digits_before(char *end, uint64_t value)
{
    while (value >= 100) {
        uint64_t rest = value / 100;
        end -= 2;
        memcpy(end, number_pairs + (value - rest * 100) * 2, 2);
        value = rest;
    }
    if (value >= 10) {
        end -= 2;
        memcpy(end, number_pairs + value * 2, 2);
    } else {
        *--end = (char)('0' + value);
    }
    return end;
}

size_t cft_int_to_text(int64_t value, char out[CFT_NUMBER_ROOM])
{
    char room[CFT_NUMBER_ROOM];
    char *end = room + sizeof room;
    char *begin = number_digits_before(end, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    if (value < 0) *--begin = '-';
    memcpy(out, begin, (size_t)(end - begin));
    return (size_t)(end - begin);
}

bool cft_int_from_text(const char *text, size_t length, int64_t *out)
{
    bool negative = length > 0 && text[0] == '-';
    uint64_t most = (uint64_t)INT64_MAX + negative, value = 0;
    size_t i = negative;
    if (i == length) return false;
    for (; i < length; i++) {
        uint64_t digit = (uint64_t)((unsigned char)text[i] - '0');
        if ((unsigned char)text[i] < '0' || digit > 9) return false;
        if (value > (most - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (negative) *out = value ? -(int64_t)(value - 1) - 1 : 0;
    else *out = (int64_t)value;
    return true;
}

/* floor(number / 2^22), which >> of a negative number need not be. */
static int number_shift_22(int number)
{
    return number >= 0 ? number >> 22 : -((-number - 1) >> 22) - 1;
}

/* The 64 high bits of the 192-bit product, made odd when the rest is not zero, so that later
 * comparisons see on which side the exact value lies. */
static uint64_t number_round_to_odd(cft_wide power, uint64_t factor)
{
    cft_wide low = cft_wide_multiply(power.low, factor);
    cft_wide high = cft_wide_multiply(power.high, factor);
    high.low += low.high;
    high.high += high.low < low.high;
    return high.high | (high.low > 1);
}

typedef struct number_decimal {
    uint64_t digits;
    int exponent; /* value = digits * 10^exponent */
} number_decimal;

/* The float is significand * 2^exponent; `closer_below` when the float below is only half as far
 * away as the one above. Names follow the paper. */
static number_decimal number_schubfach(uint64_t significand, int exponent, bool closer_below)
{
    uint64_t out = significand & 1; /* the ends of the interval do not belong to it */
    uint64_t left = 4 * significand - 2 + closer_below, right = 4 * significand + 2;
    int k = number_shift_22(exponent * 1262611 - (closer_below ? 524031 : 0));
    int h = exponent + cft_log2_of_power(-k) + 1;
    cft_wide power = cft_power_of_ten(-k);
    uint64_t lower, middle, upper, s;
    if (-k < 0 || -k > 55) { /* not exact: the method wants it rounded up */
        power.low++;
        power.high += power.low == 0;
    }
    lower = number_round_to_odd(power, left << h) + out;
    middle = number_round_to_odd(power, (4 * significand) << h);
    upper = number_round_to_odd(power, right << h) - out;
    s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool under = lower <= 40 * tens, over = 40 * tens + 40 <= upper;
        if (under != over) return (number_decimal){tens + over, k + 1};
    }
    {
        bool under = lower <= 4 * s, over = 4 * s + 4 <= upper;
        bool up = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1));
        return (number_decimal){s + (under != over ? over : up), k};
    }
}

static number_decimal number_shortest(uint64_t bits)
{
    uint64_t fraction = bits & (NUMBER_HIDDEN_BIT - 1);
    int biased = (int)(bits >> NUMBER_FRACTION_BITS & 0x7FF);
    uint64_t significand = biased ? NUMBER_HIDDEN_BIT | fraction : fraction;
    int exponent = (biased ? biased : 1) - 1075;
    if (exponent <= 0 && exponent > -53 &&
        (significand & ((UINT64_C(1) << -exponent) - 1)) == 0)
        return (number_decimal){significand >> -exponent, 0}; /* a whole number below 2^53 */
    return number_schubfach(significand, exponent, fraction == 0 && biased > 1);
}

size_t cft_float_shortest(double value, char digits[20], int *exponent)
{
    uint64_t bits;
    number_decimal decimal;
    char room[20], *end = room + sizeof room, *begin;
    memcpy(&bits, &value, sizeof bits);
    if (bits << 1 == 0) {
        digits[0] = '0';
        *exponent = 1;
        return 1;
    }
    decimal = number_shortest(bits);
    begin = number_digits_before(end, decimal.digits);
    *exponent = (int)(end - begin) + decimal.exponent;
    while (end[-1] == '0') end--;
    memcpy(digits, begin, (size_t)(end - begin));
    return (size_t)(end - begin);
}

static char *number_put(char *out, const char *text, size_t length)
{
    memcpy(out, text, length);
    return out + length;
}

static char *number_put_zeros(char *out, int count)
{
    for (; count > 0; count--) *out++ = '0';
    return out;
}

/* "e+16", "e-05": at least two digits. CPython: PyOS_double_to_string. */
static char *number_put_exponent(char *out, int exponent)
{
    unsigned size = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;
    char room[8], *end = room + sizeof room;
    char *begin = number_digits_before(end, size);
    if (end - begin < 2) *--begin = '0';
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return number_put(out, begin, (size_t)(end - begin));
}

size_t cft_float_to_text(double value, char out[CFT_NUMBER_ROOM])
{
    uint64_t bits;
    char digits[20], *at = out;
    int point; /* digits before the point */
    size_t count;
    memcpy(&bits, &value, sizeof bits);
    if ((bits >> NUMBER_FRACTION_BITS & 0x7FF) == 0x7FF) {
        if (bits & (NUMBER_HIDDEN_BIT - 1)) return (size_t)(number_put(at, "nan", 3) - out);
        if (bits >> 63) *at++ = '-';
        return (size_t)(number_put(at, "inf", 3) - out);
    }
    if (bits >> 63) {
        *at++ = '-';
        value = -value;
    }
    count = cft_float_shortest(value, digits, &point);
    if (point <= -4 || point > 16) { /* CPython: format_float_short with 'r' */
        *at++ = digits[0];
        if (count > 1) *at++ = '.';
        at = number_put(at, digits + 1, count - 1);
        at = number_put_exponent(at, point - 1);
    } else if (point <= 0) {
        at = number_put(at, "0.", 2);
        at = number_put_zeros(at, -point);
        at = number_put(at, digits, count);
    } else if ((size_t)point >= count) {
        at = number_put(at, digits, count);
        at = number_put_zeros(at, point - (int)count);
        at = number_put(at, ".0", 2);
    } else {
        at = number_put(at, digits, (size_t)point);
        *at++ = '.';
        at = number_put(at, digits + point, count - (size_t)point);
    }
    return (size_t)(at - out);
}
