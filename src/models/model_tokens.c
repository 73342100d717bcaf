/* models/model_tokens.c - special tokens and templates as tokenizer_config.json writes them. */
#include "models/model.h"
#include "value/dict.h"

const char *const cft_model_named_tokens[CFT_MODEL_NAMED] = {
    "bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"};

/* A token is a string, or an AddedToken written as an object with "__type"; in
 * special_tokens_map.json
 * (`legacy`) every object is one. */
static bool token_text(cft_value value, bool legacy, cft_slice *out)
{
    const cft_entry *type, *content;
    if (value.kind == CFT_STRING) {
        *out = cft_text_of(value);
        return true;
    }
    if (value.kind != CFT_DICT) return false;
    type = cft_dict_find_text(value.as.dict, CFT_LIT("__type"));
    content = cft_dict_find_text(value.as.dict, CFT_LIT("content"));
    if (!content || content->value.kind != CFT_STRING) return false;
    if (!legacy && (!type || type->value.kind != CFT_STRING ||
                    !cft_slice_equal(cft_text_of(type->value), CFT_LIT("AddedToken"))))
        return false;
    *out = cft_text_of(content->value);
    return true;
}

static bool token_is_attribute(cft_slice key)
{
    size_t i;
    for (i = 0; i < CFT_MODEL_NAMED; i++)
        if (cft_slice_equal(key, cft_slice_of(cft_model_named_tokens[i],
                                              strlen(cft_model_named_tokens[i]))))
            return true;
    return false;
}

static bool token_key_ends(cft_slice key)
{
    return key.length > 6 && memcmp(key.data + key.length - 6, "_token", 6) == 0;
}

static chatfmt_status token_bad(cft_model *model, cft_slice place, cft_slice key)
{
    return cft_raise(
        &model->heap, CHATFMT_TYPE,
        "%.*s: special token %.*s is neither a string nor an AddedToken, an object "
        "with \"__type\": \"AddedToken\" and \"content\"",
        (int)place.length, place.data, (int)key.length, key.data);
}

static const cft_entry *token_find(cft_value object, cft_slice key)
{
    return object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, key) : NULL;
}

/* A named token: of the legacy file if that has it, null included, else of the configuration.
 */
static chatfmt_status token_named(cft_model *model, cft_value legacy, cft_slice key,
                                  cft_slice place)
{
    const cft_entry *late = token_find(legacy, key);
    const cft_entry *entry = late ? late : token_find(model->config, key);
    cft_slice text;
    if (!entry || entry->value.kind == CFT_NONE) return CHATFMT_OK;
    if (!token_text(entry->value, late != NULL, &text)) return token_bad(model, place, key);
    return cft_model_set_token(model, key, text);
}

/* Tokens of the model's own, such as image_token. A text in the configuration counts more than
 * the legacy file, which counts more than an object there. */
static chatfmt_status token_own(cft_model *model, cft_value object, cft_value other,
                                bool legacy)
{
    uint32_t i;
    if (object.kind != CFT_DICT) return CHATFMT_OK;
    for (i = 0; i < object.as.dict->count; i++) {
        const cft_entry *entry = &object.as.dict->entries[i];
        cft_slice key = cft_text_of(entry->key), text;
        const cft_entry *same = token_find(other, key);
        bool is_text = entry->value.kind == CFT_STRING;
        if (!token_key_ends(key) || token_is_attribute(key)) continue;
        if (same && (legacy ? same->value.kind == CFT_STRING : !is_text)) continue;
        if (token_text(entry->value, legacy, &text))
            CFT_TRY(cft_model_set_token(model, key, text));
    }
    return CHATFMT_OK;
}

/* "extra_special_tokens": an object names tokens, a list does not. */
static chatfmt_status token_extra(cft_model *model, cft_value extra, cft_value later,
                                  cft_slice place)
{
    uint32_t i;
    if (extra.kind == CFT_ABSENT || extra.kind == CFT_NONE || extra.kind == CFT_LIST)
        return CHATFMT_OK;
    if (extra.kind != CFT_DICT)
        return cft_raise(&model->heap, CHATFMT_TYPE,
                         "%.*s: extra_special_tokens is neither a list nor an object",
                         (int)place.length, place.data);
    for (i = 0; i < extra.as.dict->count; i++) {
        const cft_entry *entry = &extra.as.dict->entries[i];
        cft_slice text, key = cft_text_of(entry->key);
        if (token_find(later, key)) continue;
        if (!token_text(entry->value, false, &text)) return token_bad(model, place, key);
        CFT_TRY(cft_model_set_token(model, key, text));
    }
    return CHATFMT_OK;
}

/* Those of the configuration: an object stays beside what the legacy file says, anything else
 * is replaced by it. */
static chatfmt_status token_extras(cft_model *model, cft_value legacy, cft_slice place)
{
    const cft_entry *first = token_find(model->config, CFT_LIT("extra_special_tokens"));
    const cft_entry *late = token_find(legacy, CFT_LIT("extra_special_tokens"));
    cft_value later = late ? late->value : cft_absent();
    if (!first || !cft_truth(first->value))
        first = token_find(model->config, CFT_LIT("additional_special_tokens"));
    if (first && (!late || first->value.kind == CFT_DICT))
        CFT_TRY(token_extra(model, first->value, later, place));
    return token_extra(model, later, cft_absent(), place);
}

chatfmt_status cft_model_config_tokens(cft_model *model, cft_value legacy, cft_slice place)
{
    size_t i;
    for (i = 0; i < CFT_MODEL_NAMED; i++)
        CFT_TRY(token_named(
            model, legacy,
            cft_slice_of(cft_model_named_tokens[i], strlen(cft_model_named_tokens[i])), place));
    CFT_TRY(token_own(model, model->config, legacy, false));
    CFT_TRY(token_own(model, legacy, model->config, true));
    return token_extras(model, legacy, place);
}

static chatfmt_status token_bad_template(cft_model *model, cft_slice place)
{
    return cft_raise(&model->heap, CHATFMT_INPUT,
                     "%.*s: chat_template is a list of something else than objects with a name "
                     "and a template",
                     (int)place.length, place.data);
}

/* One of several templates. What has a name that is no text cannot be chosen. */
static chatfmt_status token_template(cft_model *model, cft_value name, cft_value source,
                                     cft_slice place)
{
    if (name.kind != CFT_STRING) return CHATFMT_OK;
    if (source.kind == CFT_STRING)
        return cft_model_add_part(model, cft_text_of(name), cft_text_of(source), place,
                                  "chat_template");
    void *row;
    CFT_TRY(cft_heap_take(&model->heap, sizeof *model->textless, &row));
    cft_model_name *bad = row;
    *bad = (cft_model_name){cft_text_of(name), model->template_count, model->textless};
    model->textless = bad;
    model->textless_count++;
    return CHATFMT_OK;
}

static chatfmt_status token_templates(cft_model *model, const cft_list *list, cft_slice place)
{
    uint32_t i;
    for (i = 0; i < list->count; i++) {
        const cft_entry *name, *source;
        if (list->items[i].kind != CFT_DICT) return token_bad_template(model, place);
        name = cft_dict_find_text(list->items[i].as.dict, CFT_LIT("name"));
        source = cft_dict_find_text(list->items[i].as.dict, CFT_LIT("template"));
        if (!name || !source || name->value.kind == CFT_LIST || name->value.kind == CFT_DICT)
            return token_bad_template(model, place);
        CFT_TRY(token_template(model, name->value, source->value, place));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_model_config_templates(cft_model *model, cft_value config, cft_slice place)
{
    const cft_entry *entry;
    uint32_t i;
    if (config.kind != CFT_DICT) return CHATFMT_OK;
    entry = cft_dict_find_text(config.as.dict, CFT_LIT("chat_template"));
    if (!entry) return CHATFMT_OK;
    if (entry->value.kind == CFT_STRING) {
        model->single = true;
        return cft_model_add_part(model, CFT_LIT("default"), cft_text_of(entry->value), place,
                                  "chat_template");
    }
    model->named = entry->value.kind == CFT_LIST || entry->value.kind == CFT_DICT;
    if (entry->value.kind == CFT_LIST)
        return token_templates(model, entry->value.as.list, place);
    for (i = 0; entry->value.kind == CFT_DICT && i < entry->value.as.dict->count; i++)
        CFT_TRY(token_template(model, entry->value.as.dict->entries[i].key,
                               entry->value.as.dict->entries[i].value, place));
    return CHATFMT_OK;
}
