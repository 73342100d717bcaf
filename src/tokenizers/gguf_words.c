/* tokenizers/gguf_words.c - the arrays of tokenizer.ggml, as a vocabulary. Source: GGUF v3. */
#include "tokenizers/gguf_words.h"

#include "tokenizers/gguf_vocab.h"

enum {
    WORDS_I8 = 1, /* 0: without a sign */
    WORDS_U32 = 4,
    WORDS_I32 = 5,
    WORDS_BOOL = 7,
    WORDS_STRING = 8,
    WORDS_ARRAY = 9
};

/* Everything but weights: room for the vocabularies of today many times over. */
#define WORDS_MOST ((size_t)512 * 1024 * 1024)

/* `file` is NULL where all of it is in `data`. */
static chatfmt_status words_bytes(cft_gguf_words *w, const cft_file_pieces *file, const char *data,
                                  chatfmt_error *error)
{
    const cft_gguf *gguf = &w->gguf;
    w->places = cft_arena_array(&w->arena, gguf->field_count + 1, sizeof *w->places);
    if (!w->places) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < gguf->field_count; i++) {
        const cft_gguf_field *field = &gguf->fields[i];
        uint64_t length = field->end - field->begin;
        w->places[i] = w->bytes.length;
        if (length > WORDS_MOST - w->bytes.length)
            return cft_fail(
                error, CHATFMT_LIMIT,
                "limit exceeded: the vocabulary of the GGUF file has more than %zu bytes",
                WORDS_MOST);
        if (cft_buffer_reserve(&w->bytes, (size_t)length + 1)) /* so that it is there */
            return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        char *to = w->bytes.data + w->bytes.length;
        if (file) CFT_TRY(cft_file_read_piece(file, field->begin, to, (size_t)length, error));
        else if (length) memcpy(to, data + field->begin, (size_t)length);
        w->bytes.length += (size_t)length;
    }
    /* What the bytes mean, so that they tell one vocabulary from another. */
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; i < gguf->field_count && !status; i++) {
        uint32_t types[2] = {gguf->fields[i].type, gguf->fields[i].item};
        status = cft_buffer_append(&w->bytes, (const char *)types, sizeof types);
        if (!status)
            status = cft_buffer_append(&w->bytes, gguf->fields[i].key.data,
                                       gguf->fields[i].key.length);
    }
    if (!status && gguf->name.length)
        status = cft_buffer_append(&w->bytes, gguf->name.data, gguf->name.length);
    if (!status && gguf->architecture.length)
        status =
            cft_buffer_append(&w->bytes, gguf->architecture.data, gguf->architecture.length);
    return status ? cft_fail(error, status, "out of memory") : CHATFMT_OK;
}

chatfmt_status cft_gguf_words_read(cft_gguf_words *w, const chatfmt_allocator *allocator,
                                   const char *path, chatfmt_error *error)
{
    cft_file_pieces file;
    memset(w, 0, sizeof *w);
    cft_arena_init(&w->arena, allocator);
    cft_buffer_init(&w->bytes, allocator);
    CFT_TRY(cft_file_open_pieces(path, &file, error));
    chatfmt_status status = cft_gguf_read_file(&w->arena, &file, &w->gguf, error);
    if (!status) status = words_bytes(w, &file, NULL, error);
    cft_file_close_pieces(&file);
    return status;
}

chatfmt_status cft_gguf_words_take(cft_gguf_words *w, const chatfmt_allocator *allocator,
                                   cft_slice data, chatfmt_error *error)
{
    memset(w, 0, sizeof *w);
    cft_arena_init(&w->arena, allocator);
    cft_buffer_init(&w->bytes, allocator);
    CFT_TRY(cft_gguf_read(&w->arena, data, &w->gguf, error));
    return words_bytes(w, NULL, data.data, error);
}

void cft_gguf_words_free(cft_gguf_words *w)
{
    cft_buffer_free(&w->bytes);
    cft_arena_free(&w->arena);
}

/* ---- fields ---- */

typedef struct words_reader {
    const cft_gguf_words *words;
    cft_tokenizer *t;
    chatfmt_error *error;
} words_reader;

static const cft_gguf_field *words_field(const words_reader *r, const char *name,
                                         const char **bytes)
{
    const cft_gguf *gguf = &r->words->gguf;
    const size_t prefix = sizeof "tokenizer.ggml." - 1;
    for (size_t i = 0; i < gguf->field_count; i++) {
        cft_slice key = gguf->fields[i].key;
        if (key.length - prefix != strlen(name) ||
            memcmp(key.data + prefix, name, key.length - prefix))
            continue;
        *bytes = r->words->bytes.data + r->words->places[i];
        return &gguf->fields[i];
    }
    return NULL;
}

static uint64_t words_number(const words_reader *r, const char *bytes, size_t width)
{
    bool swap = r->words->gguf.big_endian;
    uint64_t number = 0;
    for (size_t i = 0; i < width; i++)
        number |= (uint64_t)(unsigned char)bytes[i] << 8 * (swap ? width - 1 - i : i);
    return number;
}

static cft_slice words_string(const words_reader *r, const char **at)
{
    size_t length = (size_t)words_number(r, *at, 8);
    cft_slice text = cft_slice_of(*at + 8, length);
    *at += 8 + length;
    return text;
}

static cft_slice words_text(const words_reader *r, const char *name)
{
    const char *bytes;
    const cft_gguf_field *field = words_field(r, name, &bytes);
    return field && field->type == WORDS_STRING ? words_string(r, &bytes) : (cft_slice){"", 0};
}

static int64_t words_id(const words_reader *r, const char *name)
{
    const char *bytes;
    const cft_gguf_field *field = words_field(r, name, &bytes);
    if (!field || (field->type != WORDS_U32 && field->type != WORDS_I32)) return -1;
    return (int64_t)words_number(r, bytes, 4);
}

static cft_gguf_flag words_flag(const words_reader *r, const char *name)
{
    const char *bytes;
    const cft_gguf_field *field = words_field(r, name, &bytes);
    if (!field || field->type != WORDS_BOOL) return CFT_GGUF_OPEN;
    return *bytes ? CFT_GGUF_YES : CFT_GGUF_NO;
}

/* An array of bytes; empty where there is none. */
static cft_slice words_blob(const words_reader *r, const char *name)
{
    const char *bytes;
    const cft_gguf_field *field = words_field(r, name, &bytes);
    bool is = field && field->type == WORDS_ARRAY && field->item <= WORDS_I8;
    return is ? cft_slice_of(bytes, (size_t)field->count) : cft_slice_of("", 0);
}

static chatfmt_status words_bad(const words_reader *r, const char *name)
{
    return cft_fail(r->error, CHATFMT_INPUT,
                    "tokenizer.ggml.%s: an array of another type or length", name);
}

/* The next string of an array; to llama.cpp it is one of C. */
static cft_slice words_c_string(const words_reader *r, const char **at)
{
    cft_slice text = words_string(r, at);
    const char *end = text.length ? memchr(text.data, '\0', text.length) : NULL;
    if (end) text.length = (size_t)(end - text.data);
    return text;
}

/* An array of strings, from *at on; NULL when there is none. */
static chatfmt_status words_array(const words_reader *r, const char *name,
                                  const cft_gguf_field **field, const char **at)
{
    *field = words_field(r, name, at);
    if (!*field) return CHATFMT_OK;
    return (*field)->type == WORDS_ARRAY && (*field)->item == WORDS_STRING ? CHATFMT_OK
                                                                          : words_bad(r, name);
}

static chatfmt_status words_merges(const words_reader *r, cft_gguf_vocab *v)
{
    const char *at;
    const cft_gguf_field *field;
    CFT_TRY(words_array(r, "merges", &field, &at));
    v->has_merges = field != NULL;
    if (!field) return CHATFMT_OK;
    v->merge_count = (size_t)field->count;
    cft_slice *merges = cft_arena_array(&r->t->arena, v->merge_count + 1, sizeof *merges);
    if (!merges) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < v->merge_count; i++)
        merges[i] = words_c_string(r, &at);
    v->merges = merges;
    return CHATFMT_OK;
}

/* A name for a token that has none, which no text can be. */
static chatfmt_status words_empty(const words_reader *r, size_t id, cft_slice *out)
{
    char text[40] = "[EMPTY_", digits[20];
    size_t length = 7, count = 0;
    do
        digits[count++] = (char)('0' + id % 10);
    while (id /= 10);
    while (count)
        text[length++] = digits[--count];
    text[length++] = ']';
    char *copy = cft_arena_copy(&r->t->arena, text, length);
    if (!copy) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    *out = cft_slice_of(copy, length);
    return CHATFMT_OK;
}

static float words_score(const words_reader *r, const char *bytes, size_t index)
{
    uint32_t bits = (uint32_t)words_number(r, bytes + index * 4, 4);
    float score;
    memcpy(&score, &bits, sizeof score);
    return score;
}

/* Arrays of the types and lengths that cft_gguf_read() lets pass. */
static chatfmt_status words_pieces(const words_reader *r, cft_gguf_vocab *v)
{
    const char *scores, *types, *at;
    const cft_gguf_field *tokens;
    CFT_TRY(words_array(r, "tokens", &tokens, &at));
    if (!tokens)
        return cft_fail(r->error, CHATFMT_UNSUPPORTED,
                        "this is a GGUF without a tokenizer: it has no tokenizer.ggml.tokens");
    v->count = (size_t)tokens->count;
    const cft_gguf_field *score = words_field(r, "scores", &scores),
                         *type = words_field(r, "token_type", &types);
    v->pieces = cft_arena_array(&r->t->arena, v->count + 1, sizeof *v->pieces);
    if (!v->pieces) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < v->count; i++) {
        uint64_t kind = type ? words_number(r, types + i * 4, 4) : CFT_PIECE_NORMAL;
        v->pieces[i] =
            (cft_piece){.text = words_c_string(r, &at),
                        .score = score ? words_score(r, scores, i) : 0,
                        .kind = kind <= CFT_PIECE_BYTE ? (uint8_t)kind : CFT_PIECE_UNDEFINED};
        if (!v->pieces[i].text.length) CFT_TRY(words_empty(r, i, &v->pieces[i].text));
    }
    return CHATFMT_OK;
}

static void words_middles(const words_reader *r, cft_gguf_vocab *v)
{
    static const char *const keys[][2] = {{"fim_pre_token_id", "prefix_token_id"},
                                          {"fim_suf_token_id", "suffix_token_id"},
                                          {"fim_mid_token_id", "middle_token_id"},
                                          {"fim_pad_token_id", NULL},
                                          {"fim_rep_token_id", NULL},
                                          {"fim_sep_token_id", NULL}};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        for (int k = 0; k < 2 && keys[i][k]; k++) {
            int64_t id = words_id(r, keys[i][k]);
            if (id >= 0 && id < (int64_t)v->count) v->fim |= 1u << i;
        }
}

static chatfmt_status words_load(const words_reader *r)
{
    cft_gguf_vocab v = {.model = words_text(r, "model"),
                        .pre = words_text(r, "pre"),
                        .name = r->words->gguf.name,
                        .architecture = r->words->gguf.architecture,
                        .bos = words_id(r, "bos_token_id"),
                        .eos = words_id(r, "eos_token_id"),
                        .unk = words_id(r, "unknown_token_id"),
                        .sep = words_id(r, "seperator_token_id"),
                        .add_bos = words_flag(r, "add_bos_token"),
                        .add_eos = words_flag(r, "add_eos_token"),
                        .add_sep = words_flag(r, "add_sep_token"),
                        .add_space_prefix = words_flag(r, "add_space_prefix"),
                        .remove_extra_whitespaces = words_flag(r, "remove_extra_whitespaces"),
                        .lowercase = words_flag(r, "normalizer.lowercase"),
                        .strip_accents = words_flag(r, "normalizer.strip_accents"),
                        .charsmap = words_blob(r, "precompiled_charsmap")};
    if (!v.model.length)
        return cft_fail(r->error, CHATFMT_UNSUPPORTED,
                        "this is a GGUF without a tokenizer: it has no tokenizer.ggml.model");
    CFT_TRY(words_pieces(r, &v));
    CFT_TRY(words_merges(r, &v));
    words_middles(r, &v);
    return cft_gguf_vocab_load(r->t, &v, r->error);
}

chatfmt_status cft_gguf_tokenizer(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                  const chatfmt_limits *limits, const cft_gguf_words *words,
                                  chatfmt_error *error)
{
    words_reader r = {.words = words, .t = t, .error = error};
    cft_tokenizer_begin(t, allocator, limits);
    cft_budget_begin(&t->budget, &cft_load_rates, words->bytes.length);
    CFT_TRY(cft_budget_told(&t->budget, cft_budget_spend_bytes(&t->budget, words->bytes.length),
                            error));
    chatfmt_status status = words_load(&r);
    return status && t->budget.broken ? cft_budget_told(&t->budget, status, error) : status;
}
