/* tests/unit/test_reply_limits.c - what reading a reply may cost: each limit from both sides, with
 * its name, its value and the value reached in the error; and what a reply is after one. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* `count` times `part`, after `head`; freed by the caller. */
static char *text_of(const char *head, const char *part, size_t count, size_t *length)
{
    size_t first = strlen(head), each = strlen(part);
    char *text = malloc(first + count * each + 1);
    assert_non_null(text);
    memcpy(text, head, first);
    for (size_t i = 0; i < count; i++) memcpy(text + first + i * each, part, each);
    *length = first + count * each;
    return text;
}

/* ---- Plain replies ---- */

typedef struct limit_case {
    const char *name, *family, *head, *part;
    size_t within, beyond; /* parts */
    chatfmt_limits limits;
    const char *value; /* in the error */
} limit_case;

#define LIMITS(field, value) {.struct_size = sizeof(chatfmt_limits), .field = value}

static const limit_case cases[] = {
    {"fuel", "hermes", "", "plain words of it", 50, 5000, LIMITS(fuel, 100), "fuel is 100, "},
    {"fuel", "hermes", "", "<think>a</think>", 50, 5000, LIMITS(fuel, 1000), "fuel is 1000, "},
    {"string_bytes", "pythonic", "[f(a=\"", "a", 200, 2000, LIMITS(string_bytes, 1000),
     "string_bytes is 1000, reached 10"},
    {"heap_bytes", "hermes", "", "0123456789", 100, 10000, LIMITS(heap_bytes, 65536),
     "heap_bytes is 65536, "},
    {"heap_bytes", "pythonic", "[", "f(),", 10, 10000, LIMITS(heap_bytes, 65536),
     "heap_bytes is 65536, "},
    {"output_bytes", "hermes", "", "0123456789", 90, 100, LIMITS(output_bytes, 1000),
     "output_bytes is 1000, reached 10"},
    {"output_bytes", "hermes", "", "\x01", 100, 200, LIMITS(output_bytes, 1000),
     "output_bytes is 1000, reached 1"},
};

static chatfmt_status feed_all(chatfmt_reply_parser *reply, const char *text, size_t length,
                               chatfmt_error *error)
{
    const chatfmt_event *event;
    chatfmt_slice json;
    chatfmt_status status = CHATFMT_OK;
    for (size_t at = 0; !status && at < length; at += 64) {
        status = chatfmt_reply_parser_feed(reply, text + at, length - at < 64 ? length - at : 64, error);
        while ((event = chatfmt_reply_parser_next(reply))) continue;
    }
    if (!status) status = chatfmt_reply_parser_finish(reply, error);
    if (!status) status = chatfmt_reply_parser_message(reply, &json, error);
    return status;
}

static chatfmt_status read_parts(chatfmt_reply_parser *reply, const limit_case *row, size_t count,
                                 chatfmt_error *error)
{
    size_t length;
    char *text = text_of(row->head, row->part, count, &length);
    chatfmt_status status = feed_all(reply, text, length, error);
    free(text);
    return status;
}

static void test_both_sides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const limit_case *row = &cases[i];
        chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
        chatfmt_error error;
        chatfmt_reply_parser *reply;
        options.limits = &row->limits;
        assert_int_equal(chatfmt_reply_parser_new(row->family, &options, &reply, &error), CHATFMT_OK);
        assert_int_equal(read_parts(reply, row, row->within, &error), CHATFMT_OK);
        chatfmt_reply_parser_restart(reply);
        assert_int_equal(read_parts(reply, row, row->beyond, &error), CHATFMT_LIMIT);
        assert_non_null(strstr(error.text, "limit exceeded: "));
        assert_non_null(strstr(error.text, row->value));
        /* After a restart all is as it was. */
        chatfmt_reply_parser_restart(reply);
        assert_int_equal(read_parts(reply, row, row->within, &error), CHATFMT_OK);
        chatfmt_reply_parser_free(reply);
    }
}

/* A reply beyond a limit stays so until it is begun again. */
static void test_stays_broken(void **state)
{
    const limit_case *row = &cases[0];
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_error error;
    chatfmt_reply_parser *reply;
    (void)state;
    options.limits = &row->limits;
    assert_int_equal(chatfmt_reply_parser_new(row->family, &options, &reply, &error), CHATFMT_OK);
    assert_int_equal(read_parts(reply, row, row->beyond, &error), CHATFMT_LIMIT);
    assert_int_equal(chatfmt_reply_parser_feed(reply, "x", 1, &error), CHATFMT_LIMIT);
    assert_non_null(strstr(error.text, row->value));
    assert_int_equal(chatfmt_reply_parser_finish(reply, &error), CHATFMT_LIMIT);
    chatfmt_reply_parser_free(reply);
}

/* Limits that nobody has set grow with the reply: one of 20 MB, which no constant of theirs allows in
 * fuel for bytes fed one by one. What is held back does not: 16 MiB. */
static void test_defaults(void **state)
{
    chatfmt_error error;
    chatfmt_reply_parser *reply;
    size_t length;
    char *text = text_of("", "some words, <b>", 1400000, &length);
    (void)state;
    assert_int_equal(chatfmt_reply_parser_new("hermes", NULL, &reply, &error), CHATFMT_OK);
    assert_int_equal(feed_all(reply, text, length, &error), CHATFMT_OK);
    chatfmt_reply_parser_free(reply);
    free(text);
    text = text_of("[f(a=\"", "a", (size_t)17 << 20, &length);
    assert_int_equal(chatfmt_reply_parser_new("pythonic", NULL, &reply, &error), CHATFMT_OK);
    assert_int_equal(feed_all(reply, text, length, &error), CHATFMT_LIMIT);
    assert_non_null(strstr(error.text, "string_bytes is 16777216, reached 167772"));
    chatfmt_reply_parser_free(reply);
    free(text);
}

static void test_bad_limits(void **state)
{
    chatfmt_limits limits = {0};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_actions_options more = CHATFMT_ACTIONS_OPTIONS_INIT;
    chatfmt_reply_parser *reply;
    chatfmt_actions *actions;
    char *text;
    (void)state;
    options.limits = more.limits = &limits;
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_actions_open(&more, &actions, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(actions);
    assert_int_equal(chatfmt_transcript_read_within("chatml", "", 0, &limits, &text, NULL, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_transcript_write_within("chatml", "[]", 2, &limits, &text, NULL, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_actions_open(NULL, &actions, NULL), CHATFMT_OK);
    chatfmt_actions_free(actions);
}

/* ---- InternLM2's actions ---- */

#define PLUGIN "<|action_start|><|plugin|>\n"

static const limit_case action_cases[] = {
    {"fuel", NULL, "", "0123456789abcdef", 90, 5000, LIMITS(fuel, 1000), "fuel is 1000, "},
    {"string_bytes", NULL, "", "0123456789", 100, 101, LIMITS(string_bytes, 1000),
     "string_bytes is 1000, reached 1010"},
    {"heap_bytes", NULL, "", "0123456789", 100, 10000, LIMITS(heap_bytes, 65536),
     "heap_bytes is 65536, "},
    {"heap_bytes", NULL, PLUGIN "[", "{\"name\": [", 10, 2000, LIMITS(heap_bytes, 65536),
     "heap_bytes is 65536, "},
    {"output_bytes", NULL, "", "0123456789", 90, 100, LIMITS(output_bytes, 1000),
     "output_bytes is 1000, reached 10"},
    {"value_depth", NULL, PLUGIN "{\"name\": \"f\", \"x\": ", "[", 8, 20, LIMITS(value_depth, 10),
     "value_depth is 10"},
};

static chatfmt_status act(const limit_case *row, size_t count, chatfmt_error *error)
{
    chatfmt_actions_options options = CHATFMT_ACTIONS_OPTIONS_INIT;
    chatfmt_actions *actions;
    chatfmt_slice json;
    size_t length;
    char *text = text_of(row->head, row->part, count, &length);
    options.limits = &row->limits;
    assert_int_equal(chatfmt_actions_open(&options, &actions, error), CHATFMT_OK);
    chatfmt_status status = chatfmt_actions_feed(actions, text, length, error);
    if (!status) status = chatfmt_actions_state(actions, &json, error);
    if (!status) status = chatfmt_actions_feed(actions, NULL, 0, error);
    if (!status) status = chatfmt_actions_result(actions, &json, error);
    if (!status) assert_string_equal(error->text, "");
    chatfmt_actions_free(actions);
    free(text);
    return status;
}

static void test_actions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof action_cases / sizeof *action_cases; i++) {
        const limit_case *row = &action_cases[i];
        chatfmt_error error;
        assert_int_equal(act(row, row->within, &error), CHATFMT_OK);
        assert_int_equal(act(row, row->beyond, &error), CHATFMT_LIMIT);
        assert_non_null(strstr(error.text, row->value));
    }
}

/* ---- Conversations ---- */

static const limit_case transcript_cases[] = {
    {"fuel", NULL, "<|im_start|>user\n", "0123456789abcdef", 90, 2000, LIMITS(fuel, 1000),
     "fuel is "},
    {"heap_bytes", NULL, "<|im_start|>user\n", "0123456789", 100, 10000, LIMITS(heap_bytes, 65536),
     "heap_bytes is 65536, "},
    {"output_bytes", NULL, "<|im_start|>user\n", "0123456789", 90, 100, LIMITS(output_bytes, 1000),
     "output_bytes is 1000, reached 10"},
};

static chatfmt_status transcribe(const limit_case *row, const chatfmt_limits *limits, size_t count,
                                 chatfmt_error *error)
{
    char *json = NULL, *back = NULL;
    size_t length, json_length;
    char *text = text_of(row->head, row->part, count, &length);
    chatfmt_status status = chatfmt_transcript_read_within("chatml", text, length, limits, &json,
                                                           &json_length, error);
    if (!status)
        status = chatfmt_transcript_write_within("chatml", json, json_length, limits, &back, NULL,
                                                 error);
    chatfmt_text_free(json);
    chatfmt_text_free(back);
    free(text);
    return status;
}

static void test_transcripts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof transcript_cases / sizeof *transcript_cases; i++) {
        const limit_case *row = &transcript_cases[i];
        chatfmt_limits limits = row->limits;
        chatfmt_error error;
        assert_int_equal(transcribe(row, &limits, row->within, &error), CHATFMT_OK);
        assert_int_equal(transcribe(row, &limits, row->beyond, &error), CHATFMT_LIMIT);
        assert_non_null(strstr(error.text, row->value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_sides),  cmocka_unit_test(test_stays_broken),
        cmocka_unit_test(test_defaults),    cmocka_unit_test(test_bad_limits),
        cmocka_unit_test(test_actions),     cmocka_unit_test(test_transcripts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
