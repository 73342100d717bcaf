/* cli/inspect_facts.c - the survey of a template, written out. */
#include "inspect_facts.h"

#include <stdlib.h>
#include <string.h>

static bool facts_is_first(const subject *s, size_t index)
{
    return !s->first || s->first[index];
}

/* ---- Control texts: what looks like a token with a meaning ---- */

/* The length of <…> or [UPPER] at `at`, 0 when there is none. */
static size_t facts_control_at(chatfmt_slice text, size_t at)
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

static size_t facts_token_at(const subject *s, chatfmt_slice text, size_t at)
{
    size_t longest = facts_control_at(text, at);
    for (size_t i = 0; i < chatfmt_model_token_count(s->model); i++) {
        chatfmt_slice token = chatfmt_model_token_at(s->model, i).text;
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
    chatfmt_slice slots[FACTS_CONTROLS];
    size_t count;
} facts_controls_seen;

static bool facts_control_is_new(facts_controls_seen *seen, chatfmt_slice token)
{
    size_t at = token.length;
    for (size_t i = 0; i < token.length; i++)
        at = at * 31 + (unsigned char)token.data[i];
    for (at %= FACTS_CONTROLS; seen->slots[at].length; at = (at + 1) % FACTS_CONTROLS)
        if (seen->slots[at].length == token.length &&
            !memcmp(seen->slots[at].data, token.data, token.length))
            return false;
    seen->slots[at] = token;
    seen->count++;
    return true;
}

/* Each control text once, in the order of the source. */
static void facts_controls(writer *w, const subject *s, bool json)
{
    facts_controls_seen *seen = calloc(1, sizeof *seen);
    for (size_t i = 0; seen && i < s->fact_count && seen->count < FACTS_CONTROLS / 2; i++) {
        chatfmt_slice text = s->facts[i].text;
        if (!facts_is_written(&s->facts[i]) || !facts_is_first(s, i)) continue;
        for (size_t at = 0; at < text.length && seen->count < FACTS_CONTROLS / 2; at++) {
            size_t length = facts_token_at(s, text, at);
            chatfmt_slice token = {text.data + at, length};
            if (!length) continue;
            at += length - 1;
            if (!facts_control_is_new(seen, token)) continue;
            if (seen->count > 1) write_text(w, json ? ", " : " ");
            if (json)
                write_json_string(w, token.data, token.length);
            else
                write_terminal(w, token.data, token.length, true);
        }
    }
    free(seen);
}

/* ---- For people ---- */

static void facts_place(writer *w, const chatfmt_fact *fact)
{
    write_text(w, "  ");
    write_number(w, fact->line);
    write_text(w, ":");
    write_number(w, fact->column);
}

static void facts_reads(writer *w, const subject *s)
{
    write_text(w, "reads:\n");
    for (size_t i = 0; i < s->fact_count; i++) {
        if (s->facts[i].kind != CHATFMT_FACT_READ) continue;
        write_text(w, "  ");
        write_terminal(w, s->facts[i].text.data, s->facts[i].text.length, true);
        write_text(w, "\n");
    }
}

static void facts_compares(writer *w, const subject *s)
{
    bool any = false;
    for (size_t i = 0; i < s->fact_count; i++) {
        const chatfmt_fact *fact = &s->facts[i];
        if (fact->kind != CHATFMT_FACT_COMPARE || !facts_is_first(s, i)) continue;
        if (!any) write_text(w, "compares:\n");
        any = true;
        write_text(w, "  ");
        write_terminal(w, fact->text.data, fact->text.length, true);
        write_text(w, " ");
        write_terminal(w, fact->name.data, fact->name.length, true);
        write_text(w, " ");
        write_json_string(w, fact->with.data, fact->with.length);
        if (fact->flags & CHATFMT_FACT_CONTENT) write_text(w, "   what was written decides");
        write_text(w, "\n");
    }
}

static void facts_names(writer *w, const subject *s, uint32_t kind, const char *title)
{
    bool any = false;
    for (size_t i = 0; i < s->fact_count; i++) {
        if (s->facts[i].kind != kind || !facts_is_first(s, i)) continue;
        write_text(w, any ? " " : title);
        any = true;
        write_terminal(w, s->facts[i].name.data, s->facts[i].name.length, true);
    }
    if (any) write_text(w, "\n");
}

static void facts_literals(writer *w, const subject *s, bool raised)
{
    bool any = false;
    for (size_t i = 0; i < s->fact_count; i++) {
        const chatfmt_fact *fact = &s->facts[i];
        if (fact->kind != CHATFMT_FACT_LITERAL || !facts_is_first(s, i) ||
            raised != ((fact->flags & CHATFMT_FACT_RAISED) != 0))
            continue;
        if (!any) write_text(w, raised ? "raises:\n" : "can write:\n");
        any = true;
        facts_place(w, fact);
        write_text(w, "  ");
        write_json_string(w, fact->text.data, fact->text.length);
        if (fact->flags & CHATFMT_FACT_CONTENT) {
            write_text(w, "   where a message holds ");
            write_json_string(w, fact->with.data, fact->with.length);
        }
        write_text(w, "\n");
    }
}

void inspect_facts_text(writer *w, const subject *s)
{
    facts_reads(w, s);
    facts_compares(w, s);
    facts_names(w, s, CHATFMT_FACT_FUNCTION, "functions: ");
    facts_names(w, s, CHATFMT_FACT_METHOD, "methods: ");
    facts_names(w, s, CHATFMT_FACT_FILTER, "filters: ");
    facts_names(w, s, CHATFMT_FACT_TEST, "tests: ");
    facts_literals(w, s, false);
    facts_literals(w, s, true);
    write_text(w, "control texts among them: ");
    facts_controls(w, s, false);
    write_text(w, "\n");
}

/* ---- For programs ---- */

static void facts_json_text(writer *w, const char *name, chatfmt_slice text)
{
    write_text(w, ", \"");
    write_text(w, name);
    write_text(w, "\": ");
    write_json_string(w, text.data, text.length);
}

static void facts_json_flag(writer *w, const char *name, bool flag)
{
    write_text(w, ", \"");
    write_text(w, name);
    write_text(w, flag ? "\": true" : "\": false");
}

static void facts_json_one(writer *w, const chatfmt_fact *fact)
{
    write_text(w, "{\"line\": ");
    write_number(w, fact->line);
    write_text(w, ", \"column\": ");
    write_number(w, fact->column);
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
    write_text(w, "}");
}

static void facts_json_list(writer *w, const subject *s, const char *name, uint32_t kind)
{
    bool any = false;
    write_text(w, ", \"");
    write_text(w, name);
    write_text(w, "\": [");
    for (size_t i = 0; i < s->fact_count; i++) {
        if (s->facts[i].kind != kind || !facts_is_first(s, i)) continue;
        write_text(w, any ? ", " : "");
        any = true;
        if (kind >= CHATFMT_FACT_FILTER)
            write_json_string(w, s->facts[i].name.data, s->facts[i].name.length);
        else
            facts_json_one(w, &s->facts[i]);
    }
    write_text(w, "]");
}

void inspect_facts_json(writer *w, const subject *s)
{
    facts_json_list(w, s, "reads", CHATFMT_FACT_READ);
    facts_json_list(w, s, "compares", CHATFMT_FACT_COMPARE);
    facts_json_list(w, s, "writes", CHATFMT_FACT_LITERAL);
    facts_json_list(w, s, "functions", CHATFMT_FACT_FUNCTION);
    facts_json_list(w, s, "methods", CHATFMT_FACT_METHOD);
    facts_json_list(w, s, "filters", CHATFMT_FACT_FILTER);
    facts_json_list(w, s, "tests", CHATFMT_FACT_TEST);
    write_text(w, ", \"control_texts\": [");
    facts_controls(w, s, true);
    write_text(w, "]");
}
