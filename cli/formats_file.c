/* cli/formats_file.c - reads the user's formats. */
#include "formats_file.h"
#include "files.h"
#include "show.h"

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
