/* base/number_digits.c - a float to any number of decimal digits, from its exact binary value.
 *
 * The value is split at the binary point. The whole part gives its digits by division, the
 * fraction by multiplication, nine at a time, no further than the last digit wanted; what is left
 * of the fraction then decides the rounding. The numbers have at most 1074 + 53 bits, so the
 * longest conversion is some ten thousand steps.
 */
#include "base/bignum.h"
#include "base/number.h"

#define DIGITS_CHUNK 9
#define DIGITS_BILLION 1000000000u
/* 309 digits of whole part or 1074 of fraction, and a chunk more. */
#define DIGITS_ROOM 1100

typedef struct digits_state {
    cft_bignum fraction;  /* of 2^fraction_bits                        */
    unsigned fraction_bits;
    size_t count;         /* digits so far, from the first that is not 0 */
    int exponent;         /* value = 0.d1d2… * 10^exponent               */
    char text[DIGITS_ROOM];
} digits_state;

static void digits_put_chunk(digits_state *state, uint32_t chunk)
{
    for (size_t i = DIGITS_CHUNK; i-- > 0; chunk /= 10)
        state->text[state->count + i] = (char)('0' + chunk % 10);
    state->count += DIGITS_CHUNK;
}

/* Drop the zeros that the first chunk may begin with; returns how many. */
static size_t digits_drop_zeros(digits_state *state)
{
    size_t zeros = 0;
    while (zeros < state->count && state->text[zeros] == '0') zeros++;
    state->count -= zeros;
    memmove(state->text, state->text + zeros, state->count);
    return zeros;
}

/* The digits of whole = significand * 2^shift. */
static void digits_whole(digits_state *state, uint64_t significand, unsigned shift)
{
    uint32_t chunks[36]; /* 36 * 9 > 309 */
    size_t count = 0;
    cft_bignum whole;
    cft_bignum_set(&whole, significand);
    cft_bignum_shift_left(&whole, shift);
    while (whole.count) chunks[count++] = cft_bignum_divide(&whole, DIGITS_BILLION);
    while (count) digits_put_chunk(state, chunks[--count]);
    digits_drop_zeros(state);
    state->exponent = (int)state->count;
}

/* Split the float into the digits of its whole part and the rest. */
static void digits_begin(digits_state *state, double value)
{
    uint64_t bits, significand, whole;
    int biased, exponent;
    memcpy(&bits, &value, sizeof bits);
    biased = (int)(bits >> 52 & 0x7FF);
    significand = (bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(biased != 0) << 52;
    exponent = (biased ? biased : 1) - 1075;
    state->count = 0;
    state->exponent = 0;
    state->fraction_bits = exponent < 0 ? (unsigned)-exponent : 0;
    cft_bignum_set(&state->fraction, 0);
    if (exponent >= 0) {
        digits_whole(state, significand, (unsigned)exponent);
        return;
    }
    whole = exponent > -64 ? significand >> -exponent : 0;
    digits_whole(state, whole, 0);
    cft_bignum_set(&state->fraction, whole ? significand - (whole << -exponent) : significand);
}

/* Digits of the fraction until `wanted` of them, counted from the first that is not 0, or with
 * `fixed` from the point, are there. Stops early when the fraction is used up, or when so many
 * zeros follow the point that none is wanted. */
static void digits_continue(digits_state *state, int wanted, bool fixed)
{
    while (state->fraction.count) {
        int64_t needed = fixed ? (int64_t)wanted + state->exponent : wanted;
        if (needed < 0 || (int64_t)state->count > needed) return;
        cft_bignum_scale(&state->fraction, DIGITS_BILLION, 0);
        digits_put_chunk(state, cft_bignum_take_above(&state->fraction, state->fraction_bits));
        if (state->count == DIGITS_CHUNK && state->exponent <= 0)
            state->exponent -= (int)digits_drop_zeros(state);
    }
}

/* Cut to `keep` digits, fewer than there are, rounding half to even. */
static void digits_round(digits_state *state, size_t keep)
{
    const char *cut = state->text + keep;
    bool up = *cut > '5';
    if (*cut == '5') {
        up = state->fraction.count != 0 || (keep && (cut[-1] & 1));
        for (size_t i = keep + 1; i < state->count && !up; i++) up = state->text[i] != '0';
    }
    state->count = keep;
    if (!up) return;
    while (keep && state->text[keep - 1] == '9') keep--;
    if (keep == 0) { /* 99 becomes 1 with a higher exponent */
        state->text[0] = '1';
        state->count = 1;
        state->exponent++;
        return;
    }
    state->text[keep - 1]++;
    state->count = keep;
}

size_t cft_float_digits(double value, int ndigits, bool fixed, char *digits, size_t room,
                        int *exponent)
{
    digits_state state;
    int64_t keep;
    if (!fixed && ndigits < 1) ndigits = 1;
    digits_begin(&state, value);
    digits_continue(&state, ndigits, fixed);
    keep = fixed ? (int64_t)ndigits + state.exponent : ndigits;
    if (keep < 0) state.count = 0;
    else if ((uint64_t)keep < state.count) digits_round(&state, (size_t)keep);
    while (state.count && state.text[state.count - 1] == '0') state.count--;
    if (state.count == 0) state.exponent = 0;
    if (state.count > room) state.count = room;
    memcpy(digits, state.text, state.count);
    *exponent = state.exponent;
    return state.count;
}
