/* builtins/rare/wordwrap.c - the filter wordwrap: Python's textwrap.wrap, line by line.
 *
 * A line is cut into chunks (spaces, words, parts of hyphenated words) which are laid into
 * lines of at most `width` code points. As chunks stand side by side in the text, an output
 * line is always one slice of it. CPython: textwrap.TextWrapper with expand_tabs and
 * replace_whitespace off.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "value/text.h"

#include <math.h>

/* What a code point is to the rules; a set of bits. */
enum {
    WRAP_BLANK = 1,  /* ASCII white space, the only kind that separates words   */
    WRAP_SPACE = 2,  /* white space of any kind, dropped at the ends of lines   */
    WRAP_LETTER = 4, /* \w without digits                                       */
    WRAP_WORD = 8,   /* \w                                                      */
    WRAP_PUNCT = 16, /* \w or one of !"'&.,?                                    */
    WRAP_DASH = 32
};

static uint8_t wrap_class(uint32_t code)
{
    if (code == '-') return WRAP_DASH;
    if (code == ' ' || (code >= '\t' && code <= '\r')) return WRAP_BLANK | WRAP_SPACE;
    if (cft_is_space(code)) return WRAP_SPACE;
    if (cft_is_word(code)) {
        return (uint8_t)(WRAP_WORD | WRAP_PUNCT | (cft_is_decimal(code) ? 0 : WRAP_LETTER));
    }
    bool punct = code == '!' || code == '"' || code == '\'' || code == '&' || code == '.' ||
                 code == ',' || code == '?';
    return punct ? WRAP_PUNCT : 0;
}

typedef struct wrap_line {
    const char *text;
    const uint8_t *class; /* per code point */
    size_t count;         /* code points    */
} wrap_line;

typedef struct wrap_job {
    cft_vm *vm;
    cft_builder *b;
    cft_value separator;
    size_t width;
    bool width_is_float;
    bool break_long, split_hyphens, break_hyphens;
    bool escape; /* the separator is Markup: lines are escaped as it joins them */
} wrap_job;

static bool wrap_is(const wrap_line *line, size_t at, uint8_t class)
{
    return at < line->count && (line->class[at] & class) != 0;
}

/* Is there "--…" followed by a word character at `at`? Gives where the dashes end. */
static bool wrap_em_dash(const wrap_line *line, size_t at, size_t *end)
{
    size_t q = at;
    while (wrap_is(line, q, WRAP_DASH))
        q++;
    *end = q;
    return q - at >= 2 && wrap_is(line, q, WRAP_WORD);
}

/* May a word be split after the dash at `at`? Two letters, or letter-dash-letter, before it
 * and two letters, a dash between them allowed, after it. */
static bool wrap_hyphen(const wrap_line *line, size_t at)
{
    if (!wrap_is(line, at, WRAP_DASH) || at < 2 || !wrap_is(line, at - 1, WRAP_LETTER)) {
        return false;
    }
    bool before =
        wrap_is(line, at - 2, WRAP_LETTER) ||
        (at >= 3 && wrap_is(line, at - 2, WRAP_DASH) && wrap_is(line, at - 3, WRAP_LETTER));
    if (!before || !wrap_is(line, at + 1, WRAP_LETTER)) return false;
    return wrap_is(line, at + 2, WRAP_LETTER) ||
           (wrap_is(line, at + 2, WRAP_DASH) && wrap_is(line, at + 3, WRAP_LETTER));
}

/* Where the chunk that begins at `at` ends. CPython: TextWrapper.wordsep_re. */
static size_t wrap_chunk_end(const wrap_job *job, const wrap_line *line, size_t at)
{
    size_t q = at;
    if (wrap_is(line, at, WRAP_BLANK)) {
        while (wrap_is(line, q, WRAP_BLANK))
            q++;
        return q;
    }
    if (!job->split_hyphens) {
        while (q < line->count && !wrap_is(line, q, WRAP_BLANK))
            q++;
        return q;
    }
    if (at > 0 && wrap_is(line, at - 1, WRAP_PUNCT) && wrap_em_dash(line, at, &q)) return q;
    for (q = at + 1;; q++) {
        size_t unused;
        if (wrap_hyphen(line, q)) return q + 1;
        if (q >= line->count || wrap_is(line, q, WRAP_BLANK)) return q;
        if (wrap_is(line, q - 1, WRAP_PUNCT) && wrap_em_dash(line, q, &unused)) return q;
    }
}

/* Nothing but white space: such chunks are dropped at both ends of a line. */
static bool wrap_is_space(const wrap_line *line, size_t begin, size_t end)
{
    while (begin < end && wrap_is(line, begin, WRAP_SPACE))
        begin++;
    return begin == end;
}

/* How much of the chunk [begin, end) goes on a line with `room` left. Prefers the place after
 * the last hyphen that has something else before it. */
static size_t wrap_break_at(const wrap_job *job, const wrap_line *line, size_t begin,
                            size_t end, size_t room)
{
    size_t cut = end - begin < room ? end : begin + room;
    if (!job->break_hyphens || end - begin <= room) return cut;
    size_t hyphen = cut;
    while (hyphen > begin && !wrap_is(line, hyphen - 1, WRAP_DASH))
        hyphen--;
    if (hyphen <= begin + 1) return cut;
    for (size_t i = begin; i < hyphen - 1; i++) {
        if (!wrap_is(line, i, WRAP_DASH)) return hyphen;
    }
    return cut;
}

typedef struct wrap_state {
    size_t next, next_end; /* the chunk not yet laid; next == count when none is left */
    size_t begin, end;     /* the line being laid                                     */
    size_t last;           /* where its last chunk begins                             */
} wrap_state;

static void wrap_take(const wrap_job *job, const wrap_line *line, wrap_state *s, size_t end)
{
    s->last = s->next;
    s->end = end;
    s->next = end;
    if (end == s->next_end && end < line->count) {
        s->next_end = wrap_chunk_end(job, line, end);
    }
}

/* Lay chunks into one line: [s->begin, s->end), empty when there is nothing to print. */
static chatfmt_status wrap_lay(const wrap_job *job, const wrap_line *line, wrap_state *s,
                               bool is_first)
{
    if (!is_first && wrap_is_space(line, s->next, s->next_end)) {
        wrap_take(job, line, s, s->next_end);
    }
    s->begin = s->end = s->last = s->next;
    while (s->next < line->count && s->next_end - s->begin <= job->width) {
        wrap_take(job, line, s, s->next_end);
    }
    if (s->next < line->count && s->next_end - s->next > job->width) {
        if (job->break_long) {
            if (job->width_is_float && job->width) {
                return cft_vm_raise(job->vm, CHATFMT_TYPE,
                                    "slice indices must be integers or None or have an "
                                    "__index__ method");
            }
            size_t room = job->width ? job->width - (s->end - s->begin) : 1;
            wrap_take(job, line, s, wrap_break_at(job, line, s->next, s->next_end, room));
        } else if (s->begin == s->end) {
            wrap_take(job, line, s, s->next_end);
        }
    }
    if (s->end > s->begin && wrap_is_space(line, s->last, s->end)) s->end = s->last;
    return CHATFMT_OK;
}

static chatfmt_status wrap_print(const wrap_job *job, const char *text, size_t length)
{
    if (!job->escape) return cft_build_copy(job->b, text, length);
    cft_value escaped, plain = cft_string(text, (uint32_t)length, 0);
    CFT_TRY(cft_markup_escape(job->vm, plain, &escaped));
    return cft_build_copy(job->b, escaped.as.text, escaped.length);
}

/* Wrap one line of the text. */
static chatfmt_status wrap_one(const wrap_job *job, const wrap_line *line)
{
    wrap_state s = {0};
    const char *at = line->text;
    size_t passed = 0;
    bool is_first = true;
    if (line->count) s.next_end = wrap_chunk_end(job, line, 0);
    while (s.next < line->count) {
        CFT_TRY(cft_charge(&job->vm->heap, 1));
        CFT_TRY(wrap_lay(job, line, &s, is_first));
        if (s.begin == s.end) continue;
        if (!is_first) {
            CFT_TRY(cft_build_copy(job->b, job->separator.as.text, job->separator.length));
        }
        is_first = false;
        for (; passed < s.begin; passed++)
            cft_utf8_next(&at);
        const char *begin = at;
        for (; passed < s.end; passed++)
            cft_utf8_next(&at);
        CFT_TRY(wrap_print(job, begin, (size_t)(at - begin)));
    }
    return CHATFMT_OK;
}

/* Every line of the text, with the separator between them. */
static chatfmt_status wrap_all(const wrap_job *job, cft_value text)
{
    const char *at = text.as.text, *end = at + text.length;
    void *room;
    CFT_TRY(cft_charge_text(job->vm, text.length));
    CFT_TRY(cft_heap_take(&job->vm->heap, text.length, &room));
    uint8_t *class = room;
    for (bool is_first = true; at < end; is_first = false) {
        wrap_line line = {at, class, 0};
        size_t whole, length = cft_line_length(at, end, &whole);
        for (const char *p = at; p < at + length;) {
            class[line.count++] = wrap_class(cft_utf8_next(&p));
        }
        at += whole;
        if (!is_first) {
            CFT_TRY(cft_build_copy(job->b, job->separator.as.text, job->separator.length));
        }
        CFT_TRY(wrap_one(job, &line));
    }
    return CHATFMT_OK;
}

/* The width as a count of code points; what is not above zero is a ValueError. */
static chatfmt_status wrap_set_width(wrap_job *job, cft_value width)
{
    double real = 79;
    if (width.kind == CFT_FLOAT) {
        real = width.as.real;
        job->width_is_float = true;
    } else if (cft_is_integral(width)) {
        real = (double)cft_integer_of(width);
    } else if (width.kind == CFT_BIGINT) { /* beyond any text, or below zero */
        real = *width.as.text == '-' ? -4294967296.0 : 4294967296.0;
    } else if (width.kind == CFT_UNDEFINED) {
        return cft_raise_undefined(&job->vm->heap, width);
    } else if (width.kind != CFT_ABSENT) {
        return cft_vm_raise(job->vm, CHATFMT_TYPE,
                            "'<=' not supported between instances of '%s' and 'int'",
                            cft_type_name(width));
    }
    if (real <= 0) {
        return cft_vm_raise(job->vm, CHATFMT_VALUE, "invalid width %d (must be > 0)",
                            real < -2147483647.0 ? -2147483647 : (int)real);
    }
    job->width = real < 4294967296.0 ? (size_t)real : SIZE_MAX / 2;
    return CHATFMT_OK;
}

/* wordwrap(width=79, break_long_words=true, wrapstring=none, break_on_hyphens=true). Jinja:
 * do_wordwrap. */
chatfmt_status cft_filter_wordwrap(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0], hyphens = args.at[4];
    cft_builder b;
    wrap_job job = {.vm = vm, .b = &b, .separator = args.at[3]};
    if (job.separator.kind == CFT_ABSENT || job.separator.kind == CFT_NONE) {
        CFT_TRY(cft_new_fresh(&vm->heap, "\n", 1, &job.separator));
    }
    if (job.separator.kind != CFT_STRING && job.separator.kind != CFT_BYTES) {
        return cft_raise_no_attribute(vm, job.separator, "join");
    }
    if (text.kind != CFT_STRING && text.kind != CFT_BYTES) {
        return cft_raise_no_attribute(vm, text, "splitlines");
    }
    if (text.length) CFT_TRY(wrap_set_width(&job, args.at[1]));
    if (text.kind == CFT_BYTES || job.separator.kind == CFT_BYTES) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "sequence item 0: expected str instance");
    }
    job.break_long = cft_arg_truth_or(args, 2, true);
    job.break_hyphens = cft_arg_truth_or(args, 4, true);
    job.split_hyphens =
        hyphens.kind == CFT_ABSENT || (hyphens.kind == CFT_BOOL && hyphens.as.boolean);
    job.escape = cft_markup_is(job.separator);
    CFT_TRY(cft_build(&b, &vm->heap, text.length + 16));
    CFT_TRY(wrap_all(&job, text));
    return cft_build_end(&b, job.escape ? CFT_STR_MARKUP : 0, out);
}
