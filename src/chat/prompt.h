/* chat/prompt.h - conversations to ids from inside: one call's settings, one conversation's row.
 */
#ifndef CFT_PROMPT_H
#define CFT_PROMPT_H

#include "chat/applier.h"
#include "chatfmt/tokens.h"
#include "tokenizers/handles.h"

/* What one call works with; the settings with the model's own filled in. */
typedef struct cft_prompt_job {
    chatfmt_applier *chat;
    const chatfmt_model *model;
    chatfmt_encoder *encoder;
    chatfmt_apply_options apply;    /* whole and checked, like the two below */
    chatfmt_limits limits;          /* complete */
    chatfmt_prompt_options options; /* fit and padding as resolved; max_length 0 = none */
    chatfmt_mask_options mask;
    bool needs_places, needs_points, pads_left, truncates_left, lacks_length;
    uint32_t pad;                   /* id of the padding token */
    bool in_batch;
    chatfmt_error *error;
} cft_prompt_job;

/* One conversation. Arrays are in chat->prompts and as long as out->count. */
typedef struct cft_prompt_row {
    chatfmt_prompt *out;
    chatfmt_applied *applied;    /* that of `out`                   */
    uint32_t *ids;
    chatfmt_token_place *places; /* bytes; NULL unless needed       */
    chatfmt_token_place *points; /* code points; NULL unless needed */
    chatfmt_mask_range *ranges;
    size_t range_count;
    chatfmt_token_place *said;   /* bytes that each message says    */
} cft_prompt_row;

/* chat/prompt.c: apply and encode once, without arrays of our own. */
chatfmt_status cft_prompt_encode(cft_prompt_job *job, chatfmt_value conversation, bool places,
                                 chatfmt_applied *applied, chatfmt_tokens *tokens);
/* Begin with a job whose options are set: what they need of each other, and of the model. */
chatfmt_status cft_prompt_begin(cft_prompt_job *job);
/* Apply the template, or only look at the conversation (CHATFMT_APPLY_CHECK in `flags`). */
chatfmt_status cft_prompt_apply(cft_prompt_job *job, chatfmt_value conversation, uint32_t flags,
                                chatfmt_applied *applied);
/* One conversation, whole; *out is in chat->prompts. */
chatfmt_status cft_prompt_one(cft_prompt_job *job, chatfmt_value conversation,
                              const chatfmt_prompt **out);
/* All of a batch; *rows and what it points to are in chat->prompts. */
chatfmt_status cft_prompt_batch(cft_prompt_job *job, const cft_list *conversations,
                                const chatfmt_prompt *const **rows);

/* chat/prompt_fit.c: apply and encode, and again with less until it fits. */
chatfmt_status cft_prompt_fit(cft_prompt_job *job, chatfmt_value conversation,
                              cft_prompt_row *row, chatfmt_tokens *tokens);

/* chat/prompt_ids.c */

/* Whether the options ask for a length that neither they nor the model have. */
bool cft_prompt_lacks_length(const cft_model *model, const chatfmt_prompt_options *options);
/* The error of that. */
chatfmt_status cft_prompt_no_length(chatfmt_error *error);
/* Which sides, which length, which padding token. */
chatfmt_status cft_prompt_resolve(cft_prompt_job *job);
chatfmt_status cft_prompt_stops(cft_prompt_job *job, chatfmt_prompt *out);
uint32_t cft_prompt_findings(const cft_prompt_job *job, const chatfmt_tokens *tokens);
/* chatfmt_spans_trust_roles */
void cft_prompt_trust(cft_slice text, chatfmt_span *spans, size_t count);
/* The tokenizer beside a model, with what its configuration adds; options as in
 * cft_tokenizer_open. */
chatfmt_status cft_model_open_tokenizer(const chatfmt_model *model,
                                        const chatfmt_tokenizer_options *options,
                                        const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                        chatfmt_error *error);
/* The spans with the usual roles as trusted as the template. */
chatfmt_status cft_prompt_trust_roles(const cft_prompt_job *job, const chatfmt_applied *applied,
                                      const chatfmt_span **spans);
/* `status`; an error of one conversation has its number in front of the path. */
chatfmt_status cft_prompt_of_batch(const cft_prompt_job *job, size_t number, chatfmt_status status);
/* Where each message of the last text is: its longest run without data of others. NULL when
 * there is no memory. */
chatfmt_token_place *cft_prompt_said(const cft_prompt_job *job, const chatfmt_applied *applied,
                                     size_t *count);

#endif
