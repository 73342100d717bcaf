/* cli/apply_request.h - one call of apply_chat_template as JSON gives it, and its answer.
 *
 * An object is taken apart as the function's arguments: messages (or conversation), tools,
 * documents, chat_template, add_generation_prompt and continue_final_message are parameters, and so
 * is what is about tokens, which counts when "tokenize" is there and true; all else is **kwargs.
 *
 * Who supplied an argument decides whether it is trusted: special tokens and a template in what the
 * command line gives are the caller's, in a conversation's file, a row or a request they are data.
 */
#ifndef CLI_APPLY_REQUEST_H
#define CLI_APPLY_REQUEST_H

#include "token_request.h"
#include "unwritten.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

enum { APPLY_MAX_ROLES = 8, APPLY_MAX_NAMED = 64, APPLY_SPECIALS = 7 };

typedef enum apply_source { APPLY_DATA, APPLY_CALLER } apply_source;

typedef struct apply_request {
    chatfmt_value conversation; /* absent: an error of the reference's kind */
    chatfmt_apply_options options;
    bool has_mask;
    chatfmt_mask_options mask;
    chatfmt_slice roles[APPLY_MAX_ROLES];
    token_request tokens;       /* what is asked about ids; its mask is the one above */
    /* Names of trusted variables: first the `named_count` of --trusted, then the special tokens
     * that the caller supplied. */
    chatfmt_slice trusted[APPLY_MAX_NAMED + APPLY_SPECIALS];
    size_t trusted_count, named_count;
    const chatfmt_slice *given; /* names that are the caller's in what is otherwise data */
    size_t given_count;
    bool allows_templates;      /* --allow row-templates */
    bool strict;                /* what the prompt lacks is an error */
    bool hides_spans;           /* they are recorded, and no part of the answer */
    unwritten *watch;           /* finds what the prompt lacks, or NULL */
} apply_request;

void apply_request_begin(apply_request *r);

/* Take the parameters out of `context`, an object, or an array of messages, which `source`
 * supplied. */
bool apply_request_read(apply_request *r, chatfmt_values *values, chatfmt_value context,
                        apply_source source, chatfmt_error *error);

/* "bos_token,date": variables that are trusted whoever supplies them. False when there are too
 * many. The text is borrowed. */
bool apply_request_trust(apply_request *r, chatfmt_slice names);
/* "row-templates": what data may do under a policy. False for other words. */
bool apply_request_allow(apply_request *r, chatfmt_slice what);
/* The same two as options of a request, and those that the command line gave. */
bool apply_request_trust_option(apply_request *r, chatfmt_slice name, chatfmt_value value,
                                chatfmt_error *error);
void apply_request_same_trust(apply_request *r, const apply_request *as);
/* A variable that the caller supplied: trusted when it is a special token's name. */
void apply_request_supply(apply_request *r, chatfmt_slice name);

/* "mask": "hf", "generation" or "derived"; false for other words. */
bool apply_request_mask(apply_request *r, chatfmt_slice name);
/* "assistant,tool": roles that are learned. The text is borrowed. */
bool apply_request_roles(apply_request *r, chatfmt_slice names);
/* A flag by the name of an option without its dashes: "merge-system". 0 when unknown. */
uint32_t apply_request_flag(const char *name, size_t length);

/* Switches of a JSON object by the same names with '_' for '-', and "mask", "roles", "spans",
 * "trusted", "allow". */
bool apply_request_options(apply_request *r, chatfmt_value options, chatfmt_error *error);

/*
 * Write the members of the answer, "text" first: a text, or an array of them for a batch; then
 * "changes", "turn", "stops", "template", "mask" and "spans" as far as they were asked for, and
 * the ids with their columns; `tokens.encoder` must be there when they are wanted.
 * Nothing is written on failure.
 */
bool apply_request_answer(const apply_request *r, chatfmt_chat *chat, const chatfmt_model *model,
                          bool whole, writer *out, chatfmt_error *error);

/* Looks for what the prompt lacks, when it is watched. */
bool apply_check_written(const apply_request *r, const chatfmt_applied *applied,
                         chatfmt_error *error);

/* "mask": [[begin, end], …] and so on, of the chat's last text. */
void apply_write_ranges(writer *out, const char *name, const chatfmt_mask_range *ranges,
                        size_t count);
/* One line on stderr for each change. */
void apply_tell_changes(const chatfmt_applied *applied);

#endif
