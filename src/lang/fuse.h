/* lang/fuse.h - the last step of compiling: instructions that come together become one. */
#ifndef CFT_FUSE_H
#define CFT_FUSE_H

#include "lang/emit.h"

/* Fuse the code of the whole program, once, when nothing will be patched any more. */
chatfmt_status cft_fuse(cft_emitter *e);

#endif
