/* tests/unit/test_origins.c - origins say of each byte exactly where it came from, whatever was done
 * in between.
 */
#include "support/limited.h"

#include "base/utf8.h"
#include "value/builder.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"
#include "value/origin.h"
#include "value/text.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t random_next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A string with the true origin of each of its bytes. */
typedef struct tracked {
    cft_value value;
    const char **from;
} tracked;

#define POOL 40

/* Join random pieces of the strings at hand, two ways. */
static tracked tracked_join(cft_heap *heap, const tracked *pool, uint32_t *seed)
{
    tracked out = {cft_empty_string(), NULL};
    uint32_t count = 1 + random_next(seed) % 5;
    bool build = random_next(seed) % 2;
    cft_builder b;
    const char **from = malloc(sizeof *from * 100000);
    size_t length = 0;
    assert_non_null(from);
    assert_int_equal(cft_build(&b, heap, 0), CHATFMT_OK);
    for (uint32_t i = 0; i < count; i++) {
        const tracked *piece = &pool[random_next(seed) % POOL];
        size_t begin = random_next(seed) % (piece->value.length + 1);
        size_t end = begin + random_next(seed) % (piece->value.length - begin + 1);
        cft_value slice;
        if (random_next(seed) % 2) begin = 0;
        if (random_next(seed) % 2) end = piece->value.length;
        slice = cft_text_bytes(piece->value, begin, end);
        if (length + slice.length > 20000) break;
        memcpy(from + length, piece->from + begin, slice.length * sizeof *from);
        length += slice.length;
        if (build) {
            cft_value unused;
            assert_int_equal(cft_build_copy(&b, slice.as.text, slice.length), CHATFMT_OK);
            /* Another string in the way of the one that grows. */
            assert_int_equal(cft_new_fresh(heap, "fresh", 5, &unused), CHATFMT_OK);
        } else {
            assert_int_equal(cft_concat(heap, out.value, slice, 0, &out.value), CHATFMT_OK);
        }
    }
    if (build) assert_int_equal(cft_build_end(&b, 0, &out.value), CHATFMT_OK);
    assert_int_equal(out.value.length, length);
    out.from = from;
    return out;
}

static void tracked_check(cft_origins *origins, tracked t)
{
    size_t at = 0, length = t.value.length;
    while (at < length) {
        cft_run run = cft_origins_at(origins, t.value.as.text + at, length - at);
        assert_int_equal(run.note, CFT_RUN_COPIED);
        assert_in_range(run.length, 1, length - at);
        for (size_t i = 0; i < run.length; i++) {
            assert_ptr_equal(run.source + i, t.from[at + i]);
            assert_int_equal(run.source[i], t.value.as.text[at + i]);
        }
        at += run.length;
    }
    if (length) {
        cft_run last = cft_origins_at(origins, t.value.as.text + length - 1, 1);
        assert_ptr_equal(last.source, t.from[length - 1]);
    }
}

static void test_origins_of_copies(void **state)
{
    char input[4000];
    tracked pool[POOL];
    uint32_t seed = 7;
    limited l;
    (void)state;
    for (size_t i = 0; i < sizeof input; i++)
        input[i] = (char)('!' + i % 90);
    limited_begin(&l);
    l.limits.fuel = (uint64_t)1 << 60;
    assert_int_equal(cft_origins_new(NULL, &l.heap.origins), CHATFMT_OK);
    for (int round = 0; round < 4; round++) {
        limited_heap(&l);
        for (size_t i = 0; i < POOL; i++) {
            size_t begin = random_next(&seed) % 3000;
            pool[i].value = cft_string(input + begin, random_next(&seed) % 60, 0);
            pool[i].from = malloc(sizeof(char *) * 100);
            assert_non_null(pool[i].from);
            for (size_t j = 0; j < pool[i].value.length; j++)
                pool[i].from[j] = input + begin + j;
        }
        for (int step = 0; step < 1500; step++) {
            size_t slot = random_next(&seed) % POOL;
            tracked made = tracked_join(&l.heap, pool, &seed);
            tracked_check(l.heap.origins, made);
            free((void *)pool[slot].from);
            pool[slot] = made;
            if (step % 100 == 0) {
                for (size_t i = 0; i < POOL; i++)
                    tracked_check(l.heap.origins, pool[i]);
            }
        }
        for (size_t i = 0; i < POOL; i++)
            free((void *)pool[i].from);
    }
    cft_origins_free(l.heap.origins);
    cft_heap_free(&l.heap);
}

/* What each byte of a result is computed from: a letter for how, over the number or the place.
 */
static void test_origins_of_json(void **state)
{
    static const char text[] = "{\"a\": [1, \"x\\\"y\"], \"b\": 2.50}";
    limited l;
    cft_value root, out;
    cft_builder b;
    const char *inner;
    (void)state;
    limited_begin(&l);
    assert_int_equal(cft_origins_new(NULL, &l.heap.origins), CHATFMT_OK);
    limited_heap(&l);
    assert_int_equal(
        cft_json_read(&l.heap, cft_slice_of(text, sizeof text - 1), NULL, &root, NULL),
        CHATFMT_OK);
    assert_int_equal(root.as.dict->origin, 1);
    assert_int_equal(root.as.dict->entries[0].value.as.list->origin, 7);
    assert_int_equal(root.as.dict->entries[0].value.as.list->items[0].length, 8);
    assert_int_equal(root.as.dict->entries[1].value.length, 25);
    inner = root.as.dict->entries[0].value.as.list->items[1].as.text;
    assert_int_equal(cft_build(&b, &l.heap, 0), CHATFMT_OK);
    assert_int_equal(cft_json_append(&b, root, &cft_json_plain), CHATFMT_OK);
    assert_int_equal(cft_build_end(&b, 0, &out), CHATFMT_OK);
    assert_true(
        cft_slice_equal(cft_text_of(out), CFT_LIT("{\"a\": [1, \"x\\\"y\"], \"b\": 2.5}")));
    {
        const cft_run want[] = {
            {(const char *)1, 2, CFT_RUN_SCALAR}, {text + 2, 1, CFT_RUN_COPIED},
            {(const char *)1, 3, CFT_RUN_SCALAR}, {(const char *)7, 1, CFT_RUN_SCALAR},
            {(const char *)8, 1, CFT_RUN_SCALAR}, {(const char *)7, 3, CFT_RUN_SCALAR},
            {inner, 1, CFT_RUN_COPIED},           {inner + 1, 2, CFT_RUN_DERIVED},
            {inner + 2, 1, CFT_RUN_COPIED},       {(const char *)7, 2, CFT_RUN_SCALAR},
            {(const char *)1, 3, CFT_RUN_SCALAR}, {text + 20, 1, CFT_RUN_COPIED},
            {(const char *)1, 3, CFT_RUN_SCALAR}, {(const char *)25, 3, CFT_RUN_SCALAR},
            {(const char *)1, 1, CFT_RUN_SCALAR},
        };
        size_t at = 0;
        for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
            cft_run run = cft_origins_at(l.heap.origins, out.as.text + at, out.length - at);
            assert_ptr_equal(run.source, want[i].source);
            assert_int_equal(run.length, want[i].length);
            assert_int_equal(run.note, want[i].note);
            at += run.length;
        }
        assert_int_equal(at, out.length);
    }
    cft_origins_free(l.heap.origins);
    cft_heap_free(&l.heap);
}

/* Case mapping keeps what does not change and derives what does. */
static void test_origins_of_case(void **state)
{
    static const char text[] = "abCD \xC3\xA9"
                               "f";
    limited l;
    cft_value out;
    cft_run run;
    (void)state;
    limited_begin(&l);
    assert_int_equal(cft_origins_new(NULL, &l.heap.origins), CHATFMT_OK);
    limited_heap(&l);
    assert_int_equal(
        cft_text_case(&l.heap, cft_string(text, sizeof text - 1, 0), CFT_UPPER, &out), 0);
    run = cft_origins_at(l.heap.origins, out.as.text, out.length);
    assert_int_equal(run.note, CFT_RUN_DERIVED);
    assert_int_equal(run.length, 2);
    assert_ptr_equal(run.source, text);
    run = cft_origins_at(l.heap.origins, out.as.text + 2, out.length - 2);
    assert_int_equal(run.note, CFT_RUN_COPIED);
    assert_int_equal(run.length, 3);
    assert_ptr_equal(run.source, text + 2);
    run = cft_origins_at(l.heap.origins, out.as.text + 5, out.length - 5);
    assert_int_equal(run.note, CFT_RUN_DERIVED);
    assert_ptr_equal(run.source, text + 5);
    /* Nothing changes: the same bytes, not a copy. */
    assert_int_equal(cft_text_case(&l.heap, cft_string(text, 2, 0), CFT_LOWER, &out), 0);
    assert_ptr_equal(out.as.text, text);
    cft_origins_free(l.heap.origins);
    cft_heap_free(&l.heap);
}

/* A string half of one source and half of another, mapped in one go: each byte keeps its side.
 */
static void test_origins_of_mixed_case(void **state)
{
    static const char left[] = "abc\xC3\x9F"
                               "d",
                      right[] = "ef\xC5\x89gh";
    limited l;
    cft_value both, out;
    size_t at = 0;
    (void)state;
    limited_begin(&l);
    assert_int_equal(cft_origins_new(NULL, &l.heap.origins), CHATFMT_OK);
    limited_heap(&l);
    assert_int_equal(cft_concat(&l.heap, cft_string(left, sizeof left - 1, 0),
                                cft_string(right, sizeof right - 1, 0), 0, &both),
                     0);
    assert_int_equal(cft_text_case(&l.heap, both, CFT_UPPER, &out), 0);
    assert_true(cft_slice_equal(cft_text_of(out), CFT_LIT("ABCSSDEF\xCA\xBCNGH")));
    while (at < out.length) {
        cft_run run = cft_origins_at(l.heap.origins, out.as.text + at, out.length - at);
        assert_int_equal(run.note, CFT_RUN_DERIVED);
        if (at < 6)
            assert_true(run.source >= left && run.source < left + sizeof left);
        else
            assert_true(run.source >= right && run.source < right + sizeof right);
        at += run.length;
        assert_true(at <= 6 || at - run.length >= 6);
    }
    cft_origins_free(l.heap.origins);
    cft_heap_free(&l.heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_origins_of_copies),
        cmocka_unit_test(test_origins_of_json),
        cmocka_unit_test(test_origins_of_case),
        cmocka_unit_test(test_origins_of_mixed_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
