/* builtins/str_methods_search.c - str methods that look for a text: find, index, count,
 * startswith, partition, removeprefix, replace and their mirror images.
 *
 * Bounds and results are in code points, the search is in bytes. CPython: stringlib.
 */
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/list.h"
#include "value/text.h"

/* A slice of a string given by code points, found as bytes. */
typedef struct search_window {
    size_t begin, end; /* bytes */
    int64_t start;     /* code points before `begin` */
    bool possible;     /* false when it begins after its end: nothing is found, not even "" */
} search_window;

/* The window that arguments `first` and `first + 1` cut out of the receiver. */
static chatfmt_status search_open(cft_vm *vm, cft_args args, size_t first, search_window *out)
{
    cft_value text = args.at[0];
    *out = (search_window){0, text.length, 0, true};
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    if (!cft_arg_some(args, first) && !cft_arg_some(args, first + 1)) return CHATFMT_OK;
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length)); /* counting to the bounds */
    int64_t begin, end;
    CFT_TRY(cft_want_bound(vm, args, first, 0, &begin));
    CFT_TRY(cft_want_bound(vm, args, first + 1, INT64_MAX, &end));
    cft_adjust_bounds((int64_t)cft_text_count(text), &begin, &end);
    if (begin > end) {
        out->possible = false;
        return CHATFMT_OK;
    }
    out->start = begin;
    out->begin = cft_utf8_offset(text.as.text, text.length, (size_t)begin);
    out->end = out->begin + cft_utf8_offset(text.as.text + out->begin, text.length - out->begin,
                                            (size_t)(end - begin));
    return CHATFMT_OK;
}

/* Where the receiver holds args[1], in code points; -1 when it does not. */
static chatfmt_status search_index(cft_vm *vm, cft_args args, bool last, int64_t *out)
{
    cft_slice needle;
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "must be str, not %s", cft_type_name(args.at[1]));
    needle = cft_text_of(args.at[1]);
    search_window window;
    CFT_TRY(search_open(vm, args, 2, &window));
    *out = -1;
    if (!window.possible) return CHATFMT_OK;
    const char *text = args.at[0].as.text + window.begin;
    cft_slice hay = cft_slice_of(text, window.end - window.begin);
    size_t found;
    CFT_TRY(last ? cft_text_rfind_paid(&vm->heap, hay, needle, &found)
                 : cft_text_find_paid(&vm->heap, hay, needle, 0, &found));
    if (found != SIZE_MAX) *out = window.start + (int64_t)cft_utf8_count(text, found);
    return CHATFMT_OK;
}

static chatfmt_status search_find(cft_vm *vm, cft_args args, bool last, bool must,
                                  cft_value *out)
{
    int64_t index = -1;
    CFT_TRY(search_index(vm, args, last, &index));
    if (must && index < 0) return cft_vm_raise(vm, CHATFMT_VALUE, "substring not found");
    *out = cft_int(index);
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_find(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_find(vm, args, false, false, out);
}

chatfmt_status cft_method_str_rfind(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_find(vm, args, true, false, out);
}

chatfmt_status cft_method_str_index(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_find(vm, args, false, true, out);
}

chatfmt_status cft_method_str_rindex(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_find(vm, args, true, true, out);
}

chatfmt_status cft_method_str_count(cft_vm *vm, cft_args args, cft_value *out)
{
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "must be str, not %s", cft_type_name(args.at[1]));
    cft_slice needle = cft_text_of(args.at[1]);
    search_window window;
    CFT_TRY(search_open(vm, args, 2, &window));
    int64_t count = 0;
    if (window.possible) {
        cft_slice hay =
            cft_slice_of(args.at[0].as.text + window.begin, window.end - window.begin);
        if (needle.length == 0) {
            count = (int64_t)cft_utf8_count(hay.data, hay.length) + 1;
        } else {
            size_t at;
            CFT_TRY(cft_text_find_paid(&vm->heap, hay, needle, 0, &at));
            for (; at != SIZE_MAX; count++)
                CFT_TRY(cft_text_find_paid(&vm->heap, hay, needle, at + needle.length, &at));
        }
    }
    *out = cft_int(count);
    return CHATFMT_OK;
}

static bool search_matches(cft_slice hay, cft_slice part, bool at_end)
{
    if (part.length > hay.length) return false;
    const char *place = at_end ? hay.data + (hay.length - part.length) : hay.data;
    return part.length == 0 || memcmp(place, part.data, part.length) == 0;
}

/* startswith and endswith: args[1] is a str or a tuple of them. CPython: unicode_startswith */
static chatfmt_status search_affix(cft_vm *vm, cft_args args, bool at_end, cft_value *out)
{
    const char *name = at_end ? "endswith" : "startswith";
    cft_value part = args.at[1];
    search_window window;
    CFT_TRY(search_open(vm, args, 2, &window));
    cft_slice hay = cft_slice_of(args.at[0].as.text + window.begin, window.end - window.begin);
    if (part.kind == CFT_STRING) {
        *out = cft_bool(window.possible && search_matches(hay, cft_text_of(part), at_end));
        return CHATFMT_OK;
    }
    if (part.kind != CFT_TUPLE)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "%s first arg must be str or a tuple of str, not %s", name,
                            cft_type_name(part));
    *out = cft_bool(false);
    for (uint32_t i = 0; i < part.as.list->count; i++) {
        cft_value item = part.as.list->items[i];
        CFT_TRY(cft_charge(&vm->heap, 1));
        if (item.kind != CFT_STRING)
            return cft_vm_raise(vm, CHATFMT_TYPE, "tuple for %s must only contain str, not %s",
                                name, cft_type_name(item));
        if (window.possible && search_matches(hay, cft_text_of(item), at_end)) {
            *out = cft_bool(true);
            break;
        }
    }
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_startswith(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_affix(vm, args, false, out);
}

chatfmt_status cft_method_str_endswith(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_affix(vm, args, true, out);
}

chatfmt_status cft_method_str_removeprefix(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice prefix;
    CFT_TRY(cft_want_str(vm, args.at[1], "removeprefix() argument", &prefix));
    CFT_TRY(cft_charge_bytes(&vm->heap, prefix.length));
    cft_value text = args.at[0];
    bool has = search_matches(cft_text_of(text), prefix, false);
    *out = has ? cft_text_bytes(text, prefix.length, text.length) : text;
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_removesuffix(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice suffix;
    CFT_TRY(cft_want_str(vm, args.at[1], "removesuffix() argument", &suffix));
    CFT_TRY(cft_charge_bytes(&vm->heap, suffix.length));
    cft_value text = args.at[0];
    bool has = search_matches(cft_text_of(text), suffix, true);
    *out = has ? cft_text_bytes(text, 0, text.length - suffix.length) : text;
    return CHATFMT_OK;
}

/* The three parts around the first or last separator; the whole text is first, or for
 * rpartition last, when there is none. */
static chatfmt_status search_partition(cft_vm *vm, cft_args args, bool last, cft_value *out)
{
    cft_value text = args.at[0];
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "must be str, not %s", cft_type_name(args.at[1]));
    cft_slice hay = cft_text_of(text), separator = cft_text_of(args.at[1]);
    if (separator.length == 0) return cft_vm_raise(vm, CHATFMT_VALUE, "empty separator");
    size_t at;
    CFT_TRY(last ? cft_text_rfind_paid(&vm->heap, hay, separator, &at)
                 : cft_text_find_paid(&vm->heap, hay, separator, 0, &at));
    cft_value parts[3];
    if (at == SIZE_MAX) {
        cft_value nothing = cft_markup_like(cft_empty_string(), text);
        parts[0] = last ? nothing : text;
        parts[1] = nothing;
        parts[2] = last ? text : nothing;
    } else {
        parts[0] = cft_text_bytes(text, 0, at);
        /* Python hands the separator back as it was given, Markup or not. */
        parts[1] = cft_text_bytes(text, at, at + separator.length);
        parts[1].flags |= args.at[1].flags & CFT_STR_MARKUP;
        parts[2] = cft_text_bytes(text, at + separator.length, text.length);
    }
    return cft_list_copy(&vm->heap, CFT_TUPLE, parts, 3, out);
}

chatfmt_status cft_method_str_partition(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_partition(vm, args, false, out);
}

chatfmt_status cft_method_str_rpartition(cft_vm *vm, cft_args args, cft_value *out)
{
    return search_partition(vm, args, true, out);
}

/* replace(old, new, count=-1). Markup escapes what it puts in, never what it looks for. */
chatfmt_status cft_method_str_replace(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0], put = args.at[2];
    cft_slice from, unused;
    int64_t limit;
    if (cft_markup_is(text)) CFT_TRY(cft_markup_escape(vm, put, &put));
    CFT_TRY(cft_want_str(vm, args.at[1], "replace() argument 1", &from));
    CFT_TRY(cft_want_str(vm, put, "replace() argument 2", &unused));
    CFT_TRY(cft_want_index_or(vm, args, 3, -1, &limit));
    CFT_TRY(cft_text_replace(&vm->heap, text, from, put, limit, out));
    *out = cft_markup_like(*out, text);
    return CHATFMT_OK;
}
