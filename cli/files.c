/* cli/files.c - reading a whole file, or standard input; replacing one. */
#define _XOPEN_SOURCE 700
#include "files.h"
#include "options.h"
#include "signals.h"

#include "chatfmt/files.h"
#include "chatfmt/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The most that is read at once. A device or a sparse file may go on for ever; what is larger
 * than this has no use as one text. Rows of data sets are read by map, which has no such bound. */
#define FILE_MOST ((size_t)256 << 20)

static bool file_grow(file_text *text, size_t *capacity)
{
    if (text->length < *capacity) return true;
    if (*capacity >= FILE_MOST) return false;
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
            errno = capacity >= FILE_MOST ? EFBIG : ENOMEM;
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

bool file_failed(const char *path)
{
    const char *is_text = errno == ENOENT && strpbrk(path, " <[{") ? FILE_IS_TEXT : "";
    fprintf(stderr, "chatfmt: %s: %s\n%s", file_name(path),
            errno == EISDIR ? FILE_IS_FOLDER : strerror(errno), is_text);
    return false;
}

int file_open(const char *path)
{
    if (strcmp(path, "-")) return open(path, O_RDONLY);
    if (isatty(STDIN_FILENO)) fputs("chatfmt: reading standard input; Ctrl-D ends it\n", stderr);
    return STDIN_FILENO;
}

bool file_read(const char *path, file_text *out)
{
    int file = file_open(path);
    *out = (file_text){NULL, 0};
    bool ok = file >= 0 && file_read_all(file, out);
    if (!ok && errno == EFBIG)
        fprintf(stderr, "chatfmt: %s: has more than 256 MiB\n", file_name(path));
    else if (!ok)
        file_failed(path);
    if (!ok) file_free(out);
    if (file > STDIN_FILENO) close(file);
    return ok;
}

bool file_is_stream(const char *path)
{
    struct stat about;
    return !strcmp(path, "-") ||
           (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

bool file_read_template(const char *path, file_text *out)
{
    struct stat about;
    bool folder = strcmp(path, "-") && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    *out = (file_text){NULL, 0};
    if (!folder && !file_read(path, out)) return false;
    const char *what = chatfmt_guess_template((chatfmt_slice){out->data, out->length});
    if (folder) what = "a folder";
    if (!what) return true;
    bool has = strcmp(path, "-") && !strstr(what, "without") && !strstr(what, "compressed");
    fprintf(stderr, "chatfmt: %s: is %s, not the file of a template%s%s%s%s\n", file_name(path),
            what, has ? "; did you mean " : "",
            !has ? "" : options_may_have("--model") ? "--model " : "chatfmt template show ",
            has ? path : "", has ? "?" : "");
    file_free(out);
    return false;
}

void file_free(file_text *text)
{
    free(text->data);
    *text = (file_text){NULL, 0};
}

const char *file_name(const char *path)
{
    return !strcmp(path, "-") ? "standard input" : *path ? path : "''";
}

bool file_is_blank(const char *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (data[i] != ' ' && data[i] != '\t' && data[i] != '\r' && data[i] != '\n') return false;
    return true;
}

bool file_flush(int file)
{
    int done;
    do done = fsync(file);
    while (done != 0 && errno == EINTR);
    return done == 0 || errno == EINVAL; /* not every file can be flushed */
}

bool file_write(int file, const char *data, size_t length)
{
    while (length) {
        ssize_t count = write(file, data, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        data += count;
        length -= (size_t)count;
    }
    return true;
}

/* Files of one folder are replaced one after the other, and it is looked through once. */
static bool file_is_beside_last(const char *path)
{
    static char last[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    bool same = last[0] && strlen(last + 1) == length && !memcmp(last + 1, path, length);
    if (length + 2 > sizeof last) return false;
    last[0] = '1';
    memcpy(last + 1, path, length);
    last[length + 1] = 0;
    return same;
}

bool file_replace(const char *path, const char *data, size_t length)
{
    sigset_t before;
    uint32_t flags = file_is_beside_last(path) ? CHATFMT_FILE_CLEANED : 0;
    bool waits = !file_is_stream(path); /* a pipe may have no reader for long */
    if (waits) signals_hold(&before);
    int code = chatfmt_file_replace(path, data, length, flags);
    if (code) fprintf(stderr, "chatfmt: %s: %s\n", path, strerror(code < 0 ? ENOMEM : code));
    if (waits) signals_let(&before);
    return code == 0;
}

bool file_create(const char *path, const char *data, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    bool ok = file >= 0 && file_write(file, data, length) && file_flush(file);
    if (!ok) file_failed(path);
    if (file >= 0) close(file);
    if (file >= 0 && !ok) unlink(path);
    return ok;
}
