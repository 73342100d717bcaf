/* cli/cmd_fmt.c - chatfmt fmt: templates formatted without a change of their output. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/report.h"
#include "chatfmt/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FMT_TROUBLE = 2 };
enum { FMT_PRINT, FMT_CHECK, FMT_DIFF, FMT_IN_PLACE };

typedef struct fmt_command {
    const char **paths;
    size_t count;
    int output; /* FMT_… */
    option_number indent, width;
    chatfmt_source_options options;
    writer out;
    size_t changed, failed;
} fmt_command;

static void fmt_word(void *settings, const char *value)
{
    fmt_command *f = settings;
    f->paths[f->count++] = value;
}

#define OPTION_SETTINGS fmt_command
static const option_row fmt_rows[] = {
#define FMT OPTION_ROW
#include "options.def"
};

const option_table fmt_table = {
    .command = "fmt",
    .usage = "[OPTION]… [FILE]…",
    .summary = "Formats templates: spaces in tags, quotes, and white space that does not reach\n"
               "the prompt. The result is compiled and must be the same program as before, so\n"
               "it renders the same. Without FILE, or with -, it reads standard input. Without\n"
               "--check, --diff or --in-place, it writes standard output.",
    .rows = fmt_rows,
    .count = sizeof fmt_rows / sizeof *fmt_rows,
    .epilogue = "With --check and --diff the exit status is 0 when nothing would change, 1 when\n"
                "something would, 2 for every error.\n\n"
                "example:\n  chatfmt fmt --in-place chat_template.jinja\n",
    .words = "@file",
    .word = fmt_word,
    .asks = UINT32_MAX,
};

static void fmt_name(writer *w, const char *before, const char *path)
{
    write_text(w, before);
    write_terminal(w, path, strlen(path), true);
    write_text(w, "\n");
}

static void fmt_show(fmt_command *f, const char *path, chatfmt_slice was, chatfmt_slice is)
{
    made_text made;
    uint32_t flags = CHATFMT_REPORT_PLACES | writer_report_flags(STDOUT_FILENO);
    if (!writer_is_terminal(STDOUT_FILENO)) flags |= CHATFMT_REPORT_EXACT;
    fmt_name(&f->out, "--- ", path);
    fmt_name(&f->out, "+++ ", path);
    write_made(&f->out, chatfmt_report_lines(was, is, flags, &made.data, &made.length, NULL),
               &made);
}

static bool fmt_looks(const fmt_command *f)
{
    return f->output == FMT_CHECK || f->output == FMT_DIFF;
}

static bool fmt_one(fmt_command *f, const char *path)
{
    file_text file;
    chatfmt_error error;
    char *text;
    size_t length;
    bool ok = true;
    if (!file_read_template(path, &file)) return false;
    if (chatfmt_source_format(file.data, file.length, &f->options, &text, &length, &error)) {
        file_free(&file);
        return show_failed(file_name(path), &error);
    }
    bool same = length == file.length && (!length || !memcmp(text, file.data, length));
    f->changed += !same;
    if (f->output == FMT_DIFF && !same)
        fmt_show(f, path, (chatfmt_slice){file.data, file.length}, (chatfmt_slice){text, length});
    else if (f->output == FMT_CHECK && !same)
        fmt_name(&f->out, "", path);
    else if (f->output == FMT_IN_PLACE)
        ok = same || file_replace(path, text, length);
    else if (!fmt_looks(f))
        write_bytes(&f->out, text, length);
    chatfmt_text_free(text);
    file_free(&file);
    return ok;
}

static int fmt_all(fmt_command *f)
{
    bool looks = fmt_looks(f);
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
    if (!f.paths) return fprintf(stderr, "chatfmt: out of memory\n"), EXIT_FAILED;
    switch (options_read(&fmt_table, argc, argv, &f)) {
    case OPTIONS_HELP: break;
    case OPTIONS_BAD: result = EXIT_USAGE; break;
    case OPTIONS_OK:
        if (!f.count) f.paths[f.count++] = "-";
        f.options.width = (uint32_t)f.width.value;
        f.options.indent = (uint32_t)f.indent.value;
        if (f.indent.given && !f.indent.value) f.options.indent = CHATFMT_NO_INDENT;
        for (size_t i = 0; f.output == FMT_IN_PLACE && i < f.count && result == EXIT_DONE; i++)
            if (!strcmp(f.paths[i], "-") &&
                !options_missing(&fmt_table, "--in-place replaces a FILE, not standard input"))
                result = EXIT_USAGE;
        if (result == EXIT_DONE) result = fmt_all(&f);
        break;
    }
    free(f.paths);
    return result;
}
