/* value/list.c - making lists and tuples. */
#include "value/list.h"

#define LIST_SMALLEST 8u

chatfmt_status cft_list_of(cft_heap *heap, cft_kind kind, const cft_value *items, size_t count,
                           cft_value *out)
{
    cft_list *list;
    void *place;
    if (count > UINT32_MAX) return cft_heap_limit(heap, "items", UINT32_MAX, count);
    CFT_TRY(cft_heap_take(heap, sizeof *list, &place));
    list = place;
    *list = (cft_list){.count = (uint32_t)count, .origin = 0, .items = items};
    *out = (cft_value){.kind = (uint8_t)kind, .as = {.list = list}};
    return CHATFMT_OK;
}

chatfmt_status cft_list_copy(cft_heap *heap, cft_kind kind, const cft_value *items,
                             size_t count, cft_value *out)
{
    void *copy;
    CFT_TRY(cft_charge(heap, count));
    CFT_TRY(cft_heap_array(heap, count, sizeof *items, &copy));
    if (count) memcpy(copy, items, count * sizeof *items);
    return cft_list_of(heap, kind, copy, count, out);
}

chatfmt_status cft_list_build(cft_list_builder *b, cft_heap *heap, size_t expected)
{
    void *items;
    if (expected < LIST_SMALLEST) expected = LIST_SMALLEST;
    CFT_TRY(cft_heap_array(heap, expected, sizeof(cft_value), &items));
    *b = (cft_list_builder){.heap = heap, .items = items, .capacity = expected};
    return CHATFMT_OK;
}

chatfmt_status cft_list_push(cft_list_builder *b, cft_value item)
{
    CFT_TRY(cft_charge(b->heap, 1));
    if (b->count == b->capacity) {
        size_t capacity = cft_grown(b->capacity, LIST_SMALLEST);
        void *grown = cft_arena_grow(&b->heap->arena, b->items, b->capacity * sizeof item,
                                     capacity * sizeof item);
        if (!grown) return cft_heap_exhausted(b->heap, capacity * sizeof item);
        b->items = grown;
        b->capacity = capacity;
    }
    b->items[b->count++] = item;
    return CHATFMT_OK;
}

chatfmt_status cft_list_end(cft_list_builder *b, cft_kind kind, cft_value *out)
{
    cft_heap_trim(b->heap, b->items, b->capacity * sizeof *b->items,
                  b->count * sizeof *b->items);
    return cft_list_of(b->heap, kind, b->items, b->count, out);
}
