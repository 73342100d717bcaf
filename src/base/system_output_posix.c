/* base/system_output_posix.c - files that grow by whole lines, through POSIX. See the header. */
#define _GNU_SOURCE /* flock, fallocate */
#define _DARWIN_C_SOURCE

#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool cft_output_supported(void) { return true; }

/* ---- A file, its lock, and its name ---- */

int cft_output_look(int file, cft_system_about *out, uint64_t *at)
{
    struct stat found;
    if (fstat(file, &found) != 0) return errno;
    *out = (cft_system_about){.is_regular = S_ISREG(found.st_mode),
                              .is_folder = S_ISDIR(found.st_mode),
                              .mark = {.device = (uint64_t)found.st_dev,
                                       .node = (uint64_t)found.st_ino,
                                       .size = found.st_size > 0 ? (uint64_t)found.st_size : 0}};
    off_t now = out->is_regular ? lseek(file, 0, SEEK_CUR) : 0;
    if (now < 0) return errno;
    *at = (uint64_t)now;
    return 0;
}

int cft_output_real_path(const char *path, char **out)
{
    *out = realpath(path, NULL);
    return *out ? 0 : errno;
}

void cft_output_path_free(char *path) { free(path); }

static bool output_is_same(const cft_system_about *a, const cft_system_about *b)
{
    return a->mark.node == b->mark.node && a->mark.device == b->mark.device;
}

int cft_output_lock(const char *path, int *out, cft_system_about *about)
{
    for (;;) {
        cft_system_about named;
        uint64_t at;
        int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0 && errno == EINTR) continue;
        if (file < 0) return errno;
        /* File systems without locks are written all the same. */
        while (flock(file, LOCK_EX) != 0 && errno == EINTR) {}
        int code = cft_output_look(file, about, &at);
        if (!code) code = cft_system_look(path, &named);
        *out = file;
        if (!code && output_is_same(about, &named)) return 0;
        close(file);
        if (code && code != ENOENT) return code;
    }
}

int cft_output_try(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) return errno;
    if (S_ISDIR(about.st_mode)) return EISDIR;
    if (!S_ISREG(about.st_mode)) return 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    close(file);
    return 0;
}

int cft_output_open_device(const char *path, int *file)
{
    *file = open(path, O_WRONLY | O_CLOEXEC);
    return *file < 0 ? errno : 0;
}

int cft_output_cut(int file, uint64_t length)
{
    struct stat about;
    if (fstat(file, &about) != 0) return errno;
    if (about.st_size != (off_t)length && ftruncate(file, (off_t)length) != 0) return errno;
    return lseek(file, (off_t)length, SEEK_SET) < 0 ? errno : 0;
}

/* ---- The process that writes: memory that both share ---- */

/* A slot goes out when so much is in it: each time both processes are woken, which takes as long as
 * to copy a hundred kilobytes. */
enum { OUTPUT_SLOTS = 2, OUTPUT_SLOT = 1 << 20, OUTPUT_ENOUGH = OUTPUT_SLOT / 4 * 3 };

/* Room on the disk is taken in pieces of this size at most. */
enum { OUTPUT_AHEAD = 1 << 26 };

/* After the slots: where the last whole line, or block, ends in the file; and why it gave up. */
typedef struct output_end {
    volatile uint64_t whole;
    volatile int code;
    volatile bool not_ready;
} output_end;

enum { OUTPUT_SHARED = OUTPUT_SLOTS * OUTPUT_SLOT + sizeof(output_end) };

/* What the first process asks of the second: to write a slot; to keep it until the line is whole;
 * to take an empty output for all there is. */
typedef enum output_what { OUTPUT_LINES, OUTPUT_PART, OUTPUT_EMPTY } output_what;

typedef struct output_order {
    uint32_t slot, what;
    uint64_t length;
} output_order;

static output_end *output_end_of(const cft_writer *writer)
{
    void *end = writer->shared + (size_t)OUTPUT_SLOTS * OUTPUT_SLOT;
    return end;
}

/* Readers of the growing file see whole lines, except briefly during one write. Only a
 * line that is longer than a slot itself makes a piece so long, and it comes first. */
static size_t output_piece(const char *data, size_t length)
{
    if (length <= OUTPUT_SLOT) return length;
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
    const cft_writer *writer;
    bool is_ready;
} output_file;

/* Tells the first process why not all is written. */
static bool output_bad(const output_file *f, int code)
{
    output_end_of(f->writer)->code = code;
    return false;
}

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
    size_t whole = f->writer->in_blocks ? 0 : written;
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
    if (done == 0) output_end_of(f->writer)->whole = (uint64_t)(end - (off_t)surplus);
}

static bool output_write(output_file *f, const char *data, size_t length)
{
    size_t written = 0;
    while (written < length) {
        ssize_t count = write(f->file, data + written, length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            output_bad(f, errno);
            output_cut(f, data, written);
            return false;
        }
        written += (size_t)count;
    }
    f->at += (off_t)length;
    output_end_of(f->writer)->whole = (uint64_t)f->at;
    return true;
}

static bool output_ready(output_file *f)
{
    if (f->is_ready || !f->writer->ready) return true;
    f->is_ready = true;
    int code = f->writer->ready(f->writer->context);
    if (!code) return true;
    output_end_of(f->writer)->not_ready = true;
    return output_bad(f, code);
}

static bool output_lines(output_file *f, const char *data, size_t length)
{
    while (length) {
        size_t piece = f->writer->in_blocks ? length : output_piece(data, length);
        output_reserve(f, piece);
        if (!output_write(f, data, piece) || !output_ready(f)) return false;
        data += piece;
        length -= piece;
    }
    return true;
}

typedef enum output_took { OUTPUT_END, OUTPUT_TOOK, OUTPUT_FAILED } output_took;

/* All of `length` bytes, if the pipe does not end before. On failure errno says why. */
static output_took output_take(int pipe, void *out, size_t length)
{
    char *at = out;
    while (length) {
        ssize_t count = read(pipe, at, length);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) return OUTPUT_END;
        if (count < 0) return OUTPUT_FAILED;
        at += count;
        length -= (size_t)count;
    }
    return OUTPUT_TOOK;
}

static bool output_part(output_file *f, const char *data, size_t length)
{
    char *grown = realloc(f->line, f->line_length + length);
    if (!grown) return output_bad(f, ENOMEM);
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

/* Orders until the pipe ends. */
static bool output_serve(output_file *f)
{
    output_order order;
    output_took took;
    while ((took = output_take(f->writer->orders, &order, sizeof order)) == OUTPUT_TOOK) {
        const char *data = f->writer->shared + (size_t)order.slot * OUTPUT_SLOT;
        if (!output_obey(f, data, &order)) return false;
        (void)cft_system_write(f->writer->done, "", 1);
    }
    return took == OUTPUT_END || output_bad(f, errno);
}

/* The second process from its beginning to its end. */
static int output_process(const cft_writer *writer)
{
    output_file f = {
        .file = writer->file, .at = lseek(writer->file, 0, SEEK_CUR), .writer = writer};
    f.reserves = f.file != STDOUT_FILENO && f.at >= 0; /* a file that is ours alone */
    setpgid(0, 0); /* what is sent to all processes of a job is not for this one */
    signal(SIGINT, SIG_IGN); /* they end the first process, and that ends this one */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported as a full disk is */
    signal(SIGPIPE, SIG_IGN);
    bool ok = output_serve(&f);
    free(f.line);
    if (!ok) return 1;
    output_release(&f);
    return close(writer->file) == 0 || output_bad(&f, errno) ? 0 : 1;
}

/* ---- The first process ---- */

static bool output_start(cft_writer *writer, int orders[2], int done[2])
{
    pid_t process = fork();
    if (process < 0) return false;
    if (process == 0) {
        close(orders[1]);
        close(done[0]);
        writer->orders = orders[0];
        writer->done = done[1];
        _exit(output_process(writer));
    }
    setpgid(process, process);
    close(orders[0]);
    close(done[1]);
    writer->orders = orders[1];
    writer->done = done[0];
    writer->process = process;
    signal(SIGPIPE, SIG_IGN); /* the other one has said why it ended */
    return true;
}

int cft_writer_begin(cft_writer *writer, int file)
{
    struct stat about;
    int orders[2], done[2];
    writer->file = file;
    writer->orders = writer->done = -1;
    if (fstat(file, &about) != 0) return errno;
    if (!S_ISREG(about.st_mode)) return 0;
    void *room = mmap(NULL, OUTPUT_SHARED, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                      0);
    if (room == MAP_FAILED) return errno;
    writer->shared = room;
    output_end_of(writer)->whole = (uint64_t)lseek(file, 0, SEEK_CUR);
    if (pipe(orders) == 0) {
        if (pipe(done) == 0) {
            if (output_start(writer, orders, done)) return 0;
            close(done[0]);
            close(done[1]);
        }
        close(orders[0]);
        close(orders[1]);
    }
    return errno;
}

/* The slot that comes next is free, or will be after a wait. */
static bool output_slot_free(cft_writer *writer)
{
    char freed;
    if (writer->busy < OUTPUT_SLOTS) return true;
    writer->gave_up |= output_take(writer->done, &freed, 1) != OUTPUT_TOOK;
    writer->busy--;
    return !writer->gave_up;
}

/* What is in the slot goes out; the next one is free then. */
static bool output_send(cft_writer *writer, output_what what)
{
    output_order order = {writer->next, what, writer->filled};
    if (writer->gave_up) return false; /* what comes after a piece that is missing has no place */
    if (!writer->filled && what != OUTPUT_EMPTY) return true;
    writer->sent = true;
    writer->next = (writer->next + 1) % OUTPUT_SLOTS;
    writer->busy++;
    writer->filled = 0;
    writer->gave_up |= cft_system_write(writer->orders, (const char *)&order, sizeof order) != 0;
    return !writer->gave_up;
}

char *cft_writer_room(cft_writer *writer, size_t wanted)
{
    if (writer->orders < 0 || wanted > OUTPUT_SLOT) return NULL;
    if (wanted > OUTPUT_SLOT - writer->filled && !output_send(writer, OUTPUT_LINES)) return NULL;
    if (!output_slot_free(writer)) return NULL;
    return writer->shared + (size_t)writer->next * OUTPUT_SLOT + writer->filled;
}

/* How much of the lines goes into the slot: whole lines, or a part of a line or a block that is
 * longer than a slot. */
static size_t output_fitting(const cft_writer *writer, const char *data, size_t length,
                             output_what *what)
{
    size_t room = OUTPUT_SLOT - writer->filled, piece = length < room ? length : room;
    size_t whole = piece;
    *what = OUTPUT_LINES;
    if (writer->in_blocks || piece == length) {
        if (piece < length) *what = OUTPUT_PART;
        return piece;
    }
    while (whole > 0 && data[whole - 1] != '\n') whole--;
    if (whole) return whole;
    if (writer->filled) return 0;
    *what = OUTPUT_PART;
    return piece;
}

/* Takes so much as fits into the slot, which has room for a byte at least. */
static bool output_piece_in(cft_writer *writer, const char *data, size_t length, size_t *taken)
{
    output_what what;
    if (!output_slot_free(writer)) return false;
    size_t piece = output_fitting(writer, data, length, &what);
    char *to = writer->shared + (size_t)writer->next * OUTPUT_SLOT + writer->filled;
    if (piece && data != to) memmove(to, data, piece);
    writer->filled += piece;
    *taken = piece;
    bool waits = piece == length && writer->filled < OUTPUT_ENOUGH && !writer->in_blocks;
    return waits || output_send(writer, what);
}

bool cft_writer_put(cft_writer *writer, const char *data, size_t length)
{
    if (writer->orders < 0) {
        if (!writer->code) writer->code = cft_system_write(writer->file, data, length);
        return !writer->code;
    }
    while (length) {
        size_t taken;
        if (!output_piece_in(writer, data, length, &taken)) return false;
        data += taken;
        length -= taken;
    }
    return true;
}

bool cft_writer_flush(cft_writer *writer)
{
    return writer->orders < 0 || output_send(writer, OUTPUT_LINES);
}

/* How the other process has ended: whether all is written, else why not. A process that was killed
 * cannot have cut off what was half written. */
static bool output_ended(cft_writer *writer, int status)
{
    const output_end *end = output_end_of(writer);
    writer->killed = WIFSIGNALED(status);
    writer->not_ready = end->not_ready;
    writer->code = end->code;
    if (writer->killed && writer->file != STDOUT_FILENO &&
        ftruncate(writer->file, (off_t)end->whole) != 0)
        writer->code = errno;
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    writer->lost = ok && writer->gave_up;
    return ok;
}

bool cft_writer_end(cft_writer *writer, bool ok)
{
    int status = 0;
    bool own = writer->file != STDOUT_FILENO;
    if (writer->orders < 0) {
        if (own && close(writer->file) != 0) writer->code = errno;
        return !own || !writer->code;
    }
    cft_writer_flush(writer);
    if (ok && !writer->sent && output_slot_free(writer)) output_send(writer, OUTPUT_EMPTY);
    close(writer->orders);
    while (waitpid((pid_t)writer->process, &status, 0) < 0 && errno == EINTR) {}
    writer->gave_up |= !output_ended(writer, status);
    close(writer->done);
    munmap(writer->shared, OUTPUT_SHARED);
    if (own) close(writer->file); /* the other one has reported whether that went well */
    return !writer->gave_up;
}
