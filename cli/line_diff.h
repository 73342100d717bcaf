/* cli/line_diff.h - two texts as a unified diff. */
#ifndef CLI_LINE_DIFF_H
#define CLI_LINE_DIFF_H

#include "writer.h"

typedef struct line_diff_style {
    const char *indent;   /* before each line; "" for none                              */
    bool escape;          /* control characters are shown as escapes, as for a terminal */
    bool blanks;          /* a blank at the end of a changed line is shown as \x20 */
    bool colour;
    bool places;          /* as patch(1) wants it: "@@ -1,4 +1,5 @@" above each hunk    */
} line_diff_style;

/* What has to go from `a` and come to make it `b`, with three lines of context. False when memory
 * is out. Nothing is written for equal texts. */
bool write_line_diff(writer *w, chatfmt_slice a, chatfmt_slice b, const line_diff_style *style);

#endif
