/* replies/reply.c - the engine: bytes in, events out, and the states outside of calls. */
#include "replies/reply_parser.h"

/* More than this is never held back. */
#define REPLY_HOLD_MOST ((size_t)16 * 1024 * 1024)
/* A run of white space that may be framing is held back up to here. */
#define REPLY_SPACE_MOST 1024

cft_reply_step cft_reply_fail(cft_reply *p, chatfmt_status status)
{
    p->status = status;
    return CFT_STEP_FAIL;
}

/* ---- Telling ------------------------------------------------------------------------- */

/* Keep the text of an event in the message. */
static chatfmt_status reply_remember(cft_reply *p, const cft_reply_note *note, cft_slice text)
{
    cft_reply_call *call;
    switch (note->kind) {
    case CFT_REPLY_CONTENT: return cft_reply_put(&p->content, text.data, text.length);
    case CFT_REPLY_REASONING: return cft_reply_put(&p->reasoning, text.data, text.length);
    case CFT_REPLY_CODE:
    case CFT_REPLY_ARGUMENTS:
        CFT_TRY(cft_reply_put(&p->said, text.data, text.length));
        call = (cft_reply_call *)(void *)p->calls.data + note->call;
        call->arguments_length += text.length;
        return CHATFMT_OK;
    default: return CHATFMT_OK;
    }
}

static cft_reply_step reply_note(cft_reply *p, const cft_reply_note *note)
{
    if (cft_reply_put(&p->notes, (const char *)note, sizeof *note) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    p->note_count++;
    p->told = note->end;
    return CFT_STEP_ON;
}

/* Text that goes on from the last event is one event with it, so that a chunk gives few. */
static bool reply_goes_on(cft_reply *p, const cft_reply_note *note)
{
    cft_reply_note *last;
    bool fragment = note->kind == CFT_REPLY_CONTENT || note->kind == CFT_REPLY_REASONING ||
                    note->kind == CFT_REPLY_ARGUMENTS || note->kind == CFT_REPLY_CODE;
    if (!fragment || p->note_count == p->note_next || note->flags || note->length == 0)
        return false;
    last = (cft_reply_note *)(void *)p->notes.data + (p->note_count - 1);
    if (last->kind != note->kind || last->flags || last->scratch != note->scratch ||
        last->call != note->call || last->text + last->length != note->text)
        return false;
    last->length += note->length;
    last->end = note->end;
    p->told = note->end;
    return true;
}

cft_reply_step cft_reply_tell(cft_reply *p, cft_reply_kind kind, uint32_t flags, cft_slice text,
                              bool scratch, size_t end, const char *reason)
{
    cft_reply_note note = {0};
    const char *origin = scratch ? p->scratch.data : p->hold.data;
    note.kind = kind;
    note.flags = flags;
    note.call = p->call_count ? p->call_count - 1 : 0;
    note.scratch = scratch;
    note.text = text.length ? (size_t)(text.data - origin) : 0;
    note.length = text.length;
    note.reason = reason;
    note.begin = p->told;
    note.end = p->base + end;
    if (text.length && reply_remember(p, &note, text) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    return reply_goes_on(p, &note) ? CFT_STEP_ON : reply_note(p, &note);
}

cft_reply_step cft_reply_frame(cft_reply *p, size_t end, uint32_t flags, const char *reason)
{
    if (p->base + end == p->told && !flags) return CFT_STEP_ON;
    return cft_reply_tell(p, CFT_REPLY_FRAME, flags, cft_slice_of(NULL, 0), false, end, reason);
}

cft_reply_step cft_reply_bytes(cft_reply *p, cft_reply_kind kind, size_t begin, size_t end,
                               uint32_t flags, const char *reason)
{
    if (end == begin) return CFT_STEP_ON;
    if (cft_reply_frame(p, begin, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return cft_reply_tell(p, kind, flags, cft_slice_of(p->hold.data + begin, end - begin), false,
                          end, reason);
}

cft_reply_step cft_reply_text(cft_reply *p, cft_reply_kind kind, const char *text, size_t length,
                              size_t end)
{
    size_t begin = p->scratch.length;
    if (length == 0) return CFT_STEP_ON;
    if (cft_reply_put(&p->scratch, text, length) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    return cft_reply_tell(p, kind, 0, cft_slice_of(p->scratch.data + begin, length), true, end,
                          NULL);
}

/* "call_3", for families whose models write no ids. */
static size_t reply_make_id(uint32_t number, char out[24])
{
    char digits[12];
    size_t count = 0, length = 5;
    memcpy(out, "call_", 5);
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count) out[length++] = digits[--count];
    return length;
}

cft_reply_step cft_reply_begin_call(cft_reply *p, cft_slice name, cft_slice id, size_t end)
{
    cft_reply_call call = {0};
    cft_reply_note note = {0};
    char made[24];
    if (id.length == 0) id = cft_slice_of(made, reply_make_id(p->call_count, made));
    note.kind = CFT_REPLY_CALL;
    note.call = p->call_count;
    note.scratch = true;
    note.text = p->scratch.length;
    note.length = name.length;
    note.id = note.text + name.length;
    note.id_length = id.length;
    note.begin = p->told;
    note.end = p->base + end;
    call.name = p->said.length;
    call.name_length = name.length;
    call.id = call.name + name.length;
    call.id_length = id.length;
    call.arguments = call.id + id.length;
    if (cft_buffer_append(&p->scratch, name.data, name.length) != CHATFMT_OK ||
        cft_buffer_append(&p->scratch, id.data, id.length) != CHATFMT_OK ||
        cft_buffer_append(&p->said, name.data, name.length) != CHATFMT_OK ||
        cft_buffer_append(&p->said, id.data, id.length) != CHATFMT_OK ||
        cft_buffer_append(&p->calls, (const char *)&call, sizeof call) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    p->call_count++;
    p->call_open = true;
    p->parameters = 0;
    return reply_note(p, &note);
}

/* A call without arguments has the empty object. */
cft_reply_step cft_reply_end_call(cft_reply *p, size_t end, uint32_t flags, const char *reason)
{
    const cft_reply_call *call;
    if (!p->call_open) return cft_reply_frame(p, end, flags, reason);
    call = (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    if (call->arguments_length == 0 && !flags &&
        cft_reply_text(p, CFT_REPLY_ARGUMENTS, "{}", 2, end) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->call_open = false;
    return cft_reply_tell(p, CFT_REPLY_CALL_END, flags, cft_slice_of(NULL, 0), false, end, reason);
}

cft_reply_step cft_reply_give_up(cft_reply *p, const char *reason)
{
    size_t told = (size_t)(p->told - p->base);
    p->state = p->row->shape == CFT_SHAPE_CHANNEL ? CFT_STATE_RAW : CFT_STATE_CONTENT;
    p->raw_kind = CFT_REPLY_CONTENT;
    p->scanned = 0;
    p->in_section = false;
    p->skip_space = false;
    if (p->call_open) return cft_reply_end_call(p, p->at, CFT_REPLY_MALFORMED, reason);
    /* Nothing has been said of it yet: all of it is content. */
    return cft_reply_bytes(p, CFT_REPLY_CONTENT, told, p->at, CFT_REPLY_MALFORMED, reason);
}

/* ---- States outside of calls ----------------------------------------------------------- */

void cft_reply_enter_call(cft_reply *p)
{
    const cft_reply_row *row = p->row;
    p->scanned = 0;
    p->name_length = p->id_length = 0;
    p->skip_space = false;
    switch (row->shape) {
    case CFT_SHAPE_OBJECT:
    case CFT_SHAPE_ARRAY:
        cft_reply_json_begin(&p->json, row->shape == CFT_SHAPE_ARRAY ? 2 : 1);
        p->state = CFT_STATE_JSON;
        break;
    case CFT_SHAPE_PYTHON:
        p->held_depth = 0;
        p->held_quote = 0;
        p->held_escape = false;
        p->state = CFT_STATE_HELD;
        break;
    default: p->state = CFT_STATE_NAME;
    }
}

void cft_reply_next_call(cft_reply *p)
{
    bool more = p->in_section || (p->row->flags & CFT_ROW_BARE);
    p->state = more ? CFT_STATE_SECTION : CFT_STATE_CONTENT;
    p->skip_space = true;
    p->scanned = 0;
}

static void reply_watch_for(cft_reply_watches *w, const char *marker, uint8_t what)
{
    if (cft_marker_none(marker)) return;
    w->at[w->count++] = (cft_reply_watch){marker, what};
    while (*marker) {
        cft_slice one = cft_marker_first(marker);
        w->first[(unsigned char)one.data[0]] = true;
        marker = one.data + one.length;
        if (*marker == '\f') marker++;
    }
}

/* Which markers count outside of the reasoning, and inside. */
static void reply_set_watches(cft_reply_watches *w, const cft_reply_row *row, bool thinking)
{
    size_t c;
    memset(w, 0, sizeof *w);
    reply_watch_for(w, row->stops, CFT_WATCH_STOP);
    if (!thinking) reply_watch_for(w, row->think_open, CFT_WATCH_THINK);
    reply_watch_for(w, row->think_close, CFT_WATCH_UNTHINK);
    if (!thinking || (row->flags & CFT_ROW_CALL_IN_THINK)) {
        if (!cft_marker_none(row->section_open))
            reply_watch_for(w, row->section_open, CFT_WATCH_SECTION);
        else reply_watch_for(w, row->call_open, CFT_WATCH_CALL);
    }
    if (!thinking) {
        reply_watch_for(w, row->answer_open, CFT_WATCH_ANSWER);
        reply_watch_for(w, row->answer_close, CFT_WATCH_UNANSWER);
    }
    for (c = 0; c < 256; c++) w->plain[c] = !w->first[c] && !cft_reply_is_space((char)c);
}

/* The marker that needs a bracket behind it: is there one? */
static cft_match reply_bracket(const cft_reply *p, size_t after)
{
    size_t spaces;
    if (!(p->row->flags & CFT_ROW_NEEDS_BRACKET)) return CFT_MATCH_YES;
    spaces = cft_reply_spaces(p->hold.data + after, p->limit - after);
    if (spaces > 16) return CFT_MATCH_NO;
    after += spaces;
    if (after == p->limit) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
    return p->hold.data[after] == '[' || p->hold.data[after] == '{' ? CFT_MATCH_YES
                                                                    : CFT_MATCH_NO;
}

/* The longest marker at hold offset `from`; PART while a longer one may still come. */
static cft_match reply_longest(const cft_reply *p, size_t from, const cft_reply_watches *w,
                               uint8_t *what, size_t *length)
{
    cft_match best = CFT_MATCH_NO;
    size_t i, one;
    *length = 0;
    for (i = 0; i < w->count; i++) {
        cft_match match = cft_marker_at(w->at[i].marker, p->hold.data + from, p->limit - from,
                                        p->final, &one);
        if (match == CFT_MATCH_YES && w->at[i].what >= CFT_WATCH_SECTION)
            match = reply_bracket(p, from + one);
        if (match == CFT_MATCH_PART) return match;
        if (match == CFT_MATCH_NO || one <= *length) continue;
        best = match;
        *length = one;
        *what = w->at[i].what;
    }
    return best;
}

/* Look for a marker from hold offset `from` on. YES: *what at *where, *length bytes. PART: a marker
 * may begin at *where. NO: none up to the limit. */
static cft_match reply_search(const cft_reply *p, size_t from, const cft_reply_watches *w,
                              uint8_t *what, size_t *where, size_t *length)
{
    const unsigned char *data = (const unsigned char *)p->hold.data;
    for (; from < p->limit; from++) {
        cft_match best;
        if (!w->first[data[from]]) continue;
        best = reply_longest(p, from, w, what, length);
        if (best == CFT_MATCH_NO) continue;
        *where = from;
        return best;
    }
    *where = p->limit;
    return CFT_MATCH_NO;
}

static cft_reply_step reply_marker_found(cft_reply *p, uint8_t what, size_t where, size_t length)
{
    size_t end = where + length;
    cft_slice stop = cft_slice_of(p->hold.data + where, length);
    p->at = end;
    p->scanned = 0;
    p->skip_space = true;
    switch (what) {
    case CFT_WATCH_STOP:
        p->state = CFT_STATE_AFTER;
        p->skip_space = false;
        if (cft_reply_frame(p, where, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        return cft_reply_tell(p, CFT_REPLY_STOP, 0, stop, false, end, NULL);
    case CFT_WATCH_THINK: p->state = CFT_STATE_REASONING; break;
    case CFT_WATCH_UNTHINK: p->state = CFT_STATE_CONTENT; break;
    case CFT_WATCH_SECTION:
        p->in_section = true;
        p->state = CFT_STATE_SECTION;
        break;
    case CFT_WATCH_CALL: cft_reply_enter_call(p); break;
    default: break;
    }
    /* The bytes of a call's marker stay untold until the call is sure, so that a malformed one
     * can still become content. */
    if (what == CFT_WATCH_CALL || what == CFT_WATCH_SECTION) return CFT_STEP_ON;
    return cft_reply_frame(p, end, 0, NULL);
}

/* Content or reasoning up to the next marker. */
static cft_reply_step reply_step_text(cft_reply *p)
{
    bool thinking = p->state == CFT_STATE_REASONING;
    const cft_reply_watches *w = &p->watches[thinking];
    size_t where, length = 0, end;
    uint8_t what = 0;
    cft_reply_kind kind = thinking ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT;
    cft_match match;
    if (p->skip_space) {
        p->at += cft_reply_spaces(cft_reply_here(p), cft_reply_left(p));
        if (cft_reply_frame(p, p->at, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        if (p->at == p->limit) return CFT_STEP_MORE;
        p->skip_space = false;
    }
    match = reply_search(p, p->at + p->scanned, w, &what, &where, &length);
    end = where;
    /* White space before a marker is framing, except before the end of the turn. */
    if (match != CFT_MATCH_YES || what != CFT_WATCH_STOP || kind == CFT_REPLY_REASONING) {
        while (end > p->at && cft_reply_is_space(p->hold.data[end - 1])) end--;
        if (match != CFT_MATCH_YES && where - end > REPLY_SPACE_MOST) end = where;
        if (match == CFT_MATCH_NO && p->final) end = where;
    }
    if (cft_reply_bytes(p, kind, p->at, end, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    p->at = end;
    if (match == CFT_MATCH_YES) return reply_marker_found(p, what, where, length);
    p->scanned = where - p->at;
    return CFT_STEP_MORE;
}

/* Where the whole reply may be calls, without a marker: JSON or a list, else content. */
static cft_reply_step reply_step_bare(cft_reply *p)
{
    char c = cft_reply_here(p)[cft_reply_spaces(cft_reply_here(p), cft_reply_left(p))];
    bool begins = p->row->shape == CFT_SHAPE_OBJECT ? c == '{' : c == '[';
    size_t spaces = cft_reply_spaces(cft_reply_here(p), cft_reply_left(p));
    if (p->call_count && c == ';') { /* between parallel calls */
        p->at += spaces + 1;
        return cft_reply_frame(p, p->at, 0, NULL);
    }
    p->state = CFT_STATE_CONTENT;
    if (begins) {
        p->at += spaces;
        cft_reply_enter_call(p);
    }
    return CFT_STEP_ON;
}

/* Between the calls of a section. */
static cft_reply_step reply_step_section(cft_reply *p)
{
    const cft_reply_row *row = p->row;
    size_t spaces = cft_reply_spaces(cft_reply_here(p), cft_reply_left(p)), length, close = 0;
    const char *data = cft_reply_here(p) + spaces;
    size_t left = cft_reply_left(p) - spaces;
    cft_match open, end, stop;
    if (left == 0) return CFT_STEP_MORE;
    end = cft_marker_at(row->section_close, data, left, p->final, &close);
    if (end == CFT_MATCH_YES) {
        p->at += spaces + close;
        p->in_section = false;
        p->state = CFT_STATE_CONTENT;
        p->skip_space = true;
        return cft_reply_frame(p, p->at, 0, NULL);
    }
    if (row->flags & CFT_ROW_BARE) return reply_step_bare(p);
    if (cft_marker_none(row->call_open)) { /* calls stand bare, separated by white space */
        if (end == CFT_MATCH_PART) return CFT_STEP_MORE;
        p->at += spaces;
        if (*data == ',' || *data == ';') p->at++;
        else if (*data == '{' || *data == '[' || row->shape >= CFT_SHAPE_NAMED)
            cft_reply_enter_call(p);
        else
            return cft_reply_give_up(p, "text between tool calls");
        return CFT_STEP_ON;
    }
    open = cft_marker_at(row->call_open, data, left, p->final, &length);
    if (open == CFT_MATCH_YES) {
        p->at += spaces + length;
        cft_reply_enter_call(p);
        return CFT_STEP_ON;
    }
    stop = cft_marker_at(row->stops, data, left, p->final, &length);
    if (open == CFT_MATCH_PART || end == CFT_MATCH_PART || stop == CFT_MATCH_PART)
        return CFT_STEP_MORE;
    if (stop == CFT_MATCH_YES || (*data != ',' && *data != ';')) {
        if (stop == CFT_MATCH_YES) {
            p->in_section = false;
            p->state = CFT_STATE_CONTENT;
            return CFT_STEP_ON;
        }
        return cft_reply_give_up(p, "text between tool calls");
    }
    p->at += spaces + 1;
    return CFT_STEP_ON;
}

/* What follows the end of the turn: another role's words, kept apart. */
static cft_reply_step reply_step_after(cft_reply *p)
{
    p->at = p->limit;
    if (cft_reply_frame(p, p->at, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return CFT_STEP_MORE;
}

static cft_reply_step reply_step(cft_reply *p)
{
    switch (p->state) {
    case CFT_STATE_CONTENT:
    case CFT_STATE_REASONING: return reply_step_text(p);
    case CFT_STATE_SECTION: return reply_step_section(p);
    case CFT_STATE_JSON: return cft_reply_step_json(p);
    case CFT_STATE_NAME: return cft_reply_step_name(p);
    case CFT_STATE_CLOSE: return cft_reply_step_close(p);
    case CFT_STATE_TAGS: return cft_reply_step_tags(p);
    case CFT_STATE_VALUE: return cft_reply_step_value(p);
    case CFT_STATE_HELD: return cft_reply_step_held(p);
    case CFT_STATE_HEADER: return cft_reply_step_header(p);
    case CFT_STATE_RAW: return cft_reply_step_raw(p);
    case CFT_STATE_AFTER: return reply_step_after(p);
    }
    return CFT_STEP_MORE;
}

/* ---- Feeding ------------------------------------------------------------------------- */

/* Bytes at the end that begin a code point without ending it. */
static size_t reply_unfinished(const char *data, size_t length)
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
    if ((p->state != CFT_STATE_CONTENT && !thinking) || p->skip_space || p->scanned) return false;
    if (p->at == p->limit || !plain[(unsigned char)p->hold.data[p->limit - 1]]) return false;
    while (i < p->limit && !p->watches[thinking].first[(unsigned char)p->hold.data[i]]) i++;
    if (i < p->limit) return false;
    if (cft_reply_bytes(p, thinking ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT, p->at, p->limit, 0,
                        NULL) == CFT_STEP_FAIL)
        *status = p->status;
    p->at = p->limit;
    return true;
}

static chatfmt_status reply_run(cft_reply *p)
{
    chatfmt_status status = CHATFMT_OK;
    cft_reply_step step = CFT_STEP_ON;
    if (reply_plain_text(p, &status)) return status;
    while (step == CFT_STEP_ON && (p->at < p->limit || p->final)) {
        size_t at = p->at;
        cft_reply_state state = p->state;
        step = reply_step(p);
        if (p->final && p->at == p->limit && p->at == at && p->state == state) break;
    }
    return step == CFT_STEP_FAIL ? p->status : CHATFMT_OK;
}

/* Forget what has been read; events of the last feed go with it. */
static void reply_forget(cft_reply *p)
{
    size_t told = (size_t)(p->told - p->base);
    size_t from = told < p->at ? told : p->at;
    if (from == p->hold.length) { /* the common case: nothing is held back */
        p->base += from;
        p->hold.length = p->at = 0;
    } else if (from) {
        memmove(p->hold.data, p->hold.data + from, p->hold.length - from);
        p->hold.length -= from;
        p->at -= from;
        p->base += from;
    }
    p->scratch.length = 0;
    p->notes.length = 0;
    p->note_count = p->note_next = 0;
}

chatfmt_status cft_reply_feed(cft_reply *p, const char *data, size_t length)
{
    if (p->status != CHATFMT_OK) return p->status;
    reply_forget(p);
    if (p->hold.length > REPLY_HOLD_MOST) return p->status = CHATFMT_LIMIT;
    CFT_TRY(p->status = cft_reply_put(&p->hold, data, length));
    p->limit = p->hold.length - reply_unfinished(p->hold.data, p->hold.length);
    if (p->limit < p->at) p->limit = p->at;
    return p->status = reply_run(p);
}

chatfmt_status cft_reply_finish(cft_reply *p)
{
    size_t told;
    if (p->status != CHATFMT_OK) return p->status;
    reply_forget(p);
    p->limit = p->hold.length;
    p->final = true;
    if (p->hold.length || p->call_open) CFT_TRY(p->status = reply_run(p));
    told = (size_t)(p->told - p->base);
    if (p->call_open) {
        p->truncated = true;
        if (cft_reply_end_call(p, p->limit, CFT_REPLY_TRUNCATED, "the reply ends in a tool call") ==
            CFT_STEP_FAIL)
            return p->status;
    } else if (told < p->limit) {
        bool marker = p->state != CFT_STATE_CONTENT && p->state != CFT_STATE_REASONING;
        p->truncated = marker;
        if (cft_reply_bytes(p,
                            p->state == CFT_STATE_REASONING ? CFT_REPLY_REASONING
                                                            : CFT_REPLY_CONTENT,
                            told, p->limit, marker ? CFT_REPLY_TRUNCATED : 0,
                            marker ? "the reply ends in a tool call" : NULL) == CFT_STEP_FAIL)
            return p->status;
    }
    p->at = p->limit;
    return CHATFMT_OK;
}

bool cft_reply_next(cft_reply *p, cft_reply_event *event)
{
    cft_reply_note note;
    const char *data;
    if (p->note_next == p->note_count) return false;
    memcpy(&note, p->notes.data + p->note_next++ * sizeof note, sizeof note);
    data = note.scratch ? p->scratch.data : p->hold.data;
    event->kind = note.kind;
    event->flags = note.flags;
    event->call = note.call;
    event->text = cft_slice_of(note.length ? data + note.text : "", note.length);
    event->id = cft_slice_of(note.id_length ? data + note.id : "", note.id_length);
    event->reason = note.reason;
    event->begin = note.begin;
    event->end = note.end;
    return true;
}

/* ---- Making ------------------------------------------------------------------------- */

chatfmt_status cft_reply_new(const chatfmt_allocator *allocator, const cft_reply_row *row,
                             cft_value tools, cft_reply_start start, cft_reply **out)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_reply *p = cft_allocate(&memory, sizeof *p);
    *out = NULL;
    if (!p) return CHATFMT_NO_MEMORY;
    memset(p, 0, sizeof *p);
    p->memory = memory;
    p->row = row;
    p->tools = tools;
    cft_buffer_init(&p->hold, &memory);
    cft_buffer_init(&p->scratch, &memory);
    cft_buffer_init(&p->notes, &memory);
    cft_buffer_init(&p->content, &memory);
    cft_buffer_init(&p->reasoning, &memory);
    cft_buffer_init(&p->said, &memory);
    cft_buffer_init(&p->calls, &memory);
    cft_buffer_init(&p->kept, &memory);
    cft_buffer_init(&p->work, &memory);
    reply_set_watches(&p->watches[0], row, false);
    reply_set_watches(&p->watches[1], row, true);
    cft_reply_reset(p, start);
    *out = p;
    return CHATFMT_OK;
}

void cft_reply_reset(cft_reply *p, cft_reply_start start)
{
    p->status = CHATFMT_OK;
    p->hold.length = p->scratch.length = p->notes.length = 0;
    p->content.length = p->reasoning.length = p->said.length = p->calls.length = 0;
    p->kept.length = 0;
    p->at = p->limit = p->scanned = p->note_count = p->note_next = 0;
    p->base = p->told = 0;
    p->call_count = p->parameters = 0;
    p->final = p->truncated = p->call_open = p->in_section = p->thinking = false;
    p->skip_space = start == CFT_START_REASONING;
    p->state = start == CFT_START_REASONING ? CFT_STATE_REASONING : CFT_STATE_CONTENT;
    if (p->row->shape == CFT_SHAPE_CHANNEL) p->state = CFT_STATE_HEADER;
    else if ((p->row->flags & CFT_ROW_BARE) && start == CFT_START_CONTENT)
        p->state = CFT_STATE_SECTION;
}

void cft_reply_free(cft_reply *p)
{
    chatfmt_allocator memory;
    if (!p) return;
    cft_buffer_free(&p->hold);
    cft_buffer_free(&p->scratch);
    cft_buffer_free(&p->notes);
    cft_buffer_free(&p->content);
    cft_buffer_free(&p->reasoning);
    cft_buffer_free(&p->said);
    cft_buffer_free(&p->calls);
    cft_buffer_free(&p->kept);
    cft_buffer_free(&p->work);
    memory = p->memory;
    cft_release(&memory, p, sizeof *p);
}

/* The last occurrence of any alternative; SIZE_MAX when there is none. */
static size_t reply_last(const char *marker, cft_slice text)
{
    size_t at = text.length, length;
    while (at-- > 0)
        if (cft_marker_at(marker, text.data + at, text.length - at, true, &length) ==
            CFT_MATCH_YES)
            return at + 1;
    return 0;
}

cft_reply_start cft_reply_start_of(const cft_reply_row *row, cft_slice prompt)
{
    return reply_last(row->think_open, prompt) > reply_last(row->think_close, prompt)
               ? CFT_START_REASONING
               : CFT_START_CONTENT;
}
