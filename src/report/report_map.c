/* report/report_map.c - what a run over data sets came to, for people. */
#include <stddef.h>

#include "report/reports.h"

#include "api/api_check.h"

/* A line for each count that is not 0. */
static const struct {
    size_t offset; /* in chatfmt_map_losses */
    int first;     /* of CHATFMT_MAP_FIRST_…, or -1 */
    const char *noun, *what;
    const char *member; /* of rows that come out, which says how much; NULL: none, as of packs */
    size_t words;       /* in chatfmt_map_summary: the caller's words for … */
    const char *own;    /* … this, which come next; NULL: none */
    const char *then;   /* after them */
} map_rows[] = {
#define MAP_ROW(field) .offset = offsetof(chatfmt_map_losses, field)
#define MAP_WORDS(field) .words = offsetof(chatfmt_map_summary, field)
    {MAP_ROW(dropped), -1, "row", " without the oldest turns", .member = "lost.messages"},
    {MAP_ROW(cut), -1, "row", " with content cut", .member = "lost.bytes"},
    {MAP_ROW(truncated), -1, "row", " whose ids were cut off, tokens that end turns included",
     .member = "lost.tokens"},
    {MAP_ROW(unlearned), CHATFMT_MAP_FIRST_UNLEARNED, "row", " with nothing in the loss"},
    {MAP_ROW(attempts), -1, "control token", " in data", .member = "attempts"},
    {MAP_ROW(strange_roles), CHATFMT_MAP_FIRST_STRANGE_ROLE, "row",
     " with a role that is missing, misspelt, or left out by the template"},
    {MAP_ROW(preferences), -1, "row",
     " with \"chosen\" or \"rejected\", which are not rendered; ", MAP_WORDS(chosen),
     .own = "column=chosen", .then = " renders one of them"},
    {MAP_ROW(unwritten), CHATFMT_MAP_FIRST_UNWRITTEN, "row", " with texts that the prompt lacks"},
    {MAP_ROW(unread), CHATFMT_MAP_FIRST_UNREAD, "row",
     " with tools, documents or variables that the template does not read"},
    {MAP_ROW(quoted_calls), CHATFMT_MAP_FIRST_QUOTED_CALLS, "row",
     " with arguments of a tool call that are text, where the template takes an object: they are "
     "written as a string; ",
     MAP_WORDS(fit), .own = "fix=fit-arguments", .then = " makes them one"},
    {MAP_ROW(contentless), CHATFMT_MAP_FIRST_CONTENTLESS, "row",
     " with a message that has neither content nor tool calls"},
#undef MAP_ROW
#undef MAP_WORDS
};

static void map_count(cft_json_out *out, uint64_t count, const char *noun)
{
    cft_out_number(out, count);
    cft_out_text(out, " ");
    cft_out_text(out, noun);
    if (count != 1) cft_out_text(out, "s");
}

/* The caller's words, or those of the library. */
static void map_words(cft_json_out *out, const char *words, const char *own)
{
    cft_out_text(out, words ? words : own);
}

static void map_before(cft_json_out *out, bool again, uint64_t before)
{
    cft_out_text(out, again ? "; of the output the earlier run had written "
                            : "; the earlier run had written ");
    map_count(out, before, "line");
}

/* Rows that may be left out, and those of packs, are all made again where an output is continued:
 * the counts are those of the whole output. Others are passed over: the counts are those of this
 * run. */
static void map_rows_and_errors(cft_json_out *out, const chatfmt_map_totals *t,
                                const chatfmt_map_summary *about)
{
    uint64_t before = about->packs ? 0 : about->before;
    bool again = about->on_error == CHATFMT_MAP_SKIP;
    uint64_t passed = again || before > t->rows ? 0 : before;
    const chatfmt_map_packed *packed = chatfmt_map_packs_about(about->packs);
    uint64_t open = packed && packed->open <= t->written ? packed->open : 0;
    bool notes = about->on_error == CHATFMT_MAP_RECORD && t->errors + open <= t->written;
    uint64_t noted = notes ? t->errors : 0;
    map_count(out, t->rows - passed, "row");
    cft_out_text(out, ", ");
    cft_out_number(out, again && before ? t->lines : t->written - open - noted);
    cft_out_text(out, " written, ");
    cft_out_number(out, t->errors);
    cft_out_text(out, " with errors");
    if (t->errors && about->on_error == CHATFMT_MAP_SKIP) {
        cft_out_text(out, " (left out");
        if (t->errors > 1) {
            cft_out_text(out, "; ");
            map_words(out, about->record, "on_error=record");
            cft_out_text(out, " notes each");
        }
        cft_out_text(out, ")");
    }
    if (t->errors && t->written && about->on_error == CHATFMT_MAP_RECORD)
        cft_out_text(out, " (noted in the output)");
    if (before) map_before(out, again, before);
    cft_out_text(out, "\n");
}

/* Its place, and what is to be said of it. */
static void map_first(cft_json_out *out, const chatfmt_map_first *first, const char *const *inputs)
{
    cft_out_text(out, "; the first: ");
    cft_out_visible(out, inputs[first->input], strlen(inputs[first->input]), true);
    cft_out_text(out, ":");
    cft_out_number(out, first->line);
    if (first->words[0]) cft_out_text(out, ": ");
    cft_out_visible(out, first->words, strlen(first->words), true);
}

static void map_losses(cft_json_out *out, const chatfmt_map_totals *t,
                       const chatfmt_map_summary *about)
{
    for (size_t i = 0; i < sizeof map_rows / sizeof *map_rows; i++) {
        int first = t->firsts && about->inputs ? map_rows[i].first : -1;
        uint64_t count;
        memcpy(&count, (const char *)t->losses + map_rows[i].offset, sizeof count);
        if (!count) continue;
        map_count(out, count, map_rows[i].noun);
        cft_out_text(out, map_rows[i].what);
        if (map_rows[i].member && !about->packs) {
            cft_out_text(out, " (");
            cft_out_text(out, map_rows[i].member);
            cft_out_text(out, ")");
        }
        if (map_rows[i].own) {
            const char *words;
            memcpy(&words, (const char *)about + map_rows[i].words, sizeof words);
            map_words(out, words, map_rows[i].own);
            cft_out_text(out, map_rows[i].then);
        }
        if (first >= 0 && t->firsts[first].line) map_first(out, &t->firsts[first], about->inputs);
        cft_out_text(out, "\n");
    }
}

/* A line for each role of the mask that no row has. Of rows of an earlier run nothing is known. */
static void map_roles(cft_json_out *out, const chatfmt_map_totals *t,
                      const chatfmt_map_summary *about)
{
    static const cft_slice usual[] = {{"assistant", 9}, {"user", 4}, {"system", 6}, {"tool", 4}};
    size_t count = about->mask && t->rows && !about->before ? about->mask->role_count : 0;
    for (size_t i = 0; i < count && i < 64; i++) {
        cft_slice role = about->mask->roles[i];
        cft_slice near = chatfmt_suggest(role, usual, 4);
        if ((t->roles_seen >> i) & 1) continue;
        map_words(out, about->roles, "roles");
        cft_out_text(out, " has ");
        cft_out_visible(out, role.data, role.length, true);
        cft_out_text(out, ", which no message has");
        cft_out_near(out, near, "");
    }
}

/* "12.5%", rounded. */
static void map_percent(cft_json_out *out, uint64_t part, uint64_t whole)
{
    uint64_t tenths = whole ? (part * 1000 + whole / 2) / whole : 0;
    cft_out_number(out, tenths / 10);
    cft_out_text(out, ".");
    cft_out_number(out, tenths % 10);
    cft_out_text(out, "%");
}

static void map_packs_filled(cft_json_out *out, const chatfmt_map_summary *about)
{
    const chatfmt_map_packed *packed = chatfmt_map_packs_about(about->packs);
    if (packed && packed->open) {
        map_count(out, packed->open, "row");
        cft_out_text(out, " not in the output, as their packs were not complete\n");
    }
    if (!packed || !packed->packs) return;
    map_count(out, packed->packs, "pack");
    cft_out_text(out, ", ");
    map_percent(out, packed->tokens, packed->packs * about->pack_size);
    cft_out_text(out, " full");
    if (about->before) map_before(out, true, about->before);
    cft_out_text(out, "\n");
}

chatfmt_status chatfmt_report_map(const chatfmt_map_totals *totals,
                                  const chatfmt_map_summary *given, char **text,
                                  size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    chatfmt_map_summary about;
    CFT_TRY(cft_result_begin(&out, !totals ? "totals" : !given ? "about" : NULL, text, error));
    CFT_TRY(cft_api_options(&about, sizeof about, given, "chatfmt_map_summary", error));
    map_rows_and_errors(&out, totals, &about);
    map_losses(&out, totals, &about);
    map_roles(&out, totals, &about);
    map_packs_filled(&out, &about);
    return cft_result_give(&out, text, length, error);
}
