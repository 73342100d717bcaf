/* builtins/filters_number.c - the filters that compute: abs, int, float, round, sum, random,
 * filesizeformat. */
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

/* A number computed from `source` belongs where `source` came from. */
static cft_value number_with_origin(cft_value number, cft_value source)
{
    if (cft_is_scalar(number) && cft_is_scalar(source)) number.length = source.length;
    return number;
}

/* abs(x). Source: CPython's abs(). */
chatfmt_status cft_filter_abs(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value x = args.at[0];
    if (x.kind == CFT_FLOAT) {
        *out = number_with_origin(cft_float(fabs(x.as.real)), x);
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
    *out = number_with_origin(*out, x);
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
    if (valid) *out = cft_computed(&vm->heap, cft_float(x), args.at[0]);
    else *out = cft_arg_given(args, 1) ? args.at[1] : cft_float(0.0);
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
    case CFT_BOOL: *out = number_with_origin(cft_int(x.as.boolean), x); return CHATFMT_OK;
    case CFT_INT: case CFT_BIGINT: return CHATFMT_OK;
    case CFT_UNDEFINED: return cft_raise_undefined(&vm->heap, x);
    case CFT_FLOAT:
        if (isinf(x.as.real)) {
            return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                                "cannot convert float infinity to integer");
        }
        *valid = !isnan(x.as.real);
        if (!*valid) return CHATFMT_OK;
        CFT_TRY(cft_int_of_double(&vm->heap, x.as.real, out));
        *out = number_with_origin(*out, x);
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
        return CHATFMT_OK;
    }
    double number;
    CFT_TRY(number_to_double(vm, x, &number, &valid));
    if (valid && !isnan(number) && !isinf(number)) {
        CFT_TRY(cft_int_of_double(&vm->heap, number, out));
        *out = cft_computed(&vm->heap, *out, x);
        return CHATFMT_OK;
    }
    *out = cft_arg_given(args, 1) ? args.at[1] : cft_int(0);
    return CHATFMT_OK;
}

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
    size_t digits = cft_float_digits(fabs(x), (int)n, true, text, 660, &exponent);
    if (digits == 0) {
        *out = copysign(0.0, x);
        return CHATFMT_OK;
    }
    /* 0.d1d2… * 10^exponent: the digits as an integer with a power of ten behind. */
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
    for (int64_t i = n; i < 0; i++) step *= 10;
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
    for (size_t i = kept + 1; i <= digits; i++) more = more || text[i] != '0';
    bool odd = (text[kept - 1] - '0') % 2 == 1;
    bool up = text[kept] > '5' || (text[kept] == '5' && (more || odd));
    memset(text + kept, '0', digits + 1 - kept);
    for (size_t i = kept; up; i--) {
        up = text[i - 1] == '9';
        text[i - 1] = up ? '0' : (char)(text[i - 1] + 1);
    }
    size_t length = digits + 1;
    for (; length > 1 && *text == '0'; length--) text++;
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
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "'%s' object cannot be interpreted as an integer",
                            cft_type_name(precision));
    }
    int64_t n = whole ? 0 : precision.kind == CFT_BIGINT
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
        *out = number_with_origin(cft_float(rounded), x);
        return CHATFMT_OK;
    }
    if (x.kind == CFT_BIGINT) {
        if (n < 0) return round_digits(vm, x, n, out);
        *out = x;
        return CHATFMT_OK;
    }
    CFT_TRY(round_integer(vm, cft_integer_of(x), n < 0 ? n : 0, out));
    *out = number_with_origin(*out, x);
    return CHATFMT_OK;
}

/* c / 10**power rounded correctly, for an integral c. Beyond 10**22 the power is no double, so
 * the quotient is read from the digits. */
static double round_unscale(double c, int64_t power)
{
    if (power <= 22 || c == 0.0) return c / pow(10.0, (double)power);
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
    bool exact = cft_is_integral(precision) && cft_integer_of(precision) >= 0;
    if (exact && (cft_is_integral(x) || x.kind == CFT_BIGINT)) {
        double real = cft_integer_to_double(x);
        *out = number_with_origin(cft_float(real), x);
        if (!isinf(real)) return CHATFMT_OK;
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "integer division result too large for a float");
    }
    cft_value scale, scaled;
    int64_t power = exact ? cft_integer_of(precision) : 0;
    if (exact && x.kind == CFT_FLOAT) {
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
    if (divisor == 0.0) return cft_vm_raise(vm, CHATFMT_ZERO_DIVISION, "float division by zero");
    double result = exact ? round_unscale(whole, power) : whole / divisor;
    *out = number_with_origin(cft_float(result), x);
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

/* A sum of integers that may pass 64 bits on its way: high * 10^18 + low, both of one sign. */
#define SUM_BASE INT64_C(1000000000000000000)

typedef struct sum_state {
    int64_t high, low;
    cft_value total; /* once something else than an integer was added */
    bool exact;      /* all of it is in high and low                  */
    cft_value origin; /* the first number that is data, if any */
} sum_state;

static void sum_integer(sum_state *sum, int64_t n)
{
    int64_t low = sum->low + n % SUM_BASE;
    sum->high += n / SUM_BASE + low / SUM_BASE;
    sum->low = low % SUM_BASE;
    if (sum->high > 0 && sum->low < 0) {
        sum->high--;
        sum->low += SUM_BASE;
    } else if (sum->high < 0 && sum->low > 0) {
        sum->high++;
        sum->low -= SUM_BASE;
    }
}

/* high and low as an INT, or as a BIGINT of their digits. */
static chatfmt_status sum_settle(cft_vm *vm, sum_state *sum)
{
    if (!sum->exact) return CHATFMT_OK;
    char text[2 * CFT_NUMBER_ROOM], low[CFT_NUMBER_ROOM];
    size_t length = cft_int_to_text(sum->high ? sum->high : sum->low, text);
    if (sum->high) {
        size_t digits = cft_int_to_text(sum->low < 0 ? -sum->low : sum->low, low);
        memset(text + length, '0', 18 - digits);
        memcpy(text + length + 18 - digits, low, digits);
        length += 18;
    }
    bool valid;
    sum->exact = false;
    CFT_TRY(cft_int_parse(&vm->heap, (cft_slice){text, length}, 10, &sum->total, &valid));
    sum->total = cft_computed(&vm->heap, sum->total, sum->origin);
    return CHATFMT_OK;
}

static chatfmt_status sum_add(cft_vm *vm, sum_state *sum, cft_value item)
{
    if (sum->exact && cft_is_integral(item)) {
        if (!sum->origin.length) sum->origin = item;
        sum_integer(sum, cft_integer_of(item));
        return CHATFMT_OK;
    }
    CFT_TRY(sum_settle(vm, sum));
    return cft_binary(vm, CFT_ADD, sum->total, item, &sum->total);
}

/* sum(attribute=none, start=0). Jinja: do_sum; CPython: sum(). */
chatfmt_status cft_filter_sum(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_attrpath path;
    cft_walk walk;
    cft_value start = cft_arg_given(args, 2) ? args.at[2] : cft_int(0);
    sum_state sum = {.total = start, .exact = start.kind == CFT_INT};
    sum.origin = start;
    if (sum.exact) sum_integer(&sum, start.as.integer);
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
        CFT_TRY(sum_add(vm, &sum, item));
    }
    CFT_TRY(sum_settle(vm, &sum));
    *out = sum.total;
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
    {{1e6, 1e6, "kB"}, {1e9, 1e9, "MB"}, {1e12, 1e12, "GB"}, {1e15, 1e15, "TB"},
     {1e18, 1e18, "PB"}, {1e21, 1e21, "EB"}, {1000000000000000117440512.0, 1e24, "ZB"},
     {1e27, 1e27, "YB"}},
    {{1048576.0, 1048576.0, "KiB"}, {1073741824.0, 1073741824.0, "MiB"},
     {1099511627776.0, 1099511627776.0, "GiB"}, {0x1p50, 0x1p50, "TiB"},
     {0x1p60, 0x1p60, "PiB"}, {0x1p70, 0x1p70, "EiB"}, {0x1p80, 0x1p80, "ZiB"},
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
    for (int i = 0; i < exponent; i++) text[length++] = (size_t)i < count ? digits[i] : '0';
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
        while (unit < last && !(size < unit->limit)) unit++;
        char text[340];
        size_t length = size_one_decimal(base * size / unit->divisor, text);
        CFT_TRY(cft_build_from(&b, text, length, x));
        CFT_TRY(cft_build_fresh(&b, " ", 1));
        CFT_TRY(cft_build_fresh(&b, unit->name, strlen(unit->name)));
    }
    return cft_build_end(&b, 0, out);
}
