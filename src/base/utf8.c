/* base/utf8.c - checking, counting and stepping, eight or sixteen bytes at a time where the text
 * allows it. The scalar twin of each fast step works on the same bytes, so results are the same
 * on every machine.
 */
#include "base/utf8.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define UTF8_HIGH_BITS UINT64_C(0x8080808080808080)
#define UTF8_ONES UINT64_C(0x0101010101010101)

static uint64_t utf8_load(const char *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* Bytes below 0x80 at the beginning, a lower bound in whole steps and then exact. */
static size_t utf8_ascii_run(const char *data, size_t length)
{
    size_t i = 0;
#ifdef __SSE2__
    for (; length - i >= 16; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(data + i));
        if (_mm_movemask_epi8(bytes)) break;
    }
#endif
    for (; length - i >= 8; i += 8)
        if (utf8_load(data + i) & UTF8_HIGH_BITS) break;
    while (i < length && (unsigned char)data[i] < 0x80) i++;
    return i;
}

bool cft_ascii_only(const char *data, size_t length)
{
    return utf8_ascii_run(data, length) == length;
}

/* Bytes of the valid sequence that begins at `p`, which is not ASCII; 0 when it is not valid.
 * Unicode 14.0, table 3-7: the second byte's range excludes overlong forms, surrogates and what
 * lies above U+10FFFF. */
static size_t utf8_sequence(const unsigned char *p, size_t left)
{
    unsigned char lead = p[0];
    if (lead < 0xE0) return lead >= 0xC2 && left >= 2 && cft_utf8_continues(p[1]) ? 2 : 0;
    if (lead < 0xF0) {
        unsigned char low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
        return left >= 3 && p[1] >= low && p[1] <= high && cft_utf8_continues(p[2]) ? 3 : 0;
    }
    if (lead < 0xF5) {
        unsigned char low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
        return left >= 4 && p[1] >= low && p[1] <= high && cft_utf8_continues(p[2]) &&
                       cft_utf8_continues(p[3])
                   ? 4
                   : 0;
    }
    return 0;
}

bool cft_utf8_is_utf16(const char *data, size_t length)
{
    return length > 1 && (!memcmp(data, "\xFF\xFE", 2) || !memcmp(data, "\xFE\xFF", 2));
}

size_t cft_utf8_check(const char *data, size_t length)
{
    size_t i = 0;
    while (i < length) {
        size_t width;
        if ((unsigned char)data[i] < 0x80) {
            /* In mixed text a long look ahead after each space would not pay. */
            if (length - i < 8 || (utf8_load(data + i) & UTF8_HIGH_BITS)) i++;
            else i += 8 + utf8_ascii_run(data + i + 8, length - i - 8);
            continue;
        }
        width = utf8_sequence((const unsigned char *)data + i, length - i);
        if (!width) break;
        i += width;
    }
    return i;
}

bool cft_utf8_has_surrogate(const char *data, size_t length)
{
    while (length >= 3) { /* a surrogate is ED A0..BF 80..BF */
        const char *lead = memchr(data, 0xED, length - 2);
        if (!lead) break;
        if ((unsigned char)lead[1] >= 0xA0) return true;
        length -= (size_t)(lead + 1 - data);
        data = lead + 1;
    }
    return false;
}

/* Code points that begin in the eight bytes: those that are not 10xxxxxx. */
static size_t utf8_starts(uint64_t word)
{
    uint64_t continuing = (word >> 7) & (~word >> 6) & UTF8_ONES;
    return 8 - (size_t)((continuing * UTF8_ONES) >> 56);
}

size_t cft_utf8_count(const char *data, size_t length)
{
    size_t i = 0, count = 0;
#ifdef __SSE2__
    const __m128i least = _mm_set1_epi8(-65); /* as signed bytes, 10xxxxxx is -128..-65 */
    while (length - i >= 16) {
        size_t steps = (length - i) / 16;
        __m128i sums = _mm_setzero_si128();
        if (steps > 255) steps = 255; /* a byte lane holds no more */
        for (; steps; steps--, i += 16) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(data + i));
            sums = _mm_sub_epi8(sums, _mm_cmpgt_epi8(bytes, least));
        }
        sums = _mm_sad_epu8(sums, _mm_setzero_si128());
        count += (size_t)_mm_cvtsi128_si32(sums) +
                 (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
    }
#endif
    for (; length - i >= 8; i += 8) count += utf8_starts(utf8_load(data + i));
    for (; i < length; i++) count += !cft_utf8_continues((unsigned char)data[i]);
    return count;
}

#define UTF8_STRETCH ((size_t)1024)

size_t cft_utf8_offset(const char *data, size_t length, size_t index)
{
    size_t i = 0;
#ifdef __SSE2__
    /* Whole stretches first, counted as above; what begins after a stretch is found below. */
    while (length - i >= UTF8_STRETCH) {
        size_t starts = cft_utf8_count(data + i, UTF8_STRETCH);
        if (starts > index) break;
        index -= starts;
        i += UTF8_STRETCH;
    }
#endif
    /* A word may be passed when no more code points begin in it than are still to pass; the one
     * wanted then begins after it, past the continuation bytes that follow. */
    while (length - i >= 8) {
        size_t starts = utf8_starts(utf8_load(data + i));
        if (starts > index) break;
        index -= starts;
        i += 8;
    }
    for (; i < length; i++) {
        if (cft_utf8_continues((unsigned char)data[i])) continue;
        if (index == 0) return i;
        index--;
    }
    return length;
}

uint32_t cft_utf8_previous(const char **at)
{
    const char *start = *at - 1, *p;
    while (cft_utf8_continues((unsigned char)*start)) start--;
    p = *at = start;
    return cft_utf8_next(&p);
}

size_t cft_utf8_put(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}
