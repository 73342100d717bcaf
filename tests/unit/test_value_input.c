/* tests/unit/test_value_input.c - values from JSON, which of them are one, and iterators.
 */
#include "support/limited.h"

#include "value/compare.h"
#include "value/iterate.h"
#include "value/json_read.h"
#include "value/list.h"
#include "value/text.h"

#include <stdio.h>
#include <stdlib.h>

static void test_json_options(void **state)
{
    cft_json_options options = {.base = 100, .allow_trailing = true};
    limited l;
    cft_value value;
    size_t used;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    assert_int_equal(cft_json_read(&l.heap, CFT_LIT(" 12 [3]"), &options, &value, &used), 0);
    assert_int_equal(used, 3);
    assert_int_equal(value.as.integer, 12);
    assert_int_equal(value.length, 102);
    options = (cft_json_options){.strict = true};
    assert_int_equal(
        cft_json_read(&l.heap, CFT_LIT("{\"a\":1,\"\\u0061\":2}"), &options, &value, &used),
        CHATFMT_INPUT);
    assert_int_equal(cft_json_read(&l.heap, CFT_LIT("\xEF\xBB\xBF{}"), NULL, &value, &used),
                     CHATFMT_INPUT);
    assert_int_equal(cft_json_read(&l.heap, CFT_LIT("[\n \"\xFF\"]"), NULL, &value, &used),
                     CHATFMT_INPUT);
    assert_int_equal(l.error.line, 2);
    assert_int_equal(l.error.column, 3);
    assert_int_equal(cft_json_read(&l.heap, CFT_LIT("\"\\ud800\""), NULL, &value, &used),
                     CHATFMT_INPUT);
    assert_int_equal(l.error.offset, 1);
    assert_int_equal(cft_json_read(&l.heap, CFT_LIT("\"\xED\xA0\x80\""), NULL, &value, &used),
                     CHATFMT_INPUT);
    l.limits.integer_digits = 20;
    limited_heap(&l);
    assert_int_equal(
        cft_json_read(&l.heap, CFT_LIT("-12345678901234567890"), NULL, &value, &used), 0);
    assert_int_equal(value.kind, CFT_BIGINT);
    assert_int_equal(
        cft_json_read(&l.heap, CFT_LIT("123456789012345678901"), NULL, &value, &used),
        CHATFMT_LIMIT);
    cft_heap_free(&l.heap);
}

/* Bytes that are no UTF-8, at every place of a block of bytes: told where they stand. */
static void test_json_utf8(void **state)
{
    static const char *const bad[] = {
        "\x80",         "\xC0\x80",         "\xC1\xBF",         "\xC3",
        "\xE0\x9F\xBF", "\xED\xA0\x80",     "\xE2\x82",         "\xE2\x82\xAC\x80",
        "\xF0\x9F\x98", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"};
    limited l;
    (void)state;
    limited_begin(&l);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (size_t place = 0; place < 200; place++) {
            char text[512];
            cft_value value;
            size_t length = strlen(bad[i]), at = place + 1;
            if (!strcmp(bad[i], "\xE2\x82\xAC\x80")) at += 3; /* a character, and a byte too many */
            memset(text, 'a', sizeof text);
            text[0] = text[place + length + 150] = '"';
            memcpy(text + 1 + place, bad[i], length);
            if (place % 3 == 1) memcpy(text + 1 + place / 2, "\\n", 2); /* written anew from here on */
            if (place % 3 == 1 && place < 4) continue;
            limited_heap(&l);
            assert_int_equal(cft_json_read(&l.heap, cft_slice_of(text, place + length + 151), NULL,
                                           &value, NULL),
                             CHATFMT_INPUT);
            assert_int_equal(l.error.offset, at);
        }
    cft_heap_free(&l.heap);
}

/* What `is` says; the choices stand at cft_same. */
static void test_same(void **state)
{
    static const char text[] = "abab";
    limited l;
    cft_value list, other, number;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    assert_int_equal(cft_list_copy(&l.heap, CFT_LIST, NULL, 0, &list), 0);
    assert_int_equal(cft_list_copy(&l.heap, CFT_LIST, NULL, 0, &other), 0);
    assert_true(cft_same(cft_none(), cft_none()));
    assert_true(cft_same(cft_bool(true), cft_bool(true)));
    assert_false(cft_same(cft_bool(true), cft_int(1)));
    assert_false(cft_same(cft_int(1), cft_float(1.0)));
    assert_true(cft_same(list, list));
    assert_false(cft_same(list, other));
    assert_true(cft_same(cft_string(text, 2, 0), cft_string(text, 2, 1)));
    assert_false(cft_same(cft_string(text, 2, 0), cft_string(text + 2, 2, 0)));
    assert_true(cft_same(cft_string(text, 1, 0), cft_string(text + 2, 1, 0)));
    assert_false(cft_same(cft_string(text, 2, 0), cft_string(text, 2, CFT_STR_MARKUP)));
    number = cft_int(1000);
    assert_true(cft_same(number, cft_int(1000)));
    number.length = 7; /* another object, of the input */
    assert_false(cft_same(number, cft_int(1000)));
    number = cft_int(256);
    number.length = 7;
    assert_true(cft_same(number, cft_int(256)));
    cft_heap_free(&l.heap);
}

typedef struct counter {
    cft_iterator base;
    int64_t given;
} counter;

/* 1, 2, 3. */
static chatfmt_status counter_step(cft_heap *heap, cft_iterator *self, cft_value *item, bool *more)
{
    counter *c = (counter *)(void *)self;
    (void)heap;
    *more = c->given < 3;
    if (*more) *item = cft_int(++c->given);
    return CHATFMT_OK;
}

/* Iterators are walked once, whoever walks them. */
static void test_iterators(void **state)
{
    limited l;
    counter three = {{.step = counter_step, .type_name = "tuple_iterator", .depth = 1}, 0};
    cft_iterator *iterator = &three.base;
    cft_value list, value = {.kind = CFT_ITERATOR, .as = {.iterator = iterator}};
    bool found;
    int64_t length;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    assert_string_equal(cft_type_name(value), "tuple_iterator");
    assert_int_equal(cft_contains(&l.heap, value, cft_int(2), &found), 0);
    assert_true(found);
    assert_int_equal(cft_to_list(&l.heap, value, CFT_LIST, &list), 0);
    assert_int_equal(list.as.list->count, 1);
    assert_int_equal(list.as.list->items[0].as.integer, 3);
    assert_int_equal(cft_contains(&l.heap, value, cft_int(3), &found), 0);
    assert_false(found);
    assert_true(cft_truth(value));
    assert_int_equal(cft_length(&l.heap, value, &length), CHATFMT_TYPE);
    assert_string_equal(l.error.text, "object of type 'tuple_iterator' has no len()");
    iterator->done = false;
    iterator->depth = 1000;
    assert_int_equal(cft_to_list(&l.heap, value, CFT_LIST, &list), CHATFMT_LIMIT);
    cft_heap_free(&l.heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_options),
        cmocka_unit_test(test_json_utf8),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_iterators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
