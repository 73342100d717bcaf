/* builtins/format_spec.c - format(value, spec): Python's format specification mini-language.
 *
 *     [[fill]align][sign][z][#][0][width][,_][.precision][type]
 *
 * CPython: Python/formatter_unicode.c. There is no locale, so 'n' is 'd' or 'g'.
 */
#include "builtins/format_spec.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/float_format.h"
#include "builtins/pad.h"
#include "value/repr.h"
#include "value/text.h"

typedef struct spec_fields {
    cft_slice fill; /* one character */
    bool given;     /* the fill is in the spec */
    uint32_t align; /* < > ^ = */
    uint32_t sign;  /* + - space, or 0 */
    bool no_minus_0, alternate;
    int64_t width;     /* -1 = none */
    uint32_t grouping; /* , _ or 0 */
    int64_t precision; /* -1 = none */
    uint32_t type;     /* 0 = none given, for floats */
} spec_fields;

/* Reading the spec: the rest of it. */
typedef struct spec_reader {
    const char *at, *end;
} spec_reader;

static uint32_t spec_peek(const spec_reader *r)
{
    const char *at = r->at;
    return at < r->end ? cft_utf8_next(&at) : 0;
}

/* Take the next character if it is `code`. */
static bool spec_take(spec_reader *r, uint32_t code)
{
    if (r->at >= r->end || spec_peek(r) != code) return false;
    r->at += cft_utf8_width((unsigned char)*r->at);
    return true;
}

static bool spec_is_align(uint32_t code)
{
    return code == '<' || code == '>' || code == '=' || code == '^';
}

/* Decimal digits of any script; *out stays when there are none. */
static chatfmt_status spec_number(cft_vm *vm, spec_reader *r, int64_t *out)
{
    int64_t number = 0;
    bool any = false;
    for (int digit; r->at < r->end && (digit = cft_decimal_value(spec_peek(r))) >= 0;) {
        if (number > (INT64_MAX - digit) / 10)
            return cft_vm_raise(vm, CHATFMT_VALUE, "Too many decimal digits in format string");
        number = number * 10 + digit;
        any = true;
        r->at += cft_utf8_width((unsigned char)*r->at);
    }
    if (any) *out = number;
    return CHATFMT_OK;
}

/* Whether there is an alignment. */
static bool spec_fill_and_align(spec_reader *r, spec_fields *f)
{
    const char *second = r->at;
    if (r->at < r->end) cft_utf8_next(&second);
    spec_reader after = {second, r->end};
    if (second < r->end && spec_is_align(spec_peek(&after))) {
        f->fill = cft_slice_of(r->at, (size_t)(second - r->at));
        f->given = true;
        r->at = second;
    }
    if (r->at >= r->end || !spec_is_align(spec_peek(r))) return false;
    f->align = (unsigned char)*r->at++;
    return true;
}

/* Which types may be grouped by , or _. */
static chatfmt_status spec_check_grouping(cft_vm *vm, const spec_fields *f)
{
    if (!f->grouping || f->type == 0 || (f->type < 0x80 && strchr("defgEG%F", (int)f->type)))
        return CHATFMT_OK;
    bool binary = f->type < 0x80 && strchr("boxX", (int)f->type);
    if (binary && f->grouping == '_') return CHATFMT_OK;
    if (f->type > 32 && f->type < 128)
        return cft_vm_raise(vm, CHATFMT_VALUE, "Cannot specify '%c' with '%c'.",
                            (int)f->grouping, (int)f->type);
    return cft_vm_raise(vm, CHATFMT_VALUE, "Cannot specify '%c' with this format code.",
                        (int)f->grouping);
}

static chatfmt_status spec_parse(cft_vm *vm, cft_value value, cft_slice spec, uint32_t type,
                                 uint32_t align, spec_fields *f)
{
    spec_reader r = {spec.data, spec.data + spec.length};
    *f = (spec_fields){
        .fill = CFT_LIT(" "), .align = align, .type = type, .width = -1, .precision = -1};
    bool aligned = spec_fill_and_align(&r, f);
    uint32_t sign = spec_peek(&r);
    if (r.at < r.end && (sign == '+' || sign == '-' || sign == ' ')) {
        f->sign = sign;
        r.at++;
    }
    f->no_minus_0 = spec_take(&r, 'z');
    f->alternate = spec_take(&r, '#');
    if (!f->given && spec_take(&r, '0')) {
        f->fill = CFT_LIT("0");
        if (!aligned && align == '>') f->align = '=';
    }
    CFT_TRY(spec_number(vm, &r, &f->width));
    bool comma = spec_take(&r, ','), underscore = spec_take(&r, '_');
    if (comma) f->grouping = ',';
    if (underscore) f->grouping = '_';
    if (underscore && (comma || spec_peek(&r) == ','))
        return cft_vm_raise(vm, CHATFMT_VALUE, "Cannot specify both ',' and '_'.");
    if (spec_take(&r, '.')) {
        CFT_TRY(spec_number(vm, &r, &f->precision));
        if (f->precision < 0)
            return cft_vm_raise(vm, CHATFMT_VALUE, "Format specifier missing precision");
    }
    if (r.at < r.end) {
        f->type = spec_peek(&r);
        r.at += cft_utf8_width((unsigned char)*r.at);
    }
    if (r.at < r.end)
        return cft_vm_raise(
            vm, CHATFMT_VALUE, "Invalid format specifier '%.*s' for object of type '%s'",
            spec.length > 200 ? 200 : (int)spec.length, spec.data, cft_type_name(value));
    return spec_check_grouping(vm, f);
}

static chatfmt_status spec_unknown_type(cft_vm *vm, const spec_fields *f, cft_value value)
{
    if (f->type > 32 && f->type < 128)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Unknown format code '%c' for object of type '%s'", (int)f->type,
                            cft_type_name(value));
    return cft_vm_raise(vm, CHATFMT_VALUE, "Unknown format code for object of type '%s'",
                        cft_type_name(value));
}

static chatfmt_status spec_pad(cft_builder *b, const spec_fields *f, int64_t count)
{
    return f->given ? cft_pad_append_given(b, count, f->fill)
                    : cft_pad_append(b, count, f->fill);
}

/* CPython: format_string_internal */
static chatfmt_status spec_string(cft_vm *vm, cft_builder *b, cft_value value, cft_slice spec)
{
    spec_fields f;
    CFT_TRY(spec_parse(vm, value, spec, 's', '<', &f));
    const char *refused =
        f.type != 's'    ? NULL
        : f.sign == ' '  ? "Space not allowed in string format specifier"
        : f.sign         ? "Sign not allowed in string format specifier"
        : f.no_minus_0   ? "Negative zero coercion (z) not allowed in string format specifier"
        : f.alternate    ? "Alternate form (#) not allowed in string format specifier"
        : f.align == '=' ? "'=' alignment not allowed in string format specifier"
                         : NULL;
    if (f.type != 's') return spec_unknown_type(vm, &f, value);
    if (refused) return cft_vm_raise(vm, CHATFMT_VALUE, "%s", refused);
    CFT_TRY(cft_charge_bytes(&vm->heap, value.length));
    int64_t count = (int64_t)cft_text_count(value);
    if (f.precision >= 0 && f.precision < count) {
        count = f.precision;
        value = cft_text_slice(value, 0, (size_t)count);
    }
    int64_t missing = f.width > count ? f.width - count : 0;
    int64_t left = f.align == '>' ? missing : f.align == '^' ? missing / 2 : 0;
    CFT_TRY(spec_pad(b, &f, left));
    CFT_TRY(cft_build_copy(b, value.as.text, value.length));
    return spec_pad(b, &f, missing - left);
}

/* A number taken apart: sign, prefix, digits to be grouped, and what follows them. */
typedef struct spec_number_parts {
    char sign; /* '-' or 0 */
    cft_slice prefix, digits, rest;
    int64_t rest_count; /* characters in `rest` */
} spec_number_parts;

/* The digits with separators between groups, filled with zeros to `least` characters. The
 * groups are counted from the right, so they are written from the right. CPython:
 * _PyUnicode_InsertThousandsGrouping */
static chatfmt_status spec_group(cft_heap *heap, cft_slice digits, char separator,
                                 int64_t group, int64_t least, cft_slice *out)
{
    int64_t count = (int64_t)digits.length, wanted = least > count ? least : count;
    CFT_TRY(cft_pad_allowed(heap, (uint64_t)wanted));
    uint64_t most = 2 * (uint64_t)wanted + 4;
    void *room;
    CFT_TRY(cft_heap_take(heap, (size_t)most, &room));
    char *text = room, *at = text + most;
    for (;;) {
        int64_t length = count > least ? count : least;
        if (length < 1) length = 1;
        if (separator && length > group) length = group;
        for (int64_t i = 0; i < length; i++)
            *--at = count > 0 ? digits.data[--count] : '0';
        least -= length;
        if (count <= 0 && least <= 0) break;
        *--at = separator;
        least--;
    }
    *out = cft_slice_of(at, (size_t)(text + most - at));
    return CHATFMT_OK;
}

/* Lay the parts out in the width. CPython: calc_number_widths, fill_number */
static chatfmt_status spec_number_append(cft_builder *b, const spec_fields *f,
                                         const spec_number_parts *parts, int64_t group,
                                         cft_value value)
{
    char sign = parts->sign == '-' ? '-' : f->sign == '+' || f->sign == ' ' ? (char)f->sign : 0;
    int64_t around = (sign != 0) + (int64_t)parts->prefix.length + parts->rest_count;
    bool zeros = f->align == '=' && f->fill.length == 1 && f->fill.data[0] == '0';
    cft_slice digits = parts->digits;
    if (digits.length && (f->grouping || zeros))
        CFT_TRY(spec_group(b->heap, digits, (char)f->grouping, group,
                           zeros ? f->width - around : 0, &digits));
    int64_t missing = f->width - around - (int64_t)digits.length;
    if (missing < 0) missing = 0;
    int64_t left = f->align == '>' ? missing : f->align == '^' ? missing / 2 : 0;
    int64_t inside = f->align == '=' ? missing : 0;
    CFT_TRY(spec_pad(b, f, left));
    if (sign) CFT_TRY(cft_build_from(b, &sign, 1, value));
    CFT_TRY(cft_build_from(b, parts->prefix.data, parts->prefix.length, value));
    CFT_TRY(spec_pad(b, f, inside));
    CFT_TRY(cft_build_from(b, digits.data, digits.length, value));
    CFT_TRY(cft_build_from(b, parts->rest.data, parts->rest.length, value));
    return spec_pad(b, f, missing - left - inside);
}

/* CPython: format_float_internal */
static chatfmt_status spec_float_append(cft_vm *vm, cft_builder *b, cft_value value,
                                        const spec_fields *f)
{
    double x;
    CFT_TRY(cft_real_of(vm, value, &x));
    if (f->precision > INT32_MAX) return cft_vm_raise(vm, CHATFMT_VALUE, "precision too big");
    unsigned flags =
        (f->alternate ? CFT_FLOAT_ALTERNATE : 0u) | (f->no_minus_0 ? CFT_FLOAT_NO_MINUS_0 : 0u);
    char code = (char)f->type;
    int64_t precision = f->precision < 0 ? 6 : f->precision;
    if (f->type == 0) {
        /* As repr, or with a precision as 'g', but at least one digit after the point. */
        code = f->precision < 0 ? 'r' : 'g';
        flags |= CFT_FLOAT_ADD_DOT_0;
        if (f->precision < 0) precision = 0;
    }
    if (code == 'n') code = 'g';
    if (code == '%') x *= 100;
    cft_slice text;
    CFT_TRY(cft_float_format(&vm->heap, x, code == '%' ? 'f' : code, precision, flags, &text));
    spec_number_parts parts = {.prefix = CFT_LIT("")};
    if (text.data[0] == '-') {
        parts.sign = '-';
        text = cft_slice_of(text.data + 1, text.length - 1);
    }
    size_t digits = 0;
    while (digits < text.length && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    parts.digits = cft_slice_of(text.data, digits);
    parts.rest = cft_slice_of(text.data + digits, text.length - digits);
    if (code == '%') {
        char *with;
        void *room;
        CFT_TRY(cft_heap_take(&vm->heap, parts.rest.length + 1, &room));
        with = room;
        if (parts.rest.length) memcpy(with, parts.rest.data, parts.rest.length);
        with[parts.rest.length] = '%';
        parts.rest = cft_slice_of(with, parts.rest.length + 1);
    }
    parts.rest_count = (int64_t)parts.rest.length;
    return spec_number_append(b, f, &parts, 3, value);
}

static chatfmt_status spec_float(cft_vm *vm, cft_builder *b, cft_value value, cft_slice spec)
{
    spec_fields f;
    CFT_TRY(spec_parse(vm, value, spec, 0, '>', &f));
    if (f.type && (f.type >= 0x80 || !strchr("eEfFgGn%", (int)f.type)))
        return spec_unknown_type(vm, &f, value);
    return spec_float_append(vm, b, value, &f);
}

/* 'c': the character with this number. It is no digit, so it is never grouped or filled up. */
static chatfmt_status spec_character(cft_vm *vm, cft_builder *b, cft_value value,
                                     const spec_fields *f)
{
    if (f->sign)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Sign not allowed with integer format specifier 'c'");
    if (f->alternate)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Alternate form (#) not allowed with integer "
                            "format specifier 'c'");
    if (value.kind == CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "Python int too large to convert to C long");
    int64_t code = cft_integer_of(value);
    if (code < 0 || code > 0x10FFFF)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "%%c arg not in range(0x110000)");
    char text[4];
    size_t length = cft_heap_put_code(&vm->heap, text, (uint32_t)code);
    spec_number_parts parts = {.prefix = CFT_LIT(""),
                               .digits = CFT_LIT(""),
                               .rest = cft_slice_of(text, length),
                               .rest_count = 1};
    return spec_number_append(b, f, &parts, 3, value);
}

/* CPython: format_long_internal */
static chatfmt_status spec_integer(cft_vm *vm, cft_builder *b, cft_value value, cft_slice spec)
{
    spec_fields f;
    CFT_TRY(spec_parse(vm, value, spec, 'd', '>', &f));
    if (f.type < 0x80 && strchr("eEfFgG%", (int)f.type) && f.type)
        return spec_float_append(vm, b, value, &f);
    if (f.type >= 0x80 || f.type == 0 || !strchr("bcdoxXn", (int)f.type))
        return spec_unknown_type(vm, &f, value);
    if (f.precision >= 0)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Precision not allowed in integer format specifier");
    if (f.no_minus_0)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Negative zero coercion (z) not allowed in "
                            "format specifier with integer");
    if (f.type == 'c') return spec_character(vm, b, value, &f);
    unsigned base = f.type == 'b' ? 2 : f.type == 'o' ? 8 : (f.type | 0x20) == 'x' ? 16 : 10;
    bool negative;
    spec_number_parts parts = {.rest = CFT_LIT(""), .prefix = CFT_LIT("")};
    CFT_TRY(cft_integer_digits(&vm->heap, value, base, &negative, &parts.digits));
    if (negative) parts.sign = '-';
    char prefix[2] = {'0', (char)f.type};
    if (f.alternate && base != 10) parts.prefix = cft_slice_of(prefix, 2);
    char *digits = NULL;
    if (f.type == 'X') {
        void *room;
        CFT_TRY(cft_heap_take(&vm->heap, parts.digits.length, &room));
        digits = room;
        for (size_t i = 0; i < parts.digits.length; i++) {
            char c = parts.digits.data[i];
            digits[i] = (char)(c >= 'a' ? c - ('a' - 'A') : c);
        }
        parts.digits = cft_slice_of(digits, parts.digits.length);
    }
    return spec_number_append(b, &f, &parts, base == 10 ? 3 : 4, value);
}

chatfmt_status cft_format_append(cft_vm *vm, cft_builder *b, cft_value value, cft_slice spec)
{
    if (spec.length == 0) {
        /* A builtin class or function in a container would show an address; str() decides. */
        return cft_str_append(b, value);
    }
    switch (value.kind) {
    case CFT_STRING: return spec_string(vm, b, value, spec);
    case CFT_BOOL:
    case CFT_INT:
    case CFT_BIGINT: return spec_integer(vm, b, value, spec);
    case CFT_FLOAT: return spec_float(vm, b, value, spec);
    default:
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "unsupported format string passed to %s.__format__",
                            cft_type_name(value));
    }
}
