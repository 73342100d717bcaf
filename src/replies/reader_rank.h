/* replies/reader_rank.h - which families a template, an architecture or a name speaks for. */
#ifndef CFT_READER_RANK_H
#define CFT_READER_RANK_H

#include "replies/reply.h"

typedef struct cft_rank {
    const cft_reply_row *row;
    size_t score;    /* bytes of markers that the template shows */
    bool certain;    /* the markers of its tool calls are there, all of them */
} cft_rank;

enum { CFT_RANKS = 96 };

/* The families whose markers a text shows (a template's source, and what it writes), the best
 * first; their number. */
size_t cft_reply_rank(cft_slice source, cft_rank out[CFT_RANKS]);

/* The markers of `row` that the source shows, one after another: call with *at = 0 first; an
 * empty slice ends. */
cft_slice cft_reply_seen(const cft_reply_row *row, cft_slice source, size_t *at);

/* The family that an architecture or a model's name hints at, and the word that does; or NULL. */
const cft_reply_row *cft_reply_hint(cft_slice name, cft_slice *word);

/* The family whose calls a template asks the model for in so many words, and the words; or NULL. */
const cft_reply_row *cft_reply_sign(cft_slice source, cft_slice *word);

#endif
