/* chatfmt/template.h - from a chat template and a conversation to the exact prompt.
 *
 * Most programs need only the first function, chatfmt_render_once(). A program that renders often
 * compiles each template once, keeps one renderer per thread, and renders with
 * chatfmt_render_json() or chatfmt_render_value(). A program that needs to know where a byte of the
 * prompt came from asks for spans.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     char *prompt;
 *     size_t length;
 *     chatfmt_error error;
 *     if (chatfmt_render_once(source, source_length, json, json_length, &prompt, &length, &error))
 *         fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.text);
 *     …
 *     chatfmt_text_free(prompt);
 */
#ifndef CHATFMT_TEMPLATE_H
#define CHATFMT_TEMPLATE_H

#include "chatfmt/base.h"
#include "chatfmt/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Compile `source`, render it with the variables of a JSON object, and free the compiled
 * template.
 *
 *   source         the template's source in UTF-8; borrowed during the call. NULL only with
 *                  length 0.
 *   source_length  bytes of `source`.
 *   json           one JSON object in UTF-8; borrowed during the call. Its members are the
 *                  variables: messages, tools, add_generation_prompt, bos_token … NULL is an
 *                  error.
 *   json_length    bytes of `json`.
 *   text           receives the prompt, which the caller owns; free it with chatfmt_text_free().
 *                  A NUL follows the prompt. NULL on any error.
 *   length         receives the bytes of the prompt without that NUL; 0 on any error. May be
 *                  NULL.
 *   error          may be NULL.
 *
 * Compiling and rendering use their default options and limits.
 *
 * Errors: those of chatfmt_template_compile() and chatfmt_render_json().
 * Threads: safe.
 * Cost: O(source_length), and the render.
 * Source: transformers, apply_chat_template(tokenize=False).
 */
CHATFMT_API chatfmt_status chatfmt_render_once(const char *source, size_t source_length,
                                               const char *json, size_t json_length,
                                               char **text, size_t *length,
                                               chatfmt_error *error);

/* Free a text that a function of this library returned as owned, such as the prompt of
 * chatfmt_render_once(). NULL is allowed. Any thread. */
CHATFMT_API void chatfmt_text_free(char *text);

/* ---- Compile once ---------------------------------------------------------------------- */

/* A compiled template. It is immutable: any number of threads may render it at once. */
typedef struct chatfmt_template chatfmt_template;

/* Flags of chatfmt_compile_options. Without a flag the template is compiled as in transformers:
 * Jinja's settings trim_blocks and lstrip_blocks are on, and keep_trailing_newline is off. */
enum {
    CHATFMT_COMPILE_NO_TRIM_BLOCKS = 1,        /* keep the newline after a block tag          */
    CHATFMT_COMPILE_NO_LSTRIP_BLOCKS = 2,      /* keep white space before a block tag         */
    CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE = 4, /* keep one newline at the end of the template */
    CHATFMT_COMPILE_PLAIN_JINJA = 3            /* both of the first two: Jinja's defaults     */
};

typedef struct chatfmt_compile_options {
    size_t struct_size;                   /* set by CHATFMT_COMPILE_OPTIONS_INIT              */
    uint32_t flags;                       /* CHATFMT_COMPILE_…; default 0. Unknown bits are
                                             refused                                          */
    const chatfmt_limits *limits;         /* borrowed during the call; only source_bytes and
                                             depth have an effect. NULL = the defaults        */
    const chatfmt_allocator *allocator;   /* copied; NULL = the C library's                   */
} chatfmt_compile_options;

#define CHATFMT_COMPILE_OPTIONS_INIT {sizeof(chatfmt_compile_options), 0, NULL, NULL}

/*
 * Compile template source to an immutable program.
 *
 *   source   UTF-8, copied; a NUL at the end is not needed. NULL only with length 0.
 *   length   bytes of `source`.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a template, which the caller owns; free it with chatfmt_template_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: SYNTAX, UNKNOWN_FILTER and UNKNOWN_TEST with line, column and excerpt; LIMIT; INPUT
 *         when the source is not UTF-8; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe. Afterwards many threads may render the template at once.
 * Cost: O(length).
 * Source: Jinja2 3.1.6 in the environment of transformers.
 */
CHATFMT_API chatfmt_status chatfmt_template_compile(const char *source, size_t length,
                                                    const chatfmt_compile_options *options,
                                                    chatfmt_template **out,
                                                    chatfmt_error *error);

/* Free a template. No render may be using it. Call chatfmt_renderer_spans() for renders with it
 * before. NULL is allowed. */
CHATFMT_API void chatfmt_template_free(chatfmt_template *compiled);

/*
 * The template's source as the engine reads it: newlines are \n, and one newline at the end is
 * dropped. Offsets in errors and spans count bytes of this text.
 *
 * Returns a slice that is borrowed until the template is freed; empty for NULL.
 *
 * Threads: safe.
 * Cost: O(1).
 */
CHATFMT_API chatfmt_slice chatfmt_template_source(const chatfmt_template *compiled);

/* ---- Render often ---------------------------------------------------------------------- */

/* Renders templates and owns the memory for it. The memory is kept between renders: the second
 * render of the same shape calls the allocator zero times. A renderer serves one thread at a
 * time. */
typedef struct chatfmt_renderer chatfmt_renderer;

typedef struct chatfmt_renderer_options {
    size_t struct_size;                 /* set by CHATFMT_RENDERER_OPTIONS_INIT               */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    const chatfmt_limits *limits;       /* copied; NULL, and fields that are 0 = the defaults
                                           of chatfmt_limits                                  */
} chatfmt_renderer_options;

#define CHATFMT_RENDERER_OPTIONS_INIT {sizeof(chatfmt_renderer_options), NULL, NULL}

/*
 * Make a renderer.
 *
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a renderer, which the caller owns; free it with chatfmt_renderer_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe. The renderer then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_renderer_new(const chatfmt_renderer_options *options,
                                                chatfmt_renderer **out, chatfmt_error *error);

/* Free a renderer. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_renderer_free(chatfmt_renderer *renderer);

/* Flags of chatfmt_render_options. */
enum {
    CHATFMT_RENDER_SPANS = 1,        /* record spans, for chatfmt_renderer_spans()             */
    CHATFMT_RENDER_NOW = 2,          /* `now` is given. Without this flag `now` is not read,
                                        and strftime_now fails as UNSUPPORTED                 */
    CHATFMT_RENDER_SEED = 4,         /* `seed` is given. Without this flag `seed` is not read,
                                        and the filter random and the function lipsum fail as
                                        UNSUPPORTED                                           */
    CHATFMT_RENDER_GENERATIONS = 8,  /* record {% generation %} as transformers does, for
                                        chatfmt_renderer_generations()                        */
    CHATFMT_RENDER_STRICT_NAMES = 16 /* names in a namespace that begin with "_" fail as
                                        SECURITY, as in transformers 5.23. Jinja allows them  */
};

typedef struct chatfmt_render_options {
    size_t struct_size;           /* set by CHATFMT_RENDER_OPTIONS_INIT                       */
    uint32_t flags;               /* CHATFMT_RENDER_…; default 0. Unknown bits are refused    */
    const chatfmt_limits *limits; /* for this render alone; borrowed during the call. NULL,
                                     and fields that are 0 = the renderer's limits            */
    int64_t now;                  /* the time for strftime_now; counts only with
                                     CHATFMT_RENDER_NOW in `flags`. Seconds of the local wall
                                     clock since 1970-01-01 00:00:00 of that clock. From
                                     time(): t + local.tm_gmtoff after localtime_r(&t,
                                     &local), or t itself for UTC. The time has no zone: %Z
                                     and %z print nothing                                     */
    uint64_t seed;                /* for the filter random and the function lipsum; counts
                                     only with CHATFMT_RENDER_SEED in `flags`                 */
    const chatfmt_slice *trusted; /* names of the variables whose bytes are TRUSTED. Name a
                                     variable here only when its source is as trusted as the
                                     template.
                                     NULL = the special tokens: bos_token, eos_token,
                                     unk_token, sep_token, pad_token, cls_token, mask_token.
                                     This default is right only when the caller supplied
                                     these tokens. When the variables came from elsewhere,
                                     such as a request, pass a non-NULL pointer: the names
                                     that the caller added, or trusted_count 0 for none.
                                     NULL means something else in chatfmt_apply_options
                                     (chatfmt/models.h): no value that is passed in those
                                     options is trusted.
                                     Borrowed until the next render                           */
    size_t trusted_count;         /* number of names in `trusted`; 0 with a non-NULL pointer
                                     = no variable is trusted                                 */
} chatfmt_render_options;

#define CHATFMT_RENDER_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_render_options), 0, NULL, 0, 0, NULL, 0}

/*
 * Render with the variables of one JSON object.
 *
 *   renderer  forgets its last result.
 *   compiled  the template.
 *   json      one JSON object in UTF-8, read as Python's json module reads it. Borrowed for as
 *             long as the text and its spans are used. It may be changed or freed before the
 *             next render, which does not read the old object.
 *   length    bytes of `json`.
 *   options   borrowed during the call; NULL for the defaults.
 *   text      receives the prompt in UTF-8, without a NUL at the end; borrowed until the next
 *             render or until the renderer is freed. Empty on any error.
 *   error     may be NULL.
 *
 * After an error the renderer may be used again.
 *
 * Errors: INPUT when `json` is malformed or is not an object, with line and column in `json`
 *         (for a value that is not an object, where the value begins); LIMIT; UNDEFINED, RAISED,
 *         SECURITY, RUNTIME, TYPE, VALUE, KEY, INDEX, ATTRIBUTE, ZERO_DIVISION, OVERFLOW,
 *         UNSUPPORTED with line, column and excerpt of the template; NO_MEMORY; BAD_ARGUMENT.
 * Threads: one thread per renderer at a time; the template may be shared.
 * Source: Jinja2 3.1.6 in the environment of transformers.
 */
CHATFMT_API chatfmt_status chatfmt_render_json(chatfmt_renderer *renderer,
                                               const chatfmt_template *compiled,
                                               const char *json, size_t length,
                                               const chatfmt_render_options *options,
                                               chatfmt_slice *text, chatfmt_error *error);

/* One JSON text of a render from several. */
typedef struct chatfmt_document {
    chatfmt_slice name; /* the variable that holds the value. Empty: `json` is an object, and
                           its members are the variables; a later variable replaces an
                           earlier one of the same name                                       */
    chatfmt_slice json; /* one JSON value in UTF-8                                            */
} chatfmt_document;

/*
 * Render as chatfmt_render_json() does, with the variables in `count` JSON texts: for instance
 * messages as they arrived and tools as they are stored.
 *
 *   documents  an array of `count` texts; NULL only with count 0. The array and what it points
 *              to are borrowed as `json` of chatfmt_render_json() is.
 *
 * The other parameters, errors, threads and source are those of chatfmt_render_json(). When a
 * text cannot be read, error->path names it: documents[1].
 */
CHATFMT_API chatfmt_status chatfmt_render_documents(
    chatfmt_renderer *renderer, const chatfmt_template *compiled,
    const chatfmt_document *documents, size_t count, const chatfmt_render_options *options,
    chatfmt_slice *text, chatfmt_error *error);

/*
 * Render as chatfmt_render_json() does, with an object that the caller built or read
 * (chatfmt/value.h).
 *
 *   variables  an object; its members are the variables. It is not changed, so any number of
 *              renders may use it. Several threads may use it at once while no thread builds in
 *              its chatfmt_values. Borrowed for as long as the text and its spans are used.
 *
 * The other parameters, errors, threads and source are those of chatfmt_render_json().
 * BAD_ARGUMENT when `variables` is not an object.
 */
CHATFMT_API chatfmt_status chatfmt_render_value(chatfmt_renderer *renderer,
                                                const chatfmt_template *compiled,
                                                chatfmt_value variables,
                                                const chatfmt_render_options *options,
                                                chatfmt_slice *text, chatfmt_error *error);

/*
 * The whole message that the template passed to raise_exception. It is there when the last
 * render failed as RAISED, and is otherwise empty. (The text of a chatfmt_error holds only the
 * beginning of a long message.)
 *
 * Borrowed until the next render; empty for NULL.
 */
CHATFMT_API chatfmt_slice chatfmt_renderer_raised(const chatfmt_renderer *renderer);

/* The units of work that the last render took, counted as for `fuel` of chatfmt_limits; 0 for
 * NULL. O(1). */
CHATFMT_API uint64_t chatfmt_renderer_fuel_used(const chatfmt_renderer *renderer);

/* ---- Where every byte came from --------------------------------------------------------- */

typedef enum chatfmt_span_kind {
    CHATFMT_SPAN_TEMPLATE = 0, /* text of the template, or made by the template alone         */
    CHATFMT_SPAN_TRUSTED = 1,  /* from a trusted variable, such as bos_token                   */
    CHATFMT_SPAN_DATA = 2      /* from any other variable                                      */
} chatfmt_span_kind;

/* Flags of a span. A span with neither COPIED nor DERIVED was made by the engine, such as padding
 * or the digits of a computed number. */
enum {
    CHATFMT_SPAN_COPIED = 1,  /* the bytes are those at `offset` of the origin, unchanged      */
    CHATFMT_SPAN_DERIVED = 2, /* computed from the origin: in other case, escaped, as JSON …   */
    CHATFMT_SPAN_KEY = 4,     /* from a key of an object; the path ends in "#key"              */
    CHATFMT_SPAN_SPECIAL = 8  /* DATA from a variable with the name of a special token, such as
                                 bos_token: text that templates write around messages, as they
                                 write their own, but not trusted                              */
};

/* Which part of a message a value belongs to. */
typedef enum chatfmt_span_field {
    CHATFMT_FIELD_NONE = 0,  /* not in a message: the template, tools, any other variable      */
    CHATFMT_FIELD_OTHER = 1, /* another member of a message, or one of its keys                */
    CHATFMT_FIELD_ROLE = 2,
    CHATFMT_FIELD_CONTENT = 3,
    CHATFMT_FIELD_REASONING = 4, /* reasoning_content, reasoning or thinking                   */
    CHATFMT_FIELD_CALLS = 5      /* tool_calls, or a value inside them                         */
} chatfmt_span_field;

/* In a chatfmt_span_origin: there is no such number. */
#define CHATFMT_NO_INDEX UINT32_MAX

/* A path as numbers: messages[2].content[1].text is part 1 of the CONTENT of message 2, one step
 * below the part. */
typedef struct chatfmt_span_origin {
    uint32_t message; /* number of the message, from 0; CHATFMT_NO_INDEX when `field` is
                         CHATFMT_FIELD_NONE                                                    */
    uint32_t index;   /* number of the item, from 0, when the field is a list, as of parts or
                         calls; else CHATFMT_NO_INDEX                                           */
    uint16_t field;   /* CHATFMT_FIELD_…                                                       */
    uint16_t below;   /* steps down to the value from the field, or from the item of its list:
                         1 for part.text                                                       */
} chatfmt_span_origin;

/* Bytes [begin, end) of the prompt and where they came from. */
typedef struct chatfmt_span {
    size_t begin, end;      /* first byte of the prompt, and the byte after the last          */
    chatfmt_span_kind kind; /* who supplied the bytes                                         */
    uint32_t flags;         /* CHATFMT_SPAN_COPIED, DERIVED, KEY and SPECIAL                  */
    uint32_t generation;    /* number of the innermost {% generation %} around the bytes,
                               counted from 1 in the order in which the blocks begin; 0 =
                               none                                                           */
    chatfmt_span_origin origin; /* the same as `path`, as numbers                             */
    size_t offset;          /* COPIED: the byte of the origin at which the span begins. The
                               origin is the template's source, or the string at `path`.
                               DERIVED: the byte of the origin at which the bytes begin that
                               the span was computed from. For TEMPLATE it is the opening
                               quote of a literal with an escape, or the filter or operator
                               that made the text.
                               Neither flag: 0                                                */
    chatfmt_slice path;     /* the value, such as messages[2].content or tools[0]["odd key"].
                               "" for TEMPLATE, and for a DATA value that is not found among
                               the variables. Borrowed until the next render                  */
} chatfmt_span;

/*
 * The spans of the last render. They are sorted and adjacent, and they cover the whole text.
 *
 *   spans  receives an array, borrowed until the next render; NULL when the text is empty, and
 *          on any error.
 *   count  receives the number of spans.
 *   error  may be NULL.
 *
 * The variables of the render must still exist and be unchanged. The first call finds the paths
 * by walking over the variables once. It finds where the bytes of JSON came from by writing that
 * JSON again. So a render whose spans are not read does not pay for paths.
 *
 * Errors: BAD_ARGUMENT when the last render failed or had no CHATFMT_RENDER_SPANS; LIMIT when
 *         the origins take more than heap_bytes; NO_MEMORY.
 * Threads: one thread per renderer at a time.
 * Cost: O(variables + spans log variables) at the first call, then O(1).
 */
CHATFMT_API chatfmt_status chatfmt_renderer_spans(chatfmt_renderer *renderer,
                                                  const chatfmt_span **spans, size_t *count,
                                                  chatfmt_error *error);

/* Flags of chatfmt_unwritten(). */
enum { CHATFMT_UNWRITTEN_MEDIA = 1 }; /* also look for parts that are neither text nor files */

/*
 * Find the texts of a conversation that a prompt lacks: the paths of all strings in the lists
 * and objects among the variables (messages, tools, documents, rounds …) that no span names.
 *
 *   values     the answer is made in it.
 *   variables  an object whose members are to be looked for, under the names that the template
 *              knows. For chatfmt_render_value() it is the object of that render. For
 *              chatfmt_applier_apply() and chatfmt_applier_encode(): an object with the members
 *              messages, tools, … that were passed to that call, unchanged. Members that are left
 *              out are not looked for.
 *   spans      the spans of that render; NULL only with count 0.
 *   count      number of spans. With 0, every text is reported.
 *   flags      0 or CHATFMT_UNWRITTEN_MEDIA.
 *   paths      receives an array of strings, such as messages[1].tool_calls[0].function.name; an
 *              empty array when the prompt lacks nothing. Lives in `values`. Absent on any
 *              error.
 *   error      may be NULL.
 *
 * These texts are not reported:
 * * role, type, id, tool_call_id, the name of a tool's result, and white space;
 * * variables that are strings themselves;
 * * a string of which the prompt has a part;
 * * values that are not strings, such as content that is null.
 *
 * Arguments of calls that were objects and that CHATFMT_APPLY_FIT_ARGUMENTS or
 * CHATFMT_APPLY_ARGUMENTS_TEXT made texts are reported although the prompt has them.
 * After CHATFMT_FIT_DROP the spans count only the messages that were kept: `variables` must have
 * only these.
 *
 * Errors: BAD_ARGUMENT, LIMIT, NO_MEMORY.
 * Threads: one at a time for `values`.
 * Cost: O(variables + spans).
 */
CHATFMT_API chatfmt_status chatfmt_unwritten(chatfmt_values *values, chatfmt_value variables,
                                             const chatfmt_span *spans, size_t count,
                                             uint32_t flags, chatfmt_value *paths,
                                             chatfmt_error *error);

/* One {% generation %} as transformers tracks it: code points [begin, end) of the prompt. For a tag
 * inside a macro, a block set, a filter or a recursive loop, transformers' numbers are known to be
 * shifted. The field `generation` of spans marks the true bytes. */
typedef struct chatfmt_generation {
    size_t begin, end;
} chatfmt_generation;

/*
 * The ranges that return_assistant_tokens_mask of transformers would use, in the order in which
 * the blocks end.
 *
 *   out    receives an array, borrowed until the next render. Without ranges, or without
 *          CHATFMT_RENDER_GENERATIONS in the render, the array is empty.
 *   count  receives the number of ranges.
 *   error  may be NULL.
 *
 * Errors: BAD_ARGUMENT when the last render failed.
 * Threads: one thread per renderer at a time.
 * Source: transformers, AssistantTracker.
 */
CHATFMT_API chatfmt_status chatfmt_renderer_generations(const chatfmt_renderer *renderer,
                                                        const chatfmt_generation **out,
                                                        size_t *count, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
