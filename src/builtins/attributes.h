/* builtins/attributes.h - what `x.name` finds on values that are not dicts or namespaces.
 *
 * The machine's look-up asks, in this order: is the name unsafe (cft_attribute_is_unsafe), is
 * it a method (cft_method_find), is it a plain attribute (cft_kind_attribute). Only then come
 * items.
 */
#ifndef CFT_ATTRIBUTES_H
#define CFT_ATTRIBUTES_H

#include "vm/vm.h"

/* The method `name` of `receiver`, to be bound into a cft_method; NULL when there is none.
 * Unlike a search of the table alone it knows that str has no `unescape` but Markup has, and
 * which object has which methods. O(log methods). */
const cft_callable *cft_method_find(const cft_builtins *builtins, cft_value receiver,
                                    cft_slice name);

/* Attributes that are values: (5).real, range(3).start, cycler(1).current. False when `value`
 * has no such attribute. Cannot fail and allocates nothing. */
bool cft_kind_attribute(cft_vm *vm, cft_value value, cft_slice name, cft_value *out);

#endif
