/* chat/round_trip_read.c - a reply that a template wrote, read back and compared with the message
 * that it was written from.
 *
 * Expected is what the template shows: the bytes of content and reasoning that are in the reply,
 * and the calls whose names are. Arguments are compared as JSON values, types included.
 */
#include "chat/round_trip.h"
#include "value/json_read.h"
#include "value/json_write.h"

typedef struct trip_compare {
    cft_heap *heap;
    cft_arena *arena;
    cft_round_trip *trip;
    cft_value message, read;
    chatfmt_status status; /* the first failure of memory or a limit */
} trip_compare;

/* What fails for want of memory is no difference: it is remembered, and comes out in the end. */
static bool trip_failed(trip_compare *c, chatfmt_status status)
{
    if (status != CHATFMT_OK && c->status == CHATFMT_OK) c->status = status;
    return status != CHATFMT_OK;
}

/* Text as a value; false when it is no JSON. */
static bool trip_json(trip_compare *c, cft_slice text, cft_value *out)
{
    cft_json_options options = {.base = 0};
    chatfmt_status status = cft_json_read(c->heap, text, &options, out, NULL);
    if (status != CHATFMT_INPUT) trip_failed(c, status);
    return status == CHATFMT_OK;
}

static bool trip_has(const cft_learn_sample *sample, cft_learn_field field, uint32_t call)
{
    for (size_t i = 0; i < sample->part_count; i++)
        if (sample->parts[i].field == field && sample->parts[i].call == call) return true;
    return false;
}

static bool trip_is_blank(cft_slice text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (!memchr(" \n\t\r", text.data[i], 4)) return false;
    return true;
}

/* All bytes of a field as they stand in the reply, and white space between them that the
 * template put in the place of the field's own. */
static cft_slice trip_shown(trip_compare *c, cft_learn_field field)
{
    const cft_learn_sample *sample = &c->trip->sample;
    char *text = cft_arena_take(c->arena, sample->reply.length + 1);
    size_t length = 0, from = SIZE_MAX;
    if (!text) {
        trip_failed(c, CHATFMT_NO_MEMORY);
        return CFT_LIT("");
    }
    for (size_t i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->field != field) continue;
        if (from > part->begin || !trip_is_blank(sample->reply, from, part->begin))
            from = part->begin;
        memcpy(text + length, sample->reply.data + from, part->end - from);
        length += part->end - from;
        from = part->end;
    }
    return cft_slice_of(text, length);
}

static cft_slice trip_string(cft_value value)
{
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

static cft_slice trip_canonical(trip_compare *c, cft_value value)
{
    cft_json_style style = cft_json_plain;
    cft_builder b;
    cft_value text;
    style.sort_keys = true;
    if (value.kind == CFT_STRING && !trip_json(c, cft_text_of(value), &value)) return CFT_LIT("?");
    if (trip_failed(c, cft_build(&b, c->heap, 64)) ||
        trip_failed(c, cft_json_append(&b, value, &style)) ||
        trip_failed(c, cft_build_end(&b, 0, &text)))
        return CFT_LIT("?");
    return cft_text_of(text);
}

static void trip_differs(trip_compare *c, const char *what)
{
    c->trip->outcome = CFT_ROUND_TRIP_DIFFERENT;
    c->trip->difference = what;
}

static void trip_lost(trip_compare *c, const char *what)
{
    size_t had = c->trip->lost.length, more = strlen(what);
    char *text = cft_arena_take(c->arena, had + more + 2);
    if (!text) {
        trip_failed(c, CHATFMT_NO_MEMORY);
        return;
    }
    if (had) {
        memcpy(text, c->trip->lost.data, had);
        text[had++] = ',';
    }
    memcpy(text + had, what, more);
    c->trip->lost = cft_slice_of(text, had + more);
}

/* The reader gives more than was written, and that is white space which the template writes at
 * the very ends of a reply, as after [/INST]. Nobody could tell it from the model's own. */
static bool trip_spaces(cft_learn_field field, cft_slice shown,
                        cft_slice read)
{
    if (field != CFT_LEARN_CONTENT || read.length <= shown.length) return false;
    for (size_t at = 0; at + shown.length <= read.length; at++) {
        if (shown.length && memcmp(read.data + at, shown.data, shown.length) != 0) continue;
        if (trip_is_blank(read, 0, at) && trip_is_blank(read, at + shown.length, read.length))
            return true;
    }
    return false;
}

static void trip_compare_text(trip_compare *c, cft_learn_field field, cft_slice given,
                              cft_slice read, const char *name)
{
    cft_slice shown = trip_shown(c, field);
    if (given.length && !shown.length) trip_lost(c, name);
    if (cft_slice_equal(shown, read)) return;
    if (trip_spaces(field, shown, read)) trip_lost(c, "white_space");
    else trip_differs(c, name);
}

/* ---- Arguments that nobody could read back ---- */

static bool trip_spells(cft_slice text, const char *word)
{
    if (text.length != strlen(word)) return false;
    for (size_t i = 0; i < text.length; i++)
        if ((text.data[i] | 0x20) != word[i]) return false;
    return true;
}

static cft_slice trip_extent(const cft_learn_sample *sample, uint32_t call, cft_learn_field least,
                             uint32_t parameter)
{
    size_t begin = SIZE_MAX, end = 0;
    for (size_t i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->call != call || part->field < CFT_LEARN_KEY || part->field == CFT_LEARN_OTHER)
            continue;
        if (least == CFT_LEARN_VALUE &&
            (part->field != CFT_LEARN_VALUE || part->parameter != parameter))
            continue;
        if (part->begin < begin) begin = part->begin;
        if (part->end > end) end = part->end;
    }
    return begin < end ? cft_slice_of(sample->reply.data + begin, end - begin) : CFT_LIT("");
}

static bool trip_is_json(trip_compare *c, cft_slice text)
{
    cft_value ignored;
    return trip_json(c, text, &ignored);
}

static bool trip_quoted_bare(const cft_learn_sample *sample, cft_slice text)
{
    char quote = text.data > sample->reply.data ? text.data[-1] : '\0';
    if (quote != '"' && quote != '\'') return false;
    return memchr(text.data, quote, text.length) || memchr(text.data, '\\', text.length) ||
           memchr(text.data, '\n', text.length);
}

static bool trip_value_lossy(trip_compare *c, uint32_t call, uint32_t number, cft_value value)
{
    cft_slice text = trip_extent(&c->trip->sample, call, CFT_LEARN_VALUE, number);
    if (!text.length) return value.kind != CFT_STRING || value.length;
    if (value.kind == CFT_STRING)
        return trip_quoted_bare(&c->trip->sample, text) ||
               (text.length < value.length && !trip_is_json(c, text));
    return !trip_is_json(c, text) && !trip_spells(text, "true") && !trip_spells(text, "false") &&
           !trip_spells(text, "none");
}

static bool trip_lossy(trip_compare *c, uint32_t call, cft_value arguments)
{
    const cft_learn_sample *sample = &c->trip->sample;
    cft_slice all = trip_extent(sample, call, CFT_LEARN_KEY, 0);
    if (!all.length) return false; /* where they stand is not known */
    if (trip_has(sample, CFT_LEARN_ARGUMENTS, call)) return !trip_is_json(c, all);
    if (arguments.kind != CFT_DICT) return false;
    for (uint32_t i = 0; i < arguments.as.dict->count; i++)
        if (trip_value_lossy(c, call, i, arguments.as.dict->entries[i].value)) return true;
    return false;
}

/* ---- Calls ---- */

static void trip_compare_call(trip_compare *c, uint32_t number, cft_value wanted, cft_value read)
{
    cft_value function = cft_apply_member(wanted, CFT_LIT("function"));
    cft_value got = cft_apply_member(read, CFT_LIT("function"));
    cft_value arguments = cft_apply_member(function, CFT_LIT("arguments"));
    if (!cft_slice_equal(trip_string(cft_apply_member(function, CFT_LIT("name"))),
                         trip_string(cft_apply_member(got, CFT_LIT("name"))))) {
        trip_differs(c, "the name of a tool call");
        return;
    }
    cft_slice a = trip_canonical(c, arguments);
    cft_slice b = trip_canonical(c, cft_apply_member(got, CFT_LIT("arguments")));
    if (cft_slice_equal(a, b)) return;
    trip_differs(c, "the arguments of a tool call");
    if (!trip_lossy(c, number, arguments)) return;
    c->trip->outcome = CFT_ROUND_TRIP_LOSSY;
    c->trip->difference = "the template writes arguments that cannot be read back";
}

static bool trip_call_shown(const cft_learn_sample *sample, uint32_t call)
{
    return trip_has(sample, CFT_LEARN_NAME, call) || trip_has(sample, CFT_LEARN_ID, call);
}

static void trip_compare_calls(trip_compare *c)
{
    cft_value wanted = cft_apply_member(c->message, CFT_LIT("tool_calls"));
    cft_value read = cft_apply_member(c->read, CFT_LIT("tool_calls"));
    uint32_t count = wanted.kind == CFT_LIST ? wanted.as.list->count : 0, shown = 0;
    uint32_t have = read.kind == CFT_LIST ? read.as.list->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!trip_call_shown(&c->trip->sample, i)) continue;
        if (shown < have)
            trip_compare_call(c, i, wanted.as.list->items[i], read.as.list->items[shown]);
        shown++;
    }
    if (shown < count) trip_lost(c, "tool_calls");
    if (shown == have) return;
    /* Of what cannot be read the calls may be lost, too. */
    bool lossy = c->trip->outcome == CFT_ROUND_TRIP_LOSSY;
    for (uint32_t i = 0; i < count && !lossy; i++)
        lossy = trip_lossy(c, i, cft_apply_member(cft_apply_member(wanted.as.list->items[i],
                                                                   CFT_LIT("function")),
                                                  CFT_LIT("arguments")));
    trip_differs(c, "the number of tool calls");
    if (!lossy) return;
    c->trip->outcome = CFT_ROUND_TRIP_LOSSY;
    c->trip->difference = "the template writes arguments that cannot be read back";
}

static void trip_compare_all(trip_compare *c)
{
    cft_slice reasoning = trip_string(cft_apply_member(c->message, CFT_LIT("reasoning_content")));
    trip_compare_text(c, CFT_LEARN_REASONING, reasoning,
                      trip_string(cft_apply_member(c->read, CFT_LIT("reasoning_content"))),
                      "reasoning");
    trip_compare_text(c, CFT_LEARN_CONTENT,
                      trip_string(cft_apply_member(c->message, CFT_LIT("content"))),
                      trip_string(cft_apply_member(c->read, CFT_LIT("content"))), "content");
    trip_compare_calls(c);
}

/* ---- Reading ---- */

static chatfmt_status trip_parse(const cft_reply_row *row, cft_value tools, cft_arena *arena,
                                 cft_round_trip *trip)
{
    cft_reply *parser;
    cft_buffer json;
    cft_reply_start start = cft_reply_start_of(row, trip->sample.before);
    CFT_TRY(cft_reply_new(&arena->allocator, NULL, row, tools, start, &parser));
    cft_buffer_init(&json, &arena->allocator);
    chatfmt_status status =
        cft_reply_feed(parser, trip->sample.reply.data, trip->sample.reply.length);
    if (status == CHATFMT_OK) status = cft_reply_finish(parser);
    if (status == CHATFMT_OK) status = cft_reply_message(parser, &json);
    if (status == CHATFMT_OK) {
        char *text = cft_arena_copy(arena, json.data, json.length);
        if (text) trip->read = cft_slice_of(text, json.length);
        else status = CHATFMT_NO_MEMORY;
    }
    cft_buffer_free(&json);
    cft_reply_free(parser);
    return status;
}

chatfmt_status cft_round_trip_read(const cft_reply_row *row, cft_value message, cft_value tools,
                                   cft_heap *heap, cft_arena *arena, cft_round_trip *trip)
{
    trip_compare c = {.heap = heap, .arena = arena, .trip = trip, .message = message};
    cft_json_options options = {.base = 0};
    if (trip->outcome == CFT_ROUND_TRIP_NOT_SHOWN) return CHATFMT_OK;
    CFT_TRY(trip_parse(row, tools, arena, trip));
    CFT_TRY(cft_json_read(heap, trip->read, &options, &c.read, NULL));
    trip->outcome = CFT_ROUND_TRIP_EQUAL;
    trip->difference = "";
    trip->lost = CFT_LIT("");
    trip_compare_all(&c);
    return c.status;
}
