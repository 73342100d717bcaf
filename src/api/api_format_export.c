/* api/api_format_export.c - a format as a chat template, in the caller's values. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"
#include "formats/export_template.h"
#include "value/store.h"

chatfmt_status chatfmt_format_export(const chatfmt_format *format, chatfmt_values *values,
                                     chatfmt_slice *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!format || !values || !out)
        return cft_fail_null(error, !format ? "format" : !values ? "values" : "out");
    *out = (chatfmt_slice){"", 0};
    cft_heap heap;
    cft_buffer text;
    cft_value made;
    chatfmt_limits limits = cft_default_limits;
    cft_heap_init(&heap, &format->allocator);
    cft_heap_reset(&heap, &limits, error);
    cft_buffer_init(&text, &format->allocator);
    chatfmt_status status = cft_format_export(&heap, &format->format, &text);
    if (status == CHATFMT_NO_MEMORY) (void)cft_fail(error, status, "out of memory");
    values->heap.error = error;
    if (status == CHATFMT_OK)
        status = cft_store_string(values, cft_slice_of(text.data, text.length), &made);
    if (status == CHATFMT_OK) *out = cft_text_of(made);
    cft_buffer_free(&text);
    cft_heap_free(&heap);
    return status;
}
