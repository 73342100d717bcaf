/* cli/request_members.h - which members of a request have a meaning, by what the request is for. */
#ifndef CLI_REQUEST_MEMBERS_H
#define CLI_REQUEST_MEMBERS_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

/* What a line of `render --batch` names. */
typedef enum request_kind {
    REQUEST_TEMPLATE = 1,     /* chat_template */
    REQUEST_MODEL = 2,        /* model */
    REQUEST_FORMAT = 4,       /* format, or a program */
    REQUEST_CONVERSATION = 8, /* conversation */
    REQUEST_TRAINING = 16,    /* training, stopping, stop_word: all that they need is within */
} request_kind;

request_kind request_kind_of(chatfmt_value request);

/* False, with INPUT, when a member of the request, of its options or its context is known, but has
 * no meaning in a request of this kind, or when there is no such option. */
bool request_members_check(chatfmt_value request, chatfmt_error *error);

/* The same for the JSON of map --variables, of which the rows give some. */
bool request_variables_check(const char *json, chatfmt_error *error);

#endif
