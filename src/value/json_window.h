/* value/json_window.h - sixty-four bytes of JSON text at once: bit i of a mask tells of byte i.
 *
 * Where a string has many escapes or characters that are not ASCII, looking for the next one from
 * the one before takes longer than anything done about them. Masks are made ahead of that.
 */
#ifndef CFT_JSON_WINDOW_H
#define CFT_JSON_WINDOW_H

#include "value/json_scan.h"

#if CFT_JSON_SSE2
#include <stdint.h>

#define CFT_JSON_WINDOW 64

typedef struct cft_json_window {
    __m128i bytes[4];
    uint64_t stops; /* quotes, backslashes and control characters */
    bool high;      /* some byte is not ASCII */
} cft_json_window;

static inline uint64_t cft_json_mask(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return (uint64_t)(uint32_t)_mm_movemask_epi8(a) |
           (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
           (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 |
           (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

static inline __m128i cft_json_stops(__m128i bytes)
{
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    return _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
}

static inline __m128i cft_json_load(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline void cft_json_store(char *to, __m128i bytes)
{
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
}

static inline void cft_json_look(const char *at, cft_json_window *w)
{
    w->bytes[0] = cft_json_load(at);
    w->bytes[1] = cft_json_load(at + 16);
    w->bytes[2] = cft_json_load(at + 32);
    w->bytes[3] = cft_json_load(at + 48);
    w->stops = cft_json_mask(cft_json_stops(w->bytes[0]), cft_json_stops(w->bytes[1]),
                             cft_json_stops(w->bytes[2]), cft_json_stops(w->bytes[3]));
    w->high = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(w->bytes[0], w->bytes[1]),
                                             _mm_or_si128(w->bytes[2], w->bytes[3]))) != 0;
}

/* Sixty-four bytes, whatever they are. */
static inline void cft_json_copy(char *to, const char *from)
{
    __m128i a = cft_json_load(from), b = cft_json_load(from + 16);
    __m128i c = cft_json_load(from + 32), d = cft_json_load(from + 48);
    cft_json_store(to, a);
    cft_json_store(to + 16, b);
    cft_json_store(to + 32, c);
    cft_json_store(to + 48, d);
}

/* Bit `shift` of each byte from the top, as a mask. */
static inline uint64_t cft_json_bits(const __m128i *v, int shift)
{
    return cft_json_mask(_mm_slli_epi16(v[0], shift), _mm_slli_epi16(v[1], shift),
                         _mm_slli_epi16(v[2], shift), _mm_slli_epi16(v[3], shift));
}

/* Bytes that begin what a count of bytes does not prove: C0, C1, E0, ED and from F0 on. */
static inline __m128i cft_json_rare(__m128i bytes)
{
    const __m128i even = _mm_set1_epi8((char)0xFE), c0 = _mm_set1_epi8((char)0xC0);
    const __m128i e0 = _mm_set1_epi8((char)0xE0), ed = _mm_set1_epi8((char)0xED);
    const __m128i f0 = _mm_set1_epi8((char)0xF0);
    return _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(_mm_and_si128(bytes, even), c0), _mm_cmpeq_epi8(bytes, e0)),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, ed), _mm_cmpeq_epi8(_mm_max_epu8(bytes, f0), bytes)));
}

/* True when every lead in `within` is followed by as many bytes 10xxxxxx as it wants, and no other
 * is there. *owed: bytes that the window before left to this one, and this one to the next.
 * *high: those that are not ASCII; *rare: leads for which that is not enough. */
static inline bool cft_json_counted(const cft_json_window *w, uint64_t within, uint64_t *owed,
                                    uint64_t *high, uint64_t *rare)
{
    const __m128i *v = w->bytes;
    uint64_t top = cft_json_bits(v, 0), next = cft_json_bits(v, 1);
    uint64_t two = top & next, three = two & cft_json_bits(v, 2);
    uint64_t four = three & cft_json_bits(v, 3);
    uint64_t wanted = two << 1 | three << 2 | four << 3 | *owed;
    *owed = two >> 63 | three >> 62 | four >> 61;
    *high = top & within;
    *rare = within & cft_json_mask(cft_json_rare(v[0]), cft_json_rare(v[1]), cft_json_rare(v[2]),
                                   cft_json_rare(v[3]));
    return ((wanted ^ (top & ~next)) & within) == 0;
}

#endif
#endif
