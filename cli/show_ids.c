/* cli/show_ids.c - encoding a rendered prompt with its spans. */
#include "show_ids.h"

#include "limits.h"

#include "chatfmt/request.h"

#include <string.h>

bool ids_policy(const char *name, chatfmt_token_policy *out)
{
    static const char *const names[] = {"any",    "special", "control", "all",
                                        "reject", "report",  "none"};
    for (int i = 0; i < 7; i++)
        if (!strcmp(name, names[i])) {
            *out = (chatfmt_token_policy)(i % 6);
            return true;
        }
    return false;
}

void show_attempts(writer *w, const chatfmt_tokens *tokens)
{
    char *json;
    size_t length;
    if (chatfmt_attempts_json(tokens->attempts, tokens->attempt_count, NULL, 0, &json, &length, NULL)) {
        w->failed = true;
        return;
    }
    write_text(w, ", \"attempts\": ");
    write_bytes(w, json, length);
    chatfmt_text_free(json);
}

static void show_ids_write(writer *w, const chatfmt_tokenizer *tokenizer,
                           const chatfmt_tokens *tokens, bool texts)
{
    write_text(w, "{\"ids\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        if (i) write_text(w, ", ");
        write_number(w, tokens->ids[i]);
    }
    for (size_t i = 0; texts && i < tokens->count; i++) {
        chatfmt_slice text = chatfmt_tokenizer_text(tokenizer, tokens->ids[i]);
        write_text(w, i ? ", " : "], \"tokens\": [");
        write_json_string(w, text.data ? text.data : "", text.length);
    }
    write_text(w, "]");
    if (tokens->attempt_total) show_attempts(w, tokens);
    write_text(w, "}\n");
}

bool show_ids_json(writer *w, const ids_settings *settings, bool texts, chatfmt_slice text,
                   const chatfmt_span *spans, size_t count, chatfmt_slice literals,
                   chatfmt_error *error)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    const chatfmt_tokens *tokens;
    bool coloured = texts && settings->coloured;
    options.flags = coloured ? CHATFMT_ENCODE_OFFSETS : 0;
    options.policy = settings->policy;
    options.spans = spans;
    options.span_count = count;
    options.literals = literals;
    chatfmt_tokenizer_options loading = limits_of_tokenizer(settings->limits);
    chatfmt_encoder_options encoding = limits_of_encoder(settings->limits);
    bool ok = !chatfmt_tokenizer_load(settings->tokenizer, &loading, &tokenizer, error) &&
              !chatfmt_encoder_new(tokenizer, &encoding, &encoder, error) &&
              !chatfmt_encoder_encode(encoder, text.data, text.length, &options, &tokens, error);
    if (ok && coloured) show_tokens_coloured(w, text, tokens->places, tokens->count);
    else if (ok) show_ids_write(w, tokenizer, tokens, texts);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return ok;
}

/* The text with each token on its own ground, in a colour that can be read on it. Tokens within one character cannot be distinguished
 * by the eye; the character is shown once. */
void show_tokens_coloured(writer *w, chatfmt_slice text, const chatfmt_token_place *places,
                          size_t count)
{
    static const char *const grounds[] = {"\x1b[97;48;5;24m", "\x1b[97;48;5;53m",
                                          "\x1b[97;48;5;22m", "\x1b[97;48;5;94m"};
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        size_t end = places[i].end;
        if (end <= done) continue;
        write_text(w, grounds[i % 4]);
        write_terminal(w, text.data + done, end - done, false);
        write_text(w, "\x1b[0m");
        done = end;
    }
    write_terminal(w, text.data + done, text.length - done, false);
    write_text(w, "\n");
    write_number(w, count);
    write_text(w, " tokens\n");
}
