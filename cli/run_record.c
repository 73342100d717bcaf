/* cli/run_record.c - what an output was made of: inputs, and the file of the record. See the
 * header. */
#define _POSIX_C_SOURCE 200809L
#include "run_record.h"

#include "files.h"
#include "fresh_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Inputs ---- */

enum { RECORD_END = 1 << 16 };

static bool record_hash_at(int file, off_t at, uint64_t *hash)
{
    char bytes[RECORD_END];
    size_t length = 0;
    ssize_t count = 1;
    while (length < sizeof bytes && count) {
        count = pread(file, bytes + length, sizeof bytes - length, at + (off_t)length);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) length += (size_t)count;
    }
    *hash = chatfmt_map_hash(*hash, (chatfmt_slice){bytes, length});
    return true;
}

/* A pipe can be read once, so nothing is known of it but that it is one. False with errno. */
static bool record_describe(int file, const char *path, char *out, size_t room)
{
    struct stat about;
    uint64_t hash = CHATFMT_MAP_HASH_INIT;
    if (fstat(file, &about) != 0) return false;
    snprintf(out, room, "%s", file_name(path));
    if (!S_ISREG(about.st_mode)) return true;
    off_t from = strcmp(path, "-") ? 0 : lseek(file, 0, SEEK_CUR);
    off_t size = about.st_size > from ? about.st_size - from : 0;
    if (from < 0 || !record_hash_at(file, from, &hash) ||
        (size > RECORD_END && !record_hash_at(file, from + size - RECORD_END, &hash)))
        return false;
    snprintf(out, room, "%s, %llu bytes, %016llx", file_name(path), (unsigned long long)size,
             (unsigned long long)hash);
    return true;
}

/* Opening a pipe by its name would wake who writes to it. */
static bool record_describe_named(const char *path, char *out, size_t room)
{
    struct stat about;
    if (stat(path, &about) != 0) return false;
    snprintf(out, room, "%s", path);
    if (!S_ISREG(about.st_mode)) return true;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool known = file >= 0 && record_describe(file, path, out, room);
    int why = errno;
    if (file >= 0) close(file);
    errno = why;
    return known;
}

bool run_record_add_input(chatfmt_map_record *record, int number, const char *path)
{
    char name[32];
    size_t room = strlen(path) + 80;
    char *value = malloc(room);
    bool known = value && (strcmp(path, "-") ? record_describe_named(path, value, room)
                                             : record_describe(STDIN_FILENO, path, value, room));
    snprintf(name, sizeof name, "input %d", number);
    if (known) chatfmt_map_record_add(record, name, value);
    else fprintf(stderr, "chatfmt: %s: %s\n", file_name(path), strerror(errno));
    free(value);
    return known;
}

/* ---- Files ---- */

char *run_record_path(const char *output)
{
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    size_t room = strlen(output) + sizeof "..chatfmt-run";
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%.*s.%s.chatfmt-run", (int)(name - output), output, name);
    return path;
}

bool run_record_write(chatfmt_map_record *record, const char *path)
{
    fresh_file fresh;
    chatfmt_slice json;
    sigset_t before;
    if (chatfmt_map_record_json(record, &json)) return errno = ENOMEM, false;
    fresh_hold_signals(&before);
    bool ok = fresh_open(&fresh, path, 0644);
    int why = errno;
    if (ok) {
        ok = file_write(fresh.file, json.data, json.length) && file_flush(fresh.file) &&
             fresh_take(&fresh);
        why = errno;
        fresh_drop(&fresh, true);
    }
    fresh_let_signals(&before);
    errno = why;
    return ok;
}

run_record_found run_record_read(chatfmt_map_record *record, const char *path)
{
    file_text text;
    if (access(path, F_OK) != 0) return RUN_RECORD_NONE;
    if (!file_read(path, &text)) return RUN_RECORD_UNREADABLE;
    bool ok = !chatfmt_map_record_read(record, text.data, text.length, NULL);
    file_free(&text);
    return ok ? RUN_RECORD_FOUND : RUN_RECORD_NONE;
}
