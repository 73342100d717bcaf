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

/* What several arenas and other buffers may take together. It is asked when an arena begins a
 * block, so that it is exact but for what is left of their current ones. */
typedef struct cft_arena_pool {
    size_t most;                        /* bytes                                         */
    size_t held;                        /* by what is no arena                           */
    const struct cft_arena *arenas[2];  /* NULL: none                                    */
} cft_arena_pool;

typedef struct cft_arena {
    chatfmt_allocator allocator;
    char *begin, *cursor;          /* the current block: its bytes, its first free one   */
    char *limit, *end;             /* what may be taken, `maximum` counted in; its end    */
    cft_arena_block *first, *last; /* blocks in use, in the order of their first use      */
    cft_arena_block *spare;        /* blocks kept from before the last reset              */
    size_t settled;                /* bytes taken, but for those of the current block     */
    size_t reserved;               /* bytes held from the allocator                       */
    size_t maximum;                /* bytes that may be taken, each request rounded up to
                                      8; 0 = no bound. Set it before the first request
                                      after init or reset.                                */
    const cft_arena_pool *pool;    /* of which it is a part, or NULL                      */
    bool over_maximum;             /* the last request that failed broke one of the two   */
} cft_arena;

/* `allocator` may be NULL: the C library's. */
void cft_arena_init(cft_arena *arena, const chatfmt_allocator *allocator);
void cft_arena_reset(cft_arena *arena);   /* forget all, keep the blocks          */
void cft_arena_free(cft_arena *arena);    /* give the blocks back                 */

/* Bytes taken since init or reset, each request rounded up to 8. */
static inline size_t cft_arena_used(const cft_arena *arena)
{
    return arena->settled + (size_t)(arena->cursor - arena->begin);
}

/* Bytes that those of a pool have taken, and those that are left. */
size_t cft_arena_pool_used(const cft_arena_pool *pool);
static inline size_t cft_arena_pool_left(const cft_arena_pool *pool)
{
    size_t used = cft_arena_pool_used(pool);
    return pool->most > used ? pool->most - used : 0;
}

/* Forget all, and keep the blocks unless they are more than CFT_KEPT. */
static inline void cft_arena_renew(cft_arena *arena)
{
    if (arena->reserved > CFT_KEPT) cft_arena_free(arena);
    else cft_arena_reset(arena);
}

/* Count `bytes` that the arena's owner holds elsewhere as taken; (size_t)0 - bytes takes that back.
 * They have to be allowed. */
void cft_arena_charge(cft_arena *arena, size_t bytes);

/* Slow path of the functions below; NULL when memory, `maximum` or the pool is exhausted. */
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

/* Grow the block at `pointer` (may be NULL when `old_size` is 0) from `old_size` to `new_size`:
 * in place when it was the last one taken and there is room, otherwise by copying. Shrinking
 * never moves. NULL on failure, and then the old block is as it was. */
void *cft_arena_grow(cft_arena *arena, void *pointer, size_t old_size, size_t new_size);

/* A copy of `length` bytes followed by a NUL; NULL on failure. */
char *cft_arena_copy(cft_arena *arena, const char *data, size_t length);

#endif
