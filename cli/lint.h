/* cli/lint.h - rules over templates: each is a row with a function that finds what it forbids. */
#ifndef CLI_LINT_H
#define CLI_LINT_H

#include "probes.h"
#include "reply_checks.h"

#include "chatfmt/source.h"

typedef enum lint_level { LINT_NOTE, LINT_WARNING, LINT_ERROR } lint_level;

typedef struct lint_run lint_run;
typedef struct lint_rule lint_rule;

struct lint_rule {
    const char *id;
    lint_level level;
    const char *reason, *remedy;
    void (*check)(lint_run *run, const lint_rule *rule);
};

/* What rules look at. */
struct lint_run {
    chatfmt_slice source;         /* normalised: what offsets of facts mean                     */
    const chatfmt_fact *facts;    /* of its survey */
    size_t fact_count;
    const probe_facts *probes;    /* NULL when it does not compile */
    const chatfmt_error *refused; /* then this is why */
    const reply_checks *replies;  /* NULL unless they were asked for */
    /* Takes a finding; `line` 0: it has no place. */
    void (*found)(lint_run *run, const lint_rule *rule, uint32_t line, uint32_t column,
                  const char *evidence);
};

/* All rules, in the order of the report. */
extern const lint_rule lint_rules[];
extern const size_t lint_rule_count;

const char *lint_level_name(lint_level level);

/* Rules over the source (lint_source.c). */
void lint_does_not_compile(lint_run *run, const lint_rule *rule);
void lint_unknown_name(lint_run *run, const lint_rule *rule);
void lint_loader(lint_run *run, const lint_rule *rule);
void lint_mutator(lint_run *run, const lint_rule *rule);
void lint_hidden_attribute(lint_run *run, const lint_rule *rule);
void lint_clock(lint_run *run, const lint_rule *rule);
void lint_random(lint_run *run, const lint_rule *rule);
void lint_content_trigger(lint_run *run, const lint_rule *rule);
void lint_content_marker(lint_run *run, const lint_rule *rule);
void lint_hidden_text(lint_run *run, const lint_rule *rule);
void lint_instructions(lint_run *run, const lint_rule *rule);
void lint_address(lint_run *run, const lint_rule *rule);
void lint_invisible(lint_run *run, const lint_rule *rule);
void lint_stray_blanks(lint_run *run, const lint_rule *rule);
void lint_tags_captured(lint_run *run, const lint_rule *rule);

/* Rules over prompts (lint_prompt.c). */
void lint_plain_refused(lint_run *run, const lint_rule *rule);
void lint_turn_not_closed(lint_run *run, const lint_rule *rule);
void lint_no_generation_prompt(lint_run *run, const lint_rule *rule);
void lint_trailing_blank(lint_run *run, const lint_rule *rule);
void lint_not_prefix_stable(lint_run *run, const lint_rule *rule);
void lint_double_bos(lint_run *run, const lint_rule *rule);
void lint_system_lost(lint_run *run, const lint_rule *rule);
void lint_system_refused(lint_run *run, const lint_rule *rule);
void lint_roles_refused(lint_run *run, const lint_rule *rule);
void lint_tools_lost(lint_run *run, const lint_rule *rule);
void lint_arguments_text(lint_run *run, const lint_rule *rule);
void lint_arguments_object(lint_run *run, const lint_rule *rule);
void lint_null_content(lint_run *run, const lint_rule *rule);
void lint_no_tags(lint_run *run, const lint_rule *rule);
void lint_tags_broken(lint_run *run, const lint_rule *rule);
void lint_stop_outside_tags(lint_run *run, const lint_rule *rule);

/* Rules over replies (lint_reply.c), with --replies alone. */
void lint_no_reader(lint_run *run, const lint_rule *rule);
void lint_reply_differs(lint_run *run, const lint_rule *rule);
void lint_reply_lossy(lint_run *run, const lint_rule *rule);

#endif
