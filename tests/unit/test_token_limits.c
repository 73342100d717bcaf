/* tests/unit/test_token_limits.c - fuel, room and memory that end anywhere while texts are encoded and
 * decoded, for every kind of part: the limit's own error, or the tokens that come without limits. */
#include "support/counting.h"
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { JSON_ROOM = 1 << 14, OUTCOME_ROOM = 1 << 18, LONG = 6000 };

/* The parts of a tokenizer.json, and a text; NULL: null, or no added tokens. */
typedef struct part_row {
    const char *added, *normalizer, *splits, *decoder, *model, *text;
} part_row;

#define NAMED(type) "{\"type\":\"" type "\"}"
#define NORMALIZERS(list) "{\"type\":\"Sequence\",\"normalizers\":[" list "]}"
#define DECODERS(list) "{\"type\":\"Sequence\",\"decoders\":[" list "]}"
#define REPLACE(kind, from, to) \
    "{\"type\":\"Replace\",\"pattern\":{\"" kind "\":\"" from "\"},\"content\":\"" to "\"}"
#define ADDED(text, normalized) \
    "{\"id\":0,\"content\":\"" text "\",\"single_word\":false,\"lstrip\":false,\"rstrip\":false," \
    "\"normalized\":" normalized ",\"special\":true}"
#define META "{\"type\":\"Metaspace\",\"replacement\":\"\xE2\x96\x81\",\"prepend_scheme\":\"always\",\"split\":true}"
#define LETTERS "\"?\":0,\"a\":1,\"b\":2,\"c\":3,\"-\":4,\".\":5,\" \":6,\"x\":7"
#define BPE(options, more, merges) \
    "\"type\":\"BPE\",\"unk_token\":\"?\"," options "\"vocab\":{" LETTERS more "},\"merges\":[" merges "]"

/* A becomes xyz, B nothing, e with an accent one character. */
static const char charsmap[] =
    "{\"type\":\"Precompiled\",\"precompiled_charsmap\":\""
    "AAQAAAAEAAAAAACAAAAAgAAAAIAAAACABAAAgAAAAIAHAACACQAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIBBCQEAAAAAgAAAAIBCLQEAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIBlnAEAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAICBAQIAAAAAgIEBAgAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIDMLAMAAAAAgMwsAwAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACAAAAAgAAAAIAAAACA"
    "AAAAgAAAAIAAAACAAAAAgAAAAIB4eXoAw6kAJwAA"
    "\"}";

static char long_a[LONG + 1], long_ab[400];

static const part_row rows[] = {
    {NULL, "{\"type\":\"BertNormalizer\",\"lowercase\":true}", NAMED("BertPreTokenizer"),
     "{\"type\":\"WordPiece\",\"prefix\":\"##\",\"cleanup\":true}",
     "\"type\":\"WordPiece\",\"unk_token\":\"?\",\"continuing_subword_prefix\":\"##\","
     "\"max_input_chars_per_word\":20,\"vocab\":{" LETTERS ",\"##a\":8,\"##b\":9,\"\xE4\xBD\xA0\":10}",
     "\xE4\xBD\xA0" "aB\xC3\xA9\xCC\x81 b\t\xE5\xA5\xBD. ab aabb - a"},
    {NULL, NORMALIZERS(NAMED("NFD") "," NAMED("NFC") "," NAMED("NFKD") "," NAMED("StripAccents") "," NAMED("Lowercase")),
     NAMED("UnicodeScripts"), DECODERS(REPLACE("String", "a", "bbbb") "," REPLACE("Regex", "b+", "-a-")),
     BPE("\"byte_fallback\":true,\"fuse_unk\":true,", ",\"<0xEA>\":8,\"<0xB0>\":9,\"<0x81>\":10,\"ab\":11", "\"a b\"")
     , "\xEA\xB0\x81" "a\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8 e\xCC\x81\xCC\xA3\xC3\xA9 ab\xEF\xAC\x81 \xD0\xB6\xE4\xBD\xA0 Ab"},
    {NULL, NORMALIZERS(NAMED("Nmt") ",{\"type\":\"Strip\",\"strip_left\":true,\"strip_right\":true},"
                       "{\"type\":\"Prepend\",\"prepend\":\"ab\"}," REPLACE("Regex", "a+", "cc-") "," REPLACE("String", "b", "aaaa")),
     "{\"type\":\"FixedLength\",\"length\":2}",
     DECODERS(NAMED("ByteFallback") "," NAMED("Fuse") ",{\"type\":\"Strip\",\"content\":\"c\",\"start\":1,\"stop\":1}"),
     BPE("", ",\"<0x41>\":8,\"<0x42>\":9,\"cc\":10", "\"c c\""), " \xC2\x8F" "aab b\xE2\x80\x8B" "a x "},
    {NULL, charsmap, META, META,
     "\"type\":\"Unigram\",\"unk_id\":0,\"byte_fallback\":true,\"vocab\":[[\"?\",-9],[\"\xE2\x96\x81\",-1],[\"x\",-1],"
     "[\"xy\",-1.5],[\"a\",-2],[\"<0x71>\",-3]]",
     "aABx Ae\xCC\x81\xCC\x81 q  Bx\xE4\xBD\xA0"},
    {NULL, NULL, "{\"type\":\"ByteLevel\",\"add_prefix_space\":true}", NAMED("ByteLevel"),
     BPE("", ",\"\xC4\xA0\":8,\"\xC3\x83\":9,\"ab\":10", "\"a b\""), "ab \xC3\xA9 x's  c"},
    {ADDED("aaaaaaaaaaaaaaaaaaaaaaaab", "false"), NULL, NULL, NULL, BPE("", "", ""), long_a},
    {ADDED("aaaaaaaaaaaaaaaaaaaaaaaab", "true") "," ADDED("aaaaaaaaaaaaaaaaaaaaaaaac", "false"), NAMED("Lowercase"), NULL, NULL, BPE("", "", ""), long_a},
    {NULL, NULL, NULL, "{\"type\":\"BPEDecoder\",\"suffix\":\"b\"}",
     BPE("", ",\"ab\":8,\"abab\":9,\"cabab\":10", "\"a b\",\"ab ab\",\"c abab\""), long_ab},
    {ADDED("<s>", "false"), NULL, NAMED("WhitespaceSplit"),
     "{\"type\":\"CTC\",\"pad_token\":\"?\",\"word_delimiter_token\":\"-\",\"cleanup\":true}",
     "\"type\":\"WordLevel\",\"unk_token\":\"?\",\"vocab\":{" LETTERS "}", "a b <s> ab x . c"},
};

static const char *or_null(const char *text) { return text ? text : "null"; }

static chatfmt_tokenizer *tokenizer_of(const part_row *row)
{
    static char json[JSON_ROOM];
    chatfmt_tokenizer *tokenizer;
    int length = snprintf(json, sizeof json,
                          "{\"version\":\"1.0\",\"added_tokens\":[%s],\"normalizer\":%s,\"pre_tokenizer\":%s,"
                          "\"post_processor\":{\"type\":\"RobertaProcessing\",\"cls\":[\"a\",1],\"sep\":[\"b\",2]},"
                          "\"decoder\":%s,\"model\":{%s}}",
                          row->added ? row->added : "", or_null(row->normalizer), or_null(row->splits),
                          or_null(row->decoder), row->model);
    assert_true(length > 0 && length < JSON_ROOM);
    if (chatfmt_tokenizer_read(json, (size_t)length, NULL, &tokenizer, &error)) fail_msg("%s", error.text);
    return tokenizer;
}

/* All that came of a row. */
typedef struct outcome {
    char bytes[OUTCOME_ROOM];
    size_t length;
} outcome;

static void outcome_put(outcome *o, const void *data, size_t length)
{
    assert_true(o->length + length <= sizeof o->bytes);
    if (length) memcpy(o->bytes + o->length, data, length);
    o->length += length;
}

static chatfmt_status encode(chatfmt_encoder *encoder, const char *text, uint32_t flags,
                             chatfmt_token_policy policy, outcome *o, uint32_t *ids, size_t *count)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    options.flags = flags;
    options.policy = policy;
    chatfmt_status status = chatfmt_encoder_encode(encoder, text, strlen(text), &options, &tokens, &error);
    if (status) return status;
    outcome_put(o, tokens->ids, tokens->count * sizeof *tokens->ids);
    if (tokens->places) outcome_put(o, tokens->places, tokens->count * sizeof *tokens->places);
    *count = tokens->count < 100 ? tokens->count : 100;
    memcpy(ids, tokens->ids, *count * sizeof *ids);
    return CHATFMT_OK;
}

static chatfmt_status work(chatfmt_encoder *encoder, const part_row *row, outcome *o)
{
    uint32_t ids[120];
    size_t count = 0;
    chatfmt_slice text;
    o->length = 0;
    chatfmt_status status = encode(encoder, row->text, 0, CHATFMT_TOKENS_ANY, o, ids, &count);
    if (!status)
        status = encode(encoder, row->text, CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_ADD_SPECIAL,
                        CHATFMT_TOKENS_SPECIAL, o, ids, &count);
    for (uint32_t id = 0; id < 11; id++) ids[count++] = id;
    if (!status) status = chatfmt_encoder_decode(encoder, ids, count, 0, &text, &error);
    if (!status) outcome_put(o, text.data, text.length);
    return status;
}

static chatfmt_status work_with(const chatfmt_tokenizer *tokenizer, const chatfmt_limits *limits,
                                const chatfmt_allocator *memory, const part_row *row, outcome *o)
{
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_encoder *encoder;
    options.limits = limits;
    options.allocator = memory;
    options.cache_bytes = 4096;
    chatfmt_status status = chatfmt_encoder_new(tokenizer, &options, &encoder, &error);
    if (status) return status;
    status = work(encoder, row, o);
    chatfmt_encoder_free(encoder);
    return status;
}

static int begin(void **state)
{
    (void)state;
    memset(long_a, 'a', LONG);
    for (size_t i = 0; i + 1 < sizeof long_ab; i++) long_ab[i] = "cabababab"[i % 9];
    return 0;
}

/* One limit after every amount, up to the one that suffices. */
static void sweep(const chatfmt_tokenizer *tokenizer, const part_row *row, int kind, const outcome *want)
{
    static const char *const names[] = {"fuel", "string_bytes", "output_bytes", "heap_bytes"};
    static outcome got;
    chatfmt_status status = CHATFMT_LIMIT;
    for (size_t most = 1; status; most += kind == 3 ? 1 + most / 24 : 1 + most / 200) {
        chatfmt_limits limits = CHATFMT_LIMITS_INIT;
        size_t *fields[] = {NULL, &limits.string_bytes, &limits.output_bytes, &limits.heap_bytes};
        if (kind) *fields[kind] = most;
        else limits.fuel = most;
        assert_true(most < (size_t)1 << 26);
        status = work_with(tokenizer, &limits, NULL, row, &got);
        if (status && (status != CHATFMT_LIMIT || !strstr(error.text, names[kind])))
            fail_msg("row %td, %s %zu: %d %s", row - rows, names[kind], most, (int)status, error.text);
    }
    assert_int_equal(got.length, want->length);
    assert_memory_equal(got.bytes, want->bytes, want->length);
}

static void test_limits(void **state)
{
    static outcome want;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_tokenizer *tokenizer = tokenizer_of(&rows[i]);
        FINE(work_with(tokenizer, NULL, NULL, &rows[i], &want));
        assert_true(want.length > 0);
        for (int kind = 0; kind < 4; kind++) sweep(tokenizer, &rows[i], kind, &want);
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* Each request for memory fails, alone and with all later ones. */
static void test_memory(void **state)
{
    static outcome want, got;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_tokenizer *tokenizer = tokenizer_of(&rows[i]);
        FINE(work_with(tokenizer, NULL, NULL, &rows[i], &want));
        bool more = true;
        for (size_t n = 1; more; n++)
            for (int after = 0; after < 2; after++) {
                counting memory = {.fail_at = n, .fail_after = after};
                chatfmt_allocator allocator = counting_allocator(&memory);
                chatfmt_status status = work_with(tokenizer, NULL, &allocator, &rows[i], &got);
                if (status) assert_int_equal(status, CHATFMT_NO_MEMORY);
                else assert_memory_equal(got.bytes, want.bytes, want.length);
                assert_int_equal(memory.live, 0);
                more = memory.calls >= n;
            }
        chatfmt_tokenizer_free(tokenizer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_limits, begin),
        cmocka_unit_test_setup(test_memory, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
