/* cli/cmd_lint.c - chatfmt lint: findings for people, for programs, and as SARIF. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "opened_model.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include <stdio.h>
#include <unistd.h>

enum { LINT_TROUBLE = 2, LINT_NEVER = CHATFMT_LINT_ERROR + 1 };

typedef enum lint_output { LINT_PEOPLE, LINT_JSON, LINT_SARIF } lint_output;

typedef struct lint_command {
    const char *name, *ignored;
    int output; /* lint_output */
    bool rules, replies;
    int fail_on;
    subject of;
    writer out;
} lint_command;

enum { LINT_LOOK = 1 << 0, LINT_LIST = 1 << 1 };

/* In the order of the bits above. */
static const option_mode lint_modes[] = {
    {0, "without --rules", NULL},
    {0, "with --rules", "--rules"},
};

static bool lint_mode(const void *settings, uint32_t *modes)
{
    const lint_command *c = settings;
    *modes = c->rules ? LINT_LIST : LINT_LOOK;
    if (c->rules && c->of.from.path)
        return options_missing(&lint_table, "--rules lists the rules; it takes no MODEL");
    return c->rules || c->of.from.path ||
           options_missing(&lint_table, "needs a MODEL: folder, GGUF, template, or id in the Hub "
                                        "cache");
}

#define OPTION_SETTINGS lint_command
static const option_row lint_rows[] = {
#define LINT OPTION_ROW
#include "options.def"
};

const option_table lint_table = {
    .command = "lint",
    .usage = "MODEL [OPTION]…",
    .summary = "Reports what is wrong with a model's template, with place, reason and remedy.\n"
               "MODEL may be a template file, or - for standard input. Exit status 0 for no\n"
               "finding or notes alone, 1 for warnings or errors, 2 when lint itself fails.",
    .rows = lint_rows,
    .count = sizeof lint_rows / sizeof *lint_rows,
    .epilogue = "Fixes that a remedy names are those of chatfmt render --fix; chatfmt inspect\n"
                "--continuity MODEL shows which histories a template rewrites.\n\n"
                "example:\n  chatfmt lint ./Qwen3-8B --sarif > lint.sarif\n",
    .words = "@model",
    .modes = lint_modes,
    .mode_count = sizeof lint_modes / sizeof *lint_modes,
    .mode = lint_mode,
    .takes = WORDS(of.from.path, 1, "one argument too many: there is one MODEL"),
};

/* ---- The command ---- */

/* Returns the level of the worst finding, -1 for none. */
static int lint_worst(const chatfmt_analysis *a)
{
    int worst = -1;
    for (size_t i = 0; i < chatfmt_analysis_finding_count(a); i++) {
        int level = (int)chatfmt_analysis_finding(a, i)->rule->level;
        if (level > worst) worst = level;
    }
    return worst;
}

static void lint_report(lint_command *c)
{
    writer *w = &c->out;
    const chatfmt_analysis *a = c->of.analysis;
    chatfmt_slice json = chatfmt_analysis_findings_json(a);
    const char *path = c->of.from.path;
    made_text made;
    if (c->output == LINT_PEOPLE) {
        uint32_t flags = writer_report_flags(STDOUT_FILENO);
        chatfmt_slice shown = chatfmt_model_template_shown(c->of.from.model,
                                                           chatfmt_analysis_template(a).name);
        path = file_name(shown.length ? shown.data : path);
        write_made(w, chatfmt_report_findings(a, path, flags, &made.data, &made.length, NULL),
                   &made);
        return;
    }
    if (c->output == LINT_SARIF)
        write_made(w,
                   chatfmt_analysis_sarif(c->of.from.model, a, path, &made.data, &made.length,
                                          NULL),
                   &made);
    else
        write_bytes(w, json.data, json.length);
    write_text(w, "\n");
}

int command_lint(int argc, char **argv)
{
    int code;
    lint_command c = {.fail_on = CHATFMT_LINT_WARNING};
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    int worst = -1;
    made_text rules;
    if (!options_ready(&lint_table, argc, argv, &c, &code)) return code;
    writer_open(&c.out, STDOUT_FILENO);
    if (c.rules) {
        write_made(&c.out, chatfmt_report_rules(&rules.data, &rules.length, NULL), &rules);
        return writer_close(&c.out) ? EXIT_DONE : EXIT_FAILED;
    }
    if (c.replies) options.flags = CHATFMT_ANALYSIS_REPLIES;
    options.ignored = chatfmt_slice_of(c.ignored);
    bool ok = subject_open(&c.of, "lint", c.name, &options);
    if (ok) lint_report(&c);
    if (ok) worst = lint_worst(c.of.analysis);
    ok = writer_close(&c.out) && ok;
    subject_close(&c.of);
    if (!ok) return LINT_TROUBLE;
    return worst >= c.fail_on ? EXIT_FAILED : EXIT_DONE;
}
