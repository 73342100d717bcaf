/* cli/windows.c - what Windows lacks of POSIX; and files that take the place of others there. */
#define WIN32_LEAN_AND_MEAN
#include "fresh_file.h"

#include <errno.h>
#include <process.h>
#include <stdint.h>
#include <string.h>
#include <windows.h>

/* Bytes are what they are: no line ends are changed on the way in or out. */
__attribute__((constructor)) static void windows_begin(void)
{
    for (int file = 0; file < 3; file++) _setmode(file, _O_BINARY);
    _fmode = _O_BINARY;
    SetConsoleOutputCP(CP_UTF8);
}

static bool line_has_room(char **line, size_t *capacity, size_t length)
{
    if (length + 2 <= *capacity) return true;
    size_t more = *capacity < 128 ? 256 : 2 * *capacity;
    char *moved = more > *capacity ? realloc(*line, more) : NULL;
    if (!moved) return false;
    *line = moved;
    *capacity = more;
    return true;
}

ssize_t getline(char **line, size_t *capacity, FILE *file)
{
    size_t length = 0;
    int c;
    if (!*line) *capacity = 0;
    while ((c = getc(file)) != EOF) {
        if (!line_has_room(line, capacity, length)) return -1;
        (*line)[length++] = (char)c;
        if (c == '\n') break;
    }
    if (!length) return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

char *realpath(const char *path, char *out)
{
    if (_access(path, 0) != 0) return NULL;
    return _fullpath(out, path, out ? MAX_PATH : 0);
}

int fsync(int file) { return _commit(file); }

struct tm *localtime_r(const time_t *time, struct tm *out)
{
    return localtime_s(out, time) ? NULL : out;
}

/* ---- fresh_file.h: the file has a name of its own until it takes the other's ---- */

enum { FRESH_TRIES = 100 };

bool fresh_open(fresh_file *fresh, const char *path, mode_t mode)
{
    (void)mode; /* rights are those of the folder */
    size_t size = strlen(path) + sizeof ".chatfmt-" + 8;
    *fresh = (fresh_file){.file = -1, .path = _strdup(path), .temporary = malloc(size)};
    for (unsigned i = 0; fresh->path && fresh->temporary && i < FRESH_TRIES; i++) {
        unsigned number = ((unsigned)_getpid() * 2654435761u + (unsigned)GetTickCount()) ^ i;
        snprintf(fresh->temporary, size, "%s.chatfmt-%06x", path, number & 0xffffffu);
        fresh->file = _open(fresh->temporary,
                            _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, 0600);
        fresh->has_name = fresh->file >= 0;
        if (fresh->has_name) return true;
        if (errno != EEXIST) break;
    }
    int why = fresh->path && fresh->temporary ? errno : ENOMEM;
    fresh_drop(fresh, true);
    errno = why;
    return false;
}

/* An open file cannot be renamed there. */
bool fresh_take(fresh_file *fresh)
{
    _close(fresh->file);
    fresh->file = -1;
    if (!MoveFileExA(fresh->temporary, fresh->path,
                     MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        errno = EACCES;
        return false;
    }
    fresh->has_name = false;
    return true;
}

void fresh_drop(fresh_file *fresh, bool closes)
{
    if (closes && fresh->file >= 0) _close(fresh->file);
    if (fresh->has_name) _unlink(fresh->temporary);
    free(fresh->path);
    free(fresh->temporary);
    *fresh = (fresh_file){.file = -1};
}

/* Other programs cannot tell whose leftovers they are: no lock outlives its process, and none is
 * looked for. */
void fresh_clean(const char *path) { (void)path; }

void fresh_hold_signals(sigset_t *before) { *before = 0; }
void fresh_let_signals(const sigset_t *before) { (void)before; }
