/* cli/json_file.h - a file of JSON, and the conversation in one. */
#ifndef CLI_JSON_FILE_H
#define CLI_JSON_FILE_H

#include "files.h"

#include "chatfmt/chatfmt.h"

/* Read `path`, or standard input for "-", as JSON. `text` takes the bytes, which the value points
 * into. On failure says why on stderr and returns false; `text` is to be freed in any case. */
bool json_file_read(const char *path, chatfmt_values *values, file_text *text,
                    chatfmt_value *out);

/* The same for a conversation. What it can hardly be meant as is remarked on stderr: an object that
 * is a single message, or a row of a data set. */
bool json_file_read_conversation(const char *path, chatfmt_values *values, file_text *text,
                                 chatfmt_value *out);

#endif
