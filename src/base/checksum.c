/* base/checksum.c - eight sums side by side, so that the processor can work on all at once. Each
 * step of a sum can be undone: one changed number always changes its sum. */
#include "base/checksum.h"

#include <string.h>

enum { CHECKSUM_LANES = 8, CHECKSUM_STRIPE = 64 };

static const uint64_t checksum_keys[CHECKSUM_LANES] = {
    0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u, 0x85EBCA77C2B2AE63u,
    0x27D4EB2F165667C5u, 0xD6E8FEB86659FD93u, 0x9FB21C651E98DF25u, 0xA24BAED4963EE407u};

static inline uint64_t checksum_step(uint64_t sum, const unsigned char *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    sum ^= word;
    return (sum << 31 | sum >> 33) * 0x9E3779B185EBCA87u;
}

static void checksum_stripes(uint64_t sums[CHECKSUM_LANES], const unsigned char *data,
                             size_t count)
{
    uint64_t a = sums[0], b = sums[1], c = sums[2], d = sums[3];
    uint64_t e = sums[4], f = sums[5], g = sums[6], h = sums[7];
    for (; count; count--, data += CHECKSUM_STRIPE) {
        a = checksum_step(a, data);
        b = checksum_step(b, data + 8);
        c = checksum_step(c, data + 16);
        d = checksum_step(d, data + 24);
        e = checksum_step(e, data + 32);
        f = checksum_step(f, data + 40);
        g = checksum_step(g, data + 48);
        h = checksum_step(h, data + 56);
    }
    memcpy(sums, (uint64_t[]){a, b, c, d, e, f, g, h}, CHECKSUM_STRIPE);
}

uint64_t cft_checksum(const void *data, size_t length)
{
    uint64_t sums[CHECKSUM_LANES], all = (uint64_t)length;
    unsigned char last[CHECKSUM_STRIPE] = {0};
    size_t left = length % CHECKSUM_STRIPE;
    memcpy(sums, checksum_keys, sizeof sums);
    checksum_stripes(sums, data, length / CHECKSUM_STRIPE);
    if (left) {
        memcpy(last, (const unsigned char *)data + (length - left), left);
        checksum_stripes(sums, last, 1);
    }
    for (int i = 0; i < CHECKSUM_LANES; i++) {
        all = (all ^ sums[i]) * 0xD6E8FEB86659FD93u;
        all ^= all >> 32;
    }
    return all;
}
