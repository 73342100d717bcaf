/* dataset/packer.h - packs of conversations: best fit among a few open ones (chatfmt/dataset.h). */
#ifndef CFT_PACKER_H
#define CFT_PACKER_H

#include "base/alloc.h"
#include "base/report.h"
#include "chatfmt/dataset.h"

enum { CFT_PACKS_OPEN = 32, CFT_PACKS_MOST = 1024 };

typedef struct cft_bin {
    uint64_t number; /* packs are numbered as they are opened */
    size_t count;    /* tokens */
    uint32_t *ids;
    unsigned char *mask;
    size_t row_count, row_capacity;
    size_t *ends;   /* tokens up to the end of each conversation … */
    uint64_t *rows; /* … and its number */
} cft_bin;

/* Bins [0, open) are open, [open, open + ready) complete and not handed out yet, the others
 * spare. */
struct chatfmt_packer {
    chatfmt_allocator allocator;
    chatfmt_packer_options options;
    cft_bin *bins;
    size_t capacity, open, ready;
    size_t given;  /* of the complete ones, handed out */
    uint64_t next; /* packs opened */
    chatfmt_pack pack;
};

/* Options are whole and checked. */
chatfmt_status cft_packer_new(const chatfmt_packer_options *options, chatfmt_packer **out,
                              chatfmt_error *error);
void cft_packer_free(chatfmt_packer *packer);
chatfmt_status cft_packer_add(chatfmt_packer *packer, uint64_t row, const uint32_t *ids,
                              const unsigned char *mask, size_t count);
const chatfmt_pack *cft_packer_next(chatfmt_packer *packer);
void cft_packer_finish(chatfmt_packer *packer);

#endif
