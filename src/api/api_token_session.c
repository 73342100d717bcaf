/* api/api_token_session.c - chatfmt/tokenizer.h: texts that grow. */
#include "chatfmt/tokenizer.h"

#include "api/api_check.h"
#include "tokenizers/handles.h"

chatfmt_status chatfmt_token_session_new(chatfmt_encoder *encoder, uint32_t flags,
                                         chatfmt_token_session **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !out)
        return cft_fail_null(error, !encoder ? "encoder" : "out");
    *out = NULL;
    CFT_TRY(cft_api_flags(flags, CHATFMT_ENCODE_OFFSETS, "flags", error));
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

static chatfmt_status session_check(const chatfmt_token_session *session, const char *text,
                                    size_t length, const chatfmt_tokens **tokens, size_t *same,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (same) *same = 0;
    if (!session || !tokens)
        return cft_fail_null(error, !session ? "session" : "tokens");
    *tokens = NULL;
    return cft_api_text(text, length, "text", error);
}

chatfmt_status chatfmt_token_session_set(chatfmt_token_session *session, const char *text,
                                         size_t length, const chatfmt_tokens **tokens, size_t *same,
                                         chatfmt_error *error)
{
    CFT_TRY(session_check(session, text, length, tokens, same, error));
    CFT_TRY(cft_session_set(session, cft_slice_of(length ? text : "", length), same, error));
    *tokens = &session->result;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_token_session_append(chatfmt_token_session *session, const char *text,
                                            size_t length, const chatfmt_tokens **tokens,
                                            size_t *same, chatfmt_error *error)
{
    CFT_TRY(session_check(session, text, length, tokens, same, error));
    CFT_TRY(cft_session_append(session, cft_slice_of(length ? text : "", length), same, error));
    *tokens = &session->result;
    return CHATFMT_OK;
}
