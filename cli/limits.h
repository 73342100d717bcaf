/* cli/limits.h - limits by name, as --limit and batch requests give them. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "chatfmt/base.h"

#include <stdbool.h>

/* Set the limit called `name` to `value` (at least 1). False when there is none of that name, or
 * it cannot be so large. */
bool limits_set(chatfmt_limits *limits, chatfmt_slice name, uint64_t value);

/* Whether there is a limit of that name. */
bool limits_has(chatfmt_slice name);

#endif
