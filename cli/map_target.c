/* cli/map_target.c - the output of `chatfmt map`: refused, begun, replaced or continued. See the
 * header. */
#define _GNU_SOURCE /* flock */
#include "map_target.h"

#include "files.h"
#include "map_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static map_target_result target_refuse(const char *name, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", name, why);
    return MAP_TARGET_REFUSED;
}

static map_target_result target_fail(const char *name)
{
    fprintf(stderr, "chatfmt: %s: %s\n", name, strerror(errno));
    return MAP_TARGET_FAILED;
}

static map_target_result target_no_memory(void)
{
    fputs("chatfmt: out of memory\n", stderr);
    return MAP_TARGET_FAILED;
}

void map_target_begin(map_target *target)
{
    target->locked = target->fresh.file = -1;
    target->record = chatfmt_map_record_new(NULL);
}

void map_target_end(map_target *target)
{
    fresh_drop(&target->fresh, false);
    if (target->locked >= 0) close(target->locked);
    chatfmt_map_record_free(target->record);
    free(target->path);
    free(target->record_path);
}

/* ---- Before anything is touched ---- */

/* Where the output goes, if there is such a file already. */
static bool target_stat(const map_target *target, struct stat *about)
{
    return (target->output ? stat(target->output, about) : fstat(STDOUT_FILENO, about)) == 0;
}

static bool target_is(const struct stat *output, const char *path)
{
    struct stat about;
    if ((strcmp(path, "-") ? stat(path, &about) : fstat(STDIN_FILENO, &about)) != 0) return false;
    return S_ISREG(about.st_mode) && about.st_dev == output->st_dev &&
           about.st_ino == output->st_ino;
}

map_target_result map_target_check_source(const map_target *target, const char *path,
                                          const char *what)
{
    struct stat output;
    if (!path || !target_stat(target, &output) || !target_is(&output, path))
        return MAP_TARGET_READY;
    fprintf(stderr,
            "chatfmt: %s: the output is the same file as %s (%s) and would destroy it; choose "
            "another name with --output\n",
            target->output ? target->output : "standard output", what, file_name(path));
    return MAP_TARGET_REFUSED;
}

/* Only a regular file is tried: opening a pipe would wake who writes to it. */
static map_target_result target_check_input(const char *path)
{
    struct stat about;
    if (!strcmp(path, "-")) return MAP_TARGET_READY;
    if (stat(path, &about) != 0) return target_fail(path);
    if (S_ISDIR(about.st_mode)) return errno = EISDIR, target_fail(path);
    if (!S_ISREG(about.st_mode)) return MAP_TARGET_READY;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return target_fail(path);
    close(file);
    return MAP_TARGET_READY;
}

static map_target_result target_exists(const map_target *target)
{
    return target_refuse(target->output,
                         "the file already exists; --resume continues it, --force replaces it");
}

map_target_result map_target_check(const map_target *target, const char *const *inputs,
                                   int input_count)
{
    struct stat about;
    map_target_result result = MAP_TARGET_READY;
    for (int i = 0; i < input_count && result == MAP_TARGET_READY; i++)
        result = map_target_check_source(target, inputs[i], "an input");
    if (result != MAP_TARGET_READY) return result;
    bool is_file = target->output && target_stat(target, &about) && S_ISREG(about.st_mode);
    if (is_file && about.st_size && !target->force && !target->resume)
        return target_exists(target);
    for (int i = 0; i < input_count && result == MAP_TARGET_READY; i++)
        result = target_check_input(inputs[i]);
    return result;
}

/* ---- The record ---- */

static bool target_write_record(const map_target *target)
{
    if (!target->keeps_record) return true;
    if (run_record_write(target->record, target->record_path)) return true;
    fprintf(stderr, "chatfmt: %s: %s; --resume will not be able to continue the output\n",
            target->record_path, strerror(errno));
    return false;
}

/* At the beginning: a record that is there is of another run. */
static bool target_begin_record(const map_target *target)
{
    if (target->keeps_record && unlink(target->record_path) != 0 && errno != ENOENT)
        return target_fail(target->record_path), false;
    return target_write_record(target);
}

/* What "complete" says: "12 lines, 3456 bytes". */
static bool target_is_complete(const chatfmt_map_record *was, const struct stat *about,
                               uint64_t *lines)
{
    unsigned long long count, bytes;
    const char *complete = chatfmt_map_record_find(was, "complete");
    if (!complete || sscanf(complete, "%llu lines, %llu bytes", &count, &bytes) != 2) return false;
    *lines = count;
    return bytes == (unsigned long long)about->st_size;
}

bool map_target_clock(const map_target *target, int64_t *now)
{
    long long clock;
    char *path = target->resume && target->output ? run_record_path(target->output) : NULL;
    chatfmt_map_record *was = path ? chatfmt_map_record_new(NULL) : NULL;
    bool found = was && run_record_read(was, path) == RUN_RECORD_FOUND;
    const char *text = found ? chatfmt_map_record_find(was, "--now") : NULL;
    bool known = text && sscanf(text, "%lld", &clock) == 1;
    if (known) *now = clock;
    chatfmt_map_record_free(was);
    free(path);
    return known;
}

static const char *target_value(const chatfmt_map_record *record, const char *name)
{
    const char *value = chatfmt_map_record_find(record, name);
    return value ? value : "";
}

/* Whoever stopped at a bad row may go on past it: until then nothing was skipped or recorded. */
static map_target_result target_compare(const map_target *target, const chatfmt_map_record *was)
{
    static const char *const ignored[] = {"complete", NULL}, *const more[] = {"complete",
                                                                              "--on-error",
                                                                              NULL};
    const char *errors = chatfmt_map_record_find(was, "--on-error");
    const char *name = chatfmt_map_record_differs(
        was, target->record, errors && strcmp(errors, "fail") ? ignored : more);
    if (!name) return MAP_TARGET_READY;
    fprintf(stderr,
            "chatfmt: --resume: %s was made by another run: %s was '%s' and is '%s' now; give what "
            "was given then, or replace the output with --force\n",
            target->output, name, target_value(was, name), target_value(target->record, name));
    return MAP_TARGET_REFUSED;
}

static map_target_result target_check_record(map_target *target, const struct stat *about)
{
    chatfmt_map_record *was = chatfmt_map_record_new(NULL);
    map_target_result result;
    if (!was) return target_no_memory();
    run_record_found found = run_record_read(was, target->record_path);
    if (found == RUN_RECORD_UNREADABLE) {
        result = MAP_TARGET_FAILED;
    } else if (found == RUN_RECORD_NONE) {
        fprintf(
            stderr,
            "chatfmt: --resume: %s cannot be continued: the record of the run that made it (%s) "
            "is missing; replace the output with --force, or write to another file\n",
            target->output, target->record_path);
        result = MAP_TARGET_REFUSED;
    } else {
        result = target_compare(target, was);
        if (result == MAP_TARGET_READY && target_is_complete(was, about, &target->lines)) {
            fprintf(stderr, "chatfmt: %s is complete: %llu lines\n", target->output,
                    (unsigned long long)target->lines);
            result = MAP_TARGET_COMPLETE;
        }
    }
    chatfmt_map_record_free(was);
    return result;
}

/* ---- Opening ---- */

/* Count whole lines; `whole` is where the last one ends. */
static bool target_count_lines(int file, uint64_t *lines, off_t *whole)
{
    char buffer[1 << 14];
    off_t at = 0;
    *lines = 0;
    *whole = 0;
    for (;;) {
        ssize_t count = pread(file, buffer, sizeof buffer, at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count == 0;
        for (ssize_t i = 0; i < count; i++)
            if (buffer[i] == '\n') {
                ++*lines;
                *whole = at + i + 1;
            }
        at += count;
    }
}

/* Cuts off half a line, so that what follows begins on a new one. */
static map_target_result target_continue(map_target *target, int file, const struct stat *about)
{
    off_t whole;
    map_target_result result = target_check_record(target, about);
    if (result != MAP_TARGET_READY) return result;
    if (!target_count_lines(file, &target->lines, &whole) ||
        (whole != about->st_size && ftruncate(file, whole) != 0) ||
        lseek(file, whole, SEEK_SET) < 0)
        return target_fail(target->output);
    return target_write_record(target) ? MAP_TARGET_READY : MAP_TARGET_FAILED;
}

/* In the process that writes, once the first lines are on their disk. While the old record is gone
 * and the new one not there, no run continues what is there. */
static bool target_take_name(void *context)
{
    map_target *target = context;
    sigset_t before;
    fresh_hold_signals(&before);
    bool ok = !target->keeps_record || unlink(target->record_path) == 0 || errno == ENOENT;
    ok = ok && fresh_take(&target->fresh);
    if (!ok) target_fail(target->output);
    if (ok) target_write_record(target);
    fresh_let_signals(&before);
    return ok;
}

static map_target_result target_replace(map_target *target, map_output *output, int old,
                                        const struct stat *about)
{
    target->locked = old;
    if (!fresh_open(&target->fresh, target->path, about->st_mode & 07777))
        return target_fail(target->output);
    output->ready = target_take_name;
    output->context = target;
    return map_output_begin(output, target->fresh.file) ? MAP_TARGET_READY : MAP_TARGET_FAILED;
}

/* Open it and wait until no other process writes it. Who did may have put another file there. */
static int target_lock(const map_target *target, struct stat *about)
{
    for (;;) {
        struct stat named;
        int file = open(target->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0 && errno == EINTR) continue;
        if (file < 0) return -1;
        /* File systems without locks are written all the same. */
        while (flock(file, LOCK_EX) != 0 && errno == EINTR) {}
        bool known = fstat(file, about) == 0 && stat(target->path, &named) == 0;
        int why = errno;
        if (known && named.st_ino == about->st_ino && named.st_dev == about->st_dev) return file;
        close(file);
        if (!known && why != ENOENT) return errno = why, -1;
    }
}

static map_target_result target_open_locked(map_target *target, map_output *output, int file,
                                            const struct stat *about)
{
    map_target_result result = MAP_TARGET_READY;
    if (about->st_size && target->force) return target_replace(target, output, file, about);
    if (about->st_size && !target->resume) result = target_exists(target);
    else if (about->st_size) result = target_continue(target, file, about);
    else if (!target_begin_record(target) && access(target->record_path, F_OK) == 0)
        result = MAP_TARGET_FAILED;
    if (result != MAP_TARGET_READY) {
        close(file);
        return result;
    }
    return map_output_begin(output, file) ? MAP_TARGET_READY : MAP_TARGET_FAILED;
}

/* A pipe or a device: nothing in it can be lost. */
static map_target_result target_open_device(const map_target *target, map_output *output)
{
    if (target->resume) return target_refuse("--resume", "the output is not a regular file");
    int file = open(target->output, O_RDWR | O_CLOEXEC);
    if (file < 0) file = open(target->output, O_WRONLY | O_CLOEXEC);
    if (file < 0) return target_fail(target->output);
    return map_output_begin(output, file) ? MAP_TARGET_READY : MAP_TARGET_FAILED;
}

map_target_result map_target_open(map_target *target, map_output *output)
{
    struct stat about;
    if (!target->output)
        return map_output_begin(output, STDOUT_FILENO) ? MAP_TARGET_READY : MAP_TARGET_FAILED;
    bool exists = stat(target->output, &about) == 0;
    if (exists && !S_ISREG(about.st_mode)) return target_open_device(target, output);
    target->path = exists ? realpath(target->output, NULL) : strdup(target->output);
    target->record_path = target->path ? run_record_path(target->path) : NULL;
    if (!target->record_path) return target_no_memory();
    fresh_clean(target->path);
    int file = target_lock(target, &about);
    return file < 0 ? target_fail(target->output)
                    : target_open_locked(target, output, file, &about);
}

/* ---- The end ---- */

/* Nothing came of it, so nothing is left of it. */
static void target_remove_empty(const map_target *target)
{
    struct stat about;
    if (!target->path || target->fresh.path || stat(target->path, &about) != 0 ||
        !S_ISREG(about.st_mode) || about.st_size)
        return;
    unlink(target->path);
    if (target->keeps_record) unlink(target->record_path);
}

bool map_target_close(map_target *target, map_output *output, bool ok, uint64_t lines)
{
    struct stat about;
    char complete[80];
    ok = map_output_end(output, ok) && ok;
    if (!ok) target_remove_empty(target);
    if (!ok || !target->keeps_record || !target->path || stat(target->path, &about) != 0) return ok;
    snprintf(complete, sizeof complete, "%llu lines, %llu bytes", (unsigned long long)lines,
             (unsigned long long)about.st_size);
    chatfmt_map_record_add(target->record, "complete", complete);
    target_write_record(target);
    return ok;
}

static bool target_count_packed(const char *path, uint64_t *lines)
{
    char buffer[1 << 14];
    long count;
    map_source *source = map_source_open(path, NULL);
    *lines = 0;
    if (!source) return false;
    while ((count = map_source_read(source, buffer, sizeof buffer)) > 0)
        for (long i = 0; i < count; i++) *lines += buffer[i] == '\n';
    map_source_close(source);
    return count == 0;
}

bool map_target_count(const map_target *target, uint64_t *lines)
{
    struct stat about;
    const char *path = target->path ? target->path : "/dev/fd/1";
    off_t whole;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    if (target->path && !target->keeps_record) return target_count_packed(path, lines);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool known = file >= 0 && target_count_lines(file, lines, &whole);
    if (file >= 0) close(file);
    return known;
}
