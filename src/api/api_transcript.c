/* api/api_transcript.c - whole conversations, read back from their text and written again. */
#include "api/api_check.h"
#include "chatfmt/reader.h"
#include "replies/transcript.h"
#include "value/json_read.h"

size_t chatfmt_transcript_count(void) { return cft_transcript_frame_count; }

chatfmt_slice chatfmt_transcript_name(size_t index)
{
    const char *name = index < cft_transcript_frame_count ? cft_transcript_frames[index].name : "";
    return cft_slice_of(name, strlen(name));
}

static chatfmt_status transcript_frame(const char *family, const char *text, size_t length,
                                       char **out, size_t *out_length, const cft_transcript_frame **frame,
                                       chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = NULL;
    if (out_length) *out_length = 0;
    if (!family || !out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "an argument is NULL");
    CFT_TRY(cft_api_text(text, length, "text", error));
    *frame = cft_frame_find(cft_slice_of(family, strlen(family)));
    if (*frame) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_NOT_FOUND, "there is no family of conversations named '%s'",
                    family);
}

/* The buffer as a text of the caller's, which chatfmt_text_free() frees. */
static chatfmt_status transcript_give(chatfmt_status status, cft_buffer *buffer, char **out,
                                      size_t *length, chatfmt_error *error)
{
    if (status == CHATFMT_OK) status = cft_buffer_append(buffer, "", 1);
    if (status == CHATFMT_OK) {
        chatfmt_allocator memory = cft_allocator_or_default(NULL);
        size_t size = buffer->length;
        *out = cft_resize(&memory, NULL, 0, size);
        if (*out) {
            memcpy(*out, buffer->data, size);
            if (length) *length = size - 1;
        } else {
            status = CHATFMT_NO_MEMORY;
        }
    }
    cft_buffer_free(buffer);
    return status == CHATFMT_NO_MEMORY ? cft_fail(error, status, "out of memory") : status;
}

chatfmt_status chatfmt_transcript_read(const char *family, const char *text, size_t length,
                                       char **json, size_t *json_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    cft_buffer buffer;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    CFT_TRY(transcript_frame(family, text, length, json, json_length, &frame, error));
    cft_buffer_init(&buffer, &memory);
    return transcript_give(
        cft_transcript_read(frame, cft_slice_of(length ? text : "", length), &buffer), &buffer,
        json, json_length, error);
}

chatfmt_status chatfmt_transcript_write(const char *family, const char *json, size_t length,
                                        char **text, size_t *text_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    cft_json_options options = {.base = 0};
    chatfmt_limits limits;
    cft_value value;
    cft_buffer buffer;
    cft_heap heap;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    CFT_TRY(transcript_frame(family, json, length, text, text_length, &frame, error));
    CFT_TRY(cft_limits_fill(NULL, &limits, error));
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &limits, error);
    cft_buffer_init(&buffer, &memory);
    chatfmt_status status =
        cft_json_read(&heap, cft_slice_of(length ? json : "", length), &options, &value, NULL);
    if (status == CHATFMT_OK) status = cft_transcript_write(frame, &heap, value, &buffer);
    status = transcript_give(status, &buffer, text, text_length, error);
    cft_heap_free(&heap);
    return status;
}
