/* base/number.h - numbers to text and back, exactly as CPython, without locale. */
#ifndef CFT_NUMBER_H
#define CFT_NUMBER_H

#include "base/slice.h"

#include <math.h>

/* Room that any of the functions below may need in `out`. */
#define CFT_NUMBER_ROOM 32

/* a ** b. MinGW's pow() is wrong in the last digits (10 ** -60), its powl() is not. */
static inline double cft_power(double a, double b)
{
#ifdef __MINGW32__
    return (double)powl(a, b);
#else
    return pow(a, b);
#endif
}

size_t cft_int_to_text(int64_t value, char out[CFT_NUMBER_ROOM]);

/* repr(float): shortest digits that read back, "1e+16" from 1e16, "inf", "nan", "-0.0". */
size_t cft_float_to_text(double value, char out[CFT_NUMBER_ROOM]);

/* The shortest digits that read back: digits without a point into `digits` (at most 17),
 * value = 0.d1d2d3… * 10^*exponent. Finite and positive or zero only ("0", exponent 1). */
size_t cft_float_shortest(double value, char digits[20], int *exponent);

/* Correctly rounded (half to even on the exact binary value) digits, as dtoa modes 2 and 3:
 * `ndigits` significant digits (0 means 1), or `ndigits` after the point when `fixed` (may be
 * negative). The sign is ignored; finite only. Like dtoa it writes no trailing zeros: whoever
 * wants a fixed width adds them. Writes at most `room` bytes and returns how many (no more than
 * 767 are ever needed); value = 0.d1d2… * 10^*exponent. Zero, or a value that rounds to it, has
 * no digits: 0 is returned, and *exponent is 0. */
size_t cft_float_digits(double value, int ndigits, bool fixed, char *digits, size_t room,
                        int *exponent);

/* Nearest double of a decimal literal "123", "1.5e-3" with nothing else in it (no sign, no
 * underscores, digits on at least one side of the point); overflows to infinity. */
double cft_float_from_text(const char *text, size_t length);

/* An integer of so many digits always fits in 64 bits, and no limit counts them. */
#define CFT_SAFE_DIGITS 18

/* Decimal digits only, optional '-'. False when it does not fit in 64 bits. */
bool cft_int_from_text(const char *text, size_t length, int64_t *out);

#endif
