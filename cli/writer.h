/* cli/writer.h - text on its way out: a buffer in front of a file descriptor, and the quotings
 * that JSON and terminals need.
 */
#ifndef CLI_WRITER_H
#define CLI_WRITER_H

#include "chatfmt/base.h"

#include <stdbool.h>
#include <string.h>

typedef struct writer {
    int file;        /* descriptor; -1 keeps everything in `data` */
    char *data;
    size_t length, capacity;
    bool lent;       /* `data` is somebody else's */
    bool failed;     /* memory or the file gave up; said once at the end */
    int why;         /* errno of the file; 0 for memory */
} writer;

void writer_open(writer *w, int file);
/* Write to this memory from now on, and to memory of one's own where it is too small or NULL. What
 * was written before is forgotten. */
void writer_lend(writer *w, char *room, size_t size);
/* Everything written so far goes out. False when it, or anything before, failed. */
bool writer_flush(writer *w);
/* Flush, free, and say on stderr when something failed. */
bool writer_close(writer *w);

/* Makes room if it has to. */
void write_more(writer *w, const char *data, size_t length);

/* The same for what may be large: it is not copied first. */
void write_large(writer *w, const char *data, size_t length);

static inline void write_bytes(writer *w, const char *data, size_t length)
{
    if (w->file >= 0 || !length || length > w->capacity - w->length) {
        write_more(w, data, length);
        return;
    }
    memcpy(w->data + w->length, data, length);
    w->length += length;
}

void write_text(writer *w, const char *text); /* NUL-terminated */
/* A text that the library made, for which it gave this status; frees it. */
typedef struct made_text {
    char *data;
    size_t length;
} made_text;
void write_made(writer *w, chatfmt_status status, const made_text *made);

void write_number(writer *w, uint64_t number);

/* The text as a terminal may safely show it: control characters, bidirectional overrides and
 * invisible characters are written as escapes; newline and tab stay unless `one_line`. */
void write_terminal(writer *w, const char *data, size_t length, bool one_line);

/* Colours are wanted on this descriptor: a terminal, and neither NO_COLOR nor TERM=dumb. */
bool writer_has_colours(int file);
bool writer_is_terminal(int file);
/* The flags of chatfmt/report.h for that. */
uint32_t writer_report_flags(int file);

#endif
