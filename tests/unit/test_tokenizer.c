/* tests/unit/test_tokenizer.c - the public tokenizer: policies over spans, masks, streams, bad
 * files, memory that runs out. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TOKEN(text, flags) "{\"id\":0,\"content\":\"" text "\"," flags "}"
#define FLAGS(normalized, special)                                                        \
    "\"single_word\":false,\"lstrip\":false,\"rstrip\":false,\"normalized\":" normalized  \
    ",\"special\":" special
/* Characters a to e and those of markers; "ab" and "abc" by merges; model token "<|e|>" too. */
static const char small_json[] =
    "{\"version\":\"1.0\",\"added_tokens\":["
    TOKEN("<|e|>", FLAGS("false", "true")) ","
    TOKEN("<t>", FLAGS("false", "false")) ","
    TOKEN("<|e|><|e|>", FLAGS("false", "true")) ","
    TOKEN("<b>", FLAGS("false", "false")) ","
    TOKEN("<n>", FLAGS("true", "true")) "],"
    "\"normalizer\":{\"type\":\"NFKC\"},\"pre_tokenizer\":null,\"post_processor\":null,"
    "\"decoder\":{\"type\":\"Fuse\"},"
    "\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"c\":2,\"e\":3,\"<\":4,\"|\":5,"
    "\">\":6,\"t\":7,\"n\":8,\"ab\":9,\"abc\":10,\"<|e|>\":11,\"\xC3\xA9\":12},"
    "\"merges\":[\"a b\",\"ab c\"],\"ignore_merges\":true}}";

typedef struct fixture {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} fixture;

static int fixture_open(void **state)
{
    static fixture f;
    assert_int_equal(
        chatfmt_tokenizer_read(small_json, sizeof small_json - 1, NULL, &f.tokenizer, NULL),
        CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(f.tokenizer, NULL, &f.encoder, NULL), CHATFMT_OK);
    *state = &f;
    return 0;
}

static int fixture_close(void **state)
{
    fixture *f = *state;
    chatfmt_encoder_free(f->encoder);
    chatfmt_tokenizer_free(f->tokenizer);
    return 0;
}

/* "4 5 3": the ids of a text under a policy. `cut` splits it into template and data; a negative
 * one into data and then template. */
static const char *ids_of(fixture *f, const char *text, int cut, chatfmt_token_policy policy,
                          size_t *attempts)
{
    static char out[512];
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    size_t length = strlen(text), border = (size_t)(cut < 0 ? -cut : cut);
    chatfmt_span spans[2] = {
        {.begin = 0, .end = border, .kind = cut < 0 ? CHATFMT_SPAN_DATA : CHATFMT_SPAN_TEMPLATE},
        {.begin = border, .end = length,
         .kind = cut < 0 ? CHATFMT_SPAN_TEMPLATE : CHATFMT_SPAN_DATA}};
    const chatfmt_tokens *tokens;
    options.policy = policy;
    options.spans = spans;
    options.span_count = 2;
    chatfmt_status status =
        chatfmt_encoder_encode(f->encoder, text, length, &options, &tokens, NULL);
    if (status) return chatfmt_status_kind(status);
    out[0] = 0;
    for (size_t i = 0; i < tokens->count; i++)
        sprintf(out + strlen(out), "%s%u", i ? " " : "", (unsigned)tokens->ids[i]);
    if (attempts) *attempts = tokens->attempt_total;
    return out;
}

static void test_policies(void **state)
{
    fixture *f = *state;
    size_t n;
    /* The reference takes every marker. <t> is 13, <|e|><|e|> 14, <b> 15, <n> 16. */
    assert_string_equal(ids_of(f, "a<|e|>b<t>", 1, CHATFMT_TOKENS_ANY, &n), "0 11 1 13");
    assert_int_equal(n, 0);
    assert_string_equal(ids_of(f, "a<|e|>b<t>", 1, CHATFMT_TOKENS_SPECIAL, &n),
                        "0 4 5 3 5 6 1 13");
    assert_int_equal(n, 1);
    /* <t> is neither special, nor in the template, nor shaped as a marker. */
    assert_string_equal(ids_of(f, "a<|e|>b<t>", 1, CHATFMT_TOKENS_CONTROL, &n),
                        "0 4 5 3 5 6 1 13");
    assert_string_equal(ids_of(f, "<t>a<t>", 3, CHATFMT_TOKENS_CONTROL, &n), "13 0 4 7 6");
    assert_int_equal(n, 1);
    assert_string_equal(ids_of(f, "a<|e|>b<t>", 1, CHATFMT_TOKENS_ALL, &n),
                        "0 4 5 3 5 6 1 4 7 6");
    assert_int_equal(n, 2);
    assert_string_equal(ids_of(f, "a<|e|>b", 1, CHATFMT_TOKENS_REJECT, &n), "security");
    assert_string_equal(ids_of(f, "a<|e|>b", 1, CHATFMT_TOKENS_REPORT, &n), "0 11 1");
    assert_int_equal(n, 1);
}

static void test_policies_at_borders(void **state)
{
    fixture *f = *state;
    size_t n;
    /* Half of a marker from the template, half from data. */
    assert_string_equal(ids_of(f, "<|e|>", 2, CHATFMT_TOKENS_CONTROL, &n), "4 5 3 5 6");
    assert_string_equal(ids_of(f, "<|e|>", -2, CHATFMT_TOKENS_CONTROL, &n), "4 5 3 5 6");
    assert_int_equal(n, 1);
    /* The template's own marker is not hidden by a longer token that data would complete. */
    assert_string_equal(ids_of(f, "<|e|><|e|>", 5, CHATFMT_TOKENS_CONTROL, &n), "11 4 5 3 5 6");
    assert_string_equal(ids_of(f, "<|e|><|e|>", -5, CHATFMT_TOKENS_CONTROL, &n), "4 5 3 5 6 11");
    /* All of it the template's: as the reference. */
    assert_string_equal(ids_of(f, "<|e|><|e|>", 10, CHATFMT_TOKENS_CONTROL, &n), "14");
    assert_int_equal(n, 0);
    /* Full-width letters that normalisation turns into a marker. */
    assert_string_equal(ids_of(f, "a\xEF\xBC\x9Cn\xEF\xBC\x9E", 1, CHATFMT_TOKENS_ANY, &n),
                        "0 16");
    assert_string_equal(ids_of(f, "a\xEF\xBC\x9Cn\xEF\xBC\x9E", 1, CHATFMT_TOKENS_CONTROL, &n),
                        "0 4 8 6");
    assert_int_equal(n, 1);
}

/* The model knows the text of a marker as well, so a word of data could become it. */
static void test_policy_in_model(void **state)
{
    fixture *f = *state;
    assert_string_equal(ids_of(f, "\xEF\xBC\x9C|e|\xEF\xBC\x9E", 0, CHATFMT_TOKENS_ANY, NULL),
                        "11");
    assert_string_equal(
        ids_of(f, "\xEF\xBC\x9C|e|\xEF\xBC\x9E", 0, CHATFMT_TOKENS_CONTROL, NULL), "4 5 3 5 6");
}

static uint32_t mask_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

/* Places of tokens, some of one character's parts and some empty, with padding on both sides; ranges
 * in order, overlapping, or in any order: each token is learned when it shares a byte with any. */
static void test_masks_of_all_places(void **state)
{
    chatfmt_token_place places[40], ranges[8];
    unsigned char mask[40];
    uint32_t seed = 5;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t before = mask_random(&seed, 12), real = mask_random(&seed, 12);
        size_t count = before + real + mask_random(&seed, 16), n = mask_random(&seed, 8);
        uint32_t at = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t begin = at > 2 && !mask_random(&seed, 6) ? at - 2 : at;
            at = begin + mask_random(&seed, 4);
            places[i] = i < before || i >= before + real ? (chatfmt_token_place){0, 0}
                                                         : (chatfmt_token_place){begin, at};
        }
        uint32_t from = 0;
        for (size_t r = 0; r < n; r++) {
            from = round % 3 ? from + mask_random(&seed, 5) : mask_random(&seed, 30);
            ranges[r] = (chatfmt_token_place){from, from + mask_random(&seed, 6)};
            if (round % 3 == 1) from = ranges[r].end;
        }
        chatfmt_mask_overlap(places, count, ranges, n, mask);
        for (size_t i = 0; i < count; i++) {
            bool learned = false;
            for (size_t r = 0; r < n; r++)
                learned |= places[i].begin < ranges[r].end && places[i].end > ranges[r].begin;
            assert_int_equal(mask[i], learned);
        }
    }
}

static void test_masks(void **state)
{
    (void)state;
    const chatfmt_token_place places[] = {{0, 2}, {2, 4}, {4, 5}, {4, 5}, {6, 8}};
    unsigned char mask[5];
    const chatfmt_token_place ranges[] = {{3, 5}};
    chatfmt_mask_overlap(places, 5, ranges, 1, mask);
    assert_memory_equal(mask, "\0\1\1\1\0", 5);
    /* The last character of the range is in two tokens: only the first counts. */
    const chatfmt_generation plain[] = {{3, 5}};
    assert_int_equal(chatfmt_mask_reference(places, 5, plain, 1, mask, NULL), CHATFMT_OK);
    assert_memory_equal(mask, "\0\1\1\0\0", 5);
    /* Its last character is in no token, or in the first: to the end of the row. */
    const chatfmt_generation open[] = {{2, 6}}, first[] = {{0, 1}};
    assert_int_equal(chatfmt_mask_reference(places, 5, open, 1, mask, NULL), CHATFMT_OK);
    assert_memory_equal(mask, "\0\1\1\1\1", 5);
    assert_int_equal(chatfmt_mask_reference(places, 5, first, 1, mask, NULL), CHATFMT_OK);
    assert_memory_equal(mask, "\1\1\1\1\1", 5);
    /* One that begins at no token ends the work. */
    const chatfmt_generation lost[] = {{5, 8}, {2, 4}};
    assert_int_equal(chatfmt_mask_reference(places, 5, lost, 2, mask, NULL), CHATFMT_OK);
    assert_memory_equal(mask, "\0\0\0\0\0", 5);
    const chatfmt_generation empty[] = {{0, 0}};
    assert_int_equal(chatfmt_mask_reference(places, 5, empty, 1, mask, NULL), CHATFMT_OVERFLOW);
}

static void test_code_points(void **state)
{
    (void)state;
    const char text[] = "a\xC3\xA9\xE4\xBD\xA0z";
    const chatfmt_token_place places[] = {{0, 1}, {1, 3}, {3, 6}, {3, 6}, {6, 7}, {0, 0}};
    chatfmt_token_place out[6];
    chatfmt_places_in_code_points(text, 7, places, 6, out);
    assert_int_equal(out[1].begin, 1);
    assert_int_equal(out[3].begin, 2);
    assert_int_equal(out[3].end, 3);
    assert_int_equal(out[4].end, 4);
    assert_int_equal(out[5].end, 0);
    assert_int_equal(chatfmt_place_to_token(out, 6, 2), 2);
    assert_int_equal(chatfmt_place_to_token(out, 6, 9), -1);
}

static void test_bad_text(void **state)
{
    fixture *f = *state;
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    assert_int_equal(chatfmt_encoder_encode(f->encoder, "ab\xFF", 3, NULL, &tokens, &error),
                     CHATFMT_INPUT);
    assert_int_equal(error.offset, 2);
    assert_int_equal(chatfmt_encoder_encode(f->encoder, NULL, 0, NULL, &tokens, &error),
                     CHATFMT_OK);
    assert_int_equal(tokens->count, 0);
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_span span = {.begin = 0, .end = 3, .kind = CHATFMT_SPAN_DATA};
    options.policy = CHATFMT_TOKENS_ALL;
    options.spans = &span;
    options.span_count = 1;
    assert_int_equal(chatfmt_encoder_encode(f->encoder, "ab", 2, &options, &tokens, &error),
                     CHATFMT_BAD_ARGUMENT);
    options.flags = 64;
    assert_int_equal(chatfmt_encoder_encode(f->encoder, "ab", 2, &options, &tokens, &error),
                     CHATFMT_BAD_ARGUMENT);
}

static void test_bad_files(void **state)
{
    static const struct {
        const char *json;
        chatfmt_status status;
        const char *word; /* in the message */
    } rows[] = {
        {"[]", CHATFMT_INPUT, "JSON object"},
        {"{\"model\":{\"type\":\"Other\"}}", CHATFMT_UNSUPPORTED, "Other"},
        {"{\"model\":{\"type\":\"Unigram\"}}", CHATFMT_INPUT, "vocab"},
        {"{\"model\":{\"type\":\"Unigram\",\"vocab\":[]}}", CHATFMT_INPUT, "vocab"},
        {"{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\"]]}}", CHATFMT_INPUT, "vocab[0]"},
        {"{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",0],[0,0]]}}", CHATFMT_INPUT, "vocab[1]"},
        {"{\"model\":{\"vocab\":[[\"a\",0]],\"unk_id\":1}}", CHATFMT_INPUT, "unk_id"},
        {"{\"model\":{\"type\":\"WordPiece\",\"vocab\":{},\"unk_token\":\"\"}}", CHATFMT_INPUT,
         "max_input_chars"},
        {"{\"model\":{\"type\":\"WordLevel\",\"vocab\":{}}}", CHATFMT_INPUT, "unk_token"},
        {"{\"pre_tokenizer\":{\"type\":\"FixedLength\",\"length\":0}}", CHATFMT_INPUT, "length"},
        {"{\"pre_tokenizer\":{\"type\":\"FixedLength\",\"length\":18446744073709551616}}", CHATFMT_INPUT, "length"},
        {"{\"pre_tokenizer\":{\"type\":\"FixedLength\",\"length\":-9223372036854775809}}", CHATFMT_INPUT, "length"},
        {"{\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"AAAA\"}}",
         CHATFMT_INPUT, "charsmap"},
        {"{\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"====\"}}",
         CHATFMT_INPUT, "charsmap"},
        {"{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":-1},\"merges\":[]}}", CHATFMT_INPUT, "vocab"},
        {"{\"model\":{\"vocab\":{\"a\":4000000000},\"merges\":[]}}", CHATFMT_INPUT, "vocab"},
        {"{\"model\":{\"vocab\":{\"a\":0},\"merges\":[\"a a\"]}}", CHATFMT_INPUT, "merges[0]"},
        {"{\"model\":{\"vocab\":{\"a\":0},\"merges\":[\"a\"]}}", CHATFMT_INPUT, "merges[0]"},
        {"{\"model\":{\"vocab\":{\"a\":0},\"merges\":[\"   \"]}}", CHATFMT_INPUT, "merges[0]"},
        {"{\"model\":{\"vocab\":{\"a\":0},\"merges\":[[\"a\"]]}}", CHATFMT_INPUT, "merges[0]"},
        {"{\"model\":{\"vocab\":{\"a\":0}}}", CHATFMT_INPUT, "merges"},
        {"{\"model\":{\"vocab\":{\"a\":0},\"merges\":[],\"dropout\":0.1}}", CHATFMT_UNSUPPORTED,
         "dropout"},
        {"{\"normalizer\":{\"type\":\"Precompiled\"}}", CHATFMT_INPUT, "charsmap"},
        {"{\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[[:alpha:]]\"},"
         "\"behavior\":\"Isolated\",\"invert\":false}}", CHATFMT_UNSUPPORTED, ""},
        {"{\"version\":\"2.0\"}", CHATFMT_INPUT, "version"},
        {"{\"model\":", CHATFMT_INPUT, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_tokenizer *tokenizer;
        chatfmt_error error;
        chatfmt_status status = chatfmt_tokenizer_read(rows[i].json, strlen(rows[i].json), NULL,
                                                       &tokenizer, &error);
        if (status != rows[i].status || !strstr(error.text, rows[i].word))
            fail_msg("%s: %d %s", rows[i].json, (int)status, error.text);
        assert_null(tokenizer);
    }
}

static void test_stream(void **state)
{
    fixture *f = *state;
    const uint32_t ids[] = {9, 2, 12, 11, 99, 0};
    static const char *const pieces[] = {"ab", "c", "\xC3\xA9", "", "", "a"};
    chatfmt_decode_stream *stream;
    chatfmt_slice text;
    assert_int_equal(
        chatfmt_decode_stream_new(f->encoder, CHATFMT_DECODE_SKIP_SPECIAL, &stream, NULL),
        CHATFMT_OK);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(chatfmt_decode_stream_push(stream, ids[i], &text, NULL), CHATFMT_OK);
        assert_int_equal(text.length, strlen(pieces[i]));
        assert_memory_equal(text.data, pieces[i], text.length);
    }
    chatfmt_decode_stream_free(stream);
    assert_int_equal(chatfmt_encoder_decode(f->encoder, ids, 6, 0, &text, NULL), CHATFMT_OK);
    assert_int_equal(text.length, 11);
    assert_memory_equal(text.data, "abc\xC3\xA9<|e|>a", 11);
}

/* An allocator that fails once. */
typedef struct failing {
    long left, live;
} failing;

static void *failing_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    failing *f = context;
    (void)old_size;
    if (!new_size) {
        if (pointer) f->live--;
        free(pointer);
        return NULL;
    }
    if (f->left-- == 0) return NULL;
    void *result = realloc(pointer, new_size);
    if (!pointer && result) f->live++;
    return result;
}

static chatfmt_status work_once(const chatfmt_allocator *allocator)
{
    chatfmt_tokenizer_options load = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options make = CHATFMT_ENCODER_OPTIONS_INIT;
    load.allocator = make.allocator = allocator;
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    const chatfmt_tokens *tokens;
    static const char text[] = "abc<|e|>a\xEF\xBC\x9C" "e\xCC\x81<t>abcabcabcabcabcabcabcabcabc";
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    options.policy = CHATFMT_TOKENS_CONTROL;
    chatfmt_slice out;
    chatfmt_status status =
        chatfmt_tokenizer_read(small_json, sizeof small_json - 1, &load, &tokenizer, NULL);
    if (!status) status = chatfmt_encoder_new(tokenizer, &make, &encoder, NULL);
    if (!status)
        status = chatfmt_encoder_encode(encoder, text, sizeof text - 1, &options, &tokens, NULL);
    if (!status)
        status = chatfmt_encoder_decode(encoder, tokens->ids, tokens->count, 0, &out, NULL);
    chatfmt_token_session *session = NULL;
    if (!status) status = chatfmt_token_session_new(encoder, 0, &session, NULL);
    if (!status)
        status = chatfmt_token_session_set(session, text, sizeof text - 1, &tokens, NULL, NULL);
    if (!status)
        status = chatfmt_token_session_append(session, text, sizeof text - 1, &tokens, NULL, NULL);
    chatfmt_token_session_free(session);
    const chatfmt_token_piece *pieces;
    size_t count;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    lengths.flags = CHATFMT_LENGTH_TRUNCATE | CHATFMT_LENGTH_PAD;
    lengths.max_length = 2;
    if (!status)
        status = chatfmt_encoder_encode_pieces(encoder, text, sizeof text - 1, NULL, &lengths,
                                               &pieces, &count, NULL);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    return status;
}

/* What a call fails with under one limit: its status and the beginning of its words. */
typedef struct limited_row {
    chatfmt_limits limits;
    const char *load, *encode, *decode; /* NULL: it succeeds */
} limited_row;

static void expect_limit(chatfmt_status status, const chatfmt_error *error, const char *words)
{
    assert_int_equal(status, words ? CHATFMT_LIMIT : CHATFMT_OK);
    if (words) assert_memory_equal(error->text, words, strlen(words));
}

static void try_limits(const chatfmt_tokenizer *plain, const limited_row *row)
{
    chatfmt_tokenizer_options load = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options make = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    chatfmt_slice text;
    chatfmt_error error;
    chatfmt_usage usage = CHATFMT_USAGE_INIT;
    static const uint32_t ids[] = {0, 1, 2, 0, 1, 2};
    load.limits = make.limits = &row->limits;
    expect_limit(chatfmt_tokenizer_read(small_json, sizeof small_json - 1, &load, &tokenizer, &error),
                 &error, row->load);
    chatfmt_tokenizer_free(tokenizer);
    assert_int_equal(chatfmt_encoder_new(plain, &make, &encoder, &error), CHATFMT_OK);
    for (int again = 0; again < 2; again++) {
        expect_limit(chatfmt_encoder_encode(encoder, "abcabc", 6, NULL, &tokens, &error), &error,
                     row->encode);
        expect_limit(chatfmt_encoder_decode(encoder, ids, 6, 0, &text, &error), &error,
                     row->decode);
    }
    chatfmt_encoder_usage(encoder, &usage);
    assert_true(usage.fuel <= usage.fuel_limit && usage.heap_bytes <= usage.heap_limit);
    if (row->limits.fuel) assert_true(usage.fuel_limit == row->limits.fuel);
    chatfmt_encoder_free(encoder);
}

static void test_limits(void **state)
{
#define LIMITED(field, value) {.struct_size = sizeof(chatfmt_limits), .field = value}
    static const limited_row rows[] = {
        {LIMITED(fuel, 3), "limit exceeded: fuel is 3,", "limit exceeded: fuel is 3,",
         "limit exceeded: fuel is 3,"},
        {LIMITED(heap_bytes, 63), "limit exceeded: heap_bytes is 63,",
         "limit exceeded: heap_bytes is 63,", "limit exceeded: heap_bytes is 63,"},
        {LIMITED(string_bytes, 2), NULL, NULL, "limit exceeded: string_bytes is 2,"},
        {LIMITED(output_bytes, 3), NULL, "limit exceeded: output_bytes is 3,",
         "limit exceeded: output_bytes is 3,"},
        {LIMITED(fuel, 1000000), NULL, NULL, NULL},
    };
    chatfmt_tokenizer *plain;
    (void)state;
    assert_int_equal(chatfmt_tokenizer_read(small_json, sizeof small_json - 1, NULL, &plain, NULL),
                     CHATFMT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) try_limits(plain, &rows[i]);
    chatfmt_tokenizer_free(plain);
}

/* Files of other kinds are named. */
static void test_kinds(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *words;
    } rows[] = {
#define KIND(bytes, words) {bytes, sizeof bytes - 1, words}
        KIND("GGUF\3\0\0\0", "malformed GGUF at byte"),
        KIND("\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\2\n\x08\n\1a\x15\0\0\0\0\x12\2\x18\3",
             "this SentencePiece model is not supported: its type is words"),
        KIND("IQ== 0\nIg== 1\n", "this file has tiktoken ranks"),
        KIND("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "this is a Git LFS pointer"),
        KIND("<!DOCTYPE html>", "this is an HTML page"),
        KIND("{\"config\":{\"pattern\":\"x\"},\"vocab\":[]}", "tekken.json: config has no sizes"),
        KIND("{\"config\":{}}", "there is no member model"),
        KIND("\n{\"config\":", "malformed JSON"),
        KIND("IQ==", "malformed JSON"),
#undef KIND
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_tokenizer *tokenizer;
        chatfmt_error error;
        assert_int_not_equal(
            chatfmt_tokenizer_read(rows[i].bytes, rows[i].length, NULL, &tokenizer, &error), CHATFMT_OK);
        assert_null(tokenizer);
        assert_memory_equal(error.text, rows[i].words, strlen(rows[i].words));
    }
}

/* What the reference leaves to chance, or panics at, in normalised text (docs/compatibility.md). */
static void test_normalised(void **state)
{
#define AROUND(added, normalizer)                                                              \
    "{\"version\":\"1.0\",\"added_tokens\":[" added "],\"normalizer\":" normalizer                \
    ",\"pre_tokenizer\":{\"type\":\"ByteLevel\",\"add_prefix_space\":false},\"model\":{"             \
    "\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"-\":2},\"merges\":[]}}"
#define EMPTY_MATCH "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"x*\"},\"content\":\"-\"}"
#define ONCE TOKEN(" ", FLAGS("true", "false"))
    static const struct {
        const char *json, *text;
        uint32_t ids[5];
        size_t count;
    } rows[] = {
        /* "fi" as a ligature and as two letters: normalised they are one; the lower id is taken. */
        {AROUND(TOKEN("f\xEF\xBD\x89", FLAGS("true", "false")) "," TOKEN(
             "\xEF\xAC\x81", FLAGS("true", "false")), "{\"type\":\"NFKC\"}"),
         "afi", {0, 3}, 2},
        {AROUND(ONCE, "{\"type\":\"Strip\",\"strip_left\":true,\"strip_right\":true}"), "ab", {0, 1}, 2},
        {AROUND(ONCE, EMPTY_MATCH), "ab", {2, 0, 2, 1, 2}, 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f;
        const chatfmt_tokens *tokens;
        assert_int_equal(chatfmt_tokenizer_read(rows[i].json, strlen(rows[i].json), NULL,
                                                &f.tokenizer, NULL), 0);
        assert_int_equal(chatfmt_encoder_new(f.tokenizer, NULL, &f.encoder, NULL), 0);
        assert_int_equal(chatfmt_encoder_encode(f.encoder, rows[i].text, strlen(rows[i].text), NULL,
                                                &tokens, NULL), 0);
        assert_int_equal(tokens->count, rows[i].count);
        assert_memory_equal(tokens->ids, rows[i].ids, tokens->count * sizeof *tokens->ids);
        chatfmt_encoder_free(f.encoder);
        chatfmt_tokenizer_free(f.tokenizer);
    }
}

static void test_session(void **state)
{
    fixture *f = *state;
    chatfmt_token_session *session;
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    size_t same;
    assert_int_equal(chatfmt_token_session_new(f->encoder, 8, &session, &error),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(
        chatfmt_token_session_new(f->encoder, CHATFMT_ENCODE_OFFSETS, &session, &error), 0);
    assert_int_equal(chatfmt_token_session_set(session, "ab<t>a", 6, &tokens, &same, &error), 0);
    assert_int_equal(tokens->count, 3);
    assert_int_equal(same, 0);
    assert_int_equal(chatfmt_token_session_append(session, "bc", 2, &tokens, &same, &error), 0);
    assert_int_equal(tokens->count, 3);
    assert_int_equal(tokens->ids[2], 10);
    assert_int_equal(tokens->places[2].end, 8);
    assert_int_equal(same, 2);
    /* A character that is not whole changes nothing. */
    assert_int_equal(chatfmt_token_session_append(session, "\xC3", 1, &tokens, &same, &error),
                     CHATFMT_INPUT);
    assert_int_equal(error.offset, 8);
    assert_int_equal(chatfmt_token_session_append(session, "", 0, &tokens, &same, &error), 0);
    assert_int_equal(same, 3);
    assert_int_equal(chatfmt_token_session_set(session, "", 0, &tokens, NULL, NULL), 0);
    assert_int_equal(tokens->count, 0);
    chatfmt_token_session_free(session);
    chatfmt_token_session_free(NULL);
}

/* A token that takes along all white space behind it is longer each time that more is appended,
 * though other tokens are found in that white space, too. */
static void test_session_far(void **state)
{
    static const char json[] =
        "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":0,\"content\":\"<r>\","
        "\"single_word\":false,\"lstrip\":false,\"rstrip\":true,\"normalized\":false,"
        "\"special\":false}," TOKEN("\\n\\n", FLAGS("false", "false")) "],"
        "\"normalizer\":null,\"pre_tokenizer\":null,\"post_processor\":null,\"decoder\":null,"
        "\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]}}";
    (void)state;
    fixture f;
    chatfmt_token_session *session;
    const chatfmt_tokens *tokens;
    char text[612];
    assert_int_equal(chatfmt_tokenizer_read(json, sizeof json - 1, NULL, &f.tokenizer, NULL), 0);
    assert_int_equal(chatfmt_encoder_new(f.tokenizer, NULL, &f.encoder, NULL), 0);
    assert_int_equal(
        chatfmt_token_session_new(f.encoder, CHATFMT_ENCODE_OFFSETS, &session, NULL), 0);
    memset(text, '\n', sizeof text);
    memcpy(text, "<r>", 3);
    text[sizeof text - 1] = 'a';
    assert_int_equal(chatfmt_token_session_set(session, text, 503, &tokens, NULL, NULL), 0);
    assert_int_equal(tokens->places[0].end, 503);
    assert_int_equal(chatfmt_token_session_append(session, text + 503, sizeof text - 503, &tokens,
                                                  NULL, NULL), 0);
    assert_int_equal(tokens->count, 1 + 304 + 1);
    assert_int_equal(tokens->places[0].end, sizeof text - 1);
    chatfmt_token_session_free(session);
    chatfmt_encoder_free(f.encoder);
    chatfmt_tokenizer_free(f.tokenizer);
}

/* The status of two texts with this post-processor, and a part of the message. */
static void check_pair(const char *post, const char *message)
{
    static const char head[] = "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]},"
                               "\"post_processor\":";
    char json[1024];
    const chatfmt_slice texts[2] = {{"a", 1}, {"aa", 2}};
    const chatfmt_token_piece *pair;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_error error = {.status = CHATFMT_OK};
    int length = snprintf(json, sizeof json, "%s%s}", head, post);
    assert_int_equal(chatfmt_tokenizer_read(json, (size_t)length, NULL, &tokenizer, &error), 0);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, &error), 0);
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_ENCODE_ADD_SPECIAL;
    chatfmt_status status =
        chatfmt_encoder_encode_pair(encoder, texts, &options, NULL, &pair, &error);
    assert_int_equal(status, message ? CHATFMT_UNSUPPORTED : CHATFMT_OK);
    if (message) assert_non_null(strstr(error.text, message));
    else assert_int_equal(pair->texts[2], 1);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void test_pairs(void **state)
{
#define A      "{\"Sequence\":{\"id\":\"A\",\"type_id\":0}}"
#define B      "{\"Sequence\":{\"id\":\"B\",\"type_id\":1}}"
#define T(...) "{\"type\":\"TemplateProcessing\",\"single\":[" A "]," __VA_ARGS__ "\"special_tokens\":{}}"
    static const char two[] = "has each of the two texts once";
    (void)state;
    check_pair("null", NULL);
    check_pair(T("\"pair\":[" A "," B "],"), NULL);
    check_pair(T(""), two);
    check_pair(T("\"pair\":[" A "],"), two);
    check_pair(T("\"pair\":[" A "," A "],"), two);
    check_pair(T("\"pair\":[" A "," B "," A "],"), two);
    check_pair("{\"type\":\"Sequence\",\"processors\":[" T("\"pair\":[" A "," B "],") "," T(
                   "\"pair\":[" A "," B "],") "]}",
               "more than one template");
#undef A
#undef B
#undef T
}

static void test_lengths(void **state)
{
    fixture *f = *state;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    size_t count;
    assert_int_equal(chatfmt_tokenizer_lengths(f->tokenizer, &lengths, NULL), 0);
    assert_int_equal(lengths.flags, 0);
    lengths.flags = CHATFMT_LENGTH_TRUNCATE | CHATFMT_LENGTH_PAD;
    lengths.max_length = 2;
    lengths.pad_id = 99;
    lengths.pad_length = 3;
    assert_int_equal(chatfmt_encoder_encode_pieces(f->encoder, "abcabcabc", 9, NULL, &lengths,
                                                   &pieces, &count, NULL), 0);
    assert_int_equal(count, 2);
    assert_int_equal(pieces[0].count, 3);
    assert_int_equal(pieces[0].ids[2], 99);
    assert_int_equal(pieces[0].attention[2], 0);
    assert_int_equal(pieces[1].ids[0], 10);
    assert_int_equal(pieces[1].ids[1], 99);
    lengths.stride = 2;
    assert_int_equal(chatfmt_encoder_encode_pieces(f->encoder, "abcabcabc", 9, NULL, &lengths,
                                                   &pieces, &count, NULL), CHATFMT_VALUE);
    lengths.stride = 0;
    lengths.flags = 16;
    assert_int_equal(chatfmt_encoder_encode_pieces(f->encoder, "a", 1, NULL, &lengths, &pieces,
                                                   &count, NULL), CHATFMT_BAD_ARGUMENT);
}

static void test_words(void **state)
{
    fixture *f = *state;
    const char text[] = "abc<|e|>ab";
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    const chatfmt_tokens *tokens;
    size_t count;
    assert_int_equal(chatfmt_encoder_encode(f->encoder, text, 10, NULL, &tokens, NULL), 0);
    assert_null(tokens->words);
    options.flags = CHATFMT_ENCODE_WORDS;
    assert_int_equal(chatfmt_encoder_encode(f->encoder, text, 10, &options, &tokens, NULL), 0);
    assert_null(tokens->places);
    uint32_t last = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        uint32_t word = tokens->ids[i] == 11 ? 1 : last; /* the added token and what is beside it */
        assert_int_equal(tokens->words[i], word);
        last = tokens->ids[i] == 11 ? 2 : last;
    }
    assert_int_equal(last, 2);
    lengths.flags = CHATFMT_LENGTH_PAD | CHATFMT_LENGTH_PAD_LEFT;
    lengths.pad_length = 10;
    assert_int_equal(chatfmt_encoder_encode_pieces(f->encoder, text, 10, NULL, &lengths, &pieces,
                                                   &count, NULL), 0);
    assert_int_equal(pieces[0].words[0], CHATFMT_NO_WORD);
    assert_int_equal(pieces[0].words[9], 2);
}

static void test_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 10000; n++) {
        failing f = {n, 0};
        chatfmt_allocator allocator = {failing_resize, &f};
        chatfmt_status status = work_once(&allocator);
        assert_int_equal(f.live, 0);
        if (status == CHATFMT_OK) return;
        assert_int_equal(status, CHATFMT_NO_MEMORY);
    }
    fail();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_policies),      cmocka_unit_test(test_policies_at_borders),
        cmocka_unit_test(test_policy_in_model), cmocka_unit_test(test_masks),
        cmocka_unit_test(test_masks_of_all_places),
        cmocka_unit_test(test_code_points),   cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_bad_files),     cmocka_unit_test(test_stream),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_normalised),    cmocka_unit_test(test_session),
        cmocka_unit_test(test_session_far),
        cmocka_unit_test(test_pairs), cmocka_unit_test(test_lengths),       cmocka_unit_test(test_words),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
