/* tests/tokenizers/token_probe.c - encodes and decodes for the comparison with the reference.
 *
 * usage: token_probe TOKENIZER.json [--plain] [--words] [--compiled] < STRINGS
 *
 * STRINGS has one JSON string a line. For each, one line: "id:begin:end" for every token, offsets
 * in code points, then a tab and the decoded text as JSON. --plain leaves the decoded text out;
 * --words adds ":word" to each token; --compiled uses the tokenizer's compiled form.
 */
#include "support/lines.h"

#include "base/file.h"
#include "base/utf8.h"
#include "tokenizers/compiled.h"
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

/* For each byte of a text the number of the code point that it belongs to. */
static size_t *probe_codes(cft_slice text)
{
    size_t *codes = malloc((text.length + 1) * sizeof *codes), count = 0;
    if (!codes) exit(1);
    for (size_t i = 0; i <= text.length; i++) {
        bool inside = i < text.length && ((unsigned char)text.data[i] & 0xC0) == 0x80;
        codes[i] = inside ? count - 1 : count;
        if (!inside) count++;
    }
    return codes;
}

/* The places of the tokens in code points. */
static cft_place *probe_places(const cft_encoder *encoder, cft_slice text)
{
    size_t *codes = probe_codes(text);
    cft_place *places = malloc((encoder->count + 1) * sizeof *places);
    if (!places) exit(1);
    for (size_t i = 0; i < encoder->count; i++) {
        cft_place place = encoder->offsets[i];
        places[i].begin = place.begin <= text.length ? (uint32_t)codes[place.begin] : place.begin;
        places[i].end = place.end <= text.length ? (uint32_t)codes[place.end] : place.end;
    }
    free(codes);
    return places;
}

static void probe_print_token(const cft_encoder *encoder, size_t i, cft_place place)
{
    printf("%s%u:%u:%u", i ? " " : "", encoder->ids[i], place.begin, place.end);
    if (encoder->counts) printf(":%u", encoder->words[i]);
}

static void probe_one(cft_encoder *encoder, cft_slice text, bool plain)
{
    chatfmt_error error;
    cft_slice decoded = {"", 0};
    if (cft_encoder_encode(encoder, text, true, false, NULL, &error)) {
        printf("error\n");
        return;
    }
    cft_place *places = probe_places(encoder, text);
    bool fails = !plain && cft_decode(encoder, encoder->ids, encoder->count, false, &decoded);
    for (size_t i = 0; i < encoder->count; i++)
        probe_print_token(encoder, i, places[i]);
    free(places);
    if (!plain) {
        putchar('\t');
        if (fails) printf("error");
        else probe_print_text(decoded);
    }
    putchar('\n');
}

/* Through the compiled form and back. The tokenizer reads from the bytes in *kept, which are to be
 * freed after it. */
static bool probe_compile(cft_tokenizer *tokenizer, char **kept)
{
    static const char source[64] = {0};
    cft_buffer bytes;
    cft_buffer_init(&bytes, NULL);
    if (cft_compiled_write(tokenizer, source, &bytes)) return false;
    *kept = malloc(bytes.length + 64);
    if (!*kept) return false;
    char *room = *kept + (64 - (uintptr_t)*kept % 64) % 64; /* Windows has no aligned_alloc() */
    memcpy(room, bytes.data, bytes.length);
    cft_tokenizer_free(tokenizer);
    bool good =
        !cft_compiled_open(tokenizer, NULL, cft_slice_of(room, bytes.length), source);
    cft_buffer_free(&bytes);
    return good;
}

typedef struct probe {
    cft_encoder encoder;
    chatfmt_limits limits;
    cft_heap heap;
    bool plain;
} probe;

static void probe_line(void *context, const char *line, size_t length)
{
    probe *p = context;
    chatfmt_error error = {0};
    cft_value value;
    cft_heap_reset(&p->heap, &p->limits, &error);
    if (cft_json_read(&p->heap, cft_slice_of(line, length), &(cft_json_options){0}, &value, NULL) ||
        value.kind != CFT_STRING)
        printf("bad input: %s\n", error.text);
    else
        probe_one(&p->encoder, cft_text_of(value), p->plain);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    bool plain = false, words = false, compiled = false;
    for (int i = 2; i < argc; i++) {
        plain |= !strcmp(argv[i], "--plain");
        words |= !strcmp(argv[i], "--words");
        compiled |= !strcmp(argv[i], "--compiled");
    }
    chatfmt_error error;
    cft_file_copy file;
    static cft_tokenizer tokenizer;
    if (cft_file_load(argv[1], NULL, &file, &error) ||
        cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(file.data, file.length), &error)) {
        fprintf(stderr, "%s\n", error.text);
        printf("error\n");
        return 1;
    }
    char *kept = NULL;
    if (compiled && !probe_compile(&tokenizer, &kept)) {
        printf("not compiled\n");
        return 1;
    }
    static probe p;
    p.plain = plain;
    if (cft_encoder_init(&p.encoder, &tokenizer, NULL, 0)) return 1;
    p.encoder.counts = words;
    cft_limits_fill(NULL, &p.limits, NULL);
    cft_heap_init(&p.heap, NULL);
    bool done = lines_each(probe_line, &p);
    cft_heap_free(&p.heap);
    cft_encoder_free(&p.encoder);
    cft_tokenizer_free(&tokenizer);
    free(kept);
    cft_file_unload(&file);
    return done ? 0 : 1;
}
