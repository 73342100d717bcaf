/* builtins/attributes.h - the rules that the machine calls through its table of builtins: what
 * `x.name` finds on values that are not dicts or namespaces, and text % arguments.
 *
 * The machine's look-up asks, in this order: is the name unsafe (cft_attribute_is_unsafe), is
 * it a method, is it a plain attribute. Only then come items.
 */
#ifndef CFT_ATTRIBUTES_H
#define CFT_ATTRIBUTES_H

#include "lang/callable.h"

/* cft_builtins.find_method */
const cft_callable *cft_method_find(const cft_builtins *builtins, cft_value receiver,
                                    cft_slice name);

/* cft_builtins.attribute */
bool cft_kind_attribute(cft_value value, cft_slice name, cft_value *out);

/* cft_builtins.percent; in builtins/percent.c. */
chatfmt_status cft_percent_format(cft_vm *vm, cft_value text, cft_value arguments,
                                  cft_value *out);

#endif
