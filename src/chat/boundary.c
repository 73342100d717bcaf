/* chat/boundary.c - where a turn that a model wrote begins and ends. See the header. */
#include "chat/boundary.h"
#include "chat/boundary_text.h"
#include "value/text.h"

/* ---- Spans ---- */

static bool boundary_begins(cft_slice path, cft_slice word)
{
    return path.length >= word.length && !memcmp(path.data, word.data, word.length);
}

bool cft_span_is_data(const chatfmt_span *span)
{
    if (span->kind != CHATFMT_SPAN_TRUSTED) return span->kind == CHATFMT_SPAN_DATA;
    return cft_span_has_message(span) || boundary_begins(span->path, CFT_LIT("tools[")) ||
           boundary_begins(span->path, CFT_LIT("documents["));
}

bool cft_boundary_is_of(const chatfmt_span *span, size_t message)
{
    return cft_span_is_data(span) && span->origin.field != CHATFMT_FIELD_NONE &&
           span->origin.message == message;
}

bool cft_boundary_is_own(const chatfmt_span *span, size_t message)
{
    return cft_boundary_is_of(span, message) && !cft_span_is_role(span);
}

bool cft_boundary_is_data(const chatfmt_span *span)
{
    return cft_span_is_data(span) && span->path.length &&
           !(span->flags & CHATFMT_SPAN_SPECIAL);
}

/* A shorter render: messages [first, first + count) of the conversation. */
typedef struct boundary_probe {
    cft_slice text;
    const chatfmt_span *spans;
    size_t count;
} boundary_probe;

static bool boundary_render(cft_boundaries *boundaries, size_t first, size_t count, bool prompt,
                          boundary_probe *out)
{
    return cft_applier_probe(boundaries->chat, &boundaries->job, CFT_LIT(""), first, count, prompt,
                             &out->text, &out->spans, &out->count) == CHATFMT_OK;
}

/* The text after the last data. */
static cft_slice boundary_tail(const boundary_probe *probe)
{
    size_t from = 0;
    for (size_t i = probe->count; i-- > 0 && !from;)
        if (cft_boundary_is_data(&probe->spans[i])) from = probe->spans[i].end;
    return cft_slice_of(probe->text.data + from, probe->text.length - from);
}

/* The same value in the text and in a probe; there reasoning goes by the name that the template
 * reads. */
static bool boundary_same_value(const chatfmt_span *a, const chatfmt_span *b)
{
    return cft_slice_equal(a->path, b->path) ||
           (a->origin.message == b->origin.message && cft_span_is(a, CHATFMT_FIELD_REASONING) &&
            cft_span_is(b, CHATFMT_FIELD_REASONING));
}

/* The text after the same data as `last`, up to other data. */
static cft_slice boundary_behind(const boundary_probe *probe, const chatfmt_span *last)
{
    size_t to = probe->text.length;
    for (size_t i = probe->count; i-- > 0;) {
        const chatfmt_span *span = &probe->spans[i];
        if (boundary_same_value(span, last) &&
            span->offset + (span->end - span->begin) == last->offset + (last->end - last->begin))
            return cft_slice_of(probe->text.data + span->end, to - span->end);
        if (cft_boundary_is_data(span)) to = span->begin;
    }
    return CFT_LIT("");
}

static bool boundary_starts(cft_slice text, cft_slice with)
{
    return text.length >= with.length &&
           (with.length == 0 || memcmp(text.data, with.data, with.length) == 0);
}

static size_t boundary_common(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length, i = 0;
    while (i < shorter && a.data[i] == b.data[i]) i++;
    return i;
}

const cft_boundary *cft_boundary_known(const cft_boundaries *boundaries, const cft_boundary *like)
{
    for (size_t i = 0; i < boundaries->count; i++) {
        const cft_boundary *boundary = &boundaries->known[i];
        if (boundary->kind == like->kind && boundary->flag == like->flag &&
            cft_slice_equal(boundary->between, like->between) &&
            cft_slice_equal(boundary->role, like->role))
            return boundary;
    }
    return NULL;
}

void cft_boundary_remember(cft_boundaries *boundaries, cft_boundary boundary)
{
    if (boundaries->count < CFT_BOUNDARIES) boundaries->known[boundaries->count++] = boundary;
}

/* ---- Where the model begins to write ---- */

/* How much of `between` a generation prompt covers, and of itself when they part. Some templates
 * indent it otherwise than the turns that are there: white space does not count. */
static size_t boundary_covered(cft_slice opening, cft_slice between, size_t *parted)
{
    size_t i = 0, k = 0, end_i = 0, end_k = 0;
    for (;;) {
        i = cft_boundary_spaces(opening, i);
        k = cft_boundary_spaces(between, k);
        if (i == opening.length || k == between.length || opening.data[i] != between.data[k]) break;
        end_i = ++i;
        end_k = ++k;
    }
    bool whole = i == opening.length;
    while (end_i < opening.length && end_k < between.length &&
           opening.data[end_i] == between.data[end_k] &&
           cft_boundary_is_space(opening.data[end_i])) {
        end_i++;
        end_k++;
    }
    *parted = whole ? opening.length : i;
    return whole ? end_k : cft_boundary_back_off(between, end_k);
}

/* What is after the message's predecessor when the model is to write. */
static bool boundary_opening(cft_boundaries *boundaries, size_t message, cft_boundary *out)
{
    chatfmt_applier *chat = boundaries->chat;
    cft_slice between = out->between;
    boundary_probe probe, without;
    size_t count = message + chat->job.merged, parted,
           before = (size_t)(between.data - boundaries->text.data);
    if (!boundary_render(boundaries, 0, count, true, &probe)) return false;
    bool exact = probe.text.length >= before && boundary_starts(boundaries->text, probe.text);
    cft_slice opening = exact ? cft_slice_of(probe.text.data + before, probe.text.length - before)
                              : boundary_tail(&probe);
    char *copy = cft_arena_copy(&chat->results, opening.data, opening.length);
    if (!copy) chat->ran_out = CHATFMT_NO_MEMORY;
    if (!copy) return false;
    out->text = cft_slice_of(copy, opening.length);
    out->place = SIZE_MAX;
    if (exact) return true;
    size_t covered = boundary_covered(out->text, between, &parted);
    if (parted == out->text.length) return true;
    /* The two part. When that is before the generation prompt begins, it shows nothing. */
    out->place = covered;
    if (out->flag && boundary_render(boundaries, 0, count, false, &without)) {
        size_t begin = boundary_common(boundary_tail(&without), out->text);
        if (cft_boundary_spaces(out->text, begin) < parted) return true;
    }
    out->place = cft_boundary_answer(boundaries, message, between);
    return true;
}

cft_slice cft_boundary_role(const cft_boundaries *boundaries, size_t message)
{
    const cft_list *messages = boundaries->chat->job.messages.as.list;
    cft_value role = cft_apply_member(messages->items[message], CFT_LIT("role"));
    return role.kind == CFT_STRING ? cft_text_of(role) : CFT_LIT("");
}

size_t cft_boundary_begin(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                        cft_slice *opening)
{
    const char *from = boundaries->text.data + place->before;
    cft_slice rest = cft_slice_of(from, place->end - place->before);
    cft_boundary made = {
        .kind = CFT_BOUNDARY_OPENING,
        .flag = cft_slice_equal(cft_boundary_role(boundaries, message), CFT_LIT("assistant")),
        .between = cft_slice_of(from, place->begin - place->before),
        .role = message ? cft_boundary_role(boundaries, message - 1) : CFT_LIT("")};
    const cft_boundary *boundary = cft_boundary_known(boundaries, &made);
    size_t parted;
    *opening = CFT_LIT("");
    if (!boundary) {
        if (!boundary_opening(boundaries, message, &made)) return place->begin;
        cft_boundary_remember(boundaries, made);
        boundary = &made;
    }
    *opening = boundary->text;
    if (boundary_starts(rest, boundary->text)) return place->before + boundary->text.length;
    if (boundary->place != SIZE_MAX) return place->before + boundary->place;
    return place->before + boundary_covered(boundary->text, boundary->between, &parted);
}

/* ---- Where the turn ends ---- */

/* The first tokens of a text: what opens a turn is among them. */
static bool boundary_is_opener(const cft_boundaries *boundaries, cft_slice chunk)
{
    size_t at = cft_boundary_spaces(boundaries->text, 0), end;
    while ((end = cft_boundary_chunk(boundaries->text, at)) != 0) {
        if (cft_slice_equal(chunk, cft_slice_of(boundaries->text.data + at, end - at))) return true;
        at = cft_boundary_spaces(boundaries->text, end);
    }
    return false;
}

/* The end of the last token in text[0, length) that does not open the next turn, 0 without any. */
static size_t boundary_last_chunk(const cft_boundaries *boundaries, cft_slice text)
{
    size_t kept = 0;
    for (size_t at = 0; at < text.length; at++) {
        size_t end = cft_boundary_chunk(text, at);
        if (!end) continue;
        if (kept && boundary_is_opener(boundaries, cft_slice_of(text.data + at, end - at)))
            return kept;
        kept = end;
        at = end - 1;
    }
    return kept;
}

/* The begin of the first token that opens a turn and is not alone; the whole length without any. */
static size_t boundary_before_opener(const cft_boundaries *boundaries, cft_slice text)
{
    size_t whole = cft_boundary_trimmed(text), end;
    for (size_t at = 1; at < whole; at++) {
        end = cft_boundary_chunk(text, at);
        if (end && end < whole &&
            boundary_is_opener(boundaries, cft_slice_of(text.data + at, end - at)))
            return at;
    }
    return text.length;
}

/* All of the text but white space at its end, and a generation prompt that is there in any case. */
static size_t boundary_without_opener(const cft_boundaries *boundaries, cft_slice text)
{
    return cft_boundary_trimmed(cft_slice_of(text.data, boundary_before_opener(boundaries, text)));
}

/* The end of a turn: what the text up to it ends with, `tail`, as far as it is in `between`. */
static size_t boundary_shared(cft_boundaries *boundaries, cft_slice tail, cft_slice between,
                            bool is_content)
{
    size_t common = boundary_common(tail, between);
    bool whole = common == tail.length;
    if (!whole) common = cft_boundary_back_off(between, common);
    cft_slice shared = cft_slice_of(between.data, common);
    if (!is_content) shared.length = boundary_before_opener(boundaries, shared);
    size_t stop = cft_boundary_stop(boundaries, shared);
    if (stop) return stop;
    if (whole) return cft_boundary_trimmed(shared);
    size_t chunk = boundary_last_chunk(boundaries, shared);
    return chunk || is_content ? chunk : cft_boundary_trimmed(shared);
}

/* How much of `between` is left when the next message's own opening is taken off its end: that
 * message alone shows its opening. For templates that end a last turn otherwise than others. */
static size_t boundary_before_next(cft_boundaries *boundaries, size_t next, cft_slice between)
{
    boundary_probe probe;
    size_t at = SIZE_MAX, left = between.length;
    if (!boundary_render(boundaries, next + boundaries->chat->job.merged, 1, false, &probe))
        return 0;
    for (size_t i = probe.count; i-- > 0;)
        if (cft_span_has_message(&probe.spans[i])) at = probe.spans[i].begin;
    if (at == SIZE_MAX) return 0;
    while (left > 0 && at > 0 && between.data[left - 1] == probe.text.data[at - 1]) {
        left--;
        at--;
    }
    if (left == between.length) return 0;
    left = cft_boundary_trimmed(cft_slice_of(between.data, cft_boundary_back_off(between, left)));
    return cft_boundary_is_chunks(cft_slice_of(between.data, left)) ? left : 0;
}

/* A template that leaves the last turn open may still end it before a generation prompt. */
static size_t boundary_before_prompt(cft_boundaries *boundaries, size_t message,
                                   const cft_turn_place *place, cft_slice between)
{
    boundary_probe probe;
    if (cft_slice_equal(cft_boundary_role(boundaries, message + 1), CFT_LIT("assistant")) ||
        !boundary_render(boundaries, 0, message + 1 + boundaries->chat->job.merged, true, &probe))
        return 0;
    cft_slice tail = boundary_behind(&probe, place->last);
    return boundary_starts(between, tail) && cft_boundary_is_chunks(tail)
               ? cft_boundary_trimmed(cft_slice_of(between.data, tail.length))
               : 0;
}

/* What is between an answer and the next question of some conversation. */
static bool boundary_middle(cft_boundaries *boundaries)
{
    const cft_slice talk = CFT_LIT("[{\"role\":\"user\",\"content\":\"a\"},"
                                   "{\"role\":\"assistant\",\"content\":\"b\"},"
                                   "{\"role\":\"user\",\"content\":\"c\"}]");
    chatfmt_applier *chat = boundaries->chat;
    const chatfmt_span *spans;
    cft_slice text;
    size_t count, from = SIZE_MAX;
    if (boundaries->has_middle) return boundaries->middle.data != NULL;
    boundaries->has_middle = true;
    if (cft_applier_probe(chat, &chat->job, talk, 0, SIZE_MAX, false, &text, &spans, &count) !=
        CHATFMT_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (cft_boundary_is_own(&spans[i], 1)) from = spans[i].end;
        if (from == SIZE_MAX || !cft_boundary_is_of(&spans[i], 2)) continue;
        char *copy = cft_arena_copy(&chat->results, text.data + from, spans[i].begin - from);
        if (copy) boundaries->middle = cft_slice_of(copy, spans[i].begin - from);
        else chat->ran_out = CHATFMT_NO_MEMORY;
        break;
    }
    return boundaries->middle.data != NULL;
}

/* From the conversation up to and including the message, when others follow. */
static size_t boundary_closing(cft_boundaries *boundaries, size_t message,
                               const cft_turn_place *place, cft_slice between,
                               cft_slice opening)
{
    boundary_probe probe;
    cft_slice tail = CFT_LIT("");
    if (boundary_render(boundaries, 0, message + 1 + boundaries->chat->job.merged, false, &probe))
        tail = boundary_behind(&probe, place->last);
    bool closes = cft_boundary_trimmed(tail) > 0;
    size_t end = boundary_shared(boundaries, tail, between, place->is_content);
    if (end && place->is_content && !cft_boundary_is_chunks(cft_slice_of(between.data, end))) {
        /* Words may be a generation prompt that the template writes in any case. */
        size_t sure = boundary_middle(boundaries)
                          ? boundary_shared(boundaries, cft_slice_of(between.data, end),
                                            boundaries->middle, true)
                          : 0;
        if (sure) end = sure;
    }
    if (!end) end = cft_boundary_stop(boundaries, between);
    if (!end && place->next == message + 1)
        end = boundary_before_next(boundaries, place->next, between);
    if (!end && place->next == message + 1)
        end = boundary_before_prompt(boundaries, message, place, between);
    if (end || !closes) return end;
    /* Last turns end otherwise. What ends turns of others as well is an end here. */
    size_t chunk = cft_boundary_chunk(between, 0);
    return chunk && chunk < cft_boundary_trimmed(opening) &&
                   boundary_starts(opening, cft_slice_of(between.data, chunk))
               ? chunk
               : 0;
}

/* Nothing follows the message: what ends turns in the middle says which of the bytes after it
 * are its end. */
static size_t boundary_closing_last(cft_boundaries *boundaries, const cft_turn_place *place,
                                  cft_slice tail)
{
    if (!place->is_content) tail.length = boundary_before_opener(boundaries, tail);
    size_t end = cft_boundary_stop(boundaries, tail);
    if (end || !cft_boundary_trimmed(tail)) return end;
    if (!boundary_middle(boundaries)) return cft_boundary_trimmed(tail);
    cft_slice middle = boundaries->middle;
    end = boundary_shared(boundaries, tail, middle, true);
    if (end) return end;
    if (!place->is_content) {
        size_t chunk = cft_boundary_chunk(middle, cft_boundary_spaces(middle, 0)), at;
        if (!chunk) return boundary_without_opener(boundaries, tail);
        at = cft_text_rfind(tail, cft_slice_of(middle.data, chunk));
        return at == SIZE_MAX ? boundary_without_opener(boundaries, tail) : at + chunk;
    }
    return cft_boundary_chunk(middle, 0) ? cft_boundary_chunk(tail, 0) : 0;
}

/* The same with a generation prompt after it, which is left out to see the end. A template that
 * ends the turn for the prompt alone does it as in the middle. */
static size_t boundary_closing_prompted(cft_boundaries *boundaries, const cft_turn_place *place,
                                        cft_slice between)
{
    boundary_probe probe;
    if (!(boundaries->chat->job.flags & CHATFMT_APPLY_GENERATION_PROMPT) ||
        !boundary_render(boundaries, 0, SIZE_MAX, false, &probe))
        return boundary_closing_last(boundaries, place, between);
    cft_slice tail = boundary_behind(&probe, place->last);
    size_t common = boundary_common(tail, between);
    if (common < tail.length) common = cft_boundary_back_off(between, common);
    tail = cft_slice_of(between.data, common);
    if (cft_boundary_trimmed(tail)) return boundary_closing_last(boundaries, place, tail);
    return boundary_middle(boundaries)
               ? boundary_shared(boundaries, between, boundaries->middle, true)
               : 0;
}

/* The last message's end is in the text as it is, unless a generation prompt follows it. */
bool cft_boundary_is_last(const cft_boundaries *boundaries, size_t message)
{
    return message + 1 == boundaries->chat->job.messages.as.list->count;
}

/* Calls are written in many tokens: the one that ends the turn is the end when it is next. */
static size_t boundary_with_stop(cft_boundaries *boundaries, cft_slice between, size_t end)
{
    size_t stop = cft_boundary_stop(boundaries, cft_slice_of(between.data, end));
    if (stop) return stop;
    size_t next = cft_boundary_spaces(between, end), chunk = cft_boundary_chunk(between, next);
    cft_slice token = cft_slice_of(between.data + next, chunk > next ? chunk - next : 0);
    return chunk && cft_turn_ends_in(&boundaries->ends, token) == token.length ? chunk : end;
}

size_t cft_boundary_end(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                      cft_slice opening, int *closed)
{
    cft_slice between = cft_slice_of(boundaries->text.data + place->end, place->after - place->end);
    /* No data of a later message is there either. */
    bool last = cft_boundary_is_last(boundaries, message) || place->next == SIZE_MAX;
    cft_boundary made = {.kind = CFT_BOUNDARY_CLOSING, .flag = last, .between = between};
    const cft_boundary *boundary = cft_boundary_known(boundaries, &made);
    if (!boundary) {
        made.place = last ? boundary_closing_prompted(boundaries, place, between)
                          : boundary_closing(boundaries, message, place, between, opening);
        if (!place->is_content && made.place)
            made.place = boundary_with_stop(boundaries, between, made.place);
        cft_boundary_remember(boundaries, made);
        boundary = &made;
    }
    *closed = boundary->place != 0;
    return place->end + boundary->place;
}

/* ---- Data that is there again ---- */

bool cft_boundary_again(cft_boundaries *boundaries, size_t message, const chatfmt_span *at,
                        size_t from, size_t times)
{
    cft_slice between = cft_slice_of(boundaries->text.data + from, at->begin - from);
    cft_boundary made = {.kind = CFT_BOUNDARY_AGAIN, .between = between};
    const cft_boundary *boundary = cft_boundary_known(boundaries, &made);
    if (boundary) return boundary->place != 0;
    boundary_probe probe;
    if (boundary_render(boundaries, 0, message + 1 + boundaries->chat->job.merged, false, &probe)) {
        size_t there = 0;
        for (size_t i = 0; i < probe.count; i++)
            there += cft_slice_equal(probe.spans[i].path, at->path) &&
                     probe.spans[i].offset == at->offset;
        made.place = there > times;
    }
    cft_boundary_remember(boundaries, made);
    return made.place != 0;
}
