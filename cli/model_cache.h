/* cli/model_cache.h - models by their paths, each loaded once. */
#ifndef CLI_MODEL_CACHE_H
#define CLI_MODEL_CACHE_H

#include "chatfmt/tokens.h"

typedef struct cached_model cached_model;

typedef struct model_cache {
    cached_model *first;
} model_cache;

/* The model at `path`, or NULL with the error. It lives until the cache is closed. */
const chatfmt_model *model_cache_get(model_cache *cache, chatfmt_slice path, uint32_t flags,
                                     chatfmt_error *error);
/* An encoder of the tokenizer of such a model, loaded when it is first asked for; NULL with the
 * error. */
chatfmt_encoder *model_cache_encoder(model_cache *cache, const chatfmt_model *model,
                                     const chatfmt_tokenizer **tokenizer, chatfmt_error *error);
void model_cache_close(model_cache *cache);

#endif
