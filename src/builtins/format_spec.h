/* builtins/format_spec.h - format(value, spec): Python's format specification mini-language. */
#ifndef CFT_FORMAT_SPEC_H
#define CFT_FORMAT_SPEC_H

#include "vm/vm.h"

/* Append format(value, spec). Integers, booleans, floats and strings know the mini-language;
 * anything else takes the empty spec alone and is then its str(). */
chatfmt_status cft_format_append(cft_vm *vm, cft_builder *b, cft_value value, cft_slice spec);

/* An integer as digits in base 2, 8, 10 or 16, without sign and prefix, lower case; in the
 * heap, without an origin. */
chatfmt_status cft_integer_digits(cft_heap *heap, cft_value value, unsigned base,
                                  bool *negative, cft_slice *out);

/* An integer or float as a double; OVERFLOW "int too large to convert to float". Any other kind
 * is a TYPE error: "must be real number, not str". */
chatfmt_status cft_real_of(cft_vm *vm, cft_value value, double *out);

/* ascii(value): repr with everything beyond ASCII escaped. */
chatfmt_status cft_to_ascii(cft_vm *vm, cft_value value, cft_value *out);
/* A string with \xhh, \uhhhh or \Uhhhhhhhh for everything beyond ASCII. */
chatfmt_status cft_escape_beyond_ascii(cft_vm *vm, cft_value text, cft_value *out);

#endif
