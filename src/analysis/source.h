/* analysis/source.h - a template's source formatted, with the proof that it still does the same. */
#ifndef CFT_ANALYSIS_SOURCE_H
#define CFT_ANALYSIS_SOURCE_H

#include "analysis/formatter.h"

/* What both formatting and surveys are asked for. */
typedef struct cft_source_options {
    chatfmt_allocator memory;
    cft_formatter_options formatter;
    chatfmt_limits limits;
} cft_source_options;

/* *text is followed by a NUL and freed by chatfmt_text_free(). UNSUPPORTED when formatting would
 * change what the template does; otherwise the errors of compiling. */
chatfmt_status cft_source_format(const cft_source_options *options, cft_slice source, char **text,
                                 size_t *length, chatfmt_error *error);

#endif
