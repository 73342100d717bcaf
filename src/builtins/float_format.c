/* builtins/float_format.c - a double as text by a printf-like code and precision.
 *
 * The digits come from base/number.h; this file only lays them out: where the point is, how
 * many zeros follow, whether there is an exponent. CPython: format_float_short.
 */
#include "builtins/float_format.h"

#include "base/number.h"
#include "builtins/pad.h"

#include <math.h>

/* No double has more digits than this on either side of the point. */
#define FLOAT_DIGITS_MAX  1100
#define FLOAT_DIGITS_ROOM (2 * FLOAT_DIGITS_MAX)

/* Digits d1 d2 … with value 0.d1d2… * 10^point. */
typedef struct float_digits {
    char *text;
    int64_t count;
    int64_t point;
} float_digits;

static chatfmt_status float_special(cft_heap *heap, double value, bool upper, cft_slice *out)
{
    void *room;
    CFT_TRY(cft_heap_take(heap, 4, &room));
    char *text = room;
    size_t length = 0;
    if (!isnan(value) && signbit(value)) text[length++] = '-';
    memcpy(text + length, isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"), 3);
    *out = cft_slice_of(text, length + 3);
    return CHATFMT_OK;
}

/* The digits of a finite `value` >= 0 for code e, f, g or r; `precision` as for that code. */
static void float_find_digits(double value, char code, int64_t precision, float_digits *out)
{
    int exponent = 1;
    int wanted = precision > FLOAT_DIGITS_MAX ? FLOAT_DIGITS_MAX : (int)precision;
    size_t count;
    if (value == 0) {
        out->text[0] = '0';
        count = 1;
    } else if (code == 'r') {
        count = cft_float_shortest(value, out->text, &exponent);
    } else {
        count = cft_float_digits(value, wanted, code == 'f', out->text, FLOAT_DIGITS_ROOM,
                                 &exponent);
    }
    out->count = (int64_t)count;
    out->point = count == 0 ? -precision : exponent;
}

/* Does the text want an exponent? */
static bool float_wants_exponent(char code, int64_t precision, int64_t point, unsigned flags)
{
    if (code == 'e') return true;
    if (code == 'f') return false;
    int64_t most = code == 'r' ? 16 : precision - ((flags & CFT_FLOAT_ADD_DOT_0) ? 1 : 0);
    return point <= -4 || point > most;
}

static char *float_put_exponent(char *at, int64_t exponent, bool upper)
{
    char digits[CFT_NUMBER_ROOM];
    size_t length = cft_int_to_text(exponent < 0 ? -exponent : exponent, digits);
    *at++ = upper ? 'E' : 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (length < 2) *at++ = '0';
    memcpy(at, digits, length);
    return at + length;
}

static bool float_all_zeros(const float_digits *digits)
{
    for (int64_t i = 0; i < digits->count; i++)
        if (digits->text[i] != '0') return false;
    return true;
}

chatfmt_status cft_float_format(cft_heap *heap, double value, char code, int64_t precision,
                                unsigned flags, cft_slice *out)
{
    bool upper = code >= 'A' && code <= 'Z';
    if (upper) code = (char)(code + ('a' - 'A'));
    if (!isfinite(value)) return float_special(heap, value, upper, out);
    if (code == 'e') precision++;
    if (code == 'g' && precision == 0) precision = 1;
    if (code == 'r') precision = 0;
    CFT_TRY(cft_pad_allowed(heap, (uint64_t)precision + 400));
    void *room;
    CFT_TRY(cft_heap_take(heap, (size_t)precision + 400 + FLOAT_DIGITS_ROOM, &room));
    char *text = room;
    float_digits digits = {.text = text + precision + 400};
    float_find_digits(fabs(value), code, precision, &digits);

    bool exponential = float_wants_exponent(code, precision, digits.point, flags);
    int64_t point = exponential ? 1 : digits.point;
    int64_t end = digits.count;
    if (code == 'e' || (code == 'g' && (flags & CFT_FLOAT_ALTERNATE))) end = precision;
    if (code == 'f') end = point + precision;
    if (!exponential && (flags & CFT_FLOAT_ADD_DOT_0))
        end = end > point ? end : point + 1;
    else
        end = end > point ? end : point;

    /* Digits [begin, end) with the point before number `point`, zeros where there are none. */
    char *at = text;
    bool zero = (flags & CFT_FLOAT_NO_MINUS_0) && float_all_zeros(&digits);
    if (signbit(value) && !zero) *at++ = '-';
    for (int64_t i = point <= 0 ? point - 1 : 0; i < end; i++) {
        if (i == point) *at++ = '.';
        *at++ = i >= 0 && i < digits.count ? digits.text[i] : '0';
    }
    if (end == point && (flags & CFT_FLOAT_ALTERNATE)) *at++ = '.';
    if (exponential) at = float_put_exponent(at, digits.point - 1, upper);
    *out = cft_slice_of(text, (size_t)(at - text));
    return CHATFMT_OK;
}
