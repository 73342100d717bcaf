/* chat/format_match.c - which format a model uses, as users see it. */
#include "chat/formats.h"
#include "formats/match.h"
#include "value/store.h"

static chatfmt_status match_json(chatfmt_values *values, cft_value condition,
                                 chatfmt_slice *out)
{
    *out = (chatfmt_slice){"", 0};
    if (condition.kind == CFT_ABSENT) return CHATFMT_OK;
    return cft_store_write(values, condition, out);
}

static chatfmt_status match_copy(chatfmt_values *values, cft_slice text, chatfmt_slice *out)
{
    cft_value copy;
    CFT_TRY(cft_store_string(values, text, &copy));
    *out = cft_text_of(copy);
    return CHATFMT_OK;
}

static chatfmt_status match_copy_all(const cft_model_match *match, chatfmt_values *values,
                                     const chatfmt_format_match **shown)
{
    void *room;
    CFT_TRY(cft_heap_array(&values->heap, 1, sizeof(chatfmt_format_match), &room));
    chatfmt_format_match *out = room;
    CFT_TRY(match_copy(values, match->format, &out->format));
    CFT_TRY(match_copy(values, match->adapter, &out->adapter));
    CFT_TRY(match_copy(values, match->xtuner, &out->xtuner));
    out->matched_on = match->matched_on;
    out->xtuner_starred = match->xtuner_starred;
    CFT_TRY(match_json(values, match->condition, &out->condition));
    CFT_TRY(match_json(values, match->choice, &out->choice));
    *shown = out;
    return CHATFMT_OK;
}

chatfmt_status cft_format_match_in(chatfmt_values *values, cft_slice model, bool has_adapter,
                                   const chatfmt_format_match **out, chatfmt_error *error)
{
    cft_heap heap;
    cft_model_match match;
    chatfmt_limits limits = cft_default_limits;
    cft_heap_init(&heap, NULL);
    cft_heap_reset(&heap, &limits, error);
    values->heap.error = error;
    chatfmt_status status = cft_format_match(&heap, model, has_adapter, &match);
    if (status == CHATFMT_OK) status = match_copy_all(&match, values, out);
    cft_heap_free(&heap);
    return status;
}
