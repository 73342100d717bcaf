/* fuzz/fuzz_tokenizer.c - any bytes as a tokenizer.json, and then as a text for it: what loads must
 * encode and decode, with tokens that stand in order and inside the text. */
#include "fuzz.h"

static void try_stream(chatfmt_encoder *encoder, const chatfmt_tokens *tokens)
{
    chatfmt_decode_stream *stream;
    chatfmt_slice piece;
    if (chatfmt_decode_stream_new(encoder, 0, &stream, NULL)) return;
    uint32_t ids[16];
    size_t count = tokens->count < 16 ? tokens->count : 16;
    for (size_t i = 0; i < count; i++) ids[i] = tokens->ids[i];
    for (size_t i = 0; i < count; i++)
        if (chatfmt_decode_stream_push(stream, ids[i], &piece, NULL)) break;
    chatfmt_decode_stream_free(stream);
}

static void try_text(chatfmt_encoder *encoder, const char *text, size_t length,
                     chatfmt_token_policy policy)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    chatfmt_slice decoded;
    options.flags = CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_ADD_SPECIAL;
    options.policy = policy;
    if (chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL)) return;
    for (size_t i = 0; i < tokens->count; i++)
        if (tokens->places[i].end > length + 1024) abort();
    (void)chatfmt_encoder_decode(encoder, tokens->ids, tokens->count, 0, &decoded, NULL);
    try_stream(encoder, tokens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* The file ends at a byte FE, which is in no UTF-8; after it is the text. */
    const char *bytes = (const char *)data;
    const char *border = size ? memchr(bytes, 0xFE, size) : NULL;
    size_t length = border ? (size_t)(border - bytes) : size;
    const char *text = border ? border + 1 : bytes;
    size_t text_length = border ? size - length - 1 : size;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    if (chatfmt_tokenizer_read(bytes, length, NULL, &tokenizer, NULL)) return 0;
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    options.cache_bytes = 4096;
    if (!chatfmt_encoder_new(tokenizer, &options, &encoder, NULL)) {
        try_text(encoder, text, text_length, CHATFMT_TOKENS_ANY);
        try_text(encoder, text, text_length, CHATFMT_TOKENS_CONTROL);
        chatfmt_encoder_free(encoder);
    }
    chatfmt_tokenizer_free(tokenizer);
    return 0;
}
