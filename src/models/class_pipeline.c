/* models/class_pipeline.c - the parts of a tokenizer that its class builds itself, whatever
 * tokenizer.json has there.
 *
 * Source: the constructors of transformers' tokenizer classes, 5.23, which TokenizersBackend's
 * convert_to_native_format gives the file's vocabulary, merges and post-processor.
 */
#include "models/model.h"
#include "value/builder.h"
#include "value/dict.h"
#include "value/json_write.h"

typedef enum pipeline_setting {
    PIPELINE_ANY,    /* it makes no difference */
    PIPELINE_ABSENT, /* tokenizer_config.json has it not, or null */
    PIPELINE_NO,
    PIPELINE_YES
} pipeline_setting;

typedef struct pipeline_row {
    const char *name;
    pipeline_setting prefix, legacy;
    int parts; /* index into pipeline_parts */
} pipeline_row;

#include "models/class_pipelines.inc"

/* In the parts: the model's own unknown token. */
#define PIPELINE_UNKNOWN "\"@unk_token@\""

static pipeline_setting pipeline_setting_of(const cft_model *model, cft_slice name)
{
    const cft_entry *entry = model->config.kind == CFT_DICT
                                 ? cft_dict_find_text(model->config.as.dict, name)
                                 : NULL;
    if (!entry || entry->value.kind != CFT_BOOL) return PIPELINE_ABSENT;
    return entry->value.as.boolean ? PIPELINE_YES : PIPELINE_NO;
}

static const pipeline_row *pipeline_find(const cft_model *model)
{
    pipeline_setting prefix = pipeline_setting_of(model, CFT_LIT("add_prefix_space"));
    pipeline_setting legacy = pipeline_setting_of(model, CFT_LIT("legacy"));
    for (size_t i = 0; i < sizeof pipeline_rows / sizeof *pipeline_rows; i++) {
        const pipeline_row *row = &pipeline_rows[i];
        if (cft_slice_equal(cft_slice_of(row->name, strlen(row->name)), model->tokenizer_class) &&
            (row->prefix == PIPELINE_ANY || row->prefix == prefix) &&
            (row->legacy == PIPELINE_ANY || row->legacy == legacy))
            return row;
    }
    return NULL;
}

static chatfmt_status pipeline_append(cft_builder *out, const char *text)
{
    return cft_build_fresh(out, text, strlen(text));
}

/* A null in tokenizer_config.json is None, which classes turn into the text "None". */
static chatfmt_status pipeline_unknown(const cft_model *model, cft_builder *out)
{
    cft_slice text = cft_model_token_text(model, CFT_LIT("unk_token"));
    if (!text.length) text = CFT_LIT("None");
    return cft_json_append(out, cft_string(text.data, (uint32_t)text.length, 0), &cft_json_plain);
}

/* What else tokenizers/rebuild.h takes. */
static chatfmt_status pipeline_head(const cft_model *model, cft_builder *out)
{
    const cft_entry *added =
        model->config.kind == CFT_DICT
            ? cft_dict_find_text(model->config.as.dict, CFT_LIT("added_tokens_decoder"))
            : NULL;
    CFT_TRY(cft_build_fresh(out, "{", 1));
    if (model->class_by_name) CFT_TRY(pipeline_append(out, "\"unless_byte_level\":true,"));
    if (!added || added->value.kind != CFT_DICT) return CHATFMT_OK;
    CFT_TRY(pipeline_append(out, "\"added_tokens\":"));
    CFT_TRY(cft_json_append(out, cft_int(added->value.as.dict->count), &cft_json_plain));
    return pipeline_append(out, ",");
}

chatfmt_status cft_model_class_pipeline(const cft_model *model, cft_heap *heap, cft_slice *parts)
{
    cft_builder out;
    const pipeline_row *row = model->tokenizer_class.length ? pipeline_find(model) : NULL;
    *parts = cft_slice_of(NULL, 0);
    if (!row) return CHATFMT_OK;
    const char *text = pipeline_parts[row->parts] + 1, *mark = strstr(text, PIPELINE_UNKNOWN);
    CFT_TRY(cft_build(&out, heap, strlen(text) + 128));
    CFT_TRY(pipeline_head(model, &out));
    CFT_TRY(cft_build_fresh(&out, text, mark ? (size_t)(mark - text) : strlen(text)));
    if (mark) {
        CFT_TRY(pipeline_unknown(model, &out));
        CFT_TRY(pipeline_append(&out, mark + sizeof PIPELINE_UNKNOWN - 1));
    }
    *parts = cft_slice_of(out.data, out.length);
    return CHATFMT_OK;
}
