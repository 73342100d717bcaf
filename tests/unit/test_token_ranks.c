/* tests/unit/test_token_ranks.c - files of tiktoken ranks, whole and broken, with memory that runs
 * out. Files that the tiktoken package knows are compared with it by tests/tokenizers/ranks.py. */
#include "tokenizers/load_ranks.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const cft_ranks_row row = {"", "", "[a-z]+|\\s+|.", "<|end|>=7,<|x|>=4,", 0};

static chatfmt_status read_ranks(cft_tokenizer *t, counting *memory, const chatfmt_limits *limits,
                                 const char *text, chatfmt_error *error)
{
    chatfmt_allocator allocator = counting_allocator(memory);
    cft_error_clear(error);
    return cft_ranks_read(t, &allocator, limits, cft_slice_of(text, strlen(text)), &row, error);
}

static const chatfmt_limits standard = CHATFMT_LIMITS_INIT;

/* a, b, ab and + at ids 0 to 3, the special ones at 4 and 7, none at 5 and 6. */
#define WHOLE "YQ== 0\nYg== 1\r\nYWI= 2\nKw== 3"

static void test_whole(void **state)
{
    static const uint32_t want[] = {2, 7, 0, 3, 4};
    counting memory = {0};
    cft_tokenizer t;
    cft_encoder encoder;
    chatfmt_error error;
    const char *text = "ab<|end|>a+<|x|>";
    (void)state;
    if (read_ranks(&t, &memory, &standard, WHOLE, &error)) fail_msg("%s", error.text);
    assert_int_equal(cft_encoder_init(&encoder, &t, NULL, 4096), CHATFMT_OK);
    assert_int_equal(cft_encoder_encode(&encoder, cft_slice_of(text, strlen(text)), false, false,
                                        NULL, &error), CHATFMT_OK);
    assert_int_equal(encoder.count, 5);
    assert_memory_equal(encoder.ids, want, sizeof want);
    cft_encoder_free(&encoder);
    cft_tokenizer_free(&t);
    assert_int_equal(memory.live, 0);
}

static void test_broken(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"YQ== 0\nYg==\n", "tiktoken ranks: line 2 is not a token and its rank"},
        {"YQ== 0\nYg==", "tiktoken ranks: line 2 is not a token and its rank"},
        {"YQ== x\n", "tiktoken ranks: line 1 is not a token and its rank"},
        {"YQ== /\n", "tiktoken ranks: line 1 is not a token and its rank"},
        {"YQ== ", "tiktoken ranks: line 1 is not a token and its rank"},
        {"YQ== 99999999\n", "tiktoken ranks: line 1 is not a token and its rank"},
        {"YQ== 1 \n", "tiktoken ranks: line 1 is not a token and its rank"},
        {" 1\n", "tiktoken ranks: line 1 is not a token and its rank"},
        {"\n", "tiktoken ranks: line 1 is not a token and its rank"},
        {"YQ== 0\n== 1\n", "tiktoken ranks: token 1 is not base64"},
        {"=== 0\n", "tiktoken ranks: token 0 is not base64"},
        {"YQ 0\n", "tiktoken ranks: token 0 is not base64"},
        {"YQ=A 0\n", "tiktoken ranks: token 0 is not base64"},
        {"YWFhY=== 0\n", "tiktoken ranks: token 0 is not base64"},
        {"Y{== 0\n", "tiktoken ranks: token 0 is not base64"},
        {"YWFhYQ==YWFh 0\n", "tiktoken ranks: token 0 is not base64"},
        {"YQ== 0\nYQ== 1\n", "tiktoken ranks: token 1, \"a\", appears twice"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        counting memory = {0};
        cft_tokenizer t;
        chatfmt_error error;
        assert_int_equal(read_ranks(&t, &memory, &standard, cases[i].text, &error),
                         CHATFMT_INPUT);
        assert_string_equal(error.text, cases[i].error);
        cft_tokenizer_free(&t);
        assert_int_equal(memory.live, 0);
    }
}

/* Each request for memory fails, and fuel ends after each amount. */
static void test_running_out(void **state)
{
    counting clean = {0};
    cft_tokenizer t;
    chatfmt_error error;
    (void)state;
    assert_int_equal(read_ranks(&t, &clean, &standard, WHOLE, &error), CHATFMT_OK);
    cft_tokenizer_free(&t);
    for (size_t n = 1; n <= clean.calls; n++) {
        counting memory = {.fail_at = n};
        chatfmt_status status = read_ranks(&t, &memory, &standard, WHOLE, &error);
        assert_true(status == CHATFMT_NO_MEMORY || status == CHATFMT_OK); /* shrinking may fail */
        if (status) assert_int_equal(error.status, status);
        cft_tokenizer_free(&t);
        assert_int_equal(memory.live, 0);
    }
    chatfmt_status status = CHATFMT_LIMIT;
    for (uint64_t fuel = 1; status; fuel += 1 + fuel / 4) {
        counting memory = {0};
        chatfmt_limits limits = standard;
        limits.fuel = fuel;
        status = read_ranks(&t, &memory, &limits, WHOLE, &error);
        if (status) assert_int_equal(status, CHATFMT_LIMIT);
        assert_int_equal(error.status, status);
        cft_tokenizer_free(&t);
        assert_int_equal(memory.live, 0);
    }
}

/* A file that the tiktoken package does not know does not say how text is split. */
static void test_unknown(void **state)
{
    cft_tokenizer t;
    chatfmt_error error;
    chatfmt_limits limits = standard;
    (void)state;
    cft_error_clear(&error);
    assert_int_equal(cft_ranks_load(&t, NULL, &standard, CFT_LIT(WHOLE), cft_slice_of(NULL, 0), &error),
                     CHATFMT_UNSUPPORTED);
    assert_non_null(strstr(error.text, "not one of those known"));
    cft_tokenizer_free(&t);
    limits.fuel = 1;
    assert_int_equal(cft_ranks_load(&t, NULL, &limits, CFT_LIT(WHOLE), cft_slice_of(NULL, 0), &error), CHATFMT_LIMIT);
    cft_tokenizer_free(&t);
}

/* What a configuration says of special tokens: ids that are ranks, no numbers or no texts are none. */
static void test_added(void **state)
{
    static const struct {
        const char *text, *parts, *encoded;
        uint32_t ids[4];
        size_t count;
    } rows[] = {
        {WHOLE, "{\"encoding\":\".\",\"added\":{\"4\":\"<s>\",\"6\":\"<t>\"}}", "a<t><s>", {0, 6, 4}, 3},
        {WHOLE, "{\"encoding\":\".\",\"added\":{\"4\":\"<s>\",\"3\":\"ab\",\"x\":\"b\",\"5x\":\"b\",\"6\":\"\",\"7\":5}}",
         "ab<s>", {0, 1, 4}, 3},
        {WHOLE, "{\"encoding\":\".\",\"added\":5}", "ab", {0, 1}, 2},
        {"Kw== 3\nYg== 1\nYQ== 0\nYWI= 2", "{\"encoding\":\"[a-z]+|.\"}", "+ab", {3, 2}, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cft_tokenizer t;
        cft_encoder encoder;
        chatfmt_error error;
        if (cft_ranks_load(&t, NULL, &standard, cft_slice_of(rows[i].text, strlen(rows[i].text)),
                           cft_slice_of(rows[i].parts, strlen(rows[i].parts)), &error))
            fail_msg("%s", error.text);
        assert_int_equal(cft_encoder_init(&encoder, &t, NULL, 4096), CHATFMT_OK);
        assert_int_equal(cft_encoder_encode(&encoder, cft_slice_of(rows[i].encoded, strlen(rows[i].encoded)),
                                            false, false, NULL, &error), CHATFMT_OK);
        if (encoder.count != rows[i].count || memcmp(encoder.ids, rows[i].ids, rows[i].count * sizeof(uint32_t)))
            fail_msg("row %zu: %zu ids, the last %u", i, encoder.count, (unsigned)encoder.ids[encoder.count - 1]);
        cft_encoder_free(&encoder);
        cft_tokenizer_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_running_out),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
