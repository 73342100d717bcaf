/* tokenizers/source.h - a vocabulary that is not a tokenizer.json, as what all readers of such
 * have in common: pieces in the order of their ids, how they merge, and the other parts of a
 * tokenizer as the JSON that a tokenizer.json would have for them.
 */
#ifndef CFT_SOURCE_H
#define CFT_SOURCE_H

#include "tokenizers/tokenizer.h"

/* Numbers as SentencePiece and GGUF have them. */
typedef enum cft_piece_kind {
    CFT_PIECE_UNDEFINED,
    CFT_PIECE_NORMAL,
    CFT_PIECE_UNKNOWN,
    CFT_PIECE_CONTROL,
    CFT_PIECE_USER,
    CFT_PIECE_UNUSED,
    CFT_PIECE_BYTE
} cft_piece_kind;

typedef struct cft_piece {
    cft_slice text;
    float score;
    uint8_t kind;        /* cft_piece_kind */
    bool lstrip, rstrip; /* of those that are matched before anything else */
} cft_piece;

typedef enum cft_merging {
    CFT_MERGING_LIST,  /* by the list of merges, "left right"; of equal ones the first counts */
    CFT_MERGING_SCORE, /* any two whose join is a piece, the highest score first */
    CFT_MERGING_ID     /* the same, the lowest id first */
} cft_merging;

typedef struct cft_source {
    const char *name;  /* for messages: "tokenizer.ggml" */
    cft_slice parts;   /* JSON: a tokenizer.json without vocabulary, merges and added tokens */
    cft_piece *pieces; /* by id */
    size_t count;
    cft_merging merging;
    const cft_slice *merges;
    size_t merge_count;
    uint32_t unk;     /* CFT_NO_TOKEN: none */
    unsigned joined;  /* set of kinds that merging may make, 1 << kind: 0 = all */
    unsigned matched; /* set of kinds that are matched before anything else    */
    unsigned normalized; /* set of kinds that are matched in normalised text */
    unsigned silent;     /* Unigram: set of kinds that never come out                 */
    unsigned kept;       /* set of kinds that the model alone makes of text          */
    const double *scores; /* Unigram: by id; copied                                   */
    double unk_score;    /* see cft_bpe */
    bool single;         /* see cft_bpe */
    bool whole_lines; /* see cft_bpe */
    bool ascii_strip; /* lstrip and rstrip take ASCII white space only, and use it up */
} cft_source;

/*
 * Make the tokenizer of a source, of which nothing is needed afterwards. `t` was begun, and its
 * budget. INPUT for pieces that are no UTF-8 or there twice, UNSUPPORTED for what would not be
 * exact.
 */
chatfmt_status cft_source_load(cft_tokenizer *t, const cft_source *source,
                               chatfmt_error *error);

/* Append a text as JSON, in quotes. */
chatfmt_status cft_source_quote(cft_buffer *out, cft_slice text);
/* Append bytes as base64. */
chatfmt_status cft_source_base64(cft_buffer *out, cft_slice bytes);
/* Append plain text. */
chatfmt_status cft_source_text(cft_buffer *out, const char *text);

/* Whether the leftmost and longest match is also what comes out when longer tokens are looked
 * for in the whole text before shorter ones; else two that overlap so that it is not.
 * NO_MEMORY, LIMIT. */
chatfmt_status cft_added_overlap(const cft_added *added, cft_budget *budget,
                                 const cft_added_token *pair[2]);

#endif
