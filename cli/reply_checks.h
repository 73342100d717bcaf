/* cli/reply_checks.h - messages through a template and back through its reader. */
#ifndef CLI_REPLY_CHECKS_H
#define CLI_REPLY_CHECKS_H

#include "chatfmt/reader.h"

#include <stdbool.h>

enum { REPLY_CHECKS_MOST = 32, REPLY_CHECK_TEXT = 512 };

typedef struct reply_check {
    const char *name; /* of the message; static */
    chatfmt_round_trip_outcome outcome;
    char text[REPLY_CHECK_TEXT]; /* what differs, and the reply */
} reply_check;

typedef struct reply_checks {
    chatfmt_reader *reader; /* NULL: none can be told, and `refused` says why */
    chatfmt_error refused;
    reply_check checks[REPLY_CHECKS_MOST];
    size_t count;
} reply_checks;

/* Choose the reader of a model and its template `name` (empty: its own choice). False without
 * memory; close it all the same. */
bool reply_checks_open(reply_checks *r, const chatfmt_model *model, chatfmt_slice name);
/* Send the messages there and back. */
bool reply_checks_run(reply_checks *r, const chatfmt_model *model, chatfmt_slice name);
void reply_checks_close(reply_checks *r);

#endif
