/* dataset/results.h - lists of what a prompt is made of, as JSON: written once, for answers and
 * for all others.
 */
#ifndef CFT_RESULTS_H
#define CFT_RESULTS_H

#include "base/json_out.h"
#include "chatfmt/tokenizer.h"

/* The array. */
void cft_result_spans(cft_json_out *out, const chatfmt_span *spans, size_t count);
/* An item of the array: number `index`, in the value at `path`, empty when that is not known. */
void cft_result_attempt(cft_json_out *out, size_t index, chatfmt_token_attempt attempt,
                        cft_slice path);
/* The items of the array; with spans of the text, also which value each is in. */
void cft_result_attempts(cft_json_out *out, const chatfmt_token_attempt *attempts, size_t count,
                         const chatfmt_span *spans, size_t span_count);
/* Begins a text that is given away. BAD_ARGUMENT where `missing` names an argument that is NULL
 * (NULL: none is), or `result` is, which is the argument of that name. */
#define cft_result_begin(out, missing, result, error) \
    cft_result_begin_named(out, missing, result, #result, error)
chatfmt_status cft_result_begin_named(cft_json_out *out, const char *missing, char **result,
                                      const char *name, chatfmt_error *error);
/* What was written, as a text that chatfmt_text_free() frees; `out` is freed. NO_MEMORY. */
chatfmt_status cft_result_give(cft_json_out *out, char **json, size_t *length,
                               chatfmt_error *error);

#endif
