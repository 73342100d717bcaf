/* report/report_diff.c - two texts as a unified diff, and two prompts compared, for people. */
#include "report/reports.h"

enum { LINE_DIFF_CONTEXT = 3, REFUSAL_MOST = 160 };

typedef struct line_report {
    cft_json_out *out;
    const char *indent; /* before each line */
    uint32_t flags;     /* CHATFMT_REPORT_… */
    bool spaces;        /* a space at the end of a changed line is shown as \x20 */
    bool tells_end;     /* a line without its newline is worth a word */
} line_report;

/* The colour of a line that went, that came, or of a place; "" where there is none. */
static const char *line_colour(uint32_t flags, char mark)
{
    if (!(flags & CHATFMT_REPORT_COLOURS) || mark == ' ') return "";
    return mark == '-' ? "\x1b[31m" : mark == '+' ? "\x1b[32m" : "\x1b[36m";
}

static void line_end(cft_json_out *out, const char *colour)
{
    cft_out_text(out, *colour ? "\x1b[0m\n" : "\n");
}

static void line_begin(const line_report *d, const char *colour, const char *mark, size_t length)
{
    cft_out_text(d->out, d->indent);
    cft_out_text(d->out, colour);
    cft_out_bytes(d->out, mark, length);
}

static bool line_ends(chatfmt_slice text)
{
    return text.length && text.data[text.length - 1] == '\n';
}

static void line_write(const line_report *d, char mark, chatfmt_slice line)
{
    bool ends = line_ends(line);
    size_t length = line.length - ends, shown = length;
    const char *colour = line_colour(d->flags, mark);
    line_begin(d, colour, &mark, 1);
    while (d->spaces && mark != ' ' && shown && line.data[shown - 1] == ' ') shown--;
    if (d->flags & CHATFMT_REPORT_EXACT) cft_out_bytes(d->out, line.data, shown);
    else cft_out_visible(d->out, line.data, shown, true);
    for (; shown < length; shown++) cft_out_text(d->out, "\\x20");
    line_end(d->out, colour);
    if (ends || !d->tells_end) return;
    cft_out_text(d->out, d->indent);
    cft_out_text(d->out, "\\ no newline at the end\n");
}

static void line_place(const line_report *d, const chatfmt_diff_line *hunk)
{
    const char *colour = line_colour(d->flags, hunk->mark);
    if (!(d->flags & CHATFMT_REPORT_PLACES)) return;
    line_begin(d, colour, "@@", 2);
    for (int i = 0; i < 2; i++) {
        cft_out_text(d->out, i ? " +" : " -");
        cft_out_number(d->out, hunk->begin[i] + (hunk->end[i] > hunk->begin[i]));
        cft_out_text(d->out, ",");
        cft_out_number(d->out, hunk->end[i] - hunk->begin[i]);
    }
    cft_out_text(d->out, " @@");
    line_end(d->out, colour);
}

static void line_all(line_report *d, chatfmt_slice a, chatfmt_slice b)
{
    chatfmt_line_diff *diff;
    size_t count;
    d->tells_end = (d->flags & CHATFMT_REPORT_PLACES) || line_ends(a) != line_ends(b);
    if (d->out->status) return;
    d->out->status = chatfmt_line_diff_new(a, b, LINE_DIFF_CONTEXT, NULL, &diff, NULL);
    if (d->out->status) return;
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) {
        if (lines[i].mark == '@') line_place(d, &lines[i]);
        else line_write(d, lines[i].mark, lines[i].text);
    }
    chatfmt_line_diff_free(diff);
}

chatfmt_status chatfmt_report_lines(chatfmt_slice a, chatfmt_slice b, uint32_t flags, char **text,
                                    size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    line_report d = {.out = &out, .indent = "", .flags = flags};
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    CFT_TRY(cft_api_text(a.data, a.length, "a", error));
    CFT_TRY(cft_api_text(b.data, b.length, "b", error));
    CFT_TRY(cft_api_flags(flags, CFT_REPORT_FLAGS, "flags", error));
    line_all(&d, a, b);
    return cft_result_give(&out, text, length, error);
}

/* A refusal, beside the beginning of what the other side made. */
static void compared_side(cft_json_out *out, bool renders, chatfmt_slice text, char mark,
                          uint32_t flags)
{
    const char *colour = line_colour(flags, mark);
    cft_out_text(out, "    ");
    cft_out_text(out, colour);
    cft_out_bytes(out, &mark, 1);
    cft_out_text(out, renders ? "" : "refused: ");
    cft_out_beginning(out, text.data, text.length, REFUSAL_MOST);
    line_end(out, colour);
}

chatfmt_status chatfmt_report_compared(const char *name, const chatfmt_compared *compared,
                                       uint32_t flags, char **text, size_t *length,
                                       chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, !name ? "name" : !compared ? "compared" : NULL, text, error));
    CFT_TRY(cft_api_flags(flags, CFT_REPORT_FLAGS, "flags", error));
    line_report d = {.out = &out, .indent = "    ", .flags = flags, .spaces = true};
    cft_out_text(&out, name);
    if (compared->rendered[0] && compared->rendered[1]) {
        cft_out_text(&out, ": differ at byte ");
        cft_out_number(&out, compared->at);
        cft_out_text(&out, "\n");
        line_all(&d, compared->text[0], compared->text[1]);
    } else if (compared->refused) {
        cft_out_text(&out, ": refused by both\n");
        compared_side(&out, false, compared->text[0], ' ', flags);
    } else {
        cft_out_text(&out, compared->rendered[0] ? ": refused by B alone\n"
                                                 : ": refused by A alone\n");
        for (int i = 0; i < 2; i++)
            compared_side(&out, compared->rendered[i] != 0, compared->text[i], "-+"[i], flags);
    }
    return cft_result_give(&out, text, length, error);
}
