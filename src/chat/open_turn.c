/* chat/open_turn.c - which turn a prompt leaves open, and what a template wants
 * of tool calls: found out by rendering probes, never by the template's text.
 */
#include "chat/applier.h"
#include "chat/boundary_text.h"
#include "chat/turn_ends.h"
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

static void turn_continued(chatfmt_applier *chat, chatfmt_applied *out)
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

/* What the generation prompt added shows by leaving it out. Where it is not asked for, a
 * template may write tokens instead of it, such as the one that ends a text. */
static void turn_opened(chatfmt_applier *chat, chatfmt_applied *out)
{
    chatfmt_open_turn *turn = &out->turn;
    cft_slice text = out->text, without;
    bool open;
    if (cft_applier_probe(chat, &chat->job, CFT_LIT(""), 0, SIZE_MAX, false, &without, NULL,
                          NULL) != CHATFMT_OK)
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

chatfmt_status cft_applier_turn(chatfmt_applier *chat, chatfmt_applied *out)
{
    out->turn.role = out->turn.opening = out->turn.prefill = CFT_LIT("");
    if (chat->job.flags & (CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT))
        turn_continued(chat, out);
    else if (chat->job.flags & CHATFMT_APPLY_GENERATION_PROMPT)
        turn_opened(chat, out);
    cft_turn_ends ends;
    CFT_TRY(cft_turn_ends_learn(chat, &ends));
    if (!ends.count) return CHATFMT_OK;
    cft_slice *stops = cft_arena_array(&chat->results, ends.count, sizeof *stops);
    if (!stops) return CHATFMT_NO_MEMORY;
    memcpy(stops, ends.stops, ends.count * sizeof *stops);
    out->stops = stops;
    out->stop_count = ends.count;
    return CHATFMT_OK;
}

/* ---- Arguments of tool calls ---- */

#define TURN_CALL(content, arguments)                                                           \
    "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":" content ","    \
    "\"tool_calls\":[{\"id\":\"call00001\",\"type\":\"function\",\"function\":"                    \
    "{\"name\":\"f\",\"arguments\":" arguments "}}]}]"
#define TURN_OBJECT "{\"kq\":\"vz\"}"
#define TURN_TEXT   "\"{\\\"kq\\\": \\\"vz\\\"}\""

static bool turn_has(cft_slice text, const char *needle)
{
    return cft_text_find(text, cft_slice_of(needle, strlen(needle)), 0) != SIZE_MAX;
}

/* Does the template write the arguments of this call, and not as they are `wrong`? */
static bool turn_takes(chatfmt_applier *chat, const cft_applier_job *job, const char *call,
                       const char *wrong)
{
    cft_slice text, talk = cft_slice_of(call, strlen(call));
    return cft_applier_probe(chat, job, talk, 0, SIZE_MAX, false, &text, NULL, NULL) ==
               CHATFMT_OK &&
           turn_has(text, "kq") && !turn_has(text, wrong);
}

uint32_t cft_applier_arguments(chatfmt_applier *chat, const cft_applier_job *job)
{
    /* Some templates write calls only beside null, which is seen only where nulls are kept. */
    static const char *const calls[2][2] = {
        {TURN_CALL("\"\"", TURN_OBJECT), TURN_CALL("\"\"", TURN_TEXT)},
        {TURN_CALL("null", TURN_OBJECT), TURN_CALL("null", TURN_TEXT)},
    };
    int nulls = (job->flags & (CHATFMT_APPLY_KEEP_NULLS | CHATFMT_APPLY_RAW_MESSAGES)) != 0;
    cft_applier_template *row = job->row;
    bool takes_object = false, takes_text = false;
    if (row->knows_arguments[nulls]) return row->arguments[nulls];
    for (int i = 0; i <= nulls && !takes_object && !takes_text; i++) {
        takes_object = turn_takes(chat, job, calls[i][0], "'kq'");
        takes_text = turn_takes(chat, job, calls[i][1], "\\\"kq");
    }
    row->knows_arguments[nulls] = chat->ran_out == CHATFMT_OK;
    row->arguments[nulls] = takes_object == takes_text ? 0
                            : takes_object             ? CHATFMT_APPLY_ARGUMENTS_OBJECT
                                                       : CHATFMT_APPLY_ARGUMENTS_TEXT;
    return row->arguments[nulls];
}
