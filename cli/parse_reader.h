/* cli/parse_reader.h - readers of replies by name or by model, each chosen once. */
#ifndef CLI_PARSE_READER_H
#define CLI_PARSE_READER_H

#include "kept_tokenizer.h"

#include "chatfmt/reader.h"

#include <stdbool.h>

typedef struct cached_reader cached_reader;

typedef struct reader_cache {
    cached_reader *first;
    chatfmt_chat *chat; /* of round trips */
    kept_tokenizer tokenizer; /* of replies as ids */
    const chatfmt_limits *limits; /* of tokenizer and reader; NULL = the defaults */
} reader_cache;

/* The reader that `wanted` names ("auto", "learned", a family; empty: auto), for the model at
 * `path` (empty: none). *model may be NULL when not wanted. NULL with the error. All of it lives
 * until the cache is closed. */
const chatfmt_reader *reader_cache_get(reader_cache *cache, chatfmt_slice wanted,
                                       chatfmt_slice path, const chatfmt_model **model,
                                       chatfmt_error *error);
/* The chat for round trips, made when it is first asked for; NULL with the error. */
chatfmt_chat *reader_cache_chat(reader_cache *cache, chatfmt_error *error);
/* An encoder of the tokenizer.json at `path`; NULL with the error. */
chatfmt_encoder *reader_cache_encoder(reader_cache *cache, chatfmt_slice path,
                                      chatfmt_error *error);
void reader_cache_close(reader_cache *cache);

#endif
