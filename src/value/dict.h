/* value/dict.h - Python's dict: insertion order, keys equal across 1, 1.0 and True.
 *
 * Up to eight entries are searched in a row; larger ones get an index with a seeded hash.
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
    uint32_t *index;    /* NULL up to eight entries; open addressing, entry number + 1 */
    uint32_t index_mask;
    uint32_t capacity;  /* of entries */
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

/* Set key to value; an equal key keeps its place and spelling. TYPE error for an unhashable
 * key. */
chatfmt_status cft_dict_put(cft_heap *heap, cft_dict *dict, cft_value key, cft_value value);

/* The entry with this key, or NULL. Unhashable keys are a TYPE error. Charges fuel. */
chatfmt_status cft_dict_find(cft_heap *heap, const cft_dict *dict, cft_value key,
                             const cft_entry **out);

/* The same for a string key; cannot fail. */
const cft_entry *cft_dict_find_text(const cft_dict *dict, cft_slice key);

#endif
