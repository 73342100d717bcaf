/* bench/bench_chatfmt.c - chatfmt over the workloads, by the public API alone.
 *
 * Prints a JSON object a line, as its peers do (bench/peers): times in nanoseconds, the shortest
 * of many calls, and a hash of the output so that the driver can see that all engines agree.
 */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct workload {
    chatfmt_slice name, source, json; /* json: the context as one text */
    chatfmt_value context;
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    char *copy; /* the output, and room to copy it to */
    size_t copy_length;
} workload;

typedef chatfmt_status workload_step(workload *w, chatfmt_error *error);

static double bench_now(void)
{
    struct timespec t; /* not of the processor: virtual machines take time off that that was used */
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void bench_stop(const workload *w, const chatfmt_error *error)
{
    printf("{\"engine\": \"chatfmt\", \"workload\": \"%.*s\", \"error\": \"%s\"}\n",
           (int)w->name.length, w->name.data, chatfmt_status_text(error->status));
    fprintf(stderr, "%u:%u: %s\n", error->line, error->column, error->text);
    exit(1);
}

/* The shortest time of one call in nanoseconds. Short calls are timed in batches, so that the
 * clock itself does not count. */
static double bench_best(workload *w, workload_step *step, double seconds)
{
    double best = 1e9, begin = bench_now(), took;
    size_t batch = 1, i;
    chatfmt_error error;
    while (bench_now() - begin < seconds) {
        double start = bench_now();
        for (i = 0; i < batch; i++)
            if (step(w, &error) != CHATFMT_OK) bench_stop(w, &error);
        took = (bench_now() - start) / (double)batch;
        if (took < best) best = took;
        if (took * (double)batch < 20e-6) batch *= 2;
    }
    return best * 1e9;
}

static chatfmt_status bench_compile(workload *w, chatfmt_error *error)
{
    chatfmt_template *compiled;
    chatfmt_status status = chatfmt_template_compile(w->source.data, w->source.length, NULL,
                                                     &compiled, error);
    chatfmt_template_free(compiled);
    return status;
}

static chatfmt_status bench_render(workload *w, chatfmt_error *error)
{
    chatfmt_slice text;
    return chatfmt_render_value(w->renderer, w->compiled, w->context, NULL, &text, error);
}

static chatfmt_status bench_spans(workload *w, chatfmt_error *error)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_slice text;
    options.flags = CHATFMT_RENDER_SPANS;
    return chatfmt_render_value(w->renderer, w->compiled, w->context, &options, &text, error);
}

static chatfmt_status bench_json(workload *w, chatfmt_error *error)
{
    chatfmt_slice text;
    return chatfmt_render_json(w->renderer, w->compiled, w->json.data, w->json.length, NULL,
                               &text, error);
}

static chatfmt_status bench_memcpy(workload *w, chatfmt_error *error)
{
    (void)error;
    memcpy(w->copy + w->copy_length, w->copy, w->copy_length);
    __asm__ volatile("" : : "r"(w->copy) : "memory");
    return CHATFMT_OK;
}

static uint64_t bench_hash(chatfmt_slice text)
{
    uint64_t value = 0xcbf29ce484222325u;
    size_t i;
    for (i = 0; i < text.length; i++)
        value = (value ^ (unsigned char)text.data[i]) * 0x100000001b3u;
    return value;
}

static void bench_workload(workload *w, double seconds)
{
    chatfmt_error error;
    chatfmt_slice text;
    double compile, render, json, spans, copy;
    uint64_t hash;
    if (chatfmt_template_compile(w->source.data, w->source.length, NULL, &w->compiled, &error) ||
        chatfmt_render_value(w->renderer, w->compiled, w->context, NULL, &text, &error))
        bench_stop(w, &error);
    hash = text.length < 2000000 ? bench_hash(text) : 0;
    w->copy_length = text.length;
    w->copy = malloc(text.length * 2 + 1);
    if (!w->copy) exit(1);
    memcpy(w->copy, text.data, text.length);
    compile = bench_best(w, bench_compile, seconds / 2);
    render = bench_best(w, bench_render, seconds);
    spans = bench_best(w, bench_spans, seconds);
    json = bench_best(w, bench_json, seconds);
    copy = bench_best(w, bench_memcpy, seconds / 2);
    printf("{\"engine\": \"chatfmt\", \"workload\": \"%.*s\", \"bytes\": %zu, ",
           (int)w->name.length, w->name.data, text.length);
    if (hash) printf("\"hash\": \"%016llx\", ", (unsigned long long)hash);
    printf("\"compile\": %.0f, \"render\": %.0f, \"spans\": %.0f, \"json\": %.0f, "
           "\"memcpy\": %.0f}\n",
           compile, render, spans, json, copy);
    fflush(stdout);
    free(w->copy);
    chatfmt_template_free(w->compiled);
}

/* One line of the workloads file. */
static void bench_line(const char *line, size_t length, double seconds)
{
    chatfmt_values *values;
    chatfmt_value row;
    workload w = {0};
    chatfmt_error error;
    if (chatfmt_values_new(NULL, NULL, &values, &error) ||
        chatfmt_value_read_json(values, line, length, &row, &error) ||
        chatfmt_renderer_new(NULL, &w.renderer, &error))
        bench_stop(&w, &error);
    w.name = chatfmt_value_as_text(chatfmt_value_find(row, "name", 4));
    w.source = chatfmt_value_as_text(chatfmt_value_find(row, "template", 8));
    w.context = chatfmt_value_find(row, "context", 7);
    if (chatfmt_value_write_json(values, w.context, &w.json, &error)) bench_stop(&w, &error);
    bench_workload(&w, seconds);
    chatfmt_renderer_free(w.renderer);
    chatfmt_values_free(values);
}

int main(int count, char **arguments)
{
    double seconds = count > 2 ? atof(arguments[2]) : 0.3;
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    if (!file) {
        fprintf(stderr, "usage: bench_chatfmt WORKLOADS [SECONDS]\n");
        return 2;
    }
    while ((length = getline(&line, &capacity, file)) > 0)
        bench_line(line, (size_t)length, seconds);
    free(line);
    fclose(file);
    return 0;
}
