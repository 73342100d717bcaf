/* service/template_cache.c - each distinct template text is compiled once, errors included.
 *
 * When the cache is full it begins again: a stream of ever new templates must not eat the memory.
 */
#include "service/caches.h"

#include "base/report.h"

/* An entry counts as so many bytes beside its text. */
enum { CACHE_SLOTS = 4096, CACHE_BYTES = 64 << 20, CACHE_ENTRY = 1 << 13 };

/* What templates are compiled by beside their text. */
typedef struct template_key {
    uint64_t flags, length, depth, source_bytes, string_bytes, integer_digits;
} template_key;

struct cft_cached_template {
    cft_cached_template *next;
    template_key key;
    chatfmt_template *compiled; /* NULL: it does not compile, and `error` says why */
    chatfmt_error *error;
    char source[];
};

void cft_template_cache_open(cft_template_cache *cache, const chatfmt_allocator *memory)
{
    *cache = (cft_template_cache){.memory = *memory};
}

static void template_cache_clear(cft_template_cache *cache)
{
    for (size_t i = 0; i < cache->slot_count; i++)
        while (cache->slots[i]) {
            cft_cached_template *entry = cache->slots[i];
            cache->slots[i] = entry->next;
            chatfmt_template_free(entry->compiled);
            cft_release(&cache->memory, entry->error, sizeof *entry->error);
            cft_release(&cache->memory, entry, sizeof *entry + (size_t)entry->key.length + 1);
        }
    cache->bytes = 0;
}

void cft_template_cache_close(cft_template_cache *cache)
{
    template_cache_clear(cache);
    cft_release(&cache->memory, cache->slots, cache->slot_count * sizeof *cache->slots);
    cache->slots = NULL;
    cache->slot_count = 0;
}

/* FNV-1a over eight bytes at a time would do; templates are short against what they render. */
static size_t template_cache_slot(cft_slice text, uint32_t flags)
{
    uint64_t hash = 14695981039346656037u ^ flags;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
    return (size_t)(hash % CACHE_SLOTS);
}

static template_key template_cache_key(cft_slice source, uint32_t flags,
                                       const chatfmt_limits *limits)
{
    return (template_key){flags, source.length, limits->depth, limits->source_bytes,
                          limits->string_bytes, limits->integer_digits};
}

static bool template_cache_same(const cft_cached_template *entry, const template_key *key,
                                const char *source)
{
    return !memcmp(&entry->key, key, sizeof *key) &&
           !memcmp(entry->source, source, (size_t)key->length);
}

static void template_cache_compile(const cft_template_cache *cache, cft_cached_template *entry,
                                   uint32_t flags, const chatfmt_limits *limits)
{
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.flags = flags;
    options.limits = limits;
    chatfmt_error error;
    if (chatfmt_template_compile(entry->source, (size_t)entry->key.length, &options,
                                 &entry->compiled, &error) == CHATFMT_OK)
        return;
    entry->error = cft_allocate(&cache->memory, sizeof error);
    if (entry->error) *entry->error = error;
}

static cft_cached_template *template_cache_add(cft_template_cache *cache, size_t slot,
                                               cft_slice source, uint32_t flags,
                                               const chatfmt_limits *limits)
{
    if (cache->bytes >= CACHE_BYTES) template_cache_clear(cache);
    if (!cache->slots) {
        cache->slots = cft_allocate(&cache->memory, CACHE_SLOTS * sizeof *cache->slots);
        if (!cache->slots) return NULL;
        memset(cache->slots, 0, CACHE_SLOTS * sizeof *cache->slots);
        cache->slot_count = CACHE_SLOTS;
    }
    cft_cached_template *entry = cft_allocate(&cache->memory, sizeof *entry + source.length + 1);
    if (!entry) return NULL;
    memset(entry, 0, sizeof *entry + source.length + 1);
    entry->key = template_cache_key(source, flags, limits);
    if (source.length) memcpy(entry->source, source.data, source.length);
    template_cache_compile(cache, entry, flags, limits);
    entry->next = cache->slots[slot];
    cache->slots[slot] = entry;
    cache->bytes += CACHE_ENTRY + source.length;
    return entry;
}

const chatfmt_template *cft_template_cache_get(cft_template_cache *cache, cft_slice source,
                                           uint32_t flags, const chatfmt_limits *limits,
                                           chatfmt_error *error)
{
    size_t slot = template_cache_slot(source, flags);
    template_key key = template_cache_key(source, flags, limits);
    cft_cached_template *entry = cache->slots ? cache->slots[slot] : NULL;
    while (entry && !template_cache_same(entry, &key, source.data)) entry = entry->next;
    if (!entry) entry = template_cache_add(cache, slot, source, flags, limits);
    if (entry && entry->compiled) return entry->compiled;
    if (entry && entry->error) *error = *entry->error;
    else (void)cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    return NULL;
}
