/* tests/unit/test_misuse_rest.c - wrong and empty arguments of functions that say "NULL is allowed",
 * look something up, or read what another function made: what their headers promise for each. */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#define SOURCE "{% for m in messages %}{{ m.content }}{% endfor %}"
#define TEXT(literal) ((chatfmt_slice){literal, sizeof(literal) - 1})
#define EMPTY(slice) assert_int_equal((slice).length, 0)

/* ---- Looking things up ---- */

static void test_nothing_is_looked_up(void **state)
{
    chatfmt_format_info info = chatfmt_format_about(NULL);
    (void)state;
    assert_int_equal(chatfmt_analysis_continuity_count(NULL), 0);
    assert_null(chatfmt_analysis_continuity(NULL, 0));
    EMPTY(chatfmt_analysis_continuity_json(NULL));
    EMPTY(chatfmt_analysis_findings_json(NULL));
    assert_int_equal(chatfmt_comparer_count(NULL), 0);
    EMPTY(chatfmt_comparer_name(NULL, 0));
    EMPTY(chatfmt_comparer_arguments(NULL, 0));
    EMPTY(info.name);
    EMPTY(info.warning);
    EMPTY(chatfmt_formats_info(NULL, SIZE_MAX).name);
    assert_int_equal(chatfmt_format_stop_count(NULL), 0);
    EMPTY(chatfmt_format_stop(NULL, 0));
    assert_int_equal(chatfmt_format_stop_id(NULL, 0), -1);
    EMPTY(chatfmt_reader_detect(NULL, 5));
    EMPTY(chatfmt_reader_detect("", 0));
    EMPTY(chatfmt_reader_detect("no template of any family", 25));
    assert_int_equal(chatfmt_slice_is(TEXT(""), NULL), 0);
    assert_int_equal(chatfmt_slice_is(TEXT("a"), "a"), 1);
    assert_int_equal(chatfmt_slice_is(TEXT("a"), "b"), 0);
}

static void test_formats(void **state)
{
    chatfmt_format *format;
    size_t named = 0;
    (void)state;
    FINE(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL));
    assert_true(chatfmt_slice_is(chatfmt_format_about(format).name, "vicuna_v1.1"));
    EMPTY(chatfmt_format_about(format).warning);
    EMPTY(chatfmt_format_stop(format, chatfmt_format_stop_count(format)));
    chatfmt_format_free(format);
    for (size_t i = 0; chatfmt_formats_info(NULL, i).name.length; i++) named++;
    assert_int_equal(named, chatfmt_formats_count(NULL));
}

static void test_formats_of_class(void **state)
{
    chatfmt_slice name;
    (void)state;
    REFUSED(chatfmt_formats_of_class("x", 1, "", 0, NULL, e));
    REFUSED(chatfmt_formats_of_class(NULL, 1, "", 0, &name, e));
    REFUSED(chatfmt_formats_of_class("", 0, NULL, 1, &name, e));
    FINE(chatfmt_formats_of_class(NULL, 0, NULL, 0, &name, NULL));
    FINE(chatfmt_formats_of_class("LlamaTokenizer", 14, NULL, 0, &name, NULL));
    FINE(chatfmt_formats_of_class(NULL, 0, "llama", 5, &name, NULL));
    FINE(chatfmt_formats_of_class("NoSuchTokenizer", 15, "llama", 5, &name, NULL));
}

/* ---- Values ---- */

static void test_names_without_text(void **state)
{
    chatfmt_values *values;
    chatfmt_value object, text;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_object(values, &object, NULL));
    FINE(chatfmt_value_text(values, "t", &text, NULL));
    FINE(chatfmt_value_put(values, object, "name", text, NULL));
    assert_int_equal(chatfmt_value_put(values, object, NULL, text, NULL), CHATFMT_BAD_ARGUMENT);
    assert_true(chatfmt_slice_is(chatfmt_value_as_text(chatfmt_value_get(object, "name")), "t"));
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_get(object, NULL)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_count(object), 1);
    FINE(chatfmt_value_text(values, NULL, &text, NULL));
    assert_int_equal(chatfmt_value_kind_of(text), CHATFMT_VALUE_STRING);
    EMPTY(chatfmt_value_as_text(text));
    chatfmt_values_free(values);
}

static void test_batches(void **state)
{
    static const struct {
        const char *json;
        int batch;
    } rows[] = {{"[]", 0}, {"[[]]", 1}, {"[{}]", 0}, {"[{\"messages\": []}]", 0}, {"{}", 0}, {"5", 0}};
    chatfmt_values *values;
    chatfmt_value value;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_value_read_json(values, rows[i].json, strlen(rows[i].json), &value, NULL));
        assert_int_equal(chatfmt_applier_is_batch(value), rows[i].batch);
    }
    chatfmt_values_free(values);
}

/* ---- Conversations, readers, replies ---- */

static void test_conversations(void **state)
{
    chatfmt_formats *formats;
    chatfmt_conversation *conversation;
    chatfmt_format *format;
    (void)state;
    FINE(chatfmt_formats_new(NULL, &formats, NULL));
    FINE(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL));
    FINE(chatfmt_conversation_new(format, NULL, &conversation, NULL));
    REFUSED(chatfmt_formats_add_conversation(NULL, conversation, 0, e));
    REFUSED(chatfmt_formats_add_conversation(formats, NULL, 0, e));
    REFUSED(chatfmt_formats_add_conversation(formats, conversation, 2 * CHATFMT_FORMATS_OVERRIDE, e));
    FINE(chatfmt_formats_add_conversation(formats, conversation, CHATFMT_FORMATS_OVERRIDE, NULL));
    GIVES(CHATFMT_EXISTS, chatfmt_formats_add_conversation(formats, conversation, 0, e));
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_formats_free(formats);
}

static void test_response_templates(void **state)
{
    chatfmt_response_template *made;
    chatfmt_model *model;
    (void)state;
    FINE(chatfmt_model_from_template(SOURCE, strlen(SOURCE), NULL, &model, NULL));
    REFUSED(chatfmt_model_response_template(NULL, NULL, &made, e));
    assert_null(made);
    REFUSED(chatfmt_model_response_template(model, NULL, NULL, e));
    chatfmt_model_free(model);
}

static void test_reply_options(void **state)
{
    static const chatfmt_slice bad[] = {{NULL, 1}, {"", 0}};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *parser;
    (void)state;
    options.reserved = 1;
    REFUSED(chatfmt_reply_parser_new("qwen3", &options, &parser, e));
    options.reserved = 0;
    options.stop_count = 1;
    REFUSED(chatfmt_reply_parser_new("qwen3", &options, &parser, e));
    options.stops = bad;
    REFUSED(chatfmt_reply_parser_new("qwen3", &options, &parser, e));
    options.stops = bad + 1;
    REFUSED(chatfmt_reply_parser_new("qwen3", &options, &parser, e));
    options.stop_count = 0;
    options.begun = bad[0];
    REFUSED(chatfmt_reply_parser_new("qwen3", &options, &parser, e));
    assert_null(parser);
}

static void test_transcripts(void **state)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    char *text;
    size_t length;
    (void)state;
    limits.struct_size = 1;
    GIVES(CHATFMT_INPUT, chatfmt_transcript_write_within("chatml", NULL, 0, NULL, &text, &length, e));
    assert_null(text);
    REFUSED(chatfmt_transcript_write_within("chatml", "[]", 2, &limits, &text, &length, e));
    REFUSED(chatfmt_transcript_read_openai("chatml", "", 0, &limits, &text, &length, e));
    REFUSED(chatfmt_transcript_read_openai(NULL, "", 0, NULL, &text, &length, e));
}

/* ---- Spans and tokens ---- */

static void test_spans_that_are_not_there(void **state)
{
    static const char context[] = "{\"messages\": []}";
    const chatfmt_span *spans;
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    size_t count;
    (void)state;
    FINE(chatfmt_template_compile(SOURCE, strlen(SOURCE), NULL, &compiled, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    REFUSED(chatfmt_renderer_spans(renderer, &spans, &count, e));
    FINE(chatfmt_render_json(renderer, compiled, context, strlen(context), NULL, &text, NULL));
    REFUSED(chatfmt_renderer_spans(renderer, &spans, &count, e));
    REFUSED(chatfmt_renderer_spans(NULL, &spans, &count, e));
    REFUSED(chatfmt_renderer_spans(renderer, NULL, &count, e));
    REFUSED(chatfmt_renderer_spans(renderer, &spans, NULL, e));
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_spans_of_texts(void **state)
{
    static const char json[] = "{\"added_tokens\": [], \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}, "
                               "\"merges\": []}}";
    static const chatfmt_span wrong[][2] = {{{.begin = 0, .end = 1}, {.begin = 1, .end = 0}},
                                            {{.begin = 0, .end = 1}, {.begin = 1, .end = 3}},
                                            {{.begin = 0, .end = 1}, {.begin = 0, .end = 2}},
                                            {{.begin = 0, .end = 1}, {.begin = 1, .end = 1}}};
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    (void)state;
    FINE(chatfmt_tokenizer_read(json, strlen(json), NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    options.span_count = 2;
    options.policy = CHATFMT_TOKENS_SPECIAL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.spans = wrong[i];
        REFUSED(chatfmt_encoder_encode(encoder, "aa", 2, &options, &tokens, e));
    }
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_looked_up),   cmocka_unit_test(test_formats),
        cmocka_unit_test(test_formats_of_class),       cmocka_unit_test(test_names_without_text),
        cmocka_unit_test(test_batches),                cmocka_unit_test(test_conversations),
        cmocka_unit_test(test_response_templates),     cmocka_unit_test(test_reply_options),
        cmocka_unit_test(test_transcripts),            cmocka_unit_test(test_spans_that_are_not_there),
        cmocka_unit_test(test_spans_of_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
