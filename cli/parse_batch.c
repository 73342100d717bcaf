/* cli/parse_batch.c - many replies from one stream of requests: a JSON object a line in and out. */
#define _POSIX_C_SOURCE 200809L
#include "parse_batch.h"
#include "command.h"
#include "parse_events.h"
#include "parse_reader.h"
#include "parse_response.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static chatfmt_value parse_member(chatfmt_value object, const char *key)
{
    return chatfmt_value_find(object, key, strlen(key));
}

static void parse_batch_error(writer *w, const chatfmt_error *error)
{
    write_text(w, "\"error\": {\"kind\": ");
    write_json_string(w, chatfmt_status_kind(error->status),
                      strlen(chatfmt_status_kind(error->status)));
    write_text(w, ", \"message\": ");
    write_json_string(w, error->text, strlen(error->text));
    write_text(w, "}}\n");
}

static bool parse_batch_feed(writer *w, chatfmt_reply *reply, chatfmt_value row, bool events,
                             chatfmt_error *error)
{
    chatfmt_value chunks = parse_member(row, "chunks");
    chatfmt_slice text = chatfmt_value_as_text(parse_member(row, "text"));
    bool first = true;
    const chatfmt_event *event;
    for (size_t i = 0; i <= chatfmt_value_count(chunks); i++) {
        if (i < chatfmt_value_count(chunks)) text = chatfmt_value_as_text(chatfmt_value_at(chunks, i));
        else if (i) break;
        if (chatfmt_reply_feed(reply, text.data, text.length, error)) return false;
        if (events) parse_write_events(w, reply, true, &first);
    }
    if (chatfmt_reply_finish(reply, error)) return false;
    if (events) parse_write_events(w, reply, true, &first);
    else while ((event = chatfmt_reply_next(reply))) continue;
    return true;
}

/* The same for a reply in ids, `step` of them at a time. */
static bool parse_batch_ids(writer *w, reader_cache *cache, chatfmt_reply *reply, chatfmt_value row,
                            bool events, chatfmt_error *error)
{
    chatfmt_value ids = parse_member(row, "ids");
    chatfmt_slice path = chatfmt_value_as_text(parse_member(row, "tokenizer"));
    chatfmt_encoder *encoder = reader_cache_encoder(cache, path, error);
    bool first = true;
    const chatfmt_event *event;
    if (!encoder) return false;
    for (size_t i = 0; i < chatfmt_value_count(ids); i++) {
        uint32_t one = (uint32_t)chatfmt_value_as_int(chatfmt_value_at(ids, i));
        if (chatfmt_reply_feed_ids(reply, encoder, &one, 1, error)) return false;
        if (events) parse_write_events(w, reply, true, &first);
    }
    if (chatfmt_reply_finish(reply, error)) return false;
    if (events) parse_write_events(w, reply, true, &first);
    else while ((event = chatfmt_reply_next(reply))) continue;
    return true;
}

/* InternLM2's actions of one line, and with "states" what was known after each chunk. */
static bool parse_batch_actions(writer *w, chatfmt_value row, chatfmt_error *error)
{
    chatfmt_value chunks = parse_member(row, "chunks");
    bool states = chatfmt_value_truth(parse_member(row, "states"));
    size_t count = chatfmt_value_count(chunks);
    chatfmt_actions *actions = NULL;
    chatfmt_slice json = {NULL, 0};
    if (chatfmt_actions_new(NULL, &actions, error)) return false;
    if (states) write_text(w, "\"states\": [");
    bool ok = true;
    for (size_t i = 0; ok && i < (count ? count : 1); i++) {
        chatfmt_slice text = chatfmt_value_as_text(count ? chatfmt_value_at(chunks, i)
                                                         : parse_member(row, "text"));
        if (text.length) ok = !chatfmt_actions_feed(actions, text.data, text.length, error);
        if (!ok || !states) continue;
        ok = !chatfmt_actions_state(actions, &json, error);
        if (i) write_text(w, ", ");
        write_bytes(w, json.data, json.length);
    }
    if (states) write_text(w, "], ");
    ok = ok && !chatfmt_actions_feed(actions, NULL, 0, error) &&
         !chatfmt_actions_result(actions, &json, error);
    if (ok) {
        write_text(w, "\"result\": ");
        write_bytes(w, json.data, json.length);
        write_text(w, "}\n");
    }
    chatfmt_actions_free(actions);
    return ok;
}

static void parse_write_slice(writer *w, const char *name, chatfmt_slice text)
{
    write_text(w, ", \"");
    write_text(w, name);
    write_text(w, "\": ");
    write_json_string(w, text.data, text.length);
}

/* The last message of a conversation there and back. */
static bool parse_batch_trip(writer *w, reader_cache *cache, const chatfmt_reader *reader,
                             const chatfmt_model *model, chatfmt_value row, chatfmt_error *error)
{
    static const char *const outcomes[] = {"equal", "not_shown", "lossy", "different"};
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_chat *chat = reader_cache_chat(cache, error);
    const chatfmt_round_trip *trip;
    if (!chat) return false;
    options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NOW;
    options.tools = parse_member(row, "tools");
    options.variables = parse_member(row, "variables");
    if (chatfmt_chat_round_trip(chat, model, reader, parse_member(row, "conversation"), &options,
                                &trip, error))
        return false;
    write_text(w, "\"reader\": ");
    chatfmt_slice name = chatfmt_reader_about(reader)->name;
    write_json_string(w, name.data, name.length);
    write_text(w, ", \"outcome\": \"");
    write_text(w, outcomes[trip->outcome]);
    write_text(w, "\"");
    parse_write_slice(w, "reply", trip->reply);
    write_text(w, ", \"message\": ");
    if (trip->message.length) write_bytes(w, trip->message.data, trip->message.length);
    else write_text(w, "null");
    parse_write_slice(w, "difference", trip->difference);
    parse_write_slice(w, "lost", trip->lost);
    write_text(w, "}\n");
    return true;
}

/* Members of a row that are flags of the reply. */
static uint32_t parse_batch_flags(chatfmt_value row)
{
    static const struct {
        const char *name;
        uint32_t flag;
    } members[] = {{"reasoning_open", CHATFMT_REPLY_REASONING_OPEN},
                   {"control_tokens", CHATFMT_REPLY_CONTROL_TOKENS},
                   {"unknown_calls", CHATFMT_REPLY_UNKNOWN_CALLS},
                   {"reasoning_in_content", CHATFMT_REPLY_REASONING_IN_CONTENT},
                   {"close_arguments", CHATFMT_REPLY_CLOSED_ARGUMENTS}};
    chatfmt_value parallel = parse_member(row, "parallel_tool_calls");
    bool one = chatfmt_value_kind_of(parallel) != CHATFMT_VALUE_ABSENT &&
               !chatfmt_value_truth(parallel);
    uint32_t flags = one ? CHATFMT_REPLY_ONE_CALL : 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (chatfmt_value_truth(parse_member(row, members[i].name))) flags |= members[i].flag;
    return flags;
}

/* "stop" is a text or a list of them, as in OpenAI's requests. */
static size_t parse_batch_stops(chatfmt_value row, chatfmt_slice *stops, size_t most)
{
    chatfmt_value stop = parse_member(row, "stop");
    size_t count = 0;
    if (chatfmt_value_kind_of(stop) == CHATFMT_VALUE_STRING) {
        stops[0] = chatfmt_value_as_text(stop);
        return 1;
    }
    for (; count < chatfmt_value_count(stop) && count < most; count++)
        stops[count] = chatfmt_value_as_text(chatfmt_value_at(stop, count));
    return count;
}

static void parse_batch_row(writer *w, chatfmt_values *values, reader_cache *cache,
                            chatfmt_value row)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    const chatfmt_model *model = NULL;
    chatfmt_slice id, stops[32];
    chatfmt_value id_value = parse_member(row, "id");
    chatfmt_reply *reply = NULL;
    chatfmt_error error;
    bool events = chatfmt_value_truth(parse_member(row, "events"));
    write_text(w, "{\"id\": ");
    if (chatfmt_value_kind_of(id_value) == CHATFMT_VALUE_ABSENT) id_value = chatfmt_value_none(values);
    if (!chatfmt_value_write_json(values, id_value, &id, NULL)) write_bytes(w, id.data, id.length);
    write_text(w, ", ");
    if (chatfmt_value_truth(parse_member(row, "actions"))) {
        if (!parse_batch_actions(w, row, &error)) parse_batch_error(w, &error);
        return;
    }
    if (parse_response_asked(row)) {
        if (!parse_response_row(w, values, row, &error)) parse_batch_error(w, &error);
        return;
    }
    options.tools = parse_member(row, "tools");
    options.prompt = chatfmt_value_as_text(parse_member(row, "prompt"));
    options.flags = parse_batch_flags(row);
    options.begun = chatfmt_value_as_text(parse_member(row, "begun"));
    options.calls_before = (uint32_t)chatfmt_value_as_int(parse_member(row, "calls_before"));
    options.stops = stops;
    options.stop_count = parse_batch_stops(row, stops, sizeof stops / sizeof *stops);
    const chatfmt_reader *reader =
        reader_cache_get(cache, chatfmt_value_as_text(parse_member(row, "reader")),
                         chatfmt_value_as_text(parse_member(row, "model")), &model, &error);
    if (reader && chatfmt_value_count(parse_member(row, "conversation"))) {
        if (!parse_batch_trip(w, cache, reader, model, row, &error)) parse_batch_error(w, &error);
        return;
    }
    if (!reader || chatfmt_reply_open(reader, &options, &reply, &error)) {
        parse_batch_error(w, &error);
        return;
    }
    if (events) write_text(w, "\"events\": [");
    bool ok = chatfmt_value_count(parse_member(row, "ids"))
                  ? parse_batch_ids(w, cache, reply, row, events, &error)
                  : parse_batch_feed(w, reply, row, events, &error);
    if (events) write_text(w, "], ");
    if (ok) {
        write_text(w, "\"message\": ");
        ok = parse_message(w, reply, &error);
    }
    if (ok) write_text(w, "}\n");
    else parse_batch_error(w, &error);
    chatfmt_reply_free(reply);
}

int parse_batch(void)
{
    chatfmt_values *values;
    chatfmt_error error;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    reader_cache cache = {0};
    writer w;
    if (chatfmt_values_new(NULL, NULL, &values, &error)) {
        show_error("batch", &error);
        return EXIT_FAILED;
    }
    writer_open(&w, STDOUT_FILENO);
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        chatfmt_value row;
        chatfmt_values_reset(values);
        if (chatfmt_value_read_json(values, line, (size_t)length, &row, &error)) {
            write_text(&w, "{\"id\": null, ");
            parse_batch_error(&w, &error);
        } else {
            parse_batch_row(&w, values, &cache, row);
        }
        if (w.length > 1 << 16 && !writer_flush(&w)) break;
    }
    free(line);
    reader_cache_close(&cache);
    chatfmt_values_free(values);
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}
