/* value/json_scan.h - running over the plain part of a JSON string.
 *
 * All forms of the scan stop at the same byte: the first that is a quote, a backslash, a
 * control character or not ASCII.
 */
#ifndef CFT_JSON_SCAN_H
#define CFT_JSON_SCAN_H

#include <stdbool.h>

#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#define CFT_JSON_SSE2 1
#else
#define CFT_JSON_SSE2 0
#endif

static inline bool cft_json_is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static inline const char *cft_json_scan_plain(const char *at, const char *end)
{
#if CFT_JSON_SSE2
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i blank = _mm_set1_epi8(0x20);
    while (end - at >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        /* Bytes from 0x80 are negative, so "below a space" finds them as well. */
        __m128i stop = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
            _mm_cmplt_epi8(bytes, blank));
        int mask = _mm_movemask_epi8(stop);
        if (mask) return at + __builtin_ctz((unsigned)mask);
        at += 16;
    }
#endif
    while (at < end && cft_json_is_plain((unsigned char)*at))
        at++;
    return at;
}

/* The first byte that a string cannot hold as it is when non-ASCII may stay: a quote, a
 * backslash or a control character. */
static inline const char *cft_json_scan_unescaped(const char *at, const char *end)
{
#if CFT_JSON_SSE2
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    while (end - at >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        __m128i stop = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
            _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
        int mask = _mm_movemask_epi8(stop);
        if (mask) return at + __builtin_ctz((unsigned)mask);
        at += 16;
    }
#endif
    while (at < end && (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\')
        at++;
    return at;
}

#endif
