/* tokenizers/added_window.h - which added token begins at each byte of a stretch of text.
 *
 * The longest token that begins at a byte is a prefix of what follows it, so the text is read
 * from the end of the stretch to its beginning, by an automaton over the reversed tokens
 * (Aho and Corasick 1975) that has a fixed cost for each byte. It is made when a search first
 * needs it, which searches of ordinary text never do, and kept by the encoder.
 */
#ifndef CFT_ADDED_WINDOW_H
#define CFT_ADDED_WINDOW_H

#include "tokenizers/added.h"

/* Tokens that begin at one byte are a chain: each is a prefix of the next longer one. Tokens are
 * numbered from 1, as in the tries; 0 is none. */
typedef struct cft_window_link {
    uint32_t parent;     /* the next shorter token                                    */
    uint32_t jump;       /* one far down the chain, for searches in logarithmic time  */
    uint32_t depth;      /* tokens of the chain from the shortest to this             */
    uint32_t order;      /* of row i: the i-th token in an order that has parents first */
    uint32_t controlled; /* tokens of the chain up to this that the guard controls    */
    uint32_t open;       /* the longest of them that it does not                      */
} cft_window_link;

/* The automaton of one set of tokens. */
typedef struct cft_window_side {
    cft_trie trie;      /* of the reversed texts                                      */
    uint32_t *failures; /* by node: that of the longest proper suffix that has a node */
    uint32_t *found;    /* by node: the longest token that the text begins with       */
    cft_window_link *links; /* by token; row 0 is none                                */
    size_t node_room, link_room, link_count, longest;
    bool is_made, is_guarded; /* … and controlled and open are the guard's            */
} cft_window_side;

typedef struct cft_window_work {
    chatfmt_allocator allocator;
    cft_window_side sides[2]; /* raw and normalized           */
    uint32_t *tokens;         /* by byte of the stretch       */
    size_t capacity;
} cft_window_work;

void cft_window_init(cft_window_work *work, const chatfmt_allocator *allocator);
void cft_window_free(cft_window_work *work);
/* Another guard, or other data, from here on. */
void cft_window_new_guard(cft_window_work *work);

/* Find the tokens of the stretch from search->at on and set its ends. NO_MEMORY. Cost: linear in
 * the stretch; the first time in the tokens' bytes. */
chatfmt_status cft_window_open(cft_added_search *search);
/* The longest token at search->at, in the stretch, that may be taken, or NULL; the guard hears of
 * those that may not, and *status is SECURITY when it refuses. */
const cft_added_token *cft_window_token(cft_added_search *search, size_t *end,
                                        chatfmt_status *status);

#endif
