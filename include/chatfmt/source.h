/* chatfmt/source.h - a template's source as a thing to work on: laid out anew so that it renders
 * as before.
 *
 *     char *text;
 *     size_t length;
 *     chatfmt_error error;
 *     if (!chatfmt_source_format(source, source_length, NULL, &text, &length, &error))
 *         fwrite(text, 1, length, stdout);
 *     chatfmt_text_free(text);
 */
#ifndef CHATFMT_SOURCE_H
#define CHATFMT_SOURCE_H

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
    uint32_t indent;              /* blanks a level; 0 = 4, CHATFMT_NO_INDENT = none           */
    uint32_t width;               /* wrap tags in lines that are longer, in bytes; 0 = lines
                                     inside of tags end where they did                         */
    uint32_t quotes;              /* chatfmt_quotes                                            */
    const chatfmt_limits *limits; /* source_bytes and depth count; NULL = defaults             */
    const chatfmt_allocator *allocator; /* of the work, not of the text; NULL = the C library's */
} chatfmt_source_options;

#define CHATFMT_SOURCE_OPTIONS_INIT {sizeof(chatfmt_source_options), 0, 0, 0, 0, NULL, NULL}

/*
 * Lay a template out anew: spacing inside of tags, quotes, and the white space between tags that
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

#ifdef __cplusplus
}
#endif

#endif
