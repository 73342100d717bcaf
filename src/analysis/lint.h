/* analysis/lint.h - rules over templates: each is a row of lint_rules.def with a function that
 * finds what it forbids.
 */
#ifndef CFT_LINT_H
#define CFT_LINT_H

#include "analysis/capabilities.h"
#include "analysis/continuity.h"
#include "analysis/reply_checks.h"
#include "chatfmt/analysis.h"

typedef struct lint_run lint_run;
typedef struct cft_lint_rule cft_lint_rule;

struct cft_lint_rule {
    chatfmt_lint_rule shown;
    void (*check)(lint_run *run, const cft_lint_rule *rule);
};

/* What rules look at. */
struct lint_run {
    cft_slice source;               /* normalised: what offsets of facts mean         */
    const chatfmt_fact *facts;      /* of its survey                                  */
    size_t fact_count;
    const cft_capability_facts *probes; /* NULL when it does not compile                  */
    const chatfmt_continuity *continuity; /* of the histories; NULL likewise              */
    const chatfmt_error *refused;   /* then this is why                               */
    const cft_reply_checks *replies; /* NULL unless they were asked for                */
    /* How much of the evidence of the next finding is text of the template; SIZE_MAX: all. */
    size_t quoted;
    /* Takes a finding; `line` 0: it has no place. The evidence is copied. */
    void (*found)(lint_run *run, const cft_lint_rule *rule, uint32_t line, uint32_t column,
                  const char *evidence);
};

/* All rules, in the order of the report. */
extern const cft_lint_rule cft_lint_rules[];
extern const size_t cft_lint_rule_count;

#define LINT_RULE(id, level, function, reason, remedy)                                          \
    void lint_##function(lint_run *run, const cft_lint_rule *rule);
#include "analysis/lint_rules.def"
#undef LINT_RULE

#endif
