/* cli/map_run.h - lines through threads and out again in their order, in constant memory. */
#ifndef CLI_MAP_RUN_H
#define CLI_MAP_RUN_H

#include "map_output.h"
#include "map_source.h"

#include "chatfmt/chatfmt.h"

typedef enum map_errors { MAP_FAIL, MAP_SKIP, MAP_RECORD } map_errors;

typedef struct map_settings {
    chatfmt_map_options plan;
    map_errors on_error;
    int threads;
    bool progress;
    map_packing packing;
    const char **inputs;
    int input_count;
    map_output *output;
    uint64_t resume;     /* lines of output that are there already */
    chatfmt_map_packs *packs; /* of rows; NULL: rows come out alone */
    int signal;          /* the signal that ended it before the end of the inputs; 0: none */
} map_settings;

/* The first row whose prompt lacks texts. */
typedef struct map_first {
    uint64_t line;      /* 0: there is none. Counted over all inputs; in totals of its input: */
    const char *input;
    char paths[400];
} map_first;

typedef struct map_totals {
    uint64_t rows, written, errors;
    uint64_t lines;         /* of output, with those that were there already */
    chatfmt_map_losses losses;
    map_first first;
} map_totals;

/* False when it stopped early, with the reason reported. */
bool map_run(map_settings *settings, map_totals *totals);

#endif
