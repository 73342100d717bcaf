/* base/unicode.c - look-ups in the tables of properties and case mappings.
 *
 * A table has three stages: the high bits of a code point choose a row of the second stage, the
 * middle bits a row of the third, the low bits the number of a record. Rows that are the same
 * exist once.
 */
#include "base/unicode.h"

#include "base/unicode_tables.inc"

#define UNICODE_MOST 0x10FFFFu

/* Item `number` of a row of 2^shift. */
#define UNICODE_ITEM(row, number, shift)                                                       \
    ((uint32_t)(row) << (shift) | ((number) & ((1u << (shift)) - 1)))

uint32_t cft_traits_beyond_ascii(uint32_t code)
{
    uint32_t row, item;
    if (code > UNICODE_MOST) return 0;
    item = code >> UNICODE_TRAITS_SHIFT_LOW;
    row = unicode_traits_first[item >> UNICODE_TRAITS_SHIFT_HIGH];
    row = unicode_traits_second[UNICODE_ITEM(row, item, UNICODE_TRAITS_SHIFT_HIGH)];
    item = unicode_traits_third[UNICODE_ITEM(row, code, UNICODE_TRAITS_SHIFT_LOW)];
    return unicode_traits_records[item];
}

static const int32_t *unicode_case_record(uint32_t code)
{
    uint32_t item = code >> UNICODE_CASE_SHIFT_LOW;
    uint32_t row = unicode_case_first[item >> UNICODE_CASE_SHIFT_HIGH];
    row = unicode_case_second[UNICODE_ITEM(row, item, UNICODE_CASE_SHIFT_HIGH)];
    item = unicode_case_third[UNICODE_ITEM(row, code, UNICODE_CASE_SHIFT_LOW)];
    return unicode_case_records[item];
}

/* Columns of unicode_case_records. */
enum { UNICODE_LOWER, UNICODE_UPPER, UNICODE_TITLE, UNICODE_FOLDED };

static size_t unicode_map(uint32_t code, int column, uint32_t out[3])
{
    uint32_t place;
    int32_t change;
    out[0] = code;
    if (code > UNICODE_MOST) return 1;
    change = unicode_case_record(code)[column];
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
