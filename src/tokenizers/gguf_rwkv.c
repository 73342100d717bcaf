/* tokenizers/gguf_rwkv.c - texts of RWKV's vocabulary, which stand for bytes: \t, \n, \r and \xHH
 * are one byte, and any other character after a backslash is itself.
 *
 * Source: llama_unescape_rwkv_token of llama.cpp.
 */
#include "tokenizers/gguf_vocab.h"

typedef struct rwkv_reader {
    const char *at, *end;
} rwkv_reader;

/* A digit in lower case; of what is none the byte that comes of it there. */
static unsigned rwkv_digit(char c)
{
    return (unsigned char)(c >= 'a' ? c - 'a' + 10 : c - '0');
}

/* The next byte; false at the end, and where an escape is cut off. */
static bool rwkv_next(rwkv_reader *r, unsigned char *byte)
{
    if (r->at == r->end) return false;
    char c = *r->at++;
    *byte = (unsigned char)c;
    if (c != '\\') return true;
    if (r->at == r->end) return false;
    c = *r->at++;
    *byte = (unsigned char)(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
    if (c != 'x') return true;
    if (r->end - r->at < 2) return false;
    *byte = (unsigned char)((rwkv_digit(r->at[0]) << 4) + rwkv_digit(r->at[1]));
    r->at += 2;
    return true;
}

/* Is it matched as it is written, and are its bytes what is written? */
static bool rwkv_is_plain(cft_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] <= ' ' || text.data[i] > '~' || text.data[i] == '\\') return false;
    return true;
}

static chatfmt_status rwkv_text(cft_tokenizer *t, cft_piece *piece, bool bytes[256])
{
    rwkv_reader r = {piece->text.data, piece->text.data + piece->text.length};
    unsigned char byte = 0;
    size_t length = 0, count = 0;
    char *out = cft_arena_take(&t->arena, piece->text.length * 2 + 1);
    if (!out) return CHATFMT_NO_MEMORY;
    for (; rwkv_next(&r, &byte); count++)
        length += cft_utf8_put(out + length, cft_byte_character(byte));
    if (count == 1) bytes[byte] = true;
    piece->text = cft_slice_of(out, length);
    return CHATFMT_OK;
}

chatfmt_status cft_gguf_rwkv_texts(cft_tokenizer *t, cft_gguf_vocab *v, unsigned matched,
                                   chatfmt_error *error)
{
    bool bytes[256] = {false};
    for (size_t i = 0; i < v->count; i++) {
        cft_piece *piece = &v->pieces[i];
        if (matched >> piece->kind & 1 && !rwkv_is_plain(piece->text))
            return cft_fail(error, CHATFMT_UNSUPPORTED,
                            "tokenizer.ggml.tokens: token %zu is a control token with an "
                            "escape, white space or what is not ASCII",
                            i);
        if (rwkv_text(t, piece, bytes))
            return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    for (unsigned b = 0; b < 256; b++)
        if (!bytes[b])
            return cft_fail(error, CHATFMT_UNSUPPORTED,
                            "tokenizer.ggml.tokens: no token for the byte %02X", b);
    return CHATFMT_OK;
}
