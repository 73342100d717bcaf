/* models/model_ids.c - what a model's files say about token ids: the sides and the length of
 * tokenizer_config.json, and the ids of generation_config.json that end a reply.
 *
 * Templates do not need any of it, so a file that is malformed here is passed over: rendering
 * must not fail for it. A side that is none is refused, since transformers opens no such model.
 */
#include "models/model.h"
#include "value/dict.h"
#include "value/repr.h"

enum { IDS_STOPS = 64 };

/* Lengths beyond this mean that the model has none. Source: LARGE_INTEGER of transformers, 1e20;
 * what fits 64 bits is below it. */
static size_t ids_length(cft_value value)
{
    if (value.kind == CFT_INT && value.as.integer > 0) return (size_t)value.as.integer;
    if (value.kind == CFT_FLOAT && value.as.real >= 1 && value.as.real < 9e18)
        return (size_t)value.as.real;
    return 0;
}

static cft_value ids_member(cft_value object, cft_slice name)
{
    const cft_entry *entry =
        object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, name) : NULL;
    return entry ? entry->value : cft_absent();
}

/* Whether a side is the left one; *left stays where the configuration says nothing.
 * Source: PreTrainedTokenizerBase.__init__. */
static chatfmt_status ids_side(cft_model *model, const char *folder, cft_slice name,
                               const char *words, bool *left)
{
    char *path;
    cft_value side = ids_member(model->config, name), text = side;
    bool is_text = side.kind == CFT_STRING;
    if (side.kind == CFT_ABSENT) return CHATFMT_OK;
    *left = is_text && cft_slice_equal(cft_text_of(side), CFT_LIT("left"));
    if (*left || (is_text && cft_slice_equal(cft_text_of(side), CFT_LIT("right"))))
        return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, "tokenizer_config.json", &path));
    CFT_TRY(cft_to_str(&model->heap, side, &text));
    return cft_raise(&model->heap, CHATFMT_VALUE,
                     "%s: %s side should be selected between 'right' and 'left', current value: "
                     "%.*s", path, words, cft_shown(cft_text_of(text)), cft_text_of(text).data);
}

static void ids_add_stop(cft_model *model, cft_value id)
{
    if (id.kind == CFT_INT && id.as.integer >= 0 && id.as.integer < UINT32_MAX &&
        model->stop_count < IDS_STOPS)
        model->stops[model->stop_count++] = (uint32_t)id.as.integer;
}

static chatfmt_status ids_stops(cft_model *model, const char *folder)
{
    char *path;
    void *room;
    cft_value config = cft_absent(), eos;
    chatfmt_error *told = model->heap.error;
    CFT_TRY(cft_model_join(model, folder, "generation_config.json", &path));
    model->heap.error = NULL;
    chatfmt_status status = cft_model_json(model, path, &config);
    model->heap.error = told;
    eos = ids_member(config, CFT_LIT("eos_token_id"));
    if (status == CHATFMT_NO_MEMORY)
        return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    if (status == CHATFMT_INPUT) return cft_model_json(model, path, &config);
    if (status != CHATFMT_OK || (eos.kind != CFT_INT && eos.kind != CFT_LIST)) return CHATFMT_OK;
    CFT_TRY(cft_heap_array(&model->heap, IDS_STOPS, sizeof *model->stops, &room));
    model->stops = room;
    if (eos.kind == CFT_INT) ids_add_stop(model, eos);
    for (uint32_t i = 0; eos.kind == CFT_LIST && i < eos.as.list->count; i++)
        ids_add_stop(model, eos.as.list->items[i]);
    return CHATFMT_OK;
}

chatfmt_status cft_model_load_ids(cft_model *model, const char *folder)
{
    model->pads_left = model->class_pads_left;
    CFT_TRY(ids_side(model, folder, CFT_LIT("padding_side"), "Padding", &model->pads_left));
    CFT_TRY(ids_side(model, folder, CFT_LIT("truncation_side"), "Truncation",
                     &model->truncates_left));
    model->max_length = ids_length(ids_member(model->config, CFT_LIT("model_max_length")));
    return ids_stops(model, folder);
}
