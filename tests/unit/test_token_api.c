/* tests/unit/test_token_api.c - sessions over long texts, what loading and encoding took, the lengths
 * that a file sets, folders as their users write them. */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MODEL                                                                                   \
    "\"added_tokens\":[{\"id\":6,\"content\":\"<e>\",\"single_word\":false,\"lstrip\":false,"        \
    "\"rstrip\":false,\"normalized\":false,\"special\":true}],\"model\":{\"type\":\"BPE\",\"vocab\":{"    \
    "\"a\":0,\"b\":1,\"\xC3\xA9\":2,\"\xC3\xA8\":3,\"ab\":4,\"x\":5},\"merges\":[\"a b\"]}}"
static const char plain[] = "{\"version\":\"1.0\"," MODEL;

static chatfmt_tokenizer *tokenizer_of(const char *json)
{
    chatfmt_tokenizer *tokenizer;
    chatfmt_error error;
    if (chatfmt_tokenizer_read(json, strlen(json), NULL, &tokenizer, &error)) fail_msg("%s", error.text);
    return tokenizer;
}

/* A session gives the tokens of the whole text, and knows how many of them are as before. */
static void test_session_over_long_texts(void **state)
{
    static char text[20000];
    static const struct {
        size_t at;
        const char *put;
        size_t length;
    } changes[] = {
        {19999, "b", 20000}, {8192, "b", 20000}, {8191, "x", 20000}, {0, "x", 20000}, {4096, "x", 9000},
        {12287, "\xC3\xA9", 20000}, {12287, "\xC3\xA8", 20000}, {12287, "\xC3\xA9", 12289},
        {12287, "\xC3\xA8", 12289}, {0, "x", 0}, {0, "\xC3\xA8", 2}, {0, "\xC3\xA9", 2},
    };
    chatfmt_tokenizer *tokenizer = tokenizer_of(plain);
    chatfmt_encoder *encoder, *other;
    chatfmt_token_session *session;
    (void)state;
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &other, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_token_session_new(encoder, 0, &session, NULL), CHATFMT_OK);
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const chatfmt_tokens *got, *want;
        size_t same;
        memcpy(text + changes[i].at, changes[i].put, strlen(changes[i].put));
        assert_int_equal(chatfmt_token_session_set(session, text, changes[i].length, &got, &same, NULL),
                         CHATFMT_OK);
        assert_int_equal(chatfmt_encoder_encode(other, text, changes[i].length, NULL, &want, NULL),
                         CHATFMT_OK);
        assert_int_equal(got->count, want->count);
        if (want->count) assert_memory_equal(got->ids, want->ids, want->count * sizeof *want->ids);
        assert_true(same <= got->count);
    }
    chatfmt_token_session_free(session);
    chatfmt_encoder_free(other);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void test_usage(void **state)
{
    chatfmt_tokenizer *tokenizer = tokenizer_of(plain);
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    chatfmt_usage usage = CHATFMT_USAGE_INIT;
    (void)state;
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_encode(encoder, "abab", 4, NULL, &tokens, NULL), CHATFMT_OK);
    chatfmt_encoder_usage(encoder, &usage);
    assert_int_equal(usage.struct_size, sizeof usage);
    assert_true(usage.fuel > 0 && usage.fuel <= usage.fuel_limit);
    assert_true(usage.heap_bytes <= usage.heap_limit);
    chatfmt_tokenizer_usage(tokenizer, &usage);
    assert_true(usage.fuel > 0 && usage.fuel <= usage.fuel_limit);
    assert_true(usage.heap_bytes > 0 && usage.heap_bytes <= usage.heap_limit);
    chatfmt_encoder_usage(NULL, &usage);
    chatfmt_tokenizer_usage(NULL, &usage);
    chatfmt_encoder_usage(encoder, NULL);
    chatfmt_tokenizer_usage(tokenizer, NULL);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void test_lengths_of_file(void **state)
{
    static const struct {
        const char *json;
        uint32_t flags;
        size_t most;
    } cases[] = {
        {"{\"truncation\":null,\"padding\":null," MODEL, 0, 0},
        {"{\"truncation\":{\"direction\":\"Right\",\"max_length\":7,\"strategy\":\"LongestFirst\",\"stride\":0},"
         MODEL, CHATFMT_LENGTH_TRUNCATE, 7},
        {"{\"truncation\":{\"direction\":\"Left\",\"max_length\":7,\"strategy\":\"LongestFirst\",\"stride\":2},"
         "\"padding\":{\"strategy\":\"BatchLongest\",\"direction\":\"Left\",\"pad_to_multiple_of\":null,"
         "\"pad_id\":6,\"pad_type_id\":0,\"pad_token\":\"<e>\"}," MODEL,
         CHATFMT_LENGTH_TRUNCATE | CHATFMT_LENGTH_TRUNCATE_LEFT | CHATFMT_LENGTH_PAD |
             CHATFMT_LENGTH_PAD_LEFT, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_tokenizer *tokenizer = tokenizer_of(cases[i].json);
        chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
        assert_int_equal(chatfmt_tokenizer_lengths(tokenizer, &lengths, NULL), CHATFMT_OK);
        assert_int_equal(lengths.flags, cases[i].flags);
        if (cases[i].most) assert_int_equal(lengths.max_length, cases[i].most);
        chatfmt_tokenizer_free(tokenizer);
    }
}

static void test_folders(void **state)
{
    static const char *const endings[] = {"", "/", "/tokenizer.json"};
    chatfmt_tokenizer *tokenizer;
    chatfmt_error error;
    char path[256];
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer.json", plain));
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", f.path, endings[i]);
        if (chatfmt_tokenizer_load(path, NULL, &tokenizer, &error)) fail_msg("%s", error.text);
        chatfmt_tokenizer_free(tokenizer);
    }
    assert_int_not_equal(chatfmt_tokenizer_load("", NULL, &tokenizer, &error), CHATFMT_OK);
    assert_null(tokenizer);
    folder_remove(&f);
}

/* Spans that end before they begin are no spans. */
static void test_spans(void **state)
{
    chatfmt_tokenizer *tokenizer = tokenizer_of(plain);
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_span span = {.begin = 2, .end = 1, .kind = CHATFMT_SPAN_DATA};
    (void)state;
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    options.policy = CHATFMT_TOKENS_SPECIAL;
    options.spans = &span;
    options.span_count = 1;
    assert_int_equal(chatfmt_encoder_encode(encoder, "a<e>", 4, &options, &tokens, NULL),
                     CHATFMT_BAD_ARGUMENT);
    span.begin = 0;
    span.end = 4;
    assert_int_equal(chatfmt_encoder_encode(encoder, "a<e>", 4, &options, &tokens, NULL), CHATFMT_OK);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text));
    assert_non_null(copy);
    return memcpy(copy, text, strlen(text));
}

/* Spans that split characters, and a source that ends within one: nothing outside of them is read. Each is in memory of its
 * own, whose ends the address sanitizer watches. */
static void test_split_characters(void **state)
{
    static const char wide[] = "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":1,\"content\":\"<e>\",\"single_word\":true,\"lstrip\":true,"
                               "\"rstrip\":true,\"normalized\":false,\"special\":false}],\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]}}";
    static const char space[] = "\xE2\x80\x83\xE2\x80\x83<e>\xE2\x80\x83\xE2\x80\x83";
    chatfmt_tokenizer *tokenizer = tokenizer_of(wide);
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    size_t length = strlen(space);
    char *text = copy_of(space), *source = copy_of("<e> \xE2\x80");
    (void)state;
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.span_count = 3;
    for (uint32_t begin = 0; begin < length; begin++)
        for (uint32_t end = begin; end <= length; end++) {
            chatfmt_span spans[] = {{.begin = 0, .end = begin, .kind = CHATFMT_SPAN_DATA},
                                    {.begin = begin, .end = end, .kind = CHATFMT_SPAN_TEMPLATE},
                                    {.begin = end, .end = (uint32_t)length, .kind = CHATFMT_SPAN_DATA}};
            options.spans = spans;
            assert_int_equal(chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL), CHATFMT_OK);
        }
    options.spans = NULL;
    options.span_count = 0;
    options.literals = (chatfmt_slice){source, 6};
    assert_int_equal(chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL), CHATFMT_INPUT);
    options.literals.length = 4;
    assert_int_equal(chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL), CHATFMT_OK);
    free(text);
    free(source);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

/* What is missing is named, also where nobody asks for the error. */
static void test_missing_files(void **state)
{
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_error error;
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_int_equal(chatfmt_tokenizer_load(f.path, NULL, &tokenizer, &error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(error.text, f.path));
    assert_non_null(strstr(error.text, "no tokenizer.json, tekken.json, "));
    assert_int_equal(chatfmt_tokenizer_load(f.path, NULL, &tokenizer, NULL), CHATFMT_NOT_FOUND);
    assert_true(folder_write(&f, "tokenizer.json", "{"));
    assert_int_equal(chatfmt_tokenizer_load(f.path, NULL, &tokenizer, NULL), CHATFMT_INPUT);
    options.encoding = "qwen";
    assert_int_equal(chatfmt_tokenizer_load(f.path, &options, &tokenizer, &error), CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "encoding: this option is for tiktoken ranks"));
    assert_int_equal(chatfmt_tokenizer_load(folder_join(&f, "none"), &options, &tokenizer, &error),
                     CHATFMT_NOT_FOUND);
    assert_null(tokenizer);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session_over_long_texts),
        cmocka_unit_test(test_usage),
        cmocka_unit_test(test_lengths_of_file),
        cmocka_unit_test(test_folders),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_split_characters),
        cmocka_unit_test(test_missing_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
