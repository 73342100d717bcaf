/* tokenizers/load_source.c - from pieces to a tokenizer. */
#include "tokenizers/source.h"

#include "base/utf8.h"
#include "value/json_read.h"

static chatfmt_status source_told(cft_heap *heap, chatfmt_status status)
{
    return status ? cft_raise(heap, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}

chatfmt_status cft_source_text(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

chatfmt_status cft_source_quote(cft_buffer *out, cft_slice text)
{
    static const char digits[] = "0123456789abcdef";
    CFT_TRY(cft_buffer_append(out, "\"", 1));
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        if (c < 0x20)
            CFT_TRY(cft_buffer_append(out, escape, 6));
        else if (c == '"' || c == '\\')
            CFT_TRY(cft_buffer_append(out, (char[]){'\\', (char)c}, 2));
        else
            CFT_TRY(cft_buffer_append(out, text.data + i, 1));
    }
    return cft_buffer_append(out, "\"", 1);
}

chatfmt_status cft_source_base64(cft_buffer *out, cft_slice bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.length; i += 3) {
        size_t left = bytes.length - i;
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < left ? (unsigned char)bytes.data[i + k] : 0u);
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        left > 1 ? digits[group >> 6 & 63] : '=',
                        left > 2 ? digits[group & 63] : '='};
        CFT_TRY(cft_buffer_append(out, text, sizeof text));
    }
    return CHATFMT_OK;
}

/* ---- texts ---- */

enum { SOURCE_CODES = 0x110000 };

/* How many different characters the pieces have, as an upper bound of those that are no pieces.
 */
static size_t source_characters(const cft_source *source, uint8_t *seen)
{
    size_t count = 0;
    memset(seen, 0, SOURCE_CODES / 8);
    for (size_t i = 0; i < source->count; i++) {
        if (!source->pieces[i].text.length) continue;
        const char *at = source->pieces[i].text.data, *end = at + source->pieces[i].text.length;
        while (at < end) {
            uint32_t code = cft_utf8_next(&at);
            count += !(seen[code >> 3] >> (code & 7) & 1);
            seen[code >> 3] |= (uint8_t)(1 << (code & 7));
        }
    }
    return count;
}

static chatfmt_status source_check(cft_heap *heap, const cft_source *source)
{
    if (!source->count) return cft_raise(heap, CHATFMT_INPUT, "%s: no tokens", source->name);
    for (size_t i = 0; i < source->count; i++) {
        const cft_piece *piece = &source->pieces[i];
        if (piece->text.length &&
            cft_utf8_check(piece->text.data, piece->text.length) != piece->text.length)
            return cft_raise(heap, CHATFMT_INPUT, "%s: the text of token %zu is not UTF-8",
                             source->name, i);
        if (!(piece->score == piece->score))
            return cft_raise(heap, CHATFMT_INPUT, "%s: the score of token %zu is not a number",
                             source->name, i);
    }
    return CHATFMT_OK;
}

/* All pieces by their texts, with room for `more` characters of their own. */
static chatfmt_status source_texts(cft_heap *heap, const cft_source *source, size_t more,
                                   const chatfmt_allocator *a, cft_vocab *texts)
{
    size_t bytes = more * 4, count = 0;
    for (size_t i = 0; i < source->count; i++)
        bytes += source->pieces[i].text.length;
    CFT_TRY(source_told(heap, cft_vocab_init(texts, a, source->count + more, bytes)));
    for (size_t i = 0; i < source->count; i++) {
        cft_slice text = source->pieces[i].text;
        if (!text.length) continue; /* a hole */
        CFT_TRY(source_told(heap, cft_vocab_put(texts, text, (uint32_t)i)));
        if (texts->count != ++count)
            return cft_raise(heap, CHATFMT_INPUT, "%s: token %zu, \"%.*s\", appears twice",
                             source->name, i, (int)(text.length < 60 ? text.length : 60),
                             text.data);
    }
    return CHATFMT_OK;
}

/* ---- merges ---- */

static bool source_before(const cft_source *source, uint32_t left, uint32_t right)
{
    float a = source->pieces[left].score, b = source->pieces[right].score;
    return source->merging == CFT_MERGING_SCORE && a != b ? a > b : left < right;
}

static void source_sink(const cft_source *source, uint32_t *ids, size_t at, size_t end)
{
    uint32_t sinking = ids[at];
    for (size_t child; (child = at * 2 + 1) < end; at = child) {
        if (child + 1 < end && source_before(source, ids[child], ids[child + 1])) child++;
        if (!source_before(source, sinking, ids[child])) break;
        ids[at] = ids[child];
    }
    ids[at] = sinking;
}

/* Ids in the order in which they are merged. A heap sort: no order makes it slow. */
static void source_sort(const cft_source *source, uint32_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ids[i] = (uint32_t)i;
    for (size_t start = count / 2; start-- > 0;)
        source_sink(source, ids, start, count);
    for (size_t end = count; end-- > 1;) {
        uint32_t last = ids[end];
        ids[end] = ids[0];
        ids[0] = last;
        source_sink(source, ids, 0, end);
    }
}

static bool source_may_join(const cft_source *source, uint32_t id)
{
    return !source->joined || id >= source->count ||
           source->joined >> source->pieces[id].kind & 1;
}

typedef struct source_pairs {
    cft_tokenizer *t;
    const cft_source *source;
    const cft_vocab *texts;
    cft_merges *merges; /* NULL: only count */
    size_t count;
} source_pairs;

/* Where the character after the one at `at` begins; the end of a text is its own. */
static size_t source_next(cft_slice text, size_t at)
{
    return at < text.length ? at + cft_utf8_width((unsigned char)text.data[at]) : at;
}

/* Each way to split a piece into two. */
static chatfmt_status source_split(source_pairs *pairs, uint32_t id, uint32_t rank)
{
    cft_slice text = pairs->source->pieces[id].text;
    if (!source_may_join(pairs->source, id)) return CHATFMT_OK;
    for (size_t at = source_next(text, 0); at < text.length; at = source_next(text, at)) {
        CFT_TRY(cft_budget_spend(&pairs->t->budget, 1 + text.length / 16));
        uint32_t left = cft_vocab_find(pairs->texts, text.data, at);
        if (left == CFT_NO_TOKEN || !source_may_join(pairs->source, left)) continue;
        uint32_t right = cft_vocab_find(pairs->texts, text.data + at, text.length - at);
        if (right == CFT_NO_TOKEN || !source_may_join(pairs->source, right)) continue;
        pairs->count++;
        if (pairs->merges) CFT_TRY(cft_merges_add(pairs->merges, left, right, rank));
    }
    return CHATFMT_OK;
}

/* Where pieces of one score may both be made, ranks say nothing: their order does. */
static chatfmt_status source_order(const cft_source *source, cft_bpe *bpe)
{
    cft_merges *merges = &bpe->merges;
    bool ties = false;
    if (source->merging != CFT_MERGING_SCORE) return CHATFMT_OK;
    for (uint32_t i = 1; i < merges->count && !ties; i++)
        ties = source->pieces[merges->ids[i]].score == source->pieces[merges->ids[i - 1]].score;
    if (!ties) return CHATFMT_OK;
    bpe->always_heap = true;
    merges->own_order =
        cft_allocate(&merges->allocator, (size_t)merges->capacity * sizeof *merges->own_order);
    if (!merges->own_order) return CHATFMT_NO_MEMORY;
    merges->order = merges->own_order;
    for (uint32_t i = 0, first = 0; i < merges->count; i++) {
        if (source->pieces[merges->ids[i]].score != source->pieces[merges->ids[first]].score)
            first = i;
        merges->own_order[i] = first;
    }
    return CHATFMT_OK;
}

/* Pieces that can be made of two others come first, so that equal scores of the rest do not
 * count. */
static uint32_t source_compact(source_pairs *pairs, uint32_t *ids, size_t count,
                               chatfmt_status *status)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t before = pairs->count;
        *status = source_split(pairs, ids[i], 0);
        if (*status) return 0;
        if (pairs->count > before) ids[kept++] = ids[i];
    }
    return kept;
}

static chatfmt_status source_merge_joins(cft_tokenizer *t, const cft_source *source,
                                         const cft_vocab *texts, uint32_t highest)
{
    const chatfmt_allocator *a = &t->allocator;
    cft_merges *merges = &t->bpe.merges;
    size_t bytes = source->count * sizeof(uint32_t);
    source_pairs pairs = {.t = t, .source = source, .texts = texts};
    chatfmt_status status = CHATFMT_OK;
    uint32_t *ids = cft_allocate(a, bytes);
    if (!ids) return CHATFMT_NO_MEMORY;
    source_sort(source, ids, source->count);
    uint32_t kept = source_compact(&pairs, ids, source->count, &status);
    if (!status)
        status = cft_merges_init(merges, a, pairs.count > kept ? pairs.count : kept, highest);
    if (!status) {
        if (kept) memcpy(merges->own_ids, ids, kept * sizeof *ids);
        merges->count = kept;
        pairs.merges = merges;
    }
    for (uint32_t i = 0; i < kept && !status; i++)
        status = source_split(&pairs, ids[i], i);
    cft_release(a, ids, bytes);
    return status ? status : source_order(source, &t->bpe);
}

/* One merge of a list: "left right", the space being the first after the first byte. */
static chatfmt_status source_merge(cft_tokenizer *t, cft_heap *heap, const cft_source *source,
                                   const cft_vocab *texts, cft_buffer *joined, size_t index)
{
    cft_slice text = source->merges[index];
    const char *space = text.length > 1 ? memchr(text.data + 1, ' ', text.length - 1) : NULL;
    uint32_t parts[2] = {CFT_NO_TOKEN, CFT_NO_TOKEN}, whole = CFT_NO_TOKEN;
    if (space) {
        size_t left = (size_t)(space - text.data), right = text.length - left - 1;
        parts[0] = cft_vocab_find(texts, text.data, left);
        parts[1] = cft_vocab_find(texts, space + 1, right);
        joined->length = 0;
        CFT_TRY(source_told(heap, cft_buffer_append(joined, text.data, left)));
        if (right) CFT_TRY(source_told(heap, cft_buffer_append(joined, space + 1, right)));
        whole = cft_vocab_find(texts, joined->data, joined->length);
    }
    if (parts[0] == CFT_NO_TOKEN || parts[1] == CFT_NO_TOKEN || whole == CFT_NO_TOKEN)
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "%s: merge %zu, \"%.*s\", is not of two tokens that make a third",
                         source->name, index, (int)(text.length < 60 ? text.length : 60),
                         text.data);
    if (cft_merges_find(&t->bpe.merges, parts[0], parts[1]) != CFT_NO_MERGE) return CHATFMT_OK;
    return source_told(heap, cft_merges_put(&t->bpe.merges, parts[0], parts[1], whole));
}

static chatfmt_status source_merge_list(cft_tokenizer *t, cft_heap *heap,
                                        const cft_source *source, const cft_vocab *texts)
{
    cft_buffer joined;
    CFT_TRY(source_told(heap, cft_merges_init(&t->bpe.merges, &t->allocator,
                                              source->merge_count, t->name_count - 1)));
    cft_buffer_init(&joined, &t->allocator);
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; i < source->merge_count && !status; i++)
        status = source_merge(t, heap, source, texts, &joined, i);
    cft_buffer_free(&joined);
    return status;
}

/* Characters that are in pieces but are none: ids after all others. */
static chatfmt_status source_pseudo(cft_tokenizer *t, const cft_source *source, uint8_t *seen,
                                    uint32_t *highest)
{
    uint32_t next = (uint32_t)source->count + 1;
    for (uint32_t code = 0; code < SOURCE_CODES; code++) {
        char text[4];
        if (!seen[code >> 3]) code |= 7; /* none of the eight */
        if (!(seen[code >> 3] >> (code & 7) & 1)) continue;
        size_t width = cft_utf8_put(text, code);
        if (cft_vocab_find(&t->bpe.words, text, width) == CFT_NO_TOKEN)
            CFT_TRY(cft_vocab_put(&t->bpe.words, cft_slice_of(text, width), next++));
    }
    *highest = next;
    return CHATFMT_OK;
}

/* ---- added tokens ---- */

static chatfmt_status source_added(cft_tokenizer *t, cft_heap *heap, const cft_source *source)
{
    size_t count = 0;
    for (size_t i = 0; i < source->count; i++)
        count += (source->matched | source->normalized | source->kept) >>
                     source->pieces[i].kind &
                 1;
    t->added.allocator = t->allocator;
    t->added.ascii_strip = source->ascii_strip;
    t->added.tokens = cft_allocate(&t->allocator, (count + 1) * sizeof *t->added.tokens);
    if (!t->added.tokens) return source_told(heap, CHATFMT_NO_MEMORY);
    t->added.capacity = count + 1;
    for (size_t i = 0; i < source->count; i++) {
        const cft_piece *piece = &source->pieces[i];
        if (!((source->matched | source->normalized | source->kept) >> piece->kind & 1) ||
            !piece->text.length)
            continue;
        cft_added_token token = {.id = (uint32_t)i,
                                 .lstrip = piece->lstrip,
                                 .rstrip = piece->rstrip,
                                 .normalized = (source->normalized >> piece->kind & 1) != 0,
                                 .of_model = (source->kept >> piece->kind & 1) != 0,
                                 .special = piece->kind != CFT_PIECE_USER};
        CFT_TRY(cft_load_keep(t, heap, piece->text, &token.content));
        token.pattern = token.content;
        t->added.tokens[t->added.count++] = token;
    }
    CFT_TRY(source_told(heap, cft_added_prepare(&t->added)));
    const cft_added_token *pair[2];
    CFT_TRY(source_told(heap, cft_added_overlap(&t->added, &t->budget, pair)));
    if (!pair[0]) return CHATFMT_OK;
    t->added.longest_first = true;
    for (size_t i = 0; i < t->added.count; i++)
        if (t->added.tokens[i].content.length > CFT_ADDED_OVERLAP_MOST)
            pair[1] = &t->added.tokens[i];
    if (pair[1]->content.length <= CFT_ADDED_OVERLAP_MOST) return CHATFMT_OK;
    return cft_raise(
        heap, CHATFMT_UNSUPPORTED,
        "%s: tokens may overlap in a text, \"%.*s\" among them, and one has more than %d bytes",
        source->name, (int)pair[0]->content.length, pair[0]->content.data,
        CFT_ADDED_OVERLAP_MOST);
}

/* ---- all of it ---- */

static chatfmt_status source_parts(cft_tokenizer *t, cft_heap *heap, const cft_source *source)
{
    cft_value parts;
    t->is_source = true;
    CFT_TRY(cft_json_read(heap, source->parts, &(cft_json_options){0}, &parts, NULL));
    CFT_TRY(cft_load_parts(t, heap, parts));
    return cft_load_keep(t, heap, source->parts, &t->parts);
}

/* Unigram and WordPiece: scores, and the pieces that come out. */
static chatfmt_status source_pieces(cft_tokenizer *t, const cft_source *source)
{
    cft_bpe *bpe = &t->bpe;
    bpe->finds_unknown = false;
    bpe->unk_score = source->unk_score;
    bpe->single = source->single;
    if (bpe->kind == CFT_MODEL_UNIGRAM) {
        bpe->own_scores = cft_allocate(&t->allocator, source->count * sizeof *bpe->own_scores);
        if (!bpe->own_scores) return CHATFMT_NO_MEMORY;
        memcpy(bpe->own_scores, source->scores, source->count * sizeof *bpe->own_scores);
        bpe->scores = bpe->own_scores;
        bpe->score_count = source->count;
    }
    uint8_t *unused = cft_allocate(&t->allocator, source->count);
    if (!unused) return CHATFMT_NO_MEMORY;
    for (size_t i = 0; i < source->count; i++)
        unused[i] = source->silent >> source->pieces[i].kind & 1;
    chatfmt_status status = cft_bpe_make_pieces(bpe, &t->allocator, unused);
    cft_release(&t->allocator, unused, source->count);
    cft_unigram_prepare(bpe);
    return status;
}

static chatfmt_status source_model(cft_tokenizer *t, cft_heap *heap, const cft_source *source,
                                   uint8_t *seen)
{
    bool merges = t->bpe.kind == CFT_MODEL_BPE;
    bool joins = merges && source->merging != CFT_MERGING_LIST;
    size_t more = joins ? source_characters(source, seen) : 0;
    uint32_t highest = (uint32_t)source->count - 1;
    cft_vocab texts = {.count = 0};
    chatfmt_status status = source_texts(heap, source, more, &t->allocator, &texts);
    if (status) {
        t->bpe.words = texts; /* to be freed with the tokenizer */
        return status;
    }
    CFT_TRY(cft_load_tokens(t, heap, &texts, highest));
    t->bpe.unk = source->unk;
    t->bpe.whole_lines = source->whole_lines;
    if (!merges) {
        CFT_TRY(source_told(heap, source_pieces(t, source)));
        return cft_load_finish(t, heap);
    }
    if (!t->uses_text_of_vocab) t->bpe.pseudo = (uint32_t)source->count;
    if (joins && !t->uses_text_of_vocab)
        CFT_TRY(source_told(heap, source_pseudo(t, source, seen, &highest)));
    CFT_TRY(joins ? source_told(heap,
                                source_merge_joins(t, source, cft_tokenizer_texts(t), highest))
                  : source_merge_list(t, heap, source, cft_tokenizer_texts(t)));
    return cft_load_finish(t, heap);
}

static chatfmt_status source_all(cft_tokenizer *t, cft_heap *heap, const cft_source *source)
{
    CFT_TRY(source_check(heap, source));
    CFT_TRY(source_parts(t, heap, source));
    uint8_t *seen = cft_allocate(&t->allocator, SOURCE_CODES / 8);
    if (!seen) return source_told(heap, CHATFMT_NO_MEMORY);
    chatfmt_status status = source_model(t, heap, source, seen);
    cft_release(&t->allocator, seen, SOURCE_CODES / 8);
    CFT_TRY(status);
    CFT_TRY(source_added(t, heap, source));
    if (t->uses_text_of_vocab) cft_vocab_drop_slots(&t->texts);
    return CHATFMT_OK;
}

chatfmt_status cft_source_load(cft_tokenizer *t, const cft_source *source, chatfmt_error *error)
{
    chatfmt_limits limits = cft_default_limits;
    limits.fuel = UINT64_MAX;
    limits.value_depth = 64;
    cft_heap heap;
    cft_heap_init(&heap, &t->allocator);
    cft_heap_reset(&heap, &limits, error);
    chatfmt_status status = source_all(t, &heap, source);
    if (status && t->budget.broken) status = cft_budget_told(&t->budget, status, error);
    cft_heap_free(&heap);
    return status;
}
