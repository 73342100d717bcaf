/* analysis/lint_reply.c - rules over replies: messages that do not come back (lint --replies). */
#include "analysis/lint.h"

void lint_no_reader(lint_run *run, const cft_lint_rule *rule)
{
    if (run->replies && !run->replies->reader)
        run->found(run, rule, 0, 0, run->replies->refused.text);
}

static void lint_outcomes(lint_run *run, const cft_lint_rule *rule,
                          chatfmt_round_trip_outcome outcome)
{
    for (size_t i = 0; run->replies && i < run->replies->count; i++)
        if (run->replies->checks[i].outcome == outcome)
            run->found(run, rule, 0, 0, run->replies->checks[i].text);
}

void lint_reply_differs(lint_run *run, const cft_lint_rule *rule)
{
    lint_outcomes(run, rule, CHATFMT_ROUND_TRIP_DIFFERENT);
}

void lint_reply_lossy(lint_run *run, const cft_lint_rule *rule)
{
    lint_outcomes(run, rule, CHATFMT_ROUND_TRIP_LOSSY);
}
