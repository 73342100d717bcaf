/* cli/parse_reader.c - readers of replies by name or by model. A failure is not kept. */
#include "parse_reader.h"
#include "limits.h"

#include <stdlib.h>
#include <string.h>

struct cached_reader {
    cached_reader *next;
    chatfmt_reader *reader;
    chatfmt_model *model;
    char *wanted, *path;
};

static char *reader_copy(chatfmt_slice text)
{
    char *copy = malloc(text.length + 1);
    if (!copy) return NULL;
    if (text.length) memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    return copy;
}

static bool reader_same(const char *text, chatfmt_slice other)
{
    return strlen(text) == other.length && (!other.length || !memcmp(text, other.data, other.length));
}

static void reader_forget(cached_reader *one)
{
    chatfmt_reader_free(one->reader);
    chatfmt_model_free(one->model);
    free(one->wanted);
    free(one->path);
    free(one);
}

static bool reader_make(cached_reader *one, const chatfmt_limits *limits, chatfmt_error *error)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    options.wanted = (chatfmt_slice){one->wanted, strlen(one->wanted)};
    options.limits = limits;
    if (one->path[0] && chatfmt_model_open(one->path, NULL, &one->model, error)) return false;
    return !chatfmt_reader_choose(one->model, &options, &one->reader, error);
}

const chatfmt_reader *reader_cache_get(reader_cache *cache, chatfmt_slice wanted,
                                       chatfmt_slice path, const chatfmt_model **model,
                                       chatfmt_error *error)
{
    cached_reader *one;
    for (one = cache->first; one; one = one->next)
        if (reader_same(one->wanted, wanted) && reader_same(one->path, path)) break;
    if (!one) {
        one = calloc(1, sizeof *one);
        if (one) one->wanted = reader_copy(wanted);
        if (one) one->path = reader_copy(path);
        if (!one || !one->wanted || !one->path) {
            if (one) reader_forget(one);
            memset(error, 0, sizeof *error);
            error->status = CHATFMT_NO_MEMORY;
            return NULL;
        }
        if (!reader_make(one, cache->limits, error)) {
            reader_forget(one);
            return NULL;
        }
        one->next = cache->first;
        cache->first = one;
    }
    if (model) *model = one->model;
    return one->reader;
}

chatfmt_chat *reader_cache_chat(reader_cache *cache, chatfmt_error *error)
{
    if (!cache->chat && chatfmt_chat_new(NULL, NULL, &cache->chat, error)) return NULL;
    return cache->chat;
}

static void reader_drop_tokenizer(reader_cache *cache)
{
    chatfmt_encoder_free(cache->encoder);
    chatfmt_tokenizer_free(cache->tokenizer);
    free(cache->tokenizer_path);
    cache->encoder = NULL;
    cache->tokenizer = NULL;
    cache->tokenizer_path = NULL;
}

chatfmt_encoder *reader_cache_encoder(reader_cache *cache, chatfmt_slice path,
                                      chatfmt_error *error)
{
    if (cache->encoder && reader_same(cache->tokenizer_path, path)) return cache->encoder;
    reader_drop_tokenizer(cache);
    cache->tokenizer_path = reader_copy(path);
    if (!cache->tokenizer_path) {
        memset(error, 0, sizeof *error);
        error->status = CHATFMT_NO_MEMORY;
        return NULL;
    }
    chatfmt_tokenizer_options loading = limits_of_tokenizer(cache->limits);
    chatfmt_encoder_options decoding = limits_of_encoder(cache->limits);
    if (chatfmt_tokenizer_load(cache->tokenizer_path, &loading, &cache->tokenizer, error) ||
        chatfmt_encoder_new(cache->tokenizer, &decoding, &cache->encoder, error))
        reader_drop_tokenizer(cache);
    return cache->encoder;
}

void reader_cache_close(reader_cache *cache)
{
    reader_drop_tokenizer(cache);
    chatfmt_chat_free(cache->chat);
    while (cache->first) {
        cached_reader *one = cache->first;
        cache->first = one->next;
        reader_forget(one);
    }
}
