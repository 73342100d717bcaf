/* builtins/filters_list.c - the filters on sequences that give their result at once: first,
 * last, length, list, join, sort, groupby, dictsort, min, max; and default and attr.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "value/compare.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

/* default(default_value='', boolean=false). Jinja: do_default. */
chatfmt_status cft_filter_default(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    bool missing = args.at[0].kind == CFT_UNDEFINED ||
                   (cft_arg_truth_or(args, 2, false) && !cft_truth(args.at[0]));
    if (!missing)
        *out = args.at[0];
    else
        *out = cft_arg_given(args, 1) ? args.at[1] : cft_empty_string();
    return CHATFMT_OK;
}

/* attr(name): an attribute, never an item. Jinja: do_attr. */
chatfmt_status cft_filter_attr(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice name = cft_text_of(args.at[1]);
    if (args.at[1].kind != CFT_STRING) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "attribute name must be string, not '%s'",
                            cft_type_name(args.at[1]));
    }
    return cft_get_attribute_only(vm, args.at[0], name, out);
}

/* length, count. CPython: len(). */
chatfmt_status cft_filter_length(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t length;
    if (args.at[0].kind == CFT_STRING) {
        CFT_TRY(cft_charge_bytes(&vm->heap, args.at[0].length));
    }
    CFT_TRY(cft_length(&vm->heap, args.at[0], &length));
    *out = cft_int(length);
    return CHATFMT_OK;
}

/* list. Jinja: sync_do_list. */
chatfmt_status cft_filter_list(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_to_list(&vm->heap, args.at[0], CFT_LIST, out);
}

/* first. Jinja: sync_do_first. */
chatfmt_status cft_filter_first(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_walk walk;
    bool more;
    CFT_TRY(cft_walk_begin(&vm->heap, args.at[0], &walk));
    CFT_TRY(cft_walk_next(&walk, out, &more));
    if (!more) *out = cft_undefined_message(CFT_LIT("No first item, sequence was empty."));
    return CHATFMT_OK;
}

/* last: the first of the reversed sequence, which an iterator does not have. Jinja: do_last. */
chatfmt_status cft_filter_last(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = args.at[0];
    if (!cft_is_among(value, CFT_KINDS_REVERSIBLE)) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object is not reversible",
                            cft_type_name(value));
    }
    if (value.kind == CFT_STRING) CFT_TRY(cft_charge_bytes(&vm->heap, value.length));
    if (cft_reversible_count(value) == 0) {
        *out = cft_undefined_message(CFT_LIT("No last item, sequence was empty."));
        return CHATFMT_OK;
    }
    return cft_reversible_item(&vm->heap, value, 0, out);
}

/* How |join turns an item into text. */
typedef enum join_how {
    JOIN_PLAIN, /* str(item)                                            */
    JOIN_SOFT,  /* str(item), or the item where it is Markup             */
    JOIN_ESCAPE /* the item escaped, as Markup.join does                 */
} join_how;

static chatfmt_status join_append(cft_vm *vm, cft_builder *b, cft_value item, join_how how)
{
    if (how != JOIN_ESCAPE || cft_markup_is(item)) return cft_str_append(b, item);
    cft_value text;
    CFT_TRY(cft_markup_escape(vm, item, &text));
    return cft_build_copy(b, text.as.text, text.length);
}

/* Bytes of a list of plain strings joined; false when it holds anything else, or is too long to
 * be joined at all. */
static bool join_measure(cft_value sequence, cft_value separator, size_t limit, size_t *total)
{
    *total = 0;
    if (sequence.kind != CFT_LIST && sequence.kind != CFT_TUPLE) return false;
    const cft_list *list = sequence.as.list;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].kind != CFT_STRING) return false;
        *total += list->items[i].length + (i ? separator.length : 0);
        if (*total > limit) return false;
    }
    return true;
}

/* The same join into room of the right size, for when nobody asks where bytes came from. */
static chatfmt_status join_strings(cft_vm *vm, const cft_list *list, cft_value separator,
                                   size_t total, cft_value *out)
{
    cft_builder b;
    char *at;
    CFT_TRY(cft_charge(&vm->heap, list->count));
    CFT_TRY(cft_build(&b, &vm->heap, total));
    CFT_TRY(cft_build_room(&b, total, "", 0, &at));
    for (uint32_t i = 0; i < list->count; i++) {
        if (i && separator.length) {
            memcpy(at, separator.as.text, separator.length);
            at += separator.length;
        }
        if (list->items[i].length) memcpy(at, list->items[i].as.text, list->items[i].length);
        at += list->items[i].length;
    }
    return cft_build_end(&b, 0, out);
}

static chatfmt_status join_walk(cft_vm *vm, cft_value sequence, const cft_attrpath *path,
                                cft_value separator, join_how how, cft_value *out)
{
    cft_walk walk;
    cft_builder b;
    size_t total;
    if (how == JOIN_PLAIN && !vm->heap.origins && !path->count &&
        join_measure(sequence, separator, vm->heap.limits.string_bytes, &total)) {
        return join_strings(vm, sequence.as.list, separator, total, out);
    }
    CFT_TRY(cft_walk_begin(&vm->heap, sequence, &walk));
    CFT_TRY(cft_build(&b, &vm->heap, 64));
    for (bool is_first = true;; is_first = false) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        if (path->count) CFT_TRY(cft_attrpath_get(vm, path, item, cft_absent(), &item));
        if (!is_first) CFT_TRY(cft_build_copy(&b, separator.as.text, separator.length));
        CFT_TRY(join_append(vm, &b, item, how));
    }
    return cft_build_end(&b, how == JOIN_ESCAPE ? CFT_STR_MARKUP : 0, out);
}

/* The items of a sequence, looked up through the path, and whether one of them is Markup. */
static chatfmt_status join_collect(cft_vm *vm, cft_value sequence, const cft_attrpath *path,
                                   cft_value *list, bool *markup)
{
    cft_walk walk;
    cft_list_builder items;
    *markup = false;
    CFT_TRY(cft_walk_begin(&vm->heap, sequence, &walk));
    CFT_TRY(cft_list_build(&items, &vm->heap, 8));
    for (;;) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) return cft_list_end(&items, CFT_LIST, list);
        CFT_TRY(cft_attrpath_get(vm, path, item, cft_absent(), &item));
        if (cft_markup_is(item)) *markup = true;
        CFT_TRY(cft_list_push(&items, item));
    }
}

/* join(d='', attribute=none). Under autoescape one Markup item, or a Markup separator, makes
 * the others be escaped. Jinja: sync_do_join. */
chatfmt_status cft_filter_join(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_attrpath path;
    const cft_attrpath no_path = {NULL, 0};
    cft_value sequence = args.at[0];
    cft_value separator = cft_arg_given(args, 1) ? args.at[1] : cft_empty_string();
    CFT_TRY(cft_attrpath_parse(vm, args.at[2], &path));
    if (!vm->autoescape) {
        CFT_TRY(cft_plain_str(vm, separator, &separator));
        return join_walk(vm, sequence, &path, separator, JOIN_PLAIN, out);
    }
    bool markup = cft_markup_is(separator);
    if (!markup) {
        CFT_TRY(join_collect(vm, sequence, &path, &sequence, &markup));
        path = no_path;
    }
    if (!markup) {
        CFT_TRY(cft_plain_str(vm, separator, &separator));
        return join_walk(vm, sequence, &path, separator, JOIN_PLAIN, out);
    }
    CFT_TRY(cft_markup_escape(vm, separator, &separator));
    return join_walk(vm, sequence, &path, separator, JOIN_ESCAPE, out);
}

/* The items of `list` in the order of `order`. */
static chatfmt_status sorted_items(cft_vm *vm, const cft_value *items, const uint32_t *order,
                                   size_t count, cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &room));
    cft_value *sorted = room;
    for (size_t i = 0; i < count; i++)
        sorted[i] = items[order[i]];
    return cft_list_of(&vm->heap, CFT_LIST, sorted, count, out);
}

/* The paths of |sort: "a,b.c" is two. Jinja: make_multi_attrgetter. */
static chatfmt_status sorted_paths(cft_vm *vm, cft_value attribute, cft_attrpath **paths,
                                   size_t *count)
{
    *count = 1;
    bool text = attribute.kind == CFT_STRING;
    for (uint32_t i = 0; text && i < attribute.length; i++) {
        *count += attribute.as.text[i] == ',';
    }
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, *count, sizeof **paths, &room));
    *paths = room;
    if (!text) return cft_attrpath_parse(vm, attribute, *paths);
    size_t begin = 0;
    for (size_t i = 0; i < *count; i++) {
        size_t end = begin;
        while (end < attribute.length && attribute.as.text[end] != ',')
            end++;
        CFT_TRY(cft_attrpath_parse(vm, cft_text_bytes(attribute, begin, end), &(*paths)[i]));
        begin = end + 1;
    }
    return CHATFMT_OK;
}

/* The key of one item: a list of what its paths find, as lists compare by their first
 * difference and never ask for the order of equal items. */
static chatfmt_status sorted_key(cft_vm *vm, const cft_attrpath *paths, size_t count,
                                 cft_value item, bool case_sensitive, cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &room));
    cft_value *key = room;
    for (size_t i = 0; i < count; i++) {
        CFT_TRY(cft_attrpath_get(vm, &paths[i], item, cft_absent(), &key[i]));
        CFT_TRY(cft_fold_key(vm, key[i], case_sensitive, &key[i]));
    }
    return cft_list_of(&vm->heap, CFT_LIST, key, count, out);
}

/* The argument `reverse` of Python's sorted(), which must be an integer. */
static chatfmt_status sorted_reverse(cft_vm *vm, cft_args args, size_t i, bool *out)
{
    *out = cft_arg_truth_or(args, i, false);
    if (!cft_arg_given(args, i) || cft_is_integral(args.at[i])) return CHATFMT_OK;
    return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object cannot be interpreted as an integer",
                        cft_type_name(args.at[i]));
}

/* sort(reverse=false, case_sensitive=false, attribute=none). Jinja: do_sort. */
chatfmt_status cft_filter_sort(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_attrpath *paths;
    size_t path_count;
    cft_value list;
    void *keys, *order;
    bool reverse, case_sensitive = cft_arg_truth_or(args, 2, false);
    CFT_TRY(sorted_paths(vm, args.at[3], &paths, &path_count));
    CFT_TRY(cft_to_list(&vm->heap, args.at[0], CFT_LIST, &list));
    const cft_value *items = list.as.list->items;
    size_t count = list.as.list->count;
    CFT_TRY(sorted_reverse(vm, args, 1, &reverse));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &keys));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(uint32_t), &order));
    for (size_t i = 0; i < count; i++) {
        CFT_TRY(
            sorted_key(vm, paths, path_count, items[i], case_sensitive, (cft_value *)keys + i));
    }
    CFT_TRY(cft_sort_keys(vm, keys, order, count, reverse));
    return sorted_items(vm, items, order, count, out);
}

/* dictsort(case_sensitive=false, by='key', reverse=false). Jinja: do_dictsort. */
chatfmt_status cft_filter_dictsort(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value by = args.at[2];
    cft_slice word = by.kind == CFT_STRING ? cft_text_of(by) : CFT_LIT("");
    bool by_value = cft_slice_equal(word, CFT_LIT("value"));
    if (by.kind != CFT_ABSENT && !by_value && !cft_slice_equal(word, CFT_LIT("key"))) {
        return cft_vm_raise(vm, CHATFMT_RUNTIME,
                            "You can only sort by either \"key\" or \"value\"");
    }
    if (args.at[0].kind != CFT_DICT) return cft_raise_no_attribute(vm, args.at[0], "items");
    const cft_dict *dict = args.at[0].as.dict;
    size_t count = dict->count;
    void *keys, *order, *pairs;
    bool reverse;
    CFT_TRY(sorted_reverse(vm, args, 3, &reverse));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &keys));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &pairs));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(uint32_t), &order));
    for (size_t i = 0; i < count; i++) {
        const cft_value pair[2] = {dict->entries[i].key, dict->entries[i].value};
        CFT_TRY(cft_charge(&vm->heap, 1));
        CFT_TRY(cft_list_copy(&vm->heap, CFT_TUPLE, pair, 2, (cft_value *)pairs + i));
        CFT_TRY(cft_fold_key(vm, pair[by_value], cft_arg_truth_or(args, 1, false),
                             (cft_value *)keys + i));
    }
    CFT_TRY(cft_sort_keys(vm, keys, order, count, reverse));
    return sorted_items(vm, pairs, order, count, out);
}

/* min and max: the first of the least or greatest. Jinja: _min_or_max. */
static chatfmt_status extreme_find(cft_vm *vm, cft_args args, cft_order better, cft_value *out)
{
    cft_attrpath path;
    cft_walk walk;
    cft_value best_key = cft_absent();
    bool case_sensitive = cft_arg_truth_or(args, 1, false);
    CFT_TRY(cft_walk_begin(&vm->heap, args.at[0], &walk));
    for (bool is_first = true;; is_first = false) {
        cft_value item, key;
        bool more, replace = is_first;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more && is_first) {
            *out = cft_undefined_message(CFT_LIT("No aggregated item, sequence was empty."));
        }
        if (!more) return CHATFMT_OK;
        if (is_first) CFT_TRY(cft_attrpath_parse(vm, args.at[2], &path));
        CFT_TRY(cft_attrpath_get(vm, &path, item, cft_absent(), &key));
        CFT_TRY(cft_fold_key(vm, key, case_sensitive, &key));
        if (!is_first) CFT_TRY(cft_ordered(&vm->heap, better, key, best_key, &replace));
        if (replace) {
            *out = item;
            best_key = key;
        }
    }
}

chatfmt_status cft_filter_min(cft_vm *vm, cft_args args, cft_value *out)
{
    return extreme_find(vm, args, CFT_LT, out);
}

chatfmt_status cft_filter_max(cft_vm *vm, cft_args args, cft_value *out)
{
    return extreme_find(vm, args, CFT_GT, out);
}

/* One group: a tuple of its name, which is its first item's own spelling, and its items. */
static chatfmt_status group_make(cft_vm *vm, const cft_attrpath *path, cft_value fallback,
                                 const cft_value *items, size_t count, cft_value *out)
{
    cft_value pair[2];
    CFT_TRY(cft_attrpath_get(vm, path, items[0], fallback, &pair[0]));
    CFT_TRY(cft_list_of(&vm->heap, CFT_LIST, items, count, &pair[1]));
    CFT_TRY(cft_list_copy(&vm->heap, CFT_TUPLE, pair, 2, out));
    out->flags |= CFT_TUPLE_GROUP;
    return CHATFMT_OK;
}

/* groupby(attribute, default=none, case_sensitive=false). Jinja: sync_do_groupby. */
chatfmt_status cft_filter_groupby(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_attrpath path;
    cft_value list, sorted;
    void *room, *order;
    bool case_sensitive = cft_arg_truth_or(args, 3, false);
    CFT_TRY(cft_attrpath_parse(vm, args.at[1], &path));
    CFT_TRY(cft_to_list(&vm->heap, args.at[0], CFT_LIST, &list));
    size_t count = list.as.list->count;
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(cft_value), &room));
    CFT_TRY(cft_heap_array(&vm->heap, count, sizeof(uint32_t), &order));
    cft_value *keys = room;
    for (size_t i = 0; i < count; i++) {
        CFT_TRY(cft_attrpath_get(vm, &path, list.as.list->items[i], args.at[2], &keys[i]));
        CFT_TRY(cft_fold_key(vm, keys[i], case_sensitive, &keys[i]));
    }
    CFT_TRY(cft_sort_keys(vm, keys, order, count, false));
    CFT_TRY(sorted_items(vm, list.as.list->items, order, count, &sorted));
    cft_list_builder groups;
    CFT_TRY(cft_list_build(&groups, &vm->heap, 8));
    const uint32_t *at = order;
    for (size_t begin = 0, end; begin < count; begin = end) {
        bool same = true;
        for (end = begin + 1; end < count; end++) {
            cft_value a = keys[at[end - 1]], b = keys[at[end]];
            if (!cft_same(a, b)) CFT_TRY(cft_equal(&vm->heap, a, b, &same));
            if (!same) break;
        }
        cft_value group;
        CFT_TRY(group_make(vm, &path, args.at[2], sorted.as.list->items + begin, end - begin,
                           &group));
        CFT_TRY(cft_list_push(&groups, group));
    }
    return cft_list_end(&groups, CFT_LIST, out);
}
