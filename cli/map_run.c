/* cli/map_run.c - one thread reads and writes, the others render; a single thread does it all.
 *
 * Blocks wait in a ring: filled by the reader, run by any worker, written in order. The ring has a
 * fixed size, so memory does not grow with the input, and what is written does not depend on which
 * worker was faster.
 */
#define _POSIX_C_SOURCE 200809L
#include "map_run.h"

#include "files.h"
#include "map_inputs.h"
#include "remedies.h"
#include "show.h"
#include "writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MAP_THREADS = 256 };

typedef enum slot_state { SLOT_FREE, SLOT_FILLED, SLOT_TAKEN, SLOT_DONE } slot_state;

typedef struct map_slot {
    slot_state state;
    chatfmt_map_block *block;
    char *packed; /* what came of it, where that is packed block by block */
    size_t packed_length;
    bool failed;
} map_slot;

typedef struct map_work {
    const map_settings *settings;
    chatfmt_map_job *job;
    pthread_mutex_t lock;
    pthread_cond_t filled, done;
    map_slot *slots;
    size_t slot_count, fill_at, take_at, write_at;
    bool closing, broken; /* no more blocks; a worker had no memory */
    chatfmt_mapper *alone;     /* of the thread that reads, when there is no other */
    map_inputs inputs;
    struct timespec began, told;
    bool has_told;
} map_work;

static volatile sig_atomic_t map_stopped;

static void map_on_signal(int number)
{
    map_stopped = number;
}

static bool map_no_memory(void)
{
    fprintf(stderr, "chatfmt: out of memory\n");
    return false;
}

/* ---- Workers ---- */

static void map_do_slot(const map_settings *s, map_slot *slot, chatfmt_mapper *mapper)
{
    (void)chatfmt_map_block_run(slot->block, mapper); /* taking it says so again */
    chatfmt_slice lines = chatfmt_map_block_output(slot->block);
    if (s->packing == MAP_PLAIN || s->packs || !lines.length) return;
    slot->packed = map_pack(s->packing, lines.data, lines.length, &slot->packed_length);
    slot->failed = !slot->packed;
}

/* Lines that go out as they are can be written where they go out from. */
static void map_lend(const map_settings *s, map_slot *slot)
{
    size_t wanted = chatfmt_map_block_wants(slot->block);
    if (s->packing != MAP_PLAIN || s->packs) return;
    char *room = chatfmt_map_output_room(s->output, wanted);
    if (room) chatfmt_map_block_lend(slot->block, room, wanted);
}

static void *map_worker(void *context)
{
    map_work *work = context;
    chatfmt_mapper *mapper;
    bool ok = !chatfmt_mapper_new(&work->settings->plan, &mapper, NULL);
    pthread_mutex_lock(&work->lock);
    if (!ok) work->broken = true;
    while (ok) {
        map_slot *slot = &work->slots[work->take_at % work->slot_count];
        if (slot->state == SLOT_FILLED && work->take_at < work->fill_at) {
            slot->state = SLOT_TAKEN;
            work->take_at++;
            pthread_mutex_unlock(&work->lock);
            map_do_slot(work->settings, slot, mapper);
            pthread_mutex_lock(&work->lock);
            slot->state = SLOT_DONE;
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

static void map_tell_error(const map_settings *s, const chatfmt_map_failure *failure)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    made_text made;
    writer w;
    chatfmt_error shown;
    char name[4096];
    if (failure->of_model) {
        chatfmt_slice path = chatfmt_model_about(s->plan.model)->path;
        snprintf(name, sizeof name, "%.*s", (int)path.length, path.data ? path.data : "");
        show_error(name, failure->error);
        return;
    }
    if (failure->before) return; /* the first alone is reported */
    snprintf(name, sizeof name, "%.*s", (int)failure->template_name.length,
             failure->template_name.data);
    place.row = failure->row;
    place.in_data = failure->in_row;
    place.template_name = name;
    place.line = failure->line;
    place.input = file_name(s->inputs[failure->input]);
    place.options = &s->plan.row;
    bool other_kind = (place.in_data || !failure->error->line) && place.line == 1 &&
                      chatfmt_guess_file(place.row, 0);
    remedy_own_words(failure->error, &shown);
    writer_open(&w, STDERR_FILENO);
    write_text(&w, "chatfmt: ");
    remedy_write_error(&w, chatfmt_report_row(&place, &shown, &made.data, &made.length, NULL),
                       &made, failure->error);
    writer_close(&w);
    if (failure->ends && !other_kind)
        fputs("chatfmt: --on-error skip leaves such rows out, --on-error record notes them in the "
              "output\n",
              stderr);
}

/* Lines go out, compressed if the output is. */
static bool map_put(const map_settings *s, chatfmt_slice lines)
{
    size_t length;
    if (!lines.length) return true;
    if (s->packing == MAP_PLAIN) return chatfmt_map_output_put(s->output, lines.data, lines.length);
    char *packed = map_pack(s->packing, lines.data, lines.length, &length);
    bool ok = packed && chatfmt_map_output_put(s->output, packed, length);
    free(packed);
    return ok;
}

static bool map_write_slot(const map_work *work, map_slot *slot)
{
    const map_settings *s = work->settings;
    chatfmt_slice lines;
    if (slot->failed || chatfmt_map_job_take(work->job, slot->block, &lines, NULL))
        return map_no_memory();
    bool ok = slot->packed ? chatfmt_map_output_put(s->output, slot->packed, slot->packed_length)
                           : map_put(s, lines);
    free(slot->packed);
    slot->packed = NULL;
    if (!ok) return false;
    const chatfmt_map_failure *failure = chatfmt_map_job_count(work->job, slot->block);
    if (failure) map_tell_error(s, failure);
    return !failure || !failure->ends;
}

static double map_seconds(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + (double)(to->tv_nsec - from->tv_nsec) * 1e-9;
}

static void map_show_progress(map_work *work, bool last)
{
    struct timespec now;
    if (!work->settings->progress) return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!last && work->has_told && map_seconds(&work->told, &now) < 0.2) return;
    work->told = now;
    work->has_told = true;
    double seconds = map_seconds(&work->began, &now);
    uint64_t done = map_inputs_done(&work->inputs), size = work->inputs.size;
    uint64_t rows = chatfmt_map_job_about(work->job)->rows;
    unsigned long rate = seconds > 0 ? (unsigned long)((double)rows / seconds) : 0;
    char bar[21] = "....................";
    double part = size ? (double)done / (double)size : 0;
    if (part > 1) part = 1;
    for (int i = 0; i < (int)(part * 20); i++) bar[i] = '#';
    fprintf(stderr, "\r[%s] ", bar);
    show_count(stderr, rows, "row");
    fprintf(stderr, ", %lu/s", rate);
    if (size && done && !last)
        fprintf(stderr, ", %lu s left   ", (unsigned long)(seconds * (1 - part) / (part + 1e-9)));
    else
        fprintf(stderr, "              ");
    if (last) fputc('\n', stderr);
}

/* ---- The loop ---- */

/* Fills a slot; *more is false at the end of the inputs. */
static bool map_fill(map_work *work, map_slot *slot, bool *more)
{
    chatfmt_error error;
    if (chatfmt_map_job_fill(work->job, slot->block, &error))
        return fprintf(stderr, "chatfmt: %s\n", error.text), false;
    *more = chatfmt_map_block_lines(slot->block) > 0;
    if (*more && work->alone) {
        map_lend(work->settings, slot);
        map_do_slot(work->settings, slot, work->alone);
    }
    return true;
}

/* Everything is read and written but for packs. */
static bool map_finish(map_work *work)
{
    chatfmt_slice lines;
    if (map_stopped) return false;
    chatfmt_status status = chatfmt_map_job_finish(work->job, &lines, NULL);
    if (!status) return map_put(work->settings, lines);
    if (status != CHATFMT_INPUT) return map_no_memory();
    map_inputs_tell(&work->inputs, chatfmt_map_job_about(work->job)->last_lines);
    return false;
}

/* Fill what is free, write what is done, in turn; no input is waited for while there is something
 * to write. */
static bool map_loop(map_work *work)
{
    bool more = true;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        map_slot *fill = &work->slots[work->fill_at % work->slot_count];
        map_slot *next = &work->slots[work->write_at % work->slot_count];
        bool can_fill = more && !map_stopped && fill->state == SLOT_FREE &&
                        (work->write_at == work->fill_at || !map_inputs_wait_now(&work->inputs));
        while (!can_fill && work->write_at < work->fill_at && next->state != SLOT_DONE &&
               !work->broken)
            pthread_cond_wait(&work->done, &work->lock);
        bool can_write = work->write_at < work->fill_at && next->state == SLOT_DONE;
        bool broken = work->broken;
        pthread_mutex_unlock(&work->lock);
        if (broken) return map_no_memory();
        if (can_write) {
            if (!map_write_slot(work, next)) return false;
            map_show_progress(work, false);
            pthread_mutex_lock(&work->lock);
            next->state = SLOT_FREE;
            work->write_at++;
            pthread_mutex_unlock(&work->lock);
        } else if (can_fill) {
            if (!map_fill(work, fill, &more)) return false;
            if (!more) continue;
            pthread_mutex_lock(&work->lock);
            fill->state = work->alone ? SLOT_DONE : SLOT_FILLED;
            work->fill_at++;
            pthread_cond_signal(&work->filled);
            pthread_mutex_unlock(&work->lock);
        } else {
            return map_finish(work);
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
    for (size_t i = 0; work->slots && i < work->slot_count; i++) {
        chatfmt_map_block_free(work->slots[i].block);
        free(work->slots[i].packed);
    }
    free(work->slots);
    chatfmt_mapper_free(work->alone);
    map_inputs_close(&work->inputs);
}

static bool map_make_slots(map_work *work, size_t count)
{
    work->slots = calloc(count, sizeof *work->slots);
    work->slot_count = work->slots ? count : 0;
    bool ok = work->slots != NULL;
    for (size_t i = 0; i < work->slot_count; i++)
        ok = ok && !chatfmt_map_block_new(work->job, &work->slots[i].block, NULL);
    return ok;
}

/* Threads that render, or the mapper of this one. False when there is none. */
static bool map_start(map_work *work, int count, pthread_t *threads, int *started)
{
    if (!work->job || !map_make_slots(work, count > 1 ? (size_t)count * 2 + 2 : 1))
        return map_no_memory();
    if (count == 1)
        return !chatfmt_mapper_new(&work->settings->plan, &work->alone, NULL) || map_no_memory();
    while (*started < count && !pthread_create(&threads[*started], NULL, map_worker, work))
        ++*started;
    if (!*started) fputs("chatfmt: no thread could be started\n", stderr);
    return *started > 0;
}

static void map_make_job(map_settings *s, map_inputs *inputs)
{
    chatfmt_map_job_options options = CHATFMT_MAP_JOB_OPTIONS_INIT;
    options.inputs = (size_t)s->input_count;
    options.read = map_inputs_read;
    options.waits = map_inputs_wait;
    options.context = inputs;
    options.on_error = (chatfmt_map_errors)s->on_error;
    options.resume = s->resume;
    options.packs = s->packs;
    (void)chatfmt_map_job_new(&options, &s->job, NULL);
}

bool map_run(map_settings *settings)
{
    pthread_t threads[MAP_THREADS];
    map_work work = {.settings = settings,
                     .inputs = {.paths = settings->inputs,
                                .count = settings->input_count,
                                .stopped = &map_stopped,
                                .in_blocks = settings->packing != MAP_PLAIN,
                                .output = settings->output}};
    struct sigaction action = {.sa_handler = map_on_signal};
    int count = settings->threads < MAP_THREADS ? settings->threads : MAP_THREADS, started = 0;
    pthread_mutex_init(&work.lock, NULL);
    pthread_cond_init(&work.filled, NULL);
    pthread_cond_init(&work.done, NULL);
    clock_gettime(CLOCK_MONOTONIC, &work.began);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (settings->progress) map_inputs_measure(&work.inputs);
    map_make_job(settings, &work.inputs);
    work.job = settings->job;
    bool ok = map_start(&work, count, threads, &started) && map_loop(&work);
    if (work.job) map_show_progress(&work, true);
    map_close(&work, threads, started);
    if (!ok) settings->signal = map_stopped;
    pthread_cond_destroy(&work.done);
    pthread_cond_destroy(&work.filled);
    pthread_mutex_destroy(&work.lock);
    return ok;
}
