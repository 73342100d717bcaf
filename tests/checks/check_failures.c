/* tests/checks/check_failures.c - templates for which memory or fuel runs out, anywhere.
 *
 * Reads requests as `chatfmt render --batch` does. Of each, allocations fail one after the other
 * while it is compiled and rendered, and its fuel ends after every amount of work
 * (support/failing.h); the renderer must give the first text afterwards.
 * Prints `N passed, N failed` last. An argument says how many places of one request are tried.
 */
#include "support/failing.h"
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <stdlib.h>

typedef struct templates {
    failing failing;
    chatfmt_values *values;
    chatfmt_renderer *renderer; /* of the fuel runs */
    const chatfmt_template *compiled;
    chatfmt_slice source, context;
    chatfmt_limits limits;
} templates;

static outcome render(const templates *t, chatfmt_renderer *renderer,
                      const chatfmt_template *compiled, const chatfmt_limits *limits)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_slice text = {"", 0};
    const chatfmt_span *spans;
    size_t count;
    chatfmt_error error;
    outcome out = {CHATFMT_OK, 0, 0};
    options.flags = CHATFMT_RENDER_NOW | CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS |
                    CHATFMT_RENDER_SEED;
    options.seed = 7;
    options.now = 1767323045; /* 2026-01-02T03:04:05 */
    options.limits = limits;
    out.status = chatfmt_render_json(renderer, compiled, t->context.data, t->context.length,
                                     &options, &text, &error);
    if (!out.status) out.status = chatfmt_renderer_spans(renderer, &spans, &count, &error);
    if (!out.status) outcome_add(&out, text);
    out.fuel = chatfmt_renderer_fuel_used(renderer);
    return out;
}

/* The whole life of a template and a renderer. */
static outcome live(void *what, counting *memory, const chatfmt_limits *limits)
{
    templates *t = what;
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_renderer_options renderer_options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    outcome out = {CHATFMT_OK, 0, 0};
    compile_options.allocator = renderer_options.allocator = &allocator;
    compile_options.limits = renderer_options.limits = limits;
    out.status = chatfmt_template_compile(t->source.data, t->source.length, &compile_options,
                                          &compiled, NULL);
    if (!out.status) out.status = chatfmt_renderer_new(&renderer_options, &renderer, NULL);
    if (!out.status) out = render(t, renderer, compiled, NULL);
    if (renderer && out.status == CHATFMT_NO_MEMORY) { /* it must go on working */
        memory->fail_at = 0;
        if (render(t, renderer, compiled, NULL).status == CHATFMT_NO_MEMORY)
            failing_tell(&t->failing, "the renderer is broken after", memory->calls, out.status);
    }
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return out;
}

/* One render more with the renderer that all fuel runs share. */
static outcome again(void *what, counting *memory, const chatfmt_limits *limits)
{
    const templates *t = what;
    (void)memory;
    return render(t, t->renderer, t->compiled, limits);
}

static void check_line(void *context, const char *line, size_t length)
{
    templates *t = context;
    chatfmt_value request;
    chatfmt_template *compiled;
    t->failing.cases++;
    chatfmt_values_reset(t->values);
    if (chatfmt_value_read_json(t->values, line, length, &request, NULL)) {
        failing_tell(&t->failing, "no JSON in line", t->failing.cases, CHATFMT_OK);
        return;
    }
    t->failing.id = chatfmt_value_as_text(chatfmt_value_find(request, "id", 2));
    t->source = chatfmt_value_as_text(chatfmt_value_find(request, "chat_template", 13));
    if (chatfmt_value_write_json(t->values, chatfmt_value_find(request, "context", 7), &t->context,
                                 NULL))
        return;
    outcome want = failing_allocations(&t->failing, live, t, &t->limits);
    if (chatfmt_template_compile(t->source.data, t->source.length, NULL, &compiled, NULL)) return;
    t->compiled = compiled;
    failing_fuel(&t->failing, again, t, t->limits, want, want.fuel);
    if (!outcome_same(again(t, NULL, &t->limits), want))
        failing_tell(&t->failing, "another outcome after", want.fuel, want.status);
    chatfmt_template_free(compiled);
}

int main(int argc, char **argv)
{
    templates t = {.limits = CHATFMT_LIMITS_INIT};
    t.failing.most = argc > 1 ? strtoul(argv[1], NULL, 10) : 60;
    t.limits.fuel = 200000; /* bombs are for other tests */
    t.limits.heap_bytes = 8 << 20;
    if (!STACKS_BEGIN() || chatfmt_values_new(NULL, NULL, &t.values, NULL) ||
        chatfmt_renderer_new(NULL, &t.renderer, NULL) || !lines_each(check_line, &t))
        return 2;
    chatfmt_renderer_free(t.renderer);
    chatfmt_values_free(t.values);
    return failing_report(&t.failing);
}
