/* tests/unit/test_reader.c - readers chosen, learned and refused; round trips; conversations; replies
 * as token ids; and each of it without memory.
 */
#include "support/counting.h"

#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TURNS(calls)                                                                           \
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}" calls                     \
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
#define EACH(call) "{% for c in m.tool_calls or [] %}" call "{% endfor %}"

static const char hermes[] = TURNS(EACH("\n<tool_call>\n{\"name\": \"{{ c.function.name }}\", "
                                        "\"arguments\": {{ c.function.arguments|tojson }}}\n"
                                        "</tool_call>"));
static const char unknown[] = TURNS(EACH("<!act {{ c.function.name }}!>"
                                         "{{ c.function.arguments|tojson }}<!done!>"));
static const char prose[] = TURNS(EACH("call {{ c.function.name }} with "
                                       "{{ c.function.arguments|tojson }}"));

/* Calls where content is null alone, of arguments that are objects or texts. */
#define NULLED(call)                                                                           \
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m['content'] is none %}" EACH(call)  \
    "{% else %}{{ m['content'] }}{% endif %}<|im_end|>\n{% endfor %}"                            \
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
static const char *const nulled[] = {
    NULLED("<!act {{ c.function.name }}!>{{ c.function.arguments|tojson }}<!done!>"),
    NULLED("{{ '<!act ' + c.function.name + '!>' + c.function.arguments + '<!done!>' }}")};

static chatfmt_slice words(const char *text) { return (chatfmt_slice){text, strlen(text)}; }

static bool says(chatfmt_slice text, const char *wanted)
{
    return text.length == strlen(wanted) && !memcmp(text.data, wanted, text.length);
}

static chatfmt_status choose(const char *source, const char *wanted,
                             const chatfmt_allocator *allocator, chatfmt_reader **out,
                             chatfmt_error *error)
{
    chatfmt_model_options model_options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_model *model;
    model_options.allocator = options.allocator = allocator;
    options.wanted = words(wanted);
    *out = NULL;
    chatfmt_status status =
        chatfmt_model_from_template(source, strlen(source), &model_options, &model, error);
    if (status) return status;
    status = chatfmt_reader_choose(model, &options, out, error);
    chatfmt_model_free(model);
    return status;
}

static void test_calls_without_content(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof nulled / sizeof *nulled; i++) {
        chatfmt_reader *reader;
        chatfmt_error error;
        assert_int_equal(choose(nulled[i], "", NULL, &reader, &error), CHATFMT_OK);
        const chatfmt_reader_facts *facts = chatfmt_reader_about(reader);
        assert_true(says(facts->name, "learned") && says(facts->shape, "named"));
        assert_true(facts->confirmed > 8);
        chatfmt_reader_free(reader);
    }
}

static void test_choose(void **state)
{
    chatfmt_reader *reader;
    chatfmt_error error;
    (void)state;
    assert_int_equal(choose(hermes, "", NULL, &reader, &error), CHATFMT_OK);
    const chatfmt_reader_facts *facts = chatfmt_reader_about(reader);
    assert_true(says(facts->name, "hermes") && says(facts->shape, "object"));
    assert_int_equal(facts->how, CHATFMT_READER_MARKERS);
    assert_true(facts->confirmed > 8 && facts->evidence.length && facts->json.length);
    chatfmt_reader_free(reader);
    assert_int_equal(choose(unknown, "auto", NULL, &reader, &error), CHATFMT_OK);
    facts = chatfmt_reader_about(reader);
    assert_true(says(facts->name, "learned") && says(facts->shape, "named"));
    assert_int_equal(facts->how, CHATFMT_READER_LEARNED);
    chatfmt_reader_free(reader);
    assert_int_equal(choose(prose, "learned", NULL, &reader, &error), CHATFMT_NOT_FOUND);
    assert_null(reader);
    assert_non_null(strstr(error.text, "no marker"));
    assert_int_equal(choose("{{ 1 + }}", "", NULL, &reader, &error), CHATFMT_SYNTAX);
    assert_int_equal(choose(hermes, "gpt-oss", NULL, &reader, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_reader_about(reader)->how, CHATFMT_READER_NAMED);
    chatfmt_reader_free(reader);
    assert_int_equal(choose(hermes, "nope", NULL, &reader, &error), CHATFMT_NOT_FOUND);
    assert_int_equal(chatfmt_reader_choose(NULL, NULL, &reader, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_reader_choose(NULL, NULL, NULL, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_reader_about(NULL)->confirmed, 0);
    chatfmt_reader_free(NULL);
}

/* Templates that fail for the plainest conversation: the reason, and nothing uninitialised (scripts/memcheck). */
static void test_failing(void **state)
{
    static const char *const sources[] = {
        "{{ raise_exception('no') }}", "{% for i in range(10**9) %}x{% endfor %}", "{{ messages[0].name.first }}",
        "{% if messages[0].role != 'system' %}{{ raise_exception('a system message is required') }}{% endif %}"};
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        chatfmt_reader *reader;
        chatfmt_error error;
        assert_int_equal(choose(sources[i], "", NULL, &reader, &error), CHATFMT_NOT_FOUND);
        assert_non_null(strstr(error.text, "it fails for a user's message with an answer: "));
        assert_true(error.line == 1 && !error.path[0]);
    }
}

/* A render that reaches a limit ends the work: the others would reach it, too. */
static void test_limit(void **state)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_model *model;
    chatfmt_reader *reader;
    chatfmt_error error;
    int together = 0;
    (void)state;
    assert_int_equal(chatfmt_model_from_template(hermes, sizeof hermes - 1, NULL, &model, NULL), CHATFMT_OK);
    options.limits = &limits;
    for (limits.fuel = 5;; limits.fuel *= 10) {
        char begins[64];
        snprintf(begins, sizeof begins, "limit exceeded: fuel is %d, reached ", (int)limits.fuel);
        chatfmt_status status = chatfmt_reader_choose(model, &options, &reader, &error);
        if (!status) break; /* all of them had enough */
        assert_int_equal(status, CHATFMT_LIMIT);
        if (strncmp(error.text, begins, strlen(begins))) fail_msg("%s", error.text);
        if (strstr(error.text, "(by all renders together)")) together++;
        else assert_non_null(strstr(error.text, "(by a render that chooses a reader)"));
        assert_null(reader);
    }
    chatfmt_reader_free(reader);
    assert_in_range(limits.fuel, 5000, 500000);
    assert_true(together > 0);
    limits = (chatfmt_limits)CHATFMT_LIMITS_INIT;
    assert_int_equal(chatfmt_reader_choose(model, &options, &reader, &error), CHATFMT_OK);
    chatfmt_reader_free(reader);
    chatfmt_model_free(model);
}

static void test_learned_reads(void **state)
{
    static const char text[] = "So:<!act f!>{\"a\": \"<!done!>\"}<!done!><|im_end|>";
    chatfmt_reader *reader;
    chatfmt_reply_parser *reply;
    chatfmt_slice json;
    chatfmt_error error;
    (void)state;
    assert_int_equal(choose(unknown, "learned", NULL, &reader, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_open(reader, NULL, &reply, &error), CHATFMT_OK);
    for (size_t i = 0; text[i]; i++)
        assert_int_equal(chatfmt_reply_parser_feed(reply, text + i, 1, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_finish(reply, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_reply_parser_message(reply, &json, &error), CHATFMT_OK);
    assert_true(says(json, "{\"role\": \"assistant\", \"content\": \"So:\", \"tool_calls\": [{\"id\": "
                           "\"call_0\", \"type\": \"function\", \"function\": {\"name\": \"f\", "
                           "\"arguments\": \"{\\\"a\\\": \\\"<!done!>\\\"}\"}}]}"));
    chatfmt_reply_parser_free(reply);
    assert_int_equal(chatfmt_reply_parser_open(NULL, NULL, &reply, &error), CHATFMT_BAD_ARGUMENT);
    chatfmt_reader_free(reader);
}

static void trip(const char *source, const char *message, chatfmt_round_trip_outcome wanted)
{
    char text[512] = "[{\"role\": \"user\", \"content\": \"u\"}, ";
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_reader *reader;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value conversation;
    const chatfmt_round_trip *out;
    strcat(strcat(text, message), "]");
    assert_int_equal(choose(source, "", NULL, &reader, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_from_template(source, strlen(source), NULL, &model, NULL), 0);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), 0);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), 0);
    assert_int_equal(chatfmt_value_read_json(values, text, strlen(text), &conversation, NULL), 0);
    assert_int_equal(
        chatfmt_applier_round_trip(chat, model, reader, conversation, &options, &out, NULL), 0);
    assert_int_equal(out->outcome, wanted);
    assert_int_equal(chatfmt_applier_round_trip(chat, model, NULL, conversation, &options, &out, NULL),
                     CHATFMT_BAD_ARGUMENT);
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
    chatfmt_reader_free(reader);
}

#define CALL(arguments)                                                                        \
    "{\"role\": \"assistant\", \"content\": \"\", \"tool_calls\": [{\"id\": \"1\", \"type\": "     \
    "\"function\", \"function\": {\"name\": \"f\", \"arguments\": " arguments "}}]}"

static void test_round_trips(void **state)
{
    (void)state;
    trip(hermes, "{\"role\": \"assistant\", \"content\": \"hi {x} <b>\"}", CHATFMT_ROUND_TRIP_EQUAL);
    trip(hermes, CALL("{\"a\": [1, \"</tool_call>\", null]}"), CHATFMT_ROUND_TRIP_EQUAL);
    trip(unknown, CALL("{\"a\": \"<!done!>\"}"), CHATFMT_ROUND_TRIP_EQUAL);
    /* The content holds what ends a turn. */
    trip(hermes, "{\"role\": \"assistant\", \"content\": \"a <|im_end|> b\"}",
         CHATFMT_ROUND_TRIP_DIFFERENT);
    trip(hermes, "{\"role\": \"assistant\", \"content\": 1}", CHATFMT_ROUND_TRIP_EQUAL);
    trip("{{ messages[0].content }}{{ raise_exception('no') if messages[1].bad }}{{ messages[1]"
         ".content }}</s>",
         "{\"role\": \"assistant\", \"content\": \"x\", \"bad\": true}", CHATFMT_ROUND_TRIP_NOT_SHOWN);
}

static void test_transcripts(void **state)
{
    static const char text[] = "<|im_start|>user name=file\n[]<|im_end|>\n<|im_start|>assistant\n";
    char *json, *back;
    size_t length;
    chatfmt_error error;
    (void)state;
    assert_true(chatfmt_transcript_count() > 3);
    assert_true(says(chatfmt_transcript_name(0), "internlm2"));
    assert_int_equal(chatfmt_transcript_name(1000).length, 0);
    assert_int_equal(
        chatfmt_transcript_read("internlm2", text, strlen(text), &json, &length, &error), 0);
    assert_string_equal(json, "{\"messages\": [{\"role\": \"user\", \"name\": \"file\", \"content\": "
                              "\"[]\"}], \"add_generation_prompt\": true}");
    assert_int_equal(chatfmt_transcript_write("internlm2", json, length, &back, NULL, &error), 0);
    assert_string_equal(back, text);
    chatfmt_text_free(json);
    chatfmt_text_free(back);
    assert_int_equal(chatfmt_transcript_read("nope", "", 0, &json, NULL, &error), CHATFMT_NOT_FOUND);
    assert_int_equal(chatfmt_transcript_read(NULL, "", 0, &json, NULL, &error),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_transcript_write("chatml", "{", 1, &back, NULL, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_transcript_write("chatml", "{}", 2, &back, NULL, &error), CHATFMT_TYPE);
    assert_int_equal(chatfmt_transcript_write("chatml", "[1]", 3, &back, NULL, &error),
                     CHATFMT_TYPE);
    assert_int_equal(chatfmt_transcript_write("chatml", "[{\"role\": 1}]", 13, &back, NULL, &error),
                     CHATFMT_TYPE);
    assert_null(back);
}

/* Without memory a probe may seem not to be shown; then no reader is told. Every twentieth allocation
 * fails, and all behind it. */
static void test_no_memory(void **state)
{
    const char *const sources[] = {hermes, unknown};
    (void)state;
    for (size_t s = 0; s < 2; s++)
        for (size_t n = 1;; n += 20) {
            counting memory = {.fail_at = n, .fail_after = 1};
            chatfmt_allocator allocator = counting_allocator(&memory);
            chatfmt_reader *reader = NULL;
            chatfmt_status status = choose(sources[s], "", &allocator, &reader, NULL);
            assert_int_equal(status == CHATFMT_OK, reader != NULL);
            chatfmt_reader_free(reader);
            assert_int_equal(memory.live, 0);
            if (status == CHATFMT_OK) break;
            assert_true(status == CHATFMT_NO_MEMORY || status == CHATFMT_NOT_FOUND);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choose), cmocka_unit_test(test_failing),
        cmocka_unit_test(test_limit),      cmocka_unit_test(test_learned_reads),
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_transcripts),
        cmocka_unit_test(test_no_memory),   cmocka_unit_test(test_calls_without_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
