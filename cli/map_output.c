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

/* After the slots both share where the last whole line, or block, ends in the file. */
enum { OUTPUT_SHARED = OUTPUT_SLOTS * OUTPUT_SLOT + sizeof(uint64_t) };

/* What the first process asks of the second: to write a slot; to keep it until the line is whole;
 * to take an empty output for all there is. */
typedef enum output_what { OUTPUT_LINES, OUTPUT_PART, OUTPUT_EMPTY } output_what;

typedef struct output_order {
    uint32_t slot, what;
    uint64_t length;
} output_order;

static volatile uint64_t *output_whole(const map_output *output)
{
    void *end = output->shared + (size_t)OUTPUT_SLOTS * OUTPUT_SLOT;
    return end;
}

static bool output_bad(const char *why)
{
    fprintf(stderr, "chatfmt: the output could not be written: %s\n", why);
    return false;
}

/* Readers of the growing file see whole lines, except briefly during one write. */
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
    const map_output *output;
    bool is_ready;
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

/* Bytes at the end of what was written that are no whole line, or no whole block. */
static size_t output_surplus(const output_file *f, const char *data, size_t written)
{
    size_t whole = f->output->in_blocks ? 0 : written;
    while (whole && data[whole - 1] != '\n') whole--;
    return written - whole;
}

/* The system gave up after so many bytes of the piece: the file is to end where a line does. What
 * another process has written after it is not touched. */
static void output_cut(output_file *f, const char *data, size_t written)
{
    struct stat about;
    size_t surplus = output_surplus(f, data, written);
    off_t end = lseek(f->file, 0, SEEK_CUR);
    if (end < 0 || fstat(f->file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size != end)
        return;
    int done;
    do done = ftruncate(f->file, end - (off_t)surplus);
    while (done != 0 && errno == EINTR);
    if (done == 0) *output_whole(f->output) = (uint64_t)(end - (off_t)surplus);
}

static bool output_write(output_file *f, const char *data, size_t length)
{
    size_t written = 0;
    while (written < length) {
        ssize_t count = write(f->file, data + written, length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            output_bad(strerror(errno));
            output_cut(f, data, written);
            return false;
        }
        written += (size_t)count;
    }
    f->at += (off_t)length;
    *output_whole(f->output) = (uint64_t)f->at;
    return true;
}

static bool output_ready(output_file *f)
{
    if (f->is_ready || !f->output->ready) return true;
    f->is_ready = true;
    return f->output->ready(f->output->context);
}

static bool output_lines(output_file *f, const char *data, size_t length)
{
    while (length) {
        size_t piece = f->output->in_blocks ? length : output_piece(data, length);
        output_reserve(f, piece);
        if (!output_write(f, data, piece) || !output_ready(f)) return false;
        data += piece;
        length -= piece;
    }
    return true;
}

typedef enum output_took { OUTPUT_END, OUTPUT_TOOK, OUTPUT_FAILED } output_took;

/* All of `length` bytes, if the pipe does not end before. */
static output_took output_take(int pipe, void *out, size_t length)
{
    char *at = out;
    while (length) {
        ssize_t count = read(pipe, at, length);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) return OUTPUT_END;
        if (count < 0) return output_bad(strerror(errno)), OUTPUT_FAILED;
        at += count;
        length -= (size_t)count;
    }
    return OUTPUT_TOOK;
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
    if (order->what == OUTPUT_EMPTY) return output_ready(f);
    if (!f->line_length && order->what == OUTPUT_LINES) return output_lines(f, data, length);
    if (!output_part(f, data, length)) return false;
    if (order->what == OUTPUT_PART) return true;
    bool ok = output_lines(f, f->line, f->line_length);
    f->line_length = 0;
    return ok;
}

/* Until the pipe ends. */
static int output_serve(const map_output *output)
{
    output_order order;
    output_file f = {
        .file = output->file, .at = lseek(output->file, 0, SEEK_CUR), .output = output};
    f.reserves = f.file != STDOUT_FILENO && f.at >= 0; /* a file that is ours alone */
    setpgid(0, 0); /* what is sent to all processes of a job is not for this one */
    signal(SIGINT, SIG_IGN); /* they end the first process, and that ends this one */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported as a full disk is */
    signal(SIGPIPE, SIG_IGN);
    output_took took;
    while ((took = output_take(output->orders, &order, sizeof order)) == OUTPUT_TOOK) {
        const char *data = output->shared + (size_t)order.slot * OUTPUT_SLOT;
        if (!output_obey(&f, data, &order)) return free(f.line), 1;
        file_write(output->done, "", 1);
    }
    free(f.line);
    output_release(&f);
    if (close(output->file) != 0) return output_bad(strerror(errno)), 1;
    return took == OUTPUT_FAILED;
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
    signal(SIGPIPE, SIG_IGN); /* the other one has said why it ended */
    return true;
}

bool map_output_begin(map_output *output, int file)
{
    struct stat about;
    int orders[2], done[2];
    output->file = file;
    output->orders = output->done = -1;
    output->writer = -1;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    void *room = mmap(NULL, OUTPUT_SHARED, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                      0);
    if (room == MAP_FAILED) return output_bad(strerror(errno));
    output->shared = room;
    *output_whole(output) = (uint64_t)lseek(file, 0, SEEK_CUR);
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
    output->gave_up |= output_take(output->done, &freed, 1) != OUTPUT_TOOK;
    output->busy--;
    return !output->gave_up;
}

/* What is in the slot goes out; the next one is free then. */
static bool output_send(map_output *output, output_what what)
{
    output_order order = {output->next, what, output->filled};
    if (output->gave_up) return false; /* what comes after a piece that is missing has no place */
    if (!output->filled && what != OUTPUT_EMPTY) return true;
    output->sent = true;
    output->next = (output->next + 1) % OUTPUT_SLOTS;
    output->busy++;
    output->filled = 0;
    output->gave_up |= !file_write(output->orders, (const char *)&order, sizeof order);
    return !output->gave_up;
}

char *map_output_room(map_output *output, size_t wanted)
{
    if (output->orders < 0 || wanted > OUTPUT_SLOT) return NULL;
    if (wanted > OUTPUT_SLOT - output->filled && !output_send(output, OUTPUT_LINES)) return NULL;
    if (!output_slot_free(output)) return NULL;
    return output->shared + (size_t)output->next * OUTPUT_SLOT + output->filled;
}

/* How much of the lines goes into the slot: whole lines, or a part of a line or a block that is
 * longer than a slot. */
static size_t output_fitting(const map_output *output, const char *data, size_t length,
                             output_what *what)
{
    size_t room = OUTPUT_SLOT - output->filled, piece = length < room ? length : room;
    size_t whole = piece;
    *what = OUTPUT_LINES;
    if (output->in_blocks || piece == length) {
        if (piece < length) *what = OUTPUT_PART;
        return piece;
    }
    while (whole > 0 && data[whole - 1] != '\n') whole--;
    if (whole) return whole;
    if (output->filled) return 0;
    *what = OUTPUT_PART;
    return piece;
}

/* Takes so much as fits into the slot, which has room for a byte at least. */
static bool output_piece_in(map_output *output, const char *data, size_t length, size_t *taken)
{
    output_what what;
    if (!output_slot_free(output)) return false;
    size_t piece = output_fitting(output, data, length, &what);
    char *to = output->shared + (size_t)output->next * OUTPUT_SLOT + output->filled;
    if (piece && data != to) memmove(to, data, piece);
    output->filled += piece;
    *taken = piece;
    bool waits = piece == length && output->filled < OUTPUT_ENOUGH && !output->in_blocks;
    return waits || output_send(output, what);
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
    return output->orders < 0 || output_send(output, OUTPUT_LINES);
}

/* No process is left that could cut off what was half written. */
static bool output_killed(const map_output *output)
{
    if (output->file != STDOUT_FILENO &&
        ftruncate(output->file, (off_t)*output_whole(output)) != 0)
        output_bad(strerror(errno));
    return output_bad("the process that writes was killed");
}

bool map_output_end(map_output *output, bool ok)
{
    int code = 0;
    bool own = output->file != STDOUT_FILENO;
    if (output->orders < 0)
        return !own || close(output->file) == 0 || output_bad(strerror(errno));
    map_output_flush(output);
    if (ok && !output->sent && output_slot_free(output)) output_send(output, OUTPUT_EMPTY);
    close(output->orders);
    while (waitpid(output->writer, &code, 0) < 0 && errno == EINTR) {}
    ok = WIFEXITED(code) && WEXITSTATUS(code) == 0;
    if (WIFSIGNALED(code)) ok = output_killed(output);
    close(output->done);
    munmap(output->shared, OUTPUT_SHARED);
    if (own) close(output->file); /* the other one has reported whether that went well */
    if (ok && output->gave_up) output_bad("the process that writes could not be reached");
    output->gave_up |= !ok;
    return !output->gave_up;
}
