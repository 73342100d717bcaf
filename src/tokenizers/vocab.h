/* tokenizers/vocab.h - tokens by id and by text, and the merges of a BPE model.
 *
 * Immutable once loaded. Texts of tokens stand in one blob; both tables are open addressing with
 * power-of-two sizes at most half full, so a look-up ends.
 */
#ifndef CFT_VOCAB_H
#define CFT_VOCAB_H

#include "base/alloc.h"
#include "base/slice.h"
#include "base/try.h"

#define CFT_NO_TOKEN UINT32_MAX

typedef struct cft_vocab_slot {
    uint32_t offset, length; /* of the key in the blob */
    uint32_t id;             /* CFT_NO_TOKEN: free */
    uint32_t hash;
} cft_vocab_slot;

/* Texts to ids. */
typedef struct cft_vocab {
    chatfmt_allocator allocator;
    char *blob;
    size_t blob_length, blob_capacity;
    cft_vocab_slot *slots;
    uint32_t mask; /* slots - 1 */
    size_t count;
    uint32_t longest; /* bytes of the longest key */
} cft_vocab;

chatfmt_status cft_vocab_init(cft_vocab *vocab, const chatfmt_allocator *allocator,
                              size_t expected, size_t bytes);
void cft_vocab_free(cft_vocab *vocab);

/* Set the id of a text; `*old` (may be NULL) receives the id it had, or CFT_NO_TOKEN. No more
 * than `expected` different texts and `bytes` bytes may be put. */
void cft_vocab_put(cft_vocab *vocab, cft_slice text, uint32_t id, uint32_t *old);

uint32_t cft_text_hash(const char *data, size_t length);
uint32_t cft_vocab_find_hashed(const cft_vocab *vocab, const char *data, size_t length,
                               uint32_t hash);

/* The id of a text, or CFT_NO_TOKEN. */
static inline uint32_t cft_vocab_find(const cft_vocab *vocab, const char *data, size_t length)
{
    if (length > vocab->longest) return CFT_NO_TOKEN;
    return cft_vocab_find_hashed(vocab, data, length, cft_text_hash(data, length));
}

/* A merge: the pair of ids, its rank and what it becomes. */
typedef struct cft_merge {
    uint32_t left, right; /* left CFT_NO_TOKEN: free */
    uint32_t rank, id;
} cft_merge;

typedef struct cft_merges {
    chatfmt_allocator allocator;
    cft_merge *slots;
    uint32_t mask;
    size_t count;
} cft_merges;

chatfmt_status cft_merges_init(cft_merges *merges, const chatfmt_allocator *allocator,
                               size_t expected);
void cft_merges_free(cft_merges *merges);
/* Of equal pairs the last one wins, as in the reference. */
void cft_merges_put(cft_merges *merges, uint32_t left, uint32_t right, uint32_t rank,
                    uint32_t id);

static inline uint32_t cft_merge_hash(uint32_t left, uint32_t right)
{
    uint64_t x = ((uint64_t)left << 32 | right) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(x >> 32) ^ (uint32_t)(x >> 17);
}

/* The merge of two ids, or NULL. */
static inline const cft_merge *cft_merges_find(const cft_merges *merges, uint32_t left,
                                               uint32_t right)
{
    for (uint32_t at = cft_merge_hash(left, right) & merges->mask;; at = (at + 1) & merges->mask) {
        const cft_merge *slot = &merges->slots[at];
        if (slot->left == left && slot->right == right) return slot;
        if (slot->left == CFT_NO_TOKEN) return NULL;
    }
}

#endif
