/* tests/faults/shim.c - a library to preload: the n-th call of one kind goes wrong, once.
 *
 * FAULT=CALL:N:HOW[:WHO] names a system call, its number in this process, and what happens at it:
 *
 *     short   half of the bytes at most, and one at least
 *     EINTR, ENOSPC, EIO, EMFILE, ENOMEM, EACCES   this error, without the call
 *     half    half of the bytes, then the error ENOSPC at the next call
 *     TERM, INT    the signal, and then the call
 *     KILL    the process is killed before the call
 *     cut     the process is killed in the middle of it: after half of the bytes, or after the call
 *
 * WHO is 1 for the first process, 2 for the one that it forks; both by default, each with its own
 * count. FAULT_LOG gets one letter for each fault that has happened, so that who asks knows when
 * there was no n-th call. Calls with descriptors 1 and 2 are not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct fault_plan {
    char call[16], how[16];
    int number, who, seen;
    int process;   /* 1 or 2 */
    int is_half;   /* the next write fails */
    int is_ready;
} fault_plan;

static fault_plan fault;

static void fault_in_child(void)
{
    fault.process = 2;
    fault.seen = 0;
}

static void fault_read_plan(void)
{
    const char *text = getenv("FAULT");
    fault.is_ready = 1;
    fault.process = 1;
    if (text) sscanf(text, "%15[^:]:%d:%15[^:]:%d", fault.call, &fault.number, fault.how, &fault.who);
    pthread_atfork(NULL, NULL, fault_in_child);
}

static void *fault_real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static void fault_log(void)
{
    const char *log = getenv("FAULT_LOG");
    int (*real_open)(const char *, int, ...);
    ssize_t (*real_write)(int, const void *, size_t);
    int (*real_close)(int);
    if (!log) return;
    *(void **)&real_open = fault_real("open");
    *(void **)&real_write = fault_real("write");
    *(void **)&real_close = fault_real("close");
    int file = real_open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    (void)!real_write(file, "x", 1);
    real_close(file);
}

/* Whether the call that is about to be made is the one. */
static int fault_is_here(const char *call)
{
    if (!fault.is_ready) fault_read_plan();
    if (strcmp(call, fault.call) != 0 || (fault.who && fault.who != fault.process)) return 0;
    if (__atomic_add_fetch(&fault.seen, 1, __ATOMIC_SEQ_CST) != fault.number) return 0;
    fault_log();
    return 1;
}

static int fault_has(const char *how) { return strcmp(fault.how, how) == 0; }

/* Errors, and what ends the process before the call. 1: the call fails. */
static int fault_now(void)
{
    static const struct {
        const char *name;
        int code;
    } errors[] = {{"EINTR", EINTR},   {"ENOSPC", ENOSPC}, {"EIO", EIO},
                  {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"EACCES", EACCES}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (fault_has(errors[i].name)) return errno = errors[i].code, 1;
    if (fault_has("TERM")) kill(getpid(), SIGTERM);
    if (fault_has("INT")) kill(getpid(), SIGINT);
    if (fault_has("KILL")) kill(getpid(), SIGKILL);
    return 0;
}

static void fault_after(void)
{
    if (fault_has("cut")) kill(getpid(), SIGKILL);
}

static size_t fault_size(size_t size)
{
    int shorter = fault_has("short") || fault_has("half") || fault_has("cut");
    return shorter && size > 1 ? size / 2 : size;
}

/* Calls that move `size` bytes of `file`. */
#define FAULT_BYTES(name, parameters, arguments)                                                 \
    ssize_t name parameters                                                                      \
    {                                                                                            \
        static ssize_t(*real) parameters;                                                        \
        if (!real) *(void **)&real = fault_real(#name);                                          \
        if (file == 1 || file == 2) return real arguments;                                       \
        if (fault.is_half && !strcmp(fault.call, #name)) {                                       \
            fault.is_half = 0;                                                                   \
            errno = ENOSPC;                                                                      \
            return -1;                                                                           \
        }                                                                                        \
        int here = fault_is_here(#name);                                                         \
        if (here && fault_now()) return -1;                                                      \
        if (here) size = fault_size(size);                                                       \
        ssize_t count = real arguments;                                                          \
        if (here) fault.is_half = fault_has("half");                                             \
        if (here) fault_after();                                                                 \
        return count;                                                                            \
    }

FAULT_BYTES(read, (int file, void *data, size_t size), (file, data, size))
FAULT_BYTES(write, (int file, const void *data, size_t size), (file, data, size))
FAULT_BYTES(pread, (int file, void *data, size_t size, off_t at), (file, data, size, at))

/* Calls that are made or not. */
#define FAULT_CALL(result, name, parameters, arguments, failed)                                  \
    result name parameters                                                                       \
    {                                                                                            \
        static result(*real) parameters;                                                         \
        if (!real) *(void **)&real = fault_real(#name);                                          \
        int here = fault_is_here(#name);                                                         \
        if (here && fault_now()) return failed;                                                  \
        result value = real arguments;                                                           \
        if (here) fault_after();                                                                 \
        return value;                                                                            \
    }

FAULT_CALL(int, fsync, (int file), (file), -1)
FAULT_CALL(int, fchmod, (int file, mode_t mode), (file, mode), -1)
FAULT_CALL(int, ftruncate, (int file, off_t size), (file, size), -1)
FAULT_CALL(int, fstat, (int file, struct stat *about), (file, about), -1)
FAULT_CALL(pid_t, waitpid, (pid_t process, int *status, int how), (process, status, how), -1)
FAULT_CALL(int, flock, (int file, int how), (file, how), -1)
FAULT_CALL(int, rename, (const char *from, const char *to), (from, to), -1)
FAULT_CALL(int, unlink, (const char *path), (path), -1)
FAULT_CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), -1)
FAULT_CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
FAULT_CALL(int, pipe, (int ends[2]), (ends), -1)
FAULT_CALL(pid_t, fork, (void), (), -1)
FAULT_CALL(int, linkat, (int a, const char *from, int b, const char *to, int flags),
           (a, from, b, to, flags), -1)
FAULT_CALL(off_t, lseek, (int file, off_t at, int from), (file, at, from), -1)
FAULT_CALL(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t from),
           (at, size, access, flags, file, from), MAP_FAILED)

/* The descriptor is closed in any case, as on Linux. */
int close(int file)
{
    static int (*real)(int);
    if (!real) *(void **)&real = fault_real("close");
    int here = fault_is_here("close");
    int failed = here && fault_now(), code = errno, done = real(file);
    if (here) fault_after();
    errno = code;
    return failed ? -1 : done;
}

/* FAULT_NAMED: a system that has no files without a name. */
int open(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    va_list more;
    va_start(more, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
    va_end(more);
    if (!real) *(void **)&real = fault_real("open");
    if ((flags & O_TMPFILE) == O_TMPFILE && getenv("FAULT_NAMED")) return errno = EOPNOTSUPP, -1;
    int here = fault_is_here("open");
    if (here && fault_now()) return -1;
    int file = real(path, flags, mode);
    if (here) fault_after();
    return file;
}
