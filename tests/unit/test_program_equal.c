/* tests/unit/test_program_equal.c - a program is equal to itself compiled again, and to none that
 * differs in any of its parts.
 */
#include "analysis/program_equal.h"
#include "builtins/builtins.h"
#include "lang/program.h"
#include "support/limited.h"

static const char source[] =
    "{% block a %}x{% endblock %}{% block b required %}{% endblock %}"
    "{% macro m(p, q=1, r='s', t=(1.5, [none])) %}{{ p }}{{ q }}{{ varargs }}{{ caller() }}{% endmacro %}"
    "{{ m(1, q=2, t=3) }}{{ x.y }}{{ dict(k=1, l=2) }}{{ [1.0, 'text', {'a': true}]|tojson(indent=2) }}"
    "{% for i in xs recursive %}{{ loop(i) }}{% endfor %}{{ range(3) is iterable }}";

static limited room;

static cft_program *compile(void)
{
    cft_syntax_options options = {.trim_blocks = true, .lstrip_blocks = true};
    chatfmt_limits limits = limited_defaults();
    cft_program *program = NULL;
    assert_int_equal(cft_compile(NULL, cft_slice_of(source, sizeof source - 1), &options, &limits,
                                 &cft_builtins_default, &program, NULL),
                     CHATFMT_OK);
    return program;
}

static bool equal(const cft_program *a, const cft_program *b)
{
    bool same = false;
    assert_int_equal(cft_program_equal(limited_heap(&room), a, b, &same), CHATFMT_OK);
    return same;
}

/* Tables of a program are not to be written; a test of what differs writes them. */
#define LOOSE(type, table) ((type *)(uintptr_t)(table))

/* `place` differs by one. */
#define DIFFERS(place)                                                                         \
    do {                                                                                       \
        (place)++;                                                                             \
        if (equal(a, b)) fail_msg("%s", #place);                                               \
        (place)--;                                                                             \
    } while (0)

#define FLIPPED(place)                                                                         \
    do {                                                                                       \
        (place) = !(place);                                                                    \
        if (equal(a, b)) fail_msg("%s", #place);                                               \
        (place) = !(place);                                                                    \
    } while (0)

static void test_counts_and_tables(void **state)
{
    cft_program *a = compile(), *b = compile();
    (void)state;
    assert_true(equal(a, b));
    assert_true(a->block_count == 2 && a->keyword_count && a->row_count && a->name_count);
    DIFFERS(b->code_length);
    DIFFERS(b->constant_count);
    DIFFERS(b->name_count);
    DIFFERS(b->function_count);
    DIFFERS(b->block_count);
    DIFFERS(b->keyword_count);
    DIFFERS(b->row_count);
    DIFFERS(b->cache_count);
    DIFFERS(b->export_count);
    DIFFERS(*LOOSE(uint32_t, b->code));
    DIFFERS(LOOSE(cft_program_block, b->blocks)[1].name);
    DIFFERS(LOOSE(cft_program_block, b->blocks)[1].function);
    FLIPPED(LOOSE(cft_program_block, b->blocks)[1].required);
    DIFFERS(LOOSE(cft_slice, &b->names[0].text)->length);
    DIFFERS(b->rows[0]);
    DIFFERS(LOOSE(uint32_t, &b->keywords[0].count)[0]);
    assert_true(equal(a, b));
    cft_program_free(a);
    cft_program_free(b);
}

static void test_functions(void **state)
{
    cft_program *a = compile(), *b = compile();
    (void)state;
    for (uint32_t i = 0; i < b->function_count; i++) {
        cft_function *f = LOOSE(cft_function, &b->functions[i]);
        f->kind = (cft_function_kind)(f->kind + 1);
        assert_false(equal(a, b));
        f->kind = a->functions[i].kind;
        DIFFERS(f->entry);
        DIFFERS(f->slot_count);
        DIFFERS(f->stack_size);
        DIFFERS(f->loop_count);
        FLIPPED(f->has_closures);
        DIFFERS(f->name);
        DIFFERS(f->param_count);
        DIFFERS(f->caller);
        DIFFERS(f->kwargs);
        DIFFERS(f->varargs);
        FLIPPED(f->explicit_caller);
        FLIPPED(f->uses_caller);
        DIFFERS(f->loop_slot);
        DIFFERS(f->cost);
        if (f->slot_count) {
            DIFFERS(LOOSE(cft_slot_info, f->slots)[0].name);
            FLIPPED(LOOSE(cft_slot_info, f->slots)[0].resolve);
        }
        if (!f->param_count) continue;
        DIFFERS(LOOSE(uint32_t, f->params)[0]);
        cft_value *names = LOOSE(cft_value, f->param_names), *missing = LOOSE(cft_value, f->param_missing);
        cft_value first = names[0], none = missing[0];
        names[0] = cft_int(5);
        assert_false(equal(a, b));
        names[0] = first;
        missing[0] = cft_int(5);
        assert_false(equal(a, b));
        missing[0] = none;
    }
    assert_true(equal(a, b));
    cft_program_free(a);
    cft_program_free(b);
}

static void test_constants(void **state)
{
    cft_program *a = compile(), *b = compile();
    cft_value *constants = LOOSE(cft_value, b->constants);
    bool text = false;
    (void)state;
    for (uint32_t i = 0; i < b->constant_count; i++) {
        cft_value old = constants[i];
        constants[i] = cft_string("another", 7, CFT_STR_ASCII);
        assert_false(equal(a, b));
        constants[i] = old;
        if (old.kind != CFT_STRING) continue;
        text = true;
        constants[i].flags ^= CFT_STR_MARKUP;
        assert_false(equal(a, b));
        constants[i].flags = old.flags ^ CFT_STR_ASCII; /* only tells what is known of it */
        assert_true(equal(a, b));
        constants[i] = old;
    }
    assert_true(text);
    cft_value *names = LOOSE(cft_value, b->keywords[0].names), old = names[0];
    names[0] = cft_string("another", 7, CFT_STR_ASCII);
    assert_false(equal(a, b));
    names[0] = old;
    assert_true(equal(a, b));
    cft_program_free(a);
    cft_program_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_and_tables), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_constants)};
    limited_begin(&room);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cft_heap_free(&room.heap);
    return failed;
}
