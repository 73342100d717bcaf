/* builtins/float_format.h - a double as text by a printf-like code and precision.
 * CPython: PyOS_double_to_string. */
#ifndef CFT_FLOAT_FORMAT_H
#define CFT_FLOAT_FORMAT_H

#include "value/heap.h"

enum {
    CFT_FLOAT_ALTERNATE = 1, /* keep the point and, for 'g', the zeros                        */
    CFT_FLOAT_ADD_DOT_0 = 2, /* "1.0", not "1"                                                */
    CFT_FLOAT_NO_MINUS_0 = 4, /* a result of zeros only has no sign */
};

/* `code` is one of e f g r (shortest) and E F G; `precision` at least 0. The text lives in the
 * heap and is no template value yet: give it an origin with a builder. */
chatfmt_status cft_float_format(cft_heap *heap, double value, char code, int64_t precision,
                                unsigned flags, cft_slice *out);

#endif
