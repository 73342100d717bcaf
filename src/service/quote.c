/* service/quote.c - JSON strings of text that is known to be UTF-8, many bytes at a time. */
#include "service/map.h"

#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#define QUOTE_SSE2 1
#else
#define QUOTE_SSE2 0
#endif

/* What follows the backslash for a byte that JSON quotes; 0 for any other. */
static const char quote_forms[256] = {
    'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b', 't', 'n', 'u', 'f', 'r', 'u', 'u', 'u',
    'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u',
    ['"'] = '"', ['\\'] = '\\'};

/* The quoted form of one byte that JSON quotes. */
static inline char *quote_escape(char *out, unsigned char c)
{
    *out++ = '\\';
    *out++ = quote_forms[c];
    if (quote_forms[c] != 'u') return out;
    memcpy(out, "00", 2);
    out[2] = "0123456789abcdef"[c >> 4];
    out[3] = "0123456789abcdef"[c & 15];
    return out + 4;
}

#if QUOTE_SSE2
static inline __m128i quote_copy(char *out, const unsigned char *p)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    _mm_storeu_si128((__m128i *)(void *)out, bytes);
    return bytes;
}

/* A bit for each of sixteen bytes that is quoted. */
static inline uint64_t quote_stops(__m128i bytes)
{
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    __m128i stops = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash)),
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    return (uint64_t)(uint32_t)_mm_movemask_epi8(stops);
}

/* Copies sixty-four bytes at a time, while twice as many are left, and once more after each that
 * is quoted; then sixteen at a time. Returns how many are done. */
static inline size_t quote_wide(char **to, const unsigned char *p, size_t length)
{
    char *out = *to;
    size_t i = 0;
    for (; length - i >= 128; i += 64) {
        size_t done = i;
        __m128i a = quote_copy(out, p + i), b = quote_copy(out + 16, p + i + 16);
        __m128i c = quote_copy(out + 32, p + i + 32), d = quote_copy(out + 48, p + i + 48);
        uint64_t stops = quote_stops(a) | quote_stops(b) << 16 | quote_stops(c) << 32 |
                         quote_stops(d) << 48;
        for (; stops; stops &= stops - 1) {
            size_t at = i + (size_t)__builtin_ctzll(stops);
            out = quote_escape(out + (at - done), p[at]);
            done = at + 1;
            quote_copy(out, p + done);
            quote_copy(out + 16, p + done + 16);
            quote_copy(out + 32, p + done + 32);
            quote_copy(out + 48, p + done + 48);
        }
        out += i + 64 - done;
    }
    while (length - i >= 16) {
        unsigned stops = (unsigned)quote_stops(quote_copy(out, p + i));
        size_t plain = stops ? (size_t)__builtin_ctz(stops) : 16;
        out += plain;
        i += plain;
        if (stops) out = quote_escape(out, p[i++]);
    }
    *to = out;
    return i;
}
#else
/* The same with eight: the top bit of each byte of `found` tells one that is quoted, or is
 * after one that is. */
static inline size_t quote_wide(char **to, const unsigned char *p, size_t length)
{
    const uint64_t each = 0x0101010101010101u, top = 0x8080808080808080u;
    char *out = *to;
    size_t i = 0;
    while (length - i >= 8) {
        uint64_t word, quote, slash, found;
        memcpy(&word, p + i, 8);
        memcpy(out, p + i, 8);
        quote = word ^ each * '"';
        slash = word ^ each * '\\';
        found = ((word - each * 0x20) & ~word) | ((quote - each) & ~quote) |
                ((slash - each) & ~slash);
        if (!(found & top)) {
            out += 8;
            i += 8;
            continue;
        }
        for (; !quote_forms[p[i]]; i++) out++;
        out = quote_escape(out, p[i++]);
    }
    *to = out;
    return i;
}
#endif

/* `out` has room for 6 * length + 62. Returns the end. */
static char *quote_all(char *out, const unsigned char *p, size_t length)
{
    for (size_t i = quote_wide(&out, p, length); i < length; i++) {
        if (quote_forms[p[i]]) out = quote_escape(out, p[i]);
        else *out++ = (char)p[i];
    }
    return out;
}

void cft_out_utf8(cft_json_out *out, const char *data, size_t length)
{
    enum { PIECE = 1 << 14 };
    const unsigned char *p = (const unsigned char *)data;
    size_t done = 0, piece;
    if (out->status) return;
    do {
        piece = length - done < PIECE ? length - done : PIECE;
        out->status = cft_buffer_reserve(&out->text, piece * 6 + 64);
        if (out->status) return;
        char *end = out->text.data + out->text.length;
        if (!done) *end++ = '"';
        end = quote_all(end, p + done, piece);
        done += piece;
        if (done == length) *end++ = '"';
        out->text.length = (size_t)(end - out->text.data);
    } while (done < length);
}
