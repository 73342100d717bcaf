/* dataset/request.h - requests from inside (chatfmt/request.h). */
#ifndef CFT_REQUEST_H
#define CFT_REQUEST_H

#include "base/json_out.h"
#include "chat/prompt.h"
#include "chatfmt/request.h"
#include "value/store.h"

enum { CFT_REQUEST_ROLES = 8, CFT_REQUEST_NAMED = 64, CFT_REQUEST_SPECIALS = 7 };

typedef struct cft_request {
    chatfmt_request shown; /* first: the public handle points here */
    chatfmt_allocator allocator;
    chatfmt_apply_options apply;
    chatfmt_mask_options mask;
    chatfmt_prompt_options prompt;
    chatfmt_limits limits;
    chatfmt_values *values; /* of what was read last: */
    bool wants_mask; /* return_assistant_tokens_mask */
    bool no_dict;    /* return_dict=False            */
    bool no_ids;     /* tokenize=False               */
    bool sanitizes;  /* sanitize_control_tokens      */
    bool bounds_alone;  /* "truncation": null        */
    bool names_padding; /* "padding" is a text       */
    cft_slice roles[CFT_REQUEST_ROLES];
    /* Names of trusted variables: first the `named_count` of the option, then the special tokens
     * that the caller supplied. */
    cft_slice trusted[CFT_REQUEST_NAMED + CFT_REQUEST_SPECIALS];
    size_t trusted_count, named_count;
    const cft_slice *given; /* names that are the caller's in what is otherwise data */
    size_t given_count;
    bool allows_templates;
    cft_json_out json;
} cft_request;

chatfmt_status cft_request_new(const chatfmt_allocator *memory, cft_request **out,
                               chatfmt_error *error);
void cft_request_free(cft_request *r);
void cft_request_copy(cft_request *r, const cft_request *as);
chatfmt_status cft_request_read(cft_request *r, chatfmt_values *values, cft_value arguments,
                                chatfmt_from from, chatfmt_error *error);
/* Whether it is an argument of apply_chat_template or a special token; the nearest
 * argument to a name that is none, "" for no near one. */
bool cft_request_has_parameter(cft_slice name);
cft_slice cft_request_nearest_parameter(cft_slice name);
void cft_request_supply(cft_request *r, cft_slice name);
/* The trusted names are those of the apply options from here on. */
void cft_request_publish_trust(cft_request *r);
/* One more name that is always trusted; false when there is no room. */
bool cft_request_trust(cft_request *r, cft_slice names);

/* request_options.c */
extern const chatfmt_request_option cft_request_options[];
extern const size_t cft_request_option_count;
chatfmt_status cft_request_set(cft_request *r, cft_slice name, cft_value value,
                               chatfmt_error *error);
/* To a word, or to true for NULL. */
chatfmt_status cft_request_set_word(cft_request *r, cft_slice name, const char *word,
                                    chatfmt_error *error);
/* Names of fixes with commas between; NOT_FOUND for one that is none. */
chatfmt_status cft_request_fix(cft_request *r, cft_slice names, chatfmt_error *error);
/* "hf", "generation" or "derived"; false for other words. */
bool cft_request_set_mask(cft_request *r, cft_slice name);
/* The number of a word in "a|b|c", or -1. */
int cft_request_word_of(const char *words, cft_slice word);
/* As chatfmt_limits_set(), for a struct that is whole. */
chatfmt_status cft_limits_set(chatfmt_limits *limits, cft_slice name, uint64_t value,
                              chatfmt_error *error);

/* request_answer.c: into r->json. `job` has the request's options, whole and checked. */
chatfmt_status cft_request_answer(cft_request *r, cft_prompt_job *job,
                                  const chatfmt_tokenizer *tokenizer, uint32_t flags);
void cft_request_write_columns(cft_request *r, const chatfmt_tokenizer *tokenizer,
                               const chatfmt_prompt *const *prompts, size_t count, bool in_batch);

#endif
