/* tokenizers/lengths.h - truncation and padding, as tokenizer.json and the reference have them.
 *
 * A text that is too long becomes several pieces, each of which the post-processor surrounds with
 * its tokens; then all are padded.
 */
#ifndef CFT_LENGTHS_H
#define CFT_LENGTHS_H

#include "tokenizers/tokenizer.h"

/* Of tokens that are of no text: which the post-processor or padding put there. */
#define CFT_NO_TEXT 255

/* One array for each column; pieces stand one after the other. */
typedef struct cft_length_piece {
    size_t begin, count;
} cft_length_piece;

typedef struct cft_length_work {
    chatfmt_allocator allocator;
    uint32_t *ids, *types, *words;
    cft_place *places;
    unsigned char *attention, *special, *texts;
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

/*
 * The same of two texts that belong together, as one piece: what the reference calls overflowing
 * is left out. UNSUPPORTED where the post-processor has no template for two texts.
 */
chatfmt_status cft_pairs_encode(cft_length_work *work, cft_encoder *encoder,
                                const cft_slice texts[2], bool add_special,
                                const cft_guard *guard, const cft_lengths *lengths,
                                chatfmt_error *error);

/* VALUE where enable_truncation() fails: by what one text would leave, also for two. */
chatfmt_status cft_lengths_check(const cft_tokenizer *t, const cft_lengths *lengths,
                                 chatfmt_error *error);
/* Empty columns with room for `count` tokens. */
chatfmt_status cft_lengths_room(cft_length_work *work, size_t count);
/* One piece more. NO_MEMORY. */
chatfmt_status cft_lengths_add(cft_length_work *work, size_t begin, size_t count);
/* The next multiple, SIZE_MAX where there is none; `multiple` 0 is 1. */
static inline size_t cft_lengths_round(size_t length, size_t multiple)
{
    size_t over = multiple ? length % multiple : 0;
    if (!over) return length;
    return multiple - over > SIZE_MAX - length ? SIZE_MAX : length + (multiple - over);
}
/* Whether so many tokens in all may come out. LIMIT. */
chatfmt_status cft_lengths_allow(cft_encoder *encoder, size_t total);
/* How long a piece is to be when the longest has `longest` tokens. */
size_t cft_lengths_target(const cft_lengths *lengths, size_t longest);
/* Fill up the piece that was put last. */
void cft_lengths_pad(cft_length_work *work, const cft_lengths *lengths, size_t target,
                     cft_length_piece *piece);
/* After a failure: no pieces and no memory; `status` with its message. */
chatfmt_status cft_lengths_fail(cft_length_work *work, cft_encoder *encoder,
                                chatfmt_status status, chatfmt_error *error);

#endif
