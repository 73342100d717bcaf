/* tests/unit/test_misuse_words.c - what errors of wrong arguments and of wrong items say: the name that
 * the header has, the item, the limit.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#define NAMED(name, call)                                                                      \
    do {                                                                                       \
        REFUSED(call);                                                                         \
        assert_string_equal(error.text, name " is NULL");                                      \
    } while (0)
#define AT(where, wanted, call)                                                                \
    do {                                                                                       \
        GIVES(wanted, call);                                                                   \
        assert_string_equal(error.path, where);                                                \
    } while (0)

static void assert_text(const char *wanted)
{
    if (!strstr(error.text, wanted)) fail_msg("\"%s\" has no \"%s\"", error.text, wanted);
}

static chatfmt_value read_value(chatfmt_values *values, const char *json)
{
    chatfmt_value value;
    FINE(chatfmt_value_read_json(values, json, strlen(json), &value, NULL));
    return value;
}

static void test_values(void **state)
{
    static const char *const numbers[] = {"007", "+1", "-0", "", "1.5", "-"};
    chatfmt_values *values;
    chatfmt_value object, array, value;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_object(values, &object, NULL));
    array = read_value(values, "[]");
    NAMED("items", chatfmt_value_object_of(values, NULL, 1, &value, e));
    NAMED("items", chatfmt_value_array_of(values, NULL, 1, &value, e));
    NAMED("key", chatfmt_value_put(values, object, NULL, object, e));
    GIVES(CHATFMT_LIMIT, chatfmt_value_array_of(values, &object, 0xFFFFFFF0u, &value, e));
    assert_string_equal(error.text, "limit exceeded: items is 1073741823, reached 4294967280");
    GIVES(CHATFMT_LIMIT, chatfmt_value_object_of(values, &object, 0x40000000u, &value, e));
    assert_string_equal(error.text, "limit exceeded: items is 1073741823, reached 2147483648");
    REFUSED(chatfmt_value_push(values, object, object, e));
    assert_string_equal(error.text, "array is not an array");
    REFUSED(chatfmt_value_push(values, chatfmt_value_int(values, 1), object, e));
    assert_string_equal(error.text, "array is not an array");
    REFUSED(chatfmt_value_push(values, (chatfmt_value){{0, 0}}, object, e));
    assert_string_equal(error.text, "array is not an array");
    REFUSED(chatfmt_value_push(values, array, object, e));
    assert_text("array cannot grow");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        GIVES(CHATFMT_INPUT,
              chatfmt_value_big_int(values, numbers[i], strlen(numbers[i]), &value, e));
        assert_text("shortest form");
    }
    chatfmt_values_free(values);
}

static void test_transcripts(void **state)
{
    static const char messages[] = "[{\"role\": \"user\", \"content\": \"a\"}, 5]";
    static const char contents[] = "{\"messages\": [{\"role\": \"user\", \"content\": 5}]}";
    static const char nameless[] = "[{\"content\": \"a\"}]";
    char *text;
    (void)state;
    NAMED("text", chatfmt_transcript_read("chatml", NULL, 1, &text, NULL, e));
    NAMED("json", chatfmt_transcript_read("chatml", "", 0, NULL, NULL, e));
    NAMED("json", chatfmt_transcript_read_openai("chatml", "", 0, NULL, NULL, NULL, e));
    NAMED("json", chatfmt_transcript_write("chatml", NULL, 1, &text, NULL, e));
    NAMED("text", chatfmt_transcript_write("chatml", "[]", 2, NULL, NULL, e));
    AT("messages[1]", CHATFMT_TYPE,
       chatfmt_transcript_write("chatml", messages, sizeof messages - 1, &text, NULL, e));
    AT("messages[0]", CHATFMT_TYPE,
       chatfmt_transcript_write("chatml", contents, sizeof contents - 1, &text, NULL, e));
    AT("messages[0]", CHATFMT_TYPE,
       chatfmt_transcript_write("chatml", nameless, sizeof nameless - 1, &text, NULL, e));
}

static void test_formats(void **state)
{
    static const char rows[] =
        "{\"formats\": [{\"name\": \"a\", \"program\": \"style/chatml\"}, {\"name\": \"a/b\"}]}";
    chatfmt_formats *formats;
    chatfmt_format *format;
    chatfmt_renderer *renderer;
    chatfmt_values *values;
    chatfmt_conversation *c;
    const chatfmt_training *training;
    const chatfmt_slice none = {NULL, 0};
    (void)state;
    FINE(chatfmt_formats_new(NULL, &formats, NULL));
    AT("formats[1]", CHATFMT_INPUT, chatfmt_formats_add(formats, rows, sizeof rows - 1, 0, e));
    assert_text("without '/'");
    GIVES(CHATFMT_NOT_FOUND, chatfmt_format_open(NULL, "a\0b", 3, NULL, &format, e));
    assert_string_equal(error.text, "no format named 'a' and a NUL");
    FINE(chatfmt_format_open(NULL, "foo/vicuna_v1.1", 15, NULL, &format, NULL));
    assert_true(chatfmt_slice_is(chatfmt_format_about(format).name, "vicuna_v1.1"));
    assert_true(chatfmt_slice_is(chatfmt_format_about(format).system, "fastchat"));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_conversation_new(format, NULL, &c, NULL));
    NAMED("json", chatfmt_conversation_convert(c, "openai", renderer, NULL, e));
    NAMED("renderer", chatfmt_conversation_convert(c, "openai", NULL, &(chatfmt_slice){NULL, 0}, e));
    chatfmt_conversation_free(c);
    static const struct {
        const char *source, *path, *text;
        chatfmt_status wanted;
    } samples[] = {
        {"[{\"from\": \"human\", \"value\": \"a\"}, 5]", "conversations[1]", "a turn is not an object",
         CHATFMT_KEY},
        {"[5]", "conversations[0]", "a turn is not an object", CHATFMT_KEY},
        {"[{\"from\": \"human\", \"value\": \"a\"}, {\"from\": \"x\"}]", "conversations[1]", "not 'x'",
         CHATFMT_KEY},
        {"[{\"from\": \"gpt\", \"value\": \"a\"}, {\"from\": \"gpt\", \"value\": \"a\"}]", "conversations[1]",
         "do not alternate", CHATFMT_VALUE},
        {"[{\"from\": \"human\", \"value\": 5}]", "conversations[0]", "no text \"value\"", CHATFMT_INPUT},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        AT(samples[i].path, samples[i].wanted,
           chatfmt_format_train(renderer, format, "train", read_value(values, samples[i].source), none,
                                0, NULL, 0, &training, e));
        assert_text(samples[i].text);
    }
    AT("append[1].role_index", CHATFMT_INPUT,
       chatfmt_conversation_read(NULL, read_value(values, "{\"template\": \"vicuna_v1.1\", \"append\": "
                                 "[{\"role_index\": 0, \"content\": \"a\"}, {\"role_index\": 7}]}"),
                                 NULL, &c, e));
    assert_text("no role number 7");
    AT("append[0].role_index", CHATFMT_INPUT,
       chatfmt_conversation_read(NULL, read_value(values, "{\"template\": \"vicuna_v1.1\", \"append\": "
                                 "[{\"role_index\": -1}]}"), NULL, &c, e));
    AT("append[0]", CHATFMT_INPUT,
       chatfmt_conversation_read(NULL, read_value(values, "{\"template\": \"vicuna_v1.1\", \"append\": "
                                 "[5]}"), NULL, &c, e));
    AT("append[1].content", CHATFMT_INPUT,
       chatfmt_conversation_read(NULL, read_value(values, "{\"template\": \"vicuna_v1.1\", \"append\": "
                                 "[{\"role_index\": 0, \"content\": \"a\"}, {\"role_index\": 1, \"content\": 3}]}"),
                                 NULL, &c, e));
    AT("messages[1]", CHATFMT_INPUT,
       chatfmt_conversation_read(NULL, read_value(values, "{\"conv\": {\"name\": \"x\", \"roles\": [\"U\", \"A\"], "
                                 "\"messages\": [[\"U\", \"a\"], [\"A\", 3]]}}"), NULL, &c, e));
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_format_free(format);
    chatfmt_formats_free(formats);
}

static void test_batches(void **state)
{
    static const char tokens[] =
        "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}, \"merges\": []}}";
    chatfmt_model *model;
    chatfmt_applier *applier;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_value absent = {{0, 0}};
    const chatfmt_prompt *const *rows;
    size_t count;
    (void)state;
    FINE(chatfmt_model_from_template("a", 1, NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &applier, NULL));
    FINE(chatfmt_tokenizer_read(tokens, sizeof tokens - 1, NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    NAMED("rows", chatfmt_applier_encode_batch(applier, model, encoder, absent, NULL, NULL, NULL,
                                               &count, e));
    NAMED("count", chatfmt_applier_encode_batch(applier, model, encoder, absent, NULL, NULL, &rows,
                                                NULL, e));
    NAMED("encoder", chatfmt_applier_encode_batch(applier, model, NULL, absent, NULL, NULL, &rows,
                                                  NULL, e));
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_applier_free(applier);
    chatfmt_model_free(model);
}

static void test_stops(void **state)
{
    const chatfmt_slice stops[] = {{"a", 1}, {NULL, 3}};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *parser;
    (void)state;
    options.stop_count = 2;
    NAMED("stops", chatfmt_reply_parser_new("hermes", &options, &parser, e));
    options.stops = stops;
    AT("stops[1]", CHATFMT_BAD_ARGUMENT, chatfmt_reply_parser_new("hermes", &options, &parser, e));
    assert_string_equal(error.text, "a stop string is NULL");
}

/* Of short words the whole is near, or what begins as they do. */
static void test_suggestions(void **state)
{
    static const chatfmt_slice names[] = {{"openai", 6}, {"tool", 4}, {"user", 4}, {"llama3", 6},
                                          {"assistant", 9}};
    static const struct {
        const char *word, *near;
    } cases[] = {{"nope", ""}, {"foo", ""},  {"usr", "user"},  {"ser", "user"}, {"opne", "openai"},
                 {"tol", "tool"}, {"lama", "llama3"}, {"lama3", "llama3"}, {"lllam", "llama3"},
                 {"xssistant", "assistant"}, {"op", "openai"}, {"ollo", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_slice near = chatfmt_suggest(chatfmt_slice_of(cases[i].word), names, 5);
        if (!chatfmt_slice_is(near, cases[i].near))
            fail_msg("%s: %.*s", cases[i].word, (int)near.length, near.data);
    }
}

/* Slices that have a length and no text are equal to none. */
static void test_slices(void **state)
{
    const chatfmt_slice lost[] = {{NULL, 3}, {"tool", 4}};
    chatfmt_model *model;
    (void)state;
    assert_false(chatfmt_slice_is(lost[0], "abc"));
    assert_true(chatfmt_slice_is(chatfmt_suggest(chatfmt_slice_of("tol"), lost, 2), "tool"));
    FINE(chatfmt_model_from_template("a", 1, NULL, &model, NULL));
    assert_int_equal(chatfmt_model_template_shown(model, (chatfmt_slice){NULL, 7}).length, 0);
    chatfmt_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_transcripts),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_stops),   cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
