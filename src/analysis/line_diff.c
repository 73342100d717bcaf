/* analysis/line_diff.c - the shortest way from one text's lines to another's.
 *
 * Source of the method: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
 * Beyond LINE_DIFF_MOST changes all lines between the equal ends are taken as changed: the
 * memory is bounded, and nobody reads such a diff line by line.
 */
#include "analysis/line_diff.h"

enum { LINE_DIFF_MOST = 1500 };

typedef struct line_list {
    cft_slice *lines; /* each with its newline */
    size_t count, capacity;
} line_list;

typedef struct line_work {
    const chatfmt_allocator *memory;
    line_list sides[2];
    bool *changed[2];      /* a line of a that goes, of b that comes */
    size_t begin, ends[2]; /* what is not alike at both ends */
    size_t context;
    cft_buffer *out;       /* chatfmt_diff_line */
} line_work;

static bool line_split(const line_work *d, cft_slice text, line_list *out)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.data[i] == '\n';
    out->count = 0;
    out->capacity = count + 1;
    out->lines = cft_allocate(d->memory, out->capacity * sizeof *out->lines);
    if (!out->lines) return false;
    while (at < text.length) {
        const char *newline = memchr(text.data + at, '\n', text.length - at);
        size_t end = newline ? (size_t)(newline - text.data) + 1 : text.length;
        out->lines[out->count++] = cft_slice_of(text.data + at, end - at);
        at = end;
    }
    return true;
}

static bool line_equal(const line_work *d, size_t i, size_t j)
{
    cft_slice a = d->sides[0].lines[i], b = d->sides[1].lines[j];
    return a.length == b.length && !memcmp(a.data, b.data, a.length);
}

static void line_trim(line_work *d)
{
    size_t begin = 0, a = d->sides[0].count, b = d->sides[1].count;
    while (begin < a && begin < b && line_equal(d, begin, begin)) begin++;
    while (a > begin && b > begin && line_equal(d, a - 1, b - 1))
        a--, b--;
    d->begin = begin;
    d->ends[0] = a;
    d->ends[1] = b;
}

static void line_mark_all(line_work *d)
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
static void line_walk_back(line_work *d, int *table, int steps, int x, int y)
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

static bool line_compare(line_work *d)
{
    size_t rows = d->ends[0] - d->begin, columns = d->ends[1] - d->begin;
    if (rows > INT32_MAX / 4 || columns > INT32_MAX / 4) {
        line_mark_all(d);
        return true;
    }
    int n = (int)rows, m = (int)columns;
    int most = n + m < LINE_DIFF_MOST ? n + m : LINE_DIFF_MOST;
    size_t size = sizeof(int) * (size_t)(most + 1) * (size_t)(most + 1);
    int *table = cft_allocate(d->memory, size);
    if (!table) return false;
    for (int steps = 0; steps <= most; steps++) {
        int *row = line_row(table, steps);
        const int *before = steps ? line_row(table, steps - 1) : NULL;
        for (int k = -steps; k <= steps; k += 2) {
            int x = line_start(before, steps, k), y = x - k;
            while (x < n && y < m && line_equal(d, d->begin + (size_t)x, d->begin + (size_t)y))
                x++, y++;
            row[k + steps] = x;
            if (x < n || y < m) continue;
            /* Both ends: to go past one, a path would have come here in fewer steps. */
            line_walk_back(d, table, steps, x, y);
            cft_release(d->memory, table, size);
            return true;
        }
    }
    cft_release(d->memory, table, size);
    line_mark_all(d);
    return true;
}

/* ---- Hunks ---- */

static bool line_put(line_work *d, char mark, cft_slice text, const size_t numbers[4])
{
    chatfmt_diff_line line = {.mark = mark, .text = text};
    if (numbers) {
        memcpy(line.begin, numbers, sizeof line.begin);
        memcpy(line.end, numbers + 2, sizeof line.end);
    }
    return cft_buffer_append(d->out, (const char *)&line, sizeof line) == CHATFMT_OK;
}

/* Lines [a, a_end) of one side against [b, b_end) of the other. */
static bool line_hunk(line_work *d, size_t a, size_t a_end, size_t b, size_t b_end)
{
    const size_t numbers[4] = {a, b, a_end, b_end};
    bool ok = line_put(d, '@', CFT_LIT(""), numbers);
    while (ok && (a < a_end || b < b_end)) {
        if (a < a_end && d->changed[0][a]) {
            ok = line_put(d, '-', d->sides[0].lines[a++], NULL);
        } else if (b < b_end && d->changed[1][b]) {
            ok = line_put(d, '+', d->sides[1].lines[b++], NULL);
        } else {
            ok = line_put(d, ' ', d->sides[0].lines[a++], NULL);
            b++;
        }
    }
    return ok;
}

static bool line_is_changed(const line_work *d, size_t a, size_t b)
{
    return (a < d->sides[0].count && d->changed[0][a]) ||
           (b < d->sides[1].count && d->changed[1][b]);
}

static bool line_hunks(line_work *d)
{
    size_t a = 0, b = 0;
    while (a < d->sides[0].count || b < d->sides[1].count) {
        if (!line_is_changed(d, a, b)) {
            a++, b++;
            continue;
        }
        size_t back = a < d->context ? a : d->context, quiet = 0;
        size_t from_a = a - back, from_b = b - back;
        /* To the end of the last change that is near enough to the one before it. */
        while ((a < d->sides[0].count || b < d->sides[1].count) &&
               quiet <= 2 * d->context) {
            bool changed = line_is_changed(d, a, b);
            quiet = changed ? 0 : quiet + 1;
            if (a < d->sides[0].count && d->changed[0][a])
                a++;
            else if (b < d->sides[1].count && d->changed[1][b])
                b++;
            else
                a++, b++;
        }
        size_t over = quiet > d->context ? quiet - d->context : 0;
        if (!line_hunk(d, from_a, a - over, from_b, b - over)) return false;
    }
    return true;
}

chatfmt_status cft_line_diff(const chatfmt_allocator *memory, cft_slice a, cft_slice b,
                             size_t context, cft_buffer *out)
{
    line_work d = {.memory = memory, .context = context, .out = out};
    bool ok = line_split(&d, a, &d.sides[0]) && line_split(&d, b, &d.sides[1]);
    for (int i = 0; ok && i < 2; i++) {
        size_t size = (d.sides[i].count + 1) * sizeof *d.changed[i];
        d.changed[i] = cft_allocate(memory, size);
        ok = d.changed[i] != NULL;
        if (ok) memset(d.changed[i], 0, size);
    }
    if (ok) {
        line_trim(&d);
        ok = line_compare(&d) && line_hunks(&d);
    }
    for (int i = 0; i < 2; i++) {
        if (d.changed[i])
            cft_release(memory, d.changed[i], (d.sides[i].count + 1) * sizeof *d.changed[i]);
        if (d.sides[i].lines)
            cft_release(memory, d.sides[i].lines, d.sides[i].capacity * sizeof *d.sides[i].lines);
    }
    return ok ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}
