/* base/file.h - the only door to the operating system's files.
 *
 * Paths are NUL-terminated UTF-8. Failures are IO with the path and the system's reason, or
 * NOT_FOUND when there is no such file.
 */
#ifndef CFT_FILE_H
#define CFT_FILE_H

#include "base/buffer.h"
#include "base/report.h"

/* A whole file, read into memory at an address that is a multiple of 64: whatever becomes of the
 * file, these bytes stay, which those of a mapping do not when another program shortens it. */
typedef struct cft_file_copy {
    chatfmt_allocator allocator;
    const char *data;
    size_t length;
    void *block;
    size_t block_bytes;
} cft_file_copy;

/* Read a regular file, as long as it is when it is opened. To be freed, also after a failure. */
chatfmt_status cft_file_load(const char *path, const chatfmt_allocator *allocator,
                             cft_file_copy *out, chatfmt_error *error);
void cft_file_unload(cft_file_copy *copy);

/* A file that is read in pieces, so that one which is changed meanwhile cannot do more than
 * fail. `path` is borrowed, for errors. */
typedef struct cft_file_pieces {
    const char *path;
    int descriptor;
    uint64_t length; /* when it was opened */
} cft_file_pieces;

chatfmt_status cft_file_open_pieces(const char *path, cft_file_pieces *out, chatfmt_error *error);
/* Bytes [at, at + length) into `out`; IO when the file has become shorter. */
chatfmt_status cft_file_read_piece(const cft_file_pieces *file, uint64_t at, char *out,
                                   size_t length, chatfmt_error *error);
void cft_file_close_pieces(cft_file_pieces *file);

/* Append a file to `out`; LIMIT when it has more than `maximum` bytes. */
chatfmt_status cft_file_read(const char *path, size_t maximum, cft_buffer *out,
                             chatfmt_error *error);

/*
 * Make `path` hold exactly these bytes: written beside it, flushed to the disk, then renamed
 * over it, so that a reader or a power cut finds the old file or the new one, never half.
 * Keeps the permissions of a file that was there. What killed processes left in the folder when
 * they did the same is removed.
 */
chatfmt_status cft_file_replace(const char *path, const char *data, size_t length,
                                chatfmt_error *error);

/* ---- files of a cache: made and read by this program, for one user ---- */

/* What tells that a file is still the one it was. Seconds and nanoseconds. */
typedef struct cft_file_mark {
    uint64_t device, node, size;
    int64_t modified, modified_nano, changed, changed_nano;
} cft_file_mark;

/* The marks of a file; false when it is no regular file that can be looked at. */
bool cft_file_marks(const char *path, cft_file_mark *out);

/* Read a file that no other user can have written, and that is no symbolic link; false when
 * there is none such. `mark` may be NULL. To be freed, also when it is false. */
bool cft_file_load_own(const char *path, const chatfmt_allocator *allocator, cft_file_copy *out,
                       cft_file_mark *mark);

/* Make `path` hold these bytes, wholly or not at all, readable for this user alone. Not flushed to
 * the disk: what is in it must be checked when it is read. */
bool cft_file_save_own(const char *path, const char *data, size_t length);

/* Make a folder for this user alone, with those above it that are missing. `path` is written to
 * meanwhile. */
bool cft_file_make_own_folders(char *path);

/* The error of a system call: "cannot WHAT 'PATH': …"; `code` is its errno. */
chatfmt_status cft_file_fail(chatfmt_error *error, const char *what, const char *path, int code);

/* Delete; a missing file is no error. */
chatfmt_status cft_file_remove(const char *path, chatfmt_error *error);
/* Make a folder; one that is there is no error. */
chatfmt_status cft_file_make_folder(const char *path, chatfmt_error *error);

bool cft_file_is_regular(const char *path);
bool cft_file_is_folder(const char *path);
bool cft_file_is_stream(const char *path); /* there, and neither of them: a pipe, a device */
chatfmt_status cft_file_fail_stream(chatfmt_error *error, const char *path);

/* Call `visit` with the name of each entry, sorted by bytes, without "." and "..". Stops at the
 * first failure, which it returns. */
typedef chatfmt_status cft_file_visit(void *context, const char *name);
chatfmt_status cft_file_each(const chatfmt_allocator *allocator, const char *folder,
                             cft_file_visit *visit, void *context, chatfmt_error *error);

/* An environment variable, or NULL when unset or empty. */
const char *cft_file_environment(const char *name);

#endif
