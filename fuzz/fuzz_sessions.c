/* fuzz/fuzz_sessions.c - any sequence of edits of two texts that share one encoder: sessions,
 * policies with spans right and wrong, decode streams, pieces, with memory that fails.
 *
 * The first byte chooses how the tokenizer normalises, splits and decodes. After each edit the session
 * has the tokens that another encoder finds in the whole text, and as many of the old ones
 * as it says. Under a policy no forbidden token comes from data; where all is the template's the
 * policy changes nothing.
 */
#include "fuzz_steps.h"

/* U+FDFA, three bytes, is 33 bytes in NFKD: up to eleven tokens for a byte, and one that is put before. */
enum { SESSIONS_STEPS = 48, SESSIONS_TEXT = 2048, SESSIONS_SPANS = 4, SESSIONS_IDS = SESSIONS_TEXT * 12 };

static const char *const sessions_normalizers[] = {
    "null",
    "{\"type\":\"NFC\"}",
    "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"a*\"},\"content\":\"b\"}",
    "{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"Prepend\",\"prepend\":\"\\u2581\"},{\"type\":"
    "\"Replace\",\"pattern\":{\"String\":\" \"},\"content\":\"\\u2581\"}]}",
    "{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFKD\"},{\"type\":\"StripAccents\"},"
    "{\"type\":\"Lowercase\"}]}",
    "{\"type\":\"Strip\",\"strip_left\":true,\"strip_right\":true}",
};
static const char *const sessions_splits[] = {
    "null",
    "{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"trim_offsets\":true,\"use_regex\":true}",
    "{\"type\":\"Metaspace\",\"replacement\":\"\\u2581\",\"prepend_scheme\":\"first\",\"split\":true}",
    "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"a+b|\\\\s+\"},\"behavior\":\"MergedWithNext\","
    "\"invert\":false}",
    "{\"type\":\"WhitespaceSplit\"}",
    "{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}{1,3}"
    "| ?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+\"},"
    "\"behavior\":\"Isolated\",\"invert\":false}",
};
static const char *const sessions_decoders[] = {
    "null",
    "{\"type\":\"ByteLevel\",\"add_prefix_space\":true,\"trim_offsets\":true,\"use_regex\":true}",
    "{\"type\":\"Metaspace\",\"replacement\":\"\\u2581\",\"prepend_scheme\":\"first\",\"split\":true}",
    "{\"type\":\"Sequence\",\"decoders\":[{\"type\":\"Replace\",\"pattern\":{\"String\":\"\\u2581\"},"
    "\"content\":\" \"},{\"type\":\"ByteFallback\"},{\"type\":\"Fuse\"},{\"type\":\"Strip\","
    "\"content\":\" \",\"start\":1,\"stop\":0}]}",
    "{\"type\":\"CTC\",\"pad_token\":\"a\",\"word_delimiter_token\":\"b\",\"cleanup\":true}",
    "{\"type\":\"WordPiece\",\"prefix\":\"a\",\"cleanup\":true}",
};

/* Which of each a tokenizer has: 3, 2, 3 is a SentencePiece model, 1, 1, 1 one of bytes. */
static const unsigned char sessions_kinds[][3] = {
    {1, 1, 1}, {3, 0, 3}, {0, 5, 1}, {0, 2, 2}, {2, 3, 0}, {4, 4, 5}, {5, 5, 4}, {3, 2, 3}, {1, 0, 2}, {4, 1, 1},
};
enum { SESSIONS_KINDS = sizeof sessions_kinds / sizeof *sessions_kinds };

/* What texts are made of: tokens, beginnings of tokens, white space, characters of all widths. */
static const char *const sessions_words[] = {
    "a", "b",  "aa", "aab", " ", "  ", "\n", "\n\n", "<|e|>", "<r>", "w", "x<|", "|>", "e",
    "1", "12345", "'s", "\t", "Q", "abc ", "\xC3\xA9", "e\xCC\x81", "\xE2\x96\x81",
    "\xF0\x9F\x98\x80", "\xEF\xB7\xBA", "\xC2\xA0", "\xFF",
};
/* The added tokens; the first is special. */
static const char *const sessions_added[] = {"<|e|>", "<r>", "w"};
enum { SESSIONS_ADDED = 3 };

typedef struct sessions_text {
    chatfmt_token_session *session;
    uint32_t flags;
    char text[SESSIONS_TEXT];
    size_t length;
    uint32_t ids[SESSIONS_IDS]; /* that the session gave last */
    size_t count;
} sessions_text;

typedef struct sessions_run {
    fuzz_bytes bytes;
    fuzz_memory memory;
    chatfmt_allocator allocator;
    chatfmt_error error;
    const chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder, *whole; /* `whole` has memory that never fails */
    sessions_text texts[2];
    chatfmt_decode_stream *stream;
} sessions_run;

/* A tokenizer, and an encoder whose memory never fails. Both are kept for all runs. */
typedef struct sessions_kept {
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *whole;
} sessions_kept;

static size_t sessions_json(const unsigned char *kinds, char *json, size_t room)
{
    unsigned normalizer = kinds[0], split = kinds[1], decoder = kinds[2];
    size_t at = (size_t)snprintf(
        json, room,
        "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":300,\"content\":\"%s\",\"single_word\":false,"
        "\"lstrip\":false,\"rstrip\":false,\"normalized\":false,\"special\":true},{\"id\":301,"
        "\"content\":\"%s\",\"single_word\":false,\"lstrip\":true,\"rstrip\":true,\"normalized\":false,"
        "\"special\":false},{\"id\":302,\"content\":\"%s\",\"single_word\":true,\"lstrip\":false,"
        "\"rstrip\":true,\"normalized\":true,\"special\":false}],\"normalizer\":%s,\"pre_tokenizer\":%s,"
        "\"decoder\":%s,\"model\":{\"type\":\"BPE\",\"unk_token\":\"<unk>\",\"fuse_unk\":%s,"
        "\"byte_fallback\":%s,\"ignore_merges\":%s,\"vocab\":{\"a\":0,\"b\":1,\"aa\":2,\"aab\":3,\"c\":4,"
        "\"<unk>\":5,\" \":6,\"\\u2581\":7,\"\\u2581a\":8,\"e\":9,\"1\":10",
        sessions_added[0], sessions_added[1], sessions_added[2], sessions_normalizers[normalizer],
        sessions_splits[split], sessions_decoders[decoder], split & 1 ? "true" : "false",
        decoder & 1 ? "true" : "false", normalizer & 1 ? "true" : "false");
    for (unsigned byte = 0; byte < 256; byte++)
        at += (size_t)snprintf(json + at, room - at, ",\"<0x%02X>\":%u", byte, 20 + byte);
    return at + (size_t)snprintf(json + at, room - at,
                                 "},\"merges\":[[\"a\",\"a\"],[\"aa\",\"b\"],[\"\\u2581\",\"a\"]]}}");
}

static const sessions_kept *sessions_keep(unsigned which)
{
    static sessions_kept all[SESSIONS_KINDS];
    static char json[1 << 15];
    sessions_kept *kept = &all[which];
    chatfmt_error error;
    if (kept->tokenizer) return kept;
    size_t length = sessions_json(sessions_kinds[which], json, sizeof json);
    if (chatfmt_tokenizer_read(json, length, NULL, &kept->tokenizer, &error)) {
        FUZZ_REQUIRE(error.status == CHATFMT_UNSUPPORTED); /* without PCRE2 there are no expressions */
        return NULL;
    }
    FUZZ_REQUIRE(!chatfmt_encoder_new(kept->tokenizer, NULL, &kept->whole, &error));
    return kept;
}

/* Words of the list after `length` bytes of `text`; the new length. */
static size_t sessions_write(sessions_run *r, char *text, size_t length, size_t room)
{
    for (unsigned words = fuzz_below(&r->bytes, 12); words; words--) {
        const char *word =
            sessions_words[fuzz_below(&r->bytes, sizeof sessions_words / sizeof *sessions_words)];
        size_t size = strlen(word);
        if (length + size > room) break;
        memcpy(text + length, word, size);
        length += size;
    }
    return length;
}

static sessions_text *sessions_choose(sessions_run *r) { return &r->texts[fuzz_below(&r->bytes, 2)]; }

/* ---- steps ------------------------------------------------------------------------------- */

/* After an edit that succeeded. */
static void sessions_check(sessions_run *r, sessions_text *t, const chatfmt_tokens *tokens, size_t same)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *whole;
    chatfmt_error error;
    options.flags = CHATFMT_ENCODE_OFFSETS;
    FUZZ_REQUIRE(!chatfmt_encoder_encode(r->whole, t->text, t->length, &options, &whole, &error));
    FUZZ_REQUIRE(whole->count == tokens->count && same <= tokens->count && same <= t->count);
    if (!whole->count) return;
    FUZZ_REQUIRE(!memcmp(whole->ids, tokens->ids, whole->count * sizeof *whole->ids));
    FUZZ_REQUIRE(!memcmp(t->ids, tokens->ids, same * sizeof *t->ids));
    FUZZ_REQUIRE(!t->flags || !memcmp(whole->places, tokens->places, whole->count * sizeof *whole->places));
}

static void sessions_edit(sessions_run *r, bool append)
{
    sessions_text *t = sessions_choose(r);
    char next[SESSIONS_TEXT];
    size_t kept = append ? t->length : t->length * fuzz_byte(&r->bytes) / 256, same, length;
    const chatfmt_tokens *tokens;
    memcpy(next, t->text, kept);
    length = sessions_write(r, next, kept, sizeof next);
    chatfmt_status status =
        append ? chatfmt_token_session_append(t->session, next + kept, length - kept, &tokens, &same, &r->error)
               : chatfmt_token_session_set(t->session, next, length, &tokens, &same, &r->error);
    fuzz_told(&r->memory, status, &r->error);
    FUZZ_REQUIRE(!status == (tokens != NULL));
    if (status == CHATFMT_INPUT) return; /* not UTF-8: the text is what it was */
    if (status) {
        t->length = t->count = 0;
        return;
    }
    memcpy(t->text, next, length);
    t->length = length;
    sessions_check(r, t, tokens, same);
    t->count = tokens->count;
    FUZZ_REQUIRE(t->count <= sizeof t->ids / sizeof *t->ids);
    if (t->count) memcpy(t->ids, tokens->ids, t->count * sizeof *t->ids);
}

static void sessions_set(sessions_run *r) { sessions_edit(r, false); }
static void sessions_append(sessions_run *r) { sessions_edit(r, true); }

/* Is the id that of an added token that the policy forbids in data? */
static bool sessions_forbids(const sessions_run *r, chatfmt_token_policy policy, uint32_t id)
{
    size_t count = policy == CHATFMT_TOKENS_SPECIAL ? 1 : policy == CHATFMT_TOKENS_ALL ? SESSIONS_ADDED : 0;
    for (size_t i = 0; i < count; i++)
        if (chatfmt_tokenizer_id(r->tokenizer, sessions_added[i], strlen(sessions_added[i])) == id)
            return true;
    return false;
}

/* Spans that cover the text, or whatever the bytes say. */
static size_t sessions_spans(sessions_run *r, size_t length, chatfmt_span *spans)
{
    size_t count = fuzz_below(&r->bytes, SESSIONS_SPANS + 1), at = 0;
    bool wrong = fuzz_below(&r->bytes, 4) == 0;
    memset(spans, 0, SESSIONS_SPANS * sizeof *spans);
    for (size_t i = 0; i < count; i++) {
        size_t end = i + 1 == count ? length : at + (length - at) * fuzz_byte(&r->bytes) / 256;
        spans[i].begin = wrong ? fuzz_byte(&r->bytes) : at;
        spans[i].end = wrong ? fuzz_byte(&r->bytes) : end;
        spans[i].kind = (chatfmt_span_kind)fuzz_below(&r->bytes, 3);
        at = end;
    }
    return count;
}

static void sessions_policy(sessions_run *r)
{
    char text[512];
    size_t length = sessions_write(r, text, 0, sizeof text);
    chatfmt_span spans[SESSIONS_SPANS];
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    options.flags = fuzz_below(&r->bytes, 9);
    options.policy = (chatfmt_token_policy)fuzz_below(&r->bytes, 7);
    options.span_count = sessions_spans(r, length, spans);
    options.spans = options.span_count ? spans : NULL;
    options.literals = (chatfmt_slice){text, length / 2};
    if (fuzz_told(&r->memory, chatfmt_encoder_encode(r->encoder, text, length, &options, &tokens, &r->error),
                  &r->error)) {
        FUZZ_REQUIRE(!tokens);
        return;
    }
    FUZZ_REQUIRE(options.policy <= CHATFMT_TOKENS_REPORT && options.flags < 8);
    FUZZ_REQUIRE(!tokens->words == !(options.flags & CHATFMT_ENCODE_WORDS) || !tokens->count);
    for (size_t i = 1; tokens->words && i < tokens->count; i++)
        FUZZ_REQUIRE(tokens->words[i] == CHATFMT_NO_WORD || tokens->words[i - 1] == CHATFMT_NO_WORD ||
                     tokens->words[i - 1] <= tokens->words[i]);
    FUZZ_REQUIRE(tokens->attempt_count <= tokens->attempt_total);
    for (size_t i = 0; i < tokens->attempt_count; i++)
        FUZZ_REQUIRE(tokens->attempts[i].begin < tokens->attempts[i].end && tokens->attempts[i].end <= length);
    for (size_t i = 0; !options.spans && i < tokens->count; i++)
        FUZZ_REQUIRE(!sessions_forbids(r, options.policy, tokens->ids[i]));
}

/* All of it written by the template: the ids are those without a policy. */
static void sessions_template(sessions_run *r)
{
    char text[512];
    size_t length = sessions_write(r, text, 0, sizeof text);
    chatfmt_span span = {.end = length, .kind = CHATFMT_SPAN_TEMPLATE};
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens, *whole;
    chatfmt_error error;
    options.spans = &span;
    options.span_count = 1;
    options.policy = (chatfmt_token_policy)fuzz_below(&r->bytes, 6);
    if (!length || fuzz_told(&r->memory, chatfmt_encoder_encode(r->encoder, text, length, &options, &tokens,
                                                                &r->error), &r->error))
        return;
    FUZZ_REQUIRE(!tokens->attempt_total);
    FUZZ_REQUIRE(!chatfmt_encoder_encode(r->whole, text, length, NULL, &whole, &error));
    FUZZ_REQUIRE(whole->count == tokens->count &&
                 (!whole->count || !memcmp(whole->ids, tokens->ids, whole->count * sizeof *whole->ids)));
}

/* Most are tokens, some are not. */
static uint32_t sessions_id(sessions_run *r)
{
    unsigned id = fuzz_byte(&r->bytes), kind = fuzz_byte(&r->bytes);
    return kind == 255 ? 0xFFFFFF00u + id : kind & 1 ? id + 60 : id % 16;
}

static void sessions_decode(sessions_run *r)
{
    uint32_t ids[24], flags = fuzz_below(&r->bytes, 3);
    size_t count = fuzz_below(&r->bytes, 24);
    chatfmt_slice text;
    for (size_t i = 0; i < count; i++) ids[i] = sessions_id(r);
    if (!fuzz_told(&r->memory, chatfmt_encoder_decode(r->encoder, ids, count, flags, &text, &r->error), &r->error))
        fuzz_look(text);
}

static void sessions_stream(sessions_run *r)
{
    if (fuzz_below(&r->bytes, 2) || !r->stream) {
        chatfmt_decode_stream_free(r->stream);
        FUZZ_REQUIRE(!fuzz_told(&r->memory, chatfmt_decode_stream_new(r->encoder, fuzz_below(&r->bytes, 2), &r->stream,
                                                                      &r->error), &r->error) == !!r->stream);
    }
    for (unsigned count = fuzz_below(&r->bytes, 8); count && r->stream; count--) {
        chatfmt_slice text;
        if (!fuzz_told(&r->memory, chatfmt_decode_stream_push(r->stream, sessions_id(r), &text, &r->error), &r->error))
            fuzz_look(text);
    }
}

static void sessions_pieces(sessions_run *r)
{
    char text[512];
    size_t length = sessions_write(r, text, 0, sizeof text), count;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    lengths.flags = fuzz_below(&r->bytes, 17);
    lengths.strategy = (chatfmt_truncation)fuzz_below(&r->bytes, 4);
    lengths.max_length = fuzz_below(&r->bytes, 16);
    lengths.stride = fuzz_below(&r->bytes, 8);
    lengths.pad_length = fuzz_below(&r->bytes, 64);
    lengths.pad_multiple = fuzz_below(&r->bytes, 16);
    if (fuzz_told(&r->memory, chatfmt_encoder_encode_pieces(r->encoder, text, length, NULL, &lengths, &pieces, &count,
                                                            &r->error), &r->error))
        return;
    FUZZ_REQUIRE(count >= 1);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < pieces[i].count; j++)
            FUZZ_REQUIRE(pieces[i].attention[j] <= 1 && pieces[i].places[j].end <= length);
}

/* ---- the run ----------------------------------------------------------------------------- */

static void (*const sessions_steps[])(sessions_run *) = {
    sessions_set,    sessions_append, sessions_append, sessions_policy, sessions_template,
    sessions_decode, sessions_stream, sessions_pieces,
};

static void sessions_steps_of(sessions_run *r)
{
    for (size_t i = 0; i < 2; i++) {
        r->texts[i].flags = fuzz_below(&r->bytes, 2) ? CHATFMT_ENCODE_OFFSETS : 0;
        FUZZ_REQUIRE(!chatfmt_token_session_new(r->encoder, r->texts[i].flags, &r->texts[i].session, &r->error));
    }
    for (int step = 0; r->bytes.left && step < SESSIONS_STEPS; step++) {
        unsigned choice = fuzz_byte(&r->bytes);
        r->memory.failed = false;
        if (choice >= 224) fuzz_arm(&r->memory, &r->bytes);
        sessions_steps[choice % (sizeof sessions_steps / sizeof *sessions_steps)](r);
        fuzz_disarm(&r->memory);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sessions_run run;
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    memset(&run, 0, sizeof run);
    run.bytes = (fuzz_bytes){data, size};
    run.allocator = (chatfmt_allocator){fuzz_resize, &run.memory};
    const sessions_kept *kept = sessions_keep(fuzz_below(&run.bytes, SESSIONS_KINDS));
    if (!kept) return 0;
    run.tokenizer = kept->tokenizer;
    run.whole = kept->whole;
    options.allocator = &run.allocator;
    options.cache_bytes = 1 + fuzz_byte(&run.bytes) * 16u;
    FUZZ_REQUIRE(!chatfmt_encoder_new(run.tokenizer, &options, &run.encoder, &run.error));
    sessions_steps_of(&run);
    chatfmt_decode_stream_free(run.stream);
    for (size_t i = 0; i < 2; i++) chatfmt_token_session_free(run.texts[i].session);
    chatfmt_encoder_free(run.encoder);
    FUZZ_REQUIRE(run.memory.blocks == 0);
    return 0;
}
