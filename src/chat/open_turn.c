/* chat/open_turn.c - which turn a prompt leaves open, what ends it, and what a template wants
 * of tool calls: found out by rendering probes, never by the template's text.
 */
#include "chat/applier.h"
#include "value/text.h"

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

/* What the generation prompt added shows by leaving it out. */
static void turn_opened(chatfmt_chat *chat, chatfmt_applied *out)
{
    chatfmt_open_turn *turn = &out->turn;
    cft_slice text = out->text, without;
    bool open;
    if (cft_applier_probe(chat, &chat->job, CFT_LIT(""), 0, SIZE_MAX, false, &without, NULL, NULL) !=
        CHATFMT_OK)
        return;
    if (text.length < without.length ||
        (without.length && memcmp(text.data, without.data, without.length) != 0))
        return;
    turn->open = 1;
    turn->role = CFT_LIT("assistant");
    turn->begin = without.length;
    turn->opening = cft_slice_of(text.data + without.length, text.length - without.length);
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

/* The text behind what message number 1 of a probe says. */
static cft_slice turn_tail(cft_slice text, const chatfmt_span *spans, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        size_t number;
        cft_slice rest;
        if (cft_message_path(spans[i].path, &number, &rest) && number == 1 &&
            cft_slice_equal(rest, CFT_LIT(".content")))
            return cft_slice_of(text.data + spans[i].end, text.length - spans[i].end);
    }
    return CFT_LIT("");
}

static chatfmt_status turn_stops(chatfmt_chat *chat, chatfmt_applied *out)
{
    static const cft_slice names[3] = {{"eos_token", 9}, {"eot_token", 9}, {"eom_token", 9}};
    const cft_slice probe = CFT_LIT("[{\"role\":\"user\",\"content\":\"a\"},"
                                    "{\"role\":\"assistant\",\"content\":\"b\"}]");
    const cft_model *model = &chat->job.model->model;
    const chatfmt_span *spans;
    cft_slice text, tail;
    size_t count;
    for (int i = 0; i < 3; i++) turn_add_stop(out, cft_model_token_text(model, names[i]));
    if (cft_applier_probe(chat, &chat->job, probe, 0, SIZE_MAX, false, &text, &spans, &count) !=
        CHATFMT_OK)
        return CHATFMT_OK;
    tail = turn_tail(text, spans, count);
    for (size_t i = 0; i < out->stop_count; i++)
        if (cft_text_find(tail, out->stops[i], 0) != SIZE_MAX) return CHATFMT_OK;
    if (tail.length > 64) return CHATFMT_OK; /* no token, but text of a next turn */
    cft_value kept = cft_string(tail.data, (uint32_t)tail.length, 0);
    tail = cft_text_of(cft_text_strip(kept, NULL, CFT_STRIP_BOTH));
    char *copy = cft_arena_copy(&chat->results, tail.data, tail.length);
    if (!copy) return CHATFMT_NO_MEMORY;
    turn_add_stop(out, cft_slice_of(copy, tail.length));
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
