/* chatfmt/request.h - a call of apply_chat_template by the names of its arguments, and its
 * answer as JSON: what a binding needs so as not to know any option itself.
 *
 *     chatfmt_request *request;
 *     chatfmt_slice json;
 *     chatfmt_request_new(NULL, &request, &error);
 *     chatfmt_value_read_json(values, kwargs, kwargs_length, &arguments, &error);
 *     chatfmt_request_read(request, values, arguments, CHATFMT_FROM_CALLER, &error);
 *     chatfmt_request_word(request, "policy", "control", &error);
 *     chatfmt_request_answer(request, chat, model, encoder, tokenizer, 0, &json, &error);
 */
#ifndef CHATFMT_REQUEST_H
#define CHATFMT_REQUEST_H

#include "chatfmt/tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Time -------------------------------------------------------------------------------- */

/*
 * Read a time as options take it (`now`): "2026-01-02", "2026-01-02T03:04:05" or with a space
 * between the two, with an optional fraction and "Z", neither of which changes the result.
 *
 *   out  receives seconds since 1970-01-01 of a clock without zones; 0 on any error.
 *
 * VALUE for other texts. Any thread. O(length).
 */
CHATFMT_API chatfmt_status chatfmt_naive_time(const char *text, size_t length, int64_t *out,
                                              chatfmt_error *error);

/* Set the limit called `name` ("fuel", "heap_bytes" …) to `value`, at least 1 and at most
 * what its field of chatfmt_limits can hold: UINT64_MAX for fuel, SIZE_MAX for the limits in bytes,
 * UINT32_MAX for the others. NOT_FOUND when there is none of that name, and the message suggests a
 * near one; VALUE when it cannot have this value, and the message says the greatest. Any thread. */
CHATFMT_API chatfmt_status chatfmt_limits_set(chatfmt_limits *limits, chatfmt_slice name,
                                              uint64_t value, chatfmt_error *error);

/* ---- Requests ---------------------------------------------------------------------------- */

/* One call, with all of its options. Made and freed by the library, so it may grow at its end;
 * fields may be changed. Texts and values in it are borrowed from where they were read. */
typedef struct chatfmt_request {
    chatfmt_value conversation;    /* absent: the error of the reference                      */
    chatfmt_apply_options *apply;
    chatfmt_mask_options *mask;    /* counts when `has_mask`                                  */
    chatfmt_prompt_options *prompt; /* counts when `wants_ids`; its mask is the one above     */
    int has_mask;
    int wants_ids;                 /* tokenize=True                                           */
    int wants_texts, wants_attention; /* columns besides the ids                              */
    int wants_unwritten;           /* look for what the prompt does not have of one conversation */
    /* Of the last answer about one conversation: */
    chatfmt_slice text;            /* borrowed until the applier is used again                */
    chatfmt_value unwritten;       /* with `wants_unwritten`: array of paths, see
                                      chatfmt_unwritten()                                     */
    int processor;                 /* what is read from here on are arguments of a processor, not
                                      of a tokenizer: a mask without ids is ignored            */
} chatfmt_request;

/* Who supplied arguments: what comes with data is never trusted, whatever it says. */
typedef enum chatfmt_from {
    CHATFMT_FROM_DATA = 0,  /* a row, a file, another program                                 */
    CHATFMT_FROM_CALLER = 1 /* special tokens and a template among them are trusted           */
} chatfmt_from;

/* An empty request. Free it with chatfmt_request_free(). */
CHATFMT_API chatfmt_status chatfmt_request_new(const chatfmt_allocator *allocator,
                                               chatfmt_request **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_request_free(chatfmt_request *request);
/* Make `request` ask for what `as` asks for; for nothing when `as` is NULL. O(1), no memory. */
CHATFMT_API void chatfmt_request_copy(chatfmt_request *request, const chatfmt_request *as);

/*
 * Take over the arguments of apply_chat_template: messages (or conversation), tools, documents,
 * chat_template, add_generation_prompt, continue_final_message, tokenize, padding, truncation,
 * max_length, tokenizer_kwargs, return_assistant_tokens_mask, return_dict. All others are variables
 * of the template. An array is the conversation itself.
 *
 *   values     where the variables are collected; the same for each call.
 *   arguments  borrowed as long as the request is used.
 *
 * Errors: VALUE with the names of arguments that the reference would refuse, and in the path the
 *         argument ("max_length", "tokenizer_kwargs.padding_side") where its value is why; those
 *         about tokens count with `wants_ids` alone; those of building values. Threads: one at a
 *         time for the request and `values`.
 * Source: transformers 5.23, PreTrainedTokenizerBase.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_request_read(chatfmt_request *request, chatfmt_values *values,
                                                chatfmt_value arguments, chatfmt_from from,
                                                chatfmt_error *error);

/* An option of requests. Static; may grow at its end. */
typedef struct chatfmt_request_option {
    const char *name;  /* "max_length"; '-' for '_' is allowed wherever it is given           */
    const char *words; /* the words that it may be, "hf|generation|derived"; "" for others    */
    const char *kind;  /* "switch", "number", "word", "names" or "limits"                     */
    const char *help;  /* one line                                                            */
    int of_ids;        /* it does nothing unless ids are asked for; its first word is what happens
                        * without it                                                          */
} chatfmt_request_option;

/* How many options there are. Any thread. */
CHATFMT_API size_t chatfmt_request_option_count(void);
/* One of them, static; NULL for an index that is too large. Any thread. */
CHATFMT_API const chatfmt_request_option *chatfmt_request_option_at(size_t index);

/*
 * Set options by name: {"mask": "derived", "max_length": 4096, "policy": "control", …}.
 *
 * Errors: INPUT or VALUE, naming the option and what it may be; NOT_FOUND for a name that is no
 *         option. Those before it in the object are set then. Threads: one at a time.
 */
CHATFMT_API chatfmt_status chatfmt_request_options(chatfmt_request *request, chatfmt_value options,
                                                   chatfmt_error *error);
/* One option; the same errors. */
CHATFMT_API chatfmt_status chatfmt_request_set(chatfmt_request *request, chatfmt_slice name,
                                               chatfmt_value value, chatfmt_error *error);
/* One option whose value is a word, or a switch, for which `word` is NULL; both end with a NUL, and
 * `word` is borrowed. The same errors. */
CHATFMT_API chatfmt_status chatfmt_request_word(chatfmt_request *request, const char *name,
                                                const char *word, chatfmt_error *error);
/* Switches that change messages, the CHATFMT_APPLY_… from FIT_ARGUMENTS on, by the names that
 * chatfmt_request_options() knows, with commas between. NOT_FOUND for a name that is none. */
CHATFMT_API chatfmt_status chatfmt_request_fix(chatfmt_request *request, const char *names,
                                               chatfmt_error *error);
/* A variable of this name is the caller's: trusted when it is a special token's name. Borrowed. */
CHATFMT_API void chatfmt_request_supply(chatfmt_request *request, chatfmt_slice name);
/* Names that are the caller's in what is read as data from now on. Borrowed. */
CHATFMT_API void chatfmt_request_given(chatfmt_request *request, const chatfmt_slice *names,
                                       size_t count);

/* ---- Answers ----------------------------------------------------------------------------- */

/* Flags of answers. */
enum {
    CHATFMT_ANSWER_TEMPLATE = 1, /* the template's name and SHA-256 as well                   */
    CHATFMT_ANSWER_SPANS = 2     /* the spans beside a mask, too, where CHATFMT_APPLY_SPANS is
                                    asked for; without it a mask takes their place            */
};

/*
 * Apply the model's template and write the answer: {"text", "changes", "turn", "stops", "template",
 * "template_sha256", "mask", "mask_chars", "spans", "ids", …,
 * "unwritten"} as far as they were asked for. Of a list
 * of conversations, "text" and the columns are arrays of what one would be; all or nothing.
 *
 *   encoder, tokenizer  needed with `wants_ids` (and `wants_texts`); else NULL.
 *   json                followed by a NUL; borrowed until the request is used again; "" on any
 *                       error.
 *
 * Errors: those of chatfmt_applier_apply(), chatfmt_applier_mask() and chatfmt_applier_encode().
 * Threads: one at a time for the request, the applier and the encoder.
 */
CHATFMT_API chatfmt_status chatfmt_request_answer(chatfmt_request *request,
                                                  chatfmt_applier *applier,
                                                  const chatfmt_model *model,
                                                  chatfmt_encoder *encoder,
                                                  const chatfmt_tokenizer *tokenizer,
                                                  uint32_t flags, chatfmt_slice *json,
                                                  chatfmt_error *error);

/* The columns of prompts alone: {"ids": […], …}; arrays of arrays when `in_batch`. Borrowed
 * until the request is used again. NO_MEMORY; BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_request_columns(chatfmt_request *request,
                                                   const chatfmt_tokenizer *tokenizer,
                                                   const chatfmt_prompt *const *prompts,
                                                   size_t count,
                                                   int in_batch, chatfmt_slice *json,
                                                   chatfmt_error *error);

/*
 * Spans of a text as JSON: [{"begin", "end", "kind", "path"?, "offset"?, "how"?, "generation"?},
 * …].
 *
 *   json    receives a text with a NUL after it, owned; free with chatfmt_text_free(). NULL on
 *           any error.
 *   length  receives its bytes; may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY. Any thread. O(count).
 */
CHATFMT_API chatfmt_status chatfmt_spans_json(const chatfmt_span *spans, size_t count, char **json,
                                              size_t *length, chatfmt_error *error);
/* Control tokens in data as JSON: [{"begin", "end", "id", "path"?}, …]; with spans of the text,
 * which may be NULL, also which value each is in. Otherwise as chatfmt_spans_json(). */
CHATFMT_API chatfmt_status chatfmt_attempts_json(const chatfmt_token_attempt *attempts,
                                                 size_t count, const chatfmt_span *spans,
                                                 size_t span_count, char **json, size_t *length,
                                                 chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
