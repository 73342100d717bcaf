/* render/renderer.c - compiling a template, and one render from begin to end. */
#include "render/renderer.h"

#include "base/utf8.h"
#include "builtins/builtins.h"

#include <assert.h>

const cft_slice cft_special_names[CFT_SPECIAL_NAMES] = {
    {"bos_token", 9}, {"eos_token", 9}, {"unk_token", 9},  {"sep_token", 9},
    {"pad_token", 9}, {"cls_token", 9}, {"mask_token", 10}};

chatfmt_status cft_template_in(const chatfmt_allocator *memory, cft_slice source,
                               const cft_syntax_options *syntax, const chatfmt_limits *limits,
                               const cft_builtins *builtins, chatfmt_template **out,
                               chatfmt_error *error)
{
    *out = NULL;
    chatfmt_template *compiled = cft_allocate(memory, sizeof *compiled);
    if (!compiled) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    compiled->allocator = *memory;
    compiled->program = NULL;
    chatfmt_status status =
        cft_compile(memory, source, syntax, limits, builtins, &compiled->program, error);
    if (status != CHATFMT_OK) {
        cft_release(memory, compiled, sizeof *compiled);
        return status;
    }
    *out = compiled;
    return CHATFMT_OK;
}

chatfmt_status cft_template_new(const chatfmt_allocator *memory, cft_slice source,
                                const cft_syntax_options *syntax, const chatfmt_limits *limits,
                                chatfmt_template **out, chatfmt_error *error)
{
    return cft_template_in(memory, source, syntax, limits, &cft_builtins_default, out, error);
}

void cft_template_free(chatfmt_template *compiled)
{
    if (!compiled) return;
    chatfmt_allocator memory = compiled->allocator;
    cft_program_free(compiled->program);
    cft_release(&memory, compiled, sizeof *compiled);
}

chatfmt_status cft_renderer_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                                chatfmt_renderer **out, chatfmt_error *error)
{
    *out = NULL;
    chatfmt_renderer *renderer = cft_allocate(memory, sizeof *renderer);
    if (!renderer) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(renderer, 0, sizeof *renderer);
    renderer->allocator = *memory;
    renderer->limits = *limits;
    chatfmt_status status = cft_machine_new(memory, &cft_builtins_default, &renderer->machine);
    if (status != CHATFMT_OK) {
        cft_release(memory, renderer, sizeof *renderer);
        return cft_fail(error, status, "%s", chatfmt_status_text(status));
    }
    cft_origin_index_init(&renderer->index, memory);
    *out = renderer;
    return CHATFMT_OK;
}

void cft_renderer_free(chatfmt_renderer *renderer)
{
    if (!renderer) return;
    chatfmt_allocator memory = renderer->allocator;
    cft_origin_index_free(&renderer->index);
    cft_release(&memory, renderer->span_room,
                renderer->span_capacity * sizeof *renderer->spans);
    cft_machine_free(renderer->machine);
    if (renderer->kept) cft_program_free(renderer->kept);
    cft_release(&memory, renderer, sizeof *renderer);
}

chatfmt_slice cft_renderer_raised(const chatfmt_renderer *renderer)
{
    cft_slice raised = {NULL, 0};
    if (renderer) raised = cft_machine_heap(renderer->machine)->raised;
    return raised.data ? raised : (chatfmt_slice){"", 0};
}

void cft_renderer_forget(chatfmt_renderer *renderer)
{
    renderer->program = NULL;
    renderer->spans = NULL;
    if (renderer->kept) cft_program_free(renderer->kept);
    renderer->kept = NULL;
}

chatfmt_status cft_render_begin(chatfmt_renderer *renderer, const chatfmt_render_options *options,
                                const chatfmt_limits *limits, chatfmt_error *error)
{
    cft_run_options run = {.limits = *limits,
                           .spans = (options->flags & CHATFMT_RENDER_SPANS) != 0,
                           .generations = (options->flags & CHATFMT_RENDER_GENERATIONS) != 0,
                           .has_now = (options->flags & CHATFMT_RENDER_NOW) != 0,
                           .now = options->now,
                           .has_seed = (options->flags & CHATFMT_RENDER_SEED) != 0,
                           .seed = options->seed,
                           .strict_names = (options->flags & CHATFMT_RENDER_STRICT_NAMES) != 0};
    cft_renderer_forget(renderer);
    cft_arena_renew(&renderer->index.arena);
    renderer->span_room = cft_keep(&renderer->allocator, renderer->span_room,
                                   &renderer->span_capacity, sizeof *renderer->spans);
    renderer->has_spans = run.spans;
    renderer->has_marks = run.spans || run.generations;
    renderer->heap_bytes = limits->heap_bytes;
    renderer->special = cft_special_names;
    renderer->special_count = CFT_SPECIAL_NAMES;
    renderer->trusted = options->trusted ? options->trusted : cft_special_names;
    renderer->trusted_count = options->trusted ? options->trusted_count : CFT_SPECIAL_NAMES;
    CFT_TRY(cft_machine_begin(renderer->machine, &run, error));
    (void)cft_machine_hold(renderer->machine, 0,
                           renderer->span_capacity * sizeof *renderer->spans);
    return CHATFMT_OK;
}

/* A prompt is text that leaves the engine, so half a surrogate pair, which only a template can
 * write, fails here as it fails in Python when the string is encoded. */
static chatfmt_status render_check_text(chatfmt_renderer *renderer, cft_slice text)
{
    if (!cft_machine_may_have_surrogates(renderer->machine)) {
        assert(!cft_utf8_has_surrogate(text.data, text.length));
        return CHATFMT_OK;
    }
    if (!cft_utf8_has_surrogate(text.data, text.length)) return CHATFMT_OK;
    return cft_raise(cft_machine_heap(renderer->machine), CHATFMT_VALUE,
                     "'utf-8' codec can't encode a surrogate: surrogates not allowed");
}

chatfmt_status cft_render_run(chatfmt_renderer *renderer, const cft_program *program,
                                  const cft_dict *variables, chatfmt_slice *text)
{
    chatfmt_status status = cft_machine_run(renderer->machine, program, variables);
    if (status) cft_render_name_failed(renderer, variables, status);
    CFT_TRY(status);
    cft_slice result = cft_machine_text(renderer->machine);
    CFT_TRY(render_check_text(renderer, result));
    renderer->program = program;
    renderer->variables = variables;
    *text = result;
    return CHATFMT_OK;
}
