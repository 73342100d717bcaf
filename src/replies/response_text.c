/* replies/response_text.c - the bytes of a reply as text that is valid UTF-8, however they arrive.
 *
 * Every ill-formed part becomes one U+FFFD, as bytes.decode(errors="replace") has it in CPython; a
 * code point that is cut waits for its rest.
 */
#include "replies/response_state.h"

#include "base/utf8.h"

#include <assert.h>

static chatfmt_status response_put(cft_response *p, const char *data, size_t length)
{
    return cft_buffer_append(&p->text, data, length)
               ? cft_raise(&p->heap, CHATFMT_NO_MEMORY, "out of memory")
               : CHATFMT_OK;
}

/* Bytes at the beginning of `data` that may begin a code point; `whole` when they are all that
 * there is of it. At least one. */
static size_t response_ill_formed(const unsigned char *data, size_t length, bool *unfinished)
{
    unsigned char lead = data[0];
    size_t want = lead >= 0xC2 && lead < 0xE0 ? 2u : lead >= 0xE0 && lead < 0xF0 ? 3u
                  : lead >= 0xF0 && lead < 0xF5 ? 4u : 1u, at;
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (at = 1; at < want && at < length; at++) {
        if (data[at] < low || data[at] > high) break;
        low = 0x80;
        high = 0xBF;
    }
    *unfinished = want > 1 && at == length && at < want;
    return at;
}

/* Take bytes as text: what is no UTF-8 becomes U+FFFD, as bytes.decode(errors="replace") does. */
static chatfmt_status response_take(cft_response *p, const char *data, size_t length, bool final)
{
    while (length) {
        bool unfinished = false;
        size_t good = cft_utf8_check(data, length), bad;
        CFT_TRY(response_put(p, data, good));
        data += good;
        length -= good;
        if (!length) break;
        bad = response_ill_formed((const unsigned char *)data, length, &unfinished);
        if (unfinished && !final) {
            memcpy(p->tail, data, length);
            p->tail_length = length;
            break;
        }
        CFT_TRY(response_put(p, "\xEF\xBF\xBD", 3));
        data += bad;
        length -= bad;
    }
    return CHATFMT_OK;
}

/* The same after what is left of the bytes before. */
chatfmt_status cft_response_take(cft_response *p, const char *data, size_t length, bool final)
{
    while (p->tail_length && (length || final)) {
        char joined[8];
        size_t had = p->tail_length, more = length < 4 - had ? length : 4 - had;
        bool unfinished;
        memcpy(joined, p->tail, had);
        if (more) memcpy(joined + had, data, more);
        /* How much of it the first code point, or the first ill-formed part, is. */
        size_t used = response_ill_formed((const unsigned char *)joined, had + more, &unfinished);
        p->tail_length = 0;
        CFT_TRY(response_take(p, joined, used, final || !unfinished));
        assert(used >= had); /* what was kept could be continued */
        data += used - had;
        length -= used - had;
        if (final && !length) break;
    }
    return response_take(p, data, length, final);
}
