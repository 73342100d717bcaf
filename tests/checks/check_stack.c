/* tests/checks/check_stack.c - how much of the C stack the engine takes.
 *
 * Reads requests as `chatfmt render --batch` does. Each is compiled and rendered, its spans are read and
 * its context is read and written as JSON, in a thread whose stack was painted before; afterwards the
 * deepest byte that lost its paint tells how much was used. Prints the deepest requests and, last,
 * `N passed, N failed`: one fails that takes more than 96 KiB.
 */
#define _POSIX_C_SOURCE 200809L
#include "chatfmt/chatfmt.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_BYTES ((size_t)1 << 20)
#define STACK_MOST ((size_t)96 * 1024)
#define PAINT 0xA5
#define DEEPEST 8

typedef struct job {
    const char *line;
    size_t length;
} job;

typedef struct found {
    size_t bytes;
    char id[120];
} found;

static char *stack;

static void *run_nothing(void *job_)
{
    return job_;
}

static void *run_request(void *job_)
{
    const job *work = job_;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_values *values = NULL;
    chatfmt_value request;
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_slice source, context, text;
    const chatfmt_span *spans;
    size_t count;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS | CHATFMT_RENDER_SEED | CHATFMT_RENDER_NOW;
    if (!chatfmt_values_new(NULL, NULL, &values, NULL) &&
        !chatfmt_value_read_json(values, work->line, work->length, &request, NULL) &&
        !chatfmt_value_write_json(values, chatfmt_value_find(request, "context", 7), &context, NULL)) {
        source = chatfmt_value_as_text(chatfmt_value_find(request, "chat_template", 13));
        if (!chatfmt_template_compile(source.data, source.length, NULL, &compiled, NULL) &&
            !chatfmt_renderer_new(NULL, &renderer, NULL) &&
            !chatfmt_render_json(renderer, compiled, context.data, context.length, &options, &text, NULL))
            (void)chatfmt_renderer_spans(renderer, &spans, &count, NULL);
    }
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    chatfmt_values_free(values);
    return NULL;
}

/* Bytes of the stack that a thread running this touched, its own bookkeeping included. */
static size_t measure(void *(*run)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    size_t clean = 0;
    memset(stack, PAINT, STACK_BYTES);
    if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, stack, STACK_BYTES) ||
        pthread_create(&thread, &attributes, run, argument) || pthread_join(thread, NULL)) {
        fputs("check_stack: no thread\n", stderr);
        exit(2);
    }
    pthread_attr_destroy(&attributes);
    while (clean < STACK_BYTES && (unsigned char)stack[clean] == PAINT) clean++;
    return STACK_BYTES - clean;
}

/* Keep the deepest, sorted. */
static void remember(found *deepest, size_t bytes, const char *line, size_t length)
{
    found now = {bytes, ""};
    size_t take = length < sizeof now.id - 1 ? length : sizeof now.id - 1;
    memcpy(now.id, line, take);
    for (size_t i = 0; i < DEEPEST; i++) {
        found other = deepest[i];
        if (now.bytes <= other.bytes) continue;
        deepest[i] = now;
        now = other;
    }
}

int main(void)
{
    found deepest[DEEPEST] = {{0, ""}};
    size_t passed = 0, failed = 0, capacity = 0, own;
    char *line = NULL;
    stack = aligned_alloc(1 << 16, STACK_BYTES);
    if (!stack) return 2;
    own = measure(run_nothing, NULL);
    for (ssize_t length; (length = getline(&line, &capacity, stdin)) > 0;) {
        job work = {line, (size_t)length};
        size_t bytes = measure(run_request, &work) - own;
        remember(deepest, bytes, line, (size_t)length);
        if (bytes > STACK_MOST) failed++;
        else passed++;
    }
    for (size_t i = 0; i < DEEPEST; i++)
        if (deepest[i].bytes) printf("stack: %6zu bytes: %s\n", deepest[i].bytes, deepest[i].id);
    printf("stack: %zu passed, %zu failed\n", passed, failed);
    free(line);
    free(stack);
    return failed != 0;
}
