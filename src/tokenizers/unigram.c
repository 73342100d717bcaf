/* tokenizers/unigram.c - the pieces of a word with the highest sum of scores.
 *
 * One pass from left to right: the best way to each place is known when the place is reached.
 * A text falls into parts where no piece reaches across. The best way through a part is the same
 * wherever the part is, but for the rounding of sums, which hangs on what is in front. So it
 * is remembered when it is better than any other by more than rounding can take back.
 * Source: Unigram::encode_optimized of tokenizers, EncodeOptimized of SentencePiece, which
 * keeps sums in single precision.
 */
#include "tokenizers/bpe.h"

#include "base/utf8.h"

enum { UNIGRAM_KEPT = 1 << 20 }; /* nodes from one word to the next */

/* A kind of sums: from where on they count from zero again (sentencepiece 0.2.3, found by
 * measuring), and how far an addition may round, for each of its size. */
typedef struct unigram_sums {
    double most, rounding;
} unigram_sums;

static const unigram_sums unigram_single = {1e5, 0x1p-24}, unigram_double = {1e9, 0x1p-53};
static const double unigram_none = -1e300;

static const unigram_sums *unigram_kind(const cft_bpe *bpe)
{
    return bpe->single ? &unigram_single : &unigram_double;
}

static chatfmt_status unigram_room(cft_bpe_work *work, size_t length)
{
    if (length + 1 > work->lattice_capacity) {
        cft_lattice_node *nodes =
            cft_array_room(&work->allocator, work->lattice, &work->lattice_capacity, length + 1,
                           sizeof *nodes);
        if (!nodes) return CHATFMT_NO_MEMORY;
        work->lattice = nodes;
    }
    for (size_t i = 0; i <= length; i++) {
        work->lattice[i].begin = (uint32_t)i;
        work->lattice[i].score = work->lattice[i].second = unigram_none;
    }
    return CHATFMT_OK;
}

static inline double unigram_add(const cft_bpe *bpe, double sum, double score)
{
    sum += score;
    return bpe->single ? (double)(float)sum : sum;
}

/* A piece from `begin` to `end`, if no way there is better. */
static inline bool unigram_offer(const cft_bpe *bpe, cft_lattice_node *nodes, size_t begin,
                                 size_t end, uint32_t id, double score)
{
    cft_lattice_node *to = &nodes[end];
    double sum = unigram_add(bpe, nodes[begin].score, score), other = nodes[begin].second + score;
    if (to->begin != end && !(sum > to->score)) {
        if (sum > to->second) to->second = sum;
        return false;
    }
    to->second = to->score > other ? to->score : other;
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

/* Sums count from the place `at` on, there and at all places after it that have one. */
static void unigram_restart(const cft_bpe *bpe, cft_lattice_node *nodes, size_t at, size_t length)
{
    double base = nodes[at].score;
    size_t end = length - at > bpe->words.longest ? at + bpe->words.longest : length;
    for (; at <= end; at++) {
        nodes[at].score -= base;
        nodes[at].second -= base;
    }
}

static chatfmt_status unigram_search(const cft_bpe *bpe, cft_lattice_node *nodes,
                                     const char *data, size_t length, bool plain)
{
    for (size_t at = 0, width; at < length; at += width) {
        if (bpe->single && nodes[at].score < -unigram_single.most)
            unigram_restart(bpe, nodes, at, length);
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

/* The tokens of text after text whose sums so far are *sum. */
static chatfmt_status unigram_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, bool plain, double *sum)
{
    size_t unknown = 0;
    CFT_TRY(unigram_room(work, length));
    cft_lattice_node *nodes = work->lattice;
    nodes[0].score = *sum;
    CFT_TRY(unigram_search(bpe, nodes, data, length, plain));
    *sum = nodes[length].score;
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

/* ---- parts ---- */

/* The largest sum that a way through a part of `count` characters or bytes may have on it. */
static double unigram_reach(const cft_bpe *bpe, double sum, size_t count)
{
    return (sum < 0 ? -sum : sum) + (double)count * bpe->most_score;
}

/* The end of the part at `at`: a U+2581 that no piece has after the byte in front of it. */
static size_t unigram_cut(const cft_bpe *bpe, const char *data, size_t at, size_t length)
{
    while (length - at > 3) {
        const char *found = memchr(data + at + 1, 0xE2, length - at - 3);
        if (!found) break;
        at = (size_t)(found - data);
        if (memcmp(found, "\xE2\x96\x81", 3) == 0 && !bpe->before_meta[(unsigned char)found[-1]])
            return at;
    }
    return length;
}

/* Add what a token counted: one of unknown characters, or a byte of one, as each of them. */
static double unigram_count(const cft_bpe *bpe, double sum, uint32_t id, cft_slice text)
{
    bool byte = text.length == 1 && id == bpe->bytes[(unsigned char)text.data[0]];
    if (!byte && id != bpe->unk) return unigram_add(bpe, sum, bpe->scores[id]);
    for (size_t i = 0; i < text.length; i++)
        if (((unsigned char)text.data[i] & 0xC0) != 0x80)
            sum = unigram_add(bpe, sum, bpe->unk_score);
    return sum;
}

/* Take what is remembered of a part; there is room. */
static bool unigram_recall(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                           size_t length, size_t readable, double *sum)
{
    cft_pieces *pieces = &work->pieces;
    size_t begin = pieces->count;
    if (!cft_bpe_recall(work, data, length, readable)) return false;
    for (size_t i = begin; i < pieces->count; data += pieces->lengths[i++])
        *sum = unigram_count(bpe, *sum, pieces->ids[i], cft_slice_of(data, pieces->lengths[i]));
    return true;
}

/* Keep the pieces from `begin` on, if they are the part's wherever it is. Each addition on two ways
 * may round, now and then. */
static void unigram_remember(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length, size_t begin, double reach)
{
    const cft_pieces *pieces = &work->pieces;
    const cft_lattice_node *nodes = work->lattice;
    const unigram_sums *sums = unigram_kind(bpe);
    double slack = 2 * (double)cft_utf8_count(data, length) * sums->rounding * (sums->most + reach);
    if (nodes[length].score - nodes[length].second > slack)
        cft_word_remember(&work->cache, data, length, pieces->ids + begin,
                          pieces->lengths + begin, pieces->count - begin);
}

static chatfmt_status unigram_part(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, size_t readable, double *sum)
{
    double reach = unigram_reach(bpe, *sum, length);
    bool keeps = length <= CFT_LONG_BYTES && reach <= unigram_kind(bpe)->most;
    CFT_TRY(cft_bpe_room(work, CFT_RECALL_ROOM));
    if (keeps && unigram_recall(bpe, work, data, length, readable, sum)) return CHATFMT_OK;
    size_t begin = work->pieces.count;
    CFT_TRY(unigram_word(bpe, work, data, length, false, sum));
    if (keeps) unigram_remember(bpe, work, data, length, begin, reach);
    return CHATFMT_OK;
}

static chatfmt_status unigram_text(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, bool plain)
{
    double sum = 0;
    if (plain || !bpe->in_parts) return unigram_word(bpe, work, data, length, plain, &sum);
    for (size_t at = 0, end; at < length; at = end) {
        end = unigram_cut(bpe, data, at, length);
        CFT_TRY(unigram_part(bpe, work, data + at, end - at, length - at, &sum));
    }
    return CHATFMT_OK;
}

void cft_unigram_prepare(cft_bpe *bpe)
{
    const cft_trie *trie = &bpe->pieces;
    uint32_t node = trie->first[0xE2];
    if (node) node = cft_trie_step(trie, node, 0x96);
    if (node) node = cft_trie_step(trie, node, 0x81);
    /* Unknown characters side by side are one token, unless what begins a part is known. */
    bpe->in_parts = !bpe->finds_unknown && node && trie->nodes[node].token;
    bpe->most_score = bpe->unk_score < 0 ? -bpe->unk_score : bpe->unk_score;
    for (size_t i = 0; i < bpe->score_count; i++) {
        double score = bpe->scores[i] < 0 ? -bpe->scores[i] : bpe->scores[i];
        if (score > bpe->most_score) bpe->most_score = score;
    }
}

/* A large lattice is given back at once: what is made of the pieces takes memory, too. */
chatfmt_status cft_unigram_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                size_t length, bool plain)
{
    if (!length) return CHATFMT_OK;
    chatfmt_status status = unigram_text(bpe, work, data, length, plain);
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
