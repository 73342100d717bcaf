/* replies/reply_named.c - the name between markers (C, D, F), and what closes a call. */
#include "replies/reply_parser.h"

/* So much may stand before the marker that opens the name. */
#define NAME_SKIP_MOST 512

static bool name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-' || c == '.' || c == ':' || c == '/' || (unsigned char)c >= 0x80;
}

/* functions.NAME:INDEX is the id, and holds the name. */
static cft_slice name_inside_id(cft_slice id)
{
    size_t i;
    cft_slice name = id;
    if (name.length > 10 && memcmp(name.data, "functions.", 10) == 0) {
        name.data += 10;
        name.length -= 10;
    }
    for (i = name.length; i-- > 0;) {
        if (name.data[i] == ':') {
            name.length = i;
            break;
        }
        if (name.data[i] < '0' || name.data[i] > '9') break;
    }
    return name;
}

static cft_reply_step name_known(cft_reply *p, cft_slice name, size_t end)
{
    cft_slice id = cft_slice_of(p->id, p->id_length);
    if (p->row->flags & CFT_ROW_ID_HAS_NAME) {
        id = name;
        name = name_inside_id(name);
    }
    p->at = end;
    p->scanned = 0;
    if (p->row->flags & CFT_ROW_NESTED) return cft_reply_enter_nested(p, name);
    if (cft_reply_begin_call(p, name, id, end) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    cft_reply_shapes[p->row->shape].named(p);
    return CFT_STEP_ON;
}

/* The closing marker of a name in a family with headers, whose end may be written after it. */
static cft_match name_headed_end(const cft_reply *p, size_t from, size_t *length)
{
    cft_match match;
    size_t begin = from, one = 0;
    do {
        from += one;
        match = cft_marker_at(p->row->header_close, p->hold.data + from, p->limit - from,
                              p->final, &one);
    } while (match == CFT_MATCH_YES && from - begin < CFT_REPLY_BLANKS);
    if (match == CFT_MATCH_PART || (from == p->limit && !p->final)) return CFT_MATCH_PART;
    match = cft_marker_at(p->row->name_close, p->hold.data + from, p->limit - from, p->final, &one);
    *length = from - begin + one;
    return match;
}

/* Where the name ends: at its closing marker, or, where the family has none, at a byte that no
 * name has. */
static cft_match name_end(cft_reply *p, size_t from, size_t *length)
{
    const char *close = p->row->name_close;
    *length = 0;
    if (p->row->flags & CFT_ROW_ATTRIBUTES)
        return cft_reply_attributes(p, from, close, NULL, length);
    if (!cft_marker_none(close)) {
        size_t left = p->limit - from;
        if (p->row->header_close && !cft_marker_none(p->row->header_close))
            return name_headed_end(p, from, length);
        cft_match match = cft_marker_at(close, p->hold.data + from, left, p->final, length);
        size_t spaces = cft_reply_few_spaces(p->hold.data + from, left);
        if (match != CFT_MATCH_NO || !spaces)
            return match; /* white space may stand before it */
        if (spaces == left) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
        match =
            cft_marker_at(close, p->hold.data + from + spaces, left - spaces, p->final, length);
        *length += spaces;
        return match;
    }
    return name_byte(p->hold.data[from]) ? CFT_MATCH_NO : CFT_MATCH_YES;
}

/* [CALL_ID]id before [ARGS]. */
static cft_match name_id_marker(const cft_reply *p, size_t from, size_t *length)
{
    *length = 0;
    if (p->row->shape != CFT_SHAPE_NAMED || cft_marker_none(p->row->key_open))
        return CFT_MATCH_NO;
    return cft_marker_at(p->row->key_open, p->hold.data + from, p->limit - from, p->final,
                         length);
}

/* What is before the name, such as a server's, up to name_open. */
static cft_match name_skip(const cft_reply *p, size_t *skipped, size_t *length)
{
    size_t i, left = cft_reply_left(p);
    for (i = 0; i < left && i < NAME_SKIP_MOST; i++) {
        cft_match match =
            cft_marker_at(p->row->name_open, cft_reply_here(p) + i, left - i, p->final, length);
        if (match != CFT_MATCH_NO) *skipped = i;
        if (match != CFT_MATCH_NO) return match;
    }
    return i < left || p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
}

/* The id in the next `length` bytes, before the name. */
static void name_take_id(cft_reply *p, size_t length)
{
    const char *at = cft_reply_here(p);
    while (length && cft_reply_is_space(at[length - 1])) length--;
    p->id_length = 0;
    for (size_t i = 0; i < length && length <= sizeof p->id; i++)
        if (!cft_reply_is_space(at[i])) p->id[p->id_length++] = at[i];
}

static cft_reply_step name_open_marker(cft_reply *p, bool *opened)
{
    size_t spaces = cft_reply_blank(p), length;
    cft_match match;
    *opened = true;
    if (spaces == cft_reply_left(p)) return CFT_STEP_MORE;
    if (cft_marker_none(p->row->name_open)) {
        p->at += spaces;
        return CFT_STEP_ON;
    }
    match = cft_marker_at(p->row->name_open, cft_reply_here(p) + spaces,
                          cft_reply_left(p) - spaces, p->final, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_NO && (p->row->flags & (CFT_ROW_SKIP_TO_NAME | CFT_ROW_ID_FIRST)))
        match = name_skip(p, &spaces, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    *opened = match == CFT_MATCH_YES;
    if (*opened && (p->row->flags & CFT_ROW_ID_FIRST)) name_take_id(p, spaces);
    p->at += *opened ? spaces + length : 0;
    return CFT_STEP_ON;
}

/* A call as JSON where its tags are awaited: other families write it so. */
static cft_reply_step name_json(cft_reply *p, bool opened)
{
    size_t spaces = opened ? 0 : cft_reply_blank(p);
    if (spaces == cft_reply_left(p)) return p->final ? CFT_STEP_ON : CFT_STEP_MORE;
    if (cft_reply_here(p)[spaces] != '{') return CFT_STEP_ON;
    p->at += spaces;
    cft_reply_enter_json(p, 1);
    return CFT_STEP_ON;
}

cft_reply_step cft_reply_step_name(cft_reply *p)
{
    size_t from, length;
    if (p->scanned == 0) { /* the marker in front of the name */
        bool opened;
        cft_reply_step step = name_open_marker(p, &opened);
        if (step != CFT_STEP_ON) return step;
        if (p->row->shape == CFT_SHAPE_TAGS &&
            (!opened || cft_marker_none(p->row->name_open)) &&
            (step = name_json(p, opened)) != CFT_STEP_ON)
            return step;
        if (p->state == CFT_STATE_JSON) return CFT_STEP_ON;
        if (!opened) return cft_reply_give_up(p, "a tool call without a name");
    }
    p->name_length = 0;
    for (from = p->at; from < p->limit; from++) {
        cft_match match = name_id_marker(p, from, &length);
        if (match == CFT_MATCH_YES) {
            size_t name = from - p->at < sizeof p->name ? from - p->at : sizeof p->name;
            size_t id = from + length, end = id;
            while (end < p->limit && end - id <= sizeof p->id && name_byte(p->hold.data[end]))
                end++;
            if (end - id > sizeof p->id)
                return cft_reply_give_up(p, "a malformed tool call id");
            if (end == p->limit && !p->final) break;
            memcpy(p->name, cft_reply_here(p), name);
            p->id_length = end - id < sizeof p->id ? end - id : sizeof p->id;
            memcpy(p->id, p->hold.data + id, p->id_length);
            match = name_end(p, end, &length);
            if (match == CFT_MATCH_PART) break;
            if (match == CFT_MATCH_NO) return cft_reply_give_up(p, "a malformed tool call id");
            return name_known(p, cft_slice_of(p->name, name), end + length);
        }
        if (match == CFT_MATCH_NO) match = name_end(p, from, &length);
        if (match == CFT_MATCH_PART) break;
        if (match == CFT_MATCH_YES) {
            size_t size = from - p->at;
            if (size == 0) return cft_reply_give_up(p, "a tool call without a name");
            return name_known(p, cft_slice_of(cft_reply_here(p), size), from + length);
        }
        if (!name_byte(p->hold.data[from]) || from - p->at >= sizeof p->name) {
            p->at = from;
            return cft_reply_give_up(p, "a malformed tool name");
        }
    }
    p->scanned = 1;
    return CFT_STEP_MORE;
}

/* What may stand between the end of the arguments and the call's closing marker. */
cft_reply_step cft_reply_step_close(cft_reply *p)
{
    const cft_reply_row *row = p->row;
    size_t spaces = cft_reply_blank(p), length;
    const char *data = cft_reply_here(p) + spaces;
    size_t left = cft_reply_left(p) - spaces;
    cft_match match, fence = CFT_MATCH_NO;
    if (cft_marker_none(row->call_close) && !(row->flags & CFT_ROW_FENCED)) {
        cft_reply_next_call(p);
        return cft_reply_frame(p, p->at, 0, NULL);
    }
    if (left == 0 && !p->final) return CFT_STEP_MORE;
    if (row->flags & CFT_ROW_FENCED) {
        fence = cft_marker_at("```", data, left, p->final, &length);
        if (fence == CFT_MATCH_PART) return CFT_STEP_MORE;
        if (fence == CFT_MATCH_YES) {
            p->at += spaces + length;
            return CFT_STEP_ON;
        }
    }
    match = cft_marker_at(row->call_close, data, left, p->final, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) p->at += spaces + length;
    cft_reply_next_call(p); /* a missing close is forgiven: the stop token may have eaten it */
    return cft_reply_frame(p, p->at, 0, NULL);
}
