/* api/api_compare.c - chatfmt/analysis.h: two templates compared, two texts line by line,
 * suggestions. */
#include "analysis/comparer.h"
#include "analysis/line_diff.h"
#include "api/api_check.h"
#include "base/suggest.h"

size_t chatfmt_comparer_count(const chatfmt_comparer *comparer)
{
    return comparer ? cft_compare_row_count + comparer->row_count : 0;
}

chatfmt_slice chatfmt_comparer_name(const chatfmt_comparer *comparer, size_t index)
{
    const cft_compare_row *row = comparer ? cft_comparer_row(comparer, index) : NULL;
    return row ? cft_slice_of(row->name, strlen(row->name)) : CFT_LIT("");
}

chatfmt_slice chatfmt_comparer_arguments(const chatfmt_comparer *comparer, size_t index)
{
    const cft_compare_row *row = comparer ? cft_comparer_row(comparer, index) : NULL;
    return row ? cft_slice_of(row->json, strlen(row->json)) : CFT_LIT("");
}

static chatfmt_status compare_check_side(const chatfmt_compare_side *given,
                                         chatfmt_compare_side *own, chatfmt_error *error)
{
    CFT_TRY(cft_api_options(own, sizeof *own, given, "chatfmt_compare_side", error));
    if (!own->model == !own->format)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "a side is either a model or a format");
    CFT_TRY(cft_api_text(own->chat_template.data, own->chat_template.length, "chat_template",
                         error));
    return own->model && !own->chat_template.length
               ? cft_model_need_template(&own->model->model, error)
               : CHATFMT_OK;
}

chatfmt_status chatfmt_comparer_new(const chatfmt_compare_side *a,
                                    const chatfmt_compare_side *b,
                                    const chatfmt_allocator *allocator,
                                    const chatfmt_limits *limits, chatfmt_comparer **out,
                                    chatfmt_error *error)
{
    chatfmt_compare_side sides[2];
    chatfmt_limits all;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!a || !b) return cft_fail_null(error, !a ? "a" : "b");
    CFT_TRY(compare_check_side(a, &sides[0], error));
    CFT_TRY(compare_check_side(b, &sides[1], error));
    CFT_TRY(cft_api_limits(limits, &cft_default_limits, &all, error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_status status = cft_comparer_new(sides, &memory, &all, out, error);
    if (!status) cft_error_clear(error); /* a side that does not compile says so when it is run */
    return status;
}

void chatfmt_comparer_free(chatfmt_comparer *comparer)
{
    if (comparer) cft_comparer_free(comparer);
}

chatfmt_status chatfmt_comparer_run(chatfmt_comparer *comparer, chatfmt_slice name,
                                    chatfmt_slice arguments, const chatfmt_compared **out,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!comparer || !out)
        return cft_fail_null(error, !comparer ? "comparer" : "out");
    CFT_TRY(cft_api_text(name.data, name.length, "name", error));
    CFT_TRY(cft_api_text(arguments.data, arguments.length, "arguments", error));
    CFT_TRY(cft_error_explain(cft_comparer_run(comparer, name, arguments, error), error));
    *out = &comparer->result;
    return CHATFMT_OK;
}

/* ---- Lines ---- */

struct chatfmt_line_diff {
    chatfmt_allocator allocator;
    cft_buffer lines;
};

chatfmt_status chatfmt_line_diff_new(chatfmt_slice a, chatfmt_slice b, size_t context,
                                     const chatfmt_allocator *allocator, chatfmt_line_diff **out,
                                     chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_text(a.data, a.length, "a", error));
    CFT_TRY(cft_api_text(b.data, b.length, "b", error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_line_diff *made = cft_allocate(&memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    made->allocator = memory;
    cft_buffer_init(&made->lines, &made->allocator);
    chatfmt_status status = cft_line_diff(&made->allocator, a, b, context, &made->lines);
    if (status == CHATFMT_OK) *out = made;
    else chatfmt_line_diff_free(made);
    return cft_error_explain(status, error);
}

void chatfmt_line_diff_free(chatfmt_line_diff *diff)
{
    if (!diff) return;
    chatfmt_allocator memory = diff->allocator;
    cft_buffer_free(&diff->lines);
    cft_release(&memory, diff, sizeof *diff);
}

const chatfmt_diff_line *chatfmt_line_diff_lines(const chatfmt_line_diff *diff, size_t *count)
{
    if (count) *count = diff ? diff->lines.length / sizeof(chatfmt_diff_line) : 0;
    return diff ? (const chatfmt_diff_line *)(const void *)diff->lines.data : NULL;
}

/* ---- Names ---- */

chatfmt_slice chatfmt_suggest(chatfmt_slice word, const chatfmt_slice *names, size_t count)
{
    size_t at = names && (word.data || !word.length) ? cft_suggest(word, names, count) : count;
    return names && at < count ? names[at] : CFT_LIT("");
}
