/* cli/map_inputs.h - the inputs of `chatfmt map` as a job reads them: one after the other, opened
 * when they are wanted. */
#ifndef CLI_MAP_INPUTS_H
#define CLI_MAP_INPUTS_H

#include "map_source.h"

#include "chatfmt/files.h"

/* Zeroed but for the first four. */
typedef struct map_inputs {
    const char **paths;
    int count;
    const volatile sig_atomic_t *stopped;
    chatfmt_map_output *output;      /* what is there goes on its way before more is waited for */
    bool in_blocks;          /* of a packed output it does not */
    map_source *source;      /* that is open, and its number: */
    size_t at;
    bool begun;              /* some of it was read */
    bool output_failed;      /* which was reported */
    const char *refused;     /* why no row can be in it */
    uint64_t size, done;     /* bytes of all once they are measured, of those read wholly */
} map_inputs;

/* For chatfmt_map_job_options: `context` is the map_inputs. */
int64_t map_inputs_read(void *context, size_t input, char *out, size_t size);
int map_inputs_wait(void *context, size_t input);

/* To read more now would be to wait. */
bool map_inputs_wait_now(const map_inputs *inputs);
/* For progress: how much there is, and how much of it was read. */
void map_inputs_measure(map_inputs *inputs);
uint64_t map_inputs_done(const map_inputs *inputs);
/* Why no more could be read, after so many lines, where that was not reported yet. */
void map_inputs_tell(const map_inputs *inputs, uint64_t lines);
void map_inputs_close(map_inputs *inputs);

#endif
