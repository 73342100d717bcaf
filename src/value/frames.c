/* value/frames.c - growing the stack of a walk. */
#include "value/frames.h"

chatfmt_status cft_frames_grow(cft_frames *frames)
{
    cft_heap *heap = frames->heap;
    size_t most = heap->limits.value_depth, capacity = 4 * frames->capacity;
    void *grown;
    if (frames->count >= most) {
        return cft_heap_limit(heap, "value_depth", most, frames->count + 1);
    }
    if (capacity > most) capacity = most;
    CFT_TRY(cft_heap_array(heap, capacity, sizeof(cft_level), &grown));
    memcpy(grown, frames->at, frames->count * sizeof(cft_level));
    frames->at = grown;
    frames->capacity = capacity;
    return CHATFMT_OK;
}
