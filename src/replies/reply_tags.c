/* replies/reply_tags.c - calls written as nested tags with raw values (D).
 *
 * The values carry no types: the tool's schema says how they become JSON. A value that can only
 * be a string streams; others wait for their end. A closing tag counts only when another tag of
 * the call follows, so that text which looks like one stays text.
 */
#include "replies/reply_parser.h"

#define TAGS_ATTRIBUTES_MOST 256
/* The tags say which values are strings. */
#define TAGS_TYPED (CFT_ROW_STRING_FLAG | CFT_ROW_ATTRIBUTES)

/* The arguments' JSON text before the next parameter. */
static cft_reply_step tags_put_key(cft_reply *p, size_t end)
{
    cft_buffer *text = &p->work;
    bool first = p->parameters++ == 0;
    chatfmt_status status;
    text->length = 0;
    status = cft_buffer_append(text, first ? "{" : ", ", first ? 1 : 2);
    if (status == CHATFMT_OK)
        status = cft_reply_put_json_string(text, cft_slice_of(p->kept.data, p->kept.length));
    if (status == CHATFMT_OK) status = cft_buffer_append(text, ": ", 2);
    if (status != CHATFMT_OK) return cft_reply_fail(p, status);
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, text->data, text->length, end);
}

static cft_reply_step tags_end_call(cft_reply *p, size_t end)
{
    if (p->parameters && cft_reply_text(p, CFT_REPLY_ARGUMENTS, "}", 1, end) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->at = end;
    if (cft_reply_end_call(p, end, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    cft_reply_next_call(p);
    return CFT_STEP_ON;
}

/* Which tag of a call is at `data`: 1 the next key, 2 the call's end, 0 none of them. */
static cft_match tags_at(const cft_reply *p, const char *data, size_t left, int *which,
                         size_t *length)
{
    cft_match key = cft_marker_at(p->row->key_open, data, left, p->final, length);
    cft_match close;
    *which = 1;
    if (key == CFT_MATCH_YES) return key;
    *which = 2;
    close = cft_marker_at(p->row->call_close, data, left, p->final, length);
    if (close == CFT_MATCH_YES) return close;
    *which = 0;
    return key == CFT_MATCH_PART || close == CFT_MATCH_PART ? CFT_MATCH_PART : CFT_MATCH_NO;
}

/* ' string="true"' between the key and its end. */
static cft_match tags_string_flag(cft_reply *p, const char *data, size_t left, size_t *length)
{
    static const char yes[] = "\" string=\"true\">", no[] = "\" string=\"false\">";
    cft_match match = cft_marker_at(yes, data, left, p->final, length);
    p->string_flag = -1;
    if (match == CFT_MATCH_YES) p->string_flag = 1;
    if (match != CFT_MATCH_NO) return match;
    match = cft_marker_at(no, data, left, p->final, length);
    if (match == CFT_MATCH_YES) p->string_flag = 0;
    if (match != CFT_MATCH_NO) return match;
    return cft_marker_at("\">", data, left, p->final, length);
}

/* The value of attribute `name` among `text`, such as type="string". */
static bool tags_attribute_is(cft_slice text, const char *words)
{
    size_t length = strlen(words), i;
    for (i = 0; i + length <= text.length; i++)
        if (memcmp(text.data + i, words, length) == 0) return true;
    return false;
}

cft_match cft_reply_attributes(const cft_reply *p, size_t from, const char *close,
                               int8_t *string, size_t *length)
{
    size_t i, one;
    bool quoted = false;
    if (p->hold.data[from] != '"') return CFT_MATCH_NO;
    for (i = from + 1; i < p->limit && i - from < TAGS_ATTRIBUTES_MOST; i++) {
        char c = p->hold.data[i];
        cft_match match = cft_marker_at(close, p->hold.data + i, p->limit - i, p->final, &one);
        if (c == '"') quoted = !quoted;
        if (match == CFT_MATCH_NO && (c == '\n' || (c == '<' && !quoted))) return match;
        if (match == CFT_MATCH_NO) continue;
        *length = i - from + one;
        if (string && match == CFT_MATCH_YES) {
            cft_slice text = cft_slice_of(p->hold.data + from, i - from);
            *string = tags_attribute_is(text, "type=\"string\"") ? 1
                      : tags_attribute_is(text, "type=\"")       ? 0
                                                                 : -1;
        }
        return match;
    }
    return i == p->limit && !p->final ? CFT_MATCH_PART : CFT_MATCH_NO;
}

/* The key between its markers; at is after the opening one. */
static cft_reply_step tags_key(cft_reply *p, size_t begin, bool *ok)
{
    size_t from, length;
    *ok = true;
    for (from = begin; from < p->limit && from - begin <= CFT_REPLY_NAME; from++) {
        cft_match match;
        if (p->row->flags & CFT_ROW_STRING_FLAG)
            match = tags_string_flag(p, p->hold.data + from, p->limit - from, &length);
        else if (p->row->flags & CFT_ROW_ATTRIBUTES)
            match = cft_reply_attributes(p, from, p->row->key_close, &p->string_flag, &length);
        else
            match = cft_marker_at(p->row->key_close, p->hold.data + from, p->limit - from,
                                  p->final, &length);
        if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
        if (match == CFT_MATCH_YES) {
            size_t end = from + length, after, spaces;
            if (!cft_marker_none(p->row->value_open)) {
                spaces = cft_reply_few_spaces(p->hold.data + end, p->limit - end);
                match = cft_marker_at(p->row->value_open, p->hold.data + end + spaces,
                                      p->limit - end - spaces, p->final, &after);
                if (match == CFT_MATCH_PART || (end + spaces == p->limit && !p->final))
                    return CFT_STEP_MORE;
                if (match == CFT_MATCH_YES)
                    end += spaces + after;
                else
                    *ok = false;
            }
            p->kept.length = 0;
            if (cft_buffer_append(&p->kept, p->hold.data + begin, from - begin) != CHATFMT_OK)
                return cft_reply_fail(p, CHATFMT_NO_MEMORY);
            p->at = end;
            return CFT_STEP_ON;
        }
        /* With attributes the first quote ends the key. */
        if ((p->row->flags & CFT_ROW_ATTRIBUTES) && p->hold.data[from] == '"') {
            *ok = false;
            return CFT_STEP_ON;
        }
    }
    *ok = false;
    return from - begin > CFT_REPLY_NAME || p->final ? CFT_STEP_ON : CFT_STEP_MORE;
}

static cft_reply_step tags_begin_value(cft_reply *p)
{
    cft_slice key = cft_slice_of(p->kept.data, p->kept.length);
    int forced = p->row->flags & TAGS_TYPED ? p->string_flag : -1;
    p->value_type = cft_reply_only_string(p, key, forced) ? 1 : 0;
    p->state = CFT_STATE_VALUE;
    p->cdata = false;
    p->value_lines = false;
    p->skip_space = true; /* a newline after the tag may be framing */
    p->scanned = 0;
    if (tags_put_key(p, p->at) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return p->value_type ? cft_reply_text(p, CFT_REPLY_ARGUMENTS, "\"", 1, p->at) : CFT_STEP_ON;
}

cft_reply_step cft_reply_step_tags(cft_reply *p)
{
    size_t spaces = cft_reply_blank(p), length, name_close;
    const char *data = cft_reply_here(p) + spaces;
    size_t left = cft_reply_left(p) - spaces;
    cft_reply_step step;
    cft_match match;
    bool ok;
    int which;
    if (left == 0) return CFT_STEP_MORE;
    if (p->parameters == 0 && *data == '{') { /* as other families write them */
        p->at += spaces;
        cft_reply_enter_json(p, 0);
        return CFT_STEP_ON;
    }
    match = tags_at(p, data, left, &which, &length);
    if (match == CFT_MATCH_YES && which == 2) return tags_end_call(p, p->at + spaces + length);
    if (match == CFT_MATCH_YES) {
        step = tags_key(p, p->at + spaces + length, &ok);
        if (step != CFT_STEP_ON) return step;
        if (!ok) return cft_reply_give_up(p, "a malformed parameter in a tool call");
        return tags_begin_value(p);
    }
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    match = cft_marker_at(p->row->stops, data, left, p->final, &name_close);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) return tags_end_call(p, p->at);
    p->at += spaces;
    return cft_reply_give_up(p, "text between the parameters of a tool call");
}

/* Is all that is left of the reply the beginning of a tag? */
static bool tags_begins(const cft_reply *p, size_t at)
{
    size_t length, left = p->limit - at;
    const char *data = p->hold.data + at;
    return cft_marker_at(p->row->call_close, data, left, false, &length) == CFT_MATCH_PART ||
           cft_marker_at(p->row->key_open, data, left, false, &length) == CFT_MATCH_PART ||
           cft_marker_at(p->row->stops, data, left, false, &length) == CFT_MATCH_PART;
}

/* Does the closing tag at hold offset `at` close the value? *end = where it ends. */
static cft_match tags_value_closes(const cft_reply *p, size_t at, size_t *end)
{
    size_t length, spaces, after;
    int which;
    cft_match match;
    *end = at;
    if (p->cdata) {
        match = cft_marker_at("]]>", p->hold.data + at, p->limit - at, p->final, &length);
        if (match != CFT_MATCH_YES) return match;
        *end = at + length;
        *end += cft_reply_few_spaces(p->hold.data + *end, p->limit - *end);
        if (*end == p->limit) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
    }
    match = cft_marker_at(p->row->value_close, p->hold.data + *end, p->limit - *end, p->final,
                          &length);
    if (match != CFT_MATCH_YES) return match;
    *end += length;
    spaces = cft_reply_few_spaces(p->hold.data + *end, p->limit - *end);
    if (spaces > CFT_REPLY_BLANKS || (*end + spaces == p->limit && p->final))
        return CFT_MATCH_YES;
    if (*end + spaces == p->limit) return CFT_MATCH_PART;
    match = tags_at(p, p->hold.data + *end + spaces, p->limit - *end - spaces, &which, &after);
    if (p->final && match == CFT_MATCH_NO && tags_begins(p, *end + spaces)) {
        *end = p->limit; /* the reply was cut in the tag */
        return CFT_MATCH_YES;
    }
    if (match == CFT_MATCH_NO)
        match = cft_marker_at(p->row->stops, p->hold.data + *end + spaces,
                              p->limit - *end - spaces, p->final, &after);
    return match;
}

/* A value that was not closed: at hold offset `at` a line begins with another parameter, one
 * that the tool has. */
static cft_match tags_next_key(const cft_reply *p, size_t at)
{
    size_t length, from, begin;
    cft_match match;
    if (!p->value_lines || at == p->at || p->hold.data[at - 1] != '\n' ||
        p->row->flags & TAGS_TYPED)
        return CFT_MATCH_NO;
    match = cft_marker_at(p->row->key_open, p->hold.data + at, p->limit - at, p->final, &length);
    if (match != CFT_MATCH_YES) return match;
    begin = at + length;
    for (from = begin; from < p->limit && from - begin <= CFT_REPLY_NAME; from++) {
        if (p->hold.data[from] == '\n') return CFT_MATCH_NO;
        match = cft_marker_at(p->row->key_close, p->hold.data + from, p->limit - from, p->final,
                              &length);
        if (match == CFT_MATCH_PART) return match;
        if (match == CFT_MATCH_NO) continue;
        cft_slice key = cft_slice_of(p->hold.data + begin, from - begin);
        if (cft_slice_equal(key, cft_slice_of(p->kept.data, p->kept.length))) return CFT_MATCH_NO;
        return cft_reply_schema(p, key).kind == CFT_ABSENT ? CFT_MATCH_NO : CFT_MATCH_YES;
    }
    return from - begin > CFT_REPLY_NAME || p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
}

/* String bytes [at, end) go out escaped. */
static cft_reply_step tags_stream(cft_reply *p, size_t end)
{
    chatfmt_status status;
    if (end == p->at) return CFT_STEP_ON;
    p->work.length = 0;
    status = cft_reply_put_escaped(&p->work, cft_reply_here(p), end - p->at);
    if (status != CHATFMT_OK) return cft_reply_fail(p, status);
    p->at = end;
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->work.data, p->work.length, end);
}

static cft_reply_step tags_end_value(cft_reply *p, size_t value_end, size_t end)
{
    chatfmt_status status;
    cft_reply_step step = CFT_STEP_ON;
    cft_slice raw = cft_slice_of(cft_reply_here(p), value_end - p->at);
    if (p->value_type) {
        if (tags_stream(p, value_end) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        step = cft_reply_text(p, CFT_REPLY_ARGUMENTS, "\"", 1, end);
    } else {
        p->work.length = 0;
        status = cft_reply_typed(p, cft_slice_of(p->kept.data, p->kept.length), raw,
                                 p->row->flags & TAGS_TYPED ? p->string_flag : -1, &p->work);
        if (status != CHATFMT_OK) return cft_reply_fail(p, status);
        step = cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->work.data, p->work.length, end);
    }
    p->at = end;
    p->state = CFT_STATE_TAGS;
    p->skip_space = false;
    p->scanned = 0;
    return step;
}

/* The newline before hold offset `end` that frames the value: 1 or 0 bytes. */
static size_t tags_newline(const cft_reply *p, size_t end)
{
    return p->value_lines && end > p->at && p->hold.data[end - 1] == '\n';
}

cft_reply_step cft_reply_close_tags(cft_reply *p)
{
    size_t reported = (size_t)(p->reported - p->base);
    if (p->state == CFT_STATE_VALUE && (p->asked.flags & CFT_ASK_CLOSED_ARGUMENTS)) {
        size_t end = p->limit - tags_newline(p, p->limit);
        if (tags_end_value(p, end, p->limit) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
        reported = p->limit;
    }
    if (p->state != CFT_STATE_TAGS || !p->parameters) return CFT_STEP_ON;
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, "}", 1, reported);
}

cft_reply_step cft_reply_step_value(cft_reply *p)
{
    size_t from, end = 0;
    char first;
    if (p->skip_space && p->at < p->limit) {
        if (p->row->flags & CFT_ROW_CDATA) {
            cft_match match = cft_marker_at("<![CDATA[", cft_reply_here(p), cft_reply_left(p),
                                            p->final, &end);
            if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
            p->cdata = match == CFT_MATCH_YES;
            if (p->cdata) p->at += end;
        }
        p->value_lines =
            !p->cdata && (p->row->flags & CFT_ROW_VALUE_LINES) && p->hold.data[p->at] == '\n';
        p->at += p->value_lines;
        p->skip_space = false;
        return CFT_STEP_ON;
    }
    first = p->cdata ? ']' : p->row->value_close[0];
    for (from = p->at + p->scanned; from < p->limit; from++) {
        cft_match match;
        const char *found = memchr(p->hold.data + from, first, p->limit - from);
        if (!found) break;
        from = (size_t)(found - p->hold.data);
        match = tags_value_closes(p, from, &end);
        if (match == CFT_MATCH_YES) return tags_end_value(p, from - tags_newline(p, from), end);
        if (match == CFT_MATCH_NO) match = tags_next_key(p, from);
        if (match == CFT_MATCH_YES) return tags_end_value(p, from - 1, from);
        if (match == CFT_MATCH_PART) break;
        end = 0;
    }
    if (from > p->limit) from = p->limit;
    if (!memchr(p->hold.data + from, first, p->limit - from)) from = p->limit;
    if (p->value_type && tags_stream(p, from - tags_newline(p, from)) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->scanned = from - p->at;
    return CFT_STEP_MORE; /* the end of the reply closes the call as truncated */
}
