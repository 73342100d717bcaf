/* tokenizers/rebuild_ids.h - ids that a class's parts name by their texts. */
#ifndef CFT_REBUILD_IDS_H
#define CFT_REBUILD_IDS_H

#include "value/heap.h"

/*
 * The id of the unknown token of a Unigram model. `rule` is a number, or {"text", "otherwise"}:
 * the first row with that text, and with "score" only one whose score is 0. ABSENT for none.
 */
cft_value cft_rebuild_unknown(cft_value file, cft_value rule);

/*
 * A post-processor whose ids are written as the texts of tokens, with the ids that these have in
 * the file: of its vocabulary, or else of its added tokens. ABSENT where one has none.
 */
chatfmt_status cft_rebuild_post(cft_heap *heap, cft_value file, cft_value post, cft_value *out);

#endif
