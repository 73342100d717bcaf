/* analysis/formatter.c - white space between tags (analysis/formatter.h). */
#include "analysis/formatter.h"

/* What lies between two tags. */
typedef struct tidy_gap {
    const cft_segment *before, *after; /* NULL at the ends of the source              */
    cft_slice lead, text, tail;        /* what `before` eats, what is left, what `after` eats */
    bool all_before, all_after;        /* a sign eats all white space on that side    */
} tidy_gap;

chatfmt_status cft_formatter_spaces(cft_formatter_work *w, uint32_t count)
{
    static const char blanks[] = "                                ";
    while (count) {
        uint32_t run = count < sizeof blanks - 1 ? count : (uint32_t)sizeof blanks - 1;
        CFT_TRY(cft_buffer_append(w->out, blanks, run));
        count -= run;
    }
    return CHATFMT_OK;
}

static chatfmt_status tidy_put(cft_formatter_work *w, cft_slice text)
{
    return cft_buffer_append(w->out, text.data, text.length);
}

static uint32_t tidy_newlines(cft_slice text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.data[i] == '\n';
    return count;
}

/* The level of a tag: what closes a block is where it began. */
static uint32_t tidy_level(const cft_formatter_work *w, const cft_segment *segment)
{
    bool back = segment &&
                (segment->role == CFT_SEGMENT_CLOSES || segment->role == CFT_SEGMENT_GOES_ON);
    return back && w->depth ? w->depth - 1 : w->depth;
}

static bool tidy_is_block(const cft_segment *segment)
{
    return segment && segment->kind == CFT_SEGMENT_BLOCK;
}

static bool tidy_is_comment(const cft_segment *segment)
{
    return segment && segment->kind == CFT_SEGMENT_COMMENT;
}

/* The tag eats the newline after it, or the spaces of its line before it. */
static bool tidy_trims(const cft_formatter_work *w, const cft_segment *segment)
{
    return w->options->syntax.trim_blocks && segment && !segment->right &&
           (segment->kind == CFT_SEGMENT_BLOCK || segment->kind == CFT_SEGMENT_COMMENT);
}

static bool tidy_strips(const cft_formatter_work *w, const cft_segment *segment)
{
    return w->options->syntax.lstrip_blocks && segment && !segment->left &&
           (segment->kind == CFT_SEGMENT_BLOCK || segment->kind == CFT_SEGMENT_COMMENT);
}

/* New lines and the indentation of what comes next. */
static chatfmt_status tidy_lines(cft_formatter_work *w, uint32_t newlines, uint32_t level)
{
    CFT_TRY(cft_buffer_append(w->out, "\n\n", newlines > 1 ? 2 : 1));
    return cft_formatter_spaces(w, level * w->options->indent);
}

/* White space that is eaten whole by a sign, so any other would do: block tags get lines of
 * their own. */
static chatfmt_status tidy_eaten(cft_formatter_work *w, const tidy_gap *gap, cft_slice space)
{
    uint32_t newlines = tidy_newlines(space);
    bool blocks = (tidy_is_block(gap->before) || tidy_is_block(gap->after)) &&
                  !tidy_is_comment(gap->before) && !tidy_is_comment(gap->after);
    if (!gap->before) return CHATFMT_OK;
    if (!gap->after) return newlines ? cft_buffer_append(w->out, "\n", 1) : CHATFMT_OK;
    if (newlines || blocks) return tidy_lines(w, newlines, tidy_level(w, gap->after));
    return space.length ? cft_buffer_append(w->out, " ", 1) : CHATFMT_OK;
}

/* A gap of which nothing reaches the output. */
static chatfmt_status tidy_free_gap(cft_formatter_work *w, const tidy_gap *gap, cft_slice space)
{
    if (gap->all_before || gap->all_after) return tidy_eaten(w, gap, space);
    bool line = tidy_trims(w, gap->before) && tidy_strips(w, gap->after);
    bool blocks = tidy_is_block(gap->before) && tidy_is_block(gap->after);
    if (line && (blocks || tidy_newlines(space)))
        return tidy_lines(w, 1, tidy_level(w, gap->after));
    if (!gap->before && tidy_strips(w, gap->after)) return CHATFMT_OK;
    return tidy_put(w, space);
}

/* A gap with text: its ends are eaten, the text stays as it is. */
static chatfmt_status tidy_text_gap(cft_formatter_work *w, const tidy_gap *gap)
{
    bool line_begins = gap->text.data[gap->text.length - 1] == '\n';
    if (gap->all_before && tidy_newlines(gap->lead) && gap->before)
        CFT_TRY(tidy_lines(w, tidy_newlines(gap->lead), w->depth));
    else
        CFT_TRY(tidy_put(w, gap->lead));
    CFT_TRY(tidy_put(w, gap->text));
    if (gap->all_after && tidy_newlines(gap->tail) && gap->after)
        return tidy_lines(w, tidy_newlines(gap->tail), tidy_level(w, gap->after));
    if (!gap->all_after && line_begins && tidy_strips(w, gap->after))
        return cft_formatter_spaces(w, tidy_level(w, gap->after) * w->options->indent);
    return tidy_put(w, gap->tail);
}

/* The gap between two segments; *text is the first text that is not after them. */
static chatfmt_status tidy_gap_between(cft_formatter_work *w, const cft_segment *before,
                                       const cft_segment *after, uint32_t *text)
{
    const cft_segments *p = w->p;
    uint32_t begin = before ? before->end : 0;
    uint32_t end = after ? after->begin : (uint32_t)p->source.length;
    const char *data = p->source.data;
    tidy_gap gap = {.before = before, .after = after};
    if ((before && before->kind == CFT_SEGMENT_VERBATIM) ||
        (after && after->kind == CFT_SEGMENT_VERBATIM))
        return tidy_put(w, cft_slice_of(data + begin, end - begin));
    gap.all_before = before && before->right == '-';
    gap.all_after = after && after->left == '-';
    while (*text < p->text_count && p->texts[*text].end <= begin)
        ++*text;
    if (*text == p->text_count || p->texts[*text].begin >= end)
        return tidy_free_gap(w, &gap, cft_slice_of(data + begin, end - begin));
    cft_segment_text found = p->texts[*text];
    gap.lead = cft_slice_of(data + begin, found.begin - begin);
    gap.text = cft_slice_of(data + found.begin, found.end - found.begin);
    gap.tail = cft_slice_of(data + found.end, end - found.end);
    return tidy_text_gap(w, &gap);
}

/* A comment keeps its words; one line alone gets a space at each end. */
static chatfmt_status tidy_comment(cft_formatter_work *w, const cft_segment *segment)
{
    const char *data = w->p->source.data;
    uint32_t begin = segment->begin + (segment->left ? 3 : 2),
             end = segment->end - (segment->right ? 3 : 2);
    cft_slice text = cft_slice_of(data + begin, end - begin);
    if (tidy_newlines(text))
        return tidy_put(w, cft_slice_of(data + segment->begin, segment->end - segment->begin));
    while (text.length && (text.data[0] == ' ' || text.data[0] == '\t'))
        text.data++, text.length--;
    while (text.length &&
           (text.data[text.length - 1] == ' ' || text.data[text.length - 1] == '\t'))
        text.length--;
    CFT_TRY(cft_buffer_append(w->out, "{#", 2));
    if (segment->left) CFT_TRY(cft_buffer_append(w->out, &segment->left, 1));
    CFT_TRY(cft_buffer_append(w->out, " ", 1));
    CFT_TRY(tidy_put(w, text));
    if (text.length) CFT_TRY(cft_buffer_append(w->out, " ", 1));
    if (segment->right) CFT_TRY(cft_buffer_append(w->out, &segment->right, 1));
    return cft_buffer_append(w->out, "#}", 2);
}

static chatfmt_status tidy_segment(cft_formatter_work *w, const cft_segment *segment)
{
    uint32_t level = tidy_level(w, segment);
    if (segment->kind == CFT_SEGMENT_COMMENT) return tidy_comment(w, segment);
    if (segment->kind == CFT_SEGMENT_VERBATIM)
        return tidy_put(
            w, cft_slice_of(w->p->source.data + segment->begin, segment->end - segment->begin));
    CFT_TRY(cft_formatter_tag(w, segment, level));
    w->depth =
        level + (segment->role == CFT_SEGMENT_OPENS || segment->role == CFT_SEGMENT_GOES_ON);
    return CHATFMT_OK;
}

/* The one newline at the end that the template loses. */
static bool tidy_ends_in_newline(cft_slice source, const cft_formatter_options *options)
{
    char last = source.length ? source.data[source.length - 1] : '\0';
    return !options->syntax.keep_trailing_newline && (last == '\n' || last == '\r');
}

chatfmt_status cft_formatter(cft_arena *arena, cft_slice source,
                             const cft_formatter_options *options, const chatfmt_limits *limits,
                             cft_buffer *out, chatfmt_error *error)
{
    cft_segments segments;
    cft_formatter_work w = {&segments, options, out, 0};
    const cft_segment *before = NULL;
    uint32_t text = 0;
    CFT_TRY(cft_segments_cut(arena, source, &options->syntax, limits, &segments, error));
    for (uint32_t i = 0; i < segments.segment_count; i++) {
        CFT_TRY(tidy_gap_between(&w, before, &segments.segments[i], &text));
        before = &segments.segments[i];
        CFT_TRY(tidy_segment(&w, before));
        if (out->length > limits->output_bytes)
            return cft_fail(error, CHATFMT_LIMIT,
                            "limit exceeded: output_bytes is %zu, reached %zu",
                            (size_t)limits->output_bytes, out->length);
    }
    CFT_TRY(tidy_gap_between(&w, before, NULL, &text));
    return tidy_ends_in_newline(source, options) ? cft_buffer_append(out, "\n", 1) : CHATFMT_OK;
}
