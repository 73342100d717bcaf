/* cli/json_file.h - a file of JSON. */
#ifndef CLI_JSON_FILE_H
#define CLI_JSON_FILE_H

#include "files.h"

#include "chatfmt/chatfmt.h"

/* Whether JSON itself is in the place of a file's name, as in --tools '[…]': it begins as an array
 * or object. */
bool json_file_is_text(const char *path);

/* Read `path`, or standard input for "-", or the text itself, as JSON. `text` takes the bytes,
 * which the value points into. On failure says why on stderr, of the text as of `what` ("--tools"),
 * and returns false; `text` is to be freed in any case. */
bool json_file_read(const char *path, const char *what, chatfmt_values *values, file_text *text,
                    chatfmt_value *out);

#endif
