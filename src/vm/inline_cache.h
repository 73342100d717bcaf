/* vm/inline_cache.h - an entry of a dict where the code knows the key.
 *
 * Each such place in the code has an inline cache: the shape of the dict looked at last and the
 * offset of the entry in it. In a dict of the same shape, as messages usually have, it is there
 * again.
 */
#ifndef CFT_INLINE_CACHE_H
#define CFT_INLINE_CACHE_H

#include "value/dict.h"
#include "vm/state.h"

#define CFT_CACHE_MISSING SIZE_MAX /* no such key */

/* The shape of a cache before any dict was looked at: no dict has it. */
extern const cft_dict cft_cache_nowhere;

/* Look the key up and remember it. */
const cft_entry *cft_cache_refill(cft_inline_cache *cache, const cft_dict *dict,
                                  const cft_slice *key);

/* Whether the key is there, and its entry. */
static CFT_ALWAYS_INLINE bool cft_cache_found(cft_inline_cache *cache, const cft_dict *dict,
                                              const cft_slice *key, const cft_entry **out)
{
    if (CFT_LIKELY(dict->shape == cache->shape)) {
        if (cache->offset == CFT_CACHE_MISSING) return false;
        *out = (const cft_entry *)(const void *)((const char *)dict->entries + cache->offset);
        return true;
    }
    *out = cft_cache_refill(cache, dict, key);
    return *out != NULL;
}

/* The entry, or NULL. */
static CFT_ALWAYS_INLINE const cft_entry *cft_cache_find(cft_inline_cache *cache,
                                                         const cft_dict *dict,
                                                         const cft_slice *key)
{
    const cft_entry *entry;
    return cft_cache_found(cache, dict, key, &entry) ? entry : NULL;
}

#endif
