/* report/report_hint.c - what is known about an error on one line: its cause and its remedy. */
#include "chatfmt/request.h"
#include "report/reports.h"

#include <string.h>

/* The lines without their indentation, and "; " between them and what is there. */
static void hint_add(cft_json_out *out, const char *lines)
{
    while (*lines) {
        lines += strspn(lines, " ");
        size_t length = strcspn(lines, "\n");
        if (out->text.length) cft_out_text(out, "; ");
        cft_out_bytes(out, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

/* What the options of a data set change: a limit that is reached, a variable without a value. */
static void hint_option(cft_json_out *out, const chatfmt_error *shown)
{
    static const char begin[] = "limit exceeded: ";
    const char *limit = shown->text + sizeof begin - 1;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    if (shown->status == CHATFMT_UNDEFINED && shown->text[0] == '\'' &&
        cft_ends_with(shown->text, "' is undefined"))
        hint_add(out, "`variables` gives it a value in all rows");
    if (shown->status == CHATFMT_LIMIT && !strncmp(shown->text, begin, sizeof begin - 1) &&
        !chatfmt_limits_set(&limits, cft_slice_of(limit, strcspn(limit, " ")), 1, NULL))
        hint_add(out, "`limit` changes it");
}

chatfmt_status chatfmt_report_hint(const chatfmt_error *shown, chatfmt_value conversation,
                                   int nulls_lack, char **text, size_t *length,
                                   chatfmt_error *error)
{
    cft_json_out out;
    char *cause;
    const char *remedy = chatfmt_error_remedy(shown);
    CFT_TRY(cft_out_begin_given(&out, shown ? NULL : "shown", text, error));
    chatfmt_status status =
        chatfmt_report_cause(shown, conversation, nulls_lack, &cause, NULL, error);
    if (status) {
        cft_out_free(&out);
        return status;
    }
    hint_add(&out, cause);
    if (remedy) hint_add(&out, remedy);
    hint_option(&out, shown);
    chatfmt_text_free(cause);
    return cft_result_give(&out, text, length, error);
}
