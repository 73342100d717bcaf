/* cli/show.h - a prompt with its spans: as JSON, or coloured for the eye. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "writer.h"

#include "chatfmt/formats.h"
#include "chatfmt/models.h"
#include "chatfmt/tokenizer.h"

#include <stdint.h>
#include <stdio.h>

/* A prompt: coloured with `spans`; else the bytes, safe to look at on a terminal but for `raw`. */
void show_prompt(writer *w, chatfmt_slice text, const chatfmt_span *spans, size_t count, bool raw);

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

/* ---- Token ids: --output ids ---- */

typedef struct ids_settings {
    const char *tokenizer;       /* tokenizer.json or its folder; NULL = none was named */
    chatfmt_token_policy policy; /* for what data may become */
    const chatfmt_limits *limits; /* NULL = the defaults */
    bool coloured;               /* the text in colours instead of the tokens' texts */
} ids_settings;

/* A line of chatfmt_tokens_json(), of what `options` were given for. False with an error. */
bool show_tokens_json(writer *w, const chatfmt_tokenizer *tokenizer, chatfmt_slice text,
                      const chatfmt_tokens *tokens, const chatfmt_encode_options *options,
                      chatfmt_error *error);

/* Each token on its own ground, and their number. */
void show_tokens_coloured(writer *w, chatfmt_slice text, const chatfmt_token_place *places,
                          size_t count);

/* {"ids": […]}, with `texts` their texts and places too (or the text in colours), and "attempts"
 * when a policy is set and data has the text of a control token. `literals` is the template's
 * source, or empty. False with an error. */
bool show_ids_json(writer *w, const ids_settings *settings, bool texts, chatfmt_slice text,
                   const chatfmt_span *spans, size_t count, chatfmt_slice literals,
                   chatfmt_error *error);

#endif
