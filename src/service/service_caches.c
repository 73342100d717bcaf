/* service/service_caches.c - models, readers, formats and tokenizers by their names. */
#include "service/caches.h"

#include "base/report.h"

enum { CACHE_MOST_FORMATS = 1024 };
/* Flags of formats: that are models, and whose name prefers one with a style. */
enum { CACHE_AS_MODEL = 1, CACHE_STYLED = 2 };

void cft_cache_open(cft_cache *cache, const chatfmt_allocator *memory)
{
    *cache = (cft_cache){.memory = *memory};
}

static void cache_forget(cft_cache *cache, cft_cached *entry)
{
    chatfmt_reader_free(entry->reader);
    chatfmt_encoder_free(entry->encoder);
    chatfmt_tokenizer_free(entry->tokenizer);
    chatfmt_format_free(entry->format);
    chatfmt_model_free(entry->model);
    cft_release(&cache->memory, entry, entry->size);
}

void cft_cache_close(cft_cache *cache)
{
    while (cache->entries) {
        cft_cached *entry = cache->entries;
        cache->entries = entry->next;
        cache_forget(cache, entry);
    }
    cache->count = 0;
}

static cft_cached *cache_find(const cft_cache *cache, cft_slice first, cft_slice second,
                              uint32_t flags)
{
    for (cft_cached *at = cache->entries; at; at = at->next)
        if (at->flags == flags && at->first == first.length &&
            at->length == first.length + second.length &&
            (!first.length || !memcmp(at->name, first.data, first.length)) &&
            (!second.length || !memcmp(at->name + first.length + 1, second.data, second.length)))
            return at;
    return NULL;
}

/* An entry of this name with nothing in it, which is not among the others yet. */
static cft_cached *cache_make(cft_cache *cache, cft_slice first, cft_slice second, uint32_t flags,
                              chatfmt_error *error)
{
    size_t size = sizeof(cft_cached) + first.length + second.length + 2;
    cft_cached *made = cft_allocate(&cache->memory, size);
    if (!made) {
        (void)cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        return NULL;
    }
    memset(made, 0, size);
    *made = (cft_cached){.flags = flags, .size = size, .first = first.length,
                         .length = first.length + second.length};
    if (first.length) memcpy(made->name, first.data, first.length);
    if (second.length) memcpy(made->name + first.length + 1, second.data, second.length);
    return made;
}

static cft_cached *cache_keep(cft_cache *cache, cft_cached *made, chatfmt_status status)
{
    if (status) {
        cache_forget(cache, made);
        return NULL;
    }
    made->next = cache->entries;
    cache->entries = made;
    cache->count++;
    return made;
}

cft_cached *cft_cache_model(cft_cache *cache, cft_slice path, uint32_t flags, chatfmt_error *error)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    cft_cached *entry = cache_find(cache, path, CFT_LIT(""), flags);
    if (entry) return entry;
    entry = cache_make(cache, path, CFT_LIT(""), flags, error);
    options.flags = flags;
    return entry ? cache_keep(cache, entry,
                              chatfmt_model_open(entry->name, &options, &entry->model, error))
                 : NULL;
}

chatfmt_encoder *cft_cache_encoder(cft_cached *model, chatfmt_error *error)
{
    if (!model->tokenizer && chatfmt_model_tokenizer(model->model, NULL, &model->tokenizer, error))
        return NULL;
    if (!model->encoder && chatfmt_encoder_new(model->tokenizer, NULL, &model->encoder, error))
        return NULL;
    return model->encoder;
}

static chatfmt_status cache_open_reader(cft_cached *entry, chatfmt_error *error)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    const char *path = entry->name + entry->first + 1;
    options.wanted = cft_slice_of(entry->name, entry->first);
    if (*path) CFT_TRY(chatfmt_model_open(path, NULL, &entry->model, error));
    return chatfmt_reader_choose(entry->model, &options, &entry->reader, error);
}

cft_cached *cft_cache_reader(cft_cache *cache, cft_slice wanted, cft_slice path,
                             chatfmt_error *error)
{
    cft_cached *entry = cache_find(cache, wanted, path, 0);
    if (entry) return entry;
    entry = cache_make(cache, wanted, path, 0, error);
    return entry ? cache_keep(cache, entry, cache_open_reader(entry, error)) : NULL;
}

const chatfmt_format *cft_cache_format(cft_cache *cache, const chatfmt_formats *formats,
                                       cft_slice name, bool styled, chatfmt_error *error)
{
    const uint32_t flags = styled ? CACHE_STYLED : 0;
    cft_cached *entry = cache_find(cache, name, CFT_LIT(""), flags);
    if (entry) return entry->format;
    if (cache->count >= CACHE_MOST_FORMATS) cft_cache_close(cache);
    entry = cache_make(cache, name, CFT_LIT(""), flags, error);
    if (entry)
        entry = cache_keep(cache, entry,
                           (styled ? chatfmt_format_open_styled : chatfmt_format_open)(
                               formats, entry->name, name.length, NULL, &entry->format, error));
    return entry ? entry->format : NULL;
}

static chatfmt_status cache_open_format_model(cft_cached *entry, const chatfmt_formats *formats,
                                              chatfmt_error *error)
{
    const char *program = entry->name + entry->first + 1;
    CFT_TRY(
        chatfmt_format_open(formats, entry->name, entry->first, NULL, &entry->format, error));
    return chatfmt_model_from_format(entry->format, *program ? program : NULL, NULL,
                                     &entry->model, error);
}

cft_cached *cft_cache_format_model(cft_cache *cache, const chatfmt_formats *formats,
                                   cft_slice name, cft_slice program, chatfmt_error *error)
{
    cft_cached *entry = cache_find(cache, name, program, CACHE_AS_MODEL);
    if (entry) return entry;
    if (cache->count >= CACHE_MOST_FORMATS) cft_cache_close(cache);
    entry = cache_make(cache, name, program, CACHE_AS_MODEL, error);
    return entry ? cache_keep(cache, entry, cache_open_format_model(entry, formats, error)) : NULL;
}

static chatfmt_status cache_open_tokenizer(cft_cached *entry, chatfmt_error *error)
{
    CFT_TRY(chatfmt_tokenizer_load(entry->name, NULL, &entry->tokenizer, error));
    return chatfmt_encoder_new(entry->tokenizer, NULL, &entry->encoder, error);
}

chatfmt_encoder *cft_cache_tokenizer(cft_cache *cache, cft_slice path, chatfmt_error *error)
{
    cft_cached *entry = cache_find(cache, path, CFT_LIT(""), 0);
    if (entry) return entry->encoder;
    cft_cache_close(cache);
    entry = cache_make(cache, path, CFT_LIT(""), 0, error);
    if (entry) entry = cache_keep(cache, entry, cache_open_tokenizer(entry, error));
    return entry ? entry->encoder : NULL;
}
