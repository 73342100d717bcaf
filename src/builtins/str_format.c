/* builtins/str_format.c - str.format and str.format_map as the sandbox wraps them.
 *
 * The sandbox replaces CPython's method by string.Formatter, whose quirks differ: fields look
 * up attributes and items through the environment, and only a bare {} or {3} takes part in the
 * numbering. Markup escapes every field. Jinja: SandboxedFormatter, SandboxedEscapeFormatter;
 * CPython: string.Formatter, Objects/stringlib/unicode_format.h.
 */
#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/format_spec.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/dict.h"
#include "value/repr.h"
#include "value/text.h"

/* Fields may stand in the spec of a field, and once more in theirs. */
#define FORMAT_NESTING 2

typedef struct format_call {
    cft_vm *vm;
    const cft_value *positional;
    size_t count;
    cft_args named;    /* its names and values, for format */
    cft_value mapping; /* for format_map, else absent */
    int64_t next;      /* number of the next {}; */
    bool manual;       /* {0} was seen, so {} is refused */
    bool escape;
} format_call;

/* One piece of a format string: a literal, then maybe a field. */
typedef struct format_piece {
    cft_slice literal;
    bool field;
    cft_slice name, spec;
    uint32_t conversion; /* 0 = none */
} format_piece;

static chatfmt_status format_bad(cft_vm *vm, const char *message)
{
    return cft_vm_raise(vm, CHATFMT_VALUE, "%s", message);
}

/* Read "name!c:spec}" after its brace. CPython: parse_field */
static chatfmt_status format_read_field(cft_vm *vm, const char **at, const char *end,
                                        format_piece *piece)
{
    const char *p = *at, *begin = p;
    char c = 0;
    for (; p < end; p++) {
        c = *p;
        if (c == '{') return format_bad(vm, "unexpected '{' in field name");
        if (c == '}' || c == ':' || c == '!') break;
        if (c == '[')
            while (p + 1 < end && p[1] != ']')
                p++;
    }
    if (p == end) return format_bad(vm, "expected '}' before end of string");
    piece->name = cft_slice_of(begin, (size_t)(p - begin));
    p++;
    *at = p;
    if (c == '}') return CHATFMT_OK;
    if (c == '!') {
        if (p == end)
            return format_bad(vm, "end of string while looking for conversion specifier");
        piece->conversion = cft_utf8_next(&p);
        if (p < end) {
            c = *p++;
            *at = p;
            if (c == '}') return CHATFMT_OK;
            if (c != ':') return format_bad(vm, "expected ':' after conversion specifier");
        }
    }
    begin = p;
    for (size_t open = 1; p < end; p++) {
        if (*p == '{') open++;
        if (*p != '}' || --open > 0) continue;
        piece->spec = cft_slice_of(begin, (size_t)(p - begin));
        *at = p + 1;
        return CHATFMT_OK;
    }
    return format_bad(vm, "unmatched '{' in format spec");
}

/* The next piece at *at, which is not the end. CPython: MarkupIterator_next */
static chatfmt_status str_format_read(cft_vm *vm, const char **at, const char *end,
                                  format_piece *piece)
{
    const char *begin = *at, *p = begin;
    *piece = (format_piece){.spec = CFT_LIT("")};
    while (p < end && *p != '{' && *p != '}')
        p++;
    piece->literal = cft_slice_of(begin, (size_t)(p - begin));
    *at = p;
    if (p == end) return CHATFMT_OK;
    bool doubled = p + 1 < end && p[1] == *p;
    if (*p == '}' && !doubled) return format_bad(vm, "Single '}' encountered in format string");
    if (p + 1 == end) return format_bad(vm, "Single '{' encountered in format string");
    if (doubled) {
        piece->literal.length++;
        *at = p + 2;
        return CHATFMT_OK;
    }
    piece->field = true;
    *at = p + 1;
    return format_read_field(vm, at, end, piece);
}

/* A name that is a number, in digits of any script; -1 when it is not. CPython: get_integer */
static chatfmt_status format_number(cft_vm *vm, cft_slice name, int64_t *out)
{
    int64_t number = 0;
    *out = -1;
    if (name.length == 0) return CHATFMT_OK;
    for (const char *at = name.data, *end = at + name.length; at < end;) {
        int digit = cft_decimal_value(cft_utf8_next(&at));
        if (digit < 0) return CHATFMT_OK;
        if (number > (INT64_MAX - digit) / 10)
            return format_bad(vm, "Too many decimal digits in format string");
        number = number * 10 + digit;
    }
    *out = number;
    return CHATFMT_OK;
}

static bool format_all_digits(cft_slice name)
{
    for (const char *at = name.data, *end = at + name.length; at < end;)
        if (!cft_is_digit(cft_utf8_next(&at))) return false;
    return name.length > 0;
}

static chatfmt_status format_no_key(cft_vm *vm, cft_slice name)
{
    return cft_vm_raise(vm, CHATFMT_KEY, "'%.*s'", name.length > 200 ? 200 : (int)name.length,
                        name.data);
}

/* mapping[name] of format_map. */
static chatfmt_status format_from_mapping(cft_vm *vm, cft_value mapping, cft_slice name,
                                          cft_value *out)
{
    if (mapping.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, mapping);
    if (mapping.kind != CFT_DICT)
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object cannot be looked up by a str",
                            cft_type_name(mapping));
    CFT_TRY(cft_charge_bytes(&vm->heap, name.length));
    const cft_entry *entry = cft_dict_find_text(mapping.as.dict, name);
    if (!entry) return format_no_key(vm, name);
    *out = entry->value;
    return CHATFMT_OK;
}

/* The argument that a field begins with: by number, else by name. */
static chatfmt_status format_argument(format_call *call, cft_slice name, int64_t number,
                                      cft_value *out)
{
    cft_vm *vm = call->vm;
    if (number >= 0) {
        if ((uint64_t)number >= call->count)
            return cft_vm_raise(vm, CHATFMT_INDEX, "tuple index out of range");
        *out = call->positional[number];
        return CHATFMT_OK;
    }
    if (call->mapping.kind != CFT_ABSENT)
        return format_from_mapping(vm, call->mapping, name, out);
    for (size_t i = 0; i < call->named.named_count; i++) {
        CFT_TRY(cft_charge(&vm->heap, 1));
        if (cft_slice_equal(cft_text_of(call->named.names[i]), name)) {
            *out = call->named.named[i];
            return CHATFMT_OK;
        }
    }
    return format_no_key(vm, name);
}

/* Follow ".name" and "[key]" from *value. CPython: FieldNameIterator_next */
static chatfmt_status format_follow(cft_vm *vm, const char *at, const char *end,
                                    cft_value *value)
{
    while (at < end) {
        char kind = *at++;
        const char *begin = at;
        if (kind == '.') {
            while (at < end && *at != '.' && *at != '[')
                at++;
            cft_slice name = cft_slice_of(begin, (size_t)(at - begin));
            if (name.length == 0) return format_bad(vm, "Empty attribute in format string");
            CFT_TRY(cft_get_attribute(vm, *value, name, value));
            continue;
        }
        if (kind != '[')
            return format_bad(vm, "Only '.' or '[' may follow ']' in format field specifier");
        while (at < end && *at != ']')
            at++;
        if (at == end) return format_bad(vm, "Missing ']' in format string");
        cft_slice name = cft_slice_of(begin, (size_t)(at - begin));
        at++;
        int64_t number;
        CFT_TRY(format_number(vm, name, &number));
        if (name.length == 0) return format_bad(vm, "Empty attribute in format string");
        cft_value key =
            number >= 0 ? cft_int(number) : cft_string(name.data, (uint32_t)name.length, 0);
        CFT_TRY(cft_get_item(vm, *value, key, value));
    }
    return CHATFMT_OK;
}

/* The value of a field: "" counts on, "3" is a number, anything else a name and a path. */
static chatfmt_status format_field_value(format_call *call, cft_slice name, cft_value *out)
{
    static const char switched[] = "cannot switch from manual field specification to automatic "
                                   "field numbering";
    if (name.length == 0) {
        if (call->manual) return format_bad(call->vm, switched);
        return format_argument(call, name, call->next++, out);
    }
    if (format_all_digits(name)) {
        if (call->next > 0) return format_bad(call->vm, switched);
        call->manual = true;
    }
    size_t first = 0;
    while (first < name.length && name.data[first] != '.' && name.data[first] != '[')
        first++;
    cft_slice head = cft_slice_of(name.data, first);
    int64_t number;
    CFT_TRY(format_number(call->vm, head, &number));
    CFT_TRY(format_argument(call, head, number, out));
    return format_follow(call->vm, name.data + first, name.data + name.length, out);
}

static chatfmt_status format_convert(cft_vm *vm, uint32_t conversion, cft_value *value)
{
    switch (conversion) {
    case 0: return CHATFMT_OK;
    case 's':
        CFT_TRY(cft_to_str(&vm->heap, *value, value));
        value->flags &= (uint8_t)~CFT_STR_MARKUP;
        return CHATFMT_OK;
    case 'r': return cft_to_repr(&vm->heap, *value, value);
    case 'a': return cft_to_ascii(vm, *value, value);
    default: return format_bad(vm, "Unknown conversion specifier");
    }
}

/* markupsafe: EscapeFormatter.format_field */
static chatfmt_status format_escaped(cft_vm *vm, cft_builder *b, cft_value value,
                                     cft_slice spec)
{
    if (cft_markup_is(value)) {
        if (spec.length) return format_bad(vm, "Unsupported format specification for Markup.");
    } else {
        cft_builder field;
        CFT_TRY(cft_build(&field, &vm->heap, 32));
        CFT_TRY(cft_format_append(vm, &field, value, spec));
        CFT_TRY(cft_build_end(&field, 0, &value));
        CFT_TRY(cft_text_escape(&vm->heap, value, &value));
    }
    return cft_build_copy(b, value.as.text, value.length);
}

static bool format_has_braces(cft_slice text)
{
    return text.length &&
           (memchr(text.data, '{', text.length) || memchr(text.data, '}', text.length));
}

static chatfmt_status str_format_run(format_call *call, cft_slice text, int nesting, cft_builder *b)
{
    cft_vm *vm = call->vm;
    if (nesting < 0) return format_bad(vm, "Max string recursion exceeded");
    CFT_TRY(cft_charge(&vm->heap, 1 + text.length / 16));
    for (const char *at = text.data, *end = at + text.length; at < end;) {
        format_piece piece;
        CFT_TRY(str_format_read(vm, &at, end, &piece));
        CFT_TRY(cft_build_copy(b, piece.literal.data, piece.literal.length));
        if (!piece.field) continue;
        CFT_TRY(cft_charge(&vm->heap, 1));
        cft_value value;
        CFT_TRY(format_field_value(call, piece.name, &value));
        CFT_TRY(format_convert(vm, piece.conversion, &value));
        if (nesting == 0) return format_bad(vm, "Max string recursion exceeded");
        if (format_has_braces(piece.spec)) {
            cft_builder spec;
            cft_value made;
            CFT_TRY(cft_build(&spec, &vm->heap, piece.spec.length));
            CFT_TRY(str_format_run(call, piece.spec, nesting - 1, &spec));
            CFT_TRY(cft_build_end(&spec, 0, &made));
            piece.spec = cft_text_of(made);
        }
        CFT_TRY(call->escape ? format_escaped(vm, b, value, piece.spec)
                             : cft_format_append(vm, b, value, piece.spec));
    }
    return CHATFMT_OK;
}

static chatfmt_status format_text(format_call *call, cft_value text, cft_value *out)
{
    cft_builder b;
    call->escape = cft_markup_is(text);
    CFT_TRY(cft_build(&b, &call->vm->heap, text.length));
    CFT_TRY(str_format_run(call, cft_text_of(text), FORMAT_NESTING, &b));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

chatfmt_status cft_method_str_format(cft_vm *vm, cft_args args, cft_value *out)
{
    format_call call = {
        .vm = vm, .positional = args.rest, .count = args.rest_count, .named = args};
    return format_text(&call, args.at[0], out);
}

chatfmt_status cft_method_str_format_map(cft_vm *vm, cft_args args, cft_value *out)
{
    if (args.named_count)
        return cft_vm_raise(vm, CHATFMT_TYPE, "format_map() takes no keyword arguments");
    if (args.rest_count != 1)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "format_map() takes exactly one argument (%zu given)",
                            args.rest_count);
    format_call call = {.vm = vm, .mapping = args.rest[0]};
    return format_text(&call, args.at[0], out);
}
