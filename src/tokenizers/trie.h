/* tokenizers/trie.h - texts by their first bytes: which of them a text begins with.
 *
 * Flat arrays, so that a compiled file can be used as it is. The nodes are in the order of
 * their depth, and the edges of a node in that of their bytes.
 */
#ifndef CFT_TRIE_H
#define CFT_TRIE_H

#include "base/alloc.h"
#include "base/slice.h"
#include "base/try.h"

/* A state of the search: the edges of a node stand together, sorted by byte. */
typedef struct cft_trie_node {
    uint32_t token; /* number of the text that ends here; 0: none */
    uint32_t edges; /* where its edges begin; they end where the next node's begin */
} cft_trie_node;

typedef struct cft_trie {
    const cft_trie_node *nodes; /* and one after the last */
    const uint32_t *edges;      /* node << 8 | byte        */
    size_t node_count, edge_count;
    cft_trie_node *own_nodes; /* the same when they are this trie's to free; else NULL */
    uint32_t *own_edges;
    size_t node_capacity, edge_capacity;
    uint32_t first[256]; /* node of a first byte, 0: none */
    int lone;            /* the only first byte, or -1 */
    bool any;
} cft_trie;

/* A text that a trie is made of. Of equal texts the one with the lowest `order` counts, and of
 * these the one with the lowest number. */
typedef struct cft_trie_text {
    cft_slice text;
    uint32_t token, order; /* numbers begin at 1 */
} cft_trie_text;

/* Make a trie of `count` texts, none of them empty, which are sorted in place; `most` is the
 * highest number. NO_MEMORY; LIMIT for texts of 16 MiB and more. */
chatfmt_status cft_trie_build(cft_trie *trie, const chatfmt_allocator *allocator,
                              cft_trie_text *texts, size_t count, size_t most);
void cft_trie_free(cft_trie *trie, const chatfmt_allocator *allocator);
/* Set what follows from nodes and edges; false when they do not fit together, or a number is
 * above `most`. */
bool cft_trie_link(cft_trie *trie, size_t most);

/* The node that an edge leads to, or 0. */
static inline uint32_t cft_trie_step(const cft_trie *trie, uint32_t from, uint8_t byte)
{
    uint32_t low = trie->nodes[from].edges, high = trie->nodes[from + 1].edges;
    while (low < high) {
        uint32_t middle = (low + high) / 2, edge = trie->edges[middle];
        if ((edge & 255) == byte) return edge >> 8;
        if ((edge & 255) < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

#endif
