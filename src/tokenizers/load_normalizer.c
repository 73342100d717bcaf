/* tokenizers/load_normalizer.c - the normalizer of a file, as steps. */
#include "tokenizers/load_parts.h"

#include "tokenizers/normalize_words.h"

static chatfmt_status normalizer_add(cft_tokenizer *t, cft_heap *heap, cft_normalizer step)
{
    if (t->normalizer_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "normalizer: more than %d steps", CFT_STEPS);
    t->normalizers[t->normalizer_count++] = step;
    return CHATFMT_OK;
}

#define NORMALIZER_FORM(name, value)                                                      \
    static chatfmt_status name(cft_tokenizer *t, cft_heap *heap, cft_value part)          \
    {                                                                                     \
        (void)part;                                                                       \
        return normalizer_add(                                                            \
            t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_FORM, .form = value});       \
    }
NORMALIZER_FORM(normalizer_nfc, CFT_NFC)
NORMALIZER_FORM(normalizer_nfd, CFT_NFD)
NORMALIZER_FORM(normalizer_nfkc, CFT_NFKC)
NORMALIZER_FORM(normalizer_nfkd, CFT_NFKD)

static chatfmt_status normalizer_lowercase(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_LOWERCASE});
}

static chatfmt_status normalizer_accents(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_STRIP_ACCENTS});
}

static chatfmt_status normalizer_bytes(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_BYTES});
}

static chatfmt_status normalizer_strip(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_STRIP};
    CFT_TRY(cft_load_flag(heap, part, "strip_left", "normalizer", true, &step.left));
    CFT_TRY(cft_load_flag(heap, part, "strip_right", "normalizer", true, &step.right));
    return normalizer_add(t, heap, step);
}

static chatfmt_status normalizer_prepend(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_PREPEND};
    CFT_TRY(cft_load_text(heap, part, "prepend", "normalizer", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    return normalizer_add(t, heap, step);
}

static chatfmt_status normalizer_replace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_REPLACE};
    cft_slice regex;
    CFT_TRY(cft_part_text_or_regex(t, heap, part, "normalizer", &step.text, &regex));
    if (regex.data)
        CFT_TRY(cft_part_pattern(t, heap, regex, "normalizer.pattern.Regex", &step.pattern));
    CFT_TRY(cft_load_text(heap, part, "content", "normalizer", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    if (cft_slice_equal(step.text, CFT_LIT(" "))) t->space = step.content;
    return normalizer_add(t, heap, step);
}

static chatfmt_status normalizer_nmt(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_NMT});
}

static chatfmt_status normalizer_bert(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    bool cleans, ideographs, lowers, accents;
    CFT_TRY(cft_load_flag(heap, part, "clean_text", "normalizer", true, &cleans));
    CFT_TRY(cft_load_flag(heap, part, "handle_chinese_chars", "normalizer", true, &ideographs));
    CFT_TRY(cft_load_flag(heap, part, "lowercase", "normalizer", true, &lowers));
    CFT_TRY(cft_load_flag(heap, part, "strip_accents", "normalizer", lowers, &accents));
    if (cleans) CFT_TRY(normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_CLEAN}));
    if (ideographs)
        CFT_TRY(normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_IDEOGRAPHS}));
    if (accents) {
        CFT_TRY(normalizer_nfd(t, heap, part));
        CFT_TRY(normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_MARKS}));
    }
    return lowers ? normalizer_lowercase(t, heap, part) : CHATFMT_OK;
}

static chatfmt_status normalizer_map(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_slice text;
    cft_charsmap *map = cft_arena_array(&t->arena, 1, sizeof *map);
    if (!map) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(cft_load_text(heap, part, "precompiled_charsmap", "normalizer", &text));
    chatfmt_status status = cft_charsmap_read_base64(map, &t->arena, text);
    if (status == CHATFMT_INPUT)
        return cft_raise(heap, status, "normalizer.precompiled_charsmap: expected a map of "
                                       "characters of SentencePiece in base64");
    if (status) return cft_raise(heap, status, "%s", chatfmt_status_text(status));
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_MAP, .map = map});
}

/* The user-defined pieces, for a trie: a list of texts, none of which is empty. */
static chatfmt_status normalizer_user(cft_tokenizer *t, cft_heap *heap, cft_value list)
{
    cft_trie_text *texts;
    size_t count = list.as.list->count;
    texts = cft_arena_array(&t->arena, count + 1, sizeof *texts);
    if (!texts) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        texts[i] = (cft_trie_text){cft_text_of(list.as.list->items[i]), (uint32_t)i + 1, 0};
    chatfmt_status status = cft_trie_build(&t->rules->user, &t->allocator, texts, count, count);
    return status ? cft_raise(heap, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}

/* Of sources that are no tokenizer.json. */
static chatfmt_status normalizer_pieces(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_value map = cft_load_field(part, "map");
    if (!t->is_source || t->rules)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "normalizer.type: Pieces is not supported");
    cft_piece_rules *rules = t->rules = cft_arena_array(&t->arena, 1, sizeof *rules);
    if (!rules) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    memset(rules, 0, sizeof *rules);
    rules->prefix = cft_part_is_set(part, "prefix");
    rules->collapses = cft_part_is_set(part, "collapses");
    rules->llama = cft_part_is_set(part, "llama");
    if (map.kind == CFT_STRING && map.length) {
        chatfmt_status status = cft_charsmap_read_base64(&rules->map, &t->arena, cft_text_of(map));
        if (status)
            return cft_raise(heap, status, "malformed map of characters in the normalizer");
    }
    CFT_TRY(normalizer_user(t, heap, cft_load_field(part, "user")));
    cft_piece_rules_prepare(rules);
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_PIECES, .rules = rules});
}

/* Of BERT's vocabularies in a GGUF. */
static chatfmt_status normalizer_llama(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_LLAMA_WORDS};
    if (!t->is_source)
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "normalizer.type: LlamaWords is not supported");
    step.left = cft_part_is_set(part, "lowercase");
    step.right = cft_part_is_set(part, "strip_accents");
    return normalizer_add(t, heap, step);
}

static const cft_part_row normalizer_rows[] = {
    {"NFC", normalizer_nfc},
    {"NFD", normalizer_nfd},
    {"NFKC", normalizer_nfkc},
    {"NFKD", normalizer_nfkd},
    {"Lowercase", normalizer_lowercase},
    {"Strip", normalizer_strip},
    {"StripAccents", normalizer_accents},
    {"Replace", normalizer_replace},
    {"Prepend", normalizer_prepend},
    {"ByteLevel", normalizer_bytes},
    {"Nmt", normalizer_nmt},
    {"BertNormalizer", normalizer_bert},
    {"Precompiled", normalizer_map},
    {"Pieces", normalizer_pieces},
    {"LlamaWords", normalizer_llama},
    {NULL, NULL},
};

chatfmt_status cft_load_normalizer(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    return cft_part_read(t, heap, part, "normalizer", "normalizers", normalizer_rows, 0);
}
