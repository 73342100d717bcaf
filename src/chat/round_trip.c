/* chat/round_trip.c - a message, as a template writes it: the reply cut out of the prompt, with the
 * places of the message's own bytes. What reads it back is in round_trip_read.c.
 */
#include "chat/round_trip.h"
#include "chat/boundary.h"
#include "chat/turn_ends.h"

static bool trip_begins(cft_slice text, const char *word, cft_slice *rest)
{
    size_t length = strlen(word);
    if (text.length < length || memcmp(text.data, word, length) != 0) return false;
    *rest = cft_slice_of(text.data + length, text.length - length);
    return true;
}

/* Which member of `arguments` the path ".key…" or "["odd key"]…" is of; false when none. */
static bool trip_parameter(cft_value arguments, cft_slice path, uint32_t *number)
{
    if (arguments.kind != CFT_DICT || path.length < 2) return false;
    for (uint32_t i = 0; i < arguments.as.dict->count; i++) {
        cft_value key = arguments.as.dict->entries[i].key;
        size_t skip = path.data[0] == '.' ? 1 : 2;
        if (key.kind != CFT_STRING || path.length < skip + key.length) continue;
        if (key.length && memcmp(path.data + skip, key.as.text, key.length) != 0) continue;
        size_t end = skip + key.length;
        if (end < path.length && !memchr(".[#\"", path.data[end], 4)) continue;
        *number = i;
        return true;
    }
    return false;
}

static cft_value trip_call_arguments(cft_value message, uint32_t call)
{
    cft_value calls = cft_apply_member(message, CFT_LIT("tool_calls"));
    if (calls.kind != CFT_LIST || call >= calls.as.list->count) return cft_absent();
    cft_value function = cft_apply_member(calls.as.list->items[call], CFT_LIT("function"));
    return cft_apply_member(function, CFT_LIT("arguments"));
}

static bool trip_is_key(cft_slice path)
{
    return path.length > 4 && memcmp(path.data + path.length - 4, "#key", 4) == 0;
}

/* What follows messages[N].tool_calls[N] in a path. */
static cft_slice trip_below_item(cft_slice path)
{
    size_t at = 0;
    for (int brackets = 0; at < path.length && brackets < 2; at++) brackets += path.data[at] == ']';
    return cft_slice_of(path.data + at, path.length - at);
}

/* What a path below a tool call names. */
static void trip_call_field(cft_value message, cft_slice rest, cft_learn_part *part)
{
    cft_slice inner;
    part->field = CFT_LEARN_OTHER;
    if (trip_is_key(rest) && !trip_begins(rest, ".function.arguments.", &inner) &&
        !trip_begins(rest, ".function.arguments[", &inner))
        return; /* the word "name" or "arguments" itself */
    if (trip_begins(rest, ".id", &inner)) part->field = CFT_LEARN_ID;
    if (trip_begins(rest, ".function.name", &inner)) part->field = CFT_LEARN_NAME;
    if (!trip_begins(rest, ".function.arguments", &inner)) return;
    part->field = CFT_LEARN_ARGUMENTS;
    if (!trip_parameter(trip_call_arguments(message, part->call), inner, &part->parameter)) return;
    part->field = CFT_LEARN_VALUE;
    if (trip_is_key(inner) && !memchr(inner.data + 2, '.', inner.length - 2))
        part->field = CFT_LEARN_KEY;
}

/* What of the message a span is; false for what is not its own. */
static bool trip_field(cft_value message, const chatfmt_span *span, cft_learn_part *part)
{
    static const uint8_t fields[] = {[CHATFMT_FIELD_OTHER] = CFT_LEARN_OTHER,
                                     [CHATFMT_FIELD_ROLE] = CFT_LEARN_OTHER,
                                     [CHATFMT_FIELD_CONTENT] = CFT_LEARN_CONTENT,
                                     [CHATFMT_FIELD_REASONING] = CFT_LEARN_REASONING,
                                     [CHATFMT_FIELD_CALLS] = CFT_LEARN_OTHER};
    const chatfmt_span_origin *from = &span->origin;
    *part = (cft_learn_part){.field = fields[from->field]};
    if (from->field != CHATFMT_FIELD_CALLS || from->index == CHATFMT_NO_INDEX)
        return !cft_span_is_role(span);
    part->call = from->index;
    trip_call_field(message, trip_below_item(span->path), part);
    return true;
}

static bool trip_same(const cft_learn_part *a, const cft_learn_part *b)
{
    return a->field == b->field && a->call == b->call && a->parameter == b->parameter &&
           a->end == b->begin;
}

/* The parts of message number `message` within [begin, end) of the prompt. */
static chatfmt_status trip_parts(const chatfmt_applied *applied, cft_value message, size_t number,
                                 size_t begin, size_t end, cft_arena *arena,
                                 cft_learn_sample *sample)
{
    cft_learn_part *parts = cft_arena_array(arena, applied->span_count + 1, sizeof *parts);
    uint32_t named = 0;
    if (!parts) return CHATFMT_NO_MEMORY;
    sample->parts = parts;
    sample->part_count = 0;
    for (size_t i = 0; i < applied->span_count; i++) {
        const chatfmt_span *span = &applied->spans[i];
        cft_learn_part part;
        if (!cft_span_is_data(span) || span->begin < begin || span->end > end) continue;
        if (span->origin.message != number || !trip_field(message, span, &part)) continue;
        part.begin = span->begin - begin;
        part.end = span->end - begin;
        if (part.field == CFT_LEARN_NAME && part.call >= named) named = part.call + 1;
        if (sample->part_count && trip_same(&parts[sample->part_count - 1], &part))
            parts[sample->part_count - 1].end = part.end;
        else parts[sample->part_count++] = part;
    }
    sample->calls = named;
    return CHATFMT_OK;
}

/* Where the last data of others before byte `begin` ends. */
static size_t trip_others(const chatfmt_applied *applied, size_t begin)
{
    size_t end = 0;
    for (size_t i = 0; i < applied->span_count && applied->spans[i].end <= begin; i++)
        if (cft_boundary_is_data(&applied->spans[i]))
            end = applied->spans[i].end;
    return end;
}

/* Does the template escape the calls as HTML, which no model writes? */
static bool trip_is_escaped(const cft_learn_sample *sample)
{
    const cft_slice quote = CFT_LIT("&#34;");
    for (size_t i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->field == CFT_LEARN_NAME && part->begin >= quote.length &&
            memcmp(sample->reply.data + part->begin - quote.length, quote.data, quote.length) == 0)
            return true;
    }
    return false;
}

/* The end of the first stop in [from, until) of the reply; 0 without any. */
static size_t trip_stop_in(const cft_turn_ends *ends, cft_slice reply, size_t from, size_t until)
{
    size_t stop = cft_turn_ends_in(ends, cft_slice_of(reply.data + from, until - from));
    return stop ? from + stop : 0;
}

/* Is one of two parts content, and the other a call? */
static bool trip_turns(const cft_learn_part *before, const cft_learn_part *after)
{
    return (before->field == CFT_LEARN_CONTENT) != (after->field == CFT_LEARN_CONTENT) &&
           before->field != CFT_LEARN_REASONING && after->field != CFT_LEARN_REASONING;
}

/* Content may be written after what ends a turn with calls, or calls after what ends content, where
 * no model writes: the reply ends before it. */
static chatfmt_status trip_stop(chatfmt_applier *chat, cft_learn_sample *sample)
{
    cft_turn_ends ends;
    size_t stop = 0, i = 0;
    bool learned = false;
    for (i = 1; i < sample->part_count && !stop; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (!trip_turns(part - 1, part)) continue;
        if (!learned) CFT_TRY(cft_turn_ends_learn(chat, &ends));
        learned = true;
        stop = trip_stop_in(&ends, sample->reply, part[-1].end, part->begin);
    }
    if (!stop) return CHATFMT_OK;
    sample->reply.length = stop;
    sample->part_count = i - 1;
    sample->calls = 0;
    for (i = 0; i < sample->part_count; i++)
        if (sample->parts[i].field == CFT_LEARN_NAME && sample->parts[i].call >= sample->calls)
            sample->calls = sample->parts[i].call + 1;
    return CHATFMT_OK;
}

static void trip_not_shown(cft_round_trip *trip, const char *why)
{
    trip->outcome = CFT_ROUND_TRIP_NOT_SHOWN;
    trip->difference = why;
}

/* The template did not write the conversation. */
static chatfmt_status trip_refused(cft_round_trip *trip, chatfmt_status status,
                                   const chatfmt_error *error, cft_arena *arena)
{
    char *words;
    if (status == CHATFMT_NO_MEMORY) return status;
    words = cft_arena_copy(arena, error->text, strlen(error->text));
    if (!words) return CHATFMT_NO_MEMORY;
    trip_not_shown(trip, words);
    if (status != CHATFMT_LIMIT) return CHATFMT_OK;
    chatfmt_error *kept = cft_arena_take(arena, sizeof *kept);
    if (!kept) return CHATFMT_NO_MEMORY;
    *kept = *error;
    trip->limit = kept;
    return CHATFMT_OK;
}

static chatfmt_status trip_cut(chatfmt_applier *chat, const chatfmt_applied *applied,
                               const chatfmt_mask_range *range, cft_value message,
                               cft_arena *arena, cft_round_trip *trip)
{
    size_t others = trip_others(applied, range->begin);
    char *text = cft_arena_copy(arena, applied->text.data, range->end);
    if (!text) return CHATFMT_NO_MEMORY;
    trip->prompt = cft_slice_of(text, range->begin);
    trip->sample.before = cft_slice_of(text + others, range->begin - others);
    trip->sample.reply = cft_slice_of(text + range->begin, range->end - range->begin);
    CFT_TRY(trip_parts(applied, message, range->message, range->begin, range->end, arena,
                       &trip->sample));
    CFT_TRY(trip_stop(chat, &trip->sample));
    if (trip_is_escaped(&trip->sample)) trip_not_shown(trip, "the calls are escaped as HTML");
    if (!trip->sample.part_count) trip_not_shown(trip, "nothing of the message is in the prompt");
    return CHATFMT_OK;
}

chatfmt_status cft_round_trip_write(chatfmt_applier *chat, const chatfmt_model *model,
                                    cft_value conversation, const chatfmt_apply_options *options,
                                    const chatfmt_limits *limits, cft_arena *arena,
                                    cft_round_trip *trip)
{
    chatfmt_apply_options own = *options;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    chatfmt_applied applied;
    chatfmt_error error;
    size_t count;
    cft_error_clear(&error);
    memset(trip, 0, sizeof *trip);
    trip->prompt = trip->read = trip->lost = CFT_LIT("");
    trip->sample.before = trip->sample.reply = CFT_LIT("");
    own.flags &= ~(uint32_t)CHATFMT_APPLY_GENERATION_PROMPT;
    own.flags |= CHATFMT_APPLY_SPANS;
    chatfmt_status status = cft_applier_apply(chat, model, conversation, &own, limits, &applied,
                                              &error);
    if (status != CHATFMT_OK) return trip_refused(trip, status, &error, arena);
    const cft_list *messages = chat->job.messages.as.list;
    for (size_t i = 0; i < applied.change_count; i++)
        if (strcmp(applied.changes[i].what, "arguments_to_text") == 0) trip->texts = true;
    if (!messages->count) {
        trip_not_shown(trip, "there is no message");
        return CHATFMT_OK;
    }
    mask.kind = CHATFMT_MASK_DERIVED;
    mask.first = messages->count - 1 + (chat->job.merged ? 1 : 0);
    status = cft_applier_mask(chat, &mask, &ranges, &count, &error);
    if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT)
        return trip_refused(trip, status, &error, arena);
    if (status != CHATFMT_OK || !count) {
        trip_not_shown(trip, "nothing of the message is in the prompt");
        return CHATFMT_OK;
    }
    return trip_cut(chat, &applied, &ranges[count - 1], messages->items[messages->count - 1], arena,
                    trip);
}
