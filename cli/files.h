/* cli/files.h - reading a whole file, or standard input. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_text {
    char *data; /* owned; free with file_free */
    size_t length;
} file_text;

/* Read `path`, or standard input for "-". On failure says why on stderr and returns false. */
bool file_read(const char *path, file_text *out);
void file_free(file_text *text);

#endif
