/* chatfmt/error.h - what helps against an error, and what it is about.
 *
 *     const char *remedy = chatfmt_error_remedy(&error);
 *     fprintf(stderr, "%s%s%s\n", error.text, remedy ? "; " : "", remedy ? remedy : "");
 *
 * These read the error alone: any thread, no memory, no errors. `error` may be NULL and may be of
 * any function. Cost: its text. The remedies' words may change, as those of errors.
 * chatfmt/report.h, which is experimental, also knows the conversation, and lays all of it out in
 * lines for people.
 */
#ifndef CHATFMT_ERROR_H
#define CHATFMT_ERROR_H

#include "chatfmt/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What helps, where the text of the error, which may be the reference's, does not say it: for one
 * with the path "tools" what tools have to be, for a string that is not closed that it is not. What
 * changes it is between backquotes: `fit` is --fit of the program, fit= of Python, and in C the
 * field of that name, `fix` null-to-empty the flag CHATFMT_APPLY_NULL_TO_EMPTY, `seed` the field
 * with CHATFMT_APPLY_SEED. Static; NULL when nothing is known. */
CHATFMT_API const char *chatfmt_error_remedy(const chatfmt_error *error);

/* The name of the variable without a value that an error is about. Borrowed from `error`; no bytes
 * when it is about none. */
CHATFMT_API chatfmt_slice chatfmt_error_variable(const chatfmt_error *error);

/* The name of the limit that was reached, as chatfmt_limits_set() of chatfmt/request.h knows it.
 * Borrowed; no bytes when none was. */
CHATFMT_API chatfmt_slice chatfmt_error_limit(const chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
