/* chatfmt/service.h - answer requests in JSON, each by one line of JSON: rendering, reading replies
 * and token ids, for programs that exchange JSON Lines.
 *
 *     chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
 *     chatfmt_service_new(&options, &service, &error);
 *     chatfmt_service_answer(service, line, length, &answer, &error);
 *     fwrite(answer.data, 1, answer.length, stdout);
 *
 * Templates, models, formats, readers and tokenizers that requests name are opened once.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_SERVICE_H
#define CHATFMT_SERVICE_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/service.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/analysis.h"
#include "chatfmt/conversation.h"
#include "chatfmt/formats.h"
#include "chatfmt/reply.h"
#include "chatfmt/request.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Services ---------------------------------------------------------------------------- */

/* Answers requests. It serves one thread at a time. */
typedef struct chatfmt_service chatfmt_service;

/* The kind of requests that a service answers, and their answers. */
typedef enum chatfmt_service_kind {
    /* Requests are {"id", "chat_template", "context", "now"?, "options"?}, {"id", "model",
     * "context", …}, {"id", "format", "context", …}, {"id", "conversation": {…}}, {"id",
     * "training": {…}}, {"id", "stopping": {…}} and {"id", "stop_word": {…}}. Answers are
     * {"id", "text", …}. With a model or a format, "options" may have "mask", "roles" and
     * "last_turn"; the answer then has "mask", too. */
    CHATFMT_SERVICE_RENDER = 0,
    /* Requests are {"id", "reader"?, "model"?, "text" or "chunks" or "ids", …}. Answers are
     * {"id", "message", …}. */
    CHATFMT_SERVICE_PARSE = 1,
    CHATFMT_SERVICE_ENCODE = 2, /* a JSON string, or {"id"?, "text"}. Answers are {"id"?,
                                   "ids", …}                                                  */
    CHATFMT_SERVICE_DECODE = 3  /* [1, 2, …], or {"id"?, "ids": [1, 2, …]}. Answers are
                                   {"id"?, "text"}                                            */
} chatfmt_service_kind;

/* Flags of services. */
enum {
    CHATFMT_SERVICE_STRICT = 1 << 0,       /* RENDER: fail when the prompt lacks a text.
                                              Requests "conversation" are not checked          */
    CHATFMT_SERVICE_OFFSETS = 1 << 1,      /* ENCODE: answer "tokens" and "offsets", in code
                                              points                                           */
    CHATFMT_SERVICE_ADD_SPECIAL = 1 << 2,  /* ENCODE: add what the tokenizer's post-processor
                                              adds                                             */
    CHATFMT_SERVICE_SKIP_SPECIAL = 1 << 3  /* DECODE: leave special tokens out                 */
};

typedef struct chatfmt_service_options {
    size_t struct_size;               /* set by CHATFMT_SERVICE_OPTIONS_INIT                  */
    uint32_t kind;                    /* a chatfmt_service_kind; default
                                         CHATFMT_SERVICE_RENDER                               */
    uint32_t flags;                   /* CHATFMT_SERVICE_…; default 0                         */
    const chatfmt_formats *formats;   /* RENDER: the user's formats; borrowed until the
                                         service is freed. NULL: none                         */
    const chatfmt_request *request;   /* RENDER: what each request begins with, such as
                                         trust; borrowed until the service is freed. NULL:
                                         nothing                                              */
    int64_t (*now)(void *context);    /* RENDER: the clock for requests without "now". Returns
                                         seconds as chatfmt_naive_time() does. NULL: none     */
    void *context;                    /* passed to `now`                                      */
    const chatfmt_tokenizer *tokenizer; /* ENCODE and DECODE: must be set; borrowed until the
                                           service is freed                                   */
    chatfmt_encoder *encoder;           /* ENCODE and DECODE: an encoder of `tokenizer`; must
                                           be set; borrowed as the tokenizer is               */
    chatfmt_token_policy policy;        /* ENCODE: default CHATFMT_TOKENS_ANY                 */
    uint32_t reserved;                /* 0                                                    */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_service_options;

#define CHATFMT_SERVICE_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_service_options), 0, 0, NULL, NULL, NULL, NULL, NULL, NULL,                 \
     CHATFMT_TOKENS_ANY, 0, NULL}

/*
 * Make a service.
 *
 *   options  borrowed during the call; NULL: a service that renders.
 *   out      receives a service, which the caller owns; free it with chatfmt_service_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, also for ENCODE and DECODE without a tokenizer, and for a flag of
 *         another kind; NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_service_new(const chatfmt_service_options *options,
                                               chatfmt_service **out, chatfmt_error *error);
/* Free a service. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_service_free(chatfmt_service *service);

/*
 * Answer one request.
 *
 *   service  the service.
 *   line     the request; borrowed during the call. NULL only with length 0.
 *   length   bytes of `line`.
 *   answer   receives one line with its newline; borrowed until the service is used again. Empty
 *            for a line without a request, and on any error.
 *   error    may be NULL.
 *
 * A wrong request is not an error of this function: its answer is {"id"?, "error": {"kind",
 * "message", …}}. Without an id in the request, "id" is null for RENDER and PARSE, and absent for
 * ENCODE and DECODE. When the line is not JSON, the error of RENDER, PARSE and ENCODE has these
 * members:
 * * "line": the number of the line, from 1, among all lines that the service was given. Empty lines
 *   count.
 * * "column": the byte in this line, from 1.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_service_answer(chatfmt_service *service, const char *line,
                                                  size_t length, chatfmt_slice *answer,
                                                  chatfmt_error *error);

/*
 * Feed the next bytes of requests, one request on each line, and answer the requests that are
 * complete.
 *
 *   service  the service.
 *   data     bytes, which may be cut anywhere; borrowed during the call. NULL only with length
 *            0.
 *   length   bytes of `data`.
 *   at_end   not 0: these are the last bytes. A last line without a newline is then a request,
 *            too.
 *   answers  receives the answers, as of chatfmt_service_answer(), one after the other; borrowed
 *            until the service is used again.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_service_answer().
 * Cost: O(length), besides the answers.
 */
CHATFMT_API chatfmt_status chatfmt_service_feed(chatfmt_service *service, const char *data,
                                                size_t length, int at_end, chatfmt_slice *answers,
                                                chatfmt_error *error);

/*
 * Check the JSON object with arguments that go with every row of a data set. `json` (`length`
 * bytes) is borrowed during the call.
 *
 * Errors: INPUT for text that is not a JSON object, and for an argument that the rows or the
 *         columns decide: messages, conversation or tokenize. INPUT or VALUE for an argument that
 *         chatfmt_request_read() refuses in a call that asks for ids.
 */
CHATFMT_API chatfmt_status chatfmt_request_check_variables(const char *json, size_t length,
                                                           chatfmt_error *error);

/* ---- Parts of answers -------------------------------------------------------------------- */

/*
 * These rules hold for all functions below that have the parameters `json` and `length`:
 *
 *   json    receives a text that ends with a NUL, which the caller owns; free it with
 *           chatfmt_text_free(). NULL on any error.
 *   length  receives its bytes without the NUL; may be NULL.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */

/* An event of a reply as JSON: {"event", "call"?, "name"?, "id"?, "text"?, "malformed"?,
 * "truncated"?, "begin", "end"}. */
CHATFMT_API chatfmt_status chatfmt_event_json(const chatfmt_event *event, char **json,
                                              size_t *length, chatfmt_error *error);
/* An event of a response_template as JSON, as transformers returns it; "" for an event that
 * transformers does not have. */
CHATFMT_API chatfmt_status chatfmt_region_event_json(const chatfmt_region_event *event, char **json,
                                                     size_t *length, chatfmt_error *error);
/* Where the answers of a format end, as JSON: {"stops": […], "stop_ids": […]}. When the eos
 * token also ends an answer, "stops" has the eos_token among `variables` (an object, or absent).
 * Without one the JSON has "stops_at_eos": true. */
CHATFMT_API chatfmt_status chatfmt_format_stops_json(const chatfmt_format *format,
                                                     chatfmt_value variables, char **json,
                                                     size_t *length, chatfmt_error *error);

/* Add to the variables of a render what apply_chat_template always passes, when they lack it:
 * tools and documents are null, add_generation_prompt is false. `variables` is an object,
 * changed in place; `values` is its chatfmt_values. Errors: those of chatfmt_value_put(). */
CHATFMT_API chatfmt_status chatfmt_render_defaults(chatfmt_values *values, chatfmt_value variables,
                                                   chatfmt_error *error);

/*
 * What was rendered last, as JSON: {"text", "spans"?, "stops"?, "stop_ids"?, "unwritten"?}.
 *
 *   renderer   rendered the text.
 *   text       the text.
 *   format     a format whose stops are written, with the eos_token among `variables`; NULL: no
 *              stops.
 *   variables  an object, or absent.
 *   paths      the paths of texts that the prompt lacks; absent: none.
 *   spans      1: write where each byte comes from. The renderer must have rendered with spans.
 */
CHATFMT_API chatfmt_status chatfmt_rendered_json(chatfmt_renderer *renderer, chatfmt_slice text,
                                               const chatfmt_format *format,
                                               chatfmt_value variables, chatfmt_value paths,
                                               int spans, char **json, size_t *length,
                                               chatfmt_error *error);

/* The findings of an analysis as SARIF 2.1.0, with the rules. `path`, which ends with a NUL, is
 * the file when the model does not know the place of its template. */
CHATFMT_API chatfmt_status chatfmt_analysis_sarif(const chatfmt_model *model,
                                                  const chatfmt_analysis *analysis,
                                                  const char *path, char **json, size_t *length,
                                                  chatfmt_error *error);
/* The formats as JSON, a line each: {"system", "name", "program", "warning"}. `formats` may be
 * NULL: only those of the library. */
CHATFMT_API chatfmt_status chatfmt_formats_json(const chatfmt_formats *formats, char **json,
                                                size_t *length, chatfmt_error *error);
/* What chatfmt_formats_match() found for a model of this name, as JSON: {"model", "format",
 * "adapter", "matched_on", "condition", "choice"?, "xtuner"?, "starred"?}. */
CHATFMT_API chatfmt_status chatfmt_format_match_json(chatfmt_slice model,
                                                     const chatfmt_format_match *match,
                                                     char **json, size_t *length,
                                                     chatfmt_error *error);
/*
 * Find the format of an adapter, for which chatfmt_formats_match() found "@base_model".
 *
 *   config  the text of the adapter's adapter_config.json, which names the base model.
 *   length  bytes of `config`.
 *   values  the result is made in it.
 *   match   the match of the adapter. It becomes the match of the base model, except for its
 *           field `adapter`. It borrows from `values`.
 *   error   may be NULL.
 *
 * Errors: those of chatfmt_value_read_json() and chatfmt_formats_match(); NOT_FOUND when there
 *         is no base model, or when the base model is an adapter itself.
 * Source: FastChat, PeftModelAdapter.
 */
CHATFMT_API chatfmt_status chatfmt_format_match_base(const char *config, size_t length,
                                                     chatfmt_values *values,
                                                     chatfmt_format_match *match,
                                                     chatfmt_error *error);
/* Flags of chatfmt_tokens_json(). */
enum {
    CHATFMT_TOKENS_JSON_TEXTS = 1 << 0,  /* "tokens": the text of each token                   */
    CHATFMT_TOKENS_JSON_OFFSETS = 1 << 1 /* "tokens", and "offsets" in code points of the
                                            text. The tokens must have been encoded with
                                            offsets                                            */
};

/*
 * What chatfmt_encoder_encode() made of `text`, as JSON: {"ids", "tokens"?, "attempts"?,
 * "attempt_total"?, "offsets"?}. "attempt_total" is there when there are more attempts than are
 * listed.
 *
 *   tokenizer   the tokenizer.
 *   text        the text that was encoded.
 *   tokens      the result of encoding it.
 *   spans       spans of the text: with them attempts name their values. May be NULL.
 *   span_count  number of spans.
 *   flags       CHATFMT_TOKENS_JSON_…; 0 for none.
 */
CHATFMT_API chatfmt_status chatfmt_tokens_json(const chatfmt_tokenizer *tokenizer,
                                               chatfmt_slice text, const chatfmt_tokens *tokens,
                                               const chatfmt_span *spans, size_t span_count,
                                               uint32_t flags, char **json, size_t *length,
                                               chatfmt_error *error);

/*
 * Decode ids that are written in decimal, "1 2 3" or "[1, 2, 3]". Unlike chatfmt_encoder_decode(),
 * this fails for an id that is not a token.
 *
 *   encoder    an encoder of the tokenizer.
 *   tokenizer  the tokenizer.
 *   ids        the text with the ids; borrowed during the call.
 *   flags      0 or CHATFMT_DECODE_SKIP_SPECIAL.
 *   text       receives the decoded text; borrowed until the next call with the encoder.
 *   error      may be NULL.
 *
 * Errors: INPUT for text that is not a number, with its place; for a text without ids; and for an
 *         id that is not a token, naming the id. Those of chatfmt_encoder_decode().
 */
CHATFMT_API chatfmt_status chatfmt_decode_text(chatfmt_encoder *encoder,
                                               const chatfmt_tokenizer *tokenizer,
                                               chatfmt_slice ids, uint32_t flags,
                                               chatfmt_slice *text, chatfmt_error *error);

/* ---- What a prompt does not have --------------------------------------------------------- */

/*
 * Find the texts of the variables that the last prompt of a renderer lacks, as
 * chatfmt_unwritten() does. It must have been rendered with spans.
 *
 *   renderer   rendered the prompt.
 *   values     the answer is made in it.
 *   variables  the object that the prompt was rendered with.
 *   text       the prompt.
 *   of_format  not 0: a format made the prompt. Then parts that are not text count, too, unless
 *              the prompt has the place where images go.
 *   paths      receives an array of paths; empty when the prompt lacks nothing.
 *   error      may be NULL.
 *
 * Errors: those of chatfmt_renderer_spans() and chatfmt_unwritten().
 */
CHATFMT_API chatfmt_status chatfmt_rendered_unwritten(chatfmt_renderer *renderer,
                                                    chatfmt_values *values,
                                                    chatfmt_value variables, chatfmt_slice text,
                                                    int of_format, chatfmt_value *paths,
                                                    chatfmt_error *error);
/*
 * Write paths of chatfmt_unwritten() in words: "messages[0].name, tools and 3 more".
 *
 *   paths  array of paths.
 *   out    receives the words, cut so that they and a NUL fit into `size` bytes.
 *   size   bytes of `out`.
 *
 * Threads: any.
 */
CHATFMT_API void chatfmt_unwritten_words(chatfmt_value paths, char *out, size_t size);
/*
 * Check paths of chatfmt_unwritten().
 *
 *   paths   array of paths, or absent.
 *   text    the prompt.
 *   strict  not 0: any path is an error. 0: paths are an error only when the prompt is empty.
 *   error   may be NULL.
 *
 * Errors: VALUE, naming the paths.
 */
CHATFMT_API chatfmt_status chatfmt_unwritten_accept(chatfmt_value paths, chatfmt_slice text,
                                                    int strict, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
