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

/* An iterator over any iterable (Python's iter()); iterators are returned as they are. */
chatfmt_status cft_iterator_over(cft_heap *heap, cft_value value, cft_iterator **out);

/* All items as a list value; a list is returned as it is. */
chatfmt_status cft_to_list(cft_heap *heap, cft_value value, cft_kind kind, cft_value *out);

/* Python's len(); TYPE error where there is none. */
chatfmt_status cft_length(cft_heap *heap, cft_value value, int64_t *out);

#endif
