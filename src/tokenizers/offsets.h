/* tokenizers/offsets.h - where tokens are in the text, and masks of them: the functions of
 * chatfmt/tokenizer.h that say the same.
 */
#ifndef CFT_OFFSETS_H
#define CFT_OFFSETS_H

#include "base/slice.h"
#include "chatfmt/tokenizer.h"

/* Byte offsets as code points; `out` may be `places`. */
void cft_offsets_in_code_points(cft_slice text, const chatfmt_token_place *places, size_t count,
                                chatfmt_token_place *out);
/* 1 for each token that shares a byte with a range. */
void cft_offsets_overlap(const chatfmt_token_place *places, size_t count,
                         const chatfmt_token_place *ranges, size_t range_count,
                         unsigned char *mask);
/* The first token that holds byte or code point `index`, or -1. */
int64_t cft_offsets_find(const chatfmt_token_place *places, size_t count, size_t index);
/* The mask of transformers' return_assistant_tokens_mask, with its faults. */
chatfmt_status cft_offsets_reference(const chatfmt_token_place *places, size_t count,
                                     const chatfmt_generation *ranges, size_t range_count,
                                     unsigned char *mask, chatfmt_error *error);

#endif
