/* chat/boundary_text.h - words and tokens in the text between two messages. */
#ifndef CFT_BOUNDARY_TEXT_H
#define CFT_BOUNDARY_TEXT_H

#include "chat/boundary.h"

static inline bool cft_boundary_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The end of the white space that begins at `from`. */
size_t cft_boundary_spaces(cft_slice text, size_t from);
/* How long the text is without the white space at its end. */
size_t cft_boundary_trimmed(cft_slice text);
/* The end of something in <> or [] that begins at `from`; 0 when there is none. */
size_t cft_boundary_chunk(cft_slice text, size_t from);
/* Nothing but such things and white space. */
bool cft_boundary_is_chunks(cft_slice text);
/* Where two texts that part at `at` are to be parted: not in the middle of a word, or of something
 * in <> or []. */
size_t cft_boundary_back_off(cft_slice text, size_t at);
/* The end of the first token in `text` that ends a turn for the model; 0 when there is none. Which
 * tokens the template ends turns with is found out when there are several; probes' texts are gone
 * then. */
size_t cft_boundary_stop(cft_boundaries *boundaries, cft_slice text);

#endif
