/* cli/windows.c - what Windows lacks of POSIX. */
#define WIN32_LEAN_AND_MEAN
#include <stdbool.h>
#include <stddef.h>
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

int fsync(int file) { return _commit(file); }

struct tm *localtime_r(const time_t *time, struct tm *out)
{
    return localtime_s(out, time) ? NULL : out;
}
