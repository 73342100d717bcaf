/* base/alloc.h - the one way to memory: a caller's chatfmt_allocator or the C library's. */
#ifndef CFT_ALLOC_H
#define CFT_ALLOC_H

#include "chatfmt/base.h"

/* The given allocator, or the C library's when `allocator` is NULL. */
chatfmt_allocator cft_allocator_or_default(const chatfmt_allocator *allocator);

static inline void *cft_resize(const chatfmt_allocator *a, void *pointer, size_t old_size,
                               size_t new_size)
{
    return a->resize(a->context, pointer, old_size, new_size);
}

static inline void *cft_allocate(const chatfmt_allocator *a, size_t size)
{
    return a->resize(a->context, NULL, 0, size);
}

static inline void cft_release(const chatfmt_allocator *a, void *pointer, size_t size)
{
    if (pointer) a->resize(a->context, pointer, size, 0);
}

/* a * b in *out; false when it would overflow. */
static inline int cft_size_multiply(size_t a, size_t b, size_t *out)
{
    if (b && a > (size_t)-1 / b) return 0;
    *out = a * b;
    return 1;
}

#endif
