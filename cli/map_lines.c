/* cli/map_lines.c - blocks of whole lines. See the header. */
#include "map_lines.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_BLOCK = 1 << 18, LINES_LONGEST = 1 << 30 };

chatfmt_slice map_line(const map_lines *lines, size_t number)
{
    size_t begin = number ? (size_t)lines->ends[number - 1] + 1 : 0;
    return (chatfmt_slice){lines->text + begin, lines->ends[number] - begin};
}

void map_lines_free(map_lines *lines)
{
    free(lines->text);
    free(lines->ends);
}

/* ---- Bytes ---- */

static bool lines_open(map_reader *r)
{
    r->begins[r->next_input].byte = r->bytes;
    r->source = map_source_open(r->inputs[r->next_input++], r->stopped);
    return r->source != NULL;
}

/* Bytes of the input that is open; -1 too where its first ones tell that no row can be in it. */
static long lines_pull(map_reader *r, char *out, size_t size)
{
    bool first = r->bytes == r->begins[r->next_input - 1].byte;
    long count = map_source_read(r->source, out, size);
    if (count > 0 && first) r->refused = chatfmt_guess_file((chatfmt_slice){out, (size_t)count}, 1);
    if (r->refused) return -1;
    if (count > 0) r->bytes += (uint64_t)count;
    return count;
}

/* The next bytes of the inputs, one after the other; 0 after the last. */
static long lines_read(map_reader *r, char *out, size_t size)
{
    for (;;) {
        if (!r->source) {
            if (r->next_input == r->input_count) return 0;
            if (!lines_open(r)) return -1;
        }
        long count = lines_pull(r, out, size);
        if (count > 0) r->last = out[count - 1];
        if (count != 0) return count;
        r->done += map_source_done(r->source);
        map_source_close(r->source);
        r->source = NULL;
        if (r->next_input < r->input_count && r->last && r->last != '\n') {
            out[0] = r->last = '\n'; /* files must not run into one another */
            r->bytes++;
            return 1;
        }
    }
}

bool map_reader_waits(const map_reader *reader)
{
    return reader->source && reader->streams && map_source_waits(reader->source);
}

/* Before more is read: who sends the input may be slower than we, and nothing waits for it here. */
static bool lines_flush(const map_reader *r)
{
    return !r->source || !map_source_may_wait(r->source) || map_output_flush(r->output);
}

void map_reader_measure(map_reader *reader)
{
    for (int i = 0; i < reader->input_count; i++) {
        map_source *source = strcmp(reader->inputs[i], "-")
                                 ? map_source_open(reader->inputs[i], reader->stopped)
                                 : NULL;
        if (source) reader->size += map_source_size(source);
        map_source_close(source);
    }
}

uint64_t map_reader_done(const map_reader *reader)
{
    return reader->done + (reader->source ? map_source_done(reader->source) : 0);
}

const char *map_reader_place(const map_reader *reader, uint64_t line, uint64_t *own)
{
    int at = reader->begun;
    while (at > 1 && reader->begins[at - 1].line > line) at--;
    *own = at ? line - reader->begins[at - 1].line + 1 : 0;
    return at ? reader->inputs[at - 1] : file_name("-");
}

/* Lines of the input that is open which have their numbers. */
static uint64_t lines_of_open(const map_reader *r)
{
    return r->begun == r->next_input ? r->line - r->begins[r->begun - 1].line + 1 : 0;
}

/* An input that could not be opened has been reported, and somebody who stops us knows it. */
bool map_reader_finish(const map_reader *reader)
{
    if (!*reader->stopped && !reader->bad_input) return true;
    if (!*reader->stopped && reader->refused)
        fprintf(stderr, "chatfmt: %s: %s\n", map_source_name(reader->source), reader->refused);
    else if (!*reader->stopped && reader->source)
        fprintf(stderr, "chatfmt: %s: %s, after line %llu\n", map_source_name(reader->source),
                map_source_why(reader->source), (unsigned long long)lines_of_open(reader));
    return false;
}

bool map_reader_begin(map_reader *reader)
{
    reader->begins = calloc((size_t)reader->input_count + 1, sizeof *reader->begins);
    return reader->begins || (fprintf(stderr, "chatfmt: out of memory\n"), false);
}

void map_reader_close(map_reader *reader)
{
    map_source_close(reader->source);
    free(reader->rest);
    free(reader->begins);
}

/* ---- Lines ---- */

static bool lines_room(char **data, size_t *capacity, size_t wanted)
{
    if (wanted <= *capacity) return true;
    size_t larger = wanted * 2;
    char *grown = larger > wanted ? realloc(*data, larger) : NULL;
    if (!grown) {
        fprintf(stderr, "chatfmt: out of memory for a line of the input\n");
        return false;
    }
    *data = grown;
    *capacity = larger;
    return true;
}

static bool lines_room_for_end(map_lines *lines)
{
    if (lines->count < lines->room) return true;
    size_t larger = lines->room ? lines->room * 2 : 256;
    uint32_t *grown = realloc(lines->ends, larger * sizeof *grown);
    if (!grown) return fprintf(stderr, "chatfmt: out of memory\n"), false;
    lines->ends = grown;
    lines->room = larger;
    return true;
}

/* Reads until there is a block, or no more for now. *whole: how much of it is whole lines. */
static bool lines_take(map_reader *r, map_lines *lines, size_t *whole)
{
    *whole = 0;
    while (!r->at_end && (lines->length < LINES_BLOCK || !*whole) &&
           !(*whole && map_reader_waits(r))) {
        if (!lines_room(&lines->text, &lines->capacity, lines->length + LINES_BLOCK)) return false;
        if (!lines_flush(r)) return false;
        long count = lines_read(r, lines->text + lines->length, LINES_BLOCK);
        size_t searched = lines->length;
        if (count < 0) r->bad_input = true;
        if (count <= 0) r->at_end = true;
        lines->length += count > 0 ? (size_t)count : 0;
        for (size_t i = lines->length; i > searched; i--)
            if (lines->text[i - 1] == '\n') {
                *whole = i;
                break;
            }
        if (!*whole && lines->length > LINES_LONGEST) {
            fprintf(stderr, "chatfmt: line %llu is longer than 1 GiB\n",
                    (unsigned long long)r->line + 1);
            return false;
        }
    }
    return true;
}

/* The inputs that begin up to this byte, and with the line of that number. */
static void lines_begin_inputs(map_reader *r, uint64_t byte, uint64_t line)
{
    for (; r->begun < r->next_input && r->begins[r->begun].byte <= byte; r->begun++)
        r->begins[r->begun].line = line;
}

/* Where the lines are, and their numbers and those of rows, which do not depend on what is in
 * them. */
static bool lines_number(map_reader *r, map_lines *lines)
{
    size_t at = 0;
    lines->first_line = r->line + 1;
    lines->first_row = r->row;
    lines->count = 0;
    while (at < lines->length) {
        const char *newline = memchr(lines->text + at, '\n', lines->length - at);
        size_t end = newline ? (size_t)(newline - lines->text) : lines->length;
        if (!lines_room_for_end(lines)) return false;
        lines_begin_inputs(r, r->numbered + at, r->line + lines->count + 1);
        lines->ends[lines->count++] = (uint32_t)end;
        r->row += !file_is_blank(lines->text + at, end - at);
        at = end + 1;
    }
    r->line += lines->count;
    r->numbered += lines->length;
    return true;
}

bool map_reader_fill(map_reader *reader, map_lines *lines, bool *any)
{
    size_t whole;
    if (!lines_room(&lines->text, &lines->capacity, reader->rest_length + LINES_BLOCK))
        return false;
    if (reader->rest_length) memcpy(lines->text, reader->rest, reader->rest_length);
    lines->length = reader->rest_length;
    reader->rest_length = 0;
    if (!lines_take(reader, lines, &whole)) return false;
    /* Half a line that a signal or the end of a broken file left is no row. */
    if (reader->at_end && !reader->bad_input && !*reader->stopped) whole = lines->length;
    size_t rest = lines->length - whole;
    if (!lines_room(&reader->rest, &reader->rest_capacity, rest)) return false;
    if (rest) memcpy(reader->rest, lines->text + whole, rest);
    reader->rest_length = rest;
    lines->length = whole;
    *any = whole > 0;
    return lines_number(reader, lines);
}
