/* cli/batch.c - lines in, answers out, in order. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"

#include "command.h"
#include "files.h"
#include "show.h"
#include "writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH_READ = 1 << 18 };

typedef struct batch {
    chatfmt_service *service;
    int file;
    const char *path;
    char *data;
    writer out;
} batch;

/* What is read next is answered, as far as its lines are whole, and goes out. */
static bool batch_next(batch *b, bool *at_end)
{
    chatfmt_error error;
    chatfmt_slice answers;
    ssize_t count;
    do count = read(b->file, b->data, BATCH_READ);
    while (count < 0 && errno == EINTR);
    if (count < 0) return file_failed(b->path);
    *at_end = count == 0;
    if (chatfmt_service_feed(b->service, b->data, (size_t)count, *at_end, &answers, &error))
        return show_failed(NULL, &error);
    write_bytes(&b->out, answers.data, answers.length);
    if (!writer_flush(&b->out)) *at_end = true; /* writer_close says it */
    return true;
}

static bool batch_open(batch *b, const chatfmt_service_options *options)
{
    chatfmt_error error;
    b->data = malloc(BATCH_READ);
    b->file = file_open(b->path);
    if (b->file < 0) return file_failed(b->path);
    if (!b->data) return fputs("chatfmt: out of memory\n", stderr), false;
    return !chatfmt_service_new(options, &b->service, &error) || show_failed(NULL, &error);
}

int batch_run(const chatfmt_service_options *options, const char *path)
{
    batch b = {.path = path};
    bool at_end = false;
    writer_open(&b.out, STDOUT_FILENO);
    bool ok = batch_open(&b, options);
    while (ok && !at_end) ok = batch_next(&b, &at_end);
    ok = writer_close(&b.out) && ok;
    chatfmt_service_free(b.service);
    if (b.file > 0) close(b.file);
    free(b.data);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
