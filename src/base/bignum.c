/* base/bignum.c - schoolbook arithmetic on 32-bit limbs. */
#include "base/bignum.h"

#include <assert.h>
#include <string.h>

static void bignum_push(cft_bignum *number, uint32_t limb)
{
    assert(number->count < CFT_BIGNUM_LIMBS);
    number->limb[number->count++] = limb;
}

static void bignum_trim(cft_bignum *number)
{
    while (number->count && number->limb[number->count - 1] == 0) number->count--;
}

void cft_bignum_set(cft_bignum *number, uint64_t value)
{
    number->count = 2;
    number->limb[0] = (uint32_t)value;
    number->limb[1] = (uint32_t)(value >> 32);
    bignum_trim(number);
}

void cft_bignum_scale(cft_bignum *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < number->count; i++) {
        carry += (uint64_t)number->limb[i] * factor;
        number->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) bignum_push(number, (uint32_t)carry);
}

void cft_bignum_scale_ten(cft_bignum *number, unsigned power)
{
    /* 10 = 5 * 2, and thirteen fives are the most that fit in a limb. */
    unsigned fives = power;
    for (; fives >= 13; fives -= 13) cft_bignum_scale(number, 1220703125u, 0);
    for (; fives; fives--) cft_bignum_scale(number, 5, 0);
    cft_bignum_shift_left(number, power);
}

void cft_bignum_shift_left(cft_bignum *number, unsigned bits)
{
    size_t whole = bits / 32;
    if (number->count == 0) return;
    if (bits % 32) cft_bignum_scale(number, (uint32_t)1 << bits % 32, 0);
    if (whole == 0) return;
    assert(number->count + whole <= CFT_BIGNUM_LIMBS);
    memmove(number->limb + whole, number->limb, number->count * sizeof number->limb[0]);
    memset(number->limb, 0, whole * sizeof number->limb[0]);
    number->count += whole;
}

uint32_t cft_bignum_divide(cft_bignum *number, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = number->count; i-- > 0;) {
        rest = rest << 32 | number->limb[i];
        number->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    bignum_trim(number);
    return (uint32_t)rest;
}

int cft_bignum_compare(const cft_bignum *a, const cft_bignum *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

uint32_t cft_bignum_take_above(cft_bignum *number, unsigned bits)
{
    size_t whole = bits / 32;
    unsigned part = bits % 32;
    uint64_t above = 0;
    assert(number->count <= whole + 2);
    if (number->count > whole + 1) above = (uint64_t)number->limb[whole + 1] << 32;
    if (number->count > whole) {
        above |= number->limb[whole];
        number->limb[whole] &= ((uint32_t)1 << part) - 1;
        number->count = whole + 1;
        bignum_trim(number);
    }
    return (uint32_t)(above >> part);
}
