/* builtins/filters.h - what the filters share: text of any value, attribute paths, stable
 * sorting, and Python's errors for values that lack a method.
 */
#ifndef CFT_FILTERS_H
#define CFT_FILTERS_H

#include "builtins/markup.h"
#include "value/json_write.h"
#include "vm/vm.h"

/* Lazy filters may be pulled through one another this deep, and no deeper than limits.depth:
 * the one recursion on the C stack that a template can cause by its data. */
#define CFT_LAZY_DEPTH 64

/* Pay for work done on `bytes` of text code point by code point, which takes longer than
 * copying them. */
static inline chatfmt_status cft_charge_text(cft_vm *vm, size_t bytes)
{
    return cft_charge(&vm->heap, 1 + (uint64_t)bytes / 4);
}

/* str(value): as cft_to_str, but Markup becomes a plain string of the same bytes. */
chatfmt_status cft_plain_str(cft_vm *vm, cft_value value, cft_value *out);

/* The indent of tojson: a string as given, a number as so many spaces; none leaves `style` alone.
 * CPython: json.encoder. */
chatfmt_status cft_tojson_indent(cft_vm *vm, cft_value indent, cft_json_style *style);

/* One line of the text at `at`, as str.splitlines cuts it: its length without its end, and with
 * it. CPython: splitlines. */
size_t cft_line_length(const char *at, const char *end, size_t *with_end);

/* A number computed from `source` belongs where `source` came from. */
static inline cft_value cft_number_like(cft_value number, cft_value source)
{
    if (cft_is_scalar(number) && cft_is_scalar(source)) number.length = source.length;
    return number;
}

/* "'int' object has no attribute 'items'": ATTRIBUTE, or UNDEFINED for undefined values. */
chatfmt_status cft_raise_no_attribute(cft_vm *vm, cft_value value, const char *name) CFT_FAILS;

/* The undefined that a filter gives for an empty sequence; `message` is static. */
cft_value cft_undefined_message(cft_slice message);

/* A path of attributes such as "author.0.name". Jinja: make_attrgetter. */
typedef struct cft_attrpath {
    const cft_value *parts;
    size_t count;
} cft_attrpath;

/* Absent and none give the empty path, which finds the item itself. */
chatfmt_status cft_attrpath_parse(cft_vm *vm, cft_value attribute, cft_attrpath *out);
/* `fallback` absent or none: a missing part stays undefined. */
chatfmt_status cft_attrpath_get(cft_vm *vm, const cft_attrpath *path, cft_value item,
                                cft_value fallback, cft_value *out);

/* A sort key as Jinja makes it: strings in lower case unless `case_sensitive`. */
chatfmt_status cft_fold_key(cft_vm *vm, cft_value key, bool case_sensitive, cft_value *out);

/* Is item number a less than item number b? */
typedef chatfmt_status cft_less(void *context, uint32_t a, uint32_t b, bool *out);

/* Sort the numbers 0 … count - 1 into `order` as Python's sorted would: stable, asking `less`
 * in the order in which CPython asks for short lists. */
chatfmt_status cft_sort(cft_heap *heap, uint32_t *order, size_t count, bool reverse,
                        cft_less *less, void *context);

/* Sort keys that are compared with Python's <; `order` as in cft_sort. */
chatfmt_status cft_sort_keys(cft_vm *vm, const cft_value *keys, uint32_t *order, size_t count,
                             bool reverse);

/* Item `from_end` of what Python's reversed() walks, counted from the last; only for values
 * that is among CFT_KINDS_REVERSIBLE and from_end below cft_reversible_count. */
size_t cft_reversible_count(cft_value value);
chatfmt_status cft_reversible_item(cft_heap *heap, cft_value value, size_t from_end,
                                   cft_value *out);

/* groupby's pairs are tuples that also answer to .grouper and .list: the flag of a CFT_TUPLE.
 * Jinja: _GroupTuple. */
enum { CFT_TUPLE_GROUP = 1 };
/* The attribute of such a tuple; false for any other value or name. */
bool cft_group_attribute(cft_value value, cft_slice name, cft_value *out);

/* pprint.pformat(value). In pprint.c. */
chatfmt_status cft_pformat(cft_vm *vm, cft_value value, cft_value *out);

#endif
