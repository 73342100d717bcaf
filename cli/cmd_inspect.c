/* cli/cmd_inspect.c - chatfmt inspect: where a model's templates and tokens come from, what the
 * template reads, compares, calls and can write, and what it can do, with the evidence.
 */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "inspect_facts.h"
#include "options.h"
#include "show.h"
#include "subject.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct inspect_command {
    const char *path, *name;
    bool json, continuity;
    uint32_t model_flags;
} inspect_command;

static bool inspect_mode(const void *settings, uint32_t *modes)
{
    *modes = 0;
    return ((const inspect_command *)settings)->path ||
           options_missing(&inspect_table,
                           "needs a MODEL: folder, GGUF, template, or id in the Hub "
                           "cache") == OPTIONS_OK;
}

static const char *inspect_word(void *settings, const char *value)
{
    inspect_command *c = settings;
    if (c->path) return "one word too many: there is one MODEL";
    c->path = value;
    return NULL;
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
               "compares, calls and can write; and what it can do, each with the probe and the\n"
               "prompt or error that shows it. MODEL may be a template file, or - for one on\n"
               "standard input.",
    .rows = inspect_rows,
    .count = sizeof inspect_rows / sizeof *inspect_rows,
    .epilogue = "examples:\n  chatfmt inspect ./Qwen3-8B\n"
                "  chatfmt inspect --continuity ./Qwen3-8B\n",
    .words = "@model",
    .mode = inspect_mode,
    .word = inspect_word,
};

/* ---- The model ---- */

static void inspect_pair(writer *w, const char *name, chatfmt_slice text)
{
    if (!text.length) return;
    write_text(w, name);
    write_text(w, ": ");
    write_terminal(w, text.data, text.length, true);
    write_text(w, "\n");
}

static void inspect_model(writer *w, const subject *s)
{
    const chatfmt_model *model = s->model;
    const char *hash = chatfmt_analysis_hash(s->analysis);
    const chatfmt_model_info *info = chatfmt_model_about(model);
    size_t tokens = chatfmt_model_token_count(model);
    write_text(w, "kind: ");
    write_text(w, info->kind);
    write_text(w, "\n");
    inspect_pair(w, "path", info->path);
    inspect_pair(w, "name", info->name);
    inspect_pair(w, "architecture", info->architecture);
    inspect_pair(w, "revision", info->revision);
    inspect_pair(w, "sha256", (chatfmt_slice){hash, strlen(hash)});
    write_text(w, "templates:\n");
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        write_text(w, "  ");
        write_terminal(w, row.name.data, row.name.length, true);
        write_text(w, "  ");
        write_number(w, row.source.length);
        write_text(w, " bytes  ");
        write_terminal(w, row.place.data, row.place.length, true);
        write_text(w, "\n");
    }
    if (tokens) write_text(w, "tokens:\n");
    for (size_t i = 0; i < tokens; i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        write_text(w, "  ");
        write_json_string(w, token.name.data, token.name.length);
        write_text(w, ": ");
        write_json_string(w, token.text.data, token.text.length);
        write_text(w, "\n");
    }
}

/* ---- What it can do ---- */

static void inspect_capability(writer *w, const chatfmt_capability *c)
{
    size_t length = strlen(c->evidence), shown = length > 90 ? 90 : length;
    char line[96];
    snprintf(line, sizeof line, "  %-22s %-3s  %s", c->name, c->value ? "yes" : "no", c->probe);
    write_text(w, line);
    if (length) {
        while (shown && shown < length && ((unsigned char)c->evidence[shown] & 0xC0) == 0x80)
            shown--;
        write_text(w, c->works ? ": " : " fails: ");
        write_terminal(w, c->evidence, shown, true);
        if (shown < length) write_text(w, "…");
    }
    write_text(w, "\n");
}

static void inspect_capabilities(writer *w, const chatfmt_analysis *a)
{
    write_text(w, "what it can do, and the probe that shows it:\n");
    for (size_t i = 0; i < chatfmt_analysis_capability_count(a); i++)
        inspect_capability(w, chatfmt_analysis_capability(a, i));
}

/* ---- How its replies are read ---- */

static void inspect_reader(writer *w, const chatfmt_analysis *a)
{
    const chatfmt_error *refused;
    const chatfmt_reader *reader = chatfmt_analysis_reader(a, &refused);
    write_text(w, "how its replies are read:\n  ");
    if (!reader) {
        write_text(w, refused->text);
        write_text(w, "\n");
        return;
    }
    const chatfmt_reader_facts *facts = chatfmt_reader_about(reader);
    write_terminal(w, facts->name.data, facts->name.length, true);
    write_text(w, " (");
    write_terminal(w, facts->shape.data, facts->shape.length, true);
    write_text(w, ")\n");
    for (size_t i = 0; i < facts->evidence.length;) {
        const char *line = facts->evidence.data + i;
        const char *end = memchr(line, '\n', facts->evidence.length - i);
        size_t length = end ? (size_t)(end - line) : facts->evidence.length - i;
        write_text(w, "    ");
        write_terminal(w, line, length, true);
        write_text(w, "\n");
        i += length + 1;
    }
}

/* ---- The command ---- */

static void inspect_report(writer *w, const subject *s, const inspect_command *c)
{
    chatfmt_slice text = c->continuity ? chatfmt_analysis_continuity_json(s->analysis)
                                       : chatfmt_analysis_json(s->analysis);
    if (c->json) {
        write_bytes(w, text.data, text.length);
        write_text(w, "\n");
        return;
    }
    if (c->continuity) {
        inspect_continuity_text(w, s->analysis);
        return;
    }
    inspect_model(w, s);
    inspect_facts_text(w, s->analysis);
    inspect_capabilities(w, s->analysis);
    inspect_reader(w, s->analysis);
}

int command_inspect(int argc, char **argv)
{
    inspect_command c = {.json = false};
    subject s;
    writer out;
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    switch (options_read(&inspect_table, argc, argv, &c)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    if (!c.continuity) options.flags = CHATFMT_ANALYSIS_READER;
    bool ok = subject_open(&s, "inspect", c.path, c.name, c.model_flags, &options);
    const chatfmt_error *refused = chatfmt_analysis_refused(s.analysis);
    if (refused) show_error(c.path, refused);
    writer_open(&out, STDOUT_FILENO);
    if (ok && !refused) inspect_report(&out, &s, &c);
    ok = writer_close(&out) && ok && !refused;
    subject_close(&s);
    return ok ? EXIT_DONE : s.misused ? EXIT_USAGE : EXIT_FAILED;
}
