/* api/api_tokenizer.c - chatfmt/tokenizer.h: tokenizers, encoders, policies. */
#include "api/api_chat.h"
#include "base/utf8.h"
#include "chat/encoder_keep.h"

/* ---- loading ---- */

static chatfmt_status tokenizer_limits(const chatfmt_limits *given, chatfmt_limits *out,
                                       chatfmt_error *error)
{
    static const chatfmt_limits none = {.struct_size = sizeof none};
    return cft_api_limits(given, &none, out, error);
}

chatfmt_status cft_api_tokenizer_options(const chatfmt_tokenizer_options *given,
                                         chatfmt_tokenizer_options *options,
                                         chatfmt_limits *limits, chatfmt_error *error)
{
    CFT_TRY(cft_api_options(options, sizeof *options, given, "chatfmt_tokenizer_options", error));
    CFT_TRY(cft_api_flags(options->flags, CHATFMT_TOKENIZER_NO_CACHE | CHATFMT_TOKENIZER_AS_FILE,
                          "chatfmt_tokenizer_options.flags", error));
    return tokenizer_limits(options->limits, limits, error);
}

static chatfmt_status tokenizer_enter(const chatfmt_tokenizer_options *given,
                                      chatfmt_tokenizer_options *options, chatfmt_limits *limits,
                                      chatfmt_tokenizer **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    return cft_api_tokenizer_options(given, options, limits, error);
}

chatfmt_status chatfmt_tokenizer_read(const char *json, size_t length,
                                      const chatfmt_tokenizer_options *options,
                                      chatfmt_tokenizer **out, chatfmt_error *error)
{
    chatfmt_tokenizer_options all;
    chatfmt_limits limits;
    CFT_TRY(tokenizer_enter(options, &all, &limits, out, error));
    CFT_TRY(cft_api_text(json, length, "json", error));
    return cft_tokenizer_of_bytes(cft_slice_of(json, length), &all, &limits, out, error);
}

chatfmt_status chatfmt_tokenizer_load(const char *path, const chatfmt_tokenizer_options *options,
                                      chatfmt_tokenizer **out, chatfmt_error *error)
{
    chatfmt_tokenizer_options all;
    chatfmt_limits limits;
    CFT_TRY(tokenizer_enter(options, &all, &limits, out, error));
    if (!path) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "path is NULL");
    return cft_tokenizer_open(path, cft_slice_of(NULL, 0), &all, &limits, out, error);
}

void chatfmt_tokenizer_free(chatfmt_tokenizer *tokenizer) { cft_tokenizer_close(tokenizer); }

int64_t chatfmt_tokenizer_id(const chatfmt_tokenizer *tokenizer, const char *text, size_t length)
{
    if (!tokenizer || (!text && length)) return -1;
    uint32_t id = cft_tokenizer_find(&tokenizer->tokenizer, cft_slice_of(text, length));
    return id == CFT_NO_TOKEN ? -1 : (int64_t)id;
}

chatfmt_slice chatfmt_tokenizer_text(const chatfmt_tokenizer *tokenizer, uint32_t id)
{
    if (!tokenizer) return (chatfmt_slice){NULL, 0};
    return cft_tokenizer_name(&tokenizer->tokenizer, id);
}

/* ---- encoding ---- */

#ifndef CFT_WORD_CACHE
#define CFT_WORD_CACHE 0 /* bytes where the caller gives none; 0: what the encoder takes itself */
#endif

chatfmt_status chatfmt_encoder_new(const chatfmt_tokenizer *tokenizer,
                                   const chatfmt_encoder_options *options, chatfmt_encoder **out,
                                   chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!tokenizer) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "tokenizer is NULL");
    chatfmt_encoder_options all;
    chatfmt_limits limits;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_encoder_options", error));
    CFT_TRY(tokenizer_limits(all.limits, &limits, error));
    chatfmt_allocator memory = cft_allocator_or_default(all.allocator);
    chatfmt_encoder *encoder = cft_allocate(&memory, sizeof *encoder);
    if (!encoder) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(encoder, 0, sizeof *encoder);
    chatfmt_status status = cft_encoder_init(&encoder->encoder, &tokenizer->tokenizer, &memory,
                                             all.cache_bytes ? all.cache_bytes : CFT_WORD_CACHE);
    encoder->encoder.own.given = limits;
    const chatfmt_allocator *paid = &encoder->encoder.allocator;
    cft_lengths_init(&encoder->lengths, paid);
    if (!status) status = cft_guard_init(&encoder->guard, &tokenizer->tokenizer, paid);
    cft_budget_settle(&encoder->encoder.own);
    if (status) {
        chatfmt_encoder_free(encoder);
        return cft_fail(error, status, "%s", chatfmt_status_text(status));
    }
    *out = encoder;
    return CHATFMT_OK;
}

void chatfmt_encoder_free(chatfmt_encoder *encoder)
{
    if (!encoder) return;
    chatfmt_allocator memory = encoder->encoder.own.caller;
    cft_guard_free(&encoder->guard);
    cft_lengths_free(&encoder->lengths);
    cft_release(&encoder->encoder.allocator, encoder->pieces,
                encoder->piece_capacity * sizeof *encoder->pieces);
    cft_encoder_free(&encoder->encoder);
    cft_release(&memory, encoder, sizeof *encoder);
}

/* `name`: of the field or the argument. */
static chatfmt_status encoder_check_text(cft_slice text, const char *name, chatfmt_error *error)
{
    CFT_TRY(cft_api_text(text.data, text.length, name, error));
    size_t good = cft_utf8_check(text.data, text.length);
    if (good == text.length) return CHATFMT_OK;
    chatfmt_status status =
        cft_fail(error, CHATFMT_INPUT, "the %s is not UTF-8 at byte %zu", name, good);
    if (error) {
        error->offset = (uint32_t)good;
        error->length = 1;
    }
    return status;
}

static chatfmt_status encoder_check_options(const chatfmt_encode_options *options, size_t length,
                                            chatfmt_error *error)
{
    const uint32_t known =
        CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_ADD_SPECIAL | CHATFMT_ENCODE_WORDS;
    CFT_TRY(cft_api_flags(options->flags, known, "chatfmt_encode_options.flags", error));
    CFT_TRY(cft_api_at_most(options->policy, CHATFMT_TOKENS_REPORT,
                            "chatfmt_encode_options.policy", error));
    CFT_TRY(cft_encode_check_spans(options, length, error));
    return encoder_check_text(options->literals, "literals", error);
}

chatfmt_status chatfmt_encoder_encode(chatfmt_encoder *encoder, const char *text, size_t length,
                                      const chatfmt_encode_options *options,
                                      const chatfmt_tokens **tokens, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !tokens)
        return cft_fail_null(error, !encoder ? "encoder" : "tokens");
    *tokens = NULL;
    chatfmt_encode_options all;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_encode_options", error));
    CFT_TRY(encoder_check_text(cft_slice_of(text, length), "text", error));
    CFT_TRY(encoder_check_options(&all, length, error));
    cft_slice slice = cft_slice_of(length ? text : "", length);
    cft_encoder_give_back(encoder, length);
    CFT_TRY(cft_encode_safely(encoder, slice, &all, &encoder->result, error));
    *tokens = &encoder->result;
    return CHATFMT_OK;
}

/* ---- what was used ---- */

void chatfmt_encoder_usage(const chatfmt_encoder *encoder, chatfmt_usage *out)
{
    if (!encoder) return;
    const chatfmt_usage usage = cft_budget_usage(&encoder->encoder.own);
    (void)cft_api_result(out, &usage, sizeof usage, "chatfmt_usage", NULL);
}

void chatfmt_tokenizer_usage(const chatfmt_tokenizer *tokenizer, chatfmt_usage *out)
{
    if (!tokenizer) return;
    const chatfmt_usage usage = cft_budget_usage(&tokenizer->tokenizer.budget);
    (void)cft_api_result(out, &usage, sizeof usage, "chatfmt_usage", NULL);
}

/* ---- truncation and padding ---- */

chatfmt_status chatfmt_tokenizer_lengths(const chatfmt_tokenizer *tokenizer,
                                         chatfmt_length_options *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!tokenizer || !out)
        return cft_fail_null(error, !tokenizer ? "tokenizer" : "out");
    const cft_lengths *l = &tokenizer->tokenizer.lengths;
    chatfmt_length_options options = CHATFMT_LENGTH_OPTIONS_INIT;
    options.flags = (l->truncates ? CHATFMT_LENGTH_TRUNCATE : 0u) |
                    (l->truncate_left ? CHATFMT_LENGTH_TRUNCATE_LEFT : 0u) |
                    (l->pads ? CHATFMT_LENGTH_PAD : 0u) |
                    (l->pad_left ? CHATFMT_LENGTH_PAD_LEFT : 0u);
    options.strategy = (chatfmt_truncation)l->strategy;
    options.max_length = l->max_length;
    options.stride = l->stride;
    options.pad_length = l->pad_length;
    options.pad_multiple = l->pad_multiple;
    options.pad_id = l->pad_id;
    options.pad_type_id = l->pad_type;
    return cft_api_result(out, &options, sizeof options, "chatfmt_length_options", error);
}

_Static_assert((int)CHATFMT_TRUNCATE_LONGEST_FIRST == (int)CFT_TRUNCATE_LONGEST_FIRST &&
                   (int)CHATFMT_TRUNCATE_ONLY_SECOND == (int)CFT_TRUNCATE_ONLY_SECOND,
               "the same strategies");

static chatfmt_status encoder_lengths(const chatfmt_encoder *encoder,
                                      const chatfmt_length_options *given, cft_lengths *out,
                                      chatfmt_error *error)
{
    if (!given) {
        *out = encoder->encoder.tokenizer->lengths;
        return CHATFMT_OK;
    }
    chatfmt_length_options all;
    CFT_TRY(cft_api_options(&all, sizeof all, given, "chatfmt_length_options", error));
    CFT_TRY(cft_api_flags(all.flags, 15, "chatfmt_length_options.flags", error));
    CFT_TRY(cft_api_at_most(all.strategy, CHATFMT_TRUNCATE_ONLY_SECOND,
                            "chatfmt_length_options.strategy", error));
    *out = (cft_lengths){.truncates = (all.flags & CHATFMT_LENGTH_TRUNCATE) != 0,
                         .truncate_left = (all.flags & CHATFMT_LENGTH_TRUNCATE_LEFT) != 0,
                         .pads = (all.flags & CHATFMT_LENGTH_PAD) != 0,
                         .pad_left = (all.flags & CHATFMT_LENGTH_PAD_LEFT) != 0,
                         .strategy = (cft_truncation)all.strategy,
                         .max_length = all.max_length,
                         .stride = all.stride,
                         .pad_length = all.pad_length,
                         .pad_multiple = all.pad_multiple,
                         .pad_id = all.pad_id,
                         .pad_type = all.pad_type_id};
    return CHATFMT_OK;
}

chatfmt_status chatfmt_encoder_encode_pieces(chatfmt_encoder *encoder, const char *text,
                                             size_t length, const chatfmt_encode_options *options,
                                             const chatfmt_length_options *lengths,
                                             const chatfmt_token_piece **pieces, size_t *count,
                                             chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !pieces || !count)
        return cft_fail_null(error, !encoder ? "encoder" : !pieces ? "pieces" : "count");
    *pieces = NULL;
    *count = 0;
    chatfmt_encode_options all;
    cft_lengths wanted;
    const cft_guard *guard;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_encode_options", error));
    CFT_TRY(encoder_lengths(encoder, lengths, &wanted, error));
    CFT_TRY(encoder_check_text(cft_slice_of(text, length), "text", error));
    CFT_TRY(encoder_check_options(&all, length, error));
    cft_slice slice = cft_slice_of(length ? text : "", length);
    CFT_TRY(cft_encode_guard(encoder, slice, &all, &guard, error));
    CFT_TRY(cft_lengths_encode(&encoder->lengths, &encoder->encoder, slice,
                               (all.flags & CHATFMT_ENCODE_ADD_SPECIAL) != 0, guard, &wanted,
                               error));
    CFT_TRY(cft_encode_show_pieces(encoder, error));
    *pieces = encoder->pieces;
    *count = encoder->lengths.piece_count;
    return CHATFMT_OK;
}

/* Spans are of one text. */
static chatfmt_status encoder_check_pair(const chatfmt_slice texts[2],
                                         const chatfmt_encode_options *options,
                                         chatfmt_error *error)
{
    if (options->spans)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "spans of two texts");
    for (int i = 0; i < 2; i++) {
        chatfmt_status status = encoder_check_text(texts[i], "text", error);
        if (status) cft_error_path(error, i ? CFT_LIT("texts[1]") : CFT_LIT("texts[0]"));
        CFT_TRY(status);
    }
    return encoder_check_options(options, 0, error);
}

chatfmt_status chatfmt_encoder_encode_pair(chatfmt_encoder *encoder, const chatfmt_slice texts[2],
                                           const chatfmt_encode_options *options,
                                           const chatfmt_length_options *lengths,
                                           const chatfmt_token_piece **pair, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !texts || !pair)
        return cft_fail_null(error, !encoder ? "encoder" : !texts ? "texts" : "pair");
    *pair = NULL;
    chatfmt_encode_options all;
    cft_lengths wanted;
    const cft_guard *guard;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_encode_options", error));
    CFT_TRY(encoder_lengths(encoder, lengths, &wanted, error));
    CFT_TRY(encoder_check_pair(texts, &all, error));
    cft_slice both[2];
    for (int i = 0; i < 2; i++)
        both[i] = cft_slice_of(texts[i].length ? texts[i].data : "", texts[i].length);
    /* One guard serves both texts: all of the longer one is data. */
    CFT_TRY(cft_encode_guard(encoder, both[both[1].length > both[0].length], &all, &guard, error));
    CFT_TRY(cft_pairs_encode(&encoder->lengths, &encoder->encoder, both,
                             (all.flags & CHATFMT_ENCODE_ADD_SPECIAL) != 0, guard, &wanted,
                             error));
    CFT_TRY(cft_encode_show_pieces(encoder, error));
    *pair = encoder->pieces;
    return CHATFMT_OK;
}

/* ---- decoding ---- */

chatfmt_status chatfmt_encoder_decode(chatfmt_encoder *encoder, const uint32_t *ids, size_t count,
                                      uint32_t flags, chatfmt_slice *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !out || (!ids && count))
        return cft_fail_null(error, !encoder ? "encoder" : !out ? "out" : "ids");
    *out = (chatfmt_slice){"", 0};
    CFT_TRY(cft_api_flags(flags, CHATFMT_DECODE_SKIP_SPECIAL, "flags", error));
    chatfmt_status status = cft_decode(&encoder->encoder, ids, count, flags != 0, out);
    if (status) *out = (chatfmt_slice){"", 0};
    return cft_error_explain(cft_budget_told(&encoder->encoder.own, status, error), error);
}

struct chatfmt_decode_stream {
    chatfmt_encoder *encoder;
    cft_decode_stream stream;
};

chatfmt_status chatfmt_decode_stream_new(chatfmt_encoder *encoder, uint32_t flags,
                                         chatfmt_decode_stream **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!encoder || !out)
        return cft_fail_null(error, !encoder ? "encoder" : "out");
    *out = NULL;
    CFT_TRY(cft_api_flags(flags, CHATFMT_DECODE_SKIP_SPECIAL, "flags", error));
    const chatfmt_allocator *memory = &encoder->encoder.own.caller;
    chatfmt_decode_stream *stream = cft_allocate(memory, sizeof *stream);
    if (!stream) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    stream->encoder = encoder;
    cft_decode_stream_init(&stream->stream, memory, flags != 0);
    *out = stream;
    return CHATFMT_OK;
}

void chatfmt_decode_stream_free(chatfmt_decode_stream *stream)
{
    if (!stream) return;
    chatfmt_allocator memory = stream->stream.allocator;
    cft_decode_stream_free(&stream->stream);
    cft_release(&memory, stream, sizeof *stream);
}

chatfmt_status chatfmt_decode_stream_push(chatfmt_decode_stream *stream, uint32_t id,
                                          chatfmt_slice *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!stream || !out) return cft_fail_null(error, !stream ? "stream" : "out");
    *out = (chatfmt_slice){"", 0};
    chatfmt_status status =
        cft_decode_stream_push(&stream->stream, &stream->encoder->encoder, id, out);
    if (status == CHATFMT_VALUE)
        return cft_fail(error, status, "the text so far does not begin the text with this id");
    return cft_error_explain(cft_budget_told(&stream->encoder->encoder.own, status, error), error);
}
