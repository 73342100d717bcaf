/* base/slice.h - a borrowed run of bytes. */
#ifndef CFT_SLICE_H
#define CFT_SLICE_H

#include "chatfmt/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef chatfmt_slice cft_slice;

/* A slice of a string literal. */
#define CFT_LIT(text) ((cft_slice){"" text, sizeof(text) - 1})

static inline cft_slice cft_slice_of(const char *data, size_t length)
{
    return (cft_slice){data, length};
}

static inline bool cft_slice_equal(cft_slice a, cft_slice b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* Order by bytes, which for UTF-8 is the order by code points. */
static inline int cft_slice_compare(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter ? memcmp(a.data, b.data, shorter) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

#endif
