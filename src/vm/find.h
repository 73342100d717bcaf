/* vm/find.h - an entry of a dict at a place in the code where the key is known.
 *
 * Such a place is a site. It remembers where the key stood in the dict looked at last: in a
 * dict with the same keys, as messages usually have, it is there again.
 */
#ifndef CFT_FIND_H
#define CFT_FIND_H

#include "value/dict.h"
#include "vm/state.h"

#define CFT_SITE_MISSING SIZE_MAX /* no such key */

/* What a site is like before any dict was looked at: no dict is like that. */
extern const cft_dict cft_site_nowhere;

/* Look the key up and remember it. */
const cft_entry *cft_find_again(cft_site *site, const cft_dict *dict, const cft_slice *key);

/* Whether the key is there, and its entry. */
static CFT_ALWAYS_INLINE bool cft_found_at(cft_site *site, const cft_dict *dict, const cft_slice *key,
                                           const cft_entry **out)
{
    if (CFT_LIKELY(dict->like == site->like)) {
        if (site->place == CFT_SITE_MISSING) return false;
        *out = (const cft_entry *)(const void *)((const char *)dict->entries + site->place);
        return true;
    }
    *out = cft_find_again(site, dict, key);
    return *out != NULL;
}

/* The entry, or NULL. */
static CFT_ALWAYS_INLINE const cft_entry *cft_find_at(cft_site *site, const cft_dict *dict,
                                                      const cft_slice *key)
{
    const cft_entry *entry;
    return cft_found_at(site, dict, key, &entry) ? entry : NULL;
}

#endif
