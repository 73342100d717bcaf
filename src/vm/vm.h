/* vm/vm.h - what a builtin may use of the machine that calls it. The machine itself is in
 * vm/machine.h.
 */
#ifndef CFT_VM_H
#define CFT_VM_H

#include "lang/callable.h"
#include "value/builder.h"
#include "value/iterate.h"

struct cft_vm {
    cft_heap heap;               /* first: memory, fuel and the error of this render */
    const cft_builtins *builtins;
    bool autoescape;             /* inside {% autoescape true %} */
    bool has_now;                /* the clock was given */
    int64_t now;                 /* seconds since 1970-01-01 as a naive local time */
    bool has_seed;
    uint64_t seed;               /* of random and lipsum */
    bool strict_names;           /* a namespace takes no names that begin with "_" */
    uint32_t pulling;            /* lazy filters that are stepping inside one another; 0 when a
                                    render begins */
    cft_value missed;            /* what had no attribute or item `missed_name` last, for errors */
    cft_slice missed_name;
};

/* The undefined value of an attribute or item that is not there. */
static inline cft_value cft_missing(cft_vm *vm, cft_value object, cft_slice name)
{
    vm->missed = object;
    vm->missed_name = name;
    return cft_undefined_attribute(name, object.kind == CFT_DICT ? CFT_DICT : cft_owner_of(object));
}

/* vm->heap.error and friends, for the builtins' convenience. */
#define cft_vm_raise(vm, ...) cft_raise(&(vm)->heap, __VA_ARGS__)

/* SECURITY when a namespace must not have this name. Source: transformers 5.23,
 * TemplateNamespace. */
chatfmt_status cft_vm_check_name(cft_vm *vm, cft_slice name);

/* x.name with a name known only now (|attr, |map(attribute=…)): the sandbox's lookup. */
chatfmt_status cft_get_attribute(cft_vm *vm, cft_value object, cft_slice name, cft_value *out);
/* Only attributes, never items: the filter attr. */
chatfmt_status cft_get_attribute_only(cft_vm *vm, cft_value object, cft_slice name,
                                      cft_value *out);
/* x[key]: item first, then attribute. Missing gives an undefined. */
chatfmt_status cft_get_item(cft_vm *vm, cft_value object, cft_value key, cft_value *out);
/* x[a:b:c]; absent bounds are CFT_NONE. */
chatfmt_status cft_get_slice(cft_vm *vm, cft_value object, cft_value a, cft_value b, cft_value c,
                             cft_value *out);

/* Bind `positional` and keyword arguments to a builtin's parameters and call it. `self` is at[0]
 * of a filter, test or method, CFT_ABSENT for globals. TYPE errors in CPython's words. */
chatfmt_status cft_call_builtin(cft_vm *vm, const cft_callable *row, cft_value self,
                                const cft_value *positional, size_t count,
                                const cft_value *names, const cft_value *named,
                                size_t named_count, cft_value *out);

/* + - * / // % ** with Python's types and errors (operation: cft_binary_op of lang/ast.h), and
 * unary minus and plus. */
chatfmt_status cft_binary(cft_vm *vm, int operation, cft_value a, cft_value b, cft_value *out);
chatfmt_status cft_negate(cft_vm *vm, cft_value a, cft_value *out);
chatfmt_status cft_positive(cft_vm *vm, cft_value a, cft_value *out);

/* What cft_builtins.evaluator is for builtins that the vm runs. */
extern const cft_evaluator cft_machine_evaluator;

/* Arguments as builtins want them. Each returns a TYPE error in CPython's words when the
 * argument has the wrong type; the _or forms give `absent` when it was not given. */
chatfmt_status cft_arg_int_or(cft_vm *vm, cft_args args, size_t i, int64_t absent, int64_t *out);
static inline bool cft_arg_given(cft_args args, size_t i)
{
    return i < args.count && args.at[i].kind != CFT_ABSENT;
}
static inline bool cft_arg_truth_or(cft_args args, size_t i, bool absent)
{
    return cft_arg_given(args, i) ? cft_truth(args.at[i]) : absent;
}

#endif
