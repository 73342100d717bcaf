/* builtins/filters_map.c - map, select, reject, selectattr and rejectattr: the generators that
 * apply a filter, a test or a path to each item. What they apply is looked up when the first
 * item comes, so a wrong name is an error of the walk, not of the call.
 */
#include "builtins/lazy.h"
#include "builtins/tables.h"

#include "value/compare.h"
#include "value/repr.h"

/* A copy of values that stand on the caller's stack. */
static chatfmt_status lazy_keep(cft_vm *vm, const cft_value *values, size_t count,
                                const cft_value **out)
{
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof *values, &room));
    if (count) memcpy(room, values, count * sizeof *values);
    *out = room;
    return CHATFMT_OK;
}

static chatfmt_status lazy_keep_args(cft_vm *vm, cft_args args, cft_lazy *lazy)
{
    lazy->args = args;
    lazy->args.at = NULL;
    lazy->args.count = 0;
    CFT_TRY(lazy_keep(vm, args.rest, args.rest_count, &lazy->args.rest));
    CFT_TRY(lazy_keep(vm, args.names, args.named_count, &lazy->args.names));
    return lazy_keep(vm, args.named, args.named_count, &lazy->args.named);
}

/* The filter or test that the template named by a value. Jinja: _filter_test_common. */
static chatfmt_status lazy_find_row(cft_lazy *lazy, const cft_callable_table *table,
                                    const char *what)
{
    cft_vm *vm = lazy->vm;
    if (lazy->row) return CHATFMT_OK;
    if (lazy->name.kind == CFT_STRING) {
        lazy->row = cft_callable_find(table, cft_text_of(lazy->name));
        if (lazy->row) return CHATFMT_OK;
    }
    uint64_t hash;
    cft_value shown;
    CFT_TRY(cft_hash(&vm->heap, lazy->name, &hash));
    CFT_TRY(cft_to_repr(&vm->heap, lazy->name, &shown));
    return cft_vm_raise(vm, CHATFMT_RUNTIME, "No %s named %.*s.", what, (int)shown.length,
                        shown.as.text);
}

static chatfmt_status lazy_call(cft_lazy *lazy, cft_value item, cft_value *out)
{
    return cft_call_builtin(lazy->vm, lazy->row, item, lazy->args.rest, lazy->args.rest_count,
                            lazy->args.names, lazy->args.named, lazy->args.named_count, out);
}

/* The first positional argument, taken off the list; absent when there is none. */
static cft_value lazy_shift(cft_lazy *lazy)
{
    if (!lazy->args.rest_count) return cft_absent();
    lazy->args.rest_count--;
    return *lazy->args.rest++;
}

/* The keyword arguments of map(attribute=…, default=…). */
static chatfmt_status map_take_attribute(cft_lazy *lazy)
{
    cft_slice stranger = {NULL, 0};
    for (size_t i = 0; i < lazy->args.named_count; i++) {
        cft_slice name = cft_text_of(lazy->args.names[i]);
        if (cft_slice_equal(name, CFT_LIT("attribute"))) {
            lazy->by_attribute = true;
            lazy->attribute = lazy->args.named[i];
        } else if (cft_slice_equal(name, CFT_LIT("default"))) {
            lazy->fill = lazy->args.named[i];
        } else if (!stranger.data) {
            stranger = name;
        }
    }
    if (!lazy->by_attribute) {
        return cft_vm_raise(lazy->vm, CHATFMT_RUNTIME, "map requires a filter argument");
    }
    if (stranger.data) {
        return cft_vm_raise(lazy->vm, CHATFMT_RUNTIME, "Unexpected keyword argument '%.*s'",
                            (int)stranger.length, stranger.data);
    }
    return cft_attrpath_parse(lazy->vm, lazy->attribute, &lazy->path);
}

/* Jinja: prepare_map. */
static chatfmt_status map_begin(cft_lazy *lazy, bool *empty)
{
    *empty = !cft_truth(lazy->source);
    if (*empty) return CHATFMT_OK;
    lazy->name = lazy_shift(lazy);
    if (lazy->name.kind == CFT_ABSENT) CFT_TRY(map_take_attribute(lazy));
    return cft_lazy_begin_walk(lazy, empty);
}

static chatfmt_status map_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    cft_value source;
    CFT_TRY(cft_walk_next(&lazy->walk, &source, more));
    if (!*more) return CHATFMT_OK;
    if (lazy->by_attribute) {
        return cft_attrpath_get(lazy->vm, &lazy->path, source, lazy->fill, item);
    }
    CFT_TRY(lazy_find_row(lazy, &lazy->vm->builtins->filters, "filter"));
    return lazy_call(lazy, source, item);
}

/* map(filter, …) or map(attribute=…, default=…). Jinja: sync_do_map. */
chatfmt_status cft_filter_map(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = map_begin;
    lazy->next = map_next;
    return lazy_keep_args(vm, args, lazy);
}

/* Jinja: prepare_select_or_reject. */
static chatfmt_status select_begin(cft_lazy *lazy, bool *empty)
{
    *empty = !cft_truth(lazy->source);
    if (*empty) return CHATFMT_OK;
    if (lazy->by_attribute) {
        lazy->attribute = lazy_shift(lazy);
        if (lazy->attribute.kind == CFT_ABSENT) {
            return cft_vm_raise(lazy->vm, CHATFMT_RUNTIME,
                                "Missing parameter for attribute name");
        }
        CFT_TRY(cft_attrpath_parse(lazy->vm, lazy->attribute, &lazy->path));
    }
    lazy->name = lazy_shift(lazy);
    return cft_lazy_begin_walk(lazy, empty);
}

static chatfmt_status select_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    for (;;) {
        cft_value tested;
        CFT_TRY(cft_walk_next(&lazy->walk, item, more));
        if (!*more) return CHATFMT_OK;
        CFT_TRY(cft_attrpath_get(lazy->vm, &lazy->path, *item, cft_absent(), &tested));
        CFT_TRY(cft_charge(&lazy->vm->heap, 2));
        if (lazy->name.kind != CFT_ABSENT) {
            CFT_TRY(lazy_find_row(lazy, &lazy->vm->builtins->tests, "test"));
            CFT_TRY(lazy_call(lazy, tested, &tested));
        }
        if (cft_truth(tested) == lazy->wanted) return CHATFMT_OK;
    }
}

static chatfmt_status select_new(cft_vm *vm, cft_args args, bool by_attribute, bool wanted,
                                 cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = select_begin;
    lazy->next = select_next;
    lazy->by_attribute = by_attribute;
    lazy->wanted = wanted;
    return lazy_keep_args(vm, args, lazy);
}

/* select(test, …): the items for which the test, or their truth, holds. Jinja: sync_do_select,
 * and so on. */
chatfmt_status cft_filter_select(cft_vm *vm, cft_args args, cft_value *out)
{
    return select_new(vm, args, false, true, out);
}

chatfmt_status cft_filter_reject(cft_vm *vm, cft_args args, cft_value *out)
{
    return select_new(vm, args, false, false, out);
}

chatfmt_status cft_filter_selectattr(cft_vm *vm, cft_args args, cft_value *out)
{
    return select_new(vm, args, true, true, out);
}

chatfmt_status cft_filter_rejectattr(cft_vm *vm, cft_args args, cft_value *out)
{
    return select_new(vm, args, true, false, out);
}
