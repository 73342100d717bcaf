/* builtins/tables.h - the lists of builtins, and through them the prototypes of their functions.
 *
 * A builtin is a row of a .def file and a function: a row without a function does not link, a
 * function without a row has no prototype and does not compile. An alias is a second row.
 *
 *     FILTER( "name", function, required, count, "parameters", flags )   filters.def
 *     TEST  ( "name", function, required, count, "parameters", flags )   tests.def
 *     GLOBAL( "name", function, required, count, "parameters", flags )   globals.def
 *     METHOD( kind, "name", function, required, count, "parameters", flags )   methods.def
 *
 * Rows are sorted by name (methods: within one kind). `count` is the number of names in
 * `parameters`, of which the first `required` have no default; flags are those of cft_callable.
 */
#ifndef CFT_TABLES_H
#define CFT_TABLES_H

#include "lang/callable.h"

/* Prototypes of every function in the tables. A function may stand in several rows. */
#define FILTER(name, function, required, count, params, flags) cft_builtin function;
#include "builtins/filters.def"
#undef FILTER
#define TEST(name, function, required, count, params, flags) cft_builtin function;
#include "builtins/tests.def"
#undef TEST
#define GLOBAL(name, function, required, count, params, flags) cft_builtin function;
#include "builtins/globals.def"
#undef GLOBAL
#define METHOD(kind, name, function, required, count, params, flags) cft_builtin function;
#include "builtins/methods.def"
#undef METHOD

/* How many rows: constants, so that the registry can be const data. */
#define FILTER(name, function, required, count, params, flags) +1
enum {
    CFT_FILTER_COUNT = 0
#include "builtins/filters.def"
};
#undef FILTER
#define TEST(name, function, required, count, params, flags) +1
enum {
    CFT_TEST_COUNT = 0
#include "builtins/tests.def"
};
#undef TEST

extern const cft_callable cft_filter_table[]; /* CFT_FILTER_COUNT rows, in filters.c */
extern const cft_callable cft_test_table[];   /* CFT_TEST_COUNT rows, in tests.c     */

/* The methods that Markup has besides or otherwise than str; see cft_method_find. */
extern const cft_callable_table cft_markup_methods;

#endif
