/* tests/support/letters.h - a tokenizer whose tokens are "a" to "j", "ab" and <s>, which is special; a is 0. */
#ifndef TEST_LETTERS_H
#define TEST_LETTERS_H

#include "support/gives.h"

#include "chatfmt/tokens.h"

#define LETTERS                                                                                 \
    "{\"added_tokens\": [{\"id\": 11, \"content\": \"<s>\", \"single_word\": false, \"lstrip\": false, " \
    "\"rstrip\": false, \"normalized\": false, \"special\": true}], \"model\": {\"type\": \"BPE\", "   \
    "\"vocab\": {\"a\": 0, \"b\": 1, \"c\": 2, \"d\": 3, \"e\": 4, \"f\": 5, \"g\": 6, \"h\": 7, "      \
    "\"i\": 8, \"j\": 9, \"ab\": 10}, \"merges\": [\"a b\"]}}"

typedef struct letters {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} letters;

static inline letters letters_open(void)
{
    letters l;
    FINE(chatfmt_tokenizer_read(LETTERS, sizeof LETTERS - 1, NULL, &l.tokenizer, NULL));
    FINE(chatfmt_encoder_new(l.tokenizer, NULL, &l.encoder, NULL));
    return l;
}

static inline void letters_close(letters *l)
{
    chatfmt_encoder_free(l->encoder);
    chatfmt_tokenizer_free(l->tokenizer);
}

#endif
