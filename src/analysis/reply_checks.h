/* analysis/reply_checks.h - messages through a template and back through its reader. */
#ifndef CFT_REPLY_CHECKS_H
#define CFT_REPLY_CHECKS_H

#include "chat/reader.h"

enum { CFT_REPLY_CHECKS_MOST = 32, CFT_REPLY_CHECK_TEXT = 512 };

typedef struct cft_reply_check {
    const char *name; /* of the message; static */
    chatfmt_round_trip_outcome outcome;
    char text[CFT_REPLY_CHECK_TEXT]; /* what differs, and the reply */
} cft_reply_check;

typedef struct cft_reply_checks {
    chatfmt_reader *reader; /* NULL: none can be known, and `refused` says why */
    chatfmt_error refused;
    cft_reply_check checks[CFT_REPLY_CHECKS_MOST];
    size_t count;
} cft_reply_checks;

/* Choose the reader of a model and its template `name` (empty: its own choice). NO_MEMORY; that
 * there is no reader is no failure. Close it all the same. */
chatfmt_status cft_reply_checks_open(cft_reply_checks *r, const chatfmt_model *model,
                                     cft_slice name, const chatfmt_limits *limits,
                                     const chatfmt_allocator *memory);
/* Send the messages there and back. */
chatfmt_status cft_reply_checks_run(cft_reply_checks *r, const chatfmt_model *model,
                                    cft_slice name, const chatfmt_limits *limits,
                                    const chatfmt_allocator *memory, chatfmt_error *error);
void cft_reply_checks_close(cft_reply_checks *r);

#endif
