/* builtins/builtins.c - the tables of globals and methods, and the environment put together. */
#include "builtins/builtins.h"

#include "builtins/attributes.h"
#include "builtins/tables.h"
#include "vm/vm.h"

#define BUILTINS_ROW(name, function, required, count, params, flags)                           \
    {name, function, required, count, flags, params},
#define BUILTINS_SKIP(name, function, required, count, params, flags)

static const cft_callable builtins_globals[] = {
#define GLOBAL BUILTINS_ROW
#include "builtins/globals.def"
#undef GLOBAL
};

/* methods.def is read once for each kind; the rows of the other kinds are skipped. */
#define METHOD(kind, name, function, required, count, params, flags)                           \
    METHOD_##kind(name, function, required, count, params, flags)
#define METHOD_STRING   BUILTINS_SKIP
#define METHOD_MARKUP   BUILTINS_SKIP
#define METHOD_BYTES    BUILTINS_SKIP
#define METHOD_LIST     BUILTINS_SKIP
#define METHOD_TUPLE    BUILTINS_SKIP
#define METHOD_DICT     BUILTINS_SKIP
#define METHOD_VIEW     BUILTINS_SKIP
#define METHOD_RANGE    BUILTINS_SKIP
#define METHOD_INT      BUILTINS_SKIP
#define METHOD_FLOAT    BUILTINS_SKIP
#define METHOD_FUNCTION BUILTINS_SKIP
#define METHOD_OBJECT   BUILTINS_SKIP

static const cft_callable builtins_of_str[] = {
#undef METHOD_STRING
#define METHOD_STRING BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_STRING
#define METHOD_STRING BUILTINS_SKIP
};
static const cft_callable builtins_of_markup[] = {
#undef METHOD_MARKUP
#define METHOD_MARKUP BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_MARKUP
#define METHOD_MARKUP BUILTINS_SKIP
};
static const cft_callable builtins_of_bytes[] = {
#undef METHOD_BYTES
#define METHOD_BYTES BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_BYTES
#define METHOD_BYTES BUILTINS_SKIP
};
static const cft_callable builtins_of_list[] = {
#undef METHOD_LIST
#define METHOD_LIST BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_LIST
#define METHOD_LIST BUILTINS_SKIP
};
static const cft_callable builtins_of_tuple[] = {
#undef METHOD_TUPLE
#define METHOD_TUPLE BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_TUPLE
#define METHOD_TUPLE BUILTINS_SKIP
};
static const cft_callable builtins_of_dict[] = {
#undef METHOD_DICT
#define METHOD_DICT BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_DICT
#define METHOD_DICT BUILTINS_SKIP
};
static const cft_callable builtins_of_view[] = {
#undef METHOD_VIEW
#define METHOD_VIEW BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_VIEW
#define METHOD_VIEW BUILTINS_SKIP
};
static const cft_callable builtins_of_range[] = {
#undef METHOD_RANGE
#define METHOD_RANGE BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_RANGE
#define METHOD_RANGE BUILTINS_SKIP
};
static const cft_callable builtins_of_int[] = {
#undef METHOD_INT
#define METHOD_INT BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_INT
#define METHOD_INT BUILTINS_SKIP
};
static const cft_callable builtins_of_float[] = {
#undef METHOD_FLOAT
#define METHOD_FLOAT BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_FLOAT
#define METHOD_FLOAT BUILTINS_SKIP
};
static const cft_callable builtins_of_function[] = {
#undef METHOD_FUNCTION
#define METHOD_FUNCTION BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_FUNCTION
#define METHOD_FUNCTION BUILTINS_SKIP
};
static const cft_callable builtins_of_object[] = {
#undef METHOD_OBJECT
#define METHOD_OBJECT BUILTINS_ROW
#include "builtins/methods.def"
#undef METHOD_OBJECT
#define METHOD_OBJECT BUILTINS_SKIP
};
#undef METHOD

#define BUILTINS_TABLE(rows)                                                                   \
    {                                                                                          \
        rows, sizeof rows / sizeof *rows                                                       \
    }

const cft_callable_table cft_markup_methods = BUILTINS_TABLE(builtins_of_markup);

const cft_builtins cft_builtins_default = {
    .filters = {cft_filter_table, CFT_FILTER_COUNT},
    .tests = {cft_test_table, CFT_TEST_COUNT},
    .globals = BUILTINS_TABLE(builtins_globals),
    .methods =
        {
            [CFT_STRING] = BUILTINS_TABLE(builtins_of_str),
            [CFT_BYTES] = BUILTINS_TABLE(builtins_of_bytes),
            [CFT_LIST] = BUILTINS_TABLE(builtins_of_list),
            [CFT_TUPLE] = BUILTINS_TABLE(builtins_of_tuple),
            [CFT_DICT] = BUILTINS_TABLE(builtins_of_dict),
            [CFT_VIEW] = BUILTINS_TABLE(builtins_of_view),
            [CFT_RANGE] = BUILTINS_TABLE(builtins_of_range),
            [CFT_BOOL] = BUILTINS_TABLE(builtins_of_int),
            [CFT_INT] = BUILTINS_TABLE(builtins_of_int),
            [CFT_BIGINT] = BUILTINS_TABLE(builtins_of_int),
            [CFT_FLOAT] = BUILTINS_TABLE(builtins_of_float),
            [CFT_FUNCTION] = BUILTINS_TABLE(builtins_of_function),
            [CFT_OBJECT] = BUILTINS_TABLE(builtins_of_object),
        },
    .find_method = cft_method_find,
    .attribute = cft_kind_attribute,
    .percent = cft_percent_format,
    .evaluator = &cft_machine_evaluator,
};
