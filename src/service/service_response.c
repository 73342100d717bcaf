/* service/service_response.c - requests to read replies as a response_template or a response_schema
 * says. Events are those of transformers, so that the two can be compared and exchanged.
 */
#include "service/service.h"

static bool response_has(chatfmt_value row, const char *name)
{
    return !cft_service_is(cft_service_member(row, name), CHATFMT_VALUE_ABSENT);
}

bool cft_answer_is_described(chatfmt_value row)
{
    return response_has(row, "response_template") || response_has(row, "response_schema");
}

/* The events at hand, as items of a list. */
static void response_events(cft_json_out *out, chatfmt_response *response, bool *first)
{
    const chatfmt_region_event *event;
    while ((event = chatfmt_response_next(response))) {
        if (event->kind == CHATFMT_REGION_SKIPPED) continue;
        if (!*first) cft_out_text(out, ", ");
        cft_out_region(out, event);
        *first = false;
    }
}

static chatfmt_status response_feed_row(cft_json_out *out, chatfmt_response *response,
                                        chatfmt_value row, bool events, bool *first,
                                        chatfmt_error *error)
{
    chatfmt_value chunks = cft_service_member(row, "chunks");
    size_t count = chatfmt_value_count(chunks);
    for (size_t i = 0; i < (count ? count : 1); i++) {
        cft_slice text = count ? chatfmt_value_as_text(chatfmt_value_at(chunks, i))
                               : cft_service_text(row, "text");
        chatfmt_status status = chatfmt_response_feed(response, text.data, text.length, error);
        if (events) response_events(out, response, first);
        CFT_TRY(status);
    }
    return chatfmt_response_finish(response, error);
}

static chatfmt_status response_read(cft_json_out *out, chatfmt_response *response,
                                    chatfmt_value row, chatfmt_error *error)
{
    cft_slice json;
    bool first = true, events = cft_service_true(row, "events");
    if (events) {
        cft_out_text(out, "\"initial_events\": [");
        response_events(out, response, &first);
        cft_out_text(out, "], \"events\": [");
        first = true;
    }
    chatfmt_status status = response_feed_row(out, response, row, events, &first, error);
    if (events) response_events(out, response, &first);
    if (events) cft_out_text(out, "], ");
    CFT_TRY(status);
    cft_out_text(out, "\"message\": ");
    CFT_TRY(chatfmt_response_message(response, &json, error));
    cft_out_bytes(out, json.data, json.length);
    cft_out_text(out, "}\n");
    return CHATFMT_OK;
}

chatfmt_status cft_answer_described(chatfmt_service *s, chatfmt_value row, chatfmt_error *error)
{
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    bool schema = !response_has(row, "response_template");
    chatfmt_response_template *compiled;
    chatfmt_response *response;
    cft_slice json;
    CFT_TRY(chatfmt_value_write_json(
        s->values, cft_service_member(row, schema ? "response_schema" : "response_template"), &json,
        error));
    CFT_TRY(chatfmt_response_template_new(
        json.data, json.length, schema ? CHATFMT_RESPONSE_SCHEMA : CHATFMT_RESPONSE_TEMPLATE,
        NULL, NULL, &compiled, error));
    options.prompt = cft_service_text(row, "prompt");
    options.tools = cft_service_member(row, "tools");
    chatfmt_status status = chatfmt_response_new(compiled, &options, &response, error);
    if (!status) {
        status = response_read(&s->out, response, row, error);
        chatfmt_response_free(response);
    }
    chatfmt_response_template_free(compiled);
    return status;
}
