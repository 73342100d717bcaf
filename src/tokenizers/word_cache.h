/* tokenizers/word_cache.h - words that were seen, and the tokens they became.
 *
 * Most words of a text are short, of few tokens, and met again: they have entries of half a cache
 * line that are compared without a branch on their bytes; two make a bucket, and what no longer
 * fits moves into the bucket beside it. Longer ones (runs of spaces, rulers, names) have entries
 * of four lines in a table of their own, with their hashes apart. Both tables are of fixed size.
 */
#ifndef CFT_WORD_CACHE_H
#define CFT_WORD_CACHE_H

#include "base/alloc.h"
#include "base/prefetch.h"
#include "base/slice.h"
#include "base/try.h"

enum {
    CFT_SHORT_BYTES = 16, CFT_SHORT_IDS = 3,
    CFT_LONG_BYTES = 126, CFT_LONG_IDS = 25,
    CFT_RECALL_ROOM = 32 /* tokens that there must be room for when a word is recalled */
};

/* The bytes of a short word and zeros after them. */
typedef struct cft_word_key {
    uint64_t low, high;
} cft_word_key;

typedef struct cft_short_word {
    cft_word_key key;
    uint32_t ids[CFT_SHORT_IDS];
    uint8_t length, count; /* all zero: free                           */
    uint8_t lengths[2];    /* of its tokens; the third has what is left */
} cft_short_word;

typedef struct cft_long_word {
    uint8_t length, count;
    char bytes[CFT_LONG_BYTES];
    uint32_t ids[CFT_LONG_IDS];
    uint8_t lengths[CFT_LONG_IDS];
} cft_long_word;

/* Buckets are entries side by side. */
enum { CFT_SHORT_WAYS = 2, CFT_LONG_WAYS = 4 };

typedef struct cft_word_cache {
    cft_short_word *shorts;
    cft_long_word *longs;
    uint32_t *hashes;     /* of the long words */
    void *block;
    size_t block_bytes;
    unsigned short_shift; /* the bucket of a hash is what is left of it */
    uint32_t long_mask;
    uint32_t turn;        /* which long word goes next */
} cft_word_cache;

/* Tables of about `bytes` in all, but for a least size. */
chatfmt_status cft_word_cache_init(cft_word_cache *cache, const chatfmt_allocator *allocator,
                                   size_t bytes);
void cft_word_cache_free(cft_word_cache *cache, const chatfmt_allocator *allocator);

/* `readable` bytes from `data` on may be read. */
static inline cft_word_key cft_word_key_of(const char *data, size_t length, size_t readable)
{
    static const uint8_t ones[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                     0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    cft_word_key key = {0, 0}, mask;
    if (CFT_UNLIKELY(readable < CFT_SHORT_BYTES)) {
        memcpy(&key, data, length);
        return key;
    }
    memcpy(&key, data, sizeof key);
    memcpy(&mask, ones + (CFT_SHORT_BYTES - length), sizeof mask);
    return (cft_word_key){key.low & mask.low, key.high & mask.high};
}

static inline uint64_t cft_word_hash(cft_word_key key)
{
    uint64_t high = key.high * 0xC2B2AE3D27D4EB4Fu;
    return (key.low ^ high >> 32 ^ high << 7) * 0x9E3779B97F4A7C15u;
}

static inline const cft_short_word *cft_word_bucket(const cft_word_cache *cache, uint64_t hash)
{
    return cache->shorts + (hash >> cache->short_shift) * CFT_SHORT_WAYS;
}

static inline uint64_t cft_word_differs(const cft_short_word *entry, cft_word_key key,
                                        size_t length)
{
    return (entry->key.low ^ key.low) | (entry->key.high ^ key.high) | (entry->length ^ length);
}

/* The entry of a word of at most CFT_SHORT_BYTES bytes, or NULL. Which of two it is decides
 * arithmetic: a branch would be wrong about each other time. */
static inline const cft_short_word *cft_word_find(const cft_word_cache *cache, cft_word_key key,
                                                  size_t length, uint64_t hash)
{
    const cft_short_word *entry = cft_word_bucket(cache, hash);
    uint64_t first = cft_word_differs(&entry[0], key, length);
    uint64_t second = cft_word_differs(&entry[1], key, length);
    first = (first | (0 - first)) >> 63;
    second = (second | (0 - second)) >> 63;
    return first & second ? NULL : entry + first;
}

/* The same in the other bucket that it may be in. */
const cft_short_word *cft_word_find_beside(const cft_word_cache *cache, cft_word_key key,
                                           size_t length, uint64_t hash);

/* Write the tokens of an entry, and perhaps something after them; returns how many there are. */
static inline unsigned cft_word_recall(const cft_short_word *entry, uint32_t *ids,
                                       uint32_t *lengths)
{
    memcpy(ids, entry->ids, sizeof entry->ids);
    lengths[0] = entry->lengths[0];
    lengths[1] = entry->lengths[1];
    lengths[2] = (uint32_t)entry->length - entry->lengths[0] - entry->lengths[1];
    return entry->count;
}

/* The same for other words of at most CFT_LONG_BYTES bytes. */
const cft_long_word *cft_word_find_long(const cft_word_cache *cache, const char *data,
                                        size_t length);
unsigned cft_word_recall_long(const cft_long_word *entry, uint32_t *ids, uint32_t *lengths);

/* Keep the tokens of a word where they fit. */
void cft_word_remember(cft_word_cache *cache, const char *data, size_t length,
                       const uint32_t *ids, const uint32_t *lengths, size_t count);

#endif
