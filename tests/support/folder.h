/* tests/support/folder.h - a folder for a test, and files in it. Needs _POSIX_C_SOURCE 200809L. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_FILES 8

typedef struct folder {
    char path[64], files[FOLDER_FILES][128];
    size_t count;
    char joined[256]; /* what folder_join gave last */
} folder;

static inline int folder_make(folder *f)
{
    memset(f, 0, sizeof *f);
    strcpy(f->path, "/tmp/chatfmt-test-XXXXXX");
    return mkdtemp(f->path) != NULL;
}

static inline const char *folder_join(folder *f, const char *name)
{
    snprintf(f->joined, sizeof f->joined, "%s/%s", f->path, name);
    return f->joined;
}

/* Writes or replaces a file; false when that fails. */
static inline int folder_write_bytes(folder *f, const char *name, const void *data, size_t length)
{
    size_t i = 0;
    while (i < f->count && strcmp(f->files[i], name)) i++;
    if (i == FOLDER_FILES) return 0;
    snprintf(f->files[i], sizeof f->files[i], "%s", name);
    if (i == f->count) f->count++;
    FILE *file = fopen(folder_join(f, name), "wb");
    if (!file) return 0;
    size_t written = fwrite(data, 1, length, file);
    return fclose(file) == 0 && written == length;
}

static inline int folder_write(folder *f, const char *name, const char *text)
{
    return folder_write_bytes(f, name, text, strlen(text));
}

static inline void folder_remove(folder *f)
{
    while (f->count) unlink(folder_join(f, f->files[--f->count]));
    rmdir(f->path);
}

#endif
