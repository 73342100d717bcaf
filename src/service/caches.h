/* service/caches.h - what requests name, opened once: templates by their text, and models,
 * readers, formats and tokenizers by their names.
 *
 * A template that does not compile is remembered with its error; anything else that fails is
 * tried again.
 */
#ifndef CFT_SERVICE_CACHES_H
#define CFT_SERVICE_CACHES_H

#include "base/alloc.h"
#include "base/slice.h"
#include "chatfmt/formats.h"
#include "chatfmt/reader.h"
#include "chatfmt/tokens.h"

/* ---- Templates (template_cache.c) ---- */

typedef struct cft_cached_template cft_cached_template;

typedef struct cft_template_cache {
    chatfmt_allocator memory;
    cft_cached_template **slots; /* chains by hash */
    size_t slot_count, bytes;
} cft_template_cache;

void cft_template_cache_open(cft_template_cache *cache, const chatfmt_allocator *memory);
void cft_template_cache_close(cft_template_cache *cache);

/* The compiled template of this text, owned by the cache; NULL with `error` filled in when it
 * does not compile. */
const chatfmt_template *cft_template_cache_get(cft_template_cache *cache, cft_slice source,
                                               uint32_t flags, const chatfmt_limits *limits,
                                               chatfmt_error *error);

/* ---- By names (service_caches.c) ---- */

/* What was opened under a name of two parts, the second of which may be empty. */
typedef struct cft_cached cft_cached;
struct cft_cached {
    cft_cached *next;
    uint32_t flags;
    chatfmt_model *model;
    chatfmt_reader *reader;
    chatfmt_format *format;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    size_t size, first, length; /* of this struct; of the name's first part, and of all */
    char name[];                /* each part followed by a NUL */
};

typedef struct cft_cache {
    chatfmt_allocator memory;
    cft_cached *entries;
    size_t count;
} cft_cache;

void cft_cache_open(cft_cache *cache, const chatfmt_allocator *memory);
void cft_cache_close(cft_cache *cache);

/* All of these: NULL with the error; what they return lives until the cache is closed. */

/* The model at `path`. */
cft_cached *cft_cache_model(cft_cache *cache, cft_slice path, uint32_t flags, chatfmt_error *error);
/* Its tokenizer and encoder, which are opened when they are first asked for. */
chatfmt_encoder *cft_cache_encoder(cft_cached *model, chatfmt_error *error);
/* The reader that `wanted` names ("auto", "learned", a family; empty: auto), for the model at
 * `path` (empty: none). */
cft_cached *cft_cache_reader(cft_cache *cache, cft_slice wanted, cft_slice path,
                             chatfmt_error *error);
/* The format of this name, by chatfmt_format_open_styled() if `styled`. A full cache of formats
 * is emptied first. */
const chatfmt_format *cft_cache_format(cft_cache *cache, const chatfmt_formats *formats,
                                       cft_slice name, bool styled, chatfmt_error *error);
/* The format of this name by `program` ("": its own), and a model that it is. */
cft_cached *cft_cache_format_model(cft_cache *cache, const chatfmt_formats *formats,
                                   cft_slice name, cft_slice program, chatfmt_error *error);
/* An encoder of the tokenizer.json at `path`; a cache of tokenizers holds the last one alone. */
chatfmt_encoder *cft_cache_tokenizer(cft_cache *cache, cft_slice path, chatfmt_error *error);

#endif
