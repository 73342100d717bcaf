/* cli/cmd_lint.c - chatfmt lint: findings for people, for programs, and as SARIF. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "lint.h"
#include "options.h"
#include "show.h"
#include "subject.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINT_TROUBLE = 2, LINT_NEVER = LINT_ERROR + 1 };

typedef enum lint_output { LINT_PEOPLE, LINT_JSON, LINT_SARIF } lint_output;

typedef struct lint_command {
    lint_run run; /* first: rules hand it back */
    const char *path, *name, *ignored;
    int output; /* lint_output */
    bool rules, replies;
    int fail_on;
    uint32_t model_flags;
    const reply_checks *checked; /* NULL without --replies */
    subject subject;
    writer out;
    size_t findings;
    int worst; /* level of the worst finding, -1 for none */
} lint_command;

/* `id` is one of the names in `list`, which are divided by commas. */
static bool lint_listed(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, id, length)) return true;
    return false;
}

static bool lint_is_rule(const char *name, size_t length)
{
    for (size_t i = 0; i < lint_rule_count; i++)
        if (strlen(lint_rules[i].id) == length && !strncmp(name, lint_rules[i].id, length))
            return true;
    return false;
}

static bool lint_set_ignore(void *ignored, const char *value)
{
    for (const char *at = value; *at; at += strcspn(at, ","), at += *at == ',')
        if (!lint_is_rule(at, strcspn(at, ","))) return false;
    *(const char **)ignored = value;
    return true;
}

enum { LINT_LOOK = 1 << 0, LINT_LIST = 1 << 1 };

/* In the order of the bits above. */
static const option_mode lint_modes[] = {
    {0, "without --rules", "no --rules"},
    {0, "with --rules", "--rules"},
};

static bool lint_mode(const void *settings, uint32_t *modes)
{
    const lint_command *c = settings;
    *modes = c->rules ? LINT_LIST : LINT_LOOK;
    if (c->rules && c->path)
        return options_missing(&lint_table, "--rules lists the rules and looks at no MODEL") ==
               OPTIONS_OK;
    return c->rules || c->path ||
           options_missing(&lint_table, "needs a MODEL: folder, GGUF, template, or id in the Hub "
                                        "cache") == OPTIONS_OK;
}

static const char *lint_word(void *settings, const char *value)
{
    lint_command *c = settings;
    if (c->path) return "one word too many: there is one MODEL";
    c->path = value;
    return NULL;
}

#define OPTION_SETTINGS lint_command
static const option_row lint_rows[] = {
#define LINT OPTION_ROW
#include "options.def"
};

const option_table lint_table = {
    .command = "lint",
    .usage = "MODEL [OPTION]…",
    .summary = "Says what is wrong with a model's template: place, reason and remedy. MODEL may\n"
               "be a template file, or - for one on standard input. Exit status 0 when there are\n"
               "no warnings, 1 when there are, 2 when the model cannot be read.",
    .rows = lint_rows,
    .count = sizeof lint_rows / sizeof *lint_rows,
    .epilogue = "example:\n  chatfmt lint ./Qwen3-8B --sarif > lint.sarif\n",
    .words = "@model",
    .modes = lint_modes,
    .mode_count = sizeof lint_modes / sizeof *lint_modes,
    .mode = lint_mode,
    .word = lint_word,
};

static bool lint_ends(chatfmt_slice text, const char *ending)
{
    size_t length = strlen(ending);
    return text.length >= length && !memcmp(text.data + text.length - length, ending, length);
}

/* Lines are those of a file only where the template is the file. */
static bool lint_is_file(const lint_command *c)
{
    return lint_ends(c->subject.chosen.place, ".jinja");
}

/* ---- For people ---- */

static void lint_write_path(lint_command *c, uint32_t line, uint32_t column)
{
    writer *w = &c->out;
    chatfmt_slice place = c->subject.chosen.place;
    if (lint_is_file(c))
        write_terminal(w, place.data, place.length, true);
    else
        write_terminal(w, c->path, strlen(c->path), true);
    if (!line) return;
    write_text(w, ":");
    write_number(w, line);
    write_text(w, ":");
    write_number(w, column);
}

static void lint_write_text(lint_command *c, const lint_rule *rule, uint32_t line,
                            uint32_t column, const char *evidence)
{
    writer *w = &c->out;
    bool colour = writer_has_colours(STDOUT_FILENO);
    lint_write_path(c, line, column);
    write_text(w, ": ");
    if (colour) write_text(w, rule->level == LINT_NOTE ? "\x1b[36m" : "\x1b[35m");
    write_text(w, lint_level_name(rule->level));
    write_text(w, " ");
    write_text(w, rule->id);
    if (colour) write_text(w, "\x1b[0m");
    write_text(w, ": ");
    write_text(w, rule->reason);
    if (*evidence) {
        write_text(w, "\n    evidence: ");
        write_json_string(w, evidence, strlen(evidence));
    }
    write_text(w, "\n    remedy: ");
    write_text(w, rule->remedy);
    write_text(w, "\n");
}

/* ---- For programs ---- */

static void lint_write_pair(writer *w, const char *name, const char *value)
{
    write_json_name(w, name);
    write_json_string(w, value, strlen(value));
}

static void lint_write_number(writer *w, const char *name, uint64_t number)
{
    write_json_name(w, name);
    write_number(w, number);
}

static void lint_write_json(lint_command *c, const lint_rule *rule, uint32_t line,
                            uint32_t column, const char *evidence)
{
    writer *w = &c->out;
    write_text(w, c->findings ? ",\n  {" : "\n  {");
    lint_write_pair(w, "rule", rule->id);
    write_text(w, ", ");
    lint_write_pair(w, "level", lint_level_name(rule->level));
    write_text(w, line ? ", " : ", \"line\": null, \"column\": null");
    if (line) {
        lint_write_number(w, "line", line);
        write_text(w, ", ");
        lint_write_number(w, "column", column);
    }
    write_text(w, ", ");
    lint_write_pair(w, "reason", rule->reason);
    write_text(w, ", ");
    lint_write_pair(w, "remedy", rule->remedy);
    write_text(w, ", ");
    lint_write_pair(w, "evidence", evidence);
    write_text(w, "}");
}

/* ---- SARIF: OASIS, Static Analysis Results Interchange Format 2.1.0 ---- */

/* A relative reference as RFC 3986 has it. */
static void sarif_uri(writer *w, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    write_text(w, "\"");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("-._~/", c);
        char escaped[3] = {'%', digits[c >> 4], digits[c & 15]};
        write_bytes(w, plain ? path : escaped, plain ? 1 : 3);
    }
    write_text(w, "\"");
}

/* SARIF counts columns in code points, here. */
static uint64_t sarif_column(chatfmt_slice source, uint32_t line, uint32_t column)
{
    size_t at = 0, characters = 1;
    for (uint32_t i = 1; i < line && at < source.length; i++) {
        const char *newline = memchr(source.data + at, '\n', source.length - at);
        at = newline ? (size_t)(newline - source.data) + 1 : source.length;
    }
    for (size_t i = at; i < source.length && i + 1 < at + column; i++)
        characters += ((unsigned char)source.data[i] & 0xC0) != 0x80;
    return characters;
}

static void sarif_location(lint_command *c, uint32_t line, uint32_t column)
{
    writer *w = &c->out;
    const char *kind = chatfmt_model_about(c->subject.model).kind;
    bool is_file = !strcmp(kind, "template") || lint_is_file(c);
    char place[4096];
    chatfmt_slice from = c->subject.chosen.place;
    snprintf(place, sizeof place, "%.*s", (int)(from.length < 4000 ? from.length : 4000),
             from.length ? from.data : "");
    write_text(w, "\"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    sarif_uri(w, place[0] ? place : c->path);
    write_text(w, "}");
    if (line && is_file) {
        write_text(w, ", \"region\": {");
        lint_write_number(w, "startLine", line);
        write_text(w, ", ");
        lint_write_number(w, "startColumn", sarif_column(c->run.source, line, column));
        write_text(w, "}");
    }
    write_text(w, "}}]}");
}

static void sarif_message(writer *w, const lint_rule *rule, const char *evidence)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s. Remedy: %s.", rule->reason, *evidence ? ": " : "",
             evidence, rule->remedy);
    write_text(w, "\"message\": {");
    lint_write_pair(w, "text", text);
    write_text(w, "}, ");
}

static void lint_write_sarif(lint_command *c, const lint_rule *rule, uint32_t line,
                             uint32_t column, const char *evidence)
{
    writer *w = &c->out;
    write_text(w, c->findings ? ",\n  {" : "\n  {");
    lint_write_pair(w, "ruleId", rule->id);
    write_text(w, ", ");
    lint_write_number(w, "ruleIndex", (uint64_t)(rule - lint_rules));
    write_text(w, ", ");
    lint_write_pair(w, "level", lint_level_name(rule->level));
    write_text(w, ", ");
    sarif_message(w, rule, evidence);
    sarif_location(c, line, column);
}

static void sarif_begin(writer *w)
{
    write_text(w, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", "
                  "\"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {"
                  "\"name\": \"chatfmt\", ");
    lint_write_pair(w, "version", chatfmt_version());
    write_text(w, ", \"rules\": [");
    for (size_t i = 0; i < lint_rule_count; i++) {
        const lint_rule *rule = &lint_rules[i];
        write_text(w, i ? ",\n  {" : "\n  {");
        lint_write_pair(w, "id", rule->id);
        write_text(w, ", \"shortDescription\": {");
        lint_write_pair(w, "text", rule->reason);
        write_text(w, "}, \"help\": {");
        lint_write_pair(w, "text", rule->remedy);
        write_text(w, "}, \"defaultConfiguration\": {");
        lint_write_pair(w, "level", lint_level_name(rule->level));
        write_text(w, "}}");
    }
    write_text(w, "]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [");
}

/* ---- The command ---- */

static void lint_found(lint_run *run, const lint_rule *rule, uint32_t line, uint32_t column,
                       const char *evidence)
{
    lint_command *c = (lint_command *)run;
    switch ((lint_output)c->output) {
    case LINT_PEOPLE: lint_write_text(c, rule, line, column, evidence); break;
    case LINT_JSON: lint_write_json(c, rule, line, column, evidence); break;
    case LINT_SARIF: lint_write_sarif(c, rule, line, column, evidence); break;
    }
    c->findings++;
    if ((int)rule->level > c->worst) c->worst = (int)rule->level;
}

static void lint_report(lint_command *c)
{
    writer *w = &c->out;
    const subject *s = &c->subject;
    c->run = (lint_run){.source = s->compiled ? s->source : s->chosen.source,
                        .facts = s->facts,
                        .fact_count = s->fact_count,
                        .probes = s->compiled ? &s->probes : NULL,
                        .refused = s->compiled ? NULL : &s->refused,
                        .replies = c->checked,
                        .found = lint_found};
    if (c->output == LINT_JSON) write_text(w, "{\"findings\": [");
    if (c->output == LINT_SARIF) sarif_begin(w);
    for (size_t i = 0; i < lint_rule_count; i++)
        if (!lint_listed(c->ignored, lint_rules[i].id))
            lint_rules[i].check(&c->run, &lint_rules[i]);
    if (c->output == LINT_JSON) write_text(w, "]}\n");
    if (c->output == LINT_SARIF) write_text(w, "]}]}\n");
    if (c->output == LINT_PEOPLE && !c->findings) write_text(w, "nothing found\n");
}

static void lint_list_rules(lint_command *c)
{
    writer *w = &c->out;
    char line[64];
    for (size_t i = 0; i < lint_rule_count; i++) {
        const lint_rule *rule = &lint_rules[i];
        snprintf(line, sizeof line, "%-22s %-8s ", rule->id, lint_level_name(rule->level));
        write_text(w, line);
        write_text(w, rule->reason);
        write_text(w, "\n");
    }
}

int command_lint(int argc, char **argv)
{
    lint_command c = {.fail_on = LINT_WARNING, .worst = -1};
    switch (options_read(&lint_table, argc, argv, &c)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    writer_open(&c.out, STDOUT_FILENO);
    if (c.rules) {
        lint_list_rules(&c);
        return writer_close(&c.out) ? EXIT_DONE : EXIT_FAILED;
    }
    reply_checks replies = {.reader = NULL};
    bool ok = subject_open(&c.subject, c.path, c.name, c.model_flags);
    if (ok && c.replies && c.subject.compiled) {
        chatfmt_slice name = {c.name, c.name ? strlen(c.name) : 0};
        ok = reply_checks_open(&replies, c.subject.model, name) &&
             reply_checks_run(&replies, c.subject.model, name);
        c.checked = &replies;
    }
    if (ok) lint_report(&c);
    ok = writer_close(&c.out) && ok;
    reply_checks_close(&replies);
    subject_close(&c.subject);
    if (!ok) return LINT_TROUBLE;
    return c.worst >= c.fail_on ? EXIT_FAILED : EXIT_DONE;
}
