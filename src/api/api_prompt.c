/* api/api_prompt.c - chatfmt/tokens.h: the calls, for one conversation and for many. */
#include "api/api_chat.h"
#include "chat/prompt.h"

/* `missing`: the name of a result that has no place, or NULL. */
static chatfmt_status prompt_arguments(const cft_prompt_job *job, const char *missing)
{
    cft_error_clear(job->error);
    if (job->chat && job->model && job->encoder && !missing) return CHATFMT_OK;
    return cft_fail_null(job->error, !job->chat      ? "applier"
                                     : !job->model   ? "model"
                                     : !job->encoder ? "encoder"
                                                     : missing);
}

static chatfmt_status prompt_check(const cft_prompt_job *job)
{
#define PROMPT_ENUM(field, last) {o->field, last, "chatfmt_prompt_options." #field}
    const chatfmt_prompt_options *o = &job->options;
    const struct {
        uint32_t value, last;
        const char *name;
    } enums[] = {
        PROMPT_ENUM(fit, CHATFMT_FIT_REFUSE),
        PROMPT_ENUM(padding, CHATFMT_PAD_MAX_LENGTH),
        PROMPT_ENUM(padding_side, CHATFMT_SIDE_LEFT),
        PROMPT_ENUM(truncation_side, CHATFMT_SIDE_LEFT),
        PROMPT_ENUM(policy, CHATFMT_TOKENS_REPORT),
    };
#undef PROMPT_ENUM
    CFT_TRY(cft_api_flags(o->flags, CHATFMT_PROMPT_NEEDS_LENGTH * 2 - 1,
                          "chatfmt_prompt_options.flags", job->error));
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++)
        CFT_TRY(cft_api_at_most(enums[i].value, enums[i].last, enums[i].name, job->error));
    return CHATFMT_OK;
}

chatfmt_status cft_api_prompt_options(cft_prompt_job *job, const chatfmt_apply_options *apply,
                                      const chatfmt_prompt_options *options)
{
    chatfmt_prompt_options *o = &job->options;
    CFT_TRY(cft_api_apply_options(apply, job->chat, &job->apply, &job->limits, job->error));
    CFT_TRY(cft_api_options(o, sizeof *o, options, "chatfmt_prompt_options", job->error));
    CFT_TRY(prompt_check(job));
    if (job->apply.flags & CHATFMT_APPLY_CHECK)
        return cft_fail(job->error, CHATFMT_BAD_ARGUMENT,
                        "a prompt that is only checked has no ids");
    return o->mask ? cft_api_mask_options(o->mask, &job->mask, job->error) : CHATFMT_OK;
}

chatfmt_status chatfmt_applier_encode(chatfmt_applier *chat, const chatfmt_model *model,
                                      chatfmt_encoder *encoder, chatfmt_value conversation,
                                      const chatfmt_apply_options *apply,
                                      const chatfmt_prompt_options *options,
                                      const chatfmt_prompt **out, chatfmt_error *error)
{
    cft_prompt_job job = {.chat = chat, .model = model, .encoder = encoder, .error = error};
    if (out) *out = NULL;
    CFT_TRY(prompt_arguments(&job, out ? NULL : "out"));
    CFT_TRY(cft_api_prompt_options(&job, apply, options));
    return cft_prompt_one(&job, conversation, out);
}

chatfmt_status chatfmt_applier_encode_batch(chatfmt_applier *chat, const chatfmt_model *model,
                                            chatfmt_encoder *encoder, chatfmt_value conversations,
                                            const chatfmt_apply_options *apply,
                                            const chatfmt_prompt_options *options,
                                            const chatfmt_prompt *const **rows, size_t *count,
                                            chatfmt_error *error)
{
    cft_prompt_job job = {.chat = chat, .model = model, .encoder = encoder, .in_batch = true,
                          .error = error};
    if (rows) *rows = NULL;
    if (count) *count = 0;
    CFT_TRY(prompt_arguments(&job, !rows ? "rows" : !count ? "count" : NULL));
    cft_value list = cft_unwrap(conversations);
    if (list.kind != CFT_LIST)
        return cft_fail(error, CHATFMT_TYPE, "the conversations are not an array");
    CFT_TRY(cft_api_prompt_options(&job, apply, options));
    CFT_TRY(cft_prompt_batch(&job, list.as.list, rows));
    *count = list.as.list->count;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_model_tokenizer(const chatfmt_model *model,
                                       const chatfmt_tokenizer_options *options,
                                       chatfmt_tokenizer **out, chatfmt_error *error)
{
    chatfmt_tokenizer_options all;
    chatfmt_limits limits;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!model || !out)
        return cft_fail_null(error, !model ? "model" : "out");
    CFT_TRY(cft_api_tokenizer_options(options, &all, &limits, error));
    return cft_model_open_tokenizer(model, &all, &limits, out, error);
}

void chatfmt_spans_trust_roles(chatfmt_slice text, chatfmt_span *spans, size_t count)
{
    if (text.data || !text.length) cft_prompt_trust(text, spans, count);
}

chatfmt_slice chatfmt_prompt_attempt_path(const chatfmt_prompt *prompt, size_t index)
{
    return prompt && index < prompt->attempt_count ? prompt->attempt_paths[index] : CFT_LIT("");
}
