/* tests/unit/test_token_rows.c - tokenizers that are seldom, a row each: what they make of a text
 * or of ids, what refuses them, sessions beside whole texts, limits. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

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
#define FLAGS(single, left, right, normalized, special)                                         \
    "\"single_word\":" single ",\"lstrip\":" left ",\"rstrip\":" right ",\"normalized\":" normalized \
    ",\"special\":" special
#define SPECIAL FLAGS("false", "false", "false", "false", "true")

/* The parts of a tokenizer.json; NULL: null, or a vocabulary of the letters of most rows. */
typedef struct parts {
    const char *added, *normalizer, *splits, *post, *decoder, *vocab, *merges, *options;
    const char *model, *lengths; /* instead of BPE with these; members of the file */
} parts;

static const char letters[] =
    "\"a\":0,\"b\":1,\"c\":2,\" \":3,\"\xE2\x96\x81\":4,\"-\":5,\"x\":6,\"ab\":7,\"<\":8,\">\":9,"
    "\".\":10,\"\xC3\xA9\":11";

static const char *or_null(const char *text) { return text ? text : "null"; }

static chatfmt_status tokenizer_of(const parts *p, const chatfmt_limits *limits,
                                   chatfmt_tokenizer **out, chatfmt_error *error)
{
    size_t room = 1 << 18;
    char *json = malloc(room);
    assert_non_null(json);
    int length = snprintf(json, room,
                          "{\"version\":\"1.0\",%s\"added_tokens\":[%s],\"normalizer\":%s,"
                          "\"pre_tokenizer\":%s,\"post_processor\":%s,\"decoder\":%s,\"model\":{",
                          p->lengths ? p->lengths : "", p->added ? p->added : "",
                          or_null(p->normalizer), or_null(p->splits), or_null(p->post),
                          or_null(p->decoder));
    assert_true(length > 0 && (size_t)length < room);
    size_t at = (size_t)length, left = room - at;
    if (p->model) length += snprintf(json + at, left, "%s}}", p->model);
    else
        length += snprintf(json + at, left, "\"type\":\"BPE\",%s\"vocab\":{%s},\"merges\":[%s]}}",
                           p->options ? p->options : "", p->vocab ? p->vocab : letters,
                           p->merges ? p->merges : "");
    assert_true(length > 0 && (size_t)length < room);
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    options.limits = limits;
    chatfmt_status status = chatfmt_tokenizer_read(json, (size_t)length, &options, out, error);
    free(json);
    return status;
}

typedef struct pair {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} pair;

static pair open_pair(const parts *p, const chatfmt_limits *limits)
{
    pair made;
    chatfmt_error error;
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    options.limits = limits;
    if (tokenizer_of(p, NULL, &made.tokenizer, &error)) fail_msg("%s", error.text);
    assert_int_equal(chatfmt_encoder_new(made.tokenizer, &options, &made.encoder, NULL), 0);
    return made;
}

static void close_pair(pair p)
{
    chatfmt_encoder_free(p.encoder);
    chatfmt_tokenizer_free(p.tokenizer);
}

static const char *ids_text(const chatfmt_tokens *tokens)
{
    static char out[4096];
    out[0] = 0;
    for (size_t i = 0; i < tokens->count && i < 300; i++)
        sprintf(out + strlen(out), "%s%u", i ? " " : "", (unsigned)tokens->ids[i]);
    return out;
}

/* ---- texts to ids, without places and with them ---- */

#define META(scheme) "{\"type\":\"Metaspace\",\"replacement\":\"\xE2\x96\x81\",\"prepend_scheme\":\"" scheme "\",\"split\":false}"
#define REPLACE(from, to) "{\"type\":\"Replace\",\"pattern\":{\"String\":\"" from "\"},\"content\":\"" to "\"}"

static void test_encode(void **state)
{
    static const struct {
        parts p;
        const char *text, *ids;
    } rows[] = {
        /* Ranges of a class in any order, within each other, side by side. */
        {{.splits = "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[x-zc-ca-bb-c]+\"},\"behavior\":\"Removed\",\"invert\":false}"}, "a-bxc<", "5 8"},
        {{.splits = "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[a-z<b-cxa]+\"},\"behavior\":\"Removed\",\"invert\":false}"}, "a-bxc<", "5"},
        {{.splits = "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[zxyca]+\"},\"behavior\":\"Removed\",\"invert\":false}"}, "a-bxc<", "5 1 8"},
        /* Nothing for a character, in blocks and in what is left of them. */
        {{.normalizer = REPLACE("x", "")}, "abxcxxaaaaaaaaaaaaaaaaaaxb", "0 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"},
        {{.normalizer = REPLACE("x", "aaaaaaaaaaaaaaaaab")}, "x", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"},
        /* A capital between two that have small letters. */
        {{.normalizer = "{\"type\":\"Lowercase\"}", .vocab = "\"\\ua7cd\":0,\"\\ua7cc\":1,\"\\ua7cb\":2"},
         "\xEA\x9F\x8C\xEA\x9F\x8D", "0 0"},
        /* Tokens around a text without places. */
        {{.post = "{\"type\":\"BertProcessing\",\"cls\":[\"a\",0],\"sep\":[\"b\",1]}"}, "c", "0 2 1"},
        {{.post = "{\"type\":\"BertProcessing\",\"cls\":[\"a\",0],\"sep\":[\"b\",1]}"}, "", "0 1"},
        /* Two contents that become one: the lower id, whichever comes first. */
        {{.added = TOKEN("AB", FLAGS("false", "false", "false", "true", "false")) ","
                   TOKEN("a", FLAGS("false", "false", "false", "true", "false")) ","
                   TOKEN("A", FLAGS("false", "false", "false", "true", "false")),
          .normalizer = "{\"type\":\"Lowercase\"}"}, "aba", "12 0"},
        {{.added = TOKEN("A", FLAGS("false", "false", "false", "true", "false")) ","
                   TOKEN("a", FLAGS("false", "false", "false", "true", "false")),
          .normalizer = "{\"type\":\"Lowercase\"}"}, "Ab", "0 1"},
        /* White space after a token, and another token that takes it, too. */
        {{.added = TOKEN("x", FLAGS("false", "true", "true", "false", "false"))}, "a x  x b", "0 6 6 1"},
        /* Merges of the unknown token and of byte tokens, and bytes without a token. */
        {{.options = "\"unk_token\":\"a\",\"byte_fallback\":true,", .merges = "\"a b\""}, "abq", "7 0"},
        {{.options = "\"byte_fallback\":true,", .vocab = "\"<0x41>\":0,\"<0x42>\":1,\"<0x41><0x42>\":2,\"a\":3",
          .merges = "\"<0x41> <0x42>\""}, "aAB", "3 2"},
        {{.options = "\"byte_fallback\":true,", .vocab = "\"<0x41>\":0,\"c\":1,\"c<0x41>\":2,\"<0x43>\":3",
          .merges = "\"c <0x41>\""}, "cAC", "2 3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pair p = open_pair(&rows[i].p, NULL);
        for (uint32_t flags = 0; flags <= CHATFMT_ENCODE_OFFSETS; flags += CHATFMT_ENCODE_OFFSETS) {
            chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
            const chatfmt_tokens *tokens;
            options.flags = flags | CHATFMT_ENCODE_ADD_SPECIAL;
            assert_int_equal(chatfmt_encoder_encode(p.encoder, rows[i].text, strlen(rows[i].text),
                                                    &options, &tokens, NULL), 0);
            if (strcmp(ids_text(tokens), rows[i].ids))
                fail_msg("row %zu, flags %u: %s", i, (unsigned)flags, ids_text(tokens));
        }
        close_pair(p);
    }
}

/* ---- ids to texts ---- */

static void test_decode(void **state)
{
#define FALLBACK "{\"type\":\"ByteFallback\"}"
#define STEPS(list) "{\"type\":\"Sequence\",\"decoders\":[" list "]}"
#define BYTES "\"<0x4a>\":0,\"<0x+F>\":1,\"<0xG0>\":2,\"<0x:0>\":3,\"<0xg0>\":4,\"<0x0/>\":5,\"<0x41)\":6,\"<0x`0>\":7,\"<0x4A>\":8,\"<0xaf>\":9"
#define CUT "{\"type\":\"Strip\",\"content\":\"a\",\"start\":1,\"stop\":0},"
    static const struct {
        parts p;
        const char *text;
    } rows[] = {
        {{.decoder = STEPS(FALLBACK), .vocab = BYTES},
         "J\x0F<0xG0><0x:0><0xg0><0x0/><0x41)<0x`0>\xEF\xBF\xBD\xEF\xBF\xBD"},
        /* Expressions and texts on an item that is empty. */
        {{.decoder = STEPS(CUT "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"b+\"},\"content\":\"-\"}"),
          .vocab = "\"a\":0,\"ab\":1,\"bb\":2"}, "--"},
        {{.decoder = STEPS(CUT FALLBACK), .vocab = "\"a\":0,\"ab\":1,\"<0x41>\":2"}, "bA"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t ids[10];
        chatfmt_slice text;
        pair p = open_pair(&rows[i].p, NULL);
        size_t count = i ? 3 : 10;
        for (uint32_t id = 0; id < count; id++) ids[id] = id;
        assert_int_equal(chatfmt_encoder_decode(p.encoder, ids, count, 0, &text, NULL), 0);
        if (text.length != strlen(rows[i].text) || memcmp(text.data, rows[i].text, text.length))
            fail_msg("row %zu: %.*s", i, (int)text.length, text.data);
        close_pair(p);
    }
}

/* ---- what is refused ---- */

#define SPLIT(regex) "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"" regex "\"},\"behavior\":\"Isolated\"}"
#define TEMPLATE(ids) "{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":\"s\"}},{\"Sequence\":{\"id\":\"A\"}}]," \
    "\"special_tokens\":{\"s\":{\"ids\":[" ids "]}}}"
#define FOUR(x) x "," x "," x "," x
#define SIXTEEN(x) FOUR(x) "," FOUR(x) "," FOUR(x) "," FOUR(x)
#define MANY(x) SIXTEEN(x) "," SIXTEEN(x) "," SIXTEEN(x) "," SIXTEEN(x)
#define REGEX_STEP "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"a\"},\"content\":\"b\"}"

static void test_refused(void **state)
{
    static const struct {
        parts p;
        chatfmt_status status;
        const char *word; /* in the message; NULL: it is not refused */
    } rows[] = {
        {{.splits = SPLIT("\\\\p")}, CHATFMT_UNSUPPORTED, "property without braces"},
        {{.splits = SPLIT("\\\\x{/}")}, CHATFMT_UNSUPPORTED, "numbered"},
        {{.splits = SPLIT("\\\\x{:}")}, CHATFMT_UNSUPPORTED, "numbered"},
        {{.splits = SPLIT("\\\\x{4g}")}, CHATFMT_UNSUPPORTED, "numbered"},
        {{.splits = SPLIT("\\\\x{41")}, CHATFMT_UNSUPPORTED, "numbered"},
        {{.splits = SPLIT("\\\\ue000")}, CHATFMT_OK, NULL},
        {{.splits = SPLIT("[a&")}, CHATFMT_UNSUPPORTED, "class without end"},
        {{.splits = SPLIT("[a-]+")}, CHATFMT_OK, NULL},
        {{.splits = SPLIT("[a-^]+")}, CHATFMT_INPUT, "out of order"},
        {{.splits = SPLIT("[b-a]+")}, CHATFMT_INPUT, "out of order"},
        {{.splits = "{\"type\":\"Metaspace\",\"replacement\":\"_\",\"prepend_scheme\":\"never\",\"add_prefix_space\":false}"},
         CHATFMT_OK, NULL},
        {{.splits = "{\"type\":\"Metaspace\",\"replacement\":\"_\",\"prepend_scheme\":\"first\",\"add_prefix_space\":false}"},
         CHATFMT_INPUT, "add_prefix_space"},
        {{.splits = "{\"type\":\"Metaspace\",\"replacement\":3}"}, CHATFMT_INPUT, "replacement"},
        {{.splits = "{\"type\":\"ByteLevel\",\"add_prefix_space\":1}"}, CHATFMT_INPUT, "add_prefix_space"},
        {{.splits = "{\"type\":\"ByteLevel\",\"use_regex\":1}"}, CHATFMT_INPUT, "use_regex"},
        {{.splits = "{\"type\":\"Sequence\",\"pretokenizers\":[" MANY("{\"type\":\"BertPreTokenizer\"}") "]}"},
         CHATFMT_LIMIT, "steps"},
        {{.splits = "{\"type\":\"Sequence\",\"pretokenizers\":[" MANY("{\"type\":\"WhitespaceSplit\"}") ",{\"type\":\"ByteLevel\"}]}"},
         CHATFMT_LIMIT, "steps"},
        {{.splits = "{\"type\":\"Sequence\",\"pretokenizers\":[" MANY("{\"type\":\"WhitespaceSplit\"}") "," META("never") "]}"},
         CHATFMT_LIMIT, "steps"},
        {{.normalizer = "{\"type\":\"Sequence\",\"normalizers\":[" MANY("{\"type\":\"NFC\"}") "]}",
          .splits = META("always")}, CHATFMT_OK, NULL},
        {{.normalizer = "{\"type\":\"Sequence\",\"normalizers\":[" MANY(REGEX_STEP) "]}",
          .splits = "{\"type\":\"Sequence\",\"pretokenizers\":[" MANY(SPLIT(".")) "]}",
          .decoder = STEPS(MANY(REGEX_STEP) "," REGEX_STEP)}, CHATFMT_LIMIT, "too many regular expressions"},
        {{.splits = "{\"type\":\"Sequence\",\"pretokenizers\":[" MANY("{\"type\":\"WhitespaceSplit\"}")
                    ",{\"type\":\"ByteLevel\",\"add_prefix_space\":false}]}"}, CHATFMT_LIMIT, "steps"},
        {{.splits = SPLIT("'s|\\u0000")}, CHATFMT_OK, NULL},
        {{.normalizer = "{\"type\":\"LlamaWords\"}"}, CHATFMT_UNSUPPORTED, "LlamaWords is not supported"},
        {{.normalizer = "{\"type\":\"Pieces\"}"}, CHATFMT_UNSUPPORTED, "Pieces is not supported"},
        {{.decoder = "{\"type\":\"Start\"}"}, CHATFMT_UNSUPPORTED, "Start is not supported"},
        {{.post = TEMPLATE("-1")}, CHATFMT_INPUT, "bad ids"},
        {{.post = TEMPLATE("4294967295")}, CHATFMT_INPUT, "bad ids"},
        {{.post = TEMPLATE("\"1\"")}, CHATFMT_INPUT, "bad ids"},
        {{.post = TEMPLATE(MANY("1") "," MANY("1") "," MANY("1") "," MANY("1") ",1")}, CHATFMT_INPUT, "bad ids"},
        {{.post = TEMPLATE(MANY("1") "," MANY("1") "," MANY("1") "," MANY("1"))}, CHATFMT_OK, NULL},
        {{.post = "{\"type\":\"BertProcessing\",\"cls\":[\"a\",-1],\"sep\":[\"b\",1]}"}, CHATFMT_INPUT, "cls"},
        {{.post = "{\"type\":\"RobertaProcessing\",\"trim_offsets\":1}"}, CHATFMT_INPUT, "trim_offsets"},
        {{.post = "{\"type\":\"RobertaProcessing\",\"add_prefix_space\":1}"}, CHATFMT_INPUT, "add_prefix_space"},
        {{.decoder = "{\"type\":\"WordPiece\",\"cleanup\":true}"}, CHATFMT_INPUT, "prefix"},
        {{.decoder = "{\"type\":\"WordPiece\",\"prefix\":\"#\",\"cleanup\":1}"}, CHATFMT_INPUT, "cleanup"},
        {{.decoder = "{\"type\":\"BPEDecoder\"}"}, CHATFMT_INPUT, "suffix"},
        {{.decoder = "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"(\"},\"content\":\"\"}"}, CHATFMT_INPUT, "decoder"},
        {{.merges = "[\"a\",\"b\"],\"a b\""}, CHATFMT_INPUT, "merges[1]"},
        {{.merges = "[\"a\",1]"}, CHATFMT_INPUT, "merges[0]"},
        {{.merges = "[1,\"a\"]"}, CHATFMT_INPUT, "merges[0]"},
        {{.merges = "\"a \""}, CHATFMT_INPUT, "merges[0]"},
        {{.vocab = "\"" FOUR("aaaaaaaaaaaaaaaaaaaaaaaa") "\":-1"}, CHATFMT_INPUT, "vocab"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_tokenizer *tokenizer;
        chatfmt_error error;
        chatfmt_status status = tokenizer_of(&rows[i].p, NULL, &tokenizer, &error);
        if (status != rows[i].status || (rows[i].word && !strstr(error.text, rows[i].word)))
            fail_msg("row %zu: %d %s", i, (int)status, status ? error.text : "");
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* A step that is several has to have room for all of them. */
static void test_steps(void **state)
{
    enum { MOST = 64, OF_BERT = 5 };
    char steps[4096];
    (void)state;
    for (int plain = MOST - OF_BERT; plain <= MOST; plain++) {
        size_t at = (size_t)sprintf(steps, "{\"type\":\"Sequence\",\"normalizers\":[");
        for (int i = 0; i < plain; i++) at += (size_t)sprintf(steps + at, "{\"type\":\"NFC\"},");
        sprintf(steps + at, "{\"type\":\"BertNormalizer\",\"lowercase\":true}]}");
        parts p = {.normalizer = steps};
        chatfmt_tokenizer *tokenizer;
        chatfmt_error error;
        chatfmt_status status = tokenizer_of(&p, NULL, &tokenizer, &error);
        assert_int_equal(status, plain == MOST - OF_BERT ? CHATFMT_OK : CHATFMT_LIMIT);
        if (status) assert_string_equal(error.text, "normalizer: more than 64 steps");
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* Which text is cut, as the file says. */
static void test_strategies(void **state)
{
    static const char *const names[] = {"LongestFirst", "OnlyFirst", "OnlySecond"};
    char members[200];
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        parts p = {.lengths = members};
        chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
        chatfmt_tokenizer *tokenizer;
        sprintf(members, "\"truncation\":{\"max_length\":7,\"stride\":2,\"strategy\":\"%s\"},", names[i]);
        assert_int_equal(tokenizer_of(&p, NULL, &tokenizer, NULL), 0);
        assert_int_equal(chatfmt_tokenizer_lengths(tokenizer, &lengths, NULL), 0);
        assert_int_equal(lengths.flags, CHATFMT_LENGTH_TRUNCATE);
        assert_int_equal(lengths.strategy, i);
        assert_int_equal(lengths.max_length, 7);
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* ---- sessions ---- */

/* A vocabulary that knows every byte, or every one but `missing`. */
static const char *all_bytes(bool level, int missing, const char *more)
{
    static char out[1 << 15];
    size_t at = 0;
    for (int b = 0; b < 256; b++) {
        bool plain = (b >= 33 && b <= 126) || (b >= 161 && b != 173);
        static int extra;
        if (!b) extra = 0;
        if (b == missing) continue;
        if (!level) at += (size_t)sprintf(out + at, "\"<0x%02X>\":%d,", (unsigned)b, b);
        else at += (size_t)sprintf(out + at, "\"\\u%04x\":%d,", (unsigned)(plain ? b : 256 + extra++), b);
    }
    sprintf(out + at, "%s", more);
    return out;
}

/* A text that grows by seven bytes at a time: the tokens of the session are those of the text. */
static void check_session(const parts *p, const char *text, size_t row)
{
    pair made = open_pair(p, NULL);
    chatfmt_token_session *session;
    const chatfmt_tokens *grown, *whole;
    size_t length = strlen(text);
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    options.flags = CHATFMT_ENCODE_OFFSETS;
    assert_int_equal(chatfmt_token_session_new(made.encoder, CHATFMT_ENCODE_OFFSETS, &session, NULL), 0);
    assert_int_equal(chatfmt_token_session_set(session, text, 7, &grown, NULL, NULL), 0);
    for (size_t at = 7; at < length; at += 7) {
        size_t more = length - at < 7 ? length - at : 7;
        assert_int_equal(chatfmt_token_session_append(session, text + at, more, &grown, NULL, NULL), 0);
    }
    size_t count = grown->count;
    uint32_t *ids = malloc((count + 1) * sizeof *ids);
    assert_non_null(ids);
    if (count) memcpy(ids, grown->ids, count * sizeof *ids);
    assert_int_equal(chatfmt_encoder_encode(made.encoder, text, length, &options, &whole, NULL), 0);
    if (count != whole->count || (count && memcmp(ids, whole->ids, count * sizeof *ids)))
        fail_msg("row %zu: %zu tokens, %zu of the whole text", row, count, whole->count);
    free(ids);
    chatfmt_token_session_free(session);
    close_pair(made);
}

static void test_sessions(void **state)
{
#define FACE "\xF0\x9F\x98\x80"
#define GPT2_LEVEL "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}"
#define KINDS(type) "{\"type\":\"" type "\"}"
#define SEQUENCE(list) "{\"type\":\"Sequence\",\"pretokenizers\":[" list "]}"
    static const struct {
        parts p;
        int bytes; /* 1: byte tokens, 2: ByteLevel's alphabet; from bit 8 on: the one that is not there */
        const char *more;
    } rows[] = {
        {{.options = "\"byte_fallback\":true,"}, 1, "\"a\":256,\"b\":257,\" \":258"},
        {{.options = "\"byte_fallback\":true,\"ignore_merges\":true,"}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .normalizer = REPLACE(" ", "\xE2\x96\x81")}, 1, "\"\xE2\x96\x81\":256"},
        {{.options = "\"byte_fallback\":true,", .normalizer = REPLACE("a", "b")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .normalizer = REPLACE("ab", "b")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .normalizer = "{\"type\":\"Sequence\",\"normalizers\":[" REPLACE(" ", "_") "," REPLACE(" ", "-") "]}"}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .normalizer = REPLACE(" ", "_"), .splits = META("never")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = META("always")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = "{\"type\":\"Metaspace\",\"replacement\":\"" FACE "\",\"prepend_scheme\":\"always\",\"split\":false}"}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = "{\"type\":\"CharDelimiterSplit\",\"delimiter\":\" \"}"}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = "{\"type\":\"CharDelimiterSplit\",\"delimiter\":\"a\"}", .normalizer = REPLACE(" ", "_")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = "{\"type\":\"CharDelimiterSplit\",\"delimiter\":\" \"}", .normalizer = REPLACE(" ", "_")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = KINDS("Digits")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .splits = SPLIT("[a-c]+")}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .added = TOKEN("b b", FLAGS("true", "false", "false", "false", "false"))}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .added = TOKEN("b", FLAGS("true", "false", "false", "true", "false"))}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,", .added = TOKEN("bc", FLAGS("true", "false", "false", "false", "false"))}, 1, "\"a\":256"},
        /* Merges that the bytes do not tell of, bytes without a token, marks of words. */
        {{.options = "\"byte_fallback\":true,", .merges = "\"<0x41> <0x42>\""}, 1, "\"<0x41><0x42>\":256"},
        {{.options = "\"byte_fallback\":true,", .merges = "\"c <0x41>\""}, 1, "\"c\":256,\"c<0x41>\":257"},
        {{.options = "\"byte_fallback\":true,\"unk_token\":\"a\",", .merges = "\"a b\""}, 1, "\"a\":256,\"b\":257,\"ab\":258"},
        {{.options = "\"byte_fallback\":true,\"unk_token\":\"b\",", .merges = "\"a b\""}, 1, "\"a\":256,\"b\":257,\"ab\":258"},
        {{.options = "\"byte_fallback\":true,"}, 1 | 0xC0 << 8, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,"}, 1 | 0x81 << 8, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,"}, 1 | 0x07 << 8, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,\"continuing_subword_prefix\":\"#\","}, 1, "\"a\":256"},
        {{.options = "\"byte_fallback\":true,\"end_of_word_suffix\":\"#\","}, 1, "\"a\":256"},
        {{.splits = GPT2_LEVEL}, 2, "\"ab\":300"},
        {{.splits = GPT2_LEVEL, .options = "\"continuing_subword_prefix\":\"b\","}, 2, "\"a\":300"},
        {{.splits = GPT2_LEVEL, .normalizer = REPLACE(" ", "_")}, 2, "\"ab\":300"},
        {{.splits = GPT2_LEVEL, .options = "\"end_of_word_suffix\":\"b\","}, 2, "\"ab\":300,\"bb\":301"},
        {{.splits = SEQUENCE(KINDS("Digits") "," GPT2_LEVEL)}, 2, "\"ab\":300"},
        {{.splits = SEQUENCE(GPT2_LEVEL "," KINDS("Digits"))}, 2, "\"ab\":300"},
        {{.splits = SEQUENCE("{\"type\":\"Split\",\"pattern\":{\"Regex\":\"\\\\p{N}{1,3}\"},\"behavior\":\"Removed\",\"invert\":true},{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":false}")}, 2, "\"ab\":300"},
        {{.splits = SEQUENCE("{\"type\":\"Split\",\"pattern\":{\"Regex\":\"'s|'t|'re|'ve|'m|'ll|'d| ?\\\\p{L}+| ?\\\\p{N}+| ?[^\\\\s\\\\p{L}\\\\p{N}]+|\\\\s+(?!\\\\S)|\\\\s+\"},\"behavior\":\"Removed\",\"invert\":true},{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":false}")}, 2, "\"ab\":300"},
        {{.splits = SEQUENCE("{\"type\":\"Split\",\"pattern\":{\"Regex\":\"'s|'t|'re|'ve|'m|'ll|'d| ?\\\\p{L}+| ?\\\\p{N}+| ?[^\\\\s\\\\p{L}\\\\p{N}]+|\\\\s+(?!\\\\S)|\\\\s+\"},\"behavior\":\"Removed\"},{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":false}")}, 2, "\"ab\":300"},
        {{.splits = SEQUENCE("{\"type\":\"Split\",\"pattern\":{\"Regex\":\"'s|'t|'re|'ve|'m|'ll|'d| ?\\\\p{L}+| ?\\\\p{N}+| ?[^\\\\s\\\\p{L}\\\\p{N}]+|\\\\s+(?!\\\\S)|\\\\s+\"},\"behavior\":\"MergedWithNext\"},{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":false}")}, 2, "\"ab\":300"},
    };
    static char text[1500];
    (void)state;
    for (size_t at = 0; at + 40 < sizeof text;)
        at += (size_t)sprintf(text + at, "abc%zu b b.cab  bc\n%s", at, at % 3 ? " " : " a b a ");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parts p = rows[i].p;
        int missing = rows[i].bytes >> 8;
        p.vocab = all_bytes(rows[i].bytes == 2, missing ? missing : -1, rows[i].more);
        if (rows[i].bytes == 2 && !p.merges) p.merges = "\"a b\"";
        check_session(&p, text, i);
    }
}

/* ---- limits ---- */

/* What an encoder with limits says of texts that it has memory from, and of such ids. */
static void test_limits(void **state)
{
    static const parts plain = {.normalizer = "{\"type\":\"Lowercase\"}", .decoder = "{\"type\":\"Fuse\"}"};
    static char text[20000];
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    const chatfmt_tokens *tokens;
    chatfmt_slice out;
    chatfmt_error error;
    uint32_t ids[200] = {0};
    (void)state;
    memset(text, 'A', sizeof text);
    /* Memory is given back for a text that needs more, with spans and without; then it is refused. */
    limits.heap_bytes = 100000;
    pair p = open_pair(&plain, &limits);
    for (int round = 0; round < 4; round++) {
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        chatfmt_span span = {.begin = 0, .end = 100, .kind = CHATFMT_SPAN_DATA};
        if (round & 1) {
            options.policy = CHATFMT_TOKENS_ALL;
            options.spans = &span;
            options.span_count = 1;
        }
        if (chatfmt_encoder_encode(p.encoder, text, 100, &options, &tokens, &error)) fail_msg("%d %s", round, error.text);
        span.end = sizeof text;
        assert_int_equal(chatfmt_encoder_encode(p.encoder, text, sizeof text, &options, &tokens,
                                                &error), CHATFMT_LIMIT);
        assert_non_null(strstr(error.text, "heap_bytes"));
    }
    close_pair(p);
    /* A text that may become longer, but not much. */
    static const parts longer = {.normalizer = REPLACE("A", "aaa"), .decoder = "{\"type\":\"Fuse\"}"};
    limits = (chatfmt_limits)CHATFMT_LIMITS_INIT;
    limits.string_bytes = 340; /* whole blocks are asked for */
    p = open_pair(&longer, &limits);
    assert_int_equal(chatfmt_encoder_encode(p.encoder, text, 100, NULL, &tokens, NULL), 0);
    assert_int_equal(tokens->count, 300);
    assert_int_equal(chatfmt_encoder_encode(p.encoder, text, 120, NULL, &tokens, &error), CHATFMT_LIMIT);
    assert_non_null(strstr(error.text, "string_bytes"));
    assert_int_equal(chatfmt_encoder_decode(p.encoder, ids, 200, 0, &out, NULL), 0);
    assert_int_equal(out.length, 200);
    close_pair(p);
    limits.string_bytes = 150;
    p = open_pair(&longer, &limits);
    assert_int_equal(chatfmt_encoder_decode(p.encoder, ids, 150, 0, &out, NULL), 0);
    assert_int_equal(chatfmt_encoder_decode(p.encoder, ids, 151, 0, &out, NULL), CHATFMT_LIMIT);
    close_pair(p);
}

/* A stream has the fuel that is given, once; another limit is that of each decoding. */
static void test_stream_limits(void **state)
{
    static const parts plain = {.decoder = "{\"type\":\"Fuse\"}"};
    static const struct {
        uint64_t fuel;
        size_t string_bytes;
        const char *word;
    } rows[] = {{200, 0, "fuel"}, {0, 5, "string_bytes"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_limits limits = CHATFMT_LIMITS_INIT;
        chatfmt_decode_stream *stream;
        chatfmt_slice out;
        chatfmt_error error;
        chatfmt_status status = CHATFMT_OK;
        limits.fuel = rows[i].fuel;
        limits.string_bytes = rows[i].string_bytes;
        pair p = open_pair(&plain, &limits);
        assert_int_equal(chatfmt_decode_stream_new(p.encoder, 0, &stream, NULL), 0);
        for (int n = 0; n < 200 && !status; n++)
            status = chatfmt_decode_stream_push(stream, i ? 99 : 0, &out, &error);
        if (i) {
            chatfmt_decode_stream_free(stream);
            assert_int_equal(status, CHATFMT_OK);
            assert_int_equal(chatfmt_decode_stream_new(p.encoder, 0, &stream, NULL), 0);
            for (int n = 0; n < 200 && !status; n++)
                status = chatfmt_decode_stream_push(stream, 4, &out, &error);
        }
        assert_int_equal(status, CHATFMT_LIMIT);
        if (!strstr(error.text, rows[i].word)) fail_msg("row %zu: %s", i, error.text);
        chatfmt_decode_stream_free(stream);
        close_pair(p);
    }
}

/* ---- all ways to an end ---- */

/* One of each step, so that each can be the one that a limit or a request ends. */
#define ALL_STEPS "{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFD\"},{\"type\":\"NFKC\"}," REGEX_STEP "," \
    REPLACE("x", "xx") ",{\"type\":\"Prepend\",\"prepend\":\"-\"},{\"type\":\"Lowercase\"}]}"
#define ALL_SPLITS SEQUENCE(SPLIT("b+") ",{\"type\":\"Split\",\"pattern\":{\"Regex\":\"c(?!c)\"},\"behavior\":\"MergedWithNext\"}," KINDS("Digits") "," META("first"))
#define CLEAN(x) "{\"type\":\"WordPiece\",\"prefix\":\"#\",\"cleanup\":true}" x
static const parts all_ways[] = {
    {.added = TOKEN("<s>", SPECIAL) "," TOKEN("<T>", FLAGS("false", "true", "true", "true", "false")),
     .normalizer = ALL_STEPS, .splits = ALL_SPLITS, .options = "\"unk_token\":\"c\",",
     .post = "{\"type\":\"Sequence\",\"processors\":[{\"type\":\"ByteLevel\",\"trim_offsets\":true},"
             "{\"type\":\"BertProcessing\",\"cls\":[\"a\",0],\"sep\":[\"b\",1]}]}",
     .decoder = STEPS(REGEX_STEP "," FALLBACK "," CLEAN("") ",{\"type\":\"BPEDecoder\",\"suffix\":\"a\"}," REPLACE("b", "cc")),
     .merges = "\"a b\""},
    {.added = TOKEN("<s>", SPECIAL), .options = "\"byte_fallback\":true,\"fuse_unk\":true,\"unk_token\":\"c\",",
     .vocab = "\"c\":0,\"<0xED>\":1,\"<0x95>\":2,\"<0x9C>\":3,\"a\":4,\"<0xF0>\":5,\"aa\":6,\"aaaa\":7",
     .merges = "\"a a\",\"aa aa\"", .normalizer = "{\"type\":\"NFC\"}",
     .decoder = STEPS(FALLBACK ",{\"type\":\"Fuse\"}," META("always"))},
    {.splits = "{\"type\":\"ByteLevel\",\"add_prefix_space\":true}", .decoder = "{\"type\":\"ByteLevel\"}",
     .post = "{\"type\":\"RobertaProcessing\",\"cls\":[\"a\",0],\"sep\":[\"b\",1]}"},
};
static const char all_text[] = "aab xx<s>c1 2 bbB<T> \xED\x95\x9C\xEA\xB0\x81 e\xCC\x81\xCC\xA3q\xCC\x81 <T>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \xF0\x9F\x98\x80\xF0\x9F\x98\x81 zq";

/* Encoded with a policy and without, with places and without, in pieces, as a session; decoded. */
static chatfmt_status all_work(chatfmt_encoder *encoder, chatfmt_error *error)
{
    chatfmt_encode_options plain = CHATFMT_ENCODE_OPTIONS_INIT, guarded = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    chatfmt_span spans[] = {{.begin = 0, .end = 6, .kind = CHATFMT_SPAN_TEMPLATE},
                            {.begin = 6, .end = sizeof all_text - 1, .kind = CHATFMT_SPAN_DATA}};
    const chatfmt_tokens *tokens;
    const chatfmt_token_piece *pieces;
    size_t count;
    chatfmt_slice text;
    chatfmt_token_session *session = NULL;
    plain.flags = CHATFMT_ENCODE_ADD_SPECIAL;
    guarded.flags = CHATFMT_ENCODE_ADD_SPECIAL | CHATFMT_ENCODE_OFFSETS;
    guarded.policy = CHATFMT_TOKENS_CONTROL;
    guarded.spans = spans;
    guarded.span_count = 2;
    lengths.flags = CHATFMT_LENGTH_TRUNCATE | CHATFMT_LENGTH_PAD;
    lengths.max_length = 7;
    size_t length = sizeof all_text - 1;
    chatfmt_status status = chatfmt_token_session_new(encoder, CHATFMT_ENCODE_OFFSETS, &session, error);
    if (!status) status = chatfmt_token_session_set(session, all_text, length, &tokens, NULL, error);
    if (!status) status = chatfmt_token_session_append(session, all_text, length, &tokens, NULL, error);
    chatfmt_token_session_free(session);
    if (!status)
        status = chatfmt_encoder_encode_pieces(encoder, all_text, length, &plain, &lengths, &pieces, &count, error);
    if (!status) status = chatfmt_encoder_encode(encoder, all_text, length, &guarded, &tokens, error);
    if (!status) status = chatfmt_encoder_encode(encoder, all_text, length, &plain, &tokens, error);
    uint32_t ids[300];
    count = 0;
    for (size_t i = 0; !status && i < tokens->count && count < 290; i++) ids[count++] = tokens->ids[i];
    for (uint32_t id = 0; id < 8; id++) ids[count++] = id;
    return status ? status : chatfmt_encoder_decode(encoder, ids, count, 0, &text, error);
}

/* Fuel, or room for a text, that ends anywhere: LIMIT by its name, until there is enough. */
static void test_limits_anywhere(void **state)
{
    static const char *const names[] = {"fuel", "string_bytes", "output_bytes", "heap_bytes"};
    (void)state;
    for (size_t i = 0; i < sizeof all_ways / sizeof *all_ways; i++)
        for (int kind = 0; kind < 4; kind++) {
            chatfmt_status status = CHATFMT_LIMIT;
            for (size_t most = 1; status && most < 200000; most += 1 + most / (kind ? 24 : 400)) {
                chatfmt_limits limits = CHATFMT_LIMITS_INIT;
                chatfmt_error error;
                size_t *fields[] = {NULL, &limits.string_bytes, &limits.output_bytes, &limits.heap_bytes};
                if (kind) *fields[kind] = most;
                else limits.fuel = most;
                pair p = open_pair(&all_ways[i], &limits);
                status = all_work(p.encoder, &error);
                if (status && (status != CHATFMT_LIMIT || !strstr(error.text, names[kind])))
                    fail_msg("row %zu, %s %zu: %d %s", i, names[kind], most, (int)status, error.text);
                close_pair(p);
            }
            assert_int_equal(status, CHATFMT_OK);
        }
}

/* Each request for memory fails once. */
static void test_memory_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all_ways / sizeof *all_ways; i++) {
        chatfmt_status status = CHATFMT_NO_MEMORY;
        chatfmt_tokenizer *tokenizer;
        chatfmt_error error;
        assert_int_equal(tokenizer_of(&all_ways[i], NULL, &tokenizer, &error), 0);
        for (size_t n = 1; status; n++) {
            counting memory = {.fail_at = n, .fail_after = 0};
            chatfmt_allocator allocator = counting_allocator(&memory);
            chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
            chatfmt_encoder *encoder;
            options.allocator = &allocator;
            status = chatfmt_encoder_new(tokenizer, &options, &encoder, &error);
            if (!status) status = all_work(encoder, &error);
            assert_true(!status || status == CHATFMT_NO_MEMORY);
            chatfmt_encoder_free(encoder);
            assert_int_equal(memory.live, 0);
        }
        chatfmt_tokenizer_free(tokenizer);
    }
}

/* ---- policies ---- */

#define PLAIN FLAGS("false", "false", "false", "false", "false")
#define HASHES "\"continuing_subword_prefix\":\"##\","
#define THE "\"[U]\":0,\"t\":1,\"##h\":2,\"th\":3,\"##e\":4,\"the\":5"
#define SUFFIX "\"end_of_word_suffix\":\"x\","
#define MARKS "\"<\":0,\"|\":1,\"a\":2,\">\":3"

/* Control tokens that data writes, and that the model makes of an ordinary text: of a suffix, too,
 * that no byte of the text stands for. */
static void test_policies(void **state)
{
    static const struct {
        parts p;
        chatfmt_token_policy policy;
        const char *own, *text, *ids; /* what the template wrote, and data after it */
        size_t attempts;
    } rows[] = {
        {{.added = TOKEN("ax", SPECIAL), .vocab = "\"a\":0,\"ax\":1,\"c\":2,\"cx\":3", .options = SUFFIX},
         CHATFMT_TOKENS_ANY, "", "a", "1", 0},
        {{.added = TOKEN("ax", SPECIAL), .vocab = "\"a\":0,\"ax\":1,\"c\":2,\"cx\":3", .options = SUFFIX},
         CHATFMT_TOKENS_SPECIAL, "", "a", "1", 1},
        /* Shaped as a marker at its beginning alone: not one that control is. */
        {{.added = TOKEN("<|a", PLAIN), .vocab = MARKS}, CHATFMT_TOKENS_CONTROL, "", "<|a", "4", 0},
        {{.added = TOKEN("<|a>", PLAIN), .vocab = MARKS}, CHATFMT_TOKENS_CONTROL, "", "<|a>", "4", 0},
        {{.added = TOKEN("<|a|>", PLAIN), .vocab = MARKS}, CHATFMT_TOKENS_CONTROL, "", "<|a|>", "0 1 2 1 3", 1},
        /* What the template wrote is control, whoever writes it next. */
        {{.added = TOKEN("ab", PLAIN)}, CHATFMT_TOKENS_CONTROL, "", "ab", "7", 0},
        {{.added = TOKEN("ab", PLAIN)}, CHATFMT_TOKENS_CONTROL, "xab", "ab", "6 7 0 1", 1},
        {{.added = TOKEN("ab", PLAIN)}, CHATFMT_TOKENS_REPORT, "xab", "ab", "6 7 7", 1},
        {{.added = TOKEN("ab", PLAIN)}, CHATFMT_TOKENS_ALL, "xab", "ab", "6 7 0 1", 1},
        {{.added = TOKEN("ab", PLAIN)}, CHATFMT_TOKENS_SPECIAL, "xab", "ab", "6 7 7", 0},
        /* Models without parts: a word that is control is not known. */
        {{.added = TOKEN("the", SPECIAL), .splits = "{\"type\":\"WhitespaceSplit\"}",
          .model = "\"type\":\"WordLevel\",\"unk_token\":\"?\",\"vocab\":{\"?\":0,\"the\":1,\"fox\":2}"},
         CHATFMT_TOKENS_SPECIAL, "", "the fox", "0 2", 1},
        {{.model = "\"type\":\"WordPiece\",\"unk_token\":\"?\",\"continuing_subword_prefix\":\"##\",\"max_input_chars_per_word\":9,\"vocab\":{\"?\":0,\"a\":1}"},
         CHATFMT_TOKENS_ANY, "", "aa", "0", 0},
        {{.model = "\"type\":\"WordPiece\",\"unk_token\":\"?\",\"continuing_subword_prefix\":\"##\",\"max_input_chars_per_word\":9,\"vocab\":{\"?\":0,\"a\":1,\"##a\":2}"},
         CHATFMT_TOKENS_ANY, "", "aa", "1 2", 0},
        /* A model that counts a prefix for each part of a word. */
        {{.added = TOKEN("the", SPECIAL), .options = HASHES, .vocab = THE, .merges = "\"t ##h\",\"th ##e\""},
         CHATFMT_TOKENS_SPECIAL, "", "the", "1 2 4", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pair p = open_pair(&rows[i].p, NULL);
        chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
        size_t own = strlen(rows[i].own), length = own + strlen(rows[i].text);
        chatfmt_span spans[] = {{.begin = 0, .end = own, .kind = CHATFMT_SPAN_TEMPLATE},
                                {.begin = own, .end = length, .kind = CHATFMT_SPAN_DATA}};
        const chatfmt_tokens *tokens;
        char text[100];
        snprintf(text, sizeof text, "%s%s", rows[i].own, rows[i].text);
        options.policy = rows[i].policy;
        options.spans = spans;
        options.span_count = 2;
        assert_int_equal(chatfmt_encoder_encode(p.encoder, text, length, &options, &tokens, NULL), 0);
        if (strcmp(ids_text(tokens), rows[i].ids) || tokens->attempt_total != rows[i].attempts)
            fail_msg("row %zu: %s, %zu attempts", i, ids_text(tokens), tokens->attempt_total);
        options.policy = CHATFMT_TOKENS_REJECT;
        chatfmt_status status = chatfmt_encoder_encode(p.encoder, text, length, &options, &tokens, NULL);
        if (rows[i].attempts) assert_int_equal(status, CHATFMT_SECURITY);
        close_pair(p);
    }
}

/* More attempts than are kept are counted, each once. */
static void test_many_attempts(void **state)
{
    enum { WORDS = 300, KEPT = 256 };
    static const parts p = {
        .added = TOKEN("the", SPECIAL), .splits = "{\"type\":\"WhitespaceSplit\"}",
        .model = "\"type\":\"WordLevel\",\"unk_token\":\"?\",\"vocab\":{\"?\":0,\"the\":1}"};
    static char text[4 * WORDS + 1];
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    (void)state;
    for (size_t i = 0; i < WORDS; i++) memcpy(text + 4 * i, "the ", 4);
    pair made = open_pair(&p, NULL);
    options.policy = CHATFMT_TOKENS_SPECIAL;
    assert_int_equal(chatfmt_encoder_encode(made.encoder, text, 4 * WORDS, &options, &tokens, NULL), 0);
    assert_int_equal(tokens->count, WORDS);
    for (size_t i = 0; i < WORDS; i++) assert_int_equal(tokens->ids[i], 0);
    assert_int_equal(tokens->attempt_total, WORDS);
    assert_int_equal(tokens->attempt_count, KEPT);
    assert_int_equal(tokens->attempts[KEPT - 1].begin, 4 * (KEPT - 1));
    close_pair(made);
}

/* ---- look-ups ---- */

/* Texts of a model whose words are bytes: of its alphabet, with other characters, too long. */
static void test_find(void **state)
{
    static char far[700], more[1600];
    (void)state;
    memset(far, 'a', sizeof far - 1);
    sprintf(more, "\"ab\":300,\"\xE6\x97\xA5\":301,\"%s\":302", far);
    parts p = {.splits = GPT2_LEVEL, .vocab = all_bytes(true, -1, more)};
    pair made = open_pair(&p, NULL);
    assert_int_equal(chatfmt_tokenizer_id(made.tokenizer, "ab", 2), 300);
    assert_int_equal(chatfmt_tokenizer_id(made.tokenizer, "\xE6\x97\xA5", 3), 301);
    assert_int_equal(chatfmt_tokenizer_id(made.tokenizer, far, sizeof far - 1), 302);
    assert_int_equal(chatfmt_tokenizer_id(made.tokenizer, far, sizeof far - 2), -1);
    assert_int_equal(chatfmt_tokenizer_id(made.tokenizer, "", 0), -1);
    close_pair(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encode),        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_refused),       cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_stream_limits),
        cmocka_unit_test(test_limits_anywhere), cmocka_unit_test(test_memory_anywhere),
        cmocka_unit_test(test_policies),      cmocka_unit_test(test_find),
        cmocka_unit_test(test_many_attempts), cmocka_unit_test(test_steps),         cmocka_unit_test(test_strategies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
