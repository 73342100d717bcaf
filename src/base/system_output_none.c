/* base/system_output_none.c - systems without locks and processes: of base/output.h only paths
 * work. */
#define _POSIX_C_SOURCE 200809L /* lstat, strdup */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#endif
#include <stdlib.h>
#include <sys/stat.h>

bool cft_output_supported(void) { return false; }

int cft_output_look(int file, cft_system_about *out, uint64_t *at)
{
    (void)file, (void)out, (void)at;
    return ENOSYS;
}

#ifdef _WIN32
int cft_output_real_path(const char *path, char **out)
{
    *out = _access(path, 0) == 0 ? _fullpath(NULL, path, _MAX_PATH) : NULL;
    return *out ? 0 : errno;
}
#else
/* Only of what is no symbolic link: that would have to be followed, not replaced. */
int cft_output_real_path(const char *path, char **out)
{
    struct stat about;
    *out = NULL;
    if (lstat(path, &about) != 0) return errno;
    if (S_ISLNK(about.st_mode)) return ELOOP;
    *out = strdup(path);
    return *out ? 0 : ENOMEM;
}
#endif

void cft_output_path_free(char *path) { free(path); }

int cft_output_lock(const char *path, int *file, cft_system_about *about)
{
    (void)path, (void)file, (void)about;
    return ENOSYS;
}

int cft_output_try(const char *path) { return (void)path, ENOSYS; }

int cft_output_open_device(const char *path, int *file)
{
#ifdef _WIN32
    *file = _open(path, _O_WRONLY | _O_BINARY);
#else
    *file = open(path, O_WRONLY);
#endif
    return *file < 0 ? errno : 0;
}

int cft_output_cut(int file, uint64_t length) { return (void)file, (void)length, ENOSYS; }

#ifdef _WIN32 /* elsewhere system_replace_posix.c has them */
int cft_fresh_open(const char *path, cft_fresh *fresh) { return (void)path, (void)fresh, ENOSYS; }
int cft_fresh_take(cft_fresh *fresh) { return (void)fresh, ENOSYS; }
void cft_fresh_drop(cft_fresh *fresh, bool closes) { (void)fresh, (void)closes; }
void cft_fresh_clean(const char *path) { (void)path; }
#endif

int cft_writer_begin(cft_writer *writer, int file) { return (void)writer, (void)file, ENOSYS; }

bool cft_writer_put(cft_writer *writer, const char *data, size_t length)
{
    return (void)writer, (void)data, (void)length, false;
}

char *cft_writer_room(cft_writer *writer, size_t wanted)
{
    return (void)writer, (void)wanted, NULL;
}

bool cft_writer_flush(cft_writer *writer) { return (void)writer, false; }
bool cft_writer_end(cft_writer *writer, bool ok) { return (void)writer, (void)ok, false; }
