/* bench/bench_tokenizer.c - how fast texts become ids.
 *
 * usage: bench_tokenizer TOKENIZER.json TEXT SECONDS [DOCUMENT_BYTES]
 *
 * TEXT is encoded in documents of about DOCUMENT_BYTES (16384; 0 = all at once), with a new
 * encoder every time (cold) and with one that has seen the text (warm). "load" reads the
 * tokenizer.json, "open" the compiled file of it. Prints one JSON object: seconds on the processor,
 * the best of several, a hash over all ids, by which runs of different engines are compared, and the
 * bytes that a tokenizer opened from the compiled file takes and those of an encoder that has
 * seen the text.
 */
#define _POSIX_C_SOURCE 200809L
#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Time on the processor: what else the machine does counts less. */
static double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *bench_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*length + 1);
    if (data && fread(data, 1, *length, file) != *length) *length = 0;
    fclose(file);
    return data;
}

/* ---- memory ---- */

static size_t bench_held;

static void *bench_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    (void)context;
    void *out = new_size ? realloc(pointer, new_size) : NULL;
    if (!new_size) free(pointer);
    if (out || !new_size) bench_held += new_size - old_size;
    return out;
}

static const chatfmt_allocator bench_memory = {bench_resize, NULL};

/* ---- work ---- */

typedef struct bench_run {
    uint64_t hash;
    size_t tokens;
    double seconds; /* of encoding alone */
} bench_run;

/* Documents end at a line end, so that no engine sees half of a character. */
static bench_run bench_encode(chatfmt_encoder *encoder, const char *text, size_t length,
                              size_t document, uint32_t flags)
{
    bench_run run = {14695981039346656037u, 0, 0};
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    options.flags = flags;
    for (size_t begin = 0; begin < length;) {
        size_t end = document && length - begin > document ? begin + document : length;
        while (end < length && text[end - 1] != '\n') end++;
        const chatfmt_tokens *tokens;
        chatfmt_error error;
        double start = bench_now();
        if (chatfmt_encoder_encode(encoder, text + begin, end - begin, &options, &tokens, &error)) {
            fprintf(stderr, "%s\n", error.text);
            exit(1);
        }
        run.seconds += bench_now() - start;
        for (size_t i = 0; i < tokens->count; i++)
            run.hash = (run.hash ^ tokens->ids[i]) * 1099511628211u;
        run.tokens += tokens->count;
        begin = end;
    }
    return run;
}

static double bench_best(chatfmt_tokenizer *tokenizer, const char *text, size_t length,
                         size_t document, double seconds, int warm, uint32_t flags,
                         bench_run *run)
{
    double best = 1e9, begin = bench_now();
    chatfmt_encoder *encoder = NULL;
    for (int i = 0; i < 3 || bench_now() - begin < seconds; i++) {
        if (!encoder && chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL)) exit(1);
        *run = bench_encode(encoder, text, length, document, flags);
        if (run->seconds < best && (i || !warm)) best = run->seconds;
        if (!warm) {
            chatfmt_encoder_free(encoder);
            encoder = NULL;
        }
    }
    chatfmt_encoder_free(encoder);
    return best;
}

/* The bytes that an encoder holds when it has seen the text. */
static size_t bench_encoder(chatfmt_tokenizer *tokenizer, const char *text, size_t length,
                            size_t document)
{
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_encoder *encoder;
    size_t before = bench_held;
    options.allocator = &bench_memory;
    if (chatfmt_encoder_new(tokenizer, &options, &encoder, NULL)) exit(1);
    (void)bench_encode(encoder, text, length, document, 0);
    size_t held = bench_held - before;
    chatfmt_encoder_free(encoder);
    return held;
}

static double bench_load(const char *path, uint32_t flags, chatfmt_tokenizer **tokenizer)
{
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_error error;
    options.flags = flags;
    options.allocator = &bench_memory;
    chatfmt_tokenizer_free(*tokenizer);
    double start = bench_now();
    if (chatfmt_tokenizer_load(path, &options, tokenizer, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return bench_now() - start;
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    size_t length, document = argc > 4 ? (size_t)atol(argv[4]) : 16384;
    char *text = bench_read(argv[2], &length);
    double seconds = atof(argv[3]), load, open = 1e9;
    chatfmt_tokenizer *tokenizer = NULL;
    if (!text) {
        fprintf(stderr, "%s: cannot be read\n", argv[2]);
        return 1;
    }
    load = bench_load(argv[1], CHATFMT_TOKENIZER_NO_CACHE, &tokenizer);
    /* The first of these may write the compiled file and the second its note. */
    for (int i = 0; i < 12; i++) {
        double took = bench_load(argv[1], 0, &tokenizer);
        if (took < open) open = took;
    }
    bench_run run;
    size_t held = bench_held, encoder;
    double cold = bench_best(tokenizer, text, length, document, seconds, 0, 0, &run);
    double warm = bench_best(tokenizer, text, length, document, seconds, 1, 0, &run);
    double offsets = bench_best(tokenizer, text, length, document, seconds, 1,
                                CHATFMT_ENCODE_OFFSETS, &run);
    encoder = bench_encoder(tokenizer, text, length, document);
    printf("{\"bytes\": %zu, \"tokens\": %zu, \"hash\": \"%016llx\", \"load\": %.6f, "
           "\"open\": %.6f, \"cold\": %.6f, \"warm\": %.6f, \"offsets\": %.6f, "
           "\"held\": %zu, \"encoder\": %zu}\n",
           length, run.tokens, (unsigned long long)run.hash, load, open, cold, warm, offsets, held,
           encoder);
    chatfmt_tokenizer_free(tokenizer);
    free(text);
    return 0;
}
