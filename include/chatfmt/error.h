/* chatfmt/error.h - what helps against an error, and which variable or limit it is about.
 *
 *     const char *remedy = chatfmt_error_remedy(&error);
 *     fprintf(stderr, "%s%s%s\n", error.text, remedy ? "; " : "", remedy ? remedy : "");
 *
 * These functions read only the error, which may come from any function of the library. `error` may
 * be NULL. They can be called in any thread, take no memory and cannot fail. Cost: O(length of the
 * error's text). The words of a remedy may change, as the words of an error may.
 *
 * chatfmt/report.h, which is experimental, also uses the conversation, and writes errors in lines
 * for people.
 */
#ifndef CHATFMT_ERROR_H
#define CHATFMT_ERROR_H

#include "chatfmt/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What helps against an error, when the error's text does not say it. (The text may be that of
 * the reference.) For example, for an error with the path "tools" it says what tools have to be,
 * and for a string that is not closed it says so.
 *
 * Things to change are between backquotes. They have the names of options of the program and of
 * arguments of Python. In C they are:
 *
 *   `fit`, `max_length`   fields of chatfmt_prompt_options
 *   `fix` null-to-empty   the flag CHATFMT_APPLY_NULL_TO_EMPTY
 *   fix fit-arguments     the flag CHATFMT_APPLY_FIT_ARGUMENTS
 *   `seed`                the field of chatfmt_apply_options, with the flag CHATFMT_APPLY_SEED
 *   `allow` row-templates leave out the flag CHATFMT_APPLY_DATA_TEMPLATE
 *
 * `column`, `columns` and `strict` are options for rows of data sets.
 *
 * Returns a static text that ends with a NUL; NULL when nothing is known.
 */
CHATFMT_API const char *chatfmt_error_remedy(const chatfmt_error *error);

/* The name of the variable that has no value, when the error is about one; otherwise empty.
 * Borrowed from `error`. */
CHATFMT_API chatfmt_slice chatfmt_error_variable(const chatfmt_error *error);

/* The name of the limit that was reached, as chatfmt_limits_set() of chatfmt/request.h accepts
 * it; empty when the error is not about a limit. Borrowed from `error`. */
CHATFMT_API chatfmt_slice chatfmt_error_limit(const chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
