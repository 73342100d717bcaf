/* tokenizers/sentence_piece.c - from a SentencePiece model to a source. Source:
 * sentencepiece_model.proto, normalizer.cc, bpe_model.cc. */
#include "tokenizers/sentence_piece.h"

#include <float.h>

/* ---- protobuf ---- */

typedef struct proto_field {
    uint32_t number;
    uint64_t value;  /* of a number */
    cft_slice bytes; /* of a message or a text */
    float real;
} proto_field;

typedef struct proto_reader {
    cft_slice bytes;
    size_t at;
    bool good;
} proto_reader;

static uint64_t proto_number(proto_reader *r)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && r->at < r->bytes.length; shift += 7) {
        unsigned char byte = (unsigned char)r->bytes.data[r->at++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return number;
    }
    r->good = false;
    return 0;
}

static void proto_skip(proto_reader *r, uint64_t length)
{
    if (length > r->bytes.length - r->at)
        r->good = false;
    else
        r->at += (size_t)length;
}

/* The next field; false at the end, and where the bytes are none. */
static bool proto_next(proto_reader *r, proto_field *field)
{
    if (r->at >= r->bytes.length) return false; /* also after an error */
    uint64_t key = proto_number(r);
    *field = (proto_field){.number = (uint32_t)(key >> 3)};
    size_t begin = r->at;
    switch (key & 7) {
    case 0: field->value = proto_number(r); break;
    case 1: proto_skip(r, 8); break;
    case 2: {
        uint64_t length = proto_number(r);
        begin = r->at;
        proto_skip(r, length);
        if (r->good) field->bytes = cft_slice_of(r->bytes.data + begin, (size_t)length);
        break;
    }
    case 5: {
        proto_skip(r, 4);
        uint32_t bits = 0;
        for (int i = 0; r->good && i < 4; i++)
            bits |= (uint32_t)(unsigned char)r->bytes.data[begin + (size_t)i] << 8 * i;
        memcpy(&field->real, &bits, sizeof bits);
        break;
    }
    default: r->good = false;
    }
    if (key >> 3 == 0 || key >> 3 > 0x1FFFFFFF) r->good = false;
    return r->good;
}

/* ---- the model ---- */

typedef struct piece_model {
    cft_piece *pieces;
    size_t count;
    uint64_t type; /* 1 Unigram, 2 BPE, 3 words, 4 characters */
    bool byte_fallback, suffix;
    bool prefix, collapses, escapes;
    cft_slice charsmap, decoder_charsmap;
} piece_model;

static bool model_piece(cft_slice bytes, cft_piece *piece)
{
    proto_reader r = {bytes, 0, true};
    proto_field field;
    *piece = (cft_piece){.text = {"", 0}, .kind = CFT_PIECE_NORMAL};
    while (proto_next(&r, &field)) {
        if (field.number == 1 && field.bytes.data) piece->text = field.bytes;
        if (field.number == 2) piece->score = field.real;
        if (field.number == 3)
            piece->kind = field.value <= CFT_PIECE_BYTE ? (uint8_t)field.value : 0;
    }
    return r.good && piece->kind;
}

static bool model_trainer(piece_model *m, cft_slice bytes)
{
    proto_reader r = {bytes, 0, true};
    proto_field field;
    while (proto_next(&r, &field)) {
        if (field.number == 3) m->type = field.value;
        if (field.number == 24) m->suffix = field.value != 0;
        if (field.number == 35) m->byte_fallback = field.value != 0;
    }
    return r.good;
}

static bool model_normalizer(piece_model *m, cft_slice bytes, bool decodes)
{
    proto_reader r = {bytes, 0, true};
    proto_field field;
    while (proto_next(&r, &field)) {
        if (field.number == 2 && decodes) m->decoder_charsmap = field.bytes;
        if (decodes) continue;
        if (field.number == 2) m->charsmap = field.bytes;
        if (field.number == 3) m->prefix = field.value != 0;
        if (field.number == 4) m->collapses = field.value != 0;
        if (field.number == 5) m->escapes = field.value != 0;
    }
    return r.good;
}

static chatfmt_status model_malformed(chatfmt_error *error, size_t at)
{
    return cft_fail(error, CHATFMT_INPUT, "malformed SentencePiece model near byte %zu", at);
}

static chatfmt_status model_read(piece_model *m, cft_tokenizer *t, cft_slice bytes,
                                 chatfmt_error *error)
{
    proto_reader r = {bytes, 0, true};
    proto_field field;
    size_t count = 0;
    while (proto_next(&r, &field))
        count += field.number == 1;
    if (!r.good) return model_malformed(error, r.at);
    *m = (piece_model){.type = 1, .prefix = true, .collapses = true, .escapes = true};
    m->pieces = cft_arena_array(&t->arena, count + 1, sizeof *m->pieces);
    if (!m->pieces) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    for (r = (proto_reader){bytes, 0, true}; proto_next(&r, &field);) {
        bool good = true;
        if (field.number == 1) good = model_piece(field.bytes, &m->pieces[m->count++]);
        if (field.number == 2) good = model_trainer(m, field.bytes);
        if (field.number == 3) good = model_normalizer(m, field.bytes, false);
        if (field.number == 5) good = model_normalizer(m, field.bytes, true);
        if (!good) return model_malformed(error, r.at);
    }
    return CHATFMT_OK;
}

static chatfmt_status model_refuse(chatfmt_error *error, const char *what)
{
    return cft_fail(error, CHATFMT_UNSUPPORTED, "this SentencePiece model is not supported: %s",
                    what);
}

static chatfmt_status model_check(const piece_model *m, chatfmt_error *error)
{
    static const char *const types[] = {"", "", "", "its type is words", "its type is characters"};
    bool unigram = m->type == 1;
    if (!unigram && m->type != 2)
        return model_refuse(error, m->type < 5 ? types[m->type] : "its type is not known");
    if (m->decoder_charsmap.length)
        return model_refuse(error, "its denormalizer has a map of characters");
    if (!m->escapes) return model_refuse(error, "it keeps white space as it is");
    if (m->suffix) return model_refuse(error, "white space ends its words");
    for (size_t i = 0; i < m->count; i++)
        if (m->pieces[i].kind == CFT_PIECE_UNUSED && !unigram)
            return model_refuse(error, "it has unused pieces");
    return CHATFMT_OK;
}

/* The normalizer as a whole: with a map of characters, and of Unigram, whose user-defined pieces
 * are found by the model. */
static chatfmt_status model_normalizer_parts(const piece_model *m, cft_buffer *out)
{
    bool first = true;
    CFT_TRY(cft_source_text(out, "{\"type\":\"Pieces\",\"prefix\":"));
    CFT_TRY(cft_source_text(out, m->prefix ? "true,\"collapses\":" : "false,\"collapses\":"));
    CFT_TRY(cft_source_text(out, m->collapses ? "true,\"map\":\"" : "false,\"map\":\""));
    CFT_TRY(cft_source_base64(out, m->charsmap));
    CFT_TRY(cft_source_text(out, "\",\"user\":["));
    for (size_t i = 0; i < m->count; i++) {
        if (m->pieces[i].kind != CFT_PIECE_USER || !m->pieces[i].text.length) continue;
        if (!first) CFT_TRY(cft_source_text(out, ","));
        first = false;
        CFT_TRY(cft_source_quote(out, m->pieces[i].text));
    }
    return cft_source_text(out, "]}");
}

#define MODEL_REPLACE(pattern, content)                                                        \
    "{\"type\":\"Replace\",\"pattern\":" pattern ",\"content\":" content "},"

/* White space at the ends goes, of that between one space stays. */
static const char model_collapse[] = MODEL_REPLACE("{\"Regex\":\"\\\\A +\"}", "\"\"")
    MODEL_REPLACE("{\"Regex\":\" {2,}\"}", "\" \"")
        MODEL_REPLACE("{\"Regex\":\"[ \xE2\x96\x81]+\\\\z\"}", "\"\"");
#define MODEL_ESCAPE                                                                           \
    "{\"type\":\"Replace\",\"pattern\":{\"String\":\" \"},\"content\":\"\xE2\x96\x81\"}"
static const char model_decoder[] =
    MODEL_REPLACE("{\"String\":\"\xE2\x96\x81\"}",
                  "\" \"") "{\"type\":\"ByteFallback\"},{\"type\":\"Fuse\"}";

static chatfmt_status model_parts(const piece_model *m, cft_buffer *out)
{
    bool unigram = m->type == 1, whole = unigram || m->charsmap.length;
    CFT_TRY(cft_source_text(
        out, "{\"version\":\"1.0\",\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":["));
    if (whole) CFT_TRY(model_normalizer_parts(m, out));
    if (m->collapses && !whole) CFT_TRY(cft_source_text(out, model_collapse));
    if (m->prefix && !whole)
        CFT_TRY(cft_source_text(out, "{\"type\":\"Prepend\",\"prepend\":\"\xE2\x96\x81\"},"));
    CFT_TRY(cft_source_text(out, whole ? "]}," : MODEL_ESCAPE "]},"));
    CFT_TRY(cft_source_text(out, "\"decoder\":{\"type\":\"Sequence\",\"decoders\":["));
    if (m->prefix || m->collapses) {
        CFT_TRY(cft_source_text(out, "{\"type\":\"Start\",\"cleanup\":"));
        CFT_TRY(cft_source_text(out, m->collapses ? "true}," : "false},"));
    }
    CFT_TRY(cft_source_text(out, model_decoder));
    CFT_TRY(cft_source_text(out, "]},\"model\":{\"type\":"));
    CFT_TRY(cft_source_text(out, unigram ? "\"Unigram\",\"byte_fallback\":"
                                         : "\"BPE\",\"fuse_unk\":true,\"byte_fallback\":"));
    CFT_TRY(cft_source_text(out, m->byte_fallback ? "true" : "false"));
    return cft_source_text(out, "}}");
}

/* Scores of Unigram, in single precision as in sentencepiece 0.2.3. A piece that users have defined
 * has a tenth for each byte but one, whatever the others have: found by measuring, since sums of
 * other pieces that are nearly equal turn over with it. */
static chatfmt_status model_scores(cft_tokenizer *t, const piece_model *m, cft_source *source)
{
    float lowest = FLT_MAX;
    double *scores = cft_arena_array(&t->arena, m->count + 1, sizeof *scores);
    if (!scores) return CHATFMT_NO_MEMORY;
    for (size_t i = 0; i < m->count; i++) {
        if (m->pieces[i].kind != CFT_PIECE_NORMAL) continue;
        if (m->pieces[i].score < lowest) lowest = m->pieces[i].score;
    }
    for (size_t i = 0; i < m->count; i++) {
        bool user = m->pieces[i].kind == CFT_PIECE_USER;
        float longer = (float)((double)m->pieces[i].text.length * 0.1 - 0.1);
        scores[i] = user ? (double)longer : (double)m->pieces[i].score;
    }
    source->scores = scores;
    source->unk_score = (double)(lowest - 10.0f);
    source->single = true;
    source->silent = 1u << CFT_PIECE_UNKNOWN | 1u << CFT_PIECE_CONTROL | 1u << CFT_PIECE_UNUSED |
                     1u << CFT_PIECE_BYTE;
    source->normalized = 0;
    source->kept = 1u << CFT_PIECE_USER;
    return CHATFMT_OK;
}

static chatfmt_status model_load(cft_tokenizer *t, const piece_model *m, chatfmt_error *error)
{
    cft_source source = {.name = "SentencePiece model",
                         .pieces = m->pieces,
                         .count = m->count,
                         .merging = CFT_MERGING_SCORE,
                         .unk = CFT_NO_TOKEN,
                         .joined = 1u << CFT_PIECE_NORMAL | 1u << CFT_PIECE_USER,
                         .matched = 1u << CFT_PIECE_CONTROL | 1u << CFT_PIECE_UNKNOWN,
                         .normalized = 1u << CFT_PIECE_USER};
    for (size_t i = 0; i < m->count; i++)
        if (m->pieces[i].kind == CFT_PIECE_UNKNOWN) source.unk = (uint32_t)i;
    cft_buffer parts;
    cft_buffer_init(&parts, &t->allocator);
    chatfmt_status status = model_parts(m, &parts);
    if (!status && m->type == 1) status = model_scores(t, m, &source);
    source.parts = cft_slice_of(parts.data, parts.length);
    status = status ? cft_budget_told(&t->budget, status, error)
                    : cft_source_load(t, &source, error);
    cft_buffer_free(&parts);
    return status;
}

chatfmt_status cft_sentence_piece_load(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                       const chatfmt_limits *limits, cft_slice bytes,
                                       chatfmt_error *error)
{
    piece_model model;
    cft_tokenizer_begin(t, allocator, limits);
    cft_budget_begin(&t->budget, &cft_load_rates, bytes.length);
    CFT_TRY(
        cft_budget_told(&t->budget, cft_budget_spend_bytes(&t->budget, bytes.length), error));
    chatfmt_status status = model_read(&model, t, bytes, error);
    if (!status) status = model_check(&model, error);
    if (!status) status = model_load(t, &model, error);
    return status && t->budget.broken ? cft_budget_told(&t->budget, status, error) : status;
}
