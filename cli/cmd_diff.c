/* cli/cmd_diff.c - chatfmt diff: two templates over the same conversations, and where they
 * part. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "formats_file.h"
#include "opened_model.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DIFF_TROUBLE = 2 };
enum { DIFF_PEOPLE, DIFF_JSON, DIFF_QUIET };

/* One side: a model, a template or a format. */
typedef struct diff_side {
    chatfmt_compare_side what;
    chatfmt_model *model;
    chatfmt_format *format;
    bool is_named; /* its template is chosen by --name */
} diff_side;

typedef struct diff_command {
    const char *paths[2], *conversations, *name;
    int output; /* DIFF_… */
    diff_side sides[2];
    chatfmt_comparer *comparer;
    writer out;
    size_t same, different, refused, lines; /* lines: of the file */
    chatfmt_error first;                    /* of the first that both refuse */
} diff_command;

static bool diff_mode(const void *settings, uint32_t *modes)
{
    *modes = 0;
    return ((const diff_command *)settings)->paths[1] ||
           options_missing(&diff_table, "needs two models, templates or formats");
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
               "where the prompts differ. A and B are paths, repositories in the Hub cache, or\n"
               "names of formats (format:NAME is always a format). Exit status 0 when all\n"
               "prompts are equal, 1 when some differ, 2 for every error.",
    .rows = diff_rows,
    .count = sizeof diff_rows / sizeof *diff_rows,
    .epilogue = "example:\n  chatfmt diff ./Qwen3-8B Qwen3-8B.gguf\n",
    .words = "@model",
    .mode = diff_mode,
    .takes = WORDS(paths, 2, "one argument too many: two are compared"),
};

/* ---- A side ---- */

static bool diff_open_format(diff_side *side, const char *name)
{
    bool misused;
    if (!formats_file_open(NULL, name, false, &misused, &side->format)) return false;
    side->what.format = side->format;
    return true;
}

/* The template of this name; the file of a template, and a format, have but one. */
static bool diff_choose(diff_side *side, const char *path, const char *name)
{
    if (!name || !side->model || !strcmp(chatfmt_model_about(side->model)->kind, "template"))
        return true;
    side->is_named = true;
    return model_choose_named(side->model, path, name, &side->what.chat_template);
}

/* `path` names a model or else a format; `name` one of the model's templates, or NULL. */
static bool diff_side_open(diff_side *side, const char *path, const char *name)
{
    static const char prefix[] = "format:";
    chatfmt_error error = {.line = 0};
    *side = (diff_side){.what = CHATFMT_COMPARE_SIDE_INIT};
    if (!strncmp(path, prefix, sizeof prefix - 1))
        return diff_open_format(side, path + sizeof prefix - 1) && diff_choose(side, path, name);
    opened_model from = {.path = path, .template_path = file_is_stream(path) ? path : NULL};
    bool ok = from.template_path ? opened_model_open(&from, "diff")
                                 : !chatfmt_model_open(path, NULL, &from.model, &error);
    file_free(&from.source);
    side->model = from.model;
    side->what.model = from.model;
    bool is_name = path[0] != '/' && path[0] != '.' && error.status == CHATFMT_NOT_FOUND;
    chatfmt_format *known = NULL;
    if (!ok && is_name) (void)chatfmt_format_open(NULL, path, strlen(path), NULL, &known, NULL);
    if (!ok && !known && !from.template_path) show_error(NULL, &error);
    chatfmt_format_free(known);
    bool is_format = !ok && is_name && diff_open_format(side, path);
    return (ok || is_format) && diff_choose(side, path, name);
}

/* Of a side that does not compile nothing can be compared. A format's template is the library's. */
static bool diff_side_compiles(const diff_side *side, const char *path)
{
    const opened_model from = {.path = path, .model = side->model};
    return !side->model || opened_model_compiles(&from, side->what.chat_template);
}

static void diff_side_close(diff_side *side)
{
    chatfmt_format_free(side->format);
    chatfmt_model_free(side->model);
}

/* ---- One conversation ---- */

static void diff_write_names(diff_command *d)
{
    for (int i = 0; i < 2; i++) {
        write_text(&d->out, i ? "+++ " : "--- ");
        write_terminal(&d->out, d->paths[i], strlen(d->paths[i]), true);
        write_text(&d->out, "\n");
    }
}

static void diff_write_text(diff_command *d, const char *name, const chatfmt_compared *found)
{
    made_text made;
    uint32_t flags = writer_report_flags(STDOUT_FILENO);
    if (d->different == 1 && !found->refused) diff_write_names(d);
    write_made(&d->out,
               chatfmt_report_compared(name, found, flags, &made.data, &made.length, NULL), &made);
}

/* What is no conversation, with the place in the file. */
static bool diff_bad_line(const diff_command *d, chatfmt_slice line, const chatfmt_error *error)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    char *text = NULL;
    place.row = line, place.line = d->lines, place.in_data = 1;
    place.input = file_name(d->conversations);
    (void)chatfmt_report_row(&place, error, &text, NULL, NULL);
    fprintf(stderr, "chatfmt: %s", text ? text : "out of memory\n");
    chatfmt_text_free(text);
    return false;
}

static bool diff_one(diff_command *d, const char *name, chatfmt_slice arguments)
{
    const chatfmt_compared *found;
    chatfmt_error error;
    if (chatfmt_comparer_run(d->comparer, chatfmt_slice_of(name), arguments, &found, &error))
        return d->lines ? diff_bad_line(d, arguments, &error) : show_failed(NULL, &error);
    bool first = found->refused && !d->refused;
    if (first) d->first = *found->errors[0];
    d->refused += found->refused != 0;
    d->same += found->same && !found->refused;
    d->different += !found->same;
    if (d->output == DIFF_JSON) {
        write_bytes(&d->out, found->json.data, found->json.length);
        write_text(&d->out, "\n");
    }
    bool shown = !found->same || (first && d->lines);
    if (shown && d->output == DIFF_PEOPLE) diff_write_text(d, name, found);
    return !d->out.failed;
}

/* ---- All of them ---- */

static bool diff_lines(diff_command *d)
{
    file_text file;
    char name[32];
    bool ok = true;
    if (!file_read(d->conversations, &file)) return false;
    for (size_t at = 0; ok && at < file.length;) {
        const char *newline = memchr(file.data + at, '\n', file.length - at);
        size_t length = newline ? (size_t)(newline - file.data) - at : file.length - at;
        snprintf(name, sizeof name, "line %lu", (unsigned long)++d->lines);
        if (length) ok = diff_one(d, name, (chatfmt_slice){file.data + at, length});
        at += length + 1;
    }
    file_free(&file);
    return ok;
}

static bool diff_all(diff_command *d)
{
    bool ok = true;
    if (d->conversations) return diff_lines(d);
    for (size_t i = 0; ok && i < chatfmt_comparer_count(d->comparer); i++)
        ok = diff_one(d, chatfmt_comparer_name(d->comparer, i).data,
                      chatfmt_comparer_arguments(d->comparer, i));
    return ok;
}

static void diff_summary(diff_command *d)
{
    char refused[64] = "", line[192];
    if (d->output != DIFF_PEOPLE) return;
    if (d->refused) snprintf(refused, sizeof refused, ", %zu refused by both", d->refused);
    snprintf(line, sizeof line, "%zu conversation%s alike, %zu different%s\n", d->same,
             d->same == 1 ? "" : "s", d->different, refused);
    write_text(&d->out, line);
}

static bool diff_run(diff_command *d)
{
    chatfmt_error error;
    for (int i = 0; i < 2; i++)
        if (!diff_side_open(&d->sides[i], d->paths[i], d->name) ||
            !diff_side_compiles(&d->sides[i], d->paths[i]))
            return false;
    if (d->name && !d->sides[0].is_named && !d->sides[1].is_named)
        return options_missing(&diff_table, "--name is for models, which A and B are not");
    if (chatfmt_comparer_new(&d->sides[0].what, &d->sides[1].what, NULL, NULL, &d->comparer,
                             &error))
        return show_failed(NULL, &error);
    if (!diff_all(d)) return false;
    diff_summary(d);
    if (d->same || d->different) return true;
    if (d->refused) show_error(NULL, &d->first);
    fprintf(stderr, "chatfmt: nothing was compared: %s\n",
            d->refused ? "both refuse every conversation" : "there is no conversation");
    return false;
}

int command_diff(int argc, char **argv)
{
    int code;
    diff_command d = {.same = 0};
    if (!options_ready(&diff_table, argc, argv, &d, &code)) return code;
    writer_open(&d.out, STDOUT_FILENO);
    bool ok = diff_run(&d);
    ok = writer_close(&d.out) && ok;
    chatfmt_comparer_free(d.comparer);
    for (int i = 0; i < 2; i++) diff_side_close(&d.sides[i]);
    if (!ok) return DIFF_TROUBLE;
    return d.different ? EXIT_FAILED : EXIT_DONE;
}
