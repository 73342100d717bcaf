/* tokenizers/rebuild.c - see the header. */
#include "tokenizers/rebuild.h"

#include "tokenizers/load_parts.h"
#include "tokenizers/rebuild_ids.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/list.h"

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

/* Has the file what the class's kind of model takes: rows with scores, or texts, and merges? */
static bool rebuild_takes(cft_value model, cft_value kind)
{
    cft_value vocab = cft_load_field(model, "vocab");
    if (cft_load_is(kind, "Unigram")) return vocab.kind == CFT_LIST;
    return vocab.kind == CFT_DICT && (!cft_load_is(kind, "BPE") ||
                                      cft_load_field(model, "merges").kind == CFT_LIST);
}

static bool rebuild_applies(cft_value file, cft_value parts)
{
    cft_value kind = cft_load_field(cft_load_field(parts, "model"), "type");
    cft_value unless = cft_load_field(parts, "unless_byte_level");
    if (!rebuild_takes(cft_load_field(file, "model"), kind)) return false;
    return unless.kind == CFT_ABSENT ||
           (!rebuild_is_byte_level(cft_load_field(file, "pre_tokenizer"), 0) &&
            !rebuild_is_byte_level(cft_load_field(file, "decoder"), 0));
}

/* ---- the map of characters ---- */

/* That of the file's normalizer, or of the first of its steps that has one. */
static cft_value rebuild_charsmap(cft_value normalizer)
{
    cft_value steps = cft_load_field(normalizer, "normalizers");
    if (cft_load_is(cft_load_field(normalizer, "type"), "Precompiled"))
        return cft_load_field(normalizer, "precompiled_charsmap");
    for (uint32_t i = 0; steps.kind == CFT_LIST && i < steps.as.list->count; i++)
        if (cft_load_is(cft_load_field(steps.as.list->items[i], "type"), "Precompiled"))
            return cft_load_field(steps.as.list->items[i], "precompiled_charsmap");
    return cft_absent();
}

/* The step itself, or with the map where it has a mark for it. */
static chatfmt_status rebuild_step(cft_heap *heap, cft_value step, cft_value map, cft_value *out)
{
    cft_dict *made;
    *out = step;
    if (!cft_load_is(cft_load_field(step, "precompiled_charsmap"), "@charsmap@"))
        return CHATFMT_OK;
    CFT_TRY(cft_dict_copy(heap, step.as.dict, 0, &made));
    *out = cft_dict_value(made);
    return cft_dict_put(heap, made, rebuild_name(CFT_LIT("precompiled_charsmap")), map);
}

/* The class's normalizer with the file's map, or the one that it has without a map. */
static chatfmt_status rebuild_normalizer(cft_heap *heap, cft_value file, cft_value parts,
                                         cft_value *out)
{
    cft_value map = rebuild_charsmap(cft_load_field(file, "normalizer"));
    cft_value without = cft_load_field(parts, "normalizer_without_charsmap");
    *out = map.kind == CFT_STRING || without.kind == CFT_ABSENT
               ? cft_load_field(parts, "normalizer")
               : without;
    cft_value steps = cft_load_field(*out, "normalizers");
    if (map.kind != CFT_STRING) return CHATFMT_OK;
    if (steps.kind != CFT_LIST) return rebuild_step(heap, *out, map, out);
    cft_list_builder b;
    cft_dict *made;
    CFT_TRY(cft_list_build(&b, heap, steps.as.list->count));
    for (uint32_t i = 0; i < steps.as.list->count; i++) {
        cft_value step;
        CFT_TRY(rebuild_step(heap, steps.as.list->items[i], map, &step));
        CFT_TRY(cft_list_push(&b, step));
    }
    CFT_TRY(cft_list_end(&b, CFT_LIST, &steps));
    CFT_TRY(cft_dict_copy(heap, out->as.dict, 0, &made));
    *out = cft_dict_value(made);
    return cft_dict_put(heap, made, rebuild_name(CFT_LIT("normalizers")), steps);
}

/* ---- what differs ---- */

/* A Metaspace as files of before 2024 write it, in today's words. */
static chatfmt_status rebuild_metaspace(cft_heap *heap, cft_value *step)
{
    cft_dict *made;
    cft_value scheme = cft_load_field(*step, "prepend_scheme");
    cft_value prefix = cft_load_field(*step, "add_prefix_space");
    bool always = prefix.kind != CFT_BOOL || prefix.as.boolean;
    if (scheme.kind != CFT_STRING)
        scheme = rebuild_name(always ? CFT_LIT("always") : CFT_LIT("never"));
    cft_value split = cft_load_field(*step, "split");
    CFT_TRY(cft_dict_new(heap, 4, &made));
    CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("type")), cft_load_field(*step, "type")));
    CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("replacement")),
                         cft_load_field(*step, "replacement")));
    CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("prepend_scheme")), scheme));
    CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("split")),
                         split.kind == CFT_BOOL ? split : cft_bool(true)));
    *step = cft_dict_value(made);
    return CHATFMT_OK;
}

/* A part of the file as it is compared, with its steps of Metaspace in one form. */
static chatfmt_status rebuild_comparable(cft_heap *heap, cft_value *part)
{
    cft_value steps = cft_load_field(*part, "pretokenizers");
    if (cft_load_is(cft_load_field(*part, "type"), "Metaspace"))
        return rebuild_metaspace(heap, part);
    if (steps.kind != CFT_LIST) return CHATFMT_OK;
    cft_list_builder b;
    cft_dict *made;
    CFT_TRY(cft_list_build(&b, heap, steps.as.list->count));
    for (uint32_t i = 0; i < steps.as.list->count; i++) {
        cft_value step = steps.as.list->items[i];
        if (cft_load_is(cft_load_field(step, "type"), "Metaspace"))
            CFT_TRY(rebuild_metaspace(heap, &step));
        CFT_TRY(cft_list_push(&b, step));
    }
    CFT_TRY(cft_list_end(&b, CFT_LIST, &steps));
    CFT_TRY(cft_dict_copy(heap, part->as.dict, 0, &made));
    *part = cft_dict_value(made);
    return cft_dict_put(heap, made, rebuild_name(CFT_LIT("pretokenizers")), steps);
}

/* Sets a member; what is null and what is not there mean the same. */
static chatfmt_status rebuild_set(cft_heap *heap, cft_dict *object, cft_slice name,
                                  cft_value value, bool *differs)
{
    bool equal;
    cft_value own = rebuild_member(object, name);
    CFT_TRY(rebuild_comparable(heap, &own));
    CFT_TRY(cft_equal(heap, own, value, &equal));
    if (equal) return CHATFMT_OK;
    *differs = true;
    return cft_dict_put(heap, object, rebuild_name(name), value);
}

static chatfmt_status rebuild_model(cft_heap *heap, const cft_value *whole, cft_dict *file,
                                    cft_value options, bool *differs)
{
    cft_dict *model;
    const cft_dict *from = cft_load_field(*whole, "model").as.dict;
    CFT_TRY(cft_dict_copy(heap, from, options.as.dict->count + 1, &model));
    for (uint32_t i = 0; i < options.as.dict->count; i++) {
        const cft_entry *entry = &options.as.dict->entries[i];
        cft_slice name = cft_text_of(entry->key);
        cft_value value = entry->value;
        bool silent = false;
        if (cft_slice_equal(name, CFT_LIT("unk_id"))) value = cft_rebuild_unknown(*whole, value);
        /* Flags of the file that are not written are false, and its kind is clear. */
        if (!cft_dict_find_text(from, name) && value.kind == CFT_BOOL && !value.as.boolean)
            continue;
        if (!cft_dict_find_text(from, name) && cft_slice_equal(name, CFT_LIT("type")))
            CFT_TRY(rebuild_set(heap, model, name, value, &silent));
        else
            CFT_TRY(rebuild_set(heap, model, name, value, differs));
    }
    /* Classes take the scores from Python's reader of numbers. */
    CFT_TRY(cft_dict_put(heap, model, rebuild_name(CFT_LIT("exact_scores")), cft_bool(true)));
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

/* The post-processor, where the class does not keep the file's. */
static chatfmt_status rebuild_post(cft_heap *heap, cft_value parts, cft_value file, cft_dict *made,
                                   bool *differs)
{
    cft_value post = cft_load_field(parts, "post_processor");
    if (post.kind == CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(cft_rebuild_post(heap, file, post, &post));
    return post.kind == CFT_ABSENT
               ? CHATFMT_OK
               : rebuild_set(heap, made, CFT_LIT("post_processor"), post, differs);
}

chatfmt_status cft_tokenizer_rebuild(cft_heap *heap, cft_slice text, cft_value *file)
{
    static const cft_slice steps[] = {{"pre_tokenizer", 13}, {"decoder", 7}};
    cft_value parts, normalizer;
    cft_dict *made;
    bool differs = false;
    CFT_TRY(cft_json_read(heap, text, &(cft_json_options){0}, &parts, NULL));
    if (!rebuild_applies(*file, parts)) return CHATFMT_OK;
    CFT_TRY(cft_dict_copy(heap, file->as.dict, 2, &made));
    CFT_TRY(rebuild_normalizer(heap, *file, parts, &normalizer));
    CFT_TRY(rebuild_set(heap, made, CFT_LIT("normalizer"), normalizer, &differs));
    for (int i = 0; i < 2; i++)
        CFT_TRY(rebuild_set(heap, made, steps[i], rebuild_member(parts.as.dict, steps[i]),
                            &differs));
    CFT_TRY(rebuild_post(heap, parts, *file, made, &differs));
    CFT_TRY(rebuild_model(heap, file, made, cft_load_field(parts, "model"), &differs));
    CFT_TRY(rebuild_added(heap, made, cft_load_field(parts, "added_tokens")));
    CFT_TRY(cft_dict_put(heap, made, rebuild_name(CFT_LIT("rebuilt")), cft_bool(differs)));
    *file = cft_dict_value(made);
    return CHATFMT_OK;
}
