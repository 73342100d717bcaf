/* api/api_transcript.c - whole conversations, read back from their text and written again. */
#include "api/api_check.h"
#include "base/budget.h"
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

/* What one reading or writing may cost, by the bytes of the text or JSON, and what pays for it. */
#define TRANSCRIPT_MIB ((uint64_t)1 << 20)
static const cft_budget_rates transcript_rates = {
    .fuel = {50000000, 64},
    .string = {UINT64_MAX, 0},
    .heap = {240 * TRANSCRIPT_MIB, 48},
    .output = {128 * TRANSCRIPT_MIB, 16},
};

typedef struct transcript_work {
    cft_budget budget;
    chatfmt_limits limits; /* of the heap that reads JSON */
    cft_buffer buffer;
} transcript_work;

static chatfmt_status transcript_begin(transcript_work *work, const chatfmt_limits *limits,
                                       size_t length, chatfmt_error *error)
{
    chatfmt_limits given;
    CFT_TRY(cft_api_options(&given, sizeof given, limits, "limits", error));
    CFT_TRY(cft_limits_fill(limits, &work->limits, error));
    cft_budget_init(&work->budget, NULL, &given);
    cft_budget_begin(&work->budget, &transcript_rates, length);
    chatfmt_allocator memory = cft_budget_allocator(&work->budget);
    cft_buffer_init(&work->buffer, &memory);
    return cft_budget_told(&work->budget, cft_budget_spend_bytes(&work->budget, length), error);
}

/* The buffer as a text of the caller's, which chatfmt_text_free() frees. */
static chatfmt_status transcript_give(chatfmt_status status, transcript_work *work, char **out,
                                      size_t *length, chatfmt_error *error)
{
    cft_buffer *buffer = &work->buffer;
    if (status == CHATFMT_OK) status = cft_budget_output(&work->budget, buffer->length);
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
    return cft_budget_told(&work->budget, status, error);
}

chatfmt_status chatfmt_transcript_read_within(const char *family, const char *text, size_t length,
                                              const chatfmt_limits *limits, char **json,
                                              size_t *json_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    transcript_work work;
    CFT_TRY(transcript_frame(family, text, length, json, json_length, &frame, error));
    CFT_TRY(transcript_begin(&work, limits, length, error));
    return transcript_give(
        cft_transcript_read(frame, cft_slice_of(length ? text : "", length), NULL, &work.buffer), &work,
        json, json_length, error);
}

chatfmt_status chatfmt_transcript_read_openai(const char *family, const char *text, size_t length,
                                              const chatfmt_limits *limits, char **json,
                                              size_t *json_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    cft_transcript_openai *openai;
    transcript_work work;
    cft_heap heap;
    CFT_TRY(transcript_frame(family, text, length, json, json_length, &frame, error));
    CFT_TRY(transcript_begin(&work, limits, length, error));
    chatfmt_allocator memory = cft_budget_allocator(&work.budget);
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &work.limits, NULL);
    chatfmt_status status = cft_transcript_openai_new(frame, &memory, &heap, &openai);
    if (status == CHATFMT_UNSUPPORTED)
        status = cft_fail(error, status, "conversations of '%s' have no calls to read", family);
    if (status == CHATFMT_OK)
        status = cft_transcript_read(frame, cft_slice_of(length ? text : "", length), openai,
                                     &work.buffer);
    cft_transcript_openai_free(openai);
    cft_heap_free(&heap);
    return transcript_give(status, &work, json, json_length, error);
}

chatfmt_status chatfmt_transcript_read(const char *family, const char *text, size_t length,
                                       char **json, size_t *json_length, chatfmt_error *error)
{
    return chatfmt_transcript_read_within(family, text, length, NULL, json, json_length, error);
}

chatfmt_status chatfmt_transcript_write_within(const char *family, const char *json, size_t length,
                                               const chatfmt_limits *limits, char **text,
                                               size_t *text_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    cft_json_options options = {.base = 0};
    transcript_work work;
    cft_value value;
    cft_heap heap;
    CFT_TRY(transcript_frame(family, json, length, text, text_length, &frame, error));
    CFT_TRY(transcript_begin(&work, limits, length, error));
    chatfmt_allocator memory = cft_budget_allocator(&work.budget);
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &work.limits, error);
    chatfmt_status status =
        cft_json_read(&heap, cft_slice_of(length ? json : "", length), &options, &value, NULL);
    if (status == CHATFMT_OK) status = cft_transcript_write(frame, &heap, value, &work.buffer);
    status = transcript_give(status, &work, text, text_length, error);
    cft_heap_free(&heap);
    return status;
}

chatfmt_status chatfmt_transcript_write(const char *family, const char *json, size_t length,
                                        char **text, size_t *text_length, chatfmt_error *error)
{
    return chatfmt_transcript_write_within(family, json, length, NULL, text, text_length, error);
}
