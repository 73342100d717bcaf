/* cli/model_uses.c - options that have no meaning for some models (model_uses.h). */
#include "model_uses.h"

#include <stdio.h>
#include <string.h>

bool model_uses(const chatfmt_model *model, const char *command, const char *path, uint32_t flags,
                const char *revision)
{
    const chatfmt_model_info *about = chatfmt_model_about(model);
    bool is_folder = !strcmp(about->kind, "folder");
    const char *option = revision && !about->revision.length               ? "--revision"
                         : flags & CHATFMT_MODEL_PROCESSOR && !is_folder ? "--processor"
                                                                         : NULL;
    if (!option) return true;
    fprintf(stderr, "chatfmt: %s: %s has no meaning with '%s', which is %s: leave it out\n",
            command, option, path,
            is_folder ? "a folder and not a repository in the Hub cache" : "one file");
    return false;
}
