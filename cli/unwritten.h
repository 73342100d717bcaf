/* cli/unwritten.h - what a prompt does not have of the conversation, reported as a warning, an error
 * (--strict) or a member of an answer.
 */
#ifndef CLI_UNWRITTEN_H
#define CLI_UNWRITTEN_H

#include "writer.h"

#include "chatfmt/chatfmt.h"

typedef struct unwritten {
    chatfmt_values *values;
    chatfmt_value variables; /* an object with the conversation */
    bool media;              /* parts that are no text count, too */
    chatfmt_value paths;     /* found */
} unwritten;

/* Look; false with an error when memory ends. */
bool unwritten_find(unwritten *u, const chatfmt_span *spans, size_t count, chatfmt_error *error);
/* What is an error: a prompt of nothing where something is found, and under `strict` whatever is
 * found. False then. */
bool unwritten_accept(const unwritten *u, chatfmt_slice text, bool strict, chatfmt_error *error);
/* `, "unwritten": [path, …]` when something is found. */
void unwritten_write(const unwritten *u, writer *out);
/* One line on stderr. `name` is the format, template or model. */
void unwritten_tell(const unwritten *u, const char *name);

#endif
