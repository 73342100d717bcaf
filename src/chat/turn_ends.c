/* chat/turn_ends.c - what a template ends the turns of an assistant with. See the header. */
#include "chat/turn_ends.h"
#include "chat/boundary_text.h"
#include "value/text.h"

/* What ends a turn is no longer than so many bytes. */
enum { ENDS_TAIL = 64 };

#define ENDS_CALL(name, value)                                                                   \
    "{\"id\":\"call0000" value "\",\"type\":\"function\",\"function\":{\"name\":\"f" name "\","    \
    "\"arguments\":{\"kq\":\"vz" value "\"}}}"
#define ENDS_TALK(message, next)                                                               \
    "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":" message      \
    "}," next "]"
#define ENDS_RESULT                                                                              \
    "{\"role\":\"tool\",\"tool_call_id\":\"call00001\",\"name\":\"fx\",\"content\":\"rz\"}"

#define ENDS_ANSWER ENDS_TALK("\"b\"", "{\"role\":\"user\",\"content\":\"c\"}")
#define ENDS_ONE    ENDS_TALK("\"\",\"tool_calls\":[" ENDS_CALL("x", "1") "]", ENDS_RESULT)
#define ENDS_TWO                                                                                 \
    ENDS_TALK("\"\",\"tool_calls\":[" ENDS_CALL("x", "1") "," ENDS_CALL("y", "2") "]", ENDS_RESULT)

/* ---- The list ---- */

/* A stop that begins with one that is known is none of its own. */
static void ends_add(cft_turn_ends *ends, cft_slice stop)
{
    if (!stop.length || ends->count == CFT_TURN_STOPS) return;
    for (size_t i = 0; i < ends->count; i++)
        if (stop.length >= ends->stops[i].length &&
            memcmp(stop.data, ends->stops[i].data, ends->stops[i].length) == 0)
            return;
    ends->stops[ends->count++] = stop;
}

void cft_turn_ends_named(const chatfmt_applier *chat, cft_turn_ends *ends)
{
    static const cft_slice names[3] = {{"eos_token", 9}, {"eot_token", 9}, {"eom_token", 9}};
    const cft_model *model = &chat->job.model->model;
    cft_value eos = cft_apply_member(cft_unwrap(chat->job.options.variables), names[0]);
    ends->count = 0;
    for (int i = 0; i < 3; i++) ends_add(ends, cft_model_token_text(model, names[i]));
    if (eos.kind == CFT_STRING) ends_add(ends, cft_text_of(eos));
}

size_t cft_turn_ends_in(const cft_turn_ends *ends, cft_slice text)
{
    size_t best = SIZE_MAX, end = 0;
    for (size_t i = 0; i < ends->count; i++) {
        size_t at = cft_text_find(text, ends->stops[i], 0);
        if (at >= best) continue;
        best = at;
        end = at + ends->stops[i].length;
    }
    return end;
}

/* ---- What is after marked words ---- */

/* A probe's text, a copy, and what is in it after the last bytes of message 1 up to other data. */
typedef struct ends_seen {
    cft_slice text, tail;
} ends_seen;

/* The text after the last bytes of message 1, up to the next data. */
static cft_slice ends_tail(cft_slice text, const chatfmt_span *spans, size_t count)
{
    size_t end = text.length;
    for (size_t i = count; i-- > 0;) {
        if (cft_boundary_is_own(&spans[i], 1))
            return cft_slice_of(text.data + spans[i].end, end - spans[i].end);
        if (cft_boundary_is_data(&spans[i]) && !cft_boundary_is_of(&spans[i], 1))
            end = spans[i].begin;
    }
    return CFT_LIT("");
}

/* `messages` of `talk`; a template that refuses them shows nothing. */
static chatfmt_status ends_see(chatfmt_applier *chat, const cft_applier_job *like, cft_slice talk,
                               size_t messages, bool prompt, ends_seen *out)
{
    const chatfmt_span *spans;
    cft_slice text;
    size_t count;
    out->text = out->tail = CFT_LIT("");
    if (cft_applier_probe(chat, like, talk, 0, messages, prompt, &text, &spans, &count) !=
        CHATFMT_OK)
        return CHATFMT_OK;
    cft_slice tail = ends_tail(text, spans, count);
    char *copy = cft_arena_copy(&chat->results, text.data, text.length);
    if (!copy) return CHATFMT_NO_MEMORY;
    out->text = cft_slice_of(copy, text.length);
    if (tail.length) out->tail = cft_slice_of(copy + (tail.data - text.data), tail.length);
    return CHATFMT_OK;
}

static size_t ends_common(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length, i = 0;
    while (i < shorter && a.data[i] == b.data[i]) i++;
    return i;
}

/* ---- What ends an answer ---- */

/* Is this token the first of the whole text, or the second, after one that begins texts? Such a one
 * opens turns. */
static bool ends_opens(cft_slice text, cft_slice token)
{
    size_t at = cft_boundary_spaces(text, 0), end;
    for (int i = 0; i < 2 && (end = cft_boundary_chunk(text, at)) != 0; i++) {
        if (cft_slice_equal(token, cft_slice_of(text.data + at, end - at))) return true;
        at = cft_boundary_spaces(text, end);
    }
    return false;
}

/* What ends the turn at the beginning of the tail, of which `shared` bytes stand between two
 * turns as well: the last of the tokens that follow one another there and open no turn, or,
 * without any, all of it. */
static cft_slice ends_first(const ends_seen *seen, size_t shared)
{
    cft_slice tail = seen->tail, stop = CFT_LIT("");
    size_t at = cft_boundary_spaces(tail, 0), end, last = at;
    if (tail.length > ENDS_TAIL && at) return stop; /* text of a next turn */
    while ((end = cft_boundary_chunk(tail, last)) != 0 && end <= shared) {
        cft_slice token = cft_slice_of(tail.data + last, end - last);
        if (stop.length && ends_opens(seen->text, token)) break;
        stop = token;
        last = end;
    }
    end = cft_boundary_trimmed(tail);
    if (stop.length || cft_boundary_chunk(tail, at) || end > shared || end <= at ||
        tail.length > ENDS_TAIL)
        return stop;
    return cft_slice_of(tail.data + at, end - at);
}

/* A token before the next turn's opening, where a template ends the turns in the middle alone. */
static cft_slice ends_between(cft_slice text, cft_slice middle)
{
    size_t at = cft_boundary_spaces(middle, 0), end = cft_boundary_chunk(middle, at);
    cft_slice token = cft_slice_of(middle.data + at, end > at ? end - at : 0);
    size_t next = end ? cft_boundary_spaces(middle, end) : 0;
    bool opens = !end || !cft_boundary_chunk(middle, next) || ends_opens(text, token);
    return opens ? CFT_LIT("") : token;
}

/* In the middle of a conversation, at its end, and before a generation prompt. A template that
 * takes no second question shows the end alone. */
static chatfmt_status ends_learn_answer(chatfmt_applier *chat, cft_turn_ends *ends)
{
    ends_seen middle, last, before;
    CFT_TRY(ends_see(chat, &chat->job, CFT_LIT(ENDS_ANSWER), 3, false, &middle));
    CFT_TRY(ends_see(chat, &chat->job, CFT_LIT(ENDS_ANSWER), 2, false, &last));
    CFT_TRY(ends_see(chat, &chat->job, CFT_LIT(ENDS_ANSWER), 2, true, &before));
    bool open = !cft_boundary_trimmed(last.tail);
    cft_slice stop = ends_first(&last, middle.tail.length ? ends_common(last.tail, middle.tail)
                                                          : last.tail.length);
    if (!stop.length && middle.tail.length && open)
        stop = ends_first(&before, ends_common(before.tail, middle.tail));
    if (!stop.length) stop = ends_first(&last, last.tail.length);
    if (!stop.length && open) stop = ends_between(before.text, middle.tail);
    ends_add(ends, stop);
    return CHATFMT_OK;
}

/* ---- What ends calls ---- */

/* The last token of what is after a call, whether or not its result follows. */
static cft_slice ends_last(const ends_seen *alone, size_t shared)
{
    cft_slice token = CFT_LIT("");
    size_t end;
    for (size_t at = 0; at < shared; at++) {
        if ((end = cft_boundary_chunk(alone->tail, at)) == 0 || end > shared) continue;
        token = cft_slice_of(alone->tail.data + at, end - at);
        at = end - 1;
    }
    return token;
}

/* Calls may end with another token than answers. What is between two calls of one message as well
 * ends a call, and not the turn. */
static chatfmt_status ends_learn_call(chatfmt_applier *chat, cft_turn_ends *ends)
{
    cft_applier_job like = chat->job;
    ends_seen alone, result, two;
    like.flags |= cft_applier_arguments(chat, &like);
    CFT_TRY(ends_see(chat, &like, CFT_LIT(ENDS_ONE), 2, false, &alone));
    if (!alone.tail.length || cft_turn_ends_in(ends, alone.tail)) return CHATFMT_OK;
    CFT_TRY(ends_see(chat, &like, CFT_LIT(ENDS_ONE), 3, false, &result));
    size_t from = (size_t)(alone.tail.data - alone.text.data),
           common = ends_common(alone.text, result.text);
    cft_slice stop = ends_last(&alone, common > from ? common - from : 0);
    if (!stop.length) return CHATFMT_OK;
    CFT_TRY(ends_see(chat, &like, CFT_LIT(ENDS_TWO), 2, false, &two));
    size_t first = cft_text_find(two.text, CFT_LIT("vz1"), 0),
           second = cft_text_find(two.text, CFT_LIT("vz2"), 0);
    if (first >= second || second == SIZE_MAX) return CHATFMT_OK;
    cft_slice between = cft_slice_of(two.text.data + first, second - first);
    if (cft_text_find(between, stop, 0) == SIZE_MAX && cft_text_find(two.tail, stop, 0) != SIZE_MAX)
        ends_add(ends, stop);
    return CHATFMT_OK;
}

chatfmt_status cft_turn_ends_learn(chatfmt_applier *chat, cft_turn_ends *ends)
{
    cft_value tools = cft_unwrap(chat->job.options.tools);
    cft_turn_ends_named(chat, ends);
    CFT_TRY(ends_learn_answer(chat, ends));
    return tools.kind == CFT_ABSENT || tools.kind == CFT_NONE ? CHATFMT_OK
                                                              : ends_learn_call(chat, ends);
}
