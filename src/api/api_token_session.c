/* api/api_token_session.c - chatfmt/tokenizer.h: texts that grow. */
#include "chatfmt/tokenizer.h"

#include "api/api_check.h"
#include "tokenizers/handles.h"
#include "base/utf8.h"
#include "tokenizers/session.h"

struct chatfmt_token_session {
    chatfmt_encoder *encoder;
    uint32_t flags;
    cft_session session;
    chatfmt_tokens result; /* what the last call handed out */
};

chatfmt_status chatfmt_token_session_new(chatfmt_encoder *encoder, uint32_t flags,
                                         chatfmt_token_session **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !out)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "encoder or out is NULL");
    *out = NULL;
    if (flags & ~(uint32_t)CHATFMT_ENCODE_OFFSETS)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "unknown flags of a token session");
    const cft_encoder *inner = &encoder->encoder;
    chatfmt_allocator memory = inner->own.caller;
    chatfmt_token_session *session = cft_allocate(&memory, sizeof *session);
    if (!session) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    session->encoder = encoder;
    session->flags = flags;
    cft_session_init(&session->session, inner->tokenizer, &memory);
    session->session.budget.given = inner->own.given;
    *out = session;
    return CHATFMT_OK;
}

void chatfmt_token_session_free(chatfmt_token_session *session)
{
    if (!session) return;
    chatfmt_allocator memory = session->session.budget.caller;
    cft_session_free(&session->session);
    cft_release(&memory, session, sizeof *session);
}

/* The first `kept` bytes of the text and then `more`, which begins at a character. */
static chatfmt_status session_change(chatfmt_token_session *session, size_t kept, cft_slice more,
                                     const chatfmt_tokens **tokens, size_t *same, chatfmt_error *error)
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
    *tokens = &session->result;
    return CHATFMT_OK;
}

static chatfmt_status session_check(const chatfmt_token_session *session, const char *text,
                                    size_t length, const chatfmt_tokens **tokens, size_t *same,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (same) *same = 0;
    if (!session || !tokens)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "session or tokens is NULL");
    *tokens = NULL;
    return cft_api_text(text, length, "text", error);
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

chatfmt_status chatfmt_token_session_set(chatfmt_token_session *session, const char *text,
                                         size_t length, const chatfmt_tokens **tokens, size_t *same,
                                         chatfmt_error *error)
{
    CFT_TRY(session_check(session, text, length, tokens, same, error));
    const cft_buffer *old = &session->session.text;
    size_t kept = length < old->length ? length : old->length;
    if (kept) kept = session_shared(text, old->data, kept);
    /* The border may stand in a character of either text. */
    while (kept > 0 && ((kept < length && ((unsigned char)text[kept] & 0xC0) == 0x80) ||
                        (kept < old->length &&
                         ((unsigned char)old->data[kept] & 0xC0) == 0x80)))
        kept--;
    return session_change(session, kept, cft_slice_of(length ? text + kept : "", length - kept),
                          tokens, same, error);
}

chatfmt_status chatfmt_token_session_append(chatfmt_token_session *session, const char *text,
                                            size_t length, const chatfmt_tokens **tokens, size_t *same,
                                            chatfmt_error *error)
{
    CFT_TRY(session_check(session, text, length, tokens, same, error));
    return session_change(session, session->session.text.length,
                          cft_slice_of(length ? text : "", length), tokens, same, error);
}
