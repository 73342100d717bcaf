/* builtins/rare/wide_codecs.h - UTF-16 and UTF-32, one code point at a time. */
#ifndef CFT_WIDE_CODECS_H
#define CFT_WIDE_CODECS_H

#include "base/slice.h"

typedef struct cft_wide_codec {
    uint8_t unit; /* bytes of one unit: 2 or 4; 0 = not a wide encoding */
    bool big;     /* the highest byte comes first */
    bool marked;  /* begins with a byte order mark; little-endian when there is none */
} cft_wide_codec;

/* Encode `code` (a surrogate is written as it is); returns the bytes written. */
size_t cft_wide_put(const cft_wide_codec *wide, uint32_t code, char out[4]);

/* Decode at `at`, where `left` > 0 bytes are left: the bytes taken, *code is UINT32_MAX when
 * they are malformed. */
size_t cft_wide_next(const cft_wide_codec *wide, const char *at, size_t left, uint32_t *code);

/* Take the byte order mark in front of `bytes` and remember what it says. */
void cft_wide_take_mark(cft_wide_codec *wide, cft_slice *bytes);

#endif
