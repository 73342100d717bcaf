/* api/api_chat.h - the arguments of what applies a chat template. */
#ifndef CFT_API_CHAT_H
#define CFT_API_CHAT_H

#include "api/api_check.h"
#include "chat/prompt.h"
#include "chatfmt/dataset.h"
#include "chatfmt/tokenizer.h"

/* The options, whole and checked, and the complete limits of the renders: those of the chat but
 * for what the options say. */
chatfmt_status cft_api_apply_options(const chatfmt_apply_options *options,
                                     const chatfmt_applier *chat, chatfmt_apply_options *own,
                                     chatfmt_limits *limits, chatfmt_error *error);
chatfmt_status cft_api_mask_options(const chatfmt_mask_options *options, chatfmt_mask_options *own,
                                    chatfmt_error *error);

/* api_prompt.c: the options of a job that has its chat; `limits` and `mask` as well. */
chatfmt_status cft_api_prompt_options(cft_prompt_job *job, const chatfmt_apply_options *apply,
                                      const chatfmt_prompt_options *options);

/* api_tokenizer.c: the options of loading a tokenizer, and the limits that the caller has set; 0
 * for those that go by the size of the work. */
chatfmt_status cft_api_tokenizer_options(const chatfmt_tokenizer_options *given,
                                         chatfmt_tokenizer_options *options,
                                         chatfmt_limits *limits, chatfmt_error *error);

/* The options of rows with their defaults. Also NOT_FOUND for a layout that does not exist. */
chatfmt_status cft_api_row_options(const chatfmt_row_options *given, chatfmt_row_options *own,
                                   chatfmt_error *error);

#endif
