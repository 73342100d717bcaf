/* tests/unit/test_map_job.c - whole inputs through blocks (chatfmt/map.h): the same lines wherever
 * the bytes are cut, numbers of lines, rows in error, going on with an output, memory that ends. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"
#include "support/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ROW(text) "{\"messages\":[{\"role\":\"user\",\"content\":\"" text "\"}]}"
#define LINE(text) "{\"text\": \"" text "\"}\n"

/* Texts that are read so many bytes at a time; the one with the number `broken` cannot be read to
 * its end. */
typedef struct desk {
    const char *const *inputs;
    size_t at[8], piece, broken;
    chatfmt_map_job_options options;
    chatfmt_map_options plan;
    chatfmt_model *model;
    chatfmt_allocator memory;
    char out[4096];
    size_t length;
    chatfmt_map_totals totals;
    chatfmt_map_losses losses;
    chatfmt_map_first firsts[CHATFMT_MAP_FIRSTS];
    char failure[256];
} desk;

static int64_t desk_read(void *context, size_t input, char *out, size_t size)
{
    desk *d = context;
    const char *text = d->inputs[input] + d->at[input];
    size_t count = strlen(text);
    if (!count) return input == d->broken ? -1 : 0;
    if (count > d->piece) count = d->piece;
    if (count > size) count = size;
    memcpy(out, text, count);
    d->at[input] += count;
    return (int64_t)count;
}

/* As a pipe that never has more than was read. */
static int desk_waits(void *context, size_t input)
{
    (void)input;
    return ((desk *)context)->piece < 7;
}

static desk desk_of(const char *const *inputs, size_t count)
{
    static const char source[] = "{% for m in messages %}{{ m.content }}{% endfor %}";
    desk d = {.inputs = inputs, .piece = SIZE_MAX, .broken = SIZE_MAX,
              .options = CHATFMT_MAP_JOB_OPTIONS_INIT, .plan = CHATFMT_MAP_OPTIONS_INIT};
    assert_int_equal(chatfmt_model_from_template(source, strlen(source), NULL, &d.model, NULL), 0);
    d.plan.model = d.model;
    d.plan.columns = CHATFMT_MAP_TEXT;
    d.options.inputs = count;
    d.options.read = desk_read;
    d.options.waits = desk_waits;
    return d;
}

static void desk_put(desk *d, chatfmt_slice lines)
{
    assert_true(d->length + lines.length < sizeof d->out);
    memcpy(d->out + d->length, lines.data, lines.length);
    d->length += lines.length;
    d->out[d->length] = 0;
}

/* Returns false where no more is wanted. */
static bool desk_block(desk *d, chatfmt_map_job *job, chatfmt_map_block *block,
                       chatfmt_mapper *mapper, chatfmt_status *status)
{
    chatfmt_slice lines;
    char room[40];
    *status = chatfmt_map_job_fill(job, block, NULL);
    if (*status || !chatfmt_map_block_lines(block)) return false;
    if (d->piece % 2) chatfmt_map_block_lend(block, room, sizeof room);
    *status = chatfmt_map_block_run(block, mapper);
    chatfmt_status taken = chatfmt_map_job_take(job, block, &lines, NULL);
    if (*status || (*status = taken) != 0) return false;
    desk_put(d, lines);
    const chatfmt_map_failure *f = chatfmt_map_job_count(job, block);
    if (f && !f->before)
        snprintf(d->failure, sizeof d->failure, "%zu:%llu %s %.*s%s", f->input,
                 (unsigned long long)f->line, f->in_row ? "row" : "template", (int)f->row.length,
                 f->row.data, f->ends ? " ends" : "");
    return !f || !f->ends;
}

/* What the totals point to goes with the job. */
static void desk_keep_totals(desk *d, const chatfmt_map_totals *totals)
{
    d->totals = *totals;
    d->losses = *totals->losses;
    d->totals.losses = &d->losses;
    memcpy(d->firsts, totals->firsts, sizeof d->firsts);
    d->totals.firsts = d->firsts;
}

static chatfmt_status desk_work(desk *d, chatfmt_map_job *job, chatfmt_mapper *mapper)
{
    chatfmt_slice lines;
    chatfmt_map_block *block;
    chatfmt_status status = chatfmt_map_block_new(job, &block, NULL);
    while (!status && desk_block(d, job, block, mapper, &status)) {}
    if (!status) status = chatfmt_map_job_finish(job, &lines, NULL);
    if (!status) desk_put(d, lines);
    desk_keep_totals(d, chatfmt_map_job_about(job));
    chatfmt_map_block_free(block);
    return status;
}

static chatfmt_status desk_run(desk *d)
{
    chatfmt_map_job *job;
    chatfmt_mapper *mapper = NULL;
    memset(d->at, 0, sizeof d->at);
    d->length = 0;
    d->out[0] = d->failure[0] = 0;
    d->options.context = d;
    chatfmt_status status = chatfmt_map_job_new(&d->options, &job, NULL);
    if (!status) status = chatfmt_mapper_new(&d->plan, &mapper, NULL);
    if (!status) status = desk_work(d, job, mapper);
    chatfmt_mapper_free(mapper);
    chatfmt_map_job_free(job);
    return status;
}

/* ---- Lines ---- */

static const char *const three[] = {ROW("a") "\n \r\n" ROW("b"), "", "\n" ROW("c") "\n\n" ROW("d")};

/* An input that is empty before all others, lines of tabs, and a reader that never waits. */
static void test_odd_inputs(void **state)
{
    static const char *const inputs[] = {"", ROW("a") "\n\t\n \t\r\n" ROW("b"), "\t", ROW("c")};
    desk d = desk_of(inputs, 4);
    (void)state;
    d.options.waits = NULL;
    for (d.piece = 1; d.piece < 60; d.piece++) {
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, LINE("a") LINE("b") LINE("c"));
        assert_int_equal(d.totals.rows, 3);
    }
    chatfmt_model_free(d.model);
}

static void test_cuts(void **state)
{
    desk d = desk_of(three, 3);
    (void)state;
    for (size_t piece = 1; piece < 60; piece++) {
        d.piece = piece;
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, LINE("a") LINE("b") LINE("c") LINE("d"));
        assert_int_equal(d.totals.rows, 4);
        assert_int_equal(d.totals.lines, 4);
        assert_int_equal(d.totals.written, 4);
        assert_int_equal(d.totals.errors, 0);
        for (int i = 0; i < CHATFMT_MAP_FIRSTS; i++) assert_int_equal(d.totals.firsts[i].line, 0);
    }
    chatfmt_model_free(d.model);
}

/* A file that breaks off: its last line is no row when it may be half of one. */
static void test_broken(void **state)
{
    static const char *const half[] = {ROW("a") "\n" ROW("b") "\n{\"mess", ROW("c")};
    static const char *const whole[] = {ROW("a") "\n", ROW("b")};
    desk d = desk_of(half, 2);
    (void)state;
    for (d.piece = 1; d.piece < 50; d.piece += 6) {
        d.broken = 0;
        assert_int_equal(desk_run(&d), CHATFMT_INPUT);
        assert_string_equal(d.out, LINE("a") LINE("b"));
        assert_int_equal(d.totals.last_lines, 2);
    }
    d.inputs = whole;
    d.broken = 1;
    assert_int_equal(desk_run(&d), CHATFMT_INPUT);
    assert_string_equal(d.out, LINE("a"));
    chatfmt_model_free(d.model);
}

/* ---- Rows in error ---- */

static const char *const bad[] = {ROW("a") "\n", "\n{x}\n" ROW("b") "\n7\n" ROW("c")};

static void test_errors(void **state)
{
    static const struct {
        chatfmt_map_errors on_error;
        const char *out, *failure;
        uint64_t rows, errors;
    } cases[] = {
        {CHATFMT_MAP_FAIL, LINE("a"), "1:2 row {x} ends", 2, 1},
        {CHATFMT_MAP_SKIP, LINE("a") LINE("b") LINE("c"), "1:2 row {x}", 5, 2},
    };
    desk d = desk_of(bad, 2);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (d.piece = 1; d.piece < 60; d.piece++) {
            d.options.on_error = cases[i].on_error;
            assert_int_equal(desk_run(&d), CHATFMT_OK);
            assert_string_equal(d.out, cases[i].out);
            assert_string_equal(d.failure, cases[i].failure);
            assert_int_equal(d.totals.rows, cases[i].rows);
            assert_int_equal(d.totals.errors, cases[i].errors);
        }
    d.options.on_error = CHATFMT_MAP_RECORD;
    assert_int_equal(desk_run(&d), CHATFMT_OK);
    assert_int_equal(d.totals.written, 5);
    assert_non_null(strstr(d.out, LINE("a") "{\"line\": 3, \"error\": {"));
    assert_non_null(strstr(d.out, LINE("b") "{\"line\": 5, \"error\": {"));
    chatfmt_model_free(d.model);
}

/* ---- Going on ---- */

static void test_resume(void **state)
{
    const char *rest = LINE("b") LINE("c");
    desk d = desk_of(bad, 2);
    (void)state;
    for (d.piece = 1; d.piece < 60; d.piece++) {
        d.options.on_error = CHATFMT_MAP_SKIP;
        d.options.resume = 1;
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, rest);
        assert_int_equal(d.totals.written, 2);
        assert_int_equal(d.totals.lines, 3);
        d.options.on_error = CHATFMT_MAP_RECORD;
        d.options.resume = 4;
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, LINE("c"));
        assert_int_equal(d.totals.rows, 5);
        assert_int_equal(d.totals.errors, 0);
        d.options.on_error = CHATFMT_MAP_SKIP; /* more than there are */
        d.options.resume = 9;
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, "");
        assert_int_equal(d.totals.written, 0);
        assert_int_equal(d.totals.lines, 3);
    }
    chatfmt_model_free(d.model);
}

/* ---- Packs ---- */

/* Rows in error are left out, and a block of blank lines brings none. */
static void test_packs(void **state)
{
    static const char *const inputs[] = {ROW("a") "\n{x}\n" ROW("b") "\n", "\n\n\n", ROW("c") "\n"};
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    letters l = letters_open();
    desk d = desk_of(inputs, 3);
    (void)state;
    d.plan.tokenizer = l.tokenizer;
    d.plan.flags = CHATFMT_MAP_RECORDS;
    d.plan.columns = 0;
    d.options.on_error = CHATFMT_MAP_SKIP;
    packer.size = 2;
    packer.open = 1;
    for (d.piece = 1; d.piece < 60; d.piece++) {
        assert_int_equal(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &d.options.packs, NULL), CHATFMT_OK);
        assert_int_equal(desk_run(&d), CHATFMT_OK);
        assert_string_equal(d.out, "{\"lines\": [1, 3], \"input_ids\": [0, 1]}\n{\"lines\": [7], \"input_ids\": [2]}\n");
        assert_int_equal(d.totals.lines, 2);
        chatfmt_map_packs_free(d.options.packs);
    }
    chatfmt_model_free(d.model);
    letters_close(&l);
}

/* ---- Texts that prompts lack ---- */

static void test_unwritten(void **state)
{
    static const char *const inputs[] = {
        ROW("a") "\n", "{\"messages\":[{\"role\":\"user\",\"content\":\"b\",\"name\":\"no\"}]}\n",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"c\",\"other\":\"no\"}]}\n"};
    desk d = desk_of(inputs, 3);
    (void)state;
    d.plan.flags = CHATFMT_MAP_WATCH;
    assert_int_equal(desk_run(&d), CHATFMT_OK);
    d.piece = 5; /* the first is told, whatever block the second is in */
    assert_int_equal(desk_run(&d), CHATFMT_OK);
    assert_int_equal(d.totals.losses->unwritten, 2);
    const chatfmt_map_first *first = &d.firsts[CHATFMT_MAP_FIRST_UNWRITTEN];
    assert_int_equal(first->input, 1);
    assert_int_equal(first->line, 1);
    assert_non_null(strstr(first->words, "messages[0].name"));
    chatfmt_model_free(d.model);
}

/* ---- Memory and arguments ---- */

static void test_no_memory(void **state)
{
    static const chatfmt_map_errors ways[] = {CHATFMT_MAP_FAIL, CHATFMT_MAP_SKIP, CHATFMT_MAP_RECORD};
    (void)state;
    for (size_t i = 0; i < 3; i++) { /* a row without memory is none in error */
        counting memory = {.fail_at = 0};
        desk d = desk_of(three, 3);
        chatfmt_status status = CHATFMT_NO_MEMORY;
        d.memory = counting_allocator(&memory);
        d.options.allocator = d.plan.allocator = &d.memory;
        d.options.on_error = ways[i];
        for (size_t at = 1; status || at <= memory.calls + 1; at++) {
            memory = (counting){.fail_at = at};
            status = desk_run(&d);
            assert_true(!status || status == CHATFMT_NO_MEMORY);
            assert_string_equal(d.failure, "");
            if (!status) assert_string_equal(d.out, LINE("a") LINE("b") LINE("c") LINE("d"));
            assert_int_equal(memory.live, 0);
        }
        chatfmt_model_free(d.model);
    }
}

static void test_arguments(void **state)
{
    desk d = desk_of(three, 3);
    chatfmt_map_job *job, *other;
    chatfmt_map_block *block;
    chatfmt_slice lines;
    (void)state;
    d.options.context = &d;
    REFUSED(chatfmt_map_job_new(NULL, &job, e));
    REFUSED(chatfmt_map_job_new(&d.options, NULL, e));
    assert_int_equal(chatfmt_map_job_new(&d.options, &job, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_map_job_new(&d.options, &other, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_map_block_new(NULL, &block, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_block_new(job, &block, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_map_job_fill(other, block, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_job_fill(job, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_block_run(block, NULL), CHATFMT_BAD_ARGUMENT);
    REFUSED(chatfmt_map_job_take(other, block, &lines, e));
    assert_int_equal(chatfmt_map_job_finish(NULL, &lines, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(chatfmt_map_job_count(job, NULL));
    assert_null(chatfmt_map_job_about(NULL));
    assert_int_equal(chatfmt_map_block_lines(NULL), 0);
    assert_int_equal(chatfmt_map_block_output(NULL).length, 0);
    assert_true(chatfmt_map_block_wants(block) > 0);
    chatfmt_map_block_lend(NULL, NULL, 0);
    chatfmt_map_block_free(NULL);
    chatfmt_map_job_free(NULL);
    chatfmt_map_block_free(block);
    chatfmt_map_job_free(job);
    chatfmt_map_job_free(other);
    d.options.read = NULL;
    assert_int_equal(chatfmt_map_job_new(&d.options, &job, NULL), CHATFMT_BAD_ARGUMENT);
    chatfmt_model_free(d.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),      cmocka_unit_test(test_broken),
        cmocka_unit_test(test_odd_inputs), cmocka_unit_test(test_packs),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_resume),
        cmocka_unit_test(test_unwritten), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
