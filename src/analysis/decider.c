/* analysis/decider.c - writers and conditions by the tags around them (analysis/decider.h). */
#include "analysis/decider.h"

enum {
    DECIDER_MARK = 11,
    DECIDER_AROUND = 10,
    DECIDER_DIGITS = 5,
    DECIDER_MOST = 99999,
    DECIDER_DEPTH = 64
};

/* ---- The twin ---- */

/* {{ 'MARK' }} with the signs of the tag that it is put in front of. */
static char *decider_mark(char *to, size_t number, bool strips)
{
    size_t length = strips ? 5 : 4;
    to = (char *)memcpy(to, strips ? "{{- '" : "{{ '", length) + length;
    to[0] = '\xEE', to[1] = '\x80', to[2] = '\x80';
    for (size_t i = 0; i < DECIDER_DIGITS; i++, number /= 10)
        to[2 + DECIDER_DIGITS - i] = (char)('0' + number % 10);
    memcpy(to + 3 + DECIDER_DIGITS, "\xEE\x80\x81", 3);
    to += DECIDER_MARK;
    return (char *)memcpy(to, strips ? "' -}}" : "' }}", length) + length;
}

/* What its bodies write is a value first: macro, call, filter, block set. */
static bool decider_captures(const cft_segments *p, const cft_segment *one)
{
    uint8_t word = one->count ? p->tokens[one->first].word : 0;
    return word == CFT_WORD_MACRO || word == CFT_WORD_CALL || word == CFT_WORD_FILTER ||
           word == CFT_WORD_SET;
}

/* The source with marks; in captured text only when `all`. */
static cft_slice decider_twin(const cft_segments *p, char *text, bool all)
{
    size_t from = 0, depth = 0, captured = 0; /* captured: the depth where it began */
    char *to = text;
    for (uint32_t i = 0; i < p->segment_count && i < DECIDER_MOST; i++) {
        const cft_segment *one = &p->segments[i];
        if (one->role == CFT_SEGMENT_CLOSES && depth-- == captured) captured = 0;
        if (one->role == CFT_SEGMENT_OPENS && ++depth && !captured && decider_captures(p, one))
            captured = depth;
        if (one->kind != CFT_SEGMENT_PRINT || (captured && !all)) continue;
        memcpy(to, p->source.data + from, one->begin - from);
        to = decider_mark(to + (one->begin - from), i, one->left == '-');
        from = one->begin;
    }
    memcpy(to, p->source.data + from, p->source.length - from);
    to += p->source.length - from;
    *to++ = '\n'; /* the last newline of a source is dropped */
    return cft_slice_of(text, (size_t)(to - text));
}

chatfmt_status cft_decider_make(cft_arena *arena, cft_slice source, const chatfmt_limits *limits,
                                cft_decider *out, chatfmt_error *error)
{
    static const cft_syntax_options syntax = {
        .trim_blocks = true, .lstrip_blocks = true, .keep_trailing_newline = true};
    memset(out, 0, sizeof *out);
    CFT_TRY(cft_segments_cut(arena, source, &syntax, limits, &out->parts, error));
    const cft_segments *p = &out->parts;
    for (int i = 0; i < CFT_DECIDER_TWINS; i++) {
        char *text = cft_arena_take(
            arena, p->source.length + p->segment_count * (DECIDER_MARK + DECIDER_AROUND) + 1);
        if (!text) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        out->twins[i] = decider_twin(p, text, i == 0);
    }
    return CHATFMT_OK;
}

/* The number of the mark at `at`, or NOWHERE. */
static size_t decider_marked(cft_slice twin, size_t at)
{
    size_t number = 0;
    if (twin.length - at < DECIDER_MARK || memcmp(twin.data + at, "\xEE\x80\x80", 3) ||
        memcmp(twin.data + at + 3 + DECIDER_DIGITS, "\xEE\x80\x81", 3))
        return CFT_DECIDER_NOWHERE;
    for (size_t i = 0; i < DECIDER_DIGITS; i++)
        number = number * 10 + (size_t)(twin.data[at + 3 + i] - '0');
    return number;
}

static bool decider_add(const cft_decider *decider, cft_decider_path *path, size_t *capacity,
                        size_t number)
{
    if (path->count == *capacity) {
        size_t wanted = *capacity ? 2 * *capacity : 64;
        void *grown = cft_arena_grow(decider->parts.arena, path->at, *capacity * sizeof *path->at,
                                     wanted * sizeof *path->at);
        if (!grown) return false;
        path->at = grown;
        *capacity = wanted;
    }
    path->at[path->count++] = decider->parts.segments[number].begin;
    return true;
}

chatfmt_status cft_decider_walk(const cft_decider *decider, cft_slice twin, cft_slice prompt,
                                size_t at, cft_decider_path *out)
{
    size_t reached = 0, capacity = 0;
    *out = (cft_decider_path){.next = CFT_DECIDER_NOWHERE};
    for (size_t i = 0; i < twin.length;) {
        size_t number = decider_marked(twin, i);
        if (number < decider->parts.segment_count) {
            if (reached <= at && !decider_add(decider, out, &capacity, number))
                return CHATFMT_NO_MEMORY;
            if (reached > at && out->next == CFT_DECIDER_NOWHERE)
                out->next = decider->parts.segments[number].begin;
            i += DECIDER_MARK;
        } else if (reached < prompt.length && prompt.data[reached] == twin.data[i]) {
            reached++, i++;
        } else {
            return CHATFMT_VALUE;
        }
    }
    return reached == prompt.length ? CHATFMT_OK : CHATFMT_VALUE;
}

/* What ran after the first `common` prints: a print, or where there is none any more the text of
 * the template that wrote the byte, or else the print after it. */
static size_t decider_after(const cft_decider_path *path, size_t common, size_t writer)
{
    if (common < path->count) return path->at[common];
    bool is_text = writer != CFT_DECIDER_NOWHERE && (!common || writer != path->at[common - 1]);
    return is_text ? writer : path->next;
}

bool cft_decider_part(const cft_decider_path *one, const cft_decider_path *other, size_t *of_one,
                      size_t *of_other)
{
    size_t i = 0;
    while (i < one->count && i < other->count && one->at[i] == other->at[i]) i++;
    if (i == one->count && i == other->count) return false;
    *of_one = decider_after(one, i, *of_one);
    *of_other = decider_after(other, i, *of_other);
    if (*of_one == *of_other && i) *of_one = *of_other = one->at[i - 1];
    return true;
}

/* ---- Pieces ---- */

cft_slice cft_decider_piece(const cft_decider *decider, size_t offset)
{
    const cft_segments *p = &decider->parts;
    size_t begin = 0, end = p->source.length;
    for (uint32_t i = 0; i < p->segment_count; i++) {
        const cft_segment *one = &p->segments[i];
        if (one->begin <= offset && offset < one->end)
            return cft_slice_of(p->source.data + one->begin, one->end - one->begin);
        if (one->end <= offset) begin = one->end;
        if (one->begin > offset && one->begin < end) end = one->begin;
    }
    return cft_slice_of(p->source.data + begin, end - begin);
}

/* ---- Branches ---- */

/* Of the branches around an offset, the outermost first: the tags that begin them, and the first
 * tags of their statements. */
typedef struct decider_branches {
    uint32_t tag[DECIDER_DEPTH], opener[DECIDER_DEPTH];
    uint32_t depth;
} decider_branches;

static void decider_around(const cft_decider *decider, size_t offset, decider_branches *out)
{
    const cft_segments *p = &decider->parts;
    uint32_t deeper = 0; /* statements beyond the bound, while the depth is that */
    out->depth = 0;
    for (uint32_t i = 0; i < p->segment_count && p->segments[i].end <= offset; i++) {
        uint8_t role = p->segments[i].role;
        if (role == CFT_SEGMENT_OPENS && out->depth < DECIDER_DEPTH) {
            out->tag[out->depth] = out->opener[out->depth] = i;
            out->depth++;
        } else if (role == CFT_SEGMENT_OPENS) {
            deeper++;
        } else if (role == CFT_SEGMENT_CLOSES && deeper) {
            deeper--;
        } else if (role == CFT_SEGMENT_CLOSES && out->depth) {
            out->depth--;
        } else if (role == CFT_SEGMENT_GOES_ON && !deeper && out->depth) {
            out->tag[out->depth - 1] = i;
        }
    }
}

static uint8_t decider_word(const cft_decider *decider, uint32_t segment)
{
    const cft_segment *one = &decider->parts.segments[segment];
    return one->count ? decider->parts.tokens[one->first].word : 0;
}

static cft_slice decider_tag(const cft_decider *decider, uint32_t segment)
{
    const cft_segment *one = &decider->parts.segments[segment];
    return cft_slice_of(decider->parts.source.data + one->begin, one->end - one->begin);
}

/* The condition of branch `at`; empty for what always runs. */
static cft_slice decider_condition(const cft_decider *decider, const decider_branches *b,
                                   uint32_t at)
{
    uint32_t tag = at < b->depth ? b->tag[at] : 0;
    if (at >= b->depth) return CFT_LIT("");
    if (decider_word(decider, tag) == CFT_WORD_ELSE) tag = b->opener[at];
    uint8_t word = decider_word(decider, tag);
    bool decides = word == CFT_WORD_IF || word == CFT_WORD_ELIF || word == CFT_WORD_FOR;
    return decides ? decider_tag(decider, tag) : CFT_LIT("");
}

/* The {{ … }} at `offset`, or empty. */
static cft_slice decider_print(const cft_decider *decider, size_t offset)
{
    cft_slice piece = cft_decider_piece(decider, offset);
    return piece.length > 1 && piece.data[0] == '{' && piece.data[1] == '{' ? piece : CFT_LIT("");
}

cft_slice cft_decider_between(const cft_decider *decider, size_t one, size_t other)
{
    decider_branches a, b;
    uint32_t level = 0;
    decider_around(decider, one, &a);
    decider_around(decider, other, &b);
    while (level < a.depth && level < b.depth && a.tag[level] == b.tag[level]) level++;
    cft_slice found = decider_condition(decider, &a, level);
    if (!found.length) found = decider_condition(decider, &b, level);
    if (!found.length) found = decider_print(decider, one);
    return found.length ? found : decider_print(decider, other);
}
