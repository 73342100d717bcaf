/* tokenizers/session.c - taking up an encoding where it is certain. */
#include "tokenizers/session.h"

#include "regex/char_class.h"

enum { SESSION_SPACING = 64 }; /* bytes between marks before spaces */

/* ---- which tokenizers can be cut before a space ---- */

static bool session_is_space(cft_slice text)
{
    return text.length == 1 && text.data[0] == ' ';
}

/* Steps that do with the rest of a piece what they would do with it in the whole piece, when it
 * begins with a space; but for Prepend, which a resumed piece leaves out. `replaced` is set when
 * spaces become something else. */
static bool session_step_is_local(const cft_normalizer *step, bool *replaced)
{
    switch (step->kind) {
    case CFT_NORMALIZER_FORM:
    case CFT_NORMALIZER_LOWERCASE:
    case CFT_NORMALIZER_STRIP_ACCENTS:
    case CFT_NORMALIZER_PREPEND: return true;
    case CFT_NORMALIZER_REPLACE:
        if (step->pattern || !session_is_space(step->text) || *replaced) return false;
        *replaced = true;
        return true;
    case CFT_NORMALIZER_PREFIX_SPACE:
    case CFT_NORMALIZER_METASPACE: return !*replaced;
    default: return false;
    }
}

/* A scanner never has anything but white space in front of a space in one match. */
static bool session_split_parts(const cft_split *split)
{
    return split->kind == CFT_SPLIT_SCAN && split->scan->family != CFT_SCAN_NUMBERS &&
           (split->behavior == CFT_BEHAVIOR_ISOLATED ||
            (split->behavior == CFT_BEHAVIOR_REMOVED && split->invert));
}

/* Splits whose parts after a space do not depend on what is in front of it. */
static bool session_split_is_local(const cft_split *split)
{
    switch (split->kind) {
    case CFT_SPLIT_SCAN:
        return split->behavior == CFT_BEHAVIOR_ISOLATED || session_split_parts(split);
    case CFT_SPLIT_RANGES: return split->behavior == CFT_BEHAVIOR_ISOLATED;
    case CFT_SPLIT_KINDS:
        return split->behavior == CFT_BEHAVIOR_ISOLATED ||
               split->behavior == CFT_BEHAVIOR_CONTIGUOUS;
    case CFT_SPLIT_REWRITE: return split->rewrite.kind == CFT_NORMALIZER_BYTES;
    default: return false;
    }
}

/* Tokens that look at their neighbours may have been looked at across the mark. */
static bool session_added_are_local(const cft_added *added)
{
    for (size_t i = 0; i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        if (token->single_word &&
            (token->normalized || memchr(token->content.data, ' ', token->content.length)))
            return false;
    }
    return true;
}

static bool session_can_mark_spaces(const cft_tokenizer *t)
{
    bool replaced = false, parts = false;
    for (size_t i = 0; i < t->normalizer_count + t->rewrite_count; i++)
        if (!session_step_is_local(&t->normalizers[i], &replaced)) return false;
    for (size_t i = 0; i < t->split_count; i++) {
        const cft_split *split = &t->splits[i];
        /* Of spaces that are all replaced a split finds none. */
        if (split->kind == CFT_SPLIT_TEXT && replaced && session_is_space(split->text)) continue;
        if (!session_split_is_local(split)) return false;
        parts |= session_split_parts(split);
    }
    if (!session_added_are_local(&t->added)) return false;
    if (parts) return t->bpe.byte_space && !replaced;
    /* The whole piece is one word; it falls apart where no token has both bytes. */
    return t->bpe.can_cut && !t->bpe.ignore_merges;
}

void cft_session_init(cft_session *s, const cft_tokenizer *t, const chatfmt_allocator *allocator)
{
    *s = (cft_session){.count = 0};
    cft_budget_init(&s->budget, allocator, NULL);
    s->allocator = cft_budget_allocator(&s->budget);
    cft_buffer_init(&s->text, &s->allocator);
    size_t longest = 0;
    for (size_t i = 0; i < t->added.count; i++) {
        const cft_added_token *token = &t->added.tokens[i];
        if (token->content.length > longest) longest = token->content.length;
        if (token->pattern.length > longest) longest = token->pattern.length;
    }
    /* Normalisation makes at most four bytes one; then a character to look at. */
    s->margin = longest * 4 + 32;
    s->marks_spaces = session_can_mark_spaces(t);
}

void cft_session_free(cft_session *s)
{
    const chatfmt_allocator *a = &s->allocator;
    cft_buffer_free(&s->text);
    cft_release(a, s->ids, s->capacity * sizeof *s->ids);
    cft_release(a, s->places, s->capacity * sizeof *s->places);
    cft_release(a, s->shown, s->capacity * sizeof *s->shown);
    cft_release(a, s->marks, s->mark_capacity * sizeof *s->marks);
    s->ids = NULL;
    s->places = s->shown = NULL;
    s->marks = NULL;
    s->count = s->capacity = s->mark_count = s->mark_capacity = 0;
}

/* Room for `count` tokens; all arrays have one capacity. */
static chatfmt_status session_room(cft_session *s, size_t count)
{
    if (count <= s->capacity) return CHATFMT_OK;
    size_t capacity = count + count / 2 + 64, bytes;
    if (!cft_size_multiply(capacity, sizeof *s->places, &bytes)) return CHATFMT_NO_MEMORY;
    uint32_t *ids = cft_allocate(&s->allocator, capacity * sizeof *ids);
    cft_place *places = cft_allocate(&s->allocator, bytes);
    cft_place *shown = cft_allocate(&s->allocator, bytes);
    if (!ids || !places || !shown) {
        cft_release(&s->allocator, ids, capacity * sizeof *ids);
        cft_release(&s->allocator, places, bytes);
        cft_release(&s->allocator, shown, bytes);
        return CHATFMT_NO_MEMORY;
    }
    if (s->count) {
        memcpy(ids, s->ids, s->count * sizeof *ids);
        memcpy(places, s->places, s->count * sizeof *places);
        memcpy(shown, s->shown, s->count * sizeof *shown);
    }
    cft_release(&s->allocator, s->ids, s->capacity * sizeof *ids);
    cft_release(&s->allocator, s->places, s->capacity * sizeof *places);
    cft_release(&s->allocator, s->shown, s->capacity * sizeof *shown);
    s->ids = ids;
    s->places = places;
    s->shown = shown;
    s->capacity = capacity;
    return CHATFMT_OK;
}

/* ---- marks ---- */

static chatfmt_status session_add_mark(cft_session *s, cft_mark mark)
{
    if (s->mark_count == s->mark_capacity) {
        cft_mark *marks = cft_array_room(&s->allocator, s->marks, &s->mark_capacity,
                                         s->mark_count + 1, sizeof mark);
        if (!marks) return CHATFMT_NO_MEMORY;
        s->marks = marks;
    }
    s->marks[s->mark_count++] = mark;
    return CHATFMT_OK;
}

/* True when nothing of the model reaches across `at`, which is a space after something else. */
static bool session_parts_at(const cft_tokenizer *t, const char *text, size_t at)
{
    const char *before = text + at;
    if (text[at] != ' ' || cft_char_in(cft_utf8_previous(&before), CFT_CHAR_SET_SPACE))
        return false;
    if (t->bpe.byte_space) return true; /* the scanner has parted them */
    return cft_bpe_parts_before_space(&t->bpe, (unsigned char)text[at - 1],
                                      t->space.length ? t->space : CFT_LIT(" "));
}

/* Marks of the tokens from number `first` on: those that the encoder has left behind added tokens,
 * and before spaces. */
static chatfmt_status session_mark(cft_session *s, const cft_encoder *encoder, size_t first)
{
    const cft_tokenizer *t = encoder->tokenizer;
    size_t reached = first ? s->places[first - 1].end : 0, next = 0, last;
    last = s->mark_count ? s->marks[s->mark_count - 1].offset : 0;
    for (size_t i = first;; i++) {
        for (; next < encoder->mark_count && encoder->marks[next].token + first == i; next++) {
            cft_mark mark = encoder->marks[next];
            mark.token = i;
            last = mark.offset;
            CFT_TRY(session_add_mark(s, mark));
        }
        if (i == s->count) break;
        cft_place place = s->places[i];
        size_t begin = place.begin;
        if (s->marks_spaces && i > first && begin >= last + SESSION_SPACING &&
            reached <= begin && session_parts_at(t, s->text.data, begin) &&
            !cft_added_by_id(&t->added, s->ids[i - 1])) {
            last = begin;
            CFT_TRY(session_add_mark(s, (cft_mark){begin, i, true}));
        }
        if (place.end > reached) reached = place.end;
    }
    return CHATFMT_OK;
}

/* ---- updates ---- */

/* The text is none after a failure, and what a limit refused to let grow is given back. */
static void session_forget(cft_session *s)
{
    s->text.length = 0;
    s->count = s->mark_count = 0;
    if (s->budget.broken) cft_session_free(s);
}

static chatfmt_status session_encode(cft_session *s, cft_encoder *encoder, cft_mark mark,
                                     size_t *same, chatfmt_error *error)
{
    cft_slice text = cft_slice_of(s->text.data, s->text.length);
    s->encoded = text.length - mark.offset;
    encoder->counts = false;
    CFT_TRY(cft_encoder_resume(encoder, text, mark, NULL, error));
    /* Ids that come out as they were belong to what stays. */
    size_t made = encoder->count, equal = 0;
    while (equal < made && mark.token + equal < s->count &&
           encoder->ids[equal] == s->ids[mark.token + equal])
        equal++;
    *same = mark.token + equal;
    s->count = mark.token;
    CFT_TRY(session_room(s, mark.token + made));
    if (made) {
        memcpy(s->ids + mark.token, encoder->ids, made * sizeof *s->ids);
        memcpy(s->places + mark.token, encoder->offsets, made * sizeof *s->places);
        chatfmt_status status = cft_encoder_trim(encoder, text, mark.token);
        if (status) return cft_budget_told(encoder->budget, status, error);
        memcpy(s->shown + mark.token, encoder->offsets, made * sizeof *s->shown);
    }
    s->count = mark.token + made;
    return session_mark(s, encoder, mark.token);
}

chatfmt_status cft_session_update(cft_session *s, cft_encoder *encoder, size_t kept,
                                  cft_slice more, size_t *same, chatfmt_error *error)
{
    cft_mark mark = {0, 0, false};
    *same = s->count;
    s->encoded = 0;
    if (kept == s->text.length && !more.length) return CHATFMT_OK;
    s->text.length = kept;
    while (s->mark_count && (s->marks[s->mark_count - 1].offset > kept ||
                             kept - s->marks[s->mark_count - 1].offset < s->margin))
        s->mark_count--;
    if (s->mark_count) mark = s->marks[s->mark_count - 1];
    chatfmt_status status = CHATFMT_OK;
    if (more.length > UINT32_MAX - 1 - kept)
        status = cft_fail(error, CHATFMT_LIMIT, "limit exceeded: a text must be below 4 GiB");
    cft_budget_begin(&s->budget, &cft_encode_rates, kept + more.length);
    if (!status && more.length) status = cft_buffer_append(&s->text, more.data, more.length);
    if (!status) status = session_encode(s, encoder, mark, same, error);
    if (s->budget.broken || status == CHATFMT_NO_MEMORY)
        status = cft_budget_told(&s->budget, status, error);
    if (status) {
        session_forget(s);
        *same = 0;
    }
    return status;
}
