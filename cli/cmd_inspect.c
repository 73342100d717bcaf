/* cli/cmd_inspect.c - chatfmt inspect: where a model's templates and tokens come from, what the
 * template reads, compares, calls and can write, and what it can do, with the evidence.
 */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "opened_model.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct inspect_command {
    const char *name;
    bool json, continuity;
    subject of;
} inspect_command;

static bool inspect_mode(const void *settings, uint32_t *modes)
{
    *modes = 0;
    return ((const inspect_command *)settings)->of.from.path ||
           options_missing(&inspect_table,
                           "needs a MODEL: folder, GGUF, template, or id in the Hub "
                           "cache");
}

#define OPTION_SETTINGS inspect_command
static const option_row inspect_rows[] = {
#define INSPECT OPTION_ROW
#include "options.def"
};

const option_table inspect_table = {
    .command = "inspect",
    .usage = "MODEL [OPTION]…",
    .summary = "Shows where a model's templates and tokens come from; what the template reads,\n"
               "compares, calls and can write; and what it can do, with the probe and the prompt\n"
               "or error that shows it. MODEL may be a template file, or - for standard input.",
    .rows = inspect_rows,
    .count = sizeof inspect_rows / sizeof *inspect_rows,
    .epilogue = "examples:\n  chatfmt inspect ./Qwen3-8B\n"
                "  chatfmt inspect --continuity ./Qwen3-8B\n",
    .words = "@model",
    .mode = inspect_mode,
    .takes = WORDS(of.from.path, 1, "one argument too many: there is one MODEL"),
};

/* ---- The command ---- */

static void inspect_report(writer *w, const inspect_command *c)
{
    chatfmt_slice text = c->continuity ? chatfmt_analysis_continuity_json(c->of.analysis)
                                       : chatfmt_analysis_json(c->of.analysis);
    if (c->json) {
        write_bytes(w, text.data, text.length);
        write_text(w, "\n");
        return;
    }
    made_text made;
    char **out = &made.data;
    const chatfmt_model *model = c->of.from.model;
    write_made(w,
               c->continuity
                   ? chatfmt_report_continuity(c->of.analysis, out, &made.length, NULL)
                   : chatfmt_report_analysis(model, c->of.analysis, out, &made.length, NULL),
               &made);
}

int command_inspect(int argc, char **argv)
{
    int code;
    inspect_command c = {.json = false};
    writer out;
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    if (!options_ready(&inspect_table, argc, argv, &c, &code)) return code;
    if (!c.continuity) options.flags = CHATFMT_ANALYSIS_READER;
    bool ok = subject_open(&c.of, "inspect", c.name, &options);
    const chatfmt_error *refused = chatfmt_analysis_refused(c.of.analysis);
    opened_model *from = &c.of.from;
    if (refused) show_error(opened_model_place(from, from->chosen, false, refused), refused);
    writer_open(&out, STDOUT_FILENO);
    if (ok && !refused) inspect_report(&out, &c);
    ok = writer_close(&out) && ok && !refused;
    subject_close(&c.of);
    return ok ? EXIT_DONE : c.of.from.misused ? EXIT_USAGE : EXIT_FAILED;
}
