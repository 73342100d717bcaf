/* tests/tokenizers/source_probe.c - ids and texts of a vocabulary of any kind, for comparisons.
 *
 * usage: source_probe FILE [--data] [--add] [--plain] < STRINGS
 *
 * STRINGS has one JSON string a line. For each, one line: ids, then a tab and the decoded text
 * as JSON, then the same without special tokens. --data: the text is data, and special tokens
 * in it are not matched;
 * --add: what the post-processor puts around it comes too; --plain: ids alone. An error is its
 * text.
 */
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

static void probe_line(chatfmt_encoder *encoder, cft_slice text,
                       const chatfmt_encode_options *options, bool plain)
{
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    chatfmt_slice decoded;
    if (chatfmt_encoder_encode(encoder, text.data, text.length, options, &tokens, &error)) {
        printf("%s\n", error.text);
        return;
    }
    uint32_t *ids = malloc((tokens->count + 1) * sizeof *ids);
    if (!ids) exit(1);
    if (tokens->count) memcpy(ids, tokens->ids, tokens->count * sizeof *ids);
    for (size_t i = 0; i < tokens->count; i++)
        printf("%s%u", i ? " " : "", ids[i]);
    size_t count = tokens->count;
    for (int skips = 0; skips < 2 && !plain; skips++) {
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
    bool plain = false;
    if (argc < 2) return 2;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--data")) options.policy = CHATFMT_TOKENS_SPECIAL;
        if (!strcmp(argv[i], "--add")) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
        plain |= !strcmp(argv[i], "--plain");
    }
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
            probe_line(encoder, cft_text_of(value), &options, plain);
    }
    free(line);
    cft_heap_free(&heap);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return 0;
}
