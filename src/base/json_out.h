/* base/json_out.h - JSON text that is written piece by piece, as results of the library are.
 *
 * The first failure is kept, and nothing is written after it, so that only the end is checked.
 */
#ifndef CFT_JSON_OUT_H
#define CFT_JSON_OUT_H

#include "base/buffer.h"

typedef struct cft_json_out {
    cft_buffer text;
    chatfmt_status status; /* NO_MEMORY after a failure */
} cft_json_out;

void cft_out_begin(cft_json_out *out, const chatfmt_allocator *allocator);
void cft_out_free(cft_json_out *out);

/* What has been written; "" and never NULL where that is nothing. */
static inline cft_slice cft_out_slice(const cft_json_out *out)
{
    return cft_slice_of(out->text.length ? out->text.data : "", out->text.length);
}

/* Bytes as they are. */
void cft_out_bytes(cft_json_out *out, const char *data, size_t length);
void cft_out_text(cft_json_out *out, const char *text);
void cft_out_number(cft_json_out *out, uint64_t number);
void cft_out_integer(cft_json_out *out, int64_t number);
/* "text": bytes that are not UTF-8 become \ufffd. */
void cft_out_string(cft_json_out *out, const char *data, size_t length);
/* The same, but lone surrogates stay what they are, as \ud83d. */
void cft_out_exact(cft_json_out *out, const char *data, size_t length);
/* "name": with a space after the colon. */
void cft_out_name(cft_json_out *out, const char *name);

#endif
