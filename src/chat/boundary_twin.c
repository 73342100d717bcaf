/* chat/boundary_twin.c - the turn of a message that says nothing, found where it says a word.
 *
 * The conversation is rendered again with a word for the message's content. The turn there, as
 * every other is found, is the turn here without what only the twin has.
 */
#include "chat/boundary.h"
#include "chat/boundary_text.h"

/* The text of the twin, and what both have at their begins and at their ends. */
typedef struct twin_text {
    cft_slice text;
    size_t begin, end; /* bytes that are equal */
} twin_text;

/* Where the word is: its spans in the twin, up to the next data. */
static bool twin_find(const chatfmt_span *spans, size_t count, size_t message, cft_turn_place *out)
{
    size_t first = 0, last;
    while (first < count && !cft_boundary_is_own(&spans[first], message)) first++;
    if (first == count) return false;
    out->begin = spans[first].begin;
    for (size_t k = 0; k < first; k++)
        if (cft_boundary_is_data(&spans[k]) && !cft_boundary_is_of(&spans[k], message))
            out->before = spans[k].end;
    for (size_t i = last = first; i < count; i++) {
        if (cft_boundary_is_own(&spans[i], message)) last = i;
        else if (cft_boundary_is_data(&spans[i])) {
            out->after = spans[i].begin;
            if (cft_span_has_message(&spans[i])) out->next = spans[i].origin.message;
            break;
        }
    }
    out->end = spans[last].end;
    out->last = &spans[last];
    out->is_content = true;
    return true;
}

/* The twin's text and the place in it, as copies: the next probe takes the memory. */
static bool twin_render(cft_boundaries *twin, size_t message, cft_turn_place *place,
                        chatfmt_span *last)
{
    chatfmt_applier *chat = twin->chat;
    const chatfmt_span *spans;
    size_t count;
    bool prompt = (chat->job.flags & CHATFMT_APPLY_GENERATION_PROMPT) != 0;
    twin->job.twin = message + 1;
    if (cft_applier_probe(chat, &twin->job, CFT_LIT(""), 0, SIZE_MAX, prompt, &twin->text, &spans,
                          &count) != CHATFMT_OK)
        return false;
    *place = (cft_turn_place){.after = twin->text.length, .next = SIZE_MAX};
    if (!twin_find(spans, count, message, place)) return false;
    *last = *place->last;
    place->last = last;
    char *text = cft_arena_copy(&chat->results, twin->text.data, twin->text.length);
    char *path = cft_arena_copy(&chat->results, last->path.data, last->path.length);
    if (!text || !path) {
        chat->ran_out = CHATFMT_NO_MEMORY;
        return false;
    }
    twin->text.data = text;
    last->path.data = path;
    return true;
}

static void twin_compare(cft_slice real, twin_text *twin)
{
    size_t shorter = real.length < twin->text.length ? real.length : twin->text.length;
    twin->begin = twin->end = 0;
    while (twin->begin < shorter && real.data[twin->begin] == twin->text.data[twin->begin])
        twin->begin++;
    while (twin->end < shorter - twin->begin &&
           real.data[real.length - 1 - twin->end] ==
               twin->text.data[twin->text.length - 1 - twin->end])
        twin->end++;
}

/* Byte `at` of the twin, in the real text. */
static size_t twin_place(const twin_text *twin, cft_slice real, size_t at)
{
    if (at <= twin->begin) return at;
    size_t rest = twin->text.length - at;
    return rest <= twin->end ? real.length - rest : real.length - twin->end;
}

/* The header of the turn is in the real text, as far as templates do not take it off with the
 * content: that of the twin, what closes it there, or the generation prompt. */
static bool twin_is_shown(const twin_text *twin, cft_slice real, const cft_turn_place *place,
                          cft_slice opening, size_t begin)
{
    size_t prompt = cft_boundary_trimmed(opening);
    if (twin->begin >= cft_boundary_trimmed(cft_slice_of(twin->text.data, begin))) return true;
    if (twin->end > twin->text.length - place->after && twin->end >= twin->text.length - place->end)
        return true;
    return prompt && real.length - place->before >= prompt &&
           memcmp(real.data + place->before, opening.data, prompt) == 0;
}

static bool twin_turn(cft_boundaries *boundaries, size_t message, size_t *begin, size_t *end)
{
    cft_boundaries twin = {.chat = boundaries->chat, .job = boundaries->job};
    cft_turn_place place;
    chatfmt_span last;
    cft_slice opening, real = boundaries->text;
    int closed;
    if (!twin_render(&twin, message, &place, &last)) return false;
    *begin = cft_boundary_begin(&twin, message, &place, &opening);
    *end = cft_boundary_end(&twin, message, &place, opening, &closed);
    if (*begin > place.begin) *begin = place.begin;
    twin_text both = {.text = twin.text};
    twin_compare(real, &both);
    if (!twin_is_shown(&both, real, &place, opening, *begin)) return false;
    *begin = twin_place(&both, real, *begin);
    *end = twin_place(&both, real, *end);
    return *end >= *begin;
}

size_t cft_boundary_answer(cft_boundaries *boundaries, size_t message, cft_slice between)
{
    cft_boundaries twin = {.chat = boundaries->chat, .job = boundaries->job};
    cft_turn_place place;
    chatfmt_span last;
    size_t shared = 0;
    twin.job.twin_alone = true;
    if (!twin_render(&twin, message, &place, &last)) return between.length;
    cft_slice answer = cft_slice_of(twin.text.data + place.before, place.begin - place.before);
    while (shared < answer.length && shared < between.length &&
           answer.data[shared] == between.data[shared])
        shared++;
    shared = cft_boundary_back_off(between, shared);
    return shared ? shared : between.length;
}

bool cft_boundary_empty(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                        size_t *begin, size_t *end, int *closed)
{
    cft_boundary made = {.kind = CFT_BOUNDARY_EMPTY,
                         .flag = cft_boundary_is_last(boundaries, message),
                         .between = cft_slice_of(boundaries->text.data + place->before,
                                                 place->after - place->before),
                         .role = message ? cft_boundary_role(boundaries, message - 1)
                                         : CFT_LIT("")};
    const cft_boundary *boundary = cft_boundary_known(boundaries, &made);
    if (!boundary) {
        made.closed = twin_turn(boundaries, message, begin, end) && *begin >= place->before;
        made.place = *begin - place->before;
        made.end = *end - *begin;
        cft_boundary_remember(boundaries, made);
        boundary = &made;
    }
    *begin = place->before + boundary->place;
    *end = *begin + boundary->end;
    *closed = boundary->end != 0;
    return boundary->closed;
}
