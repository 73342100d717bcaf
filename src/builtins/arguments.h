/* builtins/arguments.h - reading arguments as CPython's own functions do, with their words.
 *
 * cft_arg_str and cft_arg_int of vm/vm.h serve functions written in Python (filters); these
 * here serve methods, whose messages name the method and the argument.
 */
#ifndef CFT_ARGUMENTS_H
#define CFT_ARGUMENTS_H

#include "vm/vm.h"

/* Given and not None. */
static inline bool cft_arg_some(cft_args args, size_t i)
{
    return cft_arg_given(args, i) && args.at[i].kind != CFT_NONE;
}

/* A str, or TYPE "WHERE must be str, not int": `where` is such as "replace() argument 1". */
chatfmt_status cft_want_str(cft_vm *vm, cft_value value, const char *where, cft_slice *out);

/* An integer as operator.index takes it: TYPE "'str' object cannot be interpreted as an
 * integer", OVERFLOW beyond 64 bits. */
chatfmt_status cft_want_index(cft_vm *vm, cft_value value, int64_t *out);
/* Argument i as such an integer, or `absent` when it was not given. */
chatfmt_status cft_want_index_or(cft_vm *vm, cft_args args, size_t i, int64_t absent,
                                 int64_t *out);
/* The same within a C int, as functions written for it have: OVERFLOW otherwise. */
chatfmt_status cft_want_int_or(cft_vm *vm, cft_args args, size_t i, int64_t absent,
                               int64_t *out);

/* Argument i as a bound of a slice: None and absent give `absent`, huge numbers are clamped. */
chatfmt_status cft_want_bound(cft_vm *vm, cft_args args, size_t i, int64_t absent,
                              int64_t *out);

/* CPython: ADJUST_INDICES: bring the bounds of a slice of `length` items into range; begin may
 * end up after end. */
void cft_adjust_bounds(int64_t length, int64_t *begin, int64_t *end);

#endif
