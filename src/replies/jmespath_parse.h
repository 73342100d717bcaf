/* replies/jmespath_parse.h - the tree of a JMESPath expression. */
#ifndef CFT_JMESPATH_PARSE_H
#define CFT_JMESPATH_PARSE_H

#include "value/heap.h"

typedef enum cft_jmespath_kind {
    CFT_JMESPATH_CURRENT,
    CFT_JMESPATH_LITERAL,
    CFT_JMESPATH_FIELD,
    CFT_JMESPATH_INDEX,
    CFT_JMESPATH_SLICE,
    CFT_JMESPATH_CHAIN,  /* right of what left gives: a.b, a[0], a | b */
    CFT_JMESPATH_EACH,   /* right of each item of what left gives      */
    CFT_JMESPATH_VALUES, /* the same of a dict's values                */
    CFT_JMESPATH_FILTER, /* the same of the items that extra holds for */
    CFT_JMESPATH_FLATTEN,
    CFT_JMESPATH_LIST,
    CFT_JMESPATH_DICT,
    CFT_JMESPATH_OR,
    CFT_JMESPATH_AND,
    CFT_JMESPATH_NOT,
    CFT_JMESPATH_COMPARE
} cft_jmespath_kind;

typedef struct cft_jmespath_node {
    cft_jmespath_kind kind;
    const struct cft_jmespath_node *left, *right, *extra;
    const struct cft_jmespath_node *next; /* the next member of a LIST or DICT */
    cft_value value;                   /* of LITERAL, FIELD; the key of a DICT's member */
    char compare[3];                   /* "==", "!=", "<", "<=", ">", ">=" */
    int64_t bounds[3];                 /* INDEX: one; SLICE: three */
    bool given[3];
} cft_jmespath_node;

/* The tree of an expression, in the heap. */
chatfmt_status cft_jmespath_parse(cft_heap *heap, cft_slice expression,
                                  const cft_jmespath_node **out);

#endif
