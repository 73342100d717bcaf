/* cli/writer.c - buffered output, and the quotings of JSON and terminals. */
#define _POSIX_C_SOURCE 200809L
#include "writer.h"

#include "chatfmt/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITER_FULL = 1 << 20 }; /* bytes held back before they are written by themselves */

void writer_open(writer *w, int file)
{
    *w = (writer){.file = file};
}

static void writer_out(writer *w, const char *data, size_t length)
{
    size_t done = 0;
    while (!w->failed && done < length) {
        ssize_t count = write(w->file, data + done, length - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            w->failed = true;
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
    if (!ok) fprintf(stderr, "chatfmt: the output could not be written\n");
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

static void write_hex(writer *w, const char *before, uint32_t code, int digits,
                      const char *after)
{
    char text[8];
    for (int i = 0; i < digits; i++)
        text[i] = "0123456789abcdef"[code >> 4 * (digits - 1 - i) & 15];
    write_text(w, before);
    write_bytes(w, text, (size_t)digits);
    write_text(w, after);
}

/* Decode one code point of text that may be anything; surrogates count as valid. Returns the
 * bytes it takes, or 0 when the first byte begins nothing valid. */
static size_t writer_decode(const unsigned char *p, size_t length, uint32_t *code)
{
    size_t width = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (width == 0 || width > length || p[0] > 0xF4) return 0;
    *code = width == 1 ? p[0] : p[0] & (0x7Fu >> width);
    for (size_t i = 1; i < width; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (p[i] & 0x3Fu);
    }
    if ((width == 3 && *code < 0x800) || (width == 4 && (*code < 0x10000 || *code > 0x10FFFF)))
        return 0;
    return width;
}

static void write_json_escape(writer *w, unsigned char c)
{
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof short_forms; i += 2)
        if (short_forms[i] == (char)c) {
            char text[2] = {'\\', short_forms[i + 1]};
            write_bytes(w, text, 2);
            return;
        }
    write_hex(w, "\\u", c, 4, "");
}

void write_json_string(writer *w, const char *data, size_t length)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t begin = 0;
    write_bytes(w, "\"", 1);
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t width = 1;
        if (p[i] >= 0x20 && p[i] < 0x80 && p[i] != '"' && p[i] != '\\') {
            i++;
            continue;
        }
        if (p[i] >= 0x80) {
            width = writer_decode(p + i, length - i, &code);
            if (width && (code < 0xD800 || code > 0xDFFF)) {
                i += width;
                continue;
            }
        }
        write_bytes(w, data + begin, i - begin);
        if (p[i] < 0x80)
            write_json_escape(w, p[i]);
        else if (width)
            write_hex(w, "\\u", code, 4, "");
        else
            write_text(w, "\\ufffd");
        i += width ? width : 1;
        begin = i;
    }
    write_bytes(w, data + begin, length - begin);
    write_bytes(w, "\"", 1);
}

void write_json_name(writer *w, const char *name)
{
    write_bytes(w, "\"", 1);
    write_text(w, name);
    write_bytes(w, "\": ", 3);
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
