/* base/output.h - files that grow by whole lines, whoever is killed; for service/map_output.c.
 *
 * system_output_posix.c, or system_output_none.c where there are no locks and processes. Codes are
 * those of <errno.h>, 0 for success.
 */
#ifndef CFT_OUTPUT_H
#define CFT_OUTPUT_H

#include "base/system.h"

/* Whether the system has what the rest needs. Where it has not, the others fail with ENOSYS. */
bool cft_output_supported(void);

enum { CFT_OUTPUT_STANDARD = 1 }; /* the descriptor of standard output */

/* ---- A file, its lock, and its name ---- */

/* What an open file is, and where it is read or written next. */
int cft_output_look(int file, cft_system_about *out, uint64_t *at);
/* Where a path leads, to be given to cft_output_path_free(); NULL with any code. */
int cft_output_real_path(const char *path, char **out);
void cft_output_path_free(char *path);
/* Open for reading and writing, made when it is missing, and wait until no other process writes it.
 * Who did may have put another file there: what is open is what has the name. */
int cft_output_lock(const char *path, int *file, cft_system_about *about);
/* Whether a file can be read; of others than regular ones nothing is tried, since opening a pipe
 * would wake who writes to it. */
int cft_output_try(const char *path);
/* A pipe or a device; of a pipe it waits for who reads it, so that nothing is lost. */
int cft_output_open_device(const char *path, int *file);
/* Its first bytes are all that stays, and the next ones follow them. */
int cft_output_cut(int file, uint64_t length);

/* ---- A file that takes its name when it is ready (system_replace_posix.c) ---- */

/* Until then it has no name where the system can make such files, so that a process that is
 * killed leaves nothing. Where it needs one, the name is NAME.chatfmt-XXXXXX and the file is locked
 * as long as its process lives: whoever writes in the folder later removes those whose lock is
 * free. */
typedef struct cft_fresh {
    int file;        /* open for reading and writing; -1: none */
    char *path;      /* the name that it will take; `temporary` follows in the same memory */
    char *temporary; /* the name beside it */
    size_t size;
    bool has_name;   /* it is there under that name */
} cft_fresh;

/* Begin a file that will be `path`, with the permissions of one that is there. */
int cft_fresh_open(const char *path, cft_fresh *fresh);
/* It takes its name. The descriptor stays open. */
int cft_fresh_take(cft_fresh *fresh);
/* Free what it holds; a file that has not taken its name is gone. `closes` the descriptor too. */
void cft_fresh_drop(cft_fresh *fresh, bool closes);
/* Remove what processes that were killed left in the folder of `path`. */
void cft_fresh_clean(const char *path);

/* ---- The process that writes ---- */

/* A process that is killed while the kernel copies its lines leaves as many of their bytes as
 * happened to be copied. So files are written by a second process, which has nothing else to do:
 * it takes whole lines from memory that both share; when the first one is gone, it ends after the
 * last whole line. */
typedef struct cft_writer {
    int file;          /* where lines go in the end */
    int orders, done;  /* pipes to the process that writes, and back; -1: written directly */
    long process;
    char *shared;      /* room for several pieces, and a cft_writer_end */
    unsigned next, busy; /* the slot that comes next, and how many are not written yet */
    size_t filled;       /* bytes in that slot: the other process does not know of them yet */
    bool in_blocks;      /* set before it begins: packed; a block is written wholly or not at all */
    /* Set before it begins; NULL: nothing. Called once by the process that writes: the first lines
     * are in the file, or it is known that there will be none. */
    int (*ready)(void *context);
    void *context;
    bool sent;           /* something is on its way */
    bool gave_up;        /* not all that was put is written, though there is a process for it */
    int code;            /* why not all is written: a code, or … */
    bool killed, lost;   /* … the process that writes was killed, or does not listen */
    bool not_ready;      /* it is `ready` that failed, with the code */
} cft_writer;

/* Write to `file` from now on; it is closed at the end, unless it is standard output. Before
 * threads are started. */
int cft_writer_begin(cft_writer *writer, int file);
/* A block of whole lines, or of packed bytes. They may wait here until there are more. */
bool cft_writer_put(cft_writer *writer, const char *data, size_t length);
/* Where the next block may be made, so that putting it is no copy; NULL for nowhere. Until the next
 * call for this writer. */
char *cft_writer_room(cft_writer *writer, size_t wanted);
/* What waits goes on its way. */
bool cft_writer_flush(cft_writer *writer);
/* Everything is written, and, where the system gave up, what is there ends with a whole line; false
 * when not all is. `ok`: the lines are all that were wanted; without it, and without any lines,
 * `ready` is not called. */
bool cft_writer_end(cft_writer *writer, bool ok);

#endif
