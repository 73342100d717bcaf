/* api/api_source.c - chatfmt/source.h: formatting and surveys. */
#include "chatfmt/source.h"

#include "analysis/source.h"
#include "analysis/survey.h"
#include "api/api_check.h"
#include "builtins/builtins.h"
#include "value/heap.h"

enum { SOURCE_INDENT = 4, SOURCE_INDENT_MOST = 64 };

_Static_assert((int)CHATFMT_QUOTES_KEEP == (int)CFT_FORMATTER_KEEP, "the same quotes");

static chatfmt_status source_options(const chatfmt_source_options *given,
                                     cft_source_options *out, chatfmt_error *error)
{
    const uint32_t known = CHATFMT_COMPILE_NO_TRIM_BLOCKS | CHATFMT_COMPILE_NO_LSTRIP_BLOCKS |
                           CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE;
    chatfmt_source_options own;
    CFT_TRY(cft_api_options(&own, sizeof own, given, "chatfmt_source_options", error));
    CFT_TRY(cft_api_flags(own.flags, known, "chatfmt_source_options.flags", error));
    CFT_TRY(cft_api_at_most(own.quotes, CHATFMT_QUOTES_KEEP, "chatfmt_source_options.quotes",
                            error));
    if (own.indent != CHATFMT_NO_INDENT)
        CFT_TRY(cft_api_at_most(own.indent, SOURCE_INDENT_MOST, "chatfmt_source_options.indent",
                                error));
    out->formatter.syntax = (cft_syntax_options){
        .trim_blocks = !(own.flags & CHATFMT_COMPILE_NO_TRIM_BLOCKS),
        .lstrip_blocks = !(own.flags & CHATFMT_COMPILE_NO_LSTRIP_BLOCKS),
        .keep_trailing_newline = (own.flags & CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE) != 0};
    out->formatter.indent = !own.indent                       ? SOURCE_INDENT
                                                    : own.indent == CHATFMT_NO_INDENT ? 0
                                                                                      : own.indent;
    out->formatter.width = own.width;
    out->memory = cft_allocator_or_default(own.allocator);
    out->formatter.quotes = (cft_formatter_quotes)own.quotes;
    return cft_api_limits(own.limits, &cft_default_limits, &out->limits, error);
}

chatfmt_status chatfmt_source_format(const char *source, size_t length,
                                     const chatfmt_source_options *options, char **text,
                                     size_t *written, chatfmt_error *error)
{
    cft_source_options own;
    memset(&own, 0, sizeof own);
    cft_error_clear(error);
    if (!text) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "text is NULL");
    *text = NULL;
    if (written) *written = 0;
    CFT_TRY(cft_api_text(source, length, "source", error));
    CFT_TRY(source_options(options, &own, error));
    return cft_source_format(&own, cft_slice_of(source ? source : "", length), text, written,
                             error);
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
    cft_source_options own;
    memset(&own, 0, sizeof own);
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_text(source, length, "source", error));
    CFT_TRY(source_options(options, &own, error));
    chatfmt_survey *made = cft_allocate(&own.memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    made->allocator = own.memory;
    cft_arena_init(&made->arena, &own.memory);
    chatfmt_status status = cft_survey_make(&made->arena,
                                            cft_slice_of(source ? source : "", length),
                                            &own.formatter.syntax, &own.limits,
                                            &cft_builtins_default, &made->survey, error);
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

chatfmt_slice chatfmt_fact_variable(const chatfmt_fact *fact)
{
    size_t length = 0;
    if (!fact) return CFT_LIT("");
    if (fact->kind == CHATFMT_FACT_FUNCTION || fact->kind == CHATFMT_FACT_MAYBE) return fact->name;
    if (fact->kind != CHATFMT_FACT_READ) return CFT_LIT("");
    while (length < fact->text.length && fact->text.data[length] != '.' &&
           fact->text.data[length] != '[')
        length++;
    return cft_slice_of(fact->text.data, length);
}

chatfmt_slice chatfmt_fact_role(const chatfmt_fact *fact)
{
    return fact && fact->kind == CHATFMT_FACT_COMPARE &&
                   cft_slice_equal(fact->text, CFT_LIT("messages[].role"))
               ? fact->with
               : CFT_LIT("");
}

int chatfmt_survey_reads(const chatfmt_survey *survey, chatfmt_slice name)
{
    bool found = false;
    for (uint32_t i = 0; survey && name.length && i < survey->survey.count && !found; i++)
        found = cft_slice_equal(chatfmt_fact_variable(&survey->survey.facts[i]), name);
    return found;
}
