/* tests/unit/test_round_trip.c - messages through a template and back: arguments with odd keys and
 * values, written well and so that nobody can read them back. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CALLS(arguments)                                                                        \
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"                              \
    "{% for c in m.tool_calls %}\n<tool_call>\n{\"name\": \"{{ c.function.name }}\", \"arguments\": "  \
    arguments "}\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}"                               \
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
#define EACH(value)                                                                             \
    CALLS("{{ '{' }}{% for k, v in c.function.arguments.items() %}\"{{ k }}\": " value               \
          "{% if not loop.last %}, {% endif %}{% endfor %}{{ '}' }}")
static const char whole[] = CALLS("{{ c.function.arguments|tojson }}");
static const char quoted[] = EACH("\"{{ v }}\"");
static const char trimmed[] = EACH("\"{{ v|trim }}\"");
static const char keys[] = EACH("\"\"");
static const char bare[] = EACH("{{ v }}");

#define ASK "{\"role\":\"user\",\"content\":\"q\"},"
#define CALL(arguments) "{\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":" arguments "}}"
#define ONE(arguments)                                                                          \
    "[" ASK "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" CALL(arguments) "]}]"

typedef struct trip_case {
    const char *source, *messages;
    chatfmt_round_trip_outcome outcome;
    const char *why; /* part of the difference; NULL: not looked at */
} trip_case;

#define EQUAL CHATFMT_ROUND_TRIP_EQUAL
#define LOSSY CHATFMT_ROUND_TRIP_LOSSY
#define OTHER CHATFMT_ROUND_TRIP_DIFFERENT
#define HIDDEN CHATFMT_ROUND_TRIP_NOT_SHOWN

static const trip_case cases[] = {
    {whole, ONE("{\"a\":1,\"ab\":[2,{\"c\":null}],\"odd key\":\"x\",\"\":\"y\",\"x.y\":{\"z\":true}}"), EQUAL, NULL},
    {whole, ONE("{}"), EQUAL, NULL},
    {whole,
     "[" ASK "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" CALL("{\"a\":1}") "]}," ASK
     "{\"role\":\"assistant\",\"content\":\"so\",\"tool_calls\":[" CALL("{\"b\":\"x\"}") "," CALL("{\"c\":2}") "]}]",
     EQUAL, NULL},
    {quoted, ONE("{\"a\":\"x\",\"b\":\"\"}"), EQUAL, NULL},
    {quoted, ONE("{\"a\":\"say \\\"x\\\"\"}"), LOSSY, "cannot be read back"},
    {quoted, ONE("{\"a\":\"b\\\\c\"}"), LOSSY, NULL},
    {quoted, ONE("{\"a\":\"b\\nc\"}"), LOSSY, NULL},
    {quoted, ONE("{\"a\":\"x\",\"b\":{\"c\":\"it\"}}"), LOSSY, NULL},
    {quoted, ONE("{\"a\":5}"), OTHER, "the arguments of a tool call"},
    {quoted, ONE("{\"a\":true}"), OTHER, NULL},
    {quoted, ONE("{\"a\":false}"), OTHER, NULL},
    {quoted, ONE("{\"a\":null,\"b\":\"x\"}"), OTHER, NULL},
    {quoted, ONE("{\"a\":[1,2]}"), OTHER, NULL},
    {trimmed, ONE("{\"a\":\" x \"}"), LOSSY, NULL},
    {trimmed, ONE("{\"a\":\" 5 \"}"), OTHER, NULL},
    {trimmed, ONE("{\"a\":\"x\"}"), EQUAL, NULL},
    {keys, ONE("{\"a\":\"\",\"b\":\"\"}"), EQUAL, NULL},
    {keys, ONE("{\"a\":\"x\"}"), LOSSY, NULL},
    {keys, ONE("{\"a\":5}"), LOSSY, NULL},
    {bare, ONE("{\"a\":5,\"b\":1.5}"), EQUAL, NULL},
    {bare, ONE("{\"a\":\"x\"}"), OTHER, NULL},
    {whole, "[" ASK "{\"role\":\"assistant\",\"content\":\"\"}]", HIDDEN, NULL},
    {"{{ raise_exception('no') }}", ONE("{}"), HIDDEN, "no"},
    {"{{ messages|length }}", ONE("{}"), HIDDEN, NULL},
};

static void test_outcomes(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const trip_case *c = &cases[i];
        chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
        chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
        const chatfmt_round_trip *trip;
        chatfmt_reader *reader;
        chatfmt_model *model;
        chatfmt_applier *chat;
        chatfmt_values *values;
        chatfmt_value messages;
        chatfmt_error error;
        options.wanted = (chatfmt_slice){"hermes", 6};
        apply.flags = CHATFMT_APPLY_IN_BATCH;
        if (chatfmt_model_from_template(c->source, strlen(c->source), NULL, &model, &error))
            fail_msg("%s", error.text);
        if (chatfmt_reader_choose(model, &options, &reader, &error)) fail_msg("%s", error.text);
        assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
        if (chatfmt_value_read_json(values, c->messages, strlen(c->messages), &messages, &error))
            fail_msg("%s: %s", c->messages, error.text);
        assert_int_equal(chatfmt_applier_round_trip(chat, model, reader, messages, &apply, &trip, &error),
                         CHATFMT_OK);
        char why[256];
        snprintf(why, sizeof why, "%.*s", (int)trip->difference.length,
                 trip->difference.data ? trip->difference.data : "");
        if (trip->outcome != c->outcome || (c->why && !strstr(why, c->why))) {
            printf("case %zu, %s: outcome %d, %s\nreply %.*s\nmessage %.*s\n", i, c->messages,
                   (int)trip->outcome, why, (int)trip->reply.length, trip->reply.data,
                   (int)trip->message.length, trip->message.data);
            wrong++;
        }
        chatfmt_values_free(values);
        chatfmt_applier_free(chat);
        chatfmt_reader_free(reader);
        chatfmt_model_free(model);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_outcomes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
