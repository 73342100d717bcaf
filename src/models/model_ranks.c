/* models/model_ranks.c - what a folder with tiktoken ranks says of their encoding.
 *
 * The classes are those of the folders of Kimi and Qwen 1, whose code has the pattern; of other
 * folders it is what AutoTokenizer makes of ranks. Source: tokenization_kimi.py,
 * tokenization_qwen.py; TikTokenConverter of transformers 5.23.
 */
#include "models/model.h"
#include "value/builder.h"
#include "value/dict.h"
#include "value/json_write.h"

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

static chatfmt_status ranks_append(cft_builder *out, const char *text)
{
    return cft_build_fresh(out, text, strlen(text));
}

/* added_tokens_decoder as texts by their ids. */
static chatfmt_status ranks_added(const cft_model *model, cft_builder *out)
{
    bool first = true;
    cft_value added = ranks_member(model->config, CFT_LIT("added_tokens_decoder"));
    for (uint32_t i = 0; added.kind == CFT_DICT && i < added.as.dict->count; i++) {
        const cft_entry *entry = &added.as.dict->entries[i];
        cft_value text = ranks_member(entry->value, CFT_LIT("content"));
        if (text.kind != CFT_STRING) continue;
        if (!first) CFT_TRY(ranks_append(out, ","));
        first = false;
        CFT_TRY(cft_json_append(out, entry->key, &cft_json_plain));
        CFT_TRY(ranks_append(out, ":"));
        CFT_TRY(cft_json_append(out, text, &cft_json_plain));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_model_ranks(const cft_model *model, cft_heap *heap, cft_slice *parts)
{
    cft_builder out;
    *parts = cft_slice_of(NULL, 0);
    if (model->config.kind != CFT_DICT) return CHATFMT_OK;
    CFT_TRY(cft_build(&out, heap, 256));
    CFT_TRY(ranks_append(&out, "{\"encoding\":\""));
    CFT_TRY(ranks_append(&out, ranks_encoding(model)));
    CFT_TRY(ranks_append(&out, "\",\"added\":{"));
    CFT_TRY(ranks_added(model, &out));
    CFT_TRY(ranks_append(&out, "}}"));
    *parts = cft_slice_of(out.data, out.length);
    return CHATFMT_OK;
}
