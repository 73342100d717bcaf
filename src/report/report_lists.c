/* report/report_lists.c - what there is by name, a line each, for people. */
#include "report/reports.h"

static void list_slice(cft_json_out *out, chatfmt_slice text, const char *then)
{
    cft_out_visible(out, text.data, text.length, true);
    cft_out_text(out, then);
}

chatfmt_status chatfmt_report_templates(const chatfmt_model *model, char **text, size_t *length,
                                        chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, model ? NULL : "model", text, error));
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        list_slice(&out, row.name, "\t");
        cft_out_number(&out, row.source.length);
        cft_out_text(&out, " bytes\t");
        list_slice(&out, row.place, "\n");
    }
    return cft_result_give(&out, text, length, error);
}

chatfmt_status chatfmt_report_formats(const chatfmt_formats *formats, char **text, size_t *length,
                                      chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++) {
        chatfmt_format_info info = chatfmt_formats_info(formats, i);
        list_slice(&out, info.system, "/");
        list_slice(&out, info.name, "\n");
    }
    return cft_result_give(&out, text, length, error);
}

chatfmt_status chatfmt_report_readers(char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    for (size_t i = 0; i < chatfmt_reader_count(); i++) {
        chatfmt_reader_info info = chatfmt_reader_at(i);
        list_slice(&out, info.name, "\t");
        list_slice(&out, info.shape, "\t");
        for (size_t j = 0; j < info.aliases.length; j++)
            cft_out_bytes(&out, info.aliases.data[j] == '\f' ? " " : info.aliases.data + j, 1);
        cft_out_text(&out, "\n");
    }
    return cft_result_give(&out, text, length, error);
}
