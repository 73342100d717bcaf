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

/* The bytes that are `value` once `kept` of their bits are looked at. */
static inline uint64_t cft_json_equal(const __m128i *v, int kept, int value)
{
    const __m128i k = _mm_set1_epi8((char)kept), e = _mm_set1_epi8((char)value);
    return cft_json_mask(_mm_cmpeq_epi8(_mm_and_si128(v[0], k), e),
                         _mm_cmpeq_epi8(_mm_and_si128(v[1], k), e),
                         _mm_cmpeq_epi8(_mm_and_si128(v[2], k), e),
                         _mm_cmpeq_epi8(_mm_and_si128(v[3], k), e));
}

/* True when every lead in `within` is followed by as many bytes 10xxxxxx as it wants, and no other
 * is there. *owed: bytes that the window before left to this one, and this one to the next.
 * *high: those that are not ASCII; *rare: leads for which that is not enough. They are C0, C1 and
 * from F1 on; E0 before 80…9F, ED before A0…BF and F0 before 80…8F; and each of these three at the
 * window's end. */
static inline bool cft_json_counted(const cft_json_window *w, uint64_t within, uint64_t *owed,
                                    uint64_t *high, uint64_t *rare)
{
    const __m128i *v = w->bytes;
    uint64_t top = cft_json_bits(v, 0), next = cft_json_bits(v, 1);
    uint64_t upper = cft_json_bits(v, 2), odd = cft_json_bits(v, 3); /* A0…BF; 90…9F, B0…BF */
    uint64_t two = top & next, three = two & upper, four = three & odd;
    uint64_t e0 = cft_json_equal(v, 0xFF, 0xE0), ed = cft_json_equal(v, 0xFF, 0xED);
    uint64_t f0 = cft_json_equal(v, 0xFF, 0xF0), last = (uint64_t)1 << 63;
    uint64_t wanted = two << 1 | three << 2 | four << 3 | *owed;
    *owed = two >> 63 | three >> 62 | four >> 61;
    *high = top & within;
    *rare = within & (cft_json_equal(v, 0xFE, 0xC0) | (e0 & ~(upper >> 1)) |
                      (ed & (upper >> 1 | last)) | (f0 & ~((upper | odd) >> 1)) | (four & ~f0));
    return ((wanted ^ (top & ~next)) & within) == 0;
}

#endif
#endif
