/* builtins/filters_number.c - the filters that compute: abs, int, float, sum, random,
 * filesizeformat. round has a file of its own. */
#include "builtins/filters.h"
#include "builtins/number_text.h"
#include "builtins/tables.h"

#include "base/number.h"
#include "lang/ast.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/repr.h"
#include "value/text.h"

#include <math.h>

/* abs(x). Source: CPython's abs(). */
chatfmt_status cft_filter_abs(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0];
    if (x.kind == CFT_FLOAT) {
        *out = cft_number_like(cft_float(fabs(x.as.real)), x);
        return CHATFMT_OK;
    }
    if (x.kind == CFT_BIGINT) {
        bool negative = x.as.text[0] == '-';
        x.as.text += negative;
        x.length -= negative;
        *out = x;
        return CHATFMT_OK;
    }
    if (!cft_is_integral(x)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "bad operand type for abs(): '%s'",
                            cft_type_name(x));
    }
    int64_t n = cft_integer_of(x);
    uint64_t magnitude = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    CFT_TRY(cft_int_of_magnitude(&vm->heap, false, magnitude, out));
    *out = cft_number_like(*out, x);
    return CHATFMT_OK;
}

/* What float(x) does: a number, a ValueError or TypeError (NUMBER_NONE), or a failure. */
static chatfmt_status number_to_double(cft_vm *vm, cft_value x, double *out, bool *valid)
{
    *valid = true;
    if (x.kind == CFT_FLOAT) {
        *out = x.as.real;
        return CHATFMT_OK;
    }
    if (cft_is_integral(x) || x.kind == CFT_BIGINT) {
        *out = cft_integer_to_double(x);
        if (!isinf(*out)) return CHATFMT_OK;
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "int too large to convert to float");
    }
    if (x.kind == CFT_STRING || x.kind == CFT_BYTES) {
        return cft_float_parse(&vm->heap, cft_text_of(x), out, valid);
    }
    if (x.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, x);
    *valid = false;
    return CHATFMT_OK;
}

/* float(default=0.0): what is no number becomes the default. Jinja: do_float. */
chatfmt_status cft_filter_float(cft_vm *vm, cft_args args, cft_value *out)
{
    double x;
    bool valid;
    CFT_TRY(number_to_double(vm, args.at[0], &x, &valid));
    if (valid)
        *out = cft_computed(&vm->heap, cft_float(x), args.at[0]);
    else
        *out = cft_arg_given(args, 1) ? args.at[1] : cft_float(0.0);
    return CHATFMT_OK;
}

/* int(value, base) of a string, or int(value); *valid false for a ValueError or TypeError. */
static chatfmt_status number_to_int(cft_vm *vm, cft_value x, cft_value base, cft_value *out,
                                    bool *valid)
{
    *valid = true;
    *out = x;
    switch ((cft_kind)x.kind) {
    case CFT_STRING:
        *valid = base.kind == CFT_ABSENT || cft_is_integral(base);
        if (!*valid) return CHATFMT_OK;
        return cft_int_parse(&vm->heap, cft_text_of(x),
                             base.kind == CFT_ABSENT ? 10 : cft_integer_of(base), out, valid);
    case CFT_BYTES: return cft_int_parse(&vm->heap, cft_text_of(x), 10, out, valid);
    case CFT_BOOL: *out = cft_number_like(cft_int(x.as.boolean), x); return CHATFMT_OK;
    case CFT_INT:
    case CFT_BIGINT: return CHATFMT_OK;
    case CFT_UNDEFINED: return cft_raise_undefined(&vm->heap, x);
    case CFT_FLOAT:
        if (isinf(x.as.real)) {
            return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                                "cannot convert float infinity to integer");
        }
        *valid = !isnan(x.as.real);
        if (!*valid) return CHATFMT_OK;
        CFT_TRY(cft_int_of_double(&vm->heap, x.as.real, out));
        *out = cft_number_like(*out, x);
        return CHATFMT_OK;
    default: *valid = false; return CHATFMT_OK;
    }
}

/* int(default=0, base=10): as an integer, else as a float, else the default. Jinja: do_int. */
chatfmt_status cft_filter_int(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0];
    bool valid;
    CFT_TRY(number_to_int(vm, x, args.at[2], out, &valid));
    if (valid) {
        *out = cft_computed(&vm->heap, *out, x);
        return cft_big_computed(&vm->heap, cft_computed(&vm->heap, cft_int(0), x), out);
    }
    double number;
    CFT_TRY(number_to_double(vm, x, &number, &valid));
    if (valid && !isnan(number) && !isinf(number)) {
        CFT_TRY(cft_int_of_double(&vm->heap, number, out));
        *out = cft_computed(&vm->heap, *out, x);
        return cft_big_computed(&vm->heap, cft_computed(&vm->heap, cft_int(0), x), out);
    }
    *out = cft_arg_given(args, 1) ? args.at[1] : cft_int(0);
    return CHATFMT_OK;
}

/* sum(attribute=none, start=0). Jinja: do_sum; CPython: sum(). */
chatfmt_status cft_filter_sum(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_attrpath path;
    cft_walk walk;
    cft_value start = cft_arg_given(args, 2) ? args.at[2] : cft_int(0);
    cft_value total = start;
    CFT_TRY(cft_attrpath_parse(vm, args.at[1], &path));
    CFT_TRY(cft_walk_begin(&vm->heap, args.at[0], &walk));
    if (start.kind == CFT_STRING || start.kind == CFT_BYTES) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "sum() can't sum %s [use %s.join(seq) instead]",
                            start.kind == CFT_STRING ? "strings" : "bytes",
                            start.kind == CFT_STRING ? "''" : "b''");
    }
    for (;;) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        CFT_TRY(cft_attrpath_get(vm, &path, item, cft_absent(), &item));
        CFT_TRY(cft_binary(vm, CFT_ADD, total, item, &total));
    }
    *out = total;
    return CHATFMT_OK;
}

/* The next number of the render's own sequence. Sebastiano Vigna: splitmix64. */
static uint64_t random_next(cft_vm *vm)
{
    uint64_t z = vm->seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* random: an item by chance, which needs a seed so that a render can be repeated. Jinja:
 * do_random; the choice differs from Python's, see docs/compatibility.md. */
chatfmt_status cft_filter_random(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0];
    int64_t count;
    CFT_TRY(cft_length(&vm->heap, x, &count));
    if (count == 0) {
        *out = cft_undefined_message(CFT_LIT("No random item, sequence was empty."));
        return CHATFMT_OK;
    }
    if (x.kind == CFT_VIEW) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object is not subscriptable",
                            cft_type_name(x));
    }
    if (!vm->has_seed) {
        return cft_vm_raise(vm, CHATFMT_UNSUPPORTED, "the filter random needs a seed");
    }
    uint64_t choice = random_next(vm) % (uint64_t)count;
    if (x.kind != CFT_DICT) {
        return cft_reversible_item(&vm->heap, x, (size_t)choice, out);
    }
    const cft_entry *entry;
    CFT_TRY(cft_dict_find(&vm->heap, x.as.dict, cft_int((int64_t)choice), &entry));
    if (!entry) return cft_vm_raise(vm, CHATFMT_KEY, "%d", (int)choice);
    *out = entry->value;
    return CHATFMT_OK;
}

/* One row per unit: the least size that is too large for it, and what a size is divided by.
 * 10^24 is no double, so the sizes below it include the double nearest to it. */
typedef struct size_unit {
    double limit, divisor;
    const char *name;
} size_unit;

static const size_unit size_units[2][8] = {
    {{1e6, 1e6, "kB"},
     {1e9, 1e9, "MB"},
     {1e12, 1e12, "GB"},
     {1e15, 1e15, "TB"},
     {1e18, 1e18, "PB"},
     {1e21, 1e21, "EB"},
     {1000000000000000117440512.0, 1e24, "ZB"},
     {1e27, 1e27, "YB"}},
    {{1048576.0, 1048576.0, "KiB"},
     {1073741824.0, 1073741824.0, "MiB"},
     {1099511627776.0, 1099511627776.0, "GiB"},
     {0x1p50, 0x1p50, "TiB"},
     {0x1p60, 0x1p60, "PiB"},
     {0x1p70, 0x1p70, "EiB"},
     {0x1p80, 0x1p80, "ZiB"},
     {0x1p90, 0x1p90, "YiB"}},
};

/* '%.1f' of x into `text`, which has room for 340 bytes. */
static size_t size_one_decimal(double x, char *text)
{
    if (!isfinite(x)) {
        const char *word = isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
        memcpy(text, word, strlen(word));
        return strlen(word);
    }
    char digits[330];
    int exponent;
    size_t count = cft_float_digits(fabs(x), 1, true, digits, sizeof digits, &exponent);
    size_t length = 0;
    if (signbit(x)) text[length++] = '-';
    if (exponent <= 0) text[length++] = '0';
    for (int i = 0; i < exponent; i++)
        text[length++] = (size_t)i < count ? digits[i] : '0';
    text[length++] = '.';
    text[length++] = exponent >= 0 && (size_t)exponent < count ? digits[exponent] : '0';
    return length;
}

/* filesizeformat(binary=false). Jinja: do_filesizeformat. */
chatfmt_status cft_filter_filesizeformat(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0];
    double size;
    bool valid;
    CFT_TRY(number_to_double(vm, x, &size, &valid));
    if (!valid && x.kind == CFT_STRING) {
        cft_value shown;
        CFT_TRY(cft_to_repr(&vm->heap, x, &shown));
        return cft_vm_raise(vm, CHATFMT_VALUE, "could not convert string to float: %.*s",
                            (int)shown.length, shown.as.text);
    }
    if (!valid) {
        return cft_vm_raise(vm, x.kind == CFT_BYTES ? CHATFMT_VALUE : CHATFMT_TYPE,
                            "float() argument must be a string or a real number, not '%s'",
                            cft_type_name(x));
    }
    bool binary = cft_arg_truth_or(args, 1, false);
    double base = binary ? 1024.0 : 1000.0;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, 32));
    if (size == 1.0) {
        CFT_TRY(cft_build_from(&b, "1 Byte", 6, x));
    } else if (size < base) {
        cft_value whole, text;
        if (isinf(size)) {
            return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                                "cannot convert float infinity to integer");
        }
        CFT_TRY(cft_int_of_double(&vm->heap, size, &whole));
        CFT_TRY(cft_to_str(&vm->heap, whole, &text));
        CFT_TRY(cft_build_from(&b, text.as.text, text.length, x));
        CFT_TRY(cft_build_fresh(&b, " Bytes", 6));
    } else {
        const size_unit *unit = size_units[binary], *last = unit + 7;
        while (unit < last && !(size < unit->limit))
            unit++;
        char text[340];
        size_t length = size_one_decimal(base * size / unit->divisor, text);
        CFT_TRY(cft_build_from(&b, text, length, x));
        CFT_TRY(cft_build_fresh(&b, " ", 1));
        CFT_TRY(cft_build_fresh(&b, unit->name, strlen(unit->name)));
    }
    return cft_build_end(&b, 0, out);
}
