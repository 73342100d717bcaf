/* tests/unit/test_reply_asked.c - what a caller asks for beyond the reading: one call, reasoning in the
 * content, messages that are continued, stop strings, closed arguments; whole and byte by byte. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct asked_case {
    const char *family, *text, *message; /* of the message, what follows the role */
    uint32_t flags;
    const char *prompt, *begun, *stop;
} asked_case;

#define HERMES(arguments) "<tool_call>{\"name\": \"f\", \"arguments\": " arguments
#define CALLED(content, arguments)                                                             \
    "\"content\": " content ", \"tool_calls\": [{\"id\": \"call_4\", \"type\": \"function\", "          \
    "\"function\": {\"name\": \"f\", \"arguments\": \"" arguments "\"}}]}"

#define CLOSED(family, text, arguments)                                                        \
    {family, text, CALLED("null", arguments), CHATFMT_REPLY_CLOSED_ARGUMENTS, NULL, NULL, NULL}
#define GPT_OSS(arguments) "<|channel|>commentary to=functions.f<|message|>" arguments
#define WITH_ID(id) "<tool_call>{\"name\": \"f\", \"id\": \"" id "\", \"arguments\": {}}</tool_call>"
#define LATE_ID(id) HERMES("{}, \"id\": \"" id "\"}</tool_call>")
#define NO_ID HERMES("{}}</tool_call>")
#define ID(id) "{\"id\": \"" id "\", \"type\": \"function\", \"function\": {\"name\": \"f\", \"arguments\": \"{}\"}}"
#define IDS(a, b, c) "\"content\": null, \"tool_calls\": [" ID(a) ", " ID(b) ", " ID(c) "]}"

static const asked_case asked_cases[] = {
    /* No id that is made is one that a call has. */
    {"hermes", WITH_ID("call_5") NO_ID NO_ID, IDS("call_5", "call_6", "call_7"), 0, NULL, NULL, NULL},
    {"hermes", LATE_ID("call_5") NO_ID NO_ID, IDS("call_5", "call_6", "call_7"), 0, NULL, NULL, NULL},
    {"hermes", WITH_ID("call_5") LATE_ID("x") NO_ID, IDS("call_5", "x", "call_7"), 0, NULL, NULL, NULL},
    {"hermes", WITH_ID("call_7") NO_ID NO_ID, IDS("call_7", "call_5", "call_6"), 0, NULL, NULL, NULL},
    {"hermes", NO_ID WITH_ID("call_x") NO_ID, IDS("call_4", "call_x", "call_6"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": \"x"), CALLED("null", "{\\\"a\\\": \\\"x\\\"}"),
     CHATFMT_REPLY_CLOSED_ARGUMENTS, NULL, NULL, NULL},
    CLOSED("hermes", HERMES("{\"a\": \"x\\"), "{\\\"a\\\": \\\"x\\\"}"),
    CLOSED("hermes", HERMES("{\"a\": \"\\u12"), "{\\\"a\\\": \\\"\\\"}"),
    CLOSED("hermes", HERMES("{\"a\": \"x\\ud83d"), "{\\\"a\\\": \\\"x\\\"}"),
    CLOSED("hermes", HERMES("{\"a\": \"x\\ud83d\\ude0"), "{\\\"a\\\": \\\"x\\\"}"),
    CLOSED("hermes", HERMES("{\"a\": \"\\ud83d\\ude00\\n\\"),
           "{\\\"a\\\": \\\"\\\\ud83d\\\\ude00\\\\n\\\"}"),
    CLOSED("hermes", HERMES("{\"a\": [1, {\"b"), "{\\\"a\\\": [1, {}]}"),
    CLOSED("hermes", HERMES("{\"a\": [1, {\"b\""), "{\\\"a\\\": [1, {\\\"b\\\": null}]}"),
    CLOSED("hermes", HERMES("{\"a\": 1,"), "{\\\"a\\\": 1}"),
    CLOSED("hermes", HERMES("{\"a\": 1 , \"b"), "{\\\"a\\\": 1 }"),
    CLOSED("hermes", HERMES("{\"a\": 1, \"b\": 2"), "{\\\"a\\\": 1, \\\"b\\\": 2}"),
    CLOSED("hermes", HERMES("{\"a\": [1,\n"), "{\\\"a\\\": [1]}"),
    CLOSED("hermes", HERMES("{\"a\": [1, t"), "{\\\"a\\\": [1, null]}"),
    CLOSED("gpt-oss", GPT_OSS("{\"a\": -"), "{\\\"a\\\": null}"),
    CLOSED("hunyuan-a13b", "<tool_calls>[{\"name\": \"f\", \"arguments\": {\"a\": [1, 2], ", "{\\\"a\\\": [1, 2]}"),
    {"hermes", HERMES("{\"a\": tru"), CALLED("null", "{\\\"a\\\": tru"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": -"), CALLED("null", "{\\\"a\\\": -"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": [1, 1.5e+"), CALLED("null", "{\\\"a\\\": [1, 1.5e+"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": -Inf"), CALLED("null", "{\\\"a\\\": -Inf"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": no"), CALLED("\"no\"", "{\\\"a\\\": "), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": tru "), CALLED("\"tru \"", "{\\\"a\\\": "), 0, NULL, NULL, NULL},
    {"llama3", "{\"name\": \"f\", \"parameters\": {\"a\": 1.", CALLED("null", "{\\\"a\\\": 1."), 0, NULL, NULL, NULL},
    {"gpt-oss", GPT_OSS("{\"a\": fal"), CALLED("null", "{\\\"a\\\": fal"), 0, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": tru"), CALLED("null", "{\\\"a\\\": null}"),
     CHATFMT_REPLY_CLOSED_ARGUMENTS, NULL, NULL, NULL},
    {"hermes", HERMES("{\"a\": ["), CALLED("null", "{\\\"a\\\": []}"),
     CHATFMT_REPLY_CLOSED_ARGUMENTS, NULL, NULL, NULL},
    CLOSED("qwen3-coder", "<tool_call>\n<function=f>\n<parameter=a>\n", "{\\\"a\\\": \\\"\\\"}"),
    CLOSED("qwen3-coder", "<tool_call>\n<function=f>\n<parameter=a>\nx\n", "{\\\"a\\\": \\\"x\\\"}"),
    CLOSED("minicpm5", "<function name=\"f\"><param name=\"a\"><![CDATA[", "{\\\"a\\\": \\\"\\\"}"),
    CLOSED("minicpm5", "<function name=\"f\"><param name=\"a\"><![CDATA[<x", "{\\\"a\\\": \\\"<x\\\"}"),
    {"qwen3-coder", "<tool_call>\n<function=f>\n<parameter=a>\nx\ny",
     CALLED("null", "{\\\"a\\\": \\\"x\\\\ny\\\"}"), CHATFMT_REPLY_CLOSED_ARGUMENTS, NULL, NULL, NULL},
    {"hermes", "x</think>\n\ny", "\"content\": \"y\", \"reasoning_content\": \"x\"}",
     CHATFMT_REPLY_REASONING_OPEN, NULL, NULL, NULL},
    {"hermes", "x</think>\n\ny", "\"content\": \"y\", \"reasoning_content\": \"x\"}",
     CHATFMT_REPLY_REASONING_OPEN, "u: no marker a:", NULL, NULL},
    {"hermes", "x</think>\n\ny", "\"content\": \"y\", \"reasoning_content\": \"x\"}",
     CHATFMT_REPLY_REASONING_OPEN, "<think>\n\n</think>\n\n<tool_call>", NULL, NULL},
    {"hermes", "Hello STOP there", "\"content\": \"Hello \"}", 0, NULL, NULL, "STOP"},
    {"hermes", "Hello STO there", "\"content\": \"Hello STO there\"}", 0, NULL, NULL, "STOP"},
    {"hermes", " there", "\"content\": \"Hello there\"}", 0, "u: x a: Hello", "Hello", NULL},
    {"hermes", HERMES("{}}</tool_call>") HERMES("{}}</tool_call>ok"), CALLED("\"ok\"", "{}"),
     CHATFMT_REPLY_ONE_CALL, NULL, NULL, NULL},
    {"hermes", HERMES("{}}</tool_call>") "\n" HERMES("{}}</tool_call>") "\n\n", CALLED("null", "{}"),
     CHATFMT_REPLY_ONE_CALL, NULL, NULL, NULL},
    {"mistral", "[TOOL_CALLS][{\"name\":\"f\",\"arguments\":{}},{\"name\":\"f\",\"arguments\":{}}]\n", CALLED("null", "{}"),
     CHATFMT_REPLY_ONE_CALL, NULL, NULL, NULL},
    {"hermes", "x</think>\n\ny", "\"content\": \"<think>\\nx</think>\\n\\ny\"}",
     CHATFMT_REPLY_REASONING_IN_CONTENT, "a <think>\n", NULL, NULL},
};

/* Text of the message is either all of what had begun, or all of what is new. */
static void read_events(chatfmt_reply_parser *reply, size_t begun)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_parser_next(reply)))
        if (event->kind == CHATFMT_EVENT_CONTENT || event->kind == CHATFMT_EVENT_REASONING)
            assert_false(event->begin < begun && event->end > begun);
}

static void check_case(const asked_case *one, size_t step)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_slice stop = {one->stop, one->stop ? strlen(one->stop) : 0}, json;
    chatfmt_reply_parser *reply;
    size_t length = strlen(one->text);
    char want[1024];
    options.flags = one->flags;
    options.calls_before = 4;
    if (one->prompt) options.prompt = (chatfmt_slice){one->prompt, strlen(one->prompt)};
    if (one->begun) options.begun = (chatfmt_slice){one->begun, strlen(one->begun)};
    options.stops = one->stop ? &stop : NULL;
    options.stop_count = one->stop != NULL;
    snprintf(want, sizeof want, "{\"role\": \"assistant\", %s", one->message);
    assert_int_equal(chatfmt_reply_parser_new(one->family, &options, &reply, NULL), CHATFMT_OK);
    for (int again = 0; again < 2; again++) {
        for (size_t at = 0; at < length; at += step) {
            size_t part = step < length - at ? step : length - at;
            assert_int_equal(chatfmt_reply_parser_feed(reply, one->text + at, part, NULL), CHATFMT_OK);
            read_events(reply, options.begun.length);
        }
        assert_int_equal(chatfmt_reply_parser_finish(reply, NULL), CHATFMT_OK);
        read_events(reply, options.begun.length);
        assert_int_equal(chatfmt_reply_parser_message(reply, &json, NULL), CHATFMT_OK);
        assert_int_equal(json.length, strlen(want));
        assert_memory_equal(json.data, want, json.length);
        assert_int_equal(chatfmt_reply_parser_feed(reply, "x", 1, NULL), CHATFMT_BAD_ARGUMENT); /* it has ended */
        assert_null(chatfmt_reply_parser_next(reply));
        chatfmt_reply_parser_restart(reply);
    }
    chatfmt_reply_parser_free(reply);
}

static void test_asked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof asked_cases / sizeof *asked_cases; i++) {
        check_case(&asked_cases[i], strlen(asked_cases[i].text));
        check_case(&asked_cases[i], 1);
    }
}

static void test_asked_refused(void **state)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_slice empty = {"", 0};
    chatfmt_reply_parser *reply;
    (void)state;
    options.stop_count = 1;
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_BAD_ARGUMENT);
    options.stops = &empty;
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_BAD_ARGUMENT);
    options = (chatfmt_reply_options)CHATFMT_REPLY_OPTIONS_INIT;
    options.flags = 64;
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_BAD_ARGUMENT);
}

/* Wherever a message is cut, the events of its beginning end there, in every family. */
static void test_begun_ends(void **state)
{
    static const char text[] = "<think>\na <b\n</think>\n\nWell,  hi <tool_call>{\"x\"\n [f(a=1)] STO "
                               "<|channel|>final<|message|>y <function=g>\n<parameter=h>\n1\n</parameter> z";
    chatfmt_slice stop = {"STOP", 4};
    (void)state;
    for (size_t family = 0; family < chatfmt_reader_count(); family++) {
        for (size_t begun = 1; begun < sizeof text - 1; begun++) {
            chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
            chatfmt_reply_parser *reply;
            options.begun = (chatfmt_slice){text, begun};
            options.stops = &stop;
            options.stop_count = 1;
            assert_int_equal(chatfmt_reply_parser_new(chatfmt_reader_at(family).name.data, &options, &reply, NULL), CHATFMT_OK);
            read_events(reply, begun);
            assert_int_equal(chatfmt_reply_parser_feed(reply, text + begun, sizeof text - 1 - begun, NULL), CHATFMT_OK);
            read_events(reply, begun);
            assert_int_equal(chatfmt_reply_parser_finish(reply, NULL), CHATFMT_OK);
            read_events(reply, begun);
            chatfmt_reply_parser_free(reply);
        }
    }
}

/* The second tool has no name. */
static const char *const nameless[] = {
    "[{\"name\": \"f\"}, 1]",
    "[{\"function\": {\"name\": \"f\"}}, \"f\"]",
    "[{\"name\": \"f\", \"input_schema\": {}}, null]",
    "[{\"name\": \"f\"}, {\"role\": \"user\", \"content\": \"Hi\"}]",
    "[{\"name\": \"f\"}, {\"type\": \"function\", \"function\": {\"nam\": \"f\"}}]",
    "[{\"name\": \"f\"}, {\"name\": \"\"}]",
    "[{\"name\": \"f\"}, {\"name\": 1}]",
};

/* Tools that are no list or have no names, and a name that is nearly one. */
static void test_mistaken(void **state)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *reply;
    chatfmt_values *values;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, "{\"tools\": []}", 13, &options.tools, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, &error), CHATFMT_BAD_ARGUMENT);
    assert_string_equal(error.text, "not a list; give one tool as [tool]");
    assert_string_equal(error.path, "tools");
    for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++) {
        assert_int_equal(chatfmt_value_read_json(values, nameless[i], strlen(nameless[i]), &options.tools, NULL),
                         CHATFMT_OK);
        assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_BAD_ARGUMENT);
        assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, &error), CHATFMT_BAD_ARGUMENT);
        assert_string_equal(error.text, "a tool is an object with a name, in function.name or in name");
        assert_string_equal(error.path, "tools[1]");
    }
    static const char elsewhere[] = "[{\"name\": \"f\"}, {\"type\": \"web_search\"}]";
    assert_int_equal(chatfmt_value_read_json(values, elsewhere, sizeof elsewhere - 1, &options.tools, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_new("hermes", &options, &reply, NULL), CHATFMT_OK);
    chatfmt_reply_parser_free(reply);
    assert_int_equal(chatfmt_reply_parser_new("hermse", NULL, &reply, &error), CHATFMT_NOT_FOUND);
    assert_string_equal(error.text, "there is no family of replies named 'hermse'; did you mean 'hermes'?");
    assert_int_equal(chatfmt_reply_parser_new("zzzzzz", NULL, &reply, &error), CHATFMT_NOT_FOUND);
    assert_string_equal(error.text, "there is no family of replies named 'zzzzzz'; where there is a model, its template chooses one");
    chatfmt_values_free(values);
}

/* A value with a type begins and ends within what frames it, also where the reply ends. */
static void test_closed_types(void **state)
{
    static const char tools[] = "[{\"name\": \"f\", \"parameters\": {\"properties\": {\"n\": {\"type\": \"integer\"}, "
                                "\"l\": {\"type\": \"array\"}}}}]";
    static const struct {
        const char *family, *text, *arguments;
    } rows[] = {
        {"qwen3-coder", "<tool_call>\n<function=f>\n<parameter=n>\nabc", "\"{\\\"n\\\": \\\"abc\\\"}\""},
        {"qwen3-coder", "<tool_call>\n<function=f>\n<parameter=n>\nabc\n", "\"{\\\"n\\\": \\\"abc\\\"}\""},
        {"qwen3-coder", "<tool_call>\n<function=f>\n<parameter=n>\n1", "\"{\\\"n\\\": 1}\""},
        {"qwen3-coder", "<tool_call>\n<function=f>\n<parameter=l>\n[1,", "\"{\\\"l\\\": \\\"[1,\\\"}\""},
        {"minicpm5", "<function name=\"f\"><param name=\"n\"><![CDATA[abc", "\"{\\\"n\\\": \\\"abc\\\"}\""},
    };
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_values *values;
    (void)state;
    options.flags = CHATFMT_REPLY_CLOSED_ARGUMENTS;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, tools, sizeof tools - 1, &options.tools, NULL), CHATFMT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_reply_parser *reply;
        chatfmt_slice json;
        assert_int_equal(chatfmt_reply_parser_new(rows[i].family, &options, &reply, NULL), CHATFMT_OK);
        for (const char *at = rows[i].text; *at; at++)
            assert_int_equal(chatfmt_reply_parser_feed(reply, at, 1, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_reply_parser_finish(reply, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_reply_parser_message(reply, &json, NULL), CHATFMT_OK);
        if (!strstr(json.data, rows[i].arguments)) fail_msg("%s: %s", rows[i].text, json.data);
        chatfmt_reply_parser_free(reply);
    }
    chatfmt_values_free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asked),
                                       cmocka_unit_test(test_asked_refused),
                                       cmocka_unit_test(test_begun_ends), cmocka_unit_test(test_mistaken),
                                       cmocka_unit_test(test_closed_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
