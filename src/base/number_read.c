/* base/number_read.c - decimal text to the nearest double.
 *
 * The first nineteen digits times a power of ten to 128 bits give an interval that holds the
 * value. When both of its ends round to the same double, that is the answer (the method of Eisel
 * and Lemire, with the error bound taken along instead of argued away). Otherwise the interval
 * holds a point half-way between two doubles, and the whole text is compared with that point in
 * exact arithmetic.
 */
#include "base/bignum.h"
#include "base/number.h"
#include "base/powers.h"

/* No half-way point has more significant digits than 767; of what follows it is enough to know
 * whether it is zero. */
#define READ_DIGITS 768
#define READ_WORD_DIGITS 19
#define READ_EXPONENT_MOST INT64_C(100000000000000000)
/* 10^-324 rounds to zero, and what is not below 10^309 to infinity. Between them, the power of
 * ten that goes with nineteen digits stays within the table. */
#define READ_SCALE_LEAST (-323)
#define READ_SCALE_MOST 309

typedef struct read_literal {
    const char *digits, *end; /* from the first digit that is not 0; may hold a point */
    int64_t scale;            /* value = 0.d1d2… * 10^scale                           */
} read_literal;

static int64_t read_exponent(const char *at, const char *end)
{
    int64_t value = 0;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    for (; at < end; at++)
        if (value < READ_EXPONENT_MOST) value = value * 10 + (*at - '0');
    return negative ? -value : value;
}

/* Find the parts. `scale` counts digits before the point, or zeros after it as negative. */
static read_literal read_split(const char *text, size_t length)
{
    read_literal literal = {NULL, text, 0};
    const char *end = text + length;
    bool behind_point = false;
    for (; literal.end < end; literal.end++) {
        char c = *literal.end;
        if (c == '.') behind_point = true;
        else if (c < '0' || c > '9') break;
        else {
            if (!literal.digits && c != '0') literal.digits = literal.end;
            if (literal.digits ? !behind_point : behind_point)
                literal.scale += behind_point ? -1 : 1;
        }
    }
    if (literal.end < end) literal.scale += read_exponent(literal.end + 1, end);
    return literal;
}

/* The double nearest to product * 2^exponent, half-way cases up; as bits. */
static uint64_t read_round(cft_wide product, int exponent)
{
    int shift = cft_leading_zeros(product.high);
    int biased, drop;
    uint64_t significand;
    if (shift) {
        product.high = product.high << shift | product.low >> (64 - shift);
        exponent -= shift;
    }
    /* high is 1.f * 2^63, so the value is 1.f * 2^(exponent + 127). */
    biased = exponent + 127 + 1023;
    if (biased >= 0x7FF) return UINT64_C(0x7FF) << 52;
    drop = biased > 0 ? 11 : 12 - biased; /* bits below the last one kept */
    if (drop > 64) return 0;
    significand = drop == 64 ? 0 : product.high >> drop;
    significand += product.high >> (drop - 1) & 1;
    /* The hidden bit adds one to the exponent field, and a carry out of the rounding one more. */
    return significand + ((uint64_t)(biased > 0 ? biased - 1 : 0) << 52);
}

static cft_wide read_add(cft_wide number, cft_wide addend)
{
    cft_wide sum = {number.high + addend.high, number.low + addend.low};
    sum.high += sum.low < number.low;
    return sum;
}

/* All digits of the literal, those after READ_DIGITS as a 1 when one of them is not zero. The
 * value is the number * 10^*exponent. */
static void read_all_digits(const read_literal *literal, cft_bignum *number, int64_t *exponent)
{
    uint32_t chunk = 0, factor = 1;
    size_t count = 0;
    bool more = false;
    cft_bignum_set(number, 0);
    for (const char *at = literal->digits; at < literal->end && !more; at++) {
        if (*at == '.') continue;
        if (count == READ_DIGITS) {
            more = *at != '0';
            continue;
        }
        count++;
        chunk = chunk * 10 + (uint32_t)(*at - '0');
        factor *= 10;
        if (factor < 1000000000u) continue;
        cft_bignum_scale(number, factor, chunk);
        chunk = 0;
        factor = 1;
    }
    cft_bignum_scale(number, factor, chunk);
    if (more) {
        cft_bignum_scale(number, 10, 1);
        count++;
    }
    *exponent = literal->scale - (int64_t)count;
}

/* The literal lies between the double `bits` and the next one: choose. All numbers stay below
 * 2^4000: of the literal's digits there are at most 769 (2555 bits); a power of ten on its side
 * leaves it below 10^310, and one on the other side is at most 10^1113 (3698 bits). */
static uint64_t read_decide(const read_literal *literal, uint64_t bits)
{
    cft_bignum value, half;
    int64_t ten;
    int biased = (int)(bits >> 52), two, order;
    uint64_t significand = bits & ((UINT64_C(1) << 52) - 1);
    if (biased) significand |= UINT64_C(1) << 52;
    two = (biased ? biased : 1) - 1076;
    read_all_digits(literal, &value, &ten);
    cft_bignum_set(&half, 2 * significand + 1);
    if (ten >= 0) cft_bignum_scale_ten(&value, (unsigned)ten);
    else cft_bignum_scale_ten(&half, (unsigned)-ten);
    if (two >= 0) cft_bignum_shift_left(&half, (unsigned)two);
    else cft_bignum_shift_left(&value, (unsigned)-two);
    order = cft_bignum_compare(&value, &half);
    return bits + (order > 0 || (order == 0 && (bits & 1)));
}

static uint64_t read_bits(const read_literal *literal)
{
    uint64_t word = 0, low, high;
    size_t count = 0;
    int power, shift, exponent;
    const char *at = literal->digits;
    cft_wide ten, product, part, error = {0, 3};
    for (; at < literal->end && count < READ_WORD_DIGITS; at++) {
        if (*at == '.') continue;
        word = word * 10 + (uint64_t)(*at - '0');
        count++;
    }
    if (literal->scale < READ_SCALE_LEAST) return 0;
    if (literal->scale > READ_SCALE_MOST) return UINT64_C(0x7FF) << 52;
    power = (int)literal->scale - (int)count;
    shift = cft_leading_zeros(word);
    ten = cft_power_of_ten(power);
    product = cft_wide_multiply(word << shift, ten.high);
    part = cft_wide_multiply(word << shift, ten.low);
    product = read_add(product, (cft_wide){0, part.high});
    /* Dropping the low word of `part` loses less than one, and so does the power's own error.
     * Digits left out lose less than one in the word. The interval begins one below the product,
     * so that a value exactly half-way lies inside and not at its end. */
    product.high -= product.low == 0;
    product.low--;
    if (at < literal->end) error.high = UINT64_C(1) << shift;
    exponent = cft_log2_of_power(power) - 127 + 64 - shift;
    low = read_round(product, exponent);
    high = read_round(read_add(product, error), exponent);
    return low == high ? low : read_decide(literal, low);
}

double cft_float_from_text(const char *text, size_t length)
{
    read_literal literal = read_split(text, length);
    uint64_t bits = literal.digits ? read_bits(&literal) : 0;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
