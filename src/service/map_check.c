/* service/map_check.c - the options of a mapper: whether they go together. */
#include "service/map.h"

#include "api/api_chat.h"
#include "chat/formats.h"
#include "chat/prompt.h"
#include "chatfmt/service.h"

static chatfmt_status check_columns(const chatfmt_map_options *o, chatfmt_error *error)
{
    const uint32_t known = CHATFMT_MAP_TOKENS | CHATFMT_MAP_TEXT | CHATFMT_MAP_MASK |
                           CHATFMT_MAP_SPLIT | CHATFMT_MAP_TURNS | CHATFMT_MAP_LENGTH |
                           CHATFMT_MAP_LINE | CHATFMT_MAP_ID;
    uint32_t masked = CHATFMT_MAP_MASKED;
    CFT_TRY(cft_api_flags(o->columns, known, "chatfmt_map_options.columns", error));
    if (!o->columns && !(o->flags & CHATFMT_MAP_RECORDS))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "chatfmt_map_options.columns is empty");
    if (o->trainer) masked &= ~(uint32_t)CHATFMT_MAP_LABELS; /* the trainer says what is learned */
    if (o->columns & masked && o->trainer)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                        "the columns mask, split and turns cannot be used with a trainer");
    return o->columns & masked && (!o->request || !o->request->has_mask)
               ? cft_fail(error, CHATFMT_BAD_ARGUMENT,
                          "the columns mask, split, turns and labels need a request with a mask")
               : CHATFMT_OK;
}

static chatfmt_status check_trainer(const chatfmt_map_options *o, chatfmt_error *error)
{
    cft_trainer ignored;
    if (!o->trainer) return CHATFMT_OK;
    if (o->flags & CFT_MAP_WATCHED)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "rows of trainers cannot be watched");
    return o->format ? cft_format_trains(o->format, o->trainer, &ignored, error)
                     : cft_fail(error, CHATFMT_BAD_ARGUMENT, "a trainer needs a format");
}

chatfmt_status cft_map_check(chatfmt_map_options *o, chatfmt_error *error)
{
    chatfmt_row_options row;
    if (!o->model) return cft_fail_null(error, "chatfmt_map_options.model");
    CFT_TRY(cft_api_flags(o->flags, CHATFMT_MAP_RECORDS | CFT_MAP_WATCHED,
                          "chatfmt_map_options.flags", error));
    CFT_TRY(check_columns(o, error));
    CFT_TRY(cft_api_text(o->variables.data, o->variables.length, "chatfmt_map_options.variables",
                         error));
    if (o->variables.length && !o->trainer)
        CFT_TRY(chatfmt_request_check_variables(o->variables.data, o->variables.length, error));
    if ((o->columns & CHATFMT_MAP_TOKENS || o->flags & CHATFMT_MAP_RECORDS || o->trainer) &&
        !o->tokenizer)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "ids need a tokenizer");
    const chatfmt_prompt_options *prompt = o->request ? o->request->prompt : NULL;
    if (prompt && o->tokenizer && !o->variables.length &&
        (prompt->flags & CHATFMT_PROMPT_NEEDS_LENGTH) &&
        cft_prompt_lacks_length(&o->model->model, prompt))
        return cft_prompt_no_length(error);
    CFT_TRY(check_trainer(o, error));
    CFT_TRY(cft_api_row_options(&o->row, &row, error));
    o->row = row;
    return CHATFMT_OK;
}

void cft_map_keep_length(const chatfmt_map_options *all, const chatfmt_prompt_options *asked,
                         chatfmt_prompt_options *prompt)
{
    size_t most = asked->max_length ? asked->max_length : all->model->model.max_length;
    if (all->flags & CHATFMT_MAP_RECORDS) {
        prompt->padding = asked->padding;
        prompt->pad_multiple = asked->pad_multiple;
    }
    if (asked->fit == CHATFMT_FIT_NONE || !most) return;
    if (prompt->fit == CHATFMT_FIT_NONE) prompt->fit = asked->fit;
    if (!prompt->max_length || prompt->max_length > most) prompt->max_length = most;
}

chatfmt_status cft_map_find_padding(const chatfmt_model *model, const chatfmt_tokenizer *tokenizer,
                                    uint32_t *id, chatfmt_error *error)
{
    int64_t found = -1;
    if (!model || !tokenizer)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "padding needs a model and a tokenizer");
    for (size_t i = 0; i < chatfmt_model_token_count(model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        if (cft_slice_equal(token.name, CFT_LIT("pad_token")))
            found = chatfmt_tokenizer_id(tokenizer, token.text.data, token.text.length);
    }
    *id = (uint32_t)found;
    return found >= 0 ? CHATFMT_OK
                      : cft_fail(error, CHATFMT_VALUE,
                                 "the model has no padding token, which comes from the model "
                                 "alone, not from a tokenizer beside it or from variables: take a "
                                 "model folder whose tokenizer_config.json names a \"pad_token\", "
                                 "or do not pad");
}

/* What a row that is padded would say, before the first of them. */
chatfmt_status cft_map_check_padding(const chatfmt_map_options *o, const chatfmt_request *request,
                                     chatfmt_error *error)
{
    uint32_t ignored;
    const chatfmt_prompt_options *prompt = request->prompt;
    if (o->trainer || !o->tokenizer || !prompt || prompt->padding == CHATFMT_PAD_NONE ||
        (prompt->padding == CHATFMT_PAD_MAX_LENGTH &&
         cft_prompt_lacks_length(&o->model->model, prompt)))
        return CHATFMT_OK;
    return cft_map_find_padding(o->model, o->tokenizer, &ignored, error);
}
