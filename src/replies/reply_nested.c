/* replies/reply_nested.c - calls whose arguments are tags named after their keys, with tags
 * inside of them (D):  <city>Paris</city><places><item>…</item></places>, each "<" after a
 * token of its own.
 *
 * A call is collected up to its end, which the token makes certain, and then read as a whole.
 * What holds tags is an object, or an array when they are all named item; a text is typed by
 * its schema.
 */
#include "replies/reply_parser.h"

#define NESTED_DEPTH 32

typedef struct nested_reader {
    const cft_reply *p;
    const char *at, *end;
    cft_slice open; /* what is before a key; '/' after it closes */
    chatfmt_status status;
} nested_reader;

static bool nested_opens(const nested_reader *n)
{
    return (size_t)(n->end - n->at) > n->open.length &&
           memcmp(n->at, n->open.data, n->open.length) == 0;
}

static bool nested_closes(const nested_reader *n)
{
    return nested_opens(n) && n->at[n->open.length] == '/';
}

/* "<key>" or "</key>" at the place; its key. */
static bool nested_tag(nested_reader *n, bool close, cft_slice *key)
{
    const char *begin = n->at + n->open.length + (close ? 1 : 0), *stop;
    if (!nested_opens(n) || nested_closes(n) != close) return false;
    stop = memchr(begin, '>', (size_t)(n->end - begin));
    if (!stop || stop == begin || stop - begin > CFT_REPLY_NAME) return false;
    *key = cft_slice_of(begin, (size_t)(stop - begin));
    n->at = stop + 1;
    return true;
}

static void nested_put(nested_reader *n, cft_buffer *out, const char *text)
{
    if (n->status == CHATFMT_OK) n->status = cft_buffer_append(out, text, strlen(text));
}

/* The text up to the next tag. */
static cft_slice nested_text(nested_reader *n)
{
    const char *begin = n->at;
    while (n->at < n->end && !nested_opens(n))
        n->at++;
    return cft_slice_of(begin, (size_t)(n->at - begin));
}

static void nested_spaces(nested_reader *n)
{
    while (n->at < n->end && cft_reply_is_space(*n->at))
        n->at++;
}

static bool nested_value(nested_reader *n, cft_value schema, cft_slice key, unsigned depth,
                         cft_buffer *out);

/* Tags up to what closes `key`; items of an array, or members of an object. */
static bool nested_members(nested_reader *n, cft_value schema, unsigned depth, cft_buffer *out)
{
    static const cft_slice item = {"item", 4};
    nested_reader ahead = *n;
    cft_slice key;
    bool array = nested_tag(&ahead, false, &key) && cft_slice_equal(key, item), first = true;
    nested_put(n, out, array ? "[" : "{");
    for (nested_spaces(n); n->at < n->end && !nested_closes(n);
         nested_spaces(n), first = false) {
        if (!nested_tag(n, false, &key) || array != cft_slice_equal(key, item)) return false;
        if (!first) nested_put(n, out, ", ");
        if (!array && n->status == CHATFMT_OK) n->status = cft_reply_put_json_string(out, key);
        if (!array) nested_put(n, out, ": ");
        if (!nested_value(n,
                          array ? cft_reply_schema_items(n->p, schema)
                                : cft_reply_schema_member(n->p, schema, key),
                          key, depth + 1, out))
            return false;
    }
    nested_put(n, out, array ? "]" : "}");
    return true;
}

static bool nested_value(nested_reader *n, cft_value schema, cft_slice key, unsigned depth,
                         cft_buffer *out)
{
    const char *begin = n->at;
    cft_slice text, close;
    if (depth > NESTED_DEPTH) return false;
    nested_spaces(n);
    if (nested_opens(n) && !nested_closes(n)) {
        if (!nested_members(n, schema, depth, out)) return false;
    } else {
        n->at = begin;
        text = nested_text(n);
        if (n->status == CHATFMT_OK) n->status = cft_reply_typed_by(n->p, schema, text, out);
    }
    return nested_tag(n, true, &close) && cft_slice_equal(close, key);
}

static bool nested_arguments(nested_reader *n, cft_buffer *out)
{
    cft_slice key;
    bool first = true;
    nested_put(n, out, "{");
    for (nested_spaces(n); n->at < n->end; nested_spaces(n), first = false) {
        if (!nested_tag(n, false, &key)) return false;
        if (!first) nested_put(n, out, ", ");
        if (n->status == CHATFMT_OK) n->status = cft_reply_put_json_string(out, key);
        nested_put(n, out, ": ");
        if (!nested_value(n, cft_reply_schema(n->p, key), key, 0, out)) return false;
    }
    nested_put(n, out, "}");
    return true;
}

cft_reply_step cft_reply_enter_nested(cft_reply *p, cft_slice name)
{
    if (name.length > sizeof p->name) return cft_reply_give_up(p, "a malformed tool name");
    memmove(p->name, name.data, name.length);
    p->name_length = name.length;
    (void)cft_reply_offered(p, &name, &p->tool);
    p->state = CFT_STATE_NESTED;
    return CFT_STEP_ON;
}

cft_reply_step cft_reply_step_nested(cft_reply *p)
{
    nested_reader n = {.p = p, .open = cft_marker_first(p->row->key_open)};
    size_t from, length;
    cft_match match = CFT_MATCH_NO;
    char first = p->row->call_close[0];
    for (from = p->at + p->scanned; from < p->limit; from++) {
        const char *found = memchr(p->hold.data + from, first, p->limit - from);
        if (!found) {
            from = p->limit;
            break;
        }
        from = (size_t)(found - p->hold.data);
        match = cft_marker_at(p->row->call_close, found, p->limit - from, p->final, &length);
        if (match != CFT_MATCH_NO) break;
    }
    p->scanned = from - p->at;
    if (match != CFT_MATCH_YES) return CFT_STEP_MORE;
    n.at = cft_reply_here(p);
    n.end = p->hold.data + from;
    p->work.length = 0;
    if (!nested_arguments(&n, &p->work))
        return cft_reply_give_back(p, from + length, "malformed arguments in a tool call");
    if (n.status != CHATFMT_OK) return cft_reply_fail(p, n.status);
    p->at = from + length;
    p->scanned = 0;
    if (cft_reply_begin_call(p, cft_slice_of(p->name, p->name_length), cft_slice_of(NULL, 0),
                             p->at) == CFT_STEP_FAIL ||
        cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->work.data, p->work.length, p->at) ==
            CFT_STEP_FAIL ||
        cft_reply_end_call(p, p->at, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    cft_reply_next_call(p);
    return CFT_STEP_ON;
}
