/* report/report_format.c - a format that was named: the nearest one, or which one it is, for
 * people. */
#include "report/reports.h"

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
    const char *word;
    chatfmt_slice near = {"", 0}, before;
    if (!name) return near;
    before = format_split(name, &word);
    bool system = word == name;
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++)
        system |= cft_slice_equal(chatfmt_formats_info(formats, i).system, before);
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++) {
        chatfmt_slice names[] = {near, chatfmt_formats_info(formats, i).name};
        if (system || chatfmt_slice_is(names[1], word))
            near = chatfmt_suggest(chatfmt_slice_of(word), names, 2);
    }
    return near;
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
