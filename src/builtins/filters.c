/* builtins/filters.c - the table of filters, made of the rows of filters.def. */
#include "builtins/tables.h"

#define FILTER(name, function, required, count, params, flags)                            \
    {name, function, required, count, flags, params},
const cft_callable cft_filter_table[CFT_FILTER_COUNT] = {
#include "builtins/filters.def"
};
#undef FILTER
