/* cli/map_output.c - blocks of lines to a file, by a process of its own. See the header. */
#define _DEFAULT_SOURCE /* flock */
#include "map_output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_PAGE = 4096 };

static bool output_bad(const char *why)
{
    fprintf(stderr, "chatfmt: the output could not be written: %s\n", why);
    return false;
}

bool map_output_file(const char *path, bool anew, int *file)
{
    struct stat about;
    *file = open(path, O_RDWR | O_CREAT, 0666);
    if (*file < 0) {
        fprintf(stderr, "chatfmt: %s: %s\n", path, strerror(errno));
        return false;
    }
    if (fstat(*file, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    /* Best effort: file systems without locks are written all the same. */
    while (flock(*file, LOCK_EX) != 0 && errno == EINTR) {}
    if (!anew || ftruncate(*file, 0) == 0) return true;
    fprintf(stderr, "chatfmt: %s: %s\n", path, strerror(errno));
    close(*file);
    return false;
}

static bool output_write(int file, const char *data, size_t length)
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

/* The kernel copies page by page and may stop between two. So what goes in one call is lines that
 * end in this page, or else a single line. */
static size_t output_piece(uint64_t offset, const char *data, size_t length)
{
    size_t room = OUTPUT_PAGE - (size_t)(offset % OUTPUT_PAGE);
    if (length <= room) return length;
    for (size_t i = room; i-- > 0;)
        if (data[i] == '\n') return i + 1;
    const char *end = memchr(data, '\n', length);
    return end ? (size_t)(end - data) + 1 : length;
}

static bool output_lines(int file, uint64_t *offset, const char *data, size_t length)
{
    while (length) {
        size_t piece = output_piece(*offset, data, length);
        if (!output_write(file, data, piece)) return output_bad(strerror(errno));
        *offset += piece;
        data += piece;
        length -= piece;
    }
    return true;
}

/* All of `length` bytes, or false at the end of the pipe. */
static bool output_take(int pipe, void *out, size_t length)
{
    char *at = out;
    while (length) {
        ssize_t count = read(pipe, at, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += count;
        length -= (size_t)count;
    }
    return true;
}

/* The second process: blocks until the pipe ends, in the middle of one or not. */
static int output_serve(int pipe, int file)
{
    uint64_t length, offset, capacity = 0;
    char *data = NULL;
    off_t at = lseek(file, 0, SEEK_CUR);
    signal(SIGINT, SIG_IGN); /* they end the first process, and that ends this one */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    offset = at < 0 ? 0 : (uint64_t)at;
    while (output_take(pipe, &length, sizeof length)) {
        if (length > capacity) {
            free(data);
            capacity = length + length / 2;
            data = malloc((size_t)capacity);
            if (!data) return output_bad("out of memory"), 1;
        }
        if (!output_take(pipe, data, (size_t)length)) break;
        if (!output_lines(file, &offset, data, (size_t)length)) return 1;
    }
    free(data);
    if (close(file) != 0) return output_bad(strerror(errno)), 1;
    return 0;
}

bool map_output_begin(map_output *output, int file)
{
    struct stat about;
    int ends[2];
    *output = (map_output){.file = file, .pipe = -1, .writer = -1};
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    if (pipe(ends) != 0) return output_bad(strerror(errno));
    fflush(NULL);
    output->writer = fork();
    if (output->writer == 0) {
        close(ends[1]);
        int code = output_serve(ends[0], file);
        fflush(stderr);
        _exit(code);
    }
    close(ends[0]);
    if (output->writer < 0) {
        close(ends[1]);
        return output_bad(strerror(errno));
    }
    output->pipe = ends[1];
    signal(SIGPIPE, SIG_IGN); /* the other one has told why it ended */
    return true;
}

bool map_output_put(map_output *output, const char *data, size_t length)
{
    uint64_t head = length;
    if (output->pipe >= 0)
        return output_write(output->pipe, (const char *)&head, sizeof head) &&
               output_write(output->pipe, data, length);
    return output_write(output->file, data, length) || output_bad(strerror(errno));
}

bool map_output_end(map_output *output)
{
    int code = 0;
    if (output->file != STDOUT_FILENO && close(output->file) != 0 && output->pipe < 0)
        return output_bad(strerror(errno));
    if (output->pipe < 0) return true;
    close(output->pipe);
    output->pipe = -1;
    while (waitpid(output->writer, &code, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(code)) return output_bad("the process that writes was killed");
    return WIFEXITED(code) && WEXITSTATUS(code) == 0;
}
