/* models/model_ranks.c - what a folder with tiktoken ranks says of their encoding.
 *
 * The classes are those of the folders of Kimi and Qwen 1, whose code has the pattern; of other
 * folders it is what AutoTokenizer makes of ranks. Source: tokenization_kimi.py,
 * tokenization_qwen.py; TikTokenConverter of transformers 5.23.
 */
#include "models/model_text.h"
#include "models/model.h"
#include "value/dict.h"

typedef struct ranks_class {
    const char *name, *encoding;
} ranks_class;

static const ranks_class ranks_classes[] = {
    {"TikTokenTokenizer", "kimi"}, {"QWenTokenizer", "qwen"}, {NULL, "transformers"}};

static cft_value ranks_member(cft_value object, cft_slice name)
{
    const cft_entry *entry =
        object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, name) : NULL;
    return entry ? entry->value : cft_absent();
}

static const char *ranks_encoding(const cft_model *model)
{
    cft_value name = ranks_member(model->config, CFT_LIT("tokenizer_class"));
    const ranks_class *row = ranks_classes;
    while (row->name && !(name.kind == CFT_STRING &&
                          cft_slice_equal(cft_text_of(name),
                                          cft_slice_of(row->name, strlen(row->name)))))
        row++;
    return row->encoding;
}

/* added_tokens_decoder as texts by their ids. */
static void ranks_added(const cft_model *model, cft_model_text *out)
{
    const char *between = "";
    cft_value added = ranks_member(model->config, CFT_LIT("added_tokens_decoder"));
    for (uint32_t i = 0; added.kind == CFT_DICT && i < added.as.dict->count; i++) {
        const cft_entry *entry = &added.as.dict->entries[i];
        cft_value text = ranks_member(entry->value, CFT_LIT("content"));
        if (text.kind != CFT_STRING) continue;
        cft_model_text_put(out, between);
        between = ",";
        cft_model_text_value(out, entry->key);
        cft_model_text_put(out, ":");
        cft_model_text_value(out, text);
    }
}

chatfmt_status cft_model_ranks(const cft_model *model, cft_heap *heap, cft_slice *parts)
{
    cft_model_text out;
    *parts = cft_slice_of(NULL, 0);
    if (model->config.kind != CFT_DICT) return CHATFMT_OK;
    cft_model_text_begin(&out, heap, 256);
    cft_model_text_put(&out, "{\"encoding\":\"");
    cft_model_text_put(&out, ranks_encoding(model));
    cft_model_text_put(&out, "\",\"added\":{");
    ranks_added(model, &out);
    cft_model_text_put(&out, "}}");
    return cft_model_text_end(&out, parts);
}
