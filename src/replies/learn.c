/* replies/learn.c - a reader from examples: the texts around reasoning, content and calls. */
#include "replies/learn_text.h"

/* A marker has so many bytes, and one that is no letter or digit: less would be found in prose. */
#define LEARN_MARKER_LEAST 3

static bool learn_is_marker(const char *mark)
{
    size_t i, other = 0;
    for (i = 0; mark[i]; i++) {
        char c = mark[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == ' ' || c == '_';
        if (!word) other++;
    }
    return i >= LEARN_MARKER_LEAST && other;
}

/* ---- The end of the turn ---- */

static bool learn_ends(cft_slice text, cft_slice end)
{
    return end.length && text.length >= end.length &&
           memcmp(text.data + text.length - end.length, end.data, end.length) == 0;
}

/* `text` without a stop at its end; the stop becomes one of the row's. */
static cft_slice learn_cut_stop(cft_learner *l, cft_slice text)
{
    size_t i;
    text = cft_learn_trim(text);
    for (i = 0; i <= l->about->stop_count; i++) {
        cft_slice stop = i == l->about->stop_count ? l->last_stop
                                                   : cft_learn_trim(l->about->stops[i]);
        if (!learn_ends(text, stop)) continue;
        l->row.stops = cft_learn_add(l, l->row.stops, stop);
        text.length -= stop.length;
        return cft_learn_trim(text);
    }
    return text;
}

static void learn_stops(cft_learner *l)
{
    const cft_learn_sample *plain = &l->samples[CFT_SAMPLE_PLAIN];
    const cft_learn_part *content = cft_learn_part_of(plain, CFT_LEARN_CONTENT, 0);
    size_t i, before;
    cft_slice tail;
    for (i = 0; i < l->about->stop_count; i++)
        l->row.stops = cft_learn_add(l, l->row.stops, l->about->stops[i]);
    if (!content) return;
    tail = cft_learn_trim(cft_learn_range(plain, content->end, plain->reply.length));
    before = tail.length;
    tail = learn_cut_stop(l, tail);
    if (tail.length == before) { /* what the template writes last ends the turn */
        l->last_stop = cft_learn_last(tail);
        l->row.stops = cft_learn_add(l, l->row.stops, l->last_stop);
        tail.length -= l->last_stop.length;
    }
    l->row.answer_close = cft_learn_mark(l, tail);
    if (tail.length && tail.data == plain->reply.data + content->end)
        l->row.flags |= CFT_ROW_EXACT_ANSWER; /* nothing is between them */
}

/* ---- Reasoning and answer ---- */

/* The end of the first field after `begin`. */
static size_t learn_next(const cft_learn_sample *sample, size_t begin)
{
    size_t i;
    for (i = 0; i < sample->part_count; i++)
        if (sample->parts[i].begin >= begin) return sample->parts[i].begin;
    return sample->reply.length;
}

static void learn_reasoning(cft_learner *l)
{
    const cft_learn_sample *sample = &l->samples[CFT_SAMPLE_REASONING];
    const cft_learn_part *reasoning = cft_learn_part_of(sample, CFT_LEARN_REASONING, 0);
    cft_slice lead, between, close;
    if (!reasoning) { /* some templates show it with calls alone */
        sample = &l->samples[CFT_SAMPLE_THOUGHT];
        reasoning = cft_learn_part_of(sample, CFT_LEARN_REASONING, 0);
    }
    if (!reasoning) return;
    lead = cft_learn_trim(cft_learn_range(sample, 0, reasoning->begin));
    if (!lead.length) lead = cft_learn_trim(sample->before); /* the prompt has opened it */
    between = cft_learn_range(sample, reasoning->end, learn_next(sample, reasoning->end));
    close = cft_learn_first(between);
    l->row.think_open = cft_learn_mark(l, cft_learn_last(lead));
    l->row.think_close = cft_learn_mark(l, close);
    if (sample == &l->samples[CFT_SAMPLE_REASONING])
        l->row.answer_open = cft_learn_mark(l, cft_learn_after(between, close));
    if (!learn_is_marker(l->row.think_open) || !learn_is_marker(l->row.think_close))
        cft_learn_refuse(l, "the text around the reasoning is not a marker");
}

/* Reasoning that the prompt opens, while the template drops it from what it renders. */
static void learn_opened(cft_learner *l)
{
    cft_slice last = cft_learn_last(l->about->opening);
    char close[64];
    if (l->row.think_open[0] || last.length < 4 || last.length > 60 || last.data[0] != '<') return;
    close[0] = '<';
    close[1] = '/';
    memcpy(close + 2, last.data + 1, last.length - 1);
    if (learn_ends(cft_learn_trim(l->about->opening), cft_slice_of(close, last.length + 1))) return;
    if (last.data[last.length - 1] != '>' || last.data[1] == '/') return;
    if (!cft_learn_has(l->about->source, cft_slice_of(close, last.length + 1))) return;
    l->row.think_open = cft_learn_mark(l, last);
    l->row.think_close = cft_learn_mark(l, cft_slice_of(close, last.length + 1));
}

static bool learn_equals_mark(cft_slice text, const char *mark)
{
    return text.length && cft_slice_is(text, mark);
}

/* Empty reasoning before something belongs to the reasoning. */
static cft_slice learn_without_thought(const cft_learner *l, cft_slice text)
{
    cft_slice first = cft_learn_first(text);
    if (learn_equals_mark(first, l->row.think_open)) text = cft_learn_after(text, first);
    first = cft_learn_first(text);
    if (learn_equals_mark(first, l->row.think_close)) text = cft_learn_after(text, first);
    return text;
}

/* <think></think> before an answer, where the template shows no reasoning of messages. */
static void learn_empty_thought(cft_learner *l, cft_slice lead)
{
    cft_slice open = cft_learn_first(lead), close = cft_learn_first(cft_learn_after(lead, open));
    if (l->row.think_open[0] || open.length < 4 || close.length != open.length + 1) return;
    if (close.data[0] != open.data[0] || close.data[1] != '/' ||
        memcmp(close.data + 2, open.data + 1, open.length - 1) != 0)
        return;
    l->row.think_open = cft_learn_mark(l, open);
    l->row.think_close = cft_learn_mark(l, close);
}

static void learn_answer(cft_learner *l)
{
    const cft_learn_sample *plain = &l->samples[CFT_SAMPLE_PLAIN];
    const cft_learn_part *content = cft_learn_part_of(plain, CFT_LEARN_CONTENT, 0);
    cft_slice lead;
    if (!content) {
        cft_learn_refuse(l, "the template shows no answer of the assistant");
        return;
    }
    lead = cft_learn_trim(cft_learn_range(plain, 0, content->begin));
    learn_empty_thought(l, lead);
    lead = learn_without_thought(l, lead);
    if (!l->row.answer_open[0]) l->row.answer_open = cft_learn_mark(l, lead);
    if (l->row.answer_open[0] && !learn_is_marker(l->row.answer_open))
        cft_learn_refuse(l, "the text before the answer is not a marker");
}

/* ---- What is around calls ---- */

static cft_slice learn_slice(cft_slice text, size_t begin, size_t end)
{
    return cft_slice_of(text.data + begin, end - begin);
}

/* Between two calls nothing but white space or a comma is left over. */
static bool learn_is_separator(cft_slice text)
{
    text = cft_learn_trim(text);
    return text.length == 0 || (text.length == 1 && (*text.data == ',' || *text.data == ';'));
}

/* The opening marker of one call; the rest of it is before the name. */
static void learn_open(cft_learner *l, cft_slice open)
{
    cft_slice first = cft_learn_first(open), rest = cft_learn_after(open, first);
    bool named = l->row.shape == CFT_SHAPE_NAMED || l->row.shape == CFT_SHAPE_TAGS;
    if (!named || !rest.length) {
        l->row.call_open = cft_learn_mark(l, open);
        return;
    }
    l->row.call_open = cft_learn_mark(l, first);
    l->row.name_open = cft_learn_mark(l, rest);
}

static void learn_section(cft_learner *l, cft_slice open, cft_slice close)
{
    l->row.section_open = cft_learn_mark(l, open);
    l->row.section_close = cft_learn_mark(l, close);
}

/* Tags around every single call, such as <tool_call>, are a section of one call each, when the
 * call itself has tags inside of them. */
static bool learn_nested(cft_learner *l, cft_slice open, cft_slice close)
{
    cft_slice outer = cft_learn_first(open), last = cft_learn_last(close);
    cft_slice inner = cft_learn_after(open, outer);
    if (l->guess & 1 || l->row.shape == CFT_SHAPE_OBJECT || l->row.shape == CFT_SHAPE_ARRAY)
        return false;
    if (!inner.length || !last.length || last.length == cft_learn_trim(close).length) return false;
    if (!cft_reply_is_space(outer.data[outer.length])) return false;
    learn_section(l, outer, last);
    learn_open(l, inner);
    close = cft_learn_trim(close);
    close.length -= last.length;
    l->row.call_close = cft_learn_mark(l, close);
    return true;
}

static bool learn_starts(cft_slice text, cft_slice with)
{
    return with.length && text.length >= with.length &&
           memcmp(text.data, with.data, with.length) == 0;
}

/* What is before calls without content, when content beside a call would be in the middle of
 * it: only what is after the content is the calls'. */
static cft_slice learn_without_answer(cft_learner *l, cft_slice lead)
{
    const cft_learn_sample *both = &l->samples[CFT_SAMPLE_BOTH];
    const cft_learn_part *content = cft_learn_part_of(both, CFT_LEARN_CONTENT, 0);
    if (!content) return lead;
    cft_slice before = learn_without_thought(l, cft_learn_trim(cft_learn_range(both, 0,
                                                                               content->begin)));
    cft_slice after = cft_learn_range(both, content->end, learn_next(both, content->end));
    if (!learn_starts(lead, before)) return lead;
    cft_slice rest = cft_learn_after(lead, before);
    if (!learn_starts(rest, cft_learn_first(after))) return lead;
    l->row.answer_open = cft_learn_add(l, l->row.answer_open, before);
    return rest;
}

void cft_learn_frame(cft_learner *l)
{
    cft_slice lead = learn_without_answer(l, learn_without_thought(l, cft_learn_trim(l->lead))),
              tail = learn_cut_stop(l, l->tail);
    cft_slice open = lead, close = tail;
    l->between = cft_learn_trim(l->between); /* white space beside markers is framing */
    if (l->has_between) {
        size_t begins = cft_learn_shared_end(lead, l->between);
        size_t ends = cft_learn_shared_begin(tail, l->between), left;
        if (begins + ends > l->between.length) ends = l->between.length - begins;
        left = l->between.length - begins;
        if (!learn_is_separator(learn_slice(l->between, ends, left))) {
            cft_learn_refuse(l, "the text between two calls is neither the end of the first nor "
                                "the beginning of the second");
            return;
        }
        open = learn_slice(lead, lead.length - begins, lead.length);
        close = learn_slice(tail, 0, ends);
        lead = cft_learn_trim(learn_slice(lead, 0, lead.length - begins));
        tail = cft_learn_trim(learn_slice(tail, ends, tail.length));
        if (lead.length) {
            learn_section(l, lead, tail);
            learn_open(l, open);
            l->row.call_close = cft_learn_mark(l, close);
            return;
        }
        /* Without a section, what is left at the end ends the turn. */
        if (tail.length) l->row.stops = cft_learn_add(l, l->row.stops, tail);
    }
    if (learn_nested(l, open, close)) return;
    learn_open(l, open);
    l->row.call_close = cft_learn_mark(l, close);
}

/* Before the calls nothing may stand but their markers, and content where there is some. */
static void learn_calls(cft_learner *l)
{
    const cft_learn_sample *one = &l->samples[CFT_SAMPLE_ONE];
    size_t begin, end;
    const char *begins;
    if (!one->calls) return;
    if (!cft_learn_arguments(one, 0, &begin, &end)) {
        cft_learn_refuse(l, "the arguments of tool calls are not in the prompt");
        return;
    }
    if (cft_reply_is_json(cft_learn_range(one, begin, end))) cft_learn_json_calls(l, one);
    else cft_learn_raw_calls(l, one);
    if (l->refusal) return;
    begins = l->row.section_open[0] ? l->row.section_open : l->row.call_open;
    if (!begins[0] && (l->row.shape <= CFT_SHAPE_ARRAY || (l->row.flags & CFT_ROW_LIST)))
        l->row.flags |= CFT_ROW_BARE;
    else if (!learn_is_marker(begins))
        cft_learn_refuse(l, "no marker says where tool calls begin");
}

static void learn_clear(cft_reply_row *row)
{
    memset(row, 0, sizeof *row);
    row->name = "learned";
    row->aliases = row->think_open = row->think_close = row->answer_open = row->answer_close = "";
    row->section_open = row->section_close = row->call_open = row->call_close = "";
    row->name_open = row->name_close = row->key_open = row->key_close = "";
    row->value_open = row->value_close = row->stops = "";
    row->keys = "name,arguments|parameters,id|tool_call_id";
    row->shape = CFT_SHAPE_NONE;
}

chatfmt_status cft_learn(cft_arena *arena, const cft_learn_sample *samples,
                         const cft_learn_about *about, unsigned guess, cft_learned *out)
{
    cft_learner l = {.arena = arena, .samples = samples, .about = about, .guess = guess};
    learn_clear(&l.row);
    learn_stops(&l);
    learn_reasoning(&l);
    learn_opened(&l);
    learn_answer(&l);
    if (!l.refusal) learn_calls(&l);
    out->row = l.row;
    out->refusal = l.refusal;
    return l.no_memory ? CHATFMT_NO_MEMORY : CHATFMT_OK;
}

chatfmt_status cft_learn_lead(cft_arena *arena, const cft_learn_sample *plain, cft_reply_row *row)
{
    const cft_learn_part *content = cft_learn_part_of(plain, CFT_LEARN_CONTENT, 0);
    cft_learner l = {.arena = arena};
    if (!content) return CHATFMT_OK;
    cft_slice lead = cft_learn_trim(cft_learn_range(plain, 0, content->begin));
    if (learn_is_marker(cft_learn_mark(&l, lead)) && !l.refusal)
        row->answer_open = cft_learn_add(&l, row->answer_open, lead);
    return l.no_memory ? CHATFMT_NO_MEMORY : CHATFMT_OK;
}

chatfmt_status cft_learn_stops(cft_arena *arena, const cft_learn_sample *plain,
                               const cft_learn_about *about, cft_reply_row *row)
{
    const cft_learn_part *content = cft_learn_part_of(plain, CFT_LEARN_CONTENT, 0);
    cft_learner l = {.arena = arena, .about = about};
    cft_slice tail, stop;
    size_t i;
    l.row = *row;
    for (i = 0; i < about->stop_count; i++)
        l.row.stops = cft_learn_add(&l, l.row.stops, about->stops[i]);
    if (content) {
        tail = cft_learn_trim(cft_learn_range(plain, content->end, plain->reply.length));
        stop = cft_learn_last(tail);
        /* What closes the answer is no stop. */
        if (learn_is_marker(cft_learn_mark(&l, stop)) &&
            !learn_equals_mark(stop, l.row.answer_close))
            l.row.stops = cft_learn_add(&l, l.row.stops, stop);
    }
    *row = l.row;
    return l.no_memory ? CHATFMT_NO_MEMORY : CHATFMT_OK;
}
