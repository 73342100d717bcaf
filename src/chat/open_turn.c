/* chat/open_turn.c - which turn a prompt leaves open, what ends it, and what a template wants
 * of tool calls: found out by rendering probes, never by the template's text.
 */
#include "chat/applier.h"
#include "chat/boundary_text.h"
#include "value/text.h"

/* What ends a turn is no longer than so many bytes. */
enum { TURN_TAIL = 64 };

/* How models open and close their reasoning. */
static const struct {
    cft_slice open, close;
} turn_reasoning[] = {
    {{"<think>", 7}, {"</think>", 8}},
    {{"<thinking>", 10}, {"</thinking>", 11}},
    {{"<thought>", 9}, {"</thought>", 10}},
    {{"<reasoning>", 11}, {"</reasoning>", 12}},
    {{"<seed:think>", 12}, {"</seed:think>", 13}},
    {{"[THINK]", 7}, {"[/THINK]", 8}},
    {{"<|START_THINKING|>", 18}, {"<|END_THINKING|>", 16}},
    {{"<|begin_of_thought|>", 20}, {"<|end_of_thought|>", 18}},
    {{"<|inner_prefix|>", 16}, {"<|inner_suffix|>", 16}},
    {{"<|channel|>analysis<|message|>", 30}, {"<|end|>", 7}},
};

/* The place where reasoning begins in `text`, SIZE_MAX without any; *open when it does not end. */
static size_t turn_find_reasoning(cft_slice text, bool *open)
{
    *open = false;
    for (size_t i = 0; i < sizeof turn_reasoning / sizeof *turn_reasoning; i++) {
        size_t at = cft_text_rfind(text, turn_reasoning[i].open);
        if (at == SIZE_MAX) continue;
        *open = cft_text_find(text, turn_reasoning[i].close, at) == SIZE_MAX;
        return at;
    }
    return SIZE_MAX;
}

static void turn_continued(chatfmt_chat *chat, chatfmt_applied *out)
{
    const cft_apply *apply = &chat->job.apply;
    const cft_list *messages = chat->job.messages.as.list;
    chatfmt_open_turn *turn = &out->turn;
    bool open;
    cft_value role = cft_apply_member(messages->items[messages->count - 1], CFT_LIT("role"));
    turn->open = 1;
    turn->role = role.kind == CFT_STRING ? cft_text_of(role) : CFT_LIT("");
    turn->begin = out->text.length;
    for (size_t i = 0; i < out->span_count; i++)
        if (cft_slice_equal(out->spans[i].path, apply->final_path)) {
            turn->begin = out->spans[i].begin;
            break;
        }
    turn->prefill = cft_slice_of(out->text.data + turn->begin, out->text.length - turn->begin);
    turn_find_reasoning(turn->prefill, &open);
    turn->reasoning = open || !cft_slice_equal(apply->field, CFT_LIT("content"));
}

static size_t turn_common(cft_slice a, cft_slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length, i = 0;
    while (i < shorter && a.data[i] == b.data[i]) i++;
    return i;
}

/* What the generation prompt added shows by leaving it out. Where it is not asked for, a template may
 * write tokens instead of it, such as the one that ends a text. */
static void turn_opened(chatfmt_chat *chat, chatfmt_applied *out)
{
    chatfmt_open_turn *turn = &out->turn;
    cft_slice text = out->text, without;
    bool open;
    if (cft_applier_probe(chat, &chat->job, CFT_LIT(""), 0, SIZE_MAX, false, &without, NULL, NULL) !=
        CHATFMT_OK)
        return;
    size_t begin = turn_common(text, without);
    if (begin < without.length) {
        begin = cft_boundary_back_off(text, begin);
        cft_slice rest = cft_slice_of(without.data + begin, without.length - begin);
        if (rest.length > TURN_TAIL || !cft_boundary_is_chunks(rest)) return;
    }
    turn->open = 1;
    turn->role = CFT_LIT("assistant");
    turn->begin = begin;
    turn->opening = cft_slice_of(text.data + begin, text.length - begin);
    size_t at = turn_find_reasoning(turn->opening, &open);
    if (at != SIZE_MAX)
        turn->prefill = cft_slice_of(turn->opening.data + at, turn->opening.length - at);
    turn->reasoning = open;
}

static void turn_add_stop(chatfmt_applied *out, cft_slice stop)
{
    if (!stop.length || out->stop_count == sizeof out->stops / sizeof *out->stops) return;
    for (size_t i = 0; i < out->stop_count; i++)
        if (cft_slice_equal(out->stops[i], stop)) return;
    out->stops[out->stop_count++] = stop;
}

/* The text after what message number 1 of a probe says, up to the next data. */
static cft_slice turn_tail(cft_slice text, const chatfmt_span *spans, size_t count)
{
    size_t end = text.length, number;
    cft_slice rest;
    for (size_t i = count; i-- > 0;) {
        if (!cft_message_path(spans[i].path, &number, &rest) ||
            spans[i].kind != CHATFMT_SPAN_DATA)
            continue;
        if (number == 1 && cft_slice_equal(rest, CFT_LIT(".content")))
            return cft_slice_of(text.data + spans[i].end, end - spans[i].end);
        if (number > 1) end = spans[i].begin;
    }
    return CFT_LIT("");
}

/* The text after an answer: between it and the next question, at the end, or before a generation
 * prompt; a copy. */
static chatfmt_status turn_behind(chatfmt_chat *chat, size_t messages, bool prompt, cft_slice *out,
                                  cft_slice *whole)
{
    const cft_slice probe = CFT_LIT("[{\"role\":\"user\",\"content\":\"a\"},"
                                    "{\"role\":\"assistant\",\"content\":\"b\"},"
                                    "{\"role\":\"user\",\"content\":\"c\"}]");
    const chatfmt_span *spans;
    cft_slice text;
    size_t count;
    *out = CFT_LIT("");
    if (cft_applier_probe(chat, &chat->job, probe, 0, messages, prompt, &text, &spans, &count) !=
        CHATFMT_OK)
        return CHATFMT_OK;
    cft_slice tail = turn_tail(text, spans, count);
    char *copy = cft_arena_copy(&chat->results, text.data, text.length);
    if (!copy) return CHATFMT_NO_MEMORY;
    *whole = cft_slice_of(copy, text.length);
    if (tail.length) *out = cft_slice_of(copy + (tail.data - text.data), tail.length);
    return CHATFMT_OK;
}

/* Is this token the first of the whole text, or the second, after one that begins texts? Such a one
 * opens turns. */
static bool turn_opens(cft_slice text, cft_slice token)
{
    size_t at = cft_boundary_spaces(text, 0), end;
    for (int i = 0; i < 2 && (end = cft_boundary_chunk(text, at)) != 0; i++) {
        if (cft_slice_equal(token, cft_slice_of(text.data + at, end - at))) return true;
        at = cft_boundary_spaces(text, end);
    }
    return false;
}

/* What ends the turn at the beginning of `tail`, of which `shared` bytes stand between two turns as well:
 * the last of the tokens that follow one another there and open no turn, or, without any, all of it. */
static cft_slice turn_end(cft_slice text, cft_slice tail, size_t shared)
{
    size_t at = cft_boundary_spaces(tail, 0), end, last = at;
    cft_slice stop = CFT_LIT("");
    if (tail.length > TURN_TAIL && at) return stop; /* text of a next turn */
    while ((end = cft_boundary_chunk(tail, last)) != 0 && end <= shared) {
        cft_slice token = cft_slice_of(tail.data + last, end - last);
        if (stop.length && turn_opens(text, token)) break;
        stop = token;
        last = end;
    }
    end = cft_boundary_trimmed(tail);
    if (stop.length || cft_boundary_chunk(tail, at) || end > shared || end <= at ||
        tail.length > TURN_TAIL)
        return stop;
    return cft_slice_of(tail.data + at, end - at);
}

/* A token before the next turn's opening, where a template ends the turns in the middle alone. */
static cft_slice turn_between(cft_slice text, cft_slice middle)
{
    size_t at = cft_boundary_spaces(middle, 0), end = cft_boundary_chunk(middle, at);
    cft_slice token = cft_slice_of(middle.data + at, end > at ? end - at : 0);
    size_t next = end ? cft_boundary_spaces(middle, end) : 0;
    bool opens = !end || !cft_boundary_chunk(middle, next) || turn_opens(text, token);
    return opens ? CFT_LIT("") : token;
}

/* A stop that begins with one that is known is none of its own. */
static void turn_add_end(chatfmt_applied *out, cft_slice stop)
{
    for (size_t i = 0; i < out->stop_count; i++)
        if (stop.length >= out->stops[i].length &&
            memcmp(stop.data, out->stops[i].data, out->stops[i].length) == 0)
            return;
    turn_add_stop(out, stop);
}

/* The tokens that the model's files name, and what a turn of the assistant ends with wherever the
 * template writes it: in the middle of a conversation, at its end, and before a generation prompt. */
static chatfmt_status turn_stops(chatfmt_chat *chat, chatfmt_applied *out)
{
    static const cft_slice names[3] = {{"eos_token", 9}, {"eot_token", 9}, {"eom_token", 9}};
    const cft_model *model = &chat->job.model->model;
    cft_slice middle, last, before, text = CFT_LIT("");
    cft_value eos = cft_apply_member(cft_unwrap(chat->job.options.variables), names[0]);
    for (int i = 0; i < 3; i++) turn_add_stop(out, cft_model_token_text(model, names[i]));
    if (eos.kind == CFT_STRING) turn_add_stop(out, cft_text_of(eos));
    CFT_TRY(turn_behind(chat, 3, false, &middle, &text));
    CFT_TRY(turn_behind(chat, 2, false, &last, &text));
    CFT_TRY(turn_behind(chat, 2, true, &before, &text));
    /* A template that takes no second question shows the end alone. */
    cft_slice stop = turn_end(text, last, middle.length ? turn_common(last, middle) : last.length);
    if (!stop.length && middle.length && !cft_boundary_trimmed(last))
        stop = turn_end(text, before, turn_common(before, middle));
    if (!stop.length) stop = turn_end(text, last, last.length);
    if (!stop.length && !cft_boundary_trimmed(last)) stop = turn_between(text, middle);
    if (stop.length) turn_add_end(out, stop);
    return CHATFMT_OK;
}

chatfmt_status cft_applier_turn(chatfmt_chat *chat, chatfmt_applied *out)
{
    out->turn.role = out->turn.opening = out->turn.prefill = CFT_LIT("");
    if (chat->job.flags & (CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT))
        turn_continued(chat, out);
    else if (chat->job.flags & CHATFMT_APPLY_GENERATION_PROMPT)
        turn_opened(chat, out);
    return turn_stops(chat, out);
}

/* ---- Arguments of tool calls ---- */

#define TURN_CALL(arguments)                                                                    \
    "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"\","             \
    "\"tool_calls\":[{\"id\":\"call00001\",\"type\":\"function\",\"function\":"                    \
    "{\"name\":\"f\",\"arguments\":" arguments "}}]}]"

static bool turn_has(cft_slice text, const char *needle)
{
    return cft_text_find(text, cft_slice_of(needle, strlen(needle)), 0) != SIZE_MAX;
}

uint32_t cft_applier_arguments(chatfmt_chat *chat, const cft_applier_job *job)
{
    const cft_slice object = CFT_LIT(TURN_CALL("{\"kq\":\"vz\"}"));
    const cft_slice words = CFT_LIT(TURN_CALL("\"{\\\"kq\\\": \\\"vz\\\"}\""));
    cft_applier_template *row = job->row;
    cft_slice text;
    if (row->knows_arguments) return row->arguments;
    bool takes_object = cft_applier_probe(chat, job, object, 0, SIZE_MAX, false, &text, NULL, NULL) ==
                            CHATFMT_OK &&
                        turn_has(text, "kq") && !turn_has(text, "'kq'");
    bool takes_text =
        cft_applier_probe(chat, job, words, 0, SIZE_MAX, false, &text, NULL, NULL) == CHATFMT_OK &&
        turn_has(text, "kq") && !turn_has(text, "\\\"kq");
    row->knows_arguments = chat->ran_out == CHATFMT_OK;
    if (takes_object && !takes_text) row->arguments = CHATFMT_APPLY_ARGUMENTS_OBJECT;
    if (takes_text && !takes_object) row->arguments = CHATFMT_APPLY_ARGUMENTS_TEXT;
    return row->arguments;
}
