/* api/api_check.h - what the public functions do to their arguments before anything else.
 *
 * Only this floor checks what a user passes; below it, assertions.
 */
#ifndef CFT_API_CHECK_H
#define CFT_API_CHECK_H

#include "base/report.h"
#include "value/handle.h"

/*
 * Copy an options struct that begins with its size: fields that an older caller does not know are
 * zero, bytes that only a newer caller knows must be zero. `in` NULL gives all zero.
 * BAD_ARGUMENT, naming `what`, otherwise.
 */
chatfmt_status cft_api_options(void *out, size_t size, const void *in, const char *what,
                               chatfmt_error *error);

/*
 * Hand a result over into a caller's struct that begins with its size, which stays: of a caller
 * that knows less, the fields that it knows; what only a newer caller knows is zero.
 * BAD_ARGUMENT, naming `what`, when there is no struct or its size is not set.
 */
chatfmt_status cft_api_result(void *out, const void *own, size_t size, const char *what,
                              chatfmt_error *error);

/* BAD_ARGUMENT unless `text` is there or empty. */
chatfmt_status cft_api_text(const char *text, size_t length, const char *what,
                            chatfmt_error *error);

/* `given` (may be NULL, may be shorter) with zero fields taken from `base`, which has all. */
chatfmt_status cft_api_limits(const chatfmt_limits *given, const chatfmt_limits *base,
                              chatfmt_limits *out, chatfmt_error *error);

#endif
