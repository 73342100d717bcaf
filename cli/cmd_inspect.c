/* cli/cmd_inspect.c - chatfmt inspect: where a model's templates and tokens come from, what the
 * template reads, compares, calls and can write, and what it can do, with the evidence.
 */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "inspect_facts.h"
#include "reply_checks.h"
#include "options.h"
#include "show.h"
#include "subject.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct inspect_command {
    const char *path, *name;
    bool json;
    uint32_t model_flags;
    subject subject;
    writer out;
} inspect_command;

static bool inspect_mode(const void *settings, uint32_t *modes)
{
    *modes = 0;
    return ((const inspect_command *)settings)->path ||
           options_missing(&inspect_table, "needs a MODEL: folder, GGUF, template, or id in the Hub "
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
    .epilogue = "example:\n  chatfmt inspect ./Qwen3-8B\n",
    .words = "@model",
    .mode = inspect_mode,
    .word = inspect_word,
};

/* ---- The model ---- */

static void inspect_pair(inspect_command *c, const char *name, chatfmt_slice text)
{
    writer *w = &c->out;
    if (c->json) {
        write_text(w, ", \"");
        write_text(w, name);
        write_text(w, "\": ");
        write_json_string(w, text.data, text.length);
    } else if (text.length) {
        write_text(w, name);
        write_text(w, ": ");
        write_terminal(w, text.data, text.length, true);
        write_text(w, "\n");
    }
}

static void inspect_templates(inspect_command *c, const chatfmt_model *model)
{
    writer *w = &c->out;
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        if (c->json) {
            write_text(w, i ? ", " : "");
            write_json_string(w, row.name.data, row.name.length);
            continue;
        }
        write_text(w, "  ");
        write_terminal(w, row.name.data, row.name.length, true);
        write_text(w, "  ");
        write_number(w, row.source.length);
        write_text(w, " bytes  ");
        write_terminal(w, row.place.data, row.place.length, true);
        write_text(w, "\n");
    }
}

static void inspect_tokens(inspect_command *c, const chatfmt_model *model)
{
    writer *w = &c->out;
    size_t count = chatfmt_model_token_count(model);
    if (count || c->json) write_text(w, c->json ? "], \"tokens\": {" : "tokens:\n");
    for (size_t i = 0; i < count; i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        write_text(w, c->json ? i ? ", " : "" : "  ");
        write_json_string(w, token.name.data, token.name.length);
        write_text(w, ": ");
        write_json_string(w, token.text.data, token.text.length);
        write_text(w, c->json ? "" : "\n");
    }
    if (c->json) write_text(w, "}");
}

static void inspect_model(inspect_command *c)
{
    const chatfmt_model *model = c->subject.model;
    chatfmt_model_info info = chatfmt_model_about(model);
    writer *w = &c->out;
    write_text(w, c->json ? "{\"kind\": \"" : "kind: ");
    write_text(w, info.kind);
    write_text(w, c->json ? "\"" : "\n");
    inspect_pair(c, "path", info.path);
    inspect_pair(c, "name", info.name);
    inspect_pair(c, "architecture", info.architecture);
    inspect_pair(c, "revision", info.revision);
    inspect_pair(c, "sha256",
                 (chatfmt_slice){c->subject.probes.hash, strlen(c->subject.probes.hash)});
    write_text(w, c->json ? ", \"templates\": [" : "templates:\n");
    inspect_templates(c, model);
    inspect_tokens(c, model);
}

/* ---- What it can do ---- */

static void inspect_fact(inspect_command *c, const char *name, bool value, const char *probe,
                         const char *evidence, bool works)
{
    writer *w = &c->out;
    size_t length = strlen(evidence), shown = length > 90 ? 90 : length;
    char line[96];
    if (c->json) {
        write_text(w, ", \"");
        write_text(w, name);
        write_text(w, value ? "\": {\"value\": true, \"probe\": "
                            : "\": {\"value\": false, \"probe\": ");
        write_json_string(w, probe, strlen(probe));
        write_text(w, ", \"evidence\": ");
        write_json_string(w, evidence, length);
        write_text(w, "}");
        return;
    }
    snprintf(line, sizeof line, "  %-22s %-3s  %s", name, value ? "yes" : "no", probe);
    write_text(w, line);
    if (length) {
        while (shown && shown < length && ((unsigned char)evidence[shown] & 0xC0) == 0x80)
            shown--;
        write_text(w, works ? ": " : " fails: ");
        write_terminal(w, evidence, shown, true);
        if (shown < length) write_text(w, "…");
    }
    write_text(w, "\n");
}

static void inspect_shown(inspect_command *c, const char *name, const char *probe,
                          const probe_result *result, bool shown)
{
    inspect_fact(c, name, result->works && shown, probe, result->text, result->works);
}

static void inspect_capabilities(inspect_command *c)
{
    const probe_facts *f = &c->subject.probes;
    if (!c->json) write_text(&c->out, "what it can do, and the probe that shows it:\n");
    inspect_shown(c, "system", "system, user", &f->system, f->system_shown);
    inspect_shown(c, "assistant_first", "assistant, user", &f->first_assistant, true);
    inspect_shown(c, "same_role_twice", "user, user", &f->twice_user, true);
    inspect_shown(c, "tools", "user, with a tool", &f->tools, f->tools_shown);
    inspect_shown(c, "tool_arguments_object", "a call with an object", &f->call_object,
                  f->call_object_shown && !f->call_object_repr);
    inspect_shown(c, "tool_arguments_text", "a call with JSON text", &f->call_text,
                  f->call_text_shown && !f->call_text_escaped);
    inspect_shown(c, "tool_results", "a call and its result", &f->tool_result,
                  f->tool_result_shown);
    inspect_shown(c, "reasoning", "user, assistant with reasoning", &f->reasoning,
                  f->reasoning_shown);
    inspect_shown(c, "content_parts", "user, content in parts", &f->parts, f->parts_shown);
    inspect_shown(c, "null_content", "user, assistant with null", &f->null_content,
                  !f->null_shown);
    inspect_fact(c, "generation_prompt", f->generation_prompt, "what it adds", f->opening,
                 true);
    inspect_fact(c, "opens_reasoning", f->reasoning_opened, "the generation prompt", "", true);
    inspect_fact(c, "closes_turns", f->closes, "user, assistant; the end of its turn", f->stop,
                 true);
    inspect_fact(c, "generation_tags", f->has_tags, "user, assistant", "", true);
    inspect_fact(c, "prefix_stable", f->prefix_stable, "user, assistant, and user once more",
                 "", true);
    inspect_fact(c, "reads_clock", f->reads_clock, "user, without a clock", "", true);
}

/* ---- How its replies are read ---- */

static void inspect_reader_text(inspect_command *c, const reply_checks *r)
{
    writer *w = &c->out;
    write_text(w, "how its replies are read:\n  ");
    if (!r->reader) {
        write_text(w, r->refused.text);
        write_text(w, "\n");
        return;
    }
    chatfmt_reader_facts facts = chatfmt_reader_about(r->reader);
    write_terminal(w, facts.name.data, facts.name.length, true);
    write_text(w, " (");
    write_terminal(w, facts.shape.data, facts.shape.length, true);
    write_text(w, ")\n");
    for (size_t i = 0; i < facts.evidence.length;) {
        const char *line = facts.evidence.data + i;
        const char *end = memchr(line, '\n', facts.evidence.length - i);
        size_t length = end ? (size_t)(end - line) : facts.evidence.length - i;
        write_text(w, "    ");
        write_terminal(w, line, length, true);
        write_text(w, "\n");
        i += length + 1;
    }
}

static void inspect_reader(inspect_command *c)
{
    reply_checks r;
    chatfmt_slice name = {c->name, c->name ? strlen(c->name) : 0};
    if (!reply_checks_open(&r, c->subject.model, name)) return;
    if (!c->json) {
        inspect_reader_text(c, &r);
    } else if (r.reader) {
        chatfmt_slice json = chatfmt_reader_about(r.reader).json;
        write_text(&c->out, ", \"reader\": ");
        write_bytes(&c->out, json.data, json.length);
    } else {
        write_text(&c->out, ", \"reader\": {\"refused\": ");
        write_json_string(&c->out, r.refused.text, strlen(r.refused.text));
        write_text(&c->out, "}");
    }
    reply_checks_close(&r);
}

/* ---- The command ---- */

static void inspect_report(inspect_command *c)
{
    inspect_model(c);
    if (c->json)
        inspect_facts_json(&c->out, &c->subject);
    else
        inspect_facts_text(&c->out, &c->subject);
    inspect_capabilities(c);
    inspect_reader(c);
    if (c->json) write_text(&c->out, "}\n");
}

int command_inspect(int argc, char **argv)
{
    inspect_command c = {.json = false};
    switch (options_read(&inspect_table, argc, argv, &c)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    bool ok = subject_open(&c.subject, c.path, c.name, c.model_flags);
    if (ok && !c.subject.compiled) {
        show_error(c.path, &c.subject.refused);
        ok = false;
    }
    writer_open(&c.out, STDOUT_FILENO);
    if (ok) inspect_report(&c);
    ok = writer_close(&c.out) && ok;
    subject_close(&c.subject);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
