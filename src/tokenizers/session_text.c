/* tokenizers/session_text.c - a session's text as users change it: whole, or at its end. */
#include "base/utf8.h"
#include "tokenizers/handles.h"

/* The first `kept` bytes of the text and then `more`, which begins at a character. */
static chatfmt_status session_change(chatfmt_token_session *session, size_t kept, cft_slice more,
                                     size_t *same, chatfmt_error *error)
{
    size_t good = cft_utf8_check(more.data, more.length), equal;
    if (good != more.length) {
        chatfmt_status status = cft_fail(error, CHATFMT_INPUT,
                                         "the text is not UTF-8 at byte %zu", kept + good);
        if (error) {
            error->offset = (uint32_t)(kept + good);
            error->length = 1;
        }
        return status;
    }
    cft_session *s = &session->session;
    chatfmt_status status = cft_session_update(s, &session->encoder->encoder, kept, more,
                                               &equal, error);
    if (same) *same = equal;
    if (status) return status;
    session->result = (chatfmt_tokens){.ids = s->ids, .count = s->count};
    /* Both structs are two numbers of 32 bits under the same names. */
    if (session->flags & CHATFMT_ENCODE_OFFSETS)
        session->result.places = (const chatfmt_token_place *)(const void *)s->shown;
    return CHATFMT_OK;
}

/* How far two texts are equal; blocks first, since nearly all of them are. */
static size_t session_shared(const char *a, const char *b, size_t length)
{
    enum { SESSION_BLOCK = 4096 };
    size_t at = 0;
    while (length - at >= SESSION_BLOCK && !memcmp(a + at, b + at, SESSION_BLOCK))
        at += SESSION_BLOCK;
    while (at < length && a[at] == b[at]) at++;
    return at;
}

chatfmt_status cft_session_set(chatfmt_token_session *session, cft_slice text, size_t *same,
                               chatfmt_error *error)
{
    const cft_buffer *old = &session->session.text;
    size_t kept = text.length < old->length ? text.length : old->length;
    if (kept) kept = session_shared(text.data, old->data, kept);
    /* The border may be within a character of either text. */
    while (kept > 0 && ((kept < text.length && ((unsigned char)text.data[kept] & 0xC0) == 0x80) ||
                        (kept < old->length &&
                         ((unsigned char)old->data[kept] & 0xC0) == 0x80)))
        kept--;
    return session_change(session, kept, cft_slice_of(text.data + kept, text.length - kept), same,
                          error);
}

chatfmt_status cft_session_append(chatfmt_token_session *session, cft_slice text, size_t *same,
                                  chatfmt_error *error)
{
    return session_change(session, session->session.text.length, text, same, error);
}
