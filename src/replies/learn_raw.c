/* replies/learn_raw.c - calls whose arguments are not JSON: nested tags with raw values, Python
 * calls, and name{key:value} with a string delimiter of its own.
 */
#include "replies/learn_text.h"

/* What is around the two arguments of CFT_SAMPLE_ONE. */
typedef struct learn_raw {
    const cft_learn_part *name, *keys[2], *values[2];
    cft_slice opening; /* from the name to the first key          */
    cft_slice equals;  /* from the first key to its value         */
    cft_slice next;    /* from the first value to the second key  */
    cft_slice rest;    /* after the second value                 */
} learn_raw;

/* A value that is a string may be written with quotes of its own; they count as data. */
static const cft_learn_part *learn_parameter(const cft_learn_sample *sample, cft_learn_field field,
                                             uint32_t call, uint32_t parameter)
{
    size_t i;
    for (i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->field == field && part->call == call && part->parameter == parameter) return part;
    }
    return NULL;
}

static bool learn_raw_of(const cft_learn_sample *one, learn_raw *raw)
{
    uint32_t i;
    raw->name = cft_learn_part_of(one, CFT_LEARN_NAME, 0);
    for (i = 0; i < 2; i++) {
        raw->keys[i] = learn_parameter(one, CFT_LEARN_KEY, 0, i);
        raw->values[i] = learn_parameter(one, CFT_LEARN_VALUE, 0, i);
        if (!raw->keys[i] || !raw->values[i]) return false;
    }
    if (!raw->name || raw->name->end > raw->keys[0]->begin ||
        raw->keys[0]->end > raw->values[0]->begin || raw->values[0]->end > raw->keys[1]->begin ||
        raw->keys[1]->end > raw->values[1]->begin)
        return false;
    raw->opening = cft_learn_range(one, raw->name->end, raw->keys[0]->begin);
    raw->equals = cft_learn_range(one, raw->keys[0]->end, raw->values[0]->begin);
    raw->next = cft_learn_range(one, raw->values[0]->end, raw->keys[1]->begin);
    raw->rest = cft_learn_range(one, raw->values[1]->end, one->reply.length);
    return true;
}

static bool learn_begins(cft_slice text, char c) { return text.length && *text.data == c; }

/* Where a call of `sample` ends: after the first `close` (a bracket, or the value's closing tag)
 * that follows its last argument. */
static bool learn_call_end(const cft_learn_sample *sample, uint32_t call, cft_slice close,
                           size_t *end)
{
    size_t begin, i;
    if (!cft_learn_arguments(sample, call, &begin, &i)) return false;
    for (; i + close.length <= sample->reply.length; i++)
        if (memcmp(sample->reply.data + i, close.data, close.length) == 0) {
            *end = i + close.length;
            return true;
        }
    return false;
}

/* Lead, between and tail, for calls that end with `close`. */
static bool learn_raw_around(cft_learner *l, const cft_learn_sample *sample, cft_slice close)
{
    const cft_learn_part *first = cft_learn_part_of(sample, CFT_LEARN_NAME, 0);
    const cft_learn_part *second = cft_learn_part_of(sample, CFT_LEARN_NAME, 1);
    size_t end, last, from = 0, i;
    if (!first || !learn_call_end(sample, 0, close, &end)) return false;
    if (!learn_call_end(sample, sample->calls - 1, close, &last)) return false;
    for (i = 0; i < sample->part_count; i++)
        if (sample->parts[i].field <= CFT_LEARN_REASONING && sample->parts[i].end <= first->begin)
            from = sample->parts[i].end;
    l->has_between = sample->calls > 1;
    if (l->has_between) {
        if (!second || second->begin < end) return false;
        l->between = cft_learn_range(sample, end, second->begin);
    }
    l->lead = cft_learn_range(sample, from, first->begin);
    l->tail = cft_learn_range(sample, last, sample->reply.length);
    return true;
}

static void learn_raw_frame(cft_learner *l, const cft_learn_sample *one, cft_slice close)
{
    const cft_learn_sample *many = &l->samples[CFT_SAMPLE_MANY];
    if ((many->calls > 1 && learn_raw_around(l, many, close)) || learn_raw_around(l, one, close))
        return;
    cft_learn_refuse(l, "the end of a call cannot be found");
}

/* f(a="x"): the brackets of a list around the calls are no part of the markers. */
static void learn_python(cft_learner *l, const cft_learn_sample *one)
{
    cft_slice lead, tail;
    l->row.shape = CFT_SHAPE_PYTHON;
    learn_raw_frame(l, one, cft_slice_of(")", 1));
    if (l->refusal) return;
    lead = cft_learn_trim(l->lead);
    tail = cft_learn_trim(l->tail);
    if (lead.length && lead.data[lead.length - 1] == '[' && learn_begins(tail, ']')) {
        l->row.flags |= CFT_ROW_LIST;
        lead.length--;
        tail = cft_slice_of(tail.data + 1, tail.length - 1);
    }
    /* Calls follow one another without markers of their own. */
    l->lead = lead;
    l->tail = tail;
    l->has_between = false;
    cft_learn_frame(l);
}

static void learn_custom(cft_learner *l, const cft_learn_sample *one, const learn_raw *raw)
{
    cft_slice quote = cft_learn_trim(raw->equals);
    l->row.shape = CFT_SHAPE_CUSTOM;
    quote = cft_learn_trim(cft_slice_of(quote.data + 1, quote.length - 1));
    if (!quote.length) {
        cft_learn_refuse(l, "strings in arguments have no delimiter");
        return;
    }
    l->row.value_open = cft_learn_mark(l, quote);
    learn_raw_frame(l, one, cft_slice_of("}", 1));
    if (!l->refusal) cft_learn_frame(l);
}

/* The key's end and the value's beginning are one text or two markers. */
static void learn_equals(cft_learner *l, const learn_raw *raw)
{
    static const cft_slice flag = {" string=\"true\"", 14};
    const cft_learn_sample *number = &l->samples[CFT_SAMPLE_NUMBER];
    cft_slice text = cft_learn_trim(raw->equals), first = cft_learn_first(text);
    cft_slice second = cft_learn_after(text, first);
    size_t i;
    for (i = 0; i + flag.length <= text.length; i++)
        if (memcmp(text.data + i, flag.data, flag.length) == 0 && number->calls) {
            l->row.flags |= CFT_ROW_STRING_FLAG;
            l->row.key_close = "\">";
            return;
        }
    if (second.length && first.length && first.data[first.length - 1] == '>' &&
        *second.data == '<') {
        l->row.key_close = cft_learn_mark(l, first);
        l->row.value_open = cft_learn_mark(l, second);
        return;
    }
    l->row.key_close = cft_learn_mark(l, text);
}

static void learn_tags(cft_learner *l, const cft_learn_sample *one, const learn_raw *raw)
{
    size_t shared = cft_learn_shared_end(raw->opening, raw->next);
    cft_slice key, close;
    l->row.shape = CFT_SHAPE_TAGS;
    key = cft_slice_of(raw->next.data + raw->next.length - shared, shared);
    close = cft_learn_trim(cft_slice_of(raw->next.data, raw->next.length - shared));
    l->row.key_open = cft_learn_mark(l, key);
    l->row.value_close = cft_learn_mark(l, close);
    l->row.name_close =
        cft_learn_mark(l, cft_slice_of(raw->opening.data, raw->opening.length - shared));
    learn_equals(l, raw);
    if (!l->row.key_open[0] || !l->row.value_close[0]) {
        cft_learn_refuse(l, "the texts around an argument cannot be distinguished");
        return;
    }
    learn_raw_frame(l, one, close);
    if (!l->refusal) cft_learn_frame(l);
}

void cft_learn_raw_calls(cft_learner *l, const cft_learn_sample *one)
{
    learn_raw raw;
    cft_slice opening, equals;
    if (!learn_raw_of(one, &raw)) {
        cft_learn_refuse(l, "the arguments are neither JSON nor keys with values");
        return;
    }
    opening = cft_learn_trim(raw.opening);
    equals = cft_learn_trim(raw.equals);
    if (opening.length == 1 && *opening.data == '(' && learn_begins(equals, '='))
        learn_python(l, one);
    else if (opening.length == 1 && *opening.data == '{' && learn_begins(equals, ':'))
        learn_custom(l, one, &raw);
    else learn_tags(l, one, &raw);
}
