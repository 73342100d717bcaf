/* base/file.c - files, the same on every system; base/system.h has what differs. */
#include "base/file.h"

#include "base/system.h"

#include <errno.h>
#include <stdlib.h>

/* The reasons that users meet; strerror is not safe with threads and speaks the locale's
 * language. */
static const char *file_reason(int code)
{
    static const struct {
        int code;
        const char *reason;
    } rows[] = {
        {EACCES, "permission denied"},
        {EPERM, "operation not permitted"},
        {EISDIR, "is a folder"},
        {ENOTDIR, "a part of the path is not a folder"},
        {ENOENT, "no such file or folder"},
        {ENOSPC, "no space left on the device"},
        {EROFS, "the file system is read-only"},
        {EMFILE, "too many open files"},
        {ENFILE, "too many open files"},
        {ENAMETOOLONG, "the name is too long"},
        {ELOOP, "too many symbolic links"},
        {ENOMEM, "out of memory"},
        {EIO, "the device failed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].code == code) return rows[i].reason;
    return "the system refused";
}

chatfmt_status cft_file_fail(chatfmt_error *error, const char *what, const char *path, int code)
{
    chatfmt_status status = code == ENOENT || code == ENOTDIR ? CHATFMT_NOT_FOUND : CHATFMT_IO;
    return cft_fail(error, status, "cannot %s '%s': %s", what, path, file_reason(code));
}

static chatfmt_status file_open(const char *path, int *out, cft_system_about *about,
                                chatfmt_error *error)
{
    int code = cft_system_open(path, false, out, about);
    if (code) return cft_file_fail(error, "open", path, code);
    if (about->is_folder) {
        cft_system_close(*out);
        return cft_file_fail(error, "read", path, EISDIR);
    }
    return CHATFMT_OK;
}

/* ---- whole files ---- */

enum { FILE_ALIGN = 64 };

/* Read `size` bytes, or fewer when there are fewer by now; errno, or 0. */
static int file_copy(int descriptor, uint64_t size, cft_file_copy *out)
{
    if (size > SIZE_MAX - FILE_ALIGN) return ENOMEM;
    size_t wanted = (size_t)size, got;
    out->block = cft_allocate(&out->allocator, wanted + FILE_ALIGN);
    if (!out->block) return ENOMEM;
    out->block_bytes = wanted + FILE_ALIGN;
    char *to = (char *)out->block + (FILE_ALIGN - (uintptr_t)out->block % FILE_ALIGN);
    out->data = to;
    cft_system_will_fill(to, wanted);
    while (out->length < wanted) {
        int code = cft_system_read(descriptor, to + out->length, wanted - out->length, &got);
        if (code) return code;
        if (got == 0) break;
        out->length += got;
    }
    return 0;
}

chatfmt_status cft_file_fail_stream(chatfmt_error *error, const char *path)
{
    return cft_fail(error, CHATFMT_IO,
                    "cannot read '%s': it is a pipe or a device; save what it has to a file", path);
}

/* A regular file: what is read once cannot be looked at first, nor has it a length. A pipe is not
 * opened, which would wait for who writes into it. */
static chatfmt_status file_open_regular(const char *path, int *out, cft_system_about *about,
                                        chatfmt_error *error)
{
    if (cft_file_is_stream(path)) return cft_file_fail_stream(error, path);
    return file_open(path, out, about, error);
}

chatfmt_status cft_file_load(const char *path, const chatfmt_allocator *allocator,
                             cft_file_copy *out, chatfmt_error *error)
{
    cft_system_about about;
    int descriptor, code;
    *out = (cft_file_copy){.allocator = cft_allocator_or_default(allocator), .data = ""};
    CFT_TRY(file_open_regular(path, &descriptor, &about, error));
    code = file_copy(descriptor, about.mark.size, out);
    cft_system_close(descriptor);
    if (code == ENOMEM)
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory reading '%s'", path);
    return code ? cft_file_fail(error, "read", path, code) : CHATFMT_OK;
}

void cft_file_unload(cft_file_copy *copy)
{
    cft_release(&copy->allocator, copy->block, copy->block_bytes);
    *copy = (cft_file_copy){.allocator = copy->allocator, .data = ""};
}

static chatfmt_status file_read_all(int descriptor, const char *path, size_t maximum,
                                    cft_buffer *out, chatfmt_error *error)
{
    for (size_t total = 0, got;; out->length += got) {
        if (cft_buffer_reserve(out, 64 * 1024) != CHATFMT_OK)
            return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory reading '%s'", path);
        int code = cft_system_read(descriptor, out->data + out->length,
                                   out->capacity - out->length, &got);
        if (code) return cft_file_fail(error, "read", path, code);
        if (got == 0) return CHATFMT_OK;
        total += got;
        if (total > maximum)
            return cft_fail(error, CHATFMT_LIMIT, "'%s' has more than %llu bytes", path,
                            (unsigned long long)maximum);
    }
}

chatfmt_status cft_file_read(const char *path, size_t maximum, cft_buffer *out,
                             chatfmt_error *error)
{
    cft_system_about about;
    int descriptor;
    CFT_TRY(file_open(path, &descriptor, &about, error));
    chatfmt_status status = file_read_all(descriptor, path, maximum, out, error);
    cft_system_close(descriptor);
    return status;
}

/* ---- pieces ---- */

chatfmt_status cft_file_open_pieces(const char *path, cft_file_pieces *out, chatfmt_error *error)
{
    cft_system_about about;
    *out = (cft_file_pieces){.path = path, .descriptor = -1};
    CFT_TRY(file_open_regular(path, &out->descriptor, &about, error));
    out->length = about.mark.size;
    return CHATFMT_OK;
}

chatfmt_status cft_file_read_piece(const cft_file_pieces *file, uint64_t at, char *out,
                                   size_t length, chatfmt_error *error)
{
    for (size_t got; length; out += got, at += got, length -= got) {
        int code = cft_system_read_at(file->descriptor, at, out, length, &got);
        if (code) return cft_file_fail(error, "read", file->path, code);
        if (got == 0)
            return cft_fail(error, CHATFMT_IO,
                            "cannot read '%s': it became shorter while it was read",
                            file->path);
    }
    return CHATFMT_OK;
}

void cft_file_close_pieces(cft_file_pieces *file)
{
    if (file->descriptor >= 0) cft_system_close(file->descriptor);
    file->descriptor = -1;
}

/* ---- files that are written ---- */

chatfmt_status cft_file_replace(const char *path, const char *data, size_t length,
                                chatfmt_error *error)
{
    int code = cft_system_replace(path, data, length, &(cft_system_replacement){.flush = true});
    if (code == ENOMEM) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    return code ? cft_file_fail(error, "write", path, code) : CHATFMT_OK;
}

chatfmt_status cft_file_remove(const char *path, chatfmt_error *error)
{
    int code = cft_system_remove(path);
    return code && code != ENOENT ? cft_file_fail(error, "delete", path, code) : CHATFMT_OK;
}

/* ---- files of a cache ---- */

bool cft_file_marks(const char *path, cft_file_mark *out)
{
    cft_system_about about;
    if (cft_system_look(path, &about) || !about.is_regular) return false;
    *out = about.mark;
    return true;
}

bool cft_file_load_own(const char *path, const chatfmt_allocator *allocator, cft_file_copy *out,
                       cft_file_mark *mark)
{
    cft_system_about about;
    int descriptor;
    bool good = false;
    *out = (cft_file_copy){.allocator = cft_allocator_or_default(allocator), .data = ""};
    if (cft_system_open(path, true, &descriptor, &about)) return false;
    if (about.is_regular && about.is_own && about.mark.size) {
        good = file_copy(descriptor, about.mark.size, out) == 0;
        if (mark) *mark = about.mark;
    }
    cft_system_close(descriptor);
    return good && out->length == (size_t)about.mark.size;
}

bool cft_file_save_own(const char *path, const char *data, size_t length)
{
    return cft_system_replace(path, data, length, &(cft_system_replacement){.own = true}) == 0;
}

/* ---- folders ---- */

bool cft_file_make_own_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        int code = cft_system_make_folder(path, true);
        *at = '/';
        if (code && code != EEXIST && code != EACCES && code != EROFS) return false;
    }
    int code = cft_system_make_folder(path, true);
    return code == 0 || code == EEXIST;
}

chatfmt_status cft_file_make_folder(const char *path, chatfmt_error *error)
{
    int code = cft_system_make_folder(path, false);
    return code && code != EEXIST ? cft_file_fail(error, "make the folder", path, code)
                                  : CHATFMT_OK;
}

bool cft_file_is_regular(const char *path)
{
    cft_system_about about;
    return cft_system_look(path, &about) == 0 && about.is_regular;
}

bool cft_file_is_stream(const char *path)
{
    cft_system_about about;
    return cft_system_look(path, &about) == 0 && !about.is_regular && !about.is_folder;
}

bool cft_file_is_folder(const char *path)
{
    cft_system_about about;
    return cft_system_look(path, &about) == 0 && about.is_folder;
}

typedef struct file_names {
    const chatfmt_allocator *allocator;
    cft_buffer list; /* of char *, each an allocation of its own */
    size_t count;
} file_names;

static chatfmt_status file_collect(void *context, const char *name)
{
    file_names *names = context;
    size_t size = strlen(name) + 1;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return CHATFMT_OK;
    char *copy = cft_allocate(names->allocator, size);
    if (!copy) return CHATFMT_NO_MEMORY;
    memcpy(copy, name, size);
    if (cft_buffer_append(&names->list, (const char *)&copy, sizeof copy) != CHATFMT_OK) {
        cft_release(names->allocator, copy, size);
        return CHATFMT_NO_MEMORY;
    }
    names->count++;
    return CHATFMT_OK;
}

static int file_name_order(const void *a, const void *b)
{
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

static char *file_name_at(const file_names *names, size_t index)
{
    char *name;
    memcpy(&name, names->list.data + index * sizeof name, sizeof name);
    return name;
}

chatfmt_status cft_file_each(const chatfmt_allocator *allocator, const char *folder,
                             cft_file_visit *visit, void *context, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    file_names names = {.allocator = &memory};
    chatfmt_status status = CHATFMT_OK;
    cft_buffer_init(&names.list, &memory);
    int code = cft_system_list(folder, file_collect, &names, &status);
    if (code) status = cft_file_fail(error, "list", folder, code);
    else if (status) cft_fail(error, status, "out of memory listing '%s'", folder);
    if (names.count) qsort(names.list.data, names.count, sizeof(char *), file_name_order);
    for (size_t i = 0; i < names.count; i++) {
        char *name = file_name_at(&names, i);
        if (status == CHATFMT_OK) status = visit(context, name);
        cft_release(&memory, name, strlen(name) + 1);
    }
    cft_buffer_free(&names.list);
    return status;
}

const char *cft_file_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}
