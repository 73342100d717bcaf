/* base/buffer.c - growing by doubling, with the sum checked before it is made. */
#include "base/buffer.h"

#define BUFFER_SMALLEST ((size_t)64)

void cft_buffer_init(cft_buffer *buffer, const chatfmt_allocator *allocator)
{
    buffer->allocator = cft_allocator_or_default(allocator);
    buffer->data = NULL;
    buffer->length = buffer->capacity = 0;
}

void cft_buffer_free(cft_buffer *buffer)
{
    cft_release(&buffer->allocator, buffer->data, buffer->capacity);
    buffer->data = NULL;
    buffer->length = buffer->capacity = 0;
}

#ifdef CFT_STRESS
/* Move on every growth, and grow by no more than was asked, so that a pointer kept over an append
 * shows under a sanitizer. */
static chatfmt_status buffer_resize(cft_buffer *buffer, size_t needed)
{
    char *data = cft_allocate(&buffer->allocator, needed);
    if (!data) return CHATFMT_NO_MEMORY;
    if (buffer->length) memcpy(data, buffer->data, buffer->length);
    cft_release(&buffer->allocator, buffer->data, buffer->capacity);
    buffer->data = data;
    buffer->capacity = needed;
    return CHATFMT_OK;
}
#else
static chatfmt_status buffer_resize(cft_buffer *buffer, size_t needed)
{
    size_t capacity = buffer->capacity;
    char *data;
    if (capacity < BUFFER_SMALLEST) capacity = BUFFER_SMALLEST;
    while (capacity < needed) capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
    data = cft_resize(&buffer->allocator, buffer->data, buffer->capacity, capacity);
    if (!data) return CHATFMT_NO_MEMORY;
    buffer->data = data;
    buffer->capacity = capacity;
    return CHATFMT_OK;
}
#endif

chatfmt_status cft_buffer_reserve(cft_buffer *buffer, size_t extra)
{
    if (extra <= buffer->capacity - buffer->length) return CHATFMT_OK;
    if (extra > SIZE_MAX - buffer->length) return CHATFMT_NO_MEMORY;
    return buffer_resize(buffer, buffer->length + extra);
}

chatfmt_status cft_buffer_append(cft_buffer *buffer, const char *data, size_t length)
{
    if (length == 0) return CHATFMT_OK;
    CFT_TRY(cft_buffer_reserve(buffer, length));
    memcpy(buffer->data + buffer->length, data, length);
    buffer->length += length;
    return CHATFMT_OK;
}

chatfmt_status cft_buffer_append_code(cft_buffer *buffer, uint32_t code)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[12];
    size_t at = sizeof text;
    text[--at] = '}';
    do {
        text[--at] = digits[code & 15];
        code >>= 4;
    } while (code);
    text[--at] = '{';
    text[--at] = 'x';
    text[--at] = '\\';
    return cft_buffer_append(buffer, text + at, sizeof text - at);
}
