/* base/mask16.h - which of sixteen bytes are of a kind: bit i of a mask stands for byte i.
 *
 * With SSE2, which every 64-bit x86 has, and beside it in plain C, which gives the same masks;
 * the tests compare the two. Ranges are of ASCII: bytes from 0x80 on are in none.
 */
#ifndef CFT_MASK16_H
#define CFT_MASK16_H

#include "base/slice.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CFT_MASK_BYTES = 16 };
#define CFT_MASK_ONES 0x0101010101010101u
#define CFT_MASK_TOPS 0x8080808080808080u

/* Eight bytes as a number, the first one lowest on every machine; compilers see one load. */
static inline uint64_t cft_mask_load(const char *data)
{
    const unsigned char *p = (const unsigned char *)data;
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

/* The top bits of eight bytes, side by side. */
static inline uint32_t cft_mask_gather(uint64_t tops)
{
    return (uint32_t)((tops >> 7 & CFT_MASK_ONES) * 0x0102040810204080u >> 56);
}

static inline uint32_t cft_mask_eight(uint64_t bytes, unsigned first, unsigned last)
{
    uint64_t low = bytes & ~CFT_MASK_TOPS;
    uint64_t from = low + (0x80 - first) * CFT_MASK_ONES;
    uint64_t behind = low + (0x7F - last) * CFT_MASK_ONES;
    return cft_mask_gather(from & ~behind & ~bytes);
}

/* The bytes from `first` to `last`, both below 0x80. */
static inline uint32_t cft_mask_range_plain(const char *data, unsigned first, unsigned last)
{
    return cft_mask_eight(cft_mask_load(data), first, last) |
           cft_mask_eight(cft_mask_load(data + 8), first, last) << 8;
}

/* A-Z and a-z. */
static inline uint32_t cft_mask_letters_plain(const char *data)
{
    const uint64_t small = 0x20 * CFT_MASK_ONES;
    return cft_mask_eight(cft_mask_load(data) | small, 'a', 'z') |
           cft_mask_eight(cft_mask_load(data + 8) | small, 'a', 'z') << 8;
}

/* The bytes from 0x80 on. */
static inline uint32_t cft_mask_high_plain(const char *data)
{
    return cft_mask_gather(cft_mask_load(data)) | cft_mask_gather(cft_mask_load(data + 8)) << 8;
}

#if defined(__SSE2__)
static inline __m128i cft_mask_read(const char *data)
{
    return _mm_loadu_si128((const __m128i *)(const void *)data);
}

static inline uint32_t cft_mask_within(__m128i bytes, unsigned first, unsigned last)
{
    __m128i from = _mm_sub_epi8(bytes, _mm_set1_epi8((char)first));
    __m128i least = _mm_min_epu8(from, _mm_set1_epi8((char)(last - first)));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(least, from));
}

static inline uint32_t cft_mask_range(const char *data, unsigned first, unsigned last)
{
    return cft_mask_within(cft_mask_read(data), first, last);
}

static inline uint32_t cft_mask_letters(const char *data)
{
    __m128i small = _mm_or_si128(cft_mask_read(data), _mm_set1_epi8(0x20));
    return cft_mask_within(small, 'a', 'z');
}

static inline uint32_t cft_mask_high(const char *data)
{
    return (uint32_t)_mm_movemask_epi8(cft_mask_read(data));
}
#else
#define cft_mask_range cft_mask_range_plain
#define cft_mask_letters cft_mask_letters_plain
#define cft_mask_high cft_mask_high_plain
#endif

/* The number of the lowest bit of a mask that is not 0. */
static inline unsigned cft_mask_first(uint32_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(mask);
#else
    unsigned at = 0;
    for (; !(mask & 1); mask >>= 1) at++;
    return at;
#endif
}

#endif
