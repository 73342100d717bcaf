/* builtins/globals.h - the objects that globals make. */
#ifndef CFT_GLOBALS_H
#define CFT_GLOBALS_H

#include "vm/vm.h"

/* cycler(a, b, …): gives its items in turn. Jinja: Cycler. */
typedef struct cft_cycler {
    cft_object object;
    cft_value items; /* a tuple */
    size_t position;
} cft_cycler;

extern const cft_object_class cft_cycler_class;

/* joiner(sep): "" the first time it is called, then the separator. Jinja: Joiner. */
typedef struct cft_joiner {
    cft_object object;
    cft_value separator;
    bool used;
} cft_joiner;

extern const cft_object_class cft_joiner_class;

#endif
