/* replies/reply_held.c - calls that are read as a whole: Python calls (E) and the JSON-like
 * notation with a string delimiter of its own (F).
 *
 * The scanner remembers where it is, so that bytes are looked at once however they arrive.
 */
#include "replies/reply_parser.h"

static bool held_identifier(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           (unsigned char)c >= 0x80 || (!first && ((c >= '0' && c <= '9') || c == '-'));
}

/* Scan to the bracket that closes the first one. True when it has been passed. */
static bool held_scan_python(cft_reply *p)
{
    size_t i;
    for (i = p->at + p->scanned; i < p->limit; i++) {
        char c = p->hold.data[i];
        if (p->held_quote) {
            if (p->held_escape)
                p->held_escape = false;
            else if (c == '\\')
                p->held_escape = true;
            else if (c == p->held_quote)
                p->held_quote = 0;
            continue;
        }
        if (c == '"' || c == '\'') p->held_quote = c;
        if (c == '(' || c == '[' || c == '{') p->held_depth++;
        if ((c == ')' || c == ']' || c == '}') && p->held_depth && --p->held_depth == 0) {
            p->scanned = i + 1 - p->at;
            return true;
        }
    }
    p->scanned = p->limit - p->at;
    return false;
}

/* The same for F, whose strings stand between `quote`s. *part is set when the end may hide in a
 * delimiter that has not arrived. */
static bool held_scan_custom(cft_reply *p, const char *quote)
{
    size_t i, length;
    for (i = p->at + p->scanned; i < p->limit; i++) {
        char c = p->hold.data[i];
        cft_match match = c == quote[0] ? cft_marker_at(quote, p->hold.data + i, p->limit - i,
                                                        p->final, &length)
                                        : CFT_MATCH_NO;
        if (match == CFT_MATCH_PART) break;
        if (match == CFT_MATCH_YES) {
            p->held_quote = p->held_quote ? 0 : 1;
            i += length - 1;
            continue;
        }
        if (p->held_quote) continue;
        if (c == '[' || c == '{') p->held_depth++;
        if ((c == ']' || c == '}') && p->held_depth && --p->held_depth == 0) {
            p->scanned = i + 1 - p->at;
            return true;
        }
    }
    p->scanned = i - p->at;
    return false;
}

/* Read `text`, which begins at p->at. What cannot be read is content, and no call goes on. */
static cft_reply_step held_arguments(cft_reply *p, cft_slice text)
{
    chatfmt_status status = CHATFMT_OK;
    size_t end = p->at + text.length;
    bool ok;
    p->work.length = 0;
    ok = cft_reply_custom_to_json(text, p->row->value_open, &p->work, &status);
    if (status != CHATFMT_OK) return cft_reply_fail(p, status);
    if (!ok) return cft_reply_give_back(p, end, "malformed arguments in a tool call");
    p->at = end;
    p->scanned = 0;
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->work.data, p->work.length, p->at);
}

/* Before a Python call: the list's bracket, commas, newlines; or the end of the calls. */
static cft_reply_step held_between(cft_reply *p, bool *begins)
{
    const cft_reply_row *row = p->row;
    bool list = row->flags & CFT_ROW_LIST;
    size_t length;
    cft_match match;
    char c;
    *begins = false;
    p->at += cft_reply_spaces(cft_reply_here(p), cft_reply_left(p));
    if (p->at == p->limit) return CFT_STEP_MORE;
    c = p->hold.data[p->at];
    if (!cft_marker_none(row->call_close)) {
        match = cft_marker_at(row->call_close, cft_reply_here(p), cft_reply_left(p), p->final,
                              &length);
        if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
        if (match == CFT_MATCH_YES) {
            p->state = CFT_STATE_CLOSE;
            return CFT_STEP_ON;
        }
    }
    if (!p->bare && (c == '{' || c == '[')) { /* a call, or some, as JSON */
        size_t next = p->at + (c == '[');
        if (c == '[') next += cft_reply_few_spaces(p->hold.data + next, p->limit - next);
        if (next == p->limit && !p->final) return CFT_STEP_MORE;
        if (next < p->limit && p->hold.data[next] == '{') {
            cft_reply_enter_json(p, 1);
            return CFT_STEP_ON;
        }
    }
    if (list && (c == '[' || c == ',' || c == ']')) {
        p->at++;
        if (c == ']') p->state = CFT_STATE_CLOSE;
        return CFT_STEP_ON;
    }
    match = cft_marker_at(row->stops, cft_reply_here(p), cft_reply_left(p), p->final, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) {
        cft_reply_next_call(p);
        return CFT_STEP_ON;
    }
    *begins = held_identifier(c, true);
    if (!*begins) return cft_reply_give_up(p, "no function call where one is required");
    return CFT_STEP_ON;
}

static bool held_is_plain(const cft_reply *p)
{
    return p->row->flags & CFT_ROW_PLAIN_VALUES;
}

/* What is between the brackets `arguments`, as JSON in p->work; that of strings as they are waits
 * until the tool is known. False when it is no arguments. */
static bool held_read_python(cft_reply *p, cft_slice arguments, chatfmt_status *status)
{
    cft_slice inner = cft_slice_of(arguments.data + 1, arguments.length - 2);
    p->work.length = 0;
    if (held_is_plain(p)) return cft_reply_is_plain(inner);
    return cft_reply_python_to_json(arguments, &p->work, status);
}

/* The call of `name` bytes of name and the arguments up to p->scanned is no call. */
static cft_reply_step held_no_call(cft_reply *p)
{
    size_t end = p->at + p->scanned;
    if (p->bare && p->tools.kind != CFT_LIST)
        return cft_reply_give_up(p, "malformed arguments in a tool call");
    p->bare = false;
    return cft_reply_give_back(p, end, "malformed arguments in a tool call");
}

/* The whole call is there: `name` bytes of name, and the arguments in brackets up to p->scanned. */
static cft_reply_step held_whole_python(cft_reply *p, size_t name)
{
    chatfmt_status status = CHATFMT_OK;
    size_t length = p->scanned - name;
    if (!held_read_python(p, cft_slice_of(cft_reply_here(p) + name, length), &status))
        return status != CHATFMT_OK ? cft_reply_fail(p, status) : held_no_call(p);
    if (cft_reply_begin_call(p, cft_slice_of(cft_reply_here(p), name), cft_slice_of(NULL, 0),
                             p->at + name) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    if (held_is_plain(p))
        status = cft_reply_plain_to_json(
            p, cft_slice_of(cft_reply_here(p) + name + 1, length - 2), &p->work);
    if (status != CHATFMT_OK) return cft_reply_fail(p, status);
    p->at += p->scanned;
    p->scanned = 0;
    if (cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->work.data, p->work.length, p->at) ==
        CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    return cft_reply_end_call(p, p->at, 0, NULL);
}

static cft_reply_step held_python(cft_reply *p)
{
    size_t name = 0;
    cft_slice named;
    cft_reply_step step;
    bool begins;
    if (p->scanned == 0) {
        step = held_between(p, &begins);
        if (step != CFT_STEP_ON || !begins) return step;
    }
    while (name < cft_reply_left(p) && name <= CFT_REPLY_NAME &&
           held_identifier(cft_reply_here(p)[name], false))
        name++;
    if (name == cft_reply_left(p) && !p->final) return CFT_STEP_MORE;
    if (name == cft_reply_left(p) || cft_reply_here(p)[name] != '(' || name > CFT_REPLY_NAME)
        return cft_reply_give_up(p, "no function call where one is required");
    if (p->scanned == 0) p->scanned = name;
    named = cft_slice_of(cft_reply_here(p), name);
    if (p->bare && !cft_reply_offered(p, &named, NULL))
        return cft_reply_give_up(p, "a call of a tool that was not offered");
    if (!(held_is_plain(p) ? cft_reply_scan_plain(p) : held_scan_python(p))) return CFT_STEP_MORE;
    return held_whole_python(p, name);
}

static cft_reply_step held_custom(cft_reply *p)
{
    cft_slice arguments;
    cft_reply_step step;
    if (!held_scan_custom(p, p->row->value_open)) return CFT_STEP_MORE;
    arguments = cft_slice_of(cft_reply_here(p), p->scanned);
    step = held_arguments(p, arguments);
    if (step != CFT_STEP_ON || !p->call_open) return step;
    if (cft_reply_end_call(p, p->at, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    p->state = CFT_STATE_CLOSE;
    return CFT_STEP_ON;
}

cft_reply_step cft_reply_step_held(cft_reply *p)
{
    if (p->row->shape == CFT_SHAPE_PYTHON) return held_python(p);
    return held_custom(p);
}
