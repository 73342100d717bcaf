/* replies/reply_tell.c - events: what was read, which bytes it accounts for, and the message so
 * far.
 *
 * Every byte lies in the range of one event because each event begins where the last one ended.
 */
#include "replies/reply_parser.h"

cft_reply_step cft_reply_fail(cft_reply *p, chatfmt_status status)
{
    p->status = status;
    return CFT_STEP_FAIL;
}

/* Keep the text of an event in the message. */
static inline chatfmt_status reply_remember(cft_reply *p, cft_reply_kind kind, cft_slice text)
{
    cft_reply_call *call;
    switch (kind) {
    case CFT_REPLY_CONTENT: return cft_reply_put(&p->content, text.data, text.length);
    case CFT_REPLY_REASONING: return cft_reply_put(&p->reasoning, text.data, text.length);
    case CFT_REPLY_CODE:
    case CFT_REPLY_ARGUMENTS:
        CFT_TRY(cft_reply_put(&p->said, text.data, text.length));
        call = (cft_reply_call *)(void *)p->calls.data + (p->call_count - 1);
        call->arguments_length += text.length;
        return CHATFMT_OK;
    default: return CHATFMT_OK;
    }
}

/* The next event, to be filled in; NULL when memory is gone. */
static inline cft_reply_note *reply_note(cft_reply *p, size_t end)
{
    cft_buffer *notes = &p->notes;
    cft_reply_note *note;
    if (CFT_UNLIKELY(notes->capacity - notes->length < sizeof *note) &&
        cft_buffer_reserve(notes, sizeof *note) != CHATFMT_OK) {
        (void)cft_reply_fail(p, CHATFMT_NO_MEMORY);
        return NULL;
    }
    note = (cft_reply_note *)(void *)notes->data + p->note_count++;
    notes->length += sizeof *note;
    note->begin = p->reported;
    note->end = p->reported = p->base + end;
    return note;
}

/* Kinds whose text comes in pieces. */
static bool reply_is_fragment(cft_reply_kind kind)
{
    return kind == CFT_REPLY_CONTENT || kind == CFT_REPLY_REASONING ||
           kind == CFT_REPLY_ARGUMENTS || kind == CFT_REPLY_CODE;
}

/* Text that goes on from the last event is one event with it, so that a chunk gives few; but what
 * had begun and what is new stay apart. */
static bool reply_goes_on(cft_reply *p, cft_reply_kind kind, cft_slice text, bool scratch,
                          size_t end)
{
    const char *origin = scratch ? p->scratch.data : p->hold.data;
    cft_reply_note *last = (cft_reply_note *)(void *)p->notes.data + (p->note_count - 1);
    if (!reply_is_fragment(kind) || !text.length || last->kind != kind || last->flags ||
        p->reported == p->asked.begun.length ||
        last->scratch != scratch || last->call != (p->call_count ? p->call_count - 1 : 0) ||
        last->text + last->length != (size_t)(text.data - origin))
        return false;
    last->length += text.length;
    last->end = p->reported = p->base + end;
    return true;
}

/* What text is where no call is. */
static cft_reply_kind reply_text_kind(const cft_reply *p)
{
    if (p->surplus) return CFT_REPLY_FRAME;
    return p->back == CFT_STATE_REASONING ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT;
}

/* Is an event of this kind one of a call that is none, or of markers around nothing else? */
static bool reply_is_text(const cft_reply *p, cft_reply_kind kind)
{
    if (p->muted) return kind != CFT_REPLY_CONTENT && kind != CFT_REPLY_REASONING;
    return kind == CFT_REPLY_FRAME && p->region_muted && !p->region_calls;
}

cft_reply_step cft_reply_tell(cft_reply *p, cft_reply_kind kind, uint32_t flags, cft_slice text,
                              bool scratch, size_t end, const char *reason)
{
    cft_reply_note *note;
    if (CFT_UNLIKELY(p->region_muted) && reply_is_text(p, kind)) {
        size_t begin = (size_t)(p->reported - p->base);
        if (begin == end) return CFT_STEP_ON;
        kind = reply_text_kind(p);
        scratch = false;
        text = kind == CFT_REPLY_FRAME ? cft_slice_of(NULL, 0)
                                       : cft_slice_of(p->hold.data + begin, end - begin);
    }
    if (kind == CFT_REPLY_REASONING && (p->asked.flags & CFT_ASK_REASONING_IN_CONTENT))
        kind = CFT_REPLY_CONTENT;
    if (CFT_UNLIKELY(p->reported < p->asked.begun.length) && reply_is_fragment(kind) && !scratch &&
        p->base + end > p->asked.begun.length) { /* held back at the end of what had begun */
        size_t old = (size_t)(p->asked.begun.length - p->reported);
        cft_slice before = cft_slice_of(text.data, old);
        size_t border = (size_t)(p->asked.begun.length - p->base);
        if (cft_reply_tell(p, kind, flags, before, false, border, reason) == CFT_STEP_FAIL)
            return CFT_STEP_FAIL;
        text = cft_slice_of(text.data + old, text.length - old);
    }
    if (text.length && reply_remember(p, kind, text) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    if (p->note_count != p->note_next && !flags && reply_goes_on(p, kind, text, scratch, end))
        return CFT_STEP_ON;
    note = reply_note(p, end);
    if (CFT_UNLIKELY(!note)) return CFT_STEP_FAIL;
    note->kind = kind;
    note->flags = flags;
    note->call = p->call_count ? p->call_count - 1 : 0;
    note->scratch = scratch;
    note->text = text.length ? (size_t)(text.data - (scratch ? p->scratch : p->hold).data) : 0;
    note->length = text.length;
    note->id = note->id_length = 0;
    note->reason = reason;
    return CFT_STEP_ON;
}

cft_reply_step cft_reply_frame(cft_reply *p, size_t end, uint32_t flags, const char *reason)
{
    if (p->base + end == p->reported && !flags) return CFT_STEP_ON;
    return cft_reply_tell(p, CFT_REPLY_FRAME, flags, cft_slice_of(NULL, 0), false, end, reason);
}

cft_reply_step cft_reply_bytes(cft_reply *p, cft_reply_kind kind, size_t begin, size_t end,
                               uint32_t flags, const char *reason)
{
    if (end == begin) return CFT_STEP_ON;
    if (cft_reply_frame(p, begin, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return cft_reply_tell(p, kind, flags, cft_slice_of(p->hold.data + begin, end - begin),
                          false, end, reason);
}

cft_reply_step cft_reply_text(cft_reply *p, cft_reply_kind kind, const char *text,
                              size_t length, size_t end)
{
    size_t begin = p->scratch.length;
    if (length == 0) return CFT_STEP_ON;
    if (cft_reply_put(&p->scratch, text, length) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    return cft_reply_tell(p, kind, 0, cft_slice_of(p->scratch.data + begin, length), true, end,
                          NULL);
}

#define REPLY_ID        "call_"
#define REPLY_ID_DIGITS 18 /* no number that is made has more */

/* Note an id that the model wrote, when it is one that could be made. */
static void reply_note_id(cft_reply *p, cft_slice id)
{
    uint64_t number = 0;
    size_t at = sizeof REPLY_ID - 1;
    if (id.length <= at || id.length > at + REPLY_ID_DIGITS || memcmp(id.data, REPLY_ID, at) != 0)
        return;
    for (; at < id.length; at++) {
        if (id.data[at] < '0' || id.data[at] > '9') return;
        number = number * 10 + (uint64_t)(id.data[at] - '0');
    }
    if (number < p->least_id) p->least_id = number;
    if (number > p->most_id) p->most_id = number;
}

/* "call_3", for calls whose model writes no id. No call of the reply has had it: where the model
 * may have written it, the numbers go on after all of the model's. */
static uint64_t reply_next_id(cft_reply *p)
{
    uint64_t number = (uint64_t)p->asked.calls_before + p->call_count;
    if (number < p->next_id) number = p->next_id;
    if (number >= p->least_id && number <= p->most_id) number = p->most_id + 1;
    p->next_id = number + 1;
    return number;
}

static size_t reply_make_id(uint64_t number, char out[32])
{
    char digits[REPLY_ID_DIGITS + 2];
    size_t count = 0, length = sizeof REPLY_ID - 1;
    memcpy(out, REPLY_ID, length);
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count)
        out[length++] = digits[--count];
    return length;
}

/* A call that is none: all of it is text. */
static cft_reply_step reply_begin_muted(cft_reply *p, size_t end, bool surplus)
{
    p->muted = p->region_muted = p->call_open = true;
    p->surplus = surplus;
    p->tool = cft_absent();
    p->parameters = 0;
    return cft_reply_tell(p, CFT_REPLY_FRAME, p->bare ? 0 : CFT_REPLY_MALFORMED,
                          cft_slice_of(NULL, 0), false, end,
                          p->bare   ? NULL
                          : surplus ? "a further call, where only one was asked for"
                                    : "a call of a tool that was not offered");
}

cft_reply_step cft_reply_begin_call(cft_reply *p, cft_slice name, cft_slice id, size_t end)
{
    cft_reply_call call = {0};
    cft_reply_note *note;
    char made[32];
    bool surplus = (p->asked.flags & CFT_ASK_ONE_CALL) && p->call_count;
    if (p->tools.kind == CFT_LIST &&
        cft_budget_spend(&p->budget, p->tools.as.list->count / 4 + 1) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_LIMIT);
    if (surplus || !cft_reply_offered(p, &name, &p->tool))
        return reply_begin_muted(p, end, surplus);
    reply_note_id(p, id);
    if (id.length == 0) id = cft_slice_of(made, reply_make_id(reply_next_id(p), made));
    call.name = p->said.length;
    call.name_length = name.length;
    call.id = call.name + name.length;
    call.id_length = id.length;
    call.arguments = call.id + id.length;
    size_t text = p->scratch.length;
    if (cft_buffer_append(&p->scratch, name.data, name.length) != CHATFMT_OK ||
        cft_buffer_append(&p->scratch, id.data, id.length) != CHATFMT_OK ||
        cft_buffer_append(&p->said, name.data, name.length) != CHATFMT_OK ||
        cft_buffer_append(&p->said, id.data, id.length) != CHATFMT_OK ||
        cft_buffer_append(&p->calls, (const char *)&call, sizeof call) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    note = reply_note(p, end);
    if (!note) return CFT_STEP_FAIL;
    *note = (cft_reply_note){.kind = CFT_REPLY_CALL,
                             .call = p->call_count,
                             .scratch = true,
                             .text = text,
                             .length = name.length,
                             .id = text + name.length,
                             .id_length = id.length,
                             .begin = note->begin,
                             .end = note->end};
    p->call_count++;
    p->region_calls++;
    p->call_open = true;
    p->surplus = false;
    p->parameters = 0;
    p->late_id = false;
    if (p->think == CFT_THINK_OPEN) p->think = CFT_THINK_CALL;
    p->back = CFT_STATE_CONTENT;
    return CFT_STEP_ON;
}

cft_reply_step cft_reply_begin_code(cft_reply *p, cft_slice name, size_t end)
{
    cft_value tools = p->tools;
    if (!cft_reply_no_tools(p)) p->tools = cft_absent();
    cft_reply_step step = cft_reply_begin_call(p, name, cft_slice_of(NULL, 0), end);
    p->tools = tools;
    return step;
}

chatfmt_status cft_reply_late_id(cft_reply *p, cft_slice id)
{
    cft_reply_call *call;
    if (p->muted || !p->call_open || !id.length) return CHATFMT_OK;
    call = (cft_reply_call *)(void *)p->calls.data + (p->call_count - 1);
    call->id = p->said.length;
    call->id_length = id.length;
    p->late_id = true;
    reply_note_id(p, id);
    return cft_buffer_append(&p->said, id.data, id.length);
}

/* The end of a call tells the id that came after its arguments, maybe in an earlier chunk. */
static cft_reply_step reply_tell_late_id(cft_reply *p)
{
    const cft_reply_call *call =
        (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    cft_reply_note *note = (cft_reply_note *)(void *)p->notes.data + (p->note_count - 1);
    note->scratch = true;
    note->id = p->scratch.length;
    note->id_length = call->id_length;
    if (cft_buffer_append(&p->scratch, p->said.data + call->id, call->id_length) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    return CFT_STEP_ON;
}

bool cft_reply_was_call(const cft_reply *p)
{
    return !p->region_muted || p->surplus || p->region_calls;
}

void cft_reply_leave_region(cft_reply *p)
{
    p->region_muted = p->muted = p->surplus = p->implied = false;
    p->region_calls = 0;
}

/* Are the open call's arguments an object? What the reader of JSON has read is JSON; texts that
 * stand in a string, and those of a message, may be any. */
static bool reply_has_object(cft_reply *p, const cft_reply_call *call)
{
    cft_slice text = {p->said.data + call->arguments, call->arguments_length};
    bool message = p->state == CFT_STATE_RAW;
    if (message && p->raw_kind == CFT_REPLY_CODE) return true;
    size_t spaces = cft_reply_spaces(text.data, text.length);
    if (spaces == text.length || text.data[spaces] != '{') return false;
    if (!message && !(p->state == CFT_STATE_JSON && p->json.text_arguments)) return true;
    return cft_reply_is_json(text);
}

/* A call without arguments has the empty object. */
cft_reply_step cft_reply_end_call(cft_reply *p, size_t end, uint32_t flags, const char *reason)
{
    const cft_reply_call *call;
    cft_reply_step step;
    if (!p->call_open) return cft_reply_frame(p, end, flags, reason);
    if (p->muted) {
        step = cft_reply_frame(p, end, 0, NULL);
        p->call_open = p->muted = false;
        return step;
    }
    call = (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    if (call->arguments_length == 0 && !flags &&
        cft_reply_text(p, CFT_REPLY_ARGUMENTS, "{}", 2, end) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    if (!flags && !reply_has_object(p, call)) {
        flags = CFT_REPLY_MALFORMED;
        reason = "the arguments of a tool call are no JSON object";
    }
    p->call_open = false;
    step =
        cft_reply_tell(p, CFT_REPLY_CALL_END, flags, cft_slice_of(NULL, 0), false, end, reason);
    if (p->late_id && step != CFT_STEP_FAIL) step = reply_tell_late_id(p);
    p->late_id = false;
    return step;
}

/* Nothing has been said of it yet, or only as text: all of it is text. What had no marker was
 * never more than that, and is read again as text. */
static cft_reply_step reply_all_text(cft_reply *p, size_t begin, size_t end, const char *reason)
{
    bool reported = p->muted, bare = p->bare;
    cft_reply_kind kind =
        p->back == CFT_STATE_REASONING ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT;
    cft_reply_leave_region(p);
    p->call_open = p->bare = false;
    if (bare) end = begin + (p->hold.data[begin] == '[');
    if (bare) p->at = end;
    if (bare) p->bare_failed = true;
    return cft_reply_bytes(p, kind, begin, end, reported || bare ? 0 : CFT_REPLY_MALFORMED,
                           reported || bare ? NULL : reason);
}

cft_reply_step cft_reply_give_up(cft_reply *p, const char *reason)
{
    size_t reported = (size_t)(p->reported - p->base);
    cft_reply_step step;
    p->state = p->row->shape == CFT_SHAPE_CHANNEL ? CFT_STATE_RAW : p->back;
    p->raw_kind = CFT_REPLY_CONTENT;
    p->scanned = 0;
    p->in_section = false;
    p->skip_space = false;
    if (!p->call_open || p->muted) return reply_all_text(p, reported, p->at, reason);
    step = cft_reply_end_call(p, p->at, CFT_REPLY_MALFORMED, reason);
    cft_reply_leave_region(p);
    return step;
}

cft_reply_step cft_reply_give_back(cft_reply *p, size_t end, const char *reason)
{
    size_t begin = p->at;
    cft_reply_step step = cft_reply_give_up(p, reason);
    p->at = end;
    if (step == CFT_STEP_FAIL) return step;
    return cft_reply_bytes(
        p, p->back == CFT_STATE_REASONING ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT, begin, end,
        CFT_REPLY_MALFORMED, reason);
}
