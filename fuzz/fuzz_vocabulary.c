/* fuzz/fuzz_vocabulary.c - any bytes as a GGUF file, a SentencePiece model, ranks or
 * tekken.json: what loads must encode and decode, with tokens in order and inside the text, and
 * be the same tokenizer after it was compiled. The first byte is the length of a text, which is
 * before the file. */
#include "fuzz.h"
#include "tokenizers/compiled.h"
#include "base/utf8.h"
#include "tokenizers/tokenizer.h"

/* Far less than the defaults, so that a run is short. */
static chatfmt_limits vocabulary_limits(void)
{
    chatfmt_limits limits = fuzz_limits();
    limits.fuel = 20000000;
    return limits;
}

static void try_decode(cft_encoder *encoder)
{
    cft_slice decoded;
    cft_decode_stream stream;
    if (!cft_decode(encoder, encoder->ids, encoder->count, false, &decoded) &&
        cft_utf8_check(decoded.data, decoded.length) != decoded.length)
        abort();
    cft_decode_stream_init(&stream, &encoder->allocator, false);
    for (size_t i = 0; i < encoder->count && i < 16; i++)
        if (cft_decode_stream_push(&stream, encoder, encoder->ids[i], &decoded)) break;
    cft_decode_stream_free(&stream);
}

static bool try_encode(cft_encoder *encoder, cft_slice text)
{
    if (cft_encoder_encode(encoder, text, true, true, NULL, NULL)) return false;
    for (size_t i = 0; i < encoder->count; i++)
        if (encoder->offsets[i].end > text.length ||
            encoder->offsets[i].begin > encoder->offsets[i].end)
            abort();
    return true;
}

static void check_compiled(const cft_encoder *whole, cft_slice bytes, cft_slice text)
{
    cft_tokenizer compiled;
    cft_encoder encoder;
    if (cft_compiled_open(&compiled, NULL, bytes, NULL)) abort();
    if (cft_encoder_init(&encoder, &compiled, NULL, 4096)) abort();
    if (cft_encoder_encode(&encoder, text, true, true, NULL, NULL) ||
        encoder.count != whole->count ||
        (whole->count && memcmp(encoder.ids, whole->ids, whole->count * sizeof *whole->ids)))
        abort();
    cft_encoder_free(&encoder);
    cft_tokenizer_free(&compiled);
}

static void try_compiled(const cft_tokenizer *tokenizer, const cft_encoder *whole, cft_slice text)
{
    static const char source[64] = {0};
    cft_buffer bytes;
    cft_buffer_init(&bytes, NULL);
    if (!cft_compiled_write(tokenizer, source, &bytes)) {
        char *room = aligned_alloc(64, (bytes.length + 63) / 64 * 64);
        if (!room) abort();
        memcpy(room, bytes.data, bytes.length);
        check_compiled(whole, cft_slice_of(room, bytes.length), text);
        free(room);
    }
    cft_buffer_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cft_tokenizer tokenizer;
    cft_encoder encoder;
    chatfmt_limits limits = vocabulary_limits();
    if (!size || size - 1 < data[0]) return 0;
    cft_slice text = cft_slice_of((const char *)data + 1, data[0]);
    cft_slice file = cft_slice_of(text.data + text.length, size - 1 - text.length);
    text.length = cft_utf8_check(text.data, text.length);
    chatfmt_error error = {0};
    if (cft_tokenizer_load_within(&tokenizer, NULL, &limits, file, (cft_slice){NULL, 0}, &error)) {
        if (!error.text[0]) abort();
    } else if (!cft_encoder_init(&encoder, &tokenizer, NULL, 4096)) {
        if (try_encode(&encoder, text)) {
            try_decode(&encoder);
            try_compiled(&tokenizer, &encoder, text);
        }
        cft_encoder_free(&encoder);
    }
    cft_tokenizer_free(&tokenizer);
    return 0;
}
