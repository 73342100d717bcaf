/* value/compare.h - Python's ==, <, hash and in; without recursion on data depth beyond the
 * limit, and with fuel paid per element. */
#ifndef CFT_COMPARE_H
#define CFT_COMPARE_H

#include "value/heap.h"

typedef enum cft_order { CFT_LT, CFT_LE, CFT_GT, CFT_GE } cft_order;

chatfmt_status cft_equal(cft_heap *heap, cft_value a, cft_value b, bool *out);
/* Equal as items of a list or keys of a dict are: the same value counts as equal, which matters
 * for NaN alone. */
chatfmt_status cft_equal_item(cft_heap *heap, cft_value a, cft_value b, bool *out);
/* a < b and so on; TYPE error with CPython's words when the types have no order. Undefined
 * operands raise. */
chatfmt_status cft_ordered(cft_heap *heap, cft_order order, cft_value a, cft_value b, bool *out);
/* `item in container`. */
chatfmt_status cft_contains(cft_heap *heap, cft_value container, cft_value item, bool *out);
/* TYPE error "unhashable type: 'list'". Equal values have equal hashes. */
chatfmt_status cft_hash(cft_heap *heap, cft_value value, uint64_t *out);
/* Python's `is`. */
bool cft_same(cft_value a, cft_value b);

#endif
