/* builtins/rare/wide_codecs.c - UTF-16 and UTF-32, one code point at a time.
 * CPython: utf16_decode, PyUnicode_DecodeUTF32Stateful.
 */
#include "builtins/rare/wide_codecs.h"

static void wide_put_unit(const cft_wide_codec *wide, uint32_t unit, char *out)
{
    for (unsigned i = 0; i < wide->unit; i++)
        out[wide->big ? wide->unit - 1 - i : i] = (char)(unsigned char)(unit >> 8 * i);
}

static uint32_t wide_unit(const cft_wide_codec *wide, const char *at)
{
    uint32_t unit = 0;
    for (unsigned i = 0; i < wide->unit; i++)
        unit |= (uint32_t)(unsigned char)at[wide->big ? wide->unit - 1 - i : i] << 8 * i;
    return unit;
}

size_t cft_wide_put(const cft_wide_codec *wide, uint32_t code, char out[4])
{
    if (wide->unit == 4 || code < 0x10000) {
        wide_put_unit(wide, code, out);
        return wide->unit;
    }
    wide_put_unit(wide, 0xD800 + ((code - 0x10000) >> 10), out);
    wide_put_unit(wide, 0xDC00 + ((code - 0x10000) & 0x3FF), out + 2);
    return 4;
}

size_t cft_wide_next(const cft_wide_codec *wide, const char *at, size_t left, uint32_t *code)
{
    *code = UINT32_MAX;
    if (left < wide->unit) return left;
    uint32_t unit = wide_unit(wide, at);
    if (unit < 0xD800 || (unit > 0xDFFF && unit <= 0x10FFFF)) {
        *code = unit;
        return wide->unit;
    }
    if (wide->unit == 4 || unit >= 0xDC00) return wide->unit;
    if (left < 4) return left;
    uint32_t low = wide_unit(wide, at + 2);
    if (low < 0xDC00 || low > 0xDFFF) return 2;
    *code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    return 4;
}

void cft_wide_take_mark(cft_wide_codec *wide, cft_slice *bytes)
{
    if (!wide->marked || bytes->length < wide->unit) return;
    cft_wide_codec other = *wide;
    other.big = !wide->big;
    bool here = wide_unit(wide, bytes->data) == 0xFEFF;
    bool there = wide_unit(&other, bytes->data) == 0xFEFF;
    if (there) *wide = other;
    if (here || there)
        *bytes = cft_slice_of(bytes->data + wide->unit, bytes->length - wide->unit);
}
