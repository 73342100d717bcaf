/* cli/files.h - reading a whole file, or standard input; replacing one. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_text {
    char *data; /* owned; free with file_free */
    size_t length;
} file_text;

/* Open `path` for reading, or for "-" standard input, where a terminal shows that it is read. On
 * failure -1, and errno says why. */
int file_open(const char *path);

/* Read `path`, or standard input for "-". On failure says why on stderr and returns false. */
bool file_read(const char *path, file_text *out);
void file_free(file_text *text);

/* The same for a template, which a folder cannot be: says that it may be a model. */
bool file_read_template(const char *path, file_text *out);

#define FILE_IS_FOLDER "names a folder, where a file is expected" /* is, or has a '/' last */
#define FILE_IS_TEXT \
    "    this is taken as a file's name: text itself is in a file, or comes on standard input\n"
/* Say on stderr what errno says of `path`; false. */
bool file_failed(const char *path);

/* Standard input ("-"), a pipe or a device: what is read once, and so is no model. */
bool file_is_stream(const char *path);

/* What messages call that file. */
const char *file_name(const char *path);

/* Whether there is nothing but what JSON takes for white space. */
bool file_is_blank(const char *data, size_t length);

/* Write all of it to an open file. On failure errno says why. */
bool file_write(int file, const char *data, size_t length);

/* What was written to an open file goes to its disk. On failure errno says why. */
bool file_flush(int file);

/* Make `path`, or the file that it links to, hold these bytes: written beside it, then renamed over
 * it, so that it is the old file or the new one at any moment. Keeps the permissions. A signal
 * that ends the program waits until that is done. On failure says why on stderr and returns
 * false. */
bool file_replace(const char *path, const char *data, size_t length);

/* Make a new file; none is left when it cannot be written. On failure, as when there is one of the
 * name, says why on stderr and returns false. */
bool file_create(const char *path, const char *data, size_t length);

#endif
