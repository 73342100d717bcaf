/* tokenizers/load.c - tokenizer.json to a tokenizer.
 *
 * The file is read into values, each part is taken from there, and the values are forgotten.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "tokenizers/file_kind.h"
#include "tokenizers/gguf_words.h"
#include "tokenizers/load_ranks.h"
#include "tokenizers/normalize_words.h"
#include "tokenizers/rebuild.h"
#include "tokenizers/sentence_piece.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/json_write.h"

cft_value cft_load_field(cft_value object, const char *name)
{
    if (object.kind != CFT_DICT) return cft_absent();
    const cft_entry *entry =
        cft_dict_find_text(object.as.dict, cft_slice_of(name, strlen(name)));
    return entry ? entry->value : cft_absent();
}

bool cft_load_is(cft_value value, const char *text)
{
    return value.kind == CFT_STRING && value.length == strlen(text) &&
           memcmp(value.as.text, text, value.length) == 0;
}

chatfmt_status cft_load_text(cft_heap *heap, cft_value object, const char *name,
                             const char *where, cft_slice *out)
{
    cft_value value = cft_load_field(object, name);
    if (value.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected a string", where, name);
    *out = cft_text_of(value);
    return CHATFMT_OK;
}

/* Digits of a number that needs 64 bits come as text (CFT_BIGINT), without leading zeros. */
bool cft_load_count(cft_value value, uint64_t *out)
{
    static const char most[] = "18446744073709551615";
    cft_slice digits = value.kind == CFT_BIGINT ? cft_text_of(value) : CFT_LIT("");
    *out = 0;
    if (value.kind == CFT_INT && value.as.integer >= 0) {
        *out = (uint64_t)value.as.integer;
        return true;
    }
    if (digits.length != sizeof most - 1 && digits.length != sizeof most - 2) return false;
    if (digits.data[0] == '-' ||
        (digits.length == sizeof most - 1 && memcmp(digits.data, most, digits.length) > 0))
        return false;
    for (size_t i = 0; i < digits.length; i++) *out = *out * 10 + (uint64_t)(digits.data[i] - '0');
    return true;
}

chatfmt_status cft_load_affix(cft_tokenizer *t, cft_heap *heap, const char *name, cft_slice text,
                              cft_slice *out)
{
    enum { LOAD_AFFIX = 200 };
    if (text.length > LOAD_AFFIX)
        return cft_raise(heap, CHATFMT_INPUT, "model.%s: expected at most %d bytes", name,
                         LOAD_AFFIX);
    return cft_load_keep(t, heap, text, out);
}

chatfmt_status cft_load_flag(cft_heap *heap, cft_value object, const char *name,
                             const char *where, bool standard, bool *out)
{
    cft_value value = cft_load_field(object, name);
    *out = standard;
    if (value.kind == CFT_ABSENT || value.kind == CFT_NONE) return CHATFMT_OK;
    if (value.kind != CFT_BOOL)
        return cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected true or false", where, name);
    *out = value.as.boolean;
    return CHATFMT_OK;
}

chatfmt_status cft_load_keep(cft_tokenizer *t, cft_heap *heap, cft_slice text, cft_slice *out)
{
    char *copy = cft_arena_copy(&t->arena, text.data, text.length);
    if (!copy) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    *out = cft_slice_of(copy, text.length);
    return CHATFMT_OK;
}

const cft_vocab *cft_tokenizer_texts(const cft_tokenizer *t)
{
    return t->uses_text_of_vocab ? &t->texts : &t->bpe.words;
}

/* Of a model in byte space the words are known by their bytes. */
static uint32_t load_find_bytes(const cft_tokenizer *t, cft_slice text)
{
    char room[CFT_BYTE_TEXT_MOST];
    size_t length;
    if (text.length <= sizeof room && cft_byte_text(text, room, &length))
        return cft_vocab_find(&t->bpe.words, room, length);
    return cft_vocab_find(&t->odd, text.data, text.length);
}

uint32_t cft_tokenizer_find(const cft_tokenizer *t, cft_slice text)
{
    for (size_t i = 0; i < t->added.count; i++)
        if (cft_slice_equal(t->added.tokens[i].content, text)) return t->added.tokens[i].id;
    return cft_tokenizer_model_find(t, text);
}

uint32_t cft_tokenizer_model_find(const cft_tokenizer *t, cft_slice text)
{
    if (t->uses_text_of_vocab) return load_find_bytes(t, text);
    uint32_t id = cft_vocab_find(&t->bpe.words, text.data, text.length);
    return t->bpe.pseudo && id >= t->bpe.pseudo ? CFT_NO_TOKEN : id;
}

cft_slice cft_tokenizer_model_name(const cft_tokenizer *t, uint32_t id)
{
    uint32_t entry;
    cft_slice text = {NULL, 0};
    if (id >= t->name_count ||
        !cft_vocab_entry(cft_tokenizer_texts(t), t->names[id], &entry, &text) ||
        (t->is_mapped && cft_utf8_check(text.data, text.length) != text.length))
        return (cft_slice){NULL, 0};
    return text;
}

cft_slice cft_tokenizer_name(const cft_tokenizer *t, uint32_t id)
{
    const cft_added_token *added = cft_added_by_id(&t->added, id);
    return added ? added->content : cft_tokenizer_model_name(t, id);
}

void cft_tokenizer_free(cft_tokenizer *t)
{
    cft_vocab_free(&t->bpe.words);
    cft_merges_free(&t->bpe.merges);
    cft_trie_free(&t->bpe.pieces, &t->allocator);
    if (t->rules) cft_trie_free(&t->rules->user, &t->allocator);
    cft_release(&t->allocator, t->bpe.own_scores, t->bpe.score_count * sizeof *t->bpe.own_scores);
    t->bpe.own_scores = NULL;
    if (t->uses_text_of_vocab) {
        cft_vocab_free(&t->texts);
        cft_vocab_free(&t->odd);
    }
    cft_added_free(&t->added);
    for (size_t i = 0; i < t->pattern_count; i++) cft_pattern_free(t->patterns[i]);
    t->pattern_count = 0;
    if (t->own_names)
        cft_release(&t->allocator, t->own_names, t->name_count * sizeof *t->own_names);
    t->own_names = NULL;
    t->names = NULL;
    t->name_count = 0;
    cft_arena_free(&t->arena);
}

/* ---- the parts of a file ---- */

static chatfmt_status load_check(cft_heap *heap, cft_value file)
{
    if (file.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT, "a tokenizer.json is a JSON object");
    cft_value version = cft_load_field(file, "version");
    if (version.kind != CFT_ABSENT && !cft_load_is(version, "1.0"))
        return cft_raise(heap, CHATFMT_INPUT, "version: only \"1.0\" is known");
    return CHATFMT_OK;
}

/* What tokenizers/rebuild.h says of the file. */
static void load_class(cft_tokenizer *t, cft_value rebuilt)
{
    t->of_class = rebuilt.kind == CFT_BOOL;
    t->is_rebuilt = t->of_class && rebuilt.as.boolean;
}

chatfmt_status cft_load_parts(cft_tokenizer *t, cft_heap *heap, cft_value file)
{
    CFT_TRY(load_check(heap, file));
    load_class(t, cft_load_field(file, "rebuilt"));
    CFT_TRY(cft_load_normalizer(t, heap, cft_load_field(file, "normalizer")));
    CFT_TRY(cft_load_pretokenizer(t, heap, cft_load_field(file, "pre_tokenizer")));
    CFT_TRY(cft_load_model_options(t, heap, cft_load_field(file, "model")));
    CFT_TRY(cft_load_decoder(t, heap, cft_load_field(file, "decoder")));
    CFT_TRY(cft_load_lengths(t, heap, file));
    return cft_load_post(t, heap, cft_load_field(file, "post_processor"));
}

static chatfmt_status load_all(cft_tokenizer *t, cft_heap *heap, cft_value file)
{
    CFT_TRY(load_check(heap, file));
    load_class(t, cft_load_field(file, "rebuilt"));
    CFT_TRY(cft_load_normalizer(t, heap, cft_load_field(file, "normalizer")));
    CFT_TRY(cft_load_pretokenizer(t, heap, cft_load_field(file, "pre_tokenizer")));
    CFT_TRY(cft_load_model(t, heap, cft_load_field(file, "model")));
    CFT_TRY(cft_load_added(t, heap, cft_load_field(file, "added_tokens")));
    if (t->uses_text_of_vocab) cft_vocab_drop_slots(&t->texts);
    CFT_TRY(cft_load_decoder(t, heap, cft_load_field(file, "decoder")));
    CFT_TRY(cft_load_lengths(t, heap, file));
    return cft_load_post(t, heap, cft_load_field(file, "post_processor"));
}

/* Members that are not written again: they have a form of their own. */
static bool load_is_large(cft_slice key, bool top)
{
    return top ? cft_slice_equal(key, CFT_LIT("added_tokens"))
               : cft_slice_equal(key, CFT_LIT("vocab")) || cft_slice_equal(key, CFT_LIT("merges"));
}

static chatfmt_status load_write(cft_builder *b, cft_value value, bool top)
{
    bool first = true;
    if (value.kind != CFT_DICT) return cft_json_append(b, value, &cft_json_plain);
    CFT_TRY(cft_build_fresh(b, "{", 1));
    const cft_dict *dict = value.as.dict;
    for (uint32_t i = 0; i < dict->count; i++) {
        cft_slice key = cft_text_of(dict->entries[i].key);
        if (load_is_large(key, top)) continue;
        if (!first) CFT_TRY(cft_build_fresh(b, ",", 1));
        first = false;
        CFT_TRY(cft_json_append(b, dict->entries[i].key, &cft_json_plain));
        CFT_TRY(cft_build_fresh(b, ":", 1));
        CFT_TRY(top && cft_slice_equal(key, CFT_LIT("model"))
                    ? load_write(b, dict->entries[i].value, false)
                    : cft_json_append(b, dict->entries[i].value, &cft_json_plain));
    }
    return cft_build_fresh(b, "}", 1);
}

/* The small parts once more as JSON, for a compiled file; without them there is none. */
static void load_keep_parts(cft_tokenizer *t, cft_heap *heap, cft_value file)
{
    cft_builder b;
    if (cft_build(&b, heap, 1024) || load_write(&b, file, true)) return;
    char *copy = cft_arena_copy(&t->arena, b.data, b.length);
    if (copy) t->parts = cft_slice_of(copy, b.length);
}

void cft_tokenizer_begin(cft_tokenizer *t, const chatfmt_allocator *allocator,
                         const chatfmt_limits *limits)
{
    memset(t, 0, sizeof *t);
    cft_budget_init(&t->budget, allocator, limits);
    t->allocator = cft_budget_allocator(&t->budget);
    cft_arena_init(&t->arena, &t->allocator);
}

/* The file as values, and paid for. */
static chatfmt_status load_read(cft_tokenizer *t, cft_heap *heap, cft_slice text,
                                chatfmt_error *error, cft_value *file)
{
    chatfmt_limits asked = {0}, limits = cft_default_limits;
    cft_budget *budget = &t->budget;
    cft_budget_begin(budget, &cft_load_rates, text.length);
    asked.fuel = budget->fuel;
    asked.heap_bytes = budget->heap.allowed;
    asked.string_bytes = budget->string.allowed;
    asked.value_depth = budget->given.value_depth ? budget->given.value_depth : 64;
    cft_limits_take(&limits, &asked);
    cft_heap_reset(heap, &limits, error);
    CFT_TRY(cft_json_read(heap, text, &(cft_json_options){0}, file, NULL));
    budget->fuel = heap->fuel;
    return cft_budget_spend_bytes(budget, text.length);
}

static chatfmt_status load_json(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                const chatfmt_limits *given, cft_slice text, cft_slice parts,
                                chatfmt_error *error)
{
    cft_tokenizer_begin(t, allocator, given);
    cft_heap heap;
    cft_heap_init(&heap, &t->allocator);
    cft_value file;
    chatfmt_status status = load_read(t, &heap, text, error, &file);
    bool tekken = !status && cft_tekken_is(file);
    if (!status && !tekken && parts.length) status = cft_tokenizer_rebuild(&heap, parts, &file);
    if (tekken) status = cft_tekken_load(t, file, error);
    else if (!status) status = load_all(t, &heap, file);
    if (status && t->budget.broken) status = cft_budget_told(&t->budget, status, error);
    if (!status && !tekken) {
        chatfmt_error unheard; /* a tokenizer without a compiled file is as good */
        heap.error = &unheard;
        load_keep_parts(t, &heap, file);
    }
    cft_heap_free(&heap);
    return status;
}

static chatfmt_status load_gguf(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                const chatfmt_limits *given, cft_slice bytes, chatfmt_error *error)
{
    cft_gguf_words words;
    chatfmt_status status = cft_gguf_words_take(&words, allocator, bytes, error);
    if (!status) status = cft_gguf_tokenizer(t, allocator, given, &words, error);
    cft_gguf_words_free(&words);
    return status;
}

chatfmt_status cft_tokenizer_load_within(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                         const chatfmt_limits *given, cft_slice text,
                                         cft_slice parts, chatfmt_error *error)
{
    cft_file_kind kind = cft_file_kind_of(text);
    cft_tokenizer_begin(t, allocator, given);
    switch (kind) {
    case CFT_FILE_JSON: return load_json(t, allocator, given, text, parts, error);
    case CFT_FILE_GGUF: return load_gguf(t, allocator, given, text, error);
    case CFT_FILE_SENTENCE_PIECE: return cft_sentence_piece_load(t, allocator, given, text, error);
    case CFT_FILE_RANKS: return cft_ranks_load(t, allocator, given, text, parts, error);
    default: return cft_file_kind_refuse(kind, error);
    }
}

chatfmt_status cft_tokenizer_load(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                  cft_slice text, chatfmt_error *error)
{
    return cft_tokenizer_load_within(t, allocator, NULL, text, cft_slice_of(NULL, 0), error);
}
