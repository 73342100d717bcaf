/* tokenizers/gguf.c - GGUF metadata in one pass.
 *
 * A first pass checks every key and notes where the few that matter stand; the vocabulary is
 * walked again only as far as the largest special token.
 */
#include "tokenizers/gguf.h"

#include "base/utf8.h"

#include <stdlib.h>

enum {
    GGUF_U8, GGUF_I8, GGUF_U16, GGUF_I16, GGUF_U32, GGUF_I32, GGUF_F32, GGUF_BOOL, GGUF_STRING,
    GGUF_ARRAY, GGUF_U64, GGUF_I64, GGUF_F64, GGUF_TYPES
};

/* Bytes of one element; strings and arrays have at least 8 and 12. */
static const uint8_t gguf_width[GGUF_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

#define GGUF_MAX_KEYS 1000000u
#define GGUF_MAX_ALIGNMENT 65536u
#define GGUF_MAX_TEMPLATES 4096u
#define GGUF_NO_TOKEN UINT64_MAX
#define GGUF_WINDOW ((size_t)64 * 1024)

typedef struct gguf_array {
    uint32_t type;
    uint64_t count;
    uint64_t begin; /* offset of the first element */
    bool present;
} gguf_array;

typedef struct gguf_reader {
    cft_arena *arena;
    const cft_file_pieces *file; /* NULL: all is in the window */
    char *room;                  /* GGUF_WINDOW bytes for the window of a file */
    const char *window;          /* bytes [begin, end) of the whole */
    uint64_t begin, end;
    uint64_t length, at; /* of the whole, and what is read next */
    size_t kept;         /* bytes copied */
    bool swap; /* the file's byte order is not little-endian */
    cft_slice key;
    cft_slice *keys; /* to find one written twice */
    size_t key_count;
    gguf_array tokens, scores, token_types;
    uint64_t ids[CFT_GGUF_TOKENS];
    cft_gguf *out;
    chatfmt_error *error;
} gguf_reader;

/* metadata key and the name under which transformers knows the token */
static const struct {
    const char *key, *name;
} gguf_token_keys[CFT_GGUF_TOKENS] = {
    {"tokenizer.ggml.bos_token_id", "bos_token"},
    {"tokenizer.ggml.eos_token_id", "eos_token"},
    {"tokenizer.ggml.unknown_token_id", "unk_token"},
    {"tokenizer.ggml.unk_token_id", "unk_token"},
    {"tokenizer.ggml.seperator_token_id", "sep_token"}, /* spelled so in older files */
    {"tokenizer.ggml.separator_token_id", "sep_token"},
    {"tokenizer.ggml.sep_token_id", "sep_token"},
    {"tokenizer.ggml.padding_token_id", "pad_token"},
    {"tokenizer.ggml.cls_token_id", "cls_token"},
    {"tokenizer.ggml.mask_token_id", "mask_token"},
    {"tokenizer.ggml.eot_token_id", "eot_token"},
    {"tokenizer.ggml.eom_token_id", "eom_token"},
};

static cft_slice gguf_text(const char *text) { return cft_slice_of(text, strlen(text)); }

static chatfmt_status gguf_fail(gguf_reader *r, const char *why)
{
    if (r->error) r->error->offset = r->at > UINT32_MAX ? UINT32_MAX : (uint32_t)r->at;
    if (r->key.length)
        return cft_fail(r->error, CHATFMT_INPUT, "malformed GGUF at byte %llu, key '%.*s': %s",
                        (unsigned long long)r->at,
                        (int)(r->key.length > 80 ? 80 : r->key.length), r->key.data, why);
    return cft_fail(r->error, CHATFMT_INPUT, "malformed GGUF at byte %llu: %s",
                    (unsigned long long)r->at, why);
}

static uint64_t gguf_left(const gguf_reader *r) { return r->length - r->at; }

/* The window is made to begin at `at`, as far as it and the file go. */
static chatfmt_status gguf_move_window(gguf_reader *r, uint64_t at)
{
    uint64_t size = r->length - at;
    if (size > GGUF_WINDOW) size = GGUF_WINDOW;
    r->begin = r->end = at;
    CFT_TRY(cft_file_read_piece(r->file, at, r->room, (size_t)size, r->error));
    r->end = at + size;
    return CHATFMT_OK;
}

/* Up to `*length` bytes at `at`, at least one; both are within the file. */
static chatfmt_status gguf_look(gguf_reader *r, uint64_t at, uint64_t *length, const char **out)
{
    if (r->file && (at < r->begin || at >= r->end)) CFT_TRY(gguf_move_window(r, at));
    if (*length > r->end - at) *length = r->end - at;
    *out = r->window + (at - r->begin);
    return CHATFMT_OK;
}

static chatfmt_status gguf_number_at(gguf_reader *r, uint64_t at, size_t width, uint64_t *out)
{
    const char *bytes;
    uint64_t all = width;
    CFT_TRY(gguf_look(r, at, &all, &bytes));
    if (all < width) { /* it lies across the end of the window */
        CFT_TRY(gguf_move_window(r, at));
        bytes = r->window;
    }
    *out = 0;
    for (size_t i = 0; i < width; i++)
        *out |= (uint64_t)(unsigned char)bytes[i] << 8 * (r->swap ? width - 1 - i : i);
    return CHATFMT_OK;
}

static chatfmt_status gguf_number(gguf_reader *r, size_t width, uint64_t *out)
{
    if (gguf_left(r) < width) return gguf_fail(r, "the file ends inside a number");
    CFT_TRY(gguf_number_at(r, r->at, width, out));
    r->at += width;
    return CHATFMT_OK;
}

/* Move past a string; where it begins and how long it is. */
static chatfmt_status gguf_skip_string(gguf_reader *r, uint64_t *begin, uint64_t *length)
{
    CFT_TRY(gguf_number(r, 8, length));
    if (*length > gguf_left(r)) return gguf_fail(r, "a string is longer than the file");
    *begin = r->at;
    r->at += *length;
    return CHATFMT_OK;
}

/* A copy of a string in the arena. */
static chatfmt_status gguf_string(gguf_reader *r, cft_slice *out)
{
    uint64_t begin = 0, length = 0;
    char *copy;
    CFT_TRY(gguf_skip_string(r, &begin, &length));
    if (length > CFT_GGUF_KEPT_BYTES - r->kept)
        return cft_fail(
            r->error, CHATFMT_LIMIT,
            "limit exceeded: keys and templates of the GGUF file have more than %zu bytes",
            CFT_GGUF_KEPT_BYTES);
    r->kept += (size_t)length;
    copy = cft_arena_take(r->arena, (size_t)length + 1);
    if (!copy) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    *out = cft_slice_of(copy, (size_t)length);
    while (length) {
        const char *bytes;
        uint64_t part = length;
        CFT_TRY(gguf_look(r, begin, &part, &bytes));
        memcpy(copy, bytes, (size_t)part);
        copy += part;
        begin += part;
        length -= part;
    }
    return CHATFMT_OK;
}

static chatfmt_status gguf_bools(gguf_reader *r, uint64_t count)
{
    while (count) {
        const char *bytes;
        uint64_t part = count;
        CFT_TRY(gguf_look(r, r->at, &part, &bytes));
        for (uint64_t i = 0; i < part; i++, r->at++)
            if ((unsigned char)bytes[i] > 1) return gguf_fail(r, "a bool is neither 0 nor 1");
        count -= part;
    }
    return CHATFMT_OK;
}

/* Move past `count` elements that are neither arrays nor checked otherwise. */
static chatfmt_status gguf_skip(gguf_reader *r, uint32_t type, uint64_t count)
{
    if (type >= GGUF_TYPES) return gguf_fail(r, "unknown type of value");
    if (count > gguf_left(r) / gguf_width[type])
        return gguf_fail(r, "a value is longer than the file");
    if (type == GGUF_BOOL) return gguf_bools(r, count);
    if (type != GGUF_STRING) {
        r->at += count * gguf_width[type];
        return CHATFMT_OK;
    }
    for (; count; count--) {
        uint64_t begin, length;
        CFT_TRY(gguf_skip_string(r, &begin, &length));
    }
    return CHATFMT_OK;
}

/* An array; one level of arrays inside it is skipped, deeper ones are refused. */
static chatfmt_status gguf_skip_array(gguf_reader *r, gguf_array *out)
{
    uint64_t type, i;
    CFT_TRY(gguf_number(r, 4, &type));
    CFT_TRY(gguf_number(r, 8, &out->count));
    out->type = (uint32_t)type;
    out->begin = r->at;
    out->present = true;
    if (type != GGUF_ARRAY) return gguf_skip(r, (uint32_t)type, out->count);
    if (out->count > gguf_left(r) / gguf_width[GGUF_ARRAY])
        return gguf_fail(r, "an array is longer than the file");
    for (i = 0; i < out->count; i++) {
        uint64_t inner, count;
        CFT_TRY(gguf_number(r, 4, &inner));
        CFT_TRY(gguf_number(r, 8, &count));
        if (inner == GGUF_ARRAY) return gguf_fail(r, "arrays are nested more than twice");
        CFT_TRY(gguf_skip(r, (uint32_t)inner, count));
    }
    return CHATFMT_OK;
}

static chatfmt_status gguf_add_template(gguf_reader *r, cft_slice name)
{
    cft_gguf *out = r->out;
    cft_slice text;
    CFT_TRY(gguf_string(r, &text));
    if (text.length && memchr(text.data, 0, text.length))
        return gguf_fail(r, "the template has a NUL byte");
    if (out->template_count == GGUF_MAX_TEMPLATES) return gguf_fail(r, "too many templates");
    if ((out->template_count & (out->template_count - 1)) == 0) { /* full at powers of two */
        size_t size = sizeof *out->templates, had = out->template_count;
        cft_gguf_template *grown = cft_arena_array(r->arena, had ? had * 2 : 1, size);
        if (!grown) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
        if (had) memcpy(grown, out->templates, had * size);
        out->templates = grown;
    }
    out->templates[out->template_count++] = (cft_gguf_template){name, text};
    return CHATFMT_OK;
}

static chatfmt_status gguf_add_token(gguf_reader *r, size_t which, uint32_t type)
{
    if (type != GGUF_U32 && type != GGUF_I32 && type != GGUF_U64 && type != GGUF_I64)
        return gguf_fail(r, "the token id is not an integer");
    return gguf_number(r, gguf_width[type], &r->ids[which]);
}

static chatfmt_status gguf_alignment(gguf_reader *r, uint32_t type)
{
    uint64_t value;
    if (type != GGUF_U32) return gguf_fail(r, "the alignment is not a 32-bit integer");
    CFT_TRY(gguf_number(r, 4, &value));
    if (value == 0 || (value & (value - 1)) || value > GGUF_MAX_ALIGNMENT)
        return gguf_fail(r, "the alignment is not a power of two up to 65536");
    return CHATFMT_OK;
}

static bool gguf_key_begins(const gguf_reader *r, const char *prefix, cft_slice *rest)
{
    size_t length = strlen(prefix);
    if (r->key.length <= length || memcmp(r->key.data, prefix, length) != 0) return false;
    *rest = cft_slice_of(r->key.data + length, r->key.length - length);
    return true;
}

static chatfmt_status gguf_want_string(gguf_reader *r, uint32_t type, cft_slice *out)
{
    if (type != GGUF_STRING) return gguf_fail(r, "the value is not a string");
    return gguf_string(r, out);
}

static chatfmt_status gguf_value_read(gguf_reader *r, uint32_t type)
{
    gguf_array ignored, *array = &ignored;
    cft_slice rest;
    size_t i;
    if (cft_slice_equal(r->key, CFT_LIT("tokenizer.chat_template")) ||
        gguf_key_begins(r, "tokenizer.chat_template.", &rest)) {
        if (type != GGUF_STRING) return gguf_fail(r, "the template is not a string");
        return gguf_add_template(
            r, r->key.length == sizeof "tokenizer.chat_template" - 1 ? CFT_LIT("default") : rest);
    }
    if (cft_slice_equal(r->key, CFT_LIT("general.architecture")))
        return gguf_want_string(r, type, &r->out->architecture);
    if (cft_slice_equal(r->key, CFT_LIT("general.name")))
        return gguf_want_string(r, type, &r->out->name);
    if (cft_slice_equal(r->key, CFT_LIT("general.alignment"))) return gguf_alignment(r, type);
    for (i = 0; i < CFT_GGUF_TOKENS; i++)
        if (cft_slice_equal(r->key, gguf_text(gguf_token_keys[i].key)))
            return gguf_add_token(r, i, type);
    if (cft_slice_equal(r->key, CFT_LIT("tokenizer.ggml.tokens"))) array = &r->tokens;
    if (cft_slice_equal(r->key, CFT_LIT("tokenizer.ggml.scores"))) array = &r->scores;
    if (cft_slice_equal(r->key, CFT_LIT("tokenizer.ggml.token_type"))) array = &r->token_types;
    if (type == GGUF_ARRAY) return gguf_skip_array(r, array);
    if (array != &ignored) return gguf_fail(r, "the value is not an array");
    return gguf_skip(r, type, 1);
}

/* Note where a value of the vocabulary is; it was read, and is sound. */
static chatfmt_status gguf_note_field(gguf_reader *r, uint32_t type, uint64_t begin)
{
    cft_gguf *out = r->out;
    cft_gguf_field field =
        {.key = r->key, .type = type, .item = type, .count = 1, .begin = begin, .end = r->at};
    uint64_t item;
    if (type == GGUF_ARRAY) {
        CFT_TRY(gguf_number_at(r, begin, 4, &item));
        CFT_TRY(gguf_number_at(r, begin + 4, 8, &field.count));
        field.item = (uint32_t)item;
        field.begin += 12;
    }
    if ((out->field_count & (out->field_count - 1)) == 0) { /* full at powers of two */
        size_t size = sizeof *out->fields, had = out->field_count;
        cft_gguf_field *grown = cft_arena_array(r->arena, had ? had * 2 : 1, size);
        if (!grown) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
        if (had) memcpy(grown, out->fields, had * size);
        out->fields = grown;
    }
    out->fields[out->field_count++] = field;
    return CHATFMT_OK;
}

static chatfmt_status gguf_value(gguf_reader *r, uint32_t type)
{
    uint64_t begin = r->at;
    cft_slice rest;
    CFT_TRY(gguf_value_read(r, type));
    return gguf_key_begins(r, "tokenizer.ggml.", &rest) ? gguf_note_field(r, type, begin)
                                                        : CHATFMT_OK;
}

static chatfmt_status gguf_pairs(gguf_reader *r, uint64_t count)
{
    uint64_t i, type;
    for (i = 0; i < count; i++) {
        r->key = cft_slice_of(NULL, 0);
        CFT_TRY(gguf_string(r, &r->key));
        if (r->key.length == 0) return gguf_fail(r, "a key is empty");
        if (memchr(r->key.data, 0, r->key.length)) return gguf_fail(r, "a key has a NUL byte");
        r->keys[r->key_count++] = r->key;
        CFT_TRY(gguf_number(r, 4, &type));
        CFT_TRY(gguf_value(r, (uint32_t)type));
    }
    r->key = cft_slice_of(NULL, 0);
    return CHATFMT_OK;
}

static int gguf_key_order(const void *a, const void *b)
{
    const cft_slice *left = a, *right = b;
    return cft_slice_compare(*left, *right);
}

/* Two readers of a file with a key twice may see different templates, so nobody may. */
static chatfmt_status gguf_unique_keys(gguf_reader *r)
{
    size_t i;
    if (r->key_count) qsort(r->keys, r->key_count, sizeof *r->keys, gguf_key_order);
    for (i = 1; i < r->key_count; i++) {
        if (!cft_slice_equal(r->keys[i - 1], r->keys[i])) continue;
        r->key = r->keys[i];
        return gguf_fail(r, "the key appears twice");
    }
    return CHATFMT_OK;
}

static chatfmt_status gguf_check_vocabulary(gguf_reader *r)
{
    const gguf_array *tokens = &r->tokens, *scores = &r->scores, *types = &r->token_types;
    r->out->vocabulary = tokens->count;
    if (tokens->present && tokens->type != GGUF_STRING)
        return gguf_fail(r, "tokenizer.ggml.tokens is not an array of strings");
    if (scores->present && (scores->type != GGUF_F32 || scores->count != tokens->count))
        return gguf_fail(r, "tokenizer.ggml.scores does not match the tokens");
    if (types->present && ((types->type != GGUF_I32 && types->type != GGUF_U32) ||
                           types->count != tokens->count))
        return gguf_fail(r, "tokenizer.ggml.token_type does not match the tokens");
    return CHATFMT_OK;
}

static bool gguf_has_token(const cft_gguf *out, cft_slice name)
{
    size_t i;
    for (i = 0; i < out->token_count; i++)
        if (cft_slice_equal(out->tokens[i].name, name)) return true;
    return false;
}

/* The text of token `id`, by walking the vocabulary's lengths. */
static chatfmt_status gguf_token_text(gguf_reader *r, uint64_t id, cft_slice *out)
{
    r->at = r->tokens.begin;
    CFT_TRY(gguf_skip(r, GGUF_STRING, id));
    return gguf_string(r, out);
}

/* Bytes that are not UTF-8 become U+FFFD each: prompts are UTF-8. */
static chatfmt_status gguf_repair(gguf_reader *r, cft_slice *text)
{
    size_t good = cft_utf8_check(text->data, text->length), length = 0;
    if (good == text->length) return CHATFMT_OK;
    char *out = cft_arena_array(r->arena, text->length, 3);
    if (!out) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t at = 0; at < text->length; at += good + 1) {
        good = cft_utf8_check(text->data + at, text->length - at);
        memcpy(out + length, text->data + at, good);
        length += good;
        if (at + good == text->length) break;
        memcpy(out + length, "\xEF\xBF\xBD", 3);
        length += 3;
    }
    *text = cft_slice_of(out, length);
    return CHATFMT_OK;
}

static chatfmt_status gguf_resolve_tokens(gguf_reader *r)
{
    size_t i;
    for (i = 0; i < CFT_GGUF_TOKENS; i++) {
        cft_slice name = gguf_text(gguf_token_keys[i].name), text;
        if (r->ids[i] == GGUF_NO_TOKEN || r->ids[i] == UINT32_MAX) continue; /* -1: none */
        r->key = gguf_text(gguf_token_keys[i].key);
        if (!r->tokens.present) continue; /* a file without its vocabulary: nothing to name */
        if (r->ids[i] >= r->tokens.count)
            return gguf_fail(r, "the token id is outside the vocabulary");
        if (gguf_has_token(r->out, name)) continue;
        CFT_TRY(gguf_token_text(r, r->ids[i], &text));
        CFT_TRY(gguf_repair(r, &text));
        r->out->tokens[r->out->token_count++] =
            (cft_gguf_token){name, text, (uint32_t)r->ids[i]};
    }
    return CHATFMT_OK;
}

static chatfmt_status gguf_header(gguf_reader *r, uint64_t *pairs)
{
    uint64_t version, tensors;
    r->at = 4;
    CFT_TRY(gguf_number(r, 4, &version));
    if ((version & 0xFFFF) == 0 && version) { /* written on a big-endian machine */
        r->swap = true;
        CFT_TRY(gguf_number_at(r, 4, 4, &version));
    }
    r->out->version = (uint32_t)version;
    r->out->big_endian = r->swap;
    r->at = 4;
    if (version == 1) return gguf_fail(r, "version 1 is not supported, only 2 and 3 are");
    if (version != 2 && version != 3) return gguf_fail(r, "unknown version");
    r->at = 8;
    CFT_TRY(gguf_number(r, 8, &tensors));
    CFT_TRY(gguf_number(r, 8, pairs));
    if (*pairs > gguf_left(r) / 13) /* key length, type and one byte */
        return gguf_fail(r, "more keys than the file has room for");
    if (*pairs > GGUF_MAX_KEYS)
        return cft_fail(r->error, CHATFMT_LIMIT, "the GGUF file has more than %u keys",
                        GGUF_MAX_KEYS);
    return CHATFMT_OK;
}

static chatfmt_status gguf_read(gguf_reader *r)
{
    uint64_t pairs, magic = 4;
    const char *bytes = NULL;
    memset(r->out, 0, sizeof *r->out);
    r->out->architecture = r->out->name = cft_slice_of("", 0);
    for (size_t i = 0; i < CFT_GGUF_TOKENS; i++) r->ids[i] = GGUF_NO_TOKEN;
    if (r->length >= magic) CFT_TRY(gguf_look(r, 0, &magic, &bytes));
    if (!bytes || memcmp(bytes, "GGUF", 4))
        return gguf_fail(r, "the file does not begin with 'GGUF'");
    CFT_TRY(gguf_header(r, &pairs));
    r->keys = cft_arena_array(r->arena, (size_t)pairs, sizeof *r->keys);
    if (!r->keys) return cft_fail(r->error, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(gguf_pairs(r, pairs));
    CFT_TRY(gguf_unique_keys(r));
    CFT_TRY(gguf_check_vocabulary(r));
    return gguf_resolve_tokens(r);
}

chatfmt_status cft_gguf_read(cft_arena *arena, cft_slice data, cft_gguf *out,
                             chatfmt_error *error)
{
    gguf_reader r = {.arena = arena, .out = out, .error = error,
                     .window = data.data, .end = data.length, .length = data.length};
    return gguf_read(&r);
}

chatfmt_status cft_gguf_read_file(cft_arena *arena, const cft_file_pieces *file, cft_gguf *out,
                                  chatfmt_error *error)
{
    gguf_reader r = {.arena = arena,
                     .out = out,
                     .error = error,
                     .file = file,
                     .length = file->length};
    r.room = cft_arena_take(arena, GGUF_WINDOW);
    if (!r.room) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    r.window = r.room;
    return gguf_read(&r);
}
