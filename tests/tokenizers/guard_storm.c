/* tests/tokenizers/guard_storm.c - random attempts to write control tokens through data.
 *
 * usage: guard_storm TOKENIZER.json COUNT SEED
 *
 * Each text mixes added tokens, pieces of them and filler, cut at random into template and data.
 * Under "all" and "control" no control token may touch data; when nothing was forbidden the ids must be
 * the reference's, that is, those without a policy.
 */
#include "storm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORM_ROOM = 4096 };

static size_t storm_text(char *text)
{
    static const char *const filler[] = {" ", "a", "the ", "\n", "<", "|", ">", "\xE2\x96\x81",
                                         "\xEF\xBD\x9C", "e\xCC\x81", "_", "<|", "|>"};
    size_t length = 0;
    for (uint32_t parts = 1 + storm_next(8); parts; parts--) {
        chatfmt_slice part = storm_names[storm_next((uint32_t)storm_count)];
        if (storm_next(3) == 0) {
            const char *f = filler[storm_next(13)];
            part = (chatfmt_slice){f, strlen(f)};
        } else if (storm_next(3) == 0) {
            part = storm_piece(part);
        }
        if (length + part.length > STORM_ROOM) break;
        memcpy(text + length, part.data, part.length);
        length += part.length;
    }
    return length;
}

static size_t storm_cut(const char *text, size_t length, chatfmt_span *spans)
{
    size_t count = 0, at = 0;
    uint32_t kind = storm_next(2);
    while (at < length) {
        size_t end = storm_border(text, length, at + 1 + storm_next(12));
        if (end > length) end = length;
        spans[count++] = (chatfmt_span){
            .begin = at, .end = end, .kind = kind ? CHATFMT_SPAN_DATA : CHATFMT_SPAN_TEMPLATE};
        kind = !kind;
        at = end;
    }
    return count;
}

static int storm_touches(const chatfmt_span *spans, size_t count, chatfmt_token_place place)
{
    for (size_t i = 0; i < count; i++)
        if (spans[i].kind == CHATFMT_SPAN_DATA && spans[i].begin < place.end &&
            spans[i].end > place.begin)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    static char text[STORM_ROOM];
    static chatfmt_span spans[STORM_ROOM];
    static unsigned char added[1 << 20];
    static uint32_t plain[STORM_ROOM * 2];
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_error error;
    if (argc < 4 || chatfmt_tokenizer_load(argv[1], NULL, &tokenizer, &error) ||
        chatfmt_encoder_new(tokenizer, NULL, &encoder, &error))
        return 2;
    storm_state = (uint64_t)atoll(argv[3]);
    /* A token is control when the policy "report" notes an attempt at its own text. */
    for (uint32_t id = 0; id < 1u << 20 && storm_count < STORM_NAMES; id++) {
        chatfmt_slice name = chatfmt_tokenizer_text(tokenizer, id);
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        const chatfmt_tokens *tokens;
        options.policy = CHATFMT_TOKENS_REPORT;
        if (!name.length || name.length > 200) continue;
        if (chatfmt_encoder_encode(encoder, name.data, name.length, &options, &tokens, &error))
            continue;
        if (tokens->attempt_total && tokens->count == 1 && tokens->ids[0] == id) {
            added[id] = 1;
            storm_names[storm_count++] = name;
        }
    }
    if (!storm_count) return 2;
    long wrong = 0, attempts = 0, clean = 0, rounds = atol(argv[2]);
    for (long round = 0; round < rounds; round++) {
        size_t length = storm_text(text), count = storm_cut(text, length, spans);
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        const chatfmt_tokens *tokens;
        if (chatfmt_encoder_encode(encoder, text, length, NULL, &tokens, &error)) return 2;
        size_t plain_count = tokens->count < STORM_ROOM * 2 ? tokens->count : STORM_ROOM * 2;
        memcpy(plain, tokens->ids, plain_count * sizeof *plain);
        options.flags = CHATFMT_ENCODE_OFFSETS;
        options.policy = round & 1 ? CHATFMT_TOKENS_ALL : CHATFMT_TOKENS_CONTROL;
        options.spans = spans;
        options.span_count = count;
        if (chatfmt_encoder_encode(encoder, text, length, &options, &tokens, &error)) return 2;
        attempts += (long)tokens->attempt_total;
        for (size_t i = 0; i < tokens->count; i++)
            if (tokens->ids[i] < 1u << 20 && added[tokens->ids[i]] &&
                storm_touches(spans, count, tokens->places[i]))
                wrong++;
        if (!tokens->attempt_total) {
            clean++;
            if (tokens->count != plain_count ||
                memcmp(plain, tokens->ids, plain_count * sizeof *plain))
                wrong++;
        }
    }
    printf("%zu control tokens, %ld texts, %ld attempts, %ld without, %ld wrong\n", storm_count,
           rounds, attempts, clean, wrong);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return wrong ? 1 : 0;
}
