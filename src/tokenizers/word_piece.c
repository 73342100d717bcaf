/* tokenizers/word_piece.c - words by the longest pieces from left to right, and words as they
 * are.
 *
 * Source: WordPiece::tokenize and WordLevel::tokenize of tokenizers.
 */
#include "tokenizers/bpe.h"

#include "base/utf8.h"

static chatfmt_status piece_unknown(const cft_bpe *bpe, cft_bpe_work *work, size_t begin,
                                    size_t length)
{
    if (bpe->unk == CFT_NO_TOKEN) return CHATFMT_INPUT;
    work->pieces.count = begin;
    return cft_bpe_push(work, bpe->unk, length);
}

/* The node that pieces inside of a word continue from; 0 when there are none. */
static uint32_t piece_inside(const cft_bpe *bpe, bool *is_root)
{
    uint32_t node = 0;
    *is_root = !bpe->prefix.length;
    for (size_t i = 0; i < bpe->prefix.length; i++) {
        uint8_t byte = (uint8_t)bpe->prefix.data[i];
        node = i ? cft_trie_step(&bpe->pieces, node, byte) : bpe->pieces.first[byte];
        if (!node) return 0;
    }
    return node;
}

/* The end of the longest piece that begins at `at`, or `at`. */
static size_t piece_longest(const cft_trie *trie, uint32_t node, const char *data, size_t at,
                            size_t end, uint32_t *id)
{
    size_t longest = at;
    while (at < end) {
        uint8_t byte = (uint8_t)data[at++];
        node = node ? cft_trie_step(trie, node, byte) : trie->first[byte];
        if (!node) break;
        if (!trie->nodes[node].token) continue;
        *id = trie->nodes[node].token - 1;
        longest = at;
    }
    return longest;
}

static chatfmt_status piece_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                 size_t length, bool plain)
{
    size_t first = work->pieces.count;
    bool is_root;
    uint32_t inside = piece_inside(bpe, &is_root), id = 0;
    if (length > bpe->most_characters && cft_utf8_count(data, length) > bpe->most_characters)
        return piece_unknown(bpe, work, first, length);
    for (size_t at = 0, end; at < length; at = end) {
        size_t stop = plain ? at + cft_utf8_width((unsigned char)data[at]) : length;
        end = at;
        if (!at || is_root)
            end = piece_longest(&bpe->pieces, 0, data, at, stop, &id);
        else if (inside)
            end = piece_longest(&bpe->pieces, inside, data, at, stop, &id);
        if (end == at) return piece_unknown(bpe, work, first, length);
        CFT_TRY(cft_bpe_push(work, id, end - at));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_word_piece_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, bool plain)
{
    if (bpe->kind == CFT_MODEL_WORD_PIECE) return piece_word(bpe, work, data, length, plain);
    uint32_t id = plain ? CFT_NO_TOKEN : cft_vocab_find(&bpe->words, data, length);
    if (id == CFT_NO_TOKEN) return piece_unknown(bpe, work, work->pieces.count, length);
    return cft_bpe_push(work, id, length);
}
