/* vm/cached_lookup.h - x.name, x["name"] and x.name(…) for the interpreter's loop, by inline
 * caches.
 *
 * The kinds of object that usually stand before a name are done here; all others in
 * vm/attribute.c, which knows all the rules.
 */
#ifndef CFT_CACHED_LOOKUP_H
#define CFT_CACHED_LOOKUP_H

#include "vm/inline_cache.h"
#include "vm/operators.h"

/* Comparing long texts is work to be paid for; keys and constants are usually short. */
#define CFT_CACHED_SHORT 64
_Static_assert(CFT_SUPER_SHORT_TEXT <= CFT_CACHED_SHORT,
               "fused instructions compare without paying");

/* x.name */
static inline chatfmt_status cft_cached_attribute(cft_machine *m, cft_value object, uint32_t name,
                                                uint32_t cache, cft_value *out)
{
    const cft_program_name *row = &m->program->names[name];
    const cft_entry *entry;
    if (CFT_UNLIKELY(row->text.length > CFT_CACHED_SHORT))
        CFT_TRY(cft_charge_bytes(&m->vm.heap, row->text.length));
    if (object.kind == CFT_DICT && row->dict_plain) {
        entry = cft_cache_find(&m->caches[cache], object.as.dict, &row->text);
        *out = entry ? entry->value : cft_missing(&m->vm, object, row->text);
        return CHATFMT_OK;
    }
    if (object.kind == CFT_NAMESPACE && row->text.data[0] != '_') {
        entry = cft_cache_find(&m->caches[cache], &object.as.names->dict, &row->text);
        *out = entry ? entry->value : cft_missing(&m->vm, object, row->text);
        return CHATFMT_OK;
    }
    return cft_get_attribute(&m->vm, object, row->text, out);
}

/* x["name"] */
static inline chatfmt_status cft_cached_item(cft_machine *m, cft_value object, uint32_t constant,
                                           uint32_t cache, cft_value *out)
{
    cft_value key = m->program->constants[constant];
    cft_slice text = cft_text_of(key);
    if (CFT_UNLIKELY(key.length > CFT_CACHED_SHORT))
        CFT_TRY(cft_charge_bytes(&m->vm.heap, key.length));
    if (object.kind == CFT_DICT) {
        const cft_entry *entry = cft_cache_find(&m->caches[cache], object.as.dict, &text);
        if (entry) {
            *out = entry->value;
            return CHATFMT_OK;
        }
    }
    return cft_get_item(&m->vm, object, key, out);
}

/* x.name(…) without making a bound method: the row and its receiver, or a value and absent. */
static inline chatfmt_status cft_cached_method(cft_machine *m, cft_value *top, uint32_t name,
                                             uint32_t cache)
{
    cft_value object = *top;
    const cft_program_name *row = &m->program->names[name];
    const cft_callable *method = NULL;
    if (object.kind == CFT_STRING && !(object.flags & CFT_STR_MARKUP)) method = row->of_text;
    if (object.kind == CFT_DICT) method = row->of_dict;
    if (method) {
        top[0] = (cft_value){.kind = CFT_FUNCTION, .as = {.function = method}};
        top[1] = object;
        return CHATFMT_OK;
    }
    if (object.kind > CFT_UNDEFINED && object.kind < CFT_NAMESPACE &&
        !(object.kind == CFT_DICT && row->dict_plain) &&
        !cft_attribute_is_unsafe((cft_kind)object.kind, row->text)) {
        method = m->vm.builtins->find_method(m->vm.builtins, object, row->text);
        if (method) {
            top[0] = (cft_value){.kind = CFT_FUNCTION, .as = {.function = method}};
            top[1] = object;
            return CHATFMT_OK;
        }
    }
    top[1] = cft_absent();
    return cft_cached_attribute(m, object, name, cache, top);
}

#endif
