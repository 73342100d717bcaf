/* base/arena.h - memory that dies together.
 *
 * Allocation moves a pointer; nothing is freed singly. Reset keeps the blocks, so doing the same
 * work again calls the allocator zero times. With CFT_STRESS every allocation is a block of its
 * own with red zones, so that a stale pointer shows under a sanitizer.
 */
#ifndef CFT_ARENA_H
#define CFT_ARENA_H

#include "base/alloc.h"

#include <stdbool.h>

typedef struct cft_arena_block cft_arena_block;

typedef struct cft_arena {
    chatfmt_allocator allocator;
    char *cursor, *limit;          /* free bytes of the current block          */
    cft_arena_block *first, *current;
    size_t used;                   /* bytes in blocks before the current one   */
    size_t reserved;               /* bytes held from the allocator            */
    size_t maximum;                /* reserve no more than this; 0 = no bound  */
} cft_arena;

void cft_arena_init(cft_arena *arena, const chatfmt_allocator *allocator);
void cft_arena_reset(cft_arena *arena);   /* forget all, keep the blocks          */
void cft_arena_free(cft_arena *arena);    /* give the blocks back                 */

/* Slow path of the functions below; NULL when memory or `maximum` is exhausted. */
void *cft_arena_more(cft_arena *arena, size_t size);

/* `size` bytes aligned to 8, not cleared; NULL on failure. `size` may be 0. */
static inline void *cft_arena_take(cft_arena *arena, size_t size)
{
    size_t rounded = (size + 7u) & ~(size_t)7u;
    if (rounded >= size && rounded <= (size_t)(arena->limit - arena->cursor)) {
        void *result = arena->cursor;
        arena->cursor += rounded;
        return result;
    }
    return cft_arena_more(arena, size);
}

/* The same, cleared to zero. */
void *cft_arena_take_zero(cft_arena *arena, size_t size);

/* `count` items of `size` bytes, the product checked; NULL on failure. */
void *cft_arena_array(cft_arena *arena, size_t count, size_t size);

/* Grow the block at `pointer` from `old_size` to `new_size`: in place when it was the last one
 * taken and there is room, otherwise by copying. NULL on failure. */
void *cft_arena_grow(cft_arena *arena, void *pointer, size_t old_size, size_t new_size);

/* A copy of `length` bytes followed by a NUL; NULL on failure. */
char *cft_arena_copy(cft_arena *arena, const char *data, size_t length);

#endif
