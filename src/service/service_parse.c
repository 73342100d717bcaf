/* service/service_parse.c - requests to read replies. */
#include "service/service.h"

#include "base/report.h"

enum { PARSE_STOPS = 32 };

static void parse_error(cft_json_out *out, const chatfmt_error *error)
{
    const char *kind = chatfmt_status_kind(error->status);
    cft_out_member(out, "\"error\": {\"kind\": ", cft_slice_of(kind, strlen(kind)));
    cft_out_member(out, ", \"message\": ", cft_slice_of(error->text, strlen(error->text)));
    cft_out_text(out, "}}\n");
}

/* ---- Texts, chunks and ids ---- */

/* The events at hand, as items of a list, or dropped. */
static void parse_events(chatfmt_service *s, chatfmt_reply *reply, bool shown, bool *first)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_next(reply))) {
        if (!shown) continue;
        if (!*first) cft_out_text(&s->out, ", ");
        cft_out_event(&s->out, event);
        *first = false;
    }
}

static chatfmt_status parse_feed_texts(chatfmt_service *s, chatfmt_reply *reply, chatfmt_value row,
                                       bool events, bool *first, chatfmt_error *error)
{
    chatfmt_value chunks = cft_service_member(row, "chunks");
    size_t count = chatfmt_value_count(chunks);
    cft_slice text = cft_service_text(row, "text");
    for (size_t i = 0; i < (count ? count : 1); i++) {
        if (count) text = chatfmt_value_as_text(chatfmt_value_at(chunks, i));
        CFT_TRY(chatfmt_reply_feed(reply, text.data, text.length, error));
        if (events) parse_events(s, reply, true, first);
    }
    return CHATFMT_OK;
}

static chatfmt_status parse_feed_ids(chatfmt_service *s, chatfmt_reply *reply, chatfmt_value row,
                                     bool events, bool *first, chatfmt_error *error)
{
    chatfmt_value ids = cft_service_member(row, "ids");
    chatfmt_encoder *encoder =
        cft_cache_tokenizer(&s->tokenizers, cft_service_text(row, "tokenizer"), error);
    if (!encoder) return error->status;
    for (size_t i = 0; i < chatfmt_value_count(ids); i++) {
        uint32_t one = (uint32_t)chatfmt_value_as_int(chatfmt_value_at(ids, i));
        CFT_TRY(chatfmt_reply_feed_ids(reply, encoder, &one, 1, error));
        if (events) parse_events(s, reply, true, first);
    }
    return CHATFMT_OK;
}

static chatfmt_status parse_feed(chatfmt_service *s, chatfmt_reply *reply, chatfmt_value row,
                                 bool events, chatfmt_error *error)
{
    bool first = true;
    if (chatfmt_value_count(cft_service_member(row, "ids")))
        CFT_TRY(parse_feed_ids(s, reply, row, events, &first, error));
    else
        CFT_TRY(parse_feed_texts(s, reply, row, events, &first, error));
    CFT_TRY(chatfmt_reply_finish(reply, error));
    parse_events(s, reply, events, &first);
    return CHATFMT_OK;
}

/* ---- InternLM2's actions ---- */

static chatfmt_status parse_feed_actions(cft_json_out *out, chatfmt_actions *actions,
                                         chatfmt_value row, bool states, chatfmt_error *error)
{
    chatfmt_value chunks = cft_service_member(row, "chunks");
    size_t count = chatfmt_value_count(chunks);
    for (size_t i = 0; i < (count ? count : 1); i++) {
        cft_slice json, text = count ? chatfmt_value_as_text(chatfmt_value_at(chunks, i))
                                     : cft_service_text(row, "text");
        if (text.length) CFT_TRY(chatfmt_actions_feed(actions, text.data, text.length, error));
        if (!states) continue;
        CFT_TRY(chatfmt_actions_state(actions, &json, error));
        if (i) cft_out_text(out, ", ");
        cft_out_bytes(out, json.data, json.length);
    }
    return CHATFMT_OK;
}

/* With "states", also what was known after each chunk. */
static chatfmt_status parse_actions(chatfmt_service *s, chatfmt_value row, chatfmt_error *error)
{
    cft_json_out *out = &s->out;
    bool states = cft_service_true(row, "states");
    chatfmt_actions *actions = NULL;
    cft_slice json = {NULL, 0};
    CFT_TRY(chatfmt_actions_new(NULL, &actions, error));
    if (states) cft_out_text(out, "\"states\": [");
    chatfmt_status status = parse_feed_actions(out, actions, row, states, error);
    if (states) cft_out_text(out, "], ");
    if (!status) status = chatfmt_actions_feed(actions, NULL, 0, error);
    if (!status) status = chatfmt_actions_result(actions, &json, error);
    if (!status) {
        cft_out_text(out, "\"result\": ");
        cft_out_bytes(out, json.data, json.length);
        cft_out_text(out, "}\n");
    }
    chatfmt_actions_free(actions);
    return status;
}

/* ---- Round trips ---- */

/* The last message of a conversation, rendered and read back. */
static chatfmt_status parse_round_trip(chatfmt_service *s, const cft_cached *reader,
                                       chatfmt_value row, chatfmt_error *error)
{
    static const char *const outcomes[] = {"equal", "not_shown", "lossy", "different"};
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_round_trip *trip;
    cft_json_out *out = &s->out;
    CFT_TRY(cft_service_chat(s, error));
    options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NOW;
    options.tools = cft_service_member(row, "tools");
    options.variables = cft_service_member(row, "variables");
    CFT_TRY(chatfmt_chat_round_trip(s->chat, reader->model, reader->reader,
                                    cft_service_member(row, "conversation"), &options, &trip,
                                    error));
    cft_out_member(out, "\"reader\": ", chatfmt_reader_about(reader->reader)->name);
    cft_out_text(out, ", \"outcome\": \"");
    cft_out_text(out, outcomes[trip->outcome]);
    cft_out_member(out, "\", \"reply\": ", trip->reply);
    cft_out_text(out, ", \"message\": ");
    if (trip->message.length) cft_out_bytes(out, trip->message.data, trip->message.length);
    else cft_out_text(out, "null");
    cft_out_member(out, ", \"difference\": ", trip->difference);
    cft_out_member(out, ", \"lost\": ", trip->lost);
    cft_out_text(out, "}\n");
    return CHATFMT_OK;
}

/* ---- Requests ---- */

/* Members of a request that are flags of the reply. */
static uint32_t parse_flags(chatfmt_value row)
{
    static const struct {
        const char *name;
        uint32_t flag;
    } members[] = {{"reasoning_open", CHATFMT_REPLY_REASONING_OPEN},
                   {"control_tokens", CHATFMT_REPLY_CONTROL_TOKENS},
                   {"unknown_calls", CHATFMT_REPLY_UNKNOWN_CALLS},
                   {"reasoning_in_content", CHATFMT_REPLY_REASONING_IN_CONTENT},
                   {"close_arguments", CHATFMT_REPLY_CLOSED_ARGUMENTS}};
    chatfmt_value parallel = cft_service_member(row, "parallel_tool_calls");
    bool one = !cft_service_is(parallel, CHATFMT_VALUE_ABSENT) && !chatfmt_value_truth(parallel);
    uint32_t flags = one ? CHATFMT_REPLY_ONE_CALL : 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (cft_service_true(row, members[i].name)) flags |= members[i].flag;
    return flags;
}

/* "stop" is a text or a list of them, as in OpenAI's requests. */
static size_t parse_stops(chatfmt_value row, cft_slice *stops)
{
    chatfmt_value stop = cft_service_member(row, "stop");
    size_t count = 0;
    if (cft_service_is(stop, CHATFMT_VALUE_STRING)) {
        stops[0] = chatfmt_value_as_text(stop);
        return 1;
    }
    for (; count < chatfmt_value_count(stop) && count < PARSE_STOPS; count++)
        stops[count] = chatfmt_value_as_text(chatfmt_value_at(stop, count));
    return count;
}

/* `stops` holds the stop texts, which the reply reads as long as it is used. */
static chatfmt_status parse_open(const chatfmt_reader *reader, chatfmt_value row,
                                 cft_slice stops[PARSE_STOPS], chatfmt_reply **reply,
                                 chatfmt_error *error)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    options.tools = cft_service_member(row, "tools");
    options.prompt = cft_service_text(row, "prompt");
    options.flags = parse_flags(row);
    options.begun = cft_service_text(row, "begun");
    options.calls_before = (uint32_t)chatfmt_value_as_int(cft_service_member(row, "calls_before"));
    options.stops = stops;
    options.stop_count = parse_stops(row, stops);
    return chatfmt_reply_open(reader, &options, reply, error);
}

static chatfmt_status parse_reply(chatfmt_service *s, chatfmt_reply *reply, chatfmt_value row,
                                  chatfmt_error *error)
{
    cft_slice json;
    bool events = cft_service_true(row, "events");
    if (events) cft_out_text(&s->out, "\"events\": [");
    chatfmt_status status = parse_feed(s, reply, row, events, error);
    if (events) cft_out_text(&s->out, "], ");
    CFT_TRY(status);
    cft_out_text(&s->out, "\"message\": ");
    CFT_TRY(chatfmt_reply_message(reply, &json, error));
    cft_out_bytes(&s->out, json.data, json.length);
    cft_out_text(&s->out, "}\n");
    return CHATFMT_OK;
}

static chatfmt_status parse_row(chatfmt_service *s, chatfmt_value row, chatfmt_error *error)
{
    chatfmt_reply *reply;
    cft_slice stops[PARSE_STOPS];
    if (cft_service_true(row, "actions")) return parse_actions(s, row, error);
    if (cft_answer_is_described(row)) return cft_answer_described(s, row, error);
    cft_cached *reader = cft_cache_reader(&s->readers, cft_service_text(row, "reader"),
                                          cft_service_text(row, "model"), error);
    if (!reader) return error->status;
    if (chatfmt_value_count(cft_service_member(row, "conversation")))
        return parse_round_trip(s, reader, row, error);
    CFT_TRY(parse_open(reader->reader, row, stops, &reply, error));
    chatfmt_status status = parse_reply(s, reply, row, error);
    chatfmt_reply_free(reply);
    return status;
}

void cft_answer_parse(chatfmt_service *s, cft_slice line)
{
    chatfmt_error error = {.status = CHATFMT_OK};
    chatfmt_value row;
    chatfmt_status status =
        chatfmt_value_read_json(s->values, line.data, line.length, &row, &error);
    cft_out_id(s, status ? (chatfmt_value){{0, 0}} : cft_service_member(row, "id"));
    cft_out_text(&s->out, ", ");
    if (status || parse_row(s, row, &error)) parse_error(&s->out, &error);
}
