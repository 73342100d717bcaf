/* cli/formats_file.h - the formats of --formats-file. */
#ifndef CLI_FORMATS_FILE_H
#define CLI_FORMATS_FILE_H

#include "chatfmt/formats.h"

#include <stdbool.h>

/* Read formats of the user's; no path gives none. On failure says why and returns false. */
bool formats_file_load(const char *path, chatfmt_formats **out);

#endif
