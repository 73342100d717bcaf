/* cli/files.c - reading a whole file, or standard input. */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool file_grow(file_text *text, size_t *capacity)
{
    if (text->length < *capacity) return true;
    if (*capacity > SIZE_MAX / 4) return false;
    size_t larger = *capacity ? *capacity * 2 : 1 << 16;
    char *grown = realloc(text->data, larger);
    if (!grown) return false;
    text->data = grown;
    *capacity = larger;
    return true;
}

static bool file_read_all(int file, file_text *out)
{
    size_t capacity = 0;
    for (;;) {
        if (!file_grow(out, &capacity)) {
            errno = ENOMEM;
            return false;
        }
        ssize_t count = read(file, out->data + out->length, capacity - out->length);
        if (count == 0) return true;
        if (count > 0)
            out->length += (size_t)count;
        else if (errno != EINTR)
            return false;
    }
}

bool file_read(const char *path, file_text *out)
{
    bool is_stdin = !strcmp(path, "-");
    int file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
    *out = (file_text){NULL, 0};
    bool ok = file >= 0 && file_read_all(file, out);
    if (!ok) {
        fprintf(stderr, "chatfmt: %s: %s\n", is_stdin ? "standard input" : path,
                strerror(errno));
        file_free(out);
    }
    if (!is_stdin && file >= 0) close(file);
    return ok;
}

void file_free(file_text *text)
{
    free(text->data);
    *text = (file_text){NULL, 0};
}
