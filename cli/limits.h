/* cli/limits.h - limits by name, and tokenizers within them. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "chatfmt/tokens.h"

#include <stdbool.h>

/* --limit NAME=NUMBER, with the limits as its target. False when there is none of that name, or
 * it cannot be so large. */
bool limits_option(void *limits, const char *value);
/* Whether no limit has the name in NAME=NUMBER; says so. */
bool limits_unknown(const char *value);

/* Zeroed: none. */
typedef struct opened_tokenizer {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} opened_tokenizer;

/* The tokenizer at `path`, else (NULL) that of the model, with an encoder. Close it, also where
 * it could not be opened, which is false with the error. `encoding` (of ranks, or NULL) and
 * `limits` are borrowed. */
bool tokenizer_open(opened_tokenizer *t, const char *path, const chatfmt_model *model,
                    const char *encoding, const chatfmt_limits *limits, uint32_t flags,
                    chatfmt_error *error);
void tokenizer_close(opened_tokenizer *t);

#endif
