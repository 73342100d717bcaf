/* chatfmt/service.h - requests as JSON, each answered by one line of JSON: rendering, reading
 * replies and token ids for programs that speak JSON Lines.
 *
 *     chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
 *     chatfmt_service_new(&options, &service, &error);
 *     chatfmt_service_answer(service, line, length, &answer, &error);
 *     fwrite(answer.data, 1, answer.length, stdout);
 *
 * Templates, models, formats, readers and tokenizers that requests name are opened once.
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

/* Answers requests. One thread at a time. */
typedef struct chatfmt_service chatfmt_service;

/* What the requests of a service are. */
typedef enum chatfmt_service_kind {
    /* {"id", "chat_template", "context", "now"?, "options"?}, {"id", "model", "context", …},
     * {"id", "format", "context", …}, {"id", "conversation": {…}}, {"id", "training": {…}},
     * {"id", "stopping": {…}}, {"id", "stop_word": {…}}, answered by {"id", "text", …}; models
     * and formats take "options" {"mask", "roles", "last_turn"} and answer "mask" as well */
    CHATFMT_SERVICE_RENDER = 0,
    /* {"id", "reader"?, "model"?, "text" or "chunks" or "ids", …}, answered by
     * {"id", "message", …} */
    CHATFMT_SERVICE_PARSE = 1,
    CHATFMT_SERVICE_ENCODE = 2, /* "text" or {"id"?, "text"}: {"id"?, "ids", …}               */
    CHATFMT_SERVICE_DECODE = 3  /* [id, …] or {"id"?, "ids"}: {"id"?, "text"}                 */
} chatfmt_service_kind;

/* Flags of services. */
enum {
    CHATFMT_SERVICE_STRICT = 1 << 0,       /* RENDER: a prompt that lacks a text is an error   */
    CHATFMT_SERVICE_OFFSETS = 1 << 1,      /* ENCODE: "tokens" and "offsets", in code points   */
    CHATFMT_SERVICE_ADD_SPECIAL = 1 << 2,  /* ENCODE: what the tokenizer's post-processor adds */
    CHATFMT_SERVICE_SKIP_SPECIAL = 1 << 3  /* DECODE: special tokens are left out              */
};

typedef struct chatfmt_service_options {
    size_t struct_size;               /* set by CHATFMT_SERVICE_OPTIONS_INIT                  */
    uint32_t kind;                    /* chatfmt_service_kind                                 */
    uint32_t flags;                   /* CHATFMT_SERVICE_…                                    */
    const chatfmt_formats *formats;   /* RENDER: formats of one's own; borrowed; may be NULL  */
    const chatfmt_request *request;   /* RENDER: what each request begins with, such as trust;
                                         borrowed; NULL: nothing                              */
    int64_t (*now)(void *context);    /* RENDER: the clock of requests without "now"; NULL: they
                                         have none                                            */
    void *context;
    const chatfmt_tokenizer *tokenizer; /* ENCODE and DECODE: borrowed …                      */
    chatfmt_encoder *encoder;           /* … with an encoder of it                            */
    chatfmt_token_policy policy;        /* ENCODE                                             */
    uint32_t reserved;
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_service_options;

#define CHATFMT_SERVICE_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_service_options), 0, 0, NULL, NULL, NULL, NULL, NULL, NULL,                 \
     CHATFMT_TOKENS_ANY, 0, NULL}

/* Make a service; NULL for the options: renders. Free it with chatfmt_service_free(). Errors:
 * BAD_ARGUMENT, also for ENCODE and DECODE without a tokenizer, and for a flag of another kind;
 * NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_service_new(const chatfmt_service_options *options,
                                               chatfmt_service **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_service_free(chatfmt_service *service);

/*
 * Answer one request.
 *
 *   answer  one line with its newline; {"id", "error": {"kind", "message", …}} for whatever is
 *           wrong with the request. Empty for a line without a request. Borrowed until the service
 *           is used again; "" on any error.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_service_answer(chatfmt_service *service, const char *line,
                                                  size_t length, chatfmt_slice *answer,
                                                  chatfmt_error *error);

/*
 * Take the next bytes of requests, a line each, and answer those that are whole.
 *
 *   at_end   not 0: there is no more, and what is left without a newline is a request, too.
 *   answers  as of chatfmt_service_answer(), one after the other.
 *
 * Errors: as of chatfmt_service_answer(). O(length) besides the answers.
 */
CHATFMT_API chatfmt_status chatfmt_service_feed(chatfmt_service *service, const char *data,
                                                size_t length, int at_end, chatfmt_slice *answers,
                                                chatfmt_error *error);

/* INPUT when the JSON object of arguments that go with every row of a data set holds one that the
 * rows or the columns say: messages, conversation, tokenize; INPUT or VALUE for one that
 * chatfmt_request_read() refuses of a call that asks for ids. */
CHATFMT_API chatfmt_status chatfmt_request_check_variables(const char *json, size_t length,
                                                           chatfmt_error *error);

/* ---- Parts of answers -------------------------------------------------------------------- */

/* All of these: `json` receives a text with a NUL after it, owned; free it with
 * chatfmt_text_free(); NULL on any error. `length` receives its bytes; may be NULL. Errors:
 * BAD_ARGUMENT, NO_MEMORY. */

/* An event of a reply: {"event", "call"?, "name"?, "id"?, "text"?, "malformed"?, "truncated"?,
 * "begin", "end"}. */
CHATFMT_API chatfmt_status chatfmt_event_json(const chatfmt_event *event, char **json,
                                              size_t *length, chatfmt_error *error);
/* An event of a response_template, as transformers gives it; "" for what it skips. */
CHATFMT_API chatfmt_status chatfmt_region_event_json(const chatfmt_region_event *event, char **json,
                                                     size_t *length, chatfmt_error *error);
/* Where a format's answers end: {"stops": […], "stop_ids": […]}, the eos_token among the variables
 * (an object, or absent) included where it stops as well; "stops_at_eos": true where none is
 * given. */
CHATFMT_API chatfmt_status chatfmt_format_stops_json(const chatfmt_format *format,
                                                     chatfmt_value variables, char **json,
                                                     size_t *length, chatfmt_error *error);

/* What apply_chat_template passes in any case, put into the variables of a render that do not have
 * it: tools and documents null, add_generation_prompt false. Errors as of chatfmt_value_put(). */
CHATFMT_API chatfmt_status chatfmt_render_defaults(chatfmt_values *values, chatfmt_value variables,
                                                   chatfmt_error *error);

/* What was rendered last: {"text", "spans"?, "stops"?, "stop_ids"?, "unwritten"?}.
 *
 *   format  its stops, with the `variables`; NULL: none.
 *   paths   what the prompt does not have; absent: nothing.
 *   spans   1: where each byte comes from; the renderer must have rendered with spans. */
CHATFMT_API chatfmt_status chatfmt_rendered_json(chatfmt_renderer *renderer, chatfmt_slice text,
                                               const chatfmt_format *format,
                                               chatfmt_value variables, chatfmt_value paths,
                                               int spans, char **json, size_t *length,
                                               chatfmt_error *error);

/* The findings of an analysis as SARIF 2.1.0, with the rules. `path` is what is named where the
 * model says no place of its template. */
CHATFMT_API chatfmt_status chatfmt_analysis_sarif(const chatfmt_model *model,
                                                  const chatfmt_analysis *analysis,
                                                  const char *path, char **json, size_t *length,
                                                  chatfmt_error *error);
/* Formats as JSON, a line each: {"system", "name", "program", "warning"}. `formats` may be NULL. */
CHATFMT_API chatfmt_status chatfmt_formats_json(const chatfmt_formats *formats, char **json,
                                                size_t *length, chatfmt_error *error);
/* What chatfmt_formats_match() found for the model of this name: {"model", "format", "adapter",
 * "matched_on", "condition", "choice"?, "xtuner"?, "starred"?}. */
CHATFMT_API chatfmt_status chatfmt_format_match_json(chatfmt_slice model,
                                                     const chatfmt_format_match *match,
                                                     char **json, size_t *length,
                                                     chatfmt_error *error);
/* The format of an adapter, whose `match` says "@base_model", is that of the model that the text of
 * its adapter_config.json names: `match` becomes that one's, but for its `adapter`. It borrows from
 * `values`. Errors: those of chatfmt_value_read_json() and chatfmt_formats_match(); NOT_FOUND when
 * no base model is named, or one that is an adapter itself. Source: FastChat, PeftModelAdapter. */
CHATFMT_API chatfmt_status chatfmt_format_match_base(const char *config, size_t length,
                                                     chatfmt_values *values,
                                                     chatfmt_format_match *match,
                                                     chatfmt_error *error);
/* Flags of chatfmt_tokens_json(). */
enum {
    CHATFMT_TOKENS_JSON_TEXTS = 1 << 0,  /* "tokens": the text of each                         */
    CHATFMT_TOKENS_JSON_OFFSETS = 1 << 1 /* the same, with "offsets" in code points of the text;
                                            the tokens must have been encoded with offsets     */
};

/* What chatfmt_encoder_encode() made of `text`: {"ids", "tokens"?, "attempts"?,
 * "attempt_total"?, "offsets"?}; the total where there are more attempts than are listed.
 * With spans of the text, which may be NULL, attempts also say which value each is in. */
CHATFMT_API chatfmt_status chatfmt_tokens_json(const chatfmt_tokenizer *tokenizer,
                                               chatfmt_slice text, const chatfmt_tokens *tokens,
                                               const chatfmt_span *spans, size_t span_count,
                                               uint32_t flags, char **json, size_t *length,
                                               chatfmt_error *error);

/* Decode ids that are written in decimal, "1 2 3" or "[1, 2, 3]", as chatfmt_encoder_decode()
 * does. INPUT for what is no number, with its place, and for the id of no token, naming it. */
CHATFMT_API chatfmt_status chatfmt_decode_text(chatfmt_encoder *encoder,
                                               const chatfmt_tokenizer *tokenizer,
                                               chatfmt_slice ids, uint32_t flags,
                                               chatfmt_slice *text, chatfmt_error *error);

/* ---- What a prompt does not have --------------------------------------------------------- */

/* What the prompt that was rendered last, with spans, does not have of its variables, as
 * chatfmt_unwritten(). Of a format's prompt (`of_format`) parts that are not text count, too,
 * unless it has the place where images go. */
CHATFMT_API chatfmt_status chatfmt_rendered_unwritten(chatfmt_renderer *renderer,
                                                    chatfmt_values *values,
                                                    chatfmt_value variables, chatfmt_slice text,
                                                    int of_format, chatfmt_value *paths,
                                                    chatfmt_error *error);
/* Paths (of chatfmt_unwritten()) in words: "messages[0].name, tools and 3 more". Cut at `size`,
 * with a NUL. Any thread. */
CHATFMT_API void chatfmt_unwritten_words(chatfmt_value paths, char *out, size_t size);
/* VALUE, naming the paths, when nothing was written of something, and with `strict` whenever
 * there are paths. */
CHATFMT_API chatfmt_status chatfmt_unwritten_accept(chatfmt_value paths, chatfmt_slice text,
                                                    int strict, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
