/* tokenizers/added.h - added tokens: found in the text before anything else.
 *
 * Two sets of texts are searched, one in raw and one in normalised text; in each the leftmost
 * match wins and of several there the longest. A guard forbids matches that touch bytes which
 * are not the template's, so that what users type never becomes a control token.
 *
 * The time is linear in the text whatever the tokens are. Few bytes of most texts begin a token,
 * and few of those go on as one, so a search walks a trie from each such byte. Where that costs
 * more than the text is worth, the search goes on with added_window.h, whose cost does not depend
 * on the tokens.
 */
#ifndef CFT_ADDED_H
#define CFT_ADDED_H

#include "tokenizers/token_text.h"
#include "tokenizers/trie.h"

typedef struct cft_added_token {
    cft_slice content;
    cft_slice pattern; /* normalised content for tokens that are matched in normalised text */
    uint32_t id;
    bool single_word, lstrip, rstrip, normalized, special;
    bool of_model; /* never matched: the model makes it of text */
} cft_added_token;

typedef struct cft_added {
    chatfmt_allocator allocator;
    cft_added_token *tokens; /* in the order of the file */
    size_t count, capacity;
    uint32_t *by_id;         /* index + 1 of the token of an id; ids from `first_id` on */
    uint32_t first_id, id_count;
    cft_trie raw, normalized;
    bool ascii_strip; /* lstrip and rstrip take ASCII white space only, and use it up */
    bool longest_first;   /* the longest match of the whole text is taken, then the next: where
                           * this is not the same as the leftmost and longest one. Tokens are
                           * short then. */
} cft_added;

enum { CFT_ADDED_OVERLAP_MOST = 256 /* bytes of a token, where longer matches go first */ };

/* A trie over the texts of one set, from their first bytes on or, `reversed`, from their last; its
 * tokens are indexes + 1. */
chatfmt_status cft_added_trie(cft_trie *trie, const cft_added *added, bool normalized,
                              bool reversed);

/* Build the table of ids and both tries when all tokens are in place. */
chatfmt_status cft_added_prepare(cft_added *added);
/* The same without the tries, for those that are given. */
chatfmt_status cft_added_index(cft_added *added);
void cft_added_free(cft_added *added);
/* The added token of an id, or NULL. */
const cft_added_token *cft_added_by_id(const cft_added *added, uint32_t id);

/* ---- guard ---- */

typedef struct cft_guard_attempt {
    uint32_t begin, end, id; /* bytes of the text */
} cft_guard_attempt;

enum {
    CFT_GUARD_MATCH = 1, /* not matched in data */
    CFT_GUARD_MODEL = 2  /* nor left in data when the model makes it of ordinary text */
};

/* Ranges of the text that are data, sorted and apart; a match of a controlled token that touches
 * one is not taken (or fails the call). */
typedef struct cft_guard {
    const cft_place *data;
    size_t data_count;
    const uint8_t *controlled; /* by index of the added token: CFT_GUARD_… */
    bool refuse;               /* fail as SECURITY instead */
    bool match;                /* report only: the match is taken */
    /* What was met. `attempts` has room for `attempt_room`; `attempt_count` counts all. */
    cft_guard_attempt *attempts;
    size_t attempt_room;
    size_t *attempt_count;
} cft_guard;

/* True when bytes [begin, end) of the text touch data. */
bool cft_guard_touches(const cft_guard *guard, uint32_t begin, uint32_t end);
/* Count an attempt, and keep it where there is room. */
void cft_guard_note(const cft_guard *guard, cft_place place, uint32_t id);

typedef struct cft_added_match {
    size_t begin, end; /* of the text searched, white space taken along counted in */
    const cft_added_token *token;
} cft_added_match;

/* A search through one text. */
typedef struct cft_added_search {
    const cft_added *added;
    const cft_trie *trie;
    bool normalized;
    cft_token_view view;
    const cft_guard *guard;
    struct cft_window_work *work;
    size_t at;       /* where the search goes on                  */
    size_t previous; /* the end of the last match taken: for the caller to set */
    size_t origin;   /* where the account of steps begins, and …  */
    size_t steps;    /* … those taken from there on               */
    size_t window_begin, window_end; /* the stretch that `work` knows the tokens of */
    size_t space_end;                /* of the white space that was looked at last  */
    size_t limit; /* matches end here at the latest: where a longer one begins, or at the end */
} cft_added_search;

/* `work` is used by one search at a time. */
void cft_added_begin(cft_added_search *search, const cft_added *added, bool normalized,
                     const cft_token_view *view, const cft_guard *guard,
                     struct cft_window_work *work);
/* The next match; false when there is none. In *status is SECURITY when the guard refuses, and
 * NO_MEMORY. */
bool cft_added_next(cft_added_search *search, cft_added_match *match, chatfmt_status *status);

#endif
