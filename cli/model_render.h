/* cli/model_render.h - `chatfmt render --model`: a model's own template and special tokens. */
#ifndef CLI_MODEL_RENDER_H
#define CLI_MODEL_RENDER_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

typedef struct model_settings {
    const char *path, *revision;  /* the format's name, with */
    const chatfmt_format *format; /* a format in the place of a model, or NULL */
    const char *program;          /* of the format; NULL: its own */
    const char *default_template; /* file */
    const char *chat_template;    /* a name, or the file of a template */
    uint32_t model_flags;
    chatfmt_request *request;     /* flags, mask; taken over by the render */
    bool spans, json, coloured, raw, wants_ids, wants_tokens, strict;
    const char *tokenizer;        /* instead of the model's; NULL */
    bool misused;                 /* set by the render: an option has no meaning for the model */
} model_settings;

/* Render a conversation and print it. `context` is what the file held, `values` what it lives
 * in. */
bool model_render(model_settings *settings, const chatfmt_limits *limits,
                  chatfmt_values *values, chatfmt_value context);

#endif
