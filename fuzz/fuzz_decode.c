/* fuzz/fuzz_decode.c - any ids to text, all at once and one after the other: with ByteLevel both
 * give the same when all of it is text. The first byte chooses the tokenizer; ids are two bytes
 * each, most of them made small enough to be tokens. */
#include "fuzz.h"
#include "fuzz_small.h"

static cft_encoder *fuzz_decoder(int which)
{
    static cft_encoder *encoders[FUZZ_SMALL_COUNT];
    static cft_tokenizer tokenizers[FUZZ_SMALL_COUNT];
    if (encoders[which]) return encoders[which];
    encoders[which] = calloc(1, sizeof **encoders);
    if (!encoders[which] ||
        cft_tokenizer_load(&tokenizers[which], NULL, fuzz_small_json(which), NULL) ||
        cft_encoder_init(encoders[which], &tokenizers[which], NULL, 4096))
        abort();
    return encoders[which];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint32_t ids[2048];
    static char streamed[1 << 17], whole[1 << 17];
    if (size < 1) return 0;
    int which = data[0] % FUZZ_SMALL_COUNT;
    cft_encoder *encoder = fuzz_decoder(which);
    bool skip = (data[0] & 128) != 0;
    size_t count = 0, length = 0;
    for (size_t i = 1; i + 1 < size && count < 2048; i += 2) {
        uint32_t id = (uint32_t)data[i] << 8 | data[i + 1];
        ids[count++] = id < 0xF000 ? id % 1100 : id * 65537u;
    }
    cft_slice text;
    if (cft_decode(encoder, ids, count, skip, &text)) abort();
    if (cft_utf8_check(text.data, text.length) != text.length) abort();
    if (text.length > sizeof whole) return 0;
    size_t whole_length = text.length;
    memcpy(whole, text.data, whole_length);
    cft_decode_stream stream;
    cft_decode_stream_init(&stream, &encoder->allocator, skip);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        chatfmt_status status = cft_decode_stream_push(&stream, encoder, ids[i], &text);
        good = status == CHATFMT_OK && length + text.length <= sizeof streamed;
        if (status && status != CHATFMT_VALUE) abort();
        if (!good) break;
        if (cft_utf8_check(text.data, text.length) != text.length) abort();
        memcpy(streamed + length, text.data, text.length);
        length += text.length;
    }
    cft_decode_stream_free(&stream);
    bool is_text = true;
    for (size_t i = 0; i + 3 <= whole_length; i++)
        if (!memcmp(whole + i, "\xEF\xBF\xBD", 3)) is_text = false;
    if (which < 2 && is_text &&
        (!good || length != whole_length || memcmp(whole, streamed, length)))
        abort();
    return 0;
}
