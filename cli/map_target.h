/* cli/map_target.h - the file that `chatfmt map` writes: what may become of one that is there, and
 * what belongs to it.
 *
 * What it keeps true: no input is written over; an output that is there goes only with --force,
 * and only once the first lines of the new one are written; --resume goes on with the output of
 * the same run alone.
 */
#ifndef CLI_MAP_TARGET_H
#define CLI_MAP_TARGET_H

#include "fresh_file.h"
#include "map_output.h"
#include "run_record.h"

#include <stdint.h>

typedef enum map_target_result {
    MAP_TARGET_READY,
    MAP_TARGET_COMPLETE, /* --resume, and nothing is left to do */
    MAP_TARGET_REFUSED,  /* by what was asked: exit status 2 */
    MAP_TARGET_FAILED
} map_target_result;

typedef struct map_target {
    const char *output;    /* as it was given; NULL: standard output */
    bool force, resume;
    bool keeps_record;     /* an output that --resume could go on with */
    chatfmt_map_record *record; /* of this run; NULL without memory */
    char *path, *record_path; /* where output and record really are; NULL for no regular file */
    fresh_file fresh;      /* with --force, until it takes the name */
    int locked;            /* the file that it replaces; -1: none */
    uint64_t lines;        /* lines that --resume found */
} map_target;

void map_target_begin(map_target *target);
void map_target_end(map_target *target);

/* Refuse, and say why, before anything is touched: an output that is one of the files that are
 * read, one that is there, inputs that cannot be read. */
map_target_result map_target_check(const map_target *target, const char *const *inputs,
                                   int input_count);
/* The same for one further file that is read; `what` it is. NULL is no file. */
map_target_result map_target_check_source(const map_target *target, const char *path,
                                          const char *what);
/* The clock of the run that --resume goes on with; false when there is none. */
bool map_target_clock(const map_target *target, int64_t *now);

/* Open the output and begin to write to it. */
map_target_result map_target_open(map_target *target, map_output *output);
/* Everything is written; `ok`: and everything was read. Puts that on record. */
bool map_target_close(map_target *target, map_output *output, bool ok, uint64_t lines);
/* Lines that the output holds now, packed or not. False when that cannot be known. */
bool map_target_count(const map_target *target, uint64_t *lines);

#endif
