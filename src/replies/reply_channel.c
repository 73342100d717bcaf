/* replies/reply_channel.c - messages routed by their header (G), as Harmony writes them:
 * <|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>commentary to=functions.f
 * <|constrain|>json<|message|>{…}<|call|>.
 *
 * The header says what the body is: reasoning, content, or a call's arguments.
 */
#include "replies/reply_parser.h"

#define CHANNEL_START       "<|start|>"
#define CHANNEL_CHANNEL     "<|channel|>"
#define CHANNEL_MESSAGE     "<|message|>"
#define CHANNEL_ENDS        "<|end|>\f<|return|>\f<|call|>\f<|eom|>\f<|eot|>"
#define CHANNEL_HEADER_MOST 512

/* The word after `key` in a header, up to white space or a marker. */
static cft_slice channel_word(cft_slice header, const char *key)
{
    size_t length = strlen(key), i, end;
    for (i = 0; i + length <= header.length; i++) {
        if (memcmp(header.data + i, key, length) != 0) continue;
        i += length;
        for (end = i; end < header.length; end++)
            if (cft_reply_is_space(header.data[end]) || header.data[end] == '<') break;
        return cft_slice_of(header.data + i, end - i);
    }
    return cft_slice_of(NULL, 0);
}

static cft_reply_step channel_body(cft_reply *p, cft_slice header, size_t body)
{
    cft_slice to = channel_word(header, "to="), channel = channel_word(header, CHANNEL_CHANNEL);
    p->at = body;
    p->scanned = 0;
    p->state = CFT_STATE_RAW;
    p->raw_kind = CFT_REPLY_CONTENT;
    if (cft_slice_is(channel, "analysis")) p->raw_kind = CFT_REPLY_REASONING;
    if (to.length == 0 || cft_slice_is(to, "user") || cft_slice_is(to, "assistant"))
        return cft_reply_frame(p, body, 0, NULL);
    if (to.length > 10 && memcmp(to.data, "functions.", 10) == 0) {
        to.data += 10;
        to.length -= 10;
    }
    p->raw_kind = CFT_REPLY_ARGUMENTS;
    if (!cft_slice_is(to, "python"))
        return cft_reply_begin_call(p, to, cft_slice_of(NULL, 0), body);
    p->raw_kind = CFT_REPLY_CODE;
    return cft_reply_begin_code(p, to, body);
}

/* Arguments that begin as JSON end by its structure, not at a marker inside a string. */
static bool channel_enters_json(cft_reply *p)
{
    const cft_reply_call *call;
    if (p->raw_kind != CFT_REPLY_ARGUMENTS || !p->call_open || p->muted ||
        cft_reply_left(p) == 0)
        return false;
    call = (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    if (call->arguments_length || *cft_reply_here(p) != '{') return false;
    cft_reply_enter_json(p, 0);
    return true;
}

void cft_reply_channel_reset(cft_reply *p, cft_reply_start start)
{
    p->state = start == CFT_START_REASONING ? CFT_STATE_RAW : CFT_STATE_HEADER;
    p->raw_kind = CFT_REPLY_REASONING;
    p->skip_space = false;
}

void cft_reply_channel_reasoning(const char **open, const char **close)
{
    *open = CHANNEL_CHANNEL "analysis" CHANNEL_MESSAGE;
    *close = CHANNEL_ENDS "\f" CHANNEL_START;
}

/* Up to <|message|>. A reply that begins without a header is content. */
cft_reply_step cft_reply_step_header(cft_reply *p)
{
    size_t from, length;
    const char *data = cft_reply_here(p);
    size_t left = cft_reply_left(p);
    cft_match start;
    if (left == 0) return CFT_STEP_MORE;
    start = cft_marker_at(CHANNEL_START "\f" CHANNEL_CHANNEL "\f to=\fto=\f" CHANNEL_MESSAGE,
                          data, left, p->final, &length);
    if (start == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (start == CFT_MATCH_NO) {
        p->raw_kind = CFT_REPLY_CONTENT;
        p->state = CFT_STATE_RAW;
        p->scanned = 0;
        return CFT_STEP_ON;
    }
    for (from = p->at + p->scanned; from < p->limit; from++) {
        cft_match match;
        if (from - p->at > CHANNEL_HEADER_MOST) break;
        if (p->hold.data[from] != '<') continue;
        match = cft_marker_at(CHANNEL_MESSAGE, p->hold.data + from, p->limit - from, p->final,
                              &length);
        if (match == CFT_MATCH_YES)
            return channel_body(p, cft_slice_of(data, from - p->at), from + length);
        if (match == CFT_MATCH_PART) break;
    }
    p->scanned = from - p->at;
    if (p->scanned <= CHANNEL_HEADER_MOST) return CFT_STEP_MORE; /* at the end: truncated */
    p->raw_kind = CFT_REPLY_CONTENT;
    p->state = CFT_STATE_RAW;
    p->scanned = 1; /* past the marker's first byte, or it would be a header again */
    return CFT_STEP_ON;
}

static cft_reply_step channel_end(cft_reply *p, size_t where, size_t end)
{
    static const char final_ends[] = "<|return|>\f<|call|>\f<|eot|>";
    size_t length;
    bool stop = cft_marker_at(final_ends, p->hold.data + where, p->limit - where, true,
                              &length) == CFT_MATCH_YES;
    cft_slice text = cft_slice_of(p->hold.data + where, end - where);
    p->at = end;
    p->scanned = 0;
    if (p->call_open && cft_reply_end_call(p, where, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->state = stop ? CFT_STATE_AFTER : CFT_STATE_HEADER;
    cft_reply_leave_region(p);
    if (stop) return cft_reply_tell(p, CFT_REPLY_STOP, 0, text, false, end, NULL);
    return cft_reply_frame(p, end, 0, NULL);
}

/* The body up to the marker that ends it. */
cft_reply_step cft_reply_step_raw(cft_reply *p)
{
    size_t from, length = 0;
    cft_match match = CFT_MATCH_NO, next = CFT_MATCH_NO;
    if (channel_enters_json(p)) return CFT_STEP_ON;
    for (from = p->at + p->scanned; from < p->limit; from++) {
        const char *found = memchr(p->hold.data + from, '<', p->limit - from);
        if (!found) {
            from = p->limit;
            break;
        }
        from = (size_t)(found - p->hold.data);
        match = cft_marker_at(CHANNEL_ENDS, found, p->limit - from, p->final, &length);
        if (match != CFT_MATCH_NO) break;
        /* Some replies forget the end before the next header. */
        next = cft_marker_at(CHANNEL_START "\f" CHANNEL_CHANNEL, found, p->limit - from,
                             p->final, &length);
        if (next != CFT_MATCH_NO) break;
    }
    if (from > p->limit) from = p->limit;
    if (cft_reply_bytes(p, p->raw_kind, p->at, from, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->at = from;
    p->scanned = 0;
    if (match == CFT_MATCH_YES) return channel_end(p, from, from + length);
    if (next == CFT_MATCH_YES) {
        if (p->call_open && cft_reply_end_call(p, from, 0, NULL) == CFT_STEP_FAIL)
            return CFT_STEP_FAIL;
        p->state = CFT_STATE_HEADER;
        cft_reply_leave_region(p);
        return CFT_STEP_ON;
    }
    return CFT_STEP_MORE;
}
