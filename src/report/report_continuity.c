/* report/report_continuity.c - what becomes of prompts when conversations go on, for people. */
#include "report/reports.h"

enum { CONTINUITY_PIECE = 100 };

/* The beginning of a piece of the template, and where it is. */
static void history_piece(cft_json_out *out, chatfmt_slice piece, uint32_t line, uint32_t column)
{
    cft_out_number(out, line);
    cft_out_text(out, ":");
    cft_out_number(out, column);
    cft_out_text(out, " ");
    cft_out_beginning(out, piece.data, piece.length, CONTINUITY_PIECE);
}

static void history_side(cft_json_out *out, const char *title,
                            const chatfmt_continuity_side *side)
{
    cft_out_text(out, title);
    cft_out_exact(out, side->text.data, side->text.length);
    if (side->path.length) {
        cft_out_text(out, " of ");
        cft_out_visible(out, side->path.data, side->path.length, true);
    }
    if (side->piece.length) {
        cft_out_text(out, ", by ");
        history_piece(out, side->piece, side->line, side->column);
    }
    cft_out_text(out, "\n");
}

static void history_difference(cft_json_out *out, const chatfmt_continuity *row)
{
    cft_out_text(out, "        first differing byte: ");
    cft_out_number(out, row->at);
    if (row->message != CHATFMT_NO_MESSAGE) {
        cft_out_text(out, ", in messages[");
        cft_out_number(out, row->message);
        cft_out_text(out, "]");
    }
    cft_out_text(out, "\n");
    history_side(out, "        alone:   ", &row->before);
    history_side(out, "        goes on: ", &row->after);
    if (!row->cause.length) return;
    cft_out_text(out, "        decided by ");
    history_piece(out, row->cause, row->line, row->column);
    cft_out_text(out, "\n");
}

static void history_row(cft_json_out *out, const chatfmt_continuity *row)
{
    cft_out_column(out, row->name, 4);
    cft_out_text(out, " ");
    cft_out_column(out, chatfmt_continuity_verdict_name(row->verdict), 12);
    cft_out_text(out, " ");
    cft_out_text(out, row->history);
    if (*row->error) {
        cft_out_text(out, ": ");
        cft_out_visible(out, row->error, strlen(row->error), true);
    }
    cft_out_text(out, "\n");
    if (row->before.text.length) history_difference(out, row);
}

chatfmt_status chatfmt_report_continuity(const chatfmt_analysis *analysis, char **text,
                                         size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, analysis ? NULL : "analysis", text, error));
    for (size_t i = 0; i < chatfmt_analysis_continuity_count(analysis); i++)
        history_row(&out, chatfmt_analysis_continuity(analysis, i));
    return cft_result_give(&out, text, length, error);
}
