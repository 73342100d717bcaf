/* report/report_map.c - what a run over data sets came to, for people. */
#include <stddef.h>

#include "report/reports.h"

/* A line for each count that is not 0. Options are name=value, which programs write as theirs. */
static const struct {
    size_t offset; /* in chatfmt_map_losses */
    int first;     /* of CHATFMT_MAP_FIRST_…, or -1 */
    const char *noun, *what;
} map_rows[] = {
#define MAP_ROW(field) offsetof(chatfmt_map_losses, field)
    {MAP_ROW(dropped), -1, "row", " without the oldest turns (lost.messages)"},
    {MAP_ROW(cut), -1, "row", " with content cut (lost.bytes)"},
    {MAP_ROW(truncated), -1, "row", " cut off by tokens, the ends of turns too (lost.tokens)"},
    {MAP_ROW(unlearned), CHATFMT_MAP_FIRST_UNLEARNED, "row", " with nothing in the loss"},
    {MAP_ROW(attempts), -1, "control token", " in data (attempts)"},
    {MAP_ROW(strange_roles), CHATFMT_MAP_FIRST_STRANGE_ROLE, "row",
     " with a \"from\" that ShareGPT does not have (it has human, gpt, system …): the word became "
     "the role, and many templates leave turns of other roles out"},
    {MAP_ROW(preferences), -1, "row",
     " with \"chosen\" or \"rejected\", which are not rendered; column=chosen renders one of them"},
    {MAP_ROW(unwritten), CHATFMT_MAP_FIRST_UNWRITTEN, "row", " with texts that the prompt lacks"},
#undef MAP_ROW
};

static void map_count(cft_json_out *out, uint64_t count, const char *noun)
{
    cft_out_number(out, count);
    cft_out_text(out, " ");
    cft_out_text(out, noun);
    if (count != 1) cft_out_text(out, "s");
}

static void map_rows_and_errors(cft_json_out *out, const chatfmt_map_totals *t,
                                chatfmt_map_errors on_error, uint64_t before)
{
    map_count(out, t->rows, "row");
    cft_out_text(out, ", ");
    cft_out_number(out, t->written);
    cft_out_text(out, " written, ");
    cft_out_number(out, t->errors);
    cft_out_text(out, " with errors");
    if (t->errors && on_error == CHATFMT_MAP_SKIP)
        cft_out_text(out, t->errors == 1 ? " (left out)"
                                         : " (left out; on_error=record notes each)");
    if (before) {
        cft_out_text(out, "; the earlier run had written ");
        map_count(out, before, "line");
    }
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

static void map_losses(cft_json_out *out, const chatfmt_map_totals *t, const char *const *inputs)
{
    for (size_t i = 0; i < sizeof map_rows / sizeof *map_rows; i++) {
        int first = t->firsts && inputs ? map_rows[i].first : -1;
        uint64_t count;
        memcpy(&count, (const char *)t->losses + map_rows[i].offset, sizeof count);
        if (!count) continue;
        map_count(out, count, map_rows[i].noun);
        cft_out_text(out, map_rows[i].what);
        if (first >= 0 && t->firsts[first].line) map_first(out, &t->firsts[first], inputs);
        cft_out_text(out, "\n");
    }
}

chatfmt_status chatfmt_report_map(const chatfmt_map_totals *totals, const char *const *inputs,
                                  chatfmt_map_errors on_error, uint64_t before, char **text,
                                  size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_out_begin_given(&out, totals != NULL, text, error));
    map_rows_and_errors(&out, totals, on_error, before);
    map_losses(&out, totals, inputs);
    return cft_result_give(&out, text, length, error);
}
