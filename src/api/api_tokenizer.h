/* api/api_tokenizer.h - an encoder from inside. */
#ifndef CFT_API_TOKENIZER_H
#define CFT_API_TOKENIZER_H

#include "chatfmt/tokenizer.h"
#include "tokenizers/tokenizer.h"

/* The tokenizer that an encoder works with. */
const cft_tokenizer *cft_api_tokenizer_of(const chatfmt_encoder *encoder);
/* What encodes in it. */
cft_encoder *cft_api_encoder(chatfmt_encoder *encoder);

/* Itself. */
cft_encoder *cft_api_encoder_of(chatfmt_encoder *encoder);
/* A tokenizer that was just loaded, to add to. */
cft_tokenizer *cft_api_tokenizer_inner(chatfmt_tokenizer *tokenizer);

#endif
