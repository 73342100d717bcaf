/* value/contains.c - Python's `in`. */
#include "value/compare.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/text.h"

#include <math.h>

/* The item is one of those that a walk gives. */
static chatfmt_status contains_by_walk(cft_heap *heap, cft_value container, cft_value item,
                                       bool *out)
{
    cft_walk walk;
    *out = false;
    CFT_TRY(cft_walk_begin(heap, container, &walk));
    while (!*out) {
        cft_value next;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &next, &more));
        if (!more) break;
        CFT_TRY(cft_equal_item(heap, next, item, out));
    }
    return CHATFMT_OK;
}

static chatfmt_status contains_part(cft_heap *heap, cft_value whole, cft_value part, bool *out)
{
    size_t at;
    CFT_TRY(cft_text_find_paid(heap, cft_text_of(whole), cft_text_of(part), 0, &at));
    *out = at != SIZE_MAX;
    return CHATFMT_OK;
}

static chatfmt_status contains_text(cft_heap *heap, cft_value text, cft_value item, bool *out)
{
    if (item.kind != CFT_STRING) {
        return cft_raise(heap, CHATFMT_TYPE,
                         "'in <string>' requires string as left operand, not %s",
                         cft_type_name(item));
    }
    return contains_part(heap, text, item, out);
}

/* CPython: bytes_contains, of a number or of other bytes. */
static chatfmt_status contains_bytes(cft_heap *heap, cft_value bytes, cft_value item, bool *out)
{
    CFT_TRY(cft_charge_bytes(heap, bytes.length));
    if (item.kind == CFT_BYTES) {
        return contains_part(heap, bytes, item, out);
    }
    if (!cft_is_integral(item) && item.kind != CFT_BIGINT) {
        return cft_raise(heap, CHATFMT_TYPE, "a bytes-like object is required, not '%s'",
                         cft_type_name(item));
    }
    if (item.kind == CFT_BIGINT || cft_integer_of(item) < 0 || cft_integer_of(item) > 255) {
        return cft_raise(heap, CHATFMT_VALUE, "byte must be in range(0, 256)");
    }
    *out = bytes.length && memchr(bytes.as.text, (int)cft_integer_of(item), bytes.length);
    return CHATFMT_OK;
}

static bool contains_integer(const cft_range *range, int64_t x)
{
    uint64_t distance, step;
    if (range->count == 0) return false;
    if (range->step > 0 ? x < range->start || x >= range->stop
                        : x > range->start || x <= range->stop) {
        return false;
    }
    /* Differences of 64-bit numbers fit in 64 unsigned bits. */
    distance = range->step > 0 ? (uint64_t)x - (uint64_t)range->start
                               : (uint64_t)range->start - (uint64_t)x;
    step = range->step > 0 ? (uint64_t)range->step : (uint64_t)0 - (uint64_t)range->step;
    return distance % step == 0;
}

static chatfmt_status contains_pair(cft_heap *heap, const cft_dict *dict, cft_value item,
                                    bool *out)
{
    const cft_entry *entry;
    *out = false;
    if (item.kind != CFT_TUPLE || item.as.list->count != 2) return CHATFMT_OK;
    CFT_TRY(cft_dict_find(heap, dict, item.as.list->items[0], &entry));
    if (!entry) return CHATFMT_OK;
    return cft_equal_item(heap, entry->value, item.as.list->items[1], out);
}

chatfmt_status cft_contains(cft_heap *heap, cft_value container, cft_value item, bool *out)
{
    const cft_entry *entry;
    *out = false;
    CFT_TRY(cft_charge(heap, 1));
    switch (container.kind) {
    case CFT_STRING: return contains_text(heap, container, item, out);
    case CFT_BYTES: return contains_bytes(heap, container, item, out);
    case CFT_DICT:
        CFT_TRY(cft_dict_find(heap, container.as.dict, item, &entry));
        *out = entry != NULL;
        return CHATFMT_OK;
    case CFT_RANGE:
        if (!cft_is_integral(item)) return contains_by_walk(heap, container, item, out);
        *out = contains_integer(container.as.range, cft_integer_of(item));
        return CHATFMT_OK;
    case CFT_VIEW:
        if (container.as.view->kind == CFT_VIEW_ITEMS) {
            return contains_pair(heap, container.as.view->dict, item, out);
        }
        if (container.as.view->kind == CFT_VIEW_VALUES) {
            return contains_by_walk(heap, container, item, out);
        }
        CFT_TRY(cft_dict_find(heap, container.as.view->dict, item, &entry));
        *out = entry != NULL;
        return CHATFMT_OK;
    case CFT_UNDEFINED:
    case CFT_LIST:
    case CFT_TUPLE:
    case CFT_ITERATOR: return contains_by_walk(heap, container, item, out);
    default:
        return cft_raise(heap, CHATFMT_TYPE, "argument of type '%s' is not iterable",
                         cft_type_name(container));
    }
}
