/* cli/writer.c - buffered output, and the quotings of JSON and terminals. */
#define _POSIX_C_SOURCE 200809L
#include "writer.h"

#include "chatfmt/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes held back before they are written by themselves; given to the system at once. */
enum { WRITER_FULL = 1 << 20, WRITER_MOST = 1 << 30 };

void writer_open(writer *w, int file)
{
    *w = (writer){.file = file};
}

static void writer_out(writer *w, const char *data, size_t length)
{
    size_t done = 0;
    while (!w->failed && done < length) {
        size_t most = length - done < WRITER_MOST ? length - done : WRITER_MOST;
        ssize_t count = write(w->file, data + done, (unsigned)most);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            w->failed = true, w->why = errno;
    }
}

bool writer_flush(writer *w)
{
    writer_out(w, w->data, w->length);
    w->length = 0;
    return !w->failed;
}

bool writer_close(writer *w)
{
    bool ok = writer_flush(w);
    const char *why = w->why ? strerror(w->why) : "out of memory";
    if (!ok) fprintf(stderr, "chatfmt: the output could not be written: %s\n", why);
    writer_lend(w, NULL, 0);
    return ok;
}

void writer_lend(writer *w, char *room, size_t size)
{
    if (!w->lent) free(w->data);
    w->data = room;
    w->capacity = room ? size : 0;
    w->length = 0;
    w->lent = room != NULL;
}

static bool writer_room(writer *w, size_t extra)
{
    if (w->length > WRITER_FULL && w->file >= 0) writer_flush(w);
    if (w->failed) return false;
    if (extra <= w->capacity - w->length) return true;
    if (extra > SIZE_MAX / 2 - w->capacity) return !(w->failed = true);
    size_t capacity = (w->capacity + extra) * 2;
    char *grown = realloc(w->lent ? NULL : w->data, capacity);
    if (!grown) return !(w->failed = true);
    if (w->lent) memcpy(grown, w->data, w->length);
    w->lent = false;
    w->data = grown;
    w->capacity = capacity;
    return true;
}

void write_more(writer *w, const char *data, size_t length)
{
    if (!length || !writer_room(w, length)) return;
    memcpy(w->data + w->length, data, length);
    w->length += length;
}

void write_large(writer *w, const char *data, size_t length)
{
    if (length <= WRITER_FULL || w->file < 0) write_more(w, data, length);
    else if (writer_flush(w)) writer_out(w, data, length);
}

void write_text(writer *w, const char *text)
{
    write_bytes(w, text, strlen(text));
}

void write_number(writer *w, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    write_bytes(w, digits + at, sizeof digits - at);
}

void write_made(writer *w, chatfmt_status status, const made_text *made)
{
    if (status) {
        w->failed = true;
        return;
    }
    write_bytes(w, made->data, made->length);
    chatfmt_text_free(made->data);
}

void write_terminal(writer *w, const char *data, size_t length, bool one_line)
{
    made_text made;
    uint32_t flags = one_line ? CHATFMT_REPORT_ONE_LINE : 0;
    write_made(w, chatfmt_visible_text(data, length, flags, &made.data, &made.length, NULL), &made);
}

bool writer_is_terminal(int file)
{
    return isatty(file) == 1;
}

bool writer_has_colours(int file)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_color && *no_color) return false;
    if (terminal && !strcmp(terminal, "dumb")) return false;
    return writer_is_terminal(file);
}

uint32_t writer_report_flags(int file)
{
    return writer_has_colours(file) ? CHATFMT_REPORT_COLOURS : 0;
}
