/* chat/encoder_keep.h - what an encoder keeps from one text to the next. */
#ifndef CFT_ENCODER_KEEP_H
#define CFT_ENCODER_KEEP_H

#include "tokenizers/handles.h"

/* What a long text took is given back before a short one: a text takes about 40 bytes for each of
 * its own, so that texts of one size take it once. */
static inline void cft_encoder_give_back(chatfmt_encoder *encoder, size_t length)
{
    const cft_budget *budget = encoder->encoder.budget;
    size_t kept = budget->held > budget->settled ? budget->held - budget->settled : 0;
    if (kept > CFT_KEPT && kept / 64 > length) cft_encoder_release(&encoder->encoder);
}

#endif
