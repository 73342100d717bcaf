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

typedef struct diff_command {
    const char *paths[2], *conversations, *name;
    bool json, quiet;
    diff_work work;
    diff_side sides[2];
    writer out;
    size_t same, different, refused;
} diff_command;

static bool diff_set_conversations(void *c, const char *v)
{
    return ((diff_command *)c)->conversations = v, true;
}

static bool diff_set_name(void *c, const char *v)
{
    return ((diff_command *)c)->name = v, true;
}

static bool diff_set_json(void *c, const char *v)
{
    (void)v;
    return ((diff_command *)c)->json = true;
}

static bool diff_set_quiet(void *c, const char *v)
{
    (void)v;
    return ((diff_command *)c)->quiet = true;
}

static bool diff_set_word(void *c, const char *v)
{
    diff_command *d = c;
    if (d->paths[1]) return false;
    d->paths[d->paths[0] ? 1 : 0] = v;
    return true;
}

static const option_row diff_rows[] = {
    {"--conversations", "FILE", "JSON Lines of arguments, instead of those built in",
     diff_set_conversations},
    {"--name", "NAME", "templates of the models by name", diff_set_name},
    {"--json", NULL, "for programs: a line for each conversation", diff_set_json},
    {"--quiet", NULL, "the exit status alone", diff_set_quiet},
};

static const option_table diff_table = {
    "chatfmt diff A B [OPTION]…",
    "Renders the same conversations with two models, templates or formats and shows where the\n"
    "prompts part. A name that is no model's is that of a format; format:NAME always is. Exit\n"
    "status 0 when all are alike, 1 when some differ, 2 when there is nothing to compare.",
    diff_rows,
    sizeof diff_rows / sizeof *diff_rows,
    "example:\n  chatfmt diff ./Qwen3-8B Qwen3-8B.gguf\n",
    diff_set_word,
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
    if (d->json) diff_write_json(d, name, results, same, at);
    if (same || d->json || d->quiet) return true;
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
    if (d->json || d->quiet) return;
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
    if (!d.paths[1]) {
        fprintf(stderr, "chatfmt: diff needs two models, templates or formats\nusage: %s\n",
                diff_table.usage);
        return EXIT_USAGE;
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
