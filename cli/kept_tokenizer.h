/* cli/kept_tokenizer.h - the tokenizer that requests of a batch name by its path: the last one is kept. */
#ifndef CLI_KEPT_TOKENIZER_H
#define CLI_KEPT_TOKENIZER_H

#include "chatfmt/tokenizer.h"

/* Zeroed: none. */
typedef struct kept_tokenizer {
    char *path;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} kept_tokenizer;

/* An encoder of the tokenizer at `path`, borrowed until the next call; NULL with the error. `limits` may
 * be NULL. */
chatfmt_encoder *kept_tokenizer_encoder(kept_tokenizer *kept, chatfmt_slice path,
                                        const chatfmt_limits *limits, chatfmt_error *error);

void kept_tokenizer_drop(kept_tokenizer *kept);

#endif
