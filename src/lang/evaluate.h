/* lang/evaluate.h - computing constant expressions while compiling.
 *
 * The compiler knows what may be folded; how operators and builtins behave is the machine's
 * business. It hands over this table with its builtins (cft_builtins.evaluator), so that folding
 * and running cannot disagree.
 */
#ifndef CFT_EVALUATE_H
#define CFT_EVALUATE_H

#include "lang/callable.h"
#include "lang/ast.h"
#include "value/heap.h"

struct cft_evaluator {
    /* Something to evaluate with, itself in `arena`; NULL when memory is gone. What it computes
     * lives until `free`. Fuel and memory for all of it are in proportion to the `length` of the
     * template's source, and at most those of the limits. */
    cft_vm *(*make)(cft_arena *arena, const chatfmt_allocator *allocator,
                    const cft_builtins *builtins, const chatfmt_limits *limits, size_t length);
    void (*free)(cft_vm *vm);
    cft_heap *(*heap)(cft_vm *vm);

    /* Each begins with a small budget of its own, so folding cannot take long. Any failure means:
     * leave it to run time. */
    chatfmt_status (*binary)(cft_vm *vm, int operation, cft_value a, cft_value b, cft_value *out);
    chatfmt_status (*unary)(cft_vm *vm, int operation, cft_value a, cft_value *out);
    chatfmt_status (*attribute)(cft_vm *vm, cft_value object, cft_slice name, cft_value *out);
    chatfmt_status (*item)(cft_vm *vm, cft_value object, cft_value key, cft_value *out);
    /* x[start:stop:step]; an undefined where it cannot be sliced. Jinja: Environment.getitem. */
    chatfmt_status (*slice)(cft_vm *vm, cft_value object, const cft_value parts[3],
                            cft_value *out);
    chatfmt_status (*compare)(cft_vm *vm, int operation, cft_value a, cft_value b, bool *out);
    chatfmt_status (*call)(cft_vm *vm, const cft_callable *row, cft_value self,
                           const cft_value *positional, size_t count, const cft_value *names,
                           const cft_value *named, size_t named_count, bool autoescape,
                           cft_value *out);
};

#endif
