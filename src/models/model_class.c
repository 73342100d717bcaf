/* models/model_class.c - the class of a folder's tokenizer, and the special tokens and the side of
 * padding that it has by default.
 *
 * These count where neither tokenizer_config.json nor special_tokens_map.json has the key. The
 * class is that which AutoTokenizer takes, by tokenizer_class and by the model_type of
 * config.json. Source: AutoTokenizer.from_pretrained, 5.23.
 */
#include "models/model.h"
#include "value/dict.h"

#define CLASS_BACKEND "TokenizersBackend"

typedef struct class_row {
    const char *name;
    bool pads_left;
    const char *tokens[CFT_MODEL_NAMED]; /* NULL: none; "": U+0000 */
} class_row;

typedef struct class_type {
    const char *type, *name; /* "": no class of its own */
    bool wrong, alone;
} class_type;

#include "models/class_tokens.inc"

static cft_slice class_slice(const char *text)
{
    return cft_slice_of(text, strlen(text));
}

static cft_slice class_member(cft_value object, const char *name)
{
    const cft_entry *entry =
        object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, class_slice(name)) : NULL;
    return entry && entry->value.kind == CFT_STRING ? cft_text_of(entry->value)
                                                    : cft_slice_of("", 0);
}

/* Without the "Fast" at its end. */
static cft_slice class_bare(cft_slice name)
{
    if (name.length > 4 && memcmp(name.data + name.length - 4, "Fast", 4) == 0)
        name.length -= 4;
    return name;
}

static const class_type *class_type_of(cft_slice type)
{
    for (size_t i = 0; i < sizeof class_types / sizeof *class_types; i++)
        if (cft_slice_equal(class_slice(class_types[i].type), type)) return &class_types[i];
    return NULL;
}

/* What the files declare against what the model_type has: a class that knows better than the
 * files, the files' own, or none. */
static cft_slice class_chosen(cft_slice declared, const class_type *type)
{
    cft_slice own = type ? class_slice(type->name) : cft_slice_of("", 0);
    if (!declared.length) return type && type->alone ? own : cft_slice_of("", 0);
    if (!own.length || cft_slice_equal(own, declared)) return declared;
    if (cft_slice_equal(own, CFT_LIT(CLASS_BACKEND))) return cft_slice_of("", 0);
    return type->wrong ? own : declared;
}

/* Is it a byte-level tokenizer that calls itself a LlamaTokenizer, as those of Llama 3 do? */
static chatfmt_status class_is_byte_level(cft_model *model, const char *folder, bool *is)
{
    static const char word[] = "\"ByteLevel\"";
    cft_buffer text;
    char *path;
    *is = false;
    CFT_TRY(cft_model_join(model, folder, "tokenizer.json", &path));
    if (!cft_file_is_regular(path)) return CHATFMT_OK;
    cft_buffer_init(&text, &model->heap.arena.allocator);
    chatfmt_status status = cft_file_read(path, CFT_MODEL_FILE_BYTES, &text, model->heap.error);
    const char *at = text.data, *end = at + text.length;
    for (; status == CHATFMT_OK && at && !*is; at++) {
        at = memchr(at, '"', (size_t)(end - at));
        if (!at || (size_t)(end - at) < sizeof word - 1) break;
        *is = memcmp(at, word, sizeof word - 1) == 0;
    }
    cft_buffer_free(&text);
    return status;
}

static bool class_has(cft_value object, cft_slice key)
{
    return object.kind == CFT_DICT && cft_dict_find_text(object.as.dict, key);
}

/* config.json says nothing about templates, so a malformed one is passed over. */
static chatfmt_status class_config(cft_model *model, const char *folder, cft_value *out)
{
    char *path;
    chatfmt_error *told = model->heap.error;
    *out = cft_absent();
    CFT_TRY(cft_model_join(model, folder, "config.json", &path));
    model->heap.error = NULL;
    chatfmt_status status = cft_model_json(model, path, out);
    model->heap.error = told;
    if (status == CHATFMT_NO_MEMORY)
        return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    if (status != CHATFMT_OK) *out = cft_absent();
    return CHATFMT_OK;
}

/* LlamaTokenizer by name alone, of folders that may be Llama 3's. */
static bool class_is_by_name(cft_slice declared, const class_type *type)
{
    return cft_slice_equal(declared, CFT_LIT("LlamaTokenizer")) && !(type && type->wrong);
}

static chatfmt_status class_choose(cft_model *model, const char *folder)
{
    cft_value config;
    CFT_TRY(class_config(model, folder, &config));
    const class_type *type = class_type_of(class_member(config, "model_type"));
    cft_slice declared = class_member(model->config, "tokenizer_class");
    if (!declared.length) declared = class_member(config, "tokenizer_class");
    declared = class_bare(declared);
    model->tokenizer_class = class_chosen(declared, type);
    model->class_by_name = class_is_by_name(declared, type);
    return CHATFMT_OK;
}

/* Does the class say something that the files do not? */
static bool class_is_needed(const cft_model *model, const class_row *row, cft_value legacy)
{
    bool needed = row->pads_left && !class_has(model->config, CFT_LIT("padding_side"));
    for (size_t i = 0; i < CFT_MODEL_NAMED; i++) {
        cft_slice key = class_slice(cft_model_named_tokens[i]);
        needed = needed ||
                 (row->tokens[i] && !class_has(model->config, key) && !class_has(legacy, key));
    }
    return needed;
}

chatfmt_status cft_model_class_tokens(cft_model *model, const char *folder, cft_value legacy)
{
    const class_row *row = NULL;
    bool byte_level = false;
    CFT_TRY(class_choose(model, folder));
    for (size_t i = 0; i < sizeof class_rows / sizeof *class_rows; i++)
        if (cft_slice_equal(class_slice(class_rows[i].name), model->tokenizer_class))
            row = &class_rows[i];
    if (!row || !class_is_needed(model, row, legacy)) return CHATFMT_OK;
    if (model->class_by_name) CFT_TRY(class_is_byte_level(model, folder, &byte_level));
    if (byte_level) return CHATFMT_OK;
    model->class_pads_left = row->pads_left;
    for (size_t i = 0; i < CFT_MODEL_NAMED; i++) {
        cft_slice key = class_slice(cft_model_named_tokens[i]);
        cft_slice text = row->tokens[i] ? class_slice(row->tokens[i]) : cft_slice_of(NULL, 0);
        if (!text.data || class_has(model->config, key) || class_has(legacy, key)) continue;
        if (!text.length) text.length = 1;
        CFT_TRY(cft_model_set_token(model, key, text));
    }
    return CHATFMT_OK;
}
