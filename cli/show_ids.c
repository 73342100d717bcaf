/* cli/show_ids.c - encoding a rendered prompt with its spans. */
#include "show_ids.h"

#include "limits.h"

#include "chatfmt/report.h"
#include "chatfmt/service.h"

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

bool show_tokens_json(writer *w, const chatfmt_tokenizer *tokenizer, chatfmt_slice text,
                      const chatfmt_tokens *tokens, const chatfmt_encode_options *options,
                      chatfmt_error *error)
{
    made_text made;
    uint32_t flags = options->flags & CHATFMT_ENCODE_OFFSETS ? CHATFMT_TOKENS_JSON_OFFSETS : 0;
    if (chatfmt_tokens_json(tokenizer, text, tokens, options->spans, options->span_count, flags,
                            &made.data, &made.length, error))
        return false;
    write_made(w, CHATFMT_OK, &made);
    write_text(w, "\n");
    return true;
}

bool show_ids_json(writer *w, const ids_settings *settings, bool texts, chatfmt_slice text,
                   const chatfmt_span *spans, size_t count, chatfmt_slice literals,
                   chatfmt_error *error)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    opened_tokenizer ids = {NULL, NULL};
    const chatfmt_tokens *tokens;
    bool coloured = texts && settings->coloured;
    options.flags = texts ? CHATFMT_ENCODE_OFFSETS : 0;
    options.policy = settings->policy;
    options.spans = spans;
    options.span_count = count;
    options.literals = literals;
    bool ok = tokenizer_open(&ids, settings->tokenizer, NULL, NULL, settings->limits, 0, error) &&
              !chatfmt_encoder_encode(ids.encoder, text.data, text.length, &options, &tokens,
                                      error);
    if (ok && coloured) show_tokens_coloured(w, text, tokens->places, tokens->count);
    if (ok && (!coloured || options.policy != CHATFMT_TOKENS_ANY))
        ok = show_tokens_json(w, ids.tokenizer, text, tokens, &options, error);
    tokenizer_close(&ids);
    return ok;
}

void show_tokens_coloured(writer *w, chatfmt_slice text, const chatfmt_token_place *places,
                          size_t count)
{
    made_text made;
    write_made(w, chatfmt_report_tokens(text, places, count, &made.data, &made.length, NULL),
               &made);
}
