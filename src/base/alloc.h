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

/* What an array that is full grows to: twice as much, `first` when there is none. In stress builds
 * small ones grow by little, so that any push may be the one that finds no memory. */
static inline size_t cft_grown(size_t capacity, size_t first)
{
#ifdef CFT_STRESS
    if (capacity < 256) return capacity + (capacity < 24 ? 1 : 8);
#endif
    return capacity ? capacity * 2 : first;
}

/* A work that needed more than this in one place gives it back before the next one. */
#define CFT_KEPT ((size_t)8 << 20)

/* An array that is kept for the next work; NULL, and no capacity, where it was released as too
 * large for that. */
static inline void *cft_keep(const chatfmt_allocator *allocator, void *items, size_t *capacity,
                             size_t size)
{
    if (*capacity * size <= CFT_KEPT) return items;
    cft_release(allocator, items, *capacity * size);
    *capacity = 0;
    return NULL;
}

/* An array with room for `count` items of `size` bytes, and for more where it had to grow; NULL,
 * and the old one as it was, without memory. */
void *cft_array_room(const chatfmt_allocator *a, void *items, size_t *capacity, size_t count,
                     size_t size);

#endif
