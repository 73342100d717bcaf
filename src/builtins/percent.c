/* builtins/percent.c - printf-style formatting, text % arguments.
 *
 *     %[(key)][-+ #0][width][.precision][hlL]type
 *
 * CPython: PyUnicode_Format in Objects/unicodeobject.c; markupsafe: Markup.__mod__.
 */
#include "base/number.h"
#include "base/utf8.h"
#include "builtins/attributes.h"
#include "builtins/float_format.h"
#include "builtins/format_spec.h"
#include "builtins/markup.h"
#include "builtins/number_text.h"
#include "builtins/pad.h"
#include "value/dict.h"
#include "value/repr.h"
#include "value/text.h"

#include <math.h>

/* The format and what is left of the arguments. */
typedef struct percent_call {
    cft_vm *vm;
    cft_builder b;
    const char *begin, *at, *end;
    cft_value value;   /* the tuple, or the only argument, or what a key found */
    bool tuple;        /* value is a tuple: take its items in turn */
    size_t taken;      /* of the tuple, or 1 when the only argument is used up */
    cft_value mapping; /* what %(key)s looks into, else absent */
    bool escape;       /* Markup: texts are escaped */
} percent_call;

/* One directive: flags, numbers, type. */
typedef struct percent_spec {
    bool left, plus, blank, alternate, zero;
    int64_t width, precision; /* -1 = none */
    uint32_t type;
} percent_spec;

static chatfmt_status percent_next(percent_call *call, cft_value *out)
{
    size_t count = call->tuple ? call->value.as.list->count : 1;
    if (call->taken >= count)
        return cft_vm_raise(call->vm, CHATFMT_TYPE, "not enough arguments for format string");
    *out = call->tuple ? call->value.as.list->items[call->taken] : call->value;
    call->taken++;
    return CHATFMT_OK;
}

/* Take the next character of the format, which must not end here. */
static chatfmt_status percent_read(percent_call *call, uint32_t *code)
{
    if (call->at >= call->end)
        return cft_vm_raise(call->vm, CHATFMT_VALUE, "incomplete format");
    *code = cft_utf8_next(&call->at);
    return CHATFMT_OK;
}

/* mapping[key] becomes the only argument from here on. */
static chatfmt_status percent_use_key(percent_call *call, cft_slice key)
{
    cft_vm *vm = call->vm;
    cft_value mapping = call->mapping;
    if (mapping.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, mapping);
    if (mapping.kind != CFT_DICT)
        return cft_vm_raise(vm, CHATFMT_TYPE, "%s indices must be integers or slices, not str",
                            cft_type_name(mapping));
    CFT_TRY(cft_charge_bytes(&vm->heap, key.length));
    const cft_entry *entry = cft_dict_find_text(mapping.as.dict, key);
    if (!entry)
        return cft_vm_raise(vm, CHATFMT_KEY, "'%.*s'", key.length > 200 ? 200 : (int)key.length,
                            key.data);
    call->value = entry->value;
    call->tuple = false;
    call->taken = 0;
    return CHATFMT_OK;
}

/* "(key)" after the percent sign; parentheses in the key balance. */
static chatfmt_status percent_read_key(percent_call *call)
{
    if (call->at >= call->end || *call->at != '(') return CHATFMT_OK;
    if (call->mapping.kind == CFT_ABSENT)
        return cft_vm_raise(call->vm, CHATFMT_TYPE, "format requires a mapping");
    const char *begin = ++call->at;
    for (size_t open = 1; call->at < call->end; call->at++) {
        if (*call->at == '(') open++;
        if (*call->at != ')' || --open > 0) continue;
        cft_slice key = cft_slice_of(begin, (size_t)(call->at - begin));
        call->at++;
        return percent_use_key(call, key);
    }
    return cft_vm_raise(call->vm, CHATFMT_VALUE, "incomplete format key");
}

/* The number that "*" stands for. */
static chatfmt_status percent_star(percent_call *call, int64_t *out)
{
    cft_value value;
    CFT_TRY(percent_next(call, &value));
    if (value.kind == CFT_BIGINT && !call->escape)
        return cft_vm_raise(call->vm, CHATFMT_OVERFLOW,
                            "Python int too large to convert to C ssize_t");
    if (!cft_is_integral(value) || call->escape)
        return cft_vm_raise(call->vm, CHATFMT_TYPE, "* wants int");
    *out = cft_integer_of(value);
    return CHATFMT_OK;
}

/* Digits that begin with *code; leaves the first character after them there. */
static chatfmt_status percent_digits(percent_call *call, uint32_t *code, int64_t most,
                                     const char *what, int64_t *out)
{
    *out = 0;
    while (*code >= '0' && *code <= '9') {
        int64_t digit = (int64_t)*code - '0';
        if (*out > (most - digit) / 10)
            return cft_vm_raise(call->vm, CHATFMT_VALUE, "%s too big", what);
        *out = *out * 10 + digit;
        CFT_TRY(percent_read(call, code));
    }
    return CHATFMT_OK;
}

static bool percent_flag(percent_spec *spec, uint32_t code)
{
    switch (code) {
    case '-': spec->left = true; return true;
    case '+': spec->plus = true; return true;
    case ' ': spec->blank = true; return true;
    case '#': spec->alternate = true; return true;
    case '0': spec->zero = true; return true;
    default: return false;
    }
}

/* CPython: unicode_format_arg_parse */
static chatfmt_status percent_parse(percent_call *call, percent_spec *spec)
{
    uint32_t code;
    *spec = (percent_spec){.width = -1, .precision = -1};
    CFT_TRY(percent_read_key(call));
    do {
        CFT_TRY(percent_read(call, &code));
    } while (percent_flag(spec, code));
    if (code == '*') {
        CFT_TRY(percent_star(call, &spec->width));
        if (spec->width < 0) {
            spec->left = true;
            spec->width = spec->width == INT64_MIN ? INT64_MAX : -spec->width;
        }
        CFT_TRY(percent_read(call, &code));
    } else if (code >= '0' && code <= '9') {
        CFT_TRY(percent_digits(call, &code, INT64_MAX, "width", &spec->width));
    }
    if (code == '.') {
        CFT_TRY(percent_read(call, &code));
        if (code == '*') {
            CFT_TRY(percent_star(call, &spec->precision));
            if (spec->precision > INT32_MAX || spec->precision < INT32_MIN)
                return cft_vm_raise(call->vm, CHATFMT_OVERFLOW,
                                    "Python int too large to convert to C int");
            if (spec->precision < 0) spec->precision = 0;
            CFT_TRY(percent_read(call, &code));
        } else {
            CFT_TRY(percent_digits(call, &code, INT32_MAX, "precision", &spec->precision));
        }
    }
    if (code == 'h' || code == 'l' || code == 'L') CFT_TRY(percent_read(call, &code));
    spec->type = code;
    return CHATFMT_OK;
}

/* Write `text`, cut and padded. `number` texts may begin with a sign, and with 0x or 0o in the
 * alternate form, which stand before zeros that fill up. CPython: unicode_format_arg_output */
static chatfmt_status percent_write(percent_call *call, const percent_spec *spec,
                                    cft_value text, bool number, cft_value from)
{
    cft_builder *b = &call->b;
    char sign = 0;
    cft_slice prefix = CFT_LIT("");
    CFT_TRY(cft_charge_bytes(b->heap, text.length));
    int64_t count = (int64_t)cft_text_count(text);
    bool letters = spec->type == 's' || spec->type == 'r' || spec->type == 'a';
    if (letters && spec->precision >= 0 && spec->precision < count) {
        count = spec->precision;
        text = cft_text_slice(text, 0, (size_t)count);
    }
    if (number) {
        if (text.length && (*text.as.text == '-' || *text.as.text == '+')) {
            sign = *text.as.text;
            text = cft_text_bytes(text, 1, text.length);
        } else {
            sign = spec->plus ? '+' : spec->blank ? ' ' : 0;
        }
        count = (int64_t)text.length;
        bool based = spec->type == 'x' || spec->type == 'X' || spec->type == 'o';
        if (based && spec->alternate) {
            prefix = cft_slice_of(text.as.text, 2);
            text = cft_text_bytes(text, 2, text.length);
        }
    }
    int64_t missing = spec->width - count - (sign != 0);
    bool zeros = number && spec->zero && !spec->left;
    if (!spec->left && !zeros) CFT_TRY(cft_pad_append(b, missing, CFT_LIT(" ")));
    if (sign) CFT_TRY(cft_build_from(b, &sign, 1, from));
    CFT_TRY(cft_build_from(b, prefix.data, prefix.length, from));
    if (zeros) CFT_TRY(cft_pad_append(b, missing, CFT_LIT("0")));
    CFT_TRY(number ? cft_build_from(b, text.as.text, text.length, from)
                   : cft_build_copy(b, text.as.text, text.length));
    return spec->left ? cft_pad_append(b, missing, CFT_LIT(" ")) : CHATFMT_OK;
}

/* A piece of heap memory as a string that is never shown: only its bytes are written. */
static cft_value percent_scratch(cft_slice text)
{
    return cft_string(text.data, (uint32_t)text.length, CFT_STR_ASCII);
}

static chatfmt_status percent_text(percent_call *call, const percent_spec *spec,
                                   cft_value value)
{
    cft_vm *vm = call->vm;
    cft_value text;
    bool as_is = spec->type == 's';
    CFT_TRY(as_is ? cft_to_str(&vm->heap, value, &text) : cft_to_repr(&vm->heap, value, &text));
    if (call->escape && !(as_is && cft_markup_is(text)))
        CFT_TRY(cft_text_escape(&vm->heap, text, &text));
    if (spec->type == 'a') CFT_TRY(cft_escape_beyond_ascii(vm, text, &text));
    return percent_write(call, spec, text, false, value);
}

/* The operand of %d and its kin as an integer: floats are cut for d, refused for x and o.
 * CPython: mainformatlong; Markup's helper hands everything to int(). */
static chatfmt_status percent_integer(percent_call *call, uint32_t type, cft_value *value)
{
    cft_vm *vm = call->vm;
    bool decimal = type == 'd' || type == 'i' || type == 'u';
    cft_value v = *value;
    if (call->escape && !decimal)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "%%%c format: an integer is required, not _MarkupEscapeHelper",
                            (int)type);
    if (cft_is_integral(v) || v.kind == CFT_BIGINT) return CHATFMT_OK;
    if (decimal && v.kind == CFT_FLOAT) {
        if (isnan(v.as.real))
            return cft_vm_raise(vm, CHATFMT_VALUE, "cannot convert float NaN to integer");
        if (isinf(v.as.real))
            return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                                "cannot convert float infinity to integer");
        return cft_int_of_double(&vm->heap, v.as.real, value);
    }
    if (decimal && v.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, v);
    if (call->escape && (v.kind == CFT_STRING || v.kind == CFT_BYTES)) {
        bool valid;
        CFT_TRY(cft_int_parse(&vm->heap, cft_text_of(v), 10, value, &valid));
        if (!valid)
            return cft_vm_raise(vm, CHATFMT_VALUE, "invalid literal for int() with base 10");
        return CHATFMT_OK;
    }
    return cft_vm_raise(vm, CHATFMT_TYPE, "%%%c format: %s is required, not %s", (int)type,
                        decimal ? "a real number" : "an integer", cft_type_name(v));
}

/* CPython: _PyUnicode_FormatLong */
static chatfmt_status percent_int(percent_call *call, const percent_spec *spec, cft_value value)
{
    cft_vm *vm = call->vm;
    cft_value number = value;
    CFT_TRY(percent_integer(call, spec->type, &number));
    bool octal = spec->type == 'o', hex = spec->type == 'x' || spec->type == 'X', negative;
    cft_slice digits;
    CFT_TRY(cft_integer_digits(&vm->heap, number,
                               octal ? 8
                               : hex ? 16
                                     : 10,
                               &negative, &digits));
    if (spec->precision > INT32_MAX - 3)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "precision too large");
    size_t zeros =
        spec->precision > (int64_t)digits.length ? (size_t)spec->precision - digits.length : 0;
    CFT_TRY(cft_pad_allowed(&vm->heap, (uint64_t)zeros + digits.length));
    void *room;
    CFT_TRY(cft_heap_take(&vm->heap, zeros + digits.length + 3, &room));
    char *text = room, *at = text;
    if (negative) *at++ = '-';
    if (spec->alternate && (octal || hex)) {
        *at++ = '0';
        *at++ = octal ? 'o' : 'x';
    }
    memset(at, '0', zeros);
    memcpy(at + zeros, digits.data, digits.length);
    at += zeros + digits.length;
    if (spec->type == 'X')
        for (char *p = text; p < at; p++)
            if (*p >= 'a' && *p <= 'z') *p = (char)(*p - ('a' - 'A'));
    cft_slice all = cft_slice_of(text, (size_t)(at - text));
    return percent_write(call, spec, percent_scratch(all), true, value);
}

static chatfmt_status percent_float(percent_call *call, const percent_spec *spec,
                                    cft_value value)
{
    cft_vm *vm = call->vm;
    double x;
    if (call->escape && value.kind == CFT_STRING) {
        bool valid;
        CFT_TRY(cft_float_parse(&vm->heap, cft_text_of(value), &x, &valid));
        if (!valid) return cft_vm_raise(vm, CHATFMT_VALUE, "could not convert string to float");
    } else {
        CFT_TRY(cft_real_of(vm, value, &x));
    }
    cft_slice text;
    CFT_TRY(cft_float_format(&vm->heap, x, (char)spec->type,
                             spec->precision < 0 ? 6 : spec->precision,
                             spec->alternate ? CFT_FLOAT_ALTERNATE : 0u, &text));
    return percent_write(call, spec, percent_scratch(text), true, value);
}

/* CPython: formatchar */
static chatfmt_status percent_character(percent_call *call, const percent_spec *spec,
                                        cft_value value)
{
    cft_vm *vm = call->vm;
    if (!call->escape && value.kind == CFT_STRING && value.length &&
        value.length == cft_utf8_width((unsigned char)*value.as.text))
        return percent_write(call, spec, value, false, value);
    if (!call->escape && value.kind == CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "Python int too large to convert to C long");
    if (call->escape || !cft_is_integral(value))
        return cft_vm_raise(vm, CHATFMT_TYPE, "%%c requires int or char");
    int64_t code = cft_integer_of(value);
    if (code < 0 || code > 0x10FFFF)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "%%c arg not in range(0x110000)");
    char bytes[4];
    cft_value text;
    size_t length = cft_heap_put_code(&vm->heap, bytes, (uint32_t)code);
    CFT_TRY(cft_new_from(&vm->heap, bytes, length, value, &text));
    return percent_write(call, spec, text, false, value);
}

static chatfmt_status percent_directive(percent_call *call)
{
    percent_spec spec;
    cft_value value;
    /* Only "%%" is a percent sign; with anything between it is no directive. */
    if (call->at < call->end && *call->at == '%')
        return cft_build_copy(&call->b, call->at++, 1);
    CFT_TRY(percent_parse(call, &spec));
    CFT_TRY(percent_next(call, &value));
    switch (spec.type) {
    case 's':
    case 'r':
    case 'a': return percent_text(call, &spec, value);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return percent_int(call, &spec, value);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return percent_float(call, &spec, value);
    case 'c': return percent_character(call, &spec, value);
    default:
        return cft_vm_raise(
            call->vm, CHATFMT_VALUE, "unsupported format character '%c' (0x%x) at index %zu",
            spec.type > 31 && spec.type < 127 ? (int)spec.type : '?', (unsigned)spec.type,
            cft_utf8_count(call->begin, (size_t)(call->at - call->begin)) - 1);
    }
}

/* CPython: PyMapping_Check without tuple and str: what has a subscript. */
static bool percent_is_mapping(cft_value value)
{
    return value.kind == CFT_DICT || value.kind == CFT_LIST || value.kind == CFT_BYTES ||
           value.kind == CFT_RANGE || value.kind == CFT_UNDEFINED;
}

chatfmt_status cft_percent_format(cft_vm *vm, cft_value text, cft_value arguments,
                                  cft_value *out)
{
    percent_call call = {.vm = vm, .value = arguments, .mapping = cft_absent()};
    call.begin = call.at = text.as.text;
    call.end = call.begin + text.length;
    call.tuple = arguments.kind == CFT_TUPLE;
    call.escape = cft_markup_is(text);
    if (percent_is_mapping(arguments)) call.mapping = arguments;
    CFT_TRY(cft_build(&call.b, &vm->heap, text.length));
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    while (call.at < call.end) {
        const char *percent = memchr(call.at, '%', (size_t)(call.end - call.at));
        const char *stop = percent ? percent : call.end;
        CFT_TRY(cft_build_copy(&call.b, call.at, (size_t)(stop - call.at)));
        call.at = stop;
        if (!percent) break;
        call.at++;
        CFT_TRY(cft_charge(&vm->heap, 1));
        CFT_TRY(percent_directive(&call));
    }
    bool left = call.taken < (call.tuple ? (size_t)call.value.as.list->count : 1);
    if (left && call.mapping.kind == CFT_ABSENT)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "not all arguments converted during string formatting");
    return cft_build_end(&call.b, text.flags & CFT_STR_MARKUP, out);
}
