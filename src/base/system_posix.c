/* base/system_posix.c - files through POSIX; how they are replaced is in system_replace_posix.c. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE  /* madvise */
#define _DARWIN_C_SOURCE /* O_NOFOLLOW and the times of files */

#include "base/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

#include "base/system_differences.h"

enum { HUGE_FROM = 4 << 20 }; /* bytes: large pages are two million bytes or so */

static void posix_about(const struct stat *from, cft_system_about *out)
{
    *out = (cft_system_about){
        .is_regular = S_ISREG(from->st_mode),
        .is_folder = S_ISDIR(from->st_mode),
        .is_own = from->st_uid == geteuid() && !(from->st_mode & 022),
        .mark = {.device = (uint64_t)from->st_dev,
                 .node = (uint64_t)from->st_ino,
                 .size = from->st_size > 0 ? (uint64_t)from->st_size : 0,
                 .modified = (int64_t)from->st_mtim.tv_sec,
                 .modified_nano = (int64_t)from->st_mtim.tv_nsec,
                 .changed = (int64_t)from->st_ctim.tv_sec,
                 .changed_nano = (int64_t)from->st_ctim.tv_nsec},
    };
}

int cft_system_open(const char *path, bool own, int *descriptor, cft_system_about *about)
{
    struct stat found;
    int flags = O_RDONLY | O_CLOEXEC | (own ? O_NOFOLLOW | O_NONBLOCK : 0);
    do *descriptor = open(path, flags);
    while (*descriptor < 0 && errno == EINTR);
    if (*descriptor < 0) return errno;
    if (fstat(*descriptor, &found) != 0) {
        int code = errno;
        close(*descriptor);
        *descriptor = -1;
        return code;
    }
    posix_about(&found, about);
    return 0;
}

void cft_system_will_fill(void *data, size_t length)
{
#ifdef MADV_HUGEPAGE
    size_t page = (size_t)sysconf(_SC_PAGESIZE), skipped = (page - (uintptr_t)data % page) % page;
    if (length > skipped + HUGE_FROM)
        (void)madvise((char *)data + skipped, (length - skipped) / page * page, MADV_HUGEPAGE);
#else
    (void)data;
    (void)length;
#endif
}

int cft_system_read(int descriptor, char *out, size_t length, size_t *got)
{
    ssize_t count;
    do count = read(descriptor, out, length);
    while (count < 0 && errno == EINTR);
    *got = count > 0 ? (size_t)count : 0;
    return count < 0 ? errno : 0;
}

int cft_system_read_at(int descriptor, uint64_t at, char *out, size_t length, size_t *got)
{
    ssize_t count;
    do count = pread(descriptor, out, length, (off_t)at);
    while (count < 0 && errno == EINTR);
    *got = count > 0 ? (size_t)count : 0;
    return count < 0 ? errno : 0;
}

int cft_system_write(int descriptor, const char *data, size_t length)
{
    while (length) {
        ssize_t count = write(descriptor, data, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        data += count;
        length -= (size_t)count;
    }
    return 0;
}

void cft_system_close(int descriptor) { close(descriptor); }

int cft_system_look(const char *path, cft_system_about *out)
{
    struct stat found;
    if (stat(path, &found) != 0) return errno;
    posix_about(&found, out);
    return 0;
}

int cft_system_make_folder(const char *path, bool own)
{
    return mkdir(path, own ? 0700 : 0777) == 0 ? 0 : errno;
}

int cft_system_remove(const char *path) { return unlink(path) == 0 ? 0 : errno; }

int cft_system_list(const char *folder, cft_file_visit *visit, void *context,
                    chatfmt_status *status)
{
    DIR *handle = opendir(folder);
    if (!handle) return errno;
    *status = CHATFMT_OK;
    for (struct dirent *entry; !*status && (entry = readdir(handle)) != NULL;)
        *status = visit(context, entry->d_name);
    closedir(handle);
    return 0;
}
