/* tokenizers/pretokenize.c - from a normalised piece to words.
 *
 * The pre-tokenizer is a list of splits. Each part that one split makes goes through the next
 * before the following part is looked for; the nesting is at most CFT_STEPS deep. What comes out
 * of the last one is collected, so that the model is given many words at once.
 */
#include "base/mask16.h"
#include "base/utf8.h"
#include "regex/char_class.h"
#include "tokenizers/grapheme.h"
#include "tokenizers/tokenizer.h"
#include "value/text.h"

#include <assert.h>

enum { SPLIT_BLOCK = 256 };

/* Words side by side, on their way to the model together. */
typedef struct split_row {
    cft_encoder *encoder;
    const cft_token_view *view;
    size_t begin, end, count;
    uint32_t ends[SPLIT_BLOCK];
} split_row;

/* A split at work on bytes [begin, end) of a view. */
typedef struct split_run {
    split_row *words;
    const cft_split *split;
    const cft_token_view *view;
    size_t begin, end;
    size_t level;
    size_t from, last_empty; /* for patterns: where to look, the end of the last match */
    bool has_pending, pending_match, previous_match;
    size_t pending_begin, pending_end;
} split_run;

static chatfmt_status split_level(split_row *words, size_t level, const cft_token_view *view,
                                  size_t begin, size_t end);

static chatfmt_status split_flush_words(split_row *words)
{
    size_t count = words->count;
    words->count = 0;
    return count ? cft_encoder_words(words->encoder, words->view, words->begin, words->ends, count)
                 : CHATFMT_OK;
}

/* Make room for a word that begins at `begin`, and for one more. */
static inline chatfmt_status split_open_words(split_row *words, const cft_token_view *view,
                                              size_t begin)
{
    if (words->count && (words->view != view || words->end != begin ||
                         words->count + 2 > SPLIT_BLOCK))
        CFT_TRY(split_flush_words(words));
    if (words->count) return CHATFMT_OK;
    words->view = view;
    words->begin = begin;
    return CHATFMT_OK;
}

static chatfmt_status split_word(split_row *words, const cft_token_view *view, size_t begin,
                                 size_t end)
{
    CFT_TRY(split_open_words(words, view, begin));
    words->ends[words->count++] = (uint32_t)end;
    words->end = end;
    return CHATFMT_OK;
}

static chatfmt_status split_emit(const split_run *run, size_t begin, size_t end)
{
    if (begin == end) return CHATFMT_OK;
    return split_level(run->words, run->level + 1, run->view, begin, end);
}

/* ---- finding the next match from run->from on ---- */

static bool split_is_kind(const cft_split *split, const char *data, size_t at, size_t *next)
{
    unsigned char byte = (unsigned char)data[at];
    if (byte < 0x80 && split->ascii_punctuation &&
        ((byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') ||
         (byte >= '[' && byte <= '`') || (byte >= '{' && byte <= '~'))) {
        *next = at + 1;
        return true;
    }
    const char *p = data + at;
    uint32_t code = cft_utf8_next(&p);
    *next = (size_t)(p - data);
    unsigned class = cft_char_class(code);
    if ((class & split->flags) != 0 || (split->kinds >> (class & CFT_CHAR_KIND) & 1u) != 0)
        return true;
    /* Rust's char::is_numeric knows Unicode 17. */
    return (split->kinds & CFT_CHAR_SET_N) != 0 &&
           ((code >= 0x11DE0 && code <= 0x11DE9) || (code >= 0x16FF4 && code <= 0x16FF6));
}

static bool split_in_ranges(const cft_split *split, uint32_t code)
{
    size_t low = 0, high = split->range_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (split->ranges[middle * 2 + 1] < code) low = middle + 1;
        else high = middle;
    }
    return low < split->range_count && code >= split->ranges[low * 2];
}

/* The next byte that is not ASCII. */
static size_t split_skip_ascii(const char *data, size_t at, size_t end)
{
    for (uint32_t mask; end - at >= CFT_MASK_BYTES; at += CFT_MASK_BYTES)
        if ((mask = cft_mask_high(data + at)) != 0) return at + cft_mask_first(mask);
    while (at < end && (unsigned char)data[at] < 0x80) at++;
    return at;
}

static size_t split_ranges_run(const cft_split *split, const char *data, size_t at, size_t end)
{
    while (at < end) {
        const char *p = data + at;
        if (!split_in_ranges(split, cft_utf8_next(&p))) break;
        at = (size_t)(p - data);
    }
    return at;
}

/* \w+|[^\w\s]+ */
static size_t split_word_run(const char *data, size_t at, size_t end)
{
    unsigned wanted = 0;
    bool first = true;
    while (at < end) {
        const char *p = data + at;
        unsigned class = cft_char_class(cft_utf8_next(&p));
        bool space = (class & CFT_CHAR_KIND) == CFT_CHAR_SPACE;
        unsigned kind = class & CFT_CHAR_WORD ? 1 : space ? 0 : 2;
        if (first) wanted = kind;
        if (!kind || kind != wanted) break;
        first = false;
        at = (size_t)(p - data);
    }
    return at;
}

/* The end of a match that begins at `at`, or `at`. */
static size_t split_match_at(const cft_split *split, const char *data, size_t at, size_t end)
{
    size_t next;
    switch (split->kind) {
    case CFT_SPLIT_SCAN: return cft_scan_match(split->scan, data, at, end);
    case CFT_SPLIT_RANGES: return split_ranges_run(split, data, at, end);
    case CFT_SPLIT_KINDS: return split_is_kind(split, data, at, &next) ? next : at;
    case CFT_SPLIT_WORDS: return split_word_run(data, at, end);
    default: return at;
    }
}

static bool split_find_text(const split_run *run, size_t *begin, size_t *end)
{
    cft_slice text = run->split->text;
    size_t at = cft_text_find(cft_slice_of(run->view->data, run->end), text, run->from);
    assert(text.length > 0);
    if (at == SIZE_MAX) return false;
    *begin = at;
    *end = at + text.length;
    return true;
}

/* An expression may match nothing; such a match counts unless it is right after another.
 * Source: onig::FindMatches. */
static chatfmt_status split_find_pattern(split_run *run, bool *found, size_t *begin, size_t *end)
{
    const char *data = run->view->data + run->begin;
    size_t length = run->end - run->begin;
    for (;;) {
        *found = false;
        size_t from = run->from - run->begin;
        if (from > length) return CHATFMT_OK;
        cft_encoder *encoder = run->words->encoder;
        CFT_TRY(cft_pattern_find(run->split->pattern, &encoder->patterns, encoder->budget, data,
                                 length, from, found, begin, end));
        if (!*found) return CHATFMT_OK;
        if (*begin == *end && *end == run->last_empty) {
            run->from = run->begin + *end +
                        (*end < length ? cft_utf8_width((unsigned char)data[*end]) : 1);
            continue;
        }
        run->last_empty = *end;
        *begin += run->begin;
        *end += run->begin;
        run->from = *end;
        return CHATFMT_OK;
    }
}

static chatfmt_status split_find(split_run *run, bool *found, size_t *begin, size_t *end)
{
    if (run->split->kind == CFT_SPLIT_PATTERN) return split_find_pattern(run, found, begin, end);
    *found = false;
    if (run->split->kind == CFT_SPLIT_TEXT) {
        *found = split_find_text(run, begin, end);
    } else {
        const char *data = run->view->data;
        for (size_t at = run->from; !*found;) {
            if (run->split->skips_ascii) at = split_skip_ascii(data, at, run->end);
            if (at >= run->end) break;
            size_t stop = split_match_at(run->split, data, at, run->end);
            if (stop > at) {
                *found = true;
                *begin = at;
                *end = stop;
            }
            at += cft_utf8_width((unsigned char)data[at]);
        }
    }
    if (*found) run->from = *end;
    return CHATFMT_OK;
}

/* ---- what becomes of matches and of what is between them ---- */

static chatfmt_status split_flush(split_run *run)
{
    if (!run->has_pending) return CHATFMT_OK;
    run->has_pending = false;
    return split_emit(run, run->pending_begin, run->pending_end);
}

static void split_hold(split_run *run, size_t begin, size_t end, bool is_match)
{
    run->has_pending = true;
    run->pending_match = is_match;
    run->pending_begin = begin;
    run->pending_end = end;
}

/* Source: NormalizedString::split, with its five behaviours. */
static chatfmt_status split_part(split_run *run, size_t begin, size_t end, bool is_match)
{
    is_match ^= run->split->invert;
    bool joins = false;
    CFT_TRY(cft_budget_spend(run->words->encoder->budget, 1));
    switch (run->split->behavior) {
    case CFT_BEHAVIOR_ISOLATED: return split_emit(run, begin, end);
    case CFT_BEHAVIOR_REMOVED: return is_match ? CHATFMT_OK : split_emit(run, begin, end);
    case CFT_BEHAVIOR_CONTIGUOUS: joins = is_match == run->previous_match; break;
    case CFT_BEHAVIOR_PREVIOUS: joins = is_match && !run->previous_match; break;
    case CFT_BEHAVIOR_NEXT: joins = run->pending_match && !is_match; break;
    }
    run->previous_match = is_match;
    if (joins && run->has_pending) {
        run->pending_end = end;
        run->pending_match = is_match;
        return CHATFMT_OK;
    }
    CFT_TRY(split_flush(run));
    split_hold(run, begin, end, is_match);
    return CHATFMT_OK;
}

/* Looking at every character. The parts pay for themselves. */
static chatfmt_status split_pay(const split_run *run)
{
    return cft_budget_spend(run->words->encoder->budget, 1 + (run->end - run->begin) / 8);
}

static chatfmt_status split_generic(split_row *words, size_t level, const cft_token_view *view,
                                    size_t begin, size_t end)
{
    split_run run = {.words = words,
                     .split = &words->encoder->tokenizer->splits[level],
                     .view = view,
                     .begin = begin,
                     .end = end,
                     .level = level,
                     .from = begin,
                     .last_empty = SIZE_MAX};
    size_t done = begin;
    CFT_TRY(split_pay(&run));
    for (;;) {
        bool found;
        size_t from, to;
        CFT_TRY(split_find(&run, &found, &from, &to));
        if (!found) break;
        if (from > done) CFT_TRY(split_part(&run, done, from, false));
        CFT_TRY(split_part(&run, from, to, true));
        done = to;
    }
    if (done < end) CFT_TRY(split_part(&run, done, end, false));
    return split_flush(&run);
}

/* A scanner of which every match is a part, and every gap between matches. */
static chatfmt_status split_blocks(split_row *words, size_t level, const cft_token_view *view,
                                   size_t begin, size_t end)
{
    const cft_tokenizer *t = words->encoder->tokenizer;
    const cft_scan *scan = t->splits[level].scan;
    uint32_t ends[SPLIT_BLOCK];
    CFT_TRY(cft_budget_spend_bytes(words->encoder->budget, end - begin));
    while (begin < end) {
        if (level + 1 == t->split_count) {
            CFT_TRY(split_open_words(words, view, begin));
            words->count += cft_scan_many(scan, view->data, begin, end,
                                          words->ends + words->count, SPLIT_BLOCK - words->count);
            begin = words->end = words->ends[words->count - 1];
            continue;
        }
        size_t count = cft_scan_many(scan, view->data, begin, end, ends, SPLIT_BLOCK);
        for (size_t i = 0; i < count; begin = ends[i++])
            CFT_TRY(split_level(words, level + 1, view, begin, ends[i]));
    }
    return CHATFMT_OK;
}

static chatfmt_status split_rewritten(split_row *words, size_t level, const cft_token_view *view,
                                    size_t begin, size_t end)
{
    cft_token_text *text = &words->encoder->levels[level];
    cft_token_view part = cft_token_part(view, begin, end);
    bool same;
    CFT_TRY(cft_normalize_step(words->encoder, &words->encoder->tokenizer->splits[level].rewrite,
                               &part, text, &same));
    if (!same) part = cft_token_text_view(text);
    CFT_TRY(split_level(words, level + 1, &part, 0, part.length));
    return split_flush_words(words); /* `part` goes, and the text will be another */
}

/* A part that is neither a match nor between two. */
static chatfmt_status split_next(split_row *words, size_t level, const cft_token_view *view,
                                 size_t begin, size_t end)
{
    CFT_TRY(cft_budget_spend(words->encoder->budget, 1 + (end - begin) / 8));
    return split_level(words, level + 1, view, begin, end);
}

/* What is in front of the first character that has a script is left out. Source:
 * pre_tokenizers::UnicodeScripts. */
static chatfmt_status split_by_script(split_row *words, size_t level, const cft_token_view *view,
                                      size_t begin, size_t end)
{
    unsigned last = 0;
    size_t from = begin;
    for (const char *p = view->data + begin; p < view->data + end;) {
        size_t at = (size_t)(p - view->data);
        unsigned script = cft_text_script(cft_utf8_next(&p));
        if (!script || script == last) continue;
        if (last) CFT_TRY(split_next(words, level, view, from, at));
        from = at;
        last = script;
    }
    return last ? split_next(words, level, view, from, end) : CHATFMT_OK;
}

static chatfmt_status split_by_length(split_row *words, size_t level, const cft_token_view *view,
                                      size_t begin, size_t end)
{
    size_t length = words->encoder->tokenizer->splits[level].range_count;
    for (size_t at = begin; begin < end; begin = at) {
        for (size_t i = 0; i < length && at < end; i++)
            at += cft_utf8_width((unsigned char)view->data[at]);
        CFT_TRY(split_next(words, level, view, begin, at));
    }
    return CHATFMT_OK;
}

static chatfmt_status split_level(split_row *words, size_t level, const cft_token_view *view,
                                  size_t begin, size_t end)
{
    const cft_tokenizer *t = words->encoder->tokenizer;
    if (begin == end) return CHATFMT_OK;
    if (level == t->split_count) return split_word(words, view, begin, end);
    const cft_split *split = &t->splits[level];
    if (split->kind == CFT_SPLIT_SCRIPTS) return split_by_script(words, level, view, begin, end);
    if (split->kind == CFT_SPLIT_LENGTH) return split_by_length(words, level, view, begin, end);
    if (split->kind == CFT_SPLIT_REWRITE) return split_rewritten(words, level, view, begin, end);
    if (split->kind == CFT_SPLIT_SCAN &&
        (split->behavior == CFT_BEHAVIOR_ISOLATED ||
         (split->behavior == CFT_BEHAVIOR_REMOVED && split->invert &&
          cft_scan_is_total(split->scan))))
        return split_blocks(words, level, view, begin, end);
    return split_generic(words, level, view, begin, end);
}

chatfmt_status cft_pretokenize(cft_encoder *encoder, const cft_token_view *piece)
{
    const cft_tokenizer *t = encoder->tokenizer;
    cft_token_view view = *piece;
    CFT_TRY(cft_normalize(encoder, t->normalizers + t->normalizer_count, t->rewrite_count,
                          encoder->parts, &view));
    split_row words;
    words.encoder = encoder;
    words.count = 0;
    CFT_TRY(split_level(&words, 0, &view, 0, view.length));
    return split_flush_words(&words);
}
