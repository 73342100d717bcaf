/* builtins/filters_lazy.c - the filters that are generators in Python: map, select, reject,
 * selectattr, rejectattr, unique, batch, slice, items; and reverse, which gives an iterator.
 *
 * Nothing happens, and nothing fails, until the result is walked; it can be walked once. A state
 * is a cft_lazy whose `begin` runs at the first step. As steps run inside one another on the C
 * stack, their nesting is bounded.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "lang/ast.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

typedef struct cft_lazy cft_lazy;
typedef chatfmt_status lazy_step(cft_lazy *lazy, cft_value *item, bool *more);

/* What a generator remembers between two steps; each filter uses the fields it needs. */
struct cft_lazy {
    cft_iterator base;
    cft_vm *vm;
    lazy_step *next;
    chatfmt_status (*begin)(cft_lazy *lazy, bool *empty);
    bool begun;
    bool by_attribute, wanted;    /* map, selectattr …: the path is used; select or reject     */
    cft_value source, fill;
    cft_walk walk;
    cft_args args;                /* of map and select, kept from the call                     */
    cft_value attribute;          /* not parsed before the first step                          */
    cft_attrpath path;
    const cft_callable *row;
    cft_value name;               /* of the filter or test to apply; absent: none              */
    cft_dict *seen;               /* unique                                                    */
    bool case_sensitive;
    cft_value width;              /* batch's linecount, slice's slices                         */
    cft_value list;               /* slice                                                     */
    int64_t at, count, offset;    /* slice, reverse: how many steps were made, and of how many */
    bool last;                    /* batch: the source is exhausted                            */
};

/* One step, entered at most CFT_LAZY_DEPTH times inside one another. */
static chatfmt_status lazy_advance(cft_heap *heap, cft_iterator *self, cft_value *item,
                                   bool *more)
{
    cft_lazy *lazy = (cft_lazy *)self;
    cft_vm *vm = lazy->vm;
    uint32_t allowed = heap->limits.depth < CFT_LAZY_DEPTH ? heap->limits.depth
                                                           : CFT_LAZY_DEPTH;
    *more = false;
    if (self->done) return CHATFMT_OK;
    if (vm->pulling >= allowed) {
        return cft_heap_limit(heap, "depth", allowed, (uint64_t)vm->pulling + 1);
    }
    bool empty = false;
    chatfmt_status status = CHATFMT_OK;
    vm->pulling++;
    if (!lazy->begun) {
        lazy->begun = true;
        status = lazy->begin(lazy, &empty);
    }
    if (status == CHATFMT_OK && !empty) status = lazy->next(lazy, item, more);
    vm->pulling--;
    if (status != CHATFMT_OK || !*more) self->done = true;
    return status;
}

/* A generator over args.at[0], to be filled in by the caller. */
static chatfmt_status lazy_new(cft_vm *vm, cft_value source, cft_lazy **lazy, cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_take(&vm->heap, sizeof **lazy, &room));
    memset(room, 0, sizeof **lazy);
    *lazy = room;
    (*lazy)->base.step = lazy_advance;
    (*lazy)->base.type_name = "generator";
    (*lazy)->base.depth = source.kind == CFT_ITERATOR ? source.as.iterator->depth + 1 : 1;
    (*lazy)->vm = vm;
    (*lazy)->source = source;
    *out = (cft_value){.kind = CFT_ITERATOR, .as = {.iterator = &(*lazy)->base}};
    return CHATFMT_OK;
}

static chatfmt_status lazy_begin_walk(cft_lazy *lazy, bool *empty)
{
    (void)empty;
    return cft_walk_begin(&lazy->vm->heap, lazy->source, &lazy->walk);
}

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
    return lazy_begin_walk(lazy, empty);
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
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
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
    return lazy_begin_walk(lazy, empty);
}

static chatfmt_status select_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    for (;;) {
        cft_value tested;
        CFT_TRY(cft_walk_next(&lazy->walk, item, more));
        if (!*more) return CHATFMT_OK;
        CFT_TRY(cft_attrpath_get(lazy->vm, &lazy->path, *item, cft_absent(), &tested));
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
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
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

static chatfmt_status unique_begin(cft_lazy *lazy, bool *empty)
{
    CFT_TRY(cft_attrpath_parse(lazy->vm, lazy->attribute, &lazy->path));
    CFT_TRY(cft_dict_new(&lazy->vm->heap, 8, &lazy->seen));
    return lazy_begin_walk(lazy, empty);
}

static chatfmt_status unique_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    cft_heap *heap = &lazy->vm->heap;
    for (;;) {
        cft_value key;
        const cft_entry *entry;
        CFT_TRY(cft_walk_next(&lazy->walk, item, more));
        if (!*more) return CHATFMT_OK;
        CFT_TRY(cft_attrpath_get(lazy->vm, &lazy->path, *item, cft_absent(), &key));
        CFT_TRY(cft_fold_key(lazy->vm, key, lazy->case_sensitive, &key));
        CFT_TRY(cft_dict_find(heap, lazy->seen, key, &entry));
        if (entry) continue;
        return cft_dict_put(heap, lazy->seen, key, cft_none());
    }
}

/* unique(case_sensitive=false, attribute=none). Jinja: sync_do_unique. */
chatfmt_status cft_filter_unique(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = unique_begin;
    lazy->next = unique_next;
    lazy->case_sensitive = cft_arg_truth_or(args, 1, false);
    lazy->attribute = args.at[2];
    return CHATFMT_OK;
}

/* len(list) == linecount, which may be any value. */
static chatfmt_status batch_is_full(cft_lazy *lazy, size_t count, bool *full)
{
    return cft_equal(&lazy->vm->heap, cft_int((int64_t)count), lazy->width, full);
}

/* Fill the last row up: + [fill_with] * (linecount - len). */
static chatfmt_status batch_fill(cft_lazy *lazy, cft_list_builder *row)
{
    cft_heap *heap = &lazy->vm->heap;
    bool fill;
    cft_value count = cft_int((int64_t)row->count);
    if (lazy->fill.kind == CFT_ABSENT || lazy->fill.kind == CFT_NONE) return CHATFMT_OK;
    CFT_TRY(cft_ordered(heap, CFT_LT, count, lazy->width, &fill));
    if (!fill) return CHATFMT_OK;
    if (!cft_is_integral(lazy->width)) {
        return cft_raise(heap, CHATFMT_TYPE, "can't multiply sequence by non-int of type '%s'",
                         cft_type_name(lazy->width));
    }
    int64_t missing = cft_integer_of(lazy->width) - (int64_t)row->count;
    CFT_TRY(cft_charge(heap, (uint64_t)missing));
    while (missing-- > 0) CFT_TRY(cft_list_push(row, lazy->fill));
    return CHATFMT_OK;
}

/* The row that `lazy->list` has begun is given when the next item does not go into it. */
static chatfmt_status batch_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    cft_list_builder row;
    *more = false;
    if (lazy->last) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&row, &lazy->vm->heap, 4));
    if (lazy->begun && lazy->list.kind != CFT_ABSENT) CFT_TRY(cft_list_push(&row, lazy->list));
    for (;;) {
        bool full, any;
        cft_value next;
        CFT_TRY(cft_walk_next(&lazy->walk, &next, &any));
        if (!any) break;
        CFT_TRY(batch_is_full(lazy, row.count, &full));
        if (full) {
            lazy->list = next; /* the first item of the row after this one */
            *more = true;
            return cft_list_end(&row, CFT_LIST, item);
        }
        CFT_TRY(cft_list_push(&row, next));
    }
    lazy->last = true;
    if (!row.count) return CHATFMT_OK;
    CFT_TRY(batch_fill(lazy, &row));
    *more = true;
    return cft_list_end(&row, CFT_LIST, item);
}

/* batch(linecount, fill_with=none): rows of so many items. Jinja: do_batch. */
chatfmt_status cft_filter_batch(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = lazy_begin_walk;
    lazy->next = batch_next;
    lazy->width = args.at[1];
    lazy->fill = args.at[2];
    return CHATFMT_OK;
}

static chatfmt_status slice_begin(cft_lazy *lazy, bool *empty)
{
    cft_vm *vm = lazy->vm;
    CFT_TRY(cft_to_list(&vm->heap, lazy->source, CFT_LIST, &lazy->list));
    cft_value length = cft_int(lazy->list.as.list->count), each;
    CFT_TRY(cft_binary(vm, CFT_FLOORDIV, length, lazy->width, &each));
    if (!cft_is_integral(lazy->width)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object cannot be interpreted as an integer",
                            cft_type_name(lazy->width));
    }
    lazy->count = cft_integer_of(lazy->width);
    *empty = lazy->count <= 0;
    return CHATFMT_OK;
}

static chatfmt_status slice_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    cft_heap *heap = &lazy->vm->heap;
    int64_t length = lazy->list.as.list->count;
    int64_t each = length / lazy->count, surplus = length % lazy->count;
    *more = lazy->at < lazy->count;
    if (!*more) return CHATFMT_OK;
    bool has_surplus = lazy->at < surplus;
    int64_t taken = each + has_surplus;
    const cft_value *begin = lazy->list.as.list->items + lazy->offset;
    lazy->offset += taken;
    lazy->at++;
    CFT_TRY(cft_charge(heap, 1 + (uint64_t)taken));
    if (lazy->fill.kind == CFT_ABSENT || lazy->fill.kind == CFT_NONE || has_surplus) {
        return cft_list_of(heap, CFT_LIST, begin, (size_t)taken, item);
    }
    cft_list_builder row;
    CFT_TRY(cft_list_build(&row, heap, (size_t)taken + 1));
    for (int64_t i = 0; i < taken; i++) CFT_TRY(cft_list_push(&row, begin[i]));
    CFT_TRY(cft_list_push(&row, lazy->fill));
    return cft_list_end(&row, CFT_LIST, item);
}

/* slice(slices, fill_with=none): so many columns. Jinja: sync_do_slice. */
chatfmt_status cft_filter_slice(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = slice_begin;
    lazy->next = slice_next;
    lazy->width = args.at[1];
    lazy->fill = args.at[2];
    return CHATFMT_OK;
}

static chatfmt_status items_begin(cft_lazy *lazy, bool *empty)
{
    *empty = lazy->source.kind == CFT_UNDEFINED;
    if (*empty || lazy->source.kind == CFT_DICT) return CHATFMT_OK;
    return cft_vm_raise(lazy->vm, CHATFMT_TYPE, "Can only get item pairs from a mapping.");
}

static chatfmt_status items_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    const cft_dict *dict = lazy->source.as.dict;
    *more = lazy->at < (int64_t)dict->count;
    if (!*more) return CHATFMT_OK;
    const cft_entry *entry = &dict->entries[lazy->at++];
    const cft_value pair[2] = {entry->key, entry->value};
    CFT_TRY(cft_charge(&lazy->vm->heap, 1));
    return cft_list_copy(&lazy->vm->heap, CFT_TUPLE, pair, 2, item);
}

/* items: the pairs of a dict. Jinja: do_items. */
chatfmt_status cft_filter_items(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = items_begin;
    lazy->next = items_next;
    return CHATFMT_OK;
}

static chatfmt_status reverse_begin(cft_lazy *lazy, bool *empty)
{
    (void)empty;
    lazy->count = (int64_t)cft_reversible_count(lazy->source);
    return CHATFMT_OK;
}

static chatfmt_status reverse_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    *more = lazy->at < lazy->count;
    if (!*more) return CHATFMT_OK;
    CFT_TRY(cft_charge(&lazy->vm->heap, 1));
    return cft_reversible_item(&lazy->vm->heap, lazy->source, (size_t)lazy->at++, item);
}

/* CPython's names of what reversed() gives. */
static const char *reverse_type_name(cft_value value)
{
    if (value.kind == CFT_LIST) return "list_reverseiterator";
    if (value.kind == CFT_RANGE) return "range_iterator";
    if (value.kind == CFT_DICT) return "dict_reversekeyiterator";
    if (value.kind != CFT_VIEW) return "reversed";
    switch (value.as.view->kind) {
    case CFT_VIEW_VALUES: return "dict_reversevalueiterator";
    case CFT_VIEW_ITEMS: return "dict_reverseitemiterator";
    default: return "dict_reversekeyiterator";
    }
}

/* The code points of a string from the last to the first. */
static chatfmt_status reverse_text(cft_vm *vm, cft_value text, cft_value *out)
{
    cft_builder b;
    char *room = NULL;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    if (!vm->heap.origins) CFT_TRY(cft_build_room(&b, text.length, "", 0, &room));
    for (const char *end = text.as.text + text.length; end > text.as.text;) {
        const char *begin = end - 1;
        while (((unsigned char)*begin & 0xC0) == 0x80) begin--;
        size_t width = (size_t)(end - begin);
        if (room) {
            for (size_t i = 0; i < width; i++) *room++ = begin[i];
        } else {
            CFT_TRY(cft_build_copy(&b, begin, width));
        }
        end = begin;
    }
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

/* What has no reversed() is listed and turned around. */
static chatfmt_status reverse_list(cft_vm *vm, cft_value value, cft_value *out)
{
    cft_value list;
    chatfmt_status status = cft_to_list(&vm->heap, value, CFT_LIST, &list);
    if (status == CHATFMT_TYPE) {
        return cft_vm_raise(vm, CHATFMT_RUNTIME, "argument must be iterable");
    }
    CFT_TRY(status);
    size_t count = list.as.list->count;
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &room));
    cft_value *turned = room;
    for (size_t i = 0; i < count; i++) turned[i] = list.as.list->items[count - 1 - i];
    return cft_list_of(&vm->heap, CFT_LIST, turned, count, out);
}

/* reverse: a string backwards, else an iterator from the end. Jinja: do_reverse. */
chatfmt_status cft_filter_reverse(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = args.at[0];
    if (value.kind == CFT_STRING) return reverse_text(vm, value, out);
    if (!cft_is_reversible(value)) return reverse_list(vm, value, out);
    cft_lazy *lazy;
    CFT_TRY(lazy_new(vm, value, &lazy, out));
    lazy->base.type_name = reverse_type_name(value);
    lazy->begin = reverse_begin;
    lazy->next = reverse_next;
    return CHATFMT_OK;
}
