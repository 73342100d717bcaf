/* tokenizers/rebuild.c - see the header. */
#include "tokenizers/rebuild.h"

#include "tokenizers/load_parts.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/json_read.h"

enum { REBUILD_DEEPEST = 8 }; /* steps within steps */

static cft_value rebuild_name(cft_slice name)
{
    return cft_string(name.data, (uint32_t)name.length, 0);
}

static cft_value rebuild_member(const cft_dict *object, cft_slice name)
{
    const cft_entry *entry = cft_dict_find_text(object, name);
    return entry ? entry->value : cft_none();
}

/* Is this step byte-level, or one of its steps? */
static bool rebuild_is_byte_level(cft_value step, int depth)
{
    static const char *const inner[] = {"pretokenizers", "decoders"};
    if (cft_load_is(cft_load_field(step, "type"), "ByteLevel")) return true;
    for (int i = 0; i < 2 && depth < REBUILD_DEEPEST; i++) {
        cft_value steps = cft_load_field(step, inner[i]);
        for (uint32_t k = 0; steps.kind == CFT_LIST && k < steps.as.list->count; k++)
            if (rebuild_is_byte_level(steps.as.list->items[k], depth + 1)) return true;
    }
    return false;
}

static bool rebuild_applies(cft_value file, cft_value parts)
{
    cft_value model = cft_load_field(file, "model"), type = cft_load_field(model, "type");
    cft_value unless = cft_load_field(parts, "unless_byte_level");
    if (cft_load_field(model, "vocab").kind != CFT_DICT ||
        (type.kind != CFT_ABSENT && !cft_load_is(type, "BPE")))
        return false;
    return unless.kind == CFT_ABSENT ||
           (!rebuild_is_byte_level(cft_load_field(file, "pre_tokenizer"), 0) &&
            !rebuild_is_byte_level(cft_load_field(file, "decoder"), 0));
}

/* Sets a member; what is null and what is not there mean the same. */
static chatfmt_status rebuild_set(cft_heap *heap, cft_dict *object, cft_slice name,
                                  cft_value value, bool *differs)
{
    bool equal;
    CFT_TRY(cft_equal(heap, rebuild_member(object, name), value, &equal));
    if (equal) return CHATFMT_OK;
    *differs = true;
    return cft_dict_put(heap, object, rebuild_name(name), value);
}

static chatfmt_status rebuild_model(cft_heap *heap, cft_dict *file, cft_value options,
                                    bool *differs)
{
    cft_dict *model;
    const cft_dict *from = cft_load_field(cft_dict_value(file), "model").as.dict;
    CFT_TRY(cft_dict_copy(heap, from, options.as.dict->count, &model));
    for (uint32_t i = 0; i < options.as.dict->count; i++) {
        const cft_entry *entry = &options.as.dict->entries[i];
        /* Flags of the file that are not written are false. */
        if (entry->value.kind == CFT_BOOL && !entry->value.as.boolean &&
            !cft_dict_find_text(from, cft_text_of(entry->key)))
            continue;
        CFT_TRY(rebuild_set(heap, model, cft_text_of(entry->key), entry->value, differs));
    }
    return cft_dict_put(heap, file, rebuild_name(CFT_LIT("model")), cft_dict_value(model));
}

static chatfmt_status rebuild_added(cft_heap *heap, cft_dict *file, cft_value count)
{
    cft_value none, own = cft_load_field(cft_dict_value(file), "added_tokens");
    if (count.kind != CFT_INT || own.kind != CFT_LIST ||
        own.as.list->count == (uint64_t)count.as.integer)
        return CHATFMT_OK;
    CFT_TRY(cft_json_read(heap, CFT_LIT("[]"), &(cft_json_options){0}, &none, NULL));
    return cft_dict_put(heap, file, rebuild_name(CFT_LIT("added_tokens")), none);
}

chatfmt_status cft_tokenizer_rebuild(cft_heap *heap, cft_slice text, cft_value *file)
{
    static const cft_slice steps[] = {{"normalizer", 10}, {"pre_tokenizer", 13}, {"decoder", 7}};
    cft_value parts;
    cft_dict *made;
    bool differs = false;
    CFT_TRY(cft_json_read(heap, text, &(cft_json_options){0}, &parts, NULL));
    if (!rebuild_applies(*file, parts)) return CHATFMT_OK;
    CFT_TRY(cft_dict_copy(heap, file->as.dict, 2, &made));
    for (int i = 0; i < 3; i++)
        CFT_TRY(rebuild_set(heap, made, steps[i], rebuild_member(parts.as.dict, steps[i]),
                            &differs));
    if (cft_load_field(parts, "post_processor").kind != CFT_ABSENT)
        CFT_TRY(rebuild_set(heap, made, CFT_LIT("post_processor"),
                            cft_load_field(parts, "post_processor"), &differs));
    CFT_TRY(rebuild_model(heap, made, cft_load_field(parts, "model"), &differs));
    CFT_TRY(rebuild_added(heap, made, cft_load_field(parts, "added_tokens")));
    if (differs)
        CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("rebuilt")), cft_bool(true)));
    *file = cft_dict_value(made);
    return CHATFMT_OK;
}
