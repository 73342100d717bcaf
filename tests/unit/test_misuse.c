/* tests/unit/test_misuse.c - wrong arguments of functions that test_arguments.c does not call, wrong
 * combinations of right ones, and objects used after their end: refused, and nothing is handed out.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

static chatfmt_value read_value(chatfmt_values *values, const char *json)
{
    chatfmt_value value;
    FINE(chatfmt_value_read_json(values, json, strlen(json), &value, NULL));
    return value;
}

/* ---- Descriptions of replies ---- */

static const char description[] =
    "{\"start_anchor\": \"<a>\", \"fields\": {\"f\": {\"open\": \"<o>\", \"close\": \"</o>\"}}}";

static void test_response_arguments(void **state)
{
    chatfmt_response_template *made = NULL;
    chatfmt_response *response = NULL;
    chatfmt_slice json;
    struct {
        chatfmt_response_options options;
        size_t more;
    } newer = {CHATFMT_RESPONSE_OPTIONS_INIT, 1};
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    size_t length = sizeof description - 1;
    (void)state;
    REFUSED(chatfmt_response_template_new(description, length, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                          NULL, e));
    REFUSED(chatfmt_response_template_new(NULL, 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &made, e));
    REFUSED(chatfmt_response_template_new(description, length, (chatfmt_response_source)3, NULL, NULL,
                                          &made, e));
    limits.struct_size = 1;
    REFUSED(chatfmt_response_template_new(description, length, CHATFMT_RESPONSE_TEMPLATE, NULL,
                                          &limits, &made, e));
    limits.struct_size = sizeof limits;
    limits.source_bytes = 5;
    GIVES(CHATFMT_LIMIT, chatfmt_response_template_new(
                             description, length, CHATFMT_RESPONSE_TEMPLATE, NULL, &limits, &made, e));
    GIVES(CHATFMT_NOT_FOUND,
          chatfmt_response_template_new("{}", 2, CHATFMT_RESPONSE_CONFIG, NULL, &limits, &made, e));
    GIVES(CHATFMT_NOT_FOUND,
          chatfmt_response_template_new("[]", 2, CHATFMT_RESPONSE_CONFIG, NULL, NULL, &made, e));
    GIVES(CHATFMT_INPUT, chatfmt_response_template_new("{", 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                                       &made, e));
    GIVES(CHATFMT_INPUT, chatfmt_response_template_new(NULL, 0, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                                       &made, e));
    assert_null(made);
    FINE(chatfmt_response_template_new(description, length, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                       &made, NULL));
    REFUSED(chatfmt_response_new(made, NULL, NULL, e));
    REFUSED(chatfmt_response_new(NULL, NULL, &response, e));
    newer.options.struct_size = sizeof newer;
    REFUSED(chatfmt_response_new(made, &newer.options, &response, e));
    newer.more = 0;
    newer.options.prompt.length = 1;
    REFUSED(chatfmt_response_new(made, &newer.options, &response, e));
    newer.options.prompt.length = 0;
    limits.struct_size = 1;
    newer.options.limits = &limits;
    REFUSED(chatfmt_response_new(made, &newer.options, &response, e));
    assert_null(response);
    newer.options.limits = NULL;
    FINE(chatfmt_response_new(made, &newer.options, &response, NULL));
    REFUSED(chatfmt_response_restart(NULL, "", 0, e));
    REFUSED(chatfmt_response_restart(response, NULL, 1, e));
    FINE(chatfmt_response_restart(response, NULL, 0, NULL));
    REFUSED(chatfmt_response_feed(NULL, "", 0, e));
    REFUSED(chatfmt_response_feed(response, NULL, 1, e));
    FINE(chatfmt_response_feed(response, NULL, 0, NULL));
    REFUSED(chatfmt_response_finish(NULL, e));
    REFUSED(chatfmt_response_message(NULL, &json, e));
    REFUSED(chatfmt_response_message(response, NULL, e));
    assert_null(chatfmt_response_next(NULL));
    assert_null(chatfmt_response_next(response));
    FINE(chatfmt_response_finish(response, NULL));
    REFUSED(chatfmt_response_feed(response, "x", 1, e));
    REFUSED(chatfmt_response_finish(response, e));
    FINE(chatfmt_response_message(response, &json, NULL));
    assert_int_equal(json.length, 2);
    chatfmt_response_free(response);
    chatfmt_response_free(NULL);
    chatfmt_response_template_free(made);
    chatfmt_response_template_free(NULL);
}

/* A reply that has failed stays so until it is begun anew. */
static void test_response_failed(void **state)
{
    static const char number[] = "{\"start_anchor\": \"<a>\", \"fields\": {\"n\": {\"content\": \"int\"}}}";
    chatfmt_response_template *made;
    chatfmt_response *response;
    chatfmt_slice json;
    (void)state;
    FINE(chatfmt_response_template_new(number, sizeof number - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                       &made, NULL));
    FINE(chatfmt_response_new(made, NULL, &response, NULL));
    FINE(chatfmt_response_feed(response, "x", 1, NULL));
    GIVES(CHATFMT_VALUE, chatfmt_response_finish(response, e));
    GIVES(CHATFMT_VALUE, chatfmt_response_feed(response, "1", 1, e));
    FINE(chatfmt_response_restart(response, "", 0, NULL));
    FINE(chatfmt_response_feed(response, "12", 2, NULL));
    FINE(chatfmt_response_finish(response, NULL));
    FINE(chatfmt_response_message(response, &json, NULL));
    assert_memory_equal(json.data, "{\"n\": 12}", 9);
    chatfmt_response_free(response);
    chatfmt_response_template_free(made);
}

/* Each limit of a reply, by both kinds of descriptions. */
static void test_response_limits(void **state)
{
    static const char schema[] = "{\"type\": \"string\"}";
    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int field = 0; field < 3; field++) {
            chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
            chatfmt_limits limits = CHATFMT_LIMITS_INIT;
            chatfmt_response_template *made;
            chatfmt_response *response;
            chatfmt_status status;
            if (field == 0) limits.string_bytes = 40;
            else if (field == 1) limits.fuel = 20;
            else limits.heap_bytes = 2000;
            options.limits = &limits;
            FINE(chatfmt_response_template_new(kind ? schema : description,
                                               kind ? sizeof schema - 1 : sizeof description - 1,
                                               (chatfmt_response_source)kind, NULL, NULL, &made, NULL));
            status = chatfmt_response_new(made, &options, &response, &error);
            assert_int_equal(status, CHATFMT_OK);
            for (int i = 0; i < 200 && !status; i++)
                status = chatfmt_response_feed(response, i % 8 ? "<o>0123456789" : "0</o>012345678", 13,
                                               &error);
            if (!status) status = chatfmt_response_finish(response, &error);
            /* A schema that only copies its text takes no fuel. */
            if (kind == 0 || field == 0) assert_int_equal(status, CHATFMT_LIMIT);
            assert_int_equal(error.status, status);
            chatfmt_response_free(response);
            chatfmt_response_template_free(made);
        }
}

/* ---- Readers, round trips, transcripts ---- */

static const char plain[] = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n"
                            "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

static void test_readers(void **state)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_model_options named = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_reader *reader = NULL;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_reply_parser *reply = NULL;
    const chatfmt_round_trip *trip;
    char *text = NULL;
    (void)state;
    FINE(chatfmt_model_from_template(plain, sizeof plain - 1, &named, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    options.flags = 1;
    REFUSED(chatfmt_reader_choose(model, &options, &reader, e));
    options.flags = 0;
    options.reserved = 1;
    REFUSED(chatfmt_reader_choose(model, &options, &reader, e));
    options.reserved = 0;
    options.wanted.length = 1;
    REFUSED(chatfmt_reader_choose(model, &options, &reader, e));
    options.wanted.length = 0;
    options.chat_template.length = 1;
    REFUSED(chatfmt_reader_choose(model, &options, &reader, e));
    options.chat_template.length = 0;
    options.struct_size = 1;
    REFUSED(chatfmt_reader_choose(model, &options, &reader, e));
    REFUSED(chatfmt_reader_choose(model, NULL, NULL, e));
    assert_null(reader);
    FINE(chatfmt_reader_choose(model, NULL, &reader, NULL));
    REFUSED(chatfmt_reply_parser_open(reader, NULL, NULL, e));
    REFUSED(chatfmt_reply_parser_open(NULL, NULL, &reply, e));
    chatfmt_value one = read_value(values, "[{\"role\": \"assistant\", \"content\": \"x\"}]");
    chatfmt_value none = read_value(values, "[]"), object = read_value(values, "{}");
    REFUSED(chatfmt_applier_round_trip(NULL, model, reader, one, NULL, &trip, e));
    REFUSED(chatfmt_applier_round_trip(chat, NULL, reader, one, NULL, &trip, e));
    REFUSED(chatfmt_applier_round_trip(chat, model, NULL, one, NULL, &trip, e));
    REFUSED(chatfmt_applier_round_trip(chat, model, reader, one, NULL, NULL, e));
    REFUSED(chatfmt_applier_round_trip(chat, model, reader, none, NULL, &trip, e));
    REFUSED(chatfmt_applier_round_trip(chat, model, reader, object, NULL, &trip, e));
    FINE(chatfmt_applier_round_trip(chat, model, reader, one, NULL, &trip, NULL));
    assert_int_equal(trip->outcome, CHATFMT_ROUND_TRIP_EQUAL);
    REFUSED(chatfmt_transcript_read("chatml", "", 0, NULL, NULL, e));
    REFUSED(chatfmt_transcript_read("chatml", NULL, 1, &text, NULL, e));
    REFUSED(chatfmt_transcript_write("chatml", NULL, 1, &text, NULL, e));
    REFUSED(chatfmt_transcript_write("chatml", "[]", 2, NULL, NULL, e));
    REFUSED(chatfmt_transcript_write(NULL, "[]", 2, &text, NULL, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_transcript_write("nope", "[]", 2, &text, NULL, e));
    assert_null(text);
    FINE(chatfmt_transcript_write("chatml", "[]", 2, &text, NULL, NULL));
    assert_int_equal(text[0], '\0');
    chatfmt_text_free(text);
    chatfmt_text_free(NULL);
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_reader_free(reader);
    chatfmt_model_free(model);
}

/* ---- Conversations and formats ---- */

static chatfmt_status conversation_of(chatfmt_values *values, const char *json,
                                      chatfmt_conversation **out, chatfmt_error *e)
{
    return chatfmt_conversation_read(NULL, read_value(values, json), NULL, out, e);
}

static void test_conversations(void **state)
{
    static const struct {
        const char *json;
        chatfmt_status wanted;
    } requests[] = {
        {"[]", CHATFMT_INPUT}, {"{}", CHATFMT_INPUT}, {"{\"template\": 5}", CHATFMT_INPUT},
        {"{\"conv\": 5}", CHATFMT_INPUT}, {"{\"template\": \"nope\"}", CHATFMT_NOT_FOUND},
        {"{\"template_name\": \"vicuna_v1.1\"}", CHATFMT_OK},
        {"{\"template\": \"class/chatml\"}", CHATFMT_UNSUPPORTED},
        {"{\"template\": \"chatml\"}", CHATFMT_OK},
        {"{\"template_name\": \"vicuna_v1.1\", \"system_message\": \"S\", \"messages\": [[\"U\", \"x\"]]}", CHATFMT_OK},
        {"{\"template_name\": \"vicuna_v1.1\", \"messages\": 5}", CHATFMT_INPUT},
        {"{\"template\": \"vicuna_v1.1\", \"messages\": 5}", CHATFMT_INPUT},
        {"{\"template\": \"vicuna_v1.1\", \"messages\": null, \"append\": null, \"conv\": null}", CHATFMT_OK},
    };
    chatfmt_values *values;
    chatfmt_conversation *c = NULL;
    chatfmt_renderer *renderer;
    chatfmt_slice json;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        chatfmt_status status = conversation_of(values, requests[i].json, &c, &error);
        if (status != requests[i].wanted) print_message("%s: %s\n", requests[i].json, error.text);
        assert_int_equal(status, requests[i].wanted);
        assert_true((c != NULL) == (status == CHATFMT_OK));
        chatfmt_conversation_free(c);
    }
    FINE(conversation_of(values, "{\"template\": \"vicuna_v1.1\"}", &c, NULL));
    GIVES(CHATFMT_INPUT, chatfmt_conversation_set_system(c, "\xFF", 1, e));
    GIVES(CHATFMT_INPUT, chatfmt_conversation_append(c, 0, "a\xC3", 2, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_conversation_convert(c, "nope", renderer, &json, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_conversation_convert(c, "chatml", renderer, &json, e));
    FINE(chatfmt_conversation_append(c, 1, NULL, 0, NULL));
    FINE(chatfmt_conversation_update_last(c, NULL, 0, NULL));
    assert_int_equal(chatfmt_conversation_count(c), 1);
    assert_int_equal(chatfmt_conversation_system_vision(NULL).length, 0);
    assert_true(chatfmt_conversation_system_vision(c).length > 10);
    assert_int_equal(chatfmt_conversation_system_vision(c).length,
                     chatfmt_conversation_system(c).length);
    chatfmt_conversation_free(c);
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
}

/* Days as Python's datetime counts them, through the marker that is replaced by the date. */
static void test_dates(void **state)
{
    static const struct {
        int64_t now;
        const char *date;
    } dates[] = {
        {0, "1970-01-01"}, {-1, "1969-12-31"}, {951782400, "2000-02-29"}, {951868800, "2000-03-01"},
        {1709164800, "2024-02-29"}, {1735689599, "2024-12-31"}, {1735689600, "2025-01-01"},
        {-62135596800, "0001-01-01"}, {253402300799, "9999-12-31"}, {-2203891200, "1900-03-01"},
        {-2203977600, "1900-02-28"}, {1767225600, "2026-01-01"},
    };
    static const char *const lasting[2] = {"system_message", "system_message_vision"};
    chatfmt_values *values;
    chatfmt_conversation *c;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        FINE(conversation_of(values, "{\"conv\": {\"name\": \"m\", \"sep_style\": \"CHATML\", \"roles\": "
                             "[\"U\", \"A\"], \"sep\": \"\", \"system_message\": \"on "
                             "{{currentDateTime}}\", \"system_message_vision\": \"at "
                             "{{currentDateTime}}\"}}", &c, NULL));
        FINE(chatfmt_conversation_set_date(c, dates[i].now, NULL));
        chatfmt_slice system = chatfmt_conversation_system(c);
        assert_int_equal(system.length, 13);
        assert_memory_equal(system.data + 3, dates[i].date, 10);
        system = chatfmt_conversation_system_vision(c);
        assert_memory_equal(system.data, "at ", 3);
        assert_memory_equal(system.data + 3, dates[i].date, 10);
        chatfmt_slice json;
        FINE(chatfmt_conversation_save(c, values, &json, NULL));
        for (int k = 0; k < 2; k++) {
            chatfmt_value saved;
            FINE(chatfmt_value_read_json(values, json.data, json.length, &saved, NULL));
            saved = chatfmt_value_find(saved, "conv", 4);
            assert_int_equal(chatfmt_value_as_text(chatfmt_value_find(saved, lasting[k],
                                                                      strlen(lasting[k]))).length, 13);
        }
        chatfmt_conversation_free(c);
    }
    FINE(conversation_of(values, "{\"template\": \"vicuna_v1.1\"}", &c, NULL));
    GIVES(CHATFMT_VALUE, chatfmt_conversation_set_date(c, -62135596801, e));
    GIVES(CHATFMT_VALUE, chatfmt_conversation_set_date(c, 253402300800, e));
    chatfmt_conversation_free(c);
    chatfmt_values_free(values);
}

static void test_formats(void **state)
{
    chatfmt_renderer *renderer;
    chatfmt_format *format = NULL;
    chatfmt_slice text;
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value variables = read_value(values, "{\"messages\": []}");
    FINE(chatfmt_format_open(NULL, "chatml", 6, NULL, &format, NULL));
    REFUSED(chatfmt_format_render(renderer, NULL, NULL, variables, NULL, &text, e));
    GIVES(CHATFMT_NOT_FOUND,
          chatfmt_format_render(renderer, format, "nope", variables, NULL, &text, e));
    REFUSED(chatfmt_format_render(renderer, NULL, "style/chatml", variables, NULL, &text, e));
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
}

/* ---- Tokenizers ---- */

static const char small[] =
    "{\"version\": \"1.0\", \"added_tokens\": [], \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": "
    "1, \"ab\": 2}, \"merges\": [\"a b\"]}}";

static void test_tokens(void **state)
{
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_token_session *session = NULL;
    chatfmt_decode_stream *stream = NULL;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    const chatfmt_tokens *tokens;
    size_t count;
    (void)state;
    FINE(chatfmt_tokenizer_read(small, sizeof small - 1, NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    REFUSED(chatfmt_tokenizer_lengths(NULL, &lengths, e));
    REFUSED(chatfmt_tokenizer_lengths(tokenizer, NULL, e));
    REFUSED(chatfmt_encoder_encode_pieces(NULL, "a", 1, NULL, NULL, &pieces, &count, e));
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, NULL, NULL, NULL, &count, e));
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, NULL, NULL, &pieces, NULL, e));
    REFUSED(chatfmt_encoder_encode_pieces(encoder, NULL, 1, NULL, NULL, &pieces, &count, e));
    lengths.flags = 16;
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, NULL, &lengths, &pieces, &count, e));
    lengths.flags = 0;
    lengths.strategy = (chatfmt_truncation)3;
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, NULL, &lengths, &pieces, &count, e));
    lengths.struct_size = 1;
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, NULL, &lengths, &pieces, &count, e));
    options.flags = 8;
    REFUSED(chatfmt_encoder_encode_pieces(encoder, "a", 1, &options, NULL, &pieces, &count, e));
    const chatfmt_slice two[2] = {{"a", 1}, {"a", 1}}, none[2] = {{"a", 1}, {NULL, 1}};
    const chatfmt_span span = {.end = 1};
    lengths = (chatfmt_length_options)CHATFMT_LENGTH_OPTIONS_INIT;
    REFUSED(chatfmt_encoder_encode_pair(NULL, two, NULL, NULL, &pieces, e));
    REFUSED(chatfmt_encoder_encode_pair(encoder, NULL, NULL, NULL, &pieces, e));
    REFUSED(chatfmt_encoder_encode_pair(encoder, two, NULL, NULL, NULL, e));
    REFUSED(chatfmt_encoder_encode_pair(encoder, none, NULL, NULL, &pieces, e));
    REFUSED(chatfmt_encoder_encode_pair(encoder, two, &options, NULL, &pieces, e));
    options.flags = 0;
    options.spans = &span;
    options.span_count = 1;
    REFUSED(chatfmt_encoder_encode_pair(encoder, two, &options, NULL, &pieces, e));
    lengths.flags = 16;
    REFUSED(chatfmt_encoder_encode_pair(encoder, two, NULL, &lengths, &pieces, e));
    REFUSED(chatfmt_decode_stream_new(encoder, 0, NULL, e));
    REFUSED(chatfmt_decode_stream_new(NULL, 0, &stream, e));
    REFUSED(chatfmt_token_session_new(NULL, 0, &session, e));
    REFUSED(chatfmt_token_session_new(encoder, 0, NULL, e));
    REFUSED(chatfmt_token_session_new(encoder, 2, &session, e));
    assert_null(session);
    FINE(chatfmt_token_session_new(encoder, CHATFMT_ENCODE_OFFSETS, &session, NULL));
    REFUSED(chatfmt_token_session_set(NULL, "a", 1, &tokens, NULL, e));
    REFUSED(chatfmt_token_session_set(session, "a", 1, NULL, NULL, e));
    REFUSED(chatfmt_token_session_set(session, NULL, 1, &tokens, &count, e));
    REFUSED(chatfmt_token_session_append(NULL, "a", 1, &tokens, NULL, e));
    REFUSED(chatfmt_token_session_append(session, "a", 1, NULL, NULL, e));
    REFUSED(chatfmt_token_session_append(session, NULL, 1, &tokens, NULL, e));
    FINE(chatfmt_token_session_set(session, "ab", 2, &tokens, &count, NULL));
    GIVES(CHATFMT_INPUT, chatfmt_token_session_append(session, "a\xFF", 2, &tokens, &count, e));
    GIVES(CHATFMT_INPUT, chatfmt_token_session_set(session, "ab\x80", 3, &tokens, NULL, e));
    FINE(chatfmt_token_session_append(session, "a", 1, &tokens, &count, NULL));
    assert_int_equal(tokens->count, 2);
    assert_int_equal(tokens->ids[0], 2);
    assert_int_equal(count, 1);
    FINE(chatfmt_token_session_set(session, NULL, 0, &tokens, &count, NULL));
    assert_int_equal(tokens->count, 0);
    chatfmt_token_session_free(session);
    chatfmt_token_session_free(NULL);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, NULL, 1), -1);
    assert_int_equal(chatfmt_tokenizer_id(NULL, "a", 1), -1);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

/* ---- Values, renders, sources ---- */

static void test_values(void **state)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_value array, object, text, got, absent = {{0, 0}};
    chatfmt_values *values;
    (void)state;
    limits.string_bytes = 8;
    limits.heap_bytes = 20000;
    FINE(chatfmt_values_new(NULL, &limits, &values, NULL));
    FINE(chatfmt_value_array(values, &array, NULL));
    FINE(chatfmt_value_object(values, &object, NULL));
    FINE(chatfmt_value_string(values, "12345678", 8, &text, NULL));
    GIVES(CHATFMT_LIMIT, chatfmt_value_string(values, "123456789", 9, &got, e));
    GIVES(CHATFMT_LIMIT, chatfmt_value_string_borrowed(values, "123456789", 9, &got, e));
    GIVES(CHATFMT_INPUT, chatfmt_value_string(values, "\xC3", 1, &got, e));
    FINE(chatfmt_value_string_borrowed(values, NULL, 0, &got, NULL));
    assert_int_equal(chatfmt_value_kind_of(got), CHATFMT_VALUE_STRING);
    REFUSED(chatfmt_value_write_json(values, absent, &(chatfmt_slice){NULL, 0}, e));
    REFUSED(chatfmt_value_push(values, array, absent, e));
    REFUSED(chatfmt_value_push(values, object, text, e));
    REFUSED(chatfmt_value_push(values, read_value(values, "[1]"), text, e));
    REFUSED(chatfmt_value_set(values, object, "a", 1, absent, e));
    REFUSED(chatfmt_value_set(values, object, NULL, 1, text, e));
    FINE(chatfmt_value_set(values, read_value(values, "{}"), "a", 1, text, NULL));
    FINE(chatfmt_value_set(values, object, "a", 1, text, NULL));
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_find(object, NULL, 1)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_find(object, NULL, 0)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_key_at(object, 0).length, 1);
    assert_int_equal(chatfmt_value_key_at(object, 1).length, 0);
    assert_true(chatfmt_value_as_float(chatfmt_value_float(values, 1.5)) > 1.4);
    assert_true(chatfmt_value_as_float(chatfmt_value_int(values, -7)) < -6.9);
    assert_true(chatfmt_value_as_float(chatfmt_value_bool(values, 1)) > 0.9);
    assert_true(chatfmt_value_as_float(text) < 0.1);
    assert_int_equal(chatfmt_value_as_int(chatfmt_value_bool(values, 1)), 1);
    assert_int_equal(chatfmt_value_as_int(text), 0);
    assert_int_equal(chatfmt_value_truth(chatfmt_value_none(values)), 0);
    chatfmt_status status = CHATFMT_OK;
    for (int i = 0; i < 5000 && !status; i++) status = chatfmt_value_push(values, array, text, &error);
    assert_int_equal(status, CHATFMT_LIMIT);
    assert_int_equal(error.status, CHATFMT_LIMIT);
    chatfmt_values_free(values);
}

static void test_renders(void **state)
{
    chatfmt_document documents[2] = {{{NULL, 0}, {"{\"a\": 1}", 8}}, {{"\xFF", 1}, {"2", 1}}};
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice out;
    const chatfmt_generation *generations;
    char *text = NULL;
    size_t count;
    (void)state;
    FINE(chatfmt_template_compile("{{ a }}", 7, NULL, &compiled, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    REFUSED(chatfmt_render_documents(NULL, compiled, documents, 1, NULL, &out, e));
    REFUSED(chatfmt_render_documents(renderer, NULL, documents, 1, NULL, &out, e));
    REFUSED(chatfmt_render_documents(renderer, compiled, NULL, 1, NULL, &out, e));
    REFUSED(chatfmt_render_documents(renderer, compiled, documents, 1, NULL, NULL, e));
    REFUSED(chatfmt_render_documents(renderer, compiled, documents, 2, NULL, &out, e));
    documents[1].name.data = "a";
    documents[1].json = (chatfmt_slice){NULL, 3};
    REFUSED(chatfmt_render_documents(renderer, compiled, documents, 2, NULL, &out, e));
    documents[1].json = (chatfmt_slice){"[", 1};
    GIVES(CHATFMT_INPUT, chatfmt_render_documents(renderer, compiled, documents, 2, NULL, &out, e));
    documents[0].json = (chatfmt_slice){"[1]", 3};
    chatfmt_status status = chatfmt_render_documents(renderer, compiled, documents, 1, NULL, &out, NULL);
    assert_true(status != CHATFMT_OK);
    FINE(chatfmt_render_documents(renderer, compiled, NULL, 0, NULL, &out, NULL));
    assert_int_equal(out.length, 0);
    documents[0].json = (chatfmt_slice){"{\"a\": 1}", 8};
    documents[1].json = (chatfmt_slice){"2", 1};
    FINE(chatfmt_render_documents(renderer, compiled, documents, 2, NULL, &out, NULL));
    assert_int_equal(out.data[0], '2');
    REFUSED(chatfmt_renderer_generations(NULL, &generations, &count, e));
    REFUSED(chatfmt_renderer_generations(renderer, NULL, &count, e));
    REFUSED(chatfmt_renderer_generations(renderer, &generations, NULL, e));
    assert_int_equal(chatfmt_renderer_raised(NULL).length, 0);
    assert_int_equal(chatfmt_renderer_raised(renderer).length, 0);
    assert_int_equal(chatfmt_renderer_fuel_used(NULL), 0);
    assert_int_equal(chatfmt_applier_raised(NULL).length, 0);
    REFUSED(chatfmt_render_once("a", 1, "{}", 2, NULL, &count, e));
    REFUSED(chatfmt_render_once(NULL, 1, "{}", 2, &text, &count, e));
    REFUSED(chatfmt_render_once("a", 1, NULL, 2, &text, &count, e));
    GIVES(CHATFMT_SYNTAX, chatfmt_render_once("{{", 2, "{}", 2, &text, &count, e));
    GIVES(CHATFMT_INPUT, chatfmt_render_once("a", 1, "{", 1, &text, NULL, e));
    assert_null(text);
    FINE(chatfmt_render_once("{{ a }}", 7, "{\"a\": \"x\"}", 10, &text, NULL, NULL));
    assert_string_equal(text, "x");
    chatfmt_text_free(text);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_sources(void **state)
{
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_survey *survey = NULL;
    char *text = NULL;
    size_t count = 7;
    (void)state;
    REFUSED(chatfmt_source_format(NULL, 1, NULL, &text, NULL, e));
    REFUSED(chatfmt_source_format("a", 1, NULL, NULL, NULL, e));
    options.flags = 0x4000;
    REFUSED(chatfmt_source_format("a", 1, &options, &text, NULL, e));
    REFUSED(chatfmt_survey_new("a", 1, &options, &survey, e));
    options.flags = 0;
    options.quotes = 3;
    REFUSED(chatfmt_source_format("a", 1, &options, &text, NULL, e));
    options.struct_size = 1;
    REFUSED(chatfmt_source_format("a", 1, &options, &text, NULL, e));
    REFUSED(chatfmt_survey_new("a", 1, &options, &survey, e));
    REFUSED(chatfmt_survey_new("a", 1, NULL, NULL, e));
    REFUSED(chatfmt_survey_new(NULL, 1, NULL, &survey, e));
    GIVES(CHATFMT_SYNTAX, chatfmt_source_format("{{", 2, NULL, &text, NULL, e));
    GIVES(CHATFMT_SYNTAX, chatfmt_survey_new("{{", 2, NULL, &survey, e));
    assert_null(text);
    assert_null(survey);
    assert_null(chatfmt_survey_facts(NULL, &count));
    assert_int_equal(count, 0);
    chatfmt_survey_free(NULL);
}

/* ---- Prompts ---- */

static void test_prompts(void **state)
{
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_values *values;
    const chatfmt_prompt *prompt;
    const chatfmt_prompt *const *rows;
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    const chatfmt_applied *applied;
    size_t count;
    (void)state;
    FINE(chatfmt_model_from_template(plain, sizeof plain - 1, NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_tokenizer_read(small, sizeof small - 1, NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value one = read_value(values, "[{\"role\": \"user\", \"content\": \"ab\"}]");
    chatfmt_value both = read_value(values, "[[{\"role\": \"user\", \"content\": \"ab\"}]]");
#define ENCODE() chatfmt_applier_encode(chat, model, encoder, one, &apply, &options, &prompt, e)
    options.fit = (chatfmt_fit)5;
    REFUSED(ENCODE());
    options.fit = CHATFMT_FIT_NONE;
    options.padding = (chatfmt_pad)3;
    REFUSED(ENCODE());
    options.padding = CHATFMT_PAD_NONE;
    options.padding_side = (chatfmt_side)3;
    REFUSED(ENCODE());
    options.padding_side = CHATFMT_SIDE_MODEL;
    options.truncation_side = (chatfmt_side)3;
    REFUSED(ENCODE());
    options.truncation_side = CHATFMT_SIDE_MODEL;
    options.policy = (chatfmt_token_policy)6;
    REFUSED(ENCODE());
    assert_string_equal(error.text, "chatfmt_prompt_options.policy is 6, at most 5");
    options.policy = CHATFMT_TOKENS_ANY;
    apply.flags = CHATFMT_APPLY_CHECK;
    REFUSED(ENCODE());
    apply.flags = 0;
    apply.reserved = 1;
    REFUSED(ENCODE());
    apply.reserved = 0;
    apply.variables = one; /* of a request, whose fault it is */
    GIVES(CHATFMT_TYPE, ENCODE());
    assert_string_equal(error.path, "variables");
    GIVES(CHATFMT_TYPE, chatfmt_applier_apply(chat, model, one, &apply, &applied, e));
    apply.variables = (chatfmt_value){{0, 0}};
    REFUSED(chatfmt_applier_encode_batch(NULL, model, encoder, both, &apply, &options, &rows, &count, e));
    REFUSED(chatfmt_applier_encode_batch(chat, NULL, encoder, both, &apply, &options, &rows, &count, e));
    REFUSED(chatfmt_applier_encode_batch(chat, model, NULL, both, &apply, &options, &rows, &count, e));
    REFUSED(chatfmt_applier_encode_batch(chat, model, encoder, both, &apply, &options, NULL, &count, e));
    REFUSED(chatfmt_applier_encode_batch(chat, model, encoder, both, &apply, &options, &rows, NULL, e));
    GIVES(CHATFMT_TYPE, chatfmt_applier_encode_batch(chat, model, encoder, apply.variables, &apply, &options, &rows, &count, e));
    FINE(chatfmt_applier_encode_batch(chat, model, encoder, both, &apply, &options, &rows, &count, NULL));
    assert_int_equal(count, 1);
    assert_int_equal(chatfmt_prompt_attempt_path(NULL, 0).length, 0);
    assert_int_equal(chatfmt_prompt_attempt_path(rows[0], 0).length, 0);
    chatfmt_values_free(values);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_response_arguments), cmocka_unit_test(test_response_failed),
        cmocka_unit_test(test_response_limits),    cmocka_unit_test(test_readers),
        cmocka_unit_test(test_conversations),      cmocka_unit_test(test_dates),
        cmocka_unit_test(test_formats),            cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_values),             cmocka_unit_test(test_renders),
        cmocka_unit_test(test_sources),            cmocka_unit_test(test_prompts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
