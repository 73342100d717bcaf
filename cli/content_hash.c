/* cli/content_hash.c - eight bytes at a time, mixed by multiplication. */
#include "content_hash.h"

#include "files.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

uint64_t content_hash(uint64_t hash, chatfmt_slice piece)
{
    uint64_t word;
    size_t at = 0;
    for (; piece.length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, piece.data + at, sizeof word);
        hash = hash_word(hash, word);
    }
    word = 0;
    if (at < piece.length) memcpy(&word, piece.data + at, piece.length - at);
    return hash_word(hash_word(hash, word), piece.length);
}

bool content_hash_file(const char *path, uint64_t *hash)
{
    file_text text;
    if (!file_read(path, &text)) return false;
    *hash = content_hash(*hash, (chatfmt_slice){text.data ? text.data : "", text.length});
    file_free(&text);
    return true;
}

void content_hash_text(uint64_t hash, char *out)
{
    snprintf(out, CONTENT_HASH_TEXT, "%016llx", (unsigned long long)hash);
}
