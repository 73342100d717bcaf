/* cli/run_record.h - what an output was made of (chatfmt_map_record), kept beside it in the hidden
 * file .NAME.chatfmt-run.
 */
#ifndef CLI_RUN_RECORD_H
#define CLI_RUN_RECORD_H

#include "chatfmt/map.h"

#include <stdbool.h>

/* A row for an input, by its path, size, and the bytes at both of its ends. False, with a
 * message, when it cannot be read. */
bool run_record_add_input(chatfmt_map_record *record, int number, const char *path);

/* Where the record of this output is; owned by the caller. NULL without memory. */
char *run_record_path(const char *output);

/* Write it, wholly or not at all. False with errno. */
bool run_record_write(chatfmt_map_record *record, const char *path);

typedef enum run_record_found {
    RUN_RECORD_NONE,       /* or it is damaged */
    RUN_RECORD_FOUND,
    RUN_RECORD_UNREADABLE  /* which is reported */
} run_record_found;

/* Read one. */
run_record_found run_record_read(chatfmt_map_record *record, const char *path);

#endif
