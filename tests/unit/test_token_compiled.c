/* tests/unit/test_token_compiled.c - compiled tokenizers whose bytes were changed one by one, with
 * a right checksum: each wrong number is refused, and by what it is refused is in its row. */
#include "base/utf8.h"
#include "tokenizers/compiled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Where numbers are: in the head, in the table of sections, in the section with the model. */
enum { HEAD_LENGTH = 32, HEAD_SOURCE = 40, HEAD_SECTIONS = 104, HEAD_CHECKSUM = 496 };
enum {
    PARTS, MODEL, WORDS, WORD_SLOTS, WORD_TREE, TEXTS, ODD, ODD_SLOTS, ODD_TREE, NAMES,
    MERGE_SLOTS, MERGE_IDS, MERGE_ORDER, SPILLED, SPILLED_TREE, SCORES, PIECE_NODES, PIECE_EDGES, ADDED, ADDED_TEXT, RAW_NODES, RAW_EDGES,
    NORMAL_NODES, NORMAL_EDGES, SECTIONS
};

#define ADDED_TOKEN(text, normalized)                                                           \
    "{\"id\":0,\"content\":\"" text "\",\"single_word\":false,\"lstrip\":false,\"rstrip\":false," \
    "\"normalized\":" normalized ",\"special\":true}"
#define FILE_OF(added, splits, vocab, merges)                                                   \
    "{\"added_tokens\":[" added "],\"pre_tokenizer\":" splits ",\"normalizer\":"                  \
    "{\"type\":\"StripAccents\"},\"model\":{\"type\":\"BPE\",\"vocab\":{" vocab "},\"merges\":[" merges "]}}"
static const char plain_file[] =
    FILE_OF(ADDED_TOKEN("<\xC3\xA9>", "false") "," ADDED_TOKEN("\xCC\x81", "true") "," ADDED_TOKEN("<x", "false") ","
            ADDED_TOKEN("[Y]", "true"), "null", "\"a\":0,\"b\":1,\"ab\":2,\"\xC3\xA9\":3", "\"a b\"");

/* The compiled form of a file, at an address as it must be. */
typedef struct image {
    char *data, *good;
    size_t length;
} image;

static image image_of(const char *json)
{
    static const char source[64] = "s";
    cft_tokenizer tokenizer;
    cft_buffer bytes;
    image out;
    cft_buffer_init(&bytes, NULL);
    assert_int_equal(cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(json, strlen(json)), NULL), 0);
    assert_int_equal(cft_compiled_write(&tokenizer, source, &bytes), 0);
    cft_tokenizer_free(&tokenizer);
    out.length = bytes.length;
    out.good = bytes.data;
    out.data = aligned_alloc(64, (bytes.length + 127) / 64 * 64);
    assert_non_null(out.data);
    memcpy(out.data, out.good, out.length);
    return out;
}

static void image_free(image *i)
{
    free(i->good);
    free(i->data);
}

static chatfmt_status image_open(const image *i, const char *data, size_t length)
{
    static const char source[64] = "s";
    cft_tokenizer tokenizer;
    (void)i;
    chatfmt_status status = cft_compiled_open(&tokenizer, NULL, cft_slice_of(data, length), source);
    cft_tokenizer_free(&tokenizer);
    return status;
}

static uint64_t image_section(const image *i, int section, bool length)
{
    uint64_t number;
    memcpy(&number, i->good + HEAD_SECTIONS + section * 16 + (length ? 8 : 0), sizeof number);
    return number;
}

/* Open it with a number of `width` bytes at a place put in, sealed; then everything as it was. */
static chatfmt_status image_with(image *i, size_t place, uint64_t number, size_t width)
{
    memcpy(i->data + place, &number, width);
    cft_compiled_seal(i->data, i->length);
    chatfmt_status status = image_open(i, i->data, i->length);
    memcpy(i->data, i->good, i->length);
    return status;
}

static void test_head(void **state)
{
    image i = image_of(plain_file);
    (void)state;
    assert_int_equal(image_open(&i, i.data, i.length), CHATFMT_OK);
    for (size_t place = 0; place < HEAD_LENGTH; place += place ? 4 : 8)
        assert_int_equal(image_with(&i, place, 0, 4), CHATFMT_INPUT);
    assert_int_equal(image_with(&i, HEAD_SOURCE, 0, 1), CHATFMT_INPUT);
    assert_int_equal(image_open(&i, i.data, i.length - 1), CHATFMT_INPUT);
    assert_int_equal(image_open(&i, i.data, 100), CHATFMT_INPUT);
    i.data[HEAD_CHECKSUM] ^= 1;
    assert_int_equal(image_open(&i, i.data, i.length), CHATFMT_INPUT);
    memcpy(i.data, i.good, i.length);
    i.data[i.length - 1] ^= 1;
    assert_int_equal(image_open(&i, i.data, i.length), CHATFMT_INPUT);
    memmove(i.data + 8, i.good, i.length);
    assert_int_equal(image_open(&i, i.data + 8, i.length), CHATFMT_INPUT);
    cft_compiled_seal(i.data, 100); /* too short to hold a checksum: left alone */
    image_free(&i);
}

static void test_sections(void **state)
{
    image i = image_of(plain_file);
    (void)state;
    for (int section = 0; section < SECTIONS; section++) {
        size_t place = HEAD_SECTIONS + (size_t)section * 16;
        assert_int_equal(image_with(&i, place, image_section(&i, section, false) + 1, 8),
                         CHATFMT_INPUT);
        assert_int_equal(image_with(&i, place, (uint64_t)1 << 40, 8), CHATFMT_INPUT);
        assert_int_equal(image_with(&i, place + 8, i.length, 8), CHATFMT_INPUT);
        assert_int_equal(image_with(&i, place + 8, UINT64_MAX, 8), CHATFMT_INPUT);
    }
    /* One byte more than there are: no JSON, no whole rows, not what the model counts. */
    static const int exact[] = {PARTS, MODEL, WORD_SLOTS, WORD_TREE, ODD_SLOTS, ODD_TREE, NAMES,
                                MERGE_SLOTS, MERGE_IDS, MERGE_ORDER, SPILLED_TREE, ADDED, RAW_NODES, RAW_EDGES,
                                NORMAL_NODES, NORMAL_EDGES};
    for (size_t n = 0; n < sizeof exact / sizeof *exact; n++)
        assert_int_equal(image_with(&i, HEAD_SECTIONS + (size_t)exact[n] * 16 + 8,
                                    image_section(&i, exact[n], true) + 1, 8), CHATFMT_INPUT);
    image_free(&i);
}

/* Numbers in sections: a row is refused with the number put in. */
static void test_numbers(void **state)
{
    static const struct {
        int section;
        size_t place;
        uint32_t number;
    } rows[] = {
        {MODEL, 0, 1},              /* bytes that the pre-tokenizer does not write */
        {MODEL, 0, 256},            /* merges of two numbers, with room for one    */
        {MODEL, 8, 1000},           /* more texts than entries fit                 */
        {MODEL, 12, 0},             {MODEL, 12, 1000}, /* names                    */
        {MODEL, 20, 1000},          /* slots of words                              */
        {MODEL, 32, 0},             {MODEL, 32, 1000}, /* slots of merges          */
        {MODEL, 36, 1000},          /* merges                                      */
        {MODEL, 40, 1000},          /* added tokens                                */
        {MODEL, 48, 1000},          /* slots of odd texts                          */
        {ADDED, 0, 5000},           /* an id                                       */
        {ADDED, 8, 1000},           {ADDED, 12, 1000}, /* content                  */
        {ADDED, 8, 2},              /* … from the middle of a character            */
        {ADDED, 12, 2},             /* … to the middle                             */
        {ADDED, 16, 1000},          {ADDED, 20, 1000}, {ADDED, 16, 2}, {ADDED, 20, 2}, /* pattern */
        {RAW_NODES, 0, 1000},       /* a token                                     */
        {RAW_NODES, 4, 1},          /* the first edge of the root                  */
        {RAW_NODES, 12, 1000},      /* edges that end before they begin            */
        {RAW_EDGES, 0, '<'},        {RAW_EDGES, 0, 1000u << 8 | '<'}, /* a node    */
        {NORMAL_NODES, 0, 1000},    {NORMAL_NODES, 4, 1},
        {NORMAL_EDGES, 0, '['},     {NORMAL_EDGES, 0, 1000u << 8 | '['},
    };
    image i = image_of(plain_file);
    (void)state;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        size_t place = (size_t)image_section(&i, rows[n].section, false) + rows[n].place;
        if (image_with(&i, place, rows[n].number, 4) != CHATFMT_INPUT) fail_msg("row %zu", n);
    }
    /* Fewer edges than the nodes have, and no node but the root. */
    size_t edges = HEAD_SECTIONS + RAW_EDGES * 16 + 8, nodes = HEAD_SECTIONS + RAW_NODES * 16 + 8;
    assert_int_equal(image_with(&i, edges, image_section(&i, RAW_EDGES, true) - 4, 8), CHATFMT_INPUT);
    assert_int_equal(image_with(&i, nodes, 8, 8), CHATFMT_INPUT);
    /* Names that are none, though both places say the same. */
    uint64_t none = 0;
    memcpy(i.data + HEAD_SECTIONS + NAMES * 16 + 8, &none, sizeof none);
    assert_int_equal(image_with(&i, (size_t)image_section(&i, MODEL, false) + 12, 0, 4),
                     CHATFMT_INPUT);
    memcpy(i.data + HEAD_SECTIONS + MERGE_SLOTS * 16 + 8, &none, sizeof none);
    assert_int_equal(image_with(&i, (size_t)image_section(&i, MODEL, false) + 32, 0, 4),
                     CHATFMT_INPUT);
    image_free(&i);
}

/* Scores and pieces of Unigram. */
static void test_pieces(void **state)
{
    static const struct {
        int section;
        size_t place;
        uint32_t number;
    } rows[] = {
        {MODEL, 0, 1},           /* bytes, in a model that has none        */
        {MODEL, 60, 4},          /* no model                               */
        {MODEL, 60, 0},          /* no scores                              */
        {PIECE_NODES, 0, 1000},  /* a token                                */
        {PIECE_NODES, 12, 1000}, /* edges that end before they begin       */
        {PIECE_EDGES, 0, 'a'},   /* a node                                 */
    };
    image i = image_of("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",0],[\"ab\",-1.5]]}}");
    (void)state;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        size_t place = (size_t)image_section(&i, rows[n].section, false) + rows[n].place;
        if (image_with(&i, place, rows[n].number, 4) != CHATFMT_INPUT) fail_msg("row %zu", n);
    }
    static const int exact[] = {SCORES, PIECE_NODES, PIECE_EDGES};
    for (size_t n = 0; n < sizeof exact / sizeof *exact; n++)
        assert_int_equal(image_with(&i, HEAD_SECTIONS + (size_t)exact[n] * 16 + 8,
                                    image_section(&i, exact[n], true) + 1, 8), CHATFMT_INPUT);
    image_free(&i);
}

/* What has no compiled form: tokenizers that were opened from one, and a place that is not the
 * beginning. */
static void test_not_written(void **state)
{
    static const char source[64] = {0};
    cft_tokenizer tokenizer;
    cft_buffer bytes;
    (void)state;
    cft_buffer_init(&bytes, NULL);
    image i = image_of(plain_file);
    assert_int_equal(cft_compiled_open(&tokenizer, NULL, cft_slice_of(i.data, i.length), NULL), 0);
    assert_int_equal(cft_compiled_write(&tokenizer, source, &bytes), CHATFMT_UNSUPPORTED);
    cft_tokenizer_free(&tokenizer);
    assert_int_equal(cft_tokenizer_load(&tokenizer, NULL,
                                        cft_slice_of(plain_file, sizeof plain_file - 1), NULL), 0);
    assert_int_equal(cft_buffer_append(&bytes, "x", 1), 0);
    assert_int_equal(cft_compiled_write(&tokenizer, source, &bytes), CHATFMT_BAD_ARGUMENT);
    cft_tokenizer_free(&tokenizer);
    cft_buffer_free(&bytes);
    image_free(&i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
