/* base/bignum.h - natural numbers of bounded size, for the exact side of float conversion.
 *
 * Large enough for every comparison that reading a double may need: see number_read.c. Nothing
 * here fails; that results fit is asserted, and follows from the bounds the callers keep.
 */
#ifndef CFT_BIGNUM_H
#define CFT_BIGNUM_H

#include <stddef.h>
#include <stdint.h>

#define CFT_BIGNUM_LIMBS 128 /* 4096 bits */

typedef struct cft_bignum {
    size_t count;                     /* limbs in use; the highest is not 0 */
    uint32_t limb[CFT_BIGNUM_LIMBS];  /* the lowest first                   */
} cft_bignum;

void cft_bignum_set(cft_bignum *number, uint64_t value);
/* number = number * factor + addend */
void cft_bignum_scale(cft_bignum *number, uint32_t factor, uint32_t addend);
/* number *= 10^power */
void cft_bignum_scale_ten(cft_bignum *number, unsigned power);
void cft_bignum_shift_left(cft_bignum *number, unsigned bits);
/* number /= divisor; returns the remainder. */
uint32_t cft_bignum_divide(cft_bignum *number, uint32_t divisor);
/* Below zero, zero or above it as a < b, a == b, a > b. */
int cft_bignum_compare(const cft_bignum *a, const cft_bignum *b);
/* Cut the number to its lowest `bits` and return what stood above, which fits in 32 bits. */
uint32_t cft_bignum_take_above(cft_bignum *number, unsigned bits);

#endif
