/* tokenizers/bpe.h - byte-pair encoding of one word, as the reference's BPE model does it.
 *
 * Two kinds of text come in. In byte space a word is raw bytes and the vocabulary was decoded
 * from the 256 printable characters of ByteLevel when it was loaded (only when all of them are
 * in it, so that nothing is ever unknown). In character space a word is UTF-8 and its code points
 * are the first symbols.
 */
#ifndef CFT_BPE_H
#define CFT_BPE_H

#include "base/budget.h"
#include "tokenizers/vocab.h"
#include "tokenizers/word_cache.h"

typedef struct cft_bpe {
    cft_vocab words;     /* what the model can be asked for: raw bytes in byte space */
    cft_merges merges;
    bool byte_space;
    bool byte_fallback, fuse_unk, ignore_merges;
    bool whole_lines;    /* words of line ends are looked up before they are merged      */
    uint32_t pseudo;     /* ids from here on are characters that are no tokens, which stay as they are until
                          * all is merged; 0: unknown characters are resolved before merging */
    bool always_heap;    /* odd vocabularies, where the order of the queue shows */
    bool can_cut;        /* `pairs` tells where words fall apart                */
    uint32_t unk;        /* CFT_NO_TOKEN: none                                   */
    bool unk_missing;    /* unk_token is set, but not in the vocabulary          */
    cft_slice prefix, suffix; /* continuing_subword_prefix, end_of_word_suffix   */
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

/* What one thread needs: the word cache and room for long words. */
typedef struct cft_bpe_work {
    chatfmt_allocator allocator;
    cft_budget *budget;  /* pays for long words; NULL: nothing does */
    cft_word_cache cache;
    uint32_t *links;     /* of the symbols of a long word */
    size_t link_capacity;
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

/* Append one piece. */
chatfmt_status cft_bpe_push(cft_bpe_work *work, uint32_t id, size_t length);

/* bpe_merge.c: append the tokens that a word's symbols merge to, whatever else the model has. */
chatfmt_status cft_bpe_merge(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length);
/* The same without a single merge: the word's first symbols. */
chatfmt_status cft_bpe_plain(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length);

/* True when no token has this byte in front of what stands for a space: a character. For models whose
 * words can be cut. */
bool cft_bpe_parts_before_space(const cft_bpe *bpe, unsigned char before, cft_slice space);

#endif
