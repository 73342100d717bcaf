/* tokenizers/word_cache.c - the tables of the word cache, and what goes into them. */
#include "tokenizers/word_cache.h"

#include "tokenizers/vocab.h"

enum { WORD_LINE = 64 };

/* Buckets of `size` bytes each that `bytes` have room for, as a power of two. */
static unsigned word_bucket_bits(size_t bytes, size_t size)
{
    unsigned bits = 3;
    while (bits < 24 && (size_t)2 << bits <= bytes / size) bits++;
    return bits;
}

chatfmt_status cft_word_cache_init(cft_word_cache *cache, const chatfmt_allocator *allocator,
                                   size_t bytes)
{
    *cache = (cft_word_cache){0};
    const size_t short_size = sizeof *cache->shorts * CFT_SHORT_WAYS;
    const size_t long_size = sizeof *cache->longs * CFT_LONG_WAYS;
    unsigned short_bits = word_bucket_bits(bytes / 2, short_size);
    unsigned long_bits = word_bucket_bits(bytes / 2, long_size);
    size_t short_bytes = short_size << short_bits, long_bytes = long_size << long_bits;
    size_t hash_bytes = sizeof *cache->hashes * CFT_LONG_WAYS << long_bits;
    cache->block_bytes = short_bytes + long_bytes + hash_bytes + WORD_LINE;
    cache->block = cft_allocate(allocator, cache->block_bytes);
    if (!cache->block) return CHATFMT_NO_MEMORY;
    memset(cache->block, 0, cache->block_bytes);
    /* Buckets are cache lines only when they begin at one. */
    size_t misfit = (uintptr_t)cache->block % WORD_LINE;
    char *at = (char *)cache->block + (misfit ? WORD_LINE - misfit : 0);
    cache->shorts = (cft_short_word *)(void *)at;
    cache->longs = (cft_long_word *)(void *)(at + short_bytes);
    cache->hashes = (uint32_t *)(void *)(at + short_bytes + long_bytes);
    cache->short_shift = 64 - short_bits;
    cache->long_mask = ((uint32_t)1 << long_bits) - 1;
    return CHATFMT_OK;
}

void cft_word_cache_free(cft_word_cache *cache, const chatfmt_allocator *allocator)
{
    cft_release(allocator, cache->block, cache->block_bytes);
    *cache = (cft_word_cache){0};
}

/* The number of the first entry of the bucket beside that of `hash`. */
static size_t word_place_beside(const cft_word_cache *cache, uint64_t hash)
{
    return (size_t)(cft_word_bucket(cache, hash) - cache->shorts) ^ CFT_SHORT_WAYS;
}

const cft_short_word *cft_word_find_beside(const cft_word_cache *cache, cft_word_key key,
                                           size_t length, uint64_t hash)
{
    if (!cft_word_bucket(cache, hash)[1].count) return NULL; /* nothing has moved out of it */
    const cft_short_word *entry = cache->shorts + word_place_beside(cache, hash);
    for (int i = 0; i < CFT_SHORT_WAYS; i++, entry++)
        if (!cft_word_differs(entry, key, length)) return entry;
    return NULL;
}

/* The number of the first entry that a long word may be in. */
static size_t word_long_place(const cft_word_cache *cache, uint32_t hash)
{
    return (size_t)(hash & cache->long_mask) * CFT_LONG_WAYS;
}

const cft_long_word *cft_word_find_long(const cft_word_cache *cache, const char *data,
                                        size_t length)
{
    uint32_t hash = cft_text_hash(data, length);
    size_t place = word_long_place(cache, hash);
    for (int i = 0; i < CFT_LONG_WAYS; i++, place++) {
        const cft_long_word *entry = &cache->longs[place];
        if (cache->hashes[place] == hash && entry->length == length &&
            memcmp(entry->bytes, data, length) == 0)
            return entry;
    }
    return NULL;
}

unsigned cft_word_recall_long(const cft_long_word *entry, uint32_t *ids, uint32_t *lengths)
{
    for (unsigned i = 0; i < entry->count; i++) {
        ids[i] = entry->ids[i];
        lengths[i] = entry->lengths[i];
    }
    return entry->count;
}

static void word_remember_short(cft_word_cache *cache, const char *data, size_t length,
                                const uint32_t *ids, const uint32_t *lengths, size_t count)
{
    cft_word_key key = cft_word_key_of(data, length, length);
    size_t beside = word_place_beside(cache, cft_word_hash(key));
    cft_short_word *entry = cache->shorts + (beside ^ CFT_SHORT_WAYS);
    if (entry[1].count) cache->shorts[beside + 1] = entry[1];
    entry[1] = entry[0];
    entry[0] = (cft_short_word){.key = key, .length = (uint8_t)length, .count = (uint8_t)count};
    for (size_t i = 0; i < count; i++) {
        entry[0].ids[i] = ids[i];
        if (i < 2) entry[0].lengths[i] = (uint8_t)lengths[i];
    }
}

void cft_word_remember(cft_word_cache *cache, const char *data, size_t length,
                       const uint32_t *ids, const uint32_t *lengths, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count && i < CFT_LONG_IDS; i++) sum += lengths[i];
    if (sum != length || !length || length > CFT_LONG_BYTES || count > CFT_LONG_IDS) return;
    if (length <= CFT_SHORT_BYTES && count <= CFT_SHORT_IDS) {
        word_remember_short(cache, data, length, ids, lengths, count);
        return;
    }
    uint32_t hash = cft_text_hash(data, length);
    size_t first = word_long_place(cache, hash), place = first;
    while (place < first + CFT_LONG_WAYS && cache->longs[place].length) place++;
    if (place == first + CFT_LONG_WAYS) place = first + cache->turn++ % CFT_LONG_WAYS;
    cft_long_word *entry = &cache->longs[place];
    cache->hashes[place] = hash;
    entry->length = (uint8_t)length;
    entry->count = (uint8_t)count;
    memcpy(entry->bytes, data, length);
    for (size_t i = 0; i < count; i++) {
        entry->ids[i] = ids[i];
        entry->lengths[i] = (uint8_t)lengths[i];
    }
}
