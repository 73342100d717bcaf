/* base/arena.c - blocks of growing size, handed out front to back.
 *
 * A block in use is in a list in the order of its first use; reset makes that list the head
 * of the spare list. A request that needs a block takes the first spare one that fits. So when
 * the same requests come again, each finds its block at the head, without a search and without
 * the allocator. `maximum` bounds the bytes taken, not those reserved, so that a limit does not
 * depend on how blocks happen to fall: `limit` of the current block is cut to what is allowed,
 * and the fast path needs no second comparison.
 */
#include "base/arena.h"

#include "base/try.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

struct cft_arena_block {
    cft_arena_block *next;
    size_t size; /* bytes after this header */
};

#define ARENA_HEADER sizeof(cft_arena_block)
#define ARENA_SMALLEST ((size_t)4096)
#define ARENA_USUAL_MOST ((size_t)1 << 20)

/* Nothing may be taken without a block. The arena's own address stands for the empty block,
 * because a request of 0 bytes must not give NULL. */
static void arena_no_block(cft_arena *arena)
{
    arena->begin = arena->cursor = arena->limit = arena->end = (char *)arena;
}

void cft_arena_init(cft_arena *arena, const chatfmt_allocator *allocator)
{
    memset(arena, 0, sizeof *arena);
    arena->allocator = cft_allocator_or_default(allocator);
    arena_no_block(arena);
}

static void arena_free_list(cft_arena *arena, cft_arena_block *block)
{
    while (block) {
        cft_arena_block *next = block->next;
        arena->reserved -= ARENA_HEADER + block->size;
        cft_release(&arena->allocator, block, ARENA_HEADER + block->size);
        block = next;
    }
}

void cft_arena_free(cft_arena *arena)
{
    arena_free_list(arena, arena->first);
    arena_free_list(arena, arena->spare);
    arena->first = arena->last = arena->spare = NULL;
    arena->settled = 0;
    arena->over_maximum = false;
    arena_no_block(arena);
}

size_t cft_arena_pool_used(const cft_arena_pool *pool)
{
    size_t used = pool->held;
    for (size_t i = 0; i < sizeof pool->arenas / sizeof *pool->arenas; i++)
        if (pool->arenas[i]) used += cft_arena_used(pool->arenas[i]);
    return used;
}

/* What may still be taken when all but `settled` bytes are free. */
static size_t arena_allowance(const cft_arena *arena, size_t used)
{
    size_t left = !arena->maximum ? SIZE_MAX : arena->maximum > used ? arena->maximum - used : 0;
    size_t others = arena->pool ? cft_arena_pool_left(arena->pool) : SIZE_MAX;
    return left < others ? left : others;
}

static void arena_use_block(cft_arena *arena, cft_arena_block *block)
{
    block->next = NULL;
    if (arena->last) arena->last->next = block;
    else arena->first = block;
    arena->last = block;
}

static cft_arena_block *arena_new_block(cft_arena *arena, size_t size)
{
    cft_arena_block *block;
    if (size > PTRDIFF_MAX - ARENA_HEADER) return NULL; /* no object may be larger */
    block = cft_allocate(&arena->allocator, ARENA_HEADER + size);
    if (!block) return NULL;
    block->size = size;
    arena->reserved += ARENA_HEADER + size;
    return block;
}

#ifdef CFT_STRESS

#define ARENA_RED_ZONE 16

void cft_arena_reset(cft_arena *arena)
{
    for (cft_arena_block *block = arena->first; block; block = block->next) {
        char *bytes = (char *)(block + 1);
        for (size_t i = 1; i <= ARENA_RED_ZONE; i++) assert(bytes[block->size - i] == 0x5A);
        memset(bytes, 0x6B, block->size);
    }
    cft_arena_free(arena);
}

void cft_arena_charge(cft_arena *arena, size_t bytes)
{
    arena->settled += bytes;
}

void *cft_arena_more(cft_arena *arena, size_t size)
{
    size_t rounded = (size + 7u) & ~(size_t)7u;
    cft_arena_block *block;
    arena->over_maximum = rounded < size || rounded > arena_allowance(arena, arena->settled);
    if (arena->over_maximum || rounded > SIZE_MAX - ARENA_RED_ZONE) return NULL;
    block = arena_new_block(arena, size + ARENA_RED_ZONE);
    if (!block) return NULL;
    arena_use_block(arena, block);
    arena->settled += rounded;
    memset(block + 1, 0xA5, size);
    memset((char *)(block + 1) + size, 0x5A, ARENA_RED_ZONE);
    return block + 1;
}

void *cft_arena_grow(cft_arena *arena, void *pointer, size_t old_size, size_t new_size)
{
    void *moved;
    if (new_size <= old_size) return pointer;
    moved = cft_arena_take(arena, new_size);
    if (moved && old_size) {
        memcpy(moved, pointer, old_size);
        memset(pointer, 0x6B, old_size);
    }
    return moved;
}

#else

void cft_arena_reset(cft_arena *arena)
{
    if (arena->last) {
        arena->last->next = arena->spare;
        arena->spare = arena->first;
    }
    arena->first = arena->last = NULL;
    arena->settled = 0;
    arena->over_maximum = false;
    arena_no_block(arena);
}

/* A block's size for a request of its own: rounded up by at most a quarter, so that a work which
 * grows a little from reset to reset does not leave a trail of blocks that no longer fit. */
static size_t arena_large_size(size_t request)
{
    size_t step = ARENA_SMALLEST / 4;
    while (step < request / 8) step *= 2;
    return request > SIZE_MAX - step ? request : (request + step - 1) / step * step;
}

/* Unlink the first spare block of at least `size` bytes; NULL when there is none. When blocks
 * that do not fit outweigh what is in use, they are given back, so that memory follows the work. */
static cft_arena_block *arena_spare_block(cft_arena *arena, size_t size)
{
    size_t too_small = 0;
    for (cft_arena_block **at = &arena->spare; *at; at = &(*at)->next) {
        cft_arena_block *block = *at;
        if (block->size >= size) {
            *at = block->next;
            return block;
        }
        too_small += block->size;
    }
    if (too_small > size && too_small - size > cft_arena_used(arena)) {
        arena_free_list(arena, arena->spare);
        arena->spare = NULL;
    }
    return NULL;
}

/* `limit` of the current block is cut to what `maximum` leaves; seldom, so compiled for size. */
CFT_COLD void cft_arena_charge(cft_arena *arena, size_t bytes)
{
    arena->settled += bytes;
    size_t allowance = arena_allowance(arena, cft_arena_used(arena));
    size_t room = (size_t)(arena->end - arena->cursor);
    arena->limit = arena->cursor + (room < allowance ? room : allowance);
}

void *cft_arena_more(cft_arena *arena, size_t size)
{
    size_t rounded = (size + 7u) & ~(size_t)7u;
    size_t usual = arena->reserved < ARENA_SMALLEST ? ARENA_SMALLEST : arena->reserved;
    cft_arena_block *block;
    char *bytes;
    arena->over_maximum =
        rounded < size || rounded > arena_allowance(arena, cft_arena_used(arena));
    if (arena->over_maximum) return NULL;
    block = arena_spare_block(arena, rounded);
    if (!block) {
        if (usual > ARENA_USUAL_MOST) usual = ARENA_USUAL_MOST;
        usual -= ARENA_HEADER; /* with its header the block is a round number */
        usual &= ~(size_t)7u;
        block = arena_new_block(arena, rounded > usual / 4 ? arena_large_size(rounded) : usual);
        if (!block) return NULL;
    }
    arena_use_block(arena, block);
    bytes = (char *)(block + 1);
    if (block->size - rounded > (size_t)(arena->end - arena->cursor)) {
        /* More is left here than in the current block, so this becomes the current one. */
        arena->settled = cft_arena_used(arena);
        arena->begin = bytes;
        arena->cursor = bytes + rounded;
        arena->end = bytes + block->size;
    } else {
        arena->settled += rounded;
    }
    cft_arena_charge(arena, 0);
    return bytes;
}

void *cft_arena_grow(cft_arena *arena, void *pointer, size_t old_size, size_t new_size)
{
    size_t rounded = (new_size + 7u) & ~(size_t)7u;
    size_t old_rounded = (old_size + 7u) & ~(size_t)7u;
    void *moved;
    if (pointer && new_size <= old_size) return pointer;
    if (old_size && arena->cursor == (char *)pointer + old_rounded && rounded >= new_size &&
        rounded - old_rounded <= (size_t)(arena->limit - arena->cursor)) {
        arena->cursor += rounded - old_rounded;
        return pointer;
    }
    moved = cft_arena_take(arena, new_size);
    if (moved && old_size) memcpy(moved, pointer, old_size);
    return moved;
}

#endif

void *cft_arena_take_zero(cft_arena *arena, size_t size)
{
    void *result = cft_arena_take(arena, size);
    if (result) memset(result, 0, size);
    return result;
}

void *cft_arena_array(cft_arena *arena, size_t count, size_t size)
{
    size_t total;
    if (!cft_size_multiply(count, size, &total)) {
        arena->over_maximum = true;
        return NULL;
    }
    return cft_arena_take(arena, total);
}

char *cft_arena_copy(cft_arena *arena, const char *data, size_t length)
{
    char *copy = length < SIZE_MAX ? cft_arena_take(arena, length + 1) : NULL;
    if (!copy) return NULL;
    if (length) memcpy(copy, data, length);
    copy[length] = '\0';
    return copy;
}
