/* tests/unit/test_misuse_flags.c - bits that no function knows, of every function that takes flags as
 * an argument of its own: refused before the other arguments are used.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

static const char tokens_json[] =
    "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}, \"merges\": []}}";

typedef struct world {
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    chatfmt_formats *formats;
    chatfmt_format *format;
    chatfmt_conversation *conversation;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_model *model;
    chatfmt_applier *applier;
    chatfmt_request *request;
    chatfmt_analysis *analysis;
    chatfmt_value turns, object;
} world;

static int make_world(void **state)
{
    static world w;
    FINE(chatfmt_values_new(NULL, NULL, &w.values, NULL));
    FINE(chatfmt_renderer_new(NULL, &w.renderer, NULL));
    FINE(chatfmt_formats_new(NULL, &w.formats, NULL));
    FINE(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &w.format, NULL));
    FINE(chatfmt_conversation_new(w.format, NULL, &w.conversation, NULL));
    FINE(chatfmt_tokenizer_read(tokens_json, sizeof tokens_json - 1, NULL, &w.tokenizer, NULL));
    FINE(chatfmt_encoder_new(w.tokenizer, NULL, &w.encoder, NULL));
    FINE(chatfmt_model_from_template("a", 1, NULL, &w.model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &w.applier, NULL));
    FINE(chatfmt_request_new(NULL, &w.request, NULL));
    FINE(chatfmt_analysis_new(w.model, NULL, &w.analysis, NULL));
    FINE(chatfmt_value_read_json(w.values, "[]", 2, &w.turns, NULL));
    FINE(chatfmt_value_read_json(w.values, "{}", 2, &w.object, NULL));
    *state = &w;
    return 0;
}

static int free_world(void **state)
{
    world *w = *state;
    chatfmt_analysis_free(w->analysis);
    chatfmt_request_free(w->request);
    chatfmt_applier_free(w->applier);
    chatfmt_model_free(w->model);
    chatfmt_encoder_free(w->encoder);
    chatfmt_tokenizer_free(w->tokenizer);
    chatfmt_conversation_free(w->conversation);
    chatfmt_format_free(w->format);
    chatfmt_formats_free(w->formats);
    chatfmt_renderer_free(w->renderer);
    chatfmt_values_free(w->values);
    return 0;
}

/* ---- One call each ---- */

#define TAKES_FLAGS(function, call)                                                         \
    static chatfmt_status flags_of_##function(world *w, uint32_t flags, chatfmt_error *e)  \
    {                                                                                      \
        void *made = NULL;                                                                 \
        chatfmt_slice text;                                                                \
        chatfmt_value value;                                                               \
        chatfmt_compared compared = {.rendered = {1, 1}};                                  \
        chatfmt_tokens tokens = {.count = 0};                                              \
        chatfmt_model_template row = {.name = {"default", 7}};                             \
        (void)w, (void)made, (void)text, (void)value, (void)compared, (void)tokens, (void)row; \
        return call;                                                                       \
    }
#define MADE(type) ((type **)(void *)&made)

TAKES_FLAGS(formats_add, chatfmt_formats_add(w->formats, "{}", 2, flags, e))
TAKES_FLAGS(formats_add_conversation,
            chatfmt_formats_add_conversation(w->formats, w->conversation, flags, e))
TAKES_FLAGS(formats_match, chatfmt_formats_match("a", 1, flags, w->values,
                                                 MADE(const chatfmt_format_match), e))
TAKES_FLAGS(format_train,
            chatfmt_format_train(w->renderer, w->format, "train", w->turns, (chatfmt_slice){NULL, 0},
                                 flags, NULL, 0, MADE(const chatfmt_training), e))
TAKES_FLAGS(model_save, chatfmt_model_save("/nowhere", &row, 1, flags, e))
TAKES_FLAGS(token_session_new,
            chatfmt_token_session_new(w->encoder, flags, MADE(chatfmt_token_session), e))
TAKES_FLAGS(encoder_decode, chatfmt_encoder_decode(w->encoder, NULL, 0, flags, &text, e))
TAKES_FLAGS(decode_stream_new,
            chatfmt_decode_stream_new(w->encoder, flags, MADE(chatfmt_decode_stream), e))
TAKES_FLAGS(decode_text,
            chatfmt_decode_text(w->encoder, w->tokenizer, (chatfmt_slice){"0", 1}, flags, &text, e))
TAKES_FLAGS(tokens_json, chatfmt_tokens_json(w->tokenizer, (chatfmt_slice){"", 0}, &tokens, NULL, 0,
                                             flags, MADE(char), NULL, e))
TAKES_FLAGS(unwritten, chatfmt_unwritten(w->values, w->object, NULL, 0, flags, &value, e))
TAKES_FLAGS(request_answer, chatfmt_request_answer(w->request, w->applier, w->model, NULL, NULL, flags,
                                                   &text, e))
TAKES_FLAGS(map_output_new,
            chatfmt_map_output_new("/nowhere/x", flags, NULL, MADE(chatfmt_map_output), e))
TAKES_FLAGS(visible_text, chatfmt_visible_text("a", 1, flags, MADE(char), NULL, e))
TAKES_FLAGS(report_findings,
            chatfmt_report_findings(w->analysis, "x", flags, MADE(char), NULL, e))
TAKES_FLAGS(report_lines, chatfmt_report_lines((chatfmt_slice){"a", 1}, (chatfmt_slice){"b", 1}, flags,
                                               MADE(char), NULL, e))
TAKES_FLAGS(report_compared,
            chatfmt_report_compared("x", &compared, flags, MADE(char), NULL, e))

static const struct {
    const char *name;
    chatfmt_status (*call)(world *w, uint32_t flags, chatfmt_error *e);
} calls[] = {
#define ROW(name) {#name, flags_of_##name}
    ROW(formats_add),    ROW(formats_add_conversation), ROW(formats_match),     ROW(format_train),
    ROW(model_save),     ROW(token_session_new),        ROW(encoder_decode),    ROW(decode_stream_new),
    ROW(decode_text),    ROW(tokens_json),              ROW(unwritten),         ROW(request_answer),
    ROW(map_output_new), ROW(visible_text),             ROW(report_findings),   ROW(report_lines),
    ROW(report_compared),
#undef ROW
};

static void test_unknown_bits(void **state)
{
    static const uint32_t bits[] = {0xFFFFFFF8, 0x80000000, 1u << 20, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (size_t k = 0; k < sizeof bits / sizeof *bits; k++) {
            chatfmt_status status = calls[i].call(*state, bits[k], &error);
            if (status != CHATFMT_BAD_ARGUMENT || !strstr(error.text, "unknown bits 0x"))
                fail_msg("%s: %d, %s", calls[i].name, (int)status, error.text);
            assert_int_equal(calls[i].call(*state, bits[k], NULL), CHATFMT_BAD_ARGUMENT);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_unknown_bits, make_world, free_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
