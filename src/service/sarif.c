/* service/sarif.c - findings as SARIF. Source: OASIS, Static Analysis Results Interchange
 * Format 2.1.0. */
#include "service/service.h"

#include "dataset/results.h"

/* What the results are of. */
typedef struct sarif_run {
    cft_json_out out;
    const chatfmt_model *model;
    const chatfmt_analysis *analysis;
    const char *path;
} sarif_run;

static void sarif_text(cft_json_out *out, const char *name, const char *text)
{
    cft_out_name(out, name);
    cft_out_exact(out, text, strlen(text));
}

static void sarif_number(cft_json_out *out, const char *name, uint64_t number)
{
    cft_out_name(out, name);
    cft_out_number(out, number);
}

/* A relative reference as RFC 3986 has it. */
static void sarif_uri(cft_json_out *out, cft_slice path)
{
    static const char digits[] = "0123456789ABCDEF";
    cft_out_text(out, "\"");
    for (size_t i = 0; i < path.length; i++) {
        unsigned char c = (unsigned char)path.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c && strchr("-._~/", c));
        const char escaped[3] = {'%', digits[c >> 4], digits[c & 15]};
        cft_out_bytes(out, plain ? path.data + i : escaped, plain ? 1 : 3);
    }
    cft_out_text(out, "\"");
}

/* Where a line begins; lines end as in places of errors (base/report.c). */
static size_t sarif_line(cft_slice source, uint32_t line)
{
    size_t at = 0;
    for (; line > 1 && at < source.length; at++) {
        bool more = at + 1 < source.length && source.data[at + 1] == '\n';
        line -= source.data[at] == '\n' || (source.data[at] == '\r' && !more);
    }
    return at;
}

/* SARIF counts columns in code points, here. */
static uint64_t sarif_column(cft_slice source, uint32_t line, uint32_t column)
{
    size_t at = sarif_line(source, line), characters = 1;
    for (size_t i = at; i < source.length && i + 1 < at + column; i++)
        characters += ((unsigned char)source.data[i] & 0xC0) != 0x80;
    return characters;
}

static void sarif_location(sarif_run *run, const chatfmt_finding *f)
{
    cft_json_out *out = &run->out;
    chatfmt_model_template of = chatfmt_analysis_template(run->analysis);
    cft_out_text(out, "\"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    sarif_uri(out, of.place.length ? of.place : cft_slice_of(run->path, strlen(run->path)));
    cft_out_text(out, "}");
    /* Lines are those of a file only where the template is the file. */
    size_t shown = chatfmt_model_template_shown(run->model, of.name).length;
    if (f->line && shown && shown == of.place.length) {
        cft_slice source = chatfmt_analysis_source(run->analysis);
        cft_out_text(out, ", \"region\": {");
        sarif_number(out, "startLine", f->line);
        cft_out_text(out, ", ");
        sarif_number(out, "startColumn", sarif_column(source, f->line, f->column));
        cft_out_text(out, "}");
    }
    cft_out_text(out, "}}]}");
}

static void sarif_message(cft_json_out *out, const chatfmt_finding *f)
{
    cft_json_out text;
    cft_out_begin(&text, &out->text.allocator);
    cft_out_text(&text, f->rule->reason);
    cft_out_text(&text, *f->evidence ? ": " : "");
    cft_out_text(&text, f->evidence);
    cft_out_text(&text, ". Remedy: ");
    cft_out_text(&text, f->rule->remedy);
    cft_out_text(&text, ".");
    cft_out_text(out, "\"message\": {");
    cft_out_name(out, "text");
    cft_out_exact(out, text.text.data, text.text.length);
    cft_out_text(out, "}, ");
    if (text.status) out->status = text.status;
    cft_out_free(&text);
}

static void sarif_result(sarif_run *run, const chatfmt_finding *f, bool is_first)
{
    cft_json_out *out = &run->out;
    cft_out_text(out, is_first ? "\n  {" : ",\n  {");
    sarif_text(out, "ruleId", f->rule->id);
    cft_out_text(out, ", ");
    sarif_number(out, "ruleIndex", f->rule_index);
    cft_out_text(out, ", ");
    sarif_text(out, "level", chatfmt_lint_level_name(f->rule->level));
    cft_out_text(out, ", ");
    sarif_message(out, f);
    sarif_location(run, f);
}

static void sarif_rules(cft_json_out *out)
{
    cft_out_text(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", "
                      "\"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {"
                      "\"name\": \"chatfmt\", ");
    sarif_text(out, "version", chatfmt_version());
    cft_out_text(out, ", \"rules\": [");
    for (size_t i = 0; i < chatfmt_lint_rule_count(); i++) {
        const chatfmt_lint_rule *rule = chatfmt_lint_rule_at(i);
        cft_out_text(out, i ? ",\n  {" : "\n  {");
        sarif_text(out, "id", rule->id);
        cft_out_text(out, ", \"shortDescription\": {");
        sarif_text(out, "text", rule->reason);
        cft_out_text(out, "}, \"help\": {");
        sarif_text(out, "text", rule->remedy);
        cft_out_text(out, "}, \"defaultConfiguration\": {");
        sarif_text(out, "level", chatfmt_lint_level_name(rule->level));
        cft_out_text(out, "}}");
    }
    cft_out_text(out, "]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [");
}

chatfmt_status chatfmt_analysis_sarif(const chatfmt_model *model, const chatfmt_analysis *analysis,
                                      const char *path, char **json, size_t *length,
                                      chatfmt_error *error)
{
    sarif_run run = {.model = model, .analysis = analysis, .path = path};
    const char *missing = !model ? "model" : !analysis ? "analysis" : !path ? "path" : NULL;
    CFT_TRY(cft_result_begin(&run.out, missing, json, error));
    sarif_rules(&run.out);
    for (size_t i = 0; i < chatfmt_analysis_finding_count(analysis); i++)
        sarif_result(&run, chatfmt_analysis_finding(analysis, i), i == 0);
    cft_out_text(&run.out, "]}]}");
    return cft_result_give(&run.out, json, length, error);
}
