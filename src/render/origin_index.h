/* render/origin_index.h - from an address or an origin number back to a path in the variables.
 *
 * Nothing of this exists until somebody asks for spans: then the variables are walked once.
 */
#ifndef CFT_ORIGIN_INDEX_H
#define CFT_ORIGIN_INDEX_H

#include "base/arena.h"
#include "chatfmt/template.h"
#include "value/dict.h"

/* What a node is called, made when somebody asks. */
typedef struct cft_origin_name {
    cft_slice path; /* messages[2].content; keys end in "#key", and the root has none */
    chatfmt_span_origin origin;
} cft_origin_name;

/* One value or key of the variables. */
typedef struct cft_origin_node {
    cft_value value;
    uint32_t parent;  /* its container, number of a node; the root is its own */
    uint32_t index;   /* place in the container */
    bool is_key;      /* the key of the member `index`, not its value */
    bool trusted;
    bool is_special; /* a special token by its name, or below one, whoever supplied it */
    const cft_origin_name *name; /* NULL until somebody asks */
} cft_origin_node;

/* A string that a node holds, sorted by address. */
typedef struct cft_origin_text {
    const char *begin;
    uint32_t length;
    uint32_t node;
} cft_origin_text;

typedef struct cft_origin_index {
    cft_arena arena;
    cft_origin_node *nodes;
    uint32_t node_count, node_capacity;
    cft_origin_text *texts;
    uint32_t text_count, last_text;
    uint32_t *numbers; /* open addressing: origin number of a node -> node + 1 */
    uint32_t number_mask, number_count;
} cft_origin_index;

void cft_origin_index_init(cft_origin_index *index, const chatfmt_allocator *allocator);
void cft_origin_index_free(cft_origin_index *index);

/* Names of variables. */
typedef struct cft_origin_names {
    const cft_slice *trusted; /* they, and all below them, are trusted */
    size_t trusted_count;
    const cft_slice *special; /* special tokens */
    size_t special_count;
} cft_origin_names;

/* Walk `variables`; `names` may be NULL. At most `maximum` bytes are used. NO_MEMORY otherwise. */
chatfmt_status cft_origin_index_build(cft_origin_index *index, const cft_dict *variables,
                                      const cft_origin_names *names, size_t maximum);

/* The string that the byte at `address` belongs to, or NULL. */
const cft_origin_text *cft_origin_index_text(cft_origin_index *index, const char *address);

/* The node with this origin number, or NULL. */
cft_origin_node *cft_origin_index_number(const cft_origin_index *index, uint32_t number);

/* The name of a node, which lives as long as the index. */
chatfmt_status cft_origin_index_name(cft_origin_index *index, cft_origin_node *node,
                                     const cft_origin_name **out);

/* The origin of what is not in the variables. */
#define CFT_NO_ORIGIN                                                                          \
    ((chatfmt_span_origin){CHATFMT_NO_INDEX, CHATFMT_NO_INDEX, CHATFMT_FIELD_NONE, 0})

#endif
