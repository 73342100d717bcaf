/* lang/callable.h - a builtin as the compiler and the vm see it: a row with a name, a function
 * and its parameters.
 */
#ifndef CFT_CALLABLE_H
#define CFT_CALLABLE_H

#include "value/value.h"

typedef struct cft_vm cft_vm;

/* The arguments of one call. For rows with named parameters they have been bound: at[i] belongs
 * to parameter i (of a filter, test or method at[0] is the piped value or receiver and
 * parameter i is at[i + 1]), CFT_ABSENT where not given. With CFT_TAKES_REST, what was
 * given beyond the parameters follows: positional in `rest`, keywords in `names`/`named`. */
typedef struct cft_args {
    const cft_value *at;
    size_t count;             /* of `at` */
    const cft_value *rest;    /* positional arguments beyond the parameters */
    size_t rest_count;
    const cft_value *names;   /* keyword arguments: names (strings) and values */
    const cft_value *named;
    size_t named_count;
} cft_args;

typedef chatfmt_status cft_builtin(cft_vm *vm, cft_args args, cft_value *out);

enum {
    CFT_TAKES_REST = 1,      /* surplus positional arguments are handed over, not refused     */
    CFT_TAKES_NAMED = 2,     /* surplus keyword arguments are handed over, not refused        */
    CFT_NO_KEYWORDS = 4,     /* CPython's positional-only functions, such as str.strip        */
    CFT_PURE = 8,            /* may be folded at compile time                                 */
    CFT_CONTEXT = 16,        /* takes the environment (Jinja's pass_*): map, select …         */
};

#define CFT_MAX_PARAMS 8

struct cft_callable {
    const char *name;     /* "join" */
    cft_builtin *function;
    uint8_t required;     /* parameters without a default, besides at[0] */
    uint8_t param_count;  /* names in `params` */
    uint8_t flags;
    const char *params;   /* "d,attribute": names in order, no spaces */
};

/* Sorted by name, searched by halves. */
typedef struct cft_callable_table {
    const cft_callable *rows;
    size_t count;
} cft_callable_table;

/* Everything the environment has. The machine knows builtins by this alone. */
typedef struct cft_builtins cft_builtins;
typedef struct cft_evaluator cft_evaluator; /* lang/evaluate.h */
struct cft_builtins {
    cft_callable_table filters, tests, globals;
    cft_callable_table methods[CFT_KIND_COUNT]; /* by kind of receiver */

    /* The method `name` of `receiver`, to be bound into a cft_method; NULL when there is none.
     * Unlike a search of the table alone it knows that str has no `unescape` but Markup has, and
     * which object has which methods. O(log methods). */
    const cft_callable *(*find_method)(const cft_builtins *builtins, cft_value receiver,
                                       cft_slice name);

    /* Attributes that are values: (5).real, range(3).start, cycler(1).current. False when `value`
     * has no such attribute. Cannot fail and allocates nothing. */
    bool (*attribute)(cft_value value, cft_slice name, cft_value *out);

    /* printf-style: text % arguments (a tuple, a dict, or one value). */
    chatfmt_status (*percent)(cft_vm *vm, cft_value text, cft_value arguments, cft_value *out);

    /* How the machine that runs these computes constant expressions. */
    const cft_evaluator *evaluator;
};

/* The row with this name, or NULL. */
const cft_callable *cft_callable_find(const cft_callable_table *table, cft_slice name);

/* Python would hide this attribute from a sandboxed template: begins with an underscore, or a
 * mutator of list or dict. Reading it gives an unsafe undefined. */
bool cft_attribute_is_unsafe(cft_kind kind, cft_slice name);

#endif
