/* report/report_spans.c - a prompt in colours: by where its bytes come from, by its tokens. */
#include "report/reports.h"

#include "tokenizers/handles.h"

/* What a span looks like, and what the legend says about it. */
typedef struct span_style {
    const char *code, *words;
} span_style;

static const span_style span_styles[] = {
    {"\033[36m", "template"},
    {"\033[1;33m", "trusted variable"},
    {"\033[32m", "data, as it was"},
    {"\033[4;32m", "data, rewritten"},
};

static const span_style *span_style_of(const chatfmt_span *span)
{
    if (span->kind != CHATFMT_SPAN_DATA) return &span_styles[span->kind];
    return &span_styles[span->flags & CHATFMT_SPAN_COPIED ? 2 : 3];
}

static void spans_coloured(cft_json_out *out, chatfmt_slice text, const chatfmt_span *spans,
                           size_t count)
{
    const span_style *style = NULL;
    for (size_t i = 0; i < count; i++) {
        if (style != span_style_of(&spans[i])) {
            if (style) cft_out_text(out, "\033[0m");
            style = span_style_of(&spans[i]);
            cft_out_text(out, style->code);
        }
        cft_out_visible(out, text.data + spans[i].begin, spans[i].end - spans[i].begin, false);
    }
    if (style) cft_out_text(out, "\033[0m");
}

chatfmt_status chatfmt_report_spans(chatfmt_slice prompt, const chatfmt_span *spans, size_t count,
                                    char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, spans || !count ? NULL : "spans", text, error));
    CFT_TRY(cft_api_text(prompt.data, prompt.length, "prompt", error));
    CFT_TRY(cft_spans_check_kinds(spans, count, error));
    spans_coloured(&out, prompt, spans, count);
    return cft_result_give(&out, text, length, error);
}

chatfmt_status chatfmt_report_legend(char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    for (size_t i = 0; i < sizeof span_styles / sizeof *span_styles; i++) {
        if (i) cft_out_text(&out, "  ");
        cft_out_text(&out, span_styles[i].code);
        cft_out_text(&out, span_styles[i].words);
        cft_out_text(&out, "\033[0m");
    }
    cft_out_text(&out, "\n");
    return cft_result_give(&out, text, length, error);
}

/* The text with each token on its own ground, in a colour that can be read on it. Tokens within
 * one character cannot be distinguished by the eye; the character is shown once. */
static void tokens_coloured(cft_json_out *out, chatfmt_slice text,
                            const chatfmt_token_place *places, size_t count)
{
    static const char *const grounds[] = {"\x1b[97;48;5;24m", "\x1b[97;48;5;53m",
                                          "\x1b[97;48;5;22m", "\x1b[97;48;5;94m"};
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        size_t end = places[i].end;
        if (end <= done) continue;
        cft_out_text(out, grounds[i % 4]);
        cft_out_visible(out, text.data + done, end - done, false);
        cft_out_text(out, "\x1b[0m");
        done = end;
    }
    cft_out_visible(out, text.data + done, text.length - done, false);
    cft_out_text(out, "\n");
    cft_out_number(out, count);
    cft_out_text(out, " tokens\n");
}

chatfmt_status chatfmt_report_tokens(chatfmt_slice encoded, const chatfmt_token_place *places,
                                     size_t count, char **text, size_t *length,
                                     chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, places || !count ? NULL : "places", text, error));
    CFT_TRY(cft_api_text(encoded.data, encoded.length, "encoded", error));
    tokens_coloured(&out, encoded, places, count);
    return cft_result_give(&out, text, length, error);
}
