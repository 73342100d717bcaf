/* replies/query_parse.h - the tree of a JMESPath expression. */
#ifndef CFT_QUERY_PARSE_H
#define CFT_QUERY_PARSE_H

#include "value/heap.h"

typedef enum cft_query_kind {
    CFT_QUERY_CURRENT, CFT_QUERY_LITERAL, CFT_QUERY_FIELD, CFT_QUERY_INDEX, CFT_QUERY_SLICE,
    CFT_QUERY_CHAIN,      /* right of what left gives: a.b, a[0], a | b */
    CFT_QUERY_EACH,       /* right of each item of what left gives      */
    CFT_QUERY_VALUES,     /* the same of a dict's values                */
    CFT_QUERY_FILTER,     /* the same of the items that extra holds for */
    CFT_QUERY_FLATTEN, CFT_QUERY_LIST, CFT_QUERY_DICT, CFT_QUERY_OR, CFT_QUERY_AND,
    CFT_QUERY_NOT, CFT_QUERY_COMPARE
} cft_query_kind;

typedef struct cft_query_node {
    cft_query_kind kind;
    const struct cft_query_node *left, *right, *extra;
    const struct cft_query_node *next; /* the next member of a LIST or DICT */
    cft_value value;                   /* of LITERAL, FIELD; the key of a DICT's member */
    char compare[3];                   /* "==", "!=", "<", "<=", ">", ">=" */
    int64_t bounds[3];                 /* INDEX: one; SLICE: three */
    bool given[3];
} cft_query_node;

/* The tree of an expression, in the heap. */
chatfmt_status cft_query_parse(cft_heap *heap, cft_slice expression, const cft_query_node **out);

#endif
