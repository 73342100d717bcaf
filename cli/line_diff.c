/* cli/line_diff.c - a diff of two texts (chatfmt_line_diff_new) for people. */
#include "line_diff.h"

#include "chatfmt/chatfmt.h"

enum { LINE_DIFF_CONTEXT = 3 };

typedef struct line_writer {
    const line_diff_style *style;
    writer *w;
    bool tells_end; /* a line without its newline is worth a word */
} line_writer;

static void line_write(const line_writer *d, char mark, chatfmt_slice line)
{
    const line_diff_style *style = d->style;
    bool ends = line.length && line.data[line.length - 1] == '\n';
    size_t length = line.length - ends;
    const char *colour = !style->colour || mark == ' ' ? NULL
                         : mark == '-'                 ? "\x1b[31m"
                                                       : "\x1b[32m";
    write_text(d->w, style->indent);
    if (colour) write_text(d->w, colour);
    write_bytes(d->w, &mark, 1);
    size_t shown = length;
    while (style->blanks && mark != ' ' && shown && line.data[shown - 1] == ' ')
        shown--;
    if (style->escape)
        write_terminal(d->w, line.data, shown, true);
    else
        write_bytes(d->w, line.data, shown);
    for (; shown < length; shown++)
        write_text(d->w, "\\x20");
    if (colour) write_text(d->w, "\x1b[0m");
    write_text(d->w, "\n");
    if (ends || !d->tells_end) return;
    write_text(d->w, style->indent);
    write_text(d->w, "\\ no newline at the end\n");
}

static void line_place(const line_writer *d, const chatfmt_diff_line *hunk)
{
    if (!d->style->places) return;
    write_text(d->w, d->style->indent);
    if (d->style->colour) write_text(d->w, "\x1b[36m");
    write_text(d->w, "@@");
    for (int i = 0; i < 2; i++) {
        write_text(d->w, i ? " +" : " -");
        write_number(d->w, hunk->begin[i] + (hunk->end[i] > hunk->begin[i]));
        write_text(d->w, ",");
        write_number(d->w, hunk->end[i] - hunk->begin[i]);
    }
    write_text(d->w, " @@");
    if (d->style->colour) write_text(d->w, "\x1b[0m");
    write_text(d->w, "\n");
}

static bool line_ends(chatfmt_slice text)
{
    return text.length && text.data[text.length - 1] == '\n';
}

bool write_line_diff(writer *w, chatfmt_slice a, chatfmt_slice b, const line_diff_style *style)
{
    line_writer d = {.style = style, .w = w};
    chatfmt_line_diff *diff;
    size_t count;
    d.tells_end = style->places || line_ends(a) != line_ends(b);
    if (chatfmt_line_diff_new(a, b, LINE_DIFF_CONTEXT, NULL, &diff, NULL)) return false;
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].mark == '@') line_place(&d, &lines[i]);
        else line_write(&d, lines[i].mark, lines[i].text);
    }
    chatfmt_line_diff_free(diff);
    return true;
}
