/* tokenizers/bpe.c - from a word to tokens.
 *
 * Words are looked up in a cache, then, where merges are ignored for whole tokens, in the
 * vocabulary, and only then merged: short ones by scanning for the lowest rank, long ones with a
 * heap in the reference's order. Words without natural ends (a whole document in
 * SentencePiece-style models, a page of ideographs) are first cut where no token can reach
 * across, which leaves the result as it is and makes it cacheable.
 */
#include "tokenizers/bpe.h"

#include "base/prefetch.h"
#include "base/utf8.h"

enum {
    BPE_SCAN_LIMIT = 48,  /* symbols up to which scanning beats the heap */
    BPE_AHEAD = 16,       /* words looked up together                    */
    BPE_CUTS = 128        /* parts of a word that are collected          */
};
#define BPE_END UINT32_MAX

chatfmt_status cft_bpe_work_init(cft_bpe_work *work, const chatfmt_allocator *allocator,
                                 size_t cache_bytes)
{
    *work = (cft_bpe_work){.allocator = cft_allocator_or_default(allocator)};
    size_t entries = 16;
    if (!cache_bytes) cache_bytes = (size_t)4 << 20;
    while (entries * 2 * sizeof(cft_cache_entry) <= cache_bytes && entries < 1u << 24)
        entries *= 2;
    work->cache_bytes = (entries + 1) * sizeof(cft_cache_entry);
    work->cache_block = cft_allocate(&work->allocator, work->cache_bytes);
    if (!work->cache_block) return CHATFMT_NO_MEMORY;
    memset(work->cache_block, 0, work->cache_bytes);
    /* Entries are cache lines only when they begin at one. */
    uintptr_t misfit = (uintptr_t)work->cache_block % sizeof(cft_cache_entry);
    work->cache = (cft_cache_entry *)(void *)((char *)work->cache_block +
                                              (misfit ? sizeof(cft_cache_entry) - misfit : 0));
    work->cache_mask = (uint32_t)(entries - 1);
    return CHATFMT_OK;
}

void cft_bpe_work_free(cft_bpe_work *work)
{
    const chatfmt_allocator *a = &work->allocator;
    cft_release(a, work->cache_block, work->cache_bytes);
    cft_release(a, work->symbols, work->symbol_capacity * sizeof *work->symbols);
    cft_release(a, work->heap, work->heap_capacity * sizeof *work->heap);
    cft_release(a, work->pieces.items, work->pieces.capacity * sizeof *work->pieces.items);
    *work = (cft_bpe_work){.allocator = work->allocator};
}

static chatfmt_status bpe_piece_room(cft_bpe_work *work, size_t extra)
{
    cft_piece *items = cft_array_room(&work->allocator, work->pieces.items, &work->pieces.capacity,
                                      work->pieces.count + extra, sizeof *items);
    if (!items) return CHATFMT_NO_MEMORY;
    work->pieces.items = items;
    return CHATFMT_OK;
}

static chatfmt_status bpe_push(cft_bpe_work *work, uint32_t id, size_t length)
{
    if (work->pieces.count == work->pieces.capacity) CFT_TRY(bpe_piece_room(work, 1));
    work->pieces.items[work->pieces.count++] = (cft_piece){id, (uint32_t)length};
    return CHATFMT_OK;
}

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
    return bpe_push(work, bpe->unk, unknown->length);
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
            CFT_TRY(bpe_push(work, bpe->bytes[(unsigned char)text.data[i]], 1));
        return CHATFMT_OK;
    }
    if (bpe->unk_missing) return CHATFMT_INPUT;
    if (bpe->unk == CFT_NO_TOKEN) {
        work->dropped = true;
        return CHATFMT_OK;
    }
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
    for (size_t at = 0; at < length;) {
        size_t width = cft_utf8_width((unsigned char)data[at]);
        cft_slice text = {data + at, width};
        uint32_t id = plain && width == 1
                          ? bpe->ascii[(unsigned char)data[at]]
                          : bpe_decorated(bpe, text, at == 0, at + width == length, room, &text);
        at += width;
        if (id == CFT_NO_TOKEN) {
            CFT_TRY(bpe_strange(bpe, work, text, width, &unknown));
            continue;
        }
        CFT_TRY(bpe_flush_unknown(bpe, work, &unknown));
        CFT_TRY(bpe_push(work, id, width));
    }
    return bpe_flush_unknown(bpe, work, &unknown);
}

static chatfmt_status bpe_symbols(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                  size_t length)
{
    if (!bpe->byte_space) return bpe_characters(bpe, work, data, length);
    CFT_TRY(bpe_piece_room(work, length + 1));
    cft_piece *to = work->pieces.items + work->pieces.count;
    for (size_t i = 0; i < length; i++)
        to[i] = (cft_piece){bpe->bytes[(unsigned char)data[i]], 1};
    work->pieces.count += length;
    return CHATFMT_OK;
}

/* ---- merging: the pieces from `begin` on ---- */

/* Few symbols: keep the merge of every neighbouring pair and take the lowest rank, the leftmost
 * of equals, until there is none. */
static void bpe_merge_scan(const cft_bpe *bpe, cft_bpe_work *work, size_t begin)
{
    cft_piece *pieces = work->pieces.items + begin;
    size_t count = work->pieces.count - begin;
    uint32_t ranks[BPE_SCAN_LIMIT];
    for (size_t i = 0; i + 1 < count; i++)
        ranks[i] = cft_merges_find(&bpe->merges, pieces[i].id, pieces[i + 1].id);
    while (count > 1) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < count; i++)
            if (ranks[i] < ranks[best]) best = i;
        if (ranks[best] == CFT_NO_MERGE) break;
        pieces[best] = (cft_piece){cft_merges_id(&bpe->merges, ranks[best]),
                                   pieces[best].length + pieces[best + 1].length};
        count--;
        for (size_t i = best + 1; i < count; i++) {
            pieces[i] = pieces[i + 1];
            ranks[i - 1] = ranks[i];
        }
        if (best + 1 < count)
            ranks[best] = cft_merges_find(&bpe->merges, pieces[best].id, pieces[best + 1].id);
        if (best > 0)
            ranks[best - 1] =
                cft_merges_find(&bpe->merges, pieces[best - 1].id, pieces[best].id);
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

static chatfmt_status bpe_offer(const cft_bpe *bpe, cft_bpe_work *work, uint32_t left,
                                uint32_t right)
{
    uint32_t rank =
        cft_merges_find(&bpe->merges, work->symbols[left].id, work->symbols[right].id);
    if (rank == CFT_NO_MERGE) return CHATFMT_OK;
    return bpe_heap_push(work, (cft_bpe_entry)rank << 32 | left);
}

/* Many symbols. Source: Word::merge_all, with its rule for entries that time has passed by. */
static chatfmt_status bpe_merge_heap(const cft_bpe *bpe, cft_bpe_work *work, size_t begin)
{
    size_t count = work->pieces.count - begin;
    cft_bpe_symbol *symbols = cft_array_room(&work->allocator, work->symbols,
                                             &work->symbol_capacity, count, sizeof *symbols);
    if (!symbols) return CHATFMT_NO_MEMORY;
    work->symbols = symbols;
    for (size_t i = 0; i < count; i++) {
        cft_piece piece = work->pieces.items[begin + i];
        symbols[i] = (cft_bpe_symbol){piece.id, piece.length, i ? (uint32_t)i - 1 : BPE_END,
                                      i + 1 < count ? (uint32_t)i + 1 : BPE_END};
    }
    work->heap_count = 0;
    for (uint32_t i = 0; i + 1 < count; i++) CFT_TRY(bpe_offer(bpe, work, i, i + 1));
    while (work->heap_count) {
        cft_bpe_entry top = bpe_heap_pop(work);
        uint32_t position = (uint32_t)top, id = cft_merges_id(&bpe->merges, (uint32_t)(top >> 32));
        cft_bpe_symbol *symbol = &symbols[position];
        if (symbol->length == 0 || symbol->next == BPE_END) continue;
        cft_bpe_symbol right = symbols[symbol->next];
        uint32_t rank = cft_merges_find(&bpe->merges, symbol->id, right.id);
        if (rank == CFT_NO_MERGE || cft_merges_id(&bpe->merges, rank) != id) continue;
        symbols[symbol->next].length = 0;
        symbol->id = id;
        symbol->length += right.length;
        symbol->next = right.next;
        if (right.next != BPE_END) symbols[right.next].previous = position;
        if (symbol->previous != BPE_END)
            CFT_TRY(bpe_offer(bpe, work, symbol->previous, position));
        if (symbol->next != BPE_END) CFT_TRY(bpe_offer(bpe, work, position, symbol->next));
    }
    size_t kept = begin;
    for (size_t i = 0; i < count; i++)
        if (symbols[i].length)
            work->pieces.items[kept++] = (cft_piece){symbols[i].id, symbols[i].length};
    work->pieces.count = kept;
    return CHATFMT_OK;
}

static chatfmt_status bpe_merge_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                     size_t length)
{
    size_t begin = work->pieces.count;
    CFT_TRY(bpe_symbols(bpe, work, data, length));
    size_t count = work->pieces.count - begin;
    if (count < 2) return CHATFMT_OK;
    if (count <= BPE_SCAN_LIMIT && !bpe->always_heap) {
        bpe_merge_scan(bpe, work, begin);
        return CHATFMT_OK;
    }
    return bpe_merge_heap(bpe, work, begin);
}

/* ---- the cache ---- */

typedef struct bpe_key {
    uint64_t words[3]; /* length, zero, then the bytes of the word padded with zeros */
} bpe_key;

/* The first 24 bytes of a cache entry but for the count. */
static bpe_key bpe_make_key(const char *data, size_t length, size_t readable)
{
    uint8_t bytes[24] = {0};
    bpe_key key;
    bytes[0] = (uint8_t)length;
    if (readable >= CFT_CACHE_KEY) {
        memcpy(bytes + 2, data, CFT_CACHE_KEY);
        memcpy(&key, bytes, sizeof key);
        /* Clear what does not belong to the word. Little- or big-endian alike: by bytes. */
        static const uint8_t ones[48] = {
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
        uint64_t mask[3];
        memcpy(mask, ones + (CFT_CACHE_KEY - length), sizeof mask);
        for (int i = 0; i < 3; i++) key.words[i] &= mask[i];
        return key;
    }
    memcpy(bytes + 2, data, length);
    memcpy(&key, bytes, sizeof key);
    return key;
}

static uint32_t bpe_key_hash(const bpe_key *key)
{
    uint64_t h = key->words[0] * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
    h += key->words[1] * 0xC2B2AE3D27D4EB4Fu;
    h ^= key->words[2] * 0x165667B19E3779F9u;
    h ^= h >> 29;
    h *= 0x9FB21C651E98DF25u;
    return (uint32_t)(h >> 32);
}

static bool bpe_entry_is(const cft_cache_entry *entry, const bpe_key *key)
{
    bpe_key have;
    memcpy(&have, entry, sizeof have);
    uint8_t *bytes = (uint8_t *)&have;
    bytes[1] = 0; /* the count is no part of the key */
    return have.words[0] == key->words[0] && have.words[1] == key->words[1] &&
           have.words[2] == key->words[2];
}

static void bpe_remember(cft_bpe_work *work, uint32_t hash, const bpe_key *key, size_t begin)
{
    size_t count = work->pieces.count - begin;
    if (count == 0 || count > CFT_CACHE_IDS) return;
    cft_cache_entry *first = &work->cache[hash & work->cache_mask];
    cft_cache_entry *second = &work->cache[(hash ^ 1) & work->cache_mask];
    /* The older of the two goes: what was first becomes second. */
    *second = *first;
    memcpy(first, key, sizeof *key);
    first->count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        first->ids[i] = work->pieces.items[begin + i].id;
        first->lengths[i] = (uint8_t)work->pieces.items[begin + i].length;
    }
}

static chatfmt_status bpe_recall(cft_bpe_work *work, const cft_cache_entry *entry)
{
    if (work->pieces.capacity - work->pieces.count < CFT_CACHE_IDS)
        CFT_TRY(bpe_piece_room(work, CFT_CACHE_IDS));
    cft_piece *to = work->pieces.items + work->pieces.count;
    for (unsigned i = 0; i < entry->count; i++)
        to[i] = (cft_piece){entry->ids[i], entry->lengths[i]};
    work->pieces.count += entry->count;
    return CHATFMT_OK;
}

static chatfmt_status bpe_uncached(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length)
{
    if (bpe->ignore_merges) {
        uint32_t id = cft_vocab_find(&bpe->words, data, length);
        if (id != CFT_NO_TOKEN) return bpe_push(work, id, length);
    }
    return bpe_merge_word(bpe, work, data, length);
}

/* A word that is short enough for the cache, by its key. */
static chatfmt_status bpe_keyed(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                size_t length, const bpe_key *key, uint32_t hash)
{
    const cft_cache_entry *entry = &work->cache[hash & work->cache_mask];
    if (CFT_LIKELY(bpe_entry_is(entry, key))) return bpe_recall(work, entry);
    entry = &work->cache[(hash ^ 1) & work->cache_mask];
    if (bpe_entry_is(entry, key)) return bpe_recall(work, entry);
    size_t begin = work->pieces.count;
    bool dropped = work->dropped;
    work->dropped = false;
    CFT_TRY(bpe_uncached(bpe, work, data, length));
    if (!work->dropped) bpe_remember(work, hash, key, begin);
    work->dropped |= dropped;
    return CHATFMT_OK;
}

/* True when no token holds the byte before `at` and the byte at it side by side. */
static inline bool bpe_is_cut(const cft_bpe *bpe, const char *data, size_t at, size_t length)
{
    unsigned before = (unsigned char)data[at - 1], after = (unsigned char)data[at];
    unsigned pair = before << 8 | after;
    if (!(bpe->pairs[pair >> 6] >> (pair & 63) & 1u))
        return bpe->byte_space || (after & 0xC0) != 0x80;
    return after == 0xE2 && !bpe->byte_space && !bpe->before_meta[before] &&
           length - at >= 3 && (unsigned char)data[at + 1] == 0x96 &&
           (unsigned char)data[at + 2] == 0x81;
}

bool cft_bpe_parts_before_space(const cft_bpe *bpe, unsigned char before, cft_slice space)
{
    char text[16];
    if (!bpe->can_cut || !space.length || space.length >= sizeof text) return false;
    text[0] = (char)before;
    memcpy(text + 1, space.data, space.length);
    return bpe_is_cut(bpe, text, 1, space.length + 1);
}

/* Words that follow one another. Their places in the cache are asked for some words ahead, so
 * that memory answers while others are looked up. Words `are_cut` are parts of a longer one. */
static chatfmt_status bpe_run(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                              size_t begin, size_t readable, const uint32_t *ends, size_t count,
                              bool are_cut)
{
    bpe_key keys[BPE_AHEAD];
    uint32_t hashes[BPE_AHEAD];
    for (size_t done = 0; done < count;) {
        size_t group = count - done < BPE_AHEAD ? count - done : BPE_AHEAD, at = begin;
        for (size_t i = 0; i < group; at = ends[done + i++]) {
            size_t length = ends[done + i] - at;
            if (length > CFT_CACHE_KEY) continue;
            keys[i] = bpe_make_key(data + at, length, readable - at);
            hashes[i] = bpe_key_hash(&keys[i]);
            CFT_PREFETCH(&work->cache[hashes[i] & work->cache_mask]);
        }
        for (size_t i = 0; i < group; begin = ends[done + i++]) {
            size_t length = ends[done + i] - begin;
            if (CFT_LIKELY(length <= CFT_CACHE_KEY))
                CFT_TRY(bpe_keyed(bpe, work, data + begin, length, &keys[i], hashes[i]));
            else if (are_cut)
                CFT_TRY(bpe_merge_word(bpe, work, data + begin, length));
            else
                CFT_TRY(cft_bpe_word(bpe, work, data + begin, length, readable - begin));
        }
        done += group;
    }
    return CHATFMT_OK;
}

/* What was remembered for a whole word may be a token that merges would not make. */
static chatfmt_status bpe_run_merged(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                     size_t begin, const uint32_t *ends, size_t count)
{
    for (size_t i = 0; i < count; begin = ends[i++])
        CFT_TRY(bpe_merge_word(bpe, work, data + begin, ends[i] - begin));
    return CHATFMT_OK;
}

/* A word that is long, or a whole document. */
static chatfmt_status bpe_cut_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, size_t readable)
{
    uint32_t ends[BPE_CUTS];
    size_t begin = 0, count = 0;
    for (size_t at = 1; at <= length; at++) {
        if (at < length && !bpe_is_cut(bpe, data, at, length)) continue;
        ends[count++] = (uint32_t)at;
        if (count < BPE_CUTS && at < length) continue;
        CFT_TRY(bpe->ignore_merges
                    ? bpe_run_merged(bpe, work, data, begin, ends, count)
                    : bpe_run(bpe, work, data, begin, readable, ends, count, true));
        begin = at;
        count = 0;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_bpe_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                            size_t length, size_t readable)
{
    if (length <= CFT_CACHE_KEY) {
        bpe_key key = bpe_make_key(data, length, readable);
        return bpe_keyed(bpe, work, data, length, &key, bpe_key_hash(&key));
    }
    if (bpe->ignore_merges) {
        uint32_t id = cft_vocab_find(&bpe->words, data, length);
        if (id != CFT_NO_TOKEN) return bpe_push(work, id, length);
    }
    if (bpe->can_cut) return bpe_cut_word(bpe, work, data, length, readable);
    return bpe_merge_word(bpe, work, data, length);
}

chatfmt_status cft_bpe_words(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t begin, size_t readable, const uint32_t *ends, size_t count)
{
    return bpe_run(bpe, work, data, begin, readable, ends, count, false);
}

chatfmt_status cft_bpe_keep(cft_bpe_work *work, cft_piece piece)
{
    return bpe_push(work, piece.id, piece.length);
}

chatfmt_status cft_bpe_plain(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t length)
{
    return bpe_symbols(bpe, work, data, length);
}

/* ---- tables ---- */

static void bpe_note_pairs(cft_bpe *bpe, const char *data, size_t length)
{
    for (size_t i = 1; i < length; i++) {
        unsigned pair = (unsigned)(unsigned char)data[i - 1] << 8 | (unsigned char)data[i];
        bpe->pairs[pair >> 6] |= (uint64_t)1 << (pair & 63);
        if (length - i >= 3 && memcmp(data + i, "\xE2\x96\x81", 3) == 0)
            bpe->before_meta[(unsigned char)data[i - 1]] = true;
    }
}

/* Merges of byte tokens or of the unknown token would join what the bytes do not tell. */
static bool bpe_odd_merges(const cft_bpe *bpe, const uint32_t *left, const uint32_t *right)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (int b = 0; b < 256; b++) {
        if (bpe->bytes[b] == CFT_NO_TOKEN) continue;
        if (bpe->bytes[b] < low) low = bpe->bytes[b];
        if (bpe->bytes[b] > high) high = bpe->bytes[b];
    }
    for (uint32_t i = 0; i < bpe->merges.count; i++) {
        if (left[i] == CFT_NO_TOKEN) continue;
        if (left[i] == bpe->unk || right[i] == bpe->unk) return true;
        if (bpe->byte_space) continue;
        bool near = (left[i] >= low && left[i] <= high) || (right[i] >= low && right[i] <= high);
        for (int b = 0; near && b < 256; b++)
            if (bpe->bytes[b] == left[i] || bpe->bytes[b] == right[i]) return true;
    }
    return false;
}

/* True when no character can be unknown: it is a token, or each of its bytes is one. */
static bool bpe_knows_all(const cft_bpe *bpe)
{
    if (!bpe->byte_fallback) return false;
    for (unsigned b = 0; b < 256; b++) {
        bool never = b == 0xC0 || b == 0xC1 || b > 0xF4; /* in no UTF-8 */
        if (bpe->bytes[b] == CFT_NO_TOKEN && !never &&
            (b >= 128 || bpe->ascii[b] == CFT_NO_TOKEN))
            return false;
    }
    return true;
}

chatfmt_status cft_bpe_prepare(cft_bpe *bpe, const chatfmt_allocator *allocator)
{
    for (uint32_t i = 0; i < 128; i++) {
        char c = (char)i;
        bpe->ascii[i] = cft_vocab_find(&bpe->words, &c, 1);
    }
    uint32_t id;
    cft_slice text;
    for (size_t place = 0; cft_vocab_each(&bpe->words, &place, &id, &text);)
        bpe_note_pairs(bpe, text.data, text.length);
    size_t bytes = ((size_t)bpe->merges.count + 1) * 2 * sizeof(uint32_t);
    uint32_t *pairs = cft_allocate(allocator, bytes);
    if (!pairs) return CHATFMT_NO_MEMORY;
    cft_merges_pairs(&bpe->merges, pairs, pairs + bpe->merges.count);
    /* Pieces may be encoded apart when nothing but merges joins them: no unknown runs to fuse,
     * no marks of a word's ends, no queue whose order shows. */
    bpe->can_cut = (bpe->byte_space || bpe_knows_all(bpe)) && !bpe->prefix.length &&
                   !bpe->suffix.length && !bpe->always_heap &&
                   !bpe_odd_merges(bpe, pairs, pairs + bpe->merges.count);
    cft_release(allocator, pairs, bytes);
    return CHATFMT_OK;
}
