/* tokenizers/gguf_vocab.h - the vocabulary of a GGUF file, as llama.cpp reads it.
 *
 * The reference is llama_tokenize() and llama_detokenize(). What a file does not say, such as
 * regular expressions, llama.cpp knows by name: so do the tables in gguf_vocab.c.
 */
#ifndef CFT_GGUF_VOCAB_H
#define CFT_GGUF_VOCAB_H

#include "tokenizers/source.h"

/* A flag that the file may leave open. */
typedef enum cft_gguf_flag { CFT_GGUF_OPEN, CFT_GGUF_NO, CFT_GGUF_YES } cft_gguf_flag;

typedef struct cft_gguf_vocab {
    cft_slice model, pre;         /* tokenizer.ggml.model, tokenizer.ggml.pre */
    cft_slice name, architecture; /* general.name, general.architecture       */
    cft_piece *pieces;            /* texts, scores and types; changed by the loading */
    size_t count;
    const cft_slice *merges;
    size_t merge_count;
    bool has_merges;
    int64_t bos, eos, unk, sep; /* -1: the file does not say */
    unsigned fim; /* set of kinds of fill-in-the-middle tokens that the file names */
    cft_gguf_flag add_bos, add_eos, add_sep, add_space_prefix, remove_extra_whitespaces;
    cft_gguf_flag lowercase, strip_accents; /* normalizer.… */
    cft_slice charsmap; /* precompiled_charsmap, may be empty */
} cft_gguf_vocab;

/* Make the tokenizer of a vocabulary; `t` was begun, and its budget. UNSUPPORTED, with the
 * name, for models and pre-tokenizers that are not known. */
chatfmt_status cft_gguf_vocab_load(cft_tokenizer *t, cft_gguf_vocab *vocab,
                                   chatfmt_error *error);

/* gguf_rwkv.c: the texts of a vocabulary of RWKV in ByteLevel's characters. UNSUPPORTED where a
 * byte has no token, or a kind of the set `matched` has a text that is not plain ASCII. */
chatfmt_status cft_gguf_rwkv_texts(cft_tokenizer *t, cft_gguf_vocab *vocab, unsigned matched,
                                   chatfmt_error *error);

#endif
