/* tokenizers/text_tree.c - a crit-bit tree over the entries of a blob. */
#include "tokenizers/text_tree.h"

void cft_tree_free(cft_text_tree *tree, const chatfmt_allocator *allocator)
{
    cft_release(allocator, tree->own_nodes, tree->capacity * sizeof *tree->own_nodes);
    *tree = (cft_text_tree){.count = 0};
}

/* A bit of a text; 0 after its end. */
static unsigned tree_bit(cft_slice text, uint32_t byte, unsigned bit)
{
    if (byte >= text.length) return 0;
    return bit ? (unsigned char)text.data[byte] >> (8 - bit) & 1u : 1u;
}

static bool tree_is_before(const cft_tree_node *node, uint32_t byte, unsigned bit)
{
    return node->byte < byte || (node->byte == byte && node->bit < bit);
}

bool cft_tree_find(const cft_text_tree *tree, cft_slice blob, cft_slice text, size_t *place)
{
    if (!tree->count) return false;
    const cft_tree_node *node = tree->nodes;
    unsigned side = 0;
    while (!(node->leaves >> side & 1)) {
        const cft_tree_node *above = node;
        uint32_t next = node->sides[side];
        if (!next || next >= tree->count) return false;
        node = &tree->nodes[next];
        /* Texts that are there end at no earlier bit; and no path goes back. */
        if (node->byte > text.length || (node->byte == text.length && node->bit) ||
            node->bit > 8 ||
            (above != tree->nodes && !tree_is_before(above, node->byte, node->bit)))
            return false;
        side = tree_bit(text, node->byte, node->bit);
    }
    uint32_t id;
    cft_slice have;
    *place = node->sides[side];
    return cft_entry_at(blob, *place, &id, &have) && cft_slice_equal(have, text);
}

/* Some text that is equal to this one up to where a new node must stand. */
static cft_slice tree_nearest(const cft_text_tree *tree, cft_slice blob, cft_slice text)
{
    const cft_tree_node *node = tree->nodes;
    unsigned side = 0;
    uint32_t id;
    cft_slice have = {NULL, 0};
    while (!(node->leaves >> side & 1)) {
        node = &tree->nodes[node->sides[side]];
        side = tree_bit(text, node->byte, node->bit);
    }
    (void)cft_entry_at(blob, node->sides[side], &id, &have);
    return have;
}

/* The first bit in which two texts differ. */
static void tree_difference(cft_slice a, cft_slice b, cft_tree_node *node)
{
    uint32_t byte = 0;
    uint16_t bit = 0;
    while (byte < a.length && byte < b.length && a.data[byte] == b.data[byte]) byte++;
    while (bit < 8 && tree_bit(a, byte, bit) == tree_bit(b, byte, bit)) bit++;
    node->byte = byte;
    node->bit = bit;
}

static cft_tree_node *tree_new(cft_text_tree *tree, const chatfmt_allocator *allocator)
{
    cft_tree_node *nodes = cft_array_room(allocator, tree->own_nodes, &tree->capacity,
                                          (size_t)tree->count + 1, sizeof *nodes);
    if (!nodes) return NULL;
    tree->nodes = tree->own_nodes = nodes;
    nodes[tree->count] = (cft_tree_node){.byte = 0};
    return &nodes[tree->count++];
}

chatfmt_status cft_tree_put(cft_text_tree *tree, const chatfmt_allocator *allocator,
                            cft_slice blob, uint32_t place)
{
    uint32_t id;
    cft_slice text;
    if (!cft_entry_at(blob, place, &id, &text)) return CHATFMT_BAD_ARGUMENT;
    bool first = !tree->count;
    cft_tree_node *node = tree_new(tree, allocator);
    if (!node) return CHATFMT_NO_MEMORY;
    if (first) {
        *node = (cft_tree_node){.leaves = 1, .sides = {place, 0}};
        return CHATFMT_OK;
    }
    tree_difference(text, tree_nearest(tree, blob, text), node);
    cft_tree_node *above = tree->own_nodes;
    unsigned side = 0, own = tree_bit(text, node->byte, node->bit);
    while (!(above->leaves >> side & 1)) {
        cft_tree_node *next = &tree->own_nodes[above->sides[side]];
        if (!tree_is_before(next, node->byte, node->bit)) break;
        above = next;
        side = tree_bit(text, above->byte, above->bit);
    }
    unsigned leaf = (unsigned)above->leaves >> side & 1u;
    node->sides[own] = place;
    node->sides[!own] = above->sides[side];
    node->leaves = (uint16_t)(1u << own | leaf << !own);
    above->sides[side] = tree->count - 1;
    above->leaves = (uint16_t)(above->leaves & ~(1u << side));
    return CHATFMT_OK;
}
