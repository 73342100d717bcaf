/* tokenizers/decode_stream.c - decoding as ids arrive. Source: tokenizers, step_decode_stream. */
#include "tokenizers/tokenizer.h"

void cft_decode_stream_init(cft_decode_stream *stream, const chatfmt_allocator *allocator,
                            bool skip_special)
{
    *stream = (cft_decode_stream){
        .allocator = *allocator, .skip_special = skip_special, .part = CFT_DECODE_FIRST};
    cft_buffer_init(&stream->prefix, allocator);
    cft_buffer_init(&stream->text, allocator);
}

void cft_decode_stream_free(cft_decode_stream *stream)
{
    cft_buffer_free(&stream->prefix);
    cft_buffer_free(&stream->text);
    cft_release(&stream->allocator, stream->ids, stream->capacity * sizeof *stream->ids);
    stream->ids = NULL;
    stream->capacity = stream->count = 0;
}

static bool stream_is_open(cft_slice text)
{
    return text.length >= 3 && memcmp(text.data + text.length - 3, "\xEF\xBF\xBD", 3) == 0;
}

static chatfmt_status stream_set(cft_buffer *buffer, cft_slice text)
{
    buffer->length = 0;
    return text.length ? cft_buffer_append(buffer, text.data, text.length) : CHATFMT_OK;
}

static chatfmt_status stream_add_id(cft_decode_stream *stream, uint32_t id)
{
    if (stream->count == stream->capacity) {
        uint32_t *ids = cft_array_room(&stream->allocator, stream->ids, &stream->capacity,
                                       stream->count + 1, sizeof id);
        if (!ids) return CHATFMT_NO_MEMORY;
        stream->ids = ids;
    }
    stream->ids[stream->count++] = id;
    return CHATFMT_OK;
}

enum { STREAM_RATE = 4 }; /* an id is decoded a few times, with those before it */

/* What one more id may cost. */
static void stream_fund(cft_decode_stream *stream, const cft_budget *budget)
{
    const cft_budget_rate *rate = &cft_decode_rates.fuel;
    bool begins = !stream->allowed;
    uint64_t more = STREAM_RATE * rate->rate + (begins ? rate->least : 0);
    if (budget->given.fuel) more = begins ? budget->given.fuel : 0;
    stream->fuel += more;
    stream->allowed += more;
}

static chatfmt_status stream_decode(cft_decode_stream *stream, cft_encoder *encoder,
                                    cft_slice *text)
{
    chatfmt_status status =
        cft_decode_more(encoder, stream->ids, stream->count, stream->skip_special, stream->part,
                        &stream->fuel, text);
    cft_budget *budget = encoder->budget;
    if (status == CHATFMT_LIMIT && !stream->fuel)
        return cft_budget_break(budget, "fuel", stream->allowed,
                                stream->allowed +
                                    (budget->broken_reached - budget->broken_allowed));
    return status;
}

chatfmt_status cft_decode_stream_push(cft_decode_stream *stream, cft_encoder *encoder, uint32_t id,
                                      cft_slice *out)
{
    cft_slice text;
    *out = (cft_slice){"", 0};
    stream_fund(stream, encoder->budget);
    if (!stream->prefix.length && stream->count) {
        CFT_TRY(stream_decode(stream, encoder, &text));
        if (!stream_is_open(text)) {
            CFT_TRY(stream_set(&stream->prefix, text));
            stream->prefix_index = stream->count;
        }
    }
    CFT_TRY(stream_add_id(stream, id));
    CFT_TRY(stream_decode(stream, encoder, &text));
    size_t known = stream->prefix.length;
    if (text.length <= known || stream_is_open(text)) return CHATFMT_OK;
    if (known && memcmp(text.data, stream->prefix.data, known)) return CHATFMT_VALUE;
    CFT_TRY(stream_set(&stream->text, cft_slice_of(text.data + known, text.length - known)));
    /* The ids before the last prefix are done with. */
    size_t dropped = stream->prefix_index, left = stream->count - dropped;
    memmove(stream->ids, stream->ids + dropped, left * sizeof *stream->ids);
    stream->count = left;
    stream->prefix_index = left;
    stream->part = CFT_DECODE_LATER;
    CFT_TRY(stream_decode(stream, encoder, &text));
    CFT_TRY(stream_set(&stream->prefix, text));
    *out = cft_slice_of(stream->text.data, stream->text.length);
    return CHATFMT_OK;
}
