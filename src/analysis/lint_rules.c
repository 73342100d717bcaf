/* analysis/lint_rules.c - the table of rules. */
#include "analysis/lint.h"

#define LINT_RULE(id, level, function, reason, remedy)                                          \
    {{id, CHATFMT_LINT_##level, reason, remedy, 0}, lint_##function},
#define LINT_REPLY_RULE(id, level, function, reason, remedy)                                    \
    {{id, CHATFMT_LINT_##level, reason, remedy, CHATFMT_ANALYSIS_REPLIES}, lint_##function},
const cft_lint_rule cft_lint_rules[] = {
#include "analysis/lint_rules.def"
};
#undef LINT_RULE

const size_t cft_lint_rule_count = sizeof cft_lint_rules / sizeof *cft_lint_rules;
