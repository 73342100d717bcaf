/* models/model_text.c - see the header. */
#include "models/model_text.h"

#include "value/json_write.h"

void cft_model_text_begin(cft_model_text *text, cft_heap *heap, size_t expected)
{
    text->status = cft_build(&text->builder, heap, expected);
}

void cft_model_text_bytes(cft_model_text *text, const char *data, size_t length)
{
    if (!text->status) text->status = cft_build_fresh(&text->builder, data, length);
}

void cft_model_text_put(cft_model_text *text, const char *literal)
{
    cft_model_text_bytes(text, literal, strlen(literal));
}

void cft_model_text_value(cft_model_text *text, cft_value value)
{
    if (!text->status) text->status = cft_json_append(&text->builder, value, &cft_json_plain);
}

void cft_model_text_string(cft_model_text *text, cft_slice string)
{
    if (string.length <= UINT32_MAX)
        cft_model_text_value(text, cft_string(string.data, (uint32_t)string.length, 0));
    else if (!text->status)
        text->status = cft_raise(text->builder.heap, CHATFMT_LIMIT, "the text is too long");
}

chatfmt_status cft_model_text_end(const cft_model_text *text, cft_slice *out)
{
    if (!text->status) *out = cft_slice_of(text->builder.data, text->builder.length);
    return text->status;
}
