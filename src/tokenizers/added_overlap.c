/* tokenizers/added_overlap.c - whether it matters in which order added tokens are looked for.
 *
 * llama.cpp takes out the longest token wherever it is in the text, then the next: here the
 * leftmost and of those the longest match is taken. Both are the same unless a match A can be
 * overlapped from the right by a longer B without some token of at least B's length beginning
 * where A does.
 */
#include "tokenizers/source.h"

typedef struct overlap_work {
    const cft_added *added;
    cft_budget *budget;
    bool user_only; /* of tokens that are not special */
    const cft_added_token **pair;
} overlap_work;

static const cft_added_token *overlap_token(const overlap_work *w, uint32_t node)
{
    uint32_t index = w->added->raw.nodes[node].token;
    const cft_added_token *token = index ? &w->added->tokens[index - 1] : NULL;
    return token && w->user_only && token->special ? NULL : token;
}

/* The longest token that begins the text a[0, k) + b. */
static size_t overlap_longest(const overlap_work *w, cft_slice a, size_t k, cft_slice b)
{
    size_t longest = 0, at = 0;
    uint32_t node = 0;
    for (; at < k + b.length; at++) {
        node = cft_trie_step(&w->added->raw, node,
                             (uint8_t)(at < k ? a.data[at] : b.data[at - k]));
        if (!node) break;
        if (overlap_token(w, node)) longest = at + 1;
    }
    return longest;
}

/* Every token B below a node, whose beginning ends A. */
static chatfmt_status overlap_below(overlap_work *w, const cft_added_token *a, size_t k,
                                    uint32_t node)
{
    const cft_trie *trie = &w->added->raw;
    uint32_t stack[256];
    size_t depth = 0;
    stack[depth++] = node;
    while (depth) {
        uint32_t at = stack[--depth];
        const cft_added_token *b = overlap_token(w, at);
        CFT_TRY(cft_budget_spend(w->budget, 2));
        if (b && at != node && b->content.length >= a->content.length && b != a) {
            CFT_TRY(cft_budget_spend(w->budget, 1 + (k + b->content.length) / 4));
            size_t longest = overlap_longest(w, a->content, k, b->content);
            if (longest < b->content.length) {
                w->pair[0] = a;
                w->pair[1] = b;
                return CHATFMT_OK;
            }
        }
        for (uint32_t e = trie->nodes[at].edges; e < trie->nodes[at + 1].edges; e++) {
            if (depth == sizeof stack / sizeof *stack) return CHATFMT_LIMIT;
            stack[depth++] = trie->edges[e] >> 8;
        }
    }
    return CHATFMT_OK;
}

static chatfmt_status overlap_of(overlap_work *w, const cft_added_token *a)
{
    for (size_t k = 1; k < a->content.length && !w->pair[0]; k++) {
        uint32_t node = 0;
        for (size_t at = k; at < a->content.length; at++) {
            node = cft_trie_step(&w->added->raw, node, (uint8_t)a->content.data[at]);
            if (!node) break;
        }
        CFT_TRY(cft_budget_spend(w->budget, 1 + (a->content.length - k) / 2));
        if (node) CFT_TRY(overlap_below(w, a, k, node));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_added_overlap(const cft_added *added, cft_budget *budget,
                                 const cft_added_token *pair[2])
{
    overlap_work w = {.added = added, .budget = budget, .pair = pair};
    pair[0] = pair[1] = NULL;
    for (int user_only = 0; user_only < 2; user_only++) {
        w.user_only = user_only != 0;
        for (size_t i = 0; i < added->count && !pair[0]; i++)
            if (!w.user_only || !added->tokens[i].special)
                CFT_TRY(overlap_of(&w, &added->tokens[i]));
    }
    return CHATFMT_OK;
}
