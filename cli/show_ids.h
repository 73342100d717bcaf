/* cli/show_ids.h - a prompt as token ids: `--output ids`. */
#ifndef CLI_SHOW_IDS_H
#define CLI_SHOW_IDS_H

#include "writer.h"

#include "chatfmt/tokenizer.h"

typedef struct ids_settings {
    const char *tokenizer;       /* tokenizer.json or its folder; NULL = none was named */
    chatfmt_token_policy policy; /* for what data may become */
    const chatfmt_limits *limits; /* NULL = the defaults */
    bool coloured;               /* the text in colours instead of the tokens' texts */
} ids_settings;

/* The policy of a name such as "control"; false when there is none of that name. */
bool ids_policy(const char *name, chatfmt_token_policy *out);

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
