/* tokenizers/gguf_words.h - the vocabulary of a GGUF file, read and loaded. */
#ifndef CFT_GGUF_WORDS_H
#define CFT_GGUF_WORDS_H

#include "tokenizers/gguf.h"
#include "tokenizers/tokenizer.h"

/* What a file says of its vocabulary: the bytes of its fields, one after the other. */
typedef struct cft_gguf_words {
    cft_arena arena;
    cft_gguf gguf;
    cft_buffer bytes;
    size_t *places; /* by field, where its bytes stand */
} cft_gguf_words;

/*
 * Read the metadata of a file and the bytes of its vocabulary; of weights nothing is read. To
 * be freed, also after a failure. UNSUPPORTED for a file without a vocabulary, INPUT for a
 * malformed one.
 */
chatfmt_status cft_gguf_words_read(cft_gguf_words *words, const chatfmt_allocator *allocator,
                                   const char *path, chatfmt_error *error);
/* The same of a file in memory. */
chatfmt_status cft_gguf_words_take(cft_gguf_words *words, const chatfmt_allocator *allocator,
                                   cft_slice data, chatfmt_error *error);
void cft_gguf_words_free(cft_gguf_words *words);

/* Make the tokenizer; `t` is cleared first and must be freed, also after a failure. */
chatfmt_status cft_gguf_tokenizer(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                  const chatfmt_limits *limits, const cft_gguf_words *words,
                                  chatfmt_error *error);

#endif
