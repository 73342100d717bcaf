/* value/list.h - making lists and tuples. */
#ifndef CFT_LIST_H
#define CFT_LIST_H

#include "value/heap.h"

/* A list or tuple (`kind`) that takes over `items`, which live in the heap or the input. */
chatfmt_status cft_list_of(cft_heap *heap, cft_kind kind, const cft_value *items, size_t count,
                           cft_value *out);
/* The same from a copy of `items`. */
chatfmt_status cft_list_copy(cft_heap *heap, cft_kind kind, const cft_value *items,
                             size_t count, cft_value *out);

/* A list that grows while it is made. */
typedef struct cft_list_builder {
    cft_heap *heap;
    cft_value *items;
    size_t count, capacity;
} cft_list_builder;

chatfmt_status cft_list_build(cft_list_builder *b, cft_heap *heap, size_t expected);
chatfmt_status cft_list_push(cft_list_builder *b, cft_value item);
chatfmt_status cft_list_end(cft_list_builder *b, cft_kind kind, cft_value *out);

#endif
