/* chatfmt/request.h - a call of apply_chat_template, given by the names of its arguments, and its
 * answer as JSON. With it a binding for another language need not know the options itself.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     chatfmt_request *request;
 *     chatfmt_slice json;
 *     chatfmt_request_new(NULL, &request, &error);
 *     chatfmt_value_read_json(values, kwargs, kwargs_length, &arguments, &error);
 *     chatfmt_request_read(request, values, arguments, CHATFMT_FROM_CALLER, &error);
 *     chatfmt_request_word(request, "policy", "control", &error);
 *     chatfmt_request_answer(request, applier, model, encoder, tokenizer, 0, &json, &error);
 *
 * A policy has an effect only on ids. The answer has ids when the arguments have "tokenize": true,
 * or with the option "ids".
 */
#ifndef CHATFMT_REQUEST_H
#define CHATFMT_REQUEST_H

#include "chatfmt/tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Time -------------------------------------------------------------------------------- */

/*
 * Read a time for `now` of chatfmt_apply_options, as --now of the program takes it: "2026-01-02",
 * "2026-01-02T03:04:05" or "2026-01-02 03:04:05". A fraction of a second and a "Z" may follow;
 * neither changes the result.
 *
 *   text    UTF-8; borrowed during the call.
 *   length  bytes of `text`.
 *   out     receives seconds since 1970-01-01 00:00:00 of a clock without time zones; 0 on any
 *           error.
 *   error   may be NULL.
 *
 * Errors: VALUE for other texts; BAD_ARGUMENT.
 * Threads: any.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_naive_time(const char *text, size_t length, int64_t *out,
                                              chatfmt_error *error);

/*
 * Set one limit by its name.
 *
 *   limits  changed in place; begin with CHATFMT_LIMITS_INIT.
 *   name    name of a field of chatfmt_limits, such as "fuel" or "heap_bytes".
 *   value   1 to the largest value of the field: UINT64_MAX for fuel, SIZE_MAX for limits in
 *           bytes, UINT32_MAX for other limits.
 *   error   may be NULL.
 *
 * Errors: NOT_FOUND for an unknown name; the text suggests a similar one. VALUE when the limit
 *         cannot have this value; the text gives the largest. BAD_ARGUMENT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_limits_set(chatfmt_limits *limits, chatfmt_slice name,
                                              uint64_t value, chatfmt_error *error);

/* ---- Requests ---------------------------------------------------------------------------- */

/* One call with all its options. The library makes and frees this struct, and it may grow at its
 * end. The caller may change fields. Texts and values in a request are borrowed from where they
 * were read. */
typedef struct chatfmt_request {
    chatfmt_value conversation;    /* messages, or an array of conversations. Absent:
                                      answering fails with the error of the reference         */
    chatfmt_apply_options *apply;  /* how the template is applied                             */
    chatfmt_mask_options *mask;    /* how to find what is in the loss; counts when `has_mask`
                                      is not 0                                                */
    chatfmt_prompt_options *prompt; /* how ids are made; counts when `wants_ids` is not 0.
                                       Its mask is `mask` when `has_mask` is not 0            */
    int has_mask;                  /* not 0: the answer has the mask                          */
    int wants_ids;                 /* not 0: the answer has ids (tokenize=True)               */
    int wants_texts, wants_attention; /* not 0: the answer has the column "tokens", or
                                         "attention_mask", besides the ids                    */
    int wants_unwritten;           /* not 0: find the texts of the conversation that the prompt
                                      lacks                                                   */
    /* Of the last answer; of a batch the text of the first prompt that lacks something: */
    chatfmt_slice text;            /* borrowed until the applier is used again                */
    chatfmt_value unwritten;       /* with `wants_unwritten`: array of paths as of
                                      chatfmt_unwritten(); in a batch each begins with
                                      "conversations[i]."                                     */
    int processor;                 /* not 0: arguments that are read from here on are those of
                                      a processor, not of a tokenizer. A mask without ids is
                                      then ignored                                             */
} chatfmt_request;

/* Who supplied arguments. What comes with data is never trusted, whatever it says. */
typedef enum chatfmt_from {
    CHATFMT_FROM_DATA = 0,  /* a row, a file, another program                                 */
    CHATFMT_FROM_CALLER = 1 /* the caller: special tokens and a template among the arguments
                               are trusted                                                    */
} chatfmt_from;

/*
 * Make an empty request.
 *
 *   allocator  copied; NULL = the C library's.
 *   out        receives a request, which the caller owns; free it with chatfmt_request_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe. The request then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_request_new(const chatfmt_allocator *allocator,
                                               chatfmt_request **out, chatfmt_error *error);
/* Free a request. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_request_free(chatfmt_request *request);
/* Make `request` ask for the same as `as`. With NULL for `as` it asks for nothing. Takes no
 * memory. O(1). */
CHATFMT_API void chatfmt_request_copy(chatfmt_request *request, const chatfmt_request *as);

/*
 * Take over the arguments of apply_chat_template: messages (or conversation), tools, documents,
 * chat_template, add_generation_prompt, continue_final_message, tokenize, padding, truncation,
 * max_length, tokenizer_kwargs, sanitize_control_tokens, return_assistant_tokens_mask,
 * return_dict. All other names are variables of the template, also misspelt ones. Only
 * return_tensors, processor_kwargs and load_audio_from_video have no effect.
 *
 * So the body of a chat request in OpenAI's form does not fit: its members model and
 * chat_template_kwargs would become variables. docs/embedding.md says how to serve it.
 *
 * What was read or set before stays, unless it is given again. For the next request, first call
 * chatfmt_request_copy() with NULL, then chatfmt_values_reset().
 *
 * Without `tokenize`, `wants_ids` stays as it is: 0 in a new request. (The reference makes ids.)
 *
 *   request    the request.
 *   values     the variables are collected in it. Use the same one for all calls with a request.
 *   arguments  an object with these arguments, or an array, which is the conversation itself. Any
 *              other value also counts as the conversation; answering then fails. Borrowed for as
 *              long as the request is used.
 *   from       who supplied the arguments.
 *   error      may be NULL.
 *
 * Errors: VALUE with the names of arguments that the reference would refuse. When the value of
 *         an argument is the reason, error->path is the argument ("max_length",
 *         "tokenizer_kwargs.padding_side"). Errors about arguments for tokens count only when
 *         `wants_ids` is not 0. TYPE for an argument that is given twice. Also the errors of
 *         building values (chatfmt/value.h).
 * Threads: one at a time for the request and `values`.
 * Source: transformers 5.23, PreTrainedTokenizerBase.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_request_read(chatfmt_request *request, chatfmt_values *values,
                                                chatfmt_value arguments, chatfmt_from from,
                                                chatfmt_error *error);

/* An option of requests. Static, and it may grow at its end. */
typedef struct chatfmt_request_option {
    const char *name;  /* such as "max_length". Wherever a name is given, '-' may be used for
                          '_'                                                                 */
    const char *words; /* the words that it accepts, separated by '|', such as
                          "hf|generation|derived"; "" when it does not take words             */
    const char *kind;  /* the JSON that it takes: "switch": true or false; "number": an
                          integer above 0; "word": a text; "names": one text, with commas
                          between the names; "limits": an object of numbers, with the fields
                          of chatfmt_limits                                                   */
    const char *help;  /* what it does, on one line                                           */
    int of_ids;        /* not 0: it has no effect unless ids are asked for. The first of its
                          words is what happens without the option                            */
} chatfmt_request_option;

/* The number of options. Any thread. */
CHATFMT_API size_t chatfmt_request_option_count(void);
/* Option number `index`, from 0, static; NULL when there is no such option. Any thread. */
CHATFMT_API const chatfmt_request_option *chatfmt_request_option_at(size_t index);

/*
 * Set options by name: {"mask": "derived", "max_length": 4096, "policy": "control", …}.
 * chatfmt_request_option_at() lists the names.
 *
 *   request  the request.
 *   options  an object; borrowed for as long as the request is used.
 *   error    may be NULL.
 *
 * - A switch is set by true, and cleared by false and null.
 * - A number that is null gets its default.
 * - Any other option that is false or null counts as not given: what was set before stays.
 *
 * The time and the seed are no options: set `now` and `seed` of `apply`, with their flags.
 *
 * On an error, options before the wrong one in the object are already set.
 *
 * Errors: INPUT or VALUE, naming the option and the values that it accepts; NOT_FOUND for an
 *         unknown name; BAD_ARGUMENT. error->path is "options." and the name.
 * Threads: one at a time for the request.
 */
CHATFMT_API chatfmt_status chatfmt_request_options(chatfmt_request *request, chatfmt_value options,
                                                   chatfmt_error *error);
/* Set one option to a value. `value` is borrowed for as long as the request is used. Errors and
 * threads are those of chatfmt_request_options(). */
CHATFMT_API chatfmt_status chatfmt_request_set(chatfmt_request *request, chatfmt_slice name,
                                               chatfmt_value value, chatfmt_error *error);
/*
 * Set one option whose value is a word, or a switch.
 *
 *   request  the request.
 *   name     name of the option, which ends with a NUL.
 *   word     the word, which ends with a NUL; borrowed for as long as the request is used. For a
 *            switch NULL, which sets it.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_request_options().
 * Threads: one at a time for the request.
 */
CHATFMT_API chatfmt_status chatfmt_request_word(chatfmt_request *request, const char *name,
                                                const char *word, chatfmt_error *error);
/*
 * Set switches that change messages: CHATFMT_APPLY_FIT_ARGUMENTS to CHATFMT_APPLY_MERGE_SYSTEM.
 *
 *   request  the request.
 *   names    their names among the options, such as "fit-arguments,null-to-empty", separated by
 *            commas; ends with a NUL.
 *   error    may be NULL.
 *
 * Errors: NOT_FOUND for a name that is not such a switch; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_request_fix(chatfmt_request *request, const char *names,
                                               chatfmt_error *error);
/* Say that the caller supplied the variable `name`. It is trusted when the name is that of a
 * special token. For a variable that was already read, or that does not go through
 * chatfmt_request_read(): it adds the name to `trusted` of `apply`. `name` is borrowed for as long
 * as the request is used. */
CHATFMT_API void chatfmt_request_supply(chatfmt_request *request, chatfmt_slice name);
/* Say which names the caller supplied, in arguments that are read as data after this call: for an
 * object in which members of the caller and members of a request are mixed. Call it before
 * chatfmt_request_read(). Under these names, arguments count as CHATFMT_FROM_CALLER. `names` is an
 * array of `count` names, borrowed for as long as the request is used; NULL: none. */
CHATFMT_API void chatfmt_request_given(chatfmt_request *request, const chatfmt_slice *names,
                                       size_t count);

/* ---- Answers ----------------------------------------------------------------------------- */

/* Flags of chatfmt_request_answer(). */
enum {
    CHATFMT_ANSWER_TEMPLATE = 1, /* the answer has the name and the SHA-256 of the template   */
    CHATFMT_ANSWER_SPANS = 2     /* the answer has spans besides a mask, when
                                    CHATFMT_APPLY_SPANS is set. Without this flag an answer
                                    with a mask has no spans                                  */
};

/*
 * Apply the model's template as a request asks, and write the answer as JSON.
 *
 *   request    the request.
 *   applier    forgets its last result.
 *   model      the model.
 *   encoder    needed when `wants_ids` is not 0; else NULL.
 *   tokenizer  needed when `wants_ids` and `wants_texts` are not 0; else NULL.
 *   flags      CHATFMT_ANSWER_…; 0 for none.
 *   json       receives the answer, followed by a NUL; borrowed until the request is used again.
 *              Empty on any error.
 *   error      may be NULL.
 *
 * The answer is an object with these members:
 *
 *   text                          always
 *   changes, unwritten            when there are any; `unwritten` also has to be asked for
 *   turn, stops                   with CHATFMT_APPLY_TURN
 *   template, template_sha256     with CHATFMT_ANSWER_TEMPLATE
 *   mask, mask_chars              with `has_mask`: ranges in bytes and in code points
 *   spans                         with CHATFMT_APPLY_SPANS; beside a mask see CHATFMT_ANSWER_SPANS
 *   the columns of chatfmt_request_columns()  with `wants_ids`
 *
 * For an array of conversations, "text", "changes" and the columns of ids are arrays. The answer
 * has no turn, template, mask and spans. The call succeeds for all conversations or fails.
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

/*
 * Write only the columns of prompts as JSON: {"ids": […], …}. `ids` is always there. Options ask
 * for attention_mask, assistant_masks, tokens, offsets, message_tokens and stop_ids. When there
 * is something to say, there are also attempts, attempt_total (when `attempts` does not have all),
 * findings, and `lost`, which is what fitting left out.
 *
 *   request    says which columns.
 *   tokenizer  needed when `wants_texts` is not 0; else NULL.
 *   prompts    `count` prompts; borrowed during the call. NULL only with count 0.
 *   count      number of prompts; 1 when `in_batch` is 0.
 *   in_batch   not 0: columns are arrays of arrays, one for each prompt. 0: for one prompt.
 *   json       receives the JSON, followed by a NUL; borrowed until the request is used again.
 *              Empty on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_request_columns(chatfmt_request *request,
                                                   const chatfmt_tokenizer *tokenizer,
                                                   const chatfmt_prompt *const *prompts,
                                                   size_t count,
                                                   int in_batch, chatfmt_slice *json,
                                                   chatfmt_error *error);

/*
 * Write the spans of a text as JSON: [{"begin", "end", "kind", "path"?, "offset"?, "how"?,
 * "generation"?}, …].
 *
 *   spans   `count` spans; NULL only with count 0.
 *   count   number of spans.
 *   json    receives a text with a NUL after it, which the caller owns; free it with
 *           chatfmt_text_free(). NULL on any error.
 *   length  receives its bytes without the NUL; may be NULL.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 * Threads: any.
 * Cost: O(count).
 */
CHATFMT_API chatfmt_status chatfmt_spans_json(const chatfmt_span *spans, size_t count, char **json,
                                              size_t *length, chatfmt_error *error);
/*
 * Write attempts (control tokens in data) as JSON: [{"begin", "end", "id", "path"?}, …].
 *
 *   attempts    `count` attempts; NULL only with count 0.
 *   count       number of attempts.
 *   spans       the spans of the text: with them each attempt has the "path" of its value. May
 *               be NULL.
 *   span_count  number of spans.
 *
 * The other parameters, errors, threads and cost are those of chatfmt_spans_json().
 */
CHATFMT_API chatfmt_status chatfmt_attempts_json(const chatfmt_token_attempt *attempts,
                                                 size_t count, const chatfmt_span *spans,
                                                 size_t span_count, char **json, size_t *length,
                                                 chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
