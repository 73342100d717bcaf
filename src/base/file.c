/* base/file.c - files through POSIX. Nothing else in the library calls the operating system.
 *
 * Files are replaced in base/file_replace.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The reasons that users meet; strerror is not safe with threads and speaks the locale's
 * language. */
static const char *file_reason(int code)
{
    switch (code) {
    case EACCES: return "permission denied";
    case EPERM: return "operation not permitted";
    case EISDIR: return "is a folder";
    case ENOTDIR: return "a part of the path is not a folder";
    case ENOENT: return "no such file or folder";
    case ENOSPC: return "no space left on the device";
    case EROFS: return "the file system is read-only";
    case EMFILE:
    case ENFILE: return "too many open files";
    case ENAMETOOLONG: return "the name is too long";
    case ELOOP: return "too many symbolic links";
    case ENOMEM: return "out of memory";
    case EIO: return "the device failed";
    default: return "the system refused";
    }
}

chatfmt_status cft_file_fail(chatfmt_error *error, const char *what, const char *path, int code)
{
    chatfmt_status status = code == ENOENT || code == ENOTDIR ? CHATFMT_NOT_FOUND : CHATFMT_IO;
    return cft_fail(error, status, "cannot %s '%s': %s", what, path, file_reason(code));
}

static chatfmt_status file_open(const char *path, int *out, struct stat *about,
                                chatfmt_error *error)
{
    int descriptor;
    do descriptor = open(path, O_RDONLY | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return cft_file_fail(error, "open", path, errno);
    if (fstat(descriptor, about) != 0) {
        int code = errno;
        close(descriptor);
        return cft_file_fail(error, "read", path, code);
    }
    if (S_ISDIR(about->st_mode)) {
        close(descriptor);
        return cft_file_fail(error, "read", path, EISDIR);
    }
    *out = descriptor;
    return CHATFMT_OK;
}

enum { FILE_ALIGN = 64 };

/* Read what `about` says that there is, or less when it is there no more; errno, or 0. */
static int file_copy(int descriptor, const struct stat *about, cft_file_copy *out)
{
    size_t wanted = (size_t)about->st_size;
    if (about->st_size < 0 || wanted > SIZE_MAX - FILE_ALIGN) return ENOMEM;
    out->block = cft_allocate(&out->allocator, wanted + FILE_ALIGN);
    if (!out->block) return ENOMEM;
    out->block_bytes = wanted + FILE_ALIGN;
    char *to = (char *)out->block + (FILE_ALIGN - (uintptr_t)out->block % FILE_ALIGN);
    out->data = to;
    while (out->length < wanted) {
        ssize_t got = read(descriptor, to + out->length, wanted - out->length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) break;
        out->length += (size_t)got;
    }
    return 0;
}

chatfmt_status cft_file_load(const char *path, const chatfmt_allocator *allocator,
                             cft_file_copy *out, chatfmt_error *error)
{
    struct stat about;
    int descriptor, code = 0;
    *out = (cft_file_copy){.allocator = cft_allocator_or_default(allocator), .data = ""};
    CFT_TRY(file_open(path, &descriptor, &about, error));
    if (S_ISREG(about.st_mode)) code = file_copy(descriptor, &about, out);
    close(descriptor);
    if (code == ENOMEM) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory reading '%s'", path);
    return code ? cft_file_fail(error, "read", path, code) : CHATFMT_OK;
}

void cft_file_unload(cft_file_copy *copy)
{
    cft_release(&copy->allocator, copy->block, copy->block_bytes);
    *copy = (cft_file_copy){.allocator = copy->allocator, .data = ""};
}

chatfmt_status cft_file_open_pieces(const char *path, cft_file_pieces *out, chatfmt_error *error)
{
    struct stat about;
    *out = (cft_file_pieces){.path = path, .descriptor = -1};
    CFT_TRY(file_open(path, &out->descriptor, &about, error));
    out->length = (uint64_t)about.st_size;
    return CHATFMT_OK;
}

chatfmt_status cft_file_read_piece(const cft_file_pieces *file, uint64_t at, char *out, size_t length,
                                   chatfmt_error *error)
{
    while (length) {
        ssize_t got = pread(file->descriptor, out, length, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cft_file_fail(error, "read", file->path, errno);
        if (got == 0)
            return cft_fail(error, CHATFMT_IO, "cannot read '%s': it became shorter while it was read",
                            file->path);
        out += got;
        at += (uint64_t)got;
        length -= (size_t)got;
    }
    return CHATFMT_OK;
}

void cft_file_close_pieces(cft_file_pieces *file)
{
    if (file->descriptor >= 0) close(file->descriptor);
    file->descriptor = -1;
}

static chatfmt_status file_read_all(int descriptor, const char *path, size_t maximum,
                                    cft_buffer *out, chatfmt_error *error)
{
    size_t total = 0;
    for (;;) {
        ssize_t got;
        if (cft_buffer_reserve(out, 64 * 1024) != CHATFMT_OK)
            return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory reading '%s'", path);
        got = read(descriptor, out->data + out->length, out->capacity - out->length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cft_file_fail(error, "read", path, errno);
        if (got == 0) return CHATFMT_OK;
        out->length += (size_t)got;
        total += (size_t)got;
        if (total > maximum)
            return cft_fail(error, CHATFMT_LIMIT, "'%s' has more than %zu bytes", path, maximum);
    }
}

chatfmt_status cft_file_read(const char *path, size_t maximum, cft_buffer *out,
                             chatfmt_error *error)
{
    struct stat about;
    int descriptor;
    chatfmt_status status;
    CFT_TRY(file_open(path, &descriptor, &about, error));
    status = file_read_all(descriptor, path, maximum, out, error);
    close(descriptor);
    return status;
}

/* ---- files of a cache ---- */

static void file_mark(const struct stat *about, cft_file_mark *out)
{
    *out = (cft_file_mark){.device = (uint64_t)about->st_dev,
                           .node = (uint64_t)about->st_ino,
                           .size = (uint64_t)about->st_size,
                           .modified = (int64_t)about->st_mtim.tv_sec,
                           .modified_nano = (int64_t)about->st_mtim.tv_nsec,
                           .changed = (int64_t)about->st_ctim.tv_sec,
                           .changed_nano = (int64_t)about->st_ctim.tv_nsec};
}

bool cft_file_marks(const char *path, cft_file_mark *out)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    file_mark(&about, out);
    return true;
}

bool cft_file_load_own(const char *path, const chatfmt_allocator *allocator, cft_file_copy *out,
                       cft_file_mark *mark)
{
    struct stat about;
    bool good = false;
    *out = (cft_file_copy){.allocator = cft_allocator_or_default(allocator), .data = ""};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return false;
    if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        about.st_uid == geteuid() && !(about.st_mode & 022)) {
        good = file_copy(descriptor, &about, out) == 0;
        if (mark) file_mark(&about, mark);
    }
    close(descriptor);
    return good && out->length == (size_t)about.st_size;
}

bool cft_file_make_own_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        int made = mkdir(path, 0700);
        bool good = made == 0 || errno == EEXIST || errno == EACCES || errno == EROFS;
        *at = '/';
        if (!good) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

chatfmt_status cft_file_remove(const char *path, chatfmt_error *error)
{
    if (unlink(path) != 0 && errno != ENOENT) return cft_file_fail(error, "delete", path, errno);
    return CHATFMT_OK;
}

chatfmt_status cft_file_make_folder(const char *path, chatfmt_error *error)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return cft_file_fail(error, "make the folder", path, errno);
    return CHATFMT_OK;
}

bool cft_file_is_regular(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool cft_file_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int file_name_order(const void *a, const void *b)
{
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

/* Collect the names, each an allocation of its own, then visit them in order. */
static chatfmt_status file_collect(const chatfmt_allocator *allocator, DIR *handle,
                                   cft_buffer *names, size_t *count)
{
    struct dirent *entry;
    while ((entry = readdir(handle)) != NULL) {
        size_t size = strlen(entry->d_name) + 1;
        char *copy;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        copy = cft_allocate(allocator, size);
        if (!copy) return CHATFMT_NO_MEMORY;
        memcpy(copy, entry->d_name, size);
        if (cft_buffer_append(names, (const char *)&copy, sizeof copy) != CHATFMT_OK) {
            cft_release(allocator, copy, size);
            return CHATFMT_NO_MEMORY;
        }
        ++*count;
    }
    return CHATFMT_OK;
}

static char *file_name_at(const cft_buffer *names, size_t index)
{
    char *name;
    memcpy(&name, names->data + index * sizeof name, sizeof name);
    return name;
}

chatfmt_status cft_file_each(const chatfmt_allocator *allocator, const char *folder,
                             cft_file_visit *visit, void *context, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    DIR *handle = opendir(folder);
    chatfmt_status status;
    cft_buffer names;
    size_t count = 0, i;
    if (!handle) return cft_file_fail(error, "list", folder, errno);
    cft_buffer_init(&names, &memory);
    status = file_collect(&memory, handle, &names, &count);
    closedir(handle);
    if (status != CHATFMT_OK) cft_fail(error, status, "out of memory listing '%s'", folder);
    if (count) qsort(names.data, count, sizeof(char *), file_name_order);
    for (i = 0; i < count; i++) {
        char *name = file_name_at(&names, i);
        if (status == CHATFMT_OK) status = visit(context, name);
        cft_release(&memory, name, strlen(name) + 1);
    }
    cft_buffer_free(&names);
    return status;
}

const char *cft_file_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}
