/* analysis/analysis_json.c - what is known about a template, as JSON. */
#include "analysis/analysis.h"

/* ---- Control texts: what looks like a token with a meaning ---- */

/* The length of <…> or [UPPER] at `at`, 0 when there is none. */
static size_t facts_control_at(cft_slice text, size_t at)
{
    char open = text.data[at], close = open == '<' ? '>' : ']';
    if (open != '<' && open != '[') return 0;
    for (size_t i = at + 1; i < text.length && i < at + 64; i++) {
        unsigned char c = (unsigned char)text.data[i];
        bool fits = open == '[' ? (c >= 'A' && c <= 'Z') || c == '_' || c == '/'
                                : c > ' ' && c != '<' && c != '"' && c != '\'' && c != '=';
        if (c == (unsigned char)close) return i > at + 1 ? i + 1 - at : 0;
        if (!fits) return 0;
    }
    return 0;
}

static size_t facts_token_at(const chatfmt_analysis *a, cft_slice text, size_t at)
{
    size_t longest = facts_control_at(text, at);
    for (size_t i = 0; i < a->model->model.token_count; i++) {
        cft_slice token = a->model->model.tokens[i].text;
        if (token.length > longest && token.length <= text.length - at &&
            !memcmp(text.data + at, token.data, token.length))
            longest = token.length;
    }
    return longest;
}

static bool facts_is_written(const chatfmt_fact *fact)
{
    return fact->kind == CHATFMT_FACT_LITERAL && !(fact->flags & CHATFMT_FACT_RAISED);
}

/* Texts that have been shown, up to half as many as there is room for. */
enum { FACTS_CONTROLS = 4096 };

typedef struct facts_controls_seen {
    cft_slice slots[FACTS_CONTROLS];
    size_t count;
} facts_controls_seen;

static bool facts_control_is_new(facts_controls_seen *seen, cft_slice token)
{
    size_t at = token.length;
    for (size_t i = 0; i < token.length; i++)
        at = at * 31 + (unsigned char)token.data[i];
    for (at %= FACTS_CONTROLS; seen->slots[at].length; at = (at + 1) % FACTS_CONTROLS)
        if (cft_slice_equal(seen->slots[at], token)) return false;
    seen->slots[at] = token;
    seen->count++;
    return true;
}

chatfmt_status cft_analysis_controls(chatfmt_analysis *a)
{
    chatfmt_allocator memory = a->allocator;
    facts_controls_seen *seen = cft_allocate(&memory, sizeof *seen);
    a->controls = cft_arena_array(&a->arena, FACTS_CONTROLS / 2, sizeof *a->controls);
    if (!seen || !a->controls) {
        cft_release(&memory, seen, sizeof *seen);
        return CHATFMT_NO_MEMORY;
    }
    memset(seen, 0, sizeof *seen);
    for (size_t i = 0; i < a->survey.count && seen->count < FACTS_CONTROLS / 2; i++) {
        cft_slice text = a->survey.facts[i].text;
        if (!facts_is_written(&a->survey.facts[i]) || !a->first[i]) continue;
        for (size_t at = 0; at < text.length && seen->count < FACTS_CONTROLS / 2; at++) {
            size_t length = facts_token_at(a, text, at);
            cft_slice token = {text.data + at, length};
            if (!length) continue;
            at += length - 1;
            if (facts_control_is_new(seen, token)) a->controls[a->control_count++] = token;
        }
    }
    cft_release(&memory, seen, sizeof *seen);
    return CHATFMT_OK;
}

/* ---- Facts ---- */

static void facts_json_text(cft_json_out *w, const char *name, cft_slice text)
{
    cft_out_text(w, ", \"");
    cft_out_text(w, name);
    cft_out_text(w, "\": ");
    cft_out_string(w, text.data, text.length);
}

static void facts_json_flag(cft_json_out *w, const char *name, bool flag)
{
    cft_out_text(w, ", \"");
    cft_out_text(w, name);
    cft_out_text(w, flag ? "\": true" : "\": false");
}

static void facts_json_one(cft_json_out *w, const chatfmt_fact *fact)
{
    cft_out_text(w, "{\"line\": ");
    cft_out_number(w, fact->line);
    cft_out_text(w, ", \"column\": ");
    cft_out_number(w, fact->column);
    if (fact->kind == CHATFMT_FACT_READ) facts_json_text(w, "path", fact->text);
    if (fact->kind == CHATFMT_FACT_COMPARE) {
        facts_json_text(w, "path", fact->text);
        facts_json_text(w, "how", fact->name);
        facts_json_text(w, "with", fact->with);
        facts_json_flag(w, "content", (fact->flags & CHATFMT_FACT_CONTENT) != 0);
    }
    if (fact->kind == CHATFMT_FACT_LITERAL) {
        facts_json_text(w, "text", fact->text);
        facts_json_flag(w, "raised", (fact->flags & CHATFMT_FACT_RAISED) != 0);
        facts_json_flag(w, "generated", (fact->flags & CHATFMT_FACT_GENERATED) != 0);
        if (fact->flags & CHATFMT_FACT_CONTENT) facts_json_text(w, "where_content", fact->with);
    }
    cft_out_text(w, "}");
}

static void facts_json_list(cft_json_out *w, const chatfmt_analysis *a, const char *name,
                            uint32_t kind)
{
    bool any = false;
    cft_out_text(w, ", \"");
    cft_out_text(w, name);
    cft_out_text(w, "\": [");
    for (size_t i = 0; i < a->survey.count; i++) {
        if (a->survey.facts[i].kind != kind || !a->first[i]) continue;
        cft_out_text(w, any ? ", " : "");
        any = true;
        if (kind >= CHATFMT_FACT_FILTER)
            cft_out_string(w, a->survey.facts[i].name.data, a->survey.facts[i].name.length);
        else
            facts_json_one(w, &a->survey.facts[i]);
    }
    cft_out_text(w, "]");
}

static void facts_json(cft_json_out *w, const chatfmt_analysis *a)
{
    facts_json_list(w, a, "reads", CHATFMT_FACT_READ);
    facts_json_list(w, a, "compares", CHATFMT_FACT_COMPARE);
    facts_json_list(w, a, "writes", CHATFMT_FACT_LITERAL);
    facts_json_list(w, a, "functions", CHATFMT_FACT_FUNCTION);
    facts_json_list(w, a, "methods", CHATFMT_FACT_METHOD);
    facts_json_list(w, a, "filters", CHATFMT_FACT_FILTER);
    facts_json_list(w, a, "tests", CHATFMT_FACT_TEST);
    cft_out_text(w, ", \"control_texts\": [");
    for (size_t i = 0; i < a->control_count; i++) {
        if (i) cft_out_text(w, ", ");
        cft_out_string(w, a->controls[i].data, a->controls[i].length);
    }
    cft_out_text(w, "]");
}

/* ---- The model ---- */

static void model_json(cft_json_out *w, const chatfmt_analysis *a)
{
    const cft_model *model = &a->model->model;
    cft_out_text(w, "{\"kind\": \"");
    cft_out_text(w, cft_model_kind_name(model->kind));
    cft_out_text(w, "\"");
    facts_json_text(w, "path", model->path);
    facts_json_text(w, "name", model->name);
    facts_json_text(w, "architecture", model->architecture);
    facts_json_text(w, "revision", model->revision);
    facts_json_text(w, "sha256", cft_slice_of(a->hash, strlen(a->hash)));
    cft_out_text(w, ", \"templates\": [");
    for (size_t i = 0; i < model->template_count; i++) {
        if (i) cft_out_text(w, ", ");
        cft_out_string(w, model->templates[i].name.data, model->templates[i].name.length);
    }
    cft_out_text(w, "], \"tokens\": {");
    for (size_t i = 0; i < model->token_count; i++) {
        if (i) cft_out_text(w, ", ");
        cft_out_string(w, model->tokens[i].name.data, model->tokens[i].name.length);
        cft_out_text(w, ": ");
        cft_out_string(w, model->tokens[i].text.data, model->tokens[i].text.length);
    }
    cft_out_text(w, "}");
}

static void capabilities_json(cft_json_out *w, const chatfmt_analysis *a)
{
    for (size_t i = 0; i < CFT_CAPABILITIES; i++) {
        const chatfmt_capability *c = &a->capabilities[i];
        cft_out_text(w, ", ");
        cft_out_name(w, c->name);
        cft_out_text(w, c->value ? "{\"value\": true" : "{\"value\": false");
        facts_json_text(w, "probe", cft_slice_of(c->probe, strlen(c->probe)));
        facts_json_text(w, "evidence", cft_slice_of(c->evidence, strlen(c->evidence)));
        cft_out_text(w, "}");
    }
}

static void reader_json(cft_json_out *w, const chatfmt_analysis *a)
{
    const cft_reply_checks *r = &a->replies;
    if (!a->wants_reader && !a->wants_replies) return;
    cft_out_text(w, ", \"reader\": ");
    if (r->reader) {
        cft_out_bytes(w, r->reader->json.data, r->reader->json.length);
        return;
    }
    cft_out_text(w, "{\"refused\": ");
    cft_out_string(w, r->refused.text, strlen(r->refused.text));
    cft_out_text(w, "}");
}

/* ---- Findings ---- */

static void finding_json(cft_json_out *w, const chatfmt_finding *finding)
{
    const chatfmt_lint_rule *rule = finding->rule;
    const char *level = cft_lint_level_name(rule->level);
    cft_out_text(w, "\n  {\"rule\": ");
    cft_out_string(w, rule->id, strlen(rule->id));
    facts_json_text(w, "level", cft_slice_of(level, strlen(level)));
    cft_out_text(w, finding->line ? ", \"line\": " : ", \"line\": null, \"column\": null");
    if (finding->line) {
        cft_out_number(w, finding->line);
        cft_out_text(w, ", \"column\": ");
        cft_out_number(w, finding->column);
    }
    facts_json_text(w, "reason", cft_slice_of(rule->reason, strlen(rule->reason)));
    facts_json_text(w, "remedy", cft_slice_of(rule->remedy, strlen(rule->remedy)));
    facts_json_text(w, "evidence", cft_slice_of(finding->evidence, strlen(finding->evidence)));
    cft_out_text(w, "}");
}

chatfmt_status cft_analysis_write(chatfmt_analysis *a)
{
    cft_json_out *w = &a->findings_json;
    cft_out_text(w, "{\"findings\": [");
    for (size_t i = 0; i < a->finding_count; i++) {
        if (i) cft_out_text(w, ",");
        finding_json(w, &a->findings[i]);
    }
    cft_out_text(w, "]}");
    if (w->status || !a->compiled) return w->status;
    cft_continuity_write(&a->continuity_json, a->continuity);
    if (a->continuity_json.status) return a->continuity_json.status;
    w = &a->json;
    model_json(w, a);
    facts_json(w, a);
    capabilities_json(w, a);
    reader_json(w, a);
    cft_out_text(w, "}");
    return w->status;
}
