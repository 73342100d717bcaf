/* tokenizers/load_model.c - the model of a tokenizer.json: which it is, and BPE.
 *
 * Places of errors are named as in the file: model.merges[12]. Where the reference would abort
 * the process (a merge whose parts or result are no tokens) there is an error.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "value/dict.h"

static chatfmt_status load_no_memory(cft_heap *heap, chatfmt_status status)
{
    return status ? cft_raise(heap, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}

/* Where the text of each id is. */
static chatfmt_status model_name(cft_tokenizer *t, cft_heap *heap, const cft_vocab *vocab,
                                 uint32_t highest)
{
    size_t count = (size_t)highest + 1, place = 0;
    t->own_names = cft_allocate(&t->allocator, count * sizeof *t->own_names);
    if (!t->own_names) return load_no_memory(heap, CHATFMT_NO_MEMORY);
    t->names = t->own_names;
    t->name_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) t->own_names[i] = CFT_NO_TOKEN;
    uint32_t id;
    cft_slice text;
    for (size_t next = 0; cft_vocab_each(vocab, &next, &id, &text); place = next) {
        if (t->own_names[id] != CFT_NO_TOKEN) t->bpe.always_heap = true; /* two texts, one id */
        t->own_names[id] = (uint32_t)place;
    }
    return CHATFMT_OK;
}

/* The vocabulary as the file has it. */
static chatfmt_status model_texts(cft_tokenizer *t, cft_heap *heap, cft_value dict,
                                  cft_vocab *vocab, uint32_t *highest)
{
    if (dict.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT, "model.vocab: expected an object");
    const cft_dict *entries = dict.as.dict;
    size_t bytes = 0;
    for (uint32_t i = 0; i < entries->count; i++) bytes += entries->entries[i].key.length;
    CFT_TRY(load_no_memory(heap, cft_vocab_init(vocab, &t->allocator, entries->count, bytes)));
    int64_t most = (int64_t)entries->count * 16 + (1 << 20);
    *highest = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        cft_slice text = cft_text_of(entries->entries[i].key);
        cft_value id = entries->entries[i].value;
        if (id.kind != CFT_INT || id.as.integer < 0 || id.as.integer > most)
            return cft_raise(heap, CHATFMT_INPUT, "model.vocab: the id of token %u, \"%.*s\", is "
                                                  "not an integer from 0 to %lu", i,
                             (int)(text.length < 60 ? text.length : 60), text.data,
                             (unsigned long)most);
        CFT_TRY(load_no_memory(heap, cft_vocab_put(vocab, text, (uint32_t)id.as.integer)));
        if (id.as.integer > *highest) *highest = (uint32_t)id.as.integer;
    }
    return CHATFMT_OK;
}

/* True when each of the 256 characters of ByteLevel is a token, so that words may stay bytes. */
static bool model_has_alphabet(const cft_vocab *texts, uint32_t ids[256])
{
    for (unsigned b = 0; b < 256; b++) {
        char character[4];
        size_t width = cft_utf8_put(character, cft_byte_character((unsigned char)b));
        ids[b] = cft_vocab_find(texts, character, width);
        if (ids[b] == CFT_NO_TOKEN) return false;
    }
    return true;
}

/* The texts of these places of t->texts are not asked for by their bytes. */
static chatfmt_status model_keep_odd(cft_tokenizer *t, const cft_buffer *places)
{
    size_t count = places->length / sizeof(size_t), bytes = 0, place;
    uint32_t id;
    cft_slice text;
    for (size_t i = 0; i < count; i++) {
        memcpy(&place, places->data + i * sizeof place, sizeof place);
        if (cft_vocab_entry(&t->texts, place, &id, &text)) bytes += text.length;
    }
    if (count) CFT_TRY(cft_vocab_init(&t->odd, &t->allocator, count, bytes));
    for (size_t i = 0; i < count; i++) {
        memcpy(&place, places->data + i * sizeof place, sizeof place);
        if (cft_vocab_entry(&t->texts, place, &id, &text))
            CFT_TRY(cft_vocab_put(&t->odd, text, id));
    }
    return CHATFMT_OK;
}

/* From texts to raw bytes. Tokens with other characters than ByteLevel's cannot come out of the
 * model. `odd` receives the places of those, and of long ones. */
static chatfmt_status model_decode_each(cft_tokenizer *t, char *room, cft_buffer *odd)
{
    uint32_t id;
    cft_slice text;
    for (size_t place = 0, next = 0, length; cft_vocab_each(&t->texts, &next, &id, &text);
         place = next) {
        bool is_bytes = cft_byte_text(text, room, &length);
        if (is_bytes) CFT_TRY(cft_vocab_put(&t->bpe.words, cft_slice_of(room, length), id));
        if (!is_bytes || text.length > CFT_BYTE_TEXT_MOST)
            CFT_TRY(cft_buffer_append(odd, (const char *)&place, sizeof place));
    }
    return CHATFMT_OK;
}

static chatfmt_status model_decode_texts(cft_tokenizer *t, char *room)
{
    cft_buffer odd;
    cft_buffer_init(&odd, &t->allocator);
    chatfmt_status status = model_decode_each(t, room, &odd);
    if (!status) status = model_keep_odd(t, &odd);
    cft_buffer_free(&odd);
    return status;
}

static chatfmt_status model_decode_vocab(cft_tokenizer *t, cft_heap *heap)
{
    const cft_vocab *texts = &t->texts;
    CFT_TRY(load_no_memory(heap, cft_vocab_init(&t->bpe.words, &t->allocator, texts->count,
                                                 texts->blob_length)));
    char *room = cft_allocate(&t->allocator, (size_t)texts->longest + 1);
    if (!room) return load_no_memory(heap, CHATFMT_NO_MEMORY);
    chatfmt_status status = model_decode_texts(t, room);
    cft_release(&t->allocator, room, (size_t)texts->longest + 1);
    return load_no_memory(heap, status);
}

static void model_byte_tokens(cft_bpe *bpe)
{
    static const char digits[] = "0123456789ABCDEF";
    for (unsigned b = 0; b < 256; b++) {
        char text[6] = {'<', '0', 'x', digits[b >> 4], digits[b & 15], '>'};
        bpe->bytes[b] = cft_vocab_find(&bpe->words, text, sizeof text);
    }
}

/* ---- merges ---- */

/* The two parts of one merge: ["a", "b"], or "a b" with exactly one space. */
static chatfmt_status model_merge_parts(cft_heap *heap, cft_value merge, bool pairs, size_t index,
                                        cft_slice parts[2])
{
    if (pairs && merge.kind == CFT_LIST && merge.as.list->count == 2 &&
        merge.as.list->items[0].kind == CFT_STRING && merge.as.list->items[1].kind == CFT_STRING) {
        parts[0] = cft_text_of(merge.as.list->items[0]);
        parts[1] = cft_text_of(merge.as.list->items[1]);
        return CHATFMT_OK;
    }
    if (!pairs && merge.kind == CFT_STRING) {
        cft_slice text = cft_text_of(merge);
        const char *space = text.length ? memchr(text.data, ' ', text.length) : NULL;
        if (space) {
            size_t first = (size_t)(space - text.data), rest = text.length - first - 1;
            if (!rest || !memchr(space + 1, ' ', rest)) {
                parts[0] = cft_slice_of(text.data, first);
                parts[1] = cft_slice_of(space + 1, rest);
                return CHATFMT_OK;
            }
        }
    }
    return cft_raise(heap, CHATFMT_INPUT, "model.merges[%zu]: expected %s", index,
                     pairs ? "a pair of strings" : "two tokens with one space between them");
}

static bool model_is_version(cft_value merge)
{
    return merge.kind == CFT_STRING && merge.length >= 8 &&
           memcmp(merge.as.text, "#version", 8) == 0;
}

typedef struct model_merging {
    cft_heap *heap;
    const cft_vocab *texts;
    cft_bpe *bpe;
    cft_buffer joined;
} model_merging;

static chatfmt_status model_merge(model_merging *m, cft_slice parts[2], size_t index)
{
    uint32_t left = cft_vocab_find(m->texts, parts[0].data, parts[0].length);
    uint32_t right = cft_vocab_find(m->texts, parts[1].data, parts[1].length);
    size_t skip = m->bpe->prefix.length;
    uint32_t whole = CFT_NO_TOKEN;
    if (skip <= parts[1].length) {
        m->joined.length = 0;
        CFT_TRY(cft_buffer_append(&m->joined, parts[0].data, parts[0].length));
        CFT_TRY(cft_buffer_append(&m->joined, parts[1].data + skip, parts[1].length - skip));
        whole = cft_vocab_find(m->texts, m->joined.data, m->joined.length);
    }
    if (left == CFT_NO_TOKEN || right == CFT_NO_TOKEN || whole == CFT_NO_TOKEN)
        return cft_raise(m->heap, CHATFMT_INPUT,
                         "model.merges[%zu]: %s of the merge is not in model.vocab", index,
                         left == CFT_NO_TOKEN    ? "the left part"
                         : right == CFT_NO_TOKEN ? "the right part"
                                                 : "the result");
    return load_no_memory(m->heap, cft_merges_put(&m->bpe->merges, left, right, whole));
}

static chatfmt_status model_merges(cft_tokenizer *t, cft_heap *heap, const cft_vocab *texts,
                                   cft_value list)
{
    if (list.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT, "model.merges: expected an array");
    size_t count = list.as.list->count;
    CFT_TRY(load_no_memory(heap, cft_merges_init(&t->bpe.merges, &t->allocator, count,
                                                  t->name_count - 1)));
    bool pairs = count && list.as.list->items[0].kind == CFT_LIST;
    model_merging m = {.heap = heap, .texts = texts, .bpe = &t->bpe};
    cft_buffer_init(&m.joined, &t->allocator);
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; i < count && !status; i++) {
        cft_value merge = list.as.list->items[i];
        cft_slice parts[2] = {{NULL, 0}, {NULL, 0}};
        if (!pairs && model_is_version(merge)) continue;
        status = model_merge_parts(heap, merge, pairs, i, parts);
        if (!status) status = model_merge(&m, parts, i);
    }
    cft_buffer_free(&m.joined);
    return status;
}

/* ---- options ---- */

static chatfmt_status model_affix(cft_tokenizer *t, cft_heap *heap, cft_value model,
                                  const char *name, cft_slice *out)
{
    cft_value value = cft_load_field(model, name);
    *out = (cft_slice){NULL, 0};
    if (value.kind == CFT_ABSENT || value.kind == CFT_NONE) return CHATFMT_OK;
    if (value.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "model.%s: expected a string", name);
    return cft_load_affix(t, heap, name, cft_text_of(value), out);
}

static chatfmt_status model_options(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    cft_bpe *bpe = &t->bpe;
    cft_value dropout = cft_load_field(model, "dropout");
    bool none = dropout.kind == CFT_ABSENT || dropout.kind == CFT_NONE ||
                (dropout.kind == CFT_FLOAT && dropout.as.real == 0) ||
                (dropout.kind == CFT_INT && dropout.as.integer == 0);
    if (!none)
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "model.dropout: random tokens cannot be reproduced");
    CFT_TRY(cft_load_flag(heap, model, "byte_fallback", "model", false, &bpe->byte_fallback));
    CFT_TRY(cft_load_flag(heap, model, "fuse_unk", "model", false, &bpe->fuse_unk));
    CFT_TRY(cft_load_flag(heap, model, "ignore_merges", "model", false, &bpe->ignore_merges));
    CFT_TRY(model_affix(t, heap, model, "continuing_subword_prefix", &bpe->prefix));
    CFT_TRY(model_affix(t, heap, model, "end_of_word_suffix", &bpe->suffix));
    if (bpe->prefix.length) bpe->always_heap = true;
    return CHATFMT_OK;
}

static chatfmt_status model_unknown(cft_tokenizer *t, cft_heap *heap, cft_value model,
                                    const cft_vocab *texts)
{
    cft_value unk = cft_load_field(model, "unk_token");
    t->bpe.unk = CFT_NO_TOKEN;
    if (unk.kind == CFT_ABSENT || unk.kind == CFT_NONE) return CHATFMT_OK;
    if (unk.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "model.unk_token: expected a string");
    t->bpe.unk = cft_vocab_find(texts, unk.as.text, unk.length);
    t->bpe.unk_missing = t->bpe.unk == CFT_NO_TOKEN;
    return CHATFMT_OK;
}

static const struct {
    const char *name;
    cft_word_model kind;
} model_kinds[] = {
    {"BPE", CFT_MODEL_BPE},
    {"Unigram", CFT_MODEL_UNIGRAM},
    {"WordPiece", CFT_MODEL_WORD_PIECE},
    {"WordLevel", CFT_MODEL_WORD_LEVEL},
};

/* Of files that do not say it. Source: ModelUntagged, which tries one after the other. */
static cft_word_model model_guess(cft_value model)
{
    if (cft_load_field(model, "vocab").kind == CFT_LIST) return CFT_MODEL_UNIGRAM;
    if (cft_load_field(model, "merges").kind != CFT_ABSENT) return CFT_MODEL_BPE;
    if (cft_load_field(model, "max_input_chars_per_word").kind != CFT_ABSENT &&
        cft_load_field(model, "continuing_subword_prefix").kind != CFT_ABSENT)
        return CFT_MODEL_WORD_PIECE;
    return cft_load_field(model, "unk_token").kind == CFT_STRING &&
                   cft_load_field(model, "byte_fallback").kind == CFT_ABSENT
               ? CFT_MODEL_WORD_LEVEL
               : CFT_MODEL_BPE;
}

static chatfmt_status model_type(cft_heap *heap, cft_value model, cft_word_model *kind)
{
    if (model.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT,
                         model.kind == CFT_ABSENT
                             ? "there is no member model, where a tokenizer.json has its vocabulary"
                             : "model: expected an object");
    cft_value type = cft_load_field(model, "type");
    *kind = model_guess(model);
    if (type.kind == CFT_ABSENT) return CHATFMT_OK;
    if (type.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "model.type: expected a string");
    for (size_t i = 0; i < sizeof model_kinds / sizeof *model_kinds; i++) {
        *kind = model_kinds[i].kind;
        if (cft_load_is(type, model_kinds[i].name)) return CHATFMT_OK;
    }
    return cft_raise(
        heap, CHATFMT_UNSUPPORTED,
        "model.type: %.*s is not supported, only BPE, Unigram, WordPiece and WordLevel",
        (int)(type.length < 40 ? type.length : 40), type.as.text);
}

/* The last split writes bytes as characters; with a whole alphabet nothing would be gained. */
bool cft_load_enter_byte_space(cft_tokenizer *t)
{
    if (!t->byte_level || !t->split_count) return false;
    t->bpe.byte_space = true;
    t->split_count--;
    return true;
}

chatfmt_status cft_load_model_options(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    CFT_TRY(model_type(heap, model, &t->bpe.kind));
    return t->bpe.kind == CFT_MODEL_BPE ? model_options(t, heap, model)
                                        : cft_load_other_options(t, heap, model);
}

chatfmt_status cft_load_tokens(cft_tokenizer *t, cft_heap *heap, const cft_vocab *texts,
                               uint32_t highest)
{
    bool bytes = t->bpe.kind == CFT_MODEL_BPE && t->byte_level && !t->bpe.prefix.length &&
                 !t->bpe.suffix.length && model_has_alphabet(texts, t->bpe.bytes);
    if (bytes) {
        t->texts = *texts;
        t->uses_text_of_vocab = true;
    } else {
        t->bpe.words = *texts;
    }
    t->model_count = (uint32_t)texts->count;
    return model_name(t, heap, cft_tokenizer_texts(t), highest);
}

chatfmt_status cft_load_finish(cft_tokenizer *t, cft_heap *heap)
{
    if (t->bpe.kind != CFT_MODEL_BPE)
        CFT_TRY(load_no_memory(heap, cft_merges_init(&t->bpe.merges, &t->allocator, 0, 0)));
    if (t->uses_text_of_vocab) {
        CFT_TRY(model_decode_vocab(t, heap));
        (void)cft_load_enter_byte_space(t);
    } else {
        model_byte_tokens(&t->bpe);
    }
    cft_bpe_prepare(&t->bpe);
    return CHATFMT_OK;
}

chatfmt_status cft_load_model(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    CFT_TRY(cft_load_model_options(t, heap, model));
    cft_vocab texts = {.count = 0};
    uint32_t highest = 0;
    bool scored = t->bpe.kind == CFT_MODEL_UNIGRAM;
    cft_value vocab = cft_load_field(model, "vocab");
    chatfmt_status status = scored ? cft_load_scored(t, heap, model, &texts, &highest)
                                   : model_texts(t, heap, vocab, &texts, &highest);
    if (status) {
        t->bpe.words = texts; /* to be freed with the tokenizer */
        return status;
    }
    CFT_TRY(cft_load_tokens(t, heap, &texts, highest));
    const cft_vocab *names = cft_tokenizer_texts(t);
    if (scored) return cft_load_unigram(t, heap, model);
    CFT_TRY(model_unknown(t, heap, model, names));
    if (t->bpe.kind != CFT_MODEL_BPE) return cft_load_words(t, heap);
    CFT_TRY(model_merges(t, heap, names, cft_load_field(model, "merges")));
    return cft_load_finish(t, heap);
}
