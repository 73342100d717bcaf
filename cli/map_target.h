/* cli/map_target.h - what is said of the output of `chatfmt map`, with the options that help. */
#ifndef CLI_MAP_TARGET_H
#define CLI_MAP_TARGET_H

#include "chatfmt/files.h"

#include <stdbool.h>

typedef enum map_target_result {
    MAP_TARGET_READY,
    MAP_TARGET_COMPLETE, /* --resume, and nothing is left to do */
    MAP_TARGET_REFUSED,  /* by what was asked: exit status 2 */
    MAP_TARGET_FAILED
} map_target_result;

/* What became of `output`, said on stderr unless it is ready. `name` as it was given; NULL:
 * standard output. */
map_target_result map_target_tell(const chatfmt_map_output *output, const char *name);
/* Refused when the output is this file, which is read; `what` it is. NULL is no file. */
map_target_result map_target_check_source(const chatfmt_map_output *output, const char *name,
                                          const char *path, const char *what);
/* Why a closed output does not have all, said on stderr; `had_record`: its record was written when
 * it was opened. */
void map_target_tell_end(const chatfmt_map_output *output, const char *name, bool had_record);

#endif
