/* cli/line_diff.c - the shortest way from one text's lines to another's.
 *
 * Source of the method: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
 * Beyond LINE_DIFF_MOST changes all lines between the equal ends are taken as changed: the
 * memory is bounded, and nobody reads such a diff line by line.
 */
#include "line_diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_DIFF_MOST = 1500, LINE_DIFF_CONTEXT = 3 };

typedef struct line_list {
    chatfmt_slice *lines; /* each with its newline */
    size_t count;
} line_list;

typedef struct line_diff {
    line_list sides[2];
    bool *changed[2];      /* a line of a that goes, of b that comes */
    size_t begin, ends[2]; /* what is not alike at both ends */
    const line_diff_style *style;
    writer *w;
    bool tells_end; /* a line without its newline is worth a word */
} line_diff;

static bool line_split(chatfmt_slice text, line_list *out)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.data[i] == '\n';
    out->count = 0;
    out->lines = calloc(count + 1, sizeof *out->lines);
    if (!out->lines) return false;
    while (at < text.length) {
        const char *newline = memchr(text.data + at, '\n', text.length - at);
        size_t end = newline ? (size_t)(newline - text.data) + 1 : text.length;
        out->lines[out->count++] = (chatfmt_slice){text.data + at, end - at};
        at = end;
    }
    return true;
}

static bool line_equal(const line_diff *d, size_t i, size_t j)
{
    chatfmt_slice a = d->sides[0].lines[i], b = d->sides[1].lines[j];
    return a.length == b.length && !memcmp(a.data, b.data, a.length);
}

static void line_trim(line_diff *d)
{
    size_t begin = 0, a = d->sides[0].count, b = d->sides[1].count;
    while (begin < a && begin < b && line_equal(d, begin, begin))
        begin++;
    while (a > begin && b > begin && line_equal(d, a - 1, b - 1))
        a--, b--;
    d->begin = begin;
    d->ends[0] = a;
    d->ends[1] = b;
}

static void line_mark_all(line_diff *d)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = d->begin; i < d->ends[side]; i++)
            d->changed[side][i] = true;
}

/* Row `steps` of the table has the furthest x on the diagonals -steps … steps, at offset steps.
 */
static int *line_row(int *table, int steps)
{
    return table + (size_t)steps * ((size_t)steps);
}

static bool line_goes_down(const int *before, int steps, int k)
{
    if (k == -steps) return true;
    if (k == steps) return false;
    return before[k - 1 + steps - 1] < before[k + 1 + steps - 1];
}

static int line_start(const int *before, int steps, int k)
{
    if (!steps) return 0;
    return line_goes_down(before, steps, k) ? before[k + 1 + steps - 1]
                                            : before[k - 1 + steps - 1] + 1;
}

/* From the end back to the beginning, marking each line that goes or comes. */
static void line_walk_back(line_diff *d, int *table, int steps, int x, int y)
{
    for (; steps > 0; steps--) {
        const int *before = line_row(table, steps - 1);
        int k = x - y;
        bool down = line_goes_down(before, steps, k);
        int from = down ? k + 1 : k - 1;
        x = before[from + steps - 1];
        y = x - from;
        if (down)
            d->changed[1][d->begin + (size_t)y] = true;
        else
            d->changed[0][d->begin + (size_t)x] = true;
    }
}

static bool line_compare(line_diff *d)
{
    size_t rows = d->ends[0] - d->begin, columns = d->ends[1] - d->begin;
    if (rows > INT32_MAX / 4 || columns > INT32_MAX / 4) return line_mark_all(d), true;
    int n = (int)rows, m = (int)columns;
    int most = n + m < LINE_DIFF_MOST ? n + m : LINE_DIFF_MOST;
    int *table = malloc(sizeof *table * (size_t)(most + 1) * (size_t)(most + 1));
    if (!table) return false;
    for (int steps = 0; steps <= most; steps++) {
        int *row = line_row(table, steps);
        const int *before = steps ? line_row(table, steps - 1) : NULL;
        for (int k = -steps; k <= steps; k += 2) {
            int x = line_start(before, steps, k), y = x - k;
            while (x < n && y >= 0 && y < m &&
                   line_equal(d, d->begin + (size_t)x, d->begin + (size_t)y))
                x++, y++;
            row[k + steps] = x;
            if (x < n || y < m) continue;
            if (x == n && y == m) {
                line_walk_back(d, table, steps, x, y);
                free(table);
                return true;
            }
        }
    }
    free(table);
    line_mark_all(d);
    return true;
}

/* ---- Writing ---- */

static void line_write(const line_diff *d, char mark, chatfmt_slice line)
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

static void line_place(const line_diff *d, size_t a, size_t a_end, size_t b, size_t b_end)
{
    const size_t numbers[2][2] = {{a, a_end}, {b, b_end}};
    if (!d->style->places) return;
    write_text(d->w, d->style->indent);
    if (d->style->colour) write_text(d->w, "\x1b[36m");
    write_text(d->w, "@@");
    for (int i = 0; i < 2; i++) {
        write_text(d->w, i ? " +" : " -");
        write_number(d->w, numbers[i][0] + (numbers[i][1] > numbers[i][0]));
        write_text(d->w, ",");
        write_number(d->w, numbers[i][1] - numbers[i][0]);
    }
    write_text(d->w, " @@");
    if (d->style->colour) write_text(d->w, "\x1b[0m");
    write_text(d->w, "\n");
}

/* Lines [a, a_end) of one side against [b, b_end) of the other. */
static void line_hunk(const line_diff *d, size_t a, size_t a_end, size_t b, size_t b_end)
{
    line_place(d, a, a_end, b, b_end);
    while (a < a_end || b < b_end) {
        if (a < a_end && d->changed[0][a])
            line_write(d, '-', d->sides[0].lines[a++]);
        else if (b < b_end && d->changed[1][b])
            line_write(d, '+', d->sides[1].lines[b++]);
        else
            line_write(d, ' ', d->sides[0].lines[a++]), b++;
    }
}

static bool line_is_changed(const line_diff *d, size_t a, size_t b)
{
    return (a < d->sides[0].count && d->changed[0][a]) ||
           (b < d->sides[1].count && d->changed[1][b]);
}

static void line_hunks(const line_diff *d)
{
    size_t a = 0, b = 0;
    while (a < d->sides[0].count || b < d->sides[1].count) {
        if (!line_is_changed(d, a, b)) {
            a++, b++;
            continue;
        }
        size_t back = a < LINE_DIFF_CONTEXT ? a : LINE_DIFF_CONTEXT, quiet = 0;
        size_t from_a = a - back, from_b = b - back;
        /* To the end of the last change that is near enough to the one before it. */
        while ((a < d->sides[0].count || b < d->sides[1].count) &&
               quiet <= 2 * LINE_DIFF_CONTEXT) {
            bool changed = line_is_changed(d, a, b);
            quiet = changed ? 0 : quiet + 1;
            if (a < d->sides[0].count && d->changed[0][a])
                a++;
            else if (b < d->sides[1].count && d->changed[1][b])
                b++;
            else
                a++, b++;
        }
        size_t over = quiet > LINE_DIFF_CONTEXT ? quiet - LINE_DIFF_CONTEXT : 0;
        line_hunk(d, from_a, a - over, from_b, b - over);
    }
}

static bool line_ends(chatfmt_slice text)
{
    return text.length && text.data[text.length - 1] == '\n';
}

bool write_line_diff(writer *w, chatfmt_slice a, chatfmt_slice b, const line_diff_style *style)
{
line_diff d = {.style = style, .w = w};
    d.tells_end = style->places || line_ends(a) != line_ends(b);
    bool ok = line_split(a, &d.sides[0]) && line_split(b, &d.sides[1]);
    for (int i = 0; ok && i < 2; i++)
        ok = (d.changed[i] = calloc(d.sides[i].count + 1, sizeof *d.changed[i])) != NULL;
    if (ok) {
        line_trim(&d);
        ok = line_compare(&d);
    }
    if (ok) line_hunks(&d);
    for (int i = 0; i < 2; i++) {
        free(d.sides[i].lines);
        free(d.changed[i]);
    }
    return ok;
}
