/* tests/unit/test_options.c - options and limits with an impossible struct_size, at every function
 * that takes them; questions about nothing; and arguments that test_arguments.c and test_misuse.c
 * do not leave out.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdlib.h>

static const chatfmt_slice nothing = {NULL, 0}, odd = {NULL, 1};
static const chatfmt_value absent = {{0, 0}};
static chatfmt_limits short_limits;

static chatfmt_value read_value(chatfmt_values *values, const char *json)
{
    chatfmt_value value;
    FINE(chatfmt_value_read_json(values, json, strlen(json), &value, NULL));
    return value;
}

static chatfmt_slice slice_of(const char *text)
{
    return (chatfmt_slice){text, strlen(text)};
}

/* ---- Templates and values ---- */

static void test_render_options(void **state)
{
    chatfmt_compile_options compile = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_renderer_options make = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_source_options source = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_document document = {{"a", 1}, {"1", 1}};
    const chatfmt_generation *generations;
    const chatfmt_span *spans;
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_values *values;
    chatfmt_survey *survey;
    chatfmt_value value;
    chatfmt_slice text;
    char *formatted;
    size_t count;
    (void)state;
    compile.limits = make.limits = options.limits = source.limits = &short_limits;
    REFUSED(chatfmt_template_compile("", 0, &compile, &compiled, e));
    REFUSED(chatfmt_renderer_new(&make, &renderer, e));
    make.struct_size = 1;
    REFUSED(chatfmt_renderer_new(&make, &renderer, e));
    REFUSED(chatfmt_values_new(NULL, &short_limits, &values, e));
    REFUSED(chatfmt_source_format("", 0, &source, &formatted, &count, e));
    REFUSED(chatfmt_survey_new("", 0, &source, &survey, e));
    FINE(chatfmt_source_format(NULL, 0, NULL, &formatted, &count, NULL));
    chatfmt_text_free(formatted);
    FINE(chatfmt_survey_new(NULL, 0, NULL, &survey, NULL));
    assert_null(chatfmt_survey_facts(survey, NULL));
    chatfmt_survey_free(survey);
    FINE(chatfmt_survey_new("{{ ab.c }}{{ d() }}{{ e[0] }}", 29, NULL, &survey, NULL));
    for (const char *name = "ab\0d\0e\0"; *name; name += strlen(name) + 1)
        assert_int_equal(chatfmt_survey_reads(survey, chatfmt_slice_of(name)), 1);
    for (const char *name = "a\0c\0abc\0"; *name; name += strlen(name) + 1)
        assert_int_equal(chatfmt_survey_reads(survey, chatfmt_slice_of(name)), 0);
    assert_int_equal(chatfmt_survey_reads(NULL, chatfmt_slice_of("ab")), 0);
    assert_int_equal(chatfmt_fact_variable(NULL).length, 0);
    chatfmt_survey_free(survey);
    FINE(chatfmt_template_compile("{{ a }}", 7, NULL, &compiled, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    REFUSED(chatfmt_renderer_spans(renderer, &spans, &count, e)); /* nothing was rendered */
    REFUSED(chatfmt_renderer_generations(renderer, &generations, &count, e));
    REFUSED(chatfmt_render_documents(renderer, compiled, &document, 1, &options, &text, e));
    options.struct_size = 1;
    REFUSED(chatfmt_render_documents(renderer, compiled, &document, 1, &options, &text, e));
    document.name = odd;
    REFUSED(chatfmt_render_documents(renderer, compiled, &document, 1, NULL, &text, e));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    REFUSED(chatfmt_value_string_borrowed(NULL, "a", 1, &value, e));
    REFUSED(chatfmt_value_string_borrowed(values, "a", 1, NULL, e));
    REFUSED(chatfmt_value_set(NULL, absent, "a", 1, absent, e));
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_none(NULL)), CHATFMT_VALUE_NONE);
    assert_int_equal(chatfmt_value_as_int(chatfmt_value_int(NULL, 7)), 7);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

/* ---- What the messages say ---- */

/* Options of a size that no struct has: refused before anything beyond the size is read. */
static void test_uninitialised(void **state)
{
    chatfmt_renderer *renderer;
    chatfmt_row row = CHATFMT_ROW_INIT;
    struct {
        chatfmt_compile_options options;
        char more[64];
    } newer = {CHATFMT_COMPILE_OPTIONS_INIT, {1}};
    size_t *garbage = malloc(sizeof *garbage); /* nothing after it may be read or written */
    void *untyped = garbage;
    (void)state;
    *garbage = 4097;
    REFUSED(chatfmt_renderer_new(untyped, &renderer, e));
    assert_string_equal(error.text, "chatfmt_renderer_options.struct_size is 4097: begin with "
                                    "CHATFMT_RENDERER_OPTIONS_INIT");
    REFUSED(chatfmt_values_new(NULL, untyped, &(chatfmt_values *){NULL}, e));
    assert_string_equal(error.text,
                        "chatfmt_limits.struct_size is 4097: begin with CHATFMT_LIMITS_INIT");
    REFUSED(chatfmt_row_read(NULL, absent, NULL, untyped, e));
    assert_string_equal(error.text,
                        "chatfmt_row.struct_size is 4097: begin with CHATFMT_ROW_INIT");
    row.struct_size = 0;
    REFUSED(chatfmt_row_read(NULL, absent, NULL, &row, e));
    assert_string_equal(error.text, "chatfmt_row.struct_size is 0: begin with CHATFMT_ROW_INIT");
    free(garbage);
    newer.options.struct_size = sizeof newer;
    REFUSED(chatfmt_template_compile("", 0, &newer.options, &(chatfmt_template *){NULL}, e));
    assert_string_equal(error.text, "chatfmt_compile_options: has fields that this version does not "
                                    "know, or was not begun with CHATFMT_COMPILE_OPTIONS_INIT");
}

/* The field, and what is wrong with it. */
static void test_values_named(void **state)
{
    chatfmt_compile_options compile = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_source_options source = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_template *compiled;
    size_t count;
    char *text;
    (void)state;
    compile.flags = 1u << 30 | 1;
    REFUSED(chatfmt_template_compile("", 0, &compile, &compiled, e));
    assert_string_equal(error.text, "chatfmt_compile_options.flags: unknown bits 0x40000000");
    source.indent = 65;
    REFUSED(chatfmt_source_format("", 0, &source, &text, &count, e));
    assert_string_equal(error.text, "chatfmt_source_options.indent is 65, at most 64");
}

/* Variables that are no object: the place is the value's. */
static void test_not_object(void **state)
{
    chatfmt_document document = {{NULL, 0}, {"\n\t7", 3}};
    chatfmt_renderer *renderer;
    chatfmt_template *compiled;
    chatfmt_slice text;
    (void)state;
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_template_compile("x", 1, NULL, &compiled, NULL));
    GIVES(CHATFMT_INPUT, chatfmt_render_json(renderer, compiled, "\n []", 4, NULL, &text, e));
    GIVES(CHATFMT_INPUT, chatfmt_render_documents(renderer, compiled, &document, 1, NULL, &text, e));
    (void)chatfmt_render_json(renderer, compiled, "\n []", 4, NULL, &text, &error);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
    assert_string_equal(error.excerpt, " []");
    (void)chatfmt_render_documents(renderer, compiled, &document, 1, NULL, &text, &error);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.offset, 2);
    assert_string_equal(error.path, "documents[0]");
    const chatfmt_document several[] = {{{"", 0}, {"{}", 2}}, {{"tools", 5}, {"[", 1}}};
    GIVES(CHATFMT_INPUT, chatfmt_render_documents(renderer, compiled, several, 2, NULL, &text, e));
    assert_string_equal(error.path, "documents[1]");
    chatfmt_template_free(compiled);
    chatfmt_renderer_free(renderer);
}

/* Every status has words and a kind, whatever its number. */
static void test_status(void **state)
{
    (void)state;
#define STATUS_ROW(name, value, words)                                     \
    assert_string_equal(chatfmt_status_text(CHATFMT_##name), words);       \
    assert_true(chatfmt_status_kind(CHATFMT_##name)[0] != '\0');
    CHATFMT_STATUS_MAP(STATUS_ROW)
#undef STATUS_ROW
    assert_true(chatfmt_status_text(CHATFMT_OK)[0] != '\0');
    assert_non_null(chatfmt_status_kind(CHATFMT_OK));
    assert_non_null(chatfmt_status_text((chatfmt_status)9999));
    assert_non_null(chatfmt_status_kind((chatfmt_status)9999));
}

/* ---- Formats ---- */

static void test_formats(void **state)
{
    chatfmt_format *format;
    chatfmt_renderer *renderer;
    chatfmt_values *values;
    const chatfmt_format_match *match;
    chatfmt_stopper *stopper;
    const chatfmt_training *training;
    chatfmt_conversation *conversation;
    chatfmt_slice shown = {"x", 1}, json;
    int stop = 5;
    (void)state;
    FINE(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value turns = read_value(values, "[{\"from\": \"human\", \"value\": \"a\"}]");
    REFUSED(chatfmt_format_train(renderer, NULL, "train", turns, nothing, 0, NULL, 0, &training, e));
    REFUSED(chatfmt_format_train(renderer, format, "train", turns, nothing, 0, NULL, 1, &training, e));
    GIVES(CHATFMT_NOT_FOUND,
          chatfmt_format_train(renderer, format, "x", turns, nothing, 0, NULL, 0, &training, e));
    GIVES(CHATFMT_INPUT,
          chatfmt_format_train(renderer, format, "train", absent, nothing, 0, NULL, 0, &training, e));
    FINE(chatfmt_format_train(renderer, format, "train", turns, (chatfmt_slice){"S", 1}, 0, NULL, 0, &training,
                              NULL));
    assert_int_equal(chatfmt_format_about(NULL).name.length, 0);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_format_fields(NULL)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_format_stop_count(NULL), 0);
    assert_int_equal(chatfmt_format_stop_id_count(NULL), 0);
    assert_int_equal(chatfmt_format_stop(NULL, 0).length, 0);
    assert_int_equal(chatfmt_format_stop(format, 1000).length, 0);
    assert_int_equal(chatfmt_format_stop_id(NULL, 0), -1);
    assert_string_equal(chatfmt_format_error_kind(NULL), "");
    REFUSED(chatfmt_formats_match("a", 1, 0x40000000, values, &match, e));
    GIVES(CHATFMT_INPUT, chatfmt_formats_match("\xFF", 1, 0, values, &match, e));
    chatfmt_stopper_reset(NULL);
    chatfmt_stopper_finish(NULL, &shown);
    FINE(chatfmt_stopper_new(NULL, 0, NULL, &stopper, NULL));
    chatfmt_stopper_finish(stopper, NULL);
    chatfmt_stopper_reset(stopper);
    assert_int_equal(chatfmt_stopper_push(NULL, "a", 1, &shown, &stop), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_stopper_push(stopper, NULL, 1, &shown, &stop), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_stopper_push(stopper, "a", 1, NULL, &stop), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_stopper_push(stopper, "a", 1, &shown, NULL), CHATFMT_BAD_ARGUMENT);
    FINE(chatfmt_stopper_push(stopper, NULL, 0, &shown, &stop));
    assert_int_equal(stop, -1);
    chatfmt_stopper_free(stopper);
    FINE(chatfmt_conversation_new(format, NULL, &conversation, NULL));
    FINE(chatfmt_conversation_set_system(conversation, NULL, 0, NULL));
    REFUSED(chatfmt_conversation_convert(conversation, "openai", NULL, &json, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_conversation_convert(conversation, "x", renderer, &json, e));
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    FINE(chatfmt_format_open(NULL, "chatml", 6, NULL, &format, NULL));
    chatfmt_format_free(format);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
}

/* ---- Tokens ---- */

static const char tokenizer_json[] =
    "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1}, \"merges\": []}}";

static chatfmt_encoder *encoder_of(chatfmt_tokenizer **tokenizer)
{
    chatfmt_encoder *encoder;
    FINE(chatfmt_tokenizer_read(tokenizer_json, sizeof tokenizer_json - 1, NULL, tokenizer, NULL));
    FINE(chatfmt_encoder_new(*tokenizer, NULL, &encoder, NULL));
    return encoder;
}

static void test_tokens(void **state)
{
    chatfmt_tokenizer_options load = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options make = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    chatfmt_token_place place = {0, 1};
    chatfmt_tokenizer *tokenizer, *other;
    chatfmt_error wrong;
    chatfmt_encoder *encoder = encoder_of(&tokenizer), *another;
    chatfmt_decode_stream *stream;
    chatfmt_reply_parser *reply;
    const chatfmt_tokens *tokens;
    chatfmt_slice text;
    uint32_t id = 0;
    size_t count;
    (void)state;
    load.struct_size = make.struct_size = options.struct_size = 1;
    REFUSED(chatfmt_tokenizer_load("x", &load, &other, e));
    REFUSED(chatfmt_encoder_new(tokenizer, &make, &another, e));
    REFUSED(chatfmt_encoder_encode(encoder, "a", 1, &options, &tokens, e));
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, &options, NULL, &pieces, &count, e));
    options = (chatfmt_encode_options)CHATFMT_ENCODE_OPTIONS_INIT;
    lengths.struct_size = 1;
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, &options, &lengths, &pieces, &count, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_tokenizer_load("", NULL, &other, e));
    /* The error of a file begins with its name, a source of C being no tokenizer. */
    assert_int_equal(chatfmt_tokenizer_load(__FILE__, NULL, &other, &wrong), CHATFMT_INPUT);
    assert_int_equal(strncmp(wrong.text, __FILE__ ":", sizeof __FILE__), 0);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, NULL, 0), -1);
    assert_int_equal(chatfmt_place_to_token(&place, 1, 5), -1);
    FINE(chatfmt_decode_stream_new(encoder, 0, &stream, NULL));
    REFUSED(chatfmt_decode_stream_push(stream, 0, NULL, e));
    FINE(chatfmt_decode_stream_push(stream, 0, &text, NULL));
    chatfmt_decode_stream_free(stream);
    FINE(chatfmt_reply_parser_new("hermes", NULL, &reply, NULL));
    REFUSED(chatfmt_reply_parser_feed_ids(NULL, encoder, &id, 1, e));
    REFUSED(chatfmt_reply_parser_feed_ids(reply, NULL, &id, 1, e));
    REFUSED(chatfmt_reply_parser_feed_ids(reply, encoder, NULL, 1, e));
    FINE(chatfmt_reply_parser_feed_ids(reply, encoder, NULL, 0, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &another, NULL));
    REFUSED(chatfmt_reply_parser_feed_ids(reply, another, &id, 1, e)); /* one reply, one encoder */
    chatfmt_encoder_free(another);
    chatfmt_reply_parser_free(reply);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

/* ---- Models ---- */

static const char turns_source[] = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}";

static void test_models(void **state)
{
    chatfmt_model_options open = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    const chatfmt_prompt *const *rows;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder = encoder_of(&tokenizer);
    chatfmt_model_template row;
    const chatfmt_applied *applied;
    const chatfmt_prompt *prompt;
    chatfmt_values *values;
    chatfmt_model *model;
    chatfmt_applier *chat;
    size_t count;
    (void)state;
    open.struct_size = 1;
    REFUSED(chatfmt_model_open("x", &open, &model, e));
    REFUSED(chatfmt_model_from_template("a", 1, &open, &model, e));
    open = (chatfmt_model_options)CHATFMT_MODEL_OPTIONS_INIT;
    open.revision = odd;
    REFUSED(chatfmt_model_open("x", &open, &model, e));
    REFUSED(chatfmt_applier_new(NULL, &short_limits, &chat, e));
    FINE(chatfmt_model_from_template(turns_source, sizeof turns_source - 1, NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    assert_int_equal(chatfmt_model_about(NULL)->path.length, 0);
    assert_int_equal(chatfmt_model_template_count(NULL), 0);
    assert_int_equal(chatfmt_model_token_count(NULL), 0);
    REFUSED(chatfmt_model_choose(NULL, slice_of("x"), 0, &row, e));
    chatfmt_value messages = read_value(values, "[{\"role\": \"user\", \"content\": \"a\"}]");
    apply.struct_size = mask.struct_size = options.struct_size = 1;
    REFUSED(chatfmt_applier_apply(chat, model, messages, &apply, &applied, e));
    REFUSED(chatfmt_applier_encode(chat, model, encoder, messages, &apply, NULL, &prompt, e));
    REFUSED(chatfmt_applier_encode(chat, model, encoder, messages, NULL, &options, &prompt, e));
    options = (chatfmt_prompt_options)CHATFMT_PROMPT_OPTIONS_INIT;
    options.mask = &mask;
    REFUSED(chatfmt_applier_encode(chat, model, encoder, messages, NULL, &options, &prompt, e));
    REFUSED(chatfmt_applier_encode_batch(chat, model, encoder, messages, &apply, NULL, &rows, &count, e));
    GIVES(CHATFMT_TYPE, chatfmt_applier_encode_batch(chat, model, encoder, absent, NULL, NULL, &rows, &count, e));
    apply = (chatfmt_apply_options)CHATFMT_APPLY_OPTIONS_INIT;
    FINE(chatfmt_applier_apply(chat, model, messages, &apply, &applied, NULL));
    REFUSED(chatfmt_applier_mask(chat, &mask, &ranges, &count, e));
    mask = (chatfmt_mask_options)CHATFMT_MASK_OPTIONS_INIT;
    REFUSED(chatfmt_applier_mask(chat, &mask, &ranges, &count, e)); /* no spans were asked for */
    apply.flags = CHATFMT_APPLY_SPANS;
    FINE(chatfmt_applier_apply(chat, model, messages, &apply, &applied, NULL));
    mask.flags = 0x40000000;
    REFUSED(chatfmt_applier_mask(chat, &mask, &ranges, &count, e));
    chatfmt_spans_trust_roles(nothing, NULL, 0);
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_render_options), cmocka_unit_test(test_status), cmocka_unit_test(test_formats),
        cmocka_unit_test(test_tokens), cmocka_unit_test(test_models),
        cmocka_unit_test(test_uninitialised), cmocka_unit_test(test_values_named),
        cmocka_unit_test(test_not_object)};
    short_limits.struct_size = 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
