/* cli/diff_side.c - opening one side of a comparison. */
#include "diff_side.h"

#include "show.h"

#include <string.h>

static bool diff_open_format(diff_side *side, const char *name, chatfmt_error *error)
{
    if (chatfmt_format_open(NULL, name, strlen(name), NULL, &side->format, error)) return false;
    side->what.format = side->format;
    return true;
}

bool diff_side_open(model_cache *models, diff_side *side, const char *path, const char *name)
{
    static const char prefix[] = "format:";
    chatfmt_error error, other;
    bool ok;
    *side = (diff_side){.what = CHATFMT_COMPARE_SIDE_INIT};
    if (name) side->what.chat_template = (chatfmt_slice){name, strlen(name)};
    if (!strncmp(path, prefix, sizeof prefix - 1)) {
        ok = diff_open_format(side, path + sizeof prefix - 1, &error);
    } else {
        side->what.model = model_cache_get(models, (chatfmt_slice){path, strlen(path)}, 0, &error);
        ok = side->what.model != NULL;
        if (!ok && error.status == CHATFMT_NOT_FOUND) ok = diff_open_format(side, path, &other);
    }
    if (!ok) show_error(NULL, &error);
    return ok;
}

void diff_side_close(diff_side *side)
{
    chatfmt_format_free(side->format);
}
