/* replies/jmespath.h - JMESPath, which a response_schema may use to lay out JSON: all of its
 * grammar but for functions. Source: https://jmespath.org/specification.html and the PyPI
 * package jmespath.
 */
#ifndef CFT_JMESPATH_H
#define CFT_JMESPATH_H

#include "value/heap.h"

/* Is the expression one that can be evaluated? SYNTAX with its place, UNSUPPORTED for functions. */
chatfmt_status cft_jmespath_check(cft_heap *heap, cft_slice expression);
/* The value of an expression on JSON; none where it finds nothing. */
chatfmt_status cft_jmespath_search(cft_heap *heap, cft_slice expression, cft_value data,
                                cft_value *out);

#endif
