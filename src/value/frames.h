/* value/frames.h - the stack of whoever walks nested values, in place of recursion.
 *
 * A few frames lie in the struct itself, so shallow values need no memory; deeper ones go to
 * the heap, up to limits.value_depth.
 */
#ifndef CFT_FRAMES_H
#define CFT_FRAMES_H

#include "value/heap.h"

typedef struct cft_level {
    cft_value a, b; /* the container being walked, and its partner or whatever is needed */
    size_t index;   /* the next item */
    const void *extra;
} cft_level;

#define CFT_FRAMES_INLINE 6

typedef struct cft_frames {
    cft_heap *heap;
    cft_level *at;
    size_t count, capacity;
    cft_level room[CFT_FRAMES_INLINE];
} cft_frames;

static inline chatfmt_status cft_frames_begin(cft_frames *frames, cft_heap *heap)
{
    frames->heap = heap;
    frames->at = frames->room;
    frames->count = 0;
    frames->capacity = CFT_FRAMES_INLINE;
    return CHATFMT_OK;
}

/* LIMIT (value_depth) or more memory. */
chatfmt_status cft_frames_grow(cft_frames *frames);

static inline chatfmt_status cft_frames_push(cft_frames *frames, cft_value a, cft_value b)
{
    if (CFT_UNLIKELY(frames->count == frames->capacity ||
                     frames->count >= frames->heap->limits.value_depth)) {
        CFT_TRY(cft_frames_grow(frames));
    }
    frames->at[frames->count++] = (cft_level){.a = a, .b = b};
    return CHATFMT_OK;
}

static inline cft_level *cft_frames_top(cft_frames *frames)
{
    return &frames->at[frames->count - 1];
}

static inline void cft_frames_pop(cft_frames *frames)
{
    frames->count--;
}

/* Give the memory back where possible. */
static inline void cft_frames_end(cft_frames *frames)
{
    if (frames->at != frames->room) {
        cft_heap_trim(frames->heap, frames->at, frames->capacity * sizeof(cft_level), 0);
    }
}

#endif
