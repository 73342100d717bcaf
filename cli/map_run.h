/* cli/map_run.h - a job over the inputs: one thread reads and writes, the others render. */
#ifndef CLI_MAP_RUN_H
#define CLI_MAP_RUN_H

#include "map_source.h"

#include "chatfmt/chatfmt.h"

typedef struct map_settings {
    chatfmt_map_options plan;
    int on_error;        /* chatfmt_map_errors */
    int threads;
    bool progress;
    map_packing packing;
    const char **inputs;
    int input_count;
    chatfmt_map_output *output;
    uint64_t resume;     /* lines of output that are there already */
    chatfmt_map_packs *packs; /* of rows; NULL: rows come out alone */
    chatfmt_map_job *job; /* which map_run() makes; NULL without memory */
    int signal;          /* the signal that ended it before the end of the inputs; 0: none */
} map_settings;

/* False when it stopped early, with the reason reported. */
bool map_run(map_settings *settings);

#endif
