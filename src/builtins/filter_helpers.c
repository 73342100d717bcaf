/* builtins/filter_helpers.c - text of any value, attribute paths and sort keys for the filters.
 */
#include "builtins/filters.h"
#include "builtins/number_text.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

chatfmt_status cft_plain_str(cft_vm *vm, cft_value value, cft_value *out)
{
    CFT_TRY(cft_to_str(&vm->heap, value, out));
    out->flags &= (uint8_t)~CFT_STR_MARKUP;
    return CHATFMT_OK;
}

chatfmt_status cft_raise_no_attribute(cft_vm *vm, cft_value value, const char *name)
{
    if (value.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, value);
    return cft_vm_raise(vm, CHATFMT_ATTRIBUTE, "'%s' object has no attribute '%s'",
                        cft_type_name(value), name);
}

cft_value cft_undefined_message(cft_slice message)
{
    return (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_MESSAGE,
                       .length = (uint32_t)message.length,
                       .as = {.text = message.data}};
}

static bool line_ends_at(uint32_t code)
{
    return (code >= '\n' && code <= '\r') || (code >= 0x1C && code <= 0x1E) || code == 0x85 ||
           code == 0x2028 || code == 0x2029;
}

size_t cft_line_length(const char *at, const char *end, size_t *with_end)
{
    const char *p = at;
    while (p < end) {
        const char *next = p;
        uint32_t code = cft_utf8_next(&next);
        if (line_ends_at(code)) {
            if (code == '\r' && next < end && *next == '\n') next++;
            *with_end = (size_t)(next - at);
            return (size_t)(p - at);
        }
        p = next;
    }
    *with_end = (size_t)(end - at);
    return *with_end;
}

/* str.isdigit: all digits, superscripts too, and not empty. */
static bool attrpath_is_digits(cft_slice text)
{
    const char *at = text.data, *end = text.data + text.length;
    while (at < end) {
        if (!cft_is_digit(cft_utf8_next(&at))) return false;
    }
    return text.length > 0;
}

/* One part of a path: a name, or a number when it is all digits. */
static chatfmt_status attrpath_part(cft_vm *vm, cft_value part, cft_value *out)
{
    *out = part;
    if (!attrpath_is_digits(cft_text_of(part))) return CHATFMT_OK;
    bool valid;
    CFT_TRY(cft_int_parse(&vm->heap, cft_text_of(part), 10, out, &valid));
    if (valid) return CHATFMT_OK;
    return cft_vm_raise(vm, CHATFMT_VALUE, "invalid literal for int() with base 10: '%.*s'",
                        (int)part.length, part.as.text);
}

chatfmt_status cft_attrpath_parse(cft_vm *vm, cft_value attribute, cft_attrpath *out)
{
    *out = (cft_attrpath){NULL, 0};
    if (attribute.kind == CFT_ABSENT || attribute.kind == CFT_NONE) return CHATFMT_OK;
    size_t count = 1;
    if (attribute.kind == CFT_STRING) {
        CFT_TRY(cft_charge_bytes(&vm->heap, attribute.length));
        for (uint32_t i = 0; i < attribute.length; i++)
            count += attribute.as.text[i] == '.';
    }
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &room));
    cft_value *parts = room;
    parts[0] = attribute;
    *out = (cft_attrpath){parts, count};
    if (attribute.kind != CFT_STRING) return CHATFMT_OK;
    size_t begin = 0;
    for (size_t i = 0; i < count; i++) {
        size_t end = begin;
        while (end < attribute.length && attribute.as.text[end] != '.')
            end++;
        CFT_TRY(attrpath_part(vm, cft_text_bytes(attribute, begin, end), &parts[i]));
        begin = end + 1;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_attrpath_get(cft_vm *vm, const cft_attrpath *path, cft_value item,
                                cft_value fallback, cft_value *out)
{
    bool has_fallback = fallback.kind != CFT_ABSENT && fallback.kind != CFT_NONE;
    CFT_TRY(cft_charge(&vm->heap, 1 + path->count));
    for (size_t i = 0; i < path->count; i++) {
        cft_value next;
        CFT_TRY(cft_get_item(vm, item, path->parts[i], &next));
        item = has_fallback && next.kind == CFT_UNDEFINED ? fallback : next;
    }
    *out = item;
    return CHATFMT_OK;
}

/* Text that lower() leaves alone for certain: ASCII without capitals. */
static bool fold_is_lower(cft_slice text)
{
    unsigned found = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        found |= (unsigned)(c >= 0x80) | (unsigned)((unsigned char)(c - 'A') < 26);
    }
    return !found;
}

chatfmt_status cft_fold_key(cft_vm *vm, cft_value key, bool case_sensitive, cft_value *out)
{
    *out = key;
    if (case_sensitive || key.kind != CFT_STRING) return CHATFMT_OK;
    CFT_TRY(cft_charge(&vm->heap, 1 + key.length / 16)); /* looked at byte by byte */
    if (fold_is_lower(cft_text_of(key))) return CHATFMT_OK;
    CFT_TRY(cft_charge_text(vm, key.length));
    return cft_text_case(&vm->heap, key, CFT_LOWER, out);
}

size_t cft_reversible_count(cft_value value)
{
    switch ((cft_kind)value.kind) {
    case CFT_STRING: return cft_text_count(value);
    case CFT_BYTES: return value.length;
    case CFT_LIST:
    case CFT_TUPLE: return value.as.list->count;
    case CFT_DICT: return value.as.dict->count;
    case CFT_RANGE: return (size_t)value.as.range->count;
    case CFT_VIEW: return value.as.view->dict->count;
    default: return 0;
    }
}

/* What a dict's view walks at `entry`. */
static chatfmt_status reversible_entry(cft_heap *heap, cft_view_kind kind,
                                       const cft_entry *entry, cft_value *out)
{
    if (kind == CFT_VIEW_ITEMS) {
        const cft_value pair[2] = {entry->key, entry->value};
        return cft_list_copy(heap, CFT_TUPLE, pair, 2, out);
    }
    *out = kind == CFT_VIEW_KEYS ? entry->key : entry->value;
    return CHATFMT_OK;
}

chatfmt_status cft_reversible_item(cft_heap *heap, cft_value value, size_t from_end,
                                   cft_value *out)
{
    size_t at = cft_reversible_count(value) - 1 - from_end;
    switch ((cft_kind)value.kind) {
    case CFT_STRING: *out = cft_text_slice(value, at, at + 1); return CHATFMT_OK;
    case CFT_BYTES: *out = cft_byte_of(heap, value, at); return CHATFMT_OK;
    case CFT_LIST:
    case CFT_TUPLE: *out = value.as.list->items[at]; return CHATFMT_OK;
    case CFT_DICT: *out = value.as.dict->entries[at].key; return CHATFMT_OK;
    case CFT_RANGE:
        *out = cft_range_item(value.as.range, (int64_t)at);
        return CHATFMT_OK;
    case CFT_VIEW:
        return reversible_entry(heap, value.as.view->kind, &value.as.view->dict->entries[at],
                                out);
    default:
        return cft_raise(heap, CHATFMT_TYPE, "'%s' object is not reversible",
                         cft_type_name(value));
    }
}

bool cft_group_attribute(cft_value value, cft_slice name, cft_value *out)
{
    if (value.kind != CFT_TUPLE || !(value.flags & CFT_TUPLE_GROUP)) return false;
    bool grouper = cft_slice_equal(name, CFT_LIT("grouper"));
    if (!grouper && !cft_slice_equal(name, CFT_LIT("list"))) return false;
    *out = value.as.list->items[grouper ? 0 : 1];
    return true;
}
