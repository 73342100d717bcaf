/* tokenizers/vocab.h - tokens by id and by text, and the merges of a BPE model.
 *
 * Immutable once loaded, and made of flat arrays without addresses, so that a compiled file can be
 * used as it is. Such a file is not trusted: whatever a look-up reads as a place is
 * compared with the ends of its array, and every search is bounded, so that wrong tables give
 * wrong tokens at worst. Nor are the texts trusted: no choice of them makes a search long.
 */
#ifndef CFT_VOCAB_H
#define CFT_VOCAB_H

#include "base/buffer.h"
#include "tokenizers/text_tree.h"

#define CFT_NO_TOKEN UINT32_MAX
#define CFT_FREE_SLOT UINT64_MAX

/* Slots that a search looks at, and other texts with its hash that it meets there, at most; what
 * is not within them when it is put in goes to a tree. Of ordinary texts one in a thousand does. */
enum { CFT_PROBES = 64, CFT_PROBE_TEXTS = 8 };

/* Texts to ids. */
typedef struct cft_vocab {
    chatfmt_allocator allocator;
    const char *blob;
    size_t blob_length;
    const uint64_t *slots; /* hash << 32 | place of the entry; CFT_FREE_SLOT */
    uint32_t slot_count;
    size_t count;
    uint32_t longest; /* bytes of the longest key */
    cft_text_tree tree; /* of texts that have no slot */
    /* What is being built or owned; NULL when the tables are somebody else's. */
    char *own_blob;
    size_t own_capacity;
    uint64_t *own_slots;
} cft_vocab;

chatfmt_status cft_vocab_init(cft_vocab *vocab, const chatfmt_allocator *allocator,
                              size_t expected, size_t bytes);
void cft_vocab_free(cft_vocab *vocab);
/* Give back the table for look-ups; the texts stay. */
void cft_vocab_drop_slots(cft_vocab *vocab);

/* Set the id of a text, instead of the one it had. No more than `expected` different texts and
 * `bytes` bytes may be put. NO_MEMORY. */
chatfmt_status cft_vocab_put(cft_vocab *vocab, cft_slice text, uint32_t id);

uint32_t cft_text_hash(const char *data, size_t length);
uint32_t cft_vocab_find_hashed(const cft_vocab *vocab, const char *data, size_t length,
                               uint32_t hash);

/* The id of a text, or CFT_NO_TOKEN. */
static inline uint32_t cft_vocab_find(const cft_vocab *vocab, const char *data, size_t length)
{
    if (length > vocab->longest) return CFT_NO_TOKEN;
    return cft_vocab_find_hashed(vocab, data, length, cft_text_hash(data, length));
}

/* The entry at a place of the blob; false when there is none. */
static inline bool cft_vocab_entry(const cft_vocab *vocab, size_t place, uint32_t *id,
                                   cft_slice *text)
{
    return cft_entry_at(cft_slice_of(vocab->blob, vocab->blob_length), place, id, text);
}

/* The place of a text's entry; false when there is none. */
bool cft_vocab_place(const cft_vocab *vocab, cft_slice text, size_t *place);

/* Walk the entries: *place begins at 0; false after the last. */
bool cft_vocab_each(const cft_vocab *vocab, size_t *place, uint32_t *id, cft_slice *text);

/* Merges of pairs of ids. A merge's rank is its number; `ids` tells what it becomes. */
typedef struct cft_merges {
    chatfmt_allocator allocator;
    const uint64_t *slots; /* at least one: left << 43 | right << 22 | rank, or, when wide, two
                              numbers each: left << 32 | right, and rank; CFT_FREE_SLOT */
    uint32_t slot_count;
    bool wide;             /* ids or ranks are too large for one number */
    const uint32_t *ids;
    uint32_t count;
    /* Pairs that have no slot: entries with the rank as id and the pair, left id first, as text. */
    cft_slice spilled;
    cft_text_tree tree;
    /* By rank, where different ranks go before one another by nothing but their places: the first
     * rank of those that are equal. NULL: each rank for itself. */
    const uint32_t *order;
    uint32_t *own_order;
    uint64_t *own_slots;
    uint32_t *own_ids;
    uint32_t capacity;
    cft_buffer own_spilled;
} cft_merges;

enum { CFT_MERGE_ID_BITS = 21, CFT_MERGE_RANK_BITS = 22 };
#define CFT_NO_MERGE UINT32_MAX

/* Room for `expected` merges of ids up to `highest`. */
chatfmt_status cft_merges_init(cft_merges *merges, const chatfmt_allocator *allocator,
                               size_t expected, uint32_t highest);
void cft_merges_free(cft_merges *merges);
/* The next rank. Of equal pairs the last one wins, as in the reference. NO_MEMORY. */
chatfmt_status cft_merges_put(cft_merges *merges, uint32_t left, uint32_t right, uint32_t id);
/* A pair for a rank below `capacity` that is there already: several pairs may share one. `ids` and
 * `count` are the caller's to set. NO_MEMORY. */
chatfmt_status cft_merges_add(cft_merges *merges, uint32_t left, uint32_t right, uint32_t rank);
/* Walk the pairs: *at begins at 0; false after the last. */
bool cft_merges_each(const cft_merges *merges, size_t *at, uint32_t *left, uint32_t *right,
                     uint32_t *rank);
/* The pair of each rank, into arrays of `count`; for tables that follow from merges. Ranks whose
 * pair was given again are CFT_NO_TOKEN. */
void cft_merges_pairs(const cft_merges *merges, uint32_t *left, uint32_t *right);

static inline uint32_t cft_merge_place(uint32_t left, uint32_t right, uint32_t slot_count)
{
    uint64_t x = ((uint64_t)left << 32 | right) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return (uint32_t)((x >> 32) * slot_count >> 32);
}

uint32_t cft_merges_find_wide(const cft_merges *merges, uint32_t left, uint32_t right);
uint32_t cft_merges_find_spilled(const cft_merges *merges, uint32_t left, uint32_t right);

/* The rank of a pair, or CFT_NO_MERGE. */
static inline uint32_t cft_merges_find(const cft_merges *merges, uint32_t left, uint32_t right)
{
    if (CFT_UNLIKELY(merges->wide)) return cft_merges_find_wide(merges, left, right);
    uint64_t key = (uint64_t)left << CFT_MERGE_ID_BITS | right;
    uint32_t at = cft_merge_place(left, right, merges->slot_count);
    for (int probes = CFT_PROBES; probes; probes--) {
        uint64_t slot = merges->slots[at];
        if (slot >> CFT_MERGE_RANK_BITS == key)
            return (uint32_t)(slot & (((uint64_t)1 << CFT_MERGE_RANK_BITS) - 1));
        if (slot == CFT_FREE_SLOT) return CFT_NO_MERGE;
        if (++at == merges->slot_count) at = 0;
    }
    return cft_merges_find_spilled(merges, left, right);
}

/* Ranks with the same order are merged from left to right. */
static inline uint32_t cft_merges_order(const cft_merges *merges, uint32_t rank)
{
    return CFT_UNLIKELY(merges->order != NULL) && rank < merges->count ? merges->order[rank] : rank;
}

/* What the merge of a rank becomes. */
static inline uint32_t cft_merges_id(const cft_merges *merges, uint32_t rank)
{
    return rank < merges->count ? merges->ids[rank] : CFT_NO_TOKEN;
}

#endif
