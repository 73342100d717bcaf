/* tests/support/limited.h - a heap with limits, for tests of values. */
#ifndef TESTS_LIMITED_H
#define TESTS_LIMITED_H

#include "value/heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct limited {
    cft_heap heap;
    chatfmt_limits limits;
    chatfmt_error error;
} limited;

static inline chatfmt_limits limited_defaults(void)
{
    chatfmt_limits limits;
    assert_int_equal(cft_limits_fill(NULL, &limits, NULL), CHATFMT_OK);
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
