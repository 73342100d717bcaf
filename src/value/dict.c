/* value/dict.c - Python's dict: entries in order of insertion, found by a scan or by an index.
 */
#include "value/dict.h"

#include "value/compare.h"
#include "value/hash.h"

/* Up to so many entries a scan is faster than a hash. */
#define DICT_SCAN 16u

chatfmt_status cft_dict_new(cft_heap *heap, size_t expected, cft_dict **out)
{
    cft_dict *dict;
    void *place;
    if (expected < 4) expected = 4;
    if (expected > UINT32_MAX / 4) {
        return cft_heap_limit(heap, "items", UINT32_MAX / 4, expected);
    }
    CFT_TRY(cft_heap_take(heap, sizeof *dict, &place));
    dict = place;
    CFT_TRY(cft_heap_array(heap, expected, sizeof(cft_entry), &place));
    *dict = (cft_dict){.entries = place, .capacity = (uint32_t)expected};
    *out = dict;
    return CHATFMT_OK;
}

chatfmt_status cft_dict_copy(cft_heap *heap, const cft_dict *from, size_t extra, cft_dict **out)
{
    bool unique;
    CFT_TRY(cft_charge(heap, from->count));
    CFT_TRY(cft_dict_new(heap, from->count + extra, out));
    if (from->count) memcpy((*out)->entries, from->entries, from->count * sizeof(cft_entry));
    (*out)->count = from->count;
    return from->index ? cft_dict_reindex(heap, *out, &unique) : CHATFMT_OK;
}

/* Python looks for the same key before an equal one; that matters for NaN alone. */
static chatfmt_status dict_key_equal(cft_heap *heap, cft_value a, cft_value b, bool *out)
{
    if (a.kind == CFT_STRING && b.kind == CFT_STRING) {
        *out = cft_slice_equal(cft_text_of(a), cft_text_of(b));
        return CHATFMT_OK;
    }
    return cft_equal_item(heap, a, b, out);
}

static bool dict_has_simple_text(cft_value key)
{
    return key.kind == CFT_STRING;
}

/* The index place of `key`, which hashes to `hash`: of its entry, or the empty one to fill. */
static chatfmt_status dict_probe(cft_heap *heap, const cft_dict *dict, cft_value key,
                                 uint64_t hash, uint32_t *out)
{
    uint32_t at = (uint32_t)hash & dict->index_mask;
    for (; dict->index[at]; at = (at + 1) & dict->index_mask) {
        bool equal;
        CFT_TRY(cft_charge(heap, 1));
        CFT_TRY(dict_key_equal(heap, dict->entries[dict->index[at] - 1].key, key, &equal));
        if (equal) break;
    }
    *out = at;
    return CHATFMT_OK;
}

/* Enter an entry into the index, unless an equal one is there: then *unique becomes false. */
static chatfmt_status dict_enter(cft_heap *heap, cft_dict *dict, uint32_t number, bool *unique)
{
    cft_value key = dict->entries[number].key;
    uint64_t hash;
    uint32_t at;
    CFT_TRY(cft_hash_seeded(heap, key, dict->seed, &hash));
    CFT_TRY(dict_probe(heap, dict, key, hash, &at));
    if (dict->index[at])
        *unique = false;
    else
        dict->index[at] = number + 1;
    return CHATFMT_OK;
}

/* A new index with room for `count` entries, with those present. */
static chatfmt_status dict_make_index(cft_heap *heap, cft_dict *dict, size_t count,
                                      bool *unique)
{
    size_t size = 64;
    void *place;
    while (size < 2 * count)
        size *= 2;
    CFT_TRY(cft_heap_array(heap, size, sizeof(uint32_t), &place));
    memset(place, 0, size * sizeof(uint32_t));
    dict->index = place;
    dict->index_mask = (uint32_t)(size - 1);
    dict->seed = cft_hash_bytes((const char *)&place, sizeof place, (uint64_t)(uintptr_t)heap);
    for (uint32_t i = 0; i < dict->count; i++)
        CFT_TRY(dict_enter(heap, dict, i, unique));
    return CHATFMT_OK;
}

/* The few entries of a dict without an index have string keys that all differ. */
static bool dict_few_differ(const cft_dict *dict)
{
    for (uint32_t i = 1; i < dict->count; i++) {
        cft_slice key = cft_text_of(dict->entries[i].key);
        for (uint32_t j = 0; j < i; j++) {
            if (cft_slice_equal(key, cft_text_of(dict->entries[j].key))) return false;
        }
    }
    return true;
}

chatfmt_status cft_dict_reindex(cft_heap *heap, cft_dict *dict, bool *unique)
{
    *unique = true;
    if (dict->count > DICT_SCAN) return dict_make_index(heap, dict, dict->count, unique);
    *unique = dict_few_differ(dict);
    return CHATFMT_OK;
}

const cft_entry *cft_dict_find_indexed(const cft_dict *dict, cft_slice key)
{
    uint32_t at = (uint32_t)cft_hash_bytes(key.data, key.length, dict->seed) & dict->index_mask;
    for (; dict->index[at]; at = (at + 1) & dict->index_mask) {
        const cft_entry *entry = &dict->entries[dict->index[at] - 1];
        if (dict_has_simple_text(entry->key) && cft_slice_equal(cft_text_of(entry->key), key)) {
            return entry;
        }
    }
    return NULL;
}

static chatfmt_status dict_locate(cft_heap *heap, const cft_dict *dict, cft_value key,
                                  cft_entry **out)
{
    *out = NULL;
    if (dict->index) {
        uint64_t hash;
        uint32_t at;
        CFT_TRY(cft_hash_seeded(heap, key, dict->seed, &hash));
        CFT_TRY(dict_probe(heap, dict, key, hash, &at));
        if (dict->index[at]) *out = &dict->entries[dict->index[at] - 1];
        return CHATFMT_OK;
    }
    if (key.kind == CFT_LIST || key.kind == CFT_DICT || key.kind == CFT_TUPLE ||
        key.kind == CFT_VIEW) {
        uint64_t unused; /* only to learn that it has a hash */
        CFT_TRY(cft_hash_seeded(heap, key, 0, &unused));
    }
    if (key.kind == CFT_STRING) { /* equals no other kind */
        const cft_entry *entry = cft_dict_find_text(dict, cft_text_of(key));
        if (entry) *out = &dict->entries[entry - dict->entries];
        return CHATFMT_OK;
    }
    for (uint32_t i = 0; i < dict->count; i++) {
        const cft_value *other = &dict->entries[i].key;
        bool equal;
        if (key.kind == CFT_STRING && other->kind == CFT_STRING && key.length != other->length)
            continue;
        CFT_TRY(dict_key_equal(heap, *other, key, &equal));
        if (equal) {
            *out = &dict->entries[i];
            break;
        }
    }
    return CHATFMT_OK;
}

chatfmt_status cft_dict_find(cft_heap *heap, const cft_dict *dict, cft_value key,
                             const cft_entry **out)
{
    cft_entry *entry;
    CFT_TRY(cft_charge(heap, 1));
    if (key.kind == CFT_STRING) {
        CFT_TRY(cft_charge_bytes(heap, key.length));
        *out = cft_dict_find_text(dict, cft_text_of(key));
        return CHATFMT_OK;
    }
    CFT_TRY(dict_locate(heap, dict, key, &entry));
    *out = entry;
    return CHATFMT_OK;
}

chatfmt_status cft_dict_put(cft_heap *heap, cft_dict *dict, cft_value key, cft_value value)
{
    cft_entry *entry;
    bool unique = true;
    CFT_TRY(cft_charge_bytes(heap, key.kind == CFT_STRING ? key.length : 0));
    CFT_TRY(dict_locate(heap, dict, key, &entry));
    if (entry) {
        entry->value = value;
        return CHATFMT_OK;
    }
    if (dict->count == dict->capacity) {
        size_t capacity = cft_grown(dict->capacity, 4);
        void *grown =
            cft_arena_grow(&heap->arena, dict->entries, dict->capacity * sizeof(cft_entry),
                           capacity * sizeof(cft_entry));
        if (!grown) return cft_heap_exhausted(heap, capacity * sizeof(cft_entry));
        if (capacity > UINT32_MAX / 4) {
            return cft_heap_limit(heap, "items", UINT32_MAX / 4, capacity);
        }
        dict->entries = grown;
        dict->capacity = (uint32_t)capacity;
    }
    dict->entries[dict->count++] = (cft_entry){key, value};
    dict->shape = NULL;
    if (dict->count <= DICT_SCAN) return CHATFMT_OK;
    if (!dict->index || 2 * (size_t)dict->count > (size_t)dict->index_mask + 1) {
        return dict_make_index(heap, dict, 2 * (size_t)dict->count, &unique);
    }
    return dict_enter(heap, dict, dict->count - 1, &unique);
}
