/* chatfmt/template.h - from a chat template and a conversation to the exact prompt.
 *
 * Most programs need the first function alone. Those that render often compile once, keep a
 * renderer per thread, and render with chatfmt_render_json() or chatfmt_render_value(). Whoever
 * needs to know where a byte of the prompt came from asks for spans.
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
 * Compile `source`, render it with the variables of a JSON object, and forget the template.
 *
 *   source    template source, `source_length` bytes of UTF-8; borrowed during the call.
 *   json      one JSON object, `json_length` bytes, whose members are the variables: messages,
 *             tools, add_generation_prompt, bos_token …; borrowed during the call.
 *   text      receives the owned prompt, followed by a NUL that `length` does not count; free
 *             with chatfmt_text_free(). NULL on any error.
 *   length    receives its bytes; may be NULL.
 *   error     may be NULL.
 *
 * Errors: those of chatfmt_template_compile() and chatfmt_render_json().
 * Threads: safe.
 * Source: transformers, apply_chat_template(tokenize=False).
 */
CHATFMT_API chatfmt_status chatfmt_render_once(const char *source, size_t source_length,
                                               const char *json, size_t json_length,
                                               char **text, size_t *length,
                                               chatfmt_error *error);

/* Free a text that chatfmt_render_once() gave; NULL is allowed. Any thread. */
CHATFMT_API void chatfmt_text_free(char *text);

/* ---- Compile once ---------------------------------------------------------------------- */

/* A compiled template: immutable, may be rendered from any number of threads at once. */
typedef struct chatfmt_template chatfmt_template;

/* Flags of chatfmt_compile_options. Without any, the environment is that of transformers:
 * trim_blocks and lstrip_blocks on, keep_trailing_newline off. */
enum {
    CHATFMT_COMPILE_NO_TRIM_BLOCKS = 1,        /* keep the newline after a block tag          */
    CHATFMT_COMPILE_NO_LSTRIP_BLOCKS = 2,      /* keep white space before a block tag         */
    CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE = 4, /* keep one newline at the end of the template */
    CHATFMT_COMPILE_PLAIN_JINJA = 3            /* Jinja's own defaults: the first two         */
};

typedef struct chatfmt_compile_options {
    size_t struct_size;                   /* set by CHATFMT_COMPILE_OPTIONS_INIT              */
    uint32_t flags;                       /* CHATFMT_COMPILE_…; unknown bits are refused      */
    const chatfmt_limits *limits;         /* source_bytes and depth count; NULL = defaults    */
    const chatfmt_allocator *allocator;   /* copied; NULL = the C library's                   */
} chatfmt_compile_options;

#define CHATFMT_COMPILE_OPTIONS_INIT {sizeof(chatfmt_compile_options), 0, NULL, NULL}

/*
 * Compile template source to an immutable program.
 *
 *   source   UTF-8, `length` bytes, need not be NUL-terminated; copied.
 *   options  NULL for the defaults.
 *   out      receives an owned template; free with chatfmt_template_free().
 *            Set to NULL on any error.
 *   error    may be NULL.
 *
 * Errors: SYNTAX, UNKNOWN_FILTER and UNKNOWN_TEST with line, column and excerpt; LIMIT; INPUT
 *         when the source is not UTF-8; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe. The template may then be rendered from many threads at once.
 * Cost: O(length).
 * Source: Jinja2 3.1.6 in the environment of transformers.
 */
CHATFMT_API chatfmt_status chatfmt_template_compile(const char *source, size_t length,
                                                    const chatfmt_compile_options *options,
                                                    chatfmt_template **out,
                                                    chatfmt_error *error);

/* Free a template that no render uses any more; NULL is allowed. */
CHATFMT_API void chatfmt_template_free(chatfmt_template *compiled);

/*
 * The template's source as the engine reads it: newlines are \n and one final newline is
 * dropped. Offsets in errors and spans mean this text. Borrowed until the template is freed.
 * Threads: safe. Cost: O(1).
 */
CHATFMT_API chatfmt_slice chatfmt_template_source(const chatfmt_template *compiled);

/* ---- Render often ---------------------------------------------------------------------- */

/* What renders, and owns the memory that rendering takes. It keeps that memory: the second
 * render of the same shape calls the allocator zero times. Serves one thread at a time. */
typedef struct chatfmt_renderer chatfmt_renderer;

typedef struct chatfmt_renderer_options {
    size_t struct_size;                 /* set by CHATFMT_RENDERER_OPTIONS_INIT               */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    const chatfmt_limits *limits;       /* copied; NULL = the defaults                        */
} chatfmt_renderer_options;

#define CHATFMT_RENDERER_OPTIONS_INIT {sizeof(chatfmt_renderer_options), NULL, NULL}

/*
 * Make a renderer.
 *
 *   options  NULL for the defaults.
 *   out      receives an owned renderer; free with chatfmt_renderer_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe; a renderer then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_renderer_new(const chatfmt_renderer_options *options,
                                                chatfmt_renderer **out, chatfmt_error *error);

/* Free a renderer and all that was borrowed from it; NULL is allowed. */
CHATFMT_API void chatfmt_renderer_free(chatfmt_renderer *renderer);

/* Flags of chatfmt_render_options. */
enum {
    CHATFMT_RENDER_SPANS = 1,        /* record where every byte comes from                    */
    CHATFMT_RENDER_NOW = 2,          /* `now` is given; without this flag `now` is not read,
                                        and strftime_now is refused                           */
    CHATFMT_RENDER_SEED = 4,         /* `seed` is given; without this flag `seed` is not read,
                                        and random is refused                                 */
    CHATFMT_RENDER_GENERATIONS = 8,  /* record {% generation %} as transformers does          */
    CHATFMT_RENDER_STRICT_NAMES = 16 /* names in a namespace that begin with "_" are a SECURITY
                                        error, as in transformers 5.23; Jinja allows them     */
};

typedef struct chatfmt_render_options {
    size_t struct_size;           /* set by CHATFMT_RENDER_OPTIONS_INIT                       */
    uint32_t flags;               /* CHATFMT_RENDER_…; unknown bits are refused               */
    const chatfmt_limits *limits; /* of this render alone; NULL = the renderer's              */
    int64_t now;                  /* with RENDER_NOW in `flags`: local wall clock as seconds
                                     since 1970-01-01 00:00:00 of that clock; naive: %Z and %z
                                     print nothing. From time(): t + local.tm_gmtoff after
                                     localtime_r(&t, &local), or t itself for UTC             */
    uint64_t seed;                /* with RENDER_SEED in `flags`: of the filter random and the
                                     function lipsum                                          */
    const chatfmt_slice *trusted; /* names of the variables whose bytes are TRUSTED, that is,
                                     supplied by a source as trusted as the template. NULL = the
                                     special tokens: bos_token, eos_token, unk_token, sep_token,
                                     pad_token, cls_token, mask_token; that is right only when
                                     the caller supplied them. Whoever renders an object that
                                     came from elsewhere names what is his own in it, or nothing.
                                     Borrowed until the next render                           */
    size_t trusted_count;         /* names in `trusted`; 0 with a non-NULL pointer = none     */
} chatfmt_render_options;

#define CHATFMT_RENDER_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_render_options), 0, NULL, 0, 0, NULL, 0}

/*
 * Render with the variables of one JSON object.
 *
 *   renderer  its last result is forgotten.
 *   compiled  the template.
 *   json      one JSON object, `length` bytes of UTF-8, read as Python's json module reads it;
 *             borrowed for as long as the text and its spans are used: it may be changed or freed
 *             before the next render, which does not look at it.
 *   options   NULL for the defaults.
 *   text      receives the prompt, UTF-8, not NUL-terminated; borrowed until the next render or
 *             until the renderer is freed. Empty on any error.
 *   error     may be NULL.
 *
 * Errors: INPUT when `json` is malformed or not an object, with line and column in it
 *         (of the value, where that is not an object); LIMIT;
 *         UNDEFINED, RAISED, SECURITY, TYPE, VALUE, KEY, INDEX, ZERO_DIVISION, OVERFLOW,
 *         UNSUPPORTED … with line, column and excerpt of the template; NO_MEMORY; BAD_ARGUMENT.
 *         After an error the renderer may be used again.
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
    chatfmt_slice name; /* variable that holds the value; empty: an object whose members are
                           variables, later ones replacing earlier ones                       */
    chatfmt_slice json; /* one JSON value                                                     */
} chatfmt_document;

/*
 * The same with the variables spread over `count` JSON texts, for instance messages as they came
 * in and tools as they are kept. `documents` and what they point to are borrowed as `json` is.
 * Which of them cannot be read is in error->path: documents[1].
 */
CHATFMT_API chatfmt_status chatfmt_render_documents(
    chatfmt_renderer *renderer, const chatfmt_template *compiled,
    const chatfmt_document *documents, size_t count, const chatfmt_render_options *options,
    chatfmt_slice *text, chatfmt_error *error);

/*
 * The same with an object that the caller built or read (chatfmt/value.h), whose members are the
 * variables. It is borrowed as `json` is and not changed, so it may serve any number
 * of renders, and of threads while nobody builds in its chatfmt_values. BAD_ARGUMENT when it is
 * not an object.
 */
CHATFMT_API chatfmt_status chatfmt_render_value(chatfmt_renderer *renderer,
                                                const chatfmt_template *compiled,
                                                chatfmt_value variables,
                                                const chatfmt_render_options *options,
                                                chatfmt_slice *text, chatfmt_error *error);

/*
 * All of the message that the template gave to raise_exception, when the last render failed as
 * RAISED; otherwise empty. A chatfmt_error keeps its beginning. Borrowed until the next render.
 */
CHATFMT_API chatfmt_slice chatfmt_renderer_raised(const chatfmt_renderer *renderer);

/* Units of work that the last render took, as limits.fuel counts them. O(1). */
CHATFMT_API uint64_t chatfmt_renderer_fuel_used(const chatfmt_renderer *renderer);

/* ---- Where every byte came from --------------------------------------------------------- */

typedef enum chatfmt_span_kind {
    CHATFMT_SPAN_TEMPLATE = 0, /* written by the template, or made by it out of nothing        */
    CHATFMT_SPAN_TRUSTED = 1,  /* from a trusted variable, such as bos_token                   */
    CHATFMT_SPAN_DATA = 2      /* from any other variable                                      */
} chatfmt_span_kind;

/* Flags of a span. Without COPIED or DERIVED the bytes were made by the engine (padding, digits
 * of a computed number). */
enum {
    CHATFMT_SPAN_COPIED = 1,  /* the bytes are those at `offset` of the origin, unchanged      */
    CHATFMT_SPAN_DERIVED = 2, /* computed from the origin: case mapped, escaped, JSON of it …  */
    CHATFMT_SPAN_KEY = 4,     /* from a key of an object; the path ends in "#key"              */
    CHATFMT_SPAN_SPECIAL = 8  /* DATA of a variable that has a special token's name, such as
                                 bos_token: part of the prompt's frame, though not trusted     */
};

/* What of a message a value is. */
typedef enum chatfmt_span_field {
    CHATFMT_FIELD_NONE = 0,  /* of no message: the template, tools, any other variable         */
    CHATFMT_FIELD_OTHER = 1, /* some other member of a message, or one of its keys             */
    CHATFMT_FIELD_ROLE = 2,
    CHATFMT_FIELD_CONTENT = 3,
    CHATFMT_FIELD_REASONING = 4, /* reasoning_content, reasoning or thinking                   */
    CHATFMT_FIELD_CALLS = 5      /* tool_calls, or below                                       */
} chatfmt_span_field;

#define CHATFMT_NO_INDEX UINT32_MAX

/* A path as numbers: messages[2].content[1].text is part 1 of the CONTENT of message 2. */
typedef struct chatfmt_span_origin {
    uint32_t message; /* number of the message; CHATFMT_NO_INDEX when the field is NONE        */
    uint32_t index;   /* of a list in the field, such as parts and calls; else CHATFMT_NO_INDEX */
    uint16_t field;   /* CHATFMT_FIELD_…                                                       */
    uint16_t below;   /* steps from the field, or from its item, to the value: 1 for part.text */
} chatfmt_span_origin;

/* Bytes [begin, end) of the prompt and where they came from. */
typedef struct chatfmt_span {
    size_t begin, end;      /* bytes of the prompt                                            */
    chatfmt_span_kind kind;
    uint32_t flags;         /* CHATFMT_SPAN_…                                                 */
    uint32_t generation;    /* number of the {% generation %} it was written in (the innermost),
                               counted from 1 as they begin; 0 = none                         */
    chatfmt_span_origin origin; /* what `path` says, as numbers                               */
    size_t offset;          /* byte of the origin that the span begins at: of the template's
                               source, or of the string at `path`. 0 when neither COPIED nor
                               DERIVED. For DERIVED, where the bytes it was computed from begin:
                               of TEMPLATE the opening quote of a literal with an escape, or the
                               filter or operator that made it                                */
    chatfmt_slice path;     /* the value, such as messages[2].content, or tools[0]["odd key"];
                               "" for TEMPLATE, and for a DATA value that is not found among the
                               variables. Borrowed until the next render                      */
} chatfmt_span;

/*
 * The spans of the last render: sorted, adjacent, and covering the whole text.
 *
 *   spans  receives an array, borrowed until the next render; NULL when there is none.
 *   count  receives its length.
 *   error  may be NULL.
 *
 * The variables must still be where and what they were when the text was rendered: paths are
 * found on the first call, by one walk over them, and where the bytes of JSON came from by
 * writing it once more, so a render whose spans are not read does not pay for it.
 *
 * Errors: BAD_ARGUMENT when the last render failed or had no CHATFMT_RENDER_SPANS; LIMIT when the
 *         origins take more than heap_bytes; NO_MEMORY.
 * Cost: O(variables + spans log variables) at the first call, then O(1).
 */
CHATFMT_API chatfmt_status chatfmt_renderer_spans(chatfmt_renderer *renderer,
                                                  const chatfmt_span **spans, size_t *count,
                                                  chatfmt_error *error);

enum { CHATFMT_UNWRITTEN_MEDIA = 1 }; /* parts that are neither text nor files count, too */

/*
 * Which texts of a conversation a prompt does not have: the paths of all strings in the lists and
 * objects among the variables (messages, tools, documents, rounds …) that no span names.
 *
 *   values     where the answer is made.
 *   variables  what the prompt was rendered with, an object.
 *   spans      of that render, `count` of them.
 *   flags      CHATFMT_UNWRITTEN_MEDIA.
 *   paths      receives an array of strings, such as messages[1].tool_calls[0].function.name; empty
 *              when all is there.
 *
 * Structure does not count: role, type, id, tool_call_id, the name of a tool's result, white space;
 * nor do variables that are strings themselves. Of a string that is written in part nothing is
 * said.
 *
 * Errors: BAD_ARGUMENT, LIMIT, NO_MEMORY. Cost: O(variables + spans).
 */
CHATFMT_API chatfmt_status chatfmt_unwritten(chatfmt_values *values, chatfmt_value variables,
                                             const chatfmt_span *spans, size_t count,
                                             uint32_t flags, chatfmt_value *paths,
                                             chatfmt_error *error);

/* One {% generation %} as transformers tracks it, in code points of the prompt. Where the tag is
 * inside a macro, a block set, a filter or a recursive loop, these are known to be shifted; the
 * field `generation` of spans tells the true bytes. */
typedef struct chatfmt_generation {
    size_t begin, end;
} chatfmt_generation;

/*
 * What return_assistant_tokens_mask of transformers would use, in order of completion; borrowed
 * until the next render. Empty unless CHATFMT_RENDER_GENERATIONS was set.
 * Source: transformers, AssistantTracker.
 */
CHATFMT_API chatfmt_status chatfmt_renderer_generations(const chatfmt_renderer *renderer,
                                                        const chatfmt_generation **out,
                                                        size_t *count, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
