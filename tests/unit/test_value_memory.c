/* tests/unit/test_value_memory.c - memory, limits and origins of values.
 *
 * What must hold: the second round of the same work does not call the allocator; every failed
 * allocation is reported as NO_MEMORY; every limit fails as LIMIT; appending is linear; origins
 * say of each byte exactly where it was copied from, whatever was done in between.
 */
#include "base/utf8.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

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

static chatfmt_limits default_limits(void)
{
    chatfmt_limits limits;
    assert_int_equal(cft_limits_fill(NULL, &limits, NULL), CHATFMT_OK);
    return limits;
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

static void second_round_allocates_nothing(bool origins)
{
    counting count = {0};
    chatfmt_allocator allocator = {counting_resize, &count};
    chatfmt_limits limits = default_limits();
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
        chatfmt_limits limits = default_limits();
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

typedef struct limited {
    cft_heap heap;
    chatfmt_limits limits;
    chatfmt_error error;
} limited;

static void limited_begin(limited *l)
{
    memset(l, 0, sizeof *l);
    l->limits = default_limits();
    cft_heap_init(&l->heap, NULL);
}

static cft_heap *limited_heap(limited *l)
{
    cft_heap_reset(&l->heap, &l->limits, &l->error);
    return &l->heap;
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
    l.limits = default_limits();
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
    l.limits = default_limits();
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

/* Iterators are walked once, whoever walks them. */
static void test_iterators(void **state)
{
    limited l;
    cft_value items[3] = {cft_int(1), cft_int(2), cft_int(3)}, list, value;
    cft_iterator *iterator, *again;
    bool found;
    int64_t length;
    (void)state;
    limited_begin(&l);
    limited_heap(&l);
    assert_int_equal(cft_list_copy(&l.heap, CFT_TUPLE, items, 3, &list), 0);
    assert_int_equal(cft_iterator_over(&l.heap, list, &iterator), 0);
    value = (cft_value){.kind = CFT_ITERATOR, .as = {.iterator = iterator}};
    assert_string_equal(cft_type_name(value), "tuple_iterator");
    assert_int_equal(cft_iterator_over(&l.heap, value, &again), 0);
    assert_ptr_equal(again, iterator);
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
        cmocka_unit_test(test_second_round),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_fill),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_namespace_in_itself),
        cmocka_unit_test(test_appending_is_linear),
        cmocka_unit_test(test_search_is_linear),
        cmocka_unit_test(test_origins_of_copies),
        cmocka_unit_test(test_origins_of_json),
        cmocka_unit_test(test_origins_of_case),
        cmocka_unit_test(test_origins_of_mixed_case),
        cmocka_unit_test(test_json_options),
        cmocka_unit_test(test_json_utf8),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_iterators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
