/* cli/map_bins.h - `chatfmt map --pack`: several conversations in one row of a given length.
 *
 * Rows come one after the other in the order of the input, so what a pack holds depends on the
 * input alone. Of the packs that are open a row goes into the one that it fills best.
 */
#ifndef CLI_MAP_BINS_H
#define CLI_MAP_BINS_H

#include "map_tokens.h"

enum { MAP_OPEN_BINS = 32 };

typedef struct map_bin {
    uint64_t number; /* packs are numbered as they are opened */
    size_t count;    /* tokens */
    uint32_t *ids;
    unsigned char *mask;
    size_t row_count, row_capacity;
    size_t *ends;    /* tokens up to the end of each row … */
    uint64_t *lines; /* … and the line that it came from */
} map_bin;

typedef struct map_bins {
    size_t size;      /* tokens of a pack */
    uint32_t columns; /* MAP_… */
    bool pads;        /* to `size`, with this id */
    uint32_t pad;
    map_bin bins[MAP_OPEN_BINS];
    size_t open;
    uint64_t next, closed; /* packs opened, packs written */
    uint64_t lines;        /* packs and texts written */
    uint64_t tokens;       /* in the packs that were written, without padding */
    int64_t *numbers;      /* of one column */
    writer *out;
    uint64_t skip;         /* lines of output that are there already */
    bool failed;           /* no memory */
} map_bins;

void map_bins_begin(map_bins *bins, size_t size, uint32_t columns, writer *out);
/* Records one behind the other, `length` bytes; texts among them go out as they are. */
void map_bins_take(map_bins *bins, const char *records, size_t length);
/* Write the packs that are still open. */
void map_bins_finish(map_bins *bins);
void map_bins_free(map_bins *bins);

#endif
