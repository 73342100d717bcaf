/* value/dict.h - Python's dict: insertion order, keys equal across 1, 1.0 and True.
 *
 * Up to sixteen entries are searched in a row; larger ones get an index with a seeded hash.
 * Namespaces are the same table with a mutable front.
 */
#ifndef CFT_DICT_H
#define CFT_DICT_H

#include "value/heap.h"

typedef struct cft_entry {
    cft_value key, value;
} cft_entry;

struct cft_dict {
    uint32_t count;
    uint32_t origin;    /* of the object itself, as of a scalar */
    cft_entry *entries; /* in insertion order */
    uint32_t *index;    /* NULL up to sixteen entries; open addressing, entry number + 1 */
    uint32_t index_mask;
    uint32_t capacity;  /* of entries */
    uint64_t seed;      /* of the hashes in the index */
    const cft_dict *shape; /* dicts with the same of these, unless NULL, have the same keys in the
                             same order; it may be gone, only its address counts */
};

struct cft_namespace {
    cft_dict dict;
};

/* An empty dict with room for `expected` entries, to be filled with cft_dict_put before it is
 * shared. `*out` is its value. */
chatfmt_status cft_dict_new(cft_heap *heap, size_t expected, cft_dict **out);
static inline cft_value cft_dict_value(const cft_dict *dict)
{
    return (cft_value){.kind = CFT_DICT, .as = {.dict = dict}};
}

/* The origin number of a scalar or container (value/origin.h); 0 of anything else. */
static inline uint32_t cft_origin_of(cft_value value)
{
    if (cft_is_scalar(value)) return value.length;
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE) return value.as.list->origin;
    return value.kind == CFT_DICT ? value.as.dict->origin : 0;
}

/* A new dict with the entries of `from` and room for `extra` more. */
chatfmt_status cft_dict_copy(cft_heap *heap, const cft_dict *from, size_t extra, cft_dict **out);

/* Set key to value; an equal key keeps its place and spelling. TYPE error for an unhashable
 * key. */
chatfmt_status cft_dict_put(cft_heap *heap, cft_dict *dict, cft_value key, cft_value value);

/* The entry with this key, or NULL. Unhashable keys are a TYPE error. Charges fuel. */
chatfmt_status cft_dict_find(cft_heap *heap, const cft_dict *dict, cft_value key,
                             const cft_entry **out);

/* Build the index that a dict with this many entries has, after `entries` and `count` were
 * filled in by hand with string keys. `*unique` tells whether all of them differ. */
chatfmt_status cft_dict_reindex(cft_heap *heap, cft_dict *dict, bool *unique);

/* cft_dict_find_text of a dict with an index. */
const cft_entry *cft_dict_find_indexed(const cft_dict *dict, cft_slice key);

/* The same for a string key; cannot fail. */
static inline const cft_entry *cft_dict_find_text(const cft_dict *dict, cft_slice key)
{
    if (dict->index) return cft_dict_find_indexed(dict, key);
    for (uint32_t i = 0; i < dict->count; i++) {
        const cft_entry *entry = &dict->entries[i];
        if (entry->key.length == key.length && entry->key.kind == CFT_STRING &&
            (key.length == 0 || (entry->key.as.text[0] == key.data[0] &&
                                 memcmp(entry->key.as.text, key.data, key.length) == 0))) {
            return entry;
        }
    }
    return NULL;
}

#endif
