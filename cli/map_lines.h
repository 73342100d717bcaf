/* cli/map_lines.h - the inputs of `chatfmt map`, one after the other, cut into blocks of whole
 * lines.
 *
 * Lines and rows are numbered as they are read, so that a block knows its place without the blocks
 * before it.
 */
#ifndef CLI_MAP_LINES_H
#define CLI_MAP_LINES_H

#include "map_output.h"
#include "map_source.h"

#include "chatfmt/report.h"

/* A block. All zeros is an empty one. */
typedef struct map_lines {
    char *text;              /* whole lines */
    size_t length, capacity;
    uint32_t *ends;          /* where each line ends */
    size_t count, room;
    uint64_t first_line, first_row; /* numbers of its first line, and of rows before it */
} map_lines;

/* The line with this number, counted from 0, without its newline. */
chatfmt_slice map_line(const map_lines *lines, size_t number);
void map_lines_free(map_lines *lines);

/* Where an input begins: the byte of all that is read, and the number of its line; 0: not yet. */
typedef struct map_begin {
    uint64_t byte, line;
} map_begin;

typedef struct map_reader {
    const char **inputs;
    int input_count, next_input;
    const volatile sig_atomic_t *stopped;
    bool streams;            /* what is there goes on its way before more is waited for */
    map_output *output;
    map_source *source;
    char *rest;              /* the beginning of a line that the last block ended in */
    size_t rest_length, rest_capacity;
    bool at_end, bad_input;  /* no more is read; because it cannot be */
    char last;               /* the last byte that was read */
    uint64_t line, row;
    map_begin *begins;       /* of each input that was opened */
    int begun;               /* inputs whose first line has its number */
    uint64_t bytes, numbered; /* that were read, and that have their numbers */
    const char *refused;     /* why no row can be in the input that is open */
    uint64_t size, done;     /* bytes of all inputs once they are measured, of those read wholly */
} map_reader;

/* False, with a message, without memory. */
bool map_reader_begin(map_reader *reader);
/* The file that a line, counted over all inputs, is in, and its number there. */
const char *map_reader_place(const map_reader *reader, uint64_t line, uint64_t *own);
/* For progress: how much there is. */
void map_reader_measure(map_reader *reader);
/* Bytes of the files read so far. */
uint64_t map_reader_done(const map_reader *reader);
/* To read more now would be to wait. Never while the output does not stream. */
bool map_reader_waits(const map_reader *reader);
/* The next block; *any is false at the end. Where the input breaks off, the lines before are whole
 * rows all the same. False, and reported, when memory or the output gave up. */
bool map_reader_fill(map_reader *reader, map_lines *lines, bool *any);
/* At the end: false, and reported, when it came too early. */
bool map_reader_finish(const map_reader *reader);
void map_reader_close(map_reader *reader);

#endif
