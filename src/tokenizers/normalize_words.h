/* tokenizers/normalize_words.h - the steps of BERT's normalizer, NMT's, and maps of characters.
 */
#ifndef CFT_NORMALIZE_WORDS_H
#define CFT_NORMALIZE_WORDS_H

#include "tokenizers/tokenizer.h"

/* As cft_normalize_step; the view is not empty. */
chatfmt_status cft_normalize_words(const cft_normalizer *step, const cft_token_view *view,
                                   cft_token_text *out, bool *same);

#endif
