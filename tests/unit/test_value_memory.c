/* tests/unit/test_value_memory.c - memory and limits of values.
 *
 * What must hold: the second round of the same work does not call the allocator; every failed
 * allocation is reported as NO_MEMORY; every limit fails as LIMIT; appending is linear.
 */
#include "support/limited.h"

#include "base/utf8.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

#include <stdio.h>
#include <stdlib.h>

/* An allocator that counts, and fails when its fuse has burnt down. */
typedef struct counting {
    size_t calls, held;
    size_t fuse; /* fails from this call on; 0 = never */
} counting;

static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    counting *c = context;
    void *moved;
    if (new_size == 0) {
        if (pointer) c->held -= old_size;
        free(pointer);
        return NULL;
    }
    c->calls++;
    if (c->fuse && c->calls >= c->fuse) return NULL;
    moved = realloc(pointer, new_size);
    if (moved) c->held += new_size - (pointer ? old_size : 0);
    return moved;
}

static const char round_text[] =
    "{\"a\": [1, 2.5, null, true, \"x\\ny\", {\"k\": {}}], \"b\": \"some longer text to copy\","
    "\"k01\":1,\"k02\":1,\"k03\":1,\"k04\":1,\"k05\":1,\"k06\":1,\"k07\":1,\"k08\":1,\"k09\":1,"
    "\"k10\":1,\"k11\":1,\"k12\":1,\"k13\":1,\"k14\":1,\"k15\":1,\"k16\":1,\"k17\":1,\"c\": "
    "[[[[[[[[[]]]]]]]]]}";

/* A bit of everything, as one render would do it. */
static chatfmt_status round_of_work(cft_heap *heap)
{
    cft_value root, text, all = cft_empty_string(), list;
    const cft_entry *entry;
    cft_builder b;
    bool same;
    int64_t length;
    CFT_TRY(cft_json_read(heap, cft_slice_of(round_text, sizeof round_text - 1), NULL, &root,
                          NULL));
    CFT_TRY(cft_to_repr(heap, root, &text));
    CFT_TRY(cft_build(&b, heap, 0));
    CFT_TRY(cft_json_append(&b, root, &cft_json_plain));
    CFT_TRY(cft_build_end(&b, 0, &text));
    for (int i = 0; i < 60; i++) {
        cft_value upper;
        CFT_TRY(cft_concat(heap, all, text, 0, &all));
        CFT_TRY(cft_text_case(heap, text, CFT_UPPER, &upper));
        CFT_TRY(cft_concat(heap, upper, text, 0, &upper));
    }
    CFT_TRY(cft_text_replace(heap, all, CFT_LIT("k0"), text, 20, &all));
    CFT_TRY(cft_dict_find(heap, root.as.dict, cft_string("b", 1, 0), &entry));
    CFT_TRY(cft_to_list(heap, entry->value, CFT_LIST, &list));
    CFT_TRY(cft_equal(heap, root, root, &same));
    CFT_TRY(cft_length(heap, all, &length));
    return CHATFMT_OK;
}

#ifndef CFT_STRESS /* there every allocation is a block of its own */
static void second_round_allocates_nothing(bool origins)
{
    counting count = {0};
    chatfmt_allocator allocator = {counting_resize, &count};
    chatfmt_limits limits = limited_defaults();
    chatfmt_error error;
    cft_heap heap;
    size_t calls;
    cft_heap_init(&heap, &allocator);
    if (origins) assert_int_equal(cft_origins_new(&allocator, &heap.origins), CHATFMT_OK);
    cft_heap_reset(&heap, &limits, &error);
    assert_int_equal(round_of_work(&heap), CHATFMT_OK);
    calls = count.calls;
    cft_heap_reset(&heap, &limits, &error);
    assert_int_equal(round_of_work(&heap), CHATFMT_OK);
    assert_int_equal(count.calls, calls);
    cft_origins_free(heap.origins);
    cft_heap_free(&heap);
    assert_int_equal(count.held, 0);
}
#endif

static void test_second_round(void **state)
{
    (void)state;
#ifndef CFT_STRESS
    second_round_allocates_nothing(false);
    second_round_allocates_nothing(true);
#endif
}

static void test_every_allocation_fails_once(void **state)
{
    (void)state;
    for (size_t fuse = 1;; fuse++) {
        counting count = {0};
        chatfmt_allocator allocator = {counting_resize, &count};
        chatfmt_limits limits = limited_defaults();
        chatfmt_error error;
        cft_heap heap;
        chatfmt_status status;
        count.fuse = fuse;
        cft_heap_init(&heap, &allocator);
        status = cft_origins_new(&allocator, &heap.origins);
        cft_heap_reset(&heap, &limits, &error);
        if (!status) status = round_of_work(&heap);
        cft_origins_free(heap.origins);
        cft_heap_free(&heap);
        assert_int_equal(count.held, 0);
        if (status == CHATFMT_OK) {
            assert_true(fuse > 5);
            return;
        }
        assert_int_equal(status, CHATFMT_NO_MEMORY);
    }
}

static void test_limits(void **state)
{
    limited l;
    cft_value text;
    (void)state;
    limited_begin(&l);
    l.limits.string_bytes = 1000;
    assert_int_equal(cft_new_fresh(limited_heap(&l), "x", 1, &text), CHATFMT_OK);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(cft_concat(&l.heap, text, text, 0, &text), CHATFMT_OK);
    }
    assert_int_equal(cft_concat(&l.heap, text, text, 0, &text), CHATFMT_LIMIT);
    assert_string_equal(l.error.text, "limit exceeded: string_bytes is 1000, reached 1024");
    assert_int_equal(cft_text_replace(&l.heap, text, CFT_LIT("x"), text, -1, &text),
                     CHATFMT_LIMIT);
    l.limits = limited_defaults();
    l.limits.heap_bytes = 100000;
    text = cft_string("0123456789", 10, 0);
    limited_heap(&l);
    for (int i = 0; i < 30; i++) {
        chatfmt_status status = cft_concat(&l.heap, text, text, 0, &text);
        if (status) {
            assert_int_equal(status, CHATFMT_LIMIT);
            assert_non_null(strstr(l.error.text, "heap_bytes is 100000"));
            assert_true(i > 5);
            break;
        }
        assert_true(i < 20);
    }
    l.limits = limited_defaults();
    l.limits.fuel = 1000;
    text = cft_string("0123456789", 10, 0);
    limited_heap(&l);
    for (int i = 0;; i++) {
        chatfmt_status status = cft_concat(&l.heap, text, text, 0, &text);
        if (!status) continue;
        assert_int_equal(status, CHATFMT_LIMIT);
        assert_non_null(strstr(l.error.text, "fuel is 1000"));
        break;
    }
    cft_heap_free(&l.heap);
}

/* `depth` brackets around nothing. */
static cft_value nested(limited *l, size_t depth, chatfmt_status *status)
{
    char *text = malloc(2 * depth);
    cft_value value = cft_none();
    assert_non_null(text);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    *status = cft_json_read(&l->heap, cft_slice_of(text, 2 * depth), NULL, &value, NULL);
    free(text);
    return value;
}

static void test_depth(void **state)
{
    limited l;
    chatfmt_status status;
    cft_value deep, other, text;
    cft_builder b;
    bool same;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    deep = nested(&l, 1000, &status);
    assert_int_equal(status, CHATFMT_OK);
    other = nested(&l, 1000, &status);
    assert_int_equal(status, CHATFMT_OK);
    assert_int_equal(cft_to_repr(&l.heap, deep, &text), CHATFMT_OK);
    assert_int_equal(text.length, 2000);
    assert_int_equal(cft_build(&b, &l.heap, 0), CHATFMT_OK);
    assert_int_equal(cft_json_append(&b, deep, &cft_json_plain), CHATFMT_OK);
    assert_int_equal(b.length, 2000);
    assert_int_equal(cft_equal(&l.heap, deep, other, &same), CHATFMT_OK);
    assert_true(same);
    assert_int_equal(cft_ordered(&l.heap, CFT_LE, deep, other, &same), CHATFMT_OK);
    assert_true(same);
    nested(&l, 1001, &status);
    assert_int_equal(status, CHATFMT_LIMIT);
    assert_int_equal(l.error.offset, 1000);
    nested(&l, 1000000, &status);
    assert_int_equal(status, CHATFMT_LIMIT);
    /* A template can nest deeper than the input may. */
    assert_int_equal(cft_list_copy(&l.heap, CFT_LIST, &deep, 1, &deep), CHATFMT_OK);
    assert_int_equal(cft_to_repr(&l.heap, deep, &text), CHATFMT_LIMIT);
    cft_heap_free(&l.heap);
}

/* A namespace that holds itself, and a list that holds the namespace. CPython: Py_ReprEnter. */
static void test_namespace_in_itself(void **state)
{
    limited l;
    cft_namespace names = {0};
    cft_value self = {.kind = CFT_NAMESPACE, .as = {.names = &names}}, list, text;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    assert_int_equal(cft_list_copy(&l.heap, CFT_LIST, &self, 1, &list), CHATFMT_OK);
    assert_int_equal(cft_dict_put(&l.heap, &names.dict, cft_string("a", 1, 0), self), 0);
    assert_int_equal(cft_dict_put(&l.heap, &names.dict, cft_string("l", 1, 0), list), 0);
    assert_int_equal(cft_to_str(&l.heap, self, &text), CHATFMT_OK);
    assert_true(cft_slice_equal(
        cft_text_of(text),
        CFT_LIT("<Namespace {'a': <Namespace {...}>, 'l': [<Namespace {...}>]}>")));
    assert_int_equal(cft_to_str(&l.heap, list, &text), CHATFMT_OK);
    assert_true(cft_slice_equal(cft_text_of(text),
                                CFT_LIT("[<Namespace {'a': <Namespace {...}>, 'l': [...]}>]")));
    cft_heap_free(&l.heap);
}

/* Fuel is the measure of work, so it shows what is linear whatever the machine. */
static uint64_t fuel_of_appending(size_t count, size_t between, bool origins)
{
    limited l;
    static const char piece[] = "0123456789abcdef";
    cft_value all = cft_empty_string(), other = cft_empty_string();
    uint64_t used;
    limited_begin(&l);
    if (origins) assert_int_equal(cft_origins_new(NULL, &l.heap.origins), CHATFMT_OK);
    limited_heap(&l);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(cft_concat(&l.heap, other, cft_string(piece, 16, 1), 0, &other), 0);
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cft_concat(&l.heap, all, cft_string(piece, 16, 1), 0, &all), 0);
        for (size_t j = 0; j < between; j++) {
            cft_value unused;
            assert_int_equal(cft_concat(&l.heap, other, other, 0, &unused), 0);
        }
    }
    assert_int_equal(all.length, 16 * count);
    for (size_t i = 0; i < count; i++)
        assert_memory_equal(all.as.text + 16 * i, piece, 16);
    for (size_t i = 0; origins && i < count; i += 97) {
        cft_run run = cft_origins_at(l.heap.origins, all.as.text + 16 * i, 16);
        assert_ptr_equal(run.source, piece);
        assert_int_equal(run.length, 16);
    }
    used = l.limits.fuel - l.heap.fuel;
    cft_origins_free(l.heap.origins);
    cft_heap_free(&l.heap);
    return used;
}

static void test_appending_is_linear(void **state)
{
    (void)state;
    for (int origins = 0; origins < 2; origins++) {
        uint64_t alone = fuel_of_appending(20000, 0, origins);
        assert_true(fuel_of_appending(40000, 0, origins) < alone * 23 / 10);
        assert_true(alone < 5 * 20000);
        alone = fuel_of_appending(2000, 10, origins);
        assert_true(fuel_of_appending(4000, 10, origins) < alone * 23 / 10);
    }
}

static void test_search_is_linear(void **state)
{
    enum { HAY = 2000000, NEEDLE = 100000 };
    char *hay = malloc(HAY), *needle = malloc(NEEDLE);
    (void)state;
    assert_non_null(hay);
    assert_non_null(needle);
    memset(hay, 'a', HAY);
    memset(needle, 'a', NEEDLE);
    /* Each of these would take 10^11 steps by trying every place. */
    needle[NEEDLE - 1] = 'b';
    assert_true(cft_text_find(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE), 0) ==
                SIZE_MAX);
    assert_true(cft_text_rfind(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE)) ==
                SIZE_MAX);
    needle[NEEDLE - 1] = 'a';
    needle[NEEDLE / 2] = 'b';
    assert_true(cft_text_find(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE), 0) ==
                SIZE_MAX);
    assert_true(cft_text_rfind(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE)) ==
                SIZE_MAX);
    needle[NEEDLE / 2] = 'a';
    needle[0] = 'b';
    assert_true(cft_text_find(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE), 0) ==
                SIZE_MAX);
    hay[HAY - NEEDLE] = 'b';
    assert_int_equal(cft_text_find(cft_slice_of(hay, HAY), cft_slice_of(needle, NEEDLE), 0),
                     HAY - NEEDLE);
    free(hay);
    free(needle);
}

static void test_limits_fill(void **state)
{
    chatfmt_limits given = CHATFMT_LIMITS_INIT, out;
    chatfmt_error error;
    (void)state;
    given.depth = 7;
    assert_int_equal(cft_limits_fill(&given, &out, &error), CHATFMT_OK);
    assert_int_equal(out.depth, 7);
    assert_int_equal(out.fuel, 100000000);
    /* An older program's struct, which ends after `fuel`. */
    given.struct_size = offsetof(chatfmt_limits, source_bytes);
    given.fuel = 5;
    assert_int_equal(cft_limits_fill(&given, &out, &error), CHATFMT_OK);
    assert_int_equal(out.fuel, 5);
    assert_int_equal(out.depth, 256);
    given.struct_size = 0;
    assert_int_equal(cft_limits_fill(&given, &out, &error), CHATFMT_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_round),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_fill),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_namespace_in_itself),
        cmocka_unit_test(test_appending_is_linear),
        cmocka_unit_test(test_search_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
