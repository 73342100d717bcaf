/* tokenizers/vocab.c - hash tables of tokens and merges: open addressing, three fifths full. */
#include "tokenizers/vocab.h"

/* Slots for `expected` entries; 0 when too many. */
static size_t vocab_table_size(size_t expected)
{
    if (expected >= (size_t)1 << 30) return 0;
    return expected + expected / 3 * 2 + 8;
}

chatfmt_status cft_vocab_init(cft_vocab *vocab, const chatfmt_allocator *allocator,
                              size_t expected, size_t bytes)
{
    *vocab = (cft_vocab){.allocator = cft_allocator_or_default(allocator)};
    size_t size = vocab_table_size(expected);
    if (!size || bytes > UINT32_MAX - (expected + 1) * CFT_ENTRY_HEAD) return CHATFMT_LIMIT;
    vocab->own_slots = cft_allocate(&vocab->allocator, size * sizeof *vocab->own_slots);
    if (!vocab->own_slots) return CHATFMT_NO_MEMORY;
    vocab->slots = vocab->own_slots;
    vocab->slot_count = (uint32_t)size;
    for (size_t i = 0; i < size; i++) vocab->own_slots[i] = CFT_FREE_SLOT;
    size_t room = bytes + (expected + 1) * CFT_ENTRY_HEAD;
    vocab->own_blob = cft_allocate(&vocab->allocator, room);
    if (!vocab->own_blob) return CHATFMT_NO_MEMORY;
    vocab->own_capacity = room;
    vocab->blob = vocab->own_blob;
    return CHATFMT_OK;
}

void cft_vocab_drop_slots(cft_vocab *vocab)
{
    if (vocab->own_slots)
        cft_release(&vocab->allocator, vocab->own_slots,
                    (size_t)vocab->slot_count * sizeof *vocab->own_slots);
    cft_tree_free(&vocab->tree, &vocab->allocator);
    vocab->own_slots = NULL;
    vocab->slots = NULL;
    vocab->slot_count = 0;
}

void cft_vocab_free(cft_vocab *vocab)
{
    cft_vocab_drop_slots(vocab);
    if (vocab->own_blob) cft_release(&vocab->allocator, vocab->own_blob, vocab->own_capacity);
    vocab->own_blob = NULL;
    vocab->blob = NULL;
    vocab->blob_length = 0;
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

/* The number of the slot of a text, or of a free one; `slot_count` when neither is within reach.
 * The text's id, or CFT_NO_TOKEN. */
static inline uint32_t vocab_slot(const cft_vocab *vocab, const char *data, size_t length,
                                  uint32_t hash, uint32_t *id)
{
    uint32_t at = (uint32_t)((uint64_t)hash * vocab->slot_count >> 32);
    uint32_t probes = vocab->slot_count < CFT_PROBES ? vocab->slot_count : CFT_PROBES;
    for (int texts = CFT_PROBE_TEXTS; probes && texts; probes--) {
        uint64_t slot = vocab->slots[at];
        if (slot == CFT_FREE_SLOT) {
            *id = CFT_NO_TOKEN;
            return at;
        }
        cft_slice text;
        if (slot >> 32 == hash && texts-- && cft_vocab_entry(vocab, (uint32_t)slot, id, &text) &&
            text.length == length && (!length || memcmp(text.data, data, length) == 0))
            return at;
        if (++at == vocab->slot_count) at = 0;
    }
    *id = CFT_NO_TOKEN;
    return vocab->slot_count;
}

static uint32_t vocab_find_in_tree(const cft_vocab *vocab, const char *data, size_t length)
{
    size_t place;
    uint32_t id;
    cft_slice text = {data, length}, blob = {vocab->blob, vocab->blob_length};
    return cft_tree_find(&vocab->tree, blob, text, &place) &&
                   cft_vocab_entry(vocab, place, &id, &text)
               ? id
               : CFT_NO_TOKEN;
}

uint32_t cft_vocab_find_hashed(const cft_vocab *vocab, const char *data, size_t length,
                               uint32_t hash)
{
    uint32_t id, at = vocab_slot(vocab, data, length, hash, &id);
    if (CFT_UNLIKELY(at == vocab->slot_count)) return vocab_find_in_tree(vocab, data, length);
    return id;
}

/* Whether a text is there, and where its entry is; `at` is its slot, or a free one. */
static bool vocab_has(const cft_vocab *vocab, cft_slice text, uint32_t at, size_t *place)
{
    if (at == vocab->slot_count)
        return cft_tree_find(&vocab->tree, cft_slice_of(vocab->blob, vocab->blob_length), text,
                             place);
    *place = (uint32_t)vocab->slots[at];
    return vocab->slots[at] != CFT_FREE_SLOT;
}

bool cft_vocab_place(const cft_vocab *vocab, cft_slice text, size_t *place)
{
    uint32_t hash = cft_text_hash(text.data, text.length);
    uint32_t id, at = vocab_slot(vocab, text.data, text.length, hash, &id);
    return vocab_has(vocab, text, at, place);
}

chatfmt_status cft_vocab_put(cft_vocab *vocab, cft_slice text, uint32_t id)
{
    uint32_t hash = cft_text_hash(text.data, text.length);
    uint32_t old, at = vocab_slot(vocab, text.data, text.length, hash, &old);
    size_t place;
    if (vocab_has(vocab, text, at, &place)) {
        memcpy(vocab->own_blob + place, &id, sizeof id);
        return CHATFMT_OK;
    }
    uint32_t head[2] = {id, (uint32_t)text.length};
    place = vocab->blob_length;
    char *to = vocab->own_blob + place;
    memcpy(to, head, sizeof head);
    if (text.length) memcpy(to + CFT_ENTRY_HEAD, text.data, text.length);
    vocab->blob_length += CFT_ENTRY_HEAD + text.length;
    vocab->count++;
    if (text.length > vocab->longest) vocab->longest = (uint32_t)text.length;
    if (at == vocab->slot_count)
        return cft_tree_put(&vocab->tree, &vocab->allocator,
                            cft_slice_of(vocab->blob, vocab->blob_length), (uint32_t)place);
    vocab->own_slots[at] = (uint64_t)hash << 32 | place;
    return CHATFMT_OK;
}

bool cft_vocab_each(const cft_vocab *vocab, size_t *place, uint32_t *id, cft_slice *text)
{
    if (!cft_vocab_entry(vocab, *place, id, text)) return false;
    *place += CFT_ENTRY_HEAD + text->length;
    return true;
}

/* ---- merges ---- */

chatfmt_status cft_merges_init(cft_merges *merges, const chatfmt_allocator *allocator,
                               size_t expected, uint32_t highest)
{
    *merges = (cft_merges){.allocator = cft_allocator_or_default(allocator)};
    cft_buffer_init(&merges->own_spilled, &merges->allocator);
    size_t size = vocab_table_size(expected);
    if (!size) return CHATFMT_LIMIT;
    /* The highest left id and rank together would look like a free slot. */
    merges->wide = highest >= (1u << CFT_MERGE_ID_BITS) - 1 ||
                   expected >= (1u << CFT_MERGE_RANK_BITS) - 1;
    size_t numbers = merges->wide ? size * 2 : size;
    merges->own_slots = cft_allocate(&merges->allocator, numbers * sizeof *merges->own_slots);
    if (!merges->own_slots) return CHATFMT_NO_MEMORY;
    merges->slots = merges->own_slots;
    merges->slot_count = (uint32_t)size;
    for (size_t i = 0; i < numbers; i++) merges->own_slots[i] = CFT_FREE_SLOT;
    merges->own_ids = cft_allocate(&merges->allocator, (expected + 1) * sizeof *merges->own_ids);
    if (!merges->own_ids) return CHATFMT_NO_MEMORY;
    merges->ids = merges->own_ids;
    merges->capacity = (uint32_t)(expected + 1);
    return CHATFMT_OK;
}

void cft_merges_free(cft_merges *merges)
{
    size_t numbers = (size_t)merges->slot_count << (merges->wide ? 1 : 0);
    if (merges->own_slots)
        cft_release(&merges->allocator, merges->own_slots, numbers * sizeof *merges->own_slots);
    if (merges->own_ids)
        cft_release(&merges->allocator, merges->own_ids,
                    (size_t)merges->capacity * sizeof *merges->own_ids);
    if (merges->own_order)
        cft_release(&merges->allocator, merges->own_order,
                    (size_t)merges->capacity * sizeof *merges->own_order);
    merges->order = merges->own_order = NULL;
    if (merges->own_spilled.data) cft_buffer_free(&merges->own_spilled);
    cft_tree_free(&merges->tree, &merges->allocator);
    merges->spilled = (cft_slice){NULL, 0};
    merges->own_slots = NULL;
    merges->own_ids = NULL;
    merges->slots = NULL;
    merges->ids = NULL;
    merges->slot_count = merges->count = 0;
}

/* A pair as the text of an entry. */
typedef struct merge_text {
    char bytes[2 * sizeof(uint32_t)];
} merge_text;

static merge_text merges_text(uint32_t left, uint32_t right)
{
    uint32_t pair[2] = {left, right};
    merge_text text;
    memcpy(text.bytes, pair, sizeof pair);
    return text;
}

/* The place of a pair that has no slot. */
static bool merges_spilled(const cft_merges *merges, uint32_t left, uint32_t right, size_t *place)
{
    merge_text text = merges_text(left, right);
    return cft_tree_find(&merges->tree, merges->spilled,
                         cft_slice_of(text.bytes, sizeof text.bytes), place);
}

uint32_t cft_merges_find_spilled(const cft_merges *merges, uint32_t left, uint32_t right)
{
    size_t place;
    uint32_t rank;
    cft_slice text;
    return merges_spilled(merges, left, right, &place) &&
                   cft_entry_at(merges->spilled, place, &rank, &text)
               ? rank
               : CFT_NO_MERGE;
}

uint32_t cft_merges_find_wide(const cft_merges *merges, uint32_t left, uint32_t right)
{
    uint64_t key = (uint64_t)left << 32 | right;
    size_t at = cft_merge_place(left, right, merges->slot_count);
    for (int probes = CFT_PROBES; probes; probes--) {
        const uint64_t *slot = &merges->slots[at * 2];
        if (slot[0] == key) return (uint32_t)slot[1];
        if (slot[0] == CFT_FREE_SLOT) return CFT_NO_MERGE;
        if (++at == merges->slot_count) at = 0;
    }
    return cft_merges_find_spilled(merges, left, right);
}

static chatfmt_status merges_spill(cft_merges *merges, uint32_t left, uint32_t right,
                                   uint32_t rank)
{
    cft_buffer *blob = &merges->own_spilled;
    size_t place;
    if (merges_spilled(merges, left, right, &place)) {
        memcpy(blob->data + place, &rank, sizeof rank);
        return CHATFMT_OK;
    }
    place = blob->length; /* a search that finds nothing leaves a place, too */
    merge_text text = merges_text(left, right);
    uint32_t head[2] = {rank, sizeof text.bytes};
    if (place > UINT32_MAX) return CHATFMT_LIMIT;
    CFT_TRY(cft_buffer_append(blob, (const char *)head, sizeof head));
    CFT_TRY(cft_buffer_append(blob, text.bytes, sizeof text.bytes));
    merges->spilled = cft_slice_of(blob->data, blob->length);
    return cft_tree_put(&merges->tree, &merges->allocator, merges->spilled, (uint32_t)place);
}

chatfmt_status cft_merges_put(cft_merges *merges, uint32_t left, uint32_t right, uint32_t id)
{
    uint32_t rank = merges->count++;
    merges->own_ids[rank] = id;
    return cft_merges_add(merges, left, right, rank);
}

chatfmt_status cft_merges_add(cft_merges *merges, uint32_t left, uint32_t right, uint32_t rank)
{
    uint64_t key = merges->wide ? (uint64_t)left << 32 | right
                                : (uint64_t)left << CFT_MERGE_ID_BITS | right;
    unsigned shift = merges->wide ? 0 : CFT_MERGE_RANK_BITS;
    size_t step = merges->wide ? 2 : 1;
    size_t at = cft_merge_place(left, right, merges->slot_count);
    int probes = CFT_PROBES;
    while (probes && merges->own_slots[at * step] != CFT_FREE_SLOT &&
           merges->own_slots[at * step] >> shift != key) {
        probes--;
        if (++at == merges->slot_count) at = 0;
    }
    if (!probes) return merges_spill(merges, left, right, rank);
    merges->own_slots[at * step] = merges->wide ? key : key << shift | rank;
    if (merges->wide) merges->own_slots[at * 2 + 1] = rank;
    return CHATFMT_OK;
}

/* Slots first, then the pairs that have none. */
bool cft_merges_each(const cft_merges *merges, size_t *at, uint32_t *left, uint32_t *right,
                     uint32_t *rank)
{
    const uint64_t rank_mask = ((uint64_t)1 << CFT_MERGE_RANK_BITS) - 1;
    for (; *at < merges->slot_count; ++*at) {
        uint64_t slot = merges->slots[merges->wide ? *at * 2 : *at];
        if (slot == CFT_FREE_SLOT) continue;
        unsigned bits = merges->wide ? 32 : CFT_MERGE_ID_BITS;
        *rank = (uint32_t)(merges->wide ? merges->slots[*at * 2 + 1] : slot & rank_mask);
        if (!merges->wide) slot >>= CFT_MERGE_RANK_BITS;
        *left = (uint32_t)(slot >> bits);
        *right = (uint32_t)(slot & (((uint64_t)1 << bits) - 1));
        ++*at;
        return true;
    }
    cft_slice text;
    size_t place = *at - merges->slot_count;
    if (!cft_entry_at(merges->spilled, place, rank, &text) || text.length != sizeof(merge_text))
        return false;
    memcpy(left, text.data, sizeof *left);
    memcpy(right, text.data + sizeof *left, sizeof *right);
    *at += CFT_ENTRY_HEAD + text.length;
    return true;
}

void cft_merges_pairs(const cft_merges *merges, uint32_t *left, uint32_t *right)
{
    uint32_t pair[2], rank;
    for (uint32_t i = 0; i < merges->count; i++) left[i] = right[i] = CFT_NO_TOKEN;
    for (size_t at = 0; cft_merges_each(merges, &at, &pair[0], &pair[1], &rank);) {
        if (rank >= merges->count) continue;
        left[rank] = pair[0];
        right[rank] = pair[1];
    }
}
