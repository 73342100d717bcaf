/* tests/tokenizers/storm.h - what the storms over tokenizers share: random numbers, and names of
 * tokens whole or cut.
 */
#ifndef TOKENIZERS_STORM_H
#define TOKENIZERS_STORM_H

#include "chatfmt/chatfmt.h"

enum { STORM_NAMES = 8192 };

static uint64_t storm_state;

static uint32_t storm_next(uint32_t below)
{
    storm_state = storm_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((storm_state >> 33) % below);
}

/* Tokens that the file has by themselves. */
static chatfmt_slice storm_names[STORM_NAMES];
static size_t storm_count;

/* The next border of a character, from `at` on. */
static size_t storm_border(const char *text, size_t length, size_t at)
{
    while (at < length && ((unsigned char)text[at] & 0xC0) == 0x80) at++;
    return at;
}

/* The beginning of a name. */
static chatfmt_slice storm_piece(chatfmt_slice name)
{
    name.length = storm_border(name.data, name.length, storm_next((uint32_t)name.length) + 1);
    return name;
}

#endif
