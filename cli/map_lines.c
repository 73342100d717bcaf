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

/* The next bytes of the inputs, one after the other; 0 after the last. */
static long lines_read(map_reader *r, char *out, size_t size)
{
    for (;;) {
        if (!r->source) {
            if (r->next_input == r->input_count) return 0;
            r->source = map_source_open(r->inputs[r->next_input++], r->stopped);
            if (!r->source) return -1;
        }
        long count = map_source_read(r->source, out, size);
        if (count > 0) r->last = out[count - 1];
        if (count != 0) return count;
        r->done += map_source_done(r->source);
        map_source_close(r->source);
        r->source = NULL;
        if (r->next_input < r->input_count && r->last != '\n') {
            out[0] = r->last = '\n'; /* files must not run into one another */
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

/* An input that could not be opened has told so, and somebody who stops us knows it. */
bool map_reader_finish(const map_reader *reader)
{
    if (!*reader->stopped && !reader->bad_input) return true;
    if (!*reader->stopped && reader->source)
        fprintf(stderr, "chatfmt: %s: %s, after line %llu\n", map_source_name(reader->source),
                map_source_why(reader->source), (unsigned long long)reader->line);
    return false;
}

void map_reader_close(map_reader *reader)
{
    map_source_close(reader->source);
    free(reader->rest);
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
        lines->ends[lines->count++] = (uint32_t)end;
        r->row += !file_is_blank(lines->text + at, end - at);
        at = end + 1;
    }
    r->line += lines->count;
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
    if (reader->at_end && !reader->bad_input) whole = lines->length;
    size_t rest = lines->length - whole;
    if (!lines_room(&reader->rest, &reader->rest_capacity, rest)) return false;
    if (rest) memcpy(reader->rest, lines->text + whole, rest);
    reader->rest_length = rest;
    lines->length = whole;
    *any = whole > 0;
    return lines_number(reader, lines);
}
