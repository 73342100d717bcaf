/* analysis/lint_prompt.c - rules over prompts: what probes have shown. */
#include "analysis/lint.h"

#include "value/text.h"

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
    if (run->probes && !run->probes->plain_tools) lint_refusal(run, rule, &run->probes->plain);
}

/* No prompt of these messages has the word. */
static bool lint_lacks(const cft_capability_facts *f, cft_slice word)
{
    return cft_text_find(f->alone, word, 0) == SIZE_MAX;
}

void lint_content_lost(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    if (!f || !f->plain.works || f->parts_shown) return; /* some show parts alone */
    bool user = lint_lacks(f, CFT_LIT("uq7x")), answer = lint_lacks(f, CFT_LIT("aq7x"));
    const char *who = user && answer ? "user, assistant" : user ? "user" : "assistant";
    lint_probe(run, rule, user || answer, who);
}

void lint_turn_not_closed(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    bool shown = f && !lint_lacks(f, CFT_LIT("aq7x"));
    if (f) lint_probe(run, rule, f->plain.works && shown && !f->closes, f->plain.text);
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

static bool lint_all_blank(cft_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!memchr(" \t\r\n", text.data[i], 4)) return false;
    return true;
}

/* White space that the history alone has is no finding: some models write it themselves. */
void lint_opening_differs(lint_run *run, const cft_lint_rule *rule)
{
    const cft_capability_facts *f = run->probes;
    size_t answer = f ? cft_text_find(f->answered, CFT_LIT("aq7x"), 0) : SIZE_MAX, same = 0;
    if (answer == SIZE_MAX || !f->generation_prompt) return;
    while (same < answer && same < f->opened.length &&
           f->opened.data[same] == f->answered.data[same])
        same++;
    cft_slice opening = cft_slice_of(f->opened.data + same, f->opened.length - same);
    cft_slice header = cft_slice_of(f->answered.data + same, answer - same);
    lint_probe(run, rule, opening.length && lint_all_blank(opening) && lint_all_blank(header),
               f->opening);
}

/* The histories with one of two verdicts: the first of them, and how many. */
static void lint_histories(lint_run *run, const cft_lint_rule *rule, chatfmt_continuity_verdict one,
                           chatfmt_continuity_verdict other)
{
    const chatfmt_continuity *first = NULL;
    size_t count = 0;
    chatfmt_error evidence;
    for (size_t i = 0; run->continuity && i < CFT_HISTORIES; i++) {
        const chatfmt_continuity *row = &run->continuity[i];
        if (row->verdict != one && row->verdict != other) continue;
        if (!first) first = row;
        count++;
    }
    if (!first) return;
    (void)cft_fail(&evidence, CHATFMT_VALUE,
                   "%zu of %d histories, first \"%s\": first differing byte: %zu%s%.*s",
                   count, (int)CFT_HISTORIES, first->history, first->at,
                   first->cause.length ? ", by " : "",
                   (int)(first->cause.length < 120 ? first->cause.length : 120),
                   first->cause.length ? first->cause.data : "");
    run->found(run, rule, first->line, first->column, evidence.text);
}

void lint_not_prefix_stable(lint_run *run, const cft_lint_rule *rule)
{
    lint_histories(run, rule, CHATFMT_CONTINUITY_REWRITTEN, CHATFMT_CONTINUITY_REWRITTEN);
}

void lint_closing_changes(lint_run *run, const cft_lint_rule *rule)
{
    lint_histories(run, rule, CHATFMT_CONTINUITY_CLOSING, CHATFMT_CONTINUITY_AFTER_STOP);
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
