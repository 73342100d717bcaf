/* models/model_text.h - a JSON text in the making. What fails first is kept: nothing is written
 * after it, and the end tells.
 */
#ifndef CFT_MODEL_TEXT_H
#define CFT_MODEL_TEXT_H

#include "value/builder.h"

typedef struct cft_model_text {
    cft_builder builder;
    chatfmt_status status;
} cft_model_text;

/* Begin with room for `expected` bytes of the heap; it grows. */
void cft_model_text_begin(cft_model_text *text, cft_heap *heap, size_t expected);
/* Append bytes as they are, the same of a literal, and a text or another value as JSON. */
void cft_model_text_bytes(cft_model_text *text, const char *data, size_t length);
void cft_model_text_put(cft_model_text *text, const char *literal);
void cft_model_text_string(cft_model_text *text, cft_slice string);
void cft_model_text_value(cft_model_text *text, cft_value value);
/* The whole, which is the heap's; or LIMIT or NO_MEMORY, and *out is as before. */
chatfmt_status cft_model_text_end(const cft_model_text *text, cft_slice *out);

#endif
