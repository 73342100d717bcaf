/* report/report_format.c - a format that was named: the nearest one, or which one it is, for
 * people. */
#include "report/reports.h"

#include "chat/formats.h"
#include "formats/format_names.h"

#include <string.h>

/* What comes before the slash of a name, and what follows it; without one all of it is the name. */
static chatfmt_slice format_split(const char *name, const char **word)
{
    const char *slash = strchr(name, '/');
    *word = slash ? slash + 1 : name;
    return slash ? cft_slice_of(name, (size_t)(slash - name)) : CFT_LIT("");
}

chatfmt_slice chatfmt_guess_format(const chatfmt_formats *formats, const char *name)
{
    if (!name) return CFT_LIT("");
    return cft_format_nearest(formats ? formats->registry : NULL,
                              cft_slice_of(name, strlen(name)));
}

chatfmt_status chatfmt_report_format(const char *name, const chatfmt_format_info *format,
                                     char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    const char *word;
    CFT_TRY(cft_result_begin(&out, !name ? "name" : !format ? "format" : NULL, text, error));
    chatfmt_slice before = format_split(name, &word);
    bool same = chatfmt_slice_is(format->name, word) &&
                (word == name || cft_slice_equal(format->system, before));
    if (same && !format->warning.length) return cft_result_give(&out, text, length, error);
    cft_out_visible(&out, name, strlen(name), true);
    cft_out_text(&out, ": the format ");
    cft_out_bytes(&out, format->system.data, format->system.length);
    cft_out_text(&out, "/");
    cft_out_bytes(&out, format->name.data, format->name.length);
    cft_out_text(&out, format->warning.length ? " is used; " : " is used");
    cft_out_bytes(&out, format->warning.data, format->warning.length);
    cft_out_text(&out, "\n");
    return cft_result_give(&out, text, length, error);
}
