/* lang/evaluate.h - computing constant expressions while compiling.
 *
 * The compiler knows what may be folded; how operators and builtins behave is the machine's
 * business. This is declared here and implemented in vm/evaluate.c, so that folding and running
 * cannot disagree.
 */
#ifndef CFT_EVALUATE_H
#define CFT_EVALUATE_H

#include "lang/callable.h"
#include "lang/ast.h"
#include "value/heap.h"

/* Something to evaluate with, itself in `arena`; NULL when memory is gone. What it computes lives
 * until cft_evaluate_free. Fuel and memory for all of it are in proportion to the `length` of the
 * template's source, and at most those of the limits. */
cft_vm *cft_evaluate_new(cft_arena *arena, const chatfmt_allocator *allocator,
                         const cft_builtins *builtins, const chatfmt_limits *limits, size_t length);
void cft_evaluate_free(cft_vm *vm);
cft_heap *cft_evaluate_heap(cft_vm *vm);

/* Each begins with a small budget of its own, so folding cannot take long. Any failure means:
 * leave it to run time. */
chatfmt_status cft_evaluate_binary(cft_vm *vm, int operation, cft_value a, cft_value b,
                                   cft_value *out);
chatfmt_status cft_evaluate_unary(cft_vm *vm, int operation, cft_value a, cft_value *out);
chatfmt_status cft_evaluate_attribute(cft_vm *vm, cft_value object, cft_slice name, cft_value *out);
chatfmt_status cft_evaluate_item(cft_vm *vm, cft_value object, cft_value key, cft_value *out);
/* x[start:stop:step]; an undefined where it cannot be sliced. Jinja: Environment.getitem. */
chatfmt_status cft_evaluate_slice(cft_vm *vm, cft_value object, const cft_value parts[3],
                                  cft_value *out);
chatfmt_status cft_evaluate_compare(cft_vm *vm, int operation, cft_value a, cft_value b,
                                    bool *out);
chatfmt_status cft_evaluate_call(cft_vm *vm, const cft_callable *row, cft_value self,
                                 const cft_value *positional, size_t count,
                                 const cft_value *names, const cft_value *named,
                                 size_t named_count, bool autoescape, cft_value *out);

#endif
