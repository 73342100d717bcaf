/* cli/run_record.c - rows of texts, written and read as JSON. See the header. */
#define _POSIX_C_SOURCE 200809L
#include "run_record.h"

#include "content_hash.h"
#include "files.h"
#include "fresh_file.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Rows ---- */

static int record_row(const run_record *record, const char *name)
{
    int i = 0;
    while (i < record->count && strcmp(record->rows[i].name, name) != 0) i++;
    return i;
}

static char *record_join(const char *a, const char *b)
{
    size_t room = strlen(a) + strlen(b) + 2;
    char *joined = malloc(room);
    if (joined) snprintf(joined, room, "%s %s", a, b);
    return joined;
}

static bool record_add_new(run_record *record, const char *name, const char *value)
{
    run_record_row *row = &record->rows[record->count];
    if (record->count == RUN_RECORD_ROWS) return false;
    *row = (run_record_row){strdup(name), strdup(value)};
    record->count++;
    return row->name && row->value;
}

static bool record_add_value(run_record_row *row, const char *value)
{
    char *joined = record_join(row->value, value);
    if (!joined) return false;
    free(row->value);
    row->value = joined;
    return true;
}

void run_record_add(run_record *record, const char *name, const char *value)
{
    if (record->failed) return;
    int at = record_row(record, name);
    record->failed = !(at < record->count ? record_add_value(&record->rows[at], value)
                                          : record_add_new(record, name, value));
}

void run_record_add_hash(run_record *record, const char *name, uint64_t hash)
{
    char text[CONTENT_HASH_TEXT];
    content_hash_text(hash, text);
    run_record_add(record, name, text);
}

const char *run_record_find(const run_record *record, const char *name)
{
    int at = record_row(record, name);
    return at < record->count ? record->rows[at].value : NULL;
}

void run_record_free(run_record *record)
{
    for (int i = 0; i < record->count; i++) {
        free(record->rows[i].name);
        free(record->rows[i].value);
    }
    record->count = 0;
}

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
    *hash = content_hash(*hash, (chatfmt_slice){bytes, length});
    return true;
}

/* A pipe can be read once, so nothing is known of it but that it is one. False with errno. */
static bool record_describe(int file, const char *path, char *out, size_t room)
{
    struct stat about;
    char text[CONTENT_HASH_TEXT];
    uint64_t hash = CONTENT_HASH_BEGIN;
    if (fstat(file, &about) != 0) return false;
    snprintf(out, room, "%s", file_name(path));
    if (!S_ISREG(about.st_mode)) return true;
    off_t from = strcmp(path, "-") ? 0 : lseek(file, 0, SEEK_CUR);
    off_t size = about.st_size > from ? about.st_size - from : 0;
    if (from < 0 || !record_hash_at(file, from, &hash) ||
        (size > RECORD_END && !record_hash_at(file, from + size - RECORD_END, &hash)))
        return false;
    content_hash_text(hash, text);
    snprintf(out, room, "%s, %llu bytes, %s", file_name(path), (unsigned long long)size, text);
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

bool run_record_add_input(run_record *record, int number, const char *path)
{
    char name[32];
    size_t room = strlen(path) + 80;
    char *value = malloc(room);
    bool known = value && (strcmp(path, "-") ? record_describe_named(path, value, room)
                                             : record_describe(STDIN_FILENO, path, value, room));
    snprintf(name, sizeof name, "input %d", number);
    if (known) run_record_add(record, name, value);
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

static void record_write_rows(writer *w, const run_record *record)
{
    for (int i = 0; i < record->count; i++) {
        write_text(w, i ? ",\n" : "{\n");
        write_json_string(w, record->rows[i].name, strlen(record->rows[i].name));
        write_text(w, ": ");
        write_json_string(w, record->rows[i].value, strlen(record->rows[i].value));
    }
    write_text(w, "\n}\n");
}

bool run_record_write(const run_record *record, const char *path)
{
    fresh_file fresh;
    writer w;
    sigset_t before;
    fresh_hold_signals(&before);
    bool ok = fresh_open(&fresh, path, 0644);
    int why = errno;
    if (ok) {
        writer_open(&w, -1);
        record_write_rows(&w, record);
        ok = !w.failed && file_write(fresh.file, w.data, w.length) && file_flush(fresh.file) &&
             fresh_take(&fresh);
        why = errno;
        w.length = 0;
        writer_close(&w);
        fresh_drop(&fresh, true);
    }
    fresh_let_signals(&before);
    errno = why;
    return ok;
}

static void record_take_rows(run_record *record, chatfmt_value object)
{
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        chatfmt_slice name = chatfmt_value_key_at(object, i);
        chatfmt_slice value = chatfmt_value_as_text(chatfmt_value_at(object, i));
        char *a = strndup(name.data ? name.data : "", name.length);
        char *b = strndup(value.data ? value.data : "", value.length);
        if (a && b) run_record_add(record, a, b);
        record->failed |= !a || !b;
        free(a);
        free(b);
    }
}

static bool record_parse(run_record *record, const file_text *text)
{
    chatfmt_values *values;
    chatfmt_value object;
    if (chatfmt_values_new(NULL, NULL, &values, NULL)) return false;
    bool ok = !chatfmt_value_read_json(values, text->data, text->length, &object, NULL) &&
              chatfmt_value_kind_of(object) == CHATFMT_VALUE_OBJECT;
    if (ok) record_take_rows(record, object);
    chatfmt_values_free(values);
    return ok && record->count && !record->failed;
}

run_record_found run_record_read(run_record *record, const char *path)
{
    file_text text;
    if (access(path, F_OK) != 0) return RUN_RECORD_NONE;
    if (!file_read(path, &text)) return RUN_RECORD_UNREADABLE;
    bool ok = record_parse(record, &text);
    file_free(&text);
    return ok ? RUN_RECORD_FOUND : RUN_RECORD_NONE;
}

/* ---- Comparing ---- */

static bool record_is_ignored(const char *name, const char *const *ignored)
{
    for (; *ignored; ignored++)
        if (!strcmp(name, *ignored)) return true;
    return false;
}

/* A row of `a` that `b` does not have, or not with this value. */
static const char *record_missing(const run_record *a, const run_record *b,
                                  const char *const *ignored)
{
    for (int i = 0; i < a->count; i++) {
        const char *name = a->rows[i].name, *other = run_record_find(b, name);
        if (!record_is_ignored(name, ignored) && (!other || strcmp(other, a->rows[i].value) != 0))
            return name;
    }
    return NULL;
}

const char *run_record_difference(const run_record *was, const run_record *is,
                                  const char *const *ignored, const char **old_value,
                                  const char **new_value)
{
    const char *name = record_missing(was, is, ignored);
    if (!name) name = record_missing(is, was, ignored);
    if (!name) return NULL;
    *old_value = run_record_find(was, name);
    *new_value = run_record_find(is, name);
    if (!*old_value) *old_value = "";
    if (!*new_value) *new_value = "";
    return name;
}
