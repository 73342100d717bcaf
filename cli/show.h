/* cli/show.h - a prompt with its spans: as JSON, or coloured for the eye. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "writer.h"

#include "chatfmt/formats.h"
#include "chatfmt/models.h"

#include <stdint.h>
#include <stdio.h>

/* The text coloured by origin and safe for a terminal. */
void show_span_list_coloured(writer *w, const chatfmt_span *spans, size_t count,
                             chatfmt_slice text);

/* One line on stderr that says what each colour is. */
void show_legend(void);

/* One line on stderr for what a prompt does not have, when there is something. `name` is the
 * format, template or model; `emptied`: null content was made an empty text. */
void show_unwritten(const char *name, chatfmt_value paths, bool emptied);
/* An error for people: where, what, the source line with a caret. `name` is the file it is in. */
void show_error(const char *name, const chatfmt_error *error);
/* The same, for a function that fails then: false. */
bool show_failed(const char *name, const chatfmt_error *error);

/* "1 row", "2 rows": a count and the noun that it counts, on `to`. */
void show_count(FILE *to, uint64_t count, const char *noun);

/* Each line of a text that the library made, on stderr after "chatfmt: " and `before`. Frees it. */
void show_lines(const char *before, char *text);

/* One line on stderr for each change. */
void show_changes(const chatfmt_applied *applied);

#endif
