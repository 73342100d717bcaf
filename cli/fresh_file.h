/* cli/fresh_file.h - a file that is written beside another one and takes its name when it is ready.
 *
 * Until then it has no name where the system can make such files, so that a process that is killed
 * leaves nothing. Where it needs one, the name is NAME.chatfmt-XXXXXX and the file is locked for as
 * long as its process lives: whoever writes in the folder later removes those whose lock is free.
 */
#ifndef CLI_FRESH_FILE_H
#define CLI_FRESH_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct fresh_file {
    int file;        /* open for reading and writing; -1: none */
    char *path;      /* the name that it will take */
    char *temporary; /* the name beside it */
    bool has_name;   /* it is there under that name */
} fresh_file;

/* Begin a file that will be `path`, with these permissions. Leftovers of others in the folder are
 * removed. False with errno, and nothing is there then. */
bool fresh_open(fresh_file *fresh, const char *path, mode_t mode);
/* It takes its name, in the place of a file that has it. The descriptor stays open. False with
 * errno. */
bool fresh_take(fresh_file *fresh);
/* Free what it holds; a file that has not taken its name is gone. `closes` the descriptor too. */
void fresh_drop(fresh_file *fresh, bool closes);

/* Remove what processes that were killed left in the folder of `path`, unless that was the folder
 * of the last call. Main thread only. */
void fresh_clean(const char *path);

/* Signals that end a program wait while a file is replaced: before, after. */
void fresh_hold_signals(sigset_t *before);
void fresh_let_signals(const sigset_t *before);

#endif
