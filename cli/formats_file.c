/* cli/formats_file.c - reads the user's formats, and opens formats by name. */
#include "formats_file.h"
#include "files.h"
#include "show.h"
#include "suggest.h"

#include <stdio.h>
#include <string.h>

bool formats_file_load(const char *path, chatfmt_formats **out)
{
    chatfmt_error error;
    file_text text = {NULL, 0};
    *out = NULL;
    if (!path) return true;
    if (!file_read(path, &text)) return false;
    bool ok = !chatfmt_formats_new(NULL, out, &error) &&
              !chatfmt_formats_add(*out, text.data, text.length, 0, &error);
    file_free(&text);
    if (ok) return true;
    show_error(path, &error);
    chatfmt_formats_free(*out);
    *out = NULL;
    return false;
}

/* Whether a system is what comes before the slash. */
static bool formats_file_is_system(chatfmt_slice system, const char *name, const char *slash)
{
    return slash && (size_t)(slash - name) == system.length &&
           !memcmp(name, system.data, system.length);
}

/* The system that may stand in front of a name is left out of the comparison; what follows no
 * system may be a model's, so that it only counts as the very name of a format. */
static void formats_file_suggest(chatfmt_formats *formats, const char *name)
{
    suggestion near;
    const char *slash = strchr(name, '/'), *word = slash ? slash + 1 : name;
    bool system = !slash;
    suggestion_start(&near, word, strlen(word));
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++)
        system |= formats_file_is_system(chatfmt_formats_info(formats, i).system, name, slash);
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++) {
        chatfmt_slice known = chatfmt_formats_info(formats, i).name;
        if (system || chatfmt_slice_is(known, word))
            suggestion_offer(&near, known.data, known.length);
    }
    fprintf(stderr, "chatfmt: %s%s%s\n", near.name[0] ? "did you mean " : "chatfmt formats list ",
            near.name, near.name[0] ? "?" : "shows all of them");
}

/* Which format it is, where that is not its name, or where something is to be known about it. */
static void formats_file_tell(const char *name, chatfmt_format_info info)
{
    const char *slash = strchr(name, '/'), *word = slash ? slash + 1 : name;
    bool same = chatfmt_slice_is(info.name, word);
    if (same && (!slash || formats_file_is_system(info.system, name, slash)) &&
        !info.warning.length)
        return;
    fprintf(stderr, "chatfmt: %s: the format %.*s/%.*s is used%s%.*s\n", name,
            (int)info.system.length, info.system.data, (int)info.name.length, info.name.data,
            info.warning.length ? "; " : "", (int)info.warning.length, info.warning.data);
}

bool formats_file_open(chatfmt_formats *formats, const char *name, bool *misused,
                       chatfmt_format **out)
{
    chatfmt_error error;
    if (chatfmt_format_open(formats, name, strlen(name), NULL, out, &error)) {
        show_error(name, &error);
        *misused = error.status == CHATFMT_NOT_FOUND;
        if (*misused) formats_file_suggest(formats, name);
        return false;
    }
    formats_file_tell(name, chatfmt_format_about(*out));
    return true;
}
