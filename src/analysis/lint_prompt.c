/* analysis/lint_prompt.c - rules over prompts: what probes have shown. */
#include "analysis/lint.h"

static void lint_probe(lint_run *run, const cft_lint_rule *rule, bool found, const char *evidence)
{
    if (found) run->found(run, rule, 0, 0, evidence);
}

/* A probe that failed tells where. */
static void lint_refusal(lint_run *run, const cft_lint_rule *rule, const cft_probe_result *result)
{
    if (!result->works) run->found(run, rule, result->line, result->column, result->text);
}

void lint_plain_refused(lint_run *run, const cft_lint_rule *rule)
{
    if (run->probes) lint_refusal(run, rule, &run->probes->plain);
}

void lint_turn_not_closed(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f) lint_probe(run, rule, f->plain.works && !f->closes, f->plain.text);
}

void lint_no_generation_prompt(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f) lint_probe(run, rule, f->plain.works && !f->generation_prompt, "");
}

void lint_trailing_blank(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    size_t length = f ? strlen(f->opening) : 0;
    if (length) lint_probe(run, rule, f->opening[length - 1] == ' ', f->opening);
}

void lint_not_prefix_stable(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    chatfmt_error evidence;
    if (!f || !f->plain.works || f->prefix_stable) return;
    if (f->differs_in == CFT_PROBE_NO_MESSAGE)
        (void)cft_fail(&evidence, CHATFMT_VALUE, "first differing byte: %zu", f->differs_at);
    else
        (void)cft_fail(&evidence, CHATFMT_VALUE, "first differing byte: %zu, in messages[%zu]",
                       f->differs_at, f->differs_in);
    run->found(run, rule, 0, 0, evidence.text);
}

void lint_double_bos(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f) lint_probe(run, rule, f->double_bos, f->plain.text);
}

void lint_system_lost(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f) lint_probe(run, rule, f->system.works && !f->system_shown, f->system.text);
}

void lint_system_refused(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f && f->plain.works) lint_refusal(run, rule, &f->system);
}

void lint_roles_refused(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (!f || !f->plain.works) return;
    lint_refusal(run, rule, f->twice_user.works ? &f->first_assistant : &f->twice_user);
}

void lint_tools_lost(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f) lint_probe(run, rule, f->tools.works && !f->tools_shown, "");
}

static bool lint_takes_object(const cft_capability_facts *f)
{
    return f->call_object.works && f->call_object_shown && !f->call_object_repr;
}

static bool lint_takes_text(const cft_capability_facts *f)
{
    return f->call_text.works && f->call_text_shown && !f->call_text_escaped;
}

static void lint_arguments(lint_run *run, const cft_lint_rule *rule, bool found,
                           const cft_probe_result *result)
{
    if (found)
        run->found(run, rule, result->works ? 0 : result->line,
                   result->works ? 0 : result->column, result->text);
}

void lint_arguments_text(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f)
        lint_arguments(run, rule, lint_takes_object(f) && !lint_takes_text(f), &f->call_text);
}

void lint_arguments_object(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f)
        lint_arguments(run, rule, lint_takes_text(f) && !lint_takes_object(f), &f->call_object);
}

void lint_null_content(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f)
        lint_arguments(run, rule, f->null_shown || (f->plain.works && !f->null_content.works),
                       &f->null_content);
}

void lint_no_tags(lint_run *run, const cft_lint_rule *rule)
{
    bool there = false;
    for (size_t i = 0; i < run->fact_count; i++)
        there = there || run->facts[i].kind == CHATFMT_FACT_GENERATION;
    if (run->probes) lint_probe(run, rule, !there, "");
}

void lint_tags_broken(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (!f || !f->has_tags) return;
    lint_probe(run, rule, f->tags_miss, "the assistant's content is outside");
    lint_probe(run, rule, f->tags_leak, "the user's content is inside");
}

void lint_stop_outside_tags(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (f)
        lint_probe(run, rule, f->has_tags && f->closes && !f->tags_miss && !f->stop_in_tags,
                   f->stop);
}
