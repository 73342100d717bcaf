/* tokenizers/compiled.c - tokenizers to bytes and back.
 *
 * A head, then sections, each at a multiple of 64. The small parts (normalizer, pre-tokenizer …)
 * stand there as the JSON that they came from and go through the same reader as ever; the large
 * tables stand as they are used.
 */
#include "tokenizers/compiled.h"

#include "base/checksum.h"
#include "value/json_read.h"

typedef enum compiled_section {
    COMPILED_PARTS,       /* JSON of all that is small          */
    COMPILED_MODEL,       /* compiled_model                     */
    COMPILED_WORDS,       /* blob and slots of bpe.words        */
    COMPILED_WORD_SLOTS,
    COMPILED_WORD_TREE,
    COMPILED_TEXTS,       /* blob of `texts`, when it is used   */
    COMPILED_ODD,         /* blob, slots and tree of `odd`      */
    COMPILED_ODD_SLOTS,
    COMPILED_ODD_TREE,
    COMPILED_NAMES,
    COMPILED_MERGE_SLOTS,
    COMPILED_MERGE_IDS,
    COMPILED_MERGE_ORDER, /* where ranks are equal              */
    COMPILED_SPILLED,     /* pairs without a slot               */
    COMPILED_SPILLED_TREE,
    COMPILED_SCORES,      /* of Unigram                         */
    COMPILED_PIECE_NODES, /* of Unigram and WordPiece           */
    COMPILED_PIECE_EDGES,
    COMPILED_ADDED,       /* compiled_added, one for each token */
    COMPILED_ADDED_TEXT,
    COMPILED_RAW_NODES,
    COMPILED_RAW_EDGES,
    COMPILED_NORMAL_NODES,
    COMPILED_NORMAL_EDGES,
    COMPILED_SECTIONS
} compiled_section;

typedef struct compiled_head {
    char magic[8];
    uint32_t version, endian;
    uint32_t head_bytes, model_bytes, added_bytes, section_count; /* sizes of these structs */
    uint64_t length;                                              /* of everything          */
    char source[64];
    struct compiled_range {
        uint64_t begin, length;
    } sections[COMPILED_SECTIONS];
    uint64_t reserved;
    uint64_t checksum; /* of what is in front of it and of what is after */
} compiled_head;

enum {
    COMPILED_BYTE_SPACE = 1, COMPILED_FALLBACK = 2, COMPILED_FUSE = 4, COMPILED_IGNORE = 8,
    COMPILED_HEAP = 16, COMPILED_CUT = 32, COMPILED_UNK_MISSING = 64, COMPILED_TEXT_VOCAB = 128,
    COMPILED_WIDE = 256, COMPILED_LINES = 512, COMPILED_ASCII_STRIP = 1024,
    COMPILED_LONGEST = 2048, COMPILED_SINGLE = 4096, COMPILED_FINDS = 8192
};

typedef struct compiled_model {
    uint32_t flags, unk, model_count, name_count;
    uint32_t word_count, word_slots, longest_word, text_count;
    uint32_t merge_slots, merge_count, added_count;
    uint32_t odd_count, odd_slots, longest_odd, pseudo;
    uint32_t kind, unused;
    double unk_score;
    uint32_t bytes[256], ascii[128];
    uint64_t pairs[1024];
    uint8_t before_meta[256];
} compiled_model;

enum {
    COMPILED_SINGLE_WORD = 1, COMPILED_LSTRIP = 2, COMPILED_RSTRIP = 4, COMPILED_NORMALIZED = 8,
    COMPILED_SPECIAL = 16, COMPILED_OF_MODEL = 32
};

typedef struct compiled_added {
    uint32_t id, flags;
    uint32_t content, content_length; /* in COMPILED_ADDED_TEXT */
    uint32_t pattern, pattern_length;
} compiled_added;

static const char compiled_magic[8] = {'c', 'h', 'a', 't', 't', 'o', 'k', '\n'};
enum { COMPILED_ENDIAN = 0x01020304, COMPILED_ALIGN = 64, COMPILED_TAIL = 64 };

static uint64_t compiled_checksum(const char *data, size_t length)
{
    size_t place = offsetof(compiled_head, checksum);
    uint64_t front = cft_checksum(data, place);
    return front ^ cft_checksum(data + sizeof(compiled_head), length - sizeof(compiled_head));
}

/* ---- writing ---- */

static chatfmt_status compiled_pad(cft_buffer *out)
{
    static const char zeros[COMPILED_ALIGN] = {0};
    size_t over = out->length % COMPILED_ALIGN;
    return over ? cft_buffer_append(out, zeros, COMPILED_ALIGN - over) : CHATFMT_OK;
}

static chatfmt_status compiled_put(cft_buffer *out, compiled_head *head, compiled_section section,
                                   const void *data, size_t length)
{
    CFT_TRY(compiled_pad(out));
    head->sections[section].begin = out->length;
    head->sections[section].length = length;
    return length ? cft_buffer_append(out, data, length) : CHATFMT_OK;
}

static void compiled_fill_model(const cft_tokenizer *t, compiled_model *m)
{
    const cft_bpe *bpe = &t->bpe;
    memset(m, 0, sizeof *m);
    m->flags = (bpe->byte_space ? COMPILED_BYTE_SPACE : 0u) |
               (bpe->byte_fallback ? COMPILED_FALLBACK : 0u) |
               (bpe->fuse_unk ? COMPILED_FUSE : 0u) |
               (bpe->ignore_merges ? COMPILED_IGNORE : 0u) |
               (bpe->always_heap ? COMPILED_HEAP : 0u) | (bpe->can_cut ? COMPILED_CUT : 0u) |
               (bpe->unk_missing ? COMPILED_UNK_MISSING : 0u) |
               (t->uses_text_of_vocab ? COMPILED_TEXT_VOCAB : 0u) |
               (bpe->merges.wide ? COMPILED_WIDE : 0u) |
               (bpe->whole_lines ? COMPILED_LINES : 0u) |
               (t->added.ascii_strip ? COMPILED_ASCII_STRIP : 0u) |
               (t->added.longest_first ? COMPILED_LONGEST : 0u) |
               (bpe->single ? COMPILED_SINGLE : 0u) | (bpe->finds_unknown ? COMPILED_FINDS : 0u);
    m->kind = bpe->kind;
    m->unk_score = bpe->unk_score;
    m->pseudo = bpe->pseudo;
    m->unk = bpe->unk;
    m->model_count = t->model_count;
    m->name_count = t->name_count;
    m->word_count = (uint32_t)bpe->words.count;
    m->word_slots = bpe->words.slot_count;
    m->longest_word = bpe->words.longest;
    m->text_count = (uint32_t)t->texts.count;
    m->merge_slots = bpe->merges.slot_count;
    m->merge_count = bpe->merges.count;
    m->added_count = (uint32_t)t->added.count;
    m->odd_count = (uint32_t)t->odd.count;
    m->odd_slots = t->odd.slot_count;
    m->longest_odd = t->odd.longest;
    memcpy(m->bytes, bpe->bytes, sizeof m->bytes);
    memcpy(m->ascii, bpe->ascii, sizeof m->ascii);
    memcpy(m->pairs, bpe->pairs, sizeof m->pairs);
    for (int b = 0; b < 256; b++) m->before_meta[b] = bpe->before_meta[b];
}

static chatfmt_status compiled_put_added(const cft_added *added, cft_buffer *out,
                                         compiled_head *head, cft_buffer *texts)
{
    CFT_TRY(compiled_put(out, head, COMPILED_ADDED, NULL, 0));
    for (size_t i = 0; i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        compiled_added row = {
            .id = token->id,
            .flags = (token->single_word ? COMPILED_SINGLE_WORD : 0u) |
                     (token->lstrip ? COMPILED_LSTRIP : 0u) |
                     (token->rstrip ? COMPILED_RSTRIP : 0u) |
                     (token->normalized ? COMPILED_NORMALIZED : 0u) |
                     (token->special ? COMPILED_SPECIAL : 0u) |
                     (token->of_model ? COMPILED_OF_MODEL : 0u),
            .content = (uint32_t)texts->length,
            .content_length = (uint32_t)token->content.length,
        };
        CFT_TRY(cft_buffer_append(texts, token->content.data, token->content.length));
        row.pattern = row.content;
        row.pattern_length = (uint32_t)token->pattern.length;
        if (!cft_slice_equal(token->pattern, token->content)) {
            row.pattern = (uint32_t)texts->length;
            if (token->pattern.length)
                CFT_TRY(cft_buffer_append(texts, token->pattern.data, token->pattern.length));
        }
        if (texts->length > (size_t)1 << 30) return CHATFMT_LIMIT;
        CFT_TRY(cft_buffer_append(out, (const char *)&row, sizeof row));
    }
    head->sections[COMPILED_ADDED].length = added->count * sizeof(compiled_added);
    return compiled_put(out, head, COMPILED_ADDED_TEXT, texts->data, texts->length);
}

static chatfmt_status compiled_put_trie(const cft_trie *trie, cft_buffer *out,
                                        compiled_head *head, compiled_section nodes)
{
    if (!trie->nodes) return CHATFMT_OK;
    CFT_TRY(compiled_put(out, head, nodes, trie->nodes,
                         (trie->node_count + 1) * sizeof *trie->nodes));
    return compiled_put(out, head, nodes + 1, trie->edges,
                        trie->edge_count * sizeof *trie->edges);
}

static chatfmt_status compiled_put_tree(const cft_text_tree *tree, cft_buffer *out,
                                        compiled_head *head, compiled_section section)
{
    return compiled_put(out, head, section, tree->nodes, tree->count * sizeof *tree->nodes);
}

/* Blob, slots and tree, in sections that follow one another. */
static chatfmt_status compiled_put_vocab(const cft_vocab *vocab, cft_buffer *out,
                                         compiled_head *head, compiled_section blob)
{
    CFT_TRY(compiled_put(out, head, blob, vocab->blob, vocab->blob_length));
    CFT_TRY(compiled_put(out, head, blob + 1, vocab->slots,
                         (size_t)vocab->slot_count * sizeof *vocab->slots));
    return compiled_put_tree(&vocab->tree, out, head, blob + 2);
}

static chatfmt_status compiled_put_merges(const cft_merges *merges, cft_buffer *out,
                                          compiled_head *head)
{
    CFT_TRY(compiled_put(out, head, COMPILED_MERGE_SLOTS, merges->slots,
                         ((size_t)merges->slot_count * sizeof *merges->slots)
                             << (merges->wide ? 1 : 0)));
    CFT_TRY(compiled_put(out, head, COMPILED_MERGE_IDS, merges->ids,
                         (size_t)merges->count * sizeof *merges->ids));
    CFT_TRY(compiled_put(out, head, COMPILED_MERGE_ORDER, merges->order,
                         merges->order ? (size_t)merges->count * sizeof *merges->order : 0));
    CFT_TRY(compiled_put(out, head, COMPILED_SPILLED, merges->spilled.data,
                         merges->spilled.length));
    return compiled_put_tree(&merges->tree, out, head, COMPILED_SPILLED_TREE);
}

static chatfmt_status compiled_put_all(const cft_tokenizer *t, cft_buffer *out,
                                       compiled_head *head, cft_buffer *texts)
{
    const cft_bpe *bpe = &t->bpe;
    compiled_model model;
    compiled_fill_model(t, &model);
    CFT_TRY(cft_buffer_append(out, (const char *)head, sizeof *head));
    CFT_TRY(compiled_put(out, head, COMPILED_PARTS, t->parts.data, t->parts.length));
    CFT_TRY(compiled_put(out, head, COMPILED_MODEL, &model, sizeof model));
    CFT_TRY(compiled_put_vocab(&bpe->words, out, head, COMPILED_WORDS));
    CFT_TRY(compiled_put(out, head, COMPILED_TEXTS, t->texts.blob, t->texts.blob_length));
    CFT_TRY(compiled_put_vocab(&t->odd, out, head, COMPILED_ODD));
    CFT_TRY(compiled_put(out, head, COMPILED_NAMES, t->names,
                         (size_t)t->name_count * sizeof *t->names));
    CFT_TRY(compiled_put_merges(&bpe->merges, out, head));
    CFT_TRY(compiled_put(out, head, COMPILED_SCORES, bpe->scores,
                         bpe->scores ? (size_t)t->name_count * sizeof *bpe->scores : 0));
    CFT_TRY(compiled_put_trie(&bpe->pieces, out, head, COMPILED_PIECE_NODES));
    CFT_TRY(compiled_put_added(&t->added, out, head, texts));
    CFT_TRY(compiled_put_trie(&t->added.raw, out, head, COMPILED_RAW_NODES));
    CFT_TRY(compiled_put_trie(&t->added.normalized, out, head, COMPILED_NORMAL_NODES));
    /* Readers of UTF-8 may look a few bytes ahead. */
    static const char tail[COMPILED_TAIL] = {0};
    CFT_TRY(compiled_pad(out));
    return cft_buffer_append(out, tail, sizeof tail);
}

static bool compiled_is_text(const cft_vocab *vocab)
{
    uint32_t id;
    cft_slice text;
    for (size_t place = 0; cft_vocab_each(vocab, &place, &id, &text);)
        if (cft_utf8_check(text.data, text.length) != text.length) return false;
    return true;
}

chatfmt_status cft_compiled_write(const cft_tokenizer *t, const char source[64], cft_buffer *out)
{
    compiled_head head;
    if (!t->parts.length || !compiled_is_text(cft_tokenizer_texts(t)))
        return CHATFMT_UNSUPPORTED;
    for (size_t i = 0; i < t->added.count; i++)
        if (cft_utf8_check(t->added.tokens[i].content.data, t->added.tokens[i].content.length) !=
            t->added.tokens[i].content.length)
            return CHATFMT_UNSUPPORTED;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, compiled_magic, sizeof head.magic);
    memcpy(head.source, source, sizeof head.source);
    head.version = CFT_COMPILED_VERSION;
    head.endian = COMPILED_ENDIAN;
    head.head_bytes = sizeof head;
    head.model_bytes = sizeof(compiled_model);
    head.added_bytes = sizeof(compiled_added);
    head.section_count = COMPILED_SECTIONS;
    size_t begin = out->length;
    cft_buffer texts;
    cft_buffer_init(&texts, &out->allocator);
    chatfmt_status status = compiled_put_all(t, out, &head, &texts);
    cft_buffer_free(&texts);
    if (status || begin) return status ? status : CHATFMT_BAD_ARGUMENT;
    memcpy(out->data, &head, sizeof head);
    cft_compiled_seal(out->data, out->length);
    return CHATFMT_OK;
}

void cft_compiled_seal(char *data, size_t length)
{
    if (length < sizeof(compiled_head)) return;
    uint64_t whole = length;
    memcpy(data + offsetof(compiled_head, length), &whole, sizeof whole);
    uint64_t checksum = compiled_checksum(data, length);
    memcpy(data + offsetof(compiled_head, checksum), &checksum, sizeof checksum);
}

/* ---- reading ---- */

typedef struct compiled_file {
    const char *data;
    compiled_head head;
    compiled_model model;
} compiled_file;

static cft_slice compiled_get(const compiled_file *file, compiled_section section)
{
    return cft_slice_of(file->data + file->head.sections[section].begin,
                        (size_t)file->head.sections[section].length);
}

static bool compiled_check_head(compiled_file *file, cft_slice data, const char *source)
{
    compiled_head *head = &file->head;
    if (data.length < sizeof *head + COMPILED_TAIL ||
        (uintptr_t)data.data % COMPILED_ALIGN != 0)
        return false;
    memcpy(head, data.data, sizeof *head);
    if (memcmp(head->magic, compiled_magic, sizeof head->magic) ||
        head->version != CFT_COMPILED_VERSION || head->endian != COMPILED_ENDIAN ||
        head->head_bytes != sizeof *head || head->model_bytes != sizeof(compiled_model) ||
        head->added_bytes != sizeof(compiled_added) ||
        head->section_count != COMPILED_SECTIONS || head->length != data.length)
        return false;
    if (source && memcmp(head->source, source, sizeof head->source)) return false;
    uint64_t end = data.length - COMPILED_TAIL;
    for (int i = 0; i < COMPILED_SECTIONS; i++)
        if (head->sections[i].begin % COMPILED_ALIGN || head->sections[i].begin > end ||
            head->sections[i].length > end - head->sections[i].begin)
            return false;
    return compiled_checksum(data.data, data.length) == head->checksum;
}

static bool compiled_is_tree(const compiled_file *file, compiled_section section)
{
    size_t length = compiled_get(file, section).length;
    return length % sizeof(cft_tree_node) == 0 && length / sizeof(cft_tree_node) <= UINT32_MAX;
}

/* The lengths of the tables must be what the counts say. Merges are looked up without asking
 * whether there are slots. Each text of the model is an entry of a blob. */
static bool compiled_check_model(compiled_file *file)
{
    compiled_model *m = &file->model;
    cft_slice model = compiled_get(file, COMPILED_MODEL);
    if (model.length != sizeof *m) return false;
    memcpy(m, model.data, sizeof *m);
    bool scored = m->kind == CFT_MODEL_UNIGRAM, plain = m->kind == CFT_MODEL_BPE;
    const uint64_t four = 4, eight = 8; /* so that no product is one of 32 bits */
    uint64_t merge_bytes = m->flags & COMPILED_WIDE ? eight * 2 : eight;
    return compiled_get(file, COMPILED_WORD_SLOTS).length == eight * m->word_slots &&
           compiled_get(file, COMPILED_ODD_SLOTS).length == eight * m->odd_slots &&
           compiled_is_tree(file, COMPILED_WORD_TREE) &&
           compiled_is_tree(file, COMPILED_ODD_TREE) &&
           compiled_is_tree(file, COMPILED_SPILLED_TREE) && m->merge_slots > 0 &&
           m->model_count <= (compiled_get(file, COMPILED_TEXTS).length +
                              compiled_get(file, COMPILED_WORDS).length) / CFT_ENTRY_HEAD &&
           compiled_get(file, COMPILED_NAMES).length == four * m->name_count &&
           compiled_get(file, COMPILED_MERGE_SLOTS).length == merge_bytes * m->merge_slots &&
           compiled_get(file, COMPILED_MERGE_IDS).length == four * m->merge_count &&
           (!compiled_get(file, COMPILED_MERGE_ORDER).length ||
            compiled_get(file, COMPILED_MERGE_ORDER).length == four * m->merge_count) &&
           compiled_get(file, COMPILED_ADDED).length ==
               (uint64_t)sizeof(compiled_added) * m->added_count &&
           m->name_count > 0 && m->kind <= CFT_MODEL_WORD_LEVEL &&
           compiled_get(file, COMPILED_SCORES).length == (scored ? eight * m->name_count : 0) &&
           (plain || !(m->flags & (COMPILED_BYTE_SPACE | COMPILED_CUT | COMPILED_TEXT_VOCAB)));
}

static cft_text_tree compiled_tree(const compiled_file *file, compiled_section section)
{
    cft_slice nodes = compiled_get(file, section);
    return (cft_text_tree){.nodes = (const cft_tree_node *)(const void *)nodes.data,
                           .count = (uint32_t)(nodes.length / sizeof(cft_tree_node))};
}

/* The sections from `blob` on: texts, slots, tree. */
static cft_vocab compiled_vocab(const cft_tokenizer *t, const compiled_file *file,
                                compiled_section blob, uint32_t count, uint32_t longest)
{
    cft_slice texts = compiled_get(file, blob), slots = compiled_get(file, blob + 1);
    return (cft_vocab){.allocator = t->allocator,
                       .blob = texts.data,
                       .blob_length = texts.length,
                       .slots = (const uint64_t *)(const void *)slots.data,
                       .slot_count = (uint32_t)(slots.length / sizeof(uint64_t)),
                       .count = count,
                       .longest = longest,
                       .tree = compiled_tree(file, blob + 2)};
}

static cft_merges compiled_merges(const cft_tokenizer *t, const compiled_file *file)
{
    const compiled_model *m = &file->model;
    cft_slice order = compiled_get(file, COMPILED_MERGE_ORDER);
    return (cft_merges){
        .allocator = t->allocator,
        .slots = (const uint64_t *)(const void *)compiled_get(file, COMPILED_MERGE_SLOTS).data,
        .slot_count = m->merge_slots,
        .wide = (m->flags & COMPILED_WIDE) != 0,
        .ids = (const uint32_t *)(const void *)compiled_get(file, COMPILED_MERGE_IDS).data,
        .count = m->merge_count,
        .order = order.length ? (const uint32_t *)(const void *)order.data : NULL,
        .spilled = compiled_get(file, COMPILED_SPILLED),
        .tree = compiled_tree(file, COMPILED_SPILLED_TREE)};
}

/* The model's texts, which are only walked through and found by their places. */
static cft_vocab compiled_texts(const cft_tokenizer *t, const compiled_file *file)
{
    cft_slice texts = compiled_get(file, COMPILED_TEXTS);
    return (cft_vocab){.allocator = t->allocator,
                       .blob = texts.data,
                       .blob_length = texts.length,
                       .count = file->model.text_count};
}

static void compiled_take_model(cft_tokenizer *t, const compiled_file *file)
{
    const compiled_model *m = &file->model;
    cft_bpe *bpe = &t->bpe;
    bpe->byte_space = (m->flags & COMPILED_BYTE_SPACE) != 0;
    bpe->byte_fallback = (m->flags & COMPILED_FALLBACK) != 0;
    bpe->fuse_unk = (m->flags & COMPILED_FUSE) != 0;
    bpe->ignore_merges = (m->flags & COMPILED_IGNORE) != 0;
    bpe->always_heap = (m->flags & COMPILED_HEAP) != 0;
    bpe->can_cut = (m->flags & COMPILED_CUT) != 0;
    bpe->unk_missing = (m->flags & COMPILED_UNK_MISSING) != 0;
    bpe->whole_lines = (m->flags & COMPILED_LINES) != 0;
    bpe->pseudo = m->pseudo;
    t->added.longest_first = (m->flags & COMPILED_LONGEST) != 0;
    t->added.ascii_strip = (m->flags & COMPILED_ASCII_STRIP) != 0;
    bpe->unk = m->unk;
    memcpy(bpe->bytes, m->bytes, sizeof m->bytes);
    memcpy(bpe->ascii, m->ascii, sizeof m->ascii);
    memcpy(bpe->pairs, m->pairs, sizeof m->pairs);
    for (int b = 0; b < 256; b++) bpe->before_meta[b] = m->before_meta[b] != 0;
    bpe->kind = (cft_word_model)m->kind;
    bpe->single = (m->flags & COMPILED_SINGLE) != 0;
    bpe->finds_unknown = (m->flags & COMPILED_FINDS) != 0;
    bpe->unk_score = m->unk_score;
    bpe->scores = (const double *)(const void *)compiled_get(file, COMPILED_SCORES).data;
    bpe->score_count = m->kind == CFT_MODEL_UNIGRAM ? m->name_count : 0;
    bpe->words = compiled_vocab(t, file, COMPILED_WORDS, m->word_count, m->longest_word);
    bpe->merges = compiled_merges(t, file);
    t->uses_text_of_vocab = (m->flags & COMPILED_TEXT_VOCAB) != 0;
    if (t->uses_text_of_vocab) {
        t->texts = compiled_texts(t, file);
        t->odd = compiled_vocab(t, file, COMPILED_ODD, m->odd_count, m->longest_odd);
    }
    t->names = (const uint32_t *)(const void *)compiled_get(file, COMPILED_NAMES).data;
    t->name_count = m->name_count;
    t->model_count = m->model_count;
}

/* A text of an added token: inside the section, and UTF-8. */
static bool compiled_text(cft_slice all, uint32_t begin, uint32_t length, cft_slice *out)
{
    if (begin > all.length || length > all.length - begin) return false;
    *out = cft_slice_of(all.data + begin, length);
    return true;
}

static chatfmt_status compiled_take_added(cft_tokenizer *t, const compiled_file *file)
{
    cft_added *added = &t->added;
    cft_slice rows = compiled_get(file, COMPILED_ADDED);
    cft_slice texts = compiled_get(file, COMPILED_ADDED_TEXT);
    size_t count = file->model.added_count;
    added->allocator = t->allocator;
    added->tokens = cft_allocate(&t->allocator, (count + 1) * sizeof *added->tokens);
    if (!added->tokens) return CHATFMT_NO_MEMORY;
    added->capacity = count + 1;
    /* Whole texts may be checked at once only where each begins at a character. */
    for (size_t i = 0; i < count; i++) {
        compiled_added row;
        cft_added_token *token = &added->tokens[i];
        memcpy(&row, rows.data + i * sizeof row, sizeof row);
        *token = (cft_added_token){.id = row.id,
                                   .single_word = (row.flags & COMPILED_SINGLE_WORD) != 0,
                                   .lstrip = (row.flags & COMPILED_LSTRIP) != 0,
                                   .rstrip = (row.flags & COMPILED_RSTRIP) != 0,
                                   .normalized = (row.flags & COMPILED_NORMALIZED) != 0,
                                   .special = (row.flags & COMPILED_SPECIAL) != 0,
                                   .of_model = (row.flags & COMPILED_OF_MODEL) != 0};
        if (!compiled_text(texts, row.content, row.content_length, &token->content) ||
            !compiled_text(texts, row.pattern, row.pattern_length, &token->pattern) ||
            cft_utf8_check(token->content.data, token->content.length) != token->content.length ||
            cft_utf8_check(token->pattern.data, token->pattern.length) != token->pattern.length)
            return CHATFMT_INPUT;
        uint64_t most = (uint64_t)file->model.name_count + file->model.model_count + count;
        if (row.id > most) return CHATFMT_INPUT;
        added->count = i + 1;
    }
    return cft_added_index(added);
}

static chatfmt_status compiled_take_trie(const compiled_file *file,
                                         compiled_section section, size_t most, cft_trie *trie)
{
    cft_slice nodes = compiled_get(file, section), edges = compiled_get(file, section + 1);
    if (nodes.length % sizeof *trie->nodes || nodes.length < 2 * sizeof *trie->nodes ||
        edges.length % sizeof *trie->edges || edges.length / sizeof *trie->edges >= 1u << 24)
        return CHATFMT_INPUT;
    trie->nodes = (const cft_trie_node *)(const void *)nodes.data;
    trie->edges = (const uint32_t *)(const void *)edges.data;
    trie->node_count = nodes.length / sizeof *trie->nodes - 1;
    trie->edge_count = edges.length / sizeof *trie->edges;
    return cft_trie_link(trie, most) ? CHATFMT_OK : CHATFMT_INPUT;
}

static chatfmt_status compiled_take_parts(cft_tokenizer *t, cft_slice text, bool byte_space)
{
    chatfmt_limits limits = cft_default_limits;
    chatfmt_error error;
    limits.fuel = UINT64_MAX;
    limits.value_depth = 64;
    cft_heap heap;
    cft_heap_init(&heap, &t->allocator);
    cft_heap_reset(&heap, &limits, &error);
    cft_value parts;
    chatfmt_status status = cft_json_read(&heap, text, &(cft_json_options){0}, &parts, NULL);
    if (!status) status = cft_load_parts(t, &heap, parts);
    if (!status && byte_space && !cft_load_enter_byte_space(t)) status = CHATFMT_INPUT;
    cft_heap_free(&heap);
    return status;
}

chatfmt_status cft_compiled_open(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                 cft_slice data, const char source[64])
{
    compiled_file file = {.data = data.data};
    cft_tokenizer_begin(t, allocator, NULL);
    if (!compiled_check_head(&file, data, source) || !compiled_check_model(&file))
        return CHATFMT_INPUT;
    t->is_mapped = t->is_source = true;
    CFT_TRY(compiled_take_parts(t, compiled_get(&file, COMPILED_PARTS),
                                (file.model.flags & COMPILED_BYTE_SPACE) != 0));
    compiled_take_model(t, &file);
    CFT_TRY(compiled_take_added(t, &file));
    if (t->bpe.kind == CFT_MODEL_UNIGRAM || t->bpe.kind == CFT_MODEL_WORD_PIECE)
        CFT_TRY(compiled_take_trie(&file, COMPILED_PIECE_NODES, t->name_count, &t->bpe.pieces));
    if (t->bpe.kind == CFT_MODEL_UNIGRAM) cft_unigram_prepare(&t->bpe);
    CFT_TRY(compiled_take_trie(&file, COMPILED_RAW_NODES, t->added.count, &t->added.raw));
    return compiled_take_trie(&file, COMPILED_NORMAL_NODES, t->added.count, &t->added.normalized);
}
