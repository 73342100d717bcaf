/* tokenizers/word_cache.c - the tables of the word cache, and what goes into them. */
#include "tokenizers/word_cache.h"

#include "tokenizers/vocab.h"

enum { WORD_LEAST_BUCKETS = 8, WORD_LINE = 64 };

/* Buckets of entries of `size` bytes each that `bytes` have room for, as a power of two. */
static unsigned word_bucket_bits(size_t bytes, size_t size)
{
    unsigned bits = 3;
    while (bits < 24 && (size_t)4 << bits <= bytes / size) bits++;
    return bits;
}

chatfmt_status cft_word_cache_init(cft_word_cache *cache, const chatfmt_allocator *allocator,
                                   size_t bytes)
{
    *cache = (cft_word_cache){0};
    unsigned short_bits = word_bucket_bits(bytes / 2, sizeof(cft_short_word));
    unsigned long_bits = word_bucket_bits(bytes / 2, sizeof(cft_long_word));
    size_t short_bytes = sizeof(cft_short_word) * 2 << short_bits;
    size_t long_bytes = sizeof(cft_long_word) * 2 << long_bits;
    cache->block_bytes = short_bytes + long_bytes + WORD_LINE;
    cache->block = cft_allocate(allocator, cache->block_bytes);
    if (!cache->block) return CHATFMT_NO_MEMORY;
    memset(cache->block, 0, cache->block_bytes);
    /* Buckets are cache lines only when they begin at one. */
    size_t misfit = (uintptr_t)cache->block % WORD_LINE;
    char *at = (char *)cache->block + (misfit ? WORD_LINE - misfit : 0);
    cache->shorts = (cft_short_word *)(void *)at;
    cache->longs = (cft_long_word *)(void *)(at + short_bytes);
    cache->short_shift = 64 - short_bits;
    cache->long_mask = ((uint32_t)1 << long_bits) - 1;
    return CHATFMT_OK;
}

void cft_word_cache_free(cft_word_cache *cache, const chatfmt_allocator *allocator)
{
    cft_release(allocator, cache->block, cache->block_bytes);
    *cache = (cft_word_cache){0};
}

static cft_long_word *word_long_bucket(const cft_word_cache *cache, const char *data,
                                       size_t length)
{
    return cache->longs + (size_t)(cft_text_hash(data, length) & cache->long_mask) * 2;
}

const cft_long_word *cft_word_find_long(const cft_word_cache *cache, const char *data,
                                        size_t length)
{
    const cft_long_word *entry = word_long_bucket(cache, data, length);
    for (int i = 0; i < 2; i++, entry++)
        if (entry->length == length && memcmp(entry->bytes, data, length) == 0) return entry;
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
    size_t place = (size_t)(cft_word_bucket(cache, cft_word_hash(key)) - cache->shorts);
    cft_short_word *entry = cache->shorts + place;
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
    cft_long_word *entry = word_long_bucket(cache, data, length);
    entry[1] = entry[0];
    entry[0].length = (uint8_t)length;
    entry[0].count = (uint8_t)count;
    memcpy(entry[0].bytes, data, length);
    for (size_t i = 0; i < count; i++) {
        entry[0].ids[i] = ids[i];
        entry[0].lengths[i] = (uint8_t)lengths[i];
    }
}
