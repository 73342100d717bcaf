/* api/api_chat_derived.c - masks without tags: what the model itself would have written.
 *
 * The spans of the whole text say where each message's own bytes stand. Between two messages the
 * template's bytes belong in part to the one (its end-of-turn token) and in part to the other
 * (its opening). Where the border is, a shorter render shows: the conversation up to a message
 * with a generation prompt ends where the model begins to write, and the conversation up to and
 * including it ends with its end of turn. A border is looked up by its bytes first, so a long
 * conversation costs as many renders as it has different borders, not as many as it has turns.
 */
#include "api/api_models.h"
#include "value/text.h"

/* Bytes between two messages' own bytes, and where in them the border is. */
typedef struct derived_border {
    cft_slice between;
    bool is_end;  /* the end of a turn, not the beginning of one */
    size_t place; /* bytes of `between` before the border */
    bool closed;
} derived_border;

enum { DERIVED_BORDERS = 32 };

typedef struct derived_mask {
    chatfmt_chat *chat;
    cft_slice text;
    const chatfmt_span *spans;
    size_t span_count;
    derived_border borders[DERIVED_BORDERS];
    size_t border_count;
} derived_mask;

/* The place of one message's own bytes: [begin, end), and the data around them. */
typedef struct derived_place {
    size_t begin, end;
    size_t before; /* end of the data of others before it, 0 without any */
    size_t after;  /* begin of the data of others behind it, or the end of the text */
    bool last;     /* no message follows */
} derived_place;

/* Data of a message that it says itself: not its role. */
static bool derived_is_own(const chatfmt_span *span, size_t message)
{
    size_t number;
    cft_slice rest;
    return span->kind == CHATFMT_SPAN_DATA && cft_chat_path(span->path, &number, &rest) &&
           number == message && !cft_slice_equal(rest, CFT_LIT(".role"));
}

static bool derived_is_of(const chatfmt_span *span, size_t message)
{
    size_t number;
    cft_slice rest;
    return span->kind == CHATFMT_SPAN_DATA && cft_chat_path(span->path, &number, &rest) &&
           number == message;
}

static bool derived_is_data(const chatfmt_span *span)
{
    return span->kind == CHATFMT_SPAN_DATA && span->path.length;
}

/* Its own bytes as one run: from the first of them until data of others comes. */
static bool derived_find(const derived_mask *mask, size_t message, size_t from,
                         derived_place *out, size_t *next)
{
    size_t i = from, last;
    while (i < mask->span_count && !derived_is_own(&mask->spans[i], message)) i++;
    if (i == mask->span_count) return false;
    *out = (derived_place){.begin = mask->spans[i].begin, .after = mask->text.length};
    for (size_t k = i; k-- > 0;)
        if (derived_is_data(&mask->spans[k]) && !derived_is_of(&mask->spans[k], message)) {
            out->before = mask->spans[k].end;
            break;
        }
    for (last = i; i < mask->span_count; i++) {
        if (derived_is_own(&mask->spans[i], message)) {
            last = i;
        } else if (derived_is_data(&mask->spans[i])) {
            out->after = mask->spans[i].begin;
            break;
        }
    }
    out->end = mask->spans[last].end;
    *next = last + 1;
    return true;
}

static size_t derived_common(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length, i = 0;
    while (i < shorter && a.data[i] == b.data[i]) i++;
    return i;
}

static bool derived_is_word(char c)
{
    unsigned char u = (unsigned char)c;
    return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') ||
           (u >= 'a' && u <= 'z') || u == '_' || u == '|';
}

static bool derived_is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/* Two texts that part in the middle of a word, or of something in <> or [], have the whole of it
 * apart. */
static size_t derived_back_off(cft_slice text, size_t at)
{
    while (at > 0 && at < text.length && derived_is_word(text.data[at]) &&
           derived_is_word(text.data[at - 1]))
        at--;
    for (size_t i = at; i-- > 0;) {
        if (text.data[i] == '>' || text.data[i] == ']' || derived_is_space(text.data[i])) break;
        if (text.data[i] == '<' || text.data[i] == '[') return i;
    }
    return at;
}

/* How much of `between` the generation prompt `opening` covers. Some templates indent it
 * otherwise than the turns that are there: then white space does not count. */
static size_t derived_covered(cft_slice opening, cft_slice between)
{
    size_t exact = derived_common(opening, between), i = 0, k = 0, end = 0;
    if (exact == opening.length) return exact;
    for (;;) {
        while (i < opening.length && derived_is_space(opening.data[i])) i++;
        while (k < between.length && derived_is_space(between.data[k])) k++;
        if (i == opening.length || k == between.length || opening.data[i] != between.data[k]) break;
        i++;
        end = ++k;
    }
    if (i == opening.length && end > exact) return end;
    return derived_back_off(between, exact);
}

static derived_border *derived_known(derived_mask *mask, cft_slice between, bool is_end)
{
    for (size_t i = 0; i < mask->border_count; i++)
        if (mask->borders[i].is_end == is_end &&
            cft_slice_equal(mask->borders[i].between, between))
            return &mask->borders[i];
    return NULL;
}

static void derived_remember(derived_mask *mask, derived_border border)
{
    if (mask->border_count < DERIVED_BORDERS) mask->borders[mask->border_count++] = border;
}

/* Where a shorter text's last data ends, counting that of message `message` alone unless it is
 * SIZE_MAX; 0 without any. */
static size_t derived_last_data(const chatfmt_span *spans, size_t count, size_t message)
{
    for (size_t i = count; i-- > 0;)
        if (message == SIZE_MAX ? derived_is_data(&spans[i]) : derived_is_own(&spans[i], message))
            return spans[i].end;
    return 0;
}

/* ---- Where the model begins to write ---- */

/* From the conversation before the message, with a generation prompt. */
static size_t derived_opening(derived_mask *mask, size_t message, cft_slice between,
                              size_t before)
{
    const chatfmt_span *spans;
    cft_slice text;
    size_t count;
    if (cft_chat_probe(mask->chat, &mask->chat->job, CFT_LIT(""), 0,
                       message + mask->chat->job.merged, true, &text, &spans, &count) !=
        CHATFMT_OK)
        return SIZE_MAX;
    if (text.length >= before && text.length <= before + between.length &&
        memcmp(text.data, mask->text.data, text.length) == 0)
        return text.length - before;
    size_t from = derived_last_data(spans, count, SIZE_MAX);
    return derived_covered(cft_slice_of(text.data + from, text.length - from), between);
}

static size_t derived_begin(derived_mask *mask, size_t message, const derived_place *place)
{
    cft_slice between = cft_slice_of(mask->text.data + place->before, place->begin - place->before);
    derived_border *known = derived_known(mask, between, false);
    if (known) return place->before + known->place;
    size_t at = derived_opening(mask, message, between, place->before);
    if (at == SIZE_MAX) return place->begin;
    derived_remember(mask, (derived_border){between, false, at, false});
    return place->before + at;
}

/* ---- Where the turn ends ---- */

/* The end of the first token in `text` that ends a turn for the model; 0 when there is none. */
static size_t derived_stop(const derived_mask *mask, cft_slice text)
{
    static const cft_slice names[3] = {{"eos_token", 9}, {"eot_token", 9}, {"eom_token", 9}};
    size_t best = SIZE_MAX, end = 0;
    for (int i = 0; i < 3; i++) {
        cft_slice token = cft_model_token_text(&mask->chat->job.model->model, names[i]);
        size_t at = token.length ? cft_text_find(text, token, 0) : SIZE_MAX;
        if (at >= best) continue;
        best = at;
        end = at + token.length;
    }
    cft_value eos = cft_apply_member(cft_api_unwrap(mask->chat->job.options.variables),
                                     CFT_LIT("eos_token"));
    if (eos.kind == CFT_STRING && eos.length) {
        size_t at = cft_text_find(text, cft_text_of(eos), 0);
        if (at < best) end = at + eos.length;
    }
    return end;
}

static size_t derived_without_space(cft_slice text)
{
    return cft_text_strip(cft_string(text.data, (uint32_t)text.length, 0), NULL, CFT_STRIP_RIGHT)
        .length;
}

/* How much of `between` is left when the next message's own opening is taken off its end: that
 * message alone shows its opening. For templates that end a last turn otherwise than others. */
static size_t derived_before_next(derived_mask *mask, size_t next, cft_slice between)
{
    const chatfmt_span *spans;
    cft_slice text, rest;
    size_t count, at = SIZE_MAX, number;
    if (cft_chat_probe(mask->chat, &mask->chat->job, CFT_LIT(""), next + mask->chat->job.merged, 1,
                       false, &text, &spans, &count) != CHATFMT_OK)
        return 0;
    for (size_t i = count; i-- > 0;)
        if (cft_chat_path(spans[i].path, &number, &rest)) at = spans[i].begin;
    if (at == SIZE_MAX) return 0;
    size_t left = between.length;
    while (left > 0 && at > 0 && between.data[left - 1] == text.data[at - 1]) {
        left--;
        at--;
    }
    return left < between.length ? derived_back_off(between, left) : 0;
}

/* The end of something in <> or [] at the beginning of a text, 0 without it. */
static size_t derived_chunk(cft_slice text)
{
    if (!text.length || (text.data[0] != '<' && text.data[0] != '[')) return 0;
    const char *end = memchr(text.data, text.data[0] == '<' ? '>' : ']', text.length);
    return end ? (size_t)(end - text.data) + 1 : 0;
}

/* From the conversation up to and including the message. */
static derived_border derived_closing(derived_mask *mask, size_t message, cft_slice between)
{
    const chatfmt_span *spans;
    cft_slice text, tail = CFT_LIT("");
    size_t count;
    derived_border border = {between, true, 0, true};
    if (cft_chat_probe(mask->chat, &mask->chat->job, CFT_LIT(""), 0,
                       message + 1 + mask->chat->job.merged, false, &text, &spans, &count) ==
        CHATFMT_OK) {
        size_t from = derived_last_data(spans, count, message);
        if (from) tail = cft_slice_of(text.data + from, text.length - from);
    }
    bool closes = derived_without_space(tail) > 0;
    size_t common = derived_common(tail, between);
    if (common < tail.length) common = derived_back_off(between, common);
    tail = cft_slice_of(between.data, common);
    border.place = derived_stop(mask, tail);
    if (!border.place) border.place = derived_without_space(tail);
    if (!border.place) border.place = derived_stop(mask, between);
    if (!border.place && message + 1 < mask->chat->job.messages.as.list->count)
        border.place = derived_without_space(
            cft_slice_of(between.data, derived_before_next(mask, message + 1, between)));
    if (!border.place && closes) border.place = derived_chunk(between);
    border.closed = border.place != 0;
    return border;
}

static size_t derived_end(derived_mask *mask, size_t message, const derived_place *place,
                          int *closed)
{
    cft_slice between = cft_slice_of(mask->text.data + place->end, place->after - place->end);
    derived_border *known = derived_known(mask, between, true);
    if (!known) {
        derived_remember(mask, derived_closing(mask, message, between));
        known = derived_known(mask, between, true);
    }
    derived_border border = known ? *known : derived_closing(mask, message, between);
    *closed = border.closed;
    return place->end + border.place;
}

/* ---- All messages ---- */

static bool derived_is_learned(const chatfmt_mask_options *options, cft_value message)
{
    cft_value role = cft_apply_member(message, CFT_LIT("role"));
    if (role.kind != CFT_STRING) return false;
    if (!options->roles) return cft_slice_equal(cft_text_of(role), CFT_LIT("assistant"));
    for (size_t i = 0; i < options->role_count; i++)
        if (cft_slice_equal(cft_text_of(role), options->roles[i])) return true;
    return false;
}

chatfmt_status cft_mask_derived(chatfmt_chat *chat, const chatfmt_mask_options *options,
                                chatfmt_mask_range **ranges, size_t *count)
{
    derived_mask mask = {.chat = chat, .text = chat->text, .spans = chat->main->spans,
                         .span_count = chat->main->span_count};
    const cft_list *messages = chat->job.messages.as.list;
    size_t shift = chat->job.merged ? 1 : 0, from = 0;
    for (size_t i = 0; i < messages->count; i++) {
        derived_place place;
        size_t next, number = i + shift;
        chatfmt_mask_range range = {.message = number};
        if (number < options->first ||
            (options->count && number - options->first >= options->count) ||
            !derived_is_learned(options, messages->items[i]))
            continue;
        if (!derived_find(&mask, i, from, &place, &next)) continue;
        from = next;
        range.begin = derived_begin(&mask, i, &place);
        range.end = derived_end(&mask, i, &place, &range.closed);
        if (range.begin > place.begin) range.begin = place.begin;
        CFT_TRY(cft_mask_add(chat, ranges, count, range));
    }
    return CHATFMT_OK;
}
