/* base/unicode.c - look-ups in the two-stage tables of properties and case mappings. */
#include "base/unicode.h"

#include "base/unicode_tables.inc"

#define UNICODE_MOST 0x10FFFFu

uint32_t cft_traits_beyond_ascii(uint32_t code)
{
    const uint32_t mask = (1u << UNICODE_TRAITS_SHIFT) - 1;
    uint32_t block;
    if (code > UNICODE_MOST) return 0;
    block = unicode_traits_blocks[code >> UNICODE_TRAITS_SHIFT];
    return unicode_traits_records[unicode_traits_numbers[(block << UNICODE_TRAITS_SHIFT) |
                                                         (code & mask)]];
}

/* Columns of unicode_case_records. */
enum { UNICODE_LOWER, UNICODE_UPPER, UNICODE_TITLE, UNICODE_FOLDED };

static size_t unicode_map(uint32_t code, int column, uint32_t out[3])
{
    const uint32_t mask = (1u << UNICODE_CASE_SHIFT) - 1;
    uint32_t block, place;
    int32_t change;
    out[0] = code;
    if (code > UNICODE_MOST) return 1;
    block = unicode_case_blocks[code >> UNICODE_CASE_SHIFT];
    change = unicode_case_records[unicode_case_numbers[(block << UNICODE_CASE_SHIFT) |
                                                       (code & mask)]][column];
    if (change < UNICODE_CASE_SPECIAL) {
        out[0] = (uint32_t)((int32_t)code + change);
        return 1;
    }
    place = (uint32_t)(change - UNICODE_CASE_SPECIAL);
    for (uint32_t i = 0; i < place % 4; i++) out[i] = unicode_case_longer[place / 4 + i];
    return place % 4;
}

size_t cft_to_lower(uint32_t code, uint32_t out[3])
{
    return unicode_map(code, UNICODE_LOWER, out);
}

size_t cft_to_upper(uint32_t code, uint32_t out[3])
{
    return unicode_map(code, UNICODE_UPPER, out);
}

size_t cft_to_title(uint32_t code, uint32_t out[3])
{
    return unicode_map(code, UNICODE_TITLE, out);
}

size_t cft_to_folded(uint32_t code, uint32_t out[3])
{
    return unicode_map(code, UNICODE_FOLDED, out);
}
