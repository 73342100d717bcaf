/* cli/parse_events.h - events of a reply and its message, written as JSON. */
#ifndef CLI_PARSE_EVENTS_H
#define CLI_PARSE_EVENTS_H

#include "writer.h"

#include "chatfmt/reply.h"

#include <stdbool.h>

/* The events that have come: a line each, or as members of a list. *first is false once one has
 * been written. */
void parse_write_events(writer *w, chatfmt_reply *reply, bool list, bool *first);
/* The message so far. False with the error. */
bool parse_message(writer *w, chatfmt_reply *reply, chatfmt_error *error);

#endif
