/* tokenizers/trie.c - making a trie: texts sorted, then one level after the other. */
#include "tokenizers/trie.h"

#include "base/buffer.h"

void cft_trie_free(cft_trie *trie, const chatfmt_allocator *allocator)
{
    cft_release(allocator, trie->own_nodes, trie->node_capacity * sizeof *trie->nodes);
    cft_release(allocator, trie->own_edges, trie->edge_capacity * sizeof *trie->edges);
    *trie = (cft_trie){.lone = -1};
}

/* The texts [begin, end) share their first `depth` bytes, which are the node's. */
typedef struct trie_range {
    uint32_t begin, end, depth;
} trie_range;

static int trie_order(const cft_trie_text *left, const cft_trie_text *right)
{
    size_t shared =
        left->text.length < right->text.length ? left->text.length : right->text.length;
    int order = memcmp(left->text.data, right->text.data, shared); /* none of them is empty */
    if (order) return order;
    if (left->text.length != right->text.length)
        return left->text.length < right->text.length ? -1 : 1;
    if (left->order != right->order) return left->order < right->order ? -1 : 1;
    return left->token < right->token ? -1 : left->token > right->token;
}

/* Heap sort: no memory, and no order of the texts makes it slow. */
static void trie_sort(cft_trie_text *texts, size_t count)
{
    for (size_t start = count / 2, end = count; end > 1;) {
        if (start) {
            start--;
        } else {
            cft_trie_text swap = texts[--end];
            texts[end] = texts[0];
            texts[0] = swap;
        }
        cft_trie_text sinking = texts[start];
        size_t at = start;
        for (size_t child; (child = at * 2 + 1) < end; at = child) {
            if (child + 1 < end && trie_order(&texts[child], &texts[child + 1]) < 0) child++;
            if (trie_order(&sinking, &texts[child]) >= 0) break;
            texts[at] = texts[child];
        }
        texts[at] = sinking;
    }
}

/* The number of the node's own text, of which the range is cut. */
static uint32_t trie_own(const cft_trie_text *texts, trie_range *range)
{
    uint32_t first = 0;
    for (; range->begin < range->end && texts[range->begin].text.length == range->depth;
         range->begin++)
        if (!first) first = texts[range->begin].token;
    return first;
}

/* The end of the texts from `at` on that have the same byte next. Texts that share a long
 * beginning are looked at once for each of its bytes, not each of them. */
static uint32_t trie_same_byte(const cft_trie_text *texts, const trie_range *range, uint32_t at)
{
    uint32_t low = at + 1, high = range->end;
    char byte = texts[at].text.data[range->depth];
    if (texts[high - 1].text.data[range->depth] == byte) return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (texts[middle].text.data[range->depth] == byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* `ranges` has a place for every node. */
static void trie_fill(cft_trie *trie, const cft_trie_text *texts, uint32_t count,
                      trie_range *ranges)
{
    ranges[0] = (trie_range){0, count, 0};
    trie->node_count = 1;
    trie->edge_count = 0;
    for (size_t node = 0; node < trie->node_count; node++) {
        trie_range range = ranges[node];
        uint32_t own = trie_own(texts, &range);
        trie->own_nodes[node] = (cft_trie_node){own, (uint32_t)trie->edge_count};
        for (uint32_t at = range.begin, end; at < range.end; at = end) {
            uint8_t byte = (uint8_t)texts[at].text.data[range.depth];
            end = trie_same_byte(texts, &range, at);
            trie->own_edges[trie->edge_count++] = (uint32_t)trie->node_count << 8 | byte;
            ranges[trie->node_count++] = (trie_range){at, end, range.depth + 1};
        }
    }
    trie->own_nodes[trie->node_count] = (cft_trie_node){0, (uint32_t)trie->edge_count};
}

/* How many nodes sorted texts have. */
static size_t trie_count(const cft_trie_text *texts, size_t count)
{
    size_t nodes = 1;
    for (size_t i = 0; i < count; i++) {
        size_t shared = 0;
        if (i) {
            cft_slice before = texts[i - 1].text, here = texts[i].text;
            while (shared < before.length && shared < here.length &&
                   before.data[shared] == here.data[shared])
                shared++;
        }
        nodes += texts[i].text.length - shared;
    }
    return nodes;
}

chatfmt_status cft_trie_build(cft_trie *trie, const chatfmt_allocator *a, cft_trie_text *texts,
                              size_t count, size_t most)
{
    trie_sort(texts, count);
    size_t nodes = trie_count(texts, count), range_bytes = nodes * sizeof(trie_range);
    if (nodes >= (size_t)1 << 24) return CHATFMT_LIMIT; /* nodes are numbers of 24 bits */
    trie_range *ranges = cft_allocate(a, range_bytes);
    trie->own_nodes = cft_allocate(a, (nodes + 1) * sizeof *trie->nodes);
    trie->own_edges = cft_allocate(a, nodes * sizeof *trie->edges);
    trie->nodes = trie->own_nodes;
    trie->edges = trie->own_edges;
    trie->node_capacity = nodes + 1;
    trie->edge_capacity = nodes;
    bool good = ranges && trie->own_nodes && trie->own_edges;
    if (good) {
        trie_fill(trie, texts, (uint32_t)count, ranges);
        (void)cft_trie_link(trie, most);
    }
    cft_release(a, ranges, range_bytes);
    return good ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

bool cft_trie_link(cft_trie *trie, size_t most)
{
    memset(trie->first, 0, sizeof trie->first);
    trie->lone = -1;
    trie->any = trie->edge_count > 0;
    for (size_t i = 0; i < trie->node_count; i++)
        if (trie->nodes[i].token > most || trie->nodes[i].edges > trie->nodes[i + 1].edges)
            return false;
    if (trie->nodes[0].edges || trie->nodes[trie->node_count].edges != trie->edge_count)
        return false;
    for (size_t i = 0; i < trie->edge_count; i++)
        if (!(trie->edges[i] >> 8) || trie->edges[i] >> 8 >= trie->node_count) return false;
    uint32_t starts = trie->nodes[1].edges;
    for (uint32_t i = 0; i < starts; i++) {
        uint8_t byte = (uint8_t)(trie->edges[i] & 255);
        trie->first[byte] = trie->edges[i] >> 8;
        if (starts == 1) trie->lone = byte;
    }
    return true;
}
