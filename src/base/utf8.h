/* base/utf8.h - code points in and out of UTF-8.
 *
 * Strings of the engine are UTF-8 in which a lone surrogate may stand as its three-byte form
 * (a template may write '\ud800'); whatever comes from outside is checked once at the door with
 * cft_utf8_check, so everything inside may decode without looking back.
 */
#ifndef CFT_UTF8_H
#define CFT_UTF8_H

#include "base/slice.h"

/* Bytes of the sequence that begins with `lead`, in text known to be valid. */
static inline size_t cft_utf8_width(unsigned char lead)
{
    return lead < 0x80 ? 1u : lead < 0xE0 ? 2u : lead < 0xF0 ? 3u : 4u;
}

/* Decode one code point of valid text at *at and move past it. */
static inline uint32_t cft_utf8_next(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;
    if (p[0] < 0x80) {
        *at += 1;
        return p[0];
    }
    if (p[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(p[0] & 0x1F) << 6 | (p[1] & 0x3F);
    }
    if (p[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(p[0] & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    }
    *at += 4;
    return (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 |
           (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3F);
}

/* Is the byte one of a code point, but not its first? */
static inline bool cft_utf8_continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Decode the code point that ends before *at (not at the beginning) and move in front of it. */
uint32_t cft_utf8_previous(const char **at);

/* Encode `code` (surrogates too) into `out` (4 bytes of room); returns the bytes written. */
size_t cft_utf8_put(char *out, uint32_t code);

/* Bytes of the longest valid prefix; equal to `length` when all of it is valid UTF-8.
 * Surrogates are not valid here. */
size_t cft_utf8_check(const char *data, size_t length);

/* The same for text of the engine's own kind, in which lone surrogates are allowed. */
bool cft_utf8_has_surrogate(const char *data, size_t length);

/* Whether it begins with the byte order mark of UTF-16, which no UTF-8 does. */
bool cft_utf8_is_utf16(const char *data, size_t length);

/* Code points in `length` bytes of valid text. */
size_t cft_utf8_count(const char *data, size_t length);

/* Byte offset of code point number `index` (may be the count: then `length`). */
size_t cft_utf8_offset(const char *data, size_t length, size_t index);

/* True when every byte is below 0x80. */
bool cft_ascii_only(const char *data, size_t length);

#endif
