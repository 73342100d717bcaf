/* builtins/filters_lazy.c - how generators step, and those that only rearrange: unique, batch,
 * slice, items; and reverse, which gives an iterator. map and its family are in filters_map.c.
 */
#include "builtins/lazy.h"
#include "builtins/tables.h"

#include "lang/ast.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/text.h"

/* One step, entered at most CFT_LAZY_DEPTH times inside one another. */
static chatfmt_status lazy_advance(cft_heap *heap, cft_iterator *self, cft_value *item,
                                   bool *more)
{
    cft_lazy *lazy = (cft_lazy *)self;
    cft_vm *vm = lazy->vm;
    uint32_t allowed =
        heap->limits.depth < CFT_LAZY_DEPTH ? heap->limits.depth : CFT_LAZY_DEPTH;
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

chatfmt_status cft_lazy_new(cft_vm *vm, cft_value source, cft_lazy **lazy, cft_value *out)
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

chatfmt_status cft_lazy_begin_walk(cft_lazy *lazy, bool *empty)
{
    (void)empty;
    return cft_walk_begin(&lazy->vm->heap, lazy->source, &lazy->walk);
}

static chatfmt_status unique_begin(cft_lazy *lazy, bool *empty)
{
    CFT_TRY(cft_attrpath_parse(lazy->vm, lazy->attribute, &lazy->path));
    CFT_TRY(cft_dict_new(&lazy->vm->heap, 8, &lazy->seen));
    return cft_lazy_begin_walk(lazy, empty);
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
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
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
    while (missing-- > 0)
        CFT_TRY(cft_list_push(row, lazy->fill));
    return CHATFMT_OK;
}

/* The row that `lazy->list` has begun is given when the next item does not go into it. */
static chatfmt_status batch_next(cft_lazy *lazy, cft_value *item, bool *more)
{
    cft_list_builder row;
    *more = false;
    if (lazy->last) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&row, &lazy->vm->heap, 4));
    if (lazy->list.kind != CFT_ABSENT) CFT_TRY(cft_list_push(&row, lazy->list));
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
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
    lazy->begin = cft_lazy_begin_walk;
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
    for (int64_t i = 0; i < taken; i++)
        CFT_TRY(cft_list_push(&row, begin[i]));
    CFT_TRY(cft_list_push(&row, lazy->fill));
    return cft_list_end(&row, CFT_LIST, item);
}

/* slice(slices, fill_with=none): so many columns. Jinja: sync_do_slice. */
chatfmt_status cft_filter_slice(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_lazy *lazy;
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
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
    CFT_TRY(cft_lazy_new(vm, args.at[0], &lazy, out));
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
        while (((unsigned char)*begin & 0xC0) == 0x80)
            begin--;
        size_t width = (size_t)(end - begin);
        if (room) {
            for (size_t i = 0; i < width; i++)
                *room++ = begin[i];
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
    for (size_t i = 0; i < count; i++)
        turned[i] = list.as.list->items[count - 1 - i];
    return cft_list_of(&vm->heap, CFT_LIST, turned, count, out);
}

/* reverse: a string backwards, else an iterator from the end. Jinja: do_reverse. */
chatfmt_status cft_filter_reverse(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = args.at[0];
    if (value.kind == CFT_STRING) return reverse_text(vm, value, out);
    if (!cft_is_among(value, CFT_KINDS_REVERSIBLE)) return reverse_list(vm, value, out);
    cft_lazy *lazy;
    CFT_TRY(cft_lazy_new(vm, value, &lazy, out));
    lazy->base.type_name = reverse_type_name(value);
    lazy->begin = reverse_begin;
    lazy->next = reverse_next;
    return CHATFMT_OK;
}
