/* models/class_pipeline.c - the parts of a tokenizer that its class builds itself, whatever
 * tokenizer.json has there.
 *
 * Source: the constructors of transformers' tokenizer classes, 5.23, which TokenizersBackend's
 * convert_to_native_format gives the file's vocabulary, merges, post-processor and map of
 * characters.
 */
#include "models/model.h"
#include "value/builder.h"
#include "value/dict.h"
#include "value/json_write.h"

enum { PIPELINE_FLAGS = 3, PIPELINE_STATES = 4, PIPELINE_FILE = 255 };

typedef struct pipeline_row {
    const char *name;
    const char *flags[PIPELINE_FLAGS];
    unsigned short choice; /* the first of pipeline_choices */
} pipeline_row;

#include "models/class_pipelines.inc"

/* The members of what tokenizers/rebuild.h takes, in the order of pipeline_parts. */
static const char *const pipeline_members[] = {
    "normalizer", "pre_tokenizer", "decoder", "model", "post_processor",
    "normalizer_without_charsmap"};

static cft_slice pipeline_slice(const char *text)
{
    return cft_slice_of(text, strlen(text));
}

static cft_value pipeline_member(const cft_model *model, cft_slice name)
{
    const cft_entry *entry = model->config.kind == CFT_DICT
                                 ? cft_dict_find_text(model->config.as.dict, name)
                                 : NULL;
    return entry ? entry->value : cft_absent();
}

/* Absent, null, false, true, as the choices are in order. */
static size_t pipeline_state(const cft_model *model, const char *flag)
{
    cft_value value = pipeline_member(model, pipeline_slice(flag));
    if (value.kind == CFT_ABSENT) return 0;
    return value.kind != CFT_BOOL ? 1 : value.as.boolean ? 3 : 2;
}

/* Where the class refuses the configuration, the file decides. */
static const unsigned char *pipeline_find(const cft_model *model)
{
    for (size_t i = 0; i < sizeof pipeline_rows / sizeof *pipeline_rows; i++) {
        const pipeline_row *row = &pipeline_rows[i];
        size_t choice = 0;
        if (!cft_slice_equal(pipeline_slice(row->name), model->tokenizer_class)) continue;
        for (int k = 0; k < PIPELINE_FLAGS && row->flags[k]; k++)
            choice = choice * PIPELINE_STATES + pipeline_state(model, row->flags[k]);
        choice = pipeline_choices[row->choice + choice];
        return choice == PIPELINE_FILE ? NULL : pipeline_parts[choice];
    }
    return NULL;
}

static chatfmt_status pipeline_append(cft_builder *out, const char *text)
{
    return cft_build_fresh(out, text, strlen(text));
}

static chatfmt_status pipeline_string(cft_builder *out, cft_slice text)
{
    return cft_json_append(out, cft_string(text.data, (uint32_t)text.length, 0), &cft_json_plain);
}

/* A special token of the model. A null in tokenizer_config.json is None, which classes turn into
 * the text "None". */
static chatfmt_status pipeline_token(const cft_model *model, cft_slice name, cft_builder *out)
{
    cft_slice text = cft_model_token_text(model, name);
    return pipeline_string(out, text.length ? text : CFT_LIT("None"));
}

/* NAME=DEFAULT: a member of the configuration, a flag or a text. */
static chatfmt_status pipeline_setting(const cft_model *model, cft_slice mark, size_t equals,
                                       cft_builder *out)
{
    cft_value value = pipeline_member(model, cft_slice_of(mark.data, equals));
    cft_slice standard =
        cft_slice_of(mark.data + equals + 1, mark.length - equals - 1);
    bool is_text = !cft_slice_equal(standard, CFT_LIT("true")) &&
                   !cft_slice_equal(standard, CFT_LIT("false")) &&
                   !cft_slice_equal(standard, CFT_LIT("null"));
    if (value.kind == (is_text ? CFT_STRING : CFT_BOOL))
        return cft_json_append(out, value, &cft_json_plain);
    return is_text ? pipeline_string(out, standard)
                   : cft_build_fresh(out, standard.data, standard.length);
}

/* The inside of "@NAME@" or "@NAME=DEFAULT@". */
static chatfmt_status pipeline_mark(const cft_model *model, cft_slice mark, cft_builder *out)
{
    const char *equals = memchr(mark.data, '=', mark.length);
    if (equals) return pipeline_setting(model, mark, (size_t)(equals - mark.data), out);
    if (!cft_slice_equal(mark, CFT_LIT("charsmap"))) return pipeline_token(model, mark, out);
    return pipeline_append(out, "\"@charsmap@\""); /* the file has it */
}

static chatfmt_status pipeline_fill(const cft_model *model, const char *piece, cft_builder *out)
{
    for (const char *at; (at = strstr(piece, "\"@")) != NULL;) {
        const char *end = strstr(at + 2, "@\"");
        CFT_TRY(cft_build_fresh(out, piece, (size_t)(at - piece)));
        CFT_TRY(pipeline_mark(model, cft_slice_of(at + 2, (size_t)(end - at) - 2), out));
        piece = end + 2;
    }
    return pipeline_append(out, piece);
}

/* What else tokenizers/rebuild.h takes. */
static chatfmt_status pipeline_head(const cft_model *model, cft_builder *out)
{
    cft_value added = pipeline_member(model, CFT_LIT("added_tokens_decoder"));
    CFT_TRY(cft_build_fresh(out, "{", 1));
    if (model->class_by_name) CFT_TRY(pipeline_append(out, "\"unless_byte_level\":true,"));
    if (added.kind != CFT_DICT) return CHATFMT_OK;
    CFT_TRY(pipeline_append(out, "\"added_tokens\":"));
    CFT_TRY(cft_json_append(out, cft_int(added.as.dict->count), &cft_json_plain));
    return pipeline_append(out, ",");
}

chatfmt_status cft_model_class_pipeline(const cft_model *model, cft_heap *heap, cft_slice *parts)
{
    cft_builder out;
    const unsigned char *row = model->tokenizer_class.length ? pipeline_find(model) : NULL;
    *parts = cft_slice_of(NULL, 0);
    if (!row) return CHATFMT_OK;
    CFT_TRY(cft_build(&out, heap, 2048));
    CFT_TRY(pipeline_head(model, &out));
    for (size_t i = 0; i < sizeof pipeline_members / sizeof *pipeline_members; i++) {
        if (row[i] == PIPELINE_FILE) continue;
        CFT_TRY(pipeline_append(&out, i ? ",\"" : "\""));
        CFT_TRY(pipeline_append(&out, pipeline_members[i]));
        CFT_TRY(pipeline_append(&out, "\":"));
        CFT_TRY(pipeline_fill(model, pipeline_pieces[row[i]], &out));
    }
    CFT_TRY(pipeline_append(&out, "}"));
    *parts = cft_slice_of(out.data, out.length);
    return CHATFMT_OK;
}
