/* tokenizers/sentence_piece.h - SentencePiece models: a protobuf of pieces, scores and
 * settings.
 *
 * The reference is the sentencepiece package. The file is hostile: every length is compared
 * with the bytes that are left before it is used.
 */
#ifndef CFT_SENTENCE_PIECE_H
#define CFT_SENTENCE_PIECE_H

#include "tokenizers/source.h"

/* Load the bytes of a model; `t` is cleared first and must be freed, also after a failure.
 * INPUT for a malformed file, UNSUPPORTED, with the name, for models and settings that would
 * not be exact. */
chatfmt_status cft_sentence_piece_load(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                       const chatfmt_limits *limits, cft_slice bytes,
                                       chatfmt_error *error);

#endif
