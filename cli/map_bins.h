/* cli/map_bins.h - `chatfmt map --pack`: several conversations in one row of a given length. */
#ifndef CLI_MAP_BINS_H
#define CLI_MAP_BINS_H

#include "map_tokens.h"

typedef struct map_bins {
    uint32_t columns; /* MAP_… */
    chatfmt_packer *packer;
    uint64_t closed;  /* packs written */
    uint64_t lines;   /* packs and texts written */
    uint64_t tokens;  /* in the packs that were written, without padding */
    writer *out;
    uint64_t skip;    /* lines of output that are there already */
    bool failed;      /* no memory */
} map_bins;

/* Of `options` the size and the padding count; a size of 0: there will be no packs. */
void map_bins_begin(map_bins *bins, const chatfmt_packer_options *options, uint32_t columns,
                    writer *out);
/* Records one after the other, `length` bytes; texts among them go out as they are. */
void map_bins_take(map_bins *bins, const char *records, size_t length);
/* Write the packs that are still open. */
void map_bins_finish(map_bins *bins);
void map_bins_free(map_bins *bins);

#endif
