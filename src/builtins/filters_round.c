/* builtins/filters_round.c - the filter round: Python's round(), which takes halves to even by
 * the exact binary value and keeps integers integers, and Jinja's ceil and floor, which give
 * floats.
 */
#include "builtins/filters.h"
#include "builtins/number_text.h"
#include "builtins/tables.h"

#include "base/number.h"
#include "lang/ast.h"
#include "value/compare.h"

#include <math.h>

/* round(x, n) of a float: halves to even by the exact binary value. CPython: double_round. */
static chatfmt_status round_double(cft_vm *vm, double x, int64_t n, double *out)
{
    *out = x;
    if (!isfinite(x) || n > 323) return CHATFMT_OK;
    if (n < -308) {
        *out = 0.0 * x;
        return CHATFMT_OK;
    }
    char text[700];
    int exponent;
    /* The digits of a very large or small number are worked out exactly. */
    if (x != 0.0) CFT_TRY(cft_charge(&vm->heap, 4 + (uint64_t)fabs(logb(x)) / 5));
    size_t digits = cft_float_digits(fabs(x), (int)n, true, text, 660, &exponent);
    if (digits == 0) {
        *out = copysign(0.0, x);
        return CHATFMT_OK;
    }
    /* 0.d1d2… * 10^exponent: the digits as an integer with a power of ten after. */
    int power = exponent - (int)digits;
    text[digits++] = 'e';
    if (power < 0) text[digits++] = '-';
    digits += cft_int_to_text(power < 0 ? -power : power, text + digits);
    *out = copysign(cft_float_from_text(text, digits), x);
    if (!isinf(*out)) return CHATFMT_OK;
    return cft_vm_raise(vm, CHATFMT_OVERFLOW, "rounded value too large to represent");
}

/* round(x, n) of an integer with n < 0: to a multiple of a power of ten, halves to even. */
static chatfmt_status round_integer(cft_vm *vm, int64_t x, int64_t n, cft_value *out)
{
    uint64_t magnitude = x < 0 ? 0 - (uint64_t)x : (uint64_t)x, step = 1;
    if (n < -19) {
        *out = cft_int(0);
        return CHATFMT_OK;
    }
    for (int64_t i = n; i < 0; i++)
        step *= 10;
    uint64_t rest = magnitude % step, whole = magnitude / step;
    uint64_t half = step / 2;
    if (rest > half || (rest == half && step > 1 && whole % 2 == 1)) whole++;
    return cft_int_of_magnitude(&vm->heap, x < 0, whole * step, out);
}

/* The same for decimal text of an integer beyond 64 bits. */
static chatfmt_status round_digits(cft_vm *vm, cft_value x, int64_t n, cft_value *out)
{
    bool negative = x.as.text[0] == '-';
    size_t digits = x.length - negative;
    if (n < -(int64_t)digits) {
        *out = cft_int(0);
        return CHATFMT_OK;
    }
    /* One digit more in front, for what is carried. */
    void *room;
    CFT_TRY(cft_heap_take(&vm->heap, digits + 2, &room));
    CFT_TRY(cft_charge_bytes(&vm->heap, digits));
    char *text = (char *)room + 1;
    text[0] = '0';
    memcpy(text + 1, x.as.text + negative, digits);
    size_t kept = digits + 1 - (size_t)-n;
    bool more = false;
    for (size_t i = kept + 1; i <= digits; i++)
        more = more || text[i] != '0';
    bool odd = (text[kept - 1] - '0') % 2 == 1;
    bool up = text[kept] > '5' || (text[kept] == '5' && (more || odd));
    memset(text + kept, '0', digits + 1 - kept);
    for (size_t i = kept; up; i--) {
        up = text[i - 1] == '9';
        text[i - 1] = up ? '0' : (char)(text[i - 1] + 1);
    }
    size_t length = digits + 1;
    for (; length > 1 && *text == '0'; length--)
        text++;
    if (negative) {
        *--text = '-';
        length++;
    }
    bool valid;
    return cft_int_parse(&vm->heap, (cft_slice){text, length}, 10, out, &valid);
}

/* round(value, precision) as CPython's built-in. */
static chatfmt_status round_common(cft_vm *vm, cft_value x, cft_value precision, cft_value *out)
{
    bool whole = precision.kind == CFT_NONE;
    if (x.kind != CFT_FLOAT && x.kind != CFT_BIGINT && !cft_is_integral(x)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "type %s doesn't define __round__ method",
                            cft_type_name(x));
    }
    if (!whole && precision.kind != CFT_BIGINT && !cft_is_integral(precision)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object cannot be interpreted as an integer",
                            cft_type_name(precision));
    }
    int64_t n = whole ? 0
                : precision.kind == CFT_BIGINT
                    ? (precision.as.text[0] == '-' ? -1000000 : 1000000)
                    : cft_integer_of(precision);
    if (x.kind == CFT_FLOAT) {
        if (whole && !isfinite(x.as.real)) {
            return isnan(x.as.real)
                       ? cft_vm_raise(vm, CHATFMT_VALUE, "cannot convert float NaN to integer")
                       : cft_vm_raise(vm, CHATFMT_OVERFLOW,
                                      "cannot convert float infinity to integer");
        }
        double rounded;
        CFT_TRY(round_double(vm, x.as.real, n, &rounded));
        if (whole) return cft_int_of_double(&vm->heap, rounded, out);
        *out = cft_number_like(cft_float(rounded), x);
        return CHATFMT_OK;
    }
    if (x.kind == CFT_BIGINT) {
        if (n < 0) return round_digits(vm, x, n, out);
        *out = x;
        return CHATFMT_OK;
    }
    CFT_TRY(round_integer(vm, cft_integer_of(x), n < 0 ? n : 0, out));
    *out = cft_number_like(*out, x);
    return CHATFMT_OK;
}

/* c / 10**power rounded correctly, for an integral c. Beyond 10**22 the power is no double, so
 * the quotient is read from the digits. */
static double round_unscale(double c, int64_t power)
{
    if (power <= 22 || c == 0.0) return c / cft_power(10.0, (double)power);
    char text[400];
    int exponent;
    size_t digits = cft_float_digits(fabs(c), 0, true, text, 360, &exponent);
    int tail = exponent - (int)digits - (int)power;
    text[digits++] = 'e';
    if (tail < 0) text[digits++] = '-';
    digits += cft_int_to_text(tail < 0 ? -tail : tail, text + digits);
    return copysign(cft_float_from_text(text, digits), c);
}

/* ceil(value * 10**precision) / 10**precision, or floor. */
static chatfmt_status round_directed(cft_vm *vm, cft_value x, cft_value precision, bool up,
                                     cft_value *out)
{
    bool integral = cft_is_integral(precision);
    int64_t power = integral ? cft_integer_of(precision) : 0;
    bool exact = integral && power >= 0;
    if (exact && (cft_is_integral(x) || x.kind == CFT_BIGINT)) {
        double real = cft_integer_to_double(x);
        *out = cft_number_like(cft_float(real), x);
        if (!isinf(real)) return CHATFMT_OK;
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "integer division result too large for a float");
    }
    cft_value scale, scaled;
    /* Not every C library's pow() is exact here. */
    if (integral && (exact ? x.kind == CFT_FLOAT : power > -400)) {
        if (power > 308) {
            return cft_vm_raise(vm, CHATFMT_OVERFLOW, "int too large to convert to float");
        }
        char literal[CFT_NUMBER_ROOM + 2] = "1e";
        size_t length = 2 + cft_int_to_text(power, literal + 2);
        scale = cft_float(cft_float_from_text(literal, length));
    } else {
        CFT_TRY(cft_binary(vm, CFT_POW, cft_int(10), precision, &scale));
    }
    CFT_TRY(cft_binary(vm, CFT_MUL, x, scale, &scaled));
    if (scaled.kind != CFT_FLOAT && !cft_is_integral(scaled)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "must be real number, not %s",
                            cft_type_name(scaled));
    }
    double real = scaled.kind == CFT_FLOAT ? scaled.as.real : (double)cft_integer_of(scaled);
    if (isnan(real)) {
        return cft_vm_raise(vm, CHATFMT_VALUE, "cannot convert float NaN to integer");
    }
    if (isinf(real)) {
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "cannot convert float infinity to integer");
    }
    double whole = up ? ceil(real) : floor(real);
    if (whole == 0.0) whole = 0.0; /* an integer has no negative zero */
    double divisor = scale.kind == CFT_FLOAT ? scale.as.real : (double)cft_integer_of(scale);
    if (divisor == 0.0)
        return cft_vm_raise(vm, CHATFMT_ZERO_DIVISION, "float division by zero");
    double result = exact ? round_unscale(whole, power) : whole / divisor;
    *out = cft_number_like(cft_float(result), x);
    return CHATFMT_OK;
}

/* round(precision=0, method='common'). Jinja: do_round. */
chatfmt_status cft_filter_round(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0], method = args.at[2];
    cft_value precision = cft_arg_given(args, 1) ? args.at[1] : cft_int(0);
    if (method.kind == CFT_ABSENT) return round_common(vm, x, precision, out);
    cft_slice name = method.kind == CFT_STRING ? cft_text_of(method) : CFT_LIT("");
    if (cft_slice_equal(name, CFT_LIT("common"))) return round_common(vm, x, precision, out);
    bool up = cft_slice_equal(name, CFT_LIT("ceil"));
    if (up || cft_slice_equal(name, CFT_LIT("floor"))) {
        return round_directed(vm, x, precision, up, out);
    }
    uint64_t hash;
    CFT_TRY(cft_hash(&vm->heap, method, &hash));
    return cft_vm_raise(vm, CHATFMT_RUNTIME, "method must be common, ceil or floor");
}
