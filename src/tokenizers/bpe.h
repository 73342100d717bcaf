/* tokenizers/bpe.h - from one word to tokens: byte-pair encoding, and the other models of the
 * reference.
 *
 * Two kinds of text come in. In byte space a word is raw bytes and the vocabulary was decoded
 * from the 256 printable characters of ByteLevel when it was loaded (only when all of them are
 * in it, so that nothing is ever unknown). In character space a word is UTF-8 and its code points
 * are the first symbols. Unigram, WordPiece and WordLevel know character space alone.
 */
#ifndef CFT_BPE_H
#define CFT_BPE_H

#include "base/budget.h"
#include "tokenizers/trie.h"
#include "tokenizers/vocab.h"
#include "tokenizers/word_cache.h"

typedef enum cft_word_model {
    CFT_MODEL_BPE,
    CFT_MODEL_UNIGRAM,    /* the pieces with the highest sum of scores  */
    CFT_MODEL_WORD_PIECE, /* the longest piece, from left to right       */
    CFT_MODEL_WORD_LEVEL  /* the word itself                             */
} cft_word_model;

typedef struct cft_bpe {
    cft_word_model kind;
    cft_vocab words;     /* what the model can be asked for: raw bytes in byte space */
    cft_merges merges;
    bool byte_space;
    bool byte_fallback, fuse_unk, ignore_merges;
    bool whole_lines;    /* words of line ends are looked up before they are merged      */
    uint32_t pseudo;     /* ids from here on are characters that are no tokens, kept until
                          * all is merged; 0: unknown characters are resolved before merging */
    bool always_heap;    /* odd vocabularies, where the order of the queue shows */
    bool can_cut;        /* `pairs` tells where words fall apart                */
    uint32_t unk;        /* CFT_NO_TOKEN: none                                   */
    bool unk_missing;    /* unk_token is set, but not in the vocabulary          */
    cft_slice prefix, suffix; /* continuing_subword_prefix, end_of_word_suffix   */
    cft_trie pieces;     /* Unigram, WordPiece: the texts that may come out, numbers are ids + 1 */
    const double *scores; /* Unigram: by id                                       */
    double unk_score;    /* Unigram: of a character that is no piece              */
    bool single;         /* Unigram: sums are rounded to single precision         */
    bool finds_unknown;  /* Unigram: unknown characters side by side may be a token */
    bool in_parts;       /* Unigram: words are texts, cut before U+2581          */
    double most_score;   /* Unigram: the largest there is, signs aside           */
    uint32_t most_characters; /* WordPiece: longer words are unknown             */
    double *own_scores;  /* the scores, when they are this model's to free       */
    size_t score_count;
    uint32_t bytes[256]; /* byte space: of each byte; else of <0xXX>             */
    uint32_t ascii[128]; /* character space: ids of ASCII characters             */
    /* Bit (a << 8 | b): some token has byte a before byte b. */
    uint64_t pairs[1024];
    /* For the boundary before U+2581, which stands for the space: by the byte before it. */
    bool before_meta[256];
} cft_bpe;

/* The tokens of words, and how many bytes of the words each takes. */
typedef struct cft_pieces {
    uint32_t *ids, *lengths;
    size_t count, capacity;
} cft_pieces;

/* A merge that waits: rank << 32 | position, so that order is that of numbers. */
typedef uint64_t cft_bpe_entry;

/* The best way to a place in a word. */
typedef struct cft_lattice_node {
    double score, second; /* of the best way that is another one: below -1e299 where none is */
    uint32_t begin, id; /* of its last piece; `begin` is the place itself where none ends */
    uint32_t next;      /* the end of the piece that begins here, on the best way          */
} cft_lattice_node;

/* What one thread needs: the word cache and room for long words. */
typedef struct cft_bpe_work {
    chatfmt_allocator allocator;
    cft_budget *budget;  /* pays for long words; NULL: nothing does */
    cft_word_cache cache;
    uint32_t *links;     /* of the symbols of a long word */
    size_t link_capacity;
    cft_lattice_node *lattice; /* Unigram */
    size_t lattice_capacity;
    cft_bpe_entry *heap;
    size_t heap_count, heap_capacity;
    cft_pieces pieces;   /* of the words at hand */
} cft_bpe_work;

/* `cache_bytes` 0 = the default; rounded down to a power of two of entries. */
chatfmt_status cft_bpe_work_init(cft_bpe_work *work, const chatfmt_allocator *allocator,
                                 size_t cache_bytes);
void cft_bpe_work_free(cft_bpe_work *work);
/* Give the room for long words back, and the pieces. */
void cft_bpe_work_release(cft_bpe_work *work);

/* Fill tables that follow from `words`, `merges` and the options. */
void cft_bpe_prepare(cft_bpe *bpe);

/*
 * Append the tokens of a word to work->pieces. `readable` bytes from `data` on may be read,
 * though only `length` belong to the word. INPUT when unk_token is needed and is in no
 * vocabulary. Cost: O(n log n) in the worst case.
 */
chatfmt_status cft_bpe_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                            size_t length, size_t readable);

/*
 * The same for `count` words side by side: the first from `begin` to ends[0], and so on; all of
 * `data` up to `readable` may be read. Faster than one by one.
 */
chatfmt_status cft_bpe_words(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t begin, size_t readable, const uint32_t *ends, size_t count);

/* Room for more pieces. */
chatfmt_status cft_bpe_more(cft_bpe_work *work, size_t extra);

static inline chatfmt_status cft_bpe_room(cft_bpe_work *work, size_t extra)
{
    if (CFT_LIKELY(extra <= work->pieces.capacity - work->pieces.count)) return CHATFMT_OK;
    return cft_bpe_more(work, extra);
}

/* Append what is remembered of a word, for which there is CFT_RECALL_ROOM. False: nothing is. */
bool cft_bpe_recall(cft_bpe_work *work, const char *data, size_t length, size_t readable);

/* Append one piece. */
chatfmt_status cft_bpe_push(cft_bpe_work *work, uint32_t id, size_t length);

/* bpe_merge.c: append the tokens that a word's symbols merge to, whatever else the model has. */
chatfmt_status cft_bpe_merge(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length);
/* The same without a single merge: the word's first symbols. */
chatfmt_status cft_bpe_plain(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length);

/* unigram.c, word_piece.c: the same of the other models; `plain` takes pieces of one character
 * alone. */
chatfmt_status cft_unigram_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                size_t length, bool plain);
chatfmt_status cft_word_piece_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, bool plain);
/* Set what follows from pieces and scores: whether texts are taken in parts. */
void cft_unigram_prepare(cft_bpe *bpe);
/* Words of `length` bytes cost this much besides, whether or not the cache has them. */
uint64_t cft_bpe_price(const cft_bpe *bpe, size_t length);
/* What one byte fallback made: of pieces from `begin` on, with the text that they stand for, how
 * many are bytes of one run of unknown characters. */
size_t cft_unigram_bytes(const cft_bpe *bpe, const cft_pieces *pieces, size_t begin,
                         const char *data);
/* Make `pieces` of texts and set what follows; `unused` tells ids that never come out, or is
 * NULL. */
chatfmt_status cft_bpe_make_pieces(cft_bpe *bpe, const chatfmt_allocator *allocator,
                                   const uint8_t *unused);

/* True when no token has this byte in front of what stands for a space: a character. For models
 * whose words can be cut. */
bool cft_bpe_parts_before_space(const cft_bpe *bpe, unsigned char before, cft_slice space);

#endif
