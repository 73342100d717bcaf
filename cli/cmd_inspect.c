/* cli/cmd_inspect.c - chatfmt inspect and chatfmt lint: what a template can do, with the evidence,
 * and what is wrong with it.
 */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "options.h"
#include "probes.h"
#include "show.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct inspect_command {
    const char *path, *name;
    bool json, sarif, lint;
    uint32_t model_flags;
    probe_facts facts;
    writer out;
    int findings, warnings;
} inspect_command;

static bool inspect_set_json(void *c, const char *v)
{
    (void)v;
    return ((inspect_command *)c)->json = true;
}

static bool inspect_set_sarif(void *c, const char *v)
{
    (void)v;
    return ((inspect_command *)c)->sarif = true;
}

static bool inspect_set_name(void *c, const char *v)
{
    return ((inspect_command *)c)->name = v, true;
}

static bool inspect_set_processor(void *c, const char *v)
{
    (void)v;
    ((inspect_command *)c)->model_flags |= CHATFMT_MODEL_PROCESSOR;
    return true;
}

static bool inspect_set_word(void *c, const char *v)
{
    inspect_command *i = c;
    if (i->path) return false;
    i->path = v;
    return true;
}

static const option_row inspect_rows[] = {
    {"--json", NULL, "for programs", inspect_set_json},
    {"--name", "NAME", "a template of the model's by name", inspect_set_name},
    {"--processor", NULL, "load the model as a processor", inspect_set_processor},
};

static const option_row lint_rows[] = {
    {"--json", NULL, "for programs", inspect_set_json},
    {"--sarif", NULL, "SARIF 2.1.0, for code review tools", inspect_set_sarif},
    {"--name", "NAME", "a template of the model's by name", inspect_set_name},
    {"--processor", NULL, "load the model as a processor", inspect_set_processor},
};

static const option_table inspect_table = {
    "chatfmt inspect MODEL [OPTION]…",
    "Shows where a model's templates and tokens come from, and what the template can do; each\n"
    "capability with the prompt or the error that shows it.",
    inspect_rows, sizeof inspect_rows / sizeof *inspect_rows,
    "example:\n  chatfmt inspect ./Qwen3-8B\n", inspect_set_word,
};

static const option_table lint_table = {
    "chatfmt lint MODEL [OPTION]…",
    "Says what is wrong with a template: reason and remedy. Exit status 1 when there are warnings.",
    lint_rows, sizeof lint_rows / sizeof *lint_rows,
    "example:\n  chatfmt lint ./Qwen3-8B --sarif > lint.sarif\n", inspect_set_word,
};

/* ---- Inspect ---- */

static void inspect_fact(inspect_command *c, const char *name, bool value,
                         const probe_result *evidence)
{
    writer *w = &c->out;
    if (c->json) {
        write_text(w, ", \"");
        write_text(w, name);
        write_text(w, value ? "\": {\"value\": true, \"evidence\": "
                            : "\": {\"value\": false, \"evidence\": ");
        write_json_string(w, evidence ? evidence->text : "",
                          evidence ? strlen(evidence->text) : 0);
        write_text(w, "}");
        return;
    }
    char line[64];
    snprintf(line, sizeof line, "  %-24s %-4s", name, value ? "yes" : "no");
    write_text(w, line);
    if (evidence && evidence->text[0]) {
        size_t length = strlen(evidence->text);
        size_t shown = length > 90 ? 90 : length;
        while (shown && shown < length && ((unsigned char)evidence->text[shown] & 0xC0) == 0x80)
            shown--;
        write_text(w, evidence->works ? "" : "! ");
        write_terminal(w, evidence->text, shown, true);
        if (shown < length) write_text(w, "…");
    }
    write_text(w, "\n");
}

static probe_result inspect_words(const char *text)
{
    probe_result result = {.works = true};
    snprintf(result.text, sizeof result.text, "%s", text);
    return result;
}

static void inspect_facts(inspect_command *c)
{
    const probe_facts *f = &c->facts;
    probe_result opening = inspect_words(f->opening), stop = inspect_words(f->stop);
    inspect_fact(c, "system", f->system.works && f->system_shown, &f->system);
    inspect_fact(c, "assistant_first", f->first_assistant.works, &f->first_assistant);
    inspect_fact(c, "same_role_twice", f->twice_user.works, &f->twice_user);
    inspect_fact(c, "tools", f->tools.works && f->tools_shown, &f->tools);
    inspect_fact(c, "tool_arguments_object",
                 f->call_object.works && f->call_object_shown && !f->call_object_repr,
                 &f->call_object);
    inspect_fact(c, "tool_arguments_text",
                 f->call_text.works && f->call_text_shown && !f->call_text_escaped,
                 &f->call_text);
    inspect_fact(c, "tool_results", f->tool_result.works && f->tool_result_shown,
                 &f->tool_result);
    inspect_fact(c, "reasoning", f->reasoning.works && f->reasoning_shown, &f->reasoning);
    inspect_fact(c, "content_parts", f->parts.works && f->parts_shown, &f->parts);
    inspect_fact(c, "null_content", f->null_content.works && !f->null_shown, &f->null_content);
    inspect_fact(c, "generation_prompt", f->generation_prompt, &opening);
    inspect_fact(c, "opens_reasoning", f->reasoning_opened, NULL);
    inspect_fact(c, "closes_turns", f->closes, &stop);
    inspect_fact(c, "generation_tags", f->has_tags, NULL);
    inspect_fact(c, "prefix_stable", f->prefix_stable, NULL);
    inspect_fact(c, "reads_clock", f->reads_clock, NULL);
}

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

static void inspect_model(inspect_command *c, const chatfmt_model *model)
{
    chatfmt_model_info info = chatfmt_model_about(model);
    writer *w = &c->out;
    write_text(w, c->json ? "{\"kind\": \"" : "kind: ");
    write_text(w, info.kind);
    write_text(w, c->json ? "\"" : "\n");
    inspect_pair(c, "path", info.path);
    inspect_pair(c, "name", info.name);
    inspect_pair(c, "architecture", info.architecture);
    inspect_pair(c, "revision", info.revision);
    write_text(w, c->json ? ", \"templates\": [" : "templates:\n");
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
    write_text(w, c->json ? "], \"tokens\": {" : "tokens:\n");
    for (size_t i = 0; i < chatfmt_model_token_count(model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        write_text(w, c->json ? i ? ", " : "" : "  ");
        write_json_string(w, token.name.data, token.name.length);
        write_text(w, ": ");
        write_json_string(w, token.text.data, token.text.length);
        write_text(w, c->json ? "" : "\n");
    }
    write_text(w, c->json ? "}" : "the template:\n");
}

/* ---- Lint ---- */

typedef struct lint_rule {
    const char *id;
    bool warning; /* else a note */
    const char *reason, *remedy;
} lint_rule;

static const lint_rule lint_rules[] = {
    {"plain-refused", true, "a user, an assistant and a user message are refused", "see the error"},
    {"turn-not-closed", true, "an assistant's turn has no end-of-turn token: a model trained on it does not learn to stop",
     "write eos_token, or the turn's end token, after the content"},
    {"stop-outside-tags", true, "the end-of-turn token is outside {% generation %}: it is not trained",
     "move {% endgeneration %} behind the token"},
    {"no-generation-prompt", false, "add_generation_prompt adds nothing", "open the assistant's turn when it is set"},
    {"not-prefix-stable", true, "one turn more changes text that was there before: caches and masks by prefixes fail",
     "do not treat the last turn otherwise than the others"},
    {"system-lost", true, "the system message is accepted but not shown", "print it, or refuse it"},
    {"system-refused", false, "system messages are refused", "callers can use --fix merge-system"},
    {"double-bos", true, "the prompt begins with bos_token twice", "write it once"},
    {"tools-lost", false, "tools are accepted but not shown", "print tools, or refuse them"},
    {"arguments-text", false, "tool arguments given as JSON text fail or are escaped twice, and that is how OpenAI's API gives them",
     "test `arguments is string`; callers can use --fix fit-arguments"},
    {"arguments-object", false, "tool arguments given as an object fail or print as Python does, and that is what transformers documents",
     "use tojson; callers can use --fix fit-arguments"},
    {"null-content", false, "content null prints None or fails", "test `content is not none`; callers can use --fix null-to-empty"},
    {"clock", false, "the template reads the clock: the same conversation gives another prompt tomorrow",
     "take the date from a variable with a default"},
};

static void lint_find(inspect_command *c, const char *id, bool found, const char *evidence)
{
    const lint_rule *rule = lint_rules;
    writer *w = &c->out;
    if (!found) return;
    while (strcmp(rule->id, id)) rule++;
    if (c->sarif) {
        write_text(w, c->findings ? ",\n{\"ruleId\": \"" : "\n{\"ruleId\": \"");
        write_text(w, id);
        write_text(w, rule->warning ? "\", \"level\": \"warning\"" : "\", \"level\": \"note\"");
        write_text(w, ", \"message\": {\"text\": ");
        char text[1024];
        snprintf(text, sizeof text, "%s. Remedy: %s.", rule->reason, rule->remedy);
        write_json_string(w, text, strlen(text));
        write_text(w, "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
        write_json_string(w, c->path, strlen(c->path));
        write_text(w, "}}}]}");
    } else if (c->json) {
        write_text(w, c->findings ? ", {\"rule\": \"" : "{\"rule\": \"");
        write_text(w, id);
        write_text(w, rule->warning ? "\", \"level\": \"warning\", \"reason\": "
                                    : "\", \"level\": \"note\", \"reason\": ");
        write_json_string(w, rule->reason, strlen(rule->reason));
        write_text(w, ", \"remedy\": ");
        write_json_string(w, rule->remedy, strlen(rule->remedy));
        write_text(w, ", \"evidence\": ");
        write_json_string(w, evidence, strlen(evidence));
        write_text(w, "}");
    } else {
        write_text(w, rule->warning ? "warning " : "note ");
        write_text(w, id);
        write_text(w, ": ");
        write_text(w, rule->reason);
        write_text(w, "\n    remedy: ");
        write_text(w, rule->remedy);
        if (*evidence) write_text(w, "\n    evidence: ");
        write_terminal(w, evidence, strlen(evidence), true);
        write_text(w, "\n");
    }
    c->findings++;
    c->warnings += rule->warning;
}

static void lint_facts(inspect_command *c)
{
    const probe_facts *f = &c->facts;
    char at[64];
    snprintf(at, sizeof at, "first differing byte: %lu", (unsigned long)f->differs_at);
    lint_find(c, "plain-refused", !f->plain.works, f->plain.text);
    lint_find(c, "turn-not-closed", f->plain.works && !f->closes, "");
    lint_find(c, "stop-outside-tags", f->has_tags && f->closes && !f->stop_in_tags, "");
    lint_find(c, "no-generation-prompt", f->plain.works && !f->generation_prompt, "");
    lint_find(c, "not-prefix-stable", f->plain.works && !f->prefix_stable, at);
    lint_find(c, "system-lost", f->system.works && !f->system_shown, f->system.text);
    lint_find(c, "system-refused", !f->system.works, f->system.text);
    lint_find(c, "double-bos", f->double_bos, f->plain.text);
    lint_find(c, "tools-lost", f->tools.works && !f->tools_shown, "");
    bool object = f->call_object.works && f->call_object_shown && !f->call_object_repr;
    bool text = f->call_text.works && f->call_text_shown && !f->call_text_escaped;
    lint_find(c, "arguments-text", object && !text, f->call_text.text);
    lint_find(c, "arguments-object", text && !object, f->call_object.text);
    lint_find(c, "null-content", f->null_shown || (f->plain.works && !f->null_content.works),
              f->null_content.text);
    lint_find(c, "clock", f->reads_clock, "");
}

static void lint_write(inspect_command *c)
{
    writer *w = &c->out;
    if (c->sarif)
        write_text(w, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": "
                      "\"2.1.0\", \"runs\": [{\"tool\": {\"driver\": {\"name\": \"chatfmt\"}}, "
                      "\"results\": [");
    else if (c->json)
        write_text(w, "{\"findings\": [");
    lint_facts(c);
    if (c->sarif) write_text(w, "]}]}\n");
    else if (c->json) write_text(w, "]}\n");
    else if (!c->findings) write_text(w, "nothing found\n");
}

/* ---- Both ---- */

static bool inspect_do(inspect_command *c)
{
    chatfmt_error error;
    chatfmt_model *model;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_slice name = {c->name, c->name ? strlen(c->name) : 0};
    options.flags = c->model_flags;
    if (chatfmt_model_open(c->path, &options, &model, &error)) {
        show_error(NULL, &error);
        return false;
    }
    bool ok = probes_run(model, name, &c->facts, &error);
    if (!ok) show_error(c->path, &error);
    writer_open(&c->out, STDOUT_FILENO);
    if (ok && c->lint) {
        lint_write(c);
    } else if (ok) {
        inspect_model(c, model);
        inspect_facts(c);
        if (c->json) write_text(&c->out, "}\n");
    }
    chatfmt_model_free(model);
    return writer_close(&c->out) && ok;
}

static int inspect_command_run(const option_table *table, bool lint, int argc, char **argv)
{
    inspect_command c = {.lint = lint};
    switch (options_read(table, argc, argv, &c)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    if (!c.path) {
        fprintf(stderr, "chatfmt: which model?\nusage: %s\n", table->usage);
        return EXIT_USAGE;
    }
    return inspect_do(&c) && !c.warnings ? EXIT_DONE : EXIT_FAILED;
}

int command_inspect(int argc, char **argv)
{
    return inspect_command_run(&inspect_table, false, argc, argv);
}

int command_lint(int argc, char **argv)
{
    return inspect_command_run(&lint_table, true, argc, argv);
}
