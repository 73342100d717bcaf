/* regex/char_class.c - the tables of char_class.h. */
#include "regex/char_class.h"

#include <string.h>

#include "regex/char_class_tables.inc"

enum { CHAR_BLOCK = 128, CHAR_CODES = 0x110000 };

/* Whether all code points of a block are of the class `value`. */
static bool char_block_is(uint32_t block, unsigned value)
{
    if (block >= sizeof cft_char_class_blocks / sizeof *cft_char_class_blocks) return value == 0;
    const uint8_t *values = &cft_char_class_values[(uint32_t)cft_char_class_blocks[block] << 7];
    return *values == value && memcmp(values, values + 1, CHAR_BLOCK - 1) == 0;
}

uint32_t cft_char_run_end(uint32_t code)
{
    const unsigned value = cft_char_class(code++);
    while (code < CHAR_CODES) {
        if (code % CHAR_BLOCK == 0 && char_block_is(code / CHAR_BLOCK, value)) code += CHAR_BLOCK;
        else if (cft_char_class(code) == value) code++;
        else break;
    }
    return code;
}
