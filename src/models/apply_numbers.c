/* models/apply_numbers.c - origin numbers of arguments that other stores numbered.
 *
 * Every chatfmt_values counts from 1, so a list of tools that many calls share has the numbers of
 * the conversation too. Where numbers may meet, the later argument is copied with numbers that no
 * store reaches; strings keep their addresses, by which they are found.
 */
#include "models/apply.h"

#include "value/list.h"

enum { NUMBERS_OF_COPIES = 0x7FFFFFFF }; /* those before are of stores, and of JSON that was read */

typedef struct number_range {
    uint32_t low, high;
} number_range;

/* Values that are still to be looked at: runs of them, the last first. */
typedef struct number_work {
    cft_heap *heap;
    struct number_run {
        cft_value *values;
        size_t count;
    } *runs;
    size_t count, capacity;
    cft_dict *copies; /* of containers, by address: what two places share they share again */
} number_work;

static chatfmt_status numbers_push(number_work *w, const void *values, size_t count)
{
    CFT_TRY(cft_charge(w->heap, 1 + count));
    if (w->count == w->capacity) {
        size_t capacity = w->capacity ? w->capacity * 2 : 32;
        void *room;
        CFT_TRY(cft_heap_array(w->heap, capacity, sizeof *w->runs, &room));
        if (w->count) memcpy(room, w->runs, w->count * sizeof *w->runs);
        w->runs = room;
        w->capacity = capacity;
    }
    w->runs[w->count].values = (cft_value *)(uintptr_t)values;
    w->runs[w->count++].count = count;
    return CHATFMT_OK;
}

static chatfmt_status numbers_push_items(number_work *w, cft_value value)
{
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE)
        return numbers_push(w, value.as.list->items, value.as.list->count);
    if (value.kind == CFT_DICT)
        return numbers_push(w, value.as.dict->entries, 2 * (size_t)value.as.dict->count);
    return CHATFMT_OK;
}

/* The lowest and the highest number of a value and all that is in it. */
static chatfmt_status numbers_range(cft_heap *heap, cft_value root, number_range *range)
{
    number_work w = {.heap = heap};
    *range = (number_range){UINT32_MAX, 0};
    CFT_TRY(numbers_push(&w, &root, 1));
    while (w.count) {
        struct number_run run = w.runs[--w.count];
        for (size_t i = 0; i < run.count; i++) {
            uint32_t number = cft_origin_of(run.values[i]);
            if (number && number < range->low) range->low = number;
            if (number > range->high) range->high = number;
            CFT_TRY(numbers_push_items(&w, run.values[i]));
        }
    }
    return CHATFMT_OK;
}

static chatfmt_status numbers_copy_list(number_work *w, cft_value *value, uint32_t number)
{
    const cft_list *from = value->as.list;
    void *items, *room;
    CFT_TRY(cft_heap_array(w->heap, (size_t)from->count + 1, sizeof *from->items, &items));
    if (from->count) memcpy(items, from->items, from->count * sizeof *from->items);
    CFT_TRY(cft_heap_take(w->heap, sizeof *from, &room));
    *(cft_list *)room = (cft_list){.count = from->count, .origin = number, .items = items};
    value->as.list = room;
    return CHATFMT_OK;
}

static chatfmt_status numbers_copy_dict(number_work *w, cft_value *value, uint32_t number)
{
    cft_dict *made;
    CFT_TRY(cft_dict_copy(w->heap, value->as.dict, 0, &made));
    made->origin = number;
    value->as.dict = made;
    return CHATFMT_OK;
}

/* A copy of a container, made when it is met for the first time. */
static chatfmt_status numbers_copy_container(number_work *w, cft_value *value, uint32_t number)
{
    const cft_value address = cft_int((int64_t)(intptr_t)value->as.list);
    const cft_entry *known;
    CFT_TRY(cft_dict_find(w->heap, w->copies, address, &known));
    if (known) {
        *value = known->value;
        return CHATFMT_OK;
    }
    CFT_TRY(value->kind == CFT_DICT ? numbers_copy_dict(w, value, number)
                                    : numbers_copy_list(w, value, number));
    CFT_TRY(cft_dict_put(w->heap, w->copies, address, *value));
    return numbers_push_items(w, *value);
}

/* The value, which is a copy's, with a new number where it has one; containers become copies. */
static chatfmt_status numbers_renew(number_work *w, cft_value *value, uint32_t *last)
{
    uint32_t number = cft_origin_of(*value);
    if (number && *last == UINT32_MAX)
        return cft_heap_limit(w->heap, "heap_bytes", w->heap->limits.heap_bytes, SIZE_MAX);
    if (number) number = ++*last;
    if (cft_is_scalar(*value)) value->length = number;
    bool container =
        value->kind == CFT_DICT || value->kind == CFT_LIST || value->kind == CFT_TUPLE;
    return container ? numbers_copy_container(w, value, number) : CHATFMT_OK;
}

static chatfmt_status numbers_copy(cft_heap *heap, cft_value *root, uint32_t *last)
{
    number_work w = {.heap = heap};
    CFT_TRY(cft_dict_new(heap, 16, &w.copies));
    CFT_TRY(numbers_push(&w, root, 1));
    while (w.count) {
        struct number_run run = w.runs[--w.count];
        for (size_t i = 0; i < run.count; i++) CFT_TRY(numbers_renew(&w, &run.values[i], last));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_apply_renumber(cft_heap *heap, cft_value *value)
{
    uint32_t last = NUMBERS_OF_COPIES;
    return numbers_copy(heap, value, &last);
}

chatfmt_status cft_apply_numbers(cft_apply *apply, cft_value messages, cft_value *const *more,
                                 size_t count)
{
    uint32_t last = NUMBERS_OF_COPIES;
    number_range used, range;
    CFT_TRY(numbers_range(apply->heap, messages, &used));
    for (size_t i = 0; i < count; i++) {
        CFT_TRY(numbers_range(apply->heap, *more[i], &range));
        if (range.low <= used.high && used.low <= range.high) {
            range.low = last + 1;
            CFT_TRY(numbers_copy(apply->heap, more[i], &last));
            range.high = last;
        }
        if (range.low < used.low) used.low = range.low;
        if (range.high > used.high) used.high = range.high;
    }
    return CHATFMT_OK;
}
