/* builtins/pad.h - every operation that widens a text to a given width, through one check.
 *
 * A width is the cheapest bomb there is: six characters of template ask for a terabyte. So the
 * size is held against the limits before anything is allocated or written.
 */
#ifndef CFT_PAD_H
#define CFT_PAD_H

#include "vm/vm.h"

/* LIMIT unless a string of `bytes` bytes is allowed; pays the fuel for writing it. */
chatfmt_status cft_pad_allowed(cft_heap *heap, uint64_t bytes);

/* Append `count` times the character `fill` (UTF-8), which the engine made. */
chatfmt_status cft_pad_append(cft_builder *b, int64_t count, cft_slice fill);
/* The same with a character that was given: template or data, its origin follows. */
chatfmt_status cft_pad_append_given(cft_builder *b, int64_t count, cft_slice fill);

/* `left` times the fill, `text`, `right` times the fill: the text itself when there is nothing
 * to add. The fill is the `given` character, or a space when NULL. Keeps Markup. */
chatfmt_status cft_pad_string(cft_vm *vm, cft_value text, int64_t left, int64_t right,
                              const cft_slice *given, cft_value *out);

#endif
