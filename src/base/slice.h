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

/* The same with a NUL-terminated word. */
static inline bool cft_slice_is(cft_slice text, const char *word)
{
    return cft_slice_equal(text, cft_slice_of(word, strlen(word)));
}

/* The next of the names in a list with commas between them, without white space around it; false at
 * the end of the list. */
static inline bool cft_slice_next_name(cft_slice *list, cft_slice *name)
{
    if (!list->length) return false;
    const char *comma = (const char *)memchr(list->data, ',', list->length);
    *name = cft_slice_of(list->data, comma ? (size_t)(comma - list->data) : list->length);
    list->data += name->length + (comma != NULL);
    list->length -= name->length + (comma != NULL);
    while (name->length && memchr(" \t\r\n", name->data[0], 4)) name->data++, name->length--;
    while (name->length && memchr(" \t\r\n", name->data[name->length - 1], 4)) name->length--;
    return true;
}

/* Order by bytes, which for UTF-8 is the order by code points. */
static inline int cft_slice_compare(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter ? memcmp(a.data, b.data, shorter) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

/* Equal bytes, without a call for short keys. */
static inline bool cft_same_text(const char *a, const char *b, size_t length)
{
    uint64_t p, q, r, s;
    if (length > 16) return memcmp(a, b, length) == 0;
    if (length >= 8) {
        memcpy(&p, a, 8);
        memcpy(&q, b, 8);
        memcpy(&r, a + length - 8, 8);
        memcpy(&s, b + length - 8, 8);
        return ((p ^ q) | (r ^ s)) == 0;
    }
    if (length >= 4) {
        uint32_t i, j, k, l;
        memcpy(&i, a, 4);
        memcpy(&j, b, 4);
        memcpy(&k, a + length - 4, 4);
        memcpy(&l, b + length - 4, 4);
        return ((i ^ j) | (k ^ l)) == 0;
    }
    return length == 0 || (a[0] == b[0] && a[length / 2] == b[length / 2] &&
                           a[length - 1] == b[length - 1]);
}

#endif
