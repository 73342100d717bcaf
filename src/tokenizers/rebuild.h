/* tokenizers/rebuild.h - a tokenizer.json whose pipeline is that of transformers' class. */
#ifndef CFT_REBUILD_H
#define CFT_REBUILD_H

#include "value/heap.h"

/*
 * Puts `parts` in the place of the file's own: a JSON object with normalizer, pre_tokenizer,
 * decoder, the options of the model and, of many classes, post_processor. The rest stays the
 * file's. Where these say "@charsmap@" the file's map of characters is put; a class that goes
 * without one has "normalizer_without_charsmap" for that. Ids are written as the texts of tokens
 * (tokenizers/rebuild_ids.h).
 *
 * Further members: "unless_byte_level" (nothing is done where the file's pre-tokenizer or
 * decoder is byte-level), "added_tokens" (how many tokens tokenizer_config.json adds: a file
 * that lists another number of them loses its own list, because the configuration's is added to
 * an empty one).
 *
 * `*file` becomes a new object, with "rebuilt", which is true where anything differs from what
 * the file has. A file whose vocabulary is of another kind than the class's model is left as it
 * is. Errors: NO_MEMORY, LIMIT. Source: TokenizersBackend.convert_to_native_format, 5.23.
 */
chatfmt_status cft_tokenizer_rebuild(cft_heap *heap, cft_slice parts, cft_value *file);

#endif
