/* api/api_analysis.c - chatfmt/analysis.h: templates analysed. */
#include "analysis/analysis.h"
#include "api/api_check.h"

size_t chatfmt_lint_rule_count(void) { return cft_lint_rule_count; }

const chatfmt_lint_rule *chatfmt_lint_rule_at(size_t index)
{
    return index < cft_lint_rule_count ? &cft_lint_rules[index].shown : NULL;
}

const char *chatfmt_lint_level_name(chatfmt_lint_level level) { return cft_lint_level_name(level); }

chatfmt_status chatfmt_analysis_new(const chatfmt_model *model,
                                    const chatfmt_analysis_options *options,
                                    chatfmt_analysis **out, chatfmt_error *error)
{
    const uint32_t known = CHATFMT_ANALYSIS_READER | CHATFMT_ANALYSIS_REPLIES;
    chatfmt_analysis_options own;
    chatfmt_limits limits;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!model || !out)
        return cft_fail_null(error, !model ? "model" : "out");
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_analysis_options", error));
    CFT_TRY(cft_api_flags(own.flags, known, "chatfmt_analysis_options.flags", error));
    CFT_TRY(cft_api_at_most(own.reserved, 0, "chatfmt_analysis_options.reserved", error));
    CFT_TRY(cft_api_text(own.chat_template.data, own.chat_template.length, "chat_template", error));
    CFT_TRY(cft_api_text(own.ignored.data, own.ignored.length, "ignored", error));
    CFT_TRY(cft_analysis_check_ignored(own.ignored, error));
    CFT_TRY(cft_api_limits(own.limits, &cft_default_limits, &limits, error));
    return cft_analysis_new(model, &own, &limits, out, error);
}

void chatfmt_analysis_free(chatfmt_analysis *analysis) { cft_analysis_free(analysis); }

chatfmt_model_template chatfmt_analysis_template(const chatfmt_analysis *analysis)
{
    return analysis ? analysis->chosen
                    : (chatfmt_model_template){{"", 0}, {"", 0}, {"", 0}};
}

chatfmt_slice chatfmt_analysis_source(const chatfmt_analysis *analysis)
{
    return analysis ? analysis->source : CFT_LIT("");
}

const char *chatfmt_analysis_hash(const chatfmt_analysis *analysis)
{
    return analysis ? analysis->hash : "";
}

const chatfmt_error *chatfmt_analysis_refused(const chatfmt_analysis *analysis)
{
    return analysis && !analysis->compiled ? &analysis->refused : NULL;
}

const chatfmt_fact *chatfmt_analysis_facts(const chatfmt_analysis *analysis, size_t *count)
{
    if (count) *count = analysis ? analysis->survey.count : 0;
    return analysis ? analysis->survey.facts : NULL;
}

int chatfmt_analysis_is_first(const chatfmt_analysis *analysis, size_t index)
{
    return analysis && index < analysis->survey.count && analysis->first[index];
}

const chatfmt_slice *chatfmt_analysis_control_texts(const chatfmt_analysis *analysis,
                                                    size_t *count)
{
    if (count) *count = analysis ? analysis->control_count : 0;
    return analysis ? analysis->controls : NULL;
}

const chatfmt_reader *chatfmt_analysis_reader(const chatfmt_analysis *analysis,
                                              const chatfmt_error **refused)
{
    bool wanted = analysis && (analysis->wants_reader || analysis->wants_replies);
    const chatfmt_reader *reader = wanted ? analysis->replies.reader : NULL;
    if (refused) *refused = wanted && !reader ? &analysis->replies.refused : NULL;
    return reader;
}

size_t chatfmt_analysis_capability_count(const chatfmt_analysis *analysis)
{
    return analysis && analysis->compiled ? CFT_CAPABILITIES : 0;
}

const chatfmt_capability *chatfmt_analysis_capability(const chatfmt_analysis *analysis,
                                                      size_t index)
{
    return index < chatfmt_analysis_capability_count(analysis) ? &analysis->capabilities[index]
                                                               : NULL;
}

int chatfmt_analysis_can(const chatfmt_analysis *analysis, const char *name)
{
    if (!analysis || !analysis->compiled || !name) return -1;
    for (size_t i = 0; i < CFT_CAPABILITIES; i++)
        if (!strcmp(analysis->capabilities[i].name, name)) return analysis->capabilities[i].value;
    return -1;
}

size_t chatfmt_analysis_continuity_count(const chatfmt_analysis *analysis)
{
    return analysis && analysis->compiled ? CFT_HISTORIES : 0;
}

const chatfmt_continuity *chatfmt_analysis_continuity(const chatfmt_analysis *analysis,
                                                      size_t index)
{
    return index < chatfmt_analysis_continuity_count(analysis) ? &analysis->continuity[index]
                                                               : NULL;
}

const char *chatfmt_continuity_verdict_name(chatfmt_continuity_verdict verdict)
{
    return cft_continuity_verdict_name(verdict);
}

chatfmt_slice chatfmt_analysis_continuity_json(const chatfmt_analysis *analysis)
{
    return analysis ? cft_slice_of(analysis->continuity_json.text.data,
                                   analysis->continuity_json.text.length)
                    : CFT_LIT("");
}

size_t chatfmt_analysis_finding_count(const chatfmt_analysis *analysis)
{
    return analysis ? analysis->finding_count : 0;
}

const chatfmt_finding *chatfmt_analysis_finding(const chatfmt_analysis *analysis, size_t index)
{
    return analysis && index < analysis->finding_count ? &analysis->findings[index] : NULL;
}

chatfmt_slice chatfmt_analysis_findings_json(const chatfmt_analysis *analysis)
{
    return analysis ? cft_slice_of(analysis->findings_json.text.data,
                                   analysis->findings_json.text.length)
                    : CFT_LIT("");
}

chatfmt_slice chatfmt_analysis_json(const chatfmt_analysis *analysis)
{
    return analysis && analysis->compiled
               ? cft_slice_of(analysis->json.text.data, analysis->json.text.length)
               : CFT_LIT("");
}
