/* cli/template_cache.c - each distinct template text is compiled once, errors included.
 *
 * When the cache is full it begins again: a stream of ever new templates must not eat the memory.
 */
#include "template_cache.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_SLOTS = 4096, CACHE_COUNT = 8192, CACHE_BYTES = 64 << 20 };

struct cached_template {
    cached_template *next;
    uint64_t hash;
    uint32_t flags;
    chatfmt_limits limits;
    chatfmt_template *compiled; /* NULL: it does not compile, and `error` says why */
    chatfmt_error *error;
    size_t length;
    char source[];
};

void template_cache_open(template_cache *cache)
{
    *cache = (template_cache){NULL, 0, 0, 0};
}

static void template_cache_clear(template_cache *cache)
{
    for (size_t i = 0; i < cache->slot_count; i++)
        while (cache->slots[i]) {
            cached_template *entry = cache->slots[i];
            cache->slots[i] = entry->next;
            chatfmt_template_free(entry->compiled);
            free(entry->error);
            free(entry);
        }
    cache->count = cache->bytes = 0;
}

void template_cache_close(template_cache *cache)
{
    template_cache_clear(cache);
    free(cache->slots);
    template_cache_open(cache);
}

/* FNV-1a over eight bytes at a time would do; templates are short against what they render. */
static uint64_t template_cache_hash(chatfmt_slice text, uint32_t flags)
{
    uint64_t hash = 14695981039346656037u ^ flags;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
    return hash;
}

static bool template_cache_same(const cached_template *entry, uint64_t hash,
                                chatfmt_slice source, uint32_t flags,
                                const chatfmt_limits *limits)
{
    return entry->hash == hash && entry->length == source.length && entry->flags == flags &&
           entry->limits.depth == limits->depth &&
           entry->limits.source_bytes == limits->source_bytes &&
           entry->limits.string_bytes == limits->string_bytes &&
           entry->limits.integer_digits == limits->integer_digits &&
           memcmp(entry->source, source.data, source.length) == 0;
}

static void template_cache_compile(cached_template *entry)
{
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.flags = entry->flags;
    options.limits = &entry->limits;
    chatfmt_error error;
    if (chatfmt_template_compile(entry->source, entry->length, &options, &entry->compiled,
                                 &error) == CHATFMT_OK)
        return;
    entry->error = malloc(sizeof error);
    if (entry->error) *entry->error = error;
}

static cached_template *template_cache_add(template_cache *cache, uint64_t hash,
                                           chatfmt_slice source, uint32_t flags,
                                           const chatfmt_limits *limits)
{
    if (cache->count >= CACHE_COUNT || cache->bytes >= CACHE_BYTES) template_cache_clear(cache);
    if (!cache->slots) {
        cache->slots = calloc(CACHE_SLOTS, sizeof *cache->slots);
        if (!cache->slots) return NULL;
        cache->slot_count = CACHE_SLOTS;
    }
    cached_template *entry = calloc(1, sizeof *entry + source.length + 1);
    if (!entry) return NULL;
    entry->hash = hash;
    entry->flags = flags;
    entry->limits = *limits;
    entry->length = source.length;
    if (source.length) memcpy(entry->source, source.data, source.length);
    template_cache_compile(entry);
    entry->next = cache->slots[hash % CACHE_SLOTS];
    cache->slots[hash % CACHE_SLOTS] = entry;
    cache->count++;
    cache->bytes += source.length;
    return entry;
}

const chatfmt_template *template_cache_get(template_cache *cache, chatfmt_slice source,
                                           uint32_t flags, const chatfmt_limits *limits,
                                           chatfmt_error *error)
{
    uint64_t hash = template_cache_hash(source, flags);
    cached_template *entry = cache->slots ? cache->slots[hash % CACHE_SLOTS] : NULL;
    while (entry && !template_cache_same(entry, hash, source, flags, limits))
        entry = entry->next;
    if (!entry) entry = template_cache_add(cache, hash, source, flags, limits);
    if (entry && entry->compiled) return entry->compiled;
    memset(error, 0, sizeof *error);
    if (entry && entry->error)
        *error = *entry->error;
    else
        error->status = CHATFMT_NO_MEMORY;
    return NULL;
}
