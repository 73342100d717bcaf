/* value/compare.c - Python's ==, < and `is`. Nested values are walked with a stack of frames,
 * not by recursion.
 */
#include "value/compare.h"

#include "base/utf8.h"
#include "value/dict.h"
#include "value/frames.h"
#include "value/number_order.h"

#include <math.h>

/* What a look at two values says before their items are looked at. */
typedef enum compare_look { COMPARE_DIFFER, COMPARE_SAME, COMPARE_DESCEND } compare_look;

static compare_look compare_verdict(bool same)
{
    return same ? COMPARE_SAME : COMPARE_DIFFER;
}

static bool compare_ranges(const cft_range *a, const cft_range *b)
{
    if (a->count != b->count) return false;
    if (a->count == 0) return true;
    return a->start == b->start && (a->count == 1 || a->step == b->step);
}

/* dict.keys() and .items() are sets; .values() equals itself only. */
static compare_look compare_views(const cft_view *a, const cft_view *b)
{
    if (a == b) return COMPARE_SAME;
    if (a->kind == CFT_VIEW_VALUES || b->kind == CFT_VIEW_VALUES) return COMPARE_DIFFER;
    if (a->dict->count != b->dict->count) return COMPARE_DIFFER;
    return a->dict->count == 0 ? COMPARE_SAME : COMPARE_DESCEND;
}

static bool compare_is_nan(cft_value v)
{
    return v.kind == CFT_FLOAT && isnan(v.as.real);
}

/* `item`: the two are items of containers, where Python asks `is` before ==. A NaN has no
 * identity here, so its bits stand for it. */
static compare_look compare_flat(cft_value a, cft_value b, bool item)
{
    if (cft_is_number(a) && cft_is_number(b)) {
        if (item && compare_is_nan(a) && compare_is_nan(b)) return COMPARE_SAME;
        return compare_verdict(cft_number_order(a, b) == 0);
    }
    if (a.kind != b.kind) return COMPARE_DIFFER;
    switch (a.kind) {
    case CFT_ABSENT:
    case CFT_UNDEFINED: /* Jinja: Undefined.__eq__ compares the types. */
    case CFT_NONE: return COMPARE_SAME;
    case CFT_STRING:
    case CFT_BYTES: return compare_verdict(cft_slice_equal(cft_text_of(a), cft_text_of(b)));
    case CFT_LIST:
    case CFT_TUPLE:
        if (a.as.list == b.as.list) return COMPARE_SAME;
        if (a.as.list->count != b.as.list->count) return COMPARE_DIFFER;
        return a.as.list->count == 0 ? COMPARE_SAME : COMPARE_DESCEND;
    case CFT_DICT:
        if (a.as.dict == b.as.dict) return COMPARE_SAME;
        if (a.as.dict->count != b.as.dict->count) return COMPARE_DIFFER;
        return a.as.dict->count == 0 ? COMPARE_SAME : COMPARE_DESCEND;
    case CFT_NAMESPACE: return compare_verdict(a.as.names == b.as.names);
    case CFT_RANGE: return compare_verdict(compare_ranges(a.as.range, b.as.range));
    case CFT_VIEW: return compare_views(a.as.view, b.as.view);
    case CFT_ITERATOR: return compare_verdict(a.as.iterator == b.as.iterator);
    case CFT_FUNCTION: return compare_verdict(a.as.function == b.as.function);
    case CFT_METHOD: /* CPython: meth_richcompare, by identity of the receiver. */
        return compare_verdict(a.as.method->row == b.as.method->row &&
                               cft_same(a.as.method->receiver, b.as.method->receiver));
    default: return compare_verdict(a.as.object == b.as.object);
    }
}

/* The item that `view` has for `entry` is in the view `other`. */
static chatfmt_status compare_member(cft_heap *heap, const cft_view *view,
                                     const cft_entry *entry, cft_value other, bool *out)
{
    cft_value pair[2] = {entry->key, entry->value}, item = entry->key;
    cft_list tuple = {.count = 2, .items = pair};
    if (view->kind == CFT_VIEW_ITEMS) {
        item = (cft_value){.kind = CFT_TUPLE, .as = {.list = &tuple}};
    }
    return cft_contains(heap, other, item, out);
}

/* The next pair of items of a frame. *more is false at the end; *found is false when b lacks
 * what a has. */
static chatfmt_status compare_next(cft_heap *heap, cft_level *frame, cft_value *a, cft_value *b,
                                   bool *more, bool *found)
{
    const cft_dict *left, *right;
    const cft_entry *entry, *other;
    *found = true;
    if (frame->a.kind == CFT_LIST || frame->a.kind == CFT_TUPLE) {
        *more = frame->index < frame->a.as.list->count;
        if (!*more) return CHATFMT_OK;
        *a = frame->a.as.list->items[frame->index];
        *b = frame->b.as.list->items[frame->index++];
        return CHATFMT_OK;
    }
    left = frame->a.kind == CFT_DICT ? frame->a.as.dict : frame->a.as.view->dict;
    right = frame->a.kind == CFT_DICT ? frame->b.as.dict : frame->b.as.view->dict;
    *more = frame->index < left->count;
    if (!*more) return CHATFMT_OK;
    entry = &left->entries[frame->index++];
    *a = *b = cft_none();
    if (frame->a.kind == CFT_VIEW && frame->a.as.view->kind != frame->b.as.view->kind) {
        /* Keys against items: each key, or each pair, has to be found among the others. */
        return compare_member(heap, frame->a.as.view, entry, frame->b, found);
    }
    CFT_TRY(cft_dict_find(heap, right, entry->key, &other));
    *found = other != NULL;
    if (!other || (frame->a.kind == CFT_VIEW && frame->a.as.view->kind == CFT_VIEW_KEYS)) {
        return CHATFMT_OK;
    }
    *a = entry->value;
    *b = other->value;
    return CHATFMT_OK;
}

static chatfmt_status compare_deep(cft_heap *heap, cft_value a, cft_value b, bool *out)
{
    cft_frames frames;
    *out = false;
    CFT_TRY(cft_frames_begin(&frames, heap));
    CFT_TRY(cft_frames_push(&frames, a, b));
    while (frames.count) {
        bool more, found;
        compare_look look;
        CFT_TRY(cft_charge(heap, 1));
        CFT_TRY(compare_next(heap, cft_frames_top(&frames), &a, &b, &more, &found));
        if (!found) break;
        if (!more) {
            cft_frames_pop(&frames);
            continue;
        }
        if (a.kind == CFT_STRING && b.kind == CFT_STRING && a.length == b.length) {
            CFT_TRY(cft_charge_bytes(heap, a.length));
        }
        CFT_TRY(cft_charge(heap, cft_number_order_cost(a, b)));
        look = compare_flat(a, b, true);
        if (look == COMPARE_DIFFER) break;
        if (look == COMPARE_DESCEND) CFT_TRY(cft_frames_push(&frames, a, b));
    }
    *out = frames.count == 0;
    cft_frames_end(&frames);
    return CHATFMT_OK;
}

static chatfmt_status compare_equal(cft_heap *heap, cft_value a, cft_value b, bool item,
                                    bool *out)
{
    compare_look look;
    CFT_TRY(cft_charge_bytes(
        heap,
        a.kind == CFT_STRING && b.kind == CFT_STRING && a.length == b.length ? a.length : 0));
    look = compare_flat(a, b, item);
    if (look == COMPARE_DESCEND) return compare_deep(heap, a, b, out);
    *out = look == COMPARE_SAME;
    return CHATFMT_OK;
}

chatfmt_status cft_equal(cft_heap *heap, cft_value a, cft_value b, bool *out)
{
    return compare_equal(heap, a, b, false, out);
}

chatfmt_status cft_equal_item(cft_heap *heap, cft_value a, cft_value b, bool *out)
{
    return compare_equal(heap, a, b, true, out);
}

static bool compare_holds(cft_order order, int sign)
{
    switch (order) {
    case CFT_LT: return sign < 0;
    case CFT_LE: return sign <= 0;
    case CFT_GT: return sign > 0;
    default: return sign >= 0;
    }
}

static chatfmt_status compare_refuse(cft_heap *heap, cft_order order, cft_value a, cft_value b)
{
    static const char *const signs[] = {"<", "<=", ">", ">="};
    return cft_raise(heap, CHATFMT_TYPE,
                     "'%s' not supported between instances of '%s' and '%s'", signs[order],
                     cft_type_name(a), cft_type_name(b));
}

/* Every item of the view `a` is in the view `b`. */
static chatfmt_status compare_subset(cft_heap *heap, cft_value a, cft_value b, bool *out)
{
    const cft_view *view = a.as.view;
    *out = true;
    for (uint32_t i = 0; i < view->dict->count && *out; i++) {
        CFT_TRY(cft_charge(heap, 1));
        CFT_TRY(compare_member(heap, view, &view->dict->entries[i], b, out));
    }
    return CHATFMT_OK;
}

/* CPython: dictview_richcompare. */
static chatfmt_status compare_order_views(cft_heap *heap, cft_order order, cft_value a,
                                          cft_value b, bool *out)
{
    uint32_t left = a.as.view->dict->count, right = b.as.view->dict->count;
    if (a.as.view->kind == CFT_VIEW_VALUES || b.as.view->kind == CFT_VIEW_VALUES) {
        return compare_refuse(heap, order, a, b);
    }
    if (order == CFT_GT || order == CFT_GE) {
        order = order == CFT_GT ? CFT_LT : CFT_LE;
        return compare_order_views(heap, order, b, a, out);
    }
    *out = order == CFT_LT ? left < right : left <= right;
    return *out ? compare_subset(heap, a, b, out) : CHATFMT_OK;
}

/* Find the first items of two lists that differ; *at is their number, or the shorter length. */
static chatfmt_status compare_first_difference(cft_heap *heap, const cft_list *a,
                                               const cft_list *b, uint32_t *at)
{
    uint32_t shorter = a->count < b->count ? a->count : b->count;
    for (*at = 0; *at < shorter; ++*at) {
        bool equal;
        CFT_TRY(cft_equal_item(heap, a->items[*at], b->items[*at], &equal));
        if (!equal) break;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_ordered(cft_heap *heap, cft_order order, cft_value a, cft_value b, bool *out)
{
    /* Each round goes one level down, to the first items that differ. */
    for (uint32_t depth = 0;; depth++) {
        CFT_TRY(cft_charge(heap, 1));
        if (a.kind == CFT_UNDEFINED) return cft_raise_undefined(heap, a);
        if (b.kind == CFT_UNDEFINED) return cft_raise_undefined(heap, b);
        if (cft_is_number(a) && cft_is_number(b)) {
            int sign;
            CFT_TRY(cft_charge(heap, cft_number_order_cost(a, b)));
            sign = cft_number_order(a, b);
            *out = sign != 2 && compare_holds(order, sign);
            return CHATFMT_OK;
        }
        if (a.kind != b.kind) return compare_refuse(heap, order, a, b);
        if (a.kind == CFT_STRING || a.kind == CFT_BYTES) {
            CFT_TRY(cft_charge_bytes(heap, a.length < b.length ? a.length : b.length));
            *out = compare_holds(order, cft_slice_compare(cft_text_of(a), cft_text_of(b)));
            return CHATFMT_OK;
        }
        if (a.kind == CFT_VIEW) return compare_order_views(heap, order, a, b, out);
        if (a.kind == CFT_LIST || a.kind == CFT_TUPLE) {
            const cft_list *left = a.as.list, *right = b.as.list;
            uint32_t at;
            CFT_TRY(compare_first_difference(heap, left, right, &at));
            if (at == left->count || at == right->count) {
                *out = compare_holds(order, (left->count > right->count) -
                                                (left->count < right->count));
                return CHATFMT_OK;
            }
            if (depth >= heap->limits.value_depth) {
                return cft_heap_limit(heap, "value_depth", heap->limits.value_depth, depth + 1);
            }
            a = left->items[at];
            b = right->items[at];
            continue;
        }
        return compare_refuse(heap, order, a, b);
    }
}

/* One code point below U+0100, or none: CPython keeps one object of each such string. */
static bool compare_is_cached_text(cft_value v)
{
    if (v.length < 2) return true;
    return v.length == 2 && ((unsigned char)v.as.text[0] & 0xFC) == 0xC0;
}

/* CPython's `is`, as far as values can tell. None, True and False, integers from -5 to 256, the
 * empty string and tuple and one-character Latin-1 strings are one object each. Other scalars
 * are the same object when they are equal and come from the same place of the input or both
 * from the template, whose equal constants CPython merges; strings when they are the same bytes
 * in memory; containers when they are the same one. */
bool cft_same(cft_value a, cft_value b)
{
    if (a.kind != b.kind) return false;
    switch (a.kind) {
    case CFT_ABSENT:
    case CFT_NONE: return true;
    case CFT_BOOL: return a.as.boolean == b.as.boolean;
    case CFT_INT:
        return a.as.integer == b.as.integer &&
               (a.length == b.length || (a.as.integer >= -5 && a.as.integer <= 256));
    case CFT_FLOAT:
        return a.length == b.length && memcmp(&a.as.real, &b.as.real, sizeof a.as.real) == 0;
    case CFT_STRING:
    case CFT_BYTES:
        if ((a.flags & CFT_STR_MARKUP) != (b.flags & CFT_STR_MARKUP)) return false;
        if (a.length != b.length) return false;
        if (a.as.text == b.as.text) return true;
        return !(a.flags & CFT_STR_MARKUP) && compare_is_cached_text(a) &&
               cft_slice_equal(cft_text_of(a), cft_text_of(b));
    case CFT_BIGINT:
    case CFT_UNDEFINED: return a.as.text == b.as.text && a.length == b.length;
    case CFT_TUPLE:
        return a.as.list == b.as.list || (a.as.list->count == 0 && b.as.list->count == 0);
    case CFT_METHOD: return a.as.method == b.as.method;
    case CFT_VIEW: return a.as.view == b.as.view;
    case CFT_RANGE: return a.as.range == b.as.range;
    case CFT_LIST: return a.as.list == b.as.list;
    case CFT_DICT: return a.as.dict == b.as.dict;
    case CFT_NAMESPACE: return a.as.names == b.as.names;
    case CFT_ITERATOR: return a.as.iterator == b.as.iterator;
    case CFT_FUNCTION: return a.as.function == b.as.function;
    default: return a.as.object == b.as.object;
    }
}
