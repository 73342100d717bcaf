/* cli/show.h - a prompt with its spans: as JSON, or coloured for the eye. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "writer.h"

#include "chatfmt/formats.h"
#include "chatfmt/models.h"

/* "spans": [ … ], as in `--output spans`. False when the spans cannot be had. */
bool show_spans_json(writer *w, chatfmt_renderer *renderer, chatfmt_error *error);

void show_span_list_coloured(writer *w, const chatfmt_span *spans, size_t count,
                             chatfmt_slice text);

/* The text coloured by origin and safe for a terminal. */
bool show_coloured(writer *w, chatfmt_renderer *renderer, chatfmt_slice text,
                   chatfmt_error *error);
/* One line on stderr that says what each colour is. */
void show_legend(void);

/* `, "stops": […], "stop_ids": […]` of a format, the eos_token among the variables included where it
 * stops as well; "stops_at_eos": true where no eos token is given. */
void show_stops_json(writer *w, const chatfmt_format *format, chatfmt_value variables);
/* Whether the prompt has FastChat's placeholder for images, which are handed over beside it. */
bool show_has_placeholder(chatfmt_slice text);

/* An error for people: where, what, the source line with a caret. `name` is the file it is in. */
void show_error(const char *name, const chatfmt_error *error);
/* The last part of that: the source line and the caret; nothing where there is no place. */
void show_excerpt(writer *w, const chatfmt_error *error);

/* One line on stderr for each change. */
void show_changes(const chatfmt_applied *applied);

#endif
