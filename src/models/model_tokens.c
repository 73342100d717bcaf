/* models/model_tokens.c - special tokens and templates as tokenizer_config.json writes them. */
#include "models/model.h"
#include "value/dict.h"

static const char *const token_attributes[] = {"bos_token", "eos_token", "unk_token",
                                               "sep_token", "pad_token", "cls_token",
                                               "mask_token"};

/* A token is a string, or an AddedToken written as an object with "content". */
static bool token_text(cft_value value, bool objects, cft_slice *out)
{
    const cft_entry *entry;
    if (value.kind == CFT_STRING) {
        *out = cft_text_of(value);
        return true;
    }
    if (!objects || value.kind != CFT_DICT) return false;
    entry = cft_dict_find_text(value.as.dict, CFT_LIT("content"));
    if (!entry || entry->value.kind != CFT_STRING) return false;
    *out = cft_text_of(entry->value);
    return true;
}

static bool token_is_attribute(cft_slice key)
{
    size_t i;
    for (i = 0; i < sizeof token_attributes / sizeof *token_attributes; i++)
        if (cft_slice_equal(key, cft_slice_of(token_attributes[i], strlen(token_attributes[i]))))
            return true;
    return false;
}

static bool token_key_ends(cft_slice key)
{
    return key.length > 6 && memcmp(key.data + key.length - 6, "_token", 6) == 0;
}

chatfmt_status cft_model_config_tokens(cft_model *model, cft_value config)
{
    const cft_entry *extra;
    uint32_t i;
    if (config.kind != CFT_DICT) return CHATFMT_OK;
    for (i = 0; i < config.as.dict->count; i++) {
        cft_slice key = cft_text_of(config.as.dict->entries[i].key), text;
        bool attribute = token_is_attribute(key);
        if (!attribute && !token_key_ends(key)) continue;
        if (!token_text(config.as.dict->entries[i].value, attribute, &text)) continue;
        CFT_TRY(cft_model_set_token(model, key, text));
    }
    extra = cft_dict_find_text(config.as.dict, CFT_LIT("extra_special_tokens"));
    if (!extra || extra->value.kind != CFT_DICT) return CHATFMT_OK;
    for (i = 0; i < extra->value.as.dict->count; i++) {
        const cft_entry *entry = &extra->value.as.dict->entries[i];
        cft_slice text;
        if (token_text(entry->value, true, &text))
            CFT_TRY(cft_model_set_token(model, cft_text_of(entry->key), text));
    }
    return CHATFMT_OK;
}

static chatfmt_status token_bad_template(cft_model *model, cft_slice place)
{
    return cft_raise(&model->heap, CHATFMT_INPUT,
                     "%.*s: chat_template is neither a string nor a list of objects with the "
                     "strings name and template",
                     (int)place.length, place.data);
}

chatfmt_status cft_model_config_templates(cft_model *model, cft_value config, cft_slice place)
{
    const cft_entry *entry;
    const cft_list *list;
    uint32_t i;
    if (config.kind != CFT_DICT) return CHATFMT_OK;
    entry = cft_dict_find_text(config.as.dict, CFT_LIT("chat_template"));
    if (!entry || entry->value.kind == CFT_NONE) return CHATFMT_OK;
    if (entry->value.kind == CFT_STRING) {
        model->single = true;
        return cft_model_add_template(model, CFT_LIT("default"), cft_text_of(entry->value),
                                      place);
    }
    if (entry->value.kind != CFT_LIST) return token_bad_template(model, place);
    list = entry->value.as.list;
    for (i = 0; i < list->count; i++) {
        const cft_entry *name, *source;
        if (list->items[i].kind != CFT_DICT) return token_bad_template(model, place);
        name = cft_dict_find_text(list->items[i].as.dict, CFT_LIT("name"));
        source = cft_dict_find_text(list->items[i].as.dict, CFT_LIT("template"));
        if (!name || name->value.kind != CFT_STRING || !source ||
            source->value.kind != CFT_STRING)
            return token_bad_template(model, place);
        CFT_TRY(cft_model_add_template(model, cft_text_of(name->value),
                                       cft_text_of(source->value), place));
    }
    return CHATFMT_OK;
}
