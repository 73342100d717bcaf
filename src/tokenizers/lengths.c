/* tokenizers/lengths.c - cutting into pieces and filling them up. Source: TokenizerImpl::
 * post_process, truncate_encodings, Encoding::truncate, pad_encodings, Encoding::pad. */
#include "tokenizers/lengths.h"

void cft_lengths_init(cft_length_work *work, const chatfmt_allocator *allocator)
{
    *work = (cft_length_work){.allocator = cft_allocator_or_default(allocator)};
}

static void lengths_release(cft_length_work *work)
{
    const chatfmt_allocator *a = &work->allocator;
    cft_release(a, work->ids, work->capacity * sizeof *work->ids);
    cft_release(a, work->types, work->capacity * sizeof *work->types);
    cft_release(a, work->words, work->capacity * sizeof *work->words);
    cft_release(a, work->places, work->capacity * sizeof *work->places);
    cft_release(a, work->attention, work->capacity);
    cft_release(a, work->special, work->capacity);
    cft_release(a, work->texts, work->capacity);
    work->ids = work->types = work->words = NULL;
    work->places = NULL;
    work->attention = work->special = work->texts = NULL;
    work->capacity = 0;
}

static void lengths_release_all(cft_length_work *work)
{
    const chatfmt_allocator *a = &work->allocator;
    cft_release(a, work->all, work->all_capacity * sizeof *work->all);
    cft_release(a, work->all_words, work->all_capacity * sizeof *work->all_words);
    cft_release(a, work->all_places, work->all_capacity * sizeof *work->all_places);
    work->all = work->all_words = NULL;
    work->all_places = NULL;
    work->all_capacity = 0;
}

void cft_lengths_free(cft_length_work *work)
{
    lengths_release(work);
    lengths_release_all(work);
    cft_release(&work->allocator, work->pieces, work->piece_capacity * sizeof *work->pieces);
    work->pieces = NULL;
    work->piece_capacity = 0;
}

chatfmt_status cft_lengths_room(cft_length_work *work, size_t count)
{
    const chatfmt_allocator *a = &work->allocator;
    size_t bytes;
    work->count = 0;
    if (count <= work->capacity) return CHATFMT_OK;
    if (!cft_size_multiply(count, sizeof *work->places, &bytes)) return CHATFMT_LIMIT;
    lengths_release(work);
    work->capacity = count;
    work->ids = cft_allocate(a, count * sizeof *work->ids);
    work->types = cft_allocate(a, count * sizeof *work->types);
    work->words = cft_allocate(a, count * sizeof *work->words);
    work->places = cft_allocate(a, bytes);
    work->attention = cft_allocate(a, count);
    work->special = cft_allocate(a, count);
    work->texts = cft_allocate(a, count);
    if (work->ids && work->types && work->words && work->places && work->attention &&
        work->special && work->texts)
        return CHATFMT_OK;
    lengths_release(work);
    return CHATFMT_NO_MEMORY;
}

/* What the encoder has made, put aside. */
static chatfmt_status lengths_take(cft_length_work *work, const cft_encoder *encoder)
{
    const chatfmt_allocator *a = &work->allocator;
    size_t count = encoder->count;
    if (count > work->all_capacity) {
        lengths_release_all(work);
        work->all_capacity = count;
        work->all = cft_allocate(a, count * sizeof *work->all);
        work->all_words = cft_allocate(a, count * sizeof *work->all_words);
        work->all_places = cft_allocate(a, count * sizeof *work->all_places);
        if (!work->all || !work->all_words || !work->all_places) {
            lengths_release_all(work);
            return CHATFMT_NO_MEMORY;
        }
    }
    if (count) {
        memcpy(work->all, encoder->ids, count * sizeof *work->all);
        memcpy(work->all_words, encoder->words, count * sizeof *work->all_words);
        memcpy(work->all_places, encoder->offsets, count * sizeof *work->all_places);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_lengths_add(cft_length_work *work, size_t begin, size_t count)
{
    if (work->piece_count == work->piece_capacity) {
        cft_length_piece *pieces =
            cft_array_room(&work->allocator, work->pieces, &work->piece_capacity,
                           work->piece_count + 1, sizeof *pieces);
        if (!pieces) return CHATFMT_NO_MEMORY;
        work->pieces = pieces;
    }
    work->pieces[work->piece_count++] = (cft_length_piece){begin, count};
    return CHATFMT_OK;
}

static size_t lengths_added(const cft_tokenizer *t)
{
    size_t count = 0;
    for (size_t i = 0; i < t->post_count; i++)
        count += t->posts[i].before_count + t->posts[i].after_count;
    return count;
}

/* The ranges of the tokens that become pieces, the one to be shown first. */
static chatfmt_status lengths_cut(cft_length_work *work, const cft_lengths *lengths, size_t count,
                                  size_t added)
{
    work->piece_count = 0;
    /* Where the added tokens alone are too many the reference's length wraps around. */
    if (!lengths->truncates || lengths->max_length < added ||
        count <= lengths->max_length - added)
        return cft_lengths_add(work, 0, count);
    size_t most = lengths->max_length - added, step = most - lengths->stride;
    if (most == 0) {
        CFT_TRY(cft_lengths_add(work, 0, 0));
        return cft_lengths_add(work, 0, count);
    }
    if (lengths->strategy == CFT_TRUNCATE_ONLY_SECOND || lengths->stride >= most)
        return CHATFMT_VALUE;
    for (size_t at = 0; at < count; at += step) {
        size_t left = count - at, taken = left < most ? left : most;
        CFT_TRY(cft_lengths_add(work, lengths->truncate_left ? left - taken : at, taken));
        if (taken == left) break;
    }
    return CHATFMT_OK;
}

/* Type ids of one piece; `types` has room for all of it and `count` tokens are in it. The text has
 * its type also where a template's tokens are left out, but not in the overflowing pieces. */
static void lengths_types(const cft_tokenizer *t, uint32_t *types, size_t count, bool add_special,
                          bool overflows)
{
    memset(types, 0, count * sizeof *types);
    for (size_t i = 0; i < t->post_count; i++) {
        const cft_post *post = &t->posts[i];
        if (post->kind != CFT_POST_TEMPLATE) continue;
        size_t first = add_special ? post->before_count : 0;
        for (size_t k = 0; k < count; k++) types[first + k] = overflows ? 0 : post->text_type;
        if (!add_special) continue;
        for (size_t k = 0; k < post->before_count; k++) types[k] = post->types[k];
        count += post->before_count;
        for (size_t k = 0; k < post->after_count; k++)
            types[count + k] = post->types[post->before_count + k];
        count += post->after_count;
    }
}

/* One piece through the post-processor, and after the others. */
static chatfmt_status lengths_post(cft_length_work *work, cft_encoder *encoder, cft_slice text,
                                   bool add_special, cft_length_piece *piece)
{
    size_t before = 0, count = piece->count, begin = work->count;
    encoder->count = count;
    if (count) {
        memcpy(encoder->ids, work->all + piece->begin, count * sizeof *encoder->ids);
        memcpy(encoder->words, work->all_words + piece->begin, count * sizeof *encoder->words);
        memcpy(encoder->offsets, work->all_places + piece->begin,
               count * sizeof *encoder->offsets);
    }
    CFT_TRY(cft_encoder_post(encoder, text, add_special));
    if (encoder->count)
        lengths_types(encoder->tokenizer, work->types + begin, count, add_special,
                      piece != work->pieces);
    for (size_t i = 0; add_special && i < encoder->tokenizer->post_count; i++)
        before += encoder->tokenizer->posts[i].before_count;
    for (size_t i = 0; i < encoder->count; i++) {
        work->ids[begin + i] = encoder->ids[i];
        work->words[begin + i] = encoder->words[i];
        work->places[begin + i] = encoder->offsets[i];
        work->attention[begin + i] = 1;
        work->special[begin + i] = i < before || i >= before + count;
        work->texts[begin + i] = work->special[begin + i] ? CFT_NO_TEXT : 0;
    }
    *piece = (cft_length_piece){begin, encoder->count};
    work->count += encoder->count;
    return CHATFMT_OK;
}

chatfmt_status cft_lengths_allow(cft_encoder *encoder, size_t total)
{
    size_t bytes;
    if (!cft_size_multiply(total, sizeof(uint32_t), &bytes)) bytes = SIZE_MAX;
    CFT_TRY(cft_budget_output(encoder->budget, bytes));
    if (total < UINT32_MAX) return CHATFMT_OK;
    return cft_budget_break(encoder->budget, "the number of tokens", UINT32_MAX - 1, total);
}

size_t cft_lengths_target(const cft_lengths *lengths, size_t longest)
{
    return cft_lengths_round(lengths->pad_length ? lengths->pad_length : longest,
                             lengths->pad_multiple);
}

void cft_lengths_pad(cft_length_work *work, const cft_lengths *lengths, size_t target,
                     cft_length_piece *piece)
{
    if (piece->count >= target) return;
    size_t missing = target - piece->count, at = piece->begin + piece->count;
    if (lengths->pad_left) {
        at = piece->begin;
        memmove(work->ids + at + missing, work->ids + at, piece->count * sizeof *work->ids);
        memmove(work->types + at + missing, work->types + at, piece->count * sizeof *work->types);
        memmove(work->words + at + missing, work->words + at, piece->count * sizeof *work->words);
        memmove(work->places + at + missing, work->places + at,
                piece->count * sizeof *work->places);
        memmove(work->attention + at + missing, work->attention + at, piece->count);
        memmove(work->special + at + missing, work->special + at, piece->count);
        memmove(work->texts + at + missing, work->texts + at, piece->count);
    }
    for (size_t i = at; i < at + missing; i++) {
        work->ids[i] = lengths->pad_id;
        work->types[i] = lengths->pad_type;
        work->words[i] = CFT_NO_WORD;
        work->places[i] = (cft_place){0, 0};
        work->attention[i] = 0;
        work->special[i] = 1;
        work->texts[i] = CFT_NO_TEXT;
    }
    piece->count = target;
    work->count += missing;
}

chatfmt_status cft_lengths_check(const cft_tokenizer *t, const cft_lengths *lengths,
                                 chatfmt_error *error)
{
    size_t added = lengths_added(t);
    if (!lengths->truncates || lengths->max_length < added ||
        lengths->max_length - added >= lengths->stride)
        return CHATFMT_OK;
    return cft_fail(error, CHATFMT_VALUE, "the stride is above the length for the text");
}

chatfmt_status cft_lengths_fail(cft_length_work *work, cft_encoder *encoder,
                                chatfmt_status status, chatfmt_error *error)
{
    work->piece_count = 0;
    lengths_release(work);
    lengths_release_all(work);
    if (encoder->budget->broken) return cft_budget_told(encoder->budget, status, error);
    return cft_fail(error, status, "%s", chatfmt_status_text(status));
}

chatfmt_status cft_lengths_encode(cft_length_work *work, cft_encoder *encoder, cft_slice text,
                                  bool add_special, const cft_guard *guard,
                                  const cft_lengths *lengths, chatfmt_error *error)
{
    work->piece_count = 0;
    size_t added = lengths_added(encoder->tokenizer), total = 0;
    CFT_TRY(cft_lengths_check(encoder->tokenizer, lengths, error));
    encoder->counts = true;
    CFT_TRY(cft_encoder_resume(encoder, text, (cft_mark){0, 0, false}, guard, error));
    if (!add_special) added = 0;
    chatfmt_status status = lengths_take(work, encoder);
    if (!status) status = lengths_cut(work, lengths, encoder->count, added);
    if (status == CHATFMT_VALUE)
        return cft_fail(error, status,
                        lengths->strategy == CFT_TRUNCATE_ONLY_SECOND
                            ? "truncation of the second text, but there is none"
                            : "the stride is not below the length that is left for the text");
    size_t longest = work->piece_count ? work->pieces[0].count + added : 0;
    size_t target = lengths->pads ? cft_lengths_target(lengths, longest) : 0;
    for (size_t i = 0; i < work->piece_count && !status; i++) {
        size_t count = work->pieces[i].count + added;
        if (count < target) count = target;
        total = count > SIZE_MAX - total ? SIZE_MAX : total + count;
    }
    if (!status) status = cft_lengths_allow(encoder, total);
    if (!status) status = cft_budget_spend_bytes(encoder->budget, total * sizeof *work->places);
    if (!status) status = cft_lengths_room(work, total);
    for (size_t i = 0; i < work->piece_count && !status; i++) {
        status = lengths_post(work, encoder, text, add_special, &work->pieces[i]);
        if (!status) cft_lengths_pad(work, lengths, target, &work->pieces[i]);
    }
    return status ? cft_lengths_fail(work, encoder, status, error) : CHATFMT_OK;
}
