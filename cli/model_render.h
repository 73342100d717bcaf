/* cli/model_render.h - `chatfmt render --model`: a model's own template and special tokens. */
#ifndef CLI_MODEL_RENDER_H
#define CLI_MODEL_RENDER_H

#include "opened_model.h"
#include "option_values.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

typedef struct model_settings {
    opened_model from;
    chatfmt_request *request;     /* flags, mask; taken over by the render */
    bool spans, json, coloured, forced /* --color always */, raw, wants_ids, wants_tokens, strict;
    const option_sets *sets;      /* variables that options give */
    const char *tokenizer;        /* instead of the model's; NULL */
} model_settings;

/* Render a conversation and print it. `context` is what the file held, `values` what it lives
 * in. */
bool model_render(model_settings *settings, const chatfmt_limits *limits,
                  chatfmt_values *values, chatfmt_value context);

#endif
