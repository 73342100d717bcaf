/* chat/provenance_mask.c - masks without tags: what the model itself would have written.
 *
 * The spans of the whole text say where each message's own bytes stand. Between two messages the
 * template's bytes belong in part to the one (its end-of-turn token) and in part to the other
 * (its opening); chat/boundary.c finds out where the boundary is.
 */
#include "chat/boundary.h"

/* ---- The bytes of one message ---- */

/* Paths that were seen in a turn, with the end of what was copied from them. A turn with more of
 * them counts all as seen once. */
typedef struct derived_seen {
    cft_slice paths[16];
    size_t ends[16], times[16];
    size_t count;
} derived_seen;

/* How often the begin of this span's value was there already; 0 when it goes on. */
static size_t derived_times(derived_seen *seen, const chatfmt_span *span)
{
    size_t end = span->offset + (span->end - span->begin);
    if (!(span->flags & CHATFMT_SPAN_COPIED)) return 0;
    for (size_t i = 0; i < seen->count; i++) {
        if (!cft_slice_equal(seen->paths[i], span->path)) continue;
        size_t times = span->offset < seen->ends[i] ? seen->times[i]++ : 0;
        if (end > seen->ends[i]) seen->ends[i] = end;
        return times;
    }
    if (seen->count == sizeof seen->paths / sizeof *seen->paths) return 0;
    seen->paths[seen->count] = span->path;
    seen->ends[seen->count] = end;
    seen->times[seen->count++] = 1;
    return 0;
}

/* Its own bytes as one run: from the first of them until data of others comes, or until the next
 * message quotes them. */
static bool derived_find(cft_boundaries *boundaries, size_t message, size_t from,
                         cft_turn_place *out, size_t *next)
{
    derived_seen seen = {.count = 0};
    size_t i = from, last, times;
    const chatfmt_span *spans = boundaries->spans;
    while (i < boundaries->span_count && !cft_boundary_is_own(&spans[i], message)) i++;
    if (i == boundaries->span_count) return false;
    *out = (cft_turn_place){
        .begin = spans[i].begin, .after = boundaries->text.length, .next = SIZE_MAX};
    for (size_t k = i; k-- > 0;)
        if (cft_boundary_is_data(&spans[k]) && !cft_boundary_is_of(&spans[k], message)) {
            out->before = spans[k].end;
            break;
        }
    for (last = i; i < boundaries->span_count; i++) {
        bool own = cft_boundary_is_own(&spans[i], message);
        if (!own && !cft_boundary_is_data(&spans[i])) continue;
        times = own ? derived_times(&seen, &spans[i]) : 0;
        if (!own || (times && !cft_boundary_again(boundaries, message, &spans[i],
                                                  spans[last].end, times))) {
            out->after = spans[i].begin;
            if (!own && cft_span_has_message(&spans[i])) out->next = spans[i].origin.message;
            break;
        }
        last = i;
    }
    out->end = spans[last].end;
    out->last = &spans[last];
    out->is_content = spans[last].origin.field == CHATFMT_FIELD_CONTENT;
    *next = last + 1;
    return true;
}

/* Where a message is of which the template wrote nothing: between the data before and after
 * it, from span `from` on, and after the turn before. */
static void derived_gap(const cft_boundaries *boundaries, size_t message, size_t from,
                        size_t past, cft_turn_place *out)
{
    *out = (cft_turn_place){
        .before = past, .after = boundaries->text.length, .next = SIZE_MAX};
    for (size_t i = from; i < boundaries->span_count; i++) {
        const chatfmt_span *span = &boundaries->spans[i];
        if (!cft_boundary_is_data(span) || cft_boundary_is_of(span, message)) continue;
        if (cft_span_has_message(span) && span->origin.message > message) {
            out->after = span->begin;
            out->next = span->origin.message;
            break;
        }
        if (span->end > out->before) out->before = span->end;
    }
    out->begin = out->end = out->after;
}

/* ---- All messages ---- */

static bool derived_is_learned(const chatfmt_mask_options *options, cft_value message,
                               size_t number)
{
    cft_value role = cft_apply_member(message, CFT_LIT("role"));
    if (number < options->first || (options->count && number - options->first >= options->count) ||
        role.kind != CFT_STRING)
        return false;
    if (!options->roles) return cft_slice_equal(cft_text_of(role), CFT_LIT("assistant"));
    for (size_t i = 0; i < options->role_count; i++)
        if (cft_slice_equal(cft_text_of(role), options->roles[i])) return true;
    return false;
}

/* The turn of one message; false when it shows nowhere in the text. */
static bool derived_turn(cft_boundaries *boundaries, size_t message, size_t *from, size_t past,
                         chatfmt_mask_range *range)
{
    cft_turn_place place;
    cft_slice opening;
    size_t next;
    if (!derived_find(boundaries, message, *from, &place, &next)) {
        derived_gap(boundaries, message, *from, past, &place);
        return cft_boundary_empty(boundaries, message, &place, &range->begin, &range->end,
                                &range->closed);
    }
    *from = next;
    range->begin = cft_boundary_begin(boundaries, message, &place, &opening);
    range->end = cft_boundary_end(boundaries, message, &place, opening, &range->closed);
    if (range->begin > place.end) range->begin = place.begin;
    return true;
}

chatfmt_status cft_mask_derived(chatfmt_applier *chat, const chatfmt_mask_options *options,
                                chatfmt_mask_range **ranges, size_t *count)
{
    cft_boundaries boundaries = {.chat = chat,
                                 .job = chat->job,
                                 .text = chat->text,
                                 .spans = chat->main->spans,
                                 .span_count = chat->main->span_count};
    const cft_list *messages = chat->job.messages.as.list;
    size_t shift = chat->job.merged ? 1 : 0, from = 0, past = 0;
    for (size_t i = 0; i < messages->count; i++) {
        chatfmt_mask_range range = {.message = i + shift};
        if (!derived_is_learned(options, messages->items[i], i + shift) ||
            !derived_turn(&boundaries, i, &from, past, &range))
            continue;
        if (range.begin < past) range.begin = past;
        if (range.end < range.begin) range.end = range.begin;
        past = range.end;
        CFT_TRY(cft_mask_add(chat, ranges, count, range));
    }
    return CHATFMT_OK;
}
