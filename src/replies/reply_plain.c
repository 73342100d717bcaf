/* replies/reply_plain.c - Python calls whose strings stand as they are: f(city=Paris) and
 * f(city="say "hi""), as templates write them that neither quote nor escape.
 *
 * Nothing in a value ends it but what follows a value: the next parameter, or the end of the call.
 */
#include "replies/reply_parser.h"

static bool plain_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-' ||
           (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

/* A word before `end`: YES with its length, PART when the text ends in it. */
static cft_match plain_word(const char *data, size_t left, char end, size_t *length)
{
    *length = 0;
    while (*length < left && *length <= CFT_REPLY_NAME && plain_letter(data[*length])) ++*length;
    if (*length == left) return CFT_MATCH_PART;
    return *length && data[*length] == end ? CFT_MATCH_YES : CFT_MATCH_NO;
}

/* Is there another call at hold offset `from`? */
static cft_match plain_next_call(const cft_reply *p, size_t from)
{
    const char *data = p->hold.data + from;
    size_t left = p->limit - from, spaces = cft_reply_few_spaces(data, left), length;
    if (p->tools.kind == CFT_LIST)
        return cft_reply_offered_at(p, data + spaces, left - spaces, '(');
    return plain_word(data + spaces, left - spaces, '(', &length);
}

/* Does the bracket before hold offset `from` end a call? */
static cft_match plain_ends(const cft_reply *p, size_t from)
{
    size_t spaces = cft_reply_few_spaces(p->hold.data + from, p->limit - from), length;
    const char *at = p->hold.data + from + spaces;
    size_t left = p->limit - from - spaces;
    if (!left) return p->final ? CFT_MATCH_YES : CFT_MATCH_PART;
    if (*at == ',') return plain_next_call(p, from + spaces + 1);
    if (p->row->flags & CFT_ROW_LIST) return *at == ']' ? CFT_MATCH_YES : CFT_MATCH_NO;
    cft_match close = cft_marker_at(p->row->call_close, at, left, p->final, &length);
    return close == CFT_MATCH_NO && spaces ? plain_next_call(p, from) : close;
}

bool cft_reply_scan_plain(cft_reply *p)
{
    for (size_t i = p->at + p->scanned; i < p->limit; i++) {
        cft_match match = p->hold.data[i] == ')' ? plain_ends(p, i + 1) : CFT_MATCH_NO;
        if (match == CFT_MATCH_NO) continue;
        p->scanned = i - p->at + (match == CFT_MATCH_YES);
        if (match == CFT_MATCH_PART && p->final) continue;
        return match == CFT_MATCH_YES;
    }
    p->scanned = p->limit - p->at;
    return false;
}

/* A word before "=", after spaces. */
static bool plain_key(cft_slice text, size_t *at, size_t *length)
{
    *at += cft_reply_few_spaces(text.data + *at, text.length - *at);
    return plain_word(text.data + *at, text.length - *at, '=', length) == CFT_MATCH_YES;
}

/* Is there a parameter, and of the tool where its parameters are known, at `at`? */
static bool plain_parameter(const cft_reply *p, cft_slice text, size_t at)
{
    size_t length;
    if (!plain_key(text, &at, &length)) return false;
    return p->tool.kind != CFT_DICT ||
           cft_reply_schema(p, cft_slice_of(text.data + at, length)).kind != CFT_ABSENT;
}

static bool plain_is_quoted(cft_slice value)
{
    char quote = value.length > 1 ? value.data[0] : '\0';
    return (quote == '"' || quote == '\'') && value.data[value.length - 1] == quote;
}

/* The value at `at`, up to the comma before the next parameter; one that begins with a quote ends
 * with it. */
static cft_slice plain_value(const cft_reply *p, cft_slice text, size_t at)
{
    bool quote = at < text.length && (text.data[at] == '"' || text.data[at] == '\'');
    for (size_t i = at; i < text.length; i++) {
        cft_slice value = cft_slice_of(text.data + at, i - at);
        if (text.data[i] != ',' || (quote && !plain_is_quoted(value))) continue;
        if (plain_parameter(p, text, i + 1)) return value;
    }
    return cft_slice_of(text.data + at, text.length - at);
}

/* A string without its quotes; else what the schema says, or Python where there is none. */
static chatfmt_status plain_put_value(const cft_reply *p, cft_slice key, cft_slice value,
                                      cft_buffer *out)
{
    chatfmt_status status = CHATFMT_OK;
    size_t before = out->length;
    bool quoted = plain_is_quoted(value);
    if (!quoted && cft_reply_schema(p, key).kind != CFT_ABSENT)
        return cft_reply_typed(p, key, value, -1, out);
    if (cft_reply_literal_to_json(value, out, &status) || status != CHATFMT_OK) return status;
    out->length = before;
    if (quoted) value = cft_slice_of(value.data + 1, value.length - 2);
    return cft_reply_put_json_string(out, value);
}

bool cft_reply_is_plain(cft_slice text)
{
    size_t at = 0, length;
    return plain_key(text, &at, &length) || at == text.length;
}

chatfmt_status cft_reply_plain_to_json(const cft_reply *p, cft_slice text, cft_buffer *out)
{
    size_t at = 0, length;
    CFT_TRY(cft_buffer_append(out, "{", 1));
    while (at < text.length && plain_key(text, &at, &length)) {
        cft_slice key = cft_slice_of(text.data + at, length);
        cft_slice value = plain_value(p, text, at + length + 1);
        if (out->data[out->length - 1] != '{') CFT_TRY(cft_buffer_append(out, ", ", 2));
        CFT_TRY(cft_reply_put_json_string(out, key));
        CFT_TRY(cft_buffer_append(out, ": ", 2));
        CFT_TRY(plain_put_value(p, key, value, out));
        at = (size_t)(value.data - text.data) + value.length + 1;
    }
    return cft_buffer_append(out, "}", 1);
}
