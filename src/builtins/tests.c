/* builtins/tests.c - the tests that `is` and select() apply, and their table. */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/ast.h"
#include "value/compare.h"
#include "value/iterate.h"

#define TEST(name, function, required, count, params, flags)                                   \
    {name, function, required, count, flags, params},
const cft_callable cft_test_table[CFT_TEST_COUNT] = {
#include "builtins/tests.def"
};
#undef TEST

/* value % divisor == wanted, whatever the types make of it. */
static chatfmt_status tests_remainder(cft_vm *vm, cft_value value, cft_value divisor,
                                      int64_t wanted, cft_value *out)
{
    cft_value rest;
    bool equal;
    CFT_TRY(cft_binary(vm, CFT_MOD, value, divisor, &rest));
    CFT_TRY(cft_equal(&vm->heap, rest, cft_int(wanted), &equal));
    *out = cft_bool(equal);
    return CHATFMT_OK;
}

/* Jinja: test_odd. */
chatfmt_status cft_test_odd(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_remainder(vm, args.at[0], cft_int(2), 1, out);
}

/* Jinja: test_even. */
chatfmt_status cft_test_even(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_remainder(vm, args.at[0], cft_int(2), 0, out);
}

/* Jinja: test_divisibleby. */
chatfmt_status cft_test_divisibleby(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_remainder(vm, args.at[0], args.at[1], 0, out);
}

/* Tests that look at the type alone. */
static chatfmt_status tests_give(bool holds, cft_value *out)
{
    *out = cft_bool(holds);
    return CHATFMT_OK;
}

chatfmt_status cft_test_defined(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind != CFT_UNDEFINED, out);
}

chatfmt_status cft_test_undefined(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_UNDEFINED, out);
}

chatfmt_status cft_test_none(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_NONE, out);
}

chatfmt_status cft_test_boolean(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_BOOL, out);
}

chatfmt_status cft_test_true(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_BOOL && args.at[0].as.boolean, out);
}

chatfmt_status cft_test_false(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_BOOL && !args.at[0].as.boolean, out);
}

chatfmt_status cft_test_integer(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_INT || args.at[0].kind == CFT_BIGINT, out);
}

chatfmt_status cft_test_float(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_FLOAT, out);
}

/* Booleans are numbers, as in Python. Jinja: test_number. */
chatfmt_status cft_test_number(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    uint8_t kind = args.at[0].kind;
    return tests_give(
        kind == CFT_BOOL || kind == CFT_INT || kind == CFT_FLOAT || kind == CFT_BIGINT, out);
}

chatfmt_status cft_test_string(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_STRING, out);
}

chatfmt_status cft_test_mapping(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(args.at[0].kind == CFT_DICT, out);
}

/* Has a length and items: undefined values have both. Jinja: test_sequence. */
chatfmt_status cft_test_sequence(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(cft_is_among(args.at[0], CFT_KINDS_SEQUENCE), out);
}

static bool tests_is_object(cft_value value, const char *class_name)
{
    return value.kind == CFT_OBJECT && strcmp(value.as.object->class->name, class_name) == 0;
}

/* Jinja: test_iterable. */
chatfmt_status cft_test_iterable(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(cft_is_among(args.at[0], CFT_KINDS_ITERABLE) ||
                          tests_is_object(args.at[0], "LoopContext"),
                      out);
}

/* CPython: callable(). Of Jinja's own objects cyclers and the template's self are not. */
chatfmt_status cft_test_callable(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    cft_value value = args.at[0];
    if (value.kind == CFT_OBJECT) {
        return tests_give(!tests_is_object(value, "TemplateReference") &&
                              !tests_is_object(value, "Cycler"),
                          out);
    }
    return tests_give(value.kind == CFT_UNDEFINED || value.kind == CFT_FUNCTION ||
                          value.kind == CFT_METHOD,
                      out);
}

chatfmt_status cft_test_escaped(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(cft_markup_is(args.at[0]), out);
}

chatfmt_status cft_test_sameas(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)vm;
    return tests_give(cft_same(args.at[0], args.at[1]), out);
}

/* Is there a row of this name? Names that cannot be keys of a dict are a TypeError. */
static chatfmt_status tests_has_row(cft_vm *vm, const cft_callable_table *table, cft_value name,
                                    cft_value *out)
{
    uint64_t hash;
    CFT_TRY(cft_hash(&vm->heap, name, &hash));
    bool found = name.kind == CFT_STRING && cft_callable_find(table, cft_text_of(name));
    return tests_give(found, out);
}

chatfmt_status cft_test_filter(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_has_row(vm, &vm->builtins->filters, args.at[0], out);
}

chatfmt_status cft_test_test(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_has_row(vm, &vm->builtins->tests, args.at[0], out);
}

/* All cased code points are of one case, and there is one. CPython: str.islower, str.isupper.
 */
static chatfmt_status tests_case(cft_vm *vm, cft_value value, bool upper, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_plain_str(vm, value, &text));
    CFT_TRY(cft_charge(&vm->heap, 1 + (uint64_t)text.length)); /* a look-up each */
    const char *at = text.as.text, *end = at + text.length;
    bool any = false;
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        bool is_lower = cft_is_lower(code), is_upper = cft_is_upper(code);
        if ((upper ? is_lower : is_upper) || cft_is_title(code)) return tests_give(false, out);
        any = any || is_lower || is_upper;
    }
    return tests_give(any, out);
}

chatfmt_status cft_test_lower(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_case(vm, args.at[0], false, out);
}

chatfmt_status cft_test_upper(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_case(vm, args.at[0], true, out);
}

/* value in seq. Jinja: test_in. */
chatfmt_status cft_test_in(cft_vm *vm, cft_args args, cft_value *out)
{
    bool found;
    CFT_TRY(cft_contains(&vm->heap, args.at[1], args.at[0], &found));
    return tests_give(found, out);
}

static chatfmt_status tests_equal(cft_vm *vm, cft_args args, bool wanted, cft_value *out)
{
    bool equal;
    CFT_TRY(cft_equal(&vm->heap, args.at[0], args.at[1], &equal));
    return tests_give(equal == wanted, out);
}

chatfmt_status cft_test_eq(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_equal(vm, args, true, out);
}

chatfmt_status cft_test_ne(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_equal(vm, args, false, out);
}

static chatfmt_status tests_order(cft_vm *vm, cft_args args, cft_order order, cft_value *out)
{
    bool holds;
    CFT_TRY(cft_ordered(&vm->heap, order, args.at[0], args.at[1], &holds));
    return tests_give(holds, out);
}

chatfmt_status cft_test_lt(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_order(vm, args, CFT_LT, out);
}

chatfmt_status cft_test_le(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_order(vm, args, CFT_LE, out);
}

chatfmt_status cft_test_gt(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_order(vm, args, CFT_GT, out);
}

chatfmt_status cft_test_ge(cft_vm *vm, cft_args args, cft_value *out)
{
    return tests_order(vm, args, CFT_GE, out);
}
