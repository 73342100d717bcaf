/* cli/apply_request.h - one call of apply_chat_template as JSON gives it, and its answer.
 *
 * An object is taken apart as the function's arguments: messages (or conversation), tools,
 * documents, chat_template, add_generation_prompt and continue_final_message are parameters, and so
 * is what is about tokens, which counts when "tokenize" is there and true; all else is **kwargs.
 */
#ifndef CLI_APPLY_REQUEST_H
#define CLI_APPLY_REQUEST_H

#include "token_request.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

enum { APPLY_MAX_ROLES = 8 };

typedef struct apply_request {
    chatfmt_value conversation; /* absent: an error of the reference's kind */
    chatfmt_apply_options options;
    bool has_mask;
    chatfmt_mask_options mask;
    chatfmt_slice roles[APPLY_MAX_ROLES];
    token_request tokens;       /* what is asked about ids; its mask is the one above */
} apply_request;

void apply_request_begin(apply_request *r);

/* Take the parameters out of `context`, an object, or an array of messages. */
bool apply_request_read(apply_request *r, chatfmt_values *values, chatfmt_value context,
                        chatfmt_error *error);

/* "mask": "hf", "generation" or "derived"; false for other words. */
bool apply_request_mask(apply_request *r, chatfmt_slice name);
/* "assistant,tool": roles that are learned. The text is borrowed. */
bool apply_request_roles(apply_request *r, chatfmt_slice names);
/* A flag by the name of an option without its dashes: "merge-system". 0 when unknown. */
uint32_t apply_request_flag(const char *name, size_t length);

/* Switches of a JSON object by the same names with '_' for '-', and "mask", "roles", "spans". */
bool apply_request_options(apply_request *r, chatfmt_value options, chatfmt_error *error);

/*
 * Write the members of the answer, "text" first: a text, or an array of them for a batch; then
 * "changes", "turn", "stops", "template", "mask" and "spans" as far as they were asked for, and
 * the ids with their columns; `tokens.encoder` must be there when they are wanted.
 * Nothing is written on failure.
 */
bool apply_request_answer(const apply_request *r, chatfmt_chat *chat, const chatfmt_model *model,
                          bool whole, writer *out, chatfmt_error *error);

/* "mask": [[begin, end], …] and so on, of the chat's last text. */
void apply_write_ranges(writer *out, const char *name, const chatfmt_mask_range *ranges,
                        size_t count);
/* One line on stderr for each change. */
void apply_tell_changes(const chatfmt_applied *applied);

#endif
