/* builtins/lazy.h - the state of the filters that are generators in Python.
 *
 * Nothing happens, and nothing fails, until the result is walked; it can be walked once.
 * `begin` runs at the first step. As steps run inside one another on the C stack, their nesting
 * is bounded.
 */
#ifndef CFT_LAZY_H
#define CFT_LAZY_H

#include "builtins/filters.h"

#include "value/dict.h"

typedef struct cft_lazy cft_lazy;
typedef chatfmt_status cft_lazy_step(cft_lazy *lazy, cft_value *item, bool *more);

/* What a generator remembers between two steps; each filter uses the fields it needs. */
struct cft_lazy {
    cft_iterator base;
    cft_vm *vm;
    cft_lazy_step *next;
    chatfmt_status (*begin)(cft_lazy *lazy, bool *empty);
    bool begun;
    bool by_attribute, wanted; /* map, selectattr …: the path is used; select or reject     */
    cft_value source, fill;
    cft_walk walk;
    cft_args args;       /* of map and select, kept from the call                     */
    cft_value attribute; /* not parsed before the first step                          */
    cft_attrpath path;
    const cft_callable *row;
    cft_value name; /* of the filter or test to apply; absent: none              */
    cft_dict *seen; /* unique                                                    */
    bool case_sensitive;
    cft_value width;           /* batch's linecount, slice's slices                         */
    cft_value list;            /* slice                                                     */
    int64_t at, count, offset; /* slice, reverse: how many steps were made, and of how many */
    bool last;                 /* batch: the source is exhausted                            */
};

/* A generator over `source`, with everything else absent, to be filled in by the caller. */
chatfmt_status cft_lazy_new(cft_vm *vm, cft_value source, cft_lazy **lazy, cft_value *out);

/* A `begin` that does no more than begin to walk the source. */
chatfmt_status cft_lazy_begin_walk(cft_lazy *lazy, bool *empty);

#endif
