/* cli/show.c - prompts in colour, and errors for people. */
#define _POSIX_C_SOURCE 200809L
#include "show.h"

#include "limits.h"
#include "remedies.h"

#include "chatfmt/report.h"
#include "chatfmt/service.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void show_unwritten(const char *name, chatfmt_value paths, bool emptied)
{
    char words[1024];
    chatfmt_unwritten_words(paths, words, sizeof words);
    if (words[0]) fprintf(stderr, "chatfmt: %s: warning: not in the prompt: %s\n", name, words);
    if (emptied && strstr(words, ".tool_calls["))
        fputs("    --fix raw-messages instead of null-to-empty keeps null, beside which some "
              "templates write calls\n", stderr);
}

void show_prompt(writer *w, chatfmt_slice text, const chatfmt_span *spans, size_t count, bool raw)
{
    made_text m;
    bool terminal = writer_is_terminal(STDOUT_FILENO);
    if (spans)
        write_made(w, chatfmt_report_spans(text, spans, count, &m.data, &m.length, NULL), &m);
    else if (terminal && !raw) write_terminal(w, text.data, text.length, false);
    else write_bytes(w, text.data, text.length);
    if (terminal && (!text.length || text.data[text.length - 1] != '\n')) write_text(w, "\n");
}

void show_legend(void)
{
    char *text;
    if (chatfmt_report_legend(&text, NULL, NULL)) return;
    fputs(text, stderr);
    chatfmt_text_free(text);
}

void show_error(const char *name, const chatfmt_error *error)
{
    writer w;
    made_text made;
    chatfmt_error shown;
    remedy_own_words(error, &shown);
    writer_open(&w, STDERR_FILENO);
    write_text(&w, "chatfmt: ");
    remedy_write_error(&w, chatfmt_report_error(name, &shown, &made.data, &made.length, NULL),
                       &made, error);
    writer_close(&w);
}

bool show_failed(const char *name, const chatfmt_error *error)
{
    show_error(name, error);
    return false;
}

void show_count(FILE *to, uint64_t count, const char *noun)
{
    fprintf(to, "%llu %s%s", (unsigned long long)count, noun, count == 1 ? "" : "s");
}

void show_lines(const char *before, char *text)
{
    size_t length;
    for (const char *line = text; *line; line += length + 1) {
        length = strcspn(line, "\n");
        fprintf(stderr, "chatfmt: %s%.*s\n", before, (int)length, line);
    }
    chatfmt_text_free(text);
}

void show_changes(const chatfmt_applied *applied)
{
    for (size_t i = 0; i < applied->change_count; i++)
        fprintf(stderr, "chatfmt: changed messages[%zu]: %s\n", applied->changes[i].message,
                applied->changes[i].what);
}

/* ---- Token ids ---- */

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
