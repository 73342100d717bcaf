/* cli/content_hash.h - tells contents apart that differ by accident; not made against forgers. */
#ifndef CLI_CONTENT_HASH_H
#define CLI_CONTENT_HASH_H

#include "chatfmt/base.h"

#include <stdbool.h>

enum { CONTENT_HASH_TEXT = 17 };

/* Begin with CONTENT_HASH_BEGIN; each piece counts with its length, so that "ab", "c" differs from
 * "a", "bc". */
#define CONTENT_HASH_BEGIN UINT64_C(0x243f6a8885a308d3)
uint64_t content_hash(uint64_t hash, chatfmt_slice piece);
/* All bytes of a file. False with errno. */
bool content_hash_file(const char *path, uint64_t *hash);
/* Its digits and a NUL: CONTENT_HASH_TEXT bytes. */
void content_hash_text(uint64_t hash, char *out);

#endif
