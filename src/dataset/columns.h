/* dataset/columns.h - columns of numbers that training wants, of a prompt and of a pack. */
#ifndef CFT_COLUMNS_H
#define CFT_COLUMNS_H

#include "base/slice.h"
#include "chatfmt/dataset.h"

enum { CFT_NO_LABEL = -100 }; /* ignore_index of torch.nn.CrossEntropyLoss */

/* The numbers asked for are there. */
void cft_prompt_column(const chatfmt_prompt *prompt, chatfmt_column column, size_t first,
                       size_t count, int64_t *out);
void cft_pack_column(const chatfmt_pack *pack, chatfmt_column column, size_t first, size_t count,
                     int64_t *out);

#endif
