/* base/system_replace_posix.c - files replaced through POSIX, wholly or not at all.
 *
 * What it keeps true: a replaced file is the old one or the new one at any moment; a process that
 * is killed leaves nothing, or a file NAME.chatfmt-XXXXXX whose lock is free, and the next one that
 * replaces a file in the folder removes that.
 */
#define _GNU_SOURCE /* O_TMPFILE, flock */
#define _DARWIN_C_SOURCE

#include "base/alloc.h"
#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system_differences.h"

/* ---- names ---- */

#define REPLACE_MARK ".chatfmt-"
#define REPLACE_TAIL REPLACE_MARK "xxxxxx"
enum { REPLACE_LETTERS = 6, REPLACE_TRIES = 100 };

static const char replace_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* NAME.chatfmt-XXXXXX, nothing else. */
static bool replace_is_ours(const char *name)
{
    size_t length = strlen(name), tail = sizeof REPLACE_TAIL - 1;
    if (length <= tail ||
        memcmp(name + length - tail, REPLACE_MARK, sizeof REPLACE_MARK - 1) != 0)
        return false;
    for (size_t i = length - REPLACE_LETTERS; i < length; i++)
        if (!strchr(replace_letters, name[i])) return false;
    return true;
}

/* Another name at each attempt; whether it is taken, the system says. */
static void replace_name(char *temporary, unsigned attempt)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t number = ((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec) ^
                      (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)temporary;
    number = (number + attempt) * UINT64_C(0x9e3779b97f4a7c15) >> 16;
    for (char *at = temporary + strlen(temporary) - REPLACE_LETTERS; *at; at++) {
        *at = replace_letters[number % (sizeof replace_letters - 1)];
        number /= sizeof replace_letters - 1;
    }
}

/* The folder of `path`, the part before the last slash, or ".". The path is written to
 * meanwhile. */
static int replace_open_folder(char *path, int flags, mode_t mode)
{
    char *slash = strrchr(path, '/'), kept = '\0';
    if (slash) {
        slash += slash == path;
        kept = *slash;
        *slash = '\0';
    }
    int folder = open(slash ? path : ".", flags | O_CLOEXEC, mode), code = errno;
    if (slash) *slash = kept;
    errno = code;
    return folder;
}

/* ---- what others left ---- */

/* A lock that is free belongs to a process that is gone. */
static void replace_remove_if_left(int folder, const char *name)
{
    struct stat about;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(file);
}

static void replace_clean(char *path)
{
    int file = replace_open_folder(path, O_RDONLY | O_DIRECTORY, 0);
    DIR *folder = file < 0 ? NULL : fdopendir(file);
    struct dirent *entry;
    if (!folder && file >= 0) close(file);
    if (!folder) return;
    while ((entry = readdir(folder)) != NULL)
        if (replace_is_ours(entry->d_name)) replace_remove_if_left(file, entry->d_name);
    closedir(folder);
}

/* ---- a file before it has its name ---- */

/* A file that is in no folder until it is given a name by way of /proc. */
static int replace_open_nameless(char *temporary)
{
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) != 0) return -1;
    int file = replace_open_folder(temporary, O_RDWR | O_TMPFILE, 0600);
    if (file >= 0) (void)flock(file, LOCK_EX | LOCK_NB); /* no other process has it */
    return file;
#else
    (void)temporary;
    return -1;
#endif
}

/* A name of its own, and a lock that no other process took first. */
static int replace_open_named(char *temporary)
{
    for (unsigned i = 0; i < REPLACE_TRIES; i++) {
        struct stat about;
        replace_name(temporary, i);
        int file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && (errno == EEXIST || errno == EINTR)) continue;
        if (file < 0) return -1;
        bool locked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (locked && fstat(file, &about) == 0 && about.st_nlink) return file;
        close(file);
    }
    errno = EEXIST;
    return -1;
}

/* The nameless file gets the name beside, since only a rename takes the place of another file. */
static int replace_link(cft_fresh *fresh)
{
    char place[64];
    if (fresh->has_name) return 0;
    snprintf(place, sizeof place, "/proc/self/fd/%d", fresh->file);
    for (unsigned i = 0; i < REPLACE_TRIES; i++) {
        replace_name(fresh->temporary, i);
        fresh->has_name =
            linkat(AT_FDCWD, place, AT_FDCWD, fresh->temporary, AT_SYMLINK_FOLLOW) == 0;
        if (fresh->has_name) return 0;
        if (errno != EEXIST && errno != EINTR) return errno;
    }
    return EEXIST;
}

/* "PATH", a NUL, "PATH.chatfmt-xxxxxx" in one block. */
static bool replace_paths(const char *path, cft_fresh *fresh)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    size_t length = strlen(path);
    *fresh = (cft_fresh){.file = -1, .size = 2 * length + 1 + sizeof REPLACE_TAIL};
    fresh->path = cft_allocate(&memory, fresh->size);
    if (!fresh->path) return false;
    fresh->temporary = fresh->path + length + 1;
    memcpy(fresh->path, path, length + 1);
    memcpy(fresh->temporary, path, length);
    memcpy(fresh->temporary + length, REPLACE_TAIL, sizeof REPLACE_TAIL);
    return true;
}

static int replace_open(const char *path, mode_t mode, bool cleans, cft_fresh *fresh)
{
    if (!replace_paths(path, fresh)) return ENOMEM;
    if (cleans) replace_clean(fresh->temporary);
    fresh->file = replace_open_nameless(fresh->temporary);
    if (fresh->file < 0)
        fresh->has_name = (fresh->file = replace_open_named(fresh->temporary)) >= 0;
    int code = fresh->file < 0 || fchmod(fresh->file, mode) != 0 ? errno : 0;
    if (code) cft_fresh_drop(fresh, true);
    return code;
}

static mode_t replace_mode(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? about.st_mode & 07777 : 0644;
}

int cft_fresh_open(const char *path, cft_fresh *fresh)
{
    return replace_open(path, replace_mode(path), true, fresh);
}

int cft_fresh_take(cft_fresh *fresh)
{
    int code = replace_link(fresh);
    if (!code && rename(fresh->temporary, fresh->path) != 0) code = errno;
    if (!code) fresh->has_name = false;
    return code;
}

void cft_fresh_drop(cft_fresh *fresh, bool closes)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    if (!fresh->path) return;
    if (fresh->has_name) unlink(fresh->temporary);
    if (closes && fresh->file >= 0) close(fresh->file);
    cft_release(&memory, fresh->path, fresh->size);
    *fresh = (cft_fresh){.file = -1};
}

void cft_fresh_clean(const char *path)
{
    cft_fresh names;
    if (replace_paths(path, &names)) replace_clean(names.temporary);
    cft_fresh_drop(&names, false);
}

/* ---- writing ---- */

static void replace_flush_folder(char *path)
{
    int folder = replace_open_folder(path, O_RDONLY, 0);
    if (folder < 0) return;
    (void)fsync(folder); /* some file systems cannot; the rename itself has succeeded */
    close(folder);
}

static int replace_flush(int file)
{
    int done;
    do done = fsync(file);
    while (done != 0 && errno == EINTR);
    return done != 0 && errno != EINVAL ? errno : 0; /* not every file can be flushed */
}

int cft_system_replace(const char *path, const char *data, size_t length,
                       const cft_system_replacement *how)
{
    cft_fresh fresh;
    int code = replace_open(path, how->own ? 0600 : replace_mode(path), !how->cleaned, &fresh);
    if (code) return code;
    code = cft_system_write(fresh.file, data, length);
    if (!code && how->flush) code = replace_flush(fresh.file);
    if (!code) code = cft_fresh_take(&fresh);
    if (!code && how->flush) replace_flush_folder(fresh.temporary);
    cft_fresh_drop(&fresh, true); /* flushed or not worth it: its name is given or gone */
    return code;
}
