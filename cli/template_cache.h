/* cli/template_cache.h - each distinct template text is compiled once, errors included. */
#ifndef CLI_TEMPLATE_CACHE_H
#define CLI_TEMPLATE_CACHE_H

#include "chatfmt/template.h"

typedef struct cached_template cached_template;

typedef struct template_cache {
    cached_template **slots; /* chains by hash */
    size_t slot_count, count, bytes;
} template_cache;

void template_cache_open(template_cache *cache);
void template_cache_close(template_cache *cache);

/* The compiled template of this text, owned by the cache; NULL with `error` filled in when it
 * does not compile. */
const chatfmt_template *template_cache_get(template_cache *cache, chatfmt_slice source,
                                           uint32_t flags, const chatfmt_limits *limits,
                                           chatfmt_error *error);

#endif
