/* tests/unit/test_misuse_tokens.c - what no tokenizer, encoder or prompt takes: spans that leave text
 * out, kinds that there are not, lengths that no memory has, names of encodings that nobody knows.
 */
#define _POSIX_C_SOURCE 200809L

#include "support/folder.h"
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

#define TOKEN(text, id)                                                                    \
    "{\"id\":" id ",\"content\":\"" text "\",\"single_word\":false,\"lstrip\":false,"      \
    "\"rstrip\":false,\"normalized\":false,\"special\":true}"
static const char letters[] =
    "{\"version\":\"1.0\",\"added_tokens\":[" TOKEN("<e>", "5") "],\"model\":{\"type\":\"BPE\","
    "\"vocab\":{\"a\":0,\"b\":1,\"<\":2,\"e\":3,\">\":4},\"merges\":[]}}";

typedef struct work {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} work;

static work open_work(void)
{
    work w;
    FINE(chatfmt_tokenizer_read(letters, sizeof letters - 1, NULL, &w.tokenizer, NULL));
    FINE(chatfmt_encoder_new(w.tokenizer, NULL, &w.encoder, NULL));
    return w;
}

static void close_work(work *w)
{
    chatfmt_encoder_free(w->encoder);
    chatfmt_tokenizer_free(w->tokenizer);
}

static void assert_text(const char *wanted)
{
    if (!strstr(error.text, wanted)) fail_msg("\"%s\" has no \"%s\"", error.text, wanted);
}

/* Under every policy. */
static void test_spans(void **state)
{
    work w = open_work();
    chatfmt_span spans[2] = {{.begin = 0, .end = 2, .kind = CHATFMT_SPAN_TEMPLATE},
                             {.begin = 2, .end = 5, .kind = CHATFMT_SPAN_DATA}};
    const chatfmt_tokens *tokens;
    const chatfmt_token_piece *pieces;
    chatfmt_slice texts[2] = {{"a", 1}, {"b", 1}};
    size_t count;
    (void)state;
    for (int policy = 0; policy <= CHATFMT_TOKENS_REPORT; policy++) {
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        options.policy = (chatfmt_token_policy)policy;
        options.span_count = 2;
        REFUSED(chatfmt_encoder_encode(w.encoder, "ab<e>", 5, &options, &tokens, e));
        assert_text("spans is NULL");
        REFUSED(chatfmt_encoder_encode_pieces(w.encoder, "ab<e>", 5, &options, NULL, &pieces, &count,
                                              e));
        REFUSED(chatfmt_encoder_encode_pair(w.encoder, texts, &options, NULL, &pieces, e));
        options.spans = spans;
        options.span_count = 0;
        REFUSED(chatfmt_encoder_encode(w.encoder, "ab<e>", 5, &options, &tokens, e));
        assert_text("end before the text");
        REFUSED(chatfmt_encoder_encode_pieces(w.encoder, "ab<e>", 5, &options, NULL, &pieces, &count,
                                              e));
        FINE(chatfmt_encoder_encode(w.encoder, "", 0, &options, &tokens, NULL));
        options.span_count = 2;
        spans[1].kind = (chatfmt_span_kind)77;
        REFUSED(chatfmt_encoder_encode(w.encoder, "ab<e>", 5, &options, &tokens, e));
        assert_text("spans[1].kind is 77");
        spans[1].kind = CHATFMT_SPAN_DATA;
        GIVES(policy == CHATFMT_TOKENS_REJECT ? CHATFMT_SECURITY : CHATFMT_OK,
              chatfmt_encoder_encode(w.encoder, "ab<e>", 5, &options, &tokens, e));
    }
    close_work(&w);
}

/* Whoever takes spans. */
static void test_span_kinds(void **state)
{
    chatfmt_span span = {.begin = 0, .end = 1, .kind = (chatfmt_span_kind)3};
    char *text;
    (void)state;
    REFUSED(chatfmt_spans_json(&span, 1, &text, NULL, e));
    assert_null(text);
    REFUSED(chatfmt_report_spans((chatfmt_slice){"a", 1}, &span, 1, &text, NULL, e));
    assert_null(text);
    assert_text("spans[0].kind is 3");
}

static void test_masks(void **state)
{
    const chatfmt_token_place place = {0, 1};
    const chatfmt_generation range = {0, 1};
    unsigned char mask[1];
    (void)state;
    REFUSED(chatfmt_mask_reference(NULL, 1, &range, 1, mask, e));
    assert_text("places is NULL");
    REFUSED(chatfmt_mask_reference(&place, 1, NULL, 1, mask, e));
    assert_text("ranges is NULL");
    REFUSED(chatfmt_mask_reference(&place, 1, &range, 1, NULL, e));
    assert_text("mask is NULL");
    FINE(chatfmt_mask_reference(NULL, 0, &range, 1, NULL, NULL));
    FINE(chatfmt_mask_reference(&place, 1, NULL, 0, mask, NULL));
    assert_int_equal(mask[0], 0);
    mask[0] = 7;
    chatfmt_mask_overlap(NULL, 1, &place, 1, mask);
    chatfmt_mask_overlap(&place, 1, &place, 1, NULL);
    assert_int_equal(mask[0], 7);
    chatfmt_mask_overlap(&place, 1, NULL, 1, mask);
    assert_int_equal(mask[0], 0);
    chatfmt_places_in_code_points("a", 1, NULL, 1, NULL);
    chatfmt_places_in_code_points("a", 1, &place, 1, NULL);
    chatfmt_token_place out = {5, 5};
    chatfmt_places_in_code_points(NULL, 1, &place, 1, &out);
    assert_int_equal(out.begin, 5);
    assert_int_equal(chatfmt_place_to_token(NULL, 1, 0), -1);
    chatfmt_spans_trust_roles((chatfmt_slice){"a", 1}, NULL, 1);
    chatfmt_spans_trust_roles((chatfmt_slice){NULL, 1}, &(chatfmt_span){.end = 1}, 1);
}

/* ---- Lengths ---- */

static void test_piece_lengths(void **state)
{
    static const struct {
        size_t length, multiple;
    } wide[] = {{(size_t)1 << 31, 0}, {SIZE_MAX, 0}, {SIZE_MAX - 2, 8}, {0, SIZE_MAX}, {SIZE_MAX, 8}};
    work w = open_work();
    const chatfmt_token_piece *pieces;
    chatfmt_slice texts[2] = {{"a", 1}, {"b", 1}};
    size_t count;
    (void)state;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
        lengths.flags = CHATFMT_LENGTH_PAD;
        lengths.pad_length = wide[i].length;
        lengths.pad_multiple = wide[i].multiple;
        GIVES(CHATFMT_LIMIT, chatfmt_encoder_encode_pieces(w.encoder, "ab", 2, NULL, &lengths, &pieces,
                                                           &count, e));
        assert_text("output_bytes is 167772160, reached ");
        GIVES(CHATFMT_LIMIT, chatfmt_encoder_encode_pair(w.encoder, texts, NULL, &lengths, &pieces, e));
        assert_text("output_bytes is 167772160, reached ");
    }
    close_work(&w);
}

static void test_prompt_lengths(void **state)
{
    static const char config[] = "{\"pad_token\": \"<e>\", \"chat_template\": "
                                 "\"{% for m in messages %}{{ m.content }}{% endfor %}\"}";
    static const struct {
        chatfmt_pad padding;
        size_t length, multiple;
    } wide[] = {{CHATFMT_PAD_LONGEST, 0, SIZE_MAX},     {CHATFMT_PAD_LONGEST, 0, (size_t)1 << 31},
                {CHATFMT_PAD_MAX_LENGTH, SIZE_MAX, 0},  {CHATFMT_PAD_MAX_LENGTH, SIZE_MAX, 8},
                {CHATFMT_PAD_MAX_LENGTH, SIZE_MAX - 9, 8}, {CHATFMT_PAD_MAX_LENGTH, (size_t)1 << 31, 0}};
    work w = open_work();
    chatfmt_usage usage = CHATFMT_USAGE_INIT;
    folder f;
    chatfmt_model *model;
    chatfmt_applier *applier;
    chatfmt_values *values;
    chatfmt_value messages, batch;
    const chatfmt_prompt *prompt;
    const chatfmt_prompt *const *rows;
    static const char json[] = "[[{\"role\": \"user\", \"content\": \"ab\"}]]";
    size_t count;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json", config));
    FINE(chatfmt_model_open(f.path, NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &applier, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_read_json(values, json, sizeof json - 1, &batch, NULL));
    messages = chatfmt_value_at(batch, 0);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
        options.padding = wide[i].padding;
        options.max_length = wide[i].length;
        options.pad_multiple = wide[i].multiple;
        GIVES(CHATFMT_LIMIT, chatfmt_applier_encode(applier, model, w.encoder, messages, NULL,
                                                    &options, &prompt, e));
        assert_text("output_bytes is 167772160, reached ");
        GIVES(CHATFMT_LIMIT, chatfmt_applier_encode_batch(applier, model, w.encoder, batch, NULL,
                                                          &options, &rows, &count, e));
        options.max_length = 6;
        options.pad_multiple = 4;
        FINE(chatfmt_applier_encode(applier, model, w.encoder, messages, NULL, &options, &prompt,
                                    NULL));
        chatfmt_encoder_usage(w.encoder, &usage);
        assert_int_equal(usage.output_bytes, 8); /* of two ids, without the padding */
        assert_int_equal(prompt->count, wide[i].padding == CHATFMT_PAD_LONGEST ? 4 : 8);
    }
    chatfmt_values_free(values);
    chatfmt_applier_free(applier);
    chatfmt_model_free(model);
    folder_remove(&f);
    close_work(&w);
}

/* ---- Encodings ---- */

static void test_encodings(void **state)
{
    static const char ranks[] = "YQ== 0\nYg== 1\nKw== 2\n";
    static const struct {
        const char *encoding;
        chatfmt_status wanted;
        const char *text;
    } cases[] = {
        {"lama3", CHATFMT_VALUE, "no encoding named 'lama3'; did you mean llama3?"},
        {"cl100k", CHATFMT_VALUE, "did you mean cl100k_base?"},
        {"no-such_one.2", CHATFMT_VALUE, "there are r50k_base, "},
        {"", CHATFMT_OK, ""},
        {".", CHATFMT_OK, ""},
        {"[ab]+|.", CHATFMT_OK, ""},
        {"transformers", CHATFMT_OK, ""},
        {"llama3", CHATFMT_OK, ""},
    };
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *made;
    (void)state;
    GIVES(CHATFMT_UNSUPPORTED, chatfmt_tokenizer_read(ranks, sizeof ranks - 1, NULL, &made, e));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_status status;
        options.encoding = cases[i].encoding;
        status = chatfmt_tokenizer_read(ranks, sizeof ranks - 1, &options, &made, &error);
        if (status != cases[i].wanted) print_message("%s: %s\n", cases[i].encoding, error.text);
        assert_int_equal(status, cases[i].wanted);
        assert_text(cases[i].text);
        assert_true((made != NULL) == (status == CHATFMT_OK));
        chatfmt_tokenizer_free(made);
    }
    options.encoding = "llama3";
    GIVES(CHATFMT_VALUE, chatfmt_tokenizer_read(letters, sizeof letters - 1, &options, &made, e));
    assert_text("encoding: this option is for tiktoken ranks");
    assert_null(made);
}

/* ---- Which argument ---- */

static void test_names(void **state)
{
    work w = open_work();
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_slice texts[2] = {{"a", 1}, {"a\xff", 2}};
    chatfmt_token_session *session;
    chatfmt_decode_stream *stream;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    const chatfmt_token_piece *pieces;
    chatfmt_slice text;
    uint32_t id = 0;
    size_t count;
    (void)state;
#define NAMED(name, call)                                                                      \
    do {                                                                                       \
        REFUSED(call);                                                                         \
        assert_string_equal(error.text, name " is NULL");                                      \
    } while (0)
    NAMED("encoder", chatfmt_encoder_encode(NULL, "a", 1, NULL, &tokens, e));
    NAMED("tokens", chatfmt_encoder_encode(w.encoder, "a", 1, NULL, NULL, e));
    options.literals.length = 3;
    NAMED("literals", chatfmt_encoder_encode(w.encoder, "a", 1, &options, &tokens, e));
    NAMED("encoder", chatfmt_encoder_encode_pieces(NULL, "a", 1, NULL, NULL, &pieces, &count, e));
    NAMED("pieces", chatfmt_encoder_encode_pieces(w.encoder, "a", 1, NULL, NULL, NULL, &count, e));
    NAMED("count", chatfmt_encoder_encode_pieces(w.encoder, "a", 1, NULL, NULL, &pieces, NULL, e));
    NAMED("encoder", chatfmt_encoder_encode_pair(NULL, texts, NULL, NULL, &pieces, e));
    NAMED("texts", chatfmt_encoder_encode_pair(w.encoder, NULL, NULL, NULL, &pieces, e));
    NAMED("pair", chatfmt_encoder_encode_pair(w.encoder, texts, NULL, NULL, NULL, e));
    NAMED("tokenizer", chatfmt_tokenizer_lengths(NULL, &lengths, e));
    NAMED("out", chatfmt_tokenizer_lengths(w.tokenizer, NULL, e));
    NAMED("encoder", chatfmt_encoder_decode(NULL, &id, 1, 0, &text, e));
    NAMED("ids", chatfmt_encoder_decode(w.encoder, NULL, 1, 0, &text, e));
    NAMED("out", chatfmt_encoder_decode(w.encoder, &id, 1, 0, NULL, e));
    NAMED("encoder", chatfmt_decode_stream_new(NULL, 0, &stream, e));
    NAMED("out", chatfmt_decode_stream_new(w.encoder, 0, NULL, e));
    NAMED("encoder", chatfmt_token_session_new(NULL, 0, &session, e));
    NAMED("out", chatfmt_token_session_new(w.encoder, 0, NULL, e));
    FINE(chatfmt_decode_stream_new(w.encoder, 0, &stream, NULL));
    NAMED("stream", chatfmt_decode_stream_push(NULL, 0, &text, e));
    NAMED("out", chatfmt_decode_stream_push(stream, 0, NULL, e));
    chatfmt_decode_stream_free(stream);
    FINE(chatfmt_token_session_new(w.encoder, 0, &session, NULL));
    NAMED("session", chatfmt_token_session_set(NULL, "a", 1, &tokens, NULL, e));
    NAMED("tokens", chatfmt_token_session_append(session, "a", 1, NULL, NULL, e));
    FINE(chatfmt_token_session_set(session, "ab", 2, &tokens, NULL, NULL));
    GIVES(CHATFMT_INPUT, chatfmt_token_session_append(session, "a\xff", 2, &tokens, NULL, e));
    assert_int_equal(error.offset, 3);
    chatfmt_token_session_free(session);
    GIVES(CHATFMT_INPUT, chatfmt_encoder_encode_pair(w.encoder, texts, NULL, NULL, &pieces, e));
    assert_string_equal(error.path, "texts[1]");
    assert_int_equal(error.offset, 1);
    texts[0].data = NULL;
    REFUSED(chatfmt_encoder_encode_pair(w.encoder, texts, NULL, NULL, &pieces, e));
    assert_string_equal(error.path, "texts[0]");
    close_work(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),         cmocka_unit_test(test_span_kinds),
        cmocka_unit_test(test_masks),         cmocka_unit_test(test_piece_lengths),
        cmocka_unit_test(test_prompt_lengths), cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
