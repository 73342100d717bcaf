/* api/api_response.c - the part of chatfmt/reply.h that reads replies by a response_template. */
#include "api/api_check.h"
#include "chat/response_open.h"
#include "chatfmt/reply.h"

struct chatfmt_response {
    cft_response *inner;
    chatfmt_allocator memory;
    chatfmt_status status; /* of a value that could not be written */
    chatfmt_region_event event; /* the last one that was handed out */
};

chatfmt_status chatfmt_response_template_new(const char *json, size_t length,
                                             chatfmt_response_source source,
                                             const chatfmt_allocator *allocator,
                                             const chatfmt_limits *limits,
                                             chatfmt_response_template **out,
                                             chatfmt_error *error)
{
    chatfmt_limits all;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_text(json, length, "json", error));
    CFT_TRY(cft_limits_fill(limits, &all, error));
    CFT_TRY(cft_api_at_most(source, CHATFMT_RESPONSE_CONFIG, "source", error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    return cft_response_open(cft_slice_of(json ? json : "", length), (cft_response_source)source,
                             &memory, &all, out, error);
}

void chatfmt_response_template_free(chatfmt_response_template *description)
{
    if (!description) return;
    chatfmt_allocator memory = description->memory;
    cft_response_template_free(description->inner);
    cft_release(&memory, description, sizeof *description);
}

chatfmt_status chatfmt_response_new(const chatfmt_response_template *description,
                                    const chatfmt_response_options *options,
                                    chatfmt_response **out, chatfmt_error *error)
{
    chatfmt_response_options all;
    chatfmt_limits limits;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!description) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "description is NULL");
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_response_options", error));
    CFT_TRY(cft_api_text(all.prompt.data, all.prompt.length, "prompt", error));
    CFT_TRY(cft_api_limits(all.limits, &description->limits, &limits, error));
    chatfmt_allocator memory = cft_allocator_or_default(all.allocator);
    chatfmt_response *made = cft_allocate(&memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    made->memory = memory;
    chatfmt_status status = cft_response_new(&memory, &limits, description->inner,
                                             cft_unwrap(all.tools), &made->inner);
    if (status) {
        cft_release(&memory, made, sizeof *made);
        return cft_fail(error, status, "out of memory");
    }
    status = chatfmt_response_restart(made, all.prompt.data, all.prompt.length, error);
    if (status) chatfmt_response_free(made);
    else *out = made;
    return status;
}

void chatfmt_response_free(chatfmt_response *response)
{
    if (!response) return;
    chatfmt_allocator memory = response->memory;
    cft_response_free(response->inner);
    cft_release(&memory, response, sizeof *response);
}

chatfmt_status chatfmt_response_restart(chatfmt_response *response, const char *prompt,
                                        size_t length, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!response) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "response is NULL");
    CFT_TRY(cft_api_text(prompt, length, "prompt", error));
    response->status = CHATFMT_OK;
    return cft_response_begin(response->inner, cft_slice_of(prompt ? prompt : "", length), error);
}

chatfmt_status chatfmt_response_feed(chatfmt_response *response, const char *data, size_t length,
                                     chatfmt_error *error)
{
    cft_error_clear(error);
    if (!response) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "response is NULL");
    CFT_TRY(cft_api_text(data, length, "data", error));
    if (response->status) return cft_fail(error, response->status, "a value could not be written");
    return cft_response_feed(response->inner, data ? data : "", length, error);
}

chatfmt_status chatfmt_response_finish(chatfmt_response *response, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!response) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "response is NULL");
    if (response->status) return cft_fail(error, response->status, "a value could not be written");
    return cft_response_finish(response->inner, error);
}

_Static_assert((int)CHATFMT_REGION_OPEN == (int)CFT_RESPONSE_OPEN &&
                   (int)CHATFMT_REGION_CLOSE == (int)CFT_RESPONSE_CLOSE &&
                   (int)CHATFMT_REGION_SKIPPED == (int)CFT_RESPONSE_SKIPPED,
               "kinds of events are those of the parser");

const chatfmt_region_event *chatfmt_response_next(chatfmt_response *response)
{
    cft_response_event inner;
    if (!response || !cft_response_next(response->inner, &inner)) return NULL;
    chatfmt_region_event *event = &response->event;
    event->kind = (chatfmt_region_kind)inner.kind;
    event->dirty = inner.dirty;
    event->field = inner.field;
    event->text = inner.text;
    event->value = cft_slice_of("", 0);
    event->begin = inner.begin;
    event->end = inner.end;
    if (inner.kind == CFT_RESPONSE_CLOSE) {
        chatfmt_status status =
            cft_response_json(response->inner, inner.value, &event->value, NULL);
        if (status) response->status = status;
    }
    return event;
}

chatfmt_status chatfmt_response_message(chatfmt_response *response, chatfmt_slice *json,
                                        chatfmt_error *error)
{
    cft_error_clear(error);
    if (!response || !json)
        return cft_fail_null(error, !response ? "response" : "json");
    *json = CFT_LIT("");
    if (response->status) return cft_fail(error, response->status, "a value could not be written");
    return cft_response_message(response->inner, json, error);
}
