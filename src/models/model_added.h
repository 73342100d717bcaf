/* models/model_added.h - tokens that a model's configuration adds to its tokenizer.json. */
#ifndef CFT_MODEL_ADDED_H
#define CFT_MODEL_ADDED_H

#include "models/model.h"
#include "tokenizers/tokenizer.h"

/* The rows for cft_tokenizer_add, in `heap`; none for most models, whose files agree. */
chatfmt_status cft_model_added(const cft_model *model, const cft_tokenizer *tokenizer,
                               cft_heap *heap, const cft_added_token **rows, size_t *count);

#endif
