/* fuzz/fuzz_encode.c - any text, whole and in pieces: a session, encoding without places, and a
 * guard that forbids nothing must give the same tokens; places stand in order and in the text; a
 * compiled tokenizer is as good as a read one. The first byte chooses the tokenizer, the second
 * how the text is cut. */
#include "fuzz.h"
#include "fuzz_small.h"
#include "tokenizers/compiled.h"
#include "tokenizers/guard.h"
#include "tokenizers/session.h"

typedef struct fuzz_pair {
    cft_tokenizer read, compiled;
    cft_encoder whole, parts;
    char *bytes;
} fuzz_pair;

static fuzz_pair *fuzz_open(int which)
{
    static fuzz_pair *pairs[FUZZ_SMALL_COUNT];
    static const char source[64] = {0};
    if (pairs[which]) return pairs[which];
    fuzz_pair *pair = calloc(1, sizeof *pair);
    cft_buffer bytes;
    cft_buffer_init(&bytes, NULL);
    if (!pair || cft_tokenizer_load(&pair->read, NULL, fuzz_small_json(which), NULL) ||
        cft_compiled_write(&pair->read, source, &bytes))
        abort();
    pair->bytes = aligned_alloc(64, (bytes.length + 63) / 64 * 64);
    if (!pair->bytes) abort();
    memcpy(pair->bytes, bytes.data, bytes.length);
    if (cft_compiled_open(&pair->compiled, NULL, cft_slice_of(pair->bytes, bytes.length), NULL) ||
        cft_encoder_init(&pair->whole, &pair->read, NULL, 1 << 16) ||
        cft_encoder_init(&pair->parts, &pair->compiled, NULL, 4096))
        abort();
    cft_buffer_free(&bytes);
    return pairs[which] = pair;
}

static void check_same(const cft_encoder *whole, const uint32_t *ids, const cft_place *places,
                       size_t count)
{
    if (count != whole->count || (count && memcmp(ids, whole->ids, count * sizeof *ids))) abort();
    if (places && count && memcmp(places, whole->offsets, count * sizeof *places)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    fuzz_pair *pair = fuzz_open(data[0] % FUZZ_SMALL_COUNT);
    cft_slice text = cft_slice_of((const char *)data + 2, size - 2);
    text.length = cft_utf8_check(text.data, text.length);
    cft_encoder *whole = &pair->whole, *parts = &pair->parts;
    if (cft_encoder_encode(whole, text, true, false, NULL, NULL)) abort();
    for (size_t i = 0; i < whole->count; i++)
        if (whole->offsets[i].end > text.length || whole->offsets[i].begin > whole->offsets[i].end)
            abort();
    if (cft_encoder_encode(parts, text, false, false, NULL, NULL)) abort();
    check_same(whole, parts->ids, NULL, parts->count);
    cft_guard_work guard;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    if (cft_guard_init(&guard, &pair->compiled, &memory)) abort();
    const cft_guard *none;
    if (cft_guard_begin(&guard, CFT_GUARD_ALL, CFT_LIT("")) ||
        cft_guard_range(&guard, text, 0, text.length, false) || cft_guard_end(&guard, &none) ||
        cft_encoder_encode(parts, text, true, false, none, NULL))
        abort();
    check_same(whole, parts->ids, parts->offsets, parts->count);
    cft_guard_free(&guard);
    /* The beginning, another end, and then the text itself, by and by. */
    cft_session session;
    cft_session_init(&session, &pair->compiled, NULL);
    size_t step = (size_t)data[1] + 1, same, cut = text.length * (data[1] % 7) / 7;
    while (cut > 0 && cut < text.length && ((unsigned char)text.data[cut] & 0xC0) == 0x80) cut--;
    if (cft_session_update(&session, parts, 0, cft_slice_of(text.data, cut), &same, NULL) ||
        cft_session_update(&session, parts, cut, CFT_LIT(" <r> the\xCC\x81 aaaa\n\nw"), &same,
                           NULL))
        abort();
    for (size_t at = cut; at < text.length || session.text.length != text.length;) {
        size_t end = text.length - at < step ? text.length : at + step;
        while (end < text.length && ((unsigned char)text.data[end] & 0xC0) == 0x80) end++;
        if (cft_session_update(&session, parts, at, cft_slice_of(text.data + at, end - at), &same,
                               NULL) || same > session.count)
            abort();
        at = end;
        step *= 2;
    }
    check_same(whole, session.ids, session.shown, session.count);
    cft_session_free(&session);
    return 0;
}
