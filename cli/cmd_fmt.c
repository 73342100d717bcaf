/* cli/cmd_fmt.c - chatfmt fmt: templates laid out anew, so that they render as before. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "line_diff.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FMT_TROUBLE = 2 };

typedef struct fmt_command {
    const char **paths;
    size_t count;
    bool check, diff, in_place;
    chatfmt_source_options options;
    writer out;
    size_t changed, failed;
} fmt_command;

static bool fmt_set_check(void *c, const char *v)
{
    (void)v;
    return ((fmt_command *)c)->check = true;
}

static bool fmt_set_diff(void *c, const char *v)
{
    (void)v;
    return ((fmt_command *)c)->diff = true;
}

static bool fmt_set_in_place(void *c, const char *v)
{
    (void)v;
    return ((fmt_command *)c)->in_place = true;
}

static bool fmt_set_plain(void *c, const char *v)
{
    (void)v;
    ((fmt_command *)c)->options.flags |= CHATFMT_COMPILE_PLAIN_JINJA;
    return true;
}

static bool fmt_set_keep(void *c, const char *v)
{
    (void)v;
    ((fmt_command *)c)->options.flags |= CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE;
    return true;
}

static bool fmt_number(const char *option, const char *v, unsigned long most, uint32_t *out)
{
    char *end;
    unsigned long number = v[0] >= '0' && v[0] <= '9' ? strtoul(v, &end, 10) : most + 1;
    if (number > most || *end) {
        fprintf(stderr, "chatfmt: %s: expected a number up to %lu\n", option, most);
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

static bool fmt_set_indent(void *c, const char *v)
{
    uint32_t *indent = &((fmt_command *)c)->options.indent;
    if (!fmt_number("--indent", v, 64, indent)) return false;
    if (!*indent) *indent = CHATFMT_NO_INDENT;
    return true;
}

static bool fmt_set_width(void *c, const char *v)
{
    return fmt_number("--width", v, 1000000, &((fmt_command *)c)->options.width);
}

static bool fmt_set_quotes(void *c, const char *v)
{
    static const char *const names[] = {"single", "double", "keep"};
    for (uint32_t i = 0; i < 3; i++)
        if (!strcmp(v, names[i])) {
            ((fmt_command *)c)->options.quotes = i;
            return true;
        }
    fprintf(stderr, "chatfmt: --quotes: expected single, double or keep\n");
    return false;
}

static bool fmt_set_word(void *c, const char *v)
{
    fmt_command *f = c;
    f->paths[f->count++] = v;
    return true;
}

static const option_row fmt_rows[] = {
    {"--check", NULL, "write nothing; exit status 1 when a template would change",
     fmt_set_check},
    {"--diff", NULL, "show what would change; exit status 1 when something would",
     fmt_set_diff},
    {"--in-place", NULL, "replace the files, each at once or not at all", fmt_set_in_place},
    {"--indent", "N", "blanks a level (default: 4)", fmt_set_indent},
    {"--width", "N", "wrap tags in lines longer than this (default: lines end where they did)",
     fmt_set_width},
    {"--quotes", "KIND", "single (default), double or keep", fmt_set_quotes},
    {"--plain-jinja", NULL, "for Jinja's own white space, not that of transformers",
     fmt_set_plain},
    {"--keep-trailing-newline", NULL, "the newline at the end is rendered", fmt_set_keep},
};

static const option_table fmt_table = {
    "chatfmt fmt [OPTION]… [FILE]…",
    "Lays templates out anew: spacing inside of tags, quotes, and the white space that does "
    "not\n"
    "reach the prompt. The result is compiled and must be the same program as before, so it "
    "renders\n"
    "the same. Without FILE, or with -, from standard input to standard output.",
    fmt_rows,
    sizeof fmt_rows / sizeof *fmt_rows,
    "With --check and --diff the exit status is 0 when nothing would change, 1 when something\n"
    "would, 2 when a template cannot be read or compiled.\n\n"
    "example:\n  chatfmt fmt --in-place chat_template.jinja\n",
    fmt_set_word,
};

static void fmt_name(writer *w, const char *before, const char *path)
{
    write_text(w, before);
    write_terminal(w, path, strlen(path), true);
    write_text(w, "\n");
}

static bool fmt_show(fmt_command *f, const char *path, chatfmt_slice was, chatfmt_slice is)
{
    bool terminal = writer_is_terminal(STDOUT_FILENO);
    line_diff_style style = {.indent = "", .escape = terminal, .places = true};
    style.colour = writer_has_colours(STDOUT_FILENO);
    fmt_name(&f->out, "--- ", path);
    fmt_name(&f->out, "+++ ", path);
    return write_line_diff(&f->out, was, is, &style);
}

static bool fmt_one(fmt_command *f, const char *path)
{
    file_text file;
    chatfmt_error error;
    char *text;
    size_t length;
    bool is_stdin = !strcmp(path, "-"), ok = true;
    if (!file_read(path, &file)) return false;
    if (chatfmt_source_format(file.data, file.length, &f->options, &text, &length, &error)) {
        show_error(file_name(path), &error);
        file_free(&file);
        return false;
    }
    bool same = length == file.length && (!length || !memcmp(text, file.data, length));
    f->changed += !same;
    if (f->diff && !same)
        ok = fmt_show(f, path, (chatfmt_slice){file.data, file.length},
                      (chatfmt_slice){text, length});
    else if (f->check && !same)
        fmt_name(&f->out, "", path);
    else if (f->in_place && !is_stdin && !f->check && !f->diff)
        ok = same || file_replace(path, text, length);
    else if (!f->check && !f->diff)
        write_bytes(&f->out, text, length);
    chatfmt_text_free(text);
    file_free(&file);
    return ok;
}

static int fmt_all(fmt_command *f)
{
    bool looks = f->check || f->diff;
    writer_open(&f->out, STDOUT_FILENO);
    for (size_t i = 0; i < f->count; i++)
        f->failed += !fmt_one(f, f->paths[i]);
    if (!writer_close(&f->out)) f->failed++;
    if (f->failed) return looks ? FMT_TROUBLE : EXIT_FAILED;
    return looks && f->changed ? EXIT_FAILED : EXIT_DONE;
}

int command_fmt(int argc, char **argv)
{
    fmt_command f = {.options = CHATFMT_SOURCE_OPTIONS_INIT};
    int result = EXIT_DONE;
    f.paths = calloc((size_t)argc + 1, sizeof *f.paths);
    if (!f.paths) {
        fprintf(stderr, "chatfmt: out of memory\n");
        return EXIT_FAILED;
    }
    switch (options_read(&fmt_table, argc, argv, &f)) {
    case OPTIONS_HELP: break;
    case OPTIONS_BAD: result = EXIT_USAGE; break;
    case OPTIONS_OK:
        if (!f.count) f.paths[f.count++] = "-";
        result = fmt_all(&f);
        break;
    }
    free(f.paths);
    return result;
}
