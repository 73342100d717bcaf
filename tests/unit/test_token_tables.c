/* tests/unit/test_token_tables.c - the tables under the tokenizers by themselves: texts and merges
 * without a slot, merges of large numbers, trees that a file made up, texts with places. */
#include "tokenizers/charsmap.h"
#include "tokenizers/token_text.h"
#include "tokenizers/vocab.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 400, PAIRS = 100, LOW = 1000, LARGE = 1 << CFT_MERGE_ID_BITS };

/* Pairs of ids from `first` on whose search begins at one of few slots: not all find one. */
static size_t crowd(uint32_t first, uint32_t slots, bool at_end, uint32_t pairs[][2])
{
    size_t count = 0;
    for (uint32_t left = 0; count < PAIRS; left++)
        for (uint32_t right = 0; right < 200 && count < PAIRS; right++) {
            uint32_t place = cft_merge_place(first + left, first + right, slots);
            if (at_end ? place < slots - 3 : place > 2) continue;
            pairs[count][0] = first + left;
            pairs[count++][1] = first + right;
        }
    return count;
}

/* Each pair is found with its rank, and with the last one when it is given again. */
static void check_merges(uint32_t first, uint32_t highest, bool at_end)
{
    static uint32_t pairs[PAIRS][2], left[2 * PAIRS], right[2 * PAIRS];
    cft_merges merges;
    assert_int_equal(cft_merges_init(&merges, NULL, ROOM, highest), 0);
    assert_int_equal(merges.wide, highest >= LARGE - 1);
    assert_int_equal(crowd(first, merges.slot_count, at_end, pairs), PAIRS);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < PAIRS; i++)
            assert_int_equal(cft_merges_put(&merges, pairs[i][0], pairs[i][1], round * LOW + i), 0);
    assert_true(merges.tree.count > 0);
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t rank = cft_merges_find(&merges, pairs[i][0], pairs[i][1]);
        assert_int_equal(rank, PAIRS + i);
        assert_int_equal(cft_merges_id(&merges, rank), LOW + i);
        assert_int_equal(cft_merges_find(&merges, pairs[i][0], pairs[i][1] + 1000), CFT_NO_MERGE);
    }
    assert_int_equal(cft_merges_id(&merges, CFT_NO_MERGE), CFT_NO_TOKEN);
    assert_int_equal(cft_merges_find_spilled(&merges, 1, 2), CFT_NO_MERGE);
    cft_merges_pairs(&merges, left, right);
    for (uint32_t i = 0; i < PAIRS; i++) {
        assert_int_equal(left[i], CFT_NO_TOKEN);
        assert_int_equal(left[PAIRS + i], pairs[i][0]);
        assert_int_equal(right[PAIRS + i], pairs[i][1]);
    }
    /* Ranks and lengths as no table has them: the pairs that are right stay. */
    uint32_t zero = 0;
    memcpy(merges.own_spilled.data + 4, &zero, sizeof zero);
    merges.count = 1;
    cft_merges_pairs(&merges, left, right);
    assert_int_equal(left[0], CFT_NO_TOKEN);
    cft_merges_free(&merges);
}

static void test_merges(void **state)
{
    (void)state;
    check_merges(5, 5000, false);
    check_merges(5, 5000, true);
    check_merges(LARGE + 5, LARGE + 5000, false);
    check_merges(LARGE + 5, LARGE + 5000, true);
    cft_merges merges;
    assert_int_equal(cft_merges_init(&merges, NULL, (size_t)1 << 30, 1), CHATFMT_LIMIT);
    cft_merges_free(&merges);
    cft_vocab vocab;
    assert_int_equal(cft_vocab_init(&vocab, NULL, (size_t)1 << 30, 1), CHATFMT_LIMIT);
    cft_vocab_free(&vocab);
    assert_int_equal(cft_vocab_init(&vocab, NULL, 1, UINT32_MAX), CHATFMT_LIMIT);
    cft_vocab_free(&vocab);
}

/* Texts with one slot number: those that find no slot go to the tree, and are set again there. */
static void test_vocab(void **state)
{
    static uint32_t numbers[PAIRS];
    cft_vocab vocab;
    (void)state;
    assert_int_equal(cft_vocab_init(&vocab, NULL, ROOM, (size_t)ROOM * 8), 0);
    uint32_t number = 0, id;
    for (size_t count = 0; count < PAIRS; number++) {
        uint32_t hash = cft_text_hash((const char *)&number, sizeof number);
        if ((uint64_t)hash * vocab.slot_count >> 32 < vocab.slot_count - 3) continue;
        numbers[count++] = number;
    }
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < PAIRS; i++)
            assert_int_equal(cft_vocab_put(&vocab, cft_slice_of((const char *)&numbers[i], 4),
                                           round * LOW + i), 0);
    assert_int_equal(cft_vocab_put(&vocab, cft_slice_of("", 0), 7), 0);
    assert_int_equal(cft_vocab_find(&vocab, "", 0), 7);
    assert_int_equal(vocab.count, PAIRS + 1);
    assert_true(vocab.tree.count > 0);
    for (uint32_t i = 0; i < PAIRS; i++)
        assert_int_equal(cft_vocab_find(&vocab, (const char *)&numbers[i], 4), LOW + i);
    assert_int_equal(cft_vocab_find(&vocab, "12345", 5), CFT_NO_TOKEN);
    assert_int_equal(cft_vocab_find(&vocab, "abc", 3), CFT_NO_TOKEN);
    /* A blob that ends too early: a slot, and a leaf, lead to nothing. */
    cft_vocab cut = vocab;
    cut.blob_length = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        id = cft_vocab_find(&cut, (const char *)&numbers[i], 4);
        assert_int_equal(id, CFT_NO_TOKEN);
    }
    cft_vocab_free(&vocab);
}

/* Trees of a file: a search ends, and finds what is there alone. */
static void test_trees(void **state)
{
    static const char blob[] = "\7\0\0\0\1\0\0\0x\10\0\0\0\2\0\0\0xy";
    static const struct {
        cft_tree_node nodes[3];
        bool found;
    } rows[] = {
        {{{0, 0, 1, {0, 0}}}, true},                             /* a leaf: the text     */
        {{{0, 0, 1, {9, 0}}}, false},                            /* another text         */
        {{{0, 0, 1, {1000, 0}}}, false},                         /* outside of the blob  */
        {{{0, 0, 0, {0, 0}}}, false},                            /* a node above itself  */
        {{{0, 0, 0, {3, 0}}}, false},                            /* no such node         */
        {{{0, 0, 0, {1, 0}}, {9, 0, 3, {0, 0}}}, false},         /* a bit after the text */
        {{{0, 0, 0, {1, 0}}, {1, 1, 3, {0, 0}}}, false},
        {{{0, 0, 0, {1, 0}}, {1, 0, 3, {0, 9}}}, true},          /* the end of the text  */
        {{{0, 0, 0, {1, 0}}, {0, 9, 3, {0, 0}}}, false},         /* no such bit          */
        {{{0, 0, 0, {1, 0}}, {0, 3, 0, {2, 2}}, {0, 2, 3, {0, 0}}}, false}, /* going back */
        {{{0, 0, 0, {1, 0}}, {0, 3, 0, {2, 2}}, {0, 3, 3, {0, 0}}}, false},
        {{{0, 0, 0, {1, 0}}, {0, 2, 0, {2, 2}}, {0, 3, 3, {0, 0}}}, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cft_text_tree tree = {.nodes = rows[i].nodes, .count = 3};
        size_t place;
        bool found = cft_tree_find(&tree, cft_slice_of(blob, sizeof blob - 1), CFT_LIT("x"), &place);
        if (found != rows[i].found) fail_msg("row %zu", i);
    }
    cft_text_tree empty = {.count = 0};
    cft_vocab vocab = {.count = 0};
    assert_int_equal(cft_tree_put(&empty, &vocab.allocator, cft_slice_of(blob, 4), 0),
                     CHATFMT_BAD_ARGUMENT);
}

/* Texts that begin with others, in every order: each leads to itself. */
static void test_beginnings(void **state)
{
    static const char *const texts[] = {"ab", "abc", "a", "abd", "", "b"};
    enum { COUNT = sizeof texts / sizeof *texts };
    (void)state;
    for (size_t first = 0; first < COUNT; first++) {
        cft_text_tree tree = {.count = 0};
        cft_vocab vocab;
        uint32_t id;
        cft_slice text;
        size_t place = 0, places[COUNT], at;
        assert_int_equal(cft_vocab_init(&vocab, NULL, COUNT, 64), 0);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(cft_vocab_put(&vocab, cft_slice_of(texts[i], strlen(texts[i])), i), 0);
        for (size_t i = 0; i < COUNT; i++) assert_true(cft_vocab_place(&vocab, cft_slice_of(texts[i], strlen(texts[i])), &places[i]));
        cft_slice blob = cft_slice_of(vocab.blob, vocab.blob_length);
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(cft_tree_put(&tree, &vocab.allocator, blob, (uint32_t)places[(first + i) % COUNT]), 0);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_true(cft_tree_find(&tree, blob, cft_slice_of(texts[i], strlen(texts[i])), &place));
            assert_int_equal(place, places[i]);
        }
        assert_false(cft_tree_find(&tree, blob, CFT_LIT("abcd"), &place));
        for (at = 0; cft_vocab_each(&vocab, &at, &id, &text);) assert_string_equal(texts[id], text.length ? texts[id] : "");
        cft_tree_free(&tree, &vocab.allocator);
        cft_vocab_free(&vocab);
    }
}

/* Texts that no budget bounds, with places and without, of slices and of rewritten texts. */
static void test_texts(void **state)
{
    static const char data[] = "a\xC3\xA9z";
    const cft_token_view slice = {data, 4, NULL, 10}, none = {"", 0, NULL, 0};
    cft_token_text text, other;
    (void)state;
    cft_token_text_init(&text, NULL, NULL);
    cft_token_text_init(&other, NULL, NULL);
    cft_token_text_clear(&text, true);
    cft_token_text_clear(&other, true);
    assert_int_equal(cft_token_copy(&text, &slice, 0, 4), 0);
    assert_int_equal(text.places[1].begin, 11);
    assert_int_equal(text.places[2].end, 13);
    /* Inserting before the first and replacing after the last take the nearest place. */
    cft_token_view view = cft_token_text_view(&text);
    cft_rewrite rewrite = {&view, &other, 0};
    assert_int_equal(cft_rewrite_put(&rewrite, 'x', 1), 0);
    assert_int_equal(other.places[0].begin, 10);
    assert_int_equal(other.places[0].end, 10);
    assert_int_equal(cft_rewrite_put(&rewrite, 'y', -5), 0);
    assert_int_equal(rewrite.offset, 4);
    assert_int_equal(cft_rewrite_put(&rewrite, 'z', 0), 0);
    assert_int_equal(other.places[2].begin, 13);
    assert_int_equal(cft_rewrite_put(&rewrite, 'z', 1), 0);
    assert_int_equal(other.places[3].end, 14);
    rewrite = (cft_rewrite){&none, &other, 0};
    assert_int_equal(cft_rewrite_put(&rewrite, 'x', 1), 0);
    assert_int_equal(cft_rewrite_put(&rewrite, 'x', 0), 0);
    assert_int_equal(other.places[5].end, 0);
    /* Growing past what the first request made room for. */
    for (int i = 0; i < 3000; i++)
        assert_int_equal(cft_token_put(&other, "abc", 3, (cft_place){1, 2}), 0);
    assert_int_equal(other.places[6 + 8999].end, 2);
    /* One text that is written without places first, and then with them. */
    cft_token_text_clear(&text, false);
    assert_int_equal(cft_token_put(&text, data, 4, (cft_place){0, 0}), 0);
    cft_token_text_clear(&text, true);
    assert_int_equal(cft_token_put(&text, data, 4, (cft_place){3, 4}), 0);
    assert_int_equal(text.places[3].end, 4);
    cft_token_text_free(&text);
    cft_token_text_free(&other);
}

/* ---- maps of characters ---- */

enum { UNITS = 128, LEAF = 1 };

/* A map that has "A" alone, as a file may have it: where its text is, and the texts. */
typedef struct map_row {
    uint32_t root, unit, value;
    const char *texts;
    size_t length;
    const char *becomes; /* NULL: the map has no text for it */
} map_row;

static chatfmt_status read_map(const map_row *row, cft_charsmap *map, cft_arena *arena)
{
    unsigned char bytes[4 + UNITS * 4 + 16] = {UNITS * 4 & 255, UNITS * 4 >> 8};
    uint32_t units[UNITS] = {[0] = row->root, ['A'] = row->unit, [LEAF] = row->value};
    for (size_t i = 0; i < UNITS; i++)
        for (size_t k = 0; k < 4; k++) bytes[4 + i * 4 + k] = (unsigned char)(units[i] >> 8 * k);
    memcpy(bytes + 4 + sizeof units, row->texts, row->length);
    cft_arena_init(arena, NULL);
    return cft_charsmap_read(map, arena, cft_slice_of((const char *)bytes, 4 + sizeof units + row->length));
}

static void test_maps(void **state)
{
    const uint32_t leaf = 'A' | 1u << 8 | ('A' ^ LEAF) << 10;
    const map_row rows[] = {
        {0, leaf, 1u << 31, "x\0y\0", 4, "x"},
        {0, leaf, 1u << 31 | 2, "x\0y\0", 4, "y"},
        {0, leaf, 1u << 31 | 2, "x\0yz", 4, "yz"},    /* up to the end of all */
        {0, leaf, 1u << 31 | 4, "x\0y\0", 4, NULL},  /* after it */
        {0, leaf, 1u << 31 | 1, "\xC3\xA9", 3, NULL}, /* inside of a character */
        {0, leaf, 1u << 31, "", 0, NULL},
        {0, 'A', 1u << 31, "x\0", 2, NULL},           /* no text ends here */
        {0, 'B', 1u << 31, "x\0", 2, NULL},
        {1u << 20, leaf, 1u << 31, "x\0", 2, NULL},   /* outside of the units */
        {0, 'A' | 1u << 8 | 1u << 20, 1u << 31, "x\0", 2, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int longest = 0; longest < 2; longest++) {
            cft_charsmap map;
            cft_arena arena;
            cft_slice text = {NULL, 0};
            assert_int_equal(read_map(&rows[i], &map, &arena), CHATFMT_OK);
            size_t found = cft_charsmap_find(&map, "AA", 2, longest, &text, NULL);
            if (found != (rows[i].becomes != NULL)) fail_msg("row %zu: %zu", i, found);
            if (found) assert_true(cft_slice_equal(text, cft_slice_of(rows[i].becomes, strlen(rows[i].becomes))));
            assert_int_equal(cft_charsmap_find(&map, "B", 1, longest, &text, NULL), 0);
            cft_arena_free(&arena);
        }
}

/* What is no map. */
static void test_broken_maps(void **state)
{
    static const struct {
        const char *base64;
        chatfmt_status status;
    } rows[] = {
        {"BAAAAAAAAAA=", CHATFMT_OK},    {"AwAAAAAAAAA=", CHATFMT_INPUT}, /* less than a unit */
        {"BQAAAAAAAAA=", CHATFMT_INPUT},                                  /* more than there is */
        {"BAAAAAAA", CHATFMT_INPUT},     {"BAAAAAAAAA{=", CHATFMT_INPUT},
        {"BAAAAAAAAAA", CHATFMT_INPUT},  {"BAAAAAAAAAD/", CHATFMT_INPUT}, /* no UTF-8 */
        {"BAAAAAAAAAAx", CHATFMT_OK},    {"BAAAAAAAAAA-", CHATFMT_INPUT},
        {"", CHATFMT_INPUT},             {"BAAAAAA+/AAA", CHATFMT_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cft_charsmap map;
        cft_arena arena;
        cft_arena_init(&arena, NULL);
        chatfmt_status status = cft_charsmap_read_base64(&map, &arena, cft_slice_of(rows[i].base64, strlen(rows[i].base64)));
        if (status != rows[i].status) fail_msg("row %zu: %d", i, (int)status);
        cft_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merges),
        cmocka_unit_test(test_vocab),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_beginnings),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_broken_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
