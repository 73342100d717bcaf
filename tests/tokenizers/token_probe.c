/* tests/tokenizers/token_probe.c - encodes and decodes for the comparison with the reference.
 *
 * usage: token_probe TOKENIZER.json [--plain] < STRINGS
 *
 * STRINGS has one JSON string a line. For each, one line: "id:begin:end" for every token, offsets
 * in code points, then a tab and the decoded text as JSON. --plain leaves the decoded text out.
 */
#include "base/file.h"
#include "base/utf8.h"
#include "tokenizers/tokenizer.h"
#include "value/json_read.h"

#include <stdio.h>
#include <stdlib.h>

static void probe_print_text(cft_slice text)
{
    putchar('"');
    const char *at = text.data, *end = text.data + text.length;
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        if (code >= 0x20 && code < 0x7F && code != '"' && code != '\\') putchar((int)code);
        else printf("\\u{%x}", (unsigned)code);
    }
    putchar('"');
}

static void probe_tokens(const cft_encoder *encoder, cft_slice text, size_t *codes)
{
    size_t count = 0;
    for (size_t i = 0; i <= text.length; i++) {
        bool inside = i < text.length && ((unsigned char)text.data[i] & 0xC0) == 0x80;
        codes[i] = inside ? count - 1 : count;
        if (!inside) count++;
    }
    for (size_t i = 0; i < encoder->count; i++) {
        cft_place place = encoder->offsets[i];
        printf("%s%u:%zu:%zu", i ? " " : "", encoder->ids[i],
               place.begin <= text.length ? codes[place.begin] : place.begin,
               place.end <= text.length ? codes[place.end] : place.end);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    bool plain = argc > 2;
    chatfmt_error error;
    cft_file_view file;
    static cft_tokenizer tokenizer;
    if (cft_file_map(argv[1], &file, &error) ||
        cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(file.data, file.length), &error)) {
        fprintf(stderr, "%s\n", error.text);
        printf("error\n");
        return 1;
    }
    cft_encoder encoder;
    if (cft_encoder_init(&encoder, &tokenizer, NULL, 0)) return 1;
    chatfmt_limits limits;
    cft_heap heap;
    cft_limits_fill(NULL, &limits, NULL);
    cft_heap_init(&heap, NULL);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        cft_heap_reset(&heap, &limits, &error);
        cft_value value;
        if (cft_json_read(&heap, cft_slice_of(line, (size_t)length), &(cft_json_options){0},
                          &value, NULL) || value.kind != CFT_STRING) {
            printf("bad input: %s\n", error.text);
            continue;
        }
        cft_slice text = cft_text_of(value);
        if (cft_encoder_encode(&encoder, text, true, false, NULL, &error)) {
            printf("error\n");
            continue;
        }
        size_t *codes = malloc((text.length + 1) * sizeof *codes);
        if (!codes) return 1;
        probe_tokens(&encoder, text, codes);
        free(codes);
        if (!plain) {
            cft_slice decoded;
            putchar('\t');
            if (cft_decode(&encoder, encoder.ids, encoder.count, false, &decoded)) printf("error");
            else probe_print_text(decoded);
        }
        putchar('\n');
    }
    free(line);
    cft_heap_free(&heap);
    cft_encoder_free(&encoder);
    cft_tokenizer_free(&tokenizer);
    cft_file_unmap(&file);
    return 0;
}
