/* tests/unit/test_prompt.c - chatfmt/tokens.h: what the calls give, what they refuse, and memory
 * that runs out anywhere in them. */
#include "support/counting.h"

#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TOKEN(text)                                                                        \
    "{\"id\":0,\"content\":\"" text "\",\"single_word\":false,\"lstrip\":false,"           \
    "\"rstrip\":false,\"normalized\":false,\"special\":true}"
static const char small_json[] =
    "{\"version\":\"1.0\",\"added_tokens\":[" TOKEN("<s>") "," TOKEN("<e>") "," TOKEN("<p>") "],"
    "\"decoder\":{\"type\":\"Fuse\"},\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,"
    "\"c\":2,\"<\":3,\">\":4,\"e\":5,\"s\":6,\"u\":7,\"ab\":8,\"\xC3\xA9\":9,\"p\":10,\"t\":11},"
    "\"merges\":[\"a b\"]}}";
enum { ID_S = 12, ID_E = 13, ID_P = 14 };

static const char source[] =
    "{% for m in messages %}<s>{{ m.role[0] }}>{% if m.role == 'assistant' %}{% generation %}"
    "{{ m.content }}<e>{% endgeneration %}{% else %}{{ m.content }}<e>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<s>a>{% endif %}";
static const char chats[] =
    "[[{\"role\":\"user\",\"content\":\"ab<e>\"},{\"role\":\"assistant\",\"content\":\"c\xC3\xA9\"}],"
    "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"bbbb\"},"
    "{\"role\":\"user\",\"content\":\"ccc\"},{\"role\":\"assistant\",\"content\":\"b\"}]]";

/* Everything that a call needs. */
typedef struct work {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value chats;
} work;

static chatfmt_status work_open(work *w, const chatfmt_allocator *allocator, chatfmt_error *error)
{
    chatfmt_model_options model = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_tokenizer_options tokenizer = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder = CHATFMT_ENCODER_OPTIONS_INIT;
    model.allocator = tokenizer.allocator = encoder.allocator = allocator;
    memset(w, 0, sizeof *w);
    chatfmt_status status =
        chatfmt_model_from_template(source, sizeof source - 1, &model, &w->model, error);
    if (!status)
        status = chatfmt_tokenizer_read(small_json, sizeof small_json - 1, &tokenizer,
                                        &w->tokenizer, error);
    if (!status) status = chatfmt_encoder_new(w->tokenizer, &encoder, &w->encoder, error);
    if (!status) status = chatfmt_applier_new(allocator, NULL, &w->chat, error);
    if (!status) status = chatfmt_values_new(allocator, NULL, &w->values, error);
    if (!status)
        status = chatfmt_value_read_json(w->values, chats, sizeof chats - 1, &w->chats, error);
    return status;
}

static void work_close(work *w)
{
    chatfmt_values_free(w->values);
    chatfmt_applier_free(w->chat);
    chatfmt_encoder_free(w->encoder);
    chatfmt_tokenizer_free(w->tokenizer);
    chatfmt_model_free(w->model);
}

static int fixture_open(void **state)
{
    static work w;
    *state = &w;
    return work_open(&w, NULL, NULL) != CHATFMT_OK;
}

static int fixture_close(void **state)
{
    work_close(*state);
    return 0;
}

static chatfmt_status encode(work *w, size_t chat, const chatfmt_prompt_options *options,
                             const chatfmt_prompt **out, chatfmt_error *error)
{
    return chatfmt_applier_encode(w->chat, w->model, w->encoder, chatfmt_value_at(w->chats, chat), NULL,
                                  options, out, error);
}

static void assert_ids(const chatfmt_prompt *p, const char *want)
{
    char text[512] = "";
    for (size_t i = 0; i < p->count; i++) {
        char one[16];
        snprintf(one, sizeof one, i ? " %u" : "%u", p->ids[i]);
        strcat(text, one);
    }
    assert_string_equal(text, want);
}

static void assert_bits(const unsigned char *bits, size_t count, const char *want)
{
    char text[64] = "";
    assert_true(count < sizeof text);
    for (size_t i = 0; i < count; i++) text[i] = (char)('0' + bits[i]);
    assert_string_equal(text, want);
}

/* ---- Results ---- */

static void test_plain_and_safe(void **state)
{
    const chatfmt_prompt *p;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    assert_int_equal(encode(*state, 0, NULL, &p, NULL), CHATFMT_OK);
    assert_ids(p, "12 7 4 8 13 13 12 0 4 2 9 13");
    assert_bits(p->attention, p->count, "111111111111");
    assert_null(p->mask);
    assert_null(p->places);
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_PROMPT_PLACES | CHATFMT_PROMPT_MESSAGES | CHATFMT_PROMPT_STOPS;
    assert_int_equal(encode(*state, 0, &options, &p, NULL), CHATFMT_OK);
    assert_ids(p, "12 7 4 8 3 5 4 13 12 0 4 2 9 13");
    assert_int_equal(p->attempt_total, 1);
    chatfmt_slice path = chatfmt_prompt_attempt_path(p, 0);
    assert_int_equal(path.length, sizeof "messages[0].content" - 1);
    assert_int_equal(p->message_count, 2);
    assert_int_equal(p->messages[0].begin, 1);
    assert_int_equal(p->messages[0].end, 7);
    assert_int_equal(p->messages[1].begin, 9);
    assert_int_equal(p->messages[1].end, 13);
    assert_int_equal(p->places[12].end - p->places[12].begin, 2); /* é in bytes */
    assert_int_equal(p->stop_count, 1);
    assert_int_equal(p->stops[0], ID_E);
    options.policy = CHATFMT_TOKENS_REJECT;
    chatfmt_error error;
    assert_int_equal(encode(*state, 0, &options, &p, &error), CHATFMT_SECURITY);
    assert_string_equal(error.path, "messages[0].content");
    assert_null(p);
}

static void test_masks(void **state)
{
    const chatfmt_prompt *p;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    options.mask = &mask;
    for (uint32_t kind = 0; kind < 3; kind++) {
        mask.kind = kind;
        assert_int_equal(encode(*state, 0, &options, &p, NULL), CHATFMT_OK);
        assert_bits(p->mask, p->count, "000000000111");
    }
    /* The last character of the range is cut away: the reference learns all that is left. */
    mask.kind = CHATFMT_MASK_HF;
    options.fit = CHATFMT_FIT_TRUNCATE;
    options.max_length = 10;
    assert_int_equal(encode(*state, 0, &options, &p, NULL), CHATFMT_OK);
    assert_bits(p->mask, p->count, "0000000001");
    assert_int_equal(p->truncated, 2);
    options.truncation_side = CHATFMT_SIDE_LEFT;
    options.max_length = 2;
    assert_int_equal(encode(*state, 0, &options, &p, NULL), CHATFMT_OK);
    assert_bits(p->mask, p->count, "00"); /* its first character is gone: nothing is learned */
    mask.kind = CHATFMT_MASK_GENERATION;
    assert_int_equal(encode(*state, 0, &options, &p, NULL), CHATFMT_OK);
    assert_bits(p->mask, p->count, "11");
}

static void test_fit(void **state)
{
    const chatfmt_prompt *p;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    assert_int_equal(encode(*state, 1, NULL, &p, NULL), CHATFMT_OK);
    assert_ids(p, "12 7 4 0 13 12 0 4 1 1 1 1 13 12 7 4 2 2 2 13 12 0 4 1 13");
    options.max_length = 14;
    options.fit = CHATFMT_FIT_DROP;
    assert_int_equal(encode(*state, 1, &options, &p, NULL), CHATFMT_OK);
    assert_ids(p, "12 7 4 2 2 2 13 12 0 4 1 13");
    assert_int_equal(p->dropped, 2);
    options.max_length = 22;
    options.fit = CHATFMT_FIT_CUT;
    assert_int_equal(encode(*state, 1, &options, &p, NULL), CHATFMT_OK);
    assert_int_equal(p->count, 22);
    assert_int_equal(p->cut_bytes, 3);
    for (int fit = CHATFMT_FIT_DROP; fit <= CHATFMT_FIT_REFUSE; fit++) {
        options.fit = (chatfmt_fit)fit;
        options.max_length = 6;
        assert_int_equal(encode(*state, 1, &options, &p, NULL), CHATFMT_LIMIT);
    }
}

/* A limit of the encoder says whose it is. */
static void test_limit_of_encoder(void **state)
{
    work *w = *state;
    const chatfmt_prompt *p;
    chatfmt_error error;
    chatfmt_encoder *encoder;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    limits.output_bytes = 8;
    options.limits = &limits;
    assert_int_equal(chatfmt_encoder_new(w->tokenizer, &options, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_encode(w->chat, w->model, encoder, chatfmt_value_at(w->chats, 1), NULL,
                                            NULL, &p, &error), CHATFMT_LIMIT);
    assert_string_equal(error.text, "limit exceeded: output_bytes is 8, reached 100 (of the encoder)");
    chatfmt_slice limit = chatfmt_error_limit(&error);
    assert_int_equal(limit.length, 12);
    assert_memory_equal(limit.data, "output_bytes", 12);
    chatfmt_encoder_free(encoder);
}

/* A short conversation gives back what a long one took. */
static void test_long_is_given_back(void **state)
{
    enum { LONG_BYTES = 2000000, AROUND = 32, MOST = 8 << 20 };
    counting c = {0};
    chatfmt_allocator memory = counting_allocator(&c);
    work w;
    chatfmt_error error;
    chatfmt_value messages;
    const chatfmt_prompt *p;
    const chatfmt_tokens *tokens;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    static char text[LONG_BYTES + AROUND];
    (void)state;
    assert_int_equal(work_open(&w, &memory, &error), CHATFMT_OK);
    size_t before = c.live;
    options.policy = CHATFMT_TOKENS_CONTROL;
    memset(text, 'b', sizeof text - 1);
    memcpy(text, "[{\"role\":\"u\",\"content\":\"", 24);
    memcpy(text + sizeof text - 4, "\"}]", 4);
    assert_int_equal(chatfmt_value_read_json(w.values, text, sizeof text - 1, &messages, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_encode(w.chat, w.model, w.encoder, messages, NULL, &options, &p, &error), CHATFMT_OK);
    assert_true(c.live > before + 4 * (size_t)MOST);
    assert_int_equal(chatfmt_applier_encode(w.chat, w.model, w.encoder, chatfmt_value_at(w.chats, 0), NULL, &options, &p, &error), CHATFMT_OK);
    assert_true(c.live < before + 2 * (size_t)MOST);
    assert_int_equal(chatfmt_encoder_encode(w.encoder, text, sizeof text - 1, NULL, &tokens, &error), CHATFMT_OK);
    assert_true(c.live > before + 2 * (size_t)MOST);
    assert_int_equal(chatfmt_encoder_encode(w.encoder, "ab", 2, NULL, &tokens, &error), CHATFMT_OK);
    assert_true(c.live < before + 2 * (size_t)MOST);
    work_close(&w);
    assert_int_equal(c.live, 0);
}

static void test_batch(void **state)
{
    work *w = *state;
    const chatfmt_prompt *const *rows;
    size_t count;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    options.padding = CHATFMT_PAD_LONGEST;
    chatfmt_error error;
    assert_int_equal(chatfmt_applier_encode_batch(w->chat, w->model, w->encoder, w->chats, NULL,
                                                  &options, &rows, &count, &error),
                     CHATFMT_VALUE); /* no padding token */
    assert_non_null(strstr(chatfmt_error_remedy(&error), "tokenizer_config.json names a \"pad_token\""));
    options.padding = CHATFMT_PAD_NONE;
    assert_int_equal(chatfmt_applier_encode_batch(w->chat, w->model, w->encoder, w->chats, NULL,
                                                  &options, &rows, &count, &error),
                     CHATFMT_OK);
    assert_int_equal(count, 2);
    assert_ids(rows[0], "12 7 4 8 13 13 12 0 4 2 9 13");
    assert_int_equal(rows[1]->count, 25);
    assert_memory_equal(rows[0]->applied->text.data, "<s>u>ab<e><e>", 13);
    options.policy = CHATFMT_TOKENS_CONTROL;
    assert_int_equal(chatfmt_applier_encode_batch(w->chat, w->model, w->encoder, w->chats, NULL,
                                                  &options, &rows, &count, &error),
                     CHATFMT_OK);
    assert_int_equal(rows[0]->attempt_count, 1);
    assert_int_equal(rows[1]->attempt_count, 0);
    chatfmt_slice path = chatfmt_prompt_attempt_path(rows[0], 0);
    assert_int_equal(path.length, strlen("messages[0].content"));
    assert_memory_equal(path.data, "messages[0].content", path.length);
    assert_int_equal(chatfmt_prompt_attempt_path(rows[0], 1).length, 0);
}

static void test_misuse(void **state)
{
    work *w = *state;
    const chatfmt_prompt *p;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_value chat = chatfmt_value_at(w->chats, 0);
    options.flags = 1u << 20;
    assert_int_equal(encode(w, 0, &options, &p, NULL), CHATFMT_BAD_ARGUMENT);
    options.flags = 0;
    options.fit = (chatfmt_fit)99;
    assert_int_equal(encode(w, 0, &options, &p, NULL), CHATFMT_BAD_ARGUMENT);
    options.fit = CHATFMT_FIT_NONE;
    options.struct_size = 1;
    assert_int_equal(encode(w, 0, &options, &p, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_applier_encode(NULL, w->model, w->encoder, chat, NULL, NULL, &p, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_applier_encode(w->chat, w->model, NULL, chat, NULL, NULL, &p, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_applier_encode(w->chat, w->model, w->encoder, chat, NULL, NULL, NULL,
                                            NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_applier_encode_batch(w->chat, w->model, w->encoder, chat, NULL, NULL, NULL,
                                                  NULL, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_model_tokenizer(w->model, NULL, &tokenizer, NULL), CHATFMT_NOT_FOUND);
    assert_int_equal(chatfmt_model_tokenizer(NULL, NULL, &tokenizer, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_attempt_path(NULL, 0).length, 0);
}

/* ---- Memory that runs out ---- */

/* A hash of all that a few calls give. */
static chatfmt_status run(counting *memory, uint64_t *hash)
{
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_error error;
    const chatfmt_prompt *p;
    const chatfmt_prompt *const *rows;
    size_t count;
    work w;
    *hash = 0;
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_PROMPT_CODE_POINTS | CHATFMT_PROMPT_MESSAGES | CHATFMT_PROMPT_STOPS;
    options.mask = &mask;
    options.max_length = 16;
    chatfmt_status status = work_open(&w, &allocator, &error);
    for (uint32_t fit = CHATFMT_FIT_TRUNCATE; !status && fit <= CHATFMT_FIT_CUT; fit++) {
        options.fit = (chatfmt_fit)fit;
        mask.kind = fit - 1;
        status = encode(&w, 1, &options, &p, &error);
        for (size_t i = 0; !status && i < p->count; i++)
            *hash = (*hash ^ (p->ids[i] + 99u * p->mask[i])) * 1099511628211u + 1;
    }
    if (!status)
        status = chatfmt_applier_encode_batch(w.chat, w.model, w.encoder, w.chats, NULL, &options,
                                              &rows, &count, &error);
    if (chatfmt_value_count(w.chats) == 2 && status == CHATFMT_NO_MEMORY) { /* it must go on working */
        memory->fail_at = 0;
        assert_int_equal(encode(&w, 0, NULL, &p, &error), CHATFMT_OK);
    }
    work_close(&w);
    return status;
}

static void test_each_allocation_fails(void **state)
{
    counting clean = {0};
    uint64_t want, hash;
    (void)state;
    assert_int_equal(run(&clean, &want), CHATFMT_OK);
    assert_int_equal(clean.live, 0);
    for (int after = 0; after < 2; after++)
        for (size_t n = 1; n <= clean.calls; n++) {
            counting memory = {.fail_at = n, .fail_after = after};
            chatfmt_status got = run(&memory, &hash);
            bool same = got == CHATFMT_OK && hash == want;
            if ((got != CHATFMT_NO_MEMORY && !same) || memory.live)
                fail_msg("allocation %zu of %zu: status %d, %zu bytes leaked", n, clean.calls,
                         (int)got, memory.live);
        }
    printf("%zu allocations\n", clean.calls);
}

/* ---- Who supplied it ---- */

/* A template that begins with the BOS and a date, under a policy. */
static chatfmt_status encode_trusting(work *w, chatfmt_apply_options *apply,
                                      chatfmt_token_policy policy, const chatfmt_prompt **out,
                                      chatfmt_error *error)
{
    static const char text[] = "{{ bos_token }}{{ date }}b";
    static const char variables[] = "{\"bos_token\": \"<s>\", \"date\": \"<e>\"}";
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    options.policy = policy;
    apply->chat_template = (chatfmt_slice){text, sizeof text - 1};
    assert_int_equal(chatfmt_value_read_json(w->values, variables, sizeof variables - 1,
                                             &apply->variables, error), CHATFMT_OK);
    return chatfmt_applier_encode(w->chat, w->model, w->encoder, chatfmt_value_at(w->chats, 0), apply,
                                  &options, out, error);
}

static void test_trusted_variables(void **state)
{
    static const chatfmt_slice names[] = {{"bos_token", 9}, {"date", 4}};
    static const char *const want[] = {"3 6 4 3 5 4 1", "12 3 5 4 1", "12 13 1"};
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_prompt *prompt;
    chatfmt_error error;
    for (size_t trusted = 0; trusted < 3; trusted++) {
        apply.trusted = trusted ? names : NULL;
        apply.trusted_count = trusted;
        assert_int_equal(encode_trusting(*state, &apply, CHATFMT_TOKENS_CONTROL, &prompt, &error),
                         CHATFMT_OK);
        assert_ids(prompt, want[trusted]);
        assert_int_equal(prompt->attempt_total, 2 - trusted);
        assert_int_equal(prompt->applied->spans[0].kind,
                         trusted ? CHATFMT_SPAN_TRUSTED : CHATFMT_SPAN_DATA);
        assert_int_equal(prompt->applied->spans[0].flags,
                         CHATFMT_SPAN_COPIED | (trusted ? 0 : CHATFMT_SPAN_SPECIAL));
        assert_int_equal(encode_trusting(*state, &apply, CHATFMT_TOKENS_ANY, &prompt, &error),
                         CHATFMT_OK);
        assert_ids(prompt, want[2]);
    }
}

static void test_template_from_data(void **state)
{
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_prompt *prompt;
    chatfmt_error error;
    apply.flags = CHATFMT_APPLY_DATA_TEMPLATE;
    assert_int_equal(encode_trusting(*state, &apply, CHATFMT_TOKENS_ANY, &prompt, &error), CHATFMT_OK);
    for (int policy = CHATFMT_TOKENS_SPECIAL; policy <= CHATFMT_TOKENS_REPORT; policy++) {
        assert_int_equal(encode_trusting(*state, &apply, (chatfmt_token_policy)policy, &prompt,
                                         &error), CHATFMT_SECURITY);
        assert_non_null(strstr(error.text, "chat_template"));
        assert_null(prompt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_and_safe), cmocka_unit_test(test_masks),
        cmocka_unit_test(test_fit),            cmocka_unit_test(test_batch),
        cmocka_unit_test(test_misuse),         cmocka_unit_test(test_trusted_variables),
        cmocka_unit_test(test_limit_of_encoder), cmocka_unit_test(test_long_is_given_back),
        cmocka_unit_test(test_template_from_data),
        cmocka_unit_test(test_each_allocation_fails),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
