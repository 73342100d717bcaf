/* tokenizers/erased.c - control tokens of the template's that data takes away.
 *
 * A token that is matched in normalised text is gone when what follows it becomes one character
 * with its end: "<|start|>" before U+0338 ends in U+226F. The ids stay the reference's; it is an
 * attempt.
 */
#include "base/utf8.h"
#include "tokenizers/guard.h"

enum { ERASED_ROOM = 256 };

/* Marks, and what forms make marks of, join what is before them; nothing below 0x80 does. */
static bool erased_may_join(const char *data)
{
    const char *next = data;
    if ((unsigned char)*data < 0x80) return false;
    return cft_form_is_mark(cft_utf8_next(&next)) ||
           !cft_form_is_stable(CFT_NFKD, data, (size_t)(next - data));
}

/* Whether `pattern` is in the normalised text. */
static chatfmt_status erased_finds(cft_encoder *encoder, cft_slice text, cft_slice pattern,
                                   bool *found)
{
    const cft_tokenizer *t = encoder->tokenizer;
    cft_token_view view = {text.data, text.length, NULL, 0};
    *found = false;
    CFT_TRY(cft_normalize(encoder, t->normalizers, t->normalizer_count, encoder->texts, &view));
    for (size_t i = 0; pattern.length && i + pattern.length <= view.length && !*found; i++)
        *found = memcmp(view.data + i, pattern.data, pattern.length) == 0;
    return CHATFMT_OK;
}

/* The token that ends where data begins, alone and with the data's first character. */
static chatfmt_status erased_check(cft_encoder *encoder, const cft_added_token *token,
                                   cft_slice text, cft_place *place, bool *erased)
{
    const char *from = text.data + place->begin, *next = text.data + place->end;
    bool alone, together;
    (void)cft_utf8_next(&next);
    cft_slice both = {from, (size_t)(next - from)}, one = {from, place->end - place->begin};
    *erased = false;
    CFT_TRY(erased_finds(encoder, one, token->pattern, &alone));
    if (!alone) return CHATFMT_OK;
    CFT_TRY(erased_finds(encoder, both, token->pattern, &together));
    *erased = !together;
    place->end = (uint32_t)(next - text.data);
    return CHATFMT_OK;
}

static chatfmt_status erased_before(cft_encoder *encoder, const cft_guard *guard, cft_slice text,
                                    uint32_t data)
{
    const cft_added *added = &encoder->tokenizer->added;
    for (size_t i = 0; i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        size_t length = token->content.length;
        if (!token->normalized || !(guard->controlled[i] & CFT_GUARD_MATCH) || length > data ||
            length > ERASED_ROOM ||
            memcmp(text.data + data - length, token->content.data, length) != 0)
            continue;
        cft_place place = {data - (uint32_t)length, data};
        bool erased;
        if (cft_guard_touches(guard, place.begin, place.end)) continue;
        CFT_TRY(erased_check(encoder, token, text, &place, &erased));
        if (!erased) continue;
        size_t count = (*guard->attempt_count)++;
        if (count < guard->attempt_room)
            guard->attempts[count] = (cft_guard_attempt){place.begin, place.end, token->id};
        if (guard->refuse) return CHATFMT_SECURITY;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_guard_erased(cft_encoder *encoder, const cft_guard *guard, cft_slice text)
{
    if (!guard || !encoder->tokenizer->added.normalized.any) return CHATFMT_OK;
    for (size_t i = 0; i < guard->data_count; i++) {
        uint32_t begin = guard->data[i].begin;
        if (erased_may_join(text.data + begin)) CFT_TRY(erased_before(encoder, guard, text, begin));
    }
    return CHATFMT_OK;
}
