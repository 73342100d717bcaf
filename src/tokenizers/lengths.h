/* tokenizers/lengths.h - truncation and padding, as tokenizer.json and the reference have them.
 *
 * A text that is too long becomes several pieces, each of which the post-processor surrounds with
 * its tokens; then all are padded.
 */
#ifndef CFT_LENGTHS_H
#define CFT_LENGTHS_H

#include "tokenizers/tokenizer.h"

/* One array for each column; pieces stand one after the other. */
typedef struct cft_length_piece {
    size_t begin, count;
} cft_length_piece;

typedef struct cft_length_work {
    chatfmt_allocator allocator;
    uint32_t *ids, *types, *words;
    cft_place *places;
    unsigned char *attention, *special;
    size_t count, capacity;
    cft_length_piece *pieces;
    size_t piece_count, piece_capacity;
    uint32_t *all, *all_words; /* the tokens before they are cut */
    cft_place *all_places;
    size_t all_capacity;
} cft_length_work;

void cft_lengths_init(cft_length_work *work, const chatfmt_allocator *allocator);
void cft_lengths_free(cft_length_work *work);

/*
 * Encode, cut and pad; the pieces are in `work` until the next call. VALUE where the reference
 * fails: a stride that is not below what is left of the length, or ONLY_SECOND, since there is no
 * second text.
 */
chatfmt_status cft_lengths_encode(cft_length_work *work, cft_encoder *encoder, cft_slice text,
                                  bool add_special, const cft_guard *guard,
                                  const cft_lengths *lengths, chatfmt_error *error);

#endif
