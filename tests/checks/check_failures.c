/* tests/checks/check_failures.c - every way to run out, at every place where it can happen.
 *
 * Reads requests as `chatfmt render --batch` does. Of each, allocations fail one after the other
 * while it is compiled and rendered, and its fuel ends after every amount of work; of long ones,
 * a sample of the places. Each time the status must be the one of what ran out or the outcome the
 * same as without, nothing may leak, and the renderer must give the first text afterwards.
 * Prints `N passed, N failed` last.
 */
#include "support/counting.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ALLOCATIONS 60 /* tried of one case */
#define MOST_FUEL 60

typedef struct failing {
    chatfmt_values *values;
    chatfmt_renderer *renderer; /* of the fuel runs */
    size_t cases, failed, injected, survived;
    chatfmt_slice id, source, context;
    chatfmt_limits limits;
} failing;

typedef struct outcome {
    chatfmt_status status;
    uint64_t hash, fuel;
} outcome;

static uint64_t hash_of(chatfmt_slice text)
{
    uint64_t hash = text.length;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u + 1;
    return hash;
}

static bool same(outcome a, outcome b)
{
    return a.status == b.status && (a.status || a.hash == b.hash);
}

static void tell(failing *f, const char *what, size_t number, chatfmt_status status)
{
    if (f->failed++ < 40)
        printf("%.*s: %s %zu: status %d\n", (int)f->id.length, f->id.data, what, number, (int)status);
}

static chatfmt_render_options render_options(void)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_NOW | CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS |
                    CHATFMT_RENDER_SEED;
    options.seed = 7;
    options.now = 1767323045; /* 2026-01-02T03:04:05 */
    return options;
}

static outcome render(failing *f, chatfmt_renderer *renderer, const chatfmt_template *compiled,
                      const chatfmt_limits *limits)
{
    chatfmt_render_options options = render_options();
    chatfmt_slice text = {"", 0};
    const chatfmt_span *spans;
    size_t count;
    chatfmt_error error;
    outcome out = {CHATFMT_OK, 0, 0};
    options.limits = limits;
    out.status = chatfmt_render_json(renderer, compiled, f->context.data, f->context.length,
                                     &options, &text, &error);
    if (!out.status) out.status = chatfmt_renderer_spans(renderer, &spans, &count, &error);
    if (!out.status) out.hash = hash_of(text);
    out.fuel = chatfmt_renderer_fuel_used(renderer);
    return out;
}

/* The whole life of a template and a renderer. */
static outcome live(failing *f, counting *memory)
{
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_renderer_options renderer_options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    outcome out = {CHATFMT_OK, 0, 0};
    compile_options.allocator = renderer_options.allocator = &allocator;
    compile_options.limits = renderer_options.limits = &f->limits;
    out.status = chatfmt_template_compile(f->source.data, f->source.length, &compile_options,
                                          &compiled, NULL);
    if (!out.status) out.status = chatfmt_renderer_new(&renderer_options, &renderer, NULL);
    if (!out.status) out = render(f, renderer, compiled, NULL);
    if (renderer && out.status == CHATFMT_NO_MEMORY) { /* it must go on working */
        memory->fail_at = 0;
        if (render(f, renderer, compiled, NULL).status == CHATFMT_NO_MEMORY)
            tell(f, "the renderer is broken after", memory->calls, out.status);
    }
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return out;
}

static outcome fail_allocations(failing *f)
{
    counting clean = {0, 0, 0, 0};
    outcome want = live(f, &clean);
    size_t step = clean.calls / MOST_ALLOCATIONS + 1;
    for (size_t n = 1 + f->cases % step; n <= clean.calls; n += step) {
        counting memory = {0, 0, n, (int)(n / step & 1)};
        outcome got = live(f, &memory);
        f->injected++;
        if (same(got, want)) f->survived++;
        else if (got.status != CHATFMT_NO_MEMORY) tell(f, "allocation", n, got.status);
        if (memory.live) tell(f, "leak after allocation", n, got.status);
    }
    return want;
}

static void end_fuel(failing *f, outcome want)
{
    chatfmt_template *compiled;
    if (chatfmt_template_compile(f->source.data, f->source.length, NULL, &compiled, NULL)) return;
    chatfmt_limits limits = f->limits;
    uint64_t step = want.fuel / MOST_FUEL + 1;
    for (uint64_t fuel = 1 + f->cases % step; fuel <= want.fuel; fuel += step) {
        limits.fuel = fuel;
        outcome got = render(f, f->renderer, compiled, &limits);
        f->injected++;
        if (same(got, want)) f->survived++;
        else if (got.status != CHATFMT_LIMIT) tell(f, "fuel", (size_t)fuel, got.status);
    }
    if (!same(render(f, f->renderer, compiled, &f->limits), want))
        tell(f, "another outcome after", (size_t)want.fuel, want.status);
    chatfmt_template_free(compiled);
}

static void check_line(failing *f, const char *line, size_t length)
{
    chatfmt_value request;
    f->cases++;
    chatfmt_values_reset(f->values);
    if (chatfmt_value_read_json(f->values, line, length, &request, NULL)) {
        tell(f, "no JSON in line", f->cases, CHATFMT_OK);
        return;
    }
    f->id = chatfmt_value_as_text(chatfmt_value_find(request, "id", 2));
    f->source = chatfmt_value_as_text(chatfmt_value_find(request, "chat_template", 13));
    if (chatfmt_value_write_json(f->values, chatfmt_value_find(request, "context", 7), &f->context,
                                 NULL))
        return;
    end_fuel(f, fail_allocations(f));
}

int main(void)
{
    failing f = {.limits = CHATFMT_LIMITS_INIT};
    size_t capacity = 1 << 22, length = 0;
    char *line = malloc(capacity);
    f.limits.fuel = 200000; /* bombs are for other tests */
    f.limits.heap_bytes = 8 << 20;
    if (!line || chatfmt_values_new(NULL, NULL, &f.values, NULL) ||
        chatfmt_renderer_new(NULL, &f.renderer, NULL))
        return 2;
    for (int byte; (byte = getchar()) != EOF;) {
        if (byte != '\n') {
            if (length == capacity) return 2;
            line[length++] = (char)byte;
            continue;
        }
        check_line(&f, line, length);
        length = 0;
    }
    chatfmt_renderer_free(f.renderer);
    chatfmt_values_free(f.values);
    free(line);
    printf("failures: %zu injected, %zu of them survived\n", f.injected, f.survived);
    printf("failures: %zu passed, %zu failed\n", f.cases - (f.failed < f.cases ? f.failed : f.cases),
           f.failed);
    return f.failed != 0;
}
