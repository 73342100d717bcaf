/* chatfmt/files.h - files that are whole at any time: one that is replaced, and the one that the
 * lines of a data set go to.
 *
 *     chatfmt_map_output_new("out.jsonl", CHATFMT_OUTPUT_CONTINUE, NULL, &output, &error);
 *     chatfmt_map_output_check(output, inputs, count);
 *     chatfmt_map_record_add(chatfmt_map_output_record(output), "model", name);  // and so on
 *     if (chatfmt_map_output_open(output) == CHATFMT_OUTPUT_READY) {
 *         options.resume = chatfmt_map_output_about(output)->lines;
 *         …  chatfmt_map_output_put(output, lines.data, lines.length)  …
 *         chatfmt_map_output_close(output, 1, chatfmt_map_job_about(job)->lines);
 *     }
 *     chatfmt_map_output_free(output);
 *
 * What it keeps true: no file that is read is written over; a file that is there goes only when
 * that is asked for, and only once the first lines of the new one are written; a run goes on with
 * what the same run wrote and with nothing else; the file ends with a whole line at any time, also
 * when this process is killed or the disk is full. For that a regular file is written by a process
 * of its own, which is forked when the output is opened, so open it before threads are started;
 * SIGPIPE is ignored from then on. A lock on the file makes a second program wait.
 *
 * What tells one run from another is a record (chatfmt_map_record), which is kept beside an output
 * NAME in the hidden file .NAME.chatfmt-run.
 *
 * Outputs need POSIX: elsewhere chatfmt_map_output_new() says UNSUPPORTED.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_FILES_H
#define CHATFMT_FILES_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/files.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Replacing a file -------------------------------------------------------------------- */

enum {
    CHATFMT_FILE_CLEANED = 1 /* what killed processes left in its folder was removed already, by a
                                replacement there: nothing is looked for                       */
};

/* Make a file that is there, or the one that it links to, hold these bytes: written beside it,
 * flushed to the disk, then renamed over it, so that it is the old file or the new one at any
 * moment. Keeps the permissions. A pipe or a device stays what it is, and the bytes are written to
 * it. 0, or a code of <errno.h>; -1 for a wrong argument. Any thread. */
CHATFMT_API int chatfmt_file_replace(const char *path, const char *data, size_t length,
                                     uint32_t flags);

/* ---- Outputs of data sets ---------------------------------------------------------------- */

/* One thread at a time. */
typedef struct chatfmt_map_output chatfmt_map_output;

enum {
    CHATFMT_OUTPUT_REPLACE = 1,  /* a file that is there is replaced …                         */
    CHATFMT_OUTPUT_CONTINUE = 2, /* … or gone on with; without either it is left alone         */
    CHATFMT_OUTPUT_BLOCKS = 4    /* what is put are blocks of compressed bytes, each written wholly
                                    or not at all; no record is kept                           */
};

/* What became of it. */
typedef enum chatfmt_output_state {
    CHATFMT_OUTPUT_READY,
    CHATFMT_OUTPUT_COMPLETE,  /* the same run has written all of it: `lines` are there         */
    CHATFMT_OUTPUT_SAME_FILE, /* it is the file `name`, which is read                          */
    CHATFMT_OUTPUT_EXISTS,    /* there is such a file already                                  */
    CHATFMT_OUTPUT_NO_FILE,   /* it is a pipe or a device, which nothing goes on with          */
    CHATFMT_OUTPUT_NO_RECORD, /* it has no record, or what is there is none                    */
    CHATFMT_OUTPUT_OTHER_RUN, /* another run made it: row `name` was `was` and is `is`         */
    CHATFMT_OUTPUT_FAILED     /* the system refused `name`, for the reason `code`; both are
                                 empty for a wrong argument                                    */
} chatfmt_output_state;

/* May grow at its end. Texts are borrowed until the output is used again. */
typedef struct chatfmt_output_info {
    chatfmt_output_state state;
    const char *name, *was, *is;
    int code;            /* of <errno.h>, as the others; -1: no memory                         */
    const char *record_path; /* NULL: none is kept                                             */
    int record_code;     /* why the record could not be written, 0: it was                     */
    uint64_t lines;      /* that were there when it was opened                                 */
    /* Of a closed one: why not all of it was written. */
    int write_code;      /* why the system refused it; 0: it did not                           */
    int name_code;       /* the new file could not take the name of the old one                */
    int killed;          /* the process that writes was killed                                 */
    int lost;            /* it does not listen                                                 */
    int gave_up;         /* fewer lines are written than were put: ask
                            chatfmt_map_output_count()                                         */
    int absent;          /* there is no file of its name: no line was written                  */
    int kept;            /* the file that was to be replaced is still there: no line of this
                            run is in it                                                       */
} chatfmt_output_info;

/* Make one; nothing is opened.
 *
 *   path   of the file, pipe or device; NULL: standard output. Copied.
 *   flags  CHATFMT_OUTPUT_…
 *
 * Errors: UNSUPPORTED, NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_output_new(const char *path, uint32_t flags,
                                                  const chatfmt_allocator *allocator,
                                                  chatfmt_map_output **out, chatfmt_error *error);
/* NULL is allowed. An output that is open has to be closed before. */
CHATFMT_API void chatfmt_map_output_free(chatfmt_map_output *output);

/* Whether it is the same regular file as this one ("-": standard input), which exists. */
CHATFMT_API int chatfmt_map_output_is(const chatfmt_map_output *output, const char *path);
/* Whether it can be written when these files are read, before anything is touched: READY,
 * SAME_FILE, EXISTS, or FAILED for one that cannot be read. */
CHATFMT_API chatfmt_output_state chatfmt_map_output_check(chatfmt_map_output *output,
                                                          const char *const *paths, size_t count);

/* The record of this run, to be filled before the output is opened. */
CHATFMT_API chatfmt_map_record *chatfmt_map_output_record(chatfmt_map_output *output);
/* A row that this run may have with another value than the one before, where that had `from`: who
 * stopped at a row in error may go on past it. One row; both texts are borrowed. */
CHATFMT_API void chatfmt_map_output_may_change(chatfmt_map_output *output, const char *name,
                                               const char *from);
/* Of the run that CHATFMT_OUTPUT_CONTINUE goes on with: the value of a row, such as a clock that is
 * to go on, too; NULL when there is none. Borrowed as long as the output. */
CHATFMT_API const char *chatfmt_map_output_recorded(chatfmt_map_output *output, const char *name);
/* A row "input N" for a file that is read: its path, size, and a hash of the bytes at both of its
 * ends; for a pipe its path alone, "-" is standard input. 0, or a code of <errno.h>. */
CHATFMT_API int chatfmt_map_record_add_input(chatfmt_map_record *record, size_t number,
                                             const char *path);

/* Open it: READY, COMPLETE, EXISTS, NO_FILE, NO_RECORD, OTHER_RUN or FAILED. Waits for another
 * process that writes it, and for one that reads it if it is a pipe. Half a line at its end is cut
 * off. One that is open gives FAILED, and it stays as it is. */
CHATFMT_API chatfmt_output_state chatfmt_map_output_open(chatfmt_map_output *output);
/* Put whole lines, or a block of compressed bytes. They may wait until there are more. False when
 * no more can be written. */
CHATFMT_API int chatfmt_map_output_put(chatfmt_map_output *output, const char *data, size_t length);
/* Where the next lines may be made, so that putting them is no copy; NULL for nowhere. Until the
 * next call for this output. */
CHATFMT_API char *chatfmt_map_output_room(chatfmt_map_output *output, size_t wanted);
/* What waits goes on its way. False when no more can be written. */
CHATFMT_API int chatfmt_map_output_flush(chatfmt_map_output *output);
/* All is written; `complete`: it is all that was wanted, which goes on record with the number of
 * lines of the whole output. Else a file without lines is removed. False when not all that was put
 * is written, whatever `complete` is. */
CHATFMT_API int chatfmt_map_output_close(chatfmt_map_output *output, int complete, uint64_t lines);
/* Whole lines that the file holds now. False when that cannot be known, as of compressed ones. */
CHATFMT_API int chatfmt_map_output_count(const chatfmt_map_output *output, uint64_t *lines);
/* What opening, recording and closing have found; NULL for NULL. Borrowed until the output is used
 * again. O(1). */
CHATFMT_API const chatfmt_output_info *chatfmt_map_output_about(const chatfmt_map_output *output);

#ifdef __cplusplus
}
#endif

#endif
