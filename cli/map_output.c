/* cli/map_output.c - blocks of lines to a file, by a process of its own. See the header. */
#define _GNU_SOURCE /* flock, fallocate */
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

/* A slot goes out when so much is in it: each time both processes are woken, which takes as long as
 * to copy a hundred kilobytes. */
enum { OUTPUT_SLOTS = 2, OUTPUT_SLOT = 1 << 20, OUTPUT_ENOUGH = OUTPUT_SLOT / 4 * 3 };

/* Room on the disk is taken in pieces of this size at most. */
enum { OUTPUT_AHEAD = 1 << 26 };

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
    if (length <= OUTPUT_SLOT) return length;
    for (size_t i = OUTPUT_SLOT; i-- > 0;)
        if (data[i] == '\n') return i + 1;
    const char *end = memchr(data, '\n', length);
    return end ? (size_t)(end - data) + 1 : length;
}

/* ---- The second process ---- */

/* Where the lines go, and what is at hand of them. */
typedef struct output_file {
    int file;
    bool reserves;
    off_t at, reserved; /* where the next line goes, and where the room taken ahead of it ends */
    char *line;         /* lines that are longer than a slot come in parts */
    size_t line_length;
} output_file;

/* Takes room on the disk for what comes, as much as there is already: the kernel looks for it once
 * and not for each page. Where this is not possible, it is not needed either. */
static void output_reserve(output_file *f, size_t length)
{
#ifdef __linux__
    off_t end = f->at + (off_t)length, more = end < OUTPUT_AHEAD ? end : OUTPUT_AHEAD;
    if (!f->reserves || end <= f->reserved) return;
    f->reserves = fallocate(f->file, FALLOC_FL_KEEP_SIZE, f->at, end - f->at + more) == 0;
    if (f->reserves) f->reserved = end + more;
#else
    (void)f;
    (void)length;
#endif
}

/* Gives back what was too much. */
static void output_release(output_file *f)
{
    struct stat about;
    if (!f->reserved || fstat(f->file, &about) != 0 || about.st_size >= f->reserved) return;
    if (ftruncate(f->file, about.st_size) != 0) return; /* the lines are there all the same */
}

static bool output_lines(output_file *f, const char *data, size_t length)
{
    while (length) {
        size_t piece = output_piece(data, length);
        output_reserve(f, piece);
        if (!file_write(f->file, data, piece)) return output_bad(strerror(errno));
        f->at += (off_t)piece;
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

static bool output_part(output_file *f, const char *data, size_t length)
{
    char *grown = realloc(f->line, f->line_length + length);
    if (!grown) return output_bad("out of memory");
    memcpy(grown + f->line_length, data, length);
    f->line = grown;
    f->line_length += length;
    return true;
}

static bool output_obey(output_file *f, const char *data, const output_order *order)
{
    size_t length = (size_t)order->length;
    if (!f->line_length && !order->is_part) return output_lines(f, data, length);
    if (!output_part(f, data, length)) return false;
    if (order->is_part) return true;
    bool ok = output_lines(f, f->line, f->line_length);
    f->line_length = 0;
    return ok;
}

/* Until the pipe ends. */
static int output_serve(const map_output *output)
{
    output_order order;
    output_file f = {.file = output->file, .at = lseek(output->file, 0, SEEK_CUR)};
    f.reserves = f.file != STDOUT_FILENO && f.at >= 0; /* a file that is ours alone */
    setpgid(0, 0); /* what is sent to all processes of a job is not for this one */
    signal(SIGINT, SIG_IGN); /* they end the first process, and that ends this one */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    while (output_take(output->orders, &order, sizeof order)) {
        const char *data = output->shared + (size_t)order.slot * OUTPUT_SLOT;
        if (!output_obey(&f, data, &order)) return 1;
        file_write(output->done, "", 1);
    }
    free(f.line);
    output_release(&f);
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

/* The slot that comes next is free, or will be after a wait. */
static bool output_slot_free(map_output *output)
{
    char freed;
    if (output->busy < OUTPUT_SLOTS) return true;
    if (!output_take(output->done, &freed, 1)) return false;
    output->busy--;
    return true;
}

/* What is in the slot goes out; the next one is free then. */
static bool output_send(map_output *output, bool is_part)
{
    output_order order = {output->next, is_part, output->filled};
    if (!output->filled) return true;
    output->next = (output->next + 1) % OUTPUT_SLOTS;
    output->busy++;
    output->filled = 0;
    return file_write(output->orders, (const char *)&order, sizeof order);
}

char *map_output_room(map_output *output, size_t wanted)
{
    if (output->orders < 0 || wanted > OUTPUT_SLOT) return NULL;
    if (wanted > OUTPUT_SLOT - output->filled && !output_send(output, false)) return NULL;
    if (!output_slot_free(output)) return NULL;
    return output->shared + (size_t)output->next * OUTPUT_SLOT + output->filled;
}

/* So much of the lines as fits into the slot, which has room for a byte at least: whole lines, or
 * a part of a line that is longer than a slot. */
static bool output_piece_in(map_output *output, const char *data, size_t length, size_t *taken)
{
    size_t room = OUTPUT_SLOT - output->filled, piece = length < room ? length : room;
    size_t whole = piece;
    bool is_part = false;
    char *to = output->shared + (size_t)output->next * OUTPUT_SLOT + output->filled;
    if (!output_slot_free(output)) return false;
    while (piece < length && whole > 0 && data[whole - 1] != '\n') whole--;
    if (whole) piece = whole;
    else if (output->filled) piece = 0;
    else is_part = true;
    if (piece && data != to) memmove(to, data, piece);
    output->filled += piece;
    *taken = piece;
    return (piece == length && output->filled < OUTPUT_ENOUGH) || output_send(output, is_part);
}

bool map_output_put(map_output *output, const char *data, size_t length)
{
    if (output->orders < 0)
        return file_write(output->file, data, length) || output_bad(strerror(errno));
    while (length) {
        size_t taken;
        if (!output_piece_in(output, data, length, &taken)) return false;
        data += taken;
        length -= taken;
    }
    return true;
}

bool map_output_flush(map_output *output)
{
    return output->orders < 0 || output_send(output, false);
}

bool map_output_end(map_output *output)
{
    int code = 0;
    if (output->file != STDOUT_FILENO && close(output->file) != 0 && output->orders < 0)
        return output_bad(strerror(errno));
    if (output->orders < 0) return true;
    map_output_flush(output); /* if it fails, the other one has told why */
    close(output->orders);
    while (waitpid(output->writer, &code, 0) < 0 && errno == EINTR) {}
    close(output->done);
    munmap(output->shared, OUTPUT_SLOTS * OUTPUT_SLOT);
    if (WIFSIGNALED(code)) return output_bad("the process that writes was killed");
    return WIFEXITED(code) && WEXITSTATUS(code) == 0;
}
