/* chat/reader_fit.c - readers of templates that show less than their model writes.
 *
 * What a template does not render, it may still tell: it describes tools to the model, it takes
 * the model's reasoning off old answers, its generation prompt opens it. What is concluded from
 * that never contradicts a message that the template writes.
 */
#include "chat/reader.h"
#include "replies/reader_rank.h"
#include "replies/reply_parser.h"
#include "value/text.h"

static bool fit_holds(cft_slice text, cft_slice part)
{
    return part.length && cft_text_find(text, part, 0) != SIZE_MAX;
}

/* The last name in a path. */
static cft_slice fit_file_name(cft_slice path)
{
    while (path.length && path.data[path.length - 1] == '/')
        path.length--;
    for (size_t i = path.length; i-- > 0;)
        if (path.data[i] == '/') return cft_slice_of(path.data + i + 1, path.length - i - 1);
    return path;
}

const cft_reply_row *cft_reader_hint(const cft_model *model, const char **kind, cft_slice *name,
                                     cft_slice *word)
{
    const cft_slice names[3] = {model->architecture, model->name, fit_file_name(model->path)};
    static const char *const kinds[3] = {"architecture", "name", "file name"};
    for (size_t i = 0; i < 3; i++) {
        const cft_reply_row *row = cft_reply_hint(names[i], word);
        if (!row) continue;
        *kind = kinds[i];
        *name = names[i];
        return row;
    }
    return NULL;
}

/* Nothing that the template writes is read otherwise by `row`; not counting its calls, unless
 * `calls`. */
static chatfmt_status fit_reads(cft_probes *probes, const cft_reply_row *row, bool calls,
                                bool *fits)
{
    cft_probes_result result;
    CFT_TRY(cft_probes_read(probes, row, &result));
    *fits = result.equal && result.different == (calls ? 0 : result.different_calls);
    return CHATFMT_OK;
}

chatfmt_status cft_reader_fit_calls(chatfmt_reader *reader, cft_probes *probes,
                                    cft_slice source, bool *found)
{
    cft_slice name = CFT_LIT(""), word = CFT_LIT("");
    const char *kind = "";
    bool fits = false;
    *found = false;
    const cft_reply_row *row = cft_reply_sign(source, &word);
    if (row) CFT_TRY(fit_reads(probes, row, false, &fits));
    if (fits) {
        CFT_TRY(cft_reader_say(reader, "the template tells the model \"%.*s\"",
                               (int)word.length, word.data));
    } else if (!probes->calls && fit_holds(source, CFT_LIT("tools"))) {
        row = cft_reader_hint(&probes->model->model, &kind, &name, &word);
        if (row && row->shape != CFT_SHAPE_NONE) CFT_TRY(fit_reads(probes, row, true, &fits));
        if (fits)
            CFT_TRY(cft_reader_say(
                reader,
                "the template reads tools and writes no calls; the %s %.*s contains %.*s",
                kind, (int)name.length, name.data, (int)word.length, word.data));
    }
    if (!fits) return CHATFMT_OK;
    cft_probes_result result;
    CFT_TRY(cft_probes_read(probes, row, &result));
    reader->row = *row;
    reader->how = CHATFMT_READER_HINT;
    reader->confirmed = result.equal;
    reader->skipped = result.skipped + result.different;
    *found = true;
    return cft_reader_say(reader, "messages read back: %u; left out or changed by the template: %u",
                          (unsigned)reader->confirmed, (unsigned)reader->skipped);
}

/* The families' markers of reasoning, of which the source holds the one that closes. */
static const cft_reply_row *fit_closes(cft_slice source, cft_slice opening)
{
    for (size_t i = 0; i < cft_reply_row_count; i++) {
        const cft_reply_row *row = &cft_reply_rows[i];
        cft_slice open = cft_marker_first(row->think_open),
                  close = cft_marker_first(row->think_close);
        if (!open.length || close.length < 6 || row->shape == CFT_SHAPE_CHANNEL) continue;
        bool own = strcmp(row->think_close, row->answer_close) != 0; /* no end of any message */
        if (fit_holds(opening, open) || (own && fit_holds(source, close))) return row;
    }
    return NULL;
}

chatfmt_status cft_reader_fit_reasoning(chatfmt_reader *reader, cft_probes *probes,
                                        cft_slice source)
{
    bool fits;
    cft_reply_row with = reader->row;
    if (with.think_open[0] || with.shape == CFT_SHAPE_CHANNEL) return CHATFMT_OK;
    const cft_reply_row *row = fit_closes(source, probes->opening);
    if (!row) return CHATFMT_OK;
    cft_slice open = cft_marker_first(row->think_open);
    with.think_open = row->think_open;
    with.think_close = row->think_close;
    CFT_TRY(fit_reads(probes, &with, true, &fits));
    if (!fits) return CHATFMT_OK;
    reader->row = with;
    return cft_reader_say(reader,
                          fit_holds(probes->opening, open)
                              ? "the generation prompt opens the reasoning with %.*s"
                              : "the template removes from earlier answers what is in %.*s",
                          (int)open.length, open.data);
}
