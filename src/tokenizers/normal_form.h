/* tokenizers/normal_form.h - NFC, NFD, NFKC and NFKD as the reference's normalizers give them.
 *
 * They are those of Unicode 9.0: what later versions added stays as it is, which is what the
 * reference does and what a newer library would not do.
 */
#ifndef CFT_NORMAL_FORM_H
#define CFT_NORMAL_FORM_H

#include "tokenizers/token_text.h"

typedef enum cft_normal_form { CFT_NFC, CFT_NFD, CFT_NFKC, CFT_NFKD } cft_normal_form;

/* Memory for the run being worked on; kept from call to call. */
typedef struct cft_form_unit {
    uint32_t code;
    int32_t change;
    uint32_t rank; /* canonical combining class */
} cft_form_unit;

typedef struct cft_form_scratch {
    chatfmt_allocator allocator;
    cft_form_unit *units;
    size_t count, capacity;
} cft_form_scratch;

void cft_form_scratch_free(cft_form_scratch *scratch);

/* True when the form would leave the text as it is. */
bool cft_form_is_stable(cft_normal_form form, const char *data, size_t length);

/* Append the form of `view` to `out`. Cost: O(n), for runs of combining marks too. */
chatfmt_status cft_form_apply(cft_normal_form form, const cft_token_view *view,
                              cft_token_text *out, cft_form_scratch *scratch);

/* The first code point of the NFD of one, of Unicode 9.0. */
uint32_t cft_form_first(uint32_t code);

/* General category M of Unicode 9.0. Source: unicode-normalization, is_combining_mark. */
bool cft_form_is_mark(uint32_t code);

#endif
