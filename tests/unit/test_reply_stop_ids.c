/* Token ids that end a reply when they are fed: chatfmt_reply_options.stop_ids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "chatfmt/reply.h"

/* "<|eot|>" is no marker of the family hermes; "<|im_end|>" ends its turns, "</tool_call>" its
 * calls. */
#define ADDED(id, content, special)                                                              \
    "{\"id\": " id ", \"content\": \"" content "\", \"single_word\": false, \"lstrip\": false, " \
    "\"rstrip\": false, \"normalized\": false, \"special\": " special "}"

static const char tokenizer_json[] =
    "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1, \"<\": 2, \"|\": 3, \"e\": 4, \"o\": 5, "
    "\"t\": 6, \">\": 7, \"{\": 8, \"}\": 9, \"\\\"\": 10, \"n\": 11, \"m\": 12, \":\": 13, \"f\": 14, \",\": 15, "
    "\"r\": 16, \"g\": 17, \"u\": 18, \"s\": 19}, \"merges\": []}, "
    "\"added_tokens\": [" ADDED("20", "<|eot|>", "true") ", "
    "" ADDED("21", "<|im_end|>", "true") ", "
    "" ADDED("22", "<tool_call>", "false") ", "
    "" ADDED("23", "</tool_call>", "false") "], "
    "\"decoder\": {\"type\": \"Fuse\"}}";

typedef struct stop_case {
    uint32_t flags;
    uint32_t stop;        /* the id that ends the reply */
    const char *text;     /* encoded, special tokens counted */
    const char *message;  /* after {"role": "assistant", */
    const char *stopped;  /* text of STOP; "" without one */
    size_t from;          /* number of the id that STOP is of, when the token is its own */
} stop_case;

#define CALL "<tool_call>{\"name\":\"f\",\"arguments\":{}}"
#define CALLED                                                                                   \
    "\"content\": null, \"tool_calls\": [{\"id\": \"call_0\", \"type\": \"function\", "             \
    "\"function\": {\"name\": \"f\", \"arguments\": \"{}\"}}]}"

static const stop_case cases[] = {
    {0, 20, "ab<|eot|>", "\"content\": \"ab\"}", "<|eot|>", 2},
    {CHATFMT_REPLY_CONTROL_TOKENS, 20, "ab<|eot|>", "\"content\": \"ab\"}", "<|eot|>", 2},
    {0, 20, "ab<|eot|>a", "\"content\": \"ab\"}", "<|eot|>", 2}, /* what comes after is framing */
    {0, 20, "a<|eo<|eot|>", "\"content\": \"a<|eo\"}", "<|eot|>", 5}, /* text that was held back */
    {0, 0, "<|eot|>bb", "\"content\": \"<|eot|>bb\"}", "", 0}, /* another id: text, as without */
    {0, 1, "ab", "\"content\": \"a\"}", "b", 1}, /* no special token */
    {0, 21, "ab<|im_end|>", "\"content\": \"ab\"}", "<|im_end|>", 2}, /* the family's own end */
    {CHATFMT_REPLY_CONTROL_TOKENS, 21, "ab<|im_end|><|im_end|>a", "\"content\": \"ab\"}", "<|im_end|>", 2},
    {0, 23, CALL "</tool_call>ab", CALLED, "</tool_call>", 0}, /* read first, and the end then */
    {0, 20, CALL "<|eot|>", CALLED, "<|eot|>", 0},
    {CHATFMT_REPLY_ONE_CALL, 20, CALL "</tool_call>" CALL "<|eot|>ab", CALLED, "<|eot|>", 0}, /* in a call too many */
};

/* All events since the last feed; counts those of STOP. */
static int take(chatfmt_reply_parser *parser, const stop_case *one)
{
    const chatfmt_event *event;
    int stops = 0;
    while ((event = chatfmt_reply_parser_next(parser)) != NULL) {
        if (event->kind != CHATFMT_EVENT_STOP) continue;
        stops++;
        assert_int_equal(event->text.length, strlen(one->stopped));
        assert_memory_equal(event->text.data, one->stopped, event->text.length);
        if (one->from) assert_int_equal(event->ids_begin, one->from);
    }
    return stops;
}

static void check(const stop_case *one, chatfmt_encoder *encoder, size_t step)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *parser;
    const chatfmt_tokens *tokens;
    chatfmt_slice json;
    uint32_t ids[128];
    char want[256];
    assert_int_equal(chatfmt_encoder_encode(encoder, one->text, strlen(one->text), NULL, &tokens, NULL), CHATFMT_OK);
    size_t count = tokens->count;
    assert_true(count < 128);
    memcpy(ids, tokens->ids, count * sizeof *ids);
    options.flags = one->flags;
    options.stop_ids = &one->stop;
    options.stop_id_count = 1;
    snprintf(want, sizeof want, "{\"role\": \"assistant\", %s", one->message);
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &parser, NULL), CHATFMT_OK);
    for (int again = 0; again < 2; again++) {
        int stops = 0;
        for (size_t at = 0; at < count; at += step) {
            size_t part = step < count - at ? step : count - at;
            assert_int_equal(chatfmt_reply_parser_feed_ids(parser, encoder, ids + at, part, NULL), CHATFMT_OK);
            stops += take(parser, one);
        }
        assert_int_equal(chatfmt_reply_parser_finish(parser, NULL), CHATFMT_OK);
        stops += take(parser, one);
        assert_int_equal(stops, *one->stopped != 0);
        assert_int_equal(chatfmt_reply_parser_message(parser, &json, NULL), CHATFMT_OK);
        assert_int_equal(json.length, strlen(want));
        assert_memory_equal(json.data, want, json.length);
        assert_int_equal(chatfmt_reply_parser_feed_ids(parser, encoder, ids, 1, NULL), CHATFMT_BAD_ARGUMENT);
        chatfmt_reply_parser_restart(parser);
    }
    chatfmt_reply_parser_free(parser);
}

/* A character that breaks off is of its own ids, and not of the control token that comes then. */
static void test_broken_characters(void **state)
{
    static const char bytes_json[] =
        "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"<0xE2>\": 1, \"<0x82>\": 2}, \"byte_fallback\": true, \"merges\": []}, "
        "\"added_tokens\": [" ADDED("3", "<|im_end|>", "true") "], "
        "\"decoder\": {\"type\": \"Sequence\", \"decoders\": [{\"type\": \"ByteFallback\"}, {\"type\": \"Fuse\"}]}}";
    static const uint32_t ids[] = {0, 1, 2, 3};
    static const uint64_t ends[] = {1, 3, 4};
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    (void)state;
    assert_int_equal(chatfmt_tokenizer_read(bytes_json, sizeof bytes_json - 1, NULL, &tokenizer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    for (int strict = 0; strict < 2; strict++) {
        chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
        chatfmt_reply_parser *parser;
        const chatfmt_event *event;
        size_t seen = 0;
        options.flags = strict ? CHATFMT_REPLY_CONTROL_TOKENS : 0;
        assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &parser, NULL), CHATFMT_OK);
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(chatfmt_reply_parser_feed_ids(parser, encoder, ids + i, 1, NULL), CHATFMT_OK);
            while ((event = chatfmt_reply_parser_next(parser)) != NULL) {
                assert_true(seen < 3);
                assert_int_equal(event->ids_begin, seen ? ends[seen - 1] : 0);
                assert_int_equal(event->ids_end, ends[seen++]);
            }
        }
        assert_int_equal(seen, 3);
        chatfmt_reply_parser_free(parser);
    }
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void test_stop_ids(void **state)
{
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    (void)state;
    assert_int_equal(chatfmt_tokenizer_read(tokenizer_json, sizeof tokenizer_json - 1, NULL, &tokenizer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t step = 1; step <= 128; step *= 4) check(&cases[i], encoder, step);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void *resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size && *(bool *)context) return NULL;
    if (new_size) return realloc(pointer, new_size);
    free(pointer);
    return NULL;
}

/* After the end the encoder may be gone: the message, and why there is none, do not need it. */
static void test_freed_encoder(void **state)
{
    static bool fails;
    const chatfmt_allocator allocator = {resize, &fails};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_reply_parser *parser;
    chatfmt_error error;
    chatfmt_slice json;
    const uint32_t ids[] = {0, 1};
    (void)state;
    options.allocator = &allocator;
    assert_int_equal(chatfmt_tokenizer_read(tokenizer_json, sizeof tokenizer_json - 1, NULL, &tokenizer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &parser, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_feed_ids(parser, encoder, ids, 2, NULL), CHATFMT_OK);
    while (chatfmt_reply_parser_next(parser)) continue;
    assert_int_equal(chatfmt_reply_parser_finish(parser, NULL), CHATFMT_OK);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    fails = true;
    assert_int_equal(chatfmt_reply_parser_message(parser, &json, &error), CHATFMT_NO_MEMORY);
    fails = false;
    chatfmt_reply_parser_free(parser);
}

static void test_refused(void **state)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *parser;
    (void)state;
    options.stop_id_count = 1;
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &parser, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(parser);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stop_ids), cmocka_unit_test(test_broken_characters), cmocka_unit_test(test_freed_encoder), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
