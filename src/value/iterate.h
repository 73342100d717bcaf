/* value/iterate.h - walking whatever Python can walk.
 *
 *     cft_walk walk;
 *     CFT_TRY(cft_walk_begin(heap, value, &walk));
 *     for (;;) {
 *         cft_value item;
 *         bool more;
 *         CFT_TRY(cft_walk_next(&walk, &item, &more));
 *         if (!more) break;
 *         …
 *     }
 */
#ifndef CFT_ITERATE_H
#define CFT_ITERATE_H

#include "value/heap.h"

/* A lazy sequence, walked once; filters embed it as the first field of their own state. */
typedef chatfmt_status cft_iterator_step(cft_heap *heap, cft_iterator *self, cft_value *item,
                                         bool *more);
struct cft_iterator {
    cft_iterator_step *step;
    const char *type_name; /* "generator", "list_reverseiterator" … */
    uint32_t depth;        /* iterators stacked below this one, plus one; bounded by limits */
    bool done;             /* once false comes, it stays false */
};

/* Kinds as bits: what has items to index, what can be walked from both ends, what can be walked.
 * Undefined values are empty sequences. */
#define CFT_KIND_BIT(kind) (1u << (kind))
#define CFT_KINDS_SEQUENCE                                                                    \
    (CFT_KIND_BIT(CFT_UNDEFINED) | CFT_KIND_BIT(CFT_STRING) | CFT_KIND_BIT(CFT_BYTES) |       \
     CFT_KIND_BIT(CFT_LIST) | CFT_KIND_BIT(CFT_TUPLE) | CFT_KIND_BIT(CFT_DICT) |              \
     CFT_KIND_BIT(CFT_RANGE))
#define CFT_KINDS_REVERSIBLE (CFT_KINDS_SEQUENCE | CFT_KIND_BIT(CFT_VIEW))
#define CFT_KINDS_ITERABLE (CFT_KINDS_REVERSIBLE | CFT_KIND_BIT(CFT_ITERATOR))

static inline bool cft_is_among(cft_value value, uint32_t kinds)
{
    return (CFT_KIND_BIT(value.kind) & kinds) != 0;
}

typedef struct cft_walk {
    cft_heap *heap;
    cft_value source;
    size_t position; /* items given; for strings, bytes passed */
} cft_walk;

/* TYPE error "'int' object is not iterable". Undefined is empty. */
chatfmt_status cft_walk_begin(cft_heap *heap, cft_value value, cft_walk *walk);
/* The next item, or *more = false. Charges one unit of fuel. */
chatfmt_status cft_walk_next(cft_walk *walk, cft_value *item, bool *more);

/* Pull one item of an iterator value. */
chatfmt_status cft_iterator_next(cft_heap *heap, cft_iterator *iterator, cft_value *item,
                                 bool *more);

/* All items as a list value; a list is returned as it is. */
chatfmt_status cft_to_list(cft_heap *heap, cft_value value, cft_kind kind, cft_value *out);

/* Python's len(); TYPE error where there is none. */
chatfmt_status cft_length(cft_heap *heap, cft_value value, int64_t *out);

#endif
