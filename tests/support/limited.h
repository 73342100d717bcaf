/* tests/support/limited.h - a heap with limits, for tests of values. */
#ifndef TESTS_LIMITED_H
#define TESTS_LIMITED_H

#include "value/heap.h"

#include <string.h>

typedef struct limited {
    cft_heap heap;
    chatfmt_limits limits;
    chatfmt_error error;
} limited;

static inline chatfmt_limits limited_defaults(void)
{
    chatfmt_limits limits;
    if (cft_limits_fill(NULL, &limits, NULL)) memset(&limits, 0, sizeof limits);
    return limits;
}

static inline void limited_begin(limited *l)
{
    memset(l, 0, sizeof *l);
    l->limits = limited_defaults();
    cft_heap_init(&l->heap, NULL);
}

static inline cft_heap *limited_heap(limited *l)
{
    cft_heap_reset(&l->heap, &l->limits, &l->error);
    return &l->heap;
}

#endif
