/* report/report_facts.c - the survey of a template, for people. */
#include "report/reports.h"

static void facts_place(cft_json_out *out, const chatfmt_fact *fact)
{
    cft_out_text(out, "  ");
    cft_out_number(out, fact->line);
    cft_out_text(out, ":");
    cft_out_number(out, fact->column);
}

static void facts_reads(cft_json_out *out, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (facts[i].kind != CHATFMT_FACT_READ) continue;
        if (!any) cft_out_text(out, "reads:\n");
        any = true;
        cft_out_text(out, "  ");
        cft_out_visible(out, facts[i].text.data, facts[i].text.length, true);
        cft_out_text(out, "\n");
    }
}

static void facts_compares(cft_json_out *out, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const chatfmt_fact *fact = &facts[i];
        if (fact->kind != CHATFMT_FACT_COMPARE || !chatfmt_analysis_is_first(a, i)) continue;
        if (!any) cft_out_text(out, "compares:\n");
        any = true;
        cft_out_text(out, "  ");
        cft_out_visible(out, fact->text.data, fact->text.length, true);
        cft_out_text(out, " ");
        cft_out_visible(out, fact->name.data, fact->name.length, true);
        cft_out_text(out, " ");
        cft_out_exact(out, fact->with.data, fact->with.length);
        if (fact->flags & CHATFMT_FACT_CONTENT) cft_out_text(out, "   depends on what was written");
        cft_out_text(out, "\n");
    }
}

static void facts_names(cft_json_out *out, const chatfmt_analysis *a, uint32_t kind,
                        const char *title)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (facts[i].kind != kind || !chatfmt_analysis_is_first(a, i)) continue;
        cft_out_text(out, any ? " " : title);
        any = true;
        cft_out_visible(out, facts[i].name.data, facts[i].name.length, true);
    }
    if (any) cft_out_text(out, "\n");
}

static void facts_literals(cft_json_out *out, const chatfmt_analysis *a, bool raised)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const chatfmt_fact *fact = &facts[i];
        if (fact->kind != CHATFMT_FACT_LITERAL || !chatfmt_analysis_is_first(a, i) ||
            raised != ((fact->flags & CHATFMT_FACT_RAISED) != 0))
            continue;
        if (!any) cft_out_text(out, raised ? "raises:\n" : "can write:\n");
        any = true;
        facts_place(out, fact);
        cft_out_text(out, "  ");
        cft_out_exact(out, fact->text.data, fact->text.length);
        if (fact->flags & CHATFMT_FACT_CONTENT) {
            cft_out_text(out, "   where a message contains ");
            cft_out_exact(out, fact->with.data, fact->with.length);
        }
        cft_out_text(out, "\n");
    }
}

static void facts_controls(cft_json_out *out, const chatfmt_analysis *a)
{
    size_t count;
    const chatfmt_slice *texts = chatfmt_analysis_control_texts(a, &count);
    for (size_t i = 0; i < count; i++) {
        cft_out_text(out, i ? " " : "control texts among them: ");
        cft_out_visible(out, texts[i].data, texts[i].length, true);
    }
    if (count) cft_out_text(out, "\n");
}

void cft_out_facts(cft_json_out *out, const chatfmt_analysis *a)
{
    facts_reads(out, a);
    facts_compares(out, a);
    facts_names(out, a, CHATFMT_FACT_FUNCTION, "functions: ");
    facts_names(out, a, CHATFMT_FACT_METHOD, "methods: ");
    facts_names(out, a, CHATFMT_FACT_FILTER, "filters: ");
    facts_names(out, a, CHATFMT_FACT_TEST, "tests: ");
    facts_literals(out, a, false);
    facts_literals(out, a, true);
    facts_controls(out, a);
}
