/* dataset/results.c - lists of what a prompt is made of, as JSON. */
#include "dataset/results.h"

#include "chat/prompt.h"

static void result_span(cft_json_out *out, const chatfmt_span *span)
{
    static const char *const kinds[] = {"template", "trusted", "data"};
    cft_out_text(out, "{\"begin\": ");
    cft_out_number(out, span->begin);
    cft_out_text(out, ", \"end\": ");
    cft_out_number(out, span->end);
    cft_out_text(out, ", \"kind\": \"");
    cft_out_text(out, kinds[span->kind]);
    cft_out_text(out, "\"");
    if (span->path.length) {
        cft_out_text(out, ", \"path\": ");
        cft_out_string(out, span->path.data, span->path.length);
    }
    if (span->flags & (CHATFMT_SPAN_COPIED | CHATFMT_SPAN_DERIVED)) {
        cft_out_text(out, ", \"offset\": ");
        cft_out_number(out, span->offset);
        cft_out_text(out, span->flags & CHATFMT_SPAN_COPIED ? ", \"how\": \"copied\""
                                                            : ", \"how\": \"derived\"");
    }
    if (span->generation) {
        cft_out_text(out, ", \"generation\": ");
        cft_out_number(out, span->generation);
    }
    cft_out_text(out, "}");
}

void cft_result_spans(cft_json_out *out, const chatfmt_span *spans, size_t count)
{
    cft_out_text(out, "[");
    for (size_t i = 0; i < count; i++) {
        if (i) cft_out_text(out, ", ");
        result_span(out, &spans[i]);
    }
    cft_out_text(out, "]");
}

void cft_result_attempt(cft_json_out *out, size_t index, chatfmt_token_attempt attempt,
                        cft_slice path)
{
    cft_out_text(out, index ? ", {\"begin\": " : "{\"begin\": ");
    cft_out_number(out, attempt.begin);
    cft_out_text(out, ", \"end\": ");
    cft_out_number(out, attempt.end);
    cft_out_text(out, ", \"id\": ");
    cft_out_number(out, attempt.id);
    if (path.length) {
        cft_out_text(out, ", \"path\": ");
        cft_out_string(out, path.data, path.length);
    }
    cft_out_text(out, "}");
}

void cft_result_attempts(cft_json_out *out, const chatfmt_token_attempt *attempts, size_t count,
                         const chatfmt_span *spans, size_t span_count)
{
    for (size_t i = 0; i < count; i++)
        cft_result_attempt(out, i, attempts[i],
                           cft_span_data_path(spans, span_count, attempts[i].begin,
                                              attempts[i].end));
}

chatfmt_status cft_result_begin_named(cft_json_out *out, const char *missing, char **result,
                                      const char *name, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    cft_error_clear(error);
    if (result) *result = NULL;
    if (!result || missing) return cft_fail_null(error, !result ? name : missing);
    cft_out_begin(out, &memory);
    return CHATFMT_OK;
}

chatfmt_status cft_result_give(cft_json_out *out, char **json, size_t *length, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    chatfmt_status status = out->status;
    if (status == CHATFMT_OK) {
        *json = cft_allocate(&memory, out->text.length + 1);
        if (!*json) status = CHATFMT_NO_MEMORY;
    }
    if (status == CHATFMT_OK) {
        if (out->text.length) memcpy(*json, out->text.data, out->text.length);
        (*json)[out->text.length] = '\0';
        if (length) *length = out->text.length;
    }
    cft_out_free(out);
    return cft_error_explain(status, error);
}
