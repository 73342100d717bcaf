/* base/buffer.h - a growable run of bytes that owns its memory. */
#ifndef CFT_BUFFER_H
#define CFT_BUFFER_H

#include "base/alloc.h"
#include "base/slice.h"
#include "base/try.h"

typedef struct cft_buffer {
    chatfmt_allocator allocator;
    char *data;
    size_t length, capacity; /* bytes */
} cft_buffer;

void cft_buffer_init(cft_buffer *buffer, const chatfmt_allocator *allocator);
void cft_buffer_free(cft_buffer *buffer);

/* Room for `extra` more bytes; doubles, so appending is amortised O(1). NO_MEMORY on failure. */
chatfmt_status cft_buffer_reserve(cft_buffer *buffer, size_t extra);
chatfmt_status cft_buffer_append(cft_buffer *buffer, const char *data, size_t length);

/* Append a code point as regular expressions write it: \x{1F60}. */
chatfmt_status cft_buffer_append_code(cft_buffer *buffer, uint32_t code);

#endif
