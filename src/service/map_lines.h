/* service/map_lines.h - the inputs of a data set, one after the other, cut into blocks of whole
 * lines.
 *
 * Lines and rows are numbered as they are read, so that a block knows its place without the blocks
 * before it.
 */
#ifndef CFT_SERVICE_MAP_LINES_H
#define CFT_SERVICE_MAP_LINES_H

#include "base/alloc.h"
#include "base/slice.h"
#include "chatfmt/map.h"

/* A block. All zeros is an empty one. */
typedef struct cft_map_lines {
    char *text;              /* whole lines */
    size_t length, capacity;
    uint32_t *ends;          /* where each line ends */
    size_t count, room;
    uint64_t first_line, first_row; /* numbers of its first line, and of rows before it */
} cft_map_lines;

/* The line with this number, counted from 0, without its newline. */
cft_slice cft_map_line(const cft_map_lines *lines, size_t number);
void cft_map_lines_free(const chatfmt_allocator *memory, cft_map_lines *lines);
/* Whether a line has nothing but white space: it is no row. */
bool cft_map_line_is_blank(cft_slice line);

/* Where an input begins: the byte of all that is read, and the number of its line; 0: not yet. */
typedef struct cft_map_begin {
    uint64_t byte, line;
} cft_map_begin;

typedef struct cft_map_reader {
    chatfmt_allocator memory;
    const chatfmt_map_job_options *from; /* inputs, read, waits, context */
    size_t next_input;
    bool open;               /* the input before that one is being read */
    bool at_end, broken;     /* no more is read; because it cannot be */
    char last;               /* the last byte that was read */
    char *rest;              /* the beginning of a line that the last block ended in */
    size_t rest_length, rest_capacity;
    uint64_t line, row;
    cft_map_begin *begins;   /* of each input that was opened */
    size_t begun;            /* inputs whose first line has its number */
    uint64_t bytes, numbered; /* that were read, and that have their numbers */
} cft_map_reader;

/* `reader` is all zeros but for `memory` and `from`, which is borrowed. NO_MEMORY. */
chatfmt_status cft_map_reader_begin(cft_map_reader *reader, chatfmt_error *error);
void cft_map_reader_free(cft_map_reader *reader);
/* The next block; without lines at the end. Where an input breaks off, the lines before are whole
 * all the same. NO_MEMORY, and LIMIT for a line of more than 1 GiB. */
chatfmt_status cft_map_reader_fill(cft_map_reader *reader, cft_map_lines *lines,
                                   chatfmt_error *error);
/* The input that has a line, whose number is counted over all inputs, and its number there. */
size_t cft_map_reader_place(const cft_map_reader *reader, uint64_t line, uint64_t *own);
/* Lines of the input that is open which have their numbers. */
uint64_t cft_map_reader_open_lines(const cft_map_reader *reader);

#endif
