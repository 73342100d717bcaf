/* tokenizers/unigram.c - the pieces of a word with the highest sum of scores.
 *
 * One pass from left to right: the best way to each place is known when the place is reached.
 * Source: Unigram::encode_optimized of tokenizers, EncodeOptimized of SentencePiece, which
 * keeps sums in single precision.
 */
#include "tokenizers/bpe.h"

#include "base/utf8.h"

enum { UNIGRAM_KEPT = 1 << 20 }; /* nodes from one word to the next */

static chatfmt_status unigram_room(cft_bpe_work *work, size_t length)
{
    if (length + 1 > work->lattice_capacity) {
        cft_lattice_node *nodes =
            cft_array_room(&work->allocator, work->lattice, &work->lattice_capacity, length + 1,
                           sizeof *nodes);
        if (!nodes) return CHATFMT_NO_MEMORY;
        work->lattice = nodes;
    }
    for (size_t i = 0; i <= length; i++)
        work->lattice[i].begin = (uint32_t)i;
    work->lattice[0].score = 0;
    return CHATFMT_OK;
}

/* A piece from `begin` to `end`, if no way there is better. */
static inline bool unigram_offer(const cft_bpe *bpe, cft_lattice_node *nodes, size_t begin,
                                 size_t end, uint32_t id, double score)
{
    cft_lattice_node *to = &nodes[end];
    double sum = score + nodes[begin].score;
    if (bpe->single) sum = (double)(float)sum;
    if (to->begin != end && !(sum > to->score)) return false;
    to->score = sum;
    to->begin = (uint32_t)begin;
    to->id = id;
    return true;
}

/* Offer each piece that begins at `at`; true when one is the character there. */
static bool unigram_pieces(const cft_bpe *bpe, cft_lattice_node *nodes, const char *data,
                           size_t at, size_t end, size_t width)
{
    const cft_trie *trie = &bpe->pieces;
    bool single = false;
    uint32_t node = trie->first[(unsigned char)data[at]];
    for (size_t to = at + 1; node; node = cft_trie_step(trie, node, (uint8_t)data[to++])) {
        uint32_t token = trie->nodes[node].token;
        if (token) {
            (void)unigram_offer(bpe, nodes, at, to, token - 1, bpe->scores[token - 1]);
            if (to - at == width) single = true;
        }
        if (to == end) break;
    }
    return single;
}

static chatfmt_status unigram_search(const cft_bpe *bpe, cft_lattice_node *nodes,
                                     const char *data, size_t length, bool plain)
{
    for (size_t at = 0, width; at < length; at += width) {
        width = cft_utf8_width((unsigned char)data[at]);
        size_t end = plain ? at + width : length;
        if (unigram_pieces(bpe, nodes, data, at, end, width)) continue;
        if (unigram_offer(bpe, nodes, at, at + width, bpe->unk, bpe->unk_score) &&
            bpe->unk == CFT_NO_TOKEN)
            return CHATFMT_INPUT;
    }
    return CHATFMT_OK;
}

/* Unknown characters side by side: a token, their bytes, or the unknown token. */
static chatfmt_status unigram_unknown(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                      size_t length)
{
    if (!length) return CHATFMT_OK;
    uint32_t id = bpe->finds_unknown ? cft_vocab_find(&bpe->words, data, length) : CFT_NO_TOKEN;
    if (id != CFT_NO_TOKEN) return cft_bpe_push(work, id, length);
    bool bytes = bpe->byte_fallback;
    for (size_t i = 0; bytes && i < length; i++)
        bytes = bpe->bytes[(unsigned char)data[i]] != CFT_NO_TOKEN;
    if (!bytes) return cft_bpe_push(work, bpe->unk, length);
    for (size_t i = 0; i < length; i++)
        CFT_TRY(cft_bpe_push(work, bpe->bytes[(unsigned char)data[i]], 1));
    return CHATFMT_OK;
}

static chatfmt_status unigram_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, bool plain)
{
    size_t unknown = 0;
    CFT_TRY(unigram_room(work, length));
    cft_lattice_node *nodes = work->lattice;
    CFT_TRY(unigram_search(bpe, nodes, data, length, plain));
    for (size_t end = length, begin; end > 0; end = begin) {
        begin = nodes[end].begin;
        nodes[begin].next = (uint32_t)end;
    }
    for (size_t at = 0, end; at < length; at = end) {
        end = nodes[at].next;
        if (nodes[end].id == bpe->unk) continue;
        CFT_TRY(unigram_unknown(bpe, work, data + unknown, at - unknown));
        CFT_TRY(cft_bpe_push(work, nodes[end].id, end - at));
        unknown = end;
    }
    return unigram_unknown(bpe, work, data + unknown, length - unknown);
}

/* A large lattice is given back at once: what is made of the pieces takes memory, too. */
chatfmt_status cft_unigram_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                size_t length, bool plain)
{
    if (!length) return CHATFMT_OK;
    chatfmt_status status = unigram_word(bpe, work, data, length, plain);
    if (work->lattice_capacity > UNIGRAM_KEPT) {
        cft_release(&work->allocator, work->lattice,
                    work->lattice_capacity * sizeof *work->lattice);
        work->lattice = NULL;
        work->lattice_capacity = 0;
    }
    return status;
}

size_t cft_unigram_bytes(const cft_bpe *bpe, const cft_pieces *pieces, size_t begin,
                         const char *data)
{
    size_t count = 0;
    for (; begin + count < pieces->count && pieces->lengths[begin + count] == 1; count++)
        if (pieces->ids[begin + count] != bpe->bytes[(unsigned char)data[count]]) break;
    return count;
}
