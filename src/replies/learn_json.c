/* replies/learn_json.c - calls whose arguments are JSON: an object with the name beside them, an
 * array of such objects, or the arguments alone after the name.
 */
#include "replies/learn_text.h"

/* Where one call is in a reply. */
typedef struct learn_core {
    size_t begin, end;         /* of the object, or from the name to the end of the arguments */
    size_t name, name_end, arguments, arguments_end;
} learn_core;

/* The key of the member whose value begins at `at`: the string before its colon. */
static cft_slice learn_key(cft_slice text, size_t at)
{
    size_t end;
    while (at && (cft_reply_is_space(text.data[at - 1]) || text.data[at - 1] == ':')) at--;
    if (!at || text.data[at - 1] != '"') return cft_slice_of(NULL, 0);
    end = --at;
    while (at && text.data[at - 1] != '"') at--;
    return cft_slice_of(text.data + at, end - at);
}

/* Is the value at `at` that of a member "function", as in OpenAI's object around a call? */
static bool learn_is_wrapped(cft_slice text, size_t at)
{
    while (at && cft_reply_is_space(text.data[at - 1])) at--;
    return at && text.data[at - 1] == ':' &&
           cft_slice_equal(learn_key(text, at), CFT_LIT("function"));
}

/* The JSON object around the name and the arguments; false when there is none. */
static bool learn_object(const cft_learn_sample *sample, learn_core *core)
{
    size_t from = core->name < core->arguments ? core->name : core->arguments;
    size_t until = core->name_end > core->arguments_end ? core->name_end : core->arguments_end;
    size_t i, end;
    bool found = false;
    for (i = from; i-- > 0;) {
        if (sample->reply.data[i] != '{') continue;
        end = cft_learn_json_end(sample->reply, i);
        if (end < until) continue;
        core->begin = i;
        core->end = until = end;
        found = true;
        if (!learn_is_wrapped(sample->reply, i)) break;
    }
    return found;
}

static bool learn_core_of(const cft_learn_sample *sample, uint32_t call, learn_core *core)
{
    const cft_learn_part *name = cft_learn_part_of(sample, CFT_LEARN_NAME, call);
    if (!name) name = cft_learn_part_of(sample, CFT_LEARN_ID, call); /* which holds the name */
    if (!name || !cft_learn_arguments(sample, call, &core->arguments, &core->arguments_end))
        return false;
    core->name = name->begin;
    core->name_end = name->end;
    core->begin = core->name;
    core->end = core->arguments_end;
    return true;
}

/* The place of the value that the field's bytes are in: before the quote of a string. */
static size_t learn_value(cft_slice text, size_t at)
{
    return at && text.data[at - 1] == '"' ? at - 1 : at;
}

/* "name,arguments,id" as this template spells them. */
static void learn_keys(cft_learner *l, const cft_learn_sample *one, const learn_core *core)
{
    const cft_learn_part *id = cft_learn_part_of(one, CFT_LEARN_ID, 0);
    cft_slice text = one->reply, names[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    char keys[128];
    size_t used = 0;
    int i;
    if (core->name_end + 1 < text.length && text.data[core->name_end] == '"') {
        size_t after = core->name_end + 1;
        while (after < text.length && cft_reply_is_space(text.data[after])) after++;
        if (after < text.length && text.data[after] == ':') { /* the name is a key itself */
            l->row.flags |= CFT_ROW_KEY_IS_NAME;
            return;
        }
    }
    names[0] = learn_key(text, learn_value(text, core->name));
    names[1] = learn_key(text, learn_value(text, core->arguments));
    names[2] = cft_slice_of("id", 2);
    if (id && id->begin > core->begin && id->end < core->end)
        names[2] = learn_key(text, learn_value(text, id->begin));
    for (i = 0; i < 3; i++) {
        if (!names[i].length || names[i].length > 31 ||
            memchr(names[i].data, ',', names[i].length) ||
            memchr(names[i].data, '|', names[i].length)) {
            cft_learn_refuse(l, "a member of the call has no recognisable key");
            return;
        }
        if (i) keys[used++] = ',';
        memcpy(keys + used, names[i].data, names[i].length);
        used += names[i].length;
    }
    l->row.keys = cft_learn_mark(l, cft_slice_of(keys, used));
}

/* The array around objects [begin, end): its brackets. */
static bool learn_array(cft_slice text, size_t *begin, size_t *end)
{
    size_t i = *begin, close;
    while (i && cft_reply_is_space(text.data[i - 1])) i--;
    if (!i || text.data[i - 1] != '[') return false;
    close = cft_learn_json_end(text, i - 1);
    if (close < *end) return false;
    *begin = i - 1;
    *end = close;
    return true;
}

/* Data of another kind before the calls: content that the template writes although it is empty. */
static size_t learn_before(const cft_learn_sample *sample, size_t begin)
{
    size_t i, from = 0;
    for (i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->field <= CFT_LEARN_REASONING && part->end <= begin) from = part->end;
    }
    return from;
}

/* A ```json fence before and after the JSON is no part of the markers. */
static void learn_fence(cft_learner *l, cft_slice *before, cft_slice *after)
{
    static const char *const fences[] = {"```json", "```"};
    cft_slice open = cft_learn_trim(*before), close = cft_learn_trim(*after);
    size_t i;
    for (i = 0; i < 2; i++) {
        size_t length = strlen(fences[i]);
        if (open.length < length || close.length < 3 || memcmp(close.data, "```", 3) != 0) continue;
        if (memcmp(open.data + open.length - length, fences[i], length) != 0) continue;
        *before = cft_slice_of(open.data, open.length - length);
        *after = cft_slice_of(close.data + 3, close.length - 3);
        l->row.flags |= CFT_ROW_FENCED;
        return;
    }
}

/* Lead, between and tail of `sample`, whose calls begin and end as `object` says. */
static bool learn_around(cft_learner *l, const cft_learn_sample *sample, uint32_t count,
                         bool object)
{
    learn_core first, core, last;
    if (!learn_core_of(sample, 0, &first) || (object && !learn_object(sample, &first)))
        return false;
    last = first;
    if (count > 1) {
        if (!learn_core_of(sample, 1, &core) || (object && !learn_object(sample, &core)) ||
            !learn_core_of(sample, count - 1, &last) || (object && !learn_object(sample, &last)) ||
            core.begin < first.end)
            return false;
        l->between = cft_learn_range(sample, first.end, core.begin);
        l->has_between = true;
    }
    l->lead = cft_learn_range(sample, learn_before(sample, first.begin), first.begin);
    l->tail = cft_learn_range(sample, last.end, sample->reply.length);
    return true;
}

static void learn_objects(cft_learner *l, const cft_learn_sample *one, learn_core *core)
{
    const cft_learn_sample *many = &l->samples[CFT_SAMPLE_MANY];
    size_t begin = core->begin, end = core->end, i = begin;
    learn_keys(l, one, core);
    while (i && cft_reply_is_space(one->reply.data[i - 1])) i--;
    if (i && one->reply.data[i - 1] == ':') {
        cft_learn_refuse(l, "the call's object lies in another object");
        return;
    }
    if (learn_array(one->reply, &begin, &end)) {
        l->row.shape = CFT_SHAPE_ARRAY;
        l->lead = cft_learn_range(one, learn_before(one, begin), begin);
        l->tail = cft_learn_range(one, end, one->reply.length);
        l->row.flags |= CFT_ROW_NEEDS_BRACKET;
    } else {
        l->row.shape = CFT_SHAPE_OBJECT;
        if (many->calls < 2 || !learn_around(l, many, many->calls, true))
            learn_around(l, one, 1, true);
    }
    learn_fence(l, &l->lead, &l->tail);
    cft_learn_frame(l);
}

/* The id between the name and the arguments, as in [CALL_ID]id[ARGS]. */
static void learn_between_id(cft_learner *l, const cft_learn_sample *one, const learn_core *core,
                             size_t *from)
{
    const cft_learn_part *id = cft_learn_part_of(one, CFT_LEARN_ID, 0);
    if (!id || id->begin < core->name_end || id->end > core->arguments) return;
    l->row.key_open = cft_learn_mark(l, cft_learn_range(one, core->name_end, id->begin));
    *from = id->end;
}

/* functions.NAME:0 is an id that the template makes, and whose number goes on. */
static void learn_numbered(cft_learner *l, cft_slice *inner)
{
    static const cft_slice functions = {"functions.", 10};
    cft_slice lead = l->lead;
    if (inner->length < 2 || memcmp(inner->data, ":0", 2) != 0) return;
    if (lead.length < functions.length ||
        memcmp(lead.data + lead.length - functions.length, functions.data, functions.length) != 0)
        return;
    l->row.flags |= CFT_ROW_ID_HAS_NAME;
    l->lead.length -= functions.length;
    if (l->has_between && l->between.length >= functions.length)
        l->between.length -= functions.length;
    *inner = cft_slice_of(inner->data + 2, inner->length - 2);
}

static void learn_named(cft_learner *l, const cft_learn_sample *one, const learn_core *core)
{
    const cft_learn_sample *many = &l->samples[CFT_SAMPLE_MANY];
    size_t from = core->name_end;
    cft_slice inner;
    l->row.shape = CFT_SHAPE_NAMED;
    if (many->calls < 2 || !learn_around(l, many, many->calls, false))
        learn_around(l, one, 1, false);
    learn_between_id(l, one, core, &from);
    inner = cft_learn_range(one, from, core->arguments);
    if (!cft_learn_part_of(one, CFT_LEARN_NAME, 0)) { /* it is the id that holds it */
        l->row.flags |= CFT_ROW_ID_HAS_NAME;
    } else {
        const cft_learn_part *id = cft_learn_part_of(one, CFT_LEARN_ID, 0);
        if (id && id->begin < core->name) {
            cft_learn_refuse(l, "an id comes before the name");
            return;
        }
    }
    learn_numbered(l, &inner);
    learn_fence(l, &inner, &l->tail);
    if (l->row.flags & CFT_ROW_FENCED) { /* of each call */
        cft_slice close = cft_learn_trim(l->between);
        if (l->has_between && close.length > 3)
            l->between = cft_slice_of(close.data + 3, close.length - 3);
    }
    l->row.name_close = cft_learn_mark(l, inner);
    if (!l->row.name_close[0]) l->row.name_close = "\n";
    cft_learn_frame(l);
}

void cft_learn_json_calls(cft_learner *l, const cft_learn_sample *one)
{
    learn_core core;
    if (!learn_core_of(one, 0, &core)) {
        cft_learn_refuse(l, "the name of the tool is not in the prompt");
        return;
    }
    if (core.name > core.arguments) {
        if (learn_object(one, &core)) learn_objects(l, one, &core);
        else cft_learn_refuse(l, "the arguments come before the name");
        return;
    }
    if (learn_object(one, &core)) learn_objects(l, one, &core);
    else learn_named(l, one, &core);
}
