/* api/api_source.c - chatfmt/source.h: formatting, checked by compiling before and after;
 * surveys. */
#include "chatfmt/source.h"

#include "api/api_check.h"
#include "builtins/builtins.h"
#include "analysis/program_equal.h"
#include "analysis/survey.h"
#include "analysis/formatter.h"

enum { SOURCE_INDENT = 4, SOURCE_INDENT_MOST = 64 };

/* All that a call makes, given back at its end. */
typedef struct source_work {
    chatfmt_allocator memory;
    cft_arena arena;
    cft_heap heap;
    cft_buffer out;
    cft_program *before, *after;
    cft_formatter_options formatter;
    chatfmt_limits limits;
    chatfmt_error *error;
} source_work;

static chatfmt_status source_options(const chatfmt_source_options *given, source_work *w)
{
    const uint32_t known = CHATFMT_COMPILE_NO_TRIM_BLOCKS | CHATFMT_COMPILE_NO_LSTRIP_BLOCKS |
                           CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE;
    chatfmt_source_options own;
    chatfmt_limits defaults;
    CFT_TRY(cft_api_options(&own, sizeof own, given, "source options", w->error));
    if (own.flags & ~known)
        return cft_fail(w->error, CHATFMT_BAD_ARGUMENT, "unknown flags of source options");
    if (own.quotes > CHATFMT_QUOTES_KEEP)
        return cft_fail(w->error, CHATFMT_BAD_ARGUMENT, "there are no such quotes");
    if (own.indent > SOURCE_INDENT_MOST && own.indent != CHATFMT_NO_INDENT)
        return cft_fail(w->error, CHATFMT_BAD_ARGUMENT, "indent is at most %u",
                        (unsigned)SOURCE_INDENT_MOST);
    w->formatter.syntax.trim_blocks = !(own.flags & CHATFMT_COMPILE_NO_TRIM_BLOCKS);
    w->formatter.syntax.lstrip_blocks = !(own.flags & CHATFMT_COMPILE_NO_LSTRIP_BLOCKS);
    w->formatter.syntax.keep_trailing_newline =
        (own.flags & CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE) != 0;
    w->formatter.indent = !own.indent                       ? SOURCE_INDENT
                     : own.indent == CHATFMT_NO_INDENT ? 0
                                                       : own.indent;
    w->formatter.width = own.width;
    w->memory = cft_allocator_or_default(own.allocator);
    w->formatter.quotes = (cft_formatter_quotes)own.quotes;
    CFT_TRY(cft_limits_fill(NULL, &defaults, w->error));
    return cft_api_limits(own.limits, &defaults, &w->limits, w->error);
}

static chatfmt_status source_compile(source_work *w, cft_slice source,
                                     const chatfmt_limits *limits, cft_program **out)
{
    return cft_compile(&w->memory, source, &w->formatter.syntax, limits, &cft_builtins_default, out,
                       w->error);
}

/* The formatted text is a program that does what the given one does. */
static chatfmt_status source_prove(source_work *w)
{
    bool same = false;
    chatfmt_limits limits = w->limits;
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
    CFT_TRY(source_compile(w, source, &w->limits, &w->before));
    chatfmt_status status =
        cft_formatter(&w->arena, source, &w->formatter, &w->limits, &w->out, w->error);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(w->error, status, "out of memory");
    CFT_TRY(status);
    return source_prove(w);
}

/* The text as one piece of memory that chatfmt_text_free() knows the size of. */
static chatfmt_status source_hand_out(source_work *w, char **text, size_t *written)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    char *copy = cft_allocate(&memory, w->out.length + 1);
    if (!copy) return cft_fail(w->error, CHATFMT_NO_MEMORY, "out of memory");
    if (w->out.length) memcpy(copy, w->out.data, w->out.length);
    copy[w->out.length] = '\0';
    *text = copy;
    if (written) *written = w->out.length;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_source_format(const char *source, size_t length,
                                     const chatfmt_source_options *options, char **text,
                                     size_t *written, chatfmt_error *error)
{
    source_work w = {.error = error};
    cft_error_clear(error);
    if (!text) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "text is NULL");
    *text = NULL;
    if (written) *written = 0;
    CFT_TRY(cft_api_text(source, length, "source", error));
    CFT_TRY(source_options(options, &w));
    cft_arena_init(&w.arena, &w.memory);
    cft_heap_init(&w.heap, &w.memory);
    cft_buffer_init(&w.out, &w.memory);
    chatfmt_status status = source_format(&w, cft_slice_of(source ? source : "", length));
    if (status == CHATFMT_OK) status = source_hand_out(&w, text, written);
    cft_program_free(w.before);
    cft_program_free(w.after);
    cft_buffer_free(&w.out);
    cft_heap_free(&w.heap);
    cft_arena_free(&w.arena);
    return status;
}

/* ---- Surveys ---- */

struct chatfmt_survey {
    chatfmt_allocator allocator;
    cft_arena arena;
    cft_survey survey;
};

chatfmt_status chatfmt_survey_new(const char *source, size_t length,
                                  const chatfmt_source_options *options, chatfmt_survey **out,
                                  chatfmt_error *error)
{
    source_work w = {.error = error};
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_text(source, length, "source", error));
    CFT_TRY(source_options(options, &w));
    chatfmt_survey *made = cft_allocate(&w.memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    made->allocator = w.memory;
    cft_arena_init(&made->arena, &w.memory);
    chatfmt_status status =
        cft_survey_make(&made->arena, cft_slice_of(source ? source : "", length),
                        &w.formatter.syntax, &w.limits, &cft_builtins_default, &made->survey, error);
    if (status == CHATFMT_OK)
        *out = made;
    else
        chatfmt_survey_free(made);
    return status;
}

void chatfmt_survey_free(chatfmt_survey *survey)
{
    if (!survey) return;
    chatfmt_allocator memory = survey->allocator;
    cft_arena_free(&survey->arena);
    cft_release(&memory, survey, sizeof *survey);
}

const chatfmt_fact *chatfmt_survey_facts(const chatfmt_survey *survey, size_t *count)
{
    if (count) *count = survey ? survey->survey.count : 0;
    return survey ? survey->survey.facts : NULL;
}
