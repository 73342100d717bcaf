/* tests/tokenizers/stream_probe.c - decodes ids one after the other, as a model makes them.
 *
 * usage: stream_probe TOKENIZER.json < LINES
 *
 * Each line is `keep` or `skip` (the special tokens), a tab, and ids with spaces between them. For
 * each, one line with what every id adds, parted by spaces: a text in quotes, `-` for nothing, `!`
 * for an error.
 */
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void probe_show(chatfmt_slice text)
{
    putchar('"');
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == '"' || c == '\\') printf("\\%c", c);
        else if (c <= ' ' || c >= 0x7F) printf("\\x%02x", c);
        else putchar(c);
    }
    putchar('"');
}

static void probe_ids(chatfmt_encoder *encoder, const char *line)
{
    uint32_t flags = strncmp(line, "skip", 4) ? 0 : CHATFMT_DECODE_SKIP_SPECIAL;
    const char *at = strchr(line, '\t'), *gap = "";
    chatfmt_decode_stream *stream;
    if (!at || chatfmt_decode_stream_new(encoder, flags, &stream, NULL)) exit(1);
    for (char *end; ; at = end, gap = " ") {
        uint32_t id = (uint32_t)strtoul(at, &end, 10);
        chatfmt_slice text;
        if (end == at) break;
        chatfmt_status status = chatfmt_decode_stream_push(stream, id, &text, NULL);
        printf("%s", gap);
        if (status) putchar('!');
        else if (text.length) probe_show(text);
        else putchar('-');
    }
    putchar('\n');
    chatfmt_decode_stream_free(stream);
}

static void probe_line(void *context, const char *line, size_t length)
{
    char *text = malloc(length + 1);
    if (!text) exit(1);
    memcpy(text, line, length);
    text[length] = '\0';
    probe_ids(context, text);
    free(text);
}

int main(int argc, char **argv)
{
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_error error;
    options.flags = CHATFMT_TOKENIZER_NO_CACHE;
    if (argc < 2) return 2;
    if (chatfmt_tokenizer_load(argv[1], &options, &tokenizer, &error) ||
        chatfmt_encoder_new(tokenizer, NULL, &encoder, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    bool done = lines_each(probe_line, encoder);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return done ? 0 : 1;
}
