/* replies/transcript_text.c - whole conversations read and written within limits, as text of the
 * caller's. */
#include "base/budget.h"
#include "replies/transcript.h"
#include "value/json_read.h"

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
    CFT_TRY(cft_limits_fill(limits, &work->limits, error));
    cft_budget_init(&work->budget, NULL, limits);
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

chatfmt_status cft_transcript_read_text(const cft_transcript_frame *frame, cft_slice text,
                                        bool in_openai, const chatfmt_limits *limits, char **json,
                                        size_t *length, chatfmt_error *error)
{
    cft_transcript_openai *openai = NULL;
    transcript_work work;
    cft_heap heap;
    chatfmt_status status = CHATFMT_OK;
    CFT_TRY(transcript_begin(&work, limits, text.length, error));
    chatfmt_allocator memory = cft_budget_allocator(&work.budget);
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &work.limits, NULL);
    if (in_openai) status = cft_transcript_openai_new(frame, &memory, &heap, &openai);
    if (status == CHATFMT_UNSUPPORTED)
        status = cft_fail(error, status,
                          "messages in OpenAI's form are read of internlm2 alone, not of '%s'",
                          frame->name);
    if (status == CHATFMT_OK) status = cft_transcript_read(frame, text, openai, &work.buffer);
    cft_transcript_openai_free(openai);
    cft_heap_free(&heap);
    return transcript_give(status, &work, json, length, error);
}

chatfmt_status cft_transcript_write_text(const cft_transcript_frame *frame, cft_slice json,
                                         const chatfmt_limits *limits, char **text, size_t *length,
                                         chatfmt_error *error)
{
    cft_json_options options = {.base = 0};
    transcript_work work;
    cft_value value;
    cft_heap heap;
    CFT_TRY(transcript_begin(&work, limits, json.length, error));
    chatfmt_allocator memory = cft_budget_allocator(&work.budget);
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &work.limits, error);
    chatfmt_status status = cft_json_read(&heap, json, &options, &value, NULL);
    if (status == CHATFMT_OK) status = cft_transcript_write(frame, &heap, value, &work.buffer);
    status = transcript_give(status, &work, text, length, error);
    cft_heap_free(&heap);
    return status;
}
