/* api/api_request.c - chatfmt/request.h: arguments and options by name, answers as JSON. */
#include "api/api_chat.h"
#include "base/naive_time.h"
#include "dataset/request.h"
#include "dataset/results.h"

/* The public request is the beginning of the private one. */
static cft_request *request_inner(chatfmt_request *request) { return (cft_request *)request; }

chatfmt_status chatfmt_naive_time(const char *text, size_t length, int64_t *out,
                                  chatfmt_error *error)
{
    int64_t time = 0;
    cft_error_clear(error);
    if (out) *out = 0;
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    CFT_TRY(cft_api_text(text, length, "text", error));
    if (!cft_naive_time(cft_slice_of(text ? text : "", length), &time))
        return cft_fail(error, CHATFMT_VALUE, "not a time such as 2026-01-02T03:04:05");
    *out = time;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_limits_set(chatfmt_limits *limits, chatfmt_slice name, uint64_t value,
                                  chatfmt_error *error)
{
    chatfmt_limits own;
    cft_error_clear(error);
    if (!limits) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "limits is NULL");
    CFT_TRY(cft_api_options(&own, sizeof own, limits, "chatfmt_limits", error));
    CFT_TRY(cft_api_text(name.data, name.length, "name", error));
    CFT_TRY(cft_limits_set(&own, name, value, error));
    for (size_t i = limits->struct_size; i < sizeof own; i++)
        if (((const unsigned char *)&own)[i])
            return cft_fail(error, CHATFMT_NOT_FOUND, "the caller's chatfmt_limits has no '%.*s'",
                            cft_shown(name), name.data);
    return cft_api_result(limits, &own, sizeof own, "chatfmt_limits", error);
}

/* ---- Requests ---- */

chatfmt_status chatfmt_request_new(const chatfmt_allocator *allocator, chatfmt_request **out,
                                   chatfmt_error *error)
{
    cft_request *made;
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_request_new(&memory, &made, error));
    *out = &made->shown;
    return CHATFMT_OK;
}

void chatfmt_request_free(chatfmt_request *request) { cft_request_free(request_inner(request)); }

void chatfmt_request_copy(chatfmt_request *request, const chatfmt_request *as)
{
    if (request && request != as) cft_request_copy(request_inner(request), (const cft_request *)as);
}

chatfmt_status chatfmt_request_read(chatfmt_request *request, chatfmt_values *values,
                                    chatfmt_value arguments, chatfmt_from from,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (!request || !values)
        return cft_fail_null(error, !request ? "request" : "values");
    CFT_TRY(cft_api_at_most(from, CHATFMT_FROM_CALLER, "from", error));
    values->heap.error = error;
    return cft_request_read(request_inner(request), values, cft_unwrap(arguments), from, error);
}

size_t chatfmt_request_option_count(void) { return cft_request_option_count; }

const chatfmt_request_option *chatfmt_request_option_at(size_t index)
{
    return index < cft_request_option_count ? &cft_request_options[index] : NULL;
}

chatfmt_status chatfmt_request_options(chatfmt_request *request, chatfmt_value options,
                                       chatfmt_error *error)
{
    cft_value object = cft_unwrap(options);
    cft_error_clear(error);
    if (!request) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "request is NULL");
    if (object.kind == CFT_ABSENT || object.kind == CFT_NONE) return CHATFMT_OK;
    if (object.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_INPUT, "the options are not an object");
    for (uint32_t i = 0; i < object.as.dict->count; i++)
        CFT_TRY(cft_request_set(request_inner(request), cft_text_of(object.as.dict->entries[i].key),
                                object.as.dict->entries[i].value, error));
    return CHATFMT_OK;
}

chatfmt_status chatfmt_request_set(chatfmt_request *request, chatfmt_slice name,
                                   chatfmt_value value, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!request) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "request is NULL");
    CFT_TRY(cft_api_text(name.data, name.length, "name", error));
    return cft_request_set(request_inner(request), name, cft_unwrap(value), error);
}

chatfmt_status chatfmt_request_word(chatfmt_request *request, const char *name, const char *word,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (!request || !name)
        return cft_fail_null(error, !request ? "request" : "name");
    return cft_request_set_word(request_inner(request), cft_slice_of(name, strlen(name)), word,
                                error);
}

chatfmt_status chatfmt_request_fix(chatfmt_request *request, const char *names,
                                   chatfmt_error *error)
{
    cft_error_clear(error);
    if (!request || !names) return cft_fail_null(error, !request ? "request" : "names");
    return cft_request_fix(request_inner(request), cft_slice_of(names, strlen(names)), error);
}

void chatfmt_request_supply(chatfmt_request *request, chatfmt_slice name)
{
    if (request && (name.data || !name.length)) cft_request_supply(request_inner(request), name);
}

void chatfmt_request_given(chatfmt_request *request, const chatfmt_slice *names, size_t count)
{
    if (!request) return;
    request_inner(request)->given = names;
    request_inner(request)->given_count = names ? count : 0;
}

/* ---- Answers ---- */

static void request_clear_json(cft_request *r)
{
    r->json.text.length = 0;
    r->json.status = CHATFMT_OK;
}

static chatfmt_status request_finish(cft_request *r, chatfmt_status status, chatfmt_slice *json,
                                     chatfmt_error *error)
{
    size_t length = r->json.text.length;
    if (!status) status = cft_buffer_append(&r->json.text, "", 1); /* a NUL after it */
    if (status) return cft_error_explain(status, error);
    *json = cft_slice_of(r->json.text.data, length);
    return CHATFMT_OK;
}

static chatfmt_status request_job(cft_request *r, cft_prompt_job *job)
{
    const chatfmt_mask_options *mask = r->prompt.mask;
    r->prompt.mask = r->shown.has_mask ? &r->mask : mask;
    if (r->shown.wants_ids) {
        if (!job->encoder)
            return cft_fail(job->error, CHATFMT_BAD_ARGUMENT, "ids need an encoder");
        return cft_api_prompt_options(job, &r->apply, &r->prompt);
    }
    CFT_TRY(cft_api_apply_options(&r->apply, job->chat, &job->apply, &job->limits, job->error));
    return r->shown.has_mask ? cft_api_mask_options(&r->mask, &job->mask, job->error) : CHATFMT_OK;
}

chatfmt_status chatfmt_request_answer(chatfmt_request *request, chatfmt_applier *chat,
                                      const chatfmt_model *model, chatfmt_encoder *encoder,
                                      const chatfmt_tokenizer *tokenizer, uint32_t flags,
                                      chatfmt_slice *json, chatfmt_error *error)
{
    cft_prompt_job job = {.chat = chat, .model = model, .encoder = encoder, .error = error};
    cft_error_clear(error);
    if (json) *json = CFT_LIT("");
    if (!request || !chat || !model || !json)
        return cft_fail_null(error, !request ? "request"
                                    : !chat  ? "applier"
                                    : !model ? "model"
                                             : "json");
    CFT_TRY(cft_api_flags(flags, CHATFMT_ANSWER_TEMPLATE | CHATFMT_ANSWER_SPANS, "flags", error));
    cft_request *r = request_inner(request);
    if (r->shown.wants_texts && r->shown.wants_ids && !tokenizer)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "texts of tokens need a tokenizer");
    request_clear_json(r);
    r->shown.text = CFT_LIT("");
    r->shown.unwritten = cft_wrap(cft_absent());
    CFT_TRY(request_job(r, &job));
    return request_finish(r, cft_request_answer(r, &job, tokenizer, flags), json, error);
}

chatfmt_status chatfmt_request_columns(chatfmt_request *request,
                                       const chatfmt_tokenizer *tokenizer,
                                       const chatfmt_prompt *const *prompts, size_t count,
                                       int in_batch, chatfmt_slice *json, chatfmt_error *error)
{
    cft_error_clear(error);
    if (json) *json = CFT_LIT("");
    if (!request || !json || (!prompts && count))
        return cft_fail_null(error, !request ? "request" : !json ? "json" : "prompts");
    if (!in_batch && count != 1)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "count is %zu: without in_batch it is 1",
                        count);
    cft_request *r = request_inner(request);
    request_clear_json(r);
    if (r->shown.has_mask) r->prompt.mask = &r->mask;
    cft_out_text(&r->json, "{");
    cft_request_write_columns(r, tokenizer, prompts, count, in_batch != 0);
    cft_out_text(&r->json, "}");
    return request_finish(r, r->json.status, json, error);
}

/* ---- Lists ---- */

chatfmt_status chatfmt_spans_json(const chatfmt_span *spans, size_t count, char **json,
                                  size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    cft_error_clear(error);
    if (json) *json = NULL;
    if (!json || (!spans && count))
        return cft_fail_null(error, !json ? "json" : "spans");
    CFT_TRY(cft_spans_check_kinds(spans, count, error));
    cft_out_begin(&out, &memory);
    cft_result_spans(&out, spans, count);
    return cft_result_give(&out, json, length, error);
}

chatfmt_status chatfmt_attempts_json(const chatfmt_token_attempt *attempts, size_t count,
                                     const chatfmt_span *spans, size_t span_count, char **json,
                                     size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    cft_error_clear(error);
    if (json) *json = NULL;
    if (!json || (!attempts && count) || (!spans && span_count))
        return cft_fail_null(error, !json ? "json" : !attempts && count ? "attempts" : "spans");
    cft_out_begin(&out, &memory);
    cft_out_text(&out, "[");
    cft_result_attempts(&out, attempts, count, spans, span_count);
    cft_out_text(&out, "]");
    return cft_result_give(&out, json, length, error);
}
