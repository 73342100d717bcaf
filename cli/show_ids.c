/* cli/show_ids.c - encoding a rendered prompt with its spans. */
#include "show_ids.h"

#include <string.h>

bool ids_policy(const char *name, chatfmt_token_policy *out)
{
    static const char *const names[] = {"any", "special", "control", "all", "reject", "report"};
    for (int i = 0; i < 6; i++)
        if (!strcmp(name, names[i])) {
            *out = (chatfmt_token_policy)i;
            return true;
        }
    return false;
}

static void show_ids_attempts(writer *w, const chatfmt_tokens *tokens)
{
    write_text(w, ", \"attempts\": [");
    for (size_t i = 0; i < tokens->attempt_count; i++) {
        write_text(w, i ? ", {\"begin\": " : "{\"begin\": ");
        write_number(w, tokens->attempts[i].begin);
        write_text(w, ", \"end\": ");
        write_number(w, tokens->attempts[i].end);
        write_text(w, ", \"id\": ");
        write_number(w, tokens->attempts[i].id);
        write_text(w, "}");
    }
    write_text(w, "]");
}

static bool show_ids_encode(writer *w, chatfmt_encoder *encoder, chatfmt_slice text,
                            const chatfmt_encode_options *options, chatfmt_error *error)
{
    chatfmt_tokens tokens;
    if (chatfmt_encoder_encode(encoder, text.data, text.length, options, &tokens, error))
        return false;
    write_text(w, "{\"ids\": [");
    for (size_t i = 0; i < tokens.count; i++) {
        if (i) write_text(w, ", ");
        write_number(w, tokens.ids[i]);
    }
    write_text(w, "]");
    if (tokens.attempt_total) show_ids_attempts(w, &tokens);
    write_text(w, "}\n");
    return true;
}

bool show_ids_json(writer *w, const ids_settings *settings, chatfmt_slice text,
                   const chatfmt_span *spans, size_t count, chatfmt_slice literals,
                   chatfmt_error *error)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    options.policy = settings->policy;
    options.spans = spans;
    options.span_count = count;
    options.literals = literals;
    bool ok = !chatfmt_tokenizer_load(settings->tokenizer, NULL, &tokenizer, error) &&
              !chatfmt_encoder_new(tokenizer, NULL, &encoder, error) &&
              show_ids_encode(w, encoder, text, &options, error);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return ok;
}
