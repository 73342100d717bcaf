/* analysis/analysis.c - a template's survey, its probes, and the rules over both. */
#include "analysis/analysis.h"

#include "base/sha256.h"
#include "base/suggest.h"
#include "builtins/builtins.h"

/* ---- Facts that say the same ---- */

/* Names of filters and the like count alone, whatever they are called on. */
static bool analysis_is_name(const chatfmt_fact *fact)
{
    return fact->kind >= CHATFMT_FACT_FILTER && fact->kind <= CHATFMT_FACT_METHOD;
}

static bool analysis_same_fact(const chatfmt_fact *a, const chatfmt_fact *b)
{
    return a->kind == b->kind && cft_slice_equal(a->name, b->name) &&
           (analysis_is_name(a) ||
            (cft_slice_equal(a->text, b->text) && cft_slice_equal(a->with, b->with)));
}

static size_t analysis_hash_text(size_t hash, cft_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 16777619u;
    return hash * 31 + 1;
}

static size_t analysis_hash(const chatfmt_fact *fact)
{
    size_t hash = analysis_hash_text(2166136261u + fact->kind, fact->name);
    if (analysis_is_name(fact)) return hash;
    return analysis_hash_text(analysis_hash_text(hash, fact->text), fact->with);
}

static chatfmt_status analysis_find_first(chatfmt_analysis *a)
{
    const chatfmt_fact *facts = a->survey.facts;
    size_t count = a->survey.count, capacity = 64;
    while (capacity < 2 * count) capacity *= 2;
    chatfmt_allocator memory = a->allocator;
    size_t *table = cft_allocate(&memory, capacity * sizeof *table);
    a->first = cft_arena_take_zero(&a->arena, count + 1);
    if (table) memset(table, 0, capacity * sizeof *table);
    for (size_t i = 0; table && a->first && i < count; i++) {
        size_t at = analysis_hash(&facts[i]) & (capacity - 1);
        while (table[at] && !analysis_same_fact(&facts[table[at] - 1], &facts[i]))
            at = (at + 1) & (capacity - 1);
        a->first[i] = !table[at];
        if (!table[at]) table[at] = i + 1;
    }
    bool ok = table && a->first;
    cft_release(&memory, table, capacity * sizeof *table);
    return ok ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

/* ---- Findings ---- */

bool cft_analysis_listed(cft_slice list, const char *id)
{
    for (cft_slice one; cft_slice_next_name(&list, &one);)
        if (cft_slice_is(one, id)) return true;
    return false;
}

const char *cft_lint_level_name(chatfmt_lint_level level)
{
    static const char *const names[] = {"note", "warning", "error"};
    return (unsigned)level < 3 ? names[level] : "";
}

/* The run of the rules; the analysis is what they fill. */
typedef struct analysis_run {
    lint_run run; /* first: rules hand it back */
    chatfmt_analysis *analysis;
    bool no_memory;
} analysis_run;

static void analysis_found(lint_run *run, const cft_lint_rule *rule, uint32_t line,
                           uint32_t column, const char *evidence)
{
    analysis_run *own = (analysis_run *)run;
    chatfmt_analysis *a = own->analysis;
    if (a->finding_count == a->finding_capacity) {
        size_t had = a->finding_capacity, wanted = had ? had * 2 : 16;
        void *grown = cft_arena_grow(&a->arena, a->findings, had * sizeof *a->findings,
                                     wanted * sizeof *a->findings);
        own->no_memory |= !grown;
        if (!grown) return;
        a->findings = grown;
        a->finding_capacity = wanted;
    }
    char *copy = cft_arena_copy(&a->arena, evidence, strlen(evidence));
    own->no_memory |= !copy;
    if (!copy) return;
    a->findings[a->finding_count++] = (chatfmt_finding){
        &rule->shown, (size_t)(rule - cft_lint_rules), line, column, copy,
        run->quoted < strlen(copy) ? run->quoted : strlen(copy)};
    run->quoted = SIZE_MAX;
}

static chatfmt_status analysis_lint(chatfmt_analysis *a)
{
    bool compiles = a->compiled != NULL;
    analysis_run own = {.run = {.source = a->source,
                                .facts = a->survey.facts,
                                .fact_count = a->survey.count,
                                .probes = compiles ? &a->probes : NULL,
                                .continuity = compiles ? a->continuity : NULL,
                                .refused = compiles ? NULL : &a->refused,
                                .replies = compiles && a->wants_replies ? &a->replies : NULL,
                                .quoted = SIZE_MAX,
                                .found = analysis_found},
                        .analysis = a};
    for (size_t i = 0; i < cft_lint_rule_count; i++)
        if (!cft_analysis_listed(a->ignored, cft_lint_rules[i].shown.id))
            cft_lint_rules[i].check(&own.run, &cft_lint_rules[i]);
    return own.no_memory ? CHATFMT_NO_MEMORY : CHATFMT_OK;
}

/* ---- Making ---- */

static chatfmt_status analysis_choose(chatfmt_analysis *a, cft_slice wanted, chatfmt_error *error)
{
    const cft_model_template *row;
    const cft_model *model = &a->model->model;
    if (!wanted.data) CFT_TRY(cft_model_need_template(model, error));
    CFT_TRY(cft_model_choose(model, wanted, false, a->model->processor, &row, error));
    a->chosen = row ? (chatfmt_model_template){row->name, row->source, row->place}
                    : (chatfmt_model_template){{"", 0}, wanted, {"", 0}};
    a->source = a->chosen.source;
    cft_sha256_hex(a->source, a->hash);
    return CHATFMT_OK;
}

/* What the source shows. A template that does not compile has no facts, or only some. */
static chatfmt_status analysis_survey(chatfmt_analysis *a, const chatfmt_limits *limits)
{
    static const cft_syntax_options syntax = {.trim_blocks = true, .lstrip_blocks = true};
    chatfmt_error ignored;
    chatfmt_status status =
        cft_template_new(&a->allocator, a->source, &syntax, limits, &a->compiled, &a->refused);
    if (status == CHATFMT_NO_MEMORY) return status;
    status = cft_survey_make(&a->arena, a->source, &syntax, limits, &cft_builtins_default,
                             &a->survey, &ignored);
    if (status == CHATFMT_NO_MEMORY) return status;
    if (status) a->survey = (cft_survey){.source = a->source};
    if (a->compiled) a->source = cft_program_source(a->compiled->program);
    return analysis_find_first(a);
}

static chatfmt_status analysis_probe(chatfmt_analysis *a, cft_slice wanted,
                                     const chatfmt_limits *limits, chatfmt_error *error)
{
    if (!a->compiled) return CHATFMT_OK;
    /* Of several templates prompts with tools have another one than the one that is described. One
     * alone has no name. */
    cft_slice own = a->model->model.template_count > 1 && !wanted.length ? a->chosen.name : wanted;
    CFT_TRY(cft_capabilities_probe(a->model, own, a->source.length, limits, &a->arena,
                                   &a->probes, error));
    CFT_TRY(cft_continuity_find(a->model, own, a->source, limits, &a->arena, a->continuity,
                                error));
    cft_capabilities_list(&a->probes, a->continuity, a->capabilities);
    if (a->wants_replies) wanted = own;
    if (a->wants_reader || a->wants_replies)
        CFT_TRY(cft_reply_checks_open(&a->replies, a->model, wanted, limits, &a->allocator));
    if (a->wants_replies)
        CFT_TRY(cft_reply_checks_run(&a->replies, a->model, wanted, limits, &a->allocator, error));
    return CHATFMT_OK;
}

static chatfmt_status analysis_make(chatfmt_analysis *a, const chatfmt_analysis_options *options,
                                    const chatfmt_limits *limits, chatfmt_error *error)
{
    CFT_TRY(analysis_choose(a, options->chat_template, error));
    CFT_TRY(analysis_survey(a, limits));
    CFT_TRY(analysis_probe(a, options->chat_template, limits, error));
    a->ignored = options->ignored;
    CFT_TRY(analysis_lint(a));
    CFT_TRY(cft_analysis_controls(a));
    return cft_analysis_write(a);
}

chatfmt_status cft_analysis_new(const chatfmt_model *model,
                                const chatfmt_analysis_options *options,
                                const chatfmt_limits *limits, chatfmt_analysis **out,
                                chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(options->allocator);
    chatfmt_analysis *a = cft_allocate(&memory, sizeof *a);
    *out = NULL;
    if (!a) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(a, 0, sizeof *a);
    a->allocator = memory;
    a->model = model;
    a->wants_reader = (options->flags & CHATFMT_ANALYSIS_READER) != 0;
    a->wants_replies = (options->flags & CHATFMT_ANALYSIS_REPLIES) != 0;
    cft_arena_init(&a->arena, &memory);
    cft_out_begin(&a->findings_json, &memory);
    cft_out_begin(&a->continuity_json, &memory);
    cft_out_begin(&a->json, &memory);
    chatfmt_status status = analysis_make(a, options, limits, error);
    if (status) {
        cft_analysis_free(a);
        return cft_error_explain(status, error);
    }
    *out = a;
    return CHATFMT_OK;
}

void cft_analysis_free(chatfmt_analysis *analysis)
{
    if (!analysis) return;
    chatfmt_allocator memory = analysis->allocator;
    cft_out_free(&analysis->json);
    cft_out_free(&analysis->continuity_json);
    cft_out_free(&analysis->findings_json);
    cft_reply_checks_close(&analysis->replies);
    cft_template_free(analysis->compiled);
    cft_arena_free(&analysis->arena);
    cft_release(&memory, analysis, sizeof *analysis);
}

static const cft_slice analysis_rule_ids[] = {
#define LINT_RULE(id, level, function, reason, remedy) {id, sizeof id - 1},
#include "analysis/lint_rules.def"
#undef LINT_RULE
};
enum { ANALYSIS_RULES = sizeof analysis_rule_ids / sizeof *analysis_rule_ids };

static chatfmt_status analysis_no_rule(cft_slice name, chatfmt_error *error)
{
    size_t near = cft_suggest(name, analysis_rule_ids, ANALYSIS_RULES);
    if (near == ANALYSIS_RULES)
        return cft_fail(error, CHATFMT_NOT_FOUND, "there is no rule '%.*s'", cft_shown(name),
                        name.data);
    return cft_fail(error, CHATFMT_NOT_FOUND, "there is no rule '%.*s'; did you mean '%s'?",
                    cft_shown(name), name.data, analysis_rule_ids[near].data);
}

/* Every name in a comma-separated list is a rule's. */
chatfmt_status cft_analysis_check_ignored(cft_slice list, chatfmt_error *error)
{
    for (cft_slice one; cft_slice_next_name(&list, &one);) {
        bool known = false;
        for (size_t i = 0; i < ANALYSIS_RULES && !known; i++)
            known = cft_slice_equal(one, analysis_rule_ids[i]);
        if (!known) return analysis_no_rule(one, error);
    }
    return CHATFMT_OK;
}
