/* api/api_prompt_batch.c - chatfmt/tokens.h: the calls, for one conversation and for many. */
#include "api/api_prompt.h"

static chatfmt_status prompt_arguments(const cft_prompt_job *job, bool has_out)
{
    cft_error_clear(job->error);
    if (job->chat && job->model && job->encoder && has_out) return CHATFMT_OK;
    return cft_fail(job->error, CHATFMT_BAD_ARGUMENT, "an argument is NULL");
}

chatfmt_status chatfmt_chat_encode(chatfmt_chat *chat, const chatfmt_model *model,
                                   chatfmt_encoder *encoder, chatfmt_value conversation,
                                   const chatfmt_apply_options *apply,
                                   const chatfmt_prompt_options *options, chatfmt_prompt *out,
                                   chatfmt_error *error)
{
    cft_prompt_job job = {.chat = chat, .model = model, .encoder = encoder, .error = error};
    if (out) memset(out, 0, sizeof *out);
    CFT_TRY(prompt_arguments(&job, out != NULL));
    chatfmt_prompt made;
    memset(&made, 0, sizeof made);
    cft_prompt_row row = {.out = &made};
    CFT_TRY(cft_prompt_begin(&job, apply, options));
    CFT_TRY(cft_prompt_row_make(&job, conversation, &row));
    CFT_TRY(cft_prompt_row_finish(&job, &row, made.count));
    *out = made;
    return CHATFMT_OK;
}

/* All conversations are looked at before the first is rendered, as in the reference. */
static chatfmt_status prompt_check_all(cft_prompt_job *job, chatfmt_value conversations)
{
    chatfmt_apply_options options = job->apply;
    chatfmt_applied applied;
    options.flags |= CHATFMT_APPLY_CHECK;
    for (size_t i = 0; i < chatfmt_value_count(conversations); i++)
        CFT_TRY(chatfmt_chat_apply(job->chat, job->model, chatfmt_value_at(conversations, i),
                                   &options, &applied, job->error));
    return CHATFMT_OK;
}

chatfmt_status chatfmt_chat_encode_batch(chatfmt_chat *chat, const chatfmt_model *model,
                                         chatfmt_encoder *encoder, chatfmt_value conversations,
                                         const chatfmt_apply_options *apply,
                                         const chatfmt_prompt_options *options,
                                         const chatfmt_prompt **rows, size_t *count,
                                         chatfmt_error *error)
{
    cft_prompt_job job = {.chat = chat, .model = model, .encoder = encoder, .in_batch = true,
                          .error = error};
    if (rows) *rows = NULL;
    if (count) *count = 0;
    CFT_TRY(prompt_arguments(&job, rows && count));
    if (chatfmt_value_kind_of(conversations) != CHATFMT_VALUE_ARRAY)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the conversations are not an array");
    CFT_TRY(cft_prompt_begin(&job, apply, options));
    job.apply.flags |= CHATFMT_APPLY_IN_BATCH;
    CFT_TRY(prompt_check_all(&job, conversations));
    size_t n = chatfmt_value_count(conversations), longest = 0;
    chatfmt_prompt *made = cft_arena_array(&chat->prompts, n + 1, sizeof *made);
    cft_prompt_row *work = cft_arena_array(&chat->prompts, n + 1, sizeof *work);
    if (!made || !work) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(made, 0, n * sizeof *made);
    for (size_t i = 0; i < n; i++) {
        work[i] = (cft_prompt_row){.out = &made[i]};
        CFT_TRY(cft_prompt_row_make(&job, chatfmt_value_at(conversations, i), &work[i]));
        if (made[i].count > longest) longest = made[i].count;
    }
    for (size_t i = 0; i < n; i++) CFT_TRY(cft_prompt_row_finish(&job, &work[i], longest));
    *rows = made;
    *count = n;
    return CHATFMT_OK;
}

chatfmt_slice chatfmt_prompt_attempt_path(const chatfmt_prompt *prompt, size_t index)
{
    if (!prompt || index >= prompt->attempt_count || !prompt->applied.spans)
        return (chatfmt_slice){"", 0};
    chatfmt_token_attempt attempt = prompt->attempts[index];
    return cft_prompt_data_path(prompt->applied.spans, prompt->applied.span_count, attempt.begin,
                                attempt.end);
}
