/* cli/batch.c - lines in, answers out, in order. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"

#include "command.h"
#include "show.h"
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH_READ = 1 << 18 };

typedef struct batch {
    chatfmt_service *service;
    int file;
    const char *path;
    writer out;
    char *data; /* input not yet answered */
    size_t length, capacity;
} batch;

static bool batch_line(batch *b, const char *line, size_t length)
{
    chatfmt_slice answer;
    chatfmt_error error;
    if (chatfmt_service_answer(b->service, line, length, &answer, &error)) {
        show_error(NULL, &error);
        return false;
    }
    write_bytes(&b->out, answer.data, answer.length);
    return true;
}

/* Answer all whole lines that are there, and at the end what is left without a newline. */
static bool batch_lines(batch *b, size_t searched, bool at_end)
{
    size_t begin = 0;
    bool ok = true;
    for (size_t i = searched; ok && i < b->length; i++) {
        const char *newline = memchr(b->data + i, '\n', b->length - i);
        if (!newline) break;
        i = (size_t)(newline - b->data);
        ok = batch_line(b, b->data + begin, i - begin);
        begin = i + 1;
    }
    if (ok && at_end && begin < b->length) ok = batch_line(b, b->data + begin, b->length - begin);
    b->length = at_end ? 0 : b->length - begin;
    if (b->length) memmove(b->data, b->data + begin, b->length);
    return ok;
}

static bool batch_read(batch *b, ssize_t *count)
{
    if (b->capacity - b->length < BATCH_READ) {
        size_t capacity = b->capacity * 2 + BATCH_READ;
        char *grown = capacity > b->capacity ? realloc(b->data, capacity) : NULL;
        if (!grown) {
            fprintf(stderr, "chatfmt: out of memory for a line of the input\n");
            return false;
        }
        b->data = grown;
        b->capacity = capacity;
    }
    do *count = read(b->file, b->data + b->length, b->capacity - b->length);
    while (*count < 0 && errno == EINTR);
    if (*count < 0)
        fprintf(stderr, "chatfmt: %s: %s\n", b->file == STDIN_FILENO ? "standard input" : b->path,
                strerror(errno));
    return *count >= 0;
}

static bool batch_loop(batch *b)
{
    for (;;) {
        ssize_t count;
        size_t searched = b->length;
        if (!writer_flush(&b->out)) return true; /* writer_close says it */
        if (!batch_read(b, &count)) return false;
        b->length += (size_t)count;
        if (!batch_lines(b, searched, count == 0)) return false;
        if (count == 0) return true;
    }
}

static bool batch_open(batch *b)
{
    b->file = strcmp(b->path, "-") ? open(b->path, O_RDONLY) : STDIN_FILENO;
    if (b->file < 0) fprintf(stderr, "chatfmt: %s: cannot be read\n", b->path);
    return b->file >= 0;
}

int batch_run(const chatfmt_service_options *options, const char *path)
{
    chatfmt_error error;
    batch b = {.path = path};
    writer_open(&b.out, STDOUT_FILENO);
    bool ok = batch_open(&b);
    if (ok && chatfmt_service_new(options, &b.service, &error)) {
        show_error(NULL, &error);
        ok = false;
    }
    ok = ok && batch_loop(&b);
    if (!writer_close(&b.out)) ok = false;
    chatfmt_service_free(b.service);
    if (b.file > 0) close(b.file);
    free(b.data);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
