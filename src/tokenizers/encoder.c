/* tokenizers/encoder.c - from text to tokens: the order of things.
 *
 * Source: TokenizerImpl::encode, AddedVocabulary::extract_and_normalize,
 * PreTokenizedString::into_encoding.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "regex/char_class.h"

#include <assert.h>

chatfmt_status cft_encoder_init(cft_encoder *encoder, const cft_tokenizer *tokenizer,
                                const chatfmt_allocator *allocator, size_t cache_bytes)
{
    *encoder = (cft_encoder){.tokenizer = tokenizer};
    cft_budget *budget = encoder->budget = &encoder->own;
    cft_budget_init(budget, allocator, NULL);
    encoder->allocator = cft_budget_allocator(budget);
    const chatfmt_allocator *a = &encoder->allocator;
    for (int i = 0; i < 2; i++) {
        cft_token_text_init(&encoder->texts[i], a, budget);
        cft_token_text_init(&encoder->parts[i], a, budget);
    }
    for (int i = 0; i < CFT_STEPS; i++) cft_token_text_init(&encoder->levels[i], a, budget);
    encoder->forms.allocator = *a;
    cft_pattern_work_init(&encoder->patterns, a);
    cft_window_init(&encoder->windows, a);
    cft_buffer_init(&encoder->joined, a);
    cft_buffer_init(&encoder->scratch, a);
    CFT_TRY(cft_bpe_work_init(&encoder->work, a, cache_bytes));
    encoder->work.budget = budget;
    cft_budget_settle(budget); /* the caller has asked for a cache of this size */
    return CHATFMT_OK;
}

void cft_encoder_charge(cft_encoder *encoder, cft_budget *budget)
{
    encoder->budget = encoder->work.budget = budget;
    for (int i = 0; i < 2; i++) encoder->texts[i].budget = encoder->parts[i].budget = budget;
    for (int i = 0; i < CFT_STEPS; i++) encoder->levels[i].budget = budget;
}

void cft_encoder_release(cft_encoder *encoder)
{
    const chatfmt_allocator *a = &encoder->allocator;
    cft_bpe_work_release(&encoder->work);
    cft_form_scratch_free(&encoder->forms);
    cft_window_free(&encoder->windows);
    for (int i = 0; i < 2; i++) {
        cft_token_text_free(&encoder->texts[i]);
        cft_token_text_free(&encoder->parts[i]);
    }
    for (int i = 0; i < CFT_STEPS; i++) cft_token_text_free(&encoder->levels[i]);
    cft_buffer_free(&encoder->joined);
    cft_buffer_free(&encoder->scratch);
    cft_release(a, encoder->marks, encoder->mark_capacity * sizeof *encoder->marks);
    cft_release(a, encoder->blanks, encoder->blank_capacity * sizeof *encoder->blanks);
    cft_release(a, encoder->ids, encoder->capacity * sizeof *encoder->ids);
    cft_release(a, encoder->offsets, encoder->offset_capacity * sizeof *encoder->offsets);
    cft_release(a, encoder->words, encoder->word_capacity * sizeof *encoder->words);
    encoder->marks = NULL;
    encoder->blanks = NULL;
    encoder->ids = NULL;
    encoder->offsets = NULL;
    encoder->words = NULL;
    encoder->mark_count = encoder->mark_capacity = 0;
    encoder->blank_count = encoder->blank_capacity = 0;
    encoder->count = encoder->capacity = 0;
    encoder->offset_capacity = encoder->word_capacity = 0;
}

void cft_encoder_free(cft_encoder *encoder)
{
    cft_encoder_release(encoder);
    cft_pattern_work_free(&encoder->patterns);
    cft_bpe_work_free(&encoder->work);
}

static chatfmt_status encoder_more(cft_encoder *encoder, size_t extra)
{
    const chatfmt_allocator *a = &encoder->allocator;
    size_t count = encoder->count + extra;
    CFT_TRY(cft_budget_output(encoder->budget, count * sizeof *encoder->ids));
    uint32_t *ids =
        cft_array_room(a, encoder->ids, &encoder->capacity, count, sizeof *encoder->ids);
    if (!ids) return CHATFMT_NO_MEMORY;
    encoder->ids = ids;
    if (encoder->counts) {
        uint32_t *words = cft_array_room(a, encoder->words, &encoder->word_capacity, count,
                                         sizeof *encoder->words);
        if (!words) return CHATFMT_NO_MEMORY;
        encoder->words = words;
    }
    if (!encoder->tracks) return CHATFMT_OK;
    cft_place *offsets = cft_array_room(a, encoder->offsets, &encoder->offset_capacity, count,
                                        sizeof *encoder->offsets);
    if (!offsets) return CHATFMT_NO_MEMORY;
    encoder->offsets = offsets;
    return CHATFMT_OK;
}

/* Room for more tokens, and for their places and words where those are kept. */
static inline chatfmt_status encoder_room(cft_encoder *encoder, size_t extra)
{
    if (CFT_LIKELY(extra <= encoder->capacity - encoder->count &&
                   (!encoder->tracks || encoder->count + extra <= encoder->offset_capacity) &&
                   (!encoder->counts || encoder->count + extra <= encoder->word_capacity)))
        return CHATFMT_OK;
    return encoder_more(encoder, extra);
}

static chatfmt_status encoder_push(cft_encoder *encoder, uint32_t id, cft_place place,
                                   uint32_t word)
{
    CFT_TRY(encoder_room(encoder, 1));
    encoder->ids[encoder->count] = id;
    if (encoder->tracks) encoder->offsets[encoder->count] = place;
    if (encoder->counts) encoder->words[encoder->count] = word;
    encoder->count++;
    return CHATFMT_OK;
}

static bool encoder_is_blank(uint32_t code)
{
    return code == 0x120 || cft_char_in(code, CFT_CHAR_SET_SPACE);
}

/* White space at both ends of a token's text, in characters. */
static cft_blanks encoder_blanks(cft_slice name)
{
    cft_blanks blanks = {.leading = 0};
    if (!name.length) return blanks;
    const char *at = name.data, *end = name.data + name.length;
    while (at < end && encoder_is_blank(cft_utf8_next(&at))) blanks.leading++;
    for (at = end; at > name.data && encoder_is_blank(cft_utf8_previous(&at));) blanks.trailing++;
    return blanks;
}

/* An added token was found as `text`, or an unknown one stands for it. */
static chatfmt_status encoder_note_blanks(cft_encoder *encoder, uint32_t id, cft_place place,
                                          cft_slice text)
{
    if (!encoder->tokenizer->post_count) return CHATFMT_OK;
    cft_blanks *blanks = cft_array_room(&encoder->allocator, encoder->blanks,
                                        &encoder->blank_capacity, encoder->blank_count + 1,
                                        sizeof *blanks);
    if (!blanks) return CHATFMT_NO_MEMORY;
    encoder->blanks = blanks;
    blanks += encoder->blank_count++;
    *blanks = encoder_blanks(text);
    blanks->id = id;
    blanks->place = place;
    return CHATFMT_OK;
}

/* Whether bytes [begin, end) are a token's own text: of a model that adds nothing to the text. */
static bool encoder_is_text(const cft_token_view *view, size_t begin, size_t end,
                            const cft_added_token *token)
{
    assert(begin <= end && end <= view->length);
    return token && token->content.length == end - begin &&
           memcmp(view->data + begin, token->content.data, end - begin) == 0;
}

/* The model itself may know the text of a control token. Where data wrote it, it is left in its
 * smallest parts; the other tokens of the word stay. */
static bool encoder_is_forbidden(const cft_encoder *encoder, const cft_token_view *view,
                                 uint32_t id, size_t begin, size_t end)
{
    const cft_guard *guard = encoder->guard;
    const cft_added *added = &encoder->tokenizer->added;
    const cft_added_token *token = cft_added_by_id(added, id);
    if (id == encoder->tokenizer->bpe.unk && encoder->tokenizer->bpe.kind != CFT_MODEL_BPE &&
        !encoder_is_text(view, begin, end, token))
        return false; /* what is not known is no attempt to write it */
    if (!token || !(guard->controlled[token - added->tokens] & CFT_GUARD_MODEL)) return false;
    if (begin >= end || end > view->length) return true;
    cft_place place = cft_token_range(view, begin, end);
    return cft_guard_touches(guard, place.begin, place.end);
}

static bool encoder_is_noted(const cft_guard *guard, uint32_t id, cft_place place)
{
    if (*guard->attempt_count > guard->attempt_room) return true; /* nobody can tell */
    for (size_t i = *guard->attempt_count; i-- > 0;)
        if (guard->attempts[i].id == id && guard->attempts[i].begin < place.end &&
            place.begin < guard->attempts[i].end)
            return true;
    return false;
}

/* What is found before the model is noted there; what the model alone makes, of normalised text or
 * of pieces that are never matched, is noted here. */
static chatfmt_status encoder_note_made(const cft_encoder *encoder, const cft_token_view *view,
                                        uint32_t id, size_t begin, size_t end)
{
    const cft_guard *guard = encoder->guard;
    if (end > view->length) end = view->length;
    cft_place place = cft_token_range(view, begin < end ? begin : end, end);
    if (encoder_is_noted(guard, id, place)) return CHATFMT_OK;
    cft_guard_note(guard, place, id);
    return guard->refuse ? CHATFMT_SECURITY : CHATFMT_OK;
}

static chatfmt_status encoder_check_word(cft_encoder *encoder, const cft_token_view *view,
                                         size_t begin)
{
    cft_bpe_work *work = &encoder->work;
    size_t count = work->pieces.count, at = begin, i = 0;
    for (; i < count; at += work->pieces.lengths[i++]) {
        uint32_t id = work->pieces.ids[i];
        size_t end = at + work->pieces.lengths[i];
        if (!encoder_is_forbidden(encoder, view, id, at, end)) continue;
        if (!encoder->guard->match) break;
        CFT_TRY(encoder_note_made(encoder, view, id, at, end));
    }
    if (i == count) return CHATFMT_OK;
    size_t kept = i;
    for (; i < count; i++) {
        uint32_t id = work->pieces.ids[i];
        size_t end = at + work->pieces.lengths[i];
        bool forbidden = encoder_is_forbidden(encoder, view, id, at, end);
        if (forbidden) CFT_TRY(encoder_note_made(encoder, view, id, at, end));
        CFT_TRY(forbidden && end <= view->length
                    ? cft_bpe_plain(&encoder->tokenizer->bpe, work, view->data + at, end - at)
                    : cft_bpe_push(work, id, end - at));
        at = end;
    }
    size_t made = work->pieces.count - count;
    memmove(work->pieces.ids + kept, work->pieces.ids + count, made * sizeof(uint32_t));
    memmove(work->pieces.lengths + kept, work->pieces.lengths + count, made * sizeof(uint32_t));
    work->pieces.count = kept + made;
    return CHATFMT_OK;
}

/* Bytes of unknown characters side by side all have the place of the whole. */
static void encoder_widen(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                          size_t end)
{
    const cft_pieces *pieces = &encoder->work.pieces;
    const cft_bpe *bpe = &encoder->tokenizer->bpe;
    cft_place *to = encoder->offsets + encoder->count;
    if (!bpe->byte_fallback) return;
    for (size_t i = 0, at = begin, run; i < pieces->count; i += run) {
        run = at < end ? cft_unigram_bytes(bpe, pieces, i, view->data + at) : 0;
        if (!run) {
            at += pieces->lengths[i];
            run = 1;
            continue;
        }
        cft_place place = cft_token_range(view, at, at + run);
        for (size_t k = 0; k < run; k++) to[i + k] = place;
        at += run;
    }
}

/* In the reference an unknown token of Unigram has the text that it stands for. */
static chatfmt_status encoder_note_unknown(cft_encoder *encoder, const cft_token_view *view,
                                           size_t begin, size_t end)
{
    const cft_pieces *pieces = &encoder->work.pieces;
    uint32_t unk = encoder->tokenizer->bpe.unk;
    for (size_t i = 0, at = begin; i < pieces->count && at < end; at += pieces->lengths[i++])
        if (pieces->ids[i] == unk)
            CFT_TRY(encoder_note_blanks(encoder, unk, encoder->offsets[encoder->count + i],
                                        cft_slice_of(view->data + at, pieces->lengths[i])));
    return CHATFMT_OK;
}

/* The words, from number `first` on, of the pieces that became of `count` words. */
static void encoder_number(cft_encoder *encoder, uint32_t first, size_t at, const uint32_t *ends,
                           size_t count)
{
    const cft_pieces *pieces = &encoder->work.pieces;
    uint32_t *to = encoder->words + encoder->count;
    size_t word = 0;
    for (size_t i = 0; i < pieces->count; at += pieces->lengths[i++]) {
        while (word + 1 < count && at >= ends[word]) word++;
        to[i] = first + (uint32_t)word;
    }
}

/* The pieces that became of words side by side from `begin` on, as tokens. */
static chatfmt_status encoder_take(cft_encoder *encoder, const cft_token_view *view,
                                   size_t begin, const uint32_t *ends, size_t words)
{
    const cft_bpe_work *work = &encoder->work;
    size_t count = work->pieces.count, end = ends[words - 1];
    const uint32_t *lengths = work->pieces.lengths;
    uint32_t first = encoder->word;
    encoder->word += (uint32_t)words;
    if (!count) return CHATFMT_OK;
    CFT_TRY(encoder_room(encoder, count));
    memcpy(encoder->ids + encoder->count, work->pieces.ids, count * sizeof *encoder->ids);
    if (encoder->counts) encoder_number(encoder, first, begin, ends, words);
    if (encoder->tracks) {
        cft_place *to = encoder->offsets + encoder->count;
        for (size_t i = 0, at = begin; i < count; at += lengths[i++]) {
            size_t stop = at + lengths[i];
            if (stop <= end) to[i] = cft_token_range(view, at, stop);
            else to[i] = (cft_place){(uint32_t)(at - begin), (uint32_t)(stop - begin)};
        }
    }
    if (encoder->tracks && encoder->tokenizer->bpe.kind == CFT_MODEL_UNIGRAM) {
        encoder_widen(encoder, view, begin, end);
        CFT_TRY(encoder_note_unknown(encoder, view, begin, end));
    }
    encoder->count += count;
    return CHATFMT_OK;
}

/* Words are paid for as if none was in the cache. */
static chatfmt_status encoder_pay(cft_encoder *encoder, size_t words, size_t bytes)
{
    return cft_budget_spend(encoder->budget, words + 2 * (uint64_t)bytes +
                                                 cft_bpe_price(&encoder->tokenizer->bpe, bytes));
}

chatfmt_status cft_encoder_word(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                                size_t end)
{
    cft_bpe_work *work = &encoder->work;
    work->pieces.count = 0;
    CFT_TRY(encoder_pay(encoder, 1, end - begin));
    CFT_TRY(cft_bpe_word(&encoder->tokenizer->bpe, work, view->data + begin, end - begin,
                         view->length - begin));
    if (CFT_UNLIKELY(encoder->guard != NULL))
        CFT_TRY(encoder_check_word(encoder, view, begin));
    return encoder_take(encoder, view, begin, &(uint32_t){(uint32_t)end}, 1);
}

chatfmt_status cft_encoder_words(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                                 const uint32_t *ends, size_t count)
{
    cft_bpe_work *work = &encoder->work;
    const cft_bpe *bpe = &encoder->tokenizer->bpe;
    if (!bpe->byte_space || encoder->guard) {
        for (size_t i = 0; i < count; begin = ends[i++])
            CFT_TRY(cft_encoder_word(encoder, view, begin, ends[i]));
        return CHATFMT_OK;
    }
    work->pieces.count = 0;
    CFT_TRY(encoder_pay(encoder, count, ends[count - 1] - begin));
    CFT_TRY(cft_bpe_words(bpe, work, view->data, begin, view->length, ends, count));
    return encoder_take(encoder, view, begin, ends, count);
}

static chatfmt_status encoder_added(cft_encoder *encoder, const cft_token_view *view,
                                    const cft_added_match *match)
{
    if (match->begin >= match->end) return CHATFMT_OK;
    cft_place place = {0, 0};
    if (encoder->tracks) {
        place = cft_token_range(view, match->begin, match->end);
        CFT_TRY(encoder_note_blanks(
            encoder, match->token->id, place,
            cft_slice_of(view->data + match->begin, match->end - match->begin)));
    }
    return encoder_push(encoder, match->token->id, place, encoder->word++);
}

/* A piece of raw text without raw added tokens. */
static chatfmt_status encoder_piece(cft_encoder *encoder, const cft_token_view *piece)
{
    const cft_tokenizer *t = encoder->tokenizer;
    cft_token_view view = *piece;
    CFT_TRY(cft_normalize(encoder, t->normalizers, t->normalizer_count, encoder->texts, &view));
    if (!t->added.normalized.any) return cft_pretokenize(encoder, &view);
    cft_added_search search;
    cft_added_match match;
    chatfmt_status status;
    cft_added_begin(&search, &t->added, true, &view, encoder->guard, &encoder->windows);
    while (cft_added_next(&search, &match, &status)) {
        if (search.previous < match.begin) {
            cft_token_view part = cft_token_part(&view, search.previous, match.begin);
            CFT_TRY(cft_pretokenize(encoder, &part));
        }
        CFT_TRY(encoder_added(encoder, &view, &match));
        search.previous = match.end;
    }
    CFT_TRY(status);
    cft_token_view part = cft_token_part(&view, search.previous, view.length);
    return cft_pretokenize(encoder, &part);
}

/* After an added token everything begins again, unless the search goes on in the white space that
 * the token, or one in front of it, took along: that ends at `reach`. */
static chatfmt_status encoder_mark(cft_encoder *encoder, const cft_added_search *search,
                                   const cft_added_match *match, size_t reach)
{
    if (!encoder->keeps_marks || search->at != match->end || match->end < reach)
        return CHATFMT_OK;
    if (encoder->mark_count == encoder->mark_capacity) {
        cft_mark *marks = cft_array_room(&encoder->allocator, encoder->marks,
                                         &encoder->mark_capacity, encoder->mark_count + 1,
                                         sizeof *marks);
        if (!marks) return CHATFMT_NO_MEMORY;
        encoder->marks = marks;
    }
    encoder->marks[encoder->mark_count++] = (cft_mark){match->end, encoder->count, false};
    return CHATFMT_OK;
}

static chatfmt_status encoder_text(cft_encoder *encoder, cft_slice text, size_t from)
{
    const cft_tokenizer *t = encoder->tokenizer;
    cft_token_view view = {text.data, text.length, NULL, 0};
    cft_added_search search;
    cft_added_match match;
    chatfmt_status status;
    size_t reach = from;
    cft_added_begin(&search, &t->added, false, &view, encoder->guard, &encoder->windows);
    search.at = search.previous = search.origin = from;
    while (cft_added_next(&search, &match, &status)) {
        if (search.previous < match.begin) {
            cft_token_view part = cft_token_part(&view, search.previous, match.begin);
            CFT_TRY(encoder_piece(encoder, &part));
        }
        encoder->continues = false;
        CFT_TRY(encoder_added(encoder, &view, &match));
        search.previous = match.end;
        if (match.end > reach) reach = match.end;
        CFT_TRY(encoder_mark(encoder, &search, &match, reach));
    }
    CFT_TRY(status);
    cft_token_view part = cft_token_part(&view, search.previous, view.length);
    return part.length ? encoder_piece(encoder, &part) : CHATFMT_OK;
}

/* ---- post-processing ---- */

/* The spaces of a token: of an added one as it was found, of all others by name. Several may
 * have one place; `next` is where those of the tokens that follow are. */
static cft_blanks encoder_blanks_of(const cft_encoder *encoder, size_t token, size_t *next)
{
    uint32_t id = encoder->ids[token];
    cft_place place = encoder->offsets[token];
    size_t low = 0, high = encoder->blank_count;
    const cft_bpe *bpe = &encoder->tokenizer->bpe;
    bool noted = bpe->kind == CFT_MODEL_UNIGRAM && id == bpe->unk;
    if (!noted && !cft_added_by_id(&encoder->tokenizer->added, id)) low = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (encoder->blanks[middle].place.begin < place.begin) low = middle + 1;
        else high = middle;
    }
    for (low = low < *next ? *next : low;
         low < encoder->blank_count && encoder->blanks[low].place.begin == place.begin; low++)
        if (encoder->blanks[low].id == id && encoder->blanks[low].place.end == place.end) {
            *next = low + 1;
            return encoder->blanks[low];
        }
    return encoder_blanks(cft_tokenizer_name(encoder->tokenizer, id));
}

/* Whether at least `count` characters are in front of byte `end` of the text. */
static bool encoder_has_before(cft_slice text, size_t end, size_t count)
{
    const char *at = text.data + end;
    while (count && at > text.data) {
        cft_utf8_previous(&at);
        count--;
    }
    return !count;
}

/* Source: byte_level::process_offsets. */
static chatfmt_status encoder_trim(cft_encoder *encoder, cft_slice text, size_t before,
                                   const cft_post *post)
{
    for (size_t i = 0, next = 0; i < encoder->count; i++) {
        cft_place *place = &encoder->offsets[i];
        cft_blanks blanks = encoder_blanks_of(encoder, i, &next);
        size_t leading = blanks.leading, trailing = blanks.trailing;
        CFT_TRY(cft_budget_spend(encoder->budget, 2 + (leading + trailing) / 2));
        if (leading == 1 && post->prefix_space && (i + before == 0 || place->begin == 0))
            leading = 0;
        for (; leading && place->begin < place->end; leading--)
            place->begin += (uint32_t)cft_utf8_width((unsigned char)text.data[place->begin]);
        /* Not at all when there are more of them than characters in front of the end. */
        const char *end = text.data + place->end;
        if (trailing && !encoder_has_before(text, place->end, trailing)) trailing = 0;
        for (; trailing && end > text.data + place->begin; trailing--) cft_utf8_previous(&end);
        place->end = (uint32_t)(end - text.data);
    }
    return CHATFMT_OK;
}

static chatfmt_status encoder_surround(cft_encoder *encoder, const cft_post *post)
{
    size_t added = post->before_count + post->after_count;
    CFT_TRY(cft_budget_spend_bytes(encoder->budget, (encoder->count + added) * 4));
    CFT_TRY(encoder_room(encoder, added));
    size_t shift = post->before_count;
    if (encoder->count) {
        memmove(encoder->ids + shift, encoder->ids, encoder->count * sizeof *encoder->ids);
        if (encoder->tracks)
            memmove(encoder->offsets + shift, encoder->offsets,
                    encoder->count * sizeof *encoder->offsets);
        if (encoder->counts)
            memmove(encoder->words + shift, encoder->words,
                    encoder->count * sizeof *encoder->words);
    }
    for (size_t i = 0; i < shift; i++) {
        encoder->ids[i] = post->before[i];
        if (encoder->tracks) encoder->offsets[i] = (cft_place){0, 0};
        if (encoder->counts) encoder->words[i] = CFT_NO_WORD;
    }
    encoder->count += shift;
    for (size_t i = 0; i < post->after_count; i++)
        CFT_TRY(encoder_push(encoder, post->after[i], (cft_place){0, 0}, CFT_NO_WORD));
    return CHATFMT_OK;
}

chatfmt_status cft_encoder_trim(cft_encoder *encoder, cft_slice text, size_t before)
{
    const cft_tokenizer *t = encoder->tokenizer;
    for (size_t i = 0; i < t->post_count; i++)
        if (t->posts[i].kind == CFT_POST_TRIM)
            CFT_TRY(encoder_trim(encoder, text, before, &t->posts[i]));
    return CHATFMT_OK;
}

/* The first attempt is why the guard refused. */
static chatfmt_status encoder_refuse(const cft_encoder *encoder, const cft_guard *guard,
                                     chatfmt_error *error)
{
    cft_slice name = cft_tokenizer_name(encoder->tokenizer, guard->attempts[0].id);
    return cft_fail(error, CHATFMT_SECURITY, "data contains the text of the control token '%.*s'",
                    (int)name.length, name.data);
}

/* What a text came to. Memory that a limit refused to let grow is not kept. */
static chatfmt_status encoder_end(cft_encoder *encoder, chatfmt_status status,
                                  chatfmt_error *error)
{
    const cft_guard *guard = encoder->guard;
    encoder->guard = NULL;
    encoder->keeps_marks = encoder->continues = false;
    if (!status) status = cft_budget_output(encoder->budget, encoder->count * sizeof(uint32_t));
    status = cft_budget_status(encoder->budget, status);
    if (status) encoder->count = 0;
    switch (status) {
    case CHATFMT_OK: return CHATFMT_OK;
    case CHATFMT_INPUT:
        return cft_fail(error, status, "the unknown token is not in the vocabulary");
    case CHATFMT_SECURITY: return encoder_refuse(encoder, guard, error);
    case CHATFMT_LIMIT:
        cft_encoder_release(encoder);
        if (encoder->budget->broken) return cft_budget_told(encoder->budget, status, error);
        return cft_fail(error, status,
                        "limit exceeded: a normalized text must be below 4 GiB");
    default: return cft_fail(error, status, "%s", chatfmt_status_text(status));
    }
}

chatfmt_status cft_encoder_post(cft_encoder *encoder, cft_slice text, bool add_special)
{
    const cft_tokenizer *t = encoder->tokenizer;
    for (size_t i = 0; i < t->post_count; i++) {
        if (t->posts[i].kind == CFT_POST_TRIM) {
            if (encoder->tracks) CFT_TRY(encoder_trim(encoder, text, 0, &t->posts[i]));
        } else if (add_special) {
            CFT_TRY(encoder_surround(encoder, &t->posts[i]));
        }
    }
    return CHATFMT_OK;
}

/* The tokens from a mark on. Whether memory suffices does not depend on the text before: where some
 * was kept from there, it is given back and the text has another try. */
static chatfmt_status encoder_run(cft_encoder *encoder, cft_slice text, cft_mark from,
                                  const cft_guard *guard)
{
    cft_budget *budget = encoder->budget;
    size_t attempts = guard ? *guard->attempt_count : 0;
    bool fresh = budget->held <= budget->settled;
    encoder->guard = guard;
    cft_window_new_guard(&encoder->windows);
    for (;; fresh = true) {
        encoder->count = encoder->mark_count = encoder->blank_count = 0;
        encoder->word = 0;
        encoder->continues = from.continues;
        cft_budget_begin(budget, &cft_encode_rates, text.length - from.offset);
        chatfmt_status status = cft_budget_spend_bytes(budget, text.length - from.offset);
        if (!status) status = encoder_text(encoder, text, from.offset);
        if (fresh || cft_budget_status(budget, status) != CHATFMT_LIMIT) return status;
        cft_encoder_release(encoder);
        if (guard) *guard->attempt_count = attempts;
    }
}

static chatfmt_status encoder_check_length(cft_slice text, chatfmt_error *error)
{
    if (text.length < UINT32_MAX) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_LIMIT, "limit exceeded: a text to encode must be below 4 GiB");
}

chatfmt_status cft_encoder_encode(cft_encoder *encoder, cft_slice text, bool tracks,
                                  bool add_special, const cft_guard *guard,
                                  chatfmt_error *error)
{
    encoder->count = 0;
    CFT_TRY(encoder_check_length(text, error));
    encoder->tracks = tracks || guard || encoder->tokenizer->needs_places;
    encoder->keeps_marks = false;
    chatfmt_status status = encoder_run(encoder, text, (cft_mark){0, 0, false}, guard);
    if (!status) status = cft_encoder_post(encoder, text, add_special);
    return encoder_end(encoder, status, error);
}

chatfmt_status cft_encoder_resume(cft_encoder *encoder, cft_slice text, cft_mark from,
                                  const cft_guard *guard, chatfmt_error *error)
{
    encoder->count = 0;
    CFT_TRY(encoder_check_length(text, error));
    encoder->tracks = encoder->keeps_marks = true;
    chatfmt_status status = encoder_run(encoder, text, from, guard);
    return encoder_end(encoder, status, error);
}
