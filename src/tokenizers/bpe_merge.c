/* tokenizers/bpe_merge.c - a word's first symbols, and their merging.
 *
 * Short words are merged by scanning for the lowest rank, long ones with a heap in the
 * reference's order. Nothing here looks into the cache.
 */
#include "tokenizers/bpe.h"

#include "base/utf8.h"

enum {
    BPE_SCAN_LIMIT = 48,   /* symbols up to which scanning beats the heap */
    BPE_STEPS_A_SYMBOL = 6 /* what the heap costs */
};

/* ---- the first symbols of a word, appended to work->pieces ---- */

typedef struct bpe_unknown {
    bool pending;
    size_t length;
} bpe_unknown;

static chatfmt_status bpe_flush_unknown(const cft_bpe *bpe, cft_bpe_work *work,
                                        bpe_unknown *unknown)
{
    if (!unknown->pending) return CHATFMT_OK;
    unknown->pending = false;
    return cft_bpe_push(work, bpe->unk, unknown->length);
}

/* The id of a character with the prefix or suffix that its place in the word asks for. The
 * decorated bytes are left in `room` for byte fallback, when they fit. */
static uint32_t bpe_decorated(const cft_bpe *bpe, cft_slice character, bool first, bool last,
                              char room[512], cft_slice *text)
{
    cft_slice prefix = first ? (cft_slice){NULL, 0} : bpe->prefix;
    cft_slice suffix = last ? bpe->suffix : (cft_slice){NULL, 0};
    *text = character;
    if (!prefix.length && !suffix.length)
        return cft_vocab_find(&bpe->words, character.data, character.length);
    size_t length = 0;
    if (prefix.length) memcpy(room, prefix.data, prefix.length);
    length += prefix.length;
    memcpy(room + length, character.data, character.length);
    length += character.length;
    if (suffix.length) memcpy(room + length, suffix.data, suffix.length);
    length += suffix.length;
    *text = cft_slice_of(room, length);
    return cft_vocab_find(&bpe->words, room, length);
}

static bool bpe_has_bytes(const cft_bpe *bpe, cft_slice text)
{
    if (!bpe->byte_fallback) return false;
    for (size_t i = 0; i < text.length; i++)
        if (bpe->bytes[(unsigned char)text.data[i]] == CFT_NO_TOKEN) return false;
    return true;
}

/* A character that is no token. Source: BPE::merge_word, with its order of events: bytes of a
 * fallback go out before an unknown token that is still pending. */
static chatfmt_status bpe_strange(const cft_bpe *bpe, cft_bpe_work *work, cft_slice text,
                                  size_t length, bpe_unknown *unknown)
{
    if (bpe_has_bytes(bpe, text)) {
        for (size_t i = 0; i < text.length; i++)
            CFT_TRY(cft_bpe_push(work, bpe->bytes[(unsigned char)text.data[i]], 1));
        return CHATFMT_OK;
    }
    if (bpe->unk_missing) return CHATFMT_INPUT;
    if (bpe->unk == CFT_NO_TOKEN) return CHATFMT_OK; /* it vanishes */
    if (unknown->pending && bpe->fuse_unk) {
        unknown->length += length;
        return CHATFMT_OK;
    }
    CFT_TRY(bpe_flush_unknown(bpe, work, unknown));
    *unknown = (bpe_unknown){true, length};
    return CHATFMT_OK;
}

static chatfmt_status bpe_characters(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                     size_t length)
{
    bool plain = !bpe->prefix.length && !bpe->suffix.length;
    bpe_unknown unknown = {false, 0};
    char room[512];
    if (length > CFT_LONG_BYTES) CFT_TRY(cft_bpe_room(work, cft_utf8_count(data, length)));
    for (size_t at = 0; at < length;) {
        size_t width = cft_utf8_width((unsigned char)data[at]);
        cft_slice text = {data + at, width};
        uint32_t id = plain && width == 1
                          ? bpe->ascii[(unsigned char)data[at]]
                          : bpe_decorated(bpe, text, at == 0, at + width == length, room, &text);
        at += width;
        if (id == CFT_NO_TOKEN && bpe->pseudo) id = bpe->pseudo; /* until all is merged */
        if (id == CFT_NO_TOKEN) {
            CFT_TRY(bpe_strange(bpe, work, text, width, &unknown));
            continue;
        }
        CFT_TRY(bpe_flush_unknown(bpe, work, &unknown));
        CFT_TRY(cft_bpe_push(work, id, width));
    }
    return bpe_flush_unknown(bpe, work, &unknown);
}

static chatfmt_status bpe_symbols(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                  size_t length)
{
    if (!bpe->byte_space) return bpe_characters(bpe, work, data, length);
    CFT_TRY(cft_bpe_room(work, length + 1));
    cft_pieces *pieces = &work->pieces;
    for (size_t i = 0; i < length; i++, pieces->count++) {
        pieces->ids[pieces->count] = bpe->bytes[(unsigned char)data[i]];
        pieces->lengths[pieces->count] = 1;
    }
    return CHATFMT_OK;
}

/* ---- merging: the pieces from `begin` on ---- */

/* Few symbols: keep the merge of every neighbouring pair and take the lowest rank, the leftmost
 * of equals, until there is none. */
static void bpe_merge_scan(const cft_bpe *bpe, cft_bpe_work *work, size_t begin)
{
    uint32_t *ids = work->pieces.ids + begin, *lengths = work->pieces.lengths + begin;
    size_t count = work->pieces.count - begin;
    uint32_t ranks[BPE_SCAN_LIMIT];
    for (size_t i = 0; i + 1 < count; i++)
        ranks[i] = cft_merges_find(&bpe->merges, ids[i], ids[i + 1]);
    while (count > 1) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < count; i++)
            if (ranks[i] < ranks[best]) best = i;
        if (ranks[best] == CFT_NO_MERGE) break;
        ids[best] = cft_merges_id(&bpe->merges, ranks[best]);
        lengths[best] += lengths[best + 1];
        count--;
        for (size_t i = best + 1; i < count; i++) {
            ids[i] = ids[i + 1];
            lengths[i] = lengths[i + 1];
            ranks[i - 1] = ranks[i];
        }
        if (best + 1 < count)
            ranks[best] = cft_merges_find(&bpe->merges, ids[best], ids[best + 1]);
        if (best > 0)
            ranks[best - 1] = cft_merges_find(&bpe->merges, ids[best - 1], ids[best]);
    }
    work->pieces.count = begin + count;
}

static chatfmt_status bpe_heap_push(cft_bpe_work *work, cft_bpe_entry entry)
{
    if (work->heap_count == work->heap_capacity) {
        cft_bpe_entry *items = cft_array_room(&work->allocator, work->heap, &work->heap_capacity,
                                              work->heap_count + 1, sizeof *items);
        if (!items) return CHATFMT_NO_MEMORY;
        work->heap = items;
    }
    size_t at = work->heap_count++;
    for (; at > 0 && entry < work->heap[(at - 1) / 4]; at = (at - 1) / 4)
        work->heap[at] = work->heap[(at - 1) / 4];
    work->heap[at] = entry;
    return CHATFMT_OK;
}

static cft_bpe_entry bpe_heap_pop(cft_bpe_work *work)
{
    cft_bpe_entry top = work->heap[0], last = work->heap[--work->heap_count];
    size_t at = 0;
    for (;;) {
        size_t first = at * 4 + 1, best = first;
        if (first >= work->heap_count) break;
        for (size_t i = first + 1; i < first + 4 && i < work->heap_count; i++)
            if (work->heap[i] < work->heap[best]) best = i;
        if (work->heap[best] >= last) break;
        work->heap[at] = work->heap[best];
        at = best;
    }
    work->heap[at] = last;
    return top;
}

/* A long word: its pieces, and which of them are symbols. Those that were joined to the one in
 * front have length 0. A symbol of pieces [p, q) has q in links[p] and, when it has more than one,
 * p in links[q - 1]. */
typedef struct bpe_long {
    const cft_bpe *bpe;
    cft_bpe_work *work;
    uint32_t *ids, *lengths, *links;
    uint32_t count;
} bpe_long;

static uint32_t bpe_previous(const bpe_long *word, uint32_t at)
{
    uint32_t link = word->links[at - 1];
    return link < at ? link : at - 1;
}

static chatfmt_status bpe_offer(const bpe_long *word, uint32_t left, uint32_t right)
{
    uint32_t rank = cft_merges_find(&word->bpe->merges, word->ids[left], word->ids[right]);
    if (rank == CFT_NO_MERGE) return CHATFMT_OK;
    rank = cft_merges_order(&word->bpe->merges, rank);
    return bpe_heap_push(word->work, (cft_bpe_entry)rank << 32 | left);
}

/* Join the symbols at `left` and `right`, and offer what is now side by side. */
static chatfmt_status bpe_join(const bpe_long *word, uint32_t left, uint32_t right, uint32_t id)
{
    uint32_t end = word->links[right];
    word->ids[left] = id;
    word->lengths[left] += word->lengths[right];
    word->lengths[right] = 0;
    word->links[left] = end;
    word->links[end - 1] = left;
    if (left > 0) CFT_TRY(bpe_offer(word, bpe_previous(word, left), left));
    return end < word->count ? bpe_offer(word, left, end) : CHATFMT_OK;
}

/* Room for `count` symbols and the merges that wait at first. */
static chatfmt_status bpe_long_room(cft_bpe_work *work, size_t count)
{
    uint32_t *links = cft_array_room(&work->allocator, work->links, &work->link_capacity, count,
                                     sizeof *links);
    if (!links) return CHATFMT_NO_MEMORY;
    work->links = links;
    cft_bpe_entry *heap = cft_array_room(&work->allocator, work->heap, &work->heap_capacity, count,
                                         sizeof *heap);
    if (!heap) return CHATFMT_NO_MEMORY;
    work->heap = heap;
    work->heap_count = 0;
    return CHATFMT_OK;
}

/* Many symbols. Source: Word::merge_all, with its rule for entries that time has passed by. */
static chatfmt_status bpe_merge_heap(const cft_bpe *bpe, cft_bpe_work *work, size_t begin)
{
    size_t count = work->pieces.count - begin;
    /* Words that the cache would not keep cost the same each time. */
    if (work->budget && count > CFT_LONG_BYTES)
        CFT_TRY(cft_budget_spend(work->budget, BPE_STEPS_A_SYMBOL * (uint64_t)count));
    CFT_TRY(bpe_long_room(work, count));
    bpe_long word = {bpe, work, work->pieces.ids + begin, work->pieces.lengths + begin,
                     work->links, (uint32_t)count};
    for (uint32_t i = 0; i < count; i++) word.links[i] = i + 1;
    for (uint32_t i = 0; i + 1 < count; i++) CFT_TRY(bpe_offer(&word, i, i + 1));
    while (work->heap_count) {
        cft_bpe_entry top = bpe_heap_pop(work);
        uint32_t left = (uint32_t)top, asked = (uint32_t)(top >> 32);
        uint32_t right = word.links[left];
        if (word.lengths[left] == 0 || right == count) continue;
        uint32_t rank = cft_merges_find(&bpe->merges, word.ids[left], word.ids[right]);
        if (rank == CFT_NO_MERGE) continue;
        uint32_t id = cft_merges_id(&bpe->merges, rank);
        if (id != cft_merges_id(&bpe->merges, asked) &&
            cft_merges_order(&bpe->merges, rank) != asked)
            continue;
        CFT_TRY(bpe_join(&word, left, right, id));
    }
    work->pieces.count = begin;
    for (size_t i = 0; i < count; i++) {
        if (!word.lengths[i]) continue;
        work->pieces.ids[work->pieces.count] = word.ids[i];
        work->pieces.lengths[work->pieces.count++] = word.lengths[i];
    }
    return CHATFMT_OK;
}

/* Characters that no merge took, and that are no tokens: their bytes, or the unknown token, one for
 * as many as there are side by side. `data` is what the pieces from `begin` on stand for. */
static chatfmt_status bpe_resolve(const cft_bpe *bpe, cft_bpe_work *work, size_t begin,
                                  const char *data)
{
    size_t count = work->pieces.count, at = 0, i = begin;
    for (; i < count && work->pieces.ids[i] < bpe->pseudo; i++) at += work->pieces.lengths[i];
    if (i == count) return CHATFMT_OK;
    size_t kept = i;
    for (bool fuses = false; i < count; at += work->pieces.lengths[i++]) {
        uint32_t id = work->pieces.ids[i], length = work->pieces.lengths[i];
        bool strange = id >= bpe->pseudo;
        if (strange && bpe_has_bytes(bpe, cft_slice_of(data + at, length))) {
            for (size_t b = 0; b < length; b++)
                CFT_TRY(cft_bpe_push(work, bpe->bytes[(unsigned char)data[at + b]], 1));
        } else if (!strange) {
            CFT_TRY(cft_bpe_push(work, id, length));
        } else if (fuses) {
            work->pieces.lengths[work->pieces.count - 1] += length;
        } else if (bpe->unk != CFT_NO_TOKEN) {
            CFT_TRY(cft_bpe_push(work, bpe->unk, length));
        }
        fuses = bpe->fuse_unk && work->pieces.count > count &&
                work->pieces.ids[work->pieces.count - 1] == bpe->unk;
    }
    size_t made = work->pieces.count - count;
    memmove(work->pieces.ids + kept, work->pieces.ids + count, made * sizeof *work->pieces.ids);
    memmove(work->pieces.lengths + kept, work->pieces.lengths + count,
            made * sizeof *work->pieces.lengths);
    work->pieces.count = kept + made;
    return CHATFMT_OK;
}

static chatfmt_status bpe_merge_symbols(const cft_bpe *bpe, cft_bpe_work *work, size_t begin)
{
    size_t count = work->pieces.count - begin;
    if (count < 2) return CHATFMT_OK;
    if (count <= BPE_SCAN_LIMIT && !bpe->always_heap) {
        bpe_merge_scan(bpe, work, begin);
        return CHATFMT_OK;
    }
    return bpe_merge_heap(bpe, work, begin);
}

static chatfmt_status bpe_other_model(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                      size_t length, bool plain)
{
    return bpe->kind == CFT_MODEL_UNIGRAM ? cft_unigram_word(bpe, work, data, length, plain)
                                          : cft_word_piece_word(bpe, work, data, length, plain);
}

chatfmt_status cft_bpe_merge(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length)
{
    if (CFT_UNLIKELY(bpe->kind != CFT_MODEL_BPE))
        return bpe_other_model(bpe, work, data, length, false);
    size_t begin = work->pieces.count;
    CFT_TRY(bpe_symbols(bpe, work, data, length));
    CFT_TRY(bpe_merge_symbols(bpe, work, begin));
    return bpe->pseudo ? bpe_resolve(bpe, work, begin, data) : CHATFMT_OK;
}

chatfmt_status cft_bpe_plain(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length)
{
    if (bpe->kind != CFT_MODEL_BPE) return bpe_other_model(bpe, work, data, length, true);
    size_t begin = work->pieces.count;
    CFT_TRY(bpe_symbols(bpe, work, data, length));
    return bpe->pseudo ? bpe_resolve(bpe, work, begin, data) : CHATFMT_OK;
}
