/* builtins/integer_text.c - integers of any size as digits or as a double, and ascii(). */
#include "base/number.h"
#include "base/utf8.h"
#include "builtins/format_spec.h"
#include "value/repr.h"

#include <math.h>

/* Digits of a magnitude below 2^64, written from the end of `room`. */
static cft_slice integer_small(uint64_t magnitude, unsigned base, char room[64])
{
    size_t at = 64;
    do {
        room[--at] = "0123456789abcdef"[magnitude % base];
    } while ((magnitude /= base) != 0);
    return cft_slice_of(room + at, 64 - at);
}

/* Decimal digits to binary ones: the number is kept in limbs of 32 bits, and each round takes
 * in nine decimal digits. Bounded by the digits an integer may have. */
static chatfmt_status integer_limbs(cft_heap *heap, cft_slice decimal, uint32_t **limbs,
                                    size_t *count)
{
    void *room;
    size_t most = decimal.length * 10 / 96 + 2;
    CFT_TRY(cft_heap_take(heap, most * sizeof(uint32_t), &room));
    *limbs = room;
    *count = 0;
    for (size_t at = 0; at < decimal.length;) {
        uint64_t carry = 0, scale = 1;
        for (int i = 0; i < 9 && at < decimal.length; i++, at++) {
            carry = carry * 10 + (uint64_t)(decimal.data[at] - '0');
            scale *= 10;
        }
        CFT_TRY(cft_charge(heap, 1 + *count / 4));
        for (size_t i = 0; i < *count; i++) {
            carry += (*limbs)[i] * scale;
            (*limbs)[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry) (*limbs)[(*count)++] = (uint32_t)carry;
    }
    return CHATFMT_OK;
}

/* Digits in base 2, 8 or 16 of a decimal text. */
static chatfmt_status integer_big(cft_heap *heap, cft_slice decimal, unsigned base,
                                  cft_slice *out)
{
    uint32_t *limbs;
    size_t count;
    CFT_TRY(integer_limbs(heap, decimal, &limbs, &count));
    size_t bits = base == 2 ? 1 : base == 8 ? 3 : 4;
    size_t length = count * 32 / bits + 1;
    void *room;
    CFT_TRY(cft_heap_take(heap, length, &room));
    char *text = room;
    for (size_t i = 0; i < length; i++) {
        size_t at = i * bits, limb = at / 32;
        uint64_t window = limb < count ? limbs[limb] : 0;
        if (limb + 1 < count) window |= (uint64_t)limbs[limb + 1] << 32;
        text[length - 1 - i] = "0123456789abcdef"[window >> at % 32 & (base - 1)];
    }
    while (length > 1 && *text == '0') {
        text++;
        length--;
    }
    *out = cft_slice_of(text, length);
    return CHATFMT_OK;
}

chatfmt_status cft_integer_digits(cft_heap *heap, cft_value value, unsigned base,
                                  bool *negative, cft_slice *out)
{
    if (value.kind == CFT_BIGINT) {
        *out = cft_text_of(value);
        *negative = out->length && out->data[0] == '-';
        if (*negative) *out = cft_slice_of(out->data + 1, out->length - 1);
        return base == 10 ? CHATFMT_OK : integer_big(heap, *out, base, out);
    }
    int64_t number = cft_integer_of(value);
    *negative = number < 0;
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char room[64];
    cft_slice digits = integer_small(magnitude, base, room);
    void *text;
    CFT_TRY(cft_heap_take(heap, digits.length, &text));
    memcpy(text, digits.data, digits.length);
    *out = cft_slice_of(text, digits.length);
    return CHATFMT_OK;
}

chatfmt_status cft_real_of(cft_vm *vm, cft_value value, double *out)
{
    if (value.kind == CFT_FLOAT) {
        *out = value.as.real;
        return CHATFMT_OK;
    }
    if (cft_is_integral(value)) {
        *out = (double)cft_integer_of(value);
        return CHATFMT_OK;
    }
    if (value.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, value);
    if (value.kind != CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_TYPE, "must be real number, not %s",
                            cft_type_name(value));
    bool negative = value.as.text[0] == '-';
    CFT_TRY(cft_charge(&vm->heap, value.length));
    double x = cft_float_from_text(value.as.text + negative, value.length - negative);
    if (isinf(x))
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "int too large to convert to float");
    *out = negative ? -x : x;
    return CHATFMT_OK;
}

chatfmt_status cft_to_ascii(cft_vm *vm, cft_value value, cft_value *out)
{
    CFT_TRY(cft_to_repr(&vm->heap, value, out));
    return cft_escape_beyond_ascii(vm, *out, out);
}

chatfmt_status cft_escape_beyond_ascii(cft_vm *vm, cft_value text, cft_value *out)
{
    const char *at = text.as.text, *end = at + text.length;
    *out = text;
    if (cft_ascii_only(at, text.length)) return CHATFMT_OK;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    while (at < end) {
        const char *from = at;
        uint32_t code = cft_utf8_next(&at);
        if (code < 0x80) {
            CFT_TRY(cft_build_copy(&b, from, 1));
            continue;
        }
        size_t width = code < 0x100 ? 2 : code < 0x10000 ? 4 : 8;
        char escape[10] = {'\\', width == 2 ? 'x' : width == 4 ? 'u' : 'U'};
        for (size_t i = 0; i < width; i++)
            escape[2 + i] = "0123456789abcdef"[code >> 4 * (width - 1 - i) & 15];
        CFT_TRY(cft_build_derived(&b, escape, 2 + width, from, (size_t)(at - from)));
    }
    return cft_build_end(&b, 0, out);
}
