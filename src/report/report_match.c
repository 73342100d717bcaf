/* report/report_match.c - the format of a model, for people. */
#include "report/reports.h"

static void match_line(cft_json_out *out, chatfmt_slice model, const chatfmt_format_match *m)
{
    cft_out_bytes(out, model.data, model.length);
    cft_out_text(out, "\t");
    if (m->format.length && m->format.data[0] != '@') cft_out_text(out, "fastchat/");
    cft_out_bytes(out, m->format.data, m->format.length);
    if (m->xtuner.length) {
        cft_out_text(out, "\txtuner/");
        cft_out_bytes(out, m->xtuner.data, m->xtuner.length);
        if (m->xtuner_starred) cft_out_text(out, " *");
    }
    cft_out_text(out, "\n");
}

/* The rule that decided. */
static void match_reason(cft_json_out *out, const chatfmt_format_match *m)
{
    cft_out_text(out, "  rule ");
    cft_out_bytes(out, m->adapter.data, m->adapter.length);
    cft_out_text(out, " on the ");
    cft_out_bytes(out, m->matched_on.data, m->matched_on.length);
    cft_out_text(out, ": ");
    cft_out_bytes(out, m->condition.data, m->condition.length);
    if (m->choice.length) {
        cft_out_text(out, "\n  its format chosen by ");
        cft_out_bytes(out, m->choice.data, m->choice.length);
    }
    cft_out_text(out, "\n");
}

chatfmt_status chatfmt_report_match(chatfmt_slice model, const chatfmt_format_match *match, int why,
                                    char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, match ? NULL : "match", text, error));
    CFT_TRY(cft_api_text(model.data, model.length, "model", error));
    match_line(&out, model, match);
    if (why) match_reason(&out, match);
    return cft_result_give(&out, text, length, error);
}
