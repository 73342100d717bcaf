/* service/service_parse.c - requests to read replies. */
#include "service/service.h"

#include "base/report.h"
#include "chatfmt/reading.h"

enum { PARSE_STOPS = 32 };

/* ---- Texts, chunks and ids ---- */

/* A request that is answered. */
typedef struct parse_work {
    chatfmt_service *service;
    chatfmt_value row;
    chatfmt_reading *reading;
    const char *list, *result; /* names of members; NULL: no events are wanted */
} parse_work;

/* The events at hand, as items of a list. */
static void parse_events(parse_work *w, bool *first)
{
    const chatfmt_reading_event *event;
    cft_json_out *out = &w->service->out;
    while (w->list && (event = chatfmt_reading_next(w->reading))) {
        if (!*first) cft_out_text(out, ", ");
        cft_out_bytes(out, event->json.data, event->json.length);
        *first = false;
    }
}

static chatfmt_status parse_feed_texts(parse_work *w, bool *first, chatfmt_error *error)
{
    chatfmt_value chunks = cft_service_member(w->row, "chunks");
    size_t count = chatfmt_value_count(chunks);
    cft_slice text = cft_service_text(w->row, "text");
    for (size_t i = 0; i < (count ? count : 1); i++) {
        if (count) text = chatfmt_value_as_text(chatfmt_value_at(chunks, i));
        chatfmt_status status = chatfmt_reading_feed(w->reading, text.data, text.length, error);
        parse_events(w, first);
        CFT_TRY(status);
    }
    return CHATFMT_OK;
}

static chatfmt_status parse_feed_ids(parse_work *w, chatfmt_value ids, bool *first,
                                     chatfmt_error *error)
{
    cft_slice file = cft_service_text(w->row, "tokenizer");
    if (!file.length)
        return cft_fail(error, CHATFMT_INPUT, "\"ids\" need a \"tokenizer\": the path of its file");
    chatfmt_encoder *encoder = cft_cache_tokenizer(&w->service->tokenizers, file, error);
    if (!encoder) return error->status;
    for (size_t i = 0; i < chatfmt_value_count(ids); i++) {
        uint32_t one = (uint32_t)chatfmt_value_as_int(chatfmt_value_at(ids, i));
        chatfmt_status status = chatfmt_reading_feed_ids(w->reading, encoder, &one, 1, error);
        parse_events(w, first);
        CFT_TRY(status);
    }
    return CHATFMT_OK;
}

static chatfmt_status parse_feed(parse_work *w, chatfmt_error *error)
{
    bool first = true;
    chatfmt_value ids = cft_service_member(w->row, "ids");
    parse_events(w, &first); /* that a reader has of the prompt */
    CFT_TRY(chatfmt_value_count(ids) ? parse_feed_ids(w, ids, &first, error)
                                     : parse_feed_texts(w, &first, error));
    chatfmt_status status = chatfmt_reading_finish(w->reading, error);
    parse_events(w, &first);
    return status;
}

/* Of a description, also the events that the prompt has. */
static chatfmt_status parse_all(parse_work *w, bool described, chatfmt_error *error)
{
    cft_json_out *out = &w->service->out;
    cft_slice json;
    bool first = true;
    if (w->list && described) {
        cft_out_text(out, "\"initial_events\": [");
        parse_events(w, &first);
        cft_out_text(out, "], ");
    }
    if (w->list) cft_out_name(out, w->list);
    if (w->list) cft_out_text(out, "[");
    chatfmt_status status = parse_feed(w, error);
    if (w->list) cft_out_text(out, "], ");
    CFT_TRY(status);
    cft_out_name(out, w->result);
    CFT_TRY(chatfmt_reading_message(w->reading, &json, error));
    cft_out_bytes(out, json.data, json.length);
    cft_out_text(out, "}\n");
    return CHATFMT_OK;
}

static chatfmt_status parse_read(parse_work *w, const chatfmt_reading_options *options,
                                 chatfmt_error *error)
{
    CFT_TRY(chatfmt_reading_new(options, &w->reading, error));
    chatfmt_status status = parse_all(w, options->description != NULL, error);
    chatfmt_reading_free(w->reading);
    return status;
}

/* ---- Descriptions ---- */

static bool parse_has(chatfmt_value row, const char *name)
{
    return cft_service_given(cft_service_member(row, name));
}

static chatfmt_status parse_describe(chatfmt_service *s, chatfmt_value row,
                                     chatfmt_response_template **out, chatfmt_error *error)
{
    bool schema = !parse_has(row, "response_template");
    cft_slice json;
    *out = NULL;
    if (schema && !parse_has(row, "response_schema")) return CHATFMT_OK;
    CFT_TRY(chatfmt_value_write_json(
        s->values, cft_service_member(row, schema ? "response_schema" : "response_template"), &json,
        error));
    return chatfmt_response_template_new(
        json.data, json.length, schema ? CHATFMT_RESPONSE_SCHEMA : CHATFMT_RESPONSE_TEMPLATE,
        NULL, NULL, out, error);
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
    CFT_TRY(chatfmt_applier_round_trip(s->chat, reader->model, reader->reader,
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
    bool one = cft_service_given(parallel) && !chatfmt_value_truth(parallel);
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
static void parse_options(chatfmt_value row, cft_slice stops[PARSE_STOPS],
                          chatfmt_reply_options *options)
{
    options->tools = cft_service_member(row, "tools");
    options->prompt = cft_service_text(row, "prompt");
    options->flags = parse_flags(row);
    options->begun = cft_service_text(row, "begun");
    options->calls_before =
        (uint32_t)chatfmt_value_as_int(cft_service_member(row, "calls_before"));
    options->stops = stops;
    options->stop_count = parse_stops(row, stops);
}

/* By a description, or by a reader. */
static chatfmt_status parse_message(parse_work *w, chatfmt_reading_options *reading,
                                    chatfmt_error *error)
{
    chatfmt_service *s = w->service;
    chatfmt_response_template *description;
    CFT_TRY(parse_describe(s, w->row, &description, error));
    reading->description = description;
    if (description) {
        chatfmt_status status = parse_read(w, reading, error);
        chatfmt_response_template_free(description);
        return status;
    }
    if (!cft_service_text(w->row, "reader").length && !cft_service_text(w->row, "model").length)
        return cft_fail(error, CHATFMT_INPUT,
                        "name a \"reader\" or a \"model\": it says how replies are written");
    cft_cached *reader = cft_cache_reader(&s->readers, cft_service_text(w->row, "reader"),
                                          cft_service_text(w->row, "model"), error);
    if (!reader) return error->status;
    if (chatfmt_value_count(cft_service_member(w->row, "conversation")))
        return parse_round_trip(s, reader, w->row, error);
    reading->reader = reader->reader;
    return parse_read(w, reading, error);
}

/* What a request may hold; what takes any is read by those that it is for. */
static const cft_member parse_members[] = {
    {"text", CFT_TAKES_TEXT, 0},
    {"chunks", CFT_TAKES_TEXTS, 0},
    {"ids", CFT_TAKES_IDS, 0},
    {"tokenizer", CFT_TAKES_TEXT, 0},
    {"reader", CFT_TAKES_TEXT, 0},
    {"model", CFT_TAKES_TEXT, 0},
    {"prompt", CFT_TAKES_TEXT, 0},
    {"begun", CFT_TAKES_TEXT, 0},
    {"stop", CFT_TAKES_TEXT_OR_TEXTS, PARSE_STOPS},
    {"calls_before", CFT_TAKES_NUMBER, 0},
    {"parallel_tool_calls", CFT_TAKES_SWITCH, 0},
    {"reasoning_open", CFT_TAKES_SWITCH, 0},
    {"control_tokens", CFT_TAKES_SWITCH, 0},
    {"unknown_calls", CFT_TAKES_SWITCH, 0},
    {"reasoning_in_content", CFT_TAKES_SWITCH, 0},
    {"close_arguments", CFT_TAKES_SWITCH, 0},
    {"events", CFT_TAKES_SWITCH, 0},
    {"actions", CFT_TAKES_SWITCH, 0},
    {"states", CFT_TAKES_SWITCH, 0},
    {"conversation", CFT_TAKES_LIST, 0},
    {"variables", CFT_TAKES_OBJECT, 0},
    {"tools", CFT_TAKES_ANY, 0},
    {"response_template", CFT_TAKES_ANY, 0},
    {"response_schema", CFT_TAKES_ANY, 0},
    {"id", CFT_TAKES_ANY, 0},
};

/* What reads the reply. */
enum {
    PARSE_BY_READER = 1,
    PARSE_BY_TEMPLATE = 2,
    PARSE_BY_SCHEMA = 4,
    PARSE_BY_ACTIONS = 8,
    PARSE_BACK = 16, /* a reader reads what a model wrote of a conversation */
    PARSE_REPLIES = PARSE_BY_READER | PARSE_BY_TEMPLATE | PARSE_BY_SCHEMA,
    PARSE_READERS = PARSE_BY_READER | PARSE_BACK
};

/* The members that say it, the first that is given; a reader needs none of them. */
static const struct parse_way {
    const char *name;
    unsigned way;
} parse_ways[] = {{"actions", PARSE_BY_ACTIONS},
                  {"response_template", PARSE_BY_TEMPLATE},
                  {"response_schema", PARSE_BY_SCHEMA},
                  {"conversation", PARSE_BACK},
                  {"reader", PARSE_BY_READER}};

/* The ways that use a member. */
static const struct parse_use {
    const char *name;
    unsigned ways;
} parse_uses[] = {
    {"text", PARSE_REPLIES | PARSE_BY_ACTIONS},
    {"chunks", PARSE_REPLIES | PARSE_BY_ACTIONS},
    {"ids", PARSE_REPLIES | PARSE_BY_ACTIONS},
    {"tokenizer", PARSE_REPLIES | PARSE_BY_ACTIONS},
    {"events", PARSE_REPLIES},
    {"states", PARSE_BY_ACTIONS},
    {"reader", PARSE_READERS},
    {"model", PARSE_READERS},
    {"response_template", PARSE_BY_TEMPLATE},
    {"response_schema", PARSE_BY_SCHEMA},
    {"conversation", PARSE_BACK},
    {"variables", PARSE_BACK},
    {"tools", PARSE_READERS | PARSE_BY_TEMPLATE},
    {"prompt", PARSE_BY_READER | PARSE_BY_TEMPLATE},
    {"begun", PARSE_BY_READER},
    {"stop", PARSE_BY_READER},
    {"calls_before", PARSE_BY_READER},
    {"parallel_tool_calls", PARSE_BY_READER},
    {"reasoning_open", PARSE_BY_READER},
    {"control_tokens", PARSE_BY_READER},
    {"unknown_calls", PARSE_BY_READER},
    {"reasoning_in_content", PARSE_BY_READER},
    {"close_arguments", PARSE_BY_READER},
};

/* Members that do nothing beside another, or without it. */
static const struct parse_pair {
    const char *name, *other;
    bool beside;
} parse_pairs[] = {
    {"text", "ids", true},
    {"chunks", "ids", true},
    {"text", "chunks", true},
    {"tokenizer", "ids", false},
    {"control_tokens", "ids", false},
};

/* Names that arguments elsewhere have, and what they are called here. */
static const char *const parse_other_names[][2] = {
    {"stops", "\"stop\""},
    {"one_call", "\"parallel_tool_calls\": false"},
};

/* Whether a member asks for something: false, null and what is empty do not, but for
 * parallel_tool_calls, which is true by itself. */
static bool parse_asks(chatfmt_value row, const char *name)
{
    bool usual = !strcmp(name, "parallel_tool_calls");
    return parse_has(row, name) && cft_service_true(row, name) != usual;
}

static const struct parse_way *parse_way_of(chatfmt_value row)
{
    const struct parse_way *way = parse_ways;
    if (cft_service_true(row, "actions")) return way;
    for (way++; way->way != PARSE_BY_READER; way++)
        if (way->way == PARSE_BACK ? parse_asks(row, way->name) : parse_has(row, way->name)) break;
    return way;
}

/* The member without which one has no use where a reader reads. */
static const char *parse_needed(unsigned ways)
{
    const struct parse_way *way = parse_ways;
    while (!(way->way & ways)) way++;
    return way->name;
}

static bool parse_is_chosen(cft_slice reader)
{
    return cft_slice_equal(reader, CFT_LIT("auto")) || cft_slice_equal(reader, CFT_LIT("learned"));
}

/* A reader that has a name looks at no model; but a model writes what is read back. */
static bool parse_names_both(chatfmt_value row)
{
    cft_slice reader = cft_service_text(row, "reader");
    return reader.length && !parse_is_chosen(reader) && cft_service_text(row, "model").length;
}

/* Every member has its kind, and there is no other one. */
static chatfmt_status parse_check_members(chatfmt_value row, chatfmt_error *error)
{
    for (size_t i = 0; i < sizeof parse_other_names / sizeof *parse_other_names; i++)
        if (parse_asks(row, parse_other_names[i][0]))
            return cft_fail(error, CHATFMT_INPUT, "%s is not a member of such a request: write %s",
                            parse_other_names[i][0], parse_other_names[i][1]);
    return cft_members_check_all(row, "", parse_members,
                                 sizeof parse_members / sizeof *parse_members,
                                 (chatfmt_value){{0, 0}}, error);
}

/* No member is ignored. */
static chatfmt_status parse_check_uses(chatfmt_value row, chatfmt_error *error)
{
    const struct parse_way *way = parse_way_of(row);
    bool read = way->way == PARSE_BY_READER;
    for (size_t i = 0; i < sizeof parse_uses / sizeof *parse_uses; i++)
        if (!(parse_uses[i].ways & way->way) && parse_asks(row, parse_uses[i].name))
            return cft_member_useless("", parse_uses[i].name,
                                      read ? parse_needed(parse_uses[i].ways) : way->name, !read,
                                      error);
    for (size_t i = 0; i < sizeof parse_pairs / sizeof *parse_pairs; i++) {
        const struct parse_pair *pair = &parse_pairs[i];
        bool there = pair->beside ? parse_asks(row, pair->other) : parse_has(row, pair->other);
        if (there == pair->beside && parse_asks(row, pair->name))
            return cft_member_useless("", pair->name, pair->other, pair->beside, error);
    }
    if (!read || !parse_names_both(row)) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_INPUT,
                    "model is not used with a \"reader\" that has a name: leave one of them out, "
                    "or give the reader \"auto\" or \"learned\"");
}

/* What looks at a template needs one. */
static chatfmt_status parse_check_model(chatfmt_value row, chatfmt_error *error)
{
    cft_slice reader = cft_service_text(row, "reader");
    bool chosen = parse_is_chosen(reader), back = parse_asks(row, "conversation");
    if (cft_service_text(row, "model").length || (!chosen && !back)) return CHATFMT_OK;
    if (back)
        return cft_fail(error, CHATFMT_INPUT,
                        "conversation needs a \"model\", whose template writes it");
    return cft_fail(error, CHATFMT_INPUT,
                    "the reader %.*s needs a \"model\", whose template it looks at",
                    cft_shown(reader), reader.data);
}

static chatfmt_status parse_check(chatfmt_value row, chatfmt_error *error)
{
    static const char *const sources[] = {"text", "chunks", "ids"};
    if (!cft_service_is(row, CHATFMT_VALUE_OBJECT))
        return cft_fail(error, CHATFMT_INPUT, "the line is not a JSON object");
    CFT_TRY(parse_check_members(row, error));
    CFT_TRY(parse_check_uses(row, error));
    CFT_TRY(parse_check_model(row, error));
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (parse_has(row, sources[i])) return CHATFMT_OK;
    if (parse_asks(row, "conversation")) return CHATFMT_OK;
    if (parse_has(row, "conversation"))
        return cft_fail(error, CHATFMT_INPUT,
                        "conversation is empty: its last message is what is read back");
    return cft_fail(error, CHATFMT_INPUT,
                    "there is no reply: give \"text\", \"chunks\" or \"ids\"");
}

static chatfmt_status parse_row(chatfmt_service *s, chatfmt_value row, chatfmt_error *error)
{
    cft_slice stops[PARSE_STOPS];
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reading_options reading = CHATFMT_READING_OPTIONS_INIT;
    bool actions = cft_service_true(row, "actions");
    parse_work w = {.service = s, .row = row, .list = actions ? "states" : "events",
                    .result = actions ? "result" : "message"};
    CFT_TRY(parse_check(row, error));
    if (!cft_service_true(row, w.list)) w.list = NULL;
    if (actions) return parse_read(&w, &reading, error);
    parse_options(row, stops, &options);
    reading.reply = &options;
    return parse_message(&w, &reading, error);
}

/* The path of an error, with the list's name in the request: ITEM[N] in place of LIST[N]. A text
 * in place of a list of one has no number. */
static void parse_name_path(chatfmt_value row, chatfmt_error *error)
{
    static const char *const lists[][2] = {{"stops[", "stop"}, {"messages[", "conversation"}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        size_t number;
        const char *rest = cft_path_item(error->path, lists[i][0], &number);
        if (!rest) continue;
        chatfmt_error path;
        bool one = cft_service_is(cft_service_member(row, lists[i][1]), CHATFMT_VALUE_STRING);
        if (one) (void)cft_fail(&path, CHATFMT_INPUT, "%s", lists[i][1]);
        else (void)cft_fail(&path, CHATFMT_INPUT, "%s[%zu%s", lists[i][1], number, rest - 1);
        cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
        return;
    }
}

chatfmt_status cft_answer_parse(chatfmt_service *s, cft_slice line)
{
    chatfmt_error error = {.status = CHATFMT_OK};
    chatfmt_value row = {{0, 0}};
    chatfmt_status status = cft_service_read(s, line, &row, &error);
    bool is_read = !status;
    cft_out_id(s, is_read ? cft_service_member(row, "id") : (chatfmt_value){{0, 0}});
    cft_out_text(&s->out, ", ");
    if (is_read) status = parse_row(s, row, &error);
    if (is_read) error.line = 0; /* that of a template or a description */
    if (!status) return status;
    parse_name_path(row, &error);
    cft_out_error(&s->out, &error);
    cft_out_text(&s->out, "}\n");
    return status;
}
