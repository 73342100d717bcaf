/* cli/model_uses.h - options that have no meaning for some models. */
#ifndef CLI_MODEL_USES_H
#define CLI_MODEL_USES_H

#include "chatfmt/models.h"

#include <stdbool.h>

/* Whether the options of `command` by which the model at `path` was opened have a meaning for it:
 * a revision for a repository in the Hub cache, CHATFMT_MODEL_PROCESSOR for a folder. False after
 * saying on stderr which has none. */
bool model_uses(const chatfmt_model *model, const char *command, const char *path, uint32_t flags,
                const char *revision);

#endif
