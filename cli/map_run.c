/* cli/map_run.c - one thread reads and writes, the others render; a single thread does it all.
 *
 * The input is cut into blocks of whole lines. Blocks wait in a ring: filled by the reader, taken
 * by any worker, written in order. The ring has a fixed size, so memory does not grow with the
 * input, and what is written does not depend on which worker was faster.
 */
#define _POSIX_C_SOURCE 200809L
#include "map_run.h"

#include "files.h"
#include "map_lines.h"
#include "writer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAP_THREADS = 256, MAP_TOLD = 10 };

typedef enum block_state { BLOCK_FREE, BLOCK_FILLED, BLOCK_TAKEN, BLOCK_DONE } block_state;

typedef struct map_block {
    block_state state;
    map_lines in;
    uint64_t rows, errors, lines_out;
    chatfmt_map_losses losses;
    map_first first;
    writer out;
    bool failed;         /* on-error fail: `error` at `error_line` */
    uint64_t error_line;
    chatfmt_error error;
    bool error_in_row;
    chatfmt_slice error_template; /* else in this one */
    chatfmt_slice error_row;
} map_block;

typedef struct map_work {
    const map_settings *settings;
    pthread_mutex_t lock;
    pthread_cond_t filled, done;
    map_block *blocks;
    size_t block_count, fill_at, take_at, write_at;
    bool closing, broken; /* no more blocks; a worker had no memory */
    chatfmt_mapper *alone;     /* of the thread that reads, when there is no other */
    map_reader reader;
    struct timespec began, told;
    bool has_told;
} map_work;

static volatile sig_atomic_t map_stopped;

static void map_on_signal(int number)
{
    map_stopped = number;
}

/* ---- Workers ---- */

/* The paths of the block's first row whose prompt lacks texts. */
static void map_note_first(map_block *block, const chatfmt_mapper *mapper, uint64_t number)
{
    chatfmt_value paths = chatfmt_mapper_unwritten(mapper);
    if (block->first.line || !chatfmt_value_count(paths)) return;
    block->first.line = number;
    chatfmt_unwritten_words(paths, block->first.paths, sizeof block->first.paths);
}

/* False when the block ends here. */
static bool map_one(const map_settings *s, map_block *block, chatfmt_mapper *mapper,
                    chatfmt_slice line, uint64_t number)
{
    chatfmt_error error;
    chatfmt_slice out;
    block->rows++;
    if (!chatfmt_mapper_row(mapper, line.data, line.length, number, &out, &error)) {
        write_bytes(&block->out, out.data, out.length);
        block->lines_out++;
        map_note_first(block, mapper, number);
        return true;
    }
    if (!block->errors++) {
        block->error = error;
        block->error_line = number;
        block->error_in_row = chatfmt_mapper_place(mapper, &block->error_template) != 0;
        block->error_row = line;
    }
    if (s->on_error == MAP_RECORD) {
        block->out.failed |= chatfmt_mapper_error(mapper, number, &error, &out, NULL) != CHATFMT_OK;
        write_bytes(&block->out, out.data, out.length);
        block->lines_out++;
    }
    block->failed = s->on_error == MAP_FAIL;
    return !block->failed;
}

static void map_pack_block(const map_settings *s, map_block *block)
{
    size_t packed;
    if (s->packing == MAP_PLAIN || s->packs || !block->out.length) return;
    char *data = map_pack(s->packing, block->out.data, block->out.length, &packed);
    block->out.length = 0;
    if (data) write_bytes(&block->out, data, packed);
    else block->out.failed = true;
    free(data);
}

/* Lines that go out as they are can be written where they go out from. `wrote`: bytes that came of
 * the block before. */
static void map_lend(const map_settings *s, map_block *block, size_t wrote)
{
    size_t usual = wrote > block->in.length ? wrote : block->in.length;
    size_t wanted = usual + usual / 8 + (1 << 17);
    if (s->packing != MAP_PLAIN || s->packs) return;
    char *room = map_output_room(s->output, wanted);
    if (room || block->out.lent) writer_lend(&block->out, room, wanted);
}

/* Every nonblank line is a row. When rows and lines of output go together, those that are there
 * already need no rendering. */
static void map_do_block(const map_settings *s, map_block *block, chatfmt_mapper *mapper)
{
    uint64_t row = block->in.first_row;
    uint64_t skip = s->on_error == MAP_SKIP || s->packs ? 0 : s->resume;
    for (size_t i = 0; i < block->in.count; i++) {
        chatfmt_slice line = map_line(&block->in, i);
        if (file_is_blank(line.data, line.length)) continue;
        if (row++ < skip) {
            block->rows++;
            continue;
        }
        if (!map_one(s, block, mapper, line, block->in.first_line + i)) break;
    }
    chatfmt_mapper_take_losses(mapper, &block->losses);
    map_pack_block(s, block);
}

static void *map_worker(void *context)
{
    map_work *work = context;
    chatfmt_mapper *mapper;
    bool ok = !chatfmt_mapper_new(&work->settings->plan, &mapper, NULL);
    pthread_mutex_lock(&work->lock);
    if (!ok) work->broken = true;
    while (ok) {
        map_block *block = &work->blocks[work->take_at % work->block_count];
        if (block->state == BLOCK_FILLED && work->take_at < work->fill_at) {
            block->state = BLOCK_TAKEN;
            work->take_at++;
            pthread_mutex_unlock(&work->lock);
            map_do_block(work->settings, block, mapper);
            pthread_mutex_lock(&work->lock);
            block->state = BLOCK_DONE;
            pthread_cond_signal(&work->done);
        } else if (work->closing) {
            break;
        } else {
            pthread_cond_wait(&work->filled, &work->lock);
        }
    }
    pthread_cond_signal(&work->done);
    pthread_mutex_unlock(&work->lock);
    chatfmt_mapper_free(mapper);
    return NULL;
}

/* ---- Writing ---- */

static void map_tell_error(const map_work *work, const map_block *block, uint64_t told)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    made_text made;
    writer w;
    char name[4096];
    if (told >= MAP_TOLD) return;
    snprintf(name, sizeof name, "%.*s", (int)block->error_template.length,
             block->error_template.data);
    place.row = block->error_row;
    place.in_data = block->error_in_row;
    place.template_name = name;
    place.input = file_name(map_reader_place(&work->reader, block->error_line, &place.line));
    bool other_kind = (place.in_data || !block->error.line) && place.line == 1 &&
                      chatfmt_guess_file(place.row, 0);
    writer_open(&w, STDERR_FILENO);
    write_text(&w, "chatfmt: ");
    write_made(&w, chatfmt_report_row(&place, &block->error, &made.data, &made.length, NULL),
               &made);
    writer_close(&w);
    if (block->failed && !other_kind)
        fputs("chatfmt: --on-error skip leaves such rows out, --on-error record notes them in the "
              "output\n",
              stderr);
}

/* With skipped rows nobody knows which rows the lines that are there came from, so they are made
 * again and dropped. */
static const char *map_after_resumed(const map_settings *s, map_totals *totals,
                                     const map_block *block)
{
    const char *at = block->out.data, *end = at + block->out.length;
    uint64_t have = totals->written;
    if (s->on_error != MAP_SKIP) return at;
    for (; have < s->resume && at < end; have++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    return at;
}

static bool map_no_memory(void)
{
    fprintf(stderr, "chatfmt: out of memory\n");
    return false;
}

/* What the packs made goes out, compressed if the output is. */
static bool map_put_packs(const map_settings *s, chatfmt_status status, chatfmt_slice lines)
{
    size_t length = lines.length;
    if (status) return map_no_memory();
    if (!length) return true;
    char *packed =
        s->packing == MAP_PLAIN ? NULL : map_pack(s->packing, lines.data, length, &length);
    bool ok = (packed || s->packing == MAP_PLAIN) &&
              map_output_put(s->output, packed ? packed : lines.data, length);
    free(packed);
    return ok;
}

/* The counts are all that a struct of losses has. */
static void map_add_losses(chatfmt_map_losses *to, const chatfmt_map_losses *of)
{
    uint64_t *sum = (uint64_t *)to;
    for (size_t i = 0; i < sizeof *of / sizeof *sum; i++) sum[i] += ((const uint64_t *)of)[i];
}

static void map_add_totals(const map_work *work, map_totals *totals, const map_block *block)
{
    if (!totals->first.line && block->first.line) {
        totals->first = block->first;
        totals->first.input =
            map_reader_place(&work->reader, block->first.line, &totals->first.line);
    }
    totals->rows += block->rows;
    totals->written += block->lines_out;
    totals->errors += block->errors;
    map_add_losses(&totals->losses, &block->losses);
}

static bool map_write_block(const map_work *work, map_totals *totals, map_block *block)
{
    const map_settings *s = work->settings;
    chatfmt_slice lines;
    if (block->out.failed) return map_no_memory();
    if (s->packs && block->out.length) {
        chatfmt_status status =
            chatfmt_map_packs_take(s->packs, block->out.data, block->out.length, &lines, NULL);
        if (!map_put_packs(s, status, lines)) return false;
        block->out.length = 0;
    }
    const char *from = block->out.length ? map_after_resumed(s, totals, block) : NULL;
    size_t length = from ? (size_t)(block->out.data + block->out.length - from) : 0;
    if (length && !map_output_put(s->output, from, length)) return false;
    if (block->errors) map_tell_error(work, block, totals->errors);
    map_add_totals(work, totals, block);
    return !block->failed;
}

static double map_seconds(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

static void map_show_progress(map_work *work, const map_totals *totals, bool last)
{
    struct timespec now;
    if (!work->settings->progress) return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!last && work->has_told && map_seconds(&work->told, &now) < 0.2) return;
    work->told = now;
    work->has_told = true;
    double seconds = map_seconds(&work->began, &now);
    uint64_t done = map_reader_done(&work->reader);
    unsigned long rate = seconds > 0 ? (unsigned long)((double)totals->rows / seconds) : 0;
    char bar[21] = "....................";
    double part = work->reader.size ? (double)done / (double)work->reader.size : 0;
    if (part > 1) part = 1;
    for (int i = 0; i < (int)(part * 20); i++) bar[i] = '#';
    fprintf(stderr, "\r[%s] %llu rows, %lu/s", bar, (unsigned long long)totals->rows, rate);
    if (work->reader.size && done && !last)
        fprintf(stderr, ", %lu s left   ", (unsigned long)(seconds * (1 - part) / (part + 1e-9)));
    else
        fprintf(stderr, "              ");
    if (last) fputc('\n', stderr);
}

/* ---- The loop ---- */

static void map_empty(map_block *block)
{
    block->rows = block->errors = block->lines_out = block->first.line = 0;
    block->failed = false;
    block->out.length = 0;
}

/* Fill what is free, write what is done, in turn; no input is waited for while there is something
 * to write. */
static bool map_loop(map_work *work, map_totals *totals)
{
    chatfmt_slice lines = {NULL, 0};
    chatfmt_status status = CHATFMT_OK;
    bool more = true;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        map_block *fill = &work->blocks[work->fill_at % work->block_count];
        map_block *next = &work->blocks[work->write_at % work->block_count];
        bool can_fill = more && !map_stopped && fill->state == BLOCK_FREE &&
                        (work->write_at == work->fill_at || !map_reader_waits(&work->reader));
        while (!can_fill && work->write_at < work->fill_at && next->state != BLOCK_DONE &&
               !work->broken)
            pthread_cond_wait(&work->done, &work->lock);
        bool can_write = work->write_at < work->fill_at && next->state == BLOCK_DONE;
        bool broken = work->broken;
        pthread_mutex_unlock(&work->lock);
        if (broken) return map_no_memory();
        if (can_write) {
            if (!map_write_block(work, totals, next)) return false;
            map_show_progress(work, totals, false);
            pthread_mutex_lock(&work->lock);
            next->state = BLOCK_FREE;
            work->write_at++;
            pthread_mutex_unlock(&work->lock);
        } else if (can_fill) {
            size_t wrote = fill->out.length;
            if (!map_reader_fill(&work->reader, &fill->in, &more)) return false;
            if (!more) continue;
            map_empty(fill);
            if (work->alone) {
                map_lend(work->settings, fill, wrote);
                map_do_block(work->settings, fill, work->alone);
            }
            pthread_mutex_lock(&work->lock);
            fill->state = work->alone ? BLOCK_DONE : BLOCK_FILLED;
            work->fill_at++;
            pthread_cond_signal(&work->filled);
            pthread_mutex_unlock(&work->lock);
        } else {
            if (!map_reader_finish(&work->reader)) return false;
            if (work->settings->packs)
                status = chatfmt_map_packs_finish(work->settings->packs, &lines, NULL);
            return map_put_packs(work->settings, status, lines);
        }
    }
}

static void map_close(map_work *work, pthread_t *threads, int started)
{
    pthread_mutex_lock(&work->lock);
    work->closing = true;
    work->take_at = work->fill_at; /* what is not begun is not wanted any more */
    pthread_cond_broadcast(&work->filled);
    pthread_mutex_unlock(&work->lock);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; work->blocks && i < work->block_count; i++) {
        map_lines_free(&work->blocks[i].in);
        work->blocks[i].out.length = 0;
        work->blocks[i].out.failed = false;
        writer_close(&work->blocks[i].out);
    }
    free(work->blocks);
    map_reader_close(&work->reader);
}

/* Threads that render, or the mapper of this one. False when there is none. */
static bool map_start(map_work *work, int count, pthread_t *threads, int *started)
{
    work->block_count = count > 1 ? (size_t)count * 2 + 2 : 1;
    work->blocks = calloc(work->block_count, sizeof *work->blocks);
    for (size_t i = 0; work->blocks && i < work->block_count; i++)
        writer_open(&work->blocks[i].out, -1);
    if (count == 1 && work->blocks &&
        !chatfmt_mapper_new(&work->settings->plan, &work->alone, NULL))
        return true;
    while (work->blocks && count > 1 && *started < count &&
           !pthread_create(&threads[*started], NULL, map_worker, work))
        ++*started;
    if (*started) return true;
    fprintf(stderr, count > 1 ? "chatfmt: no thread could be started\n"
                              : "chatfmt: out of memory\n");
    return false;
}

bool map_run(map_settings *settings, map_totals *totals)
{
    pthread_t threads[MAP_THREADS];
    map_work work = {.settings = settings,
                     .reader = {.inputs = settings->inputs,
                                .input_count = settings->input_count,
                                .stopped = &map_stopped,
                                .streams = settings->packing == MAP_PLAIN,
                                .output = settings->output}};
    struct sigaction action = {.sa_handler = map_on_signal};
    int count = settings->threads < MAP_THREADS ? settings->threads : MAP_THREADS, started = 0;
    pthread_mutex_init(&work.lock, NULL);
    pthread_cond_init(&work.filled, NULL);
    pthread_cond_init(&work.done, NULL);
    clock_gettime(CLOCK_MONOTONIC, &work.began);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (settings->progress) map_reader_measure(&work.reader);
    chatfmt_map_packs_skip(settings->packs, settings->resume);
    bool ok = map_reader_begin(&work.reader) && map_start(&work, count, threads, &started) &&
              map_loop(&work, totals);
    totals->lines = settings->packs ? chatfmt_map_packs_about(settings->packs)->lines
                    : settings->on_error == MAP_SKIP ? totals->written : totals->rows;
    if (settings->on_error == MAP_SKIP && !settings->packs)
        totals->written -= totals->written < settings->resume ? totals->written : settings->resume;
    map_show_progress(&work, totals, true);
    map_close(&work, threads, started);
    chatfmt_mapper_free(work.alone);
    if (!ok) settings->signal = map_stopped;
    pthread_cond_destroy(&work.done);
    pthread_cond_destroy(&work.filled);
    pthread_mutex_destroy(&work.lock);
    return ok;
}
