/* chatfmt/source.h - format a template's source so that it renders as before, and find what it
 * reads and writes.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     char *text;
 *     size_t length;
 *     chatfmt_error error;
 *     if (!chatfmt_source_format(source, source_length, NULL, &text, &length, &error))
 *         fwrite(text, 1, length, stdout);
 *     chatfmt_text_free(text);
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_SOURCE_H
#define CHATFMT_SOURCE_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/source.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Formatting ------------------------------------------------------------------------- */

/* Which quotes the formatter writes around strings that contain neither quotes nor backslashes. */
typedef enum chatfmt_quotes {
    CHATFMT_QUOTES_SINGLE = 0, /* 'text', which needs no escapes inside of JSON       */
    CHATFMT_QUOTES_DOUBLE = 1, /* "text"                                              */
    CHATFMT_QUOTES_KEEP = 2    /* as they are in the source                           */
} chatfmt_quotes;

/* As `indent` of chatfmt_source_options: no indentation. */
#define CHATFMT_NO_INDENT UINT32_MAX

typedef struct chatfmt_source_options {
    size_t struct_size;           /* set by CHATFMT_SOURCE_OPTIONS_INIT                        */
    uint32_t flags;               /* CHATFMT_COMPILE_…: how the template will be compiled;
                                     default 0. Unknown bits are refused                       */
    uint32_t indent;              /* spaces for each level; 0 = 4, CHATFMT_NO_INDENT = none    */
    uint32_t width;               /* bytes: tags in lines that are longer are wrapped. 0 =
                                     lines inside of tags end where they ended before          */
    uint32_t quotes;              /* a chatfmt_quotes; default CHATFMT_QUOTES_SINGLE           */
    const chatfmt_limits *limits; /* borrowed during the call; only source_bytes and depth
                                     have an effect. NULL = the defaults                       */
    const chatfmt_allocator *allocator; /* for the work, not for the result; copied. NULL = the
                                           C library's                                          */
} chatfmt_source_options;

#define CHATFMT_SOURCE_OPTIONS_INIT {sizeof(chatfmt_source_options), 0, 0, 0, 0, NULL, NULL}

/*
 * Format a template. This changes spacing inside of tags, quotes, and white space between tags
 * that is not in the output.
 *
 *   source   UTF-8; borrowed during the call. NULL only with length 0.
 *   length   bytes of `source`.
 *   options  borrowed during the call; NULL for the defaults.
 *   text     receives the result, followed by a NUL, which the caller owns; free it with
 *            chatfmt_text_free(). NULL on any error.
 *   written  receives the bytes of the result without the NUL; may be NULL.
 *   error    may be NULL.
 *
 * Both texts are compiled and must be the same program, with the same instructions and
 * constants. So they render the same. Formatting the result again does not change it.
 *
 * Errors: those of chatfmt_template_compile(); UNSUPPORTED when the programs would differ. That
 *         is a fault of the formatter, and there is no result.
 * Threads: safe.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_source_format(const char *source, size_t length,
                                                 const chatfmt_source_options *options,
                                                 char **text, size_t *written,
                                                 chatfmt_error *error);

/* ---- Surveying --------------------------------------------------------------------------- */

/* What a template reads, compares, calls and can write. It is found in the source, without
 * running the template. */
typedef struct chatfmt_survey chatfmt_survey;

/* Kinds of facts. `text`, `name` and `with` are fields of chatfmt_fact. */
typedef enum chatfmt_fact_kind {
    CHATFMT_FACT_READ = 1,       /* a variable, or a field of one, is read: `text` is its
                                    path, such as messages[].content. Reported once, at its
                                    first place                                              */
    CHATFMT_FACT_LITERAL = 2,    /* `text` can be written to the prompt               */
    CHATFMT_FACT_COMPARE = 3,    /* the value at the path `text` is compared with the text
                                    `with`. `name` is the comparison: ==, !=, contains, lacks,
                                    in, <, a method or a test                                   */
    CHATFMT_FACT_FILTER = 4,     /* the filter `name` is called, on the value at the path
                                    `text` if that is known                                    */
    CHATFMT_FACT_TEST = 5,       /* the test `name` is called                                   */
    CHATFMT_FACT_FUNCTION = 6,   /* the function `name` is called                               */
    CHATFMT_FACT_METHOD = 7,     /* the method `name` is called                                 */
    CHATFMT_FACT_LOADER = 8,     /* another template is loaded: `name` is include,
                                    import, from or extends                           */
    CHATFMT_FACT_GENERATION = 9, /* there is a {% generation %}                       */
    CHATFMT_FACT_ATTRIBUTE = 10, /* the attribute `name` of the namespace `with` is read.
                                    Reported only when it is REFUSED                            */
    CHATFMT_FACT_MAYBE = 11      /* `name` is read and may be a variable of the context: the
                                    template sets it, but perhaps only in a block, or later.
                                    Reported once                                               */
} chatfmt_fact_kind;

/* Flags of facts. */
enum {
    CHATFMT_FACT_TEXT = 1,       /* LITERAL: text outside of tags                              */
    CHATFMT_FACT_RAISED = 2,     /* LITERAL: the text of an error, not of the prompt  */
    CHATFMT_FACT_CONTENT = 4,    /* COMPARE: the value is text that users or models
                                    have written. LITERAL: written only where such
                                    text contains the text `with`                     */
    CHATFMT_FACT_GENERATED = 8,  /* inside of {% generation %} */
    CHATFMT_FACT_CAPTURED = 16,  /* inside of a macro, call, block set, filter block
                                    or recursive loop                                 */
    CHATFMT_FACT_UNKNOWN = 32,   /* FILTER, TEST: there is no filter or test of this
                                    name                                              */
    CHATFMT_FACT_REFUSED = 64    /* METHOD: the sandbox refuses it on lists and objects.
                                    ATTRIBUTE: the sandbox hides it, so it is undefined         */
};

/* One fact, and its place in the source. */
typedef struct chatfmt_fact {
    uint32_t kind, flags;    /* chatfmt_fact_kind and CHATFMT_FACT_…                  */
    uint32_t line, column;   /* counted from 1, the column in bytes                   */
    uint32_t offset, length; /* the same place in bytes of the source as the engine
                                reads it                                              */
    chatfmt_slice text, name, with; /* borrowed from the survey */
} chatfmt_fact;

/*
 * Survey a template. Unknown filters and tests are facts here, not errors.
 *
 *   source   UTF-8; copied. NULL only with length 0.
 *   length   bytes of `source`.
 *   options  borrowed during the call; only flags, limits and allocator have an effect. NULL for
 *            the defaults.
 *   out      receives a survey, which the caller owns; free it with chatfmt_survey_free(). NULL
 *            on any error.
 *   error    may be NULL.
 *
 * Errors: SYNTAX with a place; LIMIT; INPUT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe; the survey is immutable.
 */
CHATFMT_API chatfmt_status chatfmt_survey_new(const char *source, size_t length,
                                              const chatfmt_source_options *options,
                                              chatfmt_survey **out, chatfmt_error *error);

/* Free a survey. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_survey_free(chatfmt_survey *survey);

/* The facts, in the order of the source; borrowed until the survey is freed. `count` receives
 * their number. O(1). */
CHATFMT_API const chatfmt_fact *chatfmt_survey_facts(const chatfmt_survey *survey,
                                                     size_t *count);
/* The variable of the context that a fact is about: for a READ the variable that is read, or
 * whose field is read; for a FUNCTION the variable that is called; for a MAYBE the variable that
 * may be read. Empty for other facts. Borrowed as the texts of the fact are. */
CHATFMT_API chatfmt_slice chatfmt_fact_variable(const chatfmt_fact *fact);
/* For a COMPARE with the role of a message, the text of the comparison; empty for other facts.
 * Borrowed as the texts of the fact are. */
CHATFMT_API chatfmt_slice chatfmt_fact_role(const chatfmt_fact *fact);
/* 1 when a fact reads or calls the variable `name` of the context, or may read it, else 0.
 * O(number of facts). */
CHATFMT_API int chatfmt_survey_reads(const chatfmt_survey *survey, chatfmt_slice name);

#ifdef __cplusplus
}
#endif

#endif
