/* report/reports.h - results as text for people, from inside (chatfmt/report.h).
 *
 * This room is above the API: what it writes out, it asks for by public functions.
 */
#ifndef CFT_REPORTS_H
#define CFT_REPORTS_H

#include "api/api_check.h"
#include "base/json_out.h"
#include "chatfmt/report.h"
#include "dataset/results.h"

/* All flags of reports; each report looks at its own. */
enum { CFT_REPORT_FLAGS = 2 * CHATFMT_REPORT_PLACES - 1 };

/* ---- visible.c ---- */

/* Text as a terminal may safely show it; newlines and tabs stay unless `one_line`. */
void cft_out_visible(cft_json_out *out, const char *data, size_t length, bool one_line);
/* The end of a line: "; did you mean WORD?", between quotes, where a word was found. */
void cft_out_near(cft_json_out *out, cft_slice near, const char *quote);
/* At most `most` bytes of it, on one line, without half a character; an ellipsis where some are
 * left out. */
void cft_out_beginning(cft_json_out *out, const char *data, size_t length, size_t most);
/* Bytes of UTF-8 that have at most `most`, and end with a whole character. */
size_t cft_text_shortened(const char *data, size_t length, size_t most);

/* The text, filled up with spaces to so many bytes. */
void cft_out_column(cft_json_out *out, const char *text, size_t width);

/* ---- report_error.c ---- */

/* The value, or the tag that was not closed, that an error names; nothing without one. */
void cft_out_path(cft_json_out *out, const chatfmt_error *error);
/* The source line of an error and a caret; nothing where there is no place. */
void cft_out_excerpt(cft_json_out *out, const chatfmt_error *error);
/* The text; lines of the library's own are indented, those of a template's message are none. */
void cft_out_error_lines(cft_json_out *out, const chatfmt_error *error, const char *text);
/* An indented line with the remedy, where there is one. */
void cft_out_remedy(cft_json_out *out, const chatfmt_error *error);

/* ---- report_rows.c ---- */

/* "this is a Parquet file": what a file is, by its first bytes, that is no JSON; else NULL. */
const char *cft_guess_no_json(cft_slice begins);

/* ---- report_cause.c ---- */

bool cft_ends_with(const char *text, const char *end);

/* ---- report_facts.c ---- */

/* What a template reads, compares, calls and can write. */
void cft_out_facts(cft_json_out *out, const chatfmt_analysis *analysis);

#endif
