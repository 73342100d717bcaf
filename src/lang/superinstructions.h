/* lang/superinstructions.h - the last step of compiling: instructions that come together become
 * one. */
#ifndef CFT_SUPERINSTRUCTIONS_H
#define CFT_SUPERINSTRUCTIONS_H

#include "lang/emit.h"

/* Fuse the code of the whole program, once, when nothing will be patched any more. */
chatfmt_status cft_superinstructions(cft_emitter *e);

/* Append a literal to a TEXT part. There is room after the text, for short texts are copied as a
 * block of fixed size. */
chatfmt_status cft_output_literal(cft_emitter *e, cft_part *part, cft_slice literal);

/* output_program.c: lay out the parts of all WRITEs, and the fused instructions around them. */
chatfmt_status cft_output_program(cft_emitter *e);

#endif
