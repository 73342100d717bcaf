/* vm/operators.c - Python's arithmetic on our values, with CPython's words for what it refuses.
 *
 * Integers have 64 bits as long as they fit; what goes beyond is vm/big_integer.c's. Source of
 * the behaviour: CPython 3.11, abstract.c, longobject.c, floatobject.c; MarkupSafe 3,
 * Markup.__add__, __radd__, __mul__.
 */
#include "vm/operators.h"

#include "base/number.h"
#include "value/compare.h"
#include "value/list.h"
#include "value/text.h"
#include "vm/big_integer.h"

#include <math.h>

static const char *const operator_signs[] = {"+", "-", "*", "/", "//", "%", "** or pow()"};

static chatfmt_status operator_unsupported(cft_vm *vm, int operation, cft_value a, cft_value b)
{
    return cft_vm_raise(vm, CHATFMT_TYPE, "unsupported operand type(s) for %s: '%s' and '%s'",
                        operator_signs[operation], cft_type_name(a), cft_type_name(b));
}

static chatfmt_status operator_zero(cft_vm *vm, const char *text)
{
    return cft_vm_raise(vm, CHATFMT_ZERO_DIVISION, "%s", text);
}

/* ---- integers ---- */

static bool operator_add_fits(int64_t a, int64_t b, int64_t *out)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return false;
    *out = a + b;
    return true;
}

static bool operator_subtract_fits(int64_t a, int64_t b, int64_t *out)
{
    if (b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b) return false;
    *out = a - b;
    return true;
}

static bool operator_multiply_fits(int64_t a, int64_t b, int64_t *out)
{
    if (a > 0) {
        if (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a) return false;
    } else if (a < 0) {
        if (b > 0 ? a < INT64_MIN / b : b != 0 && b < INT64_MAX / a) return false;
    }
    *out = a * b;
    return true;
}

static bool operator_power_fits(int64_t base, int64_t exponent, int64_t *out)
{
    int64_t result = 1;
    while (exponent) {
        if ((exponent & 1) && !operator_multiply_fits(result, base, &result)) return false;
        exponent >>= 1;
        if (exponent && !operator_multiply_fits(base, base, &base)) return false;
    }
    *out = result;
    return true;
}

/* CPython divides so that the remainder has the sign of the divisor. */
static chatfmt_status operator_divide_integers(cft_vm *vm, int operation, int64_t a, int64_t b,
                                               cft_value *out)
{
    static const cft_value least = {.kind = CFT_INT, .as = {.integer = INT64_MIN}};
    int64_t quotient, rest;
    if (b == 0)
        return operator_zero(vm, operation == CFT_MOD ? "integer modulo by zero"
                                                      : "integer division or modulo by zero");
    if (a == INT64_MIN && b == -1) {
        if (operation == CFT_FLOORDIV) return cft_negate(vm, least, out);
        *out = cft_int(0);
        return CHATFMT_OK;
    }
    quotient = a / b;
    rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    *out = cft_int(operation == CFT_FLOORDIV ? quotient : rest);
    return CHATFMT_OK;
}

static chatfmt_status operator_floats(cft_vm *vm, int operation, double a, double b,
                                      cft_value *out);

/* Doubles hold it as it is. */
static bool operator_is_exact(int64_t value)
{
    return value <= (int64_t)1 << 53 && value >= -((int64_t)1 << 53);
}

static chatfmt_status operator_integers(cft_vm *vm, int operation, int64_t a, int64_t b,
                                        cft_value *out)
{
    int64_t result = 0;
    bool fits;
    switch (operation) {
    case CFT_ADD: fits = operator_add_fits(a, b, &result); break;
    case CFT_SUB: fits = operator_subtract_fits(a, b, &result); break;
    case CFT_MUL: fits = operator_multiply_fits(a, b, &result); break;
    case CFT_DIV:
        if (b == 0) return operator_zero(vm, "division by zero");
        if (operator_is_exact(a) && operator_is_exact(b)) {
            *out = cft_float((double)a / (double)b);
            return CHATFMT_OK;
        }
        return cft_big_divide(vm, cft_int(a), cft_int(b), out);
    case CFT_POW:
        if (b < 0) return operator_floats(vm, operation, (double)a, (double)b, out);
        fits = operator_power_fits(a, b, &result);
        break;
    default: return operator_divide_integers(vm, operation, a, b, out);
    }
    if (!fits) return cft_big_binary(vm, operation, cft_int(a), cft_int(b), out);
    *out = cft_int(result);
    return CHATFMT_OK;
}

/* ---- floats ---- */

/* CPython: _float_div_mod. */
static void operator_divide_floats(double a, double b, double *quotient, double *rest)
{
    double mod = fmod(a, b), div = (a - mod) / b;
    if (mod != 0.0) {
        if ((b < 0) != (mod < 0)) {
            mod += b;
            div -= 1.0;
        }
    } else {
        mod = copysign(0.0, b);
    }
    if (div != 0.0) {
        double floored = floor(div);
        if (div - floored > 0.5) floored += 1.0;
        div = floored;
    } else {
        div = copysign(0.0, a / b);
    }
    *quotient = div;
    *rest = mod;
}

static chatfmt_status operator_power_floats(cft_vm *vm, double a, double b, cft_value *out)
{
    double result;
    if (a == 0.0 && b < 0.0) return operator_zero(vm, "0.0 cannot be raised to a negative power");
    if (a < 0.0 && isfinite(a) && isfinite(b) && b != floor(b))
        return cft_vm_raise(vm, CHATFMT_VALUE, "the result is a complex number");
    result = cft_power(a, b);
    if (isinf(result) && isfinite(a) && isfinite(b))
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "(34, 'Numerical result out of range')");
    *out = cft_float(result);
    return CHATFMT_OK;
}

static chatfmt_status operator_floats(cft_vm *vm, int operation, double a, double b,
                                      cft_value *out)
{
    double quotient, rest;
    switch (operation) {
    case CFT_ADD: *out = cft_float(a + b); return CHATFMT_OK;
    case CFT_SUB: *out = cft_float(a - b); return CHATFMT_OK;
    case CFT_MUL: *out = cft_float(a * b); return CHATFMT_OK;
    case CFT_POW: return operator_power_floats(vm, a, b, out);
    case CFT_DIV:
        if (b == 0.0) return operator_zero(vm, "float division by zero");
        *out = cft_float(a / b);
        return CHATFMT_OK;
    default:
        if (b == 0.0)
            return operator_zero(vm, operation == CFT_MOD ? "float modulo"
                                                          : "float floor division by zero");
        /* fmod takes a step for each bit that is between the two. */
        if (isfinite(a) && fabs(a) > fabs(b))
            CFT_TRY(cft_charge(&vm->heap, (uint64_t)(logb(a) - logb(b)) / 16));
        operator_divide_floats(a, b, &quotient, &rest);
        *out = cft_float(operation == CFT_MOD ? rest : quotient);
        return CHATFMT_OK;
    }
}

static bool operator_is_number(cft_value v)
{
    return v.kind == CFT_INT || v.kind == CFT_FLOAT || v.kind == CFT_BOOL;
}

static double operator_double(cft_value v)
{
    return v.kind == CFT_FLOAT ? v.as.real : (double)cft_integer_of(v);
}

/* ---- sequences ---- */

/* Markup + str and str + Markup escape the other side. */
static chatfmt_status operator_add_text(cft_vm *vm, cft_value a, cft_value b, cft_value *out)
{
    uint8_t markup = (uint8_t)((a.flags | b.flags) & CFT_STR_MARKUP);
    if (markup && !(a.flags & CFT_STR_MARKUP)) CFT_TRY(cft_text_escape(&vm->heap, a, &a));
    if (markup && !(b.flags & CFT_STR_MARKUP)) CFT_TRY(cft_text_escape(&vm->heap, b, &b));
    return cft_concat(&vm->heap, a, b, markup, out);
}

static chatfmt_status operator_add_lists(cft_vm *vm, cft_value a, cft_value b, cft_value *out)
{
    const cft_list *left = a.as.list, *right = b.as.list;
    cft_list_builder builder;
    CFT_TRY(cft_charge(&vm->heap, (uint64_t)left->count + right->count));
    CFT_TRY(cft_list_build(&builder, &vm->heap, (size_t)left->count + right->count));
    for (uint32_t i = 0; i < left->count; i++)
        CFT_TRY(cft_list_push(&builder, left->items[i]));
    for (uint32_t i = 0; i < right->count; i++)
        CFT_TRY(cft_list_push(&builder, right->items[i]));
    return cft_list_end(&builder, (cft_kind)a.kind, out);
}

static chatfmt_status operator_add_sequences(cft_vm *vm, cft_value a, cft_value b, cft_value *out)
{
    if (a.kind == CFT_STRING && b.kind == CFT_STRING) return operator_add_text(vm, a, b, out);
    if ((a.kind == CFT_LIST || a.kind == CFT_TUPLE) && a.kind == b.kind)
        return operator_add_lists(vm, a, b, out);
    if (a.kind == CFT_BYTES && b.kind == CFT_BYTES) {
        CFT_TRY(cft_concat(&vm->heap, a, b, 0, out));
        out->kind = CFT_BYTES;
        return CHATFMT_OK;
    }
    if (a.kind == CFT_BYTES)
        return cft_vm_raise(vm, CHATFMT_TYPE, "can't concat %s to bytes", cft_type_name(b));
    if (a.kind == CFT_STRING || a.kind == CFT_LIST || a.kind == CFT_TUPLE)
        return cft_vm_raise(vm, CHATFMT_TYPE, "can only concatenate %s (not \"%s\") to %s",
                            cft_kind_name((cft_kind)a.kind), cft_type_name(b),
                            cft_kind_name((cft_kind)a.kind));
    return operator_unsupported(vm, CFT_ADD, a, b);
}

static chatfmt_status operator_repeat_text(cft_vm *vm, cft_value text, int64_t times,
                                           cft_value *out)
{
    cft_builder b;
    uint8_t flags = text.flags & CFT_STR_MARKUP, kind = text.kind;
    if (times <= 0 || text.length == 0) {
        *out = cft_empty_string();
        out->kind = kind;
        out->flags |= flags;
        return CHATFMT_OK;
    }
    if (times == 1 && kind == CFT_STRING) {
        *out = text;
        return CHATFMT_OK;
    }
    if ((uint64_t)times > vm->heap.limits.string_bytes / text.length)
        return cft_heap_limit(&vm->heap, "string_bytes", vm->heap.limits.string_bytes,
                              (uint64_t)times > UINT64_MAX / text.length
                                  ? UINT64_MAX
                                  : (uint64_t)times * text.length);
    CFT_TRY(cft_build(&b, &vm->heap, (size_t)times * text.length));
    CFT_TRY(cft_build_repeat(&b, text.as.text, text.length, (size_t)times));
    CFT_TRY(cft_build_end(&b, flags, out));
    out->kind = kind;
    return CHATFMT_OK;
}

static chatfmt_status operator_repeat_list(cft_vm *vm, cft_value list, int64_t times,
                                           cft_value *out)
{
    cft_list_builder b;
    uint64_t count = list.as.list->count;
    if (times < 0) times = 0;
    if (count && (uint64_t)times > UINT32_MAX / count)
        return cft_heap_limit(&vm->heap, "heap_bytes", vm->heap.limits.heap_bytes, UINT64_MAX);
    CFT_TRY(cft_charge(&vm->heap, count * (uint64_t)times));
    CFT_TRY(cft_list_build(&b, &vm->heap, (size_t)count * (size_t)times));
    for (int64_t i = 0; i < times && count; i++)
        for (uint64_t j = 0; j < count; j++)
            CFT_TRY(cft_list_push(&b, list.as.list->items[j]));
    return cft_list_end(&b, (cft_kind)list.kind, out);
}

static bool operator_is_sequence(cft_value v)
{
    return v.kind == CFT_STRING || v.kind == CFT_LIST || v.kind == CFT_TUPLE || v.kind == CFT_BYTES;
}

static chatfmt_status operator_multiply(cft_vm *vm, cft_value a, cft_value b, cft_value *out)
{
    cft_value sequence = operator_is_sequence(a) ? a : b, times = operator_is_sequence(a) ? b : a;
    if (!operator_is_sequence(sequence)) return operator_unsupported(vm, CFT_MUL, a, b);
    if (times.kind == CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "cannot fit 'int' into an index-sized integer");
    if (!cft_is_integral(times))
        return cft_vm_raise(vm, CHATFMT_TYPE, "can't multiply sequence by non-int of type '%s'",
                            cft_type_name(times));
    if (sequence.kind == CFT_STRING || sequence.kind == CFT_BYTES)
        return operator_repeat_text(vm, sequence, cft_integer_of(times), out);
    return operator_repeat_list(vm, sequence, cft_integer_of(times), out);
}

/* ---- all ---- */

/* Numbers of which one has more than 64 bits. */
static chatfmt_status operator_big(cft_vm *vm, int operation, cft_value a, cft_value b,
                                   cft_value *out)
{
    bool negative_power = operation == CFT_POW &&
                          (b.kind == CFT_BIGINT ? b.as.text[0] == '-'
                                                : b.kind != CFT_FLOAT && cft_integer_of(b) < 0);
    double left, right;
    if (a.kind != CFT_FLOAT && b.kind != CFT_FLOAT && !negative_power)
        return operation == CFT_DIV ? cft_big_divide(vm, a, b, out)
                                    : cft_big_binary(vm, operation, a, b, out);
    left = a.as.real;
    right = b.as.real;
    if (a.kind != CFT_FLOAT) CFT_TRY(cft_big_double(vm, a, &left));
    if (b.kind != CFT_FLOAT) CFT_TRY(cft_big_double(vm, b, &right));
    return operator_floats(vm, operation, left, right, out);
}

/* Its digits, where spans are wanted, as computed from data if one of the two is. */
static chatfmt_status operator_big_of(cft_vm *vm, int operation, cft_value a, cft_value b,
                                      cft_value *out)
{
    CFT_TRY(operator_big(vm, operation, a, b, out));
    *out = cft_computed_of(&vm->heap, *out, a, b);
    return cft_big_computed(&vm->heap, cft_computed_of(&vm->heap, cft_int(0), a, b), out);
}

chatfmt_status cft_binary(cft_vm *vm, int operation, cft_value a, cft_value b, cft_value *out)
{
    if (operation == CFT_ADD && a.kind == CFT_STRING && b.kind == CFT_STRING)
        return operator_add_text(vm, a, b, out);
    if (operator_is_number(a) && operator_is_number(b)) {
        if (cft_is_integral(a) && cft_is_integral(b))
            CFT_TRY(operator_integers(vm, operation, cft_integer_of(a), cft_integer_of(b), out));
        else
            CFT_TRY(operator_floats(vm, operation, operator_double(a), operator_double(b), out));
        *out = cft_computed_of(&vm->heap, *out, a, b);
        return CHATFMT_OK;
    }
    if (operation == CFT_MOD && a.kind == CFT_STRING) return vm->builtins->percent(vm, a, b, out);
    if (a.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, a);
    if (b.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, b);
    if (operation == CFT_ADD && operator_is_sequence(a))
        return operator_add_sequences(vm, a, b, out);
    if (operation == CFT_MUL && (operator_is_sequence(a) || operator_is_sequence(b)))
        return operator_multiply(vm, a, b, out);
    if ((a.kind == CFT_BIGINT && (operator_is_number(b) || b.kind == CFT_BIGINT)) ||
        (b.kind == CFT_BIGINT && operator_is_number(a)))
        return operator_big_of(vm, operation, a, b, out);
    return operator_unsupported(vm, operation, a, b);
}

static chatfmt_status operator_bad_unary(cft_vm *vm, char sign, cft_value a)
{
    if (a.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, a);
    return cft_vm_raise(vm, CHATFMT_TYPE, "bad operand type for unary %c: '%s'", sign,
                        cft_type_name(a));
}

/* The sign of a big integer is its first character. */
static chatfmt_status operator_negate_big(cft_vm *vm, cft_value a, cft_value *out)
{
    cft_builder b;
    if (cft_slice_equal(cft_text_of(a), CFT_LIT("9223372036854775808"))) {
        *out = cft_int(INT64_MIN);
        return CHATFMT_OK;
    }
    CFT_TRY(cft_build(&b, &vm->heap, (size_t)a.length + 1));
    if (a.as.text[0] == '-') {
        CFT_TRY(cft_build_copy(&b, a.as.text + 1, a.length - 1));
    } else {
        CFT_TRY(cft_build_fresh(&b, "-", 1));
        CFT_TRY(cft_build_copy(&b, a.as.text, a.length));
    }
    CFT_TRY(cft_build_end(&b, 0, out));
    *out = (cft_value){.kind = CFT_BIGINT, .length = out->length, .as = {.text = out->as.text}};
    return CHATFMT_OK;
}

chatfmt_status cft_negate(cft_vm *vm, cft_value a, cft_value *out)
{
    if (cft_is_integral(a)) {
        int64_t value = cft_integer_of(a);
        if (value == INT64_MIN) {
            CFT_TRY(cft_new_fresh(&vm->heap, "9223372036854775808", 19, out));
            out->kind = CFT_BIGINT;
            out->flags = 0;
            return CHATFMT_OK;
        }
        *out = cft_computed(&vm->heap, cft_int(-value), a);
        return CHATFMT_OK;
    }
    if (a.kind == CFT_FLOAT) {
        *out = cft_computed(&vm->heap, cft_float(-a.as.real), a);
        return CHATFMT_OK;
    }
    if (a.kind == CFT_BIGINT) return operator_negate_big(vm, a, out);
    return operator_bad_unary(vm, '-', a);
}

chatfmt_status cft_positive(cft_vm *vm, cft_value a, cft_value *out)
{
    if (a.kind == CFT_BOOL) {
        *out = cft_computed(&vm->heap, cft_int(cft_integer_of(a)), a);
        return CHATFMT_OK;
    }
    if (a.kind == CFT_INT || a.kind == CFT_FLOAT || a.kind == CFT_BIGINT) {
        *out = a;
        return CHATFMT_OK;
    }
    return operator_bad_unary(vm, '+', a);
}

chatfmt_status cft_compare_values(cft_heap *heap, int operation, cft_value a, cft_value b,
                                  bool *out)
{
    switch (operation) {
    case CFT_CMP_EQ: return cft_equal(heap, a, b, out);
    case CFT_CMP_NE:
        CFT_TRY(cft_equal(heap, a, b, out));
        *out = !*out;
        return CHATFMT_OK;
    case CFT_CMP_LT: return cft_ordered(heap, CFT_LT, a, b, out);
    case CFT_CMP_LE: return cft_ordered(heap, CFT_LE, a, b, out);
    case CFT_CMP_GT: return cft_ordered(heap, CFT_GT, a, b, out);
    case CFT_CMP_GE: return cft_ordered(heap, CFT_GE, a, b, out);
    case CFT_CMP_IN: return cft_contains(heap, b, a, out);
    default:
        CFT_TRY(cft_contains(heap, b, a, out));
        *out = !*out;
        return CHATFMT_OK;
    }
}
