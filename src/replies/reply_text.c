/* replies/reply_text.c - the states outside of calls: content and reasoning up to the next
 * marker, and the space between the calls of a section.
 */
#include "replies/reply_parser.h"

/* A run of white space that may be framing is held back up to here. */
#define REPLY_SPACE_MOST 1024

void cft_reply_enter_call(cft_reply *p)
{
    p->scanned = 0;
    p->name_length = p->id_length = 0;
    p->skip_space = false;
    cft_reply_shapes[p->row->shape].enter(p);
}

void cft_reply_next_call(cft_reply *p)
{
    bool more = p->in_section || (p->row->flags & CFT_ROW_BARE);
    p->state = more ? CFT_STATE_SECTION : p->back;
    p->answer_at = p->content.length;
    p->skip_space = p->parted = cft_reply_was_call(p);
    p->fresh = p->skip_space && p->state == CFT_STATE_CONTENT;
    p->scanned = 0;
}

static void reply_watch_for(cft_reply_watches *w, const char *marker, uint8_t what)
{
    if (cft_marker_none(marker)) return;
    cft_reply_watch *watch = &w->at[w->count++];
    *watch = (cft_reply_watch){marker, what, 0, 0};
    while (*marker) {
        cft_slice one = cft_marker_first(marker);
        watch->begins |= (uint64_t)1 << ((unsigned char)one.data[0] & 63);
        w->first[(unsigned char)one.data[0]] = true;
        if (one.length > 1) {
            watch->goes_on |= (uint64_t)1 << ((unsigned char)one.data[1] & 63);
            w->second[(unsigned char)one.data[1]] = true;
        } else {
            watch->goes_on = UINT64_MAX;
            memset(w->second, true, sizeof w->second);
        }
        marker = one.data + one.length;
        if (*marker == '\f') marker++;
    }
}

/* Shorter markers of calls count inside of their section alone. */
#define TEXT_CALL_LEAST 6

/* Which markers may count outside of the reasoning, and inside. */
void cft_reply_set_watches(cft_reply_watches *w, const cft_reply_row *row, bool thinking)
{
    size_t c;
    memset(w, 0, sizeof *w);
    reply_watch_for(w, row->stops, CFT_WATCH_STOP);
    if (!thinking) reply_watch_for(w, row->think_open, CFT_WATCH_THINK);
    reply_watch_for(w, row->think_close, CFT_WATCH_UNTHINK);
    if (!thinking || !(row->flags & CFT_ROW_BARE)) {
        bool section = !cft_marker_none(row->section_open);
        reply_watch_for(w, row->section_open, CFT_WATCH_SECTION);
        if (!section || cft_marker_first(row->call_open).length >= TEXT_CALL_LEAST)
            reply_watch_for(w, row->call_open, CFT_WATCH_CALL);
    }
    if (!thinking && row->shape == CFT_SHAPE_PYTHON && (row->flags & CFT_ROW_LIST))
        reply_watch_for(w, "[", CFT_WATCH_LIST);
    if (!thinking && row->shape == CFT_SHAPE_OBJECT && (row->flags & CFT_ROW_BARE_LATER))
        reply_watch_for(w, "{", CFT_WATCH_LIST);
    if (row->header_open) reply_watch_for(w, row->header_open, CFT_WATCH_HEADER);
    if (!thinking) {
        reply_watch_for(w, row->answer_open, CFT_WATCH_ANSWER);
        reply_watch_for(w, row->answer_close, CFT_WATCH_UNANSWER);
        if (row->code_open) reply_watch_for(w, row->code_open, CFT_WATCH_CODE);
    }
    for (c = 0; c < 256; c++)
        w->plain[c] = !w->first[c] && !cft_reply_is_space((char)c);
}

/* The marker that needs a bracket after it: is there one? */
static cft_match reply_bracket(const cft_reply *p, size_t after)
{
    size_t spaces;
    if (!(p->row->flags & CFT_ROW_NEEDS_BRACKET)) return CFT_MATCH_YES;
    spaces = cft_reply_few_spaces(p->hold.data + after, p->limit - after);
    if (spaces > 16) return CFT_MATCH_NO;
    after += spaces;
    if (after == p->limit) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
    return p->hold.data[after] == '[' || p->hold.data[after] == '{' ? CFT_MATCH_YES
                                                                    : CFT_MATCH_NO;
}

/* Is there nothing but white space before hold offset `at`, all of the reply? */
static bool text_at_beginning(const cft_reply *p, size_t at)
{
    return !p->content.length && !p->reasoning.length && !p->call_count &&
           at - p->at <= REPLY_SPACE_MOST &&
           cft_reply_spaces(cft_reply_here(p), at - p->at) == at - p->at;
}

/* An answer is opened before its text; what looks like that later is text. */
static bool text_answer_begins(const cft_reply *p, size_t at)
{
    return (p->row->flags & CFT_ROW_LOOSE_ANSWER) || p->row->header_open ||
           (p->content.length == p->answer_at &&
            cft_reply_few_spaces(cft_reply_here(p), at - p->at) == at - p->at);
}

/* The closing marker of an answer counts after its opening one, or in families without one. */
static bool text_answer_ends(const cft_reply *p)
{
    return p->answered || !p->row->answer_open[0] || p->row->header_open ||
           (p->row->flags & CFT_ROW_LOOSE_ANSWER);
}

/* In a message to the user, a call is quoted unless it is all that the message says and was
 * offered. */
static bool text_quotes(const cft_reply *p, size_t at)
{
    return p->to_user && (p->tools.kind != CFT_LIST || p->content.length > p->to_user_at ||
                          cft_reply_spaces(cft_reply_here(p), at - p->at) < at - p->at);
}

/* Does a marker of this kind count at hold offset `at`? Reasoning is at the beginning, and its
 * first close ends it; without tools there are no calls. */
static bool text_counts(const cft_reply *p, uint8_t what, size_t at)
{
    bool again = p->row->flags & CFT_ROW_INTERLEAVED;
    switch (what) {
    case CFT_WATCH_THINK:
        return again || (p->think == CFT_THINK_MAY && text_at_beginning(p, at));
    case CFT_WATCH_UNTHINK:
        return again || p->state == CFT_STATE_REASONING || p->think == CFT_THINK_CALL ||
               ((p->row->flags & CFT_ROW_LEADING_CLOSE) && p->think == CFT_THINK_MAY &&
                text_at_beginning(p, at));
    case CFT_WATCH_CODE:
    case CFT_WATCH_SECTION:
    case CFT_WATCH_CALL: return !cft_reply_no_tools(p) && !text_quotes(p, at);
    case CFT_WATCH_ANSWER: return text_answer_begins(p, at);
    case CFT_WATCH_UNANSWER: return text_answer_ends(p);
    case CFT_WATCH_LIST:
        return !p->bare_failed && p->tools.kind == CFT_LIST && p->tools.as.list->count;
    default: return true;
    }
}

/* Is what follows a bracket at hold offset `from` the begin of a call without a marker: a name that
 * was offered, or a key of a call? */
static cft_match reply_bare_call(const cft_reply *p, size_t from)
{
    const char *data = p->hold.data + from;
    size_t left = p->limit - from, spaces, length;
    if (p->row->shape == CFT_SHAPE_PYTHON) return cft_reply_offered_at(p, data, left, '(');
    spaces = cft_reply_few_spaces(data, left);
    if (spaces > CFT_REPLY_BLANKS) return CFT_MATCH_NO;
    if (spaces == left) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
    return cft_marker_at("\"name\"\f\"type\"\f\"function\"\f\"parameters\"\f\"arguments\"",
                         data + spaces, left - spaces, p->final, &length);
}

/* The longest marker at hold offset `from`; PART while a longer one may still come. */
static cft_match reply_longest(const cft_reply *p, size_t from, const cft_reply_watches *w,
                               uint8_t *what, size_t *length)
{
    cft_match best = CFT_MATCH_NO;
    size_t i, one;
    bool two = from + 1 < p->limit;
    unsigned bit = (unsigned char)p->hold.data[from] & 63;
    unsigned next = two ? (unsigned char)p->hold.data[from + 1] & 63 : 0;
    *length = 0;
    for (i = 0; i < w->count; i++) {
        if (!(w->at[i].begins >> bit & 1)) continue;
        if ((two && !(w->at[i].goes_on >> next & 1)) || !text_counts(p, w->at[i].what, from))
            continue;
        cft_match match = cft_marker_at(w->at[i].marker, p->hold.data + from, p->limit - from,
                                        p->final, &one);
        if (match == CFT_MATCH_NO) continue;
        if (match == CFT_MATCH_YES &&
            (w->at[i].what == CFT_WATCH_SECTION || w->at[i].what == CFT_WATCH_CALL))
            match = reply_bracket(p, from + one);
        if (match == CFT_MATCH_YES && w->at[i].what == CFT_WATCH_LIST)
            match = reply_bare_call(p, from + one);
        if (match == CFT_MATCH_PART) return match;
        if (match == CFT_MATCH_NO || one <= *length) continue;
        best = match;
        *length = one;
        *what = w->at[i].what;
    }
    return best;
}

/* Look for a marker from hold offset `from` on. YES: *what at *where, *length bytes. PART: a
 * marker may begin at *where. NO: none up to the limit. */
static cft_match reply_search(const cft_reply *p, size_t from, const cft_reply_watches *w,
                              uint8_t *what, size_t *where, size_t *length)
{
    const unsigned char *data = (const unsigned char *)p->hold.data;
    for (; from < p->limit; from++) {
        cft_match best;
        if (!w->first[data[from]]) continue;
        if (from + 1 < p->limit && !w->second[data[from + 1]]) continue;
        best = reply_longest(p, from, w, what, length);
        if (best == CFT_MATCH_NO) continue;
        *where = from;
        return best;
    }
    *where = p->limit;
    return CFT_MATCH_NO;
}

static cft_reply_step reply_marker_found(cft_reply *p, uint8_t what, size_t where,
                                         size_t length)
{
    size_t end = where + length;
    cft_slice stop = cft_slice_of(p->hold.data + where, length);
    cft_reply_leave_region(p);
    p->answer_at = p->content.length;
    p->flowing = false;
    p->back = p->state;
    p->at = end;
    p->scanned = 0;
    p->skip_space = true;
    p->bare = false;
    switch (what) {
    case CFT_WATCH_STOP:
        p->state = CFT_STATE_AFTER;
        p->skip_space = false;
        if (cft_reply_frame(p, where, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        return cft_reply_tell(p, CFT_REPLY_STOP, 0, stop, false, end, NULL);
    case CFT_WATCH_THINK:
        p->state = CFT_STATE_REASONING;
        p->think = CFT_THINK_OPEN;
        p->fresh = true;
        break;
    case CFT_WATCH_UNTHINK:
        p->think = CFT_THINK_DONE;
        p->state = (p->row->flags & CFT_ROW_BARE) && !cft_reply_no_tools(p) ? CFT_STATE_SECTION
                                                                            : CFT_STATE_CONTENT;
        break;
    case CFT_WATCH_SECTION:
        p->in_section = true;
        p->state = CFT_STATE_SECTION;
        break;
    case CFT_WATCH_CALL:
        p->in_section = p->implied = !cft_marker_none(p->row->section_open);
        cft_reply_enter_call(p);
        break;
    case CFT_WATCH_CODE:
        p->state = CFT_STATE_CODE;
        p->skip_space = false;
        break;
    case CFT_WATCH_LIST:
        p->at = where;
        p->bare = true;
        cft_reply_enter_call(p);
        break;
    case CFT_WATCH_ANSWER:
    case CFT_WATCH_UNANSWER:
        p->answered = what == CFT_WATCH_ANSWER;
        p->skip_space = !(p->row->flags & CFT_ROW_LOOSE_ANSWER);
        break;
    case CFT_WATCH_HEADER:
        p->state = CFT_STATE_OPENING;
        p->back = CFT_STATE_CONTENT;
        p->skip_space = false;
        break;
    default: break;
    }
    /* The bytes of a call's marker stay untold until the call is sure, so that a malformed one
     * can still become content. */
    if (what == CFT_WATCH_CALL || what == CFT_WATCH_SECTION || what == CFT_WATCH_LIST ||
        what == CFT_WATCH_CODE)
        return CFT_STEP_ON;
    if ((what == CFT_WATCH_THINK || what == CFT_WATCH_UNTHINK) &&
        (p->asked.flags & CFT_ASK_REASONING_IN_CONTENT)) {
        p->skip_space = p->fresh = false;
        return cft_reply_bytes(p, CFT_REPLY_CONTENT, (size_t)(p->reported - p->base), end, 0, NULL);
    }
    return cft_reply_frame(p, end, 0, NULL);
}

/* The marker that may stand here once more. One that is short may be content. */
static const char *text_repeated(const cft_reply *p)
{
    const char *close = p->row->call_close;
    if (!p->fresh) return "";
    if (p->state == CFT_STATE_REASONING) return p->row->think_open;
    bool sure = !cft_marker_none(close) && cft_marker_first(close).length >= TEXT_CALL_LEAST;
    return sure ? close : "";
}

/* Does a marker, or the one that may be there once more, begin at hold offset `at`? */
static cft_match text_marker_at(const cft_reply *p, size_t at)
{
    const cft_reply_watches *w = &p->watches[0];
    const unsigned char *data = (const unsigned char *)p->hold.data;
    uint8_t what;
    size_t length;
    cft_match again = cft_marker_at(text_repeated(p), p->hold.data + at, p->limit - at, p->final,
                                    &length);
    if (again != CFT_MATCH_NO || !w->first[data[at]]) return again;
    return reply_longest(p, at, w, &what, &length);
}

/* After a call that parts the content: white space before more of it is content, and where there is
 * none, that before the call. */
static cft_reply_step text_parted(cft_reply *p, bool *goes_on)
{
    size_t spaces = cft_reply_blank(p);
    bool end = p->at + spaces == p->limit;
    *goes_on = false;
    if (spaces > REPLY_SPACE_MOST || (end && p->final)) return CFT_STEP_ON;
    cft_match match = end ? CFT_MATCH_PART : text_marker_at(p, p->at + spaces);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    *goes_on = match == CFT_MATCH_NO;
    if (!*goes_on) return CFT_STEP_ON;
    p->skip_space = p->fresh = false;
    if (spaces) return CFT_STEP_ON;
    return cft_reply_text(p, CFT_REPLY_CONTENT, p->gap, p->gap_length, p->at);
}

/* White space that is framing, and the marker of reasoning or of a call that is there once more. */
static cft_reply_step text_skip(cft_reply *p)
{
    size_t length;
    cft_match match = CFT_MATCH_NO;
    bool goes_on = false;
    if (p->parted && p->content.length && p->state == CFT_STATE_CONTENT) {
        cft_reply_step step = text_parted(p, &goes_on);
        if (step != CFT_STEP_ON || goes_on) return step;
    }
    p->parted = false;
    p->at += cft_reply_spaces(cft_reply_here(p), cft_reply_left(p));
    if (cft_reply_frame(p, p->at, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    if (p->at == p->limit) return CFT_STEP_MORE;
    if (!cft_marker_none(text_repeated(p)))
        match = cft_marker_at(text_repeated(p), cft_reply_here(p), cft_reply_left(p), p->final,
                              &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    p->fresh = false;
    p->skip_space = match == CFT_MATCH_YES;
    if (match == CFT_MATCH_NO) return CFT_STEP_ON;
    p->at += length;
    return text_skip(p);
}

/* The end of the text before hold offset `where` without white space that may be framing: a run
 * that is too long to be held back is text, all of it. */
static size_t text_without_blank(cft_reply *p, size_t where)
{
    size_t end = where;
    while (end > p->at && cft_reply_is_space(p->hold.data[end - 1])) end--;
    bool blank = where > end;
    if (where == p->at) return where;
    p->flowing = where - end > REPLY_SPACE_MOST || (blank && end == p->at && p->flowing);
    return p->flowing ? where : end;
}

/* The white space between text and the marker after it, or the last of it. */
static void text_keep_gap(cft_reply *p, size_t end, size_t where)
{
    size_t length = where - end;
    if (length > sizeof p->gap) length = sizeof p->gap;
    memcpy(p->gap, p->hold.data + where - length, length);
    p->gap_length = length;
}

/* Content or reasoning up to the next marker. */
cft_reply_step cft_reply_step_text(cft_reply *p)
{
    bool thinking = p->state == CFT_STATE_REASONING;
    const cft_reply_watches *w = &p->watches[thinking];
    size_t where, length = 0, end;
    uint8_t what = 0;
    cft_reply_kind kind = thinking ? CFT_REPLY_REASONING : CFT_REPLY_CONTENT;
    cft_match match;
    if (p->skip_space) {
        cft_reply_step step = text_skip(p);
        if (step != CFT_STEP_ON) return step;
    }
    match = reply_search(p, p->at + p->scanned, w, &what, &where, &length);
    end = where;
    /* White space before a marker is framing, except before the end of the turn or the answer, and
     * where a family writes none of its own. */
    bool answer = what == CFT_WATCH_ANSWER || what == CFT_WATCH_UNANSWER;
    bool ends = what == CFT_WATCH_STOP || what == CFT_WATCH_LIST ||
                (what == CFT_WATCH_UNANSWER && (p->row->flags & CFT_ROW_EXACT_ANSWER)) ||
                ((what == CFT_WATCH_CALL || what == CFT_WATCH_CODE) &&
                 (p->row->flags & CFT_ROW_EXACT_TEXT)) ||
                (answer && (p->row->flags & CFT_ROW_LOOSE_ANSWER)) ||
                ((p->asked.flags & CFT_ASK_REASONING_IN_CONTENT) && what <= CFT_WATCH_UNTHINK);
    if (match != CFT_MATCH_YES || !ends ||
        (kind == CFT_REPLY_REASONING && !(p->asked.flags & CFT_ASK_REASONING_IN_CONTENT))) {
        end = text_without_blank(p, where);
        if (match == CFT_MATCH_NO && p->final) end = where;
    }
    if (where > p->at) text_keep_gap(p, end, where);
    if (cft_reply_bytes(p, kind, p->at, end, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    p->at = end;
    if (match == CFT_MATCH_YES) return reply_marker_found(p, what, where, length);
    p->scanned = where - p->at;
    return CFT_STEP_MORE;
}

/* Where the whole reply may be calls, without a marker: JSON or a list, else content. */
static cft_reply_step reply_step_bare(cft_reply *p)
{
    size_t spaces = cft_reply_blank(p);
    char c = cft_reply_here(p)[spaces];
    bool begins = p->row->shape == CFT_SHAPE_OBJECT ? c == '{' : c == '[';
    if (p->call_count && (c == ';' || c == ',')) { /* between parallel calls */
        size_t next = p->at + spaces + 1;
        next += cft_reply_few_spaces(p->hold.data + next, p->limit - next);
        if (next == p->limit && !p->final) return CFT_STEP_MORE;
        if (next < p->limit && (p->hold.data[next] == '{' || p->hold.data[next] == '[')) {
            p->at += spaces + 1;
            return cft_reply_frame(p, p->at, 0, NULL);
        }
    }
    p->state = p->back = CFT_STATE_CONTENT;
    if (begins) {
        p->at += spaces;
        p->bare = true;
        cft_reply_enter_call(p);
    }
    return CFT_STEP_ON;
}

/* Between the calls of a section. */
cft_reply_step cft_reply_step_section(cft_reply *p)
{
    const cft_reply_row *row = p->row;
    size_t spaces = cft_reply_blank(p), length, close = 0;
    const char *data = cft_reply_here(p) + spaces;
    size_t left = cft_reply_left(p) - spaces;
    cft_match open, end, stop, again;
    if (left == 0 && p->final) p->at = p->limit;
    if (left == 0) return p->final ? cft_reply_frame(p, p->at, 0, NULL) : CFT_STEP_MORE;
    end = cft_marker_at(row->section_close, data, left, p->final, &close);
    if (end == CFT_MATCH_YES) {
        cft_reply_step step;
        p->at += spaces + close;
        p->in_section = false;
        p->state = p->back;
        p->skip_space = p->parted = cft_reply_was_call(p);
        step = cft_reply_frame(p, p->at, 0, NULL);
        cft_reply_leave_region(p);
        return step;
    }
    if (row->flags & CFT_ROW_BARE) return reply_step_bare(p);
    if (cft_marker_none(row->call_open)) { /* calls stand bare, separated by white space */
        if (end == CFT_MATCH_PART) return CFT_STEP_MORE;
        p->at += spaces;
        if (*data == ',' || *data == ';')
            p->at++;
        else if (*data == '{' || *data == '[' || row->shape >= CFT_SHAPE_NAMED)
            cft_reply_enter_call(p);
        else
            return cft_reply_give_up(p, "text between tool calls");
        return CFT_STEP_ON;
    }
    if (*data == '{' && row->shape == CFT_SHAPE_TAGS) { /* as other families write it */
        p->at += spaces;
        cft_reply_enter_json(p, 1);
        return CFT_STEP_ON;
    }
    again = cft_marker_at(row->section_open, data, left, p->final, &length);
    if (again == CFT_MATCH_YES) { /* once more, or after a call that came without it */
        p->at += spaces + length;
        p->implied = false;
        return CFT_STEP_ON;
    }
    open = cft_marker_at(row->call_open, data, left, p->final, &length);
    if (open == CFT_MATCH_YES) {
        p->at += spaces + length;
        cft_reply_enter_call(p);
        return CFT_STEP_ON;
    }
    stop = cft_marker_at(row->stops, data, left, p->final, &length);
    if (open == CFT_MATCH_PART || end == CFT_MATCH_PART || stop == CFT_MATCH_PART ||
        again == CFT_MATCH_PART)
        return CFT_STEP_MORE;
    if (p->implied && stop == CFT_MATCH_NO && !(p->region_muted && !p->region_calls)) {
        p->in_section = p->implied = false;
        p->state = p->back;
        p->skip_space = p->parted = true;
        return CFT_STEP_ON;
    }
    if (stop == CFT_MATCH_YES || (*data != ',' && *data != ';')) {
        if (stop == CFT_MATCH_YES) {
            p->in_section = false;
            p->state = p->back;
            return CFT_STEP_ON;
        }
        return cft_reply_give_up(p, "text between tool calls");
    }
    p->at += spaces + 1;
    return CFT_STEP_ON;
}

/* What follows the end of the turn: another role's words, kept apart. */
cft_reply_step cft_reply_step_after(cft_reply *p)
{
    p->at = p->limit;
    if (cft_reply_frame(p, p->at, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return CFT_STEP_MORE;
}
