/* base/sized.h - memory for libraries that free without telling the size.
 *
 * Each block knows its size. `allocator` is a chatfmt_allocator that lives as long as the block.
 */
#ifndef CFT_SIZED_H
#define CFT_SIZED_H

#include "base/alloc.h"

#include <stdint.h>

enum { CFT_SIZED_HEAD = 16 }; /* keeps what follows aligned for any object */

static inline void *cft_sized_take(size_t size, void *allocator)
{
    if (size > SIZE_MAX - CFT_SIZED_HEAD) return NULL;
    size_t *block = cft_allocate(allocator, size + CFT_SIZED_HEAD);
    if (!block) return NULL;
    *block = size;
    return (char *)block + CFT_SIZED_HEAD;
}

static inline void cft_sized_give(void *pointer, void *allocator)
{
    if (!pointer) return;
    size_t *block = (size_t *)(void *)((char *)pointer - CFT_SIZED_HEAD);
    cft_release(allocator, block, *block + CFT_SIZED_HEAD);
}

#endif
