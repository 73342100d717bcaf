/* report/report_error.c - an error for people: where, what, the source line with a caret. */
#include "report/reports.h"

void cft_out_path(cft_json_out *out, const chatfmt_error *error)
{
    if (!error->path[0] && !error->line && error->status == CHATFMT_SECURITY && error->length) {
        cft_out_text(out, "    at byte ");
        cft_out_number(out, error->offset);
        cft_out_text(out, "\n");
    }
    if (!error->path[0] || strstr(error->text, error->path)) return;
    cft_out_text(out, error->status == CHATFMT_SYNTAX ? "    opened by " : "    at ");
    cft_out_visible(out, error->path, strlen(error->path), true);
    cft_out_text(out, "\n");
}

void cft_out_excerpt(cft_json_out *out, const chatfmt_error *error)
{
    if (!error->excerpt[0]) return;
    size_t length = strlen(error->excerpt);
    size_t caret = error->excerpt_caret < length ? error->excerpt_caret : length;
    cft_out_text(out, "    ");
    cft_out_visible(out, error->excerpt, length, true);
    cft_out_text(out, "\n    ");
    /* As many columns as the text before the place takes once it is escaped. */
    cft_json_out before;
    cft_out_begin(&before, &out->text.allocator);
    cft_out_visible(&before, error->excerpt, caret, true);
    for (size_t i = 0; i < before.text.length; i++)
        if (((unsigned char)before.text.data[i] & 0xC0) != 0x80) cft_out_text(out, " ");
    cft_out_free(&before);
    cft_out_text(out, "^\n");
}

/* Whether the text says itself what the words of the status would: "malformed JSON: …" after
 * "malformed input", also where the place in a file comes first. */
static bool error_repeats(const char *words, const char *text)
{
    size_t length = strcspn(words, " ");
    if (!strncmp(words, "malformed", length) && strstr(text, ": malformed JSON: ")) return true;
    if (!strncmp(words, "limit", length) && strstr(text, ": limit exceeded: ")) return true;
    return !strncmp(words, text, length) && (!text[length] || text[length] == ' ');
}

void cft_out_error_lines(cft_json_out *out, const chatfmt_error *error, const char *text)
{
    while (*text) {
        size_t length = error->status == CHATFMT_RAISED ? strlen(text) : strcspn(text, "\n");
        cft_out_visible(out, text, length, true);
        text += length;
        if (!*text) break;
        text += 1 + strspn(text + 1, " ");
        cft_out_text(out, "\n    ");
    }
    cft_out_text(out, "\n");
}

void cft_out_remedy(cft_json_out *out, const chatfmt_error *error)
{
    const char *remedy = chatfmt_error_remedy(error);
    if (!remedy) return;
    cft_out_text(out, "    ");
    cft_out_text(out, remedy);
    cft_out_text(out, "\n");
}

/* What the sandbox refuses has a line of the template; what the token policy refuses is data. */
static const char *error_words(const chatfmt_error *error)
{
    if (error->status == CHATFMT_SECURITY && !error->line) return "refused by the token policy";
    return chatfmt_status_text(error->status);
}

static void error_text(cft_json_out *out, const chatfmt_error *error)
{
    const char *words = error_words(error), *text = error->text;
    if (!text[0] || !error_repeats(words, text)) cft_out_text(out, words);
    if (text[0] && !error_repeats(words, text)) cft_out_text(out, ": ");
    cft_out_error_lines(out, error, text);
}

/* "NAME:LINE:COLUMN: "; without a name, "LINE:COLUMN: ", unless the text has a file with them. */
static void error_place(cft_json_out *out, const char *name, const chatfmt_error *error)
{
    chatfmt_error place; /* for its text */
    (void)cft_fail(&place, error->status, ":%u:%u: ", (unsigned)error->line,
                   (unsigned)error->column);
    if (name) cft_out_visible(out, name, strlen(name), true);
    if (!error->line) cft_out_text(out, name ? ": " : "");
    else if (name || !strstr(error->text, place.text)) cft_out_text(out, place.text + !name);
}

/* Whether the text begins with the file of this name, or one in the folder. */
static bool error_names_file(const char *folder, const char *text)
{
    size_t length = strlen(folder);
    return length && !strncmp(text, folder, length) &&
           (folder[length - 1] == '/' || text[length] == '/' || text[length] == ':');
}

chatfmt_status chatfmt_report_error(const char *name, const chatfmt_error *shown, char **text,
                                    size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, shown ? NULL : "shown", text, error));
    if (!name || !error_names_file(name, shown->text)) error_place(&out, name, shown);
    error_text(&out, shown);
    cft_out_path(&out, shown);
    cft_out_excerpt(&out, shown);
    cft_out_remedy(&out, shown);
    return cft_result_give(&out, text, length, error);
}
