/* report/report_hint.c - what is known about an error on one line: its cause, its remedy, and the
 * option that its name belongs to. */
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

chatfmt_slice chatfmt_error_variable(const chatfmt_error *error)
{
    static const char end[] = "' is undefined";
    size_t length = error && error->text[0] == '\'' ? strlen(error->text) : 0;
    bool is_one = length > sizeof end && error->status == CHATFMT_UNDEFINED &&
                  cft_ends_with(error->text, end);
    return is_one ? cft_slice_of(error->text + 1, length - sizeof end) : CFT_LIT("");
}

chatfmt_slice chatfmt_error_limit(const chatfmt_error *error)
{
    /* Of a render, and of compiling. */
    static const char *const begins[] = {"limit exceeded: ", "limit "};
    static const struct {
        chatfmt_status status;
        const char *words; /* Jinja's and CPython's */
        cft_slice limit;
    } others[] = {
        {CHATFMT_OVERFLOW, "Range too big.", {"range_items", 11}},
        {CHATFMT_VALUE, "for integer string conversion", {"integer_digits", 14}},
    };
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    for (size_t i = 0; error && i < sizeof others / sizeof *others; i++)
        if (error->status == others[i].status && strstr(error->text, others[i].words))
            return others[i].limit;
    bool is_limit = error && error->status == CHATFMT_LIMIT;
    for (size_t i = 0; is_limit && i < sizeof begins / sizeof *begins; i++) {
        const char *found = strstr(error->text, begins[i]); /* a file may come first */
        if (!found) continue;
        const char *name = found + strlen(begins[i]);
        cft_slice limit = cft_slice_of(name, strcspn(name, " :"));
        if (!chatfmt_limits_set(&limits, limit, 1, NULL)) return limit;
    }
    return CFT_LIT("");
}

chatfmt_status chatfmt_report_hint(const chatfmt_error *shown, chatfmt_value conversation,
                                   int nulls_lack, char **text, size_t *length,
                                   chatfmt_error *error)
{
    cft_json_out out;
    char *cause;
    const char *remedy = chatfmt_error_remedy(shown);
    CFT_TRY(cft_result_begin(&out, shown ? NULL : "shown", text, error));
    chatfmt_status status =
        chatfmt_report_cause(shown, conversation, nulls_lack, &cause, NULL, error);
    if (status) {
        cft_out_free(&out);
        return status;
    }
    hint_add(&out, cause);
    if (remedy) hint_add(&out, remedy);
    if (chatfmt_error_variable(shown).length)
        hint_add(&out, "`variables` gives it a value in all rows");
    if (chatfmt_error_limit(shown).length) hint_add(&out, "`limit` changes it");
    chatfmt_text_free(cause);
    return cft_result_give(&out, text, length, error);
}
