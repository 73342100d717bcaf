/* tokenizers/vocab.c - hash tables of tokens and merges. */
#include "tokenizers/vocab.h"

/* The smallest power of two that keeps `expected` entries at most half full; 0 when too many. */
static size_t vocab_table_size(size_t expected)
{
    if (expected >= (size_t)1 << 29) return 0;
    size_t size = 16;
    while (size < expected * 2 + 2) size *= 2;
    return size;
}

chatfmt_status cft_vocab_init(cft_vocab *vocab, const chatfmt_allocator *allocator,
                              size_t expected, size_t bytes)
{
    *vocab = (cft_vocab){.allocator = cft_allocator_or_default(allocator)};
    size_t size = vocab_table_size(expected);
    if (!size || bytes > UINT32_MAX) return CHATFMT_LIMIT;
    vocab->slots = cft_allocate(&vocab->allocator, size * sizeof *vocab->slots);
    if (!vocab->slots) return CHATFMT_NO_MEMORY;
    vocab->mask = (uint32_t)(size - 1);
    for (size_t i = 0; i < size; i++) vocab->slots[i].id = CFT_NO_TOKEN;
    vocab->blob = cft_allocate(&vocab->allocator, bytes + 1);
    if (!vocab->blob) return CHATFMT_NO_MEMORY;
    vocab->blob_capacity = bytes + 1;
    return CHATFMT_OK;
}

void cft_vocab_free(cft_vocab *vocab)
{
    cft_release(&vocab->allocator, vocab->slots,
                ((size_t)vocab->mask + 1) * sizeof *vocab->slots);
    cft_release(&vocab->allocator, vocab->blob, vocab->blob_capacity);
    vocab->slots = NULL;
    vocab->blob = NULL;
}

static uint64_t vocab_mix(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

uint32_t cft_text_hash(const char *data, size_t length)
{
    uint64_t h = (uint64_t)length * 0x9E3779B97F4A7C15u;
    while (length >= 8) {
        uint64_t word;
        memcpy(&word, data, 8);
        h = (h ^ word) * 0x9FB21C651E98DF25u;
        h ^= h >> 29;
        data += 8;
        length -= 8;
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < length; i++) rest = rest << 8 | (unsigned char)data[i];
    return (uint32_t)vocab_mix(h ^ rest);
}

uint32_t cft_vocab_find_hashed(const cft_vocab *vocab, const char *data, size_t length,
                               uint32_t hash)
{
    for (uint32_t at = hash & vocab->mask;; at = (at + 1) & vocab->mask) {
        const cft_vocab_slot *slot = &vocab->slots[at];
        if (slot->id == CFT_NO_TOKEN) return CFT_NO_TOKEN;
        if (slot->hash == hash && slot->length == length &&
            memcmp(vocab->blob + slot->offset, data, length) == 0)
            return slot->id;
    }
}

void cft_vocab_put(cft_vocab *vocab, cft_slice text, uint32_t id, uint32_t *old)
{
    uint32_t hash = cft_text_hash(text.data, text.length);
    uint32_t at = hash & vocab->mask;
    if (old) *old = CFT_NO_TOKEN;
    for (; vocab->slots[at].id != CFT_NO_TOKEN; at = (at + 1) & vocab->mask) {
        cft_vocab_slot *slot = &vocab->slots[at];
        if (slot->hash == hash && slot->length == text.length &&
            memcmp(vocab->blob + slot->offset, text.data, text.length) == 0) {
            if (old) *old = slot->id;
            slot->id = id;
            return;
        }
    }
    memcpy(vocab->blob + vocab->blob_length, text.data, text.length);
    vocab->slots[at] = (cft_vocab_slot){(uint32_t)vocab->blob_length, (uint32_t)text.length, id,
                                        hash};
    vocab->blob_length += text.length;
    vocab->count++;
    if (text.length > vocab->longest) vocab->longest = (uint32_t)text.length;
}

chatfmt_status cft_merges_init(cft_merges *merges, const chatfmt_allocator *allocator,
                               size_t expected)
{
    *merges = (cft_merges){.allocator = cft_allocator_or_default(allocator)};
    size_t size = vocab_table_size(expected);
    if (!size) return CHATFMT_LIMIT;
    merges->slots = cft_allocate(&merges->allocator, size * sizeof *merges->slots);
    if (!merges->slots) return CHATFMT_NO_MEMORY;
    merges->mask = (uint32_t)(size - 1);
    for (size_t i = 0; i < size; i++)
        merges->slots[i] = (cft_merge){CFT_NO_TOKEN, CFT_NO_TOKEN, 0, 0};
    return CHATFMT_OK;
}

void cft_merges_free(cft_merges *merges)
{
    cft_release(&merges->allocator, merges->slots,
                ((size_t)merges->mask + 1) * sizeof *merges->slots);
    merges->slots = NULL;
}

void cft_merges_put(cft_merges *merges, uint32_t left, uint32_t right, uint32_t rank,
                    uint32_t id)
{
    uint32_t at = cft_merge_hash(left, right) & merges->mask;
    for (; merges->slots[at].left != CFT_NO_TOKEN; at = (at + 1) & merges->mask)
        if (merges->slots[at].left == left && merges->slots[at].right == right) break;
    if (merges->slots[at].left == CFT_NO_TOKEN) merges->count++;
    merges->slots[at] = (cft_merge){left, right, rank, id};
}
