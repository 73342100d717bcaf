/* report/report_variables.c - variables that are given to a template and that it does not read. */
#include "dataset/request.h"
#include "report/reports.h"

#include <string.h>

/* The templates of a call: for rows with tools, and without. */
typedef struct variables_read {
    chatfmt_survey *surveys[2];
} variables_read;

static bool variables_are_read(const variables_read *of, chatfmt_slice name)
{
    if (!name.length || cft_request_has_parameter(name)) return true;
    for (int i = 0; i < 2; i++)
        if (!of->surveys[i] || chatfmt_survey_reads(of->surveys[i], name)) return true;
    return false;
}

static bool variables_came_before(const chatfmt_slice *names, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (cft_slice_equal(names[i], names[at])) return true;
    return false;
}

static chatfmt_slice variables_nearest(const variables_read *of, chatfmt_slice name)
{
    chatfmt_slice near = CFT_LIT("");
    if (name.length < 2) return near; /* one letter is near to all */
    near = cft_request_nearest_parameter(name);
    for (int i = 0; i < 2; i++) {
        size_t count;
        const chatfmt_fact *facts = chatfmt_survey_facts(of->surveys[i], &count);
        for (size_t k = 0; k < count; k++) {
            const chatfmt_slice names[] = {near, chatfmt_fact_variable(&facts[k])};
            if (facts[k].kind == CHATFMT_FACT_READ) near = chatfmt_suggest(name, names, 2);
        }
    }
    return near;
}

static void variables_survey(const chatfmt_model *model, chatfmt_slice chosen, variables_read *out)
{
    chatfmt_model_template row;
    for (int i = 0; i < 2; i++) {
        out->surveys[i] = NULL;
        if (chatfmt_model_choose(model, chosen, i, &row, NULL)) continue;
        (void)chatfmt_survey_new(row.source.data, row.source.length, NULL, &out->surveys[i], NULL);
    }
}

chatfmt_status chatfmt_report_variables(const chatfmt_slice *names, size_t count,
                                        const chatfmt_model *model, chatfmt_slice chosen,
                                        char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    variables_read read;
    CFT_TRY(cft_result_begin(&out, !model ? "model" : names || !count ? NULL : "names", text,
                                error));
    variables_survey(model, chosen, &read);
    for (size_t i = 0; i < count; i++) {
        if (variables_are_read(&read, names[i]) || variables_came_before(names, i)) continue;
        cft_out_visible(&out, names[i].data, names[i].length, true);
        cft_out_text(&out, ": the template reads no such variable");
        cft_out_near(&out, variables_nearest(&read, names[i]), "");
    }
    for (int i = 0; i < 2; i++) chatfmt_survey_free(read.surveys[i]);
    return cft_result_give(&out, text, length, error);
}
