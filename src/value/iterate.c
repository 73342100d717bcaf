/* value/iterate.c - walking whatever Python can walk. */
#include "value/iterate.h"

#include "base/utf8.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/text.h"

chatfmt_status cft_walk_begin(cft_heap *heap, cft_value value, cft_walk *walk)
{
    *walk = (cft_walk){.heap = heap, .source = value};
    if (cft_is_among(value, CFT_KINDS_ITERABLE)) return CHATFMT_OK;
    return cft_raise(heap, CHATFMT_TYPE, "'%s' object is not iterable", cft_type_name(value));
}

/* (key, value) as a tuple, in one piece of memory. */
static chatfmt_status walk_pair(cft_heap *heap, const cft_entry *entry, cft_value *out)
{
    struct walk_pair {
        cft_list list;
        cft_value items[2];
    } * pair;
    void *place;
    CFT_TRY(cft_heap_take(heap, sizeof *pair, &place));
    pair = place;
    pair->items[0] = entry->key;
    pair->items[1] = entry->value;
    pair->list = (cft_list){.count = 2, .origin = 0, .items = pair->items};
    *out = (cft_value){.kind = CFT_TUPLE, .as = {.list = &pair->list}};
    return CHATFMT_OK;
}

static chatfmt_status walk_view(cft_walk *walk, const cft_view *view, cft_value *item,
                                bool *more)
{
    const cft_entry *entry;
    *more = walk->position < view->dict->count;
    if (!*more) return CHATFMT_OK;
    entry = &view->dict->entries[walk->position++];
    if (view->kind == CFT_VIEW_ITEMS) return walk_pair(walk->heap, entry, item);
    *item = view->kind == CFT_VIEW_KEYS ? entry->key : entry->value;
    return CHATFMT_OK;
}

static void walk_text(cft_walk *walk, cft_value *item, bool *more)
{
    cft_value text = walk->source;
    size_t width;
    unsigned char lead;
    *more = walk->position < text.length;
    if (!*more) return;
    lead = (unsigned char)text.as.text[walk->position];
    width = cft_utf8_width(lead);
    /* The characters of a Markup are plain strings in Python too. */
    *item = cft_string(text.as.text + walk->position, (uint32_t)width,
                       lead < 0x80 ? CFT_STR_ASCII : 0);
    walk->position += width;
}

chatfmt_status cft_walk_next(cft_walk *walk, cft_value *item, bool *more)
{
    const cft_value *source = &walk->source;
    CFT_TRY(cft_charge(walk->heap, 1));
    switch (source->kind) {
    case CFT_LIST:
    case CFT_TUPLE:
        *more = walk->position < source->as.list->count;
        if (*more) *item = source->as.list->items[walk->position++];
        return CHATFMT_OK;
    case CFT_DICT:
        *more = walk->position < source->as.dict->count;
        if (*more) *item = source->as.dict->entries[walk->position++].key;
        return CHATFMT_OK;
    case CFT_STRING: walk_text(walk, item, more); return CHATFMT_OK;
    case CFT_BYTES:
        *more = walk->position < source->length;
        if (*more) *item = cft_byte_of(walk->heap, *source, walk->position++);
        return CHATFMT_OK;
    case CFT_RANGE: {
        const cft_range *range = source->as.range;
        *more = (int64_t)walk->position < range->count;
        if (*more) *item = cft_range_item(range, (int64_t)walk->position++);
        return CHATFMT_OK;
    }
    case CFT_VIEW: return walk_view(walk, source->as.view, item, more);
    case CFT_ITERATOR: return cft_iterator_next(walk->heap, source->as.iterator, item, more);
    default: *more = false; return CHATFMT_OK;
    }
}

chatfmt_status cft_iterator_next(cft_heap *heap, cft_iterator *iterator, cft_value *item,
                                 bool *more)
{
    *more = false;
    if (iterator->done) return CHATFMT_OK;
    if (iterator->depth > heap->limits.depth) {
        return cft_heap_limit(heap, "depth", heap->limits.depth, iterator->depth);
    }
    CFT_TRY(cft_charge(heap, 1));
    CFT_TRY(iterator->step(heap, iterator, item, more));
    if (!*more) iterator->done = true;
    return CHATFMT_OK;
}

/* How many items a walk will give, where that is known. */
static size_t walk_expected(cft_value value)
{
    switch (value.kind) {
    case CFT_STRING:
    case CFT_BYTES: return value.length;
    case CFT_DICT: return value.as.dict->count;
    case CFT_RANGE: return (size_t)value.as.range->count;
    case CFT_VIEW: return value.as.view->dict->count;
    default: return 0;
    }
}

chatfmt_status cft_to_list(cft_heap *heap, cft_value value, cft_kind kind, cft_value *out)
{
    cft_list_builder b;
    cft_walk walk;
    if (value.kind == kind) {
        *out = value;
        return CHATFMT_OK;
    }
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE) {
        return cft_list_of(heap, kind, value.as.list->items, value.as.list->count, out);
    }
    CFT_TRY(cft_walk_begin(heap, value, &walk));
    CFT_TRY(cft_list_build(&b, heap, walk_expected(value)));
    for (;;) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        CFT_TRY(cft_list_push(&b, item));
    }
    return cft_list_end(&b, kind, out);
}

chatfmt_status cft_length(cft_heap *heap, cft_value value, int64_t *out)
{
    switch (value.kind) {
    case CFT_UNDEFINED: *out = 0; return CHATFMT_OK;
    case CFT_STRING:
        CFT_TRY(cft_charge_bytes(heap, value.length));
        *out = (int64_t)cft_text_count(value);
        return CHATFMT_OK;
    case CFT_BYTES: *out = value.length; return CHATFMT_OK;
    case CFT_LIST:
    case CFT_TUPLE: *out = value.as.list->count; return CHATFMT_OK;
    case CFT_DICT: *out = value.as.dict->count; return CHATFMT_OK;
    case CFT_RANGE: *out = value.as.range->count; return CHATFMT_OK;
    case CFT_VIEW: *out = value.as.view->dict->count; return CHATFMT_OK;
    default:
        return cft_raise(heap, CHATFMT_TYPE, "object of type '%s' has no len()",
                         cft_type_name(value));
    }
}
