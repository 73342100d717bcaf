/* tests/unit/test_token_pieces.c - SentencePiece models of a few pieces, made here: what white
 * space becomes, and which pieces that users have defined data may write. Ids are those of
 * sentencepiece 0.2.3.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>
#include <stdio.h>

enum { NORMAL = 1, UNKNOWN = 2, CONTROL = 3, USER = 4, LONG = 300, MODEL_ROOM = 4096 };

#define SPACE "\xE2\x96\x81"

typedef struct model {
    unsigned char bytes[MODEL_ROOM];
    size_t length;
} model;

static void put(model *m, const void *data, size_t length)
{
    assert_true(m->length + length <= sizeof m->bytes);
    memcpy(m->bytes + m->length, data, length);
    m->length += length;
}

static void put_number(model *m, size_t number)
{
    for (; number > 127; number >>= 7) put(m, &(unsigned char){(unsigned char)(number | 128)}, 1);
    put(m, &(unsigned char){(unsigned char)number}, 1);
}

static void put_field(model *m, unsigned field, size_t number)
{
    put_number(m, field << 3);
    put_number(m, number);
}

static void put_bytes(model *m, unsigned field, const void *data, size_t length)
{
    put_number(m, field << 3 | 2);
    put_number(m, length);
    put(m, data, length);
}

/* Scores are powers of two, whose bytes are these. */
static void put_piece(model *m, const char *text, float score, unsigned kind)
{
    unsigned char bits[5] = {2 << 3 | 5, 0, 0, score <= -4 ? 0x80 : score < -2 ? 0x40 : score < -1 ? 0 : 0x80,
                             score <= -2 ? 0xC0 : 0xBF};
    model piece = {.length = 0};
    if (!(score < 0)) bits[3] = bits[4] = 0;
    put_bytes(&piece, 1, text, strlen(text));
    put(&piece, bits, sizeof bits);
    put_field(&piece, 3, kind);
    put_bytes(m, 1, piece.bytes, piece.length);
}

static const char *all_z(void)
{
    static char text[LONG + 1];
    memset(text, 'z', LONG);
    return text;
}

/* The pieces of every model here, without those of users when `users` is false, and control pieces
 * from number 15 on. */
static chatfmt_tokenizer *tokenizer_of(bool users, bool prefix, bool collapses,
                                       const char *const *controls)
{
    static const char *const letters[] = {"<", "t", "o", "l", ">"};
    model made = {.length = 0}, part = {.length = 0};
    chatfmt_tokenizer *tokenizer;
    put_piece(&made, "<unk>", 0, UNKNOWN);
    put_piece(&made, "<s>", 0, CONTROL);
    put_piece(&made, SPACE, -1, NORMAL);
    put_piece(&made, "a", -2, NORMAL);
    put_piece(&made, "b", -3, NORMAL);
    put_piece(&made, "ab", -1, NORMAL);
    for (size_t i = 0; i < 5; i++) put_piece(&made, letters[i], -4, NORMAL);
    put_piece(&made, "<tool>", 0, users ? USER : CONTROL);
    put_piece(&made, SPACE SPACE, 0, users ? USER : CONTROL);
    /* Tokens that overlap are short. */
    put_piece(&made, controls && *controls ? "zz" : all_z(), 0, users ? USER : CONTROL);
    put_piece(&made, "z", -4, NORMAL);
    for (; controls && *controls; controls++) put_piece(&made, *controls, 0, CONTROL);
    put_field(&part, 3, 1); /* Unigram */
    put_bytes(&made, 2, part.bytes, part.length);
    part.length = 0;
    put_field(&part, 3, prefix);
    put_field(&part, 4, collapses);
    put_bytes(&made, 3, part.bytes, part.length);
    chatfmt_status status = chatfmt_tokenizer_read((const char *)made.bytes, made.length, NULL,
                                                   &tokenizer, &error);
    if (status) fail_msg("%s", error.text);
    return tokenizer;
}

static const char *ids_text(const chatfmt_tokens *tokens)
{
    static char out[4 * LONG];
    size_t at = 0;
    out[0] = '\0';
    for (size_t i = 0; i < tokens->count && at < sizeof out - 12; i++)
        at += (size_t)sprintf(out + at, "%s%u", i ? " " : "", (unsigned)tokens->ids[i]);
    return out;
}

/* With a space in front or not, and with runs of spaces as one or as they are. */
static void test_spaces(void **state)
{
    static const struct {
        const char *text, *ids[4]; /* neither, with a space in front, runs as one, both */
    } rows[] = {
        {"", {"", "", "", ""}},
        {" ", {"2", "12", "", ""}},
        {"   ", {"2 12", "12 12", "", ""}},
        {"a ", {"3 2", "2 3 2", "3", "2 3"}},
        {"a  b", {"3 12 4", "2 3 12 4", "3 2 4", "2 3 2 4"}},
        {" ab ", {"2 5 2", "12 5 2", "5", "2 5"}},
        {"a<tool>b", {"3 11 4", "2 3 11 4", "3 11 4", "2 3 11 4"}},
        {"<to", {"6 7 8", "2 6 7 8", "6 7 8", "2 6 7 8"}},
        {SPACE SPACE "a", {"12 3", "2 12 3", "12 3", "2 12 3"}},
        {"q", {"0", "2 0", "0", "2 0"}},
    };
    (void)state;
    for (int way = 0; way < 4; way++) {
        chatfmt_tokenizer *tokenizer = tokenizer_of(true, way & 1, way & 2, NULL);
        chatfmt_encoder *encoder;
        FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            const chatfmt_tokens *tokens;
            FINE(chatfmt_encoder_encode(encoder, rows[i].text, strlen(rows[i].text), NULL, &tokens, NULL));
            if (strcmp(ids_text(tokens), rows[i].ids[way]))
                fail_msg("way %d, \"%s\": %s", way, rows[i].text, ids_text(tokens));
        }
        chatfmt_encoder_free(encoder);
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* ---- policies ---- */

typedef struct policy_row {
    bool users;
    chatfmt_token_policy policy;
    const char *own, *text, *literals, *ids; /* the template's bytes, data after them */
    size_t attempts;
    const char *controls[6];
} policy_row;

static void check_policy(const policy_row *row)
{
    static char text[4 * LONG];
    size_t own = strlen(row->own), length = own + strlen(row->text);
    chatfmt_span spans[] = {{.begin = 0, .end = own, .kind = CHATFMT_SPAN_TEMPLATE},
                            {.begin = own, .end = length, .kind = CHATFMT_SPAN_DATA}};
    chatfmt_tokenizer *tokenizer = tokenizer_of(row->users, false, false, row->controls);
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    chatfmt_encoder *encoder;
    sprintf(text, "%s%s", row->own, row->text);
    options.policy = row->policy;
    options.spans = spans;
    options.span_count = 2;
    options.literals = (chatfmt_slice){row->literals, strlen(row->literals)};
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    FINE(chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL));
    if (strcmp(ids_text(tokens), row->ids) || tokens->attempt_total != row->attempts)
        fail_msg("%.20s|%.20s: %s, %zu attempts", row->own, row->text, ids_text(tokens),
                 tokens->attempt_total);
    options.policy = CHATFMT_TOKENS_REJECT;
    chatfmt_status status = chatfmt_encoder_encode(encoder, text, length, &options, &tokens, NULL);
    if (row->attempts) assert_int_equal(status, CHATFMT_SECURITY);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

/* Pieces of users are data's until the template writes them too: in the text, or in its source. */
static void test_policies(void **state)
{
    static const policy_row rows[] = {
        {true, CHATFMT_TOKENS_ANY, "<tool>", "<tool>", "", "11 11", 0, {NULL}},
        {true, CHATFMT_TOKENS_CONTROL, "a", "<tool>", "", "3 11", 0, {NULL}},
        {true, CHATFMT_TOKENS_CONTROL, "a<to", "<tool>", "", "3 6 7 8 11", 0, {NULL}},
        {true, CHATFMT_TOKENS_CONTROL, "b<tool>a", "<tool>", "", "4 11 3 6 7 8 8 9 10", 1, {NULL}},
        {true, CHATFMT_TOKENS_CONTROL, "", "a<tool>", "{{ x }}<tool>", "3 6 7 8 8 9 10", 1, {NULL}},
        {true, CHATFMT_TOKENS_REPORT, "<tool>", "<tool>", "", "11 11", 1, {NULL}},
        {true, CHATFMT_TOKENS_CONTROL, "", "a<tool>", "<to", "3 11", 0, {NULL}},
        /* What separates words controls nothing. */
        {true, CHATFMT_TOKENS_CONTROL, SPACE SPACE "a", SPACE SPACE, "", "12 3 12", 0, {NULL}},
        /* There are none. */
        {false, CHATFMT_TOKENS_CONTROL, "a", "ab", "<tool>", "3 5", 0, {NULL}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_policy(&rows[i]);
}

/* A piece of more bytes than are looked for in what the template wrote is control. */
static void test_long_piece(void **state)
{
    policy_row row = {true, CHATFMT_TOKENS_ANY, "a", all_z(), "", "3 13", 0, {NULL}};
    char ids[4 * LONG] = "3"; /* and the z of the template's */
    (void)state;
    check_policy(&row);
    for (size_t i = 0; i <= LONG; i++) strcat(ids, " 14");
    row.policy = CHATFMT_TOKENS_CONTROL;
    row.own = "az";
    row.attempts = 1;
    row.ids = ids;
    row.literals = all_z();
    check_policy(&row);
}

/* Of control tokens that overlap the longest is taken, wherever it is, then the next. */
static void test_overlaps(void **state)
{
    static const policy_row rows[] = {
        {true, CHATFMT_TOKENS_ANY, "", "a<too", "", "3 16", 0, {"a<", "<too"}},
        {true, CHATFMT_TOKENS_ANY, "", "a<b", "", "15 4", 0, {"a<", "<too"}},
        {true, CHATFMT_TOKENS_ANY, "", "a<toolz", "", "15 17", 0, {"a<", "<to", "toolz"}},
        {true, CHATFMT_TOKENS_SPECIAL, "", "a<too", "", "3 6 7 8 8", 2, {"a<", "<too"}},
        {true, CHATFMT_TOKENS_SPECIAL, "a<", "too", "", "15 7 8 8", 0, {"a<", "<too"}},
        {true, CHATFMT_TOKENS_SPECIAL, "a<too", "b", "", "3 16 4", 0, {"a<", "<too"}},
        /* None that a longer one takes something from. */
        {true, CHATFMT_TOKENS_ANY, "", "ab<t<a<", "", "15 7 19", 0, {"ab<", "b<t", "ab<tz", "b<", "<a<"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_policy(&rows[i]);
}

/* Characters that merges begin with need not be tokens: they are none that can be looked up. */
static void test_merged_characters(void **state)
{
    static const uint32_t want[] = {2, 3, 0};
    model made = {.length = 0}, part = {.length = 0};
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    (void)state;
    put_piece(&made, "<unk>", 0, UNKNOWN);
    put_piece(&made, "<s>", 0, CONTROL);
    put_piece(&made, "ab", -1, NORMAL);
    put_piece(&made, "c", -2, NORMAL);
    put_field(&part, 3, 2); /* BPE */
    put_bytes(&made, 2, part.bytes, part.length);
    part.length = 0;
    put_field(&part, 3, 0); /* no space in front */
    put_bytes(&made, 3, part.bytes, part.length);
    FINE(chatfmt_tokenizer_read((const char *)made.bytes, made.length, NULL, &tokenizer, NULL));
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "ab", 2), 2);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "c", 1), 3);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "a", 1), -1);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "x", 1), -1);
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    FINE(chatfmt_encoder_encode(encoder, "abca", 4, NULL, &tokens, NULL));
    assert_int_equal(tokens->count, 3);
    assert_memory_equal(tokens->ids, want, sizeof want);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spaces),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_long_piece),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_merged_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
