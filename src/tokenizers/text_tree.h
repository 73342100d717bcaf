/* tokenizers/text_tree.h - a map from texts to places whose cost no choice of texts makes worse.
 *
 * A binary tree that branches at the first bit in which texts differ (Bernstein's crit-bit tree):
 * a look-up takes at most nine steps for each byte of its text. Hash tables put here what they
 * cannot find within a few steps, so that a file whose texts were chosen to have one hash is
 * loaded and asked in linear time, without a secret that a compiled file would have to keep.
 *
 * Texts stand in a blob, one entry after the other: id, length (32 bits each), text. The nodes are
 * a flat array and may be a stranger's: a search goes only down the text, and compares every place
 * with the ends of its array.
 */
#ifndef CFT_TEXT_TREE_H
#define CFT_TEXT_TREE_H

#include "base/alloc.h"
#include "base/slice.h"
#include "base/try.h"

enum { CFT_ENTRY_HEAD = 8 }; /* bytes of id and length before each text of a blob */

/* The entry at a place of a blob; false when there is none. */
static inline bool cft_entry_at(cft_slice blob, size_t place, uint32_t *id, cft_slice *text)
{
    uint32_t head[2];
    if (blob.length < CFT_ENTRY_HEAD || place > blob.length - CFT_ENTRY_HEAD) return false;
    memcpy(head, blob.data + place, sizeof head);
    place += CFT_ENTRY_HEAD;
    if (head[1] > blob.length - place) return false;
    *id = head[0];
    *text = cft_slice_of(blob.data + place, head[1]);
    return true;
}

/* Texts below a node are equal up to `byte`, in which bit 0 says whether there is such a byte, and
 * bits 1 to 8 are its bits from the highest down. */
typedef struct cft_tree_node {
    uint32_t byte;
    uint16_t bit;
    uint16_t leaves;   /* 1, 2: the first, the second side is a place of the blob, not a node */
    uint32_t sides[2]; /* texts with 0 and with 1 in that bit                                 */
} cft_tree_node;

typedef struct cft_text_tree {
    const cft_tree_node *nodes; /* the first has no bit: its first side is the root */
    uint32_t count;             /* nodes; none in an empty tree                     */
    cft_tree_node *own_nodes;   /* the same when they are this tree's to free       */
    size_t capacity;
} cft_text_tree;

void cft_tree_free(cft_text_tree *tree, const chatfmt_allocator *allocator);
/* The place of a text; false when it is not there. */
bool cft_tree_find(const cft_text_tree *tree, cft_slice blob, cft_slice text, size_t *place);
/* Put in the entry at `place`, whose text is not there yet. NO_MEMORY. */
chatfmt_status cft_tree_put(cft_text_tree *tree, const chatfmt_allocator *allocator,
                            cft_slice blob, uint32_t place);

#endif
