/* base/system.h - what the library asks of the operating system, for base/file.c and outputs.
 *
 * system_posix.c and system_replace_posix.c, or system_windows.c. Paths are NUL-terminated UTF-8.
 * Codes are those of <errno.h>, 0 for success.
 */
#ifndef CFT_SYSTEM_H
#define CFT_SYSTEM_H

#include "base/file.h"

/* What a path or an open file is. */
typedef struct cft_system_about {
    bool is_regular, is_folder;
    bool is_own; /* it belongs to this user, and nobody else may write to it */
    cft_file_mark mark;
} cft_system_about;

/* Open for reading, not inherited by other programs. `own`: no symbolic link, nothing that
 * blocks. */
int cft_system_open(const char *path, bool own, int *descriptor, cft_system_about *about);
/* Up to `length` bytes into `out`; `got` is 0 at the end. At an offset, or where the last one
 * ended. */
int cft_system_read(int descriptor, char *out, size_t length, size_t *got);
int cft_system_read_at(int descriptor, uint64_t at, char *out, size_t length, size_t *got);
/* All of it. */
int cft_system_write(int descriptor, const char *data, size_t length);
void cft_system_close(int descriptor);

/* All of this memory will be written, so the system may give it in large pages. */
void cft_system_will_fill(void *data, size_t length);

/* Follows links. */
int cft_system_look(const char *path, cft_system_about *out);
int cft_system_make_folder(const char *path, bool own);
int cft_system_remove(const char *path);

/* Call `visit` with each name in a folder, in no order; a failure of it goes to `status` and ends
 * the list. */
int cft_system_list(const char *folder, cft_file_visit *visit, void *context,
                    chatfmt_status *status);

/* How a file is replaced. */
typedef struct cft_system_replacement {
    bool own;   /* readable for this user alone; else as the file that is there */
    bool flush; /* down to the disk */
    bool cleaned; /* what others left in the folder was looked for already */
} cft_system_replacement;

/* Make `path` hold these bytes, wholly or not at all. */
int cft_system_replace(const char *path, const char *data, size_t length,
                       const cft_system_replacement *how);

#endif
