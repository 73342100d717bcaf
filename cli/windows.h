/* cli/windows.h - what Windows lacks of POSIX and the program uses; each file is compiled with
 * it there. */
#ifndef CLI_WINDOWS_H
#define CLI_WINDOWS_H

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

enum { O_CLOEXEC = O_NOINHERIT };
typedef int sigset_t;
#define mkdir(path, mode) _mkdir(path)

/* As POSIX has them. */
ssize_t getline(char **line, size_t *capacity, FILE *file);
int fsync(int file);
struct tm *localtime_r(const time_t *time, struct tm *out);

#endif
