/* cli/fresh_file.c - files without a name, then under one. See the header. */
#define _GNU_SOURCE /* O_TMPFILE, flock */
#include "fresh_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char fresh_mark[] = ".chatfmt-";
enum { FRESH_LETTERS = 6, FRESH_TRIES = 100 };

/* ---- Names ---- */

/* NAME.chatfmt-XXXXXX, nothing else. */
static bool fresh_is_ours(const char *name)
{
    size_t length = strlen(name), tail = sizeof fresh_mark - 1 + FRESH_LETTERS;
    if (length <= tail || memcmp(name + length - tail, fresh_mark, sizeof fresh_mark - 1) != 0)
        return false;
    for (const char *at = name + length - FRESH_LETTERS; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
              (*at >= '0' && *at <= '9')))
            return false;
    return true;
}

/* Another name at each try; whether it is taken, the system says. */
static void fresh_name(char *temporary, unsigned attempt)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t number = ((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec) ^
                      (uint64_t)getpid() << 32;
    number = (number + attempt) * UINT64_C(0x9e3779b97f4a7c15);
    char *at = temporary + strlen(temporary) - FRESH_LETTERS;
    for (number >>= 16; *at; at++, number /= sizeof letters - 1)
        *at = letters[number % (sizeof letters - 1)];
}

/* The folder of a path, which is written to meanwhile. */
static int fresh_open_folder(char *path, int flags, mode_t mode)
{
    char *slash = strrchr(path, '/'), kept = slash ? slash[slash == path] : '\0';
    if (slash) slash[slash == path] = '\0';
    int folder = open(slash ? path : ".", flags | O_CLOEXEC, mode);
    int why = errno;
    if (slash) slash[slash == path] = kept;
    errno = why;
    return folder;
}

/* ---- Leftovers ---- */

/* A lock that is free belongs to a process that is gone. */
static void fresh_remove_if_left(int folder, const char *name)
{
    struct stat about;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(file);
}

/* Many files of one folder are replaced by one command, which looks through it once. */
static bool fresh_was_cleaned(int folder)
{
    static struct stat last;
    struct stat about;
    if (fstat(folder, &about) != 0) return false;
    bool same = about.st_ino == last.st_ino && about.st_dev == last.st_dev;
    last = about;
    return same;
}

static void fresh_clean_folder(char *path)
{
    int file = fresh_open_folder(path, O_RDONLY | O_DIRECTORY, 0);
    DIR *folder = file < 0 || fresh_was_cleaned(file) ? NULL : fdopendir(file);
    if (!folder) {
        if (file >= 0) close(file);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (fresh_is_ours(entry->d_name)) fresh_remove_if_left(file, entry->d_name);
    closedir(folder);
}

void fresh_clean(const char *path)
{
    char *copy = strdup(path);
    int why = errno;
    if (copy) fresh_clean_folder(copy);
    free(copy);
    errno = why;
}

/* ---- A file ---- */

/* A name of its own, and a lock that no other process took first. */
static bool fresh_open_named(fresh_file *fresh)
{
    for (unsigned i = 0; i < FRESH_TRIES; i++) {
        struct stat about;
        fresh_name(fresh->temporary, i);
        fresh->file = open(fresh->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fresh->file < 0 && (errno == EEXIST || errno == EINTR)) continue;
        if (fresh->file < 0) return false;
        bool locked = flock(fresh->file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        fresh->has_name = true;
        if (locked && fstat(fresh->file, &about) == 0 && about.st_nlink) return true;
        close(fresh->file);
        fresh->file = -1;
        fresh->has_name = false;
    }
    errno = EEXIST;
    return false;
}

/* A file that is in no folder until it is given a name by way of /proc. */
static bool fresh_open_nameless(fresh_file *fresh)
{
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) != 0) return false;
    fresh->file = fresh_open_folder(fresh->path, O_RDWR | O_TMPFILE, 0600);
    if (fresh->file >= 0) (void)flock(fresh->file, LOCK_EX | LOCK_NB); /* no other process has it */
    return fresh->file >= 0;
#else
    (void)fresh;
    return false;
#endif
}

bool fresh_open(fresh_file *fresh, const char *path, mode_t mode)
{
    size_t length = strlen(path);
    *fresh = (fresh_file){.file = -1, .path = strdup(path)};
    fresh->temporary = malloc(length + sizeof fresh_mark + FRESH_LETTERS);
    if (fresh->path && fresh->temporary) {
        sprintf(fresh->temporary, "%s%sxxxxxx", path, fresh_mark);
        fresh_clean_folder(fresh->path);
        if ((fresh_open_nameless(fresh) || fresh_open_named(fresh)) &&
            fchmod(fresh->file, mode) == 0)
            return true;
    }
    int why = fresh->path && fresh->temporary ? errno : ENOMEM;
    fresh_drop(fresh, true);
    errno = why;
    return false;
}

/* The nameless file gets the name beside, since only a rename takes the place of another file. */
static bool fresh_link(fresh_file *fresh)
{
    char place[64];
    if (fresh->has_name) return true;
    snprintf(place, sizeof place, "/proc/self/fd/%d", fresh->file);
    for (unsigned i = 0; i < FRESH_TRIES && !fresh->has_name; i++) {
        fresh_name(fresh->temporary, i);
        fresh->has_name =
            linkat(AT_FDCWD, place, AT_FDCWD, fresh->temporary, AT_SYMLINK_FOLLOW) == 0;
        if (!fresh->has_name && errno != EEXIST && errno != EINTR) return false;
    }
    return fresh->has_name;
}

bool fresh_take(fresh_file *fresh)
{
    if (!fresh_link(fresh) || rename(fresh->temporary, fresh->path) != 0) return false;
    fresh->has_name = false;
    return true;
}

void fresh_drop(fresh_file *fresh, bool closes)
{
    if (fresh->has_name) unlink(fresh->temporary);
    if (closes && fresh->file >= 0) close(fresh->file);
    free(fresh->path);
    free(fresh->temporary);
    *fresh = (fresh_file){.file = -1};
}

/* ---- Signals ---- */

void fresh_hold_signals(sigset_t *before)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ, SIGPIPE};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigaddset(&held, ends[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

void fresh_let_signals(const sigset_t *before) { sigprocmask(SIG_SETMASK, before, NULL); }
