/* base/powers.h - powers of ten to 128 bits, and the 64-bit arithmetic that goes with them. */
#ifndef CFT_POWERS_H
#define CFT_POWERS_H

#include <stdint.h>

/* high * 2^64 + low */
typedef struct cft_wide {
    uint64_t high, low;
} cft_wide;

/* 10^power * 2^s rounded down, where s makes it 128 bits long; -342 <= power <= 324. Exact for
 * 0 <= power <= 55. */
cft_wide cft_power_of_ten(int power);

/* floor(log2(10^power)), for |power| <= 1233. */
static inline int cft_log2_of_power(int power)
{
    int product = power * 1741647;
    return product >= 0 ? product >> 19 : -(int)((unsigned)(-product - 1) >> 19) - 1;
}

static inline cft_wide cft_wide_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (cft_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0, left = a1 * b0, right = a0 * b1;
    uint64_t middle = (low >> 32) + (left & 0xFFFFFFFFu) + (right & 0xFFFFFFFFu);
    return (cft_wide){a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32),
                      middle << 32 | (low & 0xFFFFFFFFu)};
#endif
}

/* Zero bits above the highest one; `value` is not 0. */
static inline int cft_leading_zeros(uint64_t value)
{
#if defined(__GNUC__)
    return __builtin_clzll(value);
#else
    int count = 0;
    for (int step = 32; step; step /= 2) {
        if (value >> (64 - step)) continue;
        value <<= step;
        count += step;
    }
    return count;
#endif
}

#endif
