/* tests/unit/test_arguments.c - wrong arguments of every public function: refused as such, with
 * and without a place for the error, and nothing is handed out. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static chatfmt_error error;

/* `call` uses `e` for its error. */
#define REFUSED(call)                                                        \
    do {                                                                     \
        chatfmt_error *e = &error;                                           \
        error.status = CHATFMT_OK;                                           \
        assert_int_equal(call, CHATFMT_BAD_ARGUMENT);                        \
        assert_int_equal(error.status, CHATFMT_BAD_ARGUMENT);                \
        assert_true(error.text[0] != '\0');                                  \
        e = NULL;                                                            \
        assert_int_equal(call, CHATFMT_BAD_ARGUMENT);                        \
    } while (0)

/* An options struct of another version: bytes that only a newer caller knows. */
#define NEWER(type, name, init)                                              \
    struct {                                                                 \
        type options;                                                        \
        size_t more;                                                         \
    } name = {init, 1};                                                      \
    name.options.struct_size = sizeof name

static void test_templates(void **state)
{
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    const chatfmt_span *spans;
    chatfmt_slice text;
    size_t count;
    chatfmt_value none = {{0, 0}};
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    compile_options.flags = 0x40000000;
    REFUSED(chatfmt_template_compile("", 0, &compile_options, &compiled, e));
    NEWER(chatfmt_compile_options, newer, CHATFMT_COMPILE_OPTIONS_INIT);
    REFUSED(chatfmt_template_compile("", 0, &newer.options, &compiled, e));
    REFUSED(chatfmt_template_compile(NULL, 1, NULL, &compiled, e));
    REFUSED(chatfmt_template_compile("", 0, NULL, NULL, e));
    assert_null(compiled);
    REFUSED(chatfmt_renderer_new(NULL, NULL, e));
    assert_int_equal(chatfmt_template_compile("a", 1, NULL, &compiled, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    REFUSED(chatfmt_render_json(NULL, compiled, "{}", 2, NULL, &text, e));
    REFUSED(chatfmt_render_json(renderer, NULL, "{}", 2, NULL, &text, e));
    REFUSED(chatfmt_render_json(renderer, compiled, NULL, 2, NULL, &text, e));
    REFUSED(chatfmt_render_json(renderer, compiled, "{}", 2, NULL, NULL, e));
    REFUSED(chatfmt_render_value(NULL, compiled, none, NULL, &text, e));
    options.flags = 0x40000000;
    REFUSED(chatfmt_render_json(renderer, compiled, "{}", 2, &options, &text, e));
    REFUSED(chatfmt_renderer_spans(NULL, &spans, &count, e));
    REFUSED(chatfmt_renderer_spans(renderer, NULL, &count, e));
    REFUSED(chatfmt_renderer_spans(renderer, &spans, NULL, e));
    assert_int_equal(chatfmt_template_source(NULL).length, 0);
    chatfmt_renderer_free(renderer);
    chatfmt_renderer_free(NULL);
    chatfmt_template_free(compiled);
    chatfmt_template_free(NULL);
}

static void test_values(void **state)
{
    chatfmt_values *values = NULL;
    chatfmt_value array, text, absent = {{0, 0}};
    chatfmt_slice json;
    (void)state;
    REFUSED(chatfmt_values_new(NULL, NULL, NULL, e));
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    REFUSED(chatfmt_value_read_json(NULL, "1", 1, &array, e));
    REFUSED(chatfmt_value_read_json(values, NULL, 1, &array, e));
    REFUSED(chatfmt_value_read_json(values, "1", 1, NULL, e));
    REFUSED(chatfmt_value_string(NULL, "a", 1, &text, e));
    REFUSED(chatfmt_value_string(values, NULL, 1, &text, e));
    REFUSED(chatfmt_value_string(values, "a", 1, NULL, e));
    REFUSED(chatfmt_value_string_borrowed(values, NULL, 1, &text, e));
    REFUSED(chatfmt_value_array(NULL, &array, e));
    REFUSED(chatfmt_value_array(values, NULL, e));
    REFUSED(chatfmt_value_object(NULL, &array, e));
    REFUSED(chatfmt_value_object(values, NULL, e));
    assert_int_equal(chatfmt_value_string(values, "a", 1, &text, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_array(values, &array, NULL), CHATFMT_OK);
    REFUSED(chatfmt_value_push(values, text, text, e));
    REFUSED(chatfmt_value_push(NULL, array, text, e));
    REFUSED(chatfmt_value_set(values, array, "a", 1, text, e));
    REFUSED(chatfmt_value_write_json(NULL, text, &json, e));
    REFUSED(chatfmt_value_write_json(values, text, NULL, e));
    assert_int_equal(chatfmt_value_kind_of(absent), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_count(text), 0);
    assert_int_equal(chatfmt_value_count(absent), 0);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_at(array, 3)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_find(array, "a", 1)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_key_at(array, 0).length, 0);
    assert_int_equal(chatfmt_value_as_text(array).length, 0);
    chatfmt_values_reset(NULL);
    chatfmt_values_free(values);
    chatfmt_values_free(NULL);
}

static void test_tokenizers(void **state)
{
    static const char json[] = "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}, \"merges\": []}}";
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    chatfmt_decode_stream *stream = NULL;
    const chatfmt_tokens *tokens;
    chatfmt_slice text;
    uint32_t id = 0;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_span spans[2] = {{.begin = 0, .end = 1}, {.begin = 2, .end = 2}};
    (void)state;
    REFUSED(chatfmt_tokenizer_read(json, sizeof json - 1, NULL, NULL, e));
    REFUSED(chatfmt_tokenizer_read(NULL, 5, NULL, &tokenizer, e));
    REFUSED(chatfmt_tokenizer_load(NULL, NULL, &tokenizer, e));
    REFUSED(chatfmt_tokenizer_load("x", NULL, NULL, e));
    NEWER(chatfmt_tokenizer_options, newer, CHATFMT_TOKENIZER_OPTIONS_INIT);
    REFUSED(chatfmt_tokenizer_read(json, sizeof json - 1, &newer.options, &tokenizer, e));
    assert_int_equal(chatfmt_tokenizer_read(json, sizeof json - 1, NULL, &tokenizer, NULL), CHATFMT_OK);
    REFUSED(chatfmt_encoder_new(NULL, NULL, &encoder, e));
    REFUSED(chatfmt_encoder_new(tokenizer, NULL, NULL, e));
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    REFUSED(chatfmt_encoder_encode(NULL, "a", 1, NULL, &tokens, e));
    REFUSED(chatfmt_encoder_encode(encoder, NULL, 1, NULL, &tokens, e));
    REFUSED(chatfmt_encoder_encode(encoder, "a", 1, NULL, NULL, e));
    options.flags = 0x40000000;
    REFUSED(chatfmt_encoder_encode(encoder, "a", 1, &options, &tokens, e));
    options.flags = 0;
    options.policy = (chatfmt_token_policy)77;
    REFUSED(chatfmt_encoder_encode(encoder, "a", 1, &options, &tokens, e));
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.literals = (chatfmt_slice){NULL, 1};
    REFUSED(chatfmt_encoder_encode(encoder, "a", 1, &options, &tokens, e));
    options.literals.length = 0;
    options.spans = spans;
    for (options.span_count = 1; options.span_count <= 2; options.span_count++)
        REFUSED(chatfmt_encoder_encode(encoder, "aa", 2, &options, &tokens, e));
    assert_int_equal(chatfmt_encoder_encode(encoder, "\xff", 1, NULL, &tokens, NULL), CHATFMT_INPUT);
    REFUSED(chatfmt_encoder_decode(NULL, &id, 1, 0, &text, e));
    REFUSED(chatfmt_encoder_decode(encoder, NULL, 1, 0, &text, e));
    REFUSED(chatfmt_encoder_decode(encoder, &id, 1, 0, NULL, e));
    REFUSED(chatfmt_encoder_decode(encoder, &id, 1, 0x40000000, &text, e));
    REFUSED(chatfmt_decode_stream_new(NULL, 0, &stream, e));
    REFUSED(chatfmt_decode_stream_new(encoder, 0, NULL, e));
    REFUSED(chatfmt_decode_stream_new(encoder, 0x40000000, &stream, e));
    REFUSED(chatfmt_decode_stream_push(NULL, 0, &text, e));
    assert_int_equal(chatfmt_tokenizer_id(NULL, "a", 1), -1);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, NULL, 1), -1);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "b", 1), -1);
    assert_null(chatfmt_tokenizer_text(NULL, 0).data);
    assert_null(chatfmt_tokenizer_text(tokenizer, 9).data);
    chatfmt_decode_stream_free(NULL);
    chatfmt_encoder_free(encoder);
    chatfmt_encoder_free(NULL);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_tokenizer_free(NULL);
}

static void test_replies(void **state)
{
    chatfmt_reply_parser *reply = NULL;
    chatfmt_actions *actions = NULL;
    chatfmt_slice json;
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    (void)state;
    options.flags = 0x40000000;
    REFUSED(chatfmt_reply_parser_new("hermes", &options, &reply, e));
    REFUSED(chatfmt_reply_parser_new(NULL, NULL, &reply, e));
    REFUSED(chatfmt_reply_parser_new("hermes", NULL, NULL, e));
    NEWER(chatfmt_reply_options, newer, CHATFMT_REPLY_OPTIONS_INIT);
    REFUSED(chatfmt_reply_parser_new("hermes", &newer.options, &reply, e));
    assert_int_equal(chatfmt_reply_parser_new("no such family", NULL, &reply, NULL), CHATFMT_NOT_FOUND);
    assert_null(reply);
    assert_int_equal(chatfmt_reply_parser_new("hermes", NULL, &reply, NULL), CHATFMT_OK);
    REFUSED(chatfmt_reply_parser_feed(NULL, "a", 1, e));
    REFUSED(chatfmt_reply_parser_feed(reply, NULL, 1, e));
    REFUSED(chatfmt_reply_parser_finish(NULL, e));
    REFUSED(chatfmt_reply_parser_message(NULL, &json, e));
    REFUSED(chatfmt_reply_parser_message(reply, NULL, e));
    assert_null(chatfmt_reply_parser_next(NULL));
    assert_null(chatfmt_reply_parser_next(reply));
    chatfmt_reply_parser_restart(NULL);
    chatfmt_reply_parser_free(reply);
    chatfmt_reply_parser_free(NULL);
    REFUSED(chatfmt_actions_new(NULL, NULL, e));
    assert_int_equal(chatfmt_actions_new(NULL, &actions, NULL), CHATFMT_OK);
    REFUSED(chatfmt_actions_feed(NULL, "a", 1, e));
    REFUSED(chatfmt_actions_feed(actions, NULL, 1, e));
    assert_int_equal(chatfmt_actions_feed(actions, NULL, 0, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_actions_feed(actions, NULL, 0, NULL), CHATFMT_OK);
    REFUSED(chatfmt_actions_feed(actions, "a", 1, e));
    REFUSED(chatfmt_actions_result(NULL, &json, e));
    REFUSED(chatfmt_actions_result(actions, NULL, e));
    REFUSED(chatfmt_actions_state(NULL, &json, e));
    chatfmt_actions_free(actions);
    chatfmt_actions_free(NULL);
    assert_int_equal(chatfmt_reader_at(100000).name.length, 0);
    assert_int_equal(chatfmt_reader_detect(NULL, 0).length, 0);
}

static void test_formats(void **state)
{
    chatfmt_formats *formats = NULL;
    chatfmt_format *format = NULL;
    chatfmt_stopper *stopper = NULL;
    chatfmt_values *values = NULL;
    chatfmt_renderer *renderer = NULL;
    const chatfmt_format_match *match;
    const chatfmt_training *training;
    chatfmt_slice text, stop = {NULL, 3};
    chatfmt_value absent = {{0, 0}};
    (void)state;
    REFUSED(chatfmt_formats_new(NULL, NULL, e));
    assert_int_equal(chatfmt_formats_new(NULL, &formats, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    REFUSED(chatfmt_formats_add(NULL, "{}", 2, 0, e));
    REFUSED(chatfmt_formats_add(formats, NULL, 2, 0, e));
    REFUSED(chatfmt_formats_add(formats, "{}", 2, 0x40000000, e));
    REFUSED(chatfmt_formats_add_conversation(formats, NULL, 0, e));
    REFUSED(chatfmt_format_open(NULL, NULL, 1, NULL, &format, e));
    REFUSED(chatfmt_format_open(NULL, "chatml", 6, NULL, NULL, e));
    REFUSED(chatfmt_format_open_styled(NULL, NULL, 1, NULL, &format, e));
    REFUSED(chatfmt_format_open_styled(NULL, "chatml", 6, NULL, NULL, e));
    assert_int_equal(chatfmt_format_open(NULL, "chatml", 6, NULL, &format, NULL), CHATFMT_OK);
    REFUSED(chatfmt_format_render(NULL, format, NULL, absent, NULL, &text, e));
    REFUSED(chatfmt_format_render(renderer, NULL, NULL, absent, NULL, &text, e));
    REFUSED(chatfmt_format_render(renderer, format, NULL, absent, NULL, NULL, e));
    chatfmt_model *as_model;
    const chatfmt_training_ids *ids;
    REFUSED(chatfmt_format_train_ids(NULL, format, "train", absent, NULL, NULL, &ids, e));
    REFUSED(chatfmt_format_train_ids(renderer, format, "train", absent, NULL, NULL, &ids, e));
    REFUSED(chatfmt_format_train_ids(renderer, NULL, "train", absent, NULL, NULL, NULL, e));
    REFUSED(chatfmt_model_from_format(NULL, NULL, NULL, &as_model, e));
    REFUSED(chatfmt_model_from_format(format, NULL, NULL, NULL, e));
    REFUSED(chatfmt_format_export(NULL, values, &text, e));
    REFUSED(chatfmt_format_export(format, NULL, &text, e));
    REFUSED(chatfmt_format_export(format, values, NULL, e));
    REFUSED(chatfmt_formats_match(NULL, 1, 0, values, &match, e));
    REFUSED(chatfmt_formats_match("a", 1, 0, NULL, &match, e));
    REFUSED(chatfmt_formats_match("a", 1, 0, values, NULL, e));
    REFUSED(chatfmt_stopper_new(&stop, 1, NULL, &stopper, e));
    REFUSED(chatfmt_stopper_new(NULL, 1, NULL, &stopper, e));
    REFUSED(chatfmt_stopper_new(NULL, 0, NULL, NULL, e));
    REFUSED(chatfmt_format_train(NULL, format, "train", absent, stop, 0, NULL, 0, &training, e));
    REFUSED(chatfmt_format_train(renderer, format, NULL, absent, stop, 0, NULL, 0, &training, e));
    REFUSED(chatfmt_format_train(renderer, format, "train", absent, stop, 0, NULL, 0, NULL, e));
    assert_int_equal(chatfmt_format_stop(format, 99).length, 0);
    assert_int_equal(chatfmt_format_stop_id(format, 99), -1);
    assert_int_equal(chatfmt_formats_info(formats, 100000).name.length, 0);
    chatfmt_stopper_free(NULL);
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
    chatfmt_format_free(format);
    chatfmt_format_free(NULL);
    chatfmt_formats_free(formats);
    chatfmt_formats_free(NULL);
}

static void test_conversations(void **state)
{
    chatfmt_format *format = NULL;
    chatfmt_conversation *c = NULL, *copy = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_values *values = NULL;
    chatfmt_slice text, role = {"user", 4}, no_text = {NULL, 3};
    chatfmt_value object;
    (void)state;
    assert_int_equal(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    REFUSED(chatfmt_conversation_new(NULL, NULL, &c, e));
    REFUSED(chatfmt_conversation_new(format, NULL, NULL, e));
    assert_int_equal(chatfmt_value_object(values, &object, NULL), CHATFMT_OK);
    REFUSED(chatfmt_conversation_read(NULL, object, NULL, NULL, e));
    REFUSED(chatfmt_conversation_copy(NULL, NULL, &copy, e));
    assert_int_equal(chatfmt_conversation_new(format, NULL, &c, NULL), CHATFMT_OK);
    REFUSED(chatfmt_conversation_copy(c, NULL, NULL, e));
    REFUSED(chatfmt_conversation_set_system(NULL, "a", 1, e));
    REFUSED(chatfmt_conversation_set_system(c, NULL, 1, e));
    REFUSED(chatfmt_conversation_append(NULL, 0, "a", 1, e));
    REFUSED(chatfmt_conversation_append(c, 7, "a", 1, e));
    REFUSED(chatfmt_conversation_append_json(NULL, role, role, e));
    REFUSED(chatfmt_conversation_append_json(c, no_text, role, e));
    REFUSED(chatfmt_conversation_append_json(c, role, no_text, e));
    static const char *const contents[] = {"[1]", "[]", "[\"a\"]", "[\"a\", 1]", "[1, []]", "12",
                                           "[\"a\", [], []]", "{\"text\": 3}"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++)
        assert_int_equal(chatfmt_conversation_append_json(
                             c, role, (chatfmt_slice){contents[i], strlen(contents[i])}, NULL),
                         CHATFMT_INPUT);
    REFUSED(chatfmt_conversation_update_last(NULL, "a", 1, e));
    REFUSED(chatfmt_conversation_update_last(c, "a", 1, e)); /* there is no message */
    REFUSED(chatfmt_conversation_set_date(NULL, 0, e));
    REFUSED(chatfmt_conversation_prompt(NULL, renderer, NULL, &text, e));
    REFUSED(chatfmt_conversation_prompt(c, NULL, NULL, &text, e));
    REFUSED(chatfmt_conversation_prompt(c, renderer, NULL, NULL, e));
    REFUSED(chatfmt_conversation_convert(NULL, "openai", renderer, &text, e));
    REFUSED(chatfmt_conversation_convert(c, NULL, renderer, &text, e));
    REFUSED(chatfmt_conversation_save(NULL, values, &text, e));
    REFUSED(chatfmt_conversation_save(c, NULL, &text, e));
    REFUSED(chatfmt_conversation_save(c, values, NULL, e));
    assert_int_equal(chatfmt_conversation_count(NULL), 0);
    assert_int_equal(chatfmt_conversation_system(NULL).length, 0);
    chatfmt_conversation_free(c);
    chatfmt_conversation_free(NULL);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_format_free(format);
}

static void test_models(void **state)
{
    chatfmt_model *model = NULL;
    chatfmt_applier *chat = NULL;
    const chatfmt_applied *applied;
    chatfmt_model_template row;
    chatfmt_tokenizer *tokenizer;
    const chatfmt_prompt *prompt;
    const chatfmt_prompt *const *rows;
    const chatfmt_mask_range *ranges;
    size_t count;
    chatfmt_value absent = {{0, 0}};
    chatfmt_slice nothing = {NULL, 0};
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_model_options model_options = CHATFMT_MODEL_OPTIONS_INIT;
    (void)state;
    model_options.flags = 0x40000000;
    REFUSED(chatfmt_model_open(NULL, NULL, &model, e));
    REFUSED(chatfmt_model_open("x", NULL, NULL, e));
    REFUSED(chatfmt_model_open("x", &model_options, &model, e));
    REFUSED(chatfmt_model_from_template(NULL, 1, NULL, &model, e));
    REFUSED(chatfmt_model_from_template("a", 1, NULL, NULL, e));
    REFUSED(chatfmt_applier_new(NULL, NULL, NULL, e));
    assert_int_equal(chatfmt_model_from_template("a", 1, NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    REFUSED(chatfmt_model_choose(NULL, nothing, 0, &row, e));
    REFUSED(chatfmt_model_choose(model, nothing, 0, NULL, e));
    REFUSED(chatfmt_model_save(NULL, NULL, 0, 0, e));
    REFUSED(chatfmt_model_save("x", NULL, 1, 0, e));
    REFUSED(chatfmt_model_save("x", NULL, 0, 0x40000000, e));
    REFUSED(chatfmt_applier_apply(NULL, model, absent, NULL, &applied, e));
    REFUSED(chatfmt_applier_apply(chat, NULL, absent, NULL, &applied, e));
    REFUSED(chatfmt_applier_apply(chat, model, absent, NULL, NULL, e));
    options.flags = 0x40000000;
    REFUSED(chatfmt_applier_apply(chat, model, absent, &options, &applied, e));
    REFUSED(chatfmt_applier_mask(NULL, NULL, &ranges, &count, e));
    REFUSED(chatfmt_applier_mask(chat, NULL, NULL, &count, e));
    REFUSED(chatfmt_applier_mask(chat, NULL, &ranges, NULL, e));
    REFUSED(chatfmt_applier_mask(chat, NULL, &ranges, &count, e)); /* there is no text */
    mask.kind = 9;
    REFUSED(chatfmt_applier_mask(chat, &mask, &ranges, &count, e));
    REFUSED(chatfmt_model_tokenizer(NULL, NULL, &tokenizer, e));
    REFUSED(chatfmt_model_tokenizer(model, NULL, NULL, e));
    REFUSED(chatfmt_applier_encode(NULL, model, NULL, absent, NULL, NULL, &prompt, e));
    REFUSED(chatfmt_applier_encode(chat, model, NULL, absent, NULL, NULL, &prompt, e));
    REFUSED(chatfmt_applier_encode_batch(chat, model, NULL, absent, NULL, NULL, &rows, &count, e));
    assert_int_equal(chatfmt_model_template_at(model, 9).source.length, 0);
    assert_int_equal(chatfmt_model_token_at(model, 9).text.length, 0);
    chatfmt_applier_free(chat);
    chatfmt_applier_free(NULL);
    chatfmt_model_free(model);
    chatfmt_model_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_templates),     cmocka_unit_test(test_values),
        cmocka_unit_test(test_tokenizers),    cmocka_unit_test(test_replies),
        cmocka_unit_test(test_formats),       cmocka_unit_test(test_conversations),
        cmocka_unit_test(test_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
