/* models/class_pipeline.c - the parts of a tokenizer that its class builds itself, whatever
 * tokenizer.json has there.
 *
 * Source: the constructors of transformers' tokenizer classes, 5.23, which TokenizersBackend's
 * convert_to_native_format gives the file's vocabulary, merges, post-processor and map of
 * characters.
 */
#include "models/model_text.h"
#include "models/model.h"
#include "value/dict.h"

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

/* A special token of the model. A null in tokenizer_config.json is None, which classes turn into
 * the text "None". */
static void pipeline_token(const cft_model *model, cft_slice name, cft_model_text *out)
{
    cft_slice text = cft_model_token_text(model, name);
    cft_model_text_string(out, text.length ? text : CFT_LIT("None"));
}

/* NAME=DEFAULT: a member of the configuration, a flag or a text. */
static void pipeline_setting(const cft_model *model, cft_slice mark, size_t equals,
                             cft_model_text *out)
{
    cft_value value = pipeline_member(model, cft_slice_of(mark.data, equals));
    cft_slice standard =
        cft_slice_of(mark.data + equals + 1, mark.length - equals - 1);
    bool is_text = !cft_slice_equal(standard, CFT_LIT("true")) &&
                   !cft_slice_equal(standard, CFT_LIT("false")) &&
                   !cft_slice_equal(standard, CFT_LIT("null"));
    if (value.kind == (is_text ? CFT_STRING : CFT_BOOL)) cft_model_text_value(out, value);
    else if (is_text) cft_model_text_string(out, standard);
    else cft_model_text_bytes(out, standard.data, standard.length);
}

/* The inside of "@NAME@" or "@NAME=DEFAULT@". */
static void pipeline_mark(const cft_model *model, cft_slice mark, cft_model_text *out)
{
    const char *equals = memchr(mark.data, '=', mark.length);
    if (equals) pipeline_setting(model, mark, (size_t)(equals - mark.data), out);
    else if (!cft_slice_equal(mark, CFT_LIT("charsmap"))) pipeline_token(model, mark, out);
    else cft_model_text_put(out, "\"@charsmap@\""); /* the file has it */
}

static void pipeline_fill(const cft_model *model, const char *piece, cft_model_text *out)
{
    for (const char *at; (at = strstr(piece, "\"@")) != NULL;) {
        const char *end = strstr(at + 2, "@\"");
        cft_model_text_bytes(out, piece, (size_t)(at - piece));
        pipeline_mark(model, cft_slice_of(at + 2, (size_t)(end - at) - 2), out);
        piece = end + 2;
    }
    cft_model_text_put(out, piece);
}

/* What else tokenizers/rebuild.h takes. */
static void pipeline_head(const cft_model *model, cft_model_text *out)
{
    cft_value added = pipeline_member(model, CFT_LIT("added_tokens_decoder"));
    cft_model_text_put(out, "{");
    if (model->class_by_name) cft_model_text_put(out, "\"unless_byte_level\":true,");
    if (added.kind != CFT_DICT) return;
    cft_model_text_put(out, "\"added_tokens\":");
    cft_model_text_value(out, cft_int(added.as.dict->count));
    cft_model_text_put(out, ",");
}

chatfmt_status cft_model_class_pipeline(const cft_model *model, cft_heap *heap, cft_slice *parts)
{
    cft_model_text out;
    const unsigned char *row = model->tokenizer_class.length ? pipeline_find(model) : NULL;
    *parts = cft_slice_of(NULL, 0);
    if (!row) return CHATFMT_OK;
    cft_model_text_begin(&out, heap, 2048);
    pipeline_head(model, &out);
    for (size_t i = 0; i < sizeof pipeline_members / sizeof *pipeline_members; i++) {
        if (row[i] == PIPELINE_FILE) continue;
        cft_model_text_put(&out, i ? ",\"" : "\"");
        cft_model_text_put(&out, pipeline_members[i]);
        cft_model_text_put(&out, "\":");
        pipeline_fill(model, pipeline_pieces[row[i]], &out);
    }
    cft_model_text_put(&out, "}");
    return cft_model_text_end(&out, parts);
}
