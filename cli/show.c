/* cli/show.c - prompts in colour, and errors for people. */
#define _POSIX_C_SOURCE 200809L
#include "show.h"

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

void show_span_list_coloured(writer *w, const chatfmt_span *spans, size_t count,
                             chatfmt_slice text)
{
    made_text made;
    write_made(w, chatfmt_report_spans(text, spans, count, &made.data, &made.length, NULL), &made);
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
