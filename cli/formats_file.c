/* cli/formats_file.c - reads the user's formats, and opens formats by name. */
#include "formats_file.h"
#include "files.h"
#include "options.h"
#include "show.h"

#include "chatfmt/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    show_error(file_name(path), &error);
    chatfmt_formats_free(*out);
    *out = NULL;
    return false;
}

bool formats_file_open(chatfmt_formats *formats, const char *name, bool styled, bool *misused,
                       chatfmt_format **out)
{
    chatfmt_error error;
    char *text;
    if ((styled ? chatfmt_format_open_styled : chatfmt_format_open)(formats, name, strlen(name),
                                                                    NULL, out, &error)) {
        show_error(*name ? name : "''", &error);
        *misused = error.status == CHATFMT_NOT_FOUND;
        if (*misused && !access(name, F_OK) && options_may_have("--model"))
            fputs("    a file or folder has this name: --model takes it\n", stderr);
        if (*misused && !chatfmt_guess_format(formats, name).length)
            fputs("chatfmt: chatfmt formats list shows all of them\n", stderr);
        return false;
    }
    chatfmt_format_info about = chatfmt_format_about(*out);
    if (!chatfmt_report_format(name, &about, &text, NULL, NULL)) show_lines("", text);
    return true;
}
