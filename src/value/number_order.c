/* value/number_order.c - exact comparison of numbers: an integer is never rounded to meet a
 * float, as in CPython's float_richcompare.
 */
#include "value/number_order.h"

#include "base/number.h"

#include <math.h>

#define ORDER_TWO_63 9223372036854775808.0
#define ORDER_NONE   2

static int order_of_int_and_float(int64_t a, double b)
{
    int64_t whole;
    if (isnan(b)) return ORDER_NONE;
    if (b >= ORDER_TWO_63) return -1;
    if (b < -ORDER_TWO_63) return 1;
    whole = (int64_t)b; /* toward zero */
    if (a != whole) return a < whole ? -1 : 1;
    /* The fraction decides; `whole` came from b, so this subtraction is exact. */
    b -= (double)whole;
    return b > 0 ? -1 : b < 0 ? 1 : 0;
}

static bool order_is_negative(cft_value big)
{
    return big.length > 0 && big.as.text[0] == '-';
}

/* Digits of magnitudes: the longer is the larger. */
static int order_of_digits(cft_slice a, cft_slice b)
{
    if (a.length != b.length) return a.length < b.length ? -1 : 1;
    return cft_slice_compare(a, b) < 0 ? -1 : cft_slice_equal(a, b) ? 0 : 1;
}

static cft_slice order_magnitude(cft_value big)
{
    size_t skip = order_is_negative(big);
    return (cft_slice){big.as.text + skip, big.length - skip};
}

static int order_of_bigs(cft_value a, cft_value b)
{
    int order;
    if (order_is_negative(a) != order_is_negative(b)) return order_is_negative(a) ? -1 : 1;
    order = order_of_digits(order_magnitude(a), order_magnitude(b));
    return order_is_negative(a) ? -order : order;
}

static int order_of_big_and_float(cft_value a, double b)
{
    bool negative = order_is_negative(a);
    char digits[330];
    size_t length;
    int exponent, order;
    if (isnan(b)) return ORDER_NONE;
    if (isinf(b)) return b > 0 ? -1 : 1;
    /* A big integer lies outside of 64 bits; a float inside decides by the sign. */
    if (b < ORDER_TWO_63 && b > -ORDER_TWO_63) return negative ? -1 : 1;
    if (negative != (b < 0)) return negative ? -1 : 1;
    /* Floats of this size are integers, so their digits before the point are exact. */
    length = cft_float_digits(b < 0 ? -b : b, 0, true, digits, sizeof digits, &exponent);
    while (length < (size_t)exponent && length < sizeof digits)
        digits[length++] = '0';
    order = order_of_digits(order_magnitude(a), (cft_slice){digits, length});
    return negative ? -order : order;
}

static int order_flip(int order)
{
    return order == ORDER_NONE ? ORDER_NONE : -order;
}

int cft_number_order(cft_value a, cft_value b)
{
    if (cft_is_integral(a) && cft_is_integral(b)) {
        int64_t x = cft_integer_of(a), y = cft_integer_of(b);
        return (x > y) - (x < y);
    }
    if (a.kind == CFT_FLOAT && b.kind == CFT_FLOAT) {
        double x = a.as.real, y = b.as.real;
        if (isnan(x) || isnan(y)) return ORDER_NONE;
        return (x > y) - (x < y);
    }
    if (a.kind == CFT_FLOAT) return order_flip(cft_number_order(b, a));
    if (a.kind == CFT_BIGINT) {
        if (b.kind == CFT_BIGINT) return order_of_bigs(a, b);
        if (b.kind == CFT_FLOAT) return order_of_big_and_float(a, b.as.real);
        return order_is_negative(a) ? -1 : 1;
    }
    if (b.kind == CFT_BIGINT) return order_is_negative(b) ? 1 : -1;
    return order_of_int_and_float(cft_integer_of(a), b.as.real);
}
