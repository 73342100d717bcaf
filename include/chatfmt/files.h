/* chatfmt/files.h - files that are whole at any time: replace a file, and write the lines of a data
 * set to a file.
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
 * What an output guarantees:
 *
 * - A file that is read as input is not written.
 * - An existing file is replaced only when the caller asks for it, and only when the first lines of
 *   the new file are written. An empty file counts as no file.
 * - A run continues only what the same run wrote.
 * - The file ends with a whole line at any time, also when this process is killed or the disk is
 *   full.
 *
 * For this a process of its own writes a regular file. It is forked when the output is opened, so
 * open outputs before you start threads. From then on SIGPIPE is ignored. A lock on the file makes
 * a second program wait.
 *
 * A record (chatfmt_map_record) identifies a run. For an output NAME it is stored in the same
 * folder, in the hidden file .NAME.chatfmt-run.
 *
 * Outputs need POSIX. On other systems chatfmt_map_output_new() fails as UNSUPPORTED.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* Flags of chatfmt_file_replace(). */
enum {
    CHATFMT_FILE_CLEANED = 1 /* do not search the folder for what killed processes left: an earlier
                                replacement there has removed it                               */
};

/*
 * Make an existing file, or the file that it links to, hold these bytes. They are written to
 * another file in its folder, flushed to the disk, and renamed over it. So at any moment the
 * file is the old one or the new one. Permissions stay. A pipe or a device stays what it is; the
 * bytes are written to it. No file is created: a path without a file is ENOENT.
 *
 *   path    path that ends with a NUL.
 *   data    the bytes; borrowed during the call. NULL only with length 0.
 *   length  bytes of `data`.
 *   flags   0 or CHATFMT_FILE_CLEANED.
 *
 * Returns 0, or a code of <errno.h>; -1 for a wrong argument.
 *
 * Threads: any.
 */
CHATFMT_API int chatfmt_file_replace(const char *path, const char *data, size_t length,
                                     uint32_t flags);

/* ---- Outputs of data sets ---------------------------------------------------------------- */

/* An output for the lines of a data set. It serves one thread at a time. */
typedef struct chatfmt_map_output chatfmt_map_output;

/* Flags of chatfmt_map_output_new(). Without REPLACE and CONTINUE an existing file stays. With
 * both, REPLACE counts. */
enum {
    CHATFMT_OUTPUT_REPLACE = 1,  /* replace an existing file                                   */
    CHATFMT_OUTPUT_CONTINUE = 2, /* continue an existing file                                  */
    CHATFMT_OUTPUT_BLOCKS = 4    /* the caller puts blocks of compressed bytes, which are written
                                    wholly or not at all; there is no record                   */
};

/* What became of an output. `name`, `was`, `is`, `code` and `lines` are in chatfmt_output_info. */
typedef enum chatfmt_output_state {
    CHATFMT_OUTPUT_READY,     /* it can be written                                             */
    CHATFMT_OUTPUT_COMPLETE,  /* the same run has written all of it; it has `lines` lines      */
    CHATFMT_OUTPUT_SAME_FILE, /* it is the file `name`, which is read as input                 */
    CHATFMT_OUTPUT_EXISTS,    /* the file exists already                                       */
    CHATFMT_OUTPUT_NO_FILE,   /* it is a pipe or a device, which cannot be continued           */
    CHATFMT_OUTPUT_NO_RECORD, /* it has no record, or the file of the record does not hold one */
    CHATFMT_OUTPUT_OTHER_RUN, /* another run made it: the row `name` of the record was `was`
                                 and is now `is`                                               */
    CHATFMT_OUTPUT_FAILED     /* the system refused `name`, for the reason `code`; both are
                                 empty for a wrong argument                                    */
} chatfmt_output_state;

/* What is known about an output. Texts are borrowed until the output is used again. It may grow
 * at its end. */
typedef struct chatfmt_output_info {
    chatfmt_output_state state; /* the last state                                              */
    const char *name, *was, *is; /* see chatfmt_output_state                                   */
    int code;            /* a code of <errno.h>, as all codes here; -1: no memory              */
    const char *record_path; /* the file of the record; NULL: there is no record               */
    int record_code;     /* why the record could not be written; 0: it was written             */
    uint64_t lines;      /* lines that the file had when it was opened                         */
    /* After closing: why not everything was written. */
    int write_code;      /* why the system refused to write; 0: it did not                     */
    int name_code;       /* why the new file could not take the name of the old file; 0: it
                            could                                                              */
    int killed;          /* 1: the process that writes was killed                              */
    int lost;            /* 1: the process that writes does not respond                        */
    int gave_up;         /* 1: fewer lines are written than were put;
                            chatfmt_map_output_count() says how many                           */
    int absent;          /* 1: there is no file of its name, because no line was written       */
    int kept;            /* 1: the file that was to be replaced still exists, and has no line
                            of this run                                                        */
} chatfmt_output_info;

/*
 * Make an output. Nothing is opened yet.
 *
 *   path       path of the file, pipe or device, which ends with a NUL; copied. NULL: standard
 *              output.
 *   flags      CHATFMT_OUTPUT_…; 0 for none.
 *   allocator  copied; NULL = the C library's.
 *   out        receives an output, which the caller owns; free it with
 *              chatfmt_map_output_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Errors: UNSUPPORTED, NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_map_output_new(const char *path, uint32_t flags,
                                                  const chatfmt_allocator *allocator,
                                                  chatfmt_map_output **out, chatfmt_error *error);
/* Free an output. One that is open is closed as chatfmt_map_output_close() does with `complete` 0.
 * NULL is allowed. */
CHATFMT_API void chatfmt_map_output_free(chatfmt_map_output *output);

/* 1 when the output is the same regular file as `path`, which must exist ("-": standard input). 2
 * when it is one of the files that a model in the folder `path` is read from, such as its
 * tokenizer.json. Else 0. */
CHATFMT_API int chatfmt_map_output_is(const chatfmt_map_output *output, const char *path);
/*
 * Check whether an output can be written when files are read as inputs. Nothing is changed.
 *
 *   output  the output.
 *   paths   `count` paths of the inputs; "-" is standard input.
 *   count   number of paths.
 *
 * Returns the first of these that is so: FAILED for a wrong argument, SAME_FILE, EXISTS, FAILED
 * when an input cannot be read, READY.
 */
CHATFMT_API chatfmt_output_state chatfmt_map_output_check(chatfmt_map_output *output,
                                                          const char *const *paths, size_t count);

/* The record of this run; borrowed from the output. Fill it before the output is opened. */
CHATFMT_API chatfmt_map_record *chatfmt_map_output_record(chatfmt_map_output *output);
/* Allow one row of the record to differ from the run that is continued, when its value there was
 * `from`. With this a run that stopped at a row in error can be continued past that row. Only
 * one row may change. Both texts end with a NUL and are borrowed. */
CHATFMT_API void chatfmt_map_output_may_change(chatfmt_map_output *output, const char *name,
                                               const char *from);
/* The value of a row in the record of the run that CHATFMT_OUTPUT_CONTINUE continues, such as a
 * clock that this run has to continue, too. NULL when there is no such row. Borrowed until the
 * output is freed. */
CHATFMT_API const char *chatfmt_map_output_recorded(chatfmt_map_output *output, const char *name);
/*
 * Add a row "input N" for a file that is read: its path, its size, and a hash of the bytes at
 * its beginning and its end. For a pipe it is only the path.
 *
 *   record  the record.
 *   number  N.
 *   path    path that ends with a NUL; "-" is standard input.
 *
 * Returns 0, or a code of <errno.h>.
 */
CHATFMT_API int chatfmt_map_record_add_input(chatfmt_map_record *record, size_t number,
                                             const char *path);

/*
 * Open an output. This waits while another process writes the file; for a pipe it waits until a
 * process reads it. Half a line at the end of the file is cut off.
 *
 * Returns READY, COMPLETE, EXISTS, NO_FILE, NO_RECORD, OTHER_RUN or FAILED. For an output that
 * is open already, it returns FAILED and the output stays open.
 */
CHATFMT_API chatfmt_output_state chatfmt_map_output_open(chatfmt_map_output *output);
/* Put whole lines, each with its newline, or one block of compressed bytes. `data` (`length` bytes)
 * is borrowed during the call. Lines may be kept until there are more. Returns 0 when no more can
 * be written, and when the output is not open; else 1. */
CHATFMT_API int chatfmt_map_output_put(chatfmt_map_output *output, const char *data, size_t length);
/* Memory of `wanted` bytes in which the caller may make the next lines, so that putting them
 * needs no copy; NULL when there is none. Valid until the next call for this output. */
CHATFMT_API char *chatfmt_map_output_room(chatfmt_map_output *output, size_t wanted);
/* Write the lines that are kept. Returns 0 when no more can be written, else 1. */
CHATFMT_API int chatfmt_map_output_flush(chatfmt_map_output *output);
/*
 * Close an output.
 *
 *   output    the output.
 *   complete  not 0: everything that was wanted was put. Then the record says so, with `lines`.
 *             0: a file without lines is removed.
 *   lines     number of lines of the whole output. Not checked. It has no effect when `complete` is
 *             0.
 *
 * Returns 0 when not everything that was put is written, whatever `complete` is; else 1.
 */
CHATFMT_API int chatfmt_map_output_close(chatfmt_map_output *output, int complete, uint64_t lines);
/* The number of whole lines that the file has now goes to `lines`. Returns 0 when that is
 * unknown, as for compressed output; else 1. */
CHATFMT_API int chatfmt_map_output_count(const chatfmt_map_output *output, uint64_t *lines);
/* What opening, recording and closing have found; NULL for NULL. Borrowed until the output is
 * used again. O(1). */
CHATFMT_API const chatfmt_output_info *chatfmt_map_output_about(const chatfmt_map_output *output);

#ifdef __cplusplus
}
#endif

#endif
