/* fuzz/fuzz_compiled.c - compiled tokenizers in which anything was changed and the checksum made
 * right: what opens must encode and decode without harm. The input is a list of changes: 3 bytes
 * for the place, 1 for the value; after a byte FE, a text. */
#include "fuzz.h"
#include "fuzz_small.h"
#include "tokenizers/compiled.h"

static void try_tokenizer(cft_tokenizer *tokenizer, cft_slice text)
{
    cft_encoder encoder;
    cft_slice decoded;
    if (cft_encoder_init(&encoder, tokenizer, NULL, 4096) == CHATFMT_OK) {
        for (int tracks = 0; tracks < 2; tracks++)
            if (!cft_encoder_encode(&encoder, text, tracks != 0, true, NULL, NULL))
                (void)cft_decode(&encoder, encoder.ids, encoder.count, false, &decoded);
        cft_encoder_free(&encoder);
    }
    for (uint32_t id = 0; id < 1100; id++) (void)cft_tokenizer_name(tokenizer, id);
    (void)cft_tokenizer_find(tokenizer, CFT_LIT("aaaa"));
    for (int i = 0; fuzz_small_alike[i]; i++)
        (void)cft_tokenizer_find(
            tokenizer, cft_slice_of(fuzz_small_alike[i], strlen(fuzz_small_alike[i])));
    (void)cft_tokenizer_find(tokenizer, CFT_LIT("<0x41> \xE6\x97\xA5"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *good[FUZZ_SMALL_COUNT];
    static size_t lengths[FUZZ_SMALL_COUNT];
    static const char source[64] = {0};
    if (size < 1) return 0;
    int which = data[0] % FUZZ_SMALL_COUNT;
    cft_tokenizer tokenizer;
    if (!good[which]) {
        cft_buffer bytes;
        cft_buffer_init(&bytes, NULL);
        if (cft_tokenizer_load(&tokenizer, NULL, fuzz_small_json(which), NULL) ||
            cft_compiled_write(&tokenizer, source, &bytes))
            abort();
        cft_tokenizer_free(&tokenizer);
        good[which] = bytes.data;
        lengths[which] = bytes.length;
    }
    const uint8_t *border = memchr(data + 1, 0xFE, size - 1);
    size_t changes = border ? (size_t)(border - data) : size;
    cft_slice text = CFT_LIT("the other <|e|> aaaaaaaabab <r> 12\n\n-- w \xC3\xA9\xE6\x97\xA5");
    if (border && cft_utf8_check((const char *)border + 1, size - changes - 1) ==
                      size - changes - 1)
        text = cft_slice_of((const char *)border + 1, size - changes - 1);
    /* No more bytes than the file has, so that the sanitizer sees every step outside. */
    char *room = aligned_alloc(64, lengths[which]);
    if (!room) return 0;
    memcpy(room, good[which], lengths[which]);
    for (size_t i = 1; i + 4 <= changes; i += 4) {
        size_t place = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];
        room[place % lengths[which]] = (char)data[i + 3];
    }
    cft_compiled_seal(room, lengths[which]);
    if (cft_compiled_open(&tokenizer, NULL, cft_slice_of(room, lengths[which]), NULL) ==
        CHATFMT_OK)
        try_tokenizer(&tokenizer, text);
    else if (changes == 1)
        abort();
    cft_tokenizer_free(&tokenizer);
    free(room);
    return 0;
}
