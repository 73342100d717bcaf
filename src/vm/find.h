/* vm/find.h - an entry of a dict at a place in the code where the key is known.
 *
 * Such a place is a site. It remembers where the key stood in the dict looked at last: in a
 * dict with the same keys, as messages mostly have, it stands there again.
 */
#ifndef CFT_FIND_H
#define CFT_FIND_H

#include "value/dict.h"
#include "vm/state.h"

#define CFT_SITE_MISSING UINT32_MAX /* no such key */

/* Look the key up and remember it. */
const cft_entry *cft_find_again(cft_site *site, const cft_dict *dict, const cft_slice *key);

static CFT_ALWAYS_INLINE const cft_entry *cft_find_at(cft_site *site, const cft_dict *dict,
                                                      const cft_slice *key)
{
    if (CFT_LIKELY(dict->like == site->like && dict->like))
        return site->entry == CFT_SITE_MISSING ? NULL : &dict->entries[site->entry];
    return cft_find_again(site, dict, key);
}

#endif
