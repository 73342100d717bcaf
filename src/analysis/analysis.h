/* analysis/analysis.h - one template with all that was found out about it (chatfmt/analysis.h). */
#ifndef CFT_ANALYSIS_H
#define CFT_ANALYSIS_H

#include "analysis/continuity.h"
#include "analysis/lint.h"
#include "analysis/survey.h"
#include "base/json_out.h"

struct chatfmt_analysis {
    chatfmt_allocator allocator;
    cft_arena arena;
    const chatfmt_model *model;
    chatfmt_model_template chosen;
    chatfmt_template *compiled; /* NULL when it does not compile: */
    chatfmt_error refused;      /* then this is why               */
    cft_slice source;           /* normalised when it compiles    */
    char hash[65];              /* SHA-256 of it as it was given  */
    cft_survey survey;
    bool *first;                /* of each fact: nothing before it says the same */
    cft_capability_facts probes;
    chatfmt_capability capabilities[CFT_CAPABILITIES];
    bool wants_reader, wants_replies;
    cft_reply_checks replies;
    cft_slice ignored;
    chatfmt_finding *findings;
    size_t finding_count, finding_capacity;
    cft_slice *controls;        /* texts that look like control tokens, each once */
    size_t control_count;
    chatfmt_continuity continuity[CFT_HISTORIES];
    cft_json_out findings_json, continuity_json, json;
};

/* Options are whole and checked, `limits` complete. */
chatfmt_status cft_analysis_new(const chatfmt_model *model,
                                const chatfmt_analysis_options *options,
                                const chatfmt_limits *limits, chatfmt_analysis **out,
                                chatfmt_error *error);
void cft_analysis_free(chatfmt_analysis *analysis);
/* `id` is one of the comma-separated names in `list`. */
bool cft_analysis_listed(cft_slice list, const char *id);
const char *cft_lint_level_name(chatfmt_lint_level level);

/* analysis_json.c: fill `controls`, `findings_json` and `json`. */
chatfmt_status cft_analysis_controls(chatfmt_analysis *analysis);
chatfmt_status cft_analysis_write(chatfmt_analysis *analysis);

/* NOT_FOUND unless every name in a comma-separated list is a rule's. */
chatfmt_status cft_analysis_check_ignored(cft_slice list, chatfmt_error *error);

#endif
