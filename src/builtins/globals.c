/* builtins/globals.c - the functions a template finds without being given them: range, dict,
 * namespace, cycler, joiner, raise_exception and strftime_now; lipsum.c has the last one.
 * Jinja: defaults.DEFAULT_NAMESPACE, sandbox.safe_range; transformers: chat_template_utils.
 */
#include "builtins/globals.h"

#include "builtins/arguments.h"
#include "builtins/strftime.h"
#include "builtins/tables.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/list.h"
#include "value/repr.h"

/* CPython: compute_range_length */
static uint64_t globals_range_length(int64_t start, int64_t stop, int64_t step)
{
    if (step > 0)
        return start < stop ? ((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1 : 0;
    return start > stop ? ((uint64_t)start - (uint64_t)stop - 1) / (0 - (uint64_t)step) + 1 : 0;
}

chatfmt_status cft_global_range(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t bounds[3] = {0, 0, 1};
    if (args.rest_count < 1)
        return cft_vm_raise(vm, CHATFMT_TYPE, "range expected at least 1 argument, got 0");
    if (args.rest_count > 3)
        return cft_vm_raise(vm, CHATFMT_TYPE, "range expected at most 3 arguments, got %zu",
                            args.rest_count);
    for (size_t i = 0; i < args.rest_count; i++)
        CFT_TRY(cft_want_index(vm, args.rest[i], &bounds[args.rest_count == 1 ? 1 : i]));
    if (bounds[2] == 0)
        return cft_vm_raise(vm, CHATFMT_VALUE, "range() arg 3 must not be zero");
    uint64_t count = globals_range_length(bounds[0], bounds[1], bounds[2]);
    if (count > vm->heap.limits.range_items)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "Range too big. The sandbox blocks ranges larger than MAX_RANGE "
                            "(%u).",
                            (unsigned)vm->heap.limits.range_items);
    void *room;
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_range), &room));
    cft_range *range = room;
    *range = (cft_range){bounds[0], bounds[1], bounds[2], (int64_t)count, 0};
    for (size_t i = 0; i < args.rest_count; i++)
        range->origin =
            cft_origin_of_two(vm->heap.origins, range->origin, args.rest[i].length);
    *out = (cft_value){.kind = CFT_RANGE, .as = {.range = range}};
    return CHATFMT_OK;
}

/* One element of dict(iterable): anything that has two items. */
static chatfmt_status globals_dict_pair(cft_vm *vm, cft_dict *dict, cft_value item,
                                        size_t number)
{
    cft_value pair;
    chatfmt_status status = cft_to_list(&vm->heap, item, CFT_LIST, &pair);
    if (status == CHATFMT_TYPE)
        return cft_vm_raise(
            vm, CHATFMT_TYPE,
            "cannot convert dictionary update sequence element #%zu to a sequence", number);
    CFT_TRY(status);
    if (pair.as.list->count != 2)
        return cft_vm_raise(
            vm, CHATFMT_VALUE,
            "dictionary update sequence element #%zu has length %u; 2 is required", number,
            (unsigned)pair.as.list->count);
    return cft_dict_put(&vm->heap, dict, pair.as.list->items[0], pair.as.list->items[1]);
}

/* What dict(argument) starts with: another dict's entries, or pairs. CPython: dict_update_arg
 */
static chatfmt_status globals_dict_fill(cft_vm *vm, cft_dict *dict, cft_value from)
{
    if (from.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, from);
    if (from.kind == CFT_DICT) {
        for (uint32_t i = 0; i < from.as.dict->count; i++) {
            const cft_entry *entry = &from.as.dict->entries[i];
            CFT_TRY(cft_charge(&vm->heap, 1));
            CFT_TRY(cft_dict_put(&vm->heap, dict, entry->key, entry->value));
        }
        return CHATFMT_OK;
    }
    cft_walk walk;
    CFT_TRY(cft_walk_begin(&vm->heap, from, &walk));
    for (size_t number = 0;; number++) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) return CHATFMT_OK;
        CFT_TRY(globals_dict_pair(vm, dict, item, number));
    }
}

/* dict(*args, **kwargs) into `dict`. */
static chatfmt_status globals_dict_make(cft_vm *vm, cft_args args, cft_dict *dict)
{
    if (args.rest_count > 1)
        return cft_vm_raise(vm, CHATFMT_TYPE, "dict expected at most 1 argument, got %zu",
                            args.rest_count);
    if (args.rest_count == 1) CFT_TRY(globals_dict_fill(vm, dict, args.rest[0]));
    for (size_t i = 0; i < args.named_count; i++)
        CFT_TRY(cft_dict_put(&vm->heap, dict, args.names[i], args.named[i]));
    return CHATFMT_OK;
}

chatfmt_status cft_global_dict(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_dict *dict;
    CFT_TRY(cft_dict_new(&vm->heap, args.named_count, &dict));
    CFT_TRY(globals_dict_make(vm, args, dict));
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

static chatfmt_status globals_check_names(cft_vm *vm, const cft_dict *dict)
{
    for (uint32_t i = 0; i < dict->count; i++) {
        const cft_entry *entry = &dict->entries[i];
        if (entry->key.kind == CFT_STRING) CFT_TRY(cft_vm_check_name(vm, cft_text_of(entry->key)));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_global_namespace(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_dict *dict;
    void *room;
    CFT_TRY(cft_dict_new(&vm->heap, args.named_count, &dict));
    CFT_TRY(globals_dict_make(vm, args, dict));
    if (vm->strict_names) CFT_TRY(globals_check_names(vm, dict));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_namespace), &room));
    cft_namespace *names = room;
    names->dict = *dict;
    *out = (cft_value){.kind = CFT_NAMESPACE, .as = {.names = names}};
    return CHATFMT_OK;
}

static chatfmt_status globals_cycler_repr(cft_builder *b, const cft_object *self)
{
    (void)self;
    static const char text[] = "<jinja2.utils.Cycler object at 0x7f0000000000>";
    return cft_build_fresh(b, text, sizeof text - 1);
}

static chatfmt_status globals_joiner_repr(cft_builder *b, const cft_object *self)
{
    (void)self;
    static const char text[] = "<jinja2.utils.Joiner object at 0x7f0000000000>";
    return cft_build_fresh(b, text, sizeof text - 1);
}

const cft_object_class cft_cycler_class = {"Cycler", globals_cycler_repr};
const cft_object_class cft_joiner_class = {"Joiner", globals_joiner_repr};

chatfmt_status cft_global_cycler(cft_vm *vm, cft_args args, cft_value *out)
{
    void *room;
    cft_value items;
    if (args.rest_count == 0)
        return cft_vm_raise(vm, CHATFMT_RUNTIME, "at least one item has to be provided");
    CFT_TRY(cft_list_copy(&vm->heap, CFT_TUPLE, args.rest, args.rest_count, &items));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_cycler), &room));
    cft_cycler *cycler = room;
    *cycler = (cft_cycler){{&cft_cycler_class}, items, 0};
    *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &cycler->object}};
    return CHATFMT_OK;
}

/* cft_method_find gives these two to cyclers alone. */
static cft_cycler *globals_cycler(cft_args args)
{
    return (cft_cycler *)(void *)args.at[0].as.object;
}

chatfmt_status cft_method_cycler_next(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    cft_cycler *cycler = globals_cycler(args);
    const cft_list *items = cycler->items.as.list;
    *out = items->items[cycler->position];
    cycler->position = (cycler->position + 1) % items->count;
    return CHATFMT_OK;
}

chatfmt_status cft_method_cycler_reset(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    globals_cycler(args)->position = 0;
    *out = cft_none();
    return CHATFMT_OK;
}

/* joiner() is called like a function; cft_method_find gives this to joiners alone. */
chatfmt_status cft_method_joiner_call(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    cft_joiner *joiner = (cft_joiner *)(void *)args.at[0].as.object;
    *out = joiner->used ? joiner->separator : cft_empty_string();
    joiner->used = true;
    return CHATFMT_OK;
}

chatfmt_status cft_global_joiner(cft_vm *vm, cft_args args, cft_value *out)
{
    void *room;
    cft_value separator;
    if (cft_arg_given(args, 0))
        separator = args.at[0];
    else
        CFT_TRY(cft_new_fresh(&vm->heap, ", ", 2, &separator));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof(cft_joiner), &room));
    cft_joiner *joiner = room;
    *joiner = (cft_joiner){{&cft_joiner_class}, separator, false};
    *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &joiner->object}};
    return CHATFMT_OK;
}

/* transformers: raise_exception */
chatfmt_status cft_global_raise_exception(cft_vm *vm, cft_args args, cft_value *out)
{
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], out));
    vm->heap.raised = cft_text_of(*out);
    return cft_fail_text(vm->heap.error, CHATFMT_RAISED, vm->heap.raised);
}

/* transformers: strftime_now */
chatfmt_status cft_global_strftime_now(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice format;
    CFT_TRY(cft_want_str(vm, args.at[0], "strftime() argument 1", &format));
    if (!vm->has_now)
        return cft_vm_raise(vm, CHATFMT_UNSUPPORTED,
                            "strftime_now: the time is not set (`now`; in C with the flag "
                            "CHATFMT_RENDER_NOW or CHATFMT_APPLY_NOW)");
    return cft_strftime(vm, args.at[0], vm->now, out);
}
