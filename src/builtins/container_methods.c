/* builtins/container_methods.c - methods of list, tuple, dict, dict views and range. */
#include "builtins/arguments.h"
#include "builtins/tables.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/list.h"
#include "value/repr.h"

/* list.copy: another list of the same, unchangeable items. */
chatfmt_status cft_method_list_copy(cft_vm *vm, cft_args args, cft_value *out)
{
    void *room;
    CFT_TRY(cft_charge_bytes(&vm->heap, args.at[0].as.list->count));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_list), &room));
    cft_list *copy = room;
    *copy = *args.at[0].as.list;
    *out = args.at[0];
    out->as.list = copy;
    return CHATFMT_OK;
}

chatfmt_status cft_method_list_count(cft_vm *vm, cft_args args, cft_value *out)
{
    const cft_list *list = args.at[0].as.list;
    int64_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        bool equal;
        CFT_TRY(cft_charge(&vm->heap, 1));
        CFT_TRY(cft_equal(&vm->heap, list->items[i], args.at[1], &equal));
        count += equal;
    }
    *out = cft_int(count);
    return CHATFMT_OK;
}

/* index(value, start=0, stop=huge) of list and tuple. */
chatfmt_status cft_method_list_index(cft_vm *vm, cft_args args, cft_value *out)
{
    const cft_list *list = args.at[0].as.list;
    int64_t begin, end;
    /* Unlike other slices these bounds may not be None. CPython: _PyEval_SliceIndexNotNone */
    for (size_t i = 2; i <= 3; i++)
        if (cft_arg_given(args, i) && args.at[i].kind == CFT_NONE)
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "slice indices must be integers or have an __index__ method");
    CFT_TRY(cft_want_bound(vm, args, 2, 0, &begin));
    CFT_TRY(cft_want_bound(vm, args, 3, INT64_MAX, &end));
    cft_adjust_bounds(list->count, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        bool equal;
        CFT_TRY(cft_charge(&vm->heap, 1));
        CFT_TRY(cft_equal(&vm->heap, list->items[i], args.at[1], &equal));
        if (!equal) continue;
        *out = cft_int(i);
        return CHATFMT_OK;
    }
    if (args.at[0].kind == CFT_TUPLE)
        return cft_vm_raise(vm, CHATFMT_VALUE, "tuple.index(x): x not in tuple");
    cft_value shown;
    CFT_TRY(cft_to_repr(&vm->heap, args.at[1], &shown));
    return cft_vm_raise(vm, CHATFMT_VALUE, "%.*s is not in list",
                        shown.length > 200 ? 200 : (int)shown.length, shown.as.text);
}

/* dict.copy: another dict of the same, unchangeable entries. */
chatfmt_status cft_method_dict_copy(cft_vm *vm, cft_args args, cft_value *out)
{
    void *room;
    CFT_TRY(cft_charge_bytes(&vm->heap, args.at[0].as.dict->count));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_dict), &room));
    cft_dict *copy = room;
    *copy = *args.at[0].as.dict;
    *out = args.at[0];
    out->as.dict = copy;
    return CHATFMT_OK;
}

/* dict.fromkeys(iterable, value=None): a class method, so the receiver does not matter. */
chatfmt_status cft_method_dict_fromkeys(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = cft_arg_given(args, 2) ? args.at[2] : cft_none();
    cft_dict *dict;
    cft_walk walk;
    CFT_TRY(cft_dict_new(&vm->heap, 8, &dict));
    CFT_TRY(cft_walk_begin(&vm->heap, args.at[1], &walk));
    for (;;) {
        cft_value key;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &key, &more));
        if (!more) break;
        CFT_TRY(cft_dict_put(&vm->heap, dict, key, value));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

chatfmt_status cft_method_dict_get(cft_vm *vm, cft_args args, cft_value *out)
{
    const cft_entry *entry;
    CFT_TRY(cft_dict_find(&vm->heap, args.at[0].as.dict, args.at[1], &entry));
    *out = entry ? entry->value : cft_arg_given(args, 2) ? args.at[2] : cft_none();
    return CHATFMT_OK;
}

static chatfmt_status container_view(cft_vm *vm, cft_args args, cft_view_kind kind,
                                     cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_view), &room));
    cft_view *view = room;
    *view = (cft_view){kind, args.at[0].as.dict};
    *out = (cft_value){.kind = CFT_VIEW, .as = {.view = view}};
    return CHATFMT_OK;
}

chatfmt_status cft_method_dict_items(cft_vm *vm, cft_args args, cft_value *out)
{
    return container_view(vm, args, CFT_VIEW_ITEMS, out);
}

chatfmt_status cft_method_dict_keys(cft_vm *vm, cft_args args, cft_value *out)
{
    return container_view(vm, args, CFT_VIEW_KEYS, out);
}

chatfmt_status cft_method_dict_values(cft_vm *vm, cft_args args, cft_value *out)
{
    return container_view(vm, args, CFT_VIEW_VALUES, out);
}

/* isdisjoint(other) of keys() and items(): no item of `other` is in the view. */
chatfmt_status cft_method_view_isdisjoint(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_walk walk;
    *out = cft_bool(true);
    CFT_TRY(cft_walk_begin(&vm->heap, args.at[1], &walk));
    for (;;) {
        cft_value item;
        bool more, found;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) return CHATFMT_OK;
        CFT_TRY(cft_contains(&vm->heap, args.at[0], item, &found));
        if (!found) continue;
        *out = cft_bool(false);
        return CHATFMT_OK;
    }
}

/* The place of a value in a range, or -1. Booleans and whole floats are equal to integers. */
static int64_t container_range_place(const cft_range *range, cft_value value)
{
    int64_t number;
    if (cft_is_integral(value)) {
        number = cft_integer_of(value);
    } else if (value.kind == CFT_FLOAT && value.as.real >= -9223372036854775808.0 &&
               value.as.real < 9223372036854775808.0) {
        number = (int64_t)value.as.real;
        if ((double)number != value.as.real) return -1;
    } else {
        return -1;
    }
    bool up = range->step > 0;
    bool inside = up ? number >= range->start && number < range->stop
                     : number <= range->start && number > range->stop;
    if (!inside) return -1;
    uint64_t distance = up ? (uint64_t)number - (uint64_t)range->start
                           : (uint64_t)range->start - (uint64_t)number;
    uint64_t step = up ? (uint64_t)range->step : 0 - (uint64_t)range->step;
    return distance % step ? -1 : (int64_t)(distance / step);
}

chatfmt_status cft_method_range_count(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    *out = cft_int(container_range_place(args.at[0].as.range, args.at[1]) >= 0);
    return CHATFMT_OK;
}

chatfmt_status cft_method_range_index(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t place = container_range_place(args.at[0].as.range, args.at[1]);
    if (place < 0)
        return cft_vm_raise(vm, CHATFMT_VALUE, "sequence.index(x): x not in sequence");
    *out = cft_int(place);
    return CHATFMT_OK;
}
