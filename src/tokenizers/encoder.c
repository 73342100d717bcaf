/* tokenizers/encoder.c - from text to tokens: the order of things.
 *
 * Source: TokenizerImpl::encode, AddedVocabulary::extract_and_normalize,
 * PreTokenizedString::into_encoding.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "tokenizers/char_class.h"

chatfmt_status cft_encoder_init(cft_encoder *encoder, const cft_tokenizer *tokenizer,
                                const chatfmt_allocator *allocator, size_t cache_bytes)
{
    *encoder = (cft_encoder){.tokenizer = tokenizer,
                             .allocator = cft_allocator_or_default(allocator)};
    const chatfmt_allocator *a = &encoder->allocator;
    for (int i = 0; i < 2; i++) {
        cft_token_text_init(&encoder->texts[i], a);
        cft_token_text_init(&encoder->parts[i], a);
    }
    for (int i = 0; i < CFT_STEPS; i++) cft_token_text_init(&encoder->levels[i], a);
    encoder->forms.allocator = *a;
    cft_window_init(&encoder->windows, a);
    cft_buffer_init(&encoder->joined, a);
    cft_buffer_init(&encoder->scratch, a);
    return cft_bpe_work_init(&encoder->work, a, cache_bytes);
}

void cft_encoder_free(cft_encoder *encoder)
{
    cft_bpe_work_free(&encoder->work);
    cft_pattern_work_free(&encoder->patterns);
    cft_form_scratch_free(&encoder->forms);
    cft_window_free(&encoder->windows);
    for (int i = 0; i < 2; i++) {
        cft_token_text_free(&encoder->texts[i]);
        cft_token_text_free(&encoder->parts[i]);
    }
    for (int i = 0; i < CFT_STEPS; i++) cft_token_text_free(&encoder->levels[i]);
    cft_buffer_free(&encoder->joined);
    cft_buffer_free(&encoder->scratch);
    cft_release(&encoder->allocator, encoder->marks,
                encoder->mark_capacity * sizeof *encoder->marks);
    encoder->marks = NULL;
    encoder->mark_count = encoder->mark_capacity = 0;
    cft_release(&encoder->allocator, encoder->blanks,
                encoder->blank_capacity * sizeof *encoder->blanks);
    encoder->blanks = NULL;
    encoder->blank_count = encoder->blank_capacity = 0;
    cft_release(&encoder->allocator, encoder->ids, encoder->capacity * sizeof *encoder->ids);
    cft_release(&encoder->allocator, encoder->offsets,
                encoder->capacity * sizeof *encoder->offsets);
    encoder->ids = NULL;
    encoder->offsets = NULL;
    encoder->count = encoder->capacity = 0;
}

static chatfmt_status encoder_room(cft_encoder *encoder, size_t extra)
{
    if (extra <= encoder->capacity - encoder->count) return CHATFMT_OK;
    size_t old = encoder->capacity, capacity = old * 2, bytes;
    if (capacity < encoder->count + extra) capacity = encoder->count + extra + 256;
    if (!cft_size_multiply(capacity, sizeof *encoder->offsets, &bytes)) return CHATFMT_NO_MEMORY;
    const chatfmt_allocator *a = &encoder->allocator;
    cft_place *offsets =
        cft_resize(a, encoder->offsets, old * sizeof *offsets, capacity * sizeof *offsets);
    if (!offsets) return CHATFMT_NO_MEMORY;
    encoder->offsets = offsets;
    uint32_t *ids = cft_resize(a, encoder->ids, old * sizeof *ids, capacity * sizeof *ids);
    if (!ids) { /* both have one capacity, and no allocator need make a piece smaller */
        cft_release(a, offsets, capacity * sizeof *offsets);
        cft_release(a, encoder->ids, old * sizeof *encoder->ids);
        encoder->offsets = NULL;
        encoder->ids = NULL;
        encoder->count = encoder->capacity = 0;
        return CHATFMT_NO_MEMORY;
    }
    encoder->ids = ids;
    encoder->capacity = capacity;
    return CHATFMT_OK;
}

static chatfmt_status encoder_push(cft_encoder *encoder, uint32_t id, cft_place place)
{
    CFT_TRY(encoder_room(encoder, 1));
    encoder->ids[encoder->count] = id;
    encoder->offsets[encoder->count++] = place;
    return CHATFMT_OK;
}

/* The model itself may know the text of a control token. Where data wrote it, it is left in its
 * smallest parts; the other tokens of the word stay. */
static bool encoder_is_forbidden(const cft_encoder *encoder, const cft_token_view *view,
                                 uint32_t id, size_t begin, size_t end)
{
    const cft_guard *guard = encoder->guard;
    const cft_added *added = &encoder->tokenizer->added;
    const cft_added_token *token = cft_added_by_id(added, id);
    if (!token || !(guard->controlled[token - added->tokens] & CFT_GUARD_MODEL)) return false;
    if (begin >= end || end > view->length) return true;
    cft_place place = cft_token_range(view, begin, end);
    return cft_guard_touches(guard, place.begin, place.end);
}

static chatfmt_status encoder_check_word(cft_encoder *encoder, const cft_token_view *view,
                                         size_t begin)
{
    cft_bpe_work *work = &encoder->work;
    size_t count = work->pieces.count, at = begin, i = 0;
    if (encoder->guard->match) return CHATFMT_OK;
    for (; i < count; at += work->pieces.lengths[i++])
        if (encoder_is_forbidden(encoder, view, work->pieces.ids[i], at,
                                 at + work->pieces.lengths[i]))
            break;
    if (i == count) return CHATFMT_OK;
    size_t kept = i;
    for (; i < count; i++) {
        uint32_t id = work->pieces.ids[i];
        size_t end = at + work->pieces.lengths[i];
        CFT_TRY(encoder_is_forbidden(encoder, view, id, at, end) && end <= view->length
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

/* The pieces that bytes [begin, end) became, as tokens. */
static chatfmt_status encoder_take(cft_encoder *encoder, const cft_token_view *view,
                                   size_t begin, size_t end)
{
    const cft_bpe_work *work = &encoder->work;
    size_t count = work->pieces.count;
    const uint32_t *lengths = work->pieces.lengths;
    if (!count) return CHATFMT_OK;
    CFT_TRY(encoder_room(encoder, count));
    memcpy(encoder->ids + encoder->count, work->pieces.ids, count * sizeof *encoder->ids);
    if (encoder->tracks) {
        cft_place *to = encoder->offsets + encoder->count;
        for (size_t i = 0, at = begin; i < count; at += lengths[i++]) {
            size_t stop = at + lengths[i];
            if (stop <= end) to[i] = cft_token_range(view, at, stop);
            else to[i] = (cft_place){(uint32_t)(at - begin), (uint32_t)(stop - begin)};
        }
    }
    encoder->count += count;
    return CHATFMT_OK;
}

chatfmt_status cft_encoder_word(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                                size_t end)
{
    cft_bpe_work *work = &encoder->work;
    work->pieces.count = 0;
    CFT_TRY(cft_bpe_word(&encoder->tokenizer->bpe, work, view->data + begin, end - begin,
                         view->length - begin));
    if (CFT_UNLIKELY(encoder->guard != NULL))
        CFT_TRY(encoder_check_word(encoder, view, begin));
    return encoder_take(encoder, view, begin, end);
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
    if (!count) return CHATFMT_OK;
    work->pieces.count = 0;
    CFT_TRY(cft_bpe_words(bpe, work, view->data, begin, view->length, ends, count));
    return encoder_take(encoder, view, begin, ends[count - 1]);
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

/* An added token was found as `text`. */
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
    return encoder_push(encoder, match->token->id, place);
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

/* Behind an added token everything begins anew, unless the search goes on in the white space that
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

/* The blanks of a token: of an added one as it was found, of all others by name. */
static cft_blanks encoder_blanks_of(const cft_encoder *encoder, size_t token)
{
    uint32_t id = encoder->ids[token];
    cft_place place = encoder->offsets[token];
    size_t low = 0, high = encoder->blank_count;
    if (!cft_added_by_id(&encoder->tokenizer->added, id)) low = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (encoder->blanks[middle].place.begin < place.begin) low = middle + 1;
        else high = middle;
    }
    for (; low < encoder->blank_count && encoder->blanks[low].place.begin == place.begin; low++)
        if (encoder->blanks[low].id == id && encoder->blanks[low].place.end == place.end)
            return encoder->blanks[low];
    return encoder_blanks(cft_tokenizer_name(encoder->tokenizer, id));
}

/* Source: byte_level::process_offsets. */
static void encoder_trim(cft_encoder *encoder, cft_slice text, size_t before,
                         const cft_post *post)
{
    for (size_t i = 0; i < encoder->count; i++) {
        cft_place *place = &encoder->offsets[i];
        cft_blanks blanks = encoder_blanks_of(encoder, i);
        size_t leading = blanks.leading, trailing = blanks.trailing;
        if (leading == 1 && post->prefix_space && (i + before == 0 || place->begin == 0)) leading = 0;
        for (; leading && place->begin < place->end; leading--)
            place->begin += (uint32_t)cft_utf8_width((unsigned char)text.data[place->begin]);
        /* Not at all when there are more of them than characters in front of the end. */
        const char *end = text.data + place->end;
        if (trailing && cft_utf8_count(text.data, place->end) < trailing) trailing = 0;
        for (; trailing && end > text.data + place->begin; trailing--) cft_utf8_previous(&end);
        place->end = (uint32_t)(end - text.data);
    }
}

static chatfmt_status encoder_surround(cft_encoder *encoder, const cft_post *post)
{
    CFT_TRY(encoder_room(encoder, post->before_count + post->after_count));
    size_t shift = post->before_count;
    if (encoder->count) {
        memmove(encoder->ids + shift, encoder->ids, encoder->count * sizeof *encoder->ids);
        memmove(encoder->offsets + shift, encoder->offsets,
                encoder->count * sizeof *encoder->offsets);
    }
    for (size_t i = 0; i < shift; i++) {
        encoder->ids[i] = post->before[i];
        encoder->offsets[i] = (cft_place){0, 0};
    }
    encoder->count += shift;
    for (size_t i = 0; i < post->after_count; i++)
        CFT_TRY(encoder_push(encoder, post->after[i], (cft_place){0, 0}));
    return CHATFMT_OK;
}

void cft_encoder_trim(cft_encoder *encoder, cft_slice text, size_t before)
{
    const cft_tokenizer *t = encoder->tokenizer;
    for (size_t i = 0; i < t->post_count; i++)
        if (t->posts[i].kind == CFT_POST_TRIM)
            encoder_trim(encoder, text, before, &t->posts[i]);
}

static chatfmt_status encoder_fail(chatfmt_status status, chatfmt_error *error)
{
    switch (status) {
    case CHATFMT_OK: return CHATFMT_OK;
    case CHATFMT_INPUT:
        return cft_fail(error, status, "the unknown token is not in the vocabulary");
    case CHATFMT_SECURITY:
        return cft_fail(error, status, "data contains the text of a control token");
    case CHATFMT_LIMIT:
        return cft_fail(error, status, "limit exceeded: work of a regular expression, or 4 GiB");
    default: return cft_fail(error, status, "%s", chatfmt_status_text(status));
    }
}

chatfmt_status cft_encoder_post(cft_encoder *encoder, cft_slice text, bool add_special)
{
    const cft_tokenizer *t = encoder->tokenizer;
    for (size_t i = 0; i < t->post_count; i++) {
        if (t->posts[i].kind == CFT_POST_TRIM) {
            if (encoder->tracks) encoder_trim(encoder, text, 0, &t->posts[i]);
        } else if (add_special) {
            CFT_TRY(encoder_surround(encoder, &t->posts[i]));
        }
    }
    return CHATFMT_OK;
}

chatfmt_status cft_encoder_encode(cft_encoder *encoder, cft_slice text, bool tracks,
                                  bool add_special, const cft_guard *guard,
                                  chatfmt_error *error)
{
    const cft_tokenizer *t = encoder->tokenizer;
    encoder->count = encoder->blank_count = 0;
    encoder->guard = guard;
    cft_window_new_guard(&encoder->windows);
    encoder->tracks = tracks || guard || t->needs_places;
    encoder->keeps_marks = encoder->continues = false;
    if (text.length >= UINT32_MAX)
        return cft_fail(error, CHATFMT_LIMIT, "limit exceeded: a text to encode is below 4 GiB");
    chatfmt_status status = encoder_text(encoder, text, 0);
    encoder->guard = NULL;
    if (!status) status = cft_encoder_post(encoder, text, add_special);
    return encoder_fail(status, error);
}

chatfmt_status cft_encoder_resume(cft_encoder *encoder, cft_slice text, cft_mark from,
                                  const cft_guard *guard, chatfmt_error *error)
{
    encoder->count = encoder->mark_count = encoder->blank_count = 0;
    encoder->guard = guard;
    cft_window_new_guard(&encoder->windows);
    if (text.length >= UINT32_MAX)
        return cft_fail(error, CHATFMT_LIMIT, "limit exceeded: a text to encode is below 4 GiB");
    encoder->tracks = encoder->keeps_marks = true;
    encoder->continues = from.continues;
    chatfmt_status status = encoder_text(encoder, text, from.offset);
    encoder->keeps_marks = encoder->continues = false;
    encoder->guard = NULL;
    return encoder_fail(status, error);
}
