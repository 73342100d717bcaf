/* tokenizers/token_cache.h - compiled tokenizers kept in the user's cache folder.
 *
 * A compiled file is named by the SHA-256 of its tokenizer.json, so that a changed file never
 * meets an old table. So as not to read the whole file for that at each start, a second, small
 * file remembers the hash together with everything by which the system tells files apart (device,
 * node, size, both times to the nanosecond); it is believed only when it was written well after
 * the last change. All of it may be deleted at any time, and every failure here means no more
 * than that tokenizer.json is read.
 */
#ifndef CFT_TOKEN_CACHE_H
#define CFT_TOKEN_CACHE_H

#include "base/file.h"
#include "tokenizers/tokenizer.h"

typedef struct cft_token_cache {
    cft_buffer path; /* the folder with a slash, and then names */
    size_t folder_length;
    cft_file_mark mark;
    char source[65];
    char parts[9]; /* of the hash of what a class builds; empty: the file's own */
    bool is_on;
} cft_token_cache;

/* Files below this many bytes are read as fast as they would be found. */
enum { CFT_TOKEN_CACHE_LEAST = 64 * 1024 };

/*
 * Begin for the file at `path`. `folder` NULL: $CHATFMT_CACHE, or $XDG_CACHE_HOME/chatfmt, or
 * ~/.cache/chatfmt. Nothing is kept when $CHATFMT_NO_CACHE is set or there is no folder. `parts` as
 * of cft_tokenizer_load_within: with others the file is another tokenizer.
 */
void cft_token_cache_init(cft_token_cache *cache, const chatfmt_allocator *allocator,
                          const char *folder, const char *path, cft_slice parts);
void cft_token_cache_free(cft_token_cache *cache);

/* Open what is known of the file without reading it. The tokenizer lives in `copy`, which is to be
 * freed after it. */
bool cft_token_cache_find(cft_token_cache *cache, cft_tokenizer *tokenizer, cft_file_copy *copy);
/* The same by the file's bytes; later starts will know them. */
bool cft_token_cache_find_bytes(cft_token_cache *cache, cft_slice bytes, cft_tokenizer *tokenizer,
                                cft_file_copy *copy);
/* Keep a tokenizer, after cft_token_cache_find_bytes. */
void cft_token_cache_keep(cft_token_cache *cache, const cft_tokenizer *tokenizer);

#endif
