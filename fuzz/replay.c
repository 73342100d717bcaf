/* fuzz/replay.c - gives the files of folders to a fuzz target, without a fuzzer: replay_NAME
 * FOLDER…
 *
 * What fuzzing has found stays tested by every compiler and under every tool. The target stops the
 * program where something does not hold; the name of the file is written before.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>

enum { REPLAY_MOST = 1 << 20 };

/* In memory of its own size, so that a read past the end is seen. */
static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *room = file ? malloc(REPLAY_MOST) : NULL;
    if (!room) return 1;
    size_t length = fread(room, 1, REPLAY_MOST, file);
    fclose(file);
    uint8_t *data = malloc(length ? length : 1);
    if (!data) return 1;
    memcpy(data, room, length);
    free(room);
    LLVMFuzzerTestOneInput(data, length);
    free(data);
    return 0;
}

static int replay_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    int count = 0;
    if (!directory) return 0;
    while ((entry = readdir(directory)) != NULL) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        fprintf(stderr, "%s\n", path);
        if (replay_file(path)) return 0;
        count++;
    }
    closedir(directory);
    return count;
}

int main(int count, char **arguments)
{
    int files = 0;
    for (int i = 1; i < count; i++) {
        int here = replay_folder(arguments[i]);
        if (!here) {
            fprintf(stderr, "%s: no file could be read\n", arguments[i]);
            return 1;
        }
        files += here;
    }
    printf("%d files\n", files);
    return files == 0;
}
