/* base/system_windows.c - files through Win32 and its C runtime.
 *
 * What it keeps true: a replaced file is the old one or the new one at any moment. A process
 * that is killed meanwhile leaves NAME.chatfmt-XXXXXX.
 */
#define WIN32_LEAN_AND_MEAN
#include "base/system.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <windows.h>

/* A path in UTF-16, to be freed. */
typedef struct system_path {
    chatfmt_allocator memory;
    wchar_t *text;
    size_t bytes;
} system_path;

static int path_open(system_path *path, const char *utf8, const char *tail)
{
    *path = (system_path){.memory = cft_allocator_or_default(NULL)};
    int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, NULL, 0);
    if (count <= 0) return ENOENT; /* no file has a name that is no text */
    size_t more = strlen(tail);
    path->bytes = ((size_t)count + more) * sizeof *path->text;
    path->text = cft_allocate(&path->memory, path->bytes);
    if (!path->text) return ENOMEM;
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, path->text, count);
    for (size_t i = 0; i <= more; i++) path->text[(size_t)count - 1 + i] = (wchar_t)tail[i];
    return 0;
}

static void path_close(system_path *path)
{
    cft_release(&path->memory, path->text, path->bytes);
    path->text = NULL;
}

static int windows_code(void)
{
    switch (GetLastError()) {
    case ERROR_SUCCESS: return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH: return ENOENT;
    case ERROR_PATH_NOT_FOUND: return ENOENT;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return EEXIST;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return EACCES;
    case ERROR_WRITE_PROTECT: return EROFS;
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL: return ENOSPC;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    default: return EIO;
    }
}

/* ---- what a file is ---- */

static void windows_time(FILETIME time, int64_t *seconds, int64_t *nano)
{
    uint64_t ticks = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime; /* of 100 ns */
    *seconds = (int64_t)(ticks / 10000000);
    *nano = (int64_t)(ticks % 10000000) * 100;
}

/* Who may write is a list of rights here; a cache folder lies in the user's own profile. */
static int windows_about(HANDLE handle, cft_system_about *out)
{
    BY_HANDLE_FILE_INFORMATION found;
    *out = (cft_system_about){.is_own = true};
    if (GetFileType(handle) != FILE_TYPE_DISK) return 0;
    if (!GetFileInformationByHandle(handle, &found)) return windows_code();
    out->is_folder = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    out->is_regular = !out->is_folder;
    out->mark.device = found.dwVolumeSerialNumber;
    out->mark.node = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    out->mark.size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    windows_time(found.ftLastWriteTime, &out->mark.modified, &out->mark.modified_nano);
    windows_time(found.ftCreationTime, &out->mark.changed, &out->mark.changed_nano);
    return 0;
}

static int windows_open(const char *path, DWORD access, DWORD more, HANDLE *out)
{
    system_path wide;
    int code = path_open(&wide, path, "");
    *out = INVALID_HANDLE_VALUE;
    if (!code) {
        *out = CreateFileW(wide.text, access,
                           FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | more, NULL);
        if (*out == INVALID_HANDLE_VALUE) code = windows_code();
    }
    path_close(&wide);
    return code;
}

int cft_system_look(const char *path, cft_system_about *out)
{
    HANDLE handle;
    int code = windows_open(path, FILE_READ_ATTRIBUTES, 0, &handle);
    if (code) return code;
    code = windows_about(handle, out);
    CloseHandle(handle);
    return code;
}

/* ---- reading ---- */

int cft_system_open(const char *path, bool own, int *descriptor, cft_system_about *about)
{
    HANDLE handle;
    *descriptor = -1;
    int code = windows_open(path, GENERIC_READ, own ? FILE_FLAG_OPEN_REPARSE_POINT : 0, &handle);
    if (code) return code;
    code = windows_about(handle, about);
    if (!code && (*descriptor = _open_osfhandle((intptr_t)handle,
                                                _O_RDONLY | _O_BINARY | _O_NOINHERIT)) < 0)
        code = EMFILE;
    if (code) CloseHandle(handle);
    return code;
}

void cft_system_will_fill(void *data, size_t length)
{
    (void)data;
    (void)length;
}

int cft_system_read(int descriptor, char *out, size_t length, size_t *got)
{
    int count = _read(descriptor, out, length < INT_MAX ? (unsigned)length : INT_MAX);
    *got = count > 0 ? (size_t)count : 0;
    return count < 0 ? errno : 0;
}

int cft_system_read_at(int descriptor, uint64_t at, char *out, size_t length, size_t *got)
{
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    DWORD count = 0;
    *got = 0;
    if (!ReadFile((HANDLE)_get_osfhandle(descriptor), out,
                  length < INT_MAX ? (DWORD)length : INT_MAX, &count, &place))
        return GetLastError() == ERROR_HANDLE_EOF ? 0 : windows_code();
    *got = count;
    return 0;
}

int cft_system_write(int descriptor, const char *data, size_t length)
{
    while (length) {
        int count = _write(descriptor, data, length < INT_MAX ? (unsigned)length : INT_MAX);
        if (count < 0) return errno;
        data += count;
        length -= (size_t)count;
    }
    return 0;
}

void cft_system_close(int descriptor) { _close(descriptor); }

/* ---- folders ---- */

int cft_system_make_folder(const char *path, bool own)
{
    system_path wide;
    int code = path_open(&wide, path, "");
    (void)own; /* rights are inherited from the folder above */
    if (!code && !CreateDirectoryW(wide.text, NULL)) code = windows_code();
    path_close(&wide);
    return code;
}

int cft_system_remove(const char *path)
{
    system_path wide;
    int code = path_open(&wide, path, "");
    if (!code && !DeleteFileW(wide.text)) code = windows_code();
    path_close(&wide);
    return code;
}

int cft_system_list(const char *folder, cft_file_visit *visit, void *context,
                    chatfmt_status *status)
{
    system_path wide;
    WIN32_FIND_DATAW entry;
    char name[3 * MAX_PATH + 1];
    int code = path_open(&wide, folder, "/*");
    HANDLE handle = INVALID_HANDLE_VALUE;
    *status = CHATFMT_OK;
    if (!code && (handle = FindFirstFileW(wide.text, &entry)) == INVALID_HANDLE_VALUE)
        code = windows_code();
    path_close(&wide);
    if (code) return code;
    do {
        if (WideCharToMultiByte(CP_UTF8, 0, entry.cFileName, -1, name, sizeof name, NULL, NULL) > 0)
            *status = visit(context, name);
    } while (!*status && FindNextFileW(handle, &entry));
    FindClose(handle);
    return 0;
}

/* ---- replacing ---- */

static int windows_write(HANDLE file, const char *data, size_t length, bool flush)
{
    for (DWORD put; length; data += put, length -= put) {
        put = 0;
        if (!WriteFile(file, data, length < INT_MAX ? (DWORD)length : INT_MAX, &put, NULL))
            return windows_code();
    }
    return flush && !FlushFileBuffers(file) ? windows_code() : 0;
}

int cft_system_replace(const char *path, const char *data, size_t length,
                       const cft_system_replacement *how)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz012345";
    char tail[] = ".chatfmt-xxxxxx";
    uint64_t number = ((uint64_t)GetCurrentProcessId() << 32 ^ (uint64_t)(uintptr_t)&number ^
                       GetTickCount64()) * UINT64_C(0x9e3779b97f4a7c15) >> 16;
    for (char *at = tail + sizeof ".chatfmt-" - 1; *at; at++, number /= 32)
        *at = digits[number % 32];
    system_path target, beside;
    int code = path_open(&target, path, ""), other = path_open(&beside, path, tail);
    HANDLE file = INVALID_HANDLE_VALUE;
    if (!code) code = other;
    if (!code) {
        file = CreateFileW(beside.text, GENERIC_WRITE | DELETE, 0, NULL, CREATE_NEW,
                           FILE_ATTRIBUTE_NORMAL, NULL);
        if (file == INVALID_HANDLE_VALUE) code = windows_code();
    }
    if (!code) {
        code = windows_write(file, data, length, how->flush);
        CloseHandle(file);
        if (!code &&
            !MoveFileExW(beside.text, target.text,
                         MOVEFILE_REPLACE_EXISTING | (how->flush ? MOVEFILE_WRITE_THROUGH : 0)))
            code = windows_code();
        if (code) DeleteFileW(beside.text);
    }
    path_close(&target);
    path_close(&beside);
    return code;
}
