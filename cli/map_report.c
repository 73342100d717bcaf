/* cli/map_report.c - errors of rows, and files that are no JSON Lines. See the header. */
#include "map_report.h"

#include "files.h"
#include "show.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Files of other kinds ---- */

#define GUESS_SHOULD "JSON Lines are expected, one object a line; "
#define GUESS_PYTHON "python3 -c 'import pandas as pd; pd."
#define GUESS_WRITE ".to_json(\"out.jsonl\", orient=\"records\", lines=True)'"
#define GUESS_BYTES(text) {text, sizeof text - 1}

static const struct {
    chatfmt_slice magic;
    const char *remark;
} guess_kinds[] = {
    {GUESS_BYTES("PAR1"), "this is a Parquet file; " GUESS_SHOULD "to convert it: " GUESS_PYTHON
                          "read_parquet(\"FILE\")" GUESS_WRITE},
    {GUESS_BYTES("ARROW1"),
     "this is an Arrow file; " GUESS_SHOULD "to convert it: " GUESS_PYTHON
     "read_feather(\"FILE\")" GUESS_WRITE},
    {GUESS_BYTES("PK\x03\x04"),
     "this is a zip archive; " GUESS_SHOULD "to read a file of it: unzip "
     "-p FILE NAME | chatfmt map … -"},
    {GUESS_BYTES("\x89HDF"), "this is an HDF5 file; " GUESS_SHOULD "convert it first"},
    {GUESS_BYTES("SQLite format 3"),
     "this is an SQLite database; " GUESS_SHOULD "convert it first"},
    {GUESS_BYTES("BZh"), "this is packed with bzip2; to read it: bzcat FILE | chatfmt map … -"},
    {GUESS_BYTES("\xfd"
                 "7zXZ"),
     "this is packed with xz; to read it: xzcat FILE | chatfmt map … -"},
    {GUESS_BYTES("\xff\xfe"),
     "this is UTF-16; UTF-8 is expected; to convert it: iconv -f UTF-16 -t "
     "UTF-8 FILE | chatfmt map … -"},
    {GUESS_BYTES("\xfe\xff"),
     "this is UTF-16; UTF-8 is expected; to convert it: iconv -f UTF-16 -t "
     "UTF-8 FILE | chatfmt map … -"},
};

const char *map_guess_binary(chatfmt_slice begins)
{
    for (size_t i = 0; i < sizeof guess_kinds / sizeof *guess_kinds; i++) {
        chatfmt_slice magic = guess_kinds[i].magic;
        if (begins.length >= magic.length && !memcmp(begins.data, magic.data, magic.length))
            return guess_kinds[i].remark;
    }
    return NULL;
}

/* Names between commas or tabs, and nothing that JSON would have. */
static bool guess_is_table(chatfmt_slice line)
{
    size_t cells = 1;
    for (size_t i = 0; i < line.length; i++) {
        if (strchr("{}[]:", line.data[i])) return false;
        cells += line.data[i] == ',' || line.data[i] == '\t';
    }
    return cells > 1;
}

const char *map_guess(chatfmt_slice begins)
{
    while (begins.length && strchr(" \t\r\n", begins.data[0]) && begins.data[0])
        begins.data++, begins.length--;
    const char *known = map_guess_binary(begins);
    if (known || !begins.length) return known;
    if (begins.length >= 3 && !memcmp(begins.data, "\xef\xbb\xbf", 3))
        return "the file begins with a byte order mark (U+FEFF), which JSON does not have; to "
               "remove it: tail -c +4 FILE | chatfmt map … -";
    if (begins.data[0] == '[')
        return "this looks like a JSON array; " GUESS_SHOULD "to convert it: jq -c '.[]' FILE | "
               "chatfmt map … -";
    if (begins.data[0] == '{' && begins.length == 1)
        return "this looks like JSON over several lines; " GUESS_SHOULD "to convert it: jq -c . "
               "FILE | chatfmt map … -";
    if (guess_is_table(begins))
        return "this looks like CSV; " GUESS_SHOULD "to convert it: " GUESS_PYTHON
               "read_csv(\"FILE\")" GUESS_WRITE;
    return NULL;
}

/* ---- Rows ---- */

static void report_place(writer *w, const char *name, uint64_t line, uint64_t column)
{
    write_terminal(w, name, strlen(name), true);
    write_text(w, ":");
    write_number(w, line);
    if (column) write_text(w, ":");
    if (column) write_number(w, column);
}

/* The error's place in the template, under what was said of the row. */
static void report_template(writer *w, const map_report *report, const chatfmt_error *error)
{
    if (error->path[0]) {
        write_text(w, "    at ");
        write_terminal(w, error->path, strlen(error->path), true);
        write_text(w, "\n");
    }
    if (report->in_data || !error->line) return;
    write_text(w, "    in ");
    report_place(w, report->in, error->line, error->column);
    write_text(w, "\n");
}

/* An error without a place in the line is about the whole of it. */
static void report_whole_row(chatfmt_slice row, chatfmt_error *error)
{
    size_t length = row.length < 76 ? row.length : 76;
    while (length && length < row.length && ((unsigned char)row.data[length] & 0xC0) == 0x80)
        length--;
    memcpy(error->excerpt, row.data, length);
    error->excerpt[length] = '\0';
    error->excerpt_caret = 0;
    error->line = error->column = 1;
}

bool map_report_row(const map_report *report, const chatfmt_error *error)
{
    chatfmt_error shown = *error;
    writer w;
    bool in_row = report->in_data || !error->line;
    const char *guess = in_row && report->line == 1 ? map_guess(report->row) : NULL;
    const char *text = guess ? guess
                       : error->text[0] ? error->text : chatfmt_status_text(error->status);
    if (in_row && !error->line) report_whole_row(report->row, &shown);
    writer_open(&w, STDERR_FILENO);
    write_text(&w, "chatfmt: ");
    report_place(&w, file_name(report->input), report->line, in_row ? shown.column : 0);
    write_text(&w, ": ");
    write_terminal(&w, text, strlen(text), true);
    write_text(&w, "\n");
    report_template(&w, report, error);
    show_excerpt(&w, &shown);
    writer_close(&w);
    return guess != NULL;
}
