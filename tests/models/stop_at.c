/* tests/models/stop_at.c - a library to preload: the n-th call that changes a file is the last.
 *
 * STOP_AT=n counts write, pwrite, fsync, fdatasync, ftruncate, rename, unlink, mkdir, mkstemp, fchmod and open
 * for writing. The n-th is not made any more, or by STOP_HOW=half a write of half its bytes, or
 * by STOP_HOW=after it is made; then the process is killed as by a power cut. STOP_LOG names a
 * file that gets one line for each call, by a descriptor that is not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int stop_count;

static ssize_t stop_write(int file, const void *data, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
    return real(file, data, size);
}

static void stop_log(const char *name, int file, const char *path)
{
    const char *log = getenv("STOP_LOG");
    char line[600];
    static int (*real)(const char *, int, ...);
    if (!log) return;
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "open");
    int to = real(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    int length = snprintf(line, sizeof line, "%s %d %s\n", name, file, path ? path : "");
    stop_write(to, line, (size_t)length);
    close(to);
}

/* 1: end before the call; 2: in its middle; 3: after it; 0: not this one. */
static int stop_here(const char *name, int file, const char *path)
{
    const char *at = getenv("STOP_AT"), *how = getenv("STOP_HOW");
    stop_log(name, file, path);
    if (!at || ++stop_count != atoi(at)) return 0;
    return how && !strcmp(how, "half") ? 2 : how && !strcmp(how, "after") ? 3 : 1;
}

static void stop_now(void) { kill(getpid(), SIGKILL); pause(); }

#define STOP_CALL(result, name, parameters, arguments, file, path)                               \
    result name parameters                                                                       \
    {                                                                                            \
        static result(*real) parameters;                                                         \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                                    \
        int here = stop_here(#name, file, path);                                                 \
        if (here == 1 || here == 2) stop_now();                                                  \
        result value = real arguments;                                                           \
        if (here) stop_now();                                                                    \
        return value;                                                                            \
    }

STOP_CALL(int, fsync, (int file), (file), file, NULL)
STOP_CALL(int, fdatasync, (int file), (file), file, NULL)
STOP_CALL(int, ftruncate, (int file, off_t size), (file, size), file, NULL)
STOP_CALL(int, rename, (const char *from, const char *to), (from, to), -1, to)
STOP_CALL(int, unlink, (const char *path), (path), -1, path)
STOP_CALL(int, rmdir, (const char *path), (path), -1, path)
STOP_CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), -1, path)
STOP_CALL(int, fchmod, (int file, mode_t mode), (file, mode), file, NULL)
STOP_CALL(int, mkstemp, (char *path), (path), -1, path)
STOP_CALL(int, mkstemp64, (char *path), (path), -1, path)

ssize_t write(int file, const void *data, size_t size)
{
    if (file <= 2) return stop_write(file, data, size);
    int here = stop_here("write", file, NULL);
    if (here == 1) stop_now();
    ssize_t count = stop_write(file, data, here == 2 ? size / 2 : size);
    if (here) stop_now();
    return count;
}

#define STOP_OPEN(name)                                                                          \
    int name(const char *path, int flags, ...)                                                   \
    {                                                                                            \
        static int (*real)(const char *, int, ...);                                              \
        int mode = 0;                                                                            \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                                    \
        if (flags & O_CREAT) {                                                                   \
            va_list more;                                                                        \
            va_start(more, flags);                                                               \
            mode = va_arg(more, int);                                                            \
            va_end(more);                                                                        \
        }                                                                                        \
        int here = (flags & (O_WRONLY | O_RDWR)) ? stop_here("open", -1, path) : 0;              \
        if (here == 1 || here == 2) stop_now();                                                  \
        int file = real(path, flags, mode);                                                      \
        if (here) stop_now();                                                                    \
        return file;                                                                             \
    }

STOP_OPEN(open)
STOP_OPEN(open64)
