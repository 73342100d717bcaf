/* value/repr.h - Python's str() and repr() of every value. */
#ifndef CFT_REPR_H
#define CFT_REPR_H

#include "value/builder.h"

/* Append str(value): strings as they are (origin follows), undefined as nothing. */
chatfmt_status cft_str_append(cft_builder *b, cft_value value);
/* Append repr(value). Nested containers without recursion on the C stack beyond value_depth. */
chatfmt_status cft_repr_append(cft_builder *b, cft_value value);

/* str(value) as a string value; strings (Markup too) are returned as they are. */
chatfmt_status cft_to_str(cft_heap *heap, cft_value value, cft_value *out);
chatfmt_status cft_to_repr(cft_heap *heap, cft_value value, cft_value *out);

#endif
