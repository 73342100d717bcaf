/* vm/operators.h - operators beyond those of vm/vm.h. */
#ifndef CFT_OPERATORS_H
#define CFT_OPERATORS_H

#include "lang/ast.h"
#include "value/heap.h"

/* a op b for a cft_compare_op. */
chatfmt_status cft_compare_values(cft_heap *heap, int operation, cft_value a, cft_value b,
                                  bool *out);

/* `a operation b` of integers; operation is a cft_compare_op that orders. */
static inline bool cft_order_integers(uint32_t operation, int64_t a, int64_t b)
{
    switch (operation) {
    case CFT_CMP_EQ: return a == b;
    case CFT_CMP_NE: return a != b;
    case CFT_CMP_LT: return a < b;
    case CFT_CMP_LE: return a <= b;
    case CFT_CMP_GT: return a > b;
    default: return a >= b;
    }
}

#endif
