/* cli/limits.h - limits by name, as --limit and batch requests give them. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "chatfmt/tokenizer.h"

#include <stdbool.h>

/* Set the limit called `name` to `value` (at least 1). False when there is none of that name, or
 * it cannot be so large. */
bool limits_set(chatfmt_limits *limits, chatfmt_slice name, uint64_t value);
/* The same of NAME=NUMBER: an option's value, with the limits as its target. */
bool limits_option(void *limits, const char *value);

/* How a tokenizer is loaded, and how its encoder works, within limits that the options borrow. */
chatfmt_tokenizer_options limits_of_tokenizer(const chatfmt_limits *limits);
chatfmt_encoder_options limits_of_encoder(const chatfmt_limits *limits);

/* Whether there is a limit of that name. */
bool limits_has(chatfmt_slice name);

#endif
