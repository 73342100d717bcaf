/* analysis/line_diff.h - two texts, line by line. */
#ifndef CFT_LINE_DIFF_H
#define CFT_LINE_DIFF_H

#include "base/buffer.h"
#include "base/slice.h"
#include "chatfmt/analysis.h"

#include <stdbool.h>

/* Append what has to go from `a` and come to make it `b`, as chatfmt_diff_line, each hunk after its
 * numbers and with `context` lines around it. NO_MEMORY. */
chatfmt_status cft_line_diff(const chatfmt_allocator *memory, cft_slice a, cft_slice b,
                             size_t context, cft_buffer *out);

#endif
