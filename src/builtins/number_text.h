/* builtins/number_text.h - what int(text, base) and float(text) of Python accept, and integers
 * too long for 64 bits as decimal text.
 */
#ifndef CFT_NUMBER_TEXT_H
#define CFT_NUMBER_TEXT_H

#include "value/heap.h"

/* int(text, base): spaces around, a sign, a base prefix, single underscores, decimal digits of
 * any script. `*valid` is false where Python raises ValueError. The value is an INT or a
 * BIGINT. Fails only for want of memory, fuel, or by limits.integer_digits. */
chatfmt_status cft_int_parse(cft_heap *heap, cft_slice text, int64_t base, cft_value *out,
                             bool *valid);

/* float(text); `*valid` is false where Python raises ValueError. */
chatfmt_status cft_float_parse(cft_heap *heap, cft_slice text, double *out, bool *valid);

/* int(x) of a finite double, rounded towards zero. */
chatfmt_status cft_int_of_double(cft_heap *heap, double x, cft_value *out);

/* An integer of this sign and magnitude: an INT when it fits, else a BIGINT. */
chatfmt_status cft_int_of_magnitude(cft_heap *heap, bool negative, uint64_t magnitude,
                                    cft_value *out);

/* An INT, BOOL or BIGINT as the nearest double; infinite when too large. */
double cft_integer_to_double(cft_value value);

#endif
