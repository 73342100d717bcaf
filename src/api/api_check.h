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
 * BAD_ARGUMENT, naming `type`, the struct's name in C, otherwise; nothing is read of a struct whose
 * size is impossible.
 */
chatfmt_status cft_api_options(void *out, size_t size, const void *in, const char *type,
                               chatfmt_error *error);

/*
 * Hand a result over into a caller's struct that begins with its size, which stays: of a caller
 * that knows less, the fields that it knows; what only a newer caller knows is zero.
 * BAD_ARGUMENT when there is no struct, and, naming `type`, when its size is impossible.
 */
chatfmt_status cft_api_result(void *out, const void *own, size_t size, const char *type,
                              chatfmt_error *error);

/* BAD_ARGUMENT unless `text` is there or empty. */
chatfmt_status cft_api_text(const char *text, size_t length, const char *what,
                            chatfmt_error *error);

/* BAD_ARGUMENT, naming `what` (an argument, or TYPE.FIELD) and the bits, unless all are known. */
chatfmt_status cft_api_flags(uint32_t flags, uint32_t known, const char *what,
                             chatfmt_error *error);

/* BAD_ARGUMENT, naming `what` and both numbers, when `value` is more than `most`: for enums, and
 * with 0 for fields that are reserved. */
chatfmt_status cft_api_at_most(uint32_t value, uint32_t most, const char *what,
                               chatfmt_error *error);

/* `given` (may be NULL, may be shorter) with zero fields taken from `base`, which has all. */
chatfmt_status cft_api_limits(const chatfmt_limits *given, const chatfmt_limits *base,
                              chatfmt_limits *out, chatfmt_error *error);

#endif
