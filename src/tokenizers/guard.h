/* tokenizers/guard.h - making a guard: what is data, and which added tokens are control. */
#ifndef CFT_GUARD_H
#define CFT_GUARD_H

#include "tokenizers/tokenizer.h"

typedef enum cft_guard_set {
    CFT_GUARD_SPECIAL, /* special in the file */
    CFT_GUARD_CONTROL, /* and what the template writes, and what looks like a marker */
    CFT_GUARD_ALL
} cft_guard_set;

enum { CFT_GUARD_ATTEMPTS = 256 };

typedef struct cft_guard_work {
    const cft_tokenizer *tokenizer;
    chatfmt_allocator allocator;
    cft_guard guard;
    cft_guard_set set;
    uint8_t *controlled;
    size_t controlled_bytes;
    cft_place *data;
    size_t data_capacity;
    size_t literal_begin, literal_end; /* the stretch of the template's bytes at hand */
    cft_slice text;
    cft_window_work windows;
    cft_guard_attempt attempts[CFT_GUARD_ATTEMPTS];
    size_t attempt_count;
} cft_guard_work;

chatfmt_status cft_guard_init(cft_guard_work *work, const cft_tokenizer *tokenizer,
                              const chatfmt_allocator *allocator);
void cft_guard_free(cft_guard_work *work);

/* Begin a guard. Added tokens in `literals` are control as well. */
chatfmt_status cft_guard_begin(cft_guard_work *work, cft_guard_set set, cft_slice literals);
/* Tell the ranges of the text one after the other. */
chatfmt_status cft_guard_range(cft_guard_work *work, cft_slice text, size_t begin, size_t end,
                               bool is_data);
chatfmt_status cft_guard_end(cft_guard_work *work, const cft_guard **out);

/* After encoding `text`, note as attempts the controlled tokens of the template's that data right
 * after them takes away by normalisation. `guard` may be NULL. SECURITY when it refuses. */
chatfmt_status cft_guard_erased(cft_encoder *encoder, const cft_guard *guard, cft_slice text);

#endif
