/* cli/token_request.h - what is asked about the ids of a prompt, and the members that answer it.
 */
#ifndef CLI_TOKEN_REQUEST_H
#define CLI_TOKEN_REQUEST_H

#include "writer.h"

#include "chatfmt/chatfmt.h"

typedef struct token_request {
    bool wanted;
    bool texts, attention, mask; /* columns to write, besides what the options ask for */
    bool wants_mask;             /* return_assistant_tokens_mask */
    bool no_dict;                /* return_dict=False */
    chatfmt_prompt_options options;
    chatfmt_encoder *encoder;    /* set by whoever answers, with its tokenizer */
    const chatfmt_tokenizer *tokenizer;
} token_request;

void token_request_begin(token_request *r);

/* Words of options: "control", "longest", "drop" …; false when there is no such word. */
bool token_request_policy(token_request *r, chatfmt_slice name);
bool token_request_fit(token_request *r, chatfmt_slice name);
bool token_request_padding(token_request *r, chatfmt_slice name);
bool token_request_side(chatfmt_slice name, chatfmt_side *out);

/* A parameter of apply_chat_template that is about tokens: true when it was one. Values that the
 * reference would refuse are told in *error. */
bool token_request_take(token_request *r, chatfmt_slice name, chatfmt_value value,
                        chatfmt_error *error);
/* A member of a batch line's options: the same words as on the command line. */
bool token_request_option(token_request *r, chatfmt_slice name, chatfmt_value value,
                          chatfmt_error *error);

/* "ids": […], and what else was asked for, of `count` prompts: as arrays of arrays when
 * `in_batch`. */
void token_request_write(const token_request *r, const chatfmt_prompt *prompts, size_t count,
                         bool in_batch, writer *out);

#endif
