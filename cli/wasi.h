/* cli/wasi.h - what WASI lacks of POSIX and the program uses; each file is compiled with it there.
 *
 * There is one process, so nothing sends signals or holds locks, and files have no owners and no
 * permissions.
 */
#ifndef CLI_WASI_H
#define CLI_WASI_H

#define _GNU_SOURCE
#define _WASI_EMULATED_SIGNAL
#include <__typedef_sigset_t.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define flock(file, how) ((void)(file), (void)(how), 0)
#define fchmod(file, mode) ((void)(file), (void)(mode), 0)
#define geteuid() ((uid_t)0)
#define getpid() ((pid_t)1)

enum { SIG_BLOCK, SIG_SETMASK };
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigaddset(set, signal) ((void)(set), (void)(signal))
#define sigprocmask(how, set, before) ((void)(how), (void)(set), (void)(before))

/* Whoever has both closes both; the second time that does nothing. */
#define dup(file) (file)

/* Only of what is no symbolic link: that would have to be followed, not replaced. */
static inline char *realpath(const char *path, char *out)
{
    struct stat about;
    (void)out;
    if (lstat(path, &about) != 0) return NULL;
    if (!S_ISLNK(about.st_mode)) return strdup(path);
    errno = ELOOP;
    return NULL;
}

#endif
