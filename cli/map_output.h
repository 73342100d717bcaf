/* cli/map_output.h - where the lines of a data set go: never half a line, whoever is killed.
 *
 * A process that is killed while the kernel copies its lines leaves as many of their bytes as
 * happened to be copied. So files are written by a second process, which has nothing else to do:
 * it takes whole lines from memory that both share; when the first one is gone, it ends after the
 * last whole line. A lock on the file makes the next one wait for that.
 */
#ifndef CLI_MAP_OUTPUT_H
#define CLI_MAP_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct map_output {
    int file;          /* where lines go in the end */
    int orders, done;  /* pipes to the process that writes, and back; -1: written directly */
    pid_t writer;
    char *shared;      /* room for several pieces */
    unsigned next, busy; /* the slot that comes next, and how many are not written yet */
    size_t filled;       /* bytes in that slot: the other process does not know of them yet */
    bool in_blocks;      /* set before it begins: packed; a block is written wholly or not at all */
    /* Set before it begins; NULL: nothing. Called once by the process that writes: the first lines
     * are in the file, or it is known that there will be none. False, with a message, when that
     * fails. */
    bool (*ready)(void *context);
    void *context;
    bool sent;           /* something is on its way */
    bool gave_up;        /* not all that was put is written */
} map_output;

/* Write to `file` from now on; it is closed at the end, unless it is standard output. Before
 * threads are started. */
bool map_output_begin(map_output *output, int file);
/* A block of whole lines, or of packed bytes. They may wait here until there are more. Reported
 * when it fails. */
bool map_output_put(map_output *output, const char *data, size_t length);
/* Where the next block may be made, so that putting it is no copy; NULL for nowhere. Until the next
 * call for this output. */
char *map_output_room(map_output *output, size_t wanted);
/* What waits goes on its way. */
bool map_output_flush(map_output *output);
/* Everything is written, and, where the system gave up, what is there ends with a whole line;
 * false, with a message, when not all is. `ok`: the lines are all that were wanted; without it,
 * and without any lines, `ready` is not called. */
bool map_output_end(map_output *output, bool ok);

#endif
