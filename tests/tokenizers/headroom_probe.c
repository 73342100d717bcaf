/* tests/tokenizers/headroom_probe.c - what loading, encoding and decoding use of their limits.
 *
 * usage: headroom_probe TOKENIZER.json TEXT…
 *
 * For loading, and for encoding and decoding each file as one text, a line: what it is, then each
 * limit as name=USED/ALLOWED.
 */
#include "chatfmt/tokenizer.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void probe_print(const char *what, const char *text, const chatfmt_usage *u)
{
    printf("%s %s fuel=%llu/%llu string_bytes=%zu/%zu heap_bytes=%zu/%zu output_bytes=%zu/%zu\n",
           what, text, (unsigned long long)u->fuel, (unsigned long long)u->fuel_limit,
           u->string_bytes, u->string_limit, u->heap_bytes, u->heap_limit, u->output_bytes,
           u->output_limit);
    fflush(stdout);
}

static int probe_fail(const char *text, const chatfmt_error *error)
{
    fprintf(stderr, "headroom_probe: %s: %s\n", text, error->text);
    return 1;
}

static int probe_text(const chatfmt_tokenizer *tokenizer, const char *path)
{
    chatfmt_encoder *encoder;
    chatfmt_error error;
    const chatfmt_tokens *tokens;
    chatfmt_usage usage = CHATFMT_USAGE_INIT;
    chatfmt_slice text;
    cft_file_copy view;
    if (cft_file_load(path, NULL, &view, &error) || chatfmt_encoder_new(tokenizer, NULL, &encoder, &error))
        return probe_fail(path, &error);
    int code = 1;
    uint32_t *ids = NULL;
    if (chatfmt_encoder_encode(encoder, view.data, view.length, NULL, &tokens, &error)) goto done;
    chatfmt_encoder_usage(encoder, &usage);
    probe_print("encode", path, &usage);
    ids = malloc((tokens->count + 1) * sizeof *ids);
    if (!ids) abort();
    memcpy(ids, tokens->ids, tokens->count * sizeof *ids);
    if (chatfmt_encoder_decode(encoder, ids, tokens->count, 0, &text, &error)) goto done;
    chatfmt_encoder_usage(encoder, &usage);
    probe_print("decode", path, &usage);
    code = 0;
done:
    free(ids);
    chatfmt_encoder_free(encoder);
    cft_file_unload(&view);
    return code ? probe_fail(path, &error) : 0;
}

int main(int argc, char **argv)
{
    chatfmt_tokenizer *tokenizer;
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_usage usage = CHATFMT_USAGE_INIT;
    chatfmt_error error;
    int code = 0;
    options.flags = CHATFMT_TOKENIZER_NO_CACHE;
    if (argc < 2) return 2;
    if (chatfmt_tokenizer_load(argv[1], &options, &tokenizer, &error))
        return probe_fail(argv[1], &error);
    chatfmt_tokenizer_usage(tokenizer, &usage);
    probe_print("load", argv[1], &usage);
    for (int i = 2; i < argc && !code; i++) code = probe_text(tokenizer, argv[i]);
    chatfmt_tokenizer_free(tokenizer);
    return code;
}
