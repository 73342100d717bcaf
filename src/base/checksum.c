/* base/checksum.c - eight sums side by side, each of 32-bit halves multiplied and of the whole
 * numbers, so that compilers use vectors and a changed bit always changes a sum. */
#include "base/checksum.h"

#include <string.h>

enum { CHECKSUM_LANES = 8, CHECKSUM_STRIPE = 64, CHECKSUM_ROUND = 16 };

static const uint64_t checksum_keys[CHECKSUM_LANES] = {
    0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u, 0x85EBCA77C2B2AE63u,
    0x27D4EB2F165667C5u, 0xD6E8FEB86659FD93u, 0x9FB21C651E98DF25u, 0xA24BAED4963EE407u};

static void checksum_stripe(uint64_t sums[CHECKSUM_LANES], const unsigned char *data)
{
    uint64_t words[CHECKSUM_LANES];
    memcpy(words, data, sizeof words);
    for (int i = 0; i < CHECKSUM_LANES; i++) {
        uint64_t mixed = words[i] ^ checksum_keys[i];
        sums[i] += (mixed & 0xFFFFFFFFu) * (mixed >> 32);
    }
    for (int i = 0; i < CHECKSUM_LANES; i++) sums[i ^ 1] += words[i];
}

/* What is far back must not be lost: after each round the sums are stirred. */
static void checksum_stir(uint64_t sums[CHECKSUM_LANES])
{
    for (int i = 0; i < CHECKSUM_LANES; i++) {
        sums[i] ^= sums[i] >> 47;
        sums[i] = (sums[i] ^ checksum_keys[i]) * 0x9E3779B185EBCA87u;
    }
}

uint64_t cft_checksum(const void *data, size_t length)
{
    uint64_t sums[CHECKSUM_LANES];
    const unsigned char *at = data;
    size_t left = length;
    memcpy(sums, checksum_keys, sizeof sums);
    while (left >= CHECKSUM_STRIPE * CHECKSUM_ROUND) {
        for (int i = 0; i < CHECKSUM_ROUND; i++, at += CHECKSUM_STRIPE)
            checksum_stripe(sums, at);
        checksum_stir(sums);
        left -= CHECKSUM_STRIPE * CHECKSUM_ROUND;
    }
    for (; left >= CHECKSUM_STRIPE; left -= CHECKSUM_STRIPE, at += CHECKSUM_STRIPE)
        checksum_stripe(sums, at);
    if (left) {
        unsigned char last[CHECKSUM_STRIPE] = {0};
        memcpy(last, at, left);
        checksum_stripe(sums, last);
    }
    checksum_stir(sums);
    uint64_t all = (uint64_t)length;
    for (int i = 0; i < CHECKSUM_LANES; i++) {
        all = (all ^ sums[i]) * 0xD6E8FEB86659FD93u;
        all ^= all >> 32;
    }
    return all;
}
