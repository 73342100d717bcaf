/* tokenizers/bpe.c - from words to tokens.
 *
 * Words are looked up in a cache, then, where merges are ignored for whole tokens, in the
 * vocabulary, and only then merged. Words without natural ends (a whole document in
 * SentencePiece-style models, a page of ideographs) are first cut where no token can reach
 * across, which leaves the result as it is and makes it cacheable.
 */
#include "tokenizers/bpe.h"

#include <assert.h>

enum {
    BPE_UNIGRAM_STEPS = 16, /* of looking for pieces, for one of fuel */
    BPE_PIECE_STEPS = 3, /* of which each waits for the one before */
    BPE_AHEAD = 64, /* words looked up together       */
    BPE_CUTS = 128  /* parts of a word that are collected */
};

chatfmt_status cft_bpe_work_init(cft_bpe_work *work, const chatfmt_allocator *allocator,
                                 size_t cache_bytes)
{
    *work = (cft_bpe_work){.allocator = cft_allocator_or_default(allocator)};
    return cft_word_cache_init(&work->cache, &work->allocator,
                               cache_bytes ? cache_bytes : (size_t)4 << 20);
}

static void bpe_free_pieces(cft_bpe_work *work)
{
    cft_pieces *pieces = &work->pieces;
    cft_release(&work->allocator, pieces->ids, pieces->capacity * sizeof *pieces->ids);
    cft_release(&work->allocator, pieces->lengths, pieces->capacity * sizeof *pieces->lengths);
    *pieces = (cft_pieces){0};
}

void cft_bpe_work_release(cft_bpe_work *work)
{
    const chatfmt_allocator *a = &work->allocator;
    cft_release(a, work->links, work->link_capacity * sizeof *work->links);
    cft_release(a, work->heap, work->heap_capacity * sizeof *work->heap);
    cft_release(a, work->lattice, work->lattice_capacity * sizeof *work->lattice);
    work->lattice = NULL;
    work->lattice_capacity = 0;
    work->links = NULL;
    work->heap = NULL;
    work->link_capacity = work->heap_count = work->heap_capacity = 0;
    bpe_free_pieces(work);
}

void cft_bpe_work_free(cft_bpe_work *work)
{
    cft_bpe_work_release(work);
    cft_word_cache_free(&work->cache, &work->allocator);
    *work = (cft_bpe_work){.allocator = work->allocator};
}

chatfmt_status cft_bpe_more(cft_bpe_work *work, size_t extra)
{
    cft_pieces *pieces = &work->pieces, more = *pieces;
    size_t bytes;
    more.capacity = pieces->capacity * 2;
    if (more.capacity < pieces->count + extra) more.capacity = pieces->count + extra + 64;
    if (!cft_size_multiply(more.capacity, sizeof *more.ids, &bytes)) return CHATFMT_NO_MEMORY;
    more.ids = cft_allocate(&work->allocator, bytes);
    more.lengths = cft_allocate(&work->allocator, bytes);
    if (more.ids && more.lengths) {
        if (pieces->count) {
            memcpy(more.ids, pieces->ids, pieces->count * sizeof *more.ids);
            memcpy(more.lengths, pieces->lengths, pieces->count * sizeof *more.lengths);
        }
        bpe_free_pieces(work);
        *pieces = more;
        return CHATFMT_OK;
    }
    cft_release(&work->allocator, more.ids, bytes);
    cft_release(&work->allocator, more.lengths, bytes);
    return CHATFMT_NO_MEMORY;
}

chatfmt_status cft_bpe_push(cft_bpe_work *work, uint32_t id, size_t length)
{
    CFT_TRY(cft_bpe_room(work, 1));
    work->pieces.ids[work->pieces.count] = id;
    work->pieces.lengths[work->pieces.count++] = (uint32_t)length;
    return CHATFMT_OK;
}

/* ---- words and parts of words ---- */

/* True when no token holds the byte before `at` and the byte at it side by side; of three bytes
 * that stand for a space, only when no token has them after that byte. Four bytes from `at` on
 * may be read. */
static inline bool bpe_is_cut(const cft_bpe *bpe, const char *data, size_t at)
{
    const uint8_t meta[4] = {0xE2, 0x96, 0x81, 0}, three[4] = {0xFF, 0xFF, 0xFF, 0};
    uint32_t here, wanted, mask;
    memcpy(&here, data + at, sizeof here);
    memcpy(&wanted, meta, sizeof wanted);
    memcpy(&mask, three, sizeof mask);
    unsigned before = (unsigned char)data[at - 1], byte = (unsigned char)data[at];
    uint64_t parted = ~(bpe->pairs[before << 2 | byte >> 6] >> (byte & 63));
    unsigned spaced = ((here & mask) == wanted) & !bpe->before_meta[before];
    return (parted & 1) | spaced;
}

/* The same anywhere in a word. */
static bool bpe_is_late_cut(const cft_bpe *bpe, const char *data, size_t at, size_t length)
{
    char end[5] = {data[at - 1]};
    if (length - at >= 4) return bpe_is_cut(bpe, data, at);
    memcpy(end + 1, data + at, length - at);
    return bpe_is_cut(bpe, end, 1);
}

bool cft_bpe_parts_before_space(const cft_bpe *bpe, unsigned char before, cft_slice space)
{
    char text[16];
    assert(bpe->can_cut && space.length && space.length < sizeof text);
    text[0] = (char)before;
    memcpy(text + 1, space.data, space.length);
    return bpe_is_late_cut(bpe, text, 1, space.length + 1);
}

/* Keep what a word became: the pieces from `begin` on. */
static void bpe_remember(cft_bpe_work *work, const char *data, size_t length, size_t begin)
{
    const cft_pieces *pieces = &work->pieces;
    cft_word_remember(&work->cache, data, length, pieces->ids + begin, pieces->lengths + begin,
                      pieces->count - begin);
}

static void bpe_take(cft_bpe_work *work, const cft_short_word *entry)
{
    cft_pieces *pieces = &work->pieces;
    pieces->count += cft_word_recall(entry, pieces->ids + pieces->count,
                                     pieces->lengths + pieces->count);
}

/* Take what is remembered of a word that is not among the short ones. */
static bool bpe_take_long(cft_bpe_work *work, const char *data, size_t length)
{
    if (length > CFT_LONG_BYTES) return false;
    const cft_long_word *entry = cft_word_find_long(&work->cache, data, length);
    cft_pieces *pieces = &work->pieces;
    if (!entry) return false;
    pieces->count += cft_word_recall_long(entry, pieces->ids + pieces->count,
                                          pieces->lengths + pieces->count);
    return true;
}

static chatfmt_status bpe_cut_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, size_t readable);

/* A run of line ends, in a model that takes those as whole tokens; no word has them beside
 * others. */
static bool bpe_is_lines(const cft_bpe *bpe, const char *data)
{
    return bpe->whole_lines && data[0] == '\n';
}

/* A word that is not among the short ones. Parts of a longer one (`is_part`) are merged only. A
 * word that falls into parts is not kept as a whole, for it is seldom met again; but where a whole
 * token goes before merges, its parts could not be kept either. */
static chatfmt_status bpe_other_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                     size_t length, size_t readable, bool is_part)
{
    bool cuts = bpe->can_cut && !is_part && length > CFT_SHORT_BYTES;
    if (cuts && !bpe->ignore_merges && !bpe_is_lines(bpe, data))
        return bpe_cut_word(bpe, work, data, length, readable);
    CFT_TRY(cft_bpe_room(work, CFT_RECALL_ROOM));
    if (bpe_take_long(work, data, length)) return CHATFMT_OK;
    size_t begin = work->pieces.count;
    bool whole = bpe->ignore_merges || bpe_is_lines(bpe, data);
    uint32_t id = whole ? cft_vocab_find(&bpe->words, data, length) : CFT_NO_TOKEN;
    if (id != CFT_NO_TOKEN) CFT_TRY(cft_bpe_push(work, id, length));
    else if (cuts) CFT_TRY(bpe_cut_word(bpe, work, data, length, readable));
    else CFT_TRY(cft_bpe_merge(bpe, work, data, length));
    if (!bpe->in_parts) bpe_remember(work, data, length, begin);
    return CHATFMT_OK;
}

/* Words that follow one another. Their places in the cache are asked for some words ahead, so
 * that memory answers while others are looked up. Words that `are_parts` make a longer one. */
static chatfmt_status bpe_run(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                              size_t begin, size_t readable, const uint32_t *ends, size_t count,
                              bool are_parts)
{
    cft_word_key keys[BPE_AHEAD];
    uint64_t hashes[BPE_AHEAD];
    for (size_t done = 0; done < count;) {
        size_t group = count - done < BPE_AHEAD ? count - done : BPE_AHEAD, at = begin;
        for (size_t i = 0; i < group; at = ends[done + i++]) {
            size_t length = ends[done + i] - at;
            if (CFT_UNLIKELY(length > CFT_SHORT_BYTES)) continue;
            keys[i] = cft_word_key_of(data + at, length, readable - at);
            hashes[i] = cft_word_hash(keys[i]);
            CFT_PREFETCH(cft_word_bucket(&work->cache, hashes[i]));
        }
        CFT_TRY(cft_bpe_room(work, CFT_RECALL_ROOM + group * (CFT_SHORT_IDS + 1)));
        for (size_t i = 0; i < group; begin = ends[done + i++]) {
            size_t length = ends[done + i] - begin;
            const cft_short_word *entry = NULL;
            if (CFT_LIKELY(length <= CFT_SHORT_BYTES)) {
                entry = cft_word_find(&work->cache, keys[i], length, hashes[i]);
                if (CFT_UNLIKELY(!entry))
                    entry = cft_word_find_beside(&work->cache, keys[i], length, hashes[i]);
            }
            if (CFT_LIKELY(entry != NULL)) {
                bpe_take(work, entry);
                continue;
            }
            CFT_TRY(bpe_other_word(bpe, work, data + begin, length, readable - begin, are_parts));
            CFT_TRY(cft_bpe_room(work, CFT_RECALL_ROOM + group * (CFT_SHORT_IDS + 1)));
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
        CFT_TRY(cft_bpe_merge(bpe, work, data + begin, ends[i] - begin));
    return CHATFMT_OK;
}

/* Collect the ends of parts of a word, up to `room`, from after `at` on; `at` is moved. */
static size_t bpe_cuts(const cft_bpe *bpe, const char *data, size_t *at, size_t length,
                       uint32_t *ends, size_t room)
{
    size_t count = 0, i = *at + 1;
    while (i + 4 <= length && count < room) {
        size_t stop = length - 3 - i <= room - count ? length - 3 : i + (room - count);
        for (; i < stop; i++) { /* a branch would be wrong at most cuts */
            ends[count] = (uint32_t)i;
            count += bpe_is_cut(bpe, data, i);
        }
    }
    for (; i < length && count < room; i++)
        if (bpe_is_late_cut(bpe, data, i, length)) ends[count++] = (uint32_t)i;
    if (i == length && count < room) ends[count++] = (uint32_t)i++;
    *at = i - 1;
    return count;
}

/* A word that is long, or a whole document. */
static chatfmt_status bpe_cut_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                                   size_t length, size_t readable)
{
    uint32_t ends[BPE_CUTS];
    size_t begin = 0, at = 0;
    while (begin < length) {
        size_t count = bpe_cuts(bpe, data, &at, length, ends, BPE_CUTS);
        CFT_TRY(bpe->ignore_merges
                    ? bpe_run_merged(bpe, work, data, begin, ends, count)
                    : bpe_run(bpe, work, data, begin, readable, ends, count, true));
        begin = ends[count - 1];
    }
    return CHATFMT_OK;
}

bool cft_bpe_recall(cft_bpe_work *work, const char *data, size_t length, size_t readable)
{
    if (length <= CFT_SHORT_BYTES) {
        cft_word_key key = cft_word_key_of(data, length, readable);
        uint64_t hash = cft_word_hash(key);
        const cft_short_word *entry = cft_word_find(&work->cache, key, length, hash);
        if (!entry) entry = cft_word_find_beside(&work->cache, key, length, hash);
        if (entry) {
            bpe_take(work, entry);
            return true;
        }
    }
    return bpe_take_long(work, data, length);
}

chatfmt_status cft_bpe_word(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                            size_t length, size_t readable)
{
    if (length <= CFT_SHORT_BYTES) {
        cft_word_key key = cft_word_key_of(data, length, readable);
        uint64_t hash = cft_word_hash(key);
        const cft_short_word *entry = cft_word_find(&work->cache, key, length, hash);
        if (!entry) entry = cft_word_find_beside(&work->cache, key, length, hash);
        CFT_TRY(cft_bpe_room(work, CFT_RECALL_ROOM));
        if (entry) {
            bpe_take(work, entry);
            return CHATFMT_OK;
        }
    }
    return bpe_other_word(bpe, work, data, length, readable, false);
}

chatfmt_status cft_bpe_words(const cft_bpe *bpe, cft_bpe_work *work, const char *data,
                             size_t begin, size_t readable, const uint32_t *ends, size_t count)
{
    return bpe_run(bpe, work, data, begin, readable, ends, count, false);
}

/* Looking for pieces at each place. */
uint64_t cft_bpe_price(const cft_bpe *bpe, size_t length)
{
    if (bpe->kind != CFT_MODEL_UNIGRAM && bpe->kind != CFT_MODEL_WORD_PIECE) return 0;
    size_t longest = bpe->words.longest < length ? bpe->words.longest : length;
    unsigned steps = bpe->kind == CFT_MODEL_UNIGRAM ? BPE_UNIGRAM_STEPS : BPE_PIECE_STEPS;
    return 1 + (uint64_t)length * longest / steps;
}

/* ---- tables ---- */

chatfmt_status cft_bpe_make_pieces(cft_bpe *bpe, const chatfmt_allocator *allocator,
                                   const uint8_t *unused)
{
    size_t bytes = (bpe->words.count + 1) * sizeof(cft_trie_text), count = 0, most = 0;
    cft_trie_text *texts = cft_allocate(allocator, bytes);
    if (!texts) return CHATFMT_NO_MEMORY;
    uint32_t id;
    cft_slice text;
    for (size_t place = 0; cft_vocab_each(&bpe->words, &place, &id, &text);) {
        if (!text.length || (unused && unused[id])) continue;
        texts[count++] = (cft_trie_text){text, id + 1, 0};
        if (id + (size_t)1 > most) most = id + (size_t)1;
    }
    chatfmt_status status = cft_trie_build(&bpe->pieces, allocator, texts, count, most);
    cft_release(allocator, texts, bytes);
    return status;
}

/* No word falls apart inside of a character. */
static void bpe_join_characters(cft_bpe *bpe)
{
    for (unsigned before = 0; before < 256; before++)
        bpe->pairs[before << 2 | 2] = ~(uint64_t)0; /* 0x80 to 0xBF after it */
}

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
static bool bpe_odd_merges(const cft_bpe *bpe)
{
    uint32_t low = UINT32_MAX, high = 0, left, right, rank;
    if (bpe->byte_space && bpe->unk == CFT_NO_TOKEN) return false;
    for (int b = 0; b < 256; b++) {
        if (bpe->bytes[b] == CFT_NO_TOKEN) continue;
        if (bpe->bytes[b] < low) low = bpe->bytes[b];
        if (bpe->bytes[b] > high) high = bpe->bytes[b];
    }
    for (size_t at = 0; cft_merges_each(&bpe->merges, &at, &left, &right, &rank);) {
        if (left == bpe->unk || right == bpe->unk) return true;
        if (bpe->byte_space) continue;
        bool near = (left >= low && left <= high) || (right >= low && right <= high);
        for (int b = 0; near && b < 256; b++)
            if (bpe->bytes[b] == left || bpe->bytes[b] == right) return true;
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

void cft_bpe_prepare(cft_bpe *bpe)
{
    for (uint32_t i = 0; i < 128; i++) {
        char c = (char)i;
        bpe->ascii[i] = cft_vocab_find(&bpe->words, &c, 1);
    }
    uint32_t id;
    cft_slice text;
    for (size_t place = 0; cft_vocab_each(&bpe->words, &place, &id, &text);)
        bpe_note_pairs(bpe, text.data, text.length);
    if (bpe->byte_space) memset(bpe->before_meta, true, sizeof bpe->before_meta);
    else bpe_join_characters(bpe);
    /* Pieces may be encoded apart when nothing but merges joins them: no unknown runs to fuse,
     * no marks of a word's ends, no queue whose order shows. Of equal scores the leftmost goes
     * first, which is the same in each part. */
    bpe->can_cut = bpe->kind == CFT_MODEL_BPE && (bpe->byte_space || bpe_knows_all(bpe)) &&
                   !bpe->prefix.length && !bpe->suffix.length &&
                   (!bpe->always_heap || bpe->merges.order) &&
                   !bpe_odd_merges(bpe);
}
