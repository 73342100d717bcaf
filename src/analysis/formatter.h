/* analysis/formatter.h - a template's source formatted, so that it renders as before.
 *
 * Spacing inside of tags, quotes, and the white space between tags that the lexer eats anyway
 * are the formatter's; text that reaches the output and the signs of tags are not. Formatting
 * what was formatted changes nothing.
 */
#ifndef CFT_FORMATTER_H
#define CFT_FORMATTER_H

#include "base/buffer.h"
#include "analysis/segments.h"

typedef enum cft_formatter_quotes {
    CFT_FORMATTER_SINGLE,
    CFT_FORMATTER_DOUBLE,
    CFT_FORMATTER_KEEP
} cft_formatter_quotes;

typedef struct cft_formatter_options {
    cft_syntax_options syntax;
    uint32_t indent; /* spaces for each level of nesting               */
    uint32_t width;  /* wrap tags that are longer; 0 = as they were    */
    cft_formatter_quotes quotes;
} cft_formatter_options;

/* Append the formatted `source`, which must be one that compiles. */
chatfmt_status cft_formatter(cft_arena *arena, cft_slice source,
                             const cft_formatter_options *options, const chatfmt_limits *limits,
                             cft_buffer *out, chatfmt_error *error);

/* Shared by tidy.c and tidy_tag.c. */
typedef struct cft_formatter_work {
    const cft_segments *p;
    const cft_formatter_options *options;
    cft_buffer *out;
    uint32_t depth; /* open blocks */
} cft_formatter_work;

chatfmt_status cft_formatter_spaces(cft_formatter_work *w, uint32_t count);

/* A print or block tag, `level` blocks deep (tidy_tag.c). */
chatfmt_status cft_formatter_tag(cft_formatter_work *w, const cft_segment *segment, uint32_t level);

#endif
