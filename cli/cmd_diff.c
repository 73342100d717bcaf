/* cli/cmd_diff.c - chatfmt diff: two templates over the same conversations, and where they
 * part. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "diff_matrix.h"
#include "diff_side.h"
#include "files.h"
#include "line_diff.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DIFF_TROUBLE = 2 };
enum { DIFF_PEOPLE, DIFF_JSON, DIFF_QUIET };

typedef struct diff_command {
    const char *paths[2], *conversations, *name;
    int output; /* DIFF_… */
    diff_work work;
    diff_side sides[2];
    writer out;
    size_t same, different, refused;
} diff_command;

static bool diff_mode(const void *settings, uint32_t *modes)
{
    *modes = 0;
    return ((const diff_command *)settings)->paths[1] ||
           options_missing(&diff_table, "needs two models, templates or formats") == OPTIONS_OK;
}

static const char *diff_word(void *settings, const char *value)
{
    diff_command *d = settings;
    if (d->paths[1]) return "one word too many: two are compared";
    d->paths[d->paths[0] ? 1 : 0] = value;
    return NULL;
}

#define OPTION_SETTINGS diff_command
static const option_row diff_rows[] = {
#define DIFF OPTION_ROW
#include "options.def"
};

const option_table diff_table = {
    .command = "diff",
    .usage = "A B [OPTION]…",
    .summary = "Renders the same conversations with two models, templates or formats and shows\n"
               "where the prompts differ. A name that is no model's is that of a format;\n"
               "format:NAME always is. Exit status 0 when all are alike, 1 when some differ, 2\n"
               "when there is nothing to compare.",
    .rows = diff_rows,
    .count = sizeof diff_rows / sizeof *diff_rows,
    .epilogue = "example:\n  chatfmt diff ./Qwen3-8B Qwen3-8B.gguf\n",
    .words = "@model",
    .mode = diff_mode,
    .word = diff_word,
};

/* ---- One conversation ---- */

static size_t diff_common(chatfmt_slice a, chatfmt_slice b)
{
    size_t at = 0;
    while (at < a.length && at < b.length && a.data[at] == b.data[at])
        at++;
    return at;
}

static void diff_write_side(writer *w, const char *name, const diff_result *result)
{
    write_text(w, ", \"");
    write_text(w, name);
    write_text(w, result->ok ? "\": {\"text\": " : "\": {\"error\": ");
    write_json_string(w, result->text.data, result->text.length);
    write_text(w, "}");
}

static void diff_write_json(diff_command *d, const char *name, const diff_result results[2],
                            bool same, size_t at)
{
    writer *w = &d->out;
    write_text(w, "{\"name\": ");
    write_json_string(w, name, strlen(name));
    write_text(w, same ? ", \"same\": true" : ", \"same\": false");
    if (!same && results[0].ok && results[1].ok) {
        write_text(w, ", \"at\": ");
        write_number(w, at);
    }
    diff_write_side(w, "a", &results[0]);
    diff_write_side(w, "b", &results[1]);
    write_text(w, "}\n");
}

/* A refusal, beside the beginning of what the other side made. */
static void diff_write_refusal(diff_command *d, const diff_result *result, char mark)
{
    writer *w = &d->out;
    bool colour = writer_has_colours(STDOUT_FILENO);
    size_t length = result->text.length > 160 ? 160 : result->text.length;
    while (length && length < result->text.length &&
           ((unsigned char)result->text.data[length] & 0xC0) == 0x80)
        length--;
    write_text(w, "    ");
    if (colour) write_text(w, mark == '-' ? "\x1b[31m" : "\x1b[32m");
    write_bytes(w, &mark, 1);
    write_text(w, result->ok ? "" : "refused: ");
    write_terminal(w, result->text.data, length, true);
    if (length < result->text.length) write_text(w, "…");
    if (colour) write_text(w, "\x1b[0m");
    write_text(w, "\n");
}

static void diff_write_names(diff_command *d)
{
    for (int i = 0; i < 2; i++) {
        write_text(&d->out, i ? "+++ " : "--- ");
        write_terminal(&d->out, d->paths[i], strlen(d->paths[i]), true);
        write_text(&d->out, "\n");
    }
}

static bool diff_write_text(diff_command *d, const char *name, const diff_result results[2],
                            size_t at)
{
    writer *w = &d->out;
    line_diff_style style = {.indent = "    ", .escape = true, .blanks = true};
style.colour = writer_has_colours(STDOUT_FILENO);
    if (d->different == 1) diff_write_names(d);
    write_text(w, name);
    write_text(w, ": ");
    if (!results[0].ok || !results[1].ok) {
        write_text(w, results[0].ok ? "refused by B alone\n" : "refused by A alone\n");
        diff_write_refusal(d, &results[0], '-');
        diff_write_refusal(d, &results[1], '+');
        return true;
    }
    write_text(w, "differ at byte ");
    write_number(w, at);
    write_text(w, "\n");
    return write_line_diff(w, results[0].text, results[1].text, &style);
}

static bool diff_one(diff_command *d, const char *name, const char *json, size_t length)
{
    diff_result results[2];
    chatfmt_values_reset(d->work.values);
    for (int i = 0; i < 2; i++)
        diff_side_render(&d->work, &d->sides[i], json, length, &results[i]);
    size_t at = diff_common(results[0].text, results[1].text);
    bool refused = !results[0].ok && !results[1].ok;
    bool same = refused || (results[0].ok && results[1].ok && at == results[0].text.length &&
                            at == results[1].text.length);
    d->refused += refused;
    d->same += same && !refused;
    d->different += !same;
    if (d->output == DIFF_JSON) diff_write_json(d, name, results, same, at);
    if (same || d->output != DIFF_PEOPLE) return true;
    return diff_write_text(d, name, results, at);
}

/* ---- All of them ---- */

static bool diff_lines(diff_command *d)
{
    file_text file;
    char name[32];
    size_t number = 0;
    bool ok = true;
    if (!file_read(d->conversations, &file)) return false;
    for (size_t at = 0; ok && at < file.length;) {
        const char *newline = memchr(file.data + at, '\n', file.length - at);
        size_t length = newline ? (size_t)(newline - file.data) - at : file.length - at;
        snprintf(name, sizeof name, "line %lu", (unsigned long)++number);
        if (length) ok = diff_one(d, name, file.data + at, length);
        at += length + 1;
    }
    file_free(&file);
    return ok;
}

static bool diff_all(diff_command *d)
{
    bool ok = true;
    if (d->conversations) return diff_lines(d);
    for (size_t i = 0; ok && i < diff_matrix_count; i++)
        ok = diff_one(d, diff_matrix[i].name, diff_matrix[i].json, strlen(diff_matrix[i].json));
    return ok;
}

static void diff_summary(diff_command *d)
{
    if (d->output != DIFF_PEOPLE) return;
    write_number(&d->out, d->same);
    write_text(&d->out, " conversations alike, ");
    write_number(&d->out, d->different);
    write_text(&d->out, " different");
    if (d->refused) {
        write_text(&d->out, ", ");
        write_number(&d->out, d->refused);
        write_text(&d->out, " refused by both");
    }
    write_text(&d->out, "\n");
}

static bool diff_run(diff_command *d)
{
    if (!diff_work_open(&d->work)) return false;
    for (int i = 0; i < 2; i++)
        if (!diff_side_open(&d->work, &d->sides[i], d->paths[i], d->name)) return false;
    if (!diff_all(d)) return false;
    diff_summary(d);
    return true;
}

int command_diff(int argc, char **argv)
{
    diff_command d = {.same = 0};
    switch (options_read(&diff_table, argc, argv, &d)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    writer_open(&d.out, STDOUT_FILENO);
    bool ok = diff_run(&d);
    ok = writer_close(&d.out) && ok;
    for (int i = 0; i < 2; i++)
        diff_side_close(&d.sides[i]);
    diff_work_close(&d.work);
    if (!ok) return DIFF_TROUBLE;
    return d.different ? EXIT_FAILED : EXIT_DONE;
}
