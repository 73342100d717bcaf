/* tokenizers/load_ranks.h - vocabularies as ranks of bytes: tiktoken's files and Mistral's
 * tekken.json. */
#ifndef CFT_LOAD_RANKS_H
#define CFT_LOAD_RANKS_H

#include "tokenizers/source.h"

/*
 * Load a file of tiktoken ranks. It says neither how text is split nor which special tokens
 * there are. `parts` may say so, a JSON object with "encoding", the name of one that is known or
 * a regular expression, and "added", special tokens by their ids, as texts: {"151643": "<|x|>"}.
 * Without parts these are known for the files that the tiktoken package knows, by their SHA-256.
 * UNSUPPORTED for others.
 */
chatfmt_status cft_ranks_load(cft_tokenizer *t, const chatfmt_allocator *allocator,
                              const chatfmt_limits *limits, cft_slice bytes, cft_slice parts,
                              chatfmt_error *error);

/* What a file of ranks does not say. */
typedef struct cft_ranks_row {
    const char *name;   /* of the encoding */
    const char *sha256; /* NULL: known by name alone */
    const char *pattern;
    /* TEXT=ID, with a comma after each; without an ID they are numbered on from the ranks, and
     * BEFORE#FIRST-LAST#AFTER is a row of them */
    const char *special;
    size_t reserved; /* so many ids after the ranks are special: <|reserved_token_ID|> where
                        nothing else says so */
} cft_ranks_row;

/* The same of a file that `row` is about, whatever its SHA-256. INPUT, with the line, for what
 * is no token and its rank. */
chatfmt_status cft_ranks_read(cft_tokenizer *t, const chatfmt_allocator *allocator,
                              const chatfmt_limits *limits, cft_slice bytes,
                              const cft_ranks_row *row, chatfmt_error *error);

/* The members of a tekken.json; `t` was begun, and its budget. */
bool cft_tekken_is(cft_value file);
chatfmt_status cft_tekken_load(cft_tokenizer *t, cft_value file, chatfmt_error *error);

#endif
