/* analysis/source.c - formatting, checked by compiling before and after. */
#include "analysis/source.h"

#include "analysis/program_equal.h"
#include "builtins/builtins.h"

/* All that a call makes, given back at its end. */
typedef struct source_work {
    const cft_source_options *options;
    cft_arena arena;
    cft_heap heap;
    cft_buffer out;
    cft_program *before, *after;
    chatfmt_error *error;
} source_work;

static chatfmt_status source_compile(source_work *w, cft_slice source,
                                     const chatfmt_limits *limits, cft_program **out)
{
    return cft_compile(&w->options->memory, source, &w->options->formatter.syntax, limits,
                       &cft_builtins_default, out, w->error);
}

/* The formatted text is a program that does what the given one does. */
static chatfmt_status source_prove(source_work *w)
{
    bool same = false;
    chatfmt_limits limits = w->options->limits;
    limits.fuel = UINT64_MAX;       /* the constants are bounded by the source */
    limits.source_bytes = SIZE_MAX; /* white space makes it longer */
    cft_heap_reset(&w->heap, &limits, w->error);
    chatfmt_status status = source_compile(
        w, cft_slice_of(w->out.data ? w->out.data : "", w->out.length), &limits, &w->after);
    if (status == CHATFMT_NO_MEMORY) return status;
    if (status == CHATFMT_OK) CFT_TRY(cft_program_equal(&w->heap, w->before, w->after, &same));
    if (same) return CHATFMT_OK;
    return cft_fail(w->error, CHATFMT_UNSUPPORTED,
                    "formatting would change what the template does, so it is left as it is");
}

static chatfmt_status source_format(source_work *w, cft_slice source)
{
    CFT_TRY(source_compile(w, source, &w->options->limits, &w->before));
    chatfmt_status status = cft_formatter(&w->arena, source, &w->options->formatter,
                                          &w->options->limits, &w->out, w->error);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(w->error, status, "out of memory");
    CFT_TRY(status);
    return source_prove(w);
}

/* The text as one piece of memory that chatfmt_text_free() knows the size of. */
static chatfmt_status source_hand_out(source_work *w, char **text, size_t *length)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    char *copy = cft_allocate(&memory, w->out.length + 1);
    if (!copy) return cft_fail(w->error, CHATFMT_NO_MEMORY, "out of memory");
    if (w->out.length) memcpy(copy, w->out.data, w->out.length);
    copy[w->out.length] = '\0';
    *text = copy;
    if (length) *length = w->out.length;
    return CHATFMT_OK;
}

chatfmt_status cft_source_format(const cft_source_options *options, cft_slice source, char **text,
                                 size_t *length, chatfmt_error *error)
{
    source_work w = {.options = options, .error = error};
    cft_arena_init(&w.arena, &options->memory);
    cft_heap_init(&w.heap, &options->memory);
    cft_buffer_init(&w.out, &options->memory);
    chatfmt_status status = source_format(&w, source);
    if (status == CHATFMT_OK) status = source_hand_out(&w, text, length);
    cft_program_free(w.before);
    cft_program_free(w.after);
    cft_buffer_free(&w.out);
    cft_heap_free(&w.heap);
    cft_arena_free(&w.arena);
    return status;
}
