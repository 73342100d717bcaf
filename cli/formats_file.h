/* cli/formats_file.h - the formats of --formats-file, and a format by its name. */
#ifndef CLI_FORMATS_FILE_H
#define CLI_FORMATS_FILE_H

#include "chatfmt/formats.h"

#include <stdbool.h>

/* Read formats of the user's; no path gives none. On failure says why and returns false. */
bool formats_file_load(const char *path, chatfmt_formats **out);

/* Open the format `name` of `formats` (NULL: the built-in ones), by chatfmt_format_open_styled() if
 * `styled`, and print its warning. On failure says why, with the nearest name that there is, and
 * returns false; *misused when there is no such name. */
bool formats_file_open(chatfmt_formats *formats, const char *name, bool styled, bool *misused,
                       chatfmt_format **out);

#endif
