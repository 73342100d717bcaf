/* builtins/number_methods.c - methods of int (and bool) and float. */
#include "base/number.h"
#include "builtins/arguments.h"
#include "builtins/format_spec.h"
#include "builtins/number_text.h"
#include "builtins/tables.h"
#include "value/list.h"

#include <math.h>

/* An integer of int's own type: True becomes 1. */
static cft_value number_plain(cft_value value)
{
    return value.kind == CFT_BOOL ? cft_int(value.as.boolean) : value;
}

chatfmt_status cft_method_int_as_integer_ratio(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value pair[2] = {number_plain(args.at[0]), cft_int(1)};
    return cft_list_copy(&vm->heap, CFT_TUPLE, pair, 2, out);
}

chatfmt_status cft_method_int_conjugate(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    *out = number_plain(args.at[0]);
    return CHATFMT_OK;
}

/* Binary digits of the magnitude, and how many of them are ones. */
static chatfmt_status number_bits(cft_vm *vm, cft_value value, int64_t *length, int64_t *ones)
{
    bool negative;
    cft_slice digits;
    CFT_TRY(cft_integer_digits(&vm->heap, value, 2, &negative, &digits));
    *ones = 0;
    for (size_t i = 0; i < digits.length; i++)
        *ones += digits.data[i] == '1';
    *length = *ones ? (int64_t)digits.length : 0;
    return CHATFMT_OK;
}

chatfmt_status cft_method_int_bit_length(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t length, ones;
    CFT_TRY(number_bits(vm, args.at[0], &length, &ones));
    *out = cft_int(length);
    return CHATFMT_OK;
}

chatfmt_status cft_method_int_bit_count(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t length, ones;
    CFT_TRY(number_bits(vm, args.at[0], &length, &ones));
    *out = cft_int(ones);
    return CHATFMT_OK;
}

static chatfmt_status number_finite(cft_vm *vm, double x)
{
    if (isnan(x)) return cft_vm_raise(vm, CHATFMT_VALUE, "cannot convert NaN to integer ratio");
    if (isinf(x))
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "cannot convert Infinity to integer ratio");
    return CHATFMT_OK;
}

/* 2**exponent in decimal digits, doubled one by one: a double has no more than 324 of them. */
static chatfmt_status number_power_of_two(cft_vm *vm, int exponent, cft_value *out)
{
    void *room;
    size_t length = 1;
    CFT_TRY(cft_charge(&vm->heap, (uint64_t)exponent * (uint64_t)(1 + exponent / 20)));
    CFT_TRY(cft_heap_take(&vm->heap, 400, &room));
    char *end = (char *)room + 400;
    end[-1] = '1';
    for (int i = 0; i < exponent; i++) {
        int carry = 0;
        for (size_t at = 1; at <= length; at++) {
            int doubled = 2 * (*(end - at) - '0') + carry;
            carry = doubled >= 10;
            *(end - at) = (char)('0' + doubled % 10);
        }
        if (carry) *(end - ++length) = '1';
    }
    int64_t small;
    if (cft_int_from_text(end - length, length, &small)) {
        *out = cft_int(small);
        return CHATFMT_OK;
    }
    CFT_TRY(cft_new_fresh(&vm->heap, end - length, length, out));
    out->kind = CFT_BIGINT;
    out->flags = 0;
    return CHATFMT_OK;
}

/* CPython: float_as_integer_ratio_impl */
chatfmt_status cft_method_float_as_integer_ratio(cft_vm *vm, cft_args args, cft_value *out)
{
    double x = args.at[0].as.real;
    CFT_TRY(number_finite(vm, x));
    int exponent;
    double mantissa = frexp(x, &exponent);
    while (mantissa != floor(mantissa)) {
        mantissa *= 2;
        exponent--;
    }
    if (mantissa == 0) exponent = 0;
    cft_value pair[2];
    CFT_TRY(cft_int_of_double(&vm->heap, exponent > 0 ? x : mantissa, &pair[0]));
    CFT_TRY(number_power_of_two(vm, exponent < 0 ? -exponent : 0, &pair[1]));
    return cft_list_copy(&vm->heap, CFT_TUPLE, pair, 2, out);
}

chatfmt_status cft_method_float_conjugate(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    *out = args.at[0];
    return CHATFMT_OK;
}

chatfmt_status cft_method_float_is_integer(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    double x = args.at[0].as.real;
    *out = cft_bool(isfinite(x) && floor(x) == x);
    return CHATFMT_OK;
}

/* float.hex: 0x1.8000000000000p+1. CPython: float_hex_impl */
chatfmt_status cft_method_float_hex(cft_vm *vm, cft_args args, cft_value *out)
{
    double x = args.at[0].as.real;
    char text[40];
    size_t length = 0;
    if (signbit(x) && !isnan(x)) text[length++] = '-';
    if (!isfinite(x)) {
        memcpy(text + length, isnan(x) ? "nan" : "inf", 3);
        return cft_new_from(&vm->heap, text, length + 3, args.at[0], out);
    }
    if (x == 0) {
        memcpy(text + length, "0x0.0p+0", 8);
        return cft_new_from(&vm->heap, text, length + 8, args.at[0], out);
    }
    int exponent;
    double mantissa = frexp(fabs(x), &exponent);
    int shift =
        1 - (exponent > -1021 ? -1021 - exponent > 0 ? -1021 - exponent : 0 : -1021 - exponent);
    mantissa = ldexp(mantissa, shift);
    exponent -= shift;
    text[length++] = '0';
    text[length++] = 'x';
    for (int i = 0; i < 14; i++) {
        int digit = (int)mantissa;
        text[length++] = "0123456789abcdef"[digit];
        mantissa = (mantissa - digit) * 16;
        if (i == 0) text[length++] = '.';
    }
    text[length++] = 'p';
    text[length++] = exponent < 0 ? '-' : '+';
    length += cft_int_to_text(exponent < 0 ? -exponent : exponent, text + length);
    return cft_new_from(&vm->heap, text, length, args.at[0], out);
}

static int number_hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static bool number_is_word(cft_slice text, const char *word)
{
    size_t length = strlen(word);
    if (text.length != length) return false;
    for (size_t i = 0; i < length; i++)
        if ((text.data[i] | 0x20) != word[i]) return false;
    return true;
}

/* mantissa * 2**exponent to the nearest double, halves to even; the lowest bit of the mantissa
 * stands for everything that was cut off. */
static double number_scale(uint64_t mantissa, int64_t exponent)
{
    if (mantissa == 0) return 0;
    while (!(mantissa >> 63)) {
        mantissa <<= 1;
        exponent--;
    }
    if (exponent > 2000) return HUGE_VAL;
    int64_t lowest =
        exponent + 11 > -1074 ? exponent + 11 : -1074; /* weight of the last bit kept */
    int64_t shift = lowest - exponent;
    if (shift > 64) return 0;
    uint64_t kept = shift == 64 ? 0 : mantissa >> shift;
    uint64_t half = (uint64_t)1 << (shift - 1), rest = mantissa & (half | (half - 1));
    if (rest > half || (rest == half && (kept & 1))) kept++;
    return ldexp((double)kept, (int)lowest);
}

/* The digits, point and exponent after the sign; false when malformed. */
static bool number_parse_hex(cft_slice text, double *out)
{
    size_t at = 0;
    if (text.length > 1 && text.data[0] == '0' && (text.data[1] | 0x20) == 'x') at = 2;
    uint64_t mantissa = 0;
    int64_t exponent = 0;
    bool point = false, any = false;
    for (; at < text.length; at++) {
        int digit = number_hex_digit(text.data[at]);
        if (digit < 0 && (text.data[at] != '.' || point)) break;
        if (digit < 0) {
            point = true;
            continue;
        }
        any = true;
        if (point) exponent -= 4;
        if (mantissa >> 60) {
            exponent += 4;
            mantissa |= digit != 0;
        } else {
            mantissa = mantissa << 4 | (uint64_t)digit;
        }
    }
    if (!any) return false;
    if (at < text.length && (text.data[at] | 0x20) == 'p') {
        at++;
        bool negative = at < text.length && text.data[at] == '-';
        if (at < text.length && (text.data[at] == '-' || text.data[at] == '+')) at++;
        int64_t given = 0;
        size_t first = at;
        for (; at < text.length && text.data[at] >= '0' && text.data[at] <= '9'; at++)
            if (given < INT32_MAX) given = given * 10 + (text.data[at] - '0');
        if (at == first) return false;
        exponent += negative ? -given : given;
    }
    *out = number_scale(mantissa, exponent);
    return at == text.length;
}

/* float.fromhex(string), a class method. CPython: float_fromhex */
chatfmt_status cft_method_float_fromhex(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice text;
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "bad argument type for built-in operation");
    text = cft_text_of(args.at[1]);
    CFT_TRY(cft_charge(&vm->heap, 1 + text.length));
    while (text.length && memchr(" \t\n\r\f\v", text.data[text.length - 1], 6))
        text.length--;
    while (text.length && memchr(" \t\n\r\f\v", text.data[0], 6))
        text = cft_slice_of(text.data + 1, text.length - 1);
    bool negative = text.length && text.data[0] == '-';
    if (text.length && (text.data[0] == '-' || text.data[0] == '+'))
        text = cft_slice_of(text.data + 1, text.length - 1);
    double x;
    if (number_is_word(text, "inf") || number_is_word(text, "infinity"))
        x = HUGE_VAL;
    else if (number_is_word(text, "nan"))
        x = nan("");
    else if (!number_parse_hex(text, &x))
        return cft_vm_raise(vm, CHATFMT_VALUE, "invalid hexadecimal floating-point string");
    else if (isinf(x))
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "hexadecimal value too large to represent as a float");
    *out = cft_float(negative ? -x : x);
    return CHATFMT_OK;
}
