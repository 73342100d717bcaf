/* replies/transcript.c - a rendered conversation into messages. */
#include "replies/transcript.h"

#include "replies/reply_parser.h"

#define FRAME(name, aliases, open, name_mark, header_end, close, after, action_open, action_close) \
    {name, aliases, open, name_mark, header_end, close, after, action_open, action_close},

const cft_transcript_frame cft_transcript_frames[] = {
#include "replies/transcripts.def"
};

#undef FRAME

const size_t cft_transcript_frame_count = sizeof cft_transcript_frames /
                                          sizeof *cft_transcript_frames;

#define TRANSCRIPT_HEADER_MOST 256

static cft_slice transcript_of(const char *text) { return cft_slice_of(text, strlen(text)); }

static size_t transcript_find(cft_slice text, size_t from, cft_slice what)
{
    for (; what.length && from + what.length <= text.length; from++)
        if (memcmp(text.data + from, what.data, what.length) == 0) return from;
    return SIZE_MAX;
}

static cft_slice transcript_part(cft_slice text, size_t begin, size_t end)
{
    return cft_slice_of(text.data + begin, end - begin);
}

const cft_transcript_frame *cft_frame_find(cft_slice name)
{
    for (size_t i = 0; i < cft_transcript_frame_count; i++) {
        const char *at = cft_transcript_frames[i].aliases;
        if (cft_slice_equal(transcript_of(cft_transcript_frames[i].name), name))
            return &cft_transcript_frames[i];
        while (*at) {
            cft_slice one = cft_marker_first(at);
            if (cft_slice_equal(one, name)) return &cft_transcript_frames[i];
            at = one.data + one.length;
            if (*at == '\f') at++;
        }
    }
    return NULL;
}

/* One message as it is in the text. */
typedef struct transcript_message {
    size_t begin;              /* of what opens it */
    cft_slice role, name;
    size_t body;
} transcript_message;

/* Read the header of what opens at `at`; false when it is none. */
static bool transcript_header(const cft_transcript_frame *frame, cft_slice text, size_t at,
                              transcript_message *m)
{
    size_t from = at + strlen(frame->open), end = transcript_find(text, from,
                                                                  transcript_of(frame->header_end));
    cft_slice mark = transcript_of(frame->name_mark);
    if (end == SIZE_MAX || end == from || end - from > TRANSCRIPT_HEADER_MOST) return false;
    m->begin = at;
    m->role = transcript_part(text, from, end);
    m->name = cft_slice_of(NULL, 0);
    m->body = end + strlen(frame->header_end);
    for (size_t i = 0; i < m->role.length; i++) {
        unsigned char c = (unsigned char)m->role.data[i];
        if (c < 0x20) return false;
    }
    size_t split = transcript_find(m->role, 0, mark);
    if (split == SIZE_MAX || split == 0 || split + mark.length == m->role.length) return true;
    m->name = transcript_part(m->role, split + mark.length, m->role.length);
    /* A name that is a token's word without being the token stays where it is. */
    if (frame->action_open[0] && (cft_slice_equal(m->name, CFT_LIT("plugin")) ||
                                  cft_slice_equal(m->name, CFT_LIT("interpreter"))))
        m->name = cft_slice_of(NULL, 0);
    else m->role = transcript_part(m->role, 0, split);
    return true;
}

/* The next message from `from` on. */
static bool transcript_next(const cft_transcript_frame *frame, cft_slice text, size_t from,
                            transcript_message *m)
{
    for (;;) {
        from = transcript_find(text, from, transcript_of(frame->open));
        if (from == SIZE_MAX) return false;
        if (transcript_header(frame, text, from, m)) return true;
        from++;
    }
}

/* ---- Telling ---- */

static chatfmt_status transcript_put(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

static chatfmt_status transcript_member(cft_buffer *out, const char *key, cft_slice text)
{
    CFT_TRY(transcript_put(out, ", \""));
    CFT_TRY(transcript_put(out, key));
    CFT_TRY(transcript_put(out, "\": "));
    return cft_reply_put_json_string(out, text);
}

/* "plugin" for <|plugin|>. */
static cft_slice transcript_word(cft_slice token)
{
    if (cft_slice_equal(token, CFT_LIT("<|plugin|>"))) return CFT_LIT("plugin");
    if (cft_slice_equal(token, CFT_LIT("<|interpreter|>"))) return CFT_LIT("interpreter");
    return token;
}

/* An assistant's body that is text and one action, and nothing else but white space. */
static bool transcript_action(const cft_transcript_frame *frame, cft_slice body, cft_slice parts[4])
{
    cft_slice open = transcript_of(frame->action_open), close = transcript_of(frame->action_close);
    size_t at = transcript_find(body, 0, open), line, end;
    if (at == SIZE_MAX) return false;
    line = transcript_find(body, at, CFT_LIT("\n"));
    end = transcript_find(body, at, close);
    if (line == SIZE_MAX || end == SIZE_MAX || line > end) return false;
    parts[0] = transcript_part(body, 0, at);
    parts[1] = transcript_part(body, at + open.length, line);
    parts[2] = transcript_part(body, line + 1, end);
    parts[3] = transcript_part(body, end + close.length, body.length);
    /* Only tokens are kinds: a word would come back as its token. */
    if (cft_slice_equal(transcript_word(parts[1]), parts[1])) return false;
    for (size_t i = 0; i < parts[3].length; i++)
        if (!cft_reply_is_space(parts[3].data[i])) return false;
    return true;
}

static chatfmt_status transcript_put_body(const cft_transcript_frame *frame,
                                          const transcript_message *m, cft_slice body,
                                          cft_buffer *out)
{
    cft_slice parts[4];
    if (!cft_slice_equal(m->role, CFT_LIT("assistant")) || !transcript_action(frame, body, parts))
        return transcript_member(out, "content", body);
    CFT_TRY(transcript_member(out, "text", parts[0]));
    CFT_TRY(transcript_put(out, ", \"action\": {\"kind\": "));
    CFT_TRY(cft_reply_put_json_string(out, transcript_word(parts[1])));
    CFT_TRY(transcript_member(out, "payload", parts[2]));
    if (!cft_slice_equal(parts[3], CFT_LIT("\n")))
        CFT_TRY(transcript_member(out, "after_action_end", parts[3]));
    return transcript_put(out, "}");
}

/* Role, name and body as they stand. */
static chatfmt_status transcript_tell_plain(const cft_transcript_frame *frame,
                                            const transcript_message *m, cft_slice body,
                                            cft_buffer *out)
{
    CFT_TRY(transcript_put(out, "{\"role\": "));
    CFT_TRY(cft_reply_put_json_string(out, m->role));
    if (m->name.length)
        CFT_TRY(transcript_member(out, "name",
                                  frame->action_open[0] ? transcript_word(m->name) : m->name));
    return transcript_put_body(frame, m, body, out);
}

/* The message whose body ends, with all that follows it, at `end`. */
static chatfmt_status transcript_tell(const cft_transcript_frame *frame, cft_slice text,
                                      const transcript_message *m, size_t end,
                                      cft_transcript_openai *openai, cft_buffer *out)
{
    cft_slice rest = transcript_part(text, m->body, end), after = transcript_of(frame->after);
    cft_slice closing = transcript_of(frame->close), behind = cft_slice_of(text.data + end, 0);
    size_t close = transcript_find(rest, 0, closing), body = rest.length;
    if (close != SIZE_MAX) {
        body = close;
        behind = transcript_part(rest, close + closing.length, rest.length);
    }
    cft_slice words = transcript_part(rest, 0, body);
    bool told = false;
    if (openai)
        CFT_TRY(cft_transcript_openai_tell(openai, m->role, m->name, words, out, &told));
    if (!told) CFT_TRY(transcript_tell_plain(frame, m, words, out));
    if (close == SIZE_MAX) CFT_TRY(transcript_put(out, ", \"closed\": false"));
    if (!cft_slice_equal(behind, after)) CFT_TRY(transcript_member(out, "after_im_end", behind));
    return transcript_put(out, "}");
}

chatfmt_status cft_transcript_read(const cft_transcript_frame *frame, cft_slice text,
                                   cft_transcript_openai *openai, cft_buffer *out)
{
    transcript_message m, next;
    bool more = transcript_next(frame, text, 0, &m), first = true, pending = false;
    cft_slice before = transcript_part(text, 0, more ? m.begin : text.length);
    CFT_TRY(transcript_put(out, "{"));
    if (before.length) {
        CFT_TRY(transcript_put(out, "\"before\": "));
        CFT_TRY(cft_reply_put_json_string(out, before));
        CFT_TRY(transcript_put(out, ", "));
    }
    CFT_TRY(transcript_put(out, "\"messages\": ["));
    while (more) {
        more = transcript_next(frame, text, m.body, &next);
        pending = !more && m.body == text.length && !m.name.length &&
                  cft_slice_equal(m.role, CFT_LIT("assistant"));
        if (pending) break;
        if (!first) CFT_TRY(transcript_put(out, ", "));
        CFT_TRY(transcript_tell(frame, text, &m, more ? next.begin : text.length, openai, out));
        first = false;
        m = next;
    }
    CFT_TRY(transcript_put(out, pending ? "], \"add_generation_prompt\": true}" : "]}"));
    return CHATFMT_OK;
}
