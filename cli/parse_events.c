/* cli/parse_events.c - what was read of a reply, as JSON. */
#include "parse_events.h"

#include <string.h>

static const char *const parse_kinds[] = {"frame",    "content", "reasoning", "call", "arguments",
                                          "call_end", "code",    "role",      "stop"};

static void parse_write_event(writer *w, const chatfmt_event *event)
{
    write_text(w, "{\"event\": \"");
    write_text(w, parse_kinds[event->kind]);
    write_text(w, "\"");
    if (event->kind >= CHATFMT_EVENT_CALL && event->kind <= CHATFMT_EVENT_CODE) {
        write_text(w, ", \"call\": ");
        write_number(w, event->call);
    }
    if (event->kind == CHATFMT_EVENT_CALL) {
        write_text(w, ", \"name\": ");
        write_json_string(w, event->text.data, event->text.length);
        write_text(w, ", \"id\": ");
        write_json_string(w, event->id.data, event->id.length);
    } else if (event->text.length) {
        write_text(w, ", \"text\": ");
        write_json_string(w, event->text.data, event->text.length);
    }
    if (event->reason) {
        write_text(w, event->flags & CHATFMT_EVENT_MALFORMED ? ", \"malformed\": "
                                                             : ", \"truncated\": ");
        write_json_string(w, event->reason, strlen(event->reason));
    }
    write_text(w, ", \"begin\": ");
    write_number(w, event->begin);
    write_text(w, ", \"end\": ");
    write_number(w, event->end);
    write_text(w, "}");
}

void parse_write_events(writer *w, chatfmt_reply *reply, bool list, bool *first)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_next(reply))) {
        if (list && !*first) write_text(w, ", ");
        parse_write_event(w, event);
        if (!list) write_text(w, "\n");
        *first = false;
    }
}

bool parse_message(writer *w, chatfmt_reply *reply, chatfmt_error *error)
{
    chatfmt_slice json;
    if (chatfmt_reply_message(reply, &json, error)) return false;
    write_bytes(w, json.data, json.length);
    return true;
}
