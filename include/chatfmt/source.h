/* chatfmt/source.h - a template's source as a thing to work on: formatted so that it renders
 * as before.
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

/* What becomes of the quotes of strings that hold neither quotes nor backslashes. */
typedef enum chatfmt_quotes {
    CHATFMT_QUOTES_SINGLE = 0, /* 'text': needs no escapes inside of JSON */
    CHATFMT_QUOTES_DOUBLE = 1,
    CHATFMT_QUOTES_KEEP = 2
} chatfmt_quotes;

#define CHATFMT_NO_INDENT UINT32_MAX

typedef struct chatfmt_source_options {
    size_t struct_size;           /* set by CHATFMT_SOURCE_OPTIONS_INIT                        */
    uint32_t flags;               /* CHATFMT_COMPILE_…: how the template will be compiled;
                                     unknown bits are refused                                  */
    uint32_t indent;              /* spaces a level; 0 = 4, CHATFMT_NO_INDENT = none           */
    uint32_t width;               /* wrap tags in lines that are longer, in bytes; 0 = lines
                                     inside of tags end where they did                         */
    uint32_t quotes;              /* chatfmt_quotes                                            */
    const chatfmt_limits *limits; /* source_bytes and depth count; NULL = defaults             */
    const chatfmt_allocator *allocator; /* of the work, not of the text; NULL = the C library's */
} chatfmt_source_options;

#define CHATFMT_SOURCE_OPTIONS_INIT {sizeof(chatfmt_source_options), 0, 0, 0, 0, NULL, NULL}

/*
 * Format a template: spacing inside of tags, quotes, and the white space between tags that
 * does not reach the output. Both texts are compiled, and must be the same program: the same
 * instructions with the same constants, so that whatever is rendered is the same. Formatting the
 * result once more gives the result.
 *
 *   source   UTF-8, `length` bytes; borrowed during the call.
 *   options  NULL for the defaults.
 *   text     receives an owned text, followed by a NUL; free with chatfmt_text_free(). NULL on
 *            any error.
 *   written  receives its bytes; may be NULL.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_template_compile(); UNSUPPORTED when the two would not be the same
 *         program, which is a fault of the formatter: the template stays as it is.
 * Threads: safe.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_source_format(const char *source, size_t length,
                                                 const chatfmt_source_options *options,
                                                 char **text, size_t *written,
                                                 chatfmt_error *error);

/* ---- Surveying --------------------------------------------------------------------------- */

/* What a template reads, compares, calls and can write, found in its source without running it. */
typedef struct chatfmt_survey chatfmt_survey;

typedef enum chatfmt_fact_kind {
    CHATFMT_FACT_READ = 1,       /* a variable of the context, or a field: `text` is its path, such
                                    as messages[].content; reported once, at its first place */
    CHATFMT_FACT_LITERAL = 2,    /* `text` can reach the prompt */
    CHATFMT_FACT_COMPARE = 3,    /* the value at the path `text` is compared with the text `with`;
                                    `name` says how: ==, !=, contains, lacks, in, <, a method or a
                                    test                                                          */
    CHATFMT_FACT_FILTER = 4,     /* `name` is called, on the value at the path `text` if known */
    CHATFMT_FACT_TEST = 5,
    CHATFMT_FACT_FUNCTION = 6,
    CHATFMT_FACT_METHOD = 7,
    CHATFMT_FACT_LOADER = 8,     /* `name` is include, import, from or extends */
    CHATFMT_FACT_GENERATION = 9, /* a {% generation %} */
    CHATFMT_FACT_ATTRIBUTE = 10, /* the attribute `name` of the namespace `with` is read; only
                                    where it is REFUSED                                           */
    CHATFMT_FACT_MAYBE = 11      /* `name` is read, which the template sets, but perhaps only in a
                                    block or later: it may be a variable of the context;
                                    reported once                                                 */
} chatfmt_fact_kind;

/* Flags of facts. */
enum {
    CHATFMT_FACT_TEXT = 1,       /* LITERAL: outside of tags, as it is                         */
    CHATFMT_FACT_RAISED = 2,     /* LITERAL: an error's message, not the prompt */
    CHATFMT_FACT_CONTENT = 4,    /* COMPARE: with what users or models have written. LITERAL: only
                                    where that holds the text `with` */
    CHATFMT_FACT_GENERATED = 8,  /* inside of {% generation %} */
    CHATFMT_FACT_CAPTURED = 16,  /* inside of a macro, call, block set, filter block or recursive
                                    loop */
    CHATFMT_FACT_UNKNOWN = 32,   /* FILTER, TEST: there is none of this name */
    CHATFMT_FACT_REFUSED = 64    /* METHOD: the sandbox refuses it, on lists and objects. ATTRIBUTE:
                                    the sandbox hides it, so it is undefined                      */
};

typedef struct chatfmt_fact {
    uint32_t kind, flags;
    uint32_t line, column;   /* from 1; the column in bytes */
    uint32_t offset, length; /* the same place in the normalised source */
    chatfmt_slice text, name, with; /* borrowed from the survey */
} chatfmt_fact;

/*
 * Survey a template. Unknown filters and tests are facts, not errors.
 *
 *   source   UTF-8, `length` bytes; copied.
 *   options  NULL for the defaults; flags, limits and allocator count.
 *   out      receives an owned survey; free with chatfmt_survey_free(). NULL on any error.
 *
 * Errors: SYNTAX with a place; LIMIT; INPUT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe; the survey is immutable.
 */
CHATFMT_API chatfmt_status chatfmt_survey_new(const char *source, size_t length,
                                              const chatfmt_source_options *options,
                                              chatfmt_survey **out, chatfmt_error *error);

/* Free a survey and all that was borrowed from it; NULL is allowed. */
CHATFMT_API void chatfmt_survey_free(chatfmt_survey *survey);

/* The facts in the order of the source. O(1). */
CHATFMT_API const chatfmt_fact *chatfmt_survey_facts(const chatfmt_survey *survey,
                                                     size_t *count);
/* The variable of the context that a READ reads, or a field of it, that a FUNCTION calls, or that a
 * MAYBE may read; no bytes for other facts. Borrowed as the fact's texts are. */
CHATFMT_API chatfmt_slice chatfmt_fact_variable(const chatfmt_fact *fact);
/* The text that the role of a message is compared with by a COMPARE; no bytes for other facts.
 * Borrowed as the fact's texts are. */
CHATFMT_API chatfmt_slice chatfmt_fact_role(const chatfmt_fact *fact);
/* 1 when a fact reads or calls the variable `name` of the context, or may read it, else 0.
 * O(facts). */
CHATFMT_API int chatfmt_survey_reads(const chatfmt_survey *survey, chatfmt_slice name);

#ifdef __cplusplus
}
#endif

#endif
