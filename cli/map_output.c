/* cli/map_output.c - blocks of lines to a file, by a process of its own. See the header. */
#define _DEFAULT_SOURCE /* flock */
#include "map_output.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_PIECE = 1 << 19, OUTPUT_SLOTS = 4, OUTPUT_SLOT = 1 << 19 };

/* What the first process tells the second: write a slot, or keep it until the line is whole. */
typedef struct output_order {
    uint32_t slot, is_part;
    uint64_t length;
} output_order;

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
    /* A file that is empty stays as it is: what was cut off once is written through when closed. */
    if (fstat(*file, &about) != 0) about.st_size = 1;
    if (!anew || about.st_size == 0 || ftruncate(*file, 0) == 0) return true;
    fprintf(stderr, "chatfmt: %s: %s\n", path, strerror(errno));
    close(*file);
    return false;
}

/* What others see of the file while it grows is whole lines, but for the moment of one call. */
static size_t output_piece(const char *data, size_t length)
{
    if (length <= OUTPUT_PIECE) return length;
    for (size_t i = OUTPUT_PIECE; i-- > 0;)
        if (data[i] == '\n') return i + 1;
    const char *end = memchr(data, '\n', length);
    return end ? (size_t)(end - data) + 1 : length;
}

static bool output_lines(int file, const char *data, size_t length)
{
    while (length) {
        size_t piece = output_piece(data, length);
        if (!file_write(file, data, piece)) return output_bad(strerror(errno));
        data += piece;
        length -= piece;
    }
    return true;
}

/* ---- The second process ---- */

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

/* Lines that are longer than a slot come in parts. */
typedef struct output_line {
    char *data;
    size_t length;
} output_line;

static bool output_part(output_line *line, const char *data, size_t length)
{
    char *grown = realloc(line->data, line->length + length);
    if (!grown) return output_bad("out of memory");
    memcpy(grown + line->length, data, length);
    line->data = grown;
    line->length += length;
    return true;
}

static bool output_obey(int file, output_line *line, const char *data,
                        const output_order *order)
{
    size_t length = (size_t)order->length;
    if (!line->length && !order->is_part) return output_lines(file, data, length);
    if (!output_part(line, data, length)) return false;
    if (order->is_part) return true;
    bool ok = output_lines(file, line->data, line->length);
    line->length = 0;
    return ok;
}

/* Until the pipe ends. */
static int output_serve(const map_output *output)
{
    output_order order;
    output_line line = {NULL, 0};
    setpgid(0, 0); /* what is sent to all processes of a job is not for this one */
    signal(SIGINT, SIG_IGN); /* they end the first process, and that ends this one */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    while (output_take(output->orders, &order, sizeof order)) {
        const char *data = output->shared + (size_t)order.slot * OUTPUT_SLOT;
        if (!output_obey(output->file, &line, data, &order)) return 1;
        file_write(output->done, "", 1);
    }
    free(line.data);
    if (close(output->file) != 0) return output_bad(strerror(errno)), 1;
    return 0;
}

/* ---- The first process ---- */

static bool output_start(map_output *output, int orders[2], int done[2])
{
    fflush(NULL);
    output->writer = fork();
    if (output->writer < 0) return false;
    if (output->writer == 0) {
        close(orders[1]);
        close(done[0]);
        output->orders = orders[0];
        output->done = done[1];
        int code = output_serve(output);
        fflush(stderr);
        _exit(code);
    }
    setpgid(output->writer, output->writer);
    close(orders[0]);
    close(done[1]);
    output->orders = orders[1];
    output->done = done[0];
    signal(SIGPIPE, SIG_IGN); /* the other one has told why it ended */
    return true;
}

bool map_output_begin(map_output *output, int file)
{
    struct stat about;
    int orders[2], done[2];
    *output = (map_output){.file = file, .orders = -1, .done = -1, .writer = -1};
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    void *room = mmap(NULL, OUTPUT_SLOTS * OUTPUT_SLOT, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return output_bad(strerror(errno));
    output->shared = room;
    if (pipe(orders) == 0) {
        if (pipe(done) == 0) {
            if (output_start(output, orders, done)) return true;
            close(done[0]);
            close(done[1]);
        }
        close(orders[0]);
        close(orders[1]);
    }
    return output_bad(strerror(errno));
}

/* Waits until a slot is free. */
static bool output_piece_out(map_output *output, const char *data, size_t length, bool is_part)
{
    output_order order = {output->next, is_part, length};
    char freed;
    if (output->busy == OUTPUT_SLOTS) {
        if (!output_take(output->done, &freed, 1)) return false;
        output->busy--;
    }
    memcpy(output->shared + (size_t)output->next * OUTPUT_SLOT, data, length);
    output->next = (output->next + 1) % OUTPUT_SLOTS;
    output->busy++;
    return file_write(output->orders, (const char *)&order, sizeof order);
}

bool map_output_put(map_output *output, const char *data, size_t length)
{
    if (output->orders < 0)
        return file_write(output->file, data, length) || output_bad(strerror(errno));
    while (length) {
        size_t piece = length < OUTPUT_SLOT ? length : OUTPUT_SLOT, whole = piece;
        while (piece < length && whole > 0 && data[whole - 1] != '\n') whole--;
        bool is_part = whole == 0;
        if (!is_part) piece = whole;
        if (!output_piece_out(output, data, piece, is_part)) return false;
        data += piece;
        length -= piece;
    }
    return true;
}

bool map_output_end(map_output *output)
{
    int code = 0;
    if (output->file != STDOUT_FILENO && close(output->file) != 0 && output->orders < 0)
        return output_bad(strerror(errno));
    if (output->orders < 0) return true;
    close(output->orders);
    while (waitpid(output->writer, &code, 0) < 0 && errno == EINTR) {}
    close(output->done);
    munmap(output->shared, OUTPUT_SLOTS * OUTPUT_SLOT);
    if (WIFSIGNALED(code)) return output_bad("the process that writes was killed");
    return WIFEXITED(code) && WEXITSTATUS(code) == 0;
}
