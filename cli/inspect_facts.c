/* cli/inspect_facts.c - the survey of a template, written out. */
#include "inspect_facts.h"

static void facts_place(writer *w, const chatfmt_fact *fact)
{
    write_text(w, "  ");
    write_number(w, fact->line);
    write_text(w, ":");
    write_number(w, fact->column);
}

static void facts_reads(writer *w, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    write_text(w, "reads:\n");
    for (size_t i = 0; i < count; i++) {
        if (facts[i].kind != CHATFMT_FACT_READ) continue;
        write_text(w, "  ");
        write_terminal(w, facts[i].text.data, facts[i].text.length, true);
        write_text(w, "\n");
    }
}

static void facts_compares(writer *w, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const chatfmt_fact *fact = &facts[i];
        if (fact->kind != CHATFMT_FACT_COMPARE || !chatfmt_analysis_is_first(a, i)) continue;
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

static void facts_names(writer *w, const chatfmt_analysis *a, uint32_t kind, const char *title)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (facts[i].kind != kind || !chatfmt_analysis_is_first(a, i)) continue;
        write_text(w, any ? " " : title);
        any = true;
        write_terminal(w, facts[i].name.data, facts[i].name.length, true);
    }
    if (any) write_text(w, "\n");
}

static void facts_literals(writer *w, const chatfmt_analysis *a, bool raised)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const chatfmt_fact *fact = &facts[i];
        if (fact->kind != CHATFMT_FACT_LITERAL || !chatfmt_analysis_is_first(a, i) ||
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

static void facts_controls(writer *w, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_slice *texts = chatfmt_analysis_control_texts(a, &count);
    for (size_t i = 0; i < count; i++) {
        if (i) write_text(w, " ");
        write_terminal(w, texts[i].data, texts[i].length, true);
    }
}

void inspect_facts_text(writer *w, const chatfmt_analysis *a)
{
    facts_reads(w, a);
    facts_compares(w, a);
    facts_names(w, a, CHATFMT_FACT_FUNCTION, "functions: ");
    facts_names(w, a, CHATFMT_FACT_METHOD, "methods: ");
    facts_names(w, a, CHATFMT_FACT_FILTER, "filters: ");
    facts_names(w, a, CHATFMT_FACT_TEST, "tests: ");
    facts_literals(w, a, false);
    facts_literals(w, a, true);
    write_text(w, "control texts among them: ");
    facts_controls(w, a);
    write_text(w, "\n");
}
