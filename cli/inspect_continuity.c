/* cli/inspect_continuity.c - what becomes of a prompt when its conversation goes on, written
 * out. */
#include "inspect_facts.h"

#include <stdio.h>
#include <string.h>

enum { CONTINUITY_PIECE = 100 };

/* At most so many bytes of a piece of the template. */
static void continuity_piece(writer *w, chatfmt_slice piece, uint32_t line, uint32_t column)
{
    size_t length = piece.length > CONTINUITY_PIECE ? CONTINUITY_PIECE : piece.length;
    while (length < piece.length && ((unsigned char)piece.data[length] & 0xC0) == 0x80) length--;
    write_number(w, line);
    write_text(w, ":");
    write_number(w, column);
    write_text(w, " ");
    write_terminal(w, piece.data, length, true);
    write_text(w, length < piece.length ? "…" : "");
}

static void continuity_side(writer *w, const char *title, const chatfmt_continuity_side *side)
{
    write_text(w, title);
    write_json_string(w, side->text.data, side->text.length);
    if (side->path.length) {
        write_text(w, " of ");
        write_terminal(w, side->path.data, side->path.length, true);
    }
    if (side->piece.length) {
        write_text(w, ", by ");
        continuity_piece(w, side->piece, side->line, side->column);
    }
    write_text(w, "\n");
}

static void continuity_difference(writer *w, const chatfmt_continuity *row)
{
    write_text(w, "        first differing byte: ");
    write_number(w, row->at);
    if (row->message != CHATFMT_NO_MESSAGE) {
        write_text(w, ", in messages[");
        write_number(w, row->message);
        write_text(w, "]");
    }
    write_text(w, "\n");
    continuity_side(w, "        alone:   ", &row->before);
    continuity_side(w, "        goes on: ", &row->after);
    if (!row->cause.length) return;
    write_text(w, "        decided by ");
    continuity_piece(w, row->cause, row->line, row->column);
    write_text(w, "\n");
}

void inspect_continuity_text(writer *w, const chatfmt_analysis *a)
{
    char line[128];
    for (size_t i = 0; i < chatfmt_analysis_continuity_count(a); i++) {
        const chatfmt_continuity *row = chatfmt_analysis_continuity(a, i);
        snprintf(line, sizeof line, "%-4s %-12s %s", row->name,
                 chatfmt_continuity_verdict_name(row->verdict), row->history);
        write_text(w, line);
        if (*row->error) {
            write_text(w, ": ");
            write_terminal(w, row->error, strlen(row->error), true);
        }
        write_text(w, "\n");
        if (row->before.text.length || row->after.text.length) continuity_difference(w, row);
    }
}
