/* tests/unit/test_base_memory.c - arena and buffer: alignment, limits, reuse, failing memory. */
#include "base/arena.h"
#include "base/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* An allocator that counts, checks the old sizes it is told, and can be made to fail. */
typedef struct counter {
    size_t calls, held, fail_at; /* fail_at: number of the call that fails, 0 = never */
} counter;

static void *counter_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    counter *c = context;
    size_t *block = pointer ? (size_t *)pointer - 2 : NULL;
    if (block) assert_int_equal(block[0], old_size);
    else assert_int_equal(old_size, 0);
    if (new_size == 0) {
        if (block) c->held -= old_size;
        free(block);
        return NULL;
    }
    if (++c->calls == c->fail_at) return NULL;
    block = realloc(block, new_size + 2 * sizeof(size_t));
    block[0] = new_size;
    c->held += new_size - old_size;
    return block + 2;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A mixed work: small and large requests, growth; checks that nothing overlaps. */
static bool do_work(cft_arena *arena, uint32_t seed, size_t steps, size_t *taken)
{
    unsigned char *pieces[400];
    size_t sizes[400];
    *taken = 0;
    for (size_t i = 0; i < steps; i++) {
        size_t size = next_random(&seed) % 200;
        if (next_random(&seed) % 20 == 0) size = next_random(&seed) % 100000;
        if (next_random(&seed) % 90 == 0) size = next_random(&seed) % 3000000;
        pieces[i] = cft_arena_take(arena, size);
        if (!pieces[i]) return false;
        assert_int_equal((uintptr_t)pieces[i] % 8, 0);
        if (size) memset(pieces[i], (int)(i & 0xFF), size);
        if (next_random(&seed) % 4 == 0) {
            size_t larger = size + next_random(&seed) % 500;
            pieces[i] = cft_arena_grow(arena, pieces[i], size, larger);
            if (!pieces[i]) return false;
            for (size_t k = size; k < larger; k++) pieces[i][k] = (unsigned char)i;
            size = larger;
        }
        sizes[i] = size;
        *taken += size;
    }
    for (size_t i = 0; i < steps; i++)
        for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(pieces[i][k], i & 0xFF);
    return true;
}

static void test_reuse(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        counter c = {0, 0, 0};
        chatfmt_allocator allocator = {counter_resize, &c};
        cft_arena arena;
        size_t taken, first_used = 0;
        cft_arena_init(&arena, &allocator);
        for (int round = 0; round < 4; round++) {
            size_t before = c.calls;
            assert_true(do_work(&arena, seed, 400, &taken));
            assert_int_equal(c.held, arena.reserved);
#ifndef CFT_STRESS
            if (round == 0) first_used = cft_arena_used(&arena);
            else assert_int_equal(c.calls, before);
            assert_int_equal(cft_arena_used(&arena), first_used);
            assert_true(arena.reserved < 2 * first_used + 2 * 1024 * 1024);
#endif
            (void)before;
            (void)first_used;
            cft_arena_reset(&arena);
            assert_int_equal(cft_arena_used(&arena), 0);
        }
        cft_arena_free(&arena);
        assert_int_equal(c.held, 0);
    }
}

/* Works that change from reset to reset must not pile up blocks that no longer fit. */
static void test_memory_follows_work(void **state)
{
    counter c = {0, 0, 0};
    chatfmt_allocator allocator = {counter_resize, &c};
    cft_arena arena;
    (void)state;
    cft_arena_init(&arena, &allocator);
    for (size_t size = 1000; size < 2000000; size += size / 16) {
        for (int i = 0; i < 10; i++) assert_non_null(cft_arena_take(&arena, size));
        assert_true(arena.reserved < 8 * cft_arena_used(&arena) + 65536);
        cft_arena_reset(&arena);
    }
    cft_arena_free(&arena);
    assert_int_equal(c.held, 0);
}

static void test_maximum(void **state)
{
    (void)state;
    for (size_t maximum = 0; maximum < 70000; maximum += 777 - maximum % 5) {
        cft_arena arena;
        size_t sum = 0;
        cft_arena_init(&arena, NULL);
        arena.maximum = maximum;
        for (int round = 0; round < 2 && maximum; round++, sum = 0) {
            while (cft_arena_take(&arena, 40)) sum += 40;
            assert_true(arena.over_maximum);
            assert_true(sum <= maximum && sum + 40 > maximum);
            assert_int_equal(cft_arena_used(&arena), sum);
            assert_null(cft_arena_take(&arena, maximum - sum + 1));
            if (maximum - sum >= 8) assert_non_null(cft_arena_take(&arena, 8));
            cft_arena_reset(&arena);
        }
        cft_arena_free(&arena);
    }
}

static void test_edges(void **state)
{
    cft_arena arena;
    char *text, *grown;
    (void)state;
    cft_arena_init(&arena, NULL);
    assert_non_null(cft_arena_take(&arena, 0));
    assert_non_null(cft_arena_grow(&arena, NULL, 0, 16));
    assert_null(cft_arena_take(&arena, SIZE_MAX));
    assert_null(cft_arena_take(&arena, SIZE_MAX - 40));
    assert_null(cft_arena_array(&arena, SIZE_MAX / 2, 3));
    assert_null(cft_arena_copy(&arena, "", SIZE_MAX));
    text = cft_arena_copy(&arena, "abc", 3);
    assert_string_equal(text, "abc");
    grown = cft_arena_grow(&arena, text, 4, 100);
    assert_string_equal(grown, "abc");
#ifdef CFT_STRESS
    assert_ptr_not_equal(grown, text);
#else
    assert_ptr_equal(grown, text);
#endif
    assert_ptr_equal(cft_arena_grow(&arena, grown, 100, 50), grown);
    text = cft_arena_take_zero(&arena, 33);
    for (int i = 0; i < 33; i++) assert_int_equal(text[i], 0);
    grown = cft_arena_take(&arena, 10);
    assert_ptr_not_equal(cft_arena_grow(&arena, text, 33, 64), text);
    cft_arena_free(&arena);
    cft_arena_free(&arena);
}

static void test_no_memory(void **state)
{
    (void)state;
    for (size_t fail_at = 1;; fail_at++) {
        counter c = {0, 0, fail_at};
        chatfmt_allocator allocator = {counter_resize, &c};
        cft_arena arena;
        size_t taken;
        bool done;
        cft_arena_init(&arena, &allocator);
        done = do_work(&arena, 7, 300, &taken);
        assert_true(done || !arena.over_maximum);
        cft_arena_reset(&arena);
        cft_arena_free(&arena);
        assert_int_equal(c.held, 0);
        if (done) {
            assert_true(c.calls < fail_at);
            break;
        }
    }
}

static void test_buffer(void **state)
{
    (void)state;
    for (size_t fail_at = 0; fail_at < 5; fail_at++) {
        counter c = {0, 0, fail_at};
        chatfmt_allocator allocator = {counter_resize, &c};
        cft_buffer buffer;
        size_t expected = 0;
        cft_buffer_init(&buffer, &allocator);
        assert_int_equal(cft_buffer_append(&buffer, NULL, 0), CHATFMT_OK);
        for (size_t i = 0; i < 1000; i++) {
            chatfmt_status status = cft_buffer_append(&buffer, "0123456", i % 8);
            if (status == CHATFMT_OK) expected += i % 8;
            else assert_int_equal(status, CHATFMT_NO_MEMORY);
            assert_int_equal(buffer.length, expected);
        }
        assert_int_equal(cft_buffer_reserve(&buffer, SIZE_MAX), CHATFMT_NO_MEMORY);
        assert_true(fail_at || memcmp(buffer.data, "001012012301234", 15) == 0);
#ifndef CFT_STRESS
        assert_true(c.calls < 12);
#endif
        cft_buffer_free(&buffer);
        assert_int_equal(c.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reuse),     cmocka_unit_test(test_memory_follows_work),
        cmocka_unit_test(test_maximum),   cmocka_unit_test(test_edges),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
