/* vm/big_integer.h - arithmetic beyond 64 bits. */
#ifndef CFT_BIG_INTEGER_H
#define CFT_BIG_INTEGER_H

#include "vm/vm.h"

/* a op b for integers of any size: INT, BOOL or BIGINT. All operations but CFT_DIV; powers with
 * an exponent of 0 or more. VALUE error beyond limits.integer_digits, in CPython's words. */
chatfmt_status cft_big_binary(cft_vm *vm, int operation, cft_value a, cft_value b,
                              cft_value *out);

/* a / b for integers of any size, as a float. */
chatfmt_status cft_big_divide(cft_vm *vm, cft_value a, cft_value b, cft_value *out);

/* The nearest double; OVERFLOW error when there is none. */
chatfmt_status cft_big_double(cft_vm *vm, cft_value a, double *out);

#endif
