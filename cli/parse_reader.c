/* cli/parse_reader.c - readers of replies by name or by model. A failure is not kept. */
#include "parse_reader.h"

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

chatfmt_encoder *reader_cache_encoder(reader_cache *cache, chatfmt_slice path,
                                      chatfmt_error *error)
{
    return kept_tokenizer_encoder(&cache->tokenizer, path, cache->limits, error);
}

void reader_cache_close(reader_cache *cache)
{
    kept_tokenizer_drop(&cache->tokenizer);
    chatfmt_chat_free(cache->chat);
    while (cache->first) {
        cached_reader *one = cache->first;
        cache->first = one->next;
        reader_forget(one);
    }
}
