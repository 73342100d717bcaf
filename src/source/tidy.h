/* source/tidy.h - a template's source laid out anew, so that it renders as before.
 *
 * Spacing inside of tags, quotes, and the white space between tags that the lexer eats anyway
 * are the formatter's; text that reaches the output and the signs of tags are not. Formatting
 * what was formatted changes nothing.
 */
#ifndef CFT_TIDY_H
#define CFT_TIDY_H

#include "base/buffer.h"
#include "source/segments.h"

typedef enum cft_tidy_quotes {
    CFT_TIDY_SINGLE,
    CFT_TIDY_DOUBLE,
    CFT_TIDY_KEEP
} cft_tidy_quotes;

typedef struct cft_tidy_options {
    cft_syntax_options syntax;
    uint32_t indent; /* blanks for each level of nesting               */
    uint32_t width;  /* wrap tags that are longer; 0 = as they were    */
    cft_tidy_quotes quotes;
} cft_tidy_options;

/* Append the formatted `source`, which must be one that compiles. */
chatfmt_status cft_tidy(cft_arena *arena, cft_slice source, const cft_tidy_options *options,
                        const chatfmt_limits *limits, cft_buffer *out, chatfmt_error *error);

/* Shared by tidy.c and tidy_tag.c. */
typedef struct cft_tidy_work {
    const cft_segments *p;
    const cft_tidy_options *options;
    cft_buffer *out;
    uint32_t depth; /* open blocks */
} cft_tidy_work;

chatfmt_status cft_tidy_blanks(cft_tidy_work *w, uint32_t count);

/* A print or block tag, `level` blocks deep (tidy_tag.c). */
chatfmt_status cft_tidy_tag(cft_tidy_work *w, const cft_segment *segment, uint32_t level);

#endif
