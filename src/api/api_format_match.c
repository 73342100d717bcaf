/* api/api_format_match.c - which format a model uses, and stop strings in a stream. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"
#include "base/utf8.h"
#include "formats/class_names.h"
#include "formats/stop.h"
#include "value/store.h"

/* ---- Matching ---- */

chatfmt_status chatfmt_formats_of_class(const char *tokenizer_class, size_t class_length,
                                        const char *model_type, size_t type_length,
                                        chatfmt_slice *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = (chatfmt_slice){"", 0};
    CFT_TRY(cft_api_text(tokenizer_class, class_length, "tokenizer_class", error));
    CFT_TRY(cft_api_text(model_type, type_length, "model_type", error));
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    chatfmt_limits limits = cft_default_limits;
    cft_heap heap;
    cft_slice name;
    cft_heap_init(&heap, &memory);
    cft_heap_reset(&heap, &limits, error);
    chatfmt_status status =
        cft_format_of_class(&heap, cft_slice_of(class_length ? tokenizer_class : "", class_length),
                            cft_slice_of(type_length ? model_type : "", type_length), &name);
    if (status == CHATFMT_OK) *out = name;
    cft_heap_free(&heap);
    return status;
}

chatfmt_status chatfmt_formats_match(const char *model, size_t length, uint32_t flags,
                                     chatfmt_values *values, const chatfmt_format_match **out,
                                     chatfmt_error *error)
{
    cft_error_clear(error);
    if (!values || !out)
        return cft_fail_null(error, !values ? "values" : "out");
    *out = NULL;
    CFT_TRY(cft_api_flags(flags, CHATFMT_MATCH_HAS_ADAPTER, "flags", error));
    CFT_TRY(cft_api_text(model, length, "model", error));
    if (cft_utf8_check(model, length) != length)
        return cft_fail(error, CHATFMT_INPUT, "the model's name is not UTF-8");
    return cft_format_match_in(values, cft_slice_of(model, length),
                               (flags & CHATFMT_MATCH_HAS_ADAPTER) != 0, out, error);
}

/* ---- Stopping ---- */

struct chatfmt_stopper {
    cft_stopper inner;
};

chatfmt_status chatfmt_stopper_new(const chatfmt_slice *stops, size_t count,
                                   const chatfmt_allocator *allocator, chatfmt_stopper **out,
                                   chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!stops && count) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "stops is NULL");
    for (size_t i = 0; i < count; i++)
        CFT_TRY(cft_api_text(stops[i].data, stops[i].length, "a stop string", error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_stopper *stopper = cft_allocate(&memory, sizeof *stopper);
    if (!stopper) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    if (cft_stopper_init(&stopper->inner, &memory, stops, count)) {
        chatfmt_stopper_free(stopper);
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    *out = stopper;
    return CHATFMT_OK;
}

void chatfmt_stopper_free(chatfmt_stopper *stopper)
{
    if (!stopper) return;
    chatfmt_allocator memory = stopper->inner.allocator;
    cft_stopper_free(&stopper->inner);
    cft_release(&memory, stopper, sizeof *stopper);
}

void chatfmt_stopper_reset(chatfmt_stopper *stopper)
{
    if (stopper) cft_stopper_reset(&stopper->inner);
}

chatfmt_status chatfmt_stopper_push(chatfmt_stopper *stopper, const char *text, size_t length,
                                    chatfmt_slice *out, int *stop)
{
    if (!stopper || !out || !stop || (!text && length)) return CHATFMT_BAD_ARGUMENT;
    chatfmt_status status = cft_stopper_push(&stopper->inner, cft_slice_of(text, length), out);
    *stop = stopper->inner.stopped;
    return status;
}

void chatfmt_stopper_finish(chatfmt_stopper *stopper, chatfmt_slice *out)
{
    if (stopper && out) cft_stopper_finish(&stopper->inner, out);
}

int chatfmt_stop_word_met(chatfmt_slice text, chatfmt_slice word)
{
    size_t left = word.length;
    for (size_t i = text.length; i > 0; i--) {
        char c = text.data[i - 1];
        if (c == '\r' || c == '\n') continue;
        if (!left) return word.length != 0;
        if (c != word.data[--left]) return 0;
    }
    return !left;
}
