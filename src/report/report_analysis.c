/* report/report_analysis.c - where a template comes from, what it can do, how its replies are
 * read, for people. */
#include "report/reports.h"

enum { EVIDENCE_MOST = 90 };

/* ---- The model ---- */

static void report_pair(cft_json_out *out, const char *name, chatfmt_slice text)
{
    if (!text.length) return;
    cft_out_text(out, name);
    cft_out_text(out, ": ");
    cft_out_visible(out, text.data, text.length, true);
    cft_out_text(out, "\n");
}

static void report_model(cft_json_out *out, const chatfmt_model *model, const char *hash)
{
    const chatfmt_model_info *info = chatfmt_model_about(model);
    cft_out_text(out, "kind: ");
    cft_out_text(out, info->kind);
    cft_out_text(out, "\n");
    report_pair(out, "path", info->path);
    report_pair(out, "name", info->name);
    report_pair(out, "architecture", info->architecture);
    report_pair(out, "revision", info->revision);
    report_pair(out, "sha256", cft_slice_of(hash, strlen(hash)));
}

/* Of several the one that all that follows is about, but for the reader, is marked. */
static void report_templates(cft_json_out *out, const chatfmt_model *model, cft_slice described)
{
    size_t count = chatfmt_model_template_count(model);
    cft_out_text(out, "templates:\n");
    for (size_t i = 0; i < count; i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        cft_out_text(out, "  ");
        cft_out_visible(out, row.name.data, row.name.length, true);
        cft_out_text(out, "  ");
        cft_out_number(out, row.source.length);
        cft_out_text(out, " bytes  ");
        chatfmt_slice shown = chatfmt_model_template_shown(model, row.name);
        cft_out_visible(out, shown.data, shown.length, true);
        cft_out_text(out, count > 1 && cft_slice_equal(row.name, described)
                              ? "  (described here)\n"
                              : "\n");
    }
}

static void report_special_tokens(cft_json_out *out, const chatfmt_model *model)
{
    size_t count = chatfmt_model_token_count(model);
    if (count) cft_out_text(out, "tokens:\n");
    for (size_t i = 0; i < count; i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        cft_out_text(out, "  ");
        cft_out_exact(out, token.name.data, token.name.length);
        cft_out_text(out, ": ");
        cft_out_exact(out, token.text.data, token.text.length);
        cft_out_text(out, "\n");
    }
}

/* ---- What it can do ---- */

static void report_capability(cft_json_out *out, const chatfmt_capability *c)
{
    size_t length = strlen(c->evidence);
    cft_out_text(out, "  ");
    cft_out_column(out, c->name, 22);
    cft_out_text(out, c->value ? " yes  " : " no   ");
    cft_out_text(out, c->probe);
    if (length) cft_out_text(out, c->works ? ": " : " fails: ");
    cft_out_beginning(out, c->evidence, length, EVIDENCE_MOST);
    cft_out_text(out, "\n");
}

static void report_capabilities(cft_json_out *out, const chatfmt_analysis *a)
{
    cft_out_text(out, "what it can do, and the probe that shows it:\n");
    for (size_t i = 0; i < chatfmt_analysis_capability_count(a); i++)
        report_capability(out, chatfmt_analysis_capability(a, i));
}

/* ---- How its replies are read ---- */

static void report_reader(cft_json_out *out, const chatfmt_analysis *a)
{
    const chatfmt_error *refused;
    const chatfmt_reader *reader = chatfmt_analysis_reader(a, &refused);
    if (!reader && !refused) return; /* it was not asked for */
    cft_out_text(out, "how its replies are read:\n  ");
    if (!reader) {
        cft_out_text(out, refused->text);
        cft_out_text(out, "\n");
        return;
    }
    const chatfmt_reader_facts *facts = chatfmt_reader_about(reader);
    bool learned = facts->how == CHATFMT_READER_LEARNED;
    cft_out_text(out, learned ? "by what the template writes, as no known family fits"
                              : "as the family ");
    if (!learned) cft_out_visible(out, facts->name.data, facts->name.length, true);
    cft_out_text(out, "; calls: ");
    cft_out_visible(out, facts->shape.data, facts->shape.length, true);
    cft_out_text(out, "\n");
    for (size_t i = 0; i < facts->evidence.length;) {
        const char *line = facts->evidence.data + i;
        const char *end = memchr(line, '\n', facts->evidence.length - i);
        size_t length = end ? (size_t)(end - line) : facts->evidence.length - i;
        cft_out_text(out, "    ");
        cft_out_visible(out, line, length, true);
        cft_out_text(out, "\n");
        i += length + 1;
    }
}

chatfmt_status chatfmt_report_analysis(const chatfmt_model *model, const chatfmt_analysis *analysis,
                                       char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    const char *missing = !model ? "model" : !analysis ? "analysis" : NULL;
    CFT_TRY(cft_result_begin(&out, missing, text, error));
    report_model(&out, model, chatfmt_analysis_hash(analysis));
    report_templates(&out, model, chatfmt_analysis_template(analysis).name);
    report_special_tokens(&out, model);
    cft_out_facts(&out, analysis);
    report_capabilities(&out, analysis);
    report_reader(&out, analysis);
    return cft_result_give(&out, text, length, error);
}
