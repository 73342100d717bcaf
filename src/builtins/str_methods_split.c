/* builtins/str_methods_split.c - str methods that take a text apart at white space, lines or
 * separators, or put one together: split, rsplit, splitlines, strip, join.
 *
 * Every part is a slice of the receiver. CPython: stringlib/split.h.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/list.h"
#include "value/text.h"

/* A list of parts in the making; parts found from the right are turned round at the end. */
typedef struct split_parts {
    cft_list_builder list;
    cft_value text;
} split_parts;

static chatfmt_status split_add(split_parts *parts, size_t begin, size_t end)
{
    CFT_TRY(cft_charge(parts->list.heap, 1));
    return cft_list_push(&parts->list, cft_text_bytes(parts->text, begin, end));
}

/* Looking at every character costs more than scanning for one; each part pays besides. */
static chatfmt_status split_charge(cft_vm *vm, size_t bytes)
{
    return cft_charge(&vm->heap, 1 + bytes / 2);
}

static bool split_is_ascii_blank(unsigned char c)
{
    return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
}

/* Bytes of the white space at *at, or 0 when something else is there. */
static inline size_t split_blank(const char *at)
{
    unsigned char c = (unsigned char)*at;
    if (c > ' ' && c < 0x80) return 0;
    if (c < 0x80) return split_is_ascii_blank(c);
    const char *next = at;
    return cft_is_space(cft_utf8_next(&next)) ? (size_t)(next - at) : 0;
}

static size_t split_blank_before(const char *begin, const char *at)
{
    if (at == begin) return 0;
    unsigned char c = (unsigned char)at[-1];
    if (c > ' ' && c < 0x80) return 0;
    if (c < 0x80) return split_is_ascii_blank(c);
    const char *previous = at;
    return cft_is_space(cft_utf8_previous(&previous)) ? (size_t)(at - previous) : 0;
}

static chatfmt_status split_blanks(split_parts *parts, int64_t limit)
{
    const char *text = parts->text.as.text;
    size_t length = parts->text.length, at = 0;
    for (;;) {
        size_t width;
        while (at < length && (width = split_blank(text + at)) != 0)
            at += width;
        if (at >= length) return CHATFMT_OK;
        if (limit-- == 0) break;
        size_t begin = at;
        while (at < length && split_blank(text + at) == 0)
            at += cft_utf8_width((unsigned char)text[at]);
        CFT_TRY(split_add(parts, begin, at));
    }
    /* The rest has lost its leading white space and keeps what follows it. */
    return split_add(parts, at, length);
}

static chatfmt_status split_blanks_right(split_parts *parts, int64_t limit)
{
    const char *text = parts->text.as.text;
    size_t length = parts->text.length;
    for (;;) {
        size_t width;
        while ((width = split_blank_before(text, text + length)) != 0)
            length -= width;
        if (length == 0) return CHATFMT_OK;
        if (limit-- == 0) break;
        size_t begin = length;
        while (begin > 0 && split_blank_before(text, text + begin) == 0) {
            const char *previous = text + begin;
            cft_utf8_previous(&previous);
            begin = (size_t)(previous - text);
        }
        CFT_TRY(split_add(parts, begin, length));
        length = begin;
    }
    return split_add(parts, 0, length);
}

static chatfmt_status split_separator(split_parts *parts, cft_slice separator, int64_t limit)
{
    cft_slice hay = cft_text_of(parts->text);
    size_t at = 0;
    while (limit-- != 0) {
        size_t found;
        CFT_TRY(cft_text_find_paid(parts->list.heap, hay, separator, at, &found));
        if (found == SIZE_MAX) break;
        CFT_TRY(split_add(parts, at, found));
        at = found + separator.length;
    }
    return split_add(parts, at, hay.length);
}

static chatfmt_status split_separator_right(split_parts *parts, cft_slice separator,
                                            int64_t limit)
{
    cft_slice hay = cft_text_of(parts->text);
    while (limit-- != 0) {
        size_t found;
        CFT_TRY(cft_text_rfind_paid(parts->list.heap, hay, separator, &found));
        if (found == SIZE_MAX) break;
        CFT_TRY(split_add(parts, found + separator.length, hay.length));
        hay.length = found;
    }
    return split_add(parts, 0, hay.length);
}

static void split_turn_round(cft_list_builder *list)
{
    for (size_t i = 0, j = list->count; i + 1 < j; i++) {
        cft_value swap = list->items[i];
        list->items[i] = list->items[--j];
        list->items[j] = swap;
    }
}

/* split(sep=None, maxsplit=-1) from either side. */
static chatfmt_status split_text(cft_vm *vm, cft_args args, bool right, cft_value *out)
{
    split_parts parts = {.text = args.at[0]};
    int64_t limit;
    CFT_TRY(cft_want_index_or(vm, args, 2, -1, &limit));
    if (limit < 0) limit = -1; /* counted down without ever reaching 0 */
    CFT_TRY(split_charge(vm, parts.text.length));
    CFT_TRY(cft_list_build(&parts.list, &vm->heap, 8));
    if (!cft_arg_some(args, 1)) {
        CFT_TRY(right ? split_blanks_right(&parts, limit) : split_blanks(&parts, limit));
    } else {
        cft_slice separator;
        if (args.at[1].kind != CFT_STRING)
            return cft_vm_raise(vm, CHATFMT_TYPE, "must be str or None, not %s",
                                cft_type_name(args.at[1]));
        separator = cft_text_of(args.at[1]);
        if (separator.length == 0) return cft_vm_raise(vm, CHATFMT_VALUE, "empty separator");
        CFT_TRY(right ? split_separator_right(&parts, separator, limit)
                      : split_separator(&parts, separator, limit));
    }
    if (right) split_turn_round(&parts.list);
    return cft_list_end(&parts.list, CFT_LIST, out);
}

chatfmt_status cft_method_str_split(cft_vm *vm, cft_args args, cft_value *out)
{
    return split_text(vm, args, false, out);
}

chatfmt_status cft_method_str_rsplit(cft_vm *vm, cft_args args, cft_value *out)
{
    return split_text(vm, args, true, out);
}

/* Bytes of the line end at `at`, 0 when there is none: LF, VT, FF, CR, FS, GS, RS, U+0085,
 * U+2028, U+2029. CPython: Py_UNICODE_ISLINEBREAK */
static size_t split_line_end(const char *at, const char *limit)
{
    unsigned char c = (unsigned char)*at;
    if (c > 0x1E && c < 0xC2) return 0;
    if (c == '\r') return at + 1 < limit && at[1] == '\n' ? 2 : 1;
    if (c < 0x20) return (c >= 0x0A && c <= 0x0C) || c >= 0x1C;
    if (c == 0xC2) return (unsigned char)at[1] == 0x85 ? 2 : 0;
    bool separator = c == 0xE2 && (unsigned char)at[1] == 0x80 &&
                     ((unsigned char)at[2] == 0xA8 || (unsigned char)at[2] == 0xA9);
    return separator ? 3 : 0;
}

/* splitlines(keepends=False): "\r\n" is one end. */
chatfmt_status cft_method_str_splitlines(cft_vm *vm, cft_args args, cft_value *out)
{
    split_parts parts = {.text = args.at[0]};
    int64_t keep;
    CFT_TRY(cft_want_int_or(vm, args, 1, 0, &keep));
    CFT_TRY(split_charge(vm, parts.text.length));
    CFT_TRY(cft_list_build(&parts.list, &vm->heap, 8));
    const char *text = parts.text.as.text, *limit = text + parts.text.length, *begin = text;
    for (const char *at = text; at < limit;) {
        size_t width = split_line_end(at, limit);
        at += width ? width : 1;
        if (!width) continue;
        const char *end = keep ? at : at - width;
        CFT_TRY(split_add(&parts, (size_t)(begin - text), (size_t)(end - text)));
        begin = at;
    }
    if (begin < limit)
        CFT_TRY(split_add(&parts, (size_t)(begin - text), (size_t)(limit - text)));
    return cft_list_end(&parts.list, CFT_LIST, out);
}

static chatfmt_status split_strip(cft_vm *vm, cft_args args, const char *name, cft_strip sides,
                                  cft_value *out)
{
    if (!cft_arg_some(args, 1)) {
        return cft_text_strip_paid(&vm->heap, args.at[0], NULL, sides, out);
    }
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "%s arg must be None or str", name);
    cft_slice chars = cft_text_of(args.at[1]);
    return cft_text_strip_paid(&vm->heap, args.at[0], &chars, sides, out);
}

chatfmt_status cft_method_str_strip(cft_vm *vm, cft_args args, cft_value *out)
{
    return split_strip(vm, args, "strip", CFT_STRIP_BOTH, out);
}

chatfmt_status cft_method_str_lstrip(cft_vm *vm, cft_args args, cft_value *out)
{
    return split_strip(vm, args, "lstrip", CFT_STRIP_LEFT, out);
}

chatfmt_status cft_method_str_rstrip(cft_vm *vm, cft_args args, cft_value *out)
{
    return split_strip(vm, args, "rstrip", CFT_STRIP_RIGHT, out);
}

/* join(iterable): its items must be str; Markup escapes each of whatever type.
 * CPython: PyUnicode_Join, markupsafe: Markup.join */
chatfmt_status cft_method_str_join(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value separator = args.at[0];
    cft_walk walk;
    chatfmt_status status = cft_walk_begin(&vm->heap, args.at[1], &walk);
    if (status == CHATFMT_TYPE && !cft_markup_is(separator))
        return cft_vm_raise(vm, CHATFMT_TYPE, "can only join an iterable");
    CFT_TRY(status);
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, 64));
    cft_value first = cft_empty_string();
    size_t count = 0;
    for (;; count++) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        if (cft_markup_is(separator)) CFT_TRY(cft_markup_escape(vm, item, &item));
        if (item.kind != CFT_STRING)
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "sequence item %zu: expected str instance, %s found", count,
                                cft_type_name(item));
        if (count == 0) first = item;
        if (count > 0) CFT_TRY(cft_build_copy(&b, separator.as.text, separator.length));
        CFT_TRY(cft_build_copy(&b, item.as.text, item.length));
    }
    if (count <= 1) {
        *out = cft_markup_like(first, separator);
        return CHATFMT_OK;
    }
    return cft_build_end(&b, separator.flags & CFT_STR_MARKUP, out);
}
