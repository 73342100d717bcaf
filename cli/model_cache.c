/* cli/model_cache.c - models by their paths. A path that fails is tried again each time. */
#include "model_cache.h"

#include <stdlib.h>
#include <string.h>

struct cached_model {
    cached_model *next;
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer; /* both NULL until they are asked for */
    chatfmt_encoder *encoder;
    uint32_t flags;
    char path[];
};

const chatfmt_model *model_cache_get(model_cache *cache, chatfmt_slice path, uint32_t flags,
                                     chatfmt_error *error)
{
    for (cached_model *at = cache->first; at; at = at->next)
        if (at->flags == flags && strlen(at->path) == path.length &&
            !memcmp(at->path, path.data, path.length))
            return at->model;
    cached_model *made = calloc(1, sizeof *made + path.length + 1);
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = flags;
    memset(error, 0, sizeof *error);
    if (!made) {
        error->status = CHATFMT_NO_MEMORY;
        return NULL;
    }
    memcpy(made->path, path.data, path.length);
    made->flags = flags;
    if (chatfmt_model_open(made->path, &options, &made->model, error)) {
        free(made);
        return NULL;
    }
    made->next = cache->first;
    cache->first = made;
    return made->model;
}

chatfmt_encoder *model_cache_encoder(model_cache *cache, const chatfmt_model *model,
                                     const chatfmt_tokenizer **tokenizer, chatfmt_error *error)
{
    cached_model *at = cache->first;
    while (at && at->model != model) at = at->next;
    if (!at) return NULL;
    if (!at->tokenizer && chatfmt_model_tokenizer(model, NULL, &at->tokenizer, error)) return NULL;
    if (!at->encoder && chatfmt_encoder_new(at->tokenizer, NULL, &at->encoder, error)) return NULL;
    *tokenizer = at->tokenizer;
    return at->encoder;
}

void model_cache_close(model_cache *cache)
{
    while (cache->first) {
        cached_model *at = cache->first;
        cache->first = at->next;
        chatfmt_encoder_free(at->encoder);
        chatfmt_tokenizer_free(at->tokenizer);
        chatfmt_model_free(at->model);
        free(at);
    }
}
