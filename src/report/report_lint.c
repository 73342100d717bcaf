/* report/report_lint.c - findings and rules of lint, for people. */
#include "report/reports.h"

static void finding_place(cft_json_out *out, const char *path, const chatfmt_finding *f)
{
    cft_out_visible(out, path, strlen(path), true);
    if (f->line) {
        cft_out_text(out, ":");
        cft_out_number(out, f->line);
        cft_out_text(out, ":");
        cft_out_number(out, f->column);
    }
    cft_out_text(out, ": ");
}

static void finding_rule(cft_json_out *out, const chatfmt_lint_rule *rule, bool coloured)
{
    if (coloured) cft_out_text(out, rule->level == CHATFMT_LINT_NOTE ? "\x1b[36m" : "\x1b[35m");
    cft_out_text(out, chatfmt_lint_level_name(rule->level));
    cft_out_text(out, " ");
    cft_out_text(out, rule->id);
    cft_out_text(out, coloured ? "\x1b[0m: " : ": ");
    cft_out_text(out, rule->reason);
}

/* Text of the template in quotes, and what explains it. */
static void finding_evidence(cft_json_out *out, const chatfmt_finding *f)
{
    size_t length = strlen(f->evidence);
    if (!length) return;
    cft_out_text(out, "\n    evidence: ");
    cft_out_exact(out, f->evidence, f->quoted);
    cft_out_visible(out, f->evidence + f->quoted, length - f->quoted, true);
}

/* The finding is that the template does not compile. */
static bool finding_is_of(const chatfmt_finding *f, const chatfmt_error *refused)
{
    return refused && f->quoted && f->quoted == strlen(refused->text) &&
           !memcmp(refused->text, f->evidence, f->quoted);
}

static void finding_text(cft_json_out *out, const chatfmt_finding *f,
                         const chatfmt_error *refused, bool coloured)
{
    finding_rule(out, f->rule, coloured);
    finding_evidence(out, f);
    cft_out_text(out, "\n");
    if (finding_is_of(f, refused)) {
        cft_out_path(out, refused);
        cft_out_excerpt(out, refused);
    }
    cft_out_text(out, "    remedy: ");
    cft_out_text(out, f->rule->remedy);
    cft_out_text(out, "\n");
}

chatfmt_status chatfmt_report_findings(const chatfmt_analysis *analysis, const char *path,
                                       uint32_t flags, char **text, size_t *length,
                                       chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, !analysis ? "analysis" : !path ? "path" : NULL, text, error));
    CFT_TRY(cft_api_flags(flags, CFT_REPORT_FLAGS, "flags", error));
    const chatfmt_error *refused = chatfmt_analysis_refused(analysis);
    size_t count = chatfmt_analysis_finding_count(analysis);
    for (size_t i = 0; i < count; i++) {
        const chatfmt_finding *f = chatfmt_analysis_finding(analysis, i);
        finding_place(&out, path, f);
        finding_text(&out, f, refused, (flags & CHATFMT_REPORT_COLOURS) != 0);
    }
    if (!count) cft_out_text(&out, "nothing found\n");
    return cft_result_give(&out, text, length, error);
}

chatfmt_status chatfmt_report_rules(char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    for (size_t i = 0; i < chatfmt_lint_rule_count(); i++) {
        const chatfmt_lint_rule *rule = chatfmt_lint_rule_at(i);
        cft_out_column(&out, rule->id, 22);
        cft_out_text(&out, " ");
        cft_out_column(&out, chatfmt_lint_level_name(rule->level), 8);
        cft_out_text(&out, " ");
        cft_out_text(&out, rule->reason);
        if (rule->flags & CHATFMT_ANALYSIS_REPLIES) cft_out_text(&out, " (with replies)");
        cft_out_text(&out, "\n");
    }
    return cft_result_give(&out, text, length, error);
}
