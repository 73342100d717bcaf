/* replies/reply.c - the engine: bytes in, events out; a reply made, begun again and freed. */
#include "replies/reply_parser.h"

/* What a reply of a real model takes is far below, whatever its size. */
#define REPLY_MIB ((uint64_t)1 << 20)
const cft_budget_rates cft_reply_rates = {
    .fuel = {50000000, 64},
    .string = {16 * REPLY_MIB, 0},
    .heap = {240 * REPLY_MIB, 48},
    .output = {128 * REPLY_MIB, 8},
};

/* Limits grow with the reply, so many bytes at a time. */
enum { REPLY_FUNDS = 65536 };

typedef cft_reply_step reply_stepper(cft_reply *p);
static reply_stepper *const reply_steps[] = {
    [CFT_STATE_CONTENT] = cft_reply_step_text,
    [CFT_STATE_REASONING] = cft_reply_step_text,
    [CFT_STATE_SECTION] = cft_reply_step_section,
    [CFT_STATE_JSON] = cft_reply_step_json,
    [CFT_STATE_NAME] = cft_reply_step_name,
    [CFT_STATE_CLOSE] = cft_reply_step_close,
    [CFT_STATE_TAGS] = cft_reply_step_tags,
    [CFT_STATE_VALUE] = cft_reply_step_value,
    [CFT_STATE_HELD] = cft_reply_step_held,
    [CFT_STATE_HEADER] = cft_reply_step_header,
    [CFT_STATE_RAW] = cft_reply_step_raw,
    [CFT_STATE_OPENING] = cft_reply_step_opening,
    [CFT_STATE_NESTED] = cft_reply_step_nested,
    [CFT_STATE_CODE] = cft_reply_step_code,
    [CFT_STATE_AFTER] = cft_reply_step_after,
};
_Static_assert(sizeof reply_steps / sizeof *reply_steps == CFT_STATE_COUNT,
               "a step for every state");

/* ---- Feeding ------------------------------------------------------------------------- */

/* Bytes at the end that begin a code point without ending it. */
static CFT_COLD size_t reply_unfinished(const char *data, size_t length)
{
    size_t back;
    for (back = 1; back <= 3 && back <= length; back++) {
        unsigned char c = (unsigned char)data[length - back];
        if (c < 0x80) return 0;
        if (c >= 0xC0) return (c >= 0xF0 ? 4u : c >= 0xE0 ? 3u : 2u) > back ? back : 0;
    }
    return 0;
}

/* Bytes that can be nothing but text, with nothing held back before them: the path that most
 * chunks take. False when the machine must look. */
static bool reply_plain_text(cft_reply *p, chatfmt_status *status)
{
    bool thinking = p->state == CFT_STATE_REASONING;
    const bool *plain = p->watches[thinking].plain;
    size_t i = p->at;
    if ((p->state != CFT_STATE_CONTENT && !thinking) || p->skip_space || p->scanned)
        return false;
    if (p->at == p->limit || !plain[(unsigned char)p->hold.data[p->limit - 1]]) return false;
    while (i < p->limit && !p->watches[thinking].first[(unsigned char)p->hold.data[i]])
        i++;
    if (i < p->limit) return false;
    if (cft_reply_bytes(p, thinking ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT, p->at, p->limit,
                        0, NULL) == CFT_STEP_FAIL)
        *status = p->status;
    p->at = p->limit;
    p->flowing = false;
    return true;
}

/* The same inside of a tagged value that is a string: bytes that need no escape and cannot
 * begin the tag that closes it. */
static bool reply_plain_value(cft_reply *p, chatfmt_status *status)
{
    size_t i = p->at;
    if (p->state != CFT_STATE_VALUE || !p->value_type || p->skip_space || p->scanned)
        return false;
    while (i < p->limit && p->value_plain[(unsigned char)p->hold.data[i]])
        i++;
    if (i < p->limit || p->reported - p->base != p->at) return false;
    if (cft_reply_bytes(p, CFT_REPLY_ARGUMENTS, p->at, p->limit, 0, NULL) == CFT_STEP_FAIL)
        *status = p->status;
    p->at = p->limit;
    return true;
}

static chatfmt_status reply_run(cft_reply *p)
{
    chatfmt_status status = CHATFMT_OK;
    cft_reply_step step = CFT_STEP_ON;
    size_t steps = 0;
    if (reply_plain_text(p, &status) || reply_plain_value(p, &status)) return status;
    while (step == CFT_STEP_ON && (p->at < p->limit || p->final)) {
        size_t at = p->at;
        cft_reply_state state = p->state;
        step = reply_steps[p->state](p);
        steps++;
        if (p->final && p->at == p->limit && p->at == at && p->state == state) break;
    }
    if (step == CFT_STEP_FAIL) return p->status;
    return cft_budget_spend(&p->budget, steps);
}

/* Forget the first `from` bytes; what is held back moves to the front. */
static void reply_drop(cft_reply *p, size_t from)
{
    memmove(p->hold.data, p->hold.data + from, p->hold.length - from);
    p->hold.length -= from;
    p->at -= from;
    p->base += from;
}

/* Forget what has been read; events of the last feed go with it. */
static inline void reply_forget(cft_reply *p)
{
    size_t reported = (size_t)(p->reported - p->base);
    size_t from = reported < p->at ? reported : p->at;
    if (CFT_LIKELY(from == p->hold.length)) { /* nothing is held back */
        p->base += from;
        p->hold.length = p->at = 0;
    } else if (from) {
        reply_drop(p, from);
    }
    p->scratch.length = 0;
    p->notes.length = 0;
    p->note_count = p->note_next = 0;
}

static void reply_fund(cft_reply *p, size_t length)
{
    size_t more = length > SIZE_MAX - REPLY_FUNDS ? SIZE_MAX : length + REPLY_FUNDS;
    cft_budget_extend(&p->budget, &cft_reply_rates, (size_t)p->funded, more);
    p->funded += more;
}

/* Pay for `length` bytes more. */
static inline chatfmt_status reply_pay(cft_reply *p, size_t length)
{
    size_t held = p->hold.length;
    if (CFT_UNLIKELY(p->base + held + length > p->funded)) reply_fund(p, length);
    if (CFT_UNLIKELY(held > p->budget.string.allowed))
        CFT_TRY(cft_budget_string(&p->budget, held));
    return cft_budget_spend_bytes(&p->budget, length);
}

/* Look for a text of the caller's that ends the reply, which then sets the limit and *stop. One
 * that may begin sets the limit, too. What ends the reply anyhow is in *stop already. */
static bool reply_find_stop(cft_reply *p, cft_slice *stop)
{
    size_t at = p->stop_at > p->base ? (size_t)(p->stop_at - p->base) : 0, i;
    size_t end = stop->data ? p->limit : p->hold.length;
    if (p->state == CFT_STATE_AFTER) return false;
    for (; at < end; at++) {
        bool begins = false;
        for (i = 0; i < p->asked.stop_count; i++) {
            cft_slice text = p->asked.stops[i];
            size_t left = end - at, shared = text.length < left ? text.length : left;
            if (memcmp(p->hold.data + at, text.data, shared) != 0) continue;
            begins = true;
            if (shared < text.length) continue;
            p->limit = at;
            *stop = cft_slice_of(p->hold.data + at, text.length);
            return true;
        }
        if (begins && !stop->data) break;
    }
    p->stop_at = p->base + at;
    if (at < p->limit) p->limit = at;
    return stop->data != NULL;
}

/* A call is cut off: its arguments end as they can. */
static cft_reply_step reply_close_arguments(cft_reply *p)
{
    const cft_reply_call *call;
    bool closed = p->asked.flags & CFT_ASK_CLOSED_ARGUMENTS;
    if (cft_reply_close_tags(p) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    if (closed && p->state == CFT_STATE_JSON && cft_reply_close_json(p) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    call = (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    if (!closed || call->arguments_length) return CFT_STEP_ON;
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, "{}", 2, (size_t)(p->reported - p->base));
}

/* Does what has not been read hold a marker that belongs after names and tags? */
static bool reply_holds_end(const cft_reply *p)
{
    const cft_reply_row *row = p->row;
    const char *const marks[] = {row->value_close, row->call_close, row->stops};
    size_t length;
    for (size_t at = p->at; at < p->limit; at++)
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            if (cft_marker_at(marks[i], p->hold.data + at, p->limit - at, true, &length))
                return true;
    return false;
}

/* Is what has not been reported the markers of a call, or a part of its name or of its tags? */
static bool reply_in_markers(cft_reply *p)
{
    bool more = cft_reply_blank(p) < cft_reply_left(p);
    if (p->bare) return false;
    switch (p->state) {
    case CFT_STATE_NAME:
    case CFT_STATE_TAGS: return !reply_holds_end(p);
    case CFT_STATE_HEADER: return p->scanned && !reply_holds_end(p); /* its marker is whole */
    case CFT_STATE_CLOSE: return more;
    case CFT_STATE_NESTED: return !more;
    case CFT_STATE_SECTION:
        return p->in_section && !p->implied && (more || p->reported < p->base + p->at);
    case CFT_STATE_JSON: return cft_reply_json_is_name(p);
    case CFT_STATE_HELD: return p->row->shape == CFT_SHAPE_PYTHON && !p->scanned;
    default: return false;
    }
}

/* The reply ends, and events tell of it up to hold offset `reported`: the rest is an open call's
 * markers, or arguments that were collected and cannot be read, or text. */
static cft_reply_step reply_end(cft_reply *p, size_t reported)
{
    static const char reason[] = "the reply ends in a tool call";
    bool collected = p->state == CFT_STATE_HELD;
    bool plain = p->state == CFT_STATE_CONTENT || p->state == CFT_STATE_REASONING ||
                 p->state == CFT_STATE_OPENING;
    if (p->muted) {
        p->call_open = false;
        plain = true;
    } else if (p->call_open) {
        p->truncated = true;
        if (reply_close_arguments(p) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        if ((size_t)(p->reported - p->base) > reported) reported = (size_t)(p->reported - p->base);
        if (!collected) return cft_reply_end_call(p, p->limit, CFT_REPLY_TRUNCATED, reason);
        if (cft_reply_end_call(p, reported, CFT_REPLY_TRUNCATED, reason) == CFT_STEP_FAIL)
            return CFT_STEP_FAIL;
    } else if (reported < p->limit) {
        p->truncated = !plain;
        if (reply_in_markers(p))
            return cft_reply_frame(p, p->limit, CFT_REPLY_TRUNCATED, reason);
    }
    return cft_reply_bytes(
        p,
        p->state == CFT_STATE_REASONING || p->back == CFT_STATE_REASONING ? CFT_REPLY_REASONING
                                                                          : CFT_REPLY_CONTENT,
        reported, p->limit, plain ? 0 : CFT_REPLY_TRUNCATED, plain ? NULL : reason);
}

static chatfmt_status reply_close(cft_reply *p)
{
    if (p->hold.length || p->call_open) {
        CFT_TRY(reply_run(p));
        p->final = !reply_in_markers(p); /* they would be malformed */
        if (p->final) CFT_TRY(reply_run(p));
    }
    p->final = true;
    return reply_end(p, (size_t)(p->reported - p->base)) == CFT_STEP_FAIL ? p->status : CHATFMT_OK;
}

/* The reply ends at the limit; the bytes of what stops it are there, or in front, and read. */
static chatfmt_status reply_stopped(cft_reply *p, cft_slice stop)
{
    size_t end = (size_t)(stop.data - p->hold.data) + stop.length;
    if (p->limit < p->at) p->limit = p->at;
    CFT_TRY(reply_close(p));
    cft_reply_leave_region(p);
    p->final = false;
    p->limit = p->hold.length;
    if (p->state != CFT_STATE_AFTER) {
        p->state = CFT_STATE_AFTER;
        if (cft_reply_tell(p, CFT_REPLY_STOP, 0, stop, false, end, NULL) == CFT_STEP_FAIL)
            return p->status;
        p->at = end;
    }
    return p->at < p->limit ? reply_run(p) : CHATFMT_OK;
}

/* As far as the limit, or to a text that ends the reply before; at the limit `stop` does, unless
 * its data is NULL. */
static CFT_COLD chatfmt_status reply_run_to_stop(cft_reply *p, cft_slice stop)
{
    if (reply_find_stop(p, &stop)) return p->status = reply_stopped(p, stop);
    if (p->limit < p->at) p->limit = p->at;
    return p->status = reply_run(p);
}

/* Take the bytes; all of them may be looked at but a code point that is cut off. */
static inline chatfmt_status reply_put(cft_reply *p, const char *data, size_t length)
{
    if (CFT_UNLIKELY(p->status != CHATFMT_OK)) return p->status;
    reply_forget(p);
    p->status = reply_pay(p, length);
    if (CFT_LIKELY(p->status == CHATFMT_OK)) p->status = cft_reply_put(&p->hold, data, length);
    if (CFT_UNLIKELY(p->status != CHATFMT_OK)) return p->status;
    p->limit = p->hold.length;
    if (CFT_UNLIKELY(p->limit && (unsigned char)p->hold.data[p->limit - 1] >= 0x80))
        p->limit -= reply_unfinished(p->hold.data, p->hold.length);
    return CHATFMT_OK;
}

chatfmt_status cft_reply_feed(cft_reply *p, const char *data, size_t length)
{
    CFT_TRY(reply_put(p, data, length));
    if (CFT_UNLIKELY(p->asked.stop_count)) return reply_run_to_stop(p, (cft_slice){NULL, 0});
    if (p->limit < p->at) p->limit = p->at;
    return p->status = reply_run(p);
}

chatfmt_status cft_reply_feed_stop(cft_reply *p, const char *data, size_t length,
                                   const cft_reply_end *end)
{
    CFT_TRY(reply_put(p, data, length));
    if (p->state == CFT_STATE_AFTER) {
        p->limit = p->hold.length;
        return p->status = reply_run(p);
    }
    char *fed = p->hold.data + (p->hold.length - length);
    p->limit = (size_t)(fed - p->hold.data) + (end->is_read ? end->to : end->from);
    return reply_run_to_stop(p, cft_slice_of(fed + end->from, end->to - end->from));
}

chatfmt_status cft_reply_finish(cft_reply *p)
{
    if (p->status != CHATFMT_OK) return p->status;
    if (p->note_next == p->note_count) reply_forget(p); /* the last text may have come just now */
    p->limit = p->hold.length;
    CFT_TRY(p->status = reply_close(p));
    p->at = p->limit;
    return CHATFMT_OK;
}

bool cft_reply_next(cft_reply *p, cft_reply_event *event)
{
    const cft_reply_note *note;
    const char *data;
    if (p->note_next == p->note_count) return false;
    note = (const cft_reply_note *)(const void *)p->notes.data + p->note_next++;
    data = note->scratch ? p->scratch.data : p->hold.data;
    event->kind = note->kind;
    event->flags = note->flags;
    event->call = note->call;
    event->text = cft_slice_of(note->length ? data + note->text : "", note->length);
    event->id = cft_slice_of(note->id_length ? data + note->id : "", note->id_length);
    event->reason = note->reason;
    event->begin = note->begin;
    event->end = note->end;
    return true;
}

/* ---- Making ------------------------------------------------------------------------- */

/* What a tagged value may hold that is neither escaped nor looked at. */
static void reply_set_value_plain(cft_reply *p)
{
    for (unsigned c = ' '; c < 0x7F; c++)
        p->value_plain[c] = c != '"' && c != '\\' && c != ']';
    p->value_plain[(unsigned char)p->row->value_close[0]] = false;
}

/* Calls `act` with each of the reply's buffers. */
#define REPLY_BUFFERS(p, act)                                                                  \
    act(&(p)->hold), act(&(p)->scratch), act(&(p)->notes), act(&(p)->content),                 \
        act(&(p)->reasoning), act(&(p)->said), act(&(p)->calls), act(&(p)->kept),              \
        act(&(p)->work)

chatfmt_status cft_reply_new(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                             const cft_reply_row *row, cft_value tools, cft_reply_start start,
                             cft_reply **out)
{
    chatfmt_allocator caller = cft_allocator_or_default(allocator), memory;
    cft_reply *p = cft_allocate(&caller, sizeof *p);
    *out = NULL;
    if (!p) return CHATFMT_NO_MEMORY;
    memset(p, 0, sizeof *p);
    cft_budget_init(&p->budget, &caller, limits);
    memory = cft_budget_allocator(&p->budget);
    p->row = row;
    p->tools = tools;
#define REPLY_INIT(buffer) cft_buffer_init(buffer, &memory)
    REPLY_BUFFERS(p, REPLY_INIT);
#undef REPLY_INIT
    reply_set_value_plain(p);
    cft_reply_set_watches(&p->watches[0], row, false);
    cft_reply_set_watches(&p->watches[1], row, true);
    cft_reply_reset(p, start);
    *out = p;
    return CHATFMT_OK;
}

void cft_reply_ask(cft_reply *p, const cft_reply_asked *asked, cft_reply_start start)
{
    p->asked = *asked;
    cft_reply_reset(p, start);
    if (asked->begun.length) (void)cft_reply_feed(p, asked->begun.data, asked->begun.length);
}

cft_budget *cft_reply_budget(cft_reply *p)
{
    return &p->budget;
}

void cft_reply_reset(cft_reply *p, cft_reply_start start)
{
    cft_budget_begin(&p->budget, &cft_reply_rates, 0);
    if (p->budget.held > p->budget.heap.allowed / 2) REPLY_BUFFERS(p, cft_buffer_free);
    p->funded = 0;
    p->status = CHATFMT_OK;
    p->hold.length = p->scratch.length = p->notes.length = 0;
    p->content.length = p->reasoning.length = p->said.length = p->calls.length = 0;
    p->kept.length = 0;
    p->at = p->limit = p->scanned = p->note_count = p->note_next = 0;
    p->base = p->reported = p->blank_at = p->stop_at = 0;
    p->blank = 0;
    p->call_count = p->parameters = 0;
    p->final = p->truncated = p->call_open = p->in_section = p->bare = p->bare_failed = false;
    p->to_user = false;
    p->answer_at = p->gap_length = 0;
    p->answered = false;
    p->parted = p->flowing = false;
    p->skip_space = p->fresh = start == CFT_START_REASONING;
    p->state = p->back = start == CFT_START_REASONING ? CFT_STATE_REASONING : CFT_STATE_CONTENT;
    p->think = start == CFT_START_REASONING ? CFT_THINK_OPEN : CFT_THINK_MAY;
    p->tool = cft_absent();
    p->late_id = false;
    p->next_id = p->asked.calls_before;
    p->least_id = UINT64_MAX;
    p->most_id = 0;
    cft_reply_leave_region(p);
    p->opened = start == CFT_START_CALL && p->row->shape != CFT_SHAPE_CHANNEL;
    if (p->row->shape == CFT_SHAPE_CHANNEL)
        cft_reply_channel_reset(p, start);
    else if (p->opened || (p->row->header_open && start == CFT_START_CONTENT))
        p->state = CFT_STATE_OPENING;
    else if ((p->row->flags & CFT_ROW_BARE) && start == CFT_START_CONTENT &&
             !cft_reply_no_tools(p))
        p->state = CFT_STATE_SECTION;
}

void cft_reply_free(cft_reply *p)
{
    if (!p) return;
    REPLY_BUFFERS(p, cft_buffer_free);
    chatfmt_allocator memory = p->budget.caller;
    cft_release(&memory, p, sizeof *p);
}
