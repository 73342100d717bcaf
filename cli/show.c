/* cli/show.c - spans as JSON and in colour, and errors for people. */
#define _POSIX_C_SOURCE 200809L
#include "show.h"

#include "limits.h"

#include "chatfmt/service.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void show_unwritten(const char *name, chatfmt_value paths)
{
    char words[1024];
    chatfmt_unwritten_words(paths, words, sizeof words);
    if (words[0]) fprintf(stderr, "chatfmt: %s: warning: not in the prompt: %s\n", name, words);
}

/* What a span looks like, and what the legend says about it. */
typedef struct show_style {
    const char *code, *words;
} show_style;

static const show_style show_styles[] = {
    {"\033[36m", "template"},
    {"\033[1;33m", "trusted variable"},
    {"\033[32m", "data, as it was"},
    {"\033[4;32m", "data, rewritten"},
};

static const show_style *show_style_of(const chatfmt_span *span)
{
    if (span->kind != CHATFMT_SPAN_DATA) return &show_styles[span->kind];
    return &show_styles[span->flags & CHATFMT_SPAN_COPIED ? 2 : 3];
}

void show_span_list_coloured(writer *w, const chatfmt_span *spans, size_t count,
                             chatfmt_slice text)
{
    const show_style *style = NULL;
    for (size_t i = 0; i < count; i++) {
        if (style != show_style_of(&spans[i])) {
            if (style) write_text(w, "\033[0m");
            style = show_style_of(&spans[i]);
            write_text(w, style->code);
        }
        write_terminal(w, text.data + spans[i].begin, spans[i].end - spans[i].begin, false);
    }
    if (style) write_text(w, "\033[0m");
}

void show_legend(void)
{
    writer w;
    writer_open(&w, STDERR_FILENO);
    for (size_t i = 0; i < sizeof show_styles / sizeof *show_styles; i++) {
        if (i) write_text(&w, "  ");
        write_text(&w, show_styles[i].code);
        write_text(&w, show_styles[i].words);
        write_text(&w, "\033[0m");
    }
    write_text(&w, "\n");
    writer_close(&w);
}

void show_excerpt(writer *w, const chatfmt_error *error)
{
    if (!error->line || !error->excerpt[0]) return;
    size_t length = strlen(error->excerpt);
    size_t caret = error->excerpt_caret < length ? error->excerpt_caret : length;
    write_text(w, "    ");
    write_terminal(w, error->excerpt, length, true);
    write_text(w, "\n    ");
    /* As many columns as the text before the place takes once it is escaped. */
    writer before;
    writer_open(&before, -1);
    write_terminal(&before, error->excerpt, caret, true);
    for (size_t i = 0; i < before.length; i++)
        if (((unsigned char)before.data[i] & 0xC0) != 0x80) write_text(w, " ");
    before.length = 0;
    writer_close(&before);
    write_text(w, "^\n");
}

/* Whether the text says itself what the words of the status would: "malformed JSON: …" after
 * "malformed input". */
static bool show_repeats(const char *words, const char *text)
{
    size_t length = strcspn(words, " ");
    return !strncmp(words, text, length) && (!text[length] || text[length] == ' ');
}

/* The library's own lists have lines, which are indented; those of a template's message are
 * none. */
static void show_error_text(writer *w, const chatfmt_error *error)
{
    const char *words = chatfmt_status_text(error->status), *text = error->text;
    if (!text[0] || !show_repeats(words, text)) write_text(w, words);
    if (text[0] && !show_repeats(words, text)) write_text(w, ": ");
    while (*text) {
        size_t length = error->status == CHATFMT_RAISED ? strlen(text) : strcspn(text, "\n");
        write_terminal(w, text, length, true);
        text += length;
        if (!*text) break;
        text += 1 + strspn(text + 1, " ");
        write_text(w, "\n    ");
    }
    write_text(w, "\n");
}

/* "limit exceeded: NAME is ALLOWED, reached REACHED" */
static void show_limit_remedy(writer *w, const chatfmt_error *error)
{
    static const char begin[] = "limit exceeded: ";
    const char *name = error->text + sizeof begin - 1;
    size_t length = strncmp(error->text, begin, sizeof begin - 1) ? 0 : strcspn(name, " ");
    if (error->status != CHATFMT_LIMIT || !length || !limits_has((chatfmt_slice){name, length}))
        return;
    write_text(w, "    --limit ");
    write_bytes(w, name, length);
    write_text(w, "=NUMBER changes it\n");
}

void show_error(const char *name, const chatfmt_error *error)
{
    writer w;
    writer_open(&w, STDERR_FILENO);
    write_text(&w, "chatfmt: ");
    if (name) {
        write_terminal(&w, name, strlen(name), true);
        if (error->line) {
            write_text(&w, ":");
            write_number(&w, error->line);
            write_text(&w, ":");
            write_number(&w, error->column);
        }
        write_text(&w, ": ");
    }
    show_error_text(&w, error);
    if (error->path[0]) {
        write_text(&w, error->status == CHATFMT_SYNTAX ? "    open since " : "    at ");
        write_terminal(&w, error->path, strlen(error->path), true);
        write_text(&w, "\n");
    }
    show_excerpt(&w, error);
    show_limit_remedy(&w, error);
    writer_close(&w);
}

void show_changes(const chatfmt_applied *applied)
{
    for (size_t i = 0; i < applied->change_count; i++)
        fprintf(stderr, "chatfmt: changed messages[%zu]: %s\n", applied->changes[i].message,
                applied->changes[i].what);
}
