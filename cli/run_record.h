/* cli/run_record.h - what an output was made of, kept beside it, so that only the same run goes on
 * with it.
 *
 * A record is a small JSON object of texts in the hidden file .NAME.chatfmt-run: options, hashes of
 * the model and the tokenizer, the inputs. Two runs with the same rows write the same output.
 */
#ifndef CLI_RUN_RECORD_H
#define CLI_RUN_RECORD_H

#include "chatfmt/base.h"

#include <stdbool.h>

enum { RUN_RECORD_ROWS = 1200 };

typedef struct run_record_row {
    char *name, *value;
} run_record_row;

typedef struct run_record {
    run_record_row rows[RUN_RECORD_ROWS];
    int count;
    bool failed; /* no memory, or too many rows */
} run_record;

/* Add a row; both texts are copied. A name that is there already gets a further value. */
void run_record_add(run_record *record, const char *name, const char *value);
void run_record_add_hash(run_record *record, const char *name, uint64_t hash);
/* A row for an input, by its path, size, and the bytes at both of its ends. False, with a
 * message, when it cannot be read. */
bool run_record_add_input(run_record *record, int number, const char *path);
const char *run_record_find(const run_record *record, const char *name);
void run_record_free(run_record *record);

/* Where the record of this output is; owned by the caller. NULL without memory. */
char *run_record_path(const char *output);

/* Write it, wholly or not at all. False with errno. */
bool run_record_write(const run_record *record, const char *path);
typedef enum run_record_found {
    RUN_RECORD_NONE,       /* or it is damaged */
    RUN_RECORD_FOUND,
    RUN_RECORD_UNREADABLE  /* which is reported */
} run_record_found;

/* Read one. */
run_record_found run_record_read(run_record *record, const char *path);

/* The first row by which they differ, or NULL. `ignored` ends with NULL. A value that is not there
 * is "". */
const char *run_record_difference(const run_record *was, const run_record *is,
                                  const char *const *ignored, const char **old_value,
                                  const char **new_value);

#endif
