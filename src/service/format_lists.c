/* service/format_lists.c - formats, and which one a model uses, as JSON. */
#include "service/service.h"

#include "api/api_check.h"
#include "dataset/results.h"

chatfmt_status chatfmt_formats_json(const chatfmt_formats *formats, char **json, size_t *length,
                                    chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, json, error));
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++) {
        chatfmt_format_info info = chatfmt_formats_info(formats, i);
        cft_out_member(&out, "{\"system\": ", info.system);
        cft_out_member(&out, ", \"name\": ", info.name);
        cft_out_member(&out, ", \"program\": ", info.program);
        cft_out_member(&out, ", \"warning\": ", info.warning);
        cft_out_text(&out, "}\n");
    }
    return cft_result_give(&out, json, length, error);
}

chatfmt_status chatfmt_format_match_json(chatfmt_slice model, const chatfmt_format_match *match,
                                         char **json, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, match ? NULL : "match", json, error));
    CFT_TRY(cft_api_text(model.data, model.length, "model", error));
    cft_out_member(&out, "{\"model\": ", model);
    cft_out_member(&out, ", \"format\": ", match->format);
    cft_out_member(&out, ", \"adapter\": ", match->adapter);
    cft_out_member(&out, ", \"matched_on\": ", match->matched_on);
    cft_out_text(&out, ", \"condition\": ");
    cft_out_bytes(&out, match->condition.data, match->condition.length);
    if (match->choice.length) {
        cft_out_text(&out, ", \"choice\": ");
        cft_out_bytes(&out, match->choice.data, match->choice.length);
    }
    if (match->xtuner.length) {
        cft_out_member(&out, ", \"xtuner\": ", match->xtuner);
        cft_out_text(&out, match->xtuner_starred ? ", \"starred\": true" : ", \"starred\": false");
    }
    cft_out_text(&out, "}");
    return cft_result_give(&out, json, length, error);
}
