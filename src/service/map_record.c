/* service/map_record.c - what an output was made of, so that only the same run goes on with it
 * (chatfmt/map.h): rows of texts, written and read as JSON. */
#include "base/json_out.h"
#include "base/report.h"
#include "service/map.h"

typedef struct record_row {
    char *name, *value;
} record_row;

struct chatfmt_map_record {
    chatfmt_allocator memory;
    cft_buffer rows; /* record_row */
    cft_json_out json;
    bool failed;
};

static size_t record_count(const chatfmt_map_record *record)
{
    return record->rows.length / sizeof(record_row);
}

static record_row *record_at(const chatfmt_map_record *record, size_t index)
{
    void *rows = record->rows.data;
    return (record_row *)rows + index;
}

static record_row *record_find(const chatfmt_map_record *record, cft_slice name)
{
    for (size_t i = 0; i < record_count(record); i++) {
        const char *known = record_at(record, i)->name;
        if (strlen(known) == name.length && !memcmp(known, name.data, name.length))
            return record_at(record, i);
    }
    return NULL;
}

/* ---- Rows ---- */

/* "A B", or one of them where the other is NULL. */
static char *record_text(chatfmt_map_record *record, const char *before, cft_slice text)
{
    size_t length = before ? strlen(before) + 1 : 0;
    char *joined = cft_allocate(&record->memory, length + text.length + 1);
    if (!joined) return NULL;
    if (before) memcpy(joined, before, length);
    if (before) joined[length - 1] = ' ';
    if (text.length) memcpy(joined + length, text.data, text.length);
    joined[length + text.length] = 0;
    return joined;
}

static void record_drop(chatfmt_map_record *record, char *text)
{
    if (text) cft_release(&record->memory, text, strlen(text) + 1);
}

static bool record_add_new(chatfmt_map_record *record, cft_slice name, cft_slice value)
{
    record_row row = {record_text(record, NULL, name), record_text(record, NULL, value)};
    if (row.name && row.value &&
        !cft_buffer_append(&record->rows, (const char *)&row, sizeof row))
        return true;
    record_drop(record, row.name);
    record_drop(record, row.value);
    return false;
}

static void record_add(chatfmt_map_record *record, cft_slice name, cft_slice value)
{
    record_row *row = record_find(record, name);
    if (!row) {
        record->failed |= !record_add_new(record, name, value);
        return;
    }
    char *joined = record_text(record, row->value, value);
    record->failed |= !joined;
    if (!joined) return;
    record_drop(record, row->value);
    row->value = joined;
}

chatfmt_map_record *chatfmt_map_record_new(const chatfmt_allocator *allocator)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_map_record *record = cft_allocate(&memory, sizeof *record);
    if (!record) return NULL;
    *record = (chatfmt_map_record){.memory = memory};
    cft_buffer_init(&record->rows, &memory);
    cft_out_begin(&record->json, &memory);
    return record;
}

void chatfmt_map_record_free(chatfmt_map_record *record)
{
    if (!record) return;
    for (size_t i = 0; i < record_count(record); i++) {
        record_drop(record, record_at(record, i)->name);
        record_drop(record, record_at(record, i)->value);
    }
    cft_buffer_free(&record->rows);
    cft_out_free(&record->json);
    chatfmt_allocator memory = record->memory;
    cft_release(&memory, record, sizeof *record);
}

void chatfmt_map_record_add(chatfmt_map_record *record, const char *name, const char *value)
{
    if (!record || !name || !value) return;
    record_add(record, cft_slice_of(name, strlen(name)), cft_slice_of(value, strlen(value)));
}

const char *chatfmt_map_record_find(const chatfmt_map_record *record, const char *name)
{
    record_row *row = record && name ? record_find(record, cft_slice_of(name, strlen(name))) : NULL;
    return row ? row->value : NULL;
}

/* ---- JSON ---- */

chatfmt_status chatfmt_map_record_json(chatfmt_map_record *record, chatfmt_slice *json)
{
    if (!record || !json) return CHATFMT_BAD_ARGUMENT;
    cft_json_out *out = &record->json;
    out->text.length = 0;
    cft_out_text(out, "{");
    for (size_t i = 0; i < record_count(record); i++) {
        const record_row *row = record_at(record, i);
        cft_out_text(out, i ? ",\n" : "\n");
        cft_out_exact(out, row->name, strlen(row->name));
        cft_out_text(out, ": ");
        cft_out_exact(out, row->value, strlen(row->value));
    }
    cft_out_text(out, "\n}\n");
    *json = cft_out_slice(out);
    return record->failed ? CHATFMT_NO_MEMORY : out->status;
}

static chatfmt_status record_check(chatfmt_value object, chatfmt_error *error)
{
    if (chatfmt_value_kind_of(object) != CHATFMT_VALUE_OBJECT)
        return cft_fail(error, CHATFMT_INPUT, "the record is not an object");
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        cft_slice name = chatfmt_value_key_at(object, i);
        if (chatfmt_value_kind_of(chatfmt_value_at(object, i)) != CHATFMT_VALUE_STRING)
            return cft_fail(error, CHATFMT_INPUT, "the row '%.*s' of the record is not a text",
                            cft_shown(name), name.data);
    }
    return CHATFMT_OK;
}

chatfmt_status chatfmt_map_record_read(chatfmt_map_record *record, const char *json, size_t length,
                                       chatfmt_error *error)
{
    chatfmt_values *values;
    chatfmt_value object;
    cft_error_clear(error);
    if (!record || (!json && length)) return cft_fail_null(error, !record ? "record" : "json");
    CFT_TRY(chatfmt_values_new(&record->memory, NULL, &values, error));
    chatfmt_status status = chatfmt_value_read_json(values, json, length, &object, error);
    if (!status) status = record_check(object, error);
    for (size_t i = 0; !status && i < chatfmt_value_count(object); i++)
        record_add(record, chatfmt_value_key_at(object, i),
                   chatfmt_value_as_text(chatfmt_value_at(object, i)));
    if (!status && record->failed) status = cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    chatfmt_values_free(values);
    return status;
}

/* ---- Comparing ---- */

static bool record_is_ignored(const char *name, const char *const *ignored)
{
    for (; ignored && *ignored; ignored++)
        if (!strcmp(name, *ignored)) return true;
    return false;
}

/* A row of `a` that `b` does not have, or not with this value. */
static const char *record_missing(const chatfmt_map_record *a, const chatfmt_map_record *b,
                                  const char *const *ignored)
{
    for (size_t i = 0; i < record_count(a); i++) {
        const record_row *row = record_at(a, i);
        const char *other = chatfmt_map_record_find(b, row->name);
        if (!record_is_ignored(row->name, ignored) && (!other || strcmp(other, row->value)))
            return row->name;
    }
    return NULL;
}

const char *chatfmt_map_record_differs(const chatfmt_map_record *was, const chatfmt_map_record *is,
                                       const char *const *ignored)
{
    if (!was || !is) return NULL;
    const char *name = record_missing(was, is, ignored);
    return name ? name : record_missing(is, was, ignored);
}

/* ---- Contents ---- */

static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

uint64_t chatfmt_map_hash(uint64_t hash, chatfmt_slice piece)
{
    uint64_t word;
    size_t at = 0;
    for (; piece.length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, piece.data + at, sizeof word);
        hash = hash_word(hash, word);
    }
    word = 0;
    if (at < piece.length) memcpy(&word, piece.data + at, piece.length - at);
    return hash_word(hash_word(hash, word), piece.length);
}

uint64_t chatfmt_map_hash_model(const chatfmt_model *model)
{
    uint64_t hash = CHATFMT_MAP_HASH_INIT;
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        hash = chatfmt_map_hash(chatfmt_map_hash(hash, row.name), row.source);
    }
    for (size_t i = 0; i < chatfmt_model_token_count(model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        hash = chatfmt_map_hash(chatfmt_map_hash(hash, token.name), token.text);
    }
    return hash;
}

void cft_map_hash_digits(uint64_t hash, char *text)
{
    for (int i = 0; i < 16; i++) text[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    text[16] = 0;
}

void chatfmt_map_record_add_hash(chatfmt_map_record *record, const char *name, uint64_t hash)
{
    char text[17];
    cft_map_hash_digits(hash, text);
    chatfmt_map_record_add(record, name, text);
}
