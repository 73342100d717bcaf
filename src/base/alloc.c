/* base/alloc.c - the C library as an allocator. */
#include "base/alloc.h"

#include <stdlib.h>

static void *alloc_library_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, new_size);
}

chatfmt_allocator cft_allocator_or_default(const chatfmt_allocator *allocator)
{
    if (allocator && allocator->resize) return *allocator;
    return (chatfmt_allocator){alloc_library_resize, NULL};
}

void *cft_array_room(const chatfmt_allocator *a, void *items, size_t *capacity, size_t count,
                     size_t size)
{
    size_t wanted = cft_grown(*capacity, 32);
    if (items && count <= *capacity) return items;
    if (wanted < count) wanted = count;
    if (wanted > SIZE_MAX / size) return NULL;
    void *grown = cft_resize(a, items, *capacity * size, wanted * size);
    if (grown) *capacity = wanted;
    return grown;
}
