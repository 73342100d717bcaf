/* tests/tokenizers/source_probe.c - ids and texts of a vocabulary of any kind, for comparisons.
 *
 * usage: source_probe FILE [--data] [--add] [--plain] < STRINGS
 *        source_probe FILE --hash [--data] [--add] [--skip] [--steps | --loose] < STRINGS
 *
 * STRINGS has one JSON string a line. For each, one line: ids, then a tab and the decoded text
 * as JSON, then the same without special tokens. --data: the text is data, and special tokens
 * in it are not matched;
 * --add: what the post-processor puts around it comes too; --plain: ids alone. An error is its
 * text.
 * --hash prints hashes instead, as many.py makes them: of the ids, of their places in code points,
 * of the text of all ids, and of the texts that they add one by one; --skip leaves special tokens
 * out of both texts, --steps tells where one such text ends, and --loose leaves spaces and NULs out
 * of them, of which llama.cpp cleans a whole text.
 */
#include "base/buffer.h"
#include "base/sha256.h"
#include "chatfmt/tokenizer.h"
#include "value/json_read.h"
#include "value/json_write.h"

#include <stdio.h>
#include <stdlib.h>

static void probe_text(chatfmt_slice text)
{
    printf("\t\"");
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < 0x20 || c == '"' || c == '\\')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

typedef struct probe_ways {
    bool plain, hashes, skips, steps, loose;
} probe_ways;

static void probe_hash(const void *data, size_t length, char end)
{
    char digits[65];
    cft_sha256_hex(cft_slice_of(length ? data : "", length), digits);
    printf("%.12s%c", digits, end);
}

static void probe_stream(chatfmt_encoder *encoder, const uint32_t *ids, size_t count,
                         const probe_ways *ways)
{
    chatfmt_decode_stream *stream;
    cft_buffer text;
    uint32_t flags = ways->skips ? CHATFMT_DECODE_SKIP_SPECIAL : 0;
    if (chatfmt_decode_stream_new(encoder, flags, &stream, NULL)) exit(1);
    cft_buffer_init(&text, NULL);
    for (size_t i = 0; i < count; i++) {
        chatfmt_slice more;
        if (chatfmt_decode_stream_push(stream, ids[i], &more, NULL)) more = (chatfmt_slice){"!", 1};
        if (more.length && cft_buffer_append(&text, more.data, more.length)) exit(1);
        if (ways->steps && cft_buffer_append(&text, "", 1)) exit(1);
    }
    size_t kept = 0;
    for (size_t i = 0; i < text.length; i++)
        if (!ways->loose || (text.data[i] != ' ' && text.data[i])) text.data[kept++] = text.data[i];
    probe_hash(text.data, kept, '\n');
    cft_buffer_free(&text);
    chatfmt_decode_stream_free(stream);
}

/* The tokens are the encoder's, and decoding leaves them as they are only in a copy. */
static void probe_hashes(chatfmt_encoder *encoder, cft_slice text, const chatfmt_tokens *tokens,
                         const probe_ways *ways)
{
    size_t count = tokens->count, places_bytes = count * sizeof *tokens->places;
    uint32_t *ids = malloc(count * sizeof *ids + 1);
    chatfmt_token_place *places = malloc(places_bytes + 1);
    chatfmt_slice decoded;
    if (!ids || !places) exit(1);
    if (count) memcpy(ids, tokens->ids, count * sizeof *ids);
    chatfmt_places_in_code_points(text.data, text.length, tokens->places, count, places);
    probe_hash(ids, count * sizeof *ids, ' ');
    probe_hash(places, places_bytes, ' ');
    if (chatfmt_encoder_decode(encoder, ids, count, ways->skips ? CHATFMT_DECODE_SKIP_SPECIAL : 0,
                               &decoded, NULL))
        decoded = (chatfmt_slice){"!", 1};
    probe_hash(decoded.data, decoded.length, ' ');
    probe_stream(encoder, ids, count, ways);
    free(ids);
    free(places);
}

static void probe_line(chatfmt_encoder *encoder, cft_slice text,
                       const chatfmt_encode_options *options, const probe_ways *ways)
{
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    chatfmt_slice decoded;
    if (chatfmt_encoder_encode(encoder, text.data, text.length, options, &tokens, &error)) {
        printf("%s\n", error.text);
        return;
    }
    if (ways->hashes) {
        probe_hashes(encoder, text, tokens, ways);
        return;
    }
    uint32_t *ids = malloc((tokens->count + 1) * sizeof *ids);
    if (!ids) exit(1);
    if (tokens->count) memcpy(ids, tokens->ids, tokens->count * sizeof *ids);
    for (size_t i = 0; i < tokens->count; i++)
        printf("%s%u", i ? " " : "", ids[i]);
    size_t count = tokens->count;
    for (int skips = 0; skips < 2 && !ways->plain; skips++) {
        if (chatfmt_encoder_decode(encoder, ids, count, skips ? CHATFMT_DECODE_SKIP_SPECIAL : 0,
                                   &decoded, &error))
            printf("\t%s", error.text);
        else
            probe_text(decoded);
    }
    putchar('\n');
    free(ids);
}

int main(int argc, char **argv)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    probe_ways ways = {0};
    if (argc < 2) return 2;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--data")) options.policy = CHATFMT_TOKENS_SPECIAL;
        if (!strcmp(argv[i], "--add")) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
        ways.plain |= !strcmp(argv[i], "--plain");
        ways.hashes |= !strcmp(argv[i], "--hash");
        ways.skips |= !strcmp(argv[i], "--skip");
        ways.steps |= !strcmp(argv[i], "--steps");
        ways.loose |= !strcmp(argv[i], "--loose");
    }
    if (ways.hashes) options.flags |= CHATFMT_ENCODE_OFFSETS;
    chatfmt_error error;
    chatfmt_tokenizer_options loading = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    if (!getenv("PROBE_CACHED")) loading.flags = CHATFMT_TOKENIZER_NO_CACHE;
    if (chatfmt_tokenizer_load(argv[1], &loading, &tokenizer, &error) ||
        chatfmt_encoder_new(tokenizer, NULL, &encoder, &error)) {
        printf("%s\n", error.text);
        return 1;
    }
    chatfmt_limits limits;
    cft_heap heap;
    cft_value value;
    cft_limits_fill(NULL, &limits, NULL);
    cft_heap_init(&heap, NULL);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        cft_heap_reset(&heap, &limits, &error);
        if (cft_json_read(&heap, cft_slice_of(line, (size_t)length), &(cft_json_options){0},
                          &value, NULL) ||
            value.kind != CFT_STRING)
            printf("bad input: %s\n", error.text);
        else
            probe_line(encoder, cft_text_of(value), &options, &ways);
    }
    free(line);
    cft_heap_free(&heap);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return 0;
}
