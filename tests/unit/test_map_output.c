/* tests/unit/test_map_output.c - chatfmt/files.h: what becomes of an output that is there, what
 * goes on record, files that are replaced. tests/faults has what happens when the system fails. */
#define _DEFAULT_SOURCE /* flock */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"
#include "support/counting.h"
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct desk {
    folder f;
    char path[300], input[300];
    chatfmt_map_output *output;
} desk;

static desk desk_make(void)
{
    desk d = {.output = NULL};
    static const char *const left[] = {"out.jsonl", ".out.jsonl.chatfmt-run", "name", "link"};
    assert_true(folder_make(&d.f));
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) /* to be removed at the end */
        strcpy(d.f.files[d.f.count++], left[i]);
    snprintf(d.path, sizeof d.path, "%s/out.jsonl", d.f.path);
    snprintf(d.input, sizeof d.input, "%s/in.jsonl", d.f.path);
    assert_true(folder_write(&d.f, "in.jsonl", "{}\n{}\n"));
    return d;
}

/* Opens the output of a run that is known by one row. */
static chatfmt_output_state desk_open(desk *d, uint32_t flags, const char *run)
{
    assert_int_equal(chatfmt_map_output_new(d->path, flags, NULL, &d->output, NULL), 0);
    chatfmt_map_record *record = chatfmt_map_output_record(d->output);
    chatfmt_map_record_add(record, "run", run);
    assert_int_equal(chatfmt_map_record_add_input(record, 1, d->input), 0);
    return chatfmt_map_output_open(d->output);
}

static void desk_put(desk *d, const char *lines)
{
    assert_true(chatfmt_map_output_put(d->output, lines, strlen(lines)));
}

static void desk_close(desk *d, int complete, uint64_t lines)
{
    assert_true(chatfmt_map_output_close(d->output, complete, lines));
    assert_false(chatfmt_map_output_about(d->output)->gave_up);
    chatfmt_map_output_free(d->output);
}

static void desk_is(const desk *d, const char *want)
{
    char text[256] = "";
    FILE *file = fopen(d->path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, want);
}

static void desk_refuses(desk *d, uint32_t flags, const char *run, chatfmt_output_state want)
{
    assert_int_equal(desk_open(d, flags, run), want);
    assert_int_equal(chatfmt_map_output_about(d->output)->state, want);
    chatfmt_map_output_free(d->output);
}

/* An output that is freed open is closed: nobody waits for its lock. */
static void test_freed_open(void **state)
{
    desk d = desk_make();
    (void)state;
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "1\n");
    chatfmt_map_output_free(d.output);
    desk_is(&d, "1\n");
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_CONTINUE, "a"), CHATFMT_OUTPUT_READY);
    desk_close(&d, 1, 1);
    folder_remove(&d.f);
}

/* ---- One that is there ---- */

static void test_states(void **state)
{
    desk d = desk_make();
    (void)state;
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    assert_int_equal(chatfmt_map_output_open(d.output), CHATFMT_OUTPUT_FAILED); /* once is enough */
    desk_put(&d, "1\n");
    char *room = chatfmt_map_output_room(d.output, 10);
    assert_non_null(room);
    memcpy(room, "2\n", 2);
    assert_true(chatfmt_map_output_put(d.output, room, 2));
    assert_true(chatfmt_map_output_flush(d.output));
    desk_close(&d, 0, 2);
    desk_is(&d, "1\n2\n");
    desk_refuses(&d, 0, "a", CHATFMT_OUTPUT_EXISTS);
    desk_refuses(&d, CHATFMT_OUTPUT_CONTINUE, "b", CHATFMT_OUTPUT_OTHER_RUN);
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_CONTINUE, "a"), CHATFMT_OUTPUT_READY);
    assert_int_equal(chatfmt_map_output_about(d.output)->lines, 2);
    assert_string_equal(chatfmt_map_output_recorded(d.output, "run"), "a");
    desk_put(&d, "3\n");
    desk_close(&d, 1, 3);
    desk_is(&d, "1\n2\n3\n");
    desk_refuses(&d, CHATFMT_OUTPUT_CONTINUE, "a", CHATFMT_OUTPUT_COMPLETE);
    assert_true(folder_write(&d.f, "in.jsonl", "{}\n{}\n{}\n"));
    desk_refuses(&d, CHATFMT_OUTPUT_CONTINUE, "a", CHATFMT_OUTPUT_OTHER_RUN);
    assert_true(folder_write(&d.f, ".out.jsonl.chatfmt-run", "{"));
    desk_refuses(&d, CHATFMT_OUTPUT_CONTINUE, "a", CHATFMT_OUTPUT_NO_RECORD);
    folder_remove(&d.f);
}

/* Half a line that somebody else left is cut off; the old file stays until there are new lines. */
static void test_replace(void **state)
{
    desk d = desk_make();
    (void)state;
    assert_true(folder_write(&d.f, "out.jsonl", "old\n"));
    assert_int_equal(chmod(d.path, 0640), 0);
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_REPLACE, "a"), CHATFMT_OUTPUT_READY);
    desk_is(&d, "old\n");
    desk_close(&d, 0, 0);
    desk_is(&d, "old\n");
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_REPLACE, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "new\n");
    desk_close(&d, 0, 1);
    desk_is(&d, "new\n");
    struct stat about;
    assert_int_equal(stat(d.path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_true(folder_write(&d.f, "out.jsonl", "new\nhal"));
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_CONTINUE, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "more\n");
    desk_close(&d, 1, 2);
    desk_is(&d, "new\nmore\n");
    folder_remove(&d.f);
}

/* Whoever stopped at a row in error may go on past it. */
static void test_may_change(void **state)
{
    desk d = desk_make();
    (void)state;
    assert_int_equal(desk_open(&d, 0, "fail"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "1\n");
    desk_close(&d, 0, 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(chatfmt_map_output_new(d.path, CHATFMT_OUTPUT_CONTINUE, NULL, &d.output,
                                                NULL), 0);
        chatfmt_map_record *record = chatfmt_map_output_record(d.output);
        chatfmt_map_record_add(record, "run", i ? "record" : "skip");
        chatfmt_map_record_add_input(record, 1, d.input);
        chatfmt_map_output_may_change(d.output, "run", "fail");
        assert_int_equal(chatfmt_map_output_open(d.output),
                         i ? CHATFMT_OUTPUT_OTHER_RUN : CHATFMT_OUTPUT_READY);
        if (i) assert_string_equal(chatfmt_map_output_about(d.output)->was, "skip");
        if (i) assert_string_equal(chatfmt_map_output_about(d.output)->is, "record");
        if (i) chatfmt_map_output_free(d.output);
        else desk_close(&d, 0, 1);
    }
    folder_remove(&d.f);
}

/* A row that the old record does not have may be new. */
static void test_may_be_new(void **state)
{
    desk d = desk_make();
    (void)state;
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "1\n");
    desk_close(&d, 0, 1);
    assert_int_equal(chatfmt_map_output_new(d.path, CHATFMT_OUTPUT_CONTINUE, NULL, &d.output, NULL), 0);
    chatfmt_map_record *record = chatfmt_map_output_record(d.output);
    chatfmt_map_record_add(record, "run", "a");
    chatfmt_map_record_add_input(record, 1, d.input);
    chatfmt_map_record_add(record, "errors", "skip");
    chatfmt_map_output_may_change(d.output, "errors", "fail");
    assert_int_equal(chatfmt_map_output_open(d.output), CHATFMT_OUTPUT_READY);
    desk_close(&d, 0, 1);
    folder_remove(&d.f);
}

/* ---- Before anything is touched ---- */

static void test_check(void **state)
{
    desk d = desk_make();
    const char *paths[] = {d.input, d.path};
    char link_path[300];
    (void)state;
    snprintf(link_path, sizeof link_path, "%s/link", d.f.path);
    assert_int_equal(symlink(d.input, link_path), 0);
    assert_int_equal(chatfmt_map_output_new(link_path, 3, NULL, &d.output, NULL), 0);
    assert_true(chatfmt_map_output_is(d.output, d.input));
    assert_int_equal(chatfmt_map_output_check(d.output, paths, 1), CHATFMT_OUTPUT_SAME_FILE);
    assert_string_equal(chatfmt_map_output_about(d.output)->name, d.input);
    chatfmt_map_output_free(d.output);
    assert_int_equal(chatfmt_map_output_new(d.path, 0, NULL, &d.output, NULL), 0);
    assert_false(chatfmt_map_output_is(d.output, d.input));
    assert_false(chatfmt_map_output_is(d.output, d.f.path));
    assert_int_equal(chatfmt_map_output_check(d.output, paths, 1), CHATFMT_OUTPUT_READY);
    assert_int_equal(chatfmt_map_output_check(d.output, paths, 2), CHATFMT_OUTPUT_FAILED);
    assert_true(chatfmt_map_output_about(d.output)->code > 0);
    chatfmt_map_output_free(d.output);
    folder_remove(&d.f);
}

static void test_devices(void **state)
{
    desk d = desk_make();
    uint64_t lines;
    (void)state;
    strcpy(d.path, "/dev/null");
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "1\n");
    assert_false(chatfmt_map_output_count(d.output, &lines));
    desk_close(&d, 1, 1);
    desk_refuses(&d, CHATFMT_OUTPUT_CONTINUE, "a", CHATFMT_OUTPUT_NO_FILE);
    snprintf(d.path, sizeof d.path, "%s/no/out", d.f.path);
    desk_refuses(&d, 0, "a", CHATFMT_OUTPUT_FAILED);
    folder_remove(&d.f);
}

/* Lines that are longer than what both processes share; compressed blocks have no record. */
static void test_large(void **state)
{
    enum { LINE = 3 << 20 };
    desk d = desk_make();
    uint64_t lines;
    char *large = malloc(LINE);
    (void)state;
    assert_non_null(large);
    memset(large, 'x', LINE);
    large[LINE - 1] = '\n';
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_REPLACE, "a"), CHATFMT_OUTPUT_READY);
    assert_null(chatfmt_map_output_room(d.output, LINE)); /* more than both processes share */
    assert_true(chatfmt_map_output_put(d.output, large, LINE - 1));
    assert_true(chatfmt_map_output_put(d.output, "\n1\n", 3));
    assert_true(chatfmt_map_output_put(d.output, large, LINE - 1)); /* a last line without its end */
    assert_true(chatfmt_map_output_close(d.output, 1, 3));
    assert_int_equal(chatfmt_map_output_count(d.output, &lines), 1);
    assert_int_equal(lines, 2);
    chatfmt_map_output_free(d.output);
    for (uint32_t flags = 0; flags <= CHATFMT_OUTPUT_BLOCKS; flags += CHATFMT_OUTPUT_BLOCKS) {
        assert_int_equal(desk_open(&d, flags | CHATFMT_OUTPUT_REPLACE, "a"), CHATFMT_OUTPUT_READY);
        assert_int_equal(!chatfmt_map_output_about(d.output)->record_path, flags != 0);
        desk_put(&d, "1\n");
        assert_true(chatfmt_map_output_put(d.output, large, LINE));
        desk_put(&d, "2\n");
        assert_true(chatfmt_map_output_close(d.output, 1, 3));
        assert_int_equal(chatfmt_map_output_count(d.output, &lines), !flags);
        if (!flags) assert_int_equal(lines, 3);
        chatfmt_map_output_free(d.output);
        struct stat about;
        assert_int_equal(stat(d.path, &about), 0);
        assert_int_equal(about.st_size, LINE + 4);
    }
    free(large);
    folder_remove(&d.f);
}

/* ---- Records ---- */

/* What the record of a whole run says of lines and bytes; anything else is no word of a whole run. */
static void test_complete(void **state)
{
    static const struct {
        const char *complete;
        chatfmt_output_state want;
    } rows[] = {
        {"1 lines, 2 bytes", CHATFMT_OUTPUT_COMPLETE}, {"1 lines, 3 bytes", CHATFMT_OUTPUT_READY},
        {"", CHATFMT_OUTPUT_READY},                    {"x lines, 2 bytes", CHATFMT_OUTPUT_READY},
        {"1: lines, 2 bytes", CHATFMT_OUTPUT_READY},   {"1 lines; 2 bytes", CHATFMT_OUTPUT_READY},
        {"1 lines, 2 pieces", CHATFMT_OUTPUT_READY},   {"1 lines, 2", CHATFMT_OUTPUT_READY},
    };
    desk d = desk_make();
    chatfmt_slice json;
    char text[600];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_map_record *record = chatfmt_map_record_new(NULL);
        chatfmt_map_record_add(record, "run", "a");
        assert_int_equal(chatfmt_map_record_add_input(record, 1, d.input), 0);
        chatfmt_map_record_add(record, "complete", rows[i].complete);
        assert_int_equal(chatfmt_map_record_json(record, &json), CHATFMT_OK);
        snprintf(text, sizeof text, "%.*s", (int)json.length, json.data);
        chatfmt_map_record_free(record);
        assert_true(folder_write(&d.f, "out.jsonl", "1\n"));
        assert_true(folder_write(&d.f, ".out.jsonl.chatfmt-run", text));
        if (desk_open(&d, CHATFMT_OUTPUT_CONTINUE, "a") != rows[i].want) fail_msg("%s", rows[i].complete);
        if (rows[i].want == CHATFMT_OUTPUT_READY) assert_true(chatfmt_map_output_close(d.output, 0, 1));
        chatfmt_map_output_free(d.output);
    }
    folder_remove(&d.f);
}

/* A record that can be neither read nor removed, and an output that goes away while it is written. */
static void test_in_the_way(void **state)
{
    desk d = desk_make();
    char record[300];
    uint64_t lines;
    (void)state;
    snprintf(record, sizeof record, "%s/.out.jsonl.chatfmt-run", d.f.path);
    assert_int_equal(mkdir(record, 0700), 0);
    desk_refuses(&d, 0, "a", CHATFMT_OUTPUT_FAILED);
    assert_true(folder_write(&d.f, "out.jsonl", "1\n"));
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_CONTINUE, "a"), CHATFMT_OUTPUT_FAILED);
    assert_string_equal(chatfmt_map_output_about(d.output)->name, record);
    assert_true(chatfmt_map_output_about(d.output)->code > 0);
    chatfmt_map_output_free(d.output);
    assert_int_equal(desk_open(&d, CHATFMT_OUTPUT_REPLACE, "a"), CHATFMT_OUTPUT_READY);
    desk_put(&d, "2\n");
    assert_false(chatfmt_map_output_close(d.output, 1, 1));
    assert_true(chatfmt_map_output_about(d.output)->name_code > 0);
    chatfmt_map_output_free(d.output);
    desk_is(&d, "1\n");
    assert_int_equal(rmdir(record), 0);
    assert_int_equal(unlink(d.path), 0);
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    assert_int_equal(unlink(d.path), 0);
    assert_int_equal(mkdir(d.path, 0700), 0);
    assert_true(chatfmt_map_output_close(d.output, 0, 0));
    chatfmt_map_output_free(d.output);
    assert_int_equal(rmdir(d.path), 0); /* it was left alone */
    for (int complete = 0; complete < 2; complete++) {
        assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
        if (complete) desk_put(&d, "1\n");
        assert_int_equal(unlink(d.path), 0);
        assert_true(chatfmt_map_output_close(d.output, complete, 1));
        assert_false(chatfmt_map_output_count(d.output, &lines));
        chatfmt_map_output_free(d.output);
        (void)unlink(record);
    }
    folder_remove(&d.f);
}

/* A folder is no output; what a full device does not take is told. */
static void test_bad_devices(void **state)
{
    desk d = desk_make();
    (void)state;
    snprintf(d.path, sizeof d.path, "%s", d.f.path);
    desk_refuses(&d, 0, "a", CHATFMT_OUTPUT_FAILED);
    assert_true(folder_write(&d.f, "name", ""));
    snprintf(d.path, sizeof d.path, "%s/name/out", d.f.path);
    desk_refuses(&d, 0, "a", CHATFMT_OUTPUT_FAILED);
    strcpy(d.path, "/dev/full");
    if (access(d.path, W_OK) == 0) {
        assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
        int more = 100; /* who writes is another process, and tells it later */
        while (more-- && chatfmt_map_output_put(d.output, "1\n", 2) && chatfmt_map_output_flush(d.output)) {}
        assert_true(more > 0);
        assert_false(chatfmt_map_output_put(d.output, "2\n", 2));
        assert_false(chatfmt_map_output_close(d.output, 1, 1));
        assert_true(chatfmt_map_output_about(d.output)->write_code > 0);
        chatfmt_map_output_free(d.output);
    }
    folder_remove(&d.f);
}

/* A file that may not grow: who writes it is another process, and tells it with a later piece. */
static void test_full(void **state)
{
    desk d = desk_make();
    struct rlimit before, small;
    int more = 100;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 6;
    void (*was)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(chatfmt_map_output_new(d.path, CHATFMT_OUTPUT_BLOCKS, NULL, &d.output, NULL), 0);
    chatfmt_output_state opened = chatfmt_map_output_open(d.output);
    while (more-- && chatfmt_map_output_put(d.output, "1234\n", 5) && chatfmt_map_output_flush(d.output)) {}
    int flushed = chatfmt_map_output_flush(d.output), closed = chatfmt_map_output_close(d.output, 1, 1);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, was);
    assert_int_equal(opened, CHATFMT_OUTPUT_READY);
    assert_true(more > 0 && !flushed && !closed);
    assert_int_equal(chatfmt_map_output_about(d.output)->write_code, EFBIG);
    chatfmt_map_output_free(d.output);
    desk_is(&d, "1234\n");
    folder_remove(&d.f);
}

/* Standard output that is a file: its lines are counted by its number. */
static void test_standard(void **state)
{
    desk d = desk_make();
    uint64_t lines = 7;
    (void)state;
    int kept = dup(STDOUT_FILENO);
    FILE *file = fopen(d.path, "w+");
    assert_true(kept >= 0 && file);
    fflush(stdout);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    chatfmt_status made = chatfmt_map_output_new(NULL, 0, NULL, &d.output, NULL);
    chatfmt_output_state opened = chatfmt_map_output_open(d.output);
    int put = chatfmt_map_output_put(d.output, "1\n2\n", 4), empty = chatfmt_map_output_put(d.output, NULL, 0);
    int nothing = chatfmt_map_output_put(d.output, NULL, 3);
    int closed = chatfmt_map_output_close(d.output, 1, 2);
    int counted = chatfmt_map_output_count(d.output, &lines), same = chatfmt_map_output_is(d.output, d.path);
    chatfmt_map_output *blocks = NULL;
    uint64_t counted_lines = 7;
    chatfmt_status made_too = chatfmt_map_output_new(NULL, CHATFMT_OUTPUT_BLOCKS, NULL, &blocks, NULL);
    int counted_too = chatfmt_map_output_count(blocks, &counted_lines);
    chatfmt_map_output_free(blocks);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    fclose(file);
    assert_int_equal(made, CHATFMT_OK);
    assert_int_equal(opened, CHATFMT_OUTPUT_READY);
    assert_true(!made_too && counted_too && counted_lines == 2); /* what is compressed is not looked into */
    assert_true(put && empty && !nothing && closed && counted && same);
    assert_int_equal(lines, 2);
    desk_is(&d, "1\n2\n");
    chatfmt_map_output_free(d.output);
    folder_remove(&d.f);
}

/* Memory that ends anywhere: the old file stays, or the new lines are there. Nothing is lost. */
static void test_no_memory(void **state)
{
    static const uint32_t flags[] = {0, CHATFMT_OUTPUT_CONTINUE, CHATFMT_OUTPUT_REPLACE};
    desk d = desk_make();
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        bool failed = true;
        for (size_t at = 1; failed; at++) {
            counting memory = {.fail_at = at, .fail_after = 1};
            chatfmt_allocator allocator = counting_allocator(&memory);
            if (i) {
                (void)unlink(d.path);
                assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
                desk_put(&d, "1\n");
                desk_close(&d, 0, 1);
            } else {
                (void)unlink(d.path);
            }
            failed = chatfmt_map_output_new(d.path, flags[i], &allocator, &d.output, NULL) != CHATFMT_OK;
            if (!failed) {
                const char *was = chatfmt_map_output_recorded(d.output, "run");
                chatfmt_map_record *record = chatfmt_map_output_record(d.output);
                chatfmt_map_record_add(record, "run", "a");
                chatfmt_map_record_add_input(record, 1, d.input);
                failed = i == 1 && !was;
                if (chatfmt_map_output_open(d.output) != CHATFMT_OUTPUT_READY) {
                    failed = true;
                } else {
                    desk_put(&d, "2\n");
                    assert_true(chatfmt_map_output_close(d.output, 1, 2));
                    desk_is(&d, i == 1 ? "1\n2\n" : "2\n");
                }
                chatfmt_map_output_free(d.output);
                failed |= memory.calls >= at;
            }
            assert_int_equal(memory.live, 0);
        }
    }
    folder_remove(&d.f);
}

/* What a run that is gone left is removed; what is not a run's, is locked, or somebody else's, is not. */
static void test_left_over(void **state)
{
    static const struct {
        const char *name;
        int stays;
    } rows[] = {{"out.jsonl.chatfmt-abcdef", 0}, {"out.jsonl.chatfmt-abc-ef", 1}, {"out.jsonl.chatfmt-abcde", 1},
                {"out.jsonl.chatfmt-locked", 1}, {"out.jsonl.chatfmt-linked", 1}, {"out.jsonl.chatfmt-others", 1}};
    desk d = desk_make();
    int locked = -1;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = folder_join(&d.f, rows[i].name);
        if (i == 4) {
            assert_int_equal(symlink(d.input, path), 0);
            continue;
        }
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        if (i == 3) assert_int_equal(flock(locked = dup(fileno(file)), LOCK_EX), 0);
        fclose(file);
    }
    bool root = chown(folder_join(&d.f, rows[5].name), 1, 1) == 0;
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    desk_close(&d, 0, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stat about;
        int there = lstat(folder_join(&d.f, rows[i].name), &about) == 0;
        if (i < 5 || root) assert_int_equal(there, rows[i].stays);
        (void)unlink(folder_join(&d.f, rows[i].name));
    }
    close(locked);
    folder_remove(&d.f);
}

/* Inputs that are devices, that are not there, or whose names begin as an option. */
static void test_inputs(void **state)
{
    chatfmt_map_record *record = chatfmt_map_record_new(NULL);
    (void)state;
    assert_int_equal(chatfmt_map_record_add_input(record, 1, NULL), -1);
    assert_int_equal(chatfmt_map_record_add_input(record, 1, "/dev/null"), 0);
    assert_string_equal(chatfmt_map_record_find(record, "input 1"), "/dev/null");
    assert_true(chatfmt_map_record_add_input(record, 2, "-x") > 0);
    assert_true(chatfmt_map_record_add_input(record, 2, "/dev/null/x") > 0);
    assert_null(chatfmt_map_record_find(record, "input 2"));
    assert_null(chatfmt_map_record_find(record, NULL));
    chatfmt_map_record_add(record, NULL, "x");
    chatfmt_map_record_add(record, "x", NULL);
    assert_null(chatfmt_map_record_find(record, "x"));
    assert_null(chatfmt_map_record_differs(NULL, record, NULL));
    assert_null(chatfmt_map_record_differs(record, NULL, NULL));
    chatfmt_map_record_free(record);
}

/* ---- Replacing ---- */

static void test_file_replace(void **state)
{
    desk d = desk_make();
    char name[300];
    (void)state;
    snprintf(name, sizeof name, "%s/name", d.f.path);
    assert_true(chatfmt_file_replace(d.path, "x", 1, 0) > 0); /* there is none */
    assert_true(folder_write(&d.f, "out.jsonl", "old"));
    assert_int_equal(symlink("out.jsonl", name), 0);
    assert_int_equal(chatfmt_file_replace(name, "new", 3, 0), 0);
    desk_is(&d, "new");
    assert_int_equal(chatfmt_file_replace(d.path, "", 0, CHATFMT_FILE_CLEANED), 0);
    desk_is(&d, "");
    assert_int_equal(chatfmt_file_replace(d.path, NULL, 0, 0), 0);
    desk_is(&d, "");
    assert_int_equal(chatfmt_file_replace(NULL, "", 0, 0), -1);
    assert_int_equal(chatfmt_file_replace(d.path, NULL, 1, 0), -1);
    assert_int_equal(chatfmt_file_replace(d.path, "x", 1, 8), -1);
    desk_is(&d, "");
    assert_true(chatfmt_file_replace(d.f.path, "x", 1, 0) > 0); /* a folder */
    folder_remove(&d.f);
}

/* A pipe, and a link to one, are written to, not replaced, by both ways of writing. */
static void test_pipes(void **state)
{
    desk d = desk_make();
    char name[300], text[8];
    struct stat about;
    (void)state;
    snprintf(name, sizeof name, "%s/name", d.f.path);
    assert_int_equal(mkfifo(name, 0600), 0);
    snprintf(d.path, sizeof d.path, "%s/link", d.f.path);
    assert_int_equal(symlink("name", d.path), 0);
    int reader = open(name, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(chatfmt_file_replace(i ? name : d.path, "new", 3, 0), 0);
        assert_int_equal(read(reader, text, sizeof text), 3);
        assert_memory_equal(text, "new", 3);
    }
    assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
    assert_int_equal(chatfmt_map_output_open(d.output), CHATFMT_OUTPUT_FAILED);
    assert_int_equal(chatfmt_map_output_about(d.output)->state, CHATFMT_OUTPUT_READY);
    desk_put(&d, "1\n");
    desk_close(&d, 0, 1);
    assert_int_equal(read(reader, text, sizeof text), 2);
    assert_int_equal(stat(name, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(lstat(d.path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    close(reader);
    folder_remove(&d.f);
}

/* A link to no file: the file is made there, and gone again without lines; the link stays. */
static void test_link_to_none(void **state)
{
    desk d = desk_make();
    struct stat about;
    char name[300];
    (void)state;
    snprintf(name, sizeof name, "%s/name", d.f.path);
    snprintf(d.path, sizeof d.path, "%s/link", d.f.path);
    assert_int_equal(symlink("name", d.path), 0);
    for (int lines = 0; lines < 2; lines++) {
        assert_int_equal(desk_open(&d, 0, "a"), CHATFMT_OUTPUT_READY);
        if (lines) desk_put(&d, "1\n");
        desk_close(&d, 0, (uint64_t)lines);
        assert_int_equal(stat(name, &about) == 0, lines);
        assert_int_equal(lstat(d.path, &about), 0);
        assert_true(S_ISLNK(about.st_mode));
    }
    snprintf(name, sizeof name, "%s/.name.chatfmt-run", d.f.path);
    assert_int_equal(unlink(name), 0);
    folder_remove(&d.f);
}

/* A run that has nothing on record goes on as any other. */
static void test_empty_record(void **state)
{
    desk d = desk_make();
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(chatfmt_map_output_new(d.path, CHATFMT_OUTPUT_CONTINUE, NULL, &d.output,
                                                NULL), 0);
        assert_int_equal(chatfmt_map_output_open(d.output), CHATFMT_OUTPUT_READY);
        assert_int_equal(chatfmt_map_output_about(d.output)->lines, i);
        desk_put(&d, "1\n");
        desk_close(&d, 0, 1);
    }
    folder_remove(&d.f);
}

static void test_arguments(void **state)
{
    counting memory = {.fail_at = 0};
    chatfmt_allocator allocator = counting_allocator(&memory);
    chatfmt_map_output *output = NULL;
    (void)state;
    assert_int_equal(chatfmt_map_output_new("x", 8, NULL, &output, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_output_new("x", 0, NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    for (memory.fail_at = 1; chatfmt_map_output_new("x", 0, &allocator, &output, NULL);) {
        memory = (counting){.fail_at = memory.fail_at + 1, .live = memory.live};
        assert_int_equal(memory.live, 0);
    }
    assert_false(chatfmt_map_output_put(output, "x", 1)); /* it is not open */
    assert_null(chatfmt_map_output_room(output, 1));
    assert_false(chatfmt_map_output_flush(output));
    assert_false(chatfmt_map_output_close(output, 1, 0));
    chatfmt_map_output_free(output);
    assert_int_equal(memory.live, 0);
    assert_int_equal(chatfmt_map_output_open(NULL), CHATFMT_OUTPUT_FAILED);
    assert_int_equal(chatfmt_map_output_check(NULL, NULL, 0), CHATFMT_OUTPUT_FAILED);
    assert_int_equal(chatfmt_map_output_new("x", 0, NULL, &output, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_map_output_check(output, NULL, 1), CHATFMT_OUTPUT_FAILED);
    assert_int_equal(chatfmt_map_output_check(output, &(const char *){NULL}, 1),
                     CHATFMT_OUTPUT_FAILED);
    assert_int_equal(chatfmt_map_output_about(output)->state, CHATFMT_OUTPUT_FAILED);
    chatfmt_map_output_free(output);
    assert_null(chatfmt_map_output_about(NULL));
    assert_null(chatfmt_map_output_record(NULL));
    assert_null(chatfmt_map_output_recorded(NULL, "x"));
    assert_null(chatfmt_map_output_room(NULL, 1));
    assert_false(chatfmt_map_output_put(NULL, "", 0));
    assert_false(chatfmt_map_output_flush(NULL));
    assert_false(chatfmt_map_output_close(NULL, 1, 0));
    assert_int_equal(chatfmt_map_record_add_input(NULL, 1, "x"), -1);
    chatfmt_map_output_may_change(NULL, "x", "y");
    assert_int_equal(chatfmt_map_output_new("x", CHATFMT_OUTPUT_CONTINUE, NULL, &output, NULL), CHATFMT_OK);
    chatfmt_map_output_may_change(output, NULL, "y");
    chatfmt_map_output_may_change(output, "x", NULL);
    assert_null(chatfmt_map_output_recorded(output, NULL));
    assert_false(chatfmt_map_output_is(output, NULL));
    assert_false(chatfmt_map_output_count(output, NULL));
    chatfmt_map_output_free(output);
    chatfmt_map_output_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states),     cmocka_unit_test(test_replace),
        cmocka_unit_test(test_freed_open),
        cmocka_unit_test(test_may_change), cmocka_unit_test(test_may_be_new),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_devices),    cmocka_unit_test(test_large),
        cmocka_unit_test(test_complete),   cmocka_unit_test(test_in_the_way),
        cmocka_unit_test(test_bad_devices), cmocka_unit_test(test_full),
        cmocka_unit_test(test_standard),
        cmocka_unit_test(test_no_memory),  cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_left_over),
        cmocka_unit_test(test_file_replace), cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_pipes),      cmocka_unit_test(test_link_to_none),
        cmocka_unit_test(test_empty_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
