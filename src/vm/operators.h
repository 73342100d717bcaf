/* vm/operators.h - operators beyond those of vm/vm.h. */
#ifndef CFT_OPERATORS_H
#define CFT_OPERATORS_H

#include "lang/ast.h"
#include "value/heap.h"

/* a op b for a cft_compare_op. */
chatfmt_status cft_compare_values(cft_heap *heap, int operation, cft_value a, cft_value b,
                                  bool *out);

#endif
