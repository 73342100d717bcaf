/* report/report_rows.c - errors of rows of data sets, and what a file is that holds none, for
 * people. */
#include "report/reports.h"

#include "api/api_check.h"
#include "models/model.h"


/* ---- Files of other kinds ---- */

enum { ROW_SHOWN = 76 }; /* bytes of a line, as of excerpts */

#define GUESS_ROWS "JSON Lines are expected, one object a line"
#define GUESS_SHOULD GUESS_ROWS "; "
#define GUESS_PYTHON "python3 -c 'import pandas as pd; pd."
#define GUESS_WRITE ".to_json(\"out.jsonl\", orient=\"records\", lines=True)'"
#define GUESS_UTF16                                                                               \
    "this is UTF-16; UTF-8 is expected; to convert it: iconv -f UTF-16 -t UTF-8 FILE > out.jsonl"
#define GUESS_BYTES(text) {text, sizeof text - 1}

#define GUESS_KIND(magic, is, rest) {GUESS_BYTES(magic), is, is "; " rest}
#define GUESS_TEMPLATE(tag) GUESS_KIND(tag, "this looks like a chat template", GUESS_ROWS)

static const struct {
    chatfmt_slice magic;
    const char *what, *remark; /* where JSON is expected, and where rows are; without `what`, JSON
                                  says it itself */
} guess_kinds[] = {
    GUESS_KIND("PAR1", "this is a Parquet file", GUESS_SHOULD "to convert it: " GUESS_PYTHON
               "read_parquet(\"FILE\")" GUESS_WRITE),
    GUESS_KIND("ARROW1", "this is an Arrow file", GUESS_SHOULD "to convert it: " GUESS_PYTHON
               "read_feather(\"FILE\")" GUESS_WRITE),
    GUESS_KIND("PK\x03\x04", "this is a zip archive", GUESS_SHOULD "to unpack a file of it: unzip "
               "-p FILE NAME > out.jsonl"),
    GUESS_KIND("\x89HDF", "this is an HDF5 file", GUESS_SHOULD "convert it first"),
    GUESS_KIND("SQLite format 3", "this is an SQLite database", GUESS_SHOULD "convert it first"),
    GUESS_TEMPLATE("{%"), GUESS_TEMPLATE("{{"), GUESS_TEMPLATE("{#"),
    GUESS_KIND("GGUF", "this is a GGUF file, which holds a model", GUESS_ROWS),
    {GUESS_BYTES("\xff\xfe"), NULL, GUESS_UTF16},
    {GUESS_BYTES("\xfe\xff"), NULL, GUESS_UTF16},
};

/* A file in which no line can be a row. */
static const char *guess_binary(chatfmt_slice begins, bool of_rows)
{
    for (size_t i = 0; i < sizeof guess_kinds / sizeof *guess_kinds; i++) {
        chatfmt_slice magic = guess_kinds[i].magic;
        if (begins.length >= magic.length && !memcmp(begins.data, magic.data, magic.length))
            return of_rows ? guess_kinds[i].remark : guess_kinds[i].what;
    }
    const cft_packed *packed = cft_model_packed(begins);
    return packed ? packed->remedy : NULL;
}

const char *cft_guess_no_json(cft_slice begins) { return guess_binary(begins, false); }

/* Names between commas or tabs, and nothing that JSON would have. */
static bool guess_is_table(chatfmt_slice line)
{
    size_t cells = 1;
    for (size_t i = 0; i < line.length; i++) {
        if (strchr("{}[]:", line.data[i])) return false;
        cells += line.data[i] == ',' || line.data[i] == '\t';
    }
    return cells > 1;
}

const char *chatfmt_guess_file(chatfmt_slice begins, int binary)
{
    if (binary) return guess_binary(begins, true);
    while (begins.length && strchr(" \t\r\n", begins.data[0]) && begins.data[0])
        begins.data++, begins.length--;
    const char *known = guess_binary(begins, true);
    if (known || !begins.length) return known;
    if (begins.length >= 3 && !memcmp(begins.data, "\xef\xbb\xbf", 3))
        return "the file begins with a byte order mark (U+FEFF), which JSON does not have; to "
               "remove it: tail -c +4 FILE > out.jsonl";
    if (begins.data[0] == '[')
        return "this looks like a JSON array; " GUESS_SHOULD "an array of rows is converted with "
               "jq -c '.[]' FILE > out.jsonl, an array of messages, one conversation, with "
               "jq -c '{messages: .}' FILE > out.jsonl";
    if (begins.data[0] == '{' && begins.length == 1)
        return "this looks like JSON over several lines; " GUESS_SHOULD "to convert it: jq -c . "
               "FILE > out.jsonl";
    if (guess_is_table(begins))
        return "this looks like CSV; " GUESS_SHOULD "to convert it: " GUESS_PYTHON
               "read_csv(\"FILE\")" GUESS_WRITE;
    return NULL;
}

const char *chatfmt_guess_template(chatfmt_slice text)
{
    const chatfmt_slice gguf = GUESS_BYTES("GGUF");
    chatfmt_values *values;
    chatfmt_value read = {{0, 0}};
    size_t at = 0;
    if (!text.data) return NULL;
    if (text.length >= gguf.length && !memcmp(text.data, gguf.data, gguf.length))
        return "a GGUF file";
    const cft_packed *packed = cft_model_packed(text);
    if (packed) return packed->what;
    while (at < text.length && text.data[at] && strchr(" \t\r\n", text.data[at])) at++;
    if (at == text.length || (text.data[at] != '{' && text.data[at] != '[') ||
        chatfmt_values_new(NULL, NULL, &values, NULL))
        return NULL;
    bool is_json = !chatfmt_value_read_json(values, text.data, text.length, &read, NULL);
    const char *end = memchr(text.data + at, '\n', text.length - at);
    bool lines = !is_json && end &&
                 !chatfmt_value_read_json(values, text.data, (size_t)(end - text.data), &read,
                                          NULL);
    read = chatfmt_value_get(read, "chat_template");
    bool has = is_json && chatfmt_value_kind_of(read) != CHATFMT_VALUE_ABSENT;
    chatfmt_values_free(values);
    if (has) return "JSON with a chat_template";
    return !cft_model_lacks_tags(text) ? NULL
           : is_json                   ? "JSON without a template"
           : lines                     ? "JSON Lines, without a template" : NULL;
}

/* ---- Rows ---- */

static void row_place(cft_json_out *out, const char *name, uint64_t line, uint64_t column)
{
    cft_out_visible(out, name, strlen(name), true);
    cft_out_text(out, ":");
    cft_out_number(out, line);
    if (column) cft_out_text(out, ":");
    if (column) cft_out_number(out, column);
}

/* The error's place in the template, under what was said of the row. */
static void row_template(cft_json_out *out, const chatfmt_row_place *place,
                         const chatfmt_error *error)
{
    cft_out_path(out, error);
    if (place->in_data || !error->line) return;
    cft_out_text(out, "    in ");
    row_place(out, place->template_name, error->line, error->column);
    cft_out_text(out, "\n");
}

/* Whether an item of a column is from `name`, as in ShareGPT. */
static bool row_is_from(chatfmt_value row, chatfmt_slice name)
{
    for (size_t i = 0; i < chatfmt_value_count(row); i++) {
        chatfmt_slice key = chatfmt_value_key_at(row, i);
        chatfmt_value items = chatfmt_value_find(row, key.data, key.length);
        if (chatfmt_value_kind_of(items) != CHATFMT_VALUE_ARRAY) continue;
        for (size_t k = 0; k < chatfmt_value_count(items); k++) {
            chatfmt_value from = chatfmt_value_get(chatfmt_value_at(items, k), "from");
            if (chatfmt_value_kind_of(from) == CHATFMT_VALUE_STRING &&
                cft_slice_equal(chatfmt_value_as_text(from), name))
                return true;
        }
    }
    return false;
}

/* A "from" that became a role which templates do not know: they refuse it or leave it out. */
static bool row_from(cft_json_out *out, chatfmt_value row, chatfmt_slice name,
                     const chatfmt_error *wrong)
{
    static const chatfmt_slice known[] = {{"human", 5}, {"gpt", 3}, {"system", 6}};
    bool of_role = wrong->status == CHATFMT_VALUE || wrong->status == CHATFMT_RAISED;
    if (!of_role || !name.data || !row_is_from(row, name)) return false;
    chatfmt_slice near = chatfmt_suggest(name, known, sizeof known / sizeof *known);
    cft_out_text(out, "    \"from\" is \"");
    cft_out_visible(out, name.data, name.length, true);
    cft_out_text(out, "\", which ShareGPT does not have (it has human, gpt, system …)");
    cft_out_near(out, near, "\"");
    return true;
}

/* Which message of the row it comes from, as chatfmt_report_cause() says it. */
static chatfmt_status row_cause(cft_json_out *out, const chatfmt_row_place *place,
                                const chatfmt_error *wrong)
{
    chatfmt_values *values;
    chatfmt_value read = {{0, 0}};
    chatfmt_row row = CHATFMT_ROW_INIT;
    char *cause;
    CFT_TRY(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_status status = chatfmt_value_read_json(values, place->row.data, place->row.length,
                                                    &read, NULL);
    if (!status) status = chatfmt_row_read(values, read, place->options, &row, NULL);
    if (!status && !row_from(out, read, row.strange_role, wrong)) {
        status = chatfmt_report_cause(wrong, row.conversation, 1, &cause, NULL, NULL);
        if (!status) cft_out_text(out, cause);
        if (!status) chatfmt_text_free(cause);
    }
    chatfmt_values_free(values);
    return status == CHATFMT_NO_MEMORY ? status : CHATFMT_OK;
}

/* An error without a place in the line is about the whole of it. */
static void row_whole(chatfmt_slice row, chatfmt_error *error)
{
    size_t length = cft_text_shortened(row.data, row.length, ROW_SHOWN);
    memcpy(error->excerpt, row.data, length);
    error->excerpt[length] = '\0';
    error->excerpt_caret = 0;
    error->line = error->column = 1;
}

chatfmt_status chatfmt_report_row(const chatfmt_row_place *given, const chatfmt_error *wrong,
                                  char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    chatfmt_row_place own;
    CFT_TRY(cft_result_begin(&out, !given ? "place" : !wrong ? "wrong" : NULL, text, error));
    CFT_TRY(cft_api_options(&own, sizeof own, given, "chatfmt_row_place", error));
    const chatfmt_row_place *place = &own;
    chatfmt_error shown = *wrong;
    bool in_row = place->in_data || !wrong->line;
    const char *guess = in_row && place->line == 1 ? chatfmt_guess_file(place->row, 0) : NULL;
    const char *words = guess ? guess
                        : wrong->text[0] ? wrong->text : chatfmt_status_text(wrong->status);
    if (in_row && !wrong->line) row_whole(place->row, &shown);
    row_place(&out, place->input, place->line, in_row ? shown.column : 0);
    cft_out_text(&out, ": ");
    cft_out_error_lines(&out, wrong, words);
    row_template(&out, place, wrong);
    cft_out_excerpt(&out, &shown);
    chatfmt_status status = place->in_data || guess ? CHATFMT_OK : row_cause(&out, place, wrong);
    if (!out.status) out.status = status;
    if (!guess) cft_out_remedy(&out, wrong);
    return cft_result_give(&out, text, length, error);
}
