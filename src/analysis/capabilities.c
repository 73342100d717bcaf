/* analysis/capabilities.c - the conversations that templates are asked with. */
#include "analysis/capabilities.h"

#include "analysis/continuity.h"

#include "value/store.h"
#include "value/text.h"

/* Words that no template has of its own. */
#define PROBE_USER   "{\"role\":\"user\",\"content\":\"uq7x\"}"
#define PROBE_ANSWER "{\"role\":\"assistant\",\"content\":\"aq7x\"}"
#define PROBE_AGAIN  "{\"role\":\"user\",\"content\":\"vq7x\"}"
#define CAPABILITY_CALL(arguments)                                                             \
    "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":"        \
    "\"call00001\",\"type\":\"function\",\"function\":{\"name\":\"fq7x\","                     \
    "\"arguments\":" arguments "}}]}"
#define PROBE_RESULT                                                                           \
    ",{\"role\":\"tool\",\"name\":\"fq7x\",\"tool_call_id\":\"call00001\",\"content\":"        \
    "\"rq7x\"}"

static const char probe_tool[] =
    "[{\"type\":\"function\",\"function\":{\"name\":\"fq7x\",\"description\":\"dq7x\","
    "\"parameters\":{\"type\":\"object\",\"properties\":{\"kq7x\":{\"type\":\"string\","
    "\"description\":\"p\"}},\"required\":[\"kq7x\"]}}}]";

typedef struct probe_work {
    cft_probe probe;
    cft_arena *arena;
    cft_capability_facts *facts;
} probe_work;

enum { PROBE_BEFORE = 60 };

static void probe_copy_at(char *out, size_t at, const char *data, size_t length)
{
    size_t kept = length < CFT_PROBE_TEXT - 1 - at ? length : CFT_PROBE_TEXT - 1 - at;
    while (kept && kept < length && ((unsigned char)data[kept] & 0xC0) == 0x80)
        kept--;
    if (kept) memcpy(out + at, data, kept);
    out[at + kept] = '\0';
}

static void probe_copy(char *out, const char *data, size_t length)
{
    probe_copy_at(out, 0, data, length);
}

static bool probe_has(cft_slice text, const char *word)
{
    return cft_text_find(text, cft_slice_of(word, strlen(word)), 0) != SIZE_MAX;
}

/* Which bytes of the template are in the prompt. */
static void probe_note_written(probe_work *w)
{
    for (size_t i = 0; i < w->probe.applied.span_count && w->facts->written; i++) {
        const chatfmt_span *span = &w->probe.applied.spans[i];
        size_t length = span->end - span->begin;
        if (span->kind == CHATFMT_SPAN_TEMPLATE && span->flags & CHATFMT_SPAN_COPIED &&
            span->offset <= w->facts->source_length &&
            length <= w->facts->source_length - span->offset)
            memset(w->facts->written + span->offset, 1, length);
    }
}

static cft_probe_result probe_ask(probe_work *w, const char *messages, const char *tools,
                                  uint32_t flags)
{
    cft_probe_result result = {.works = cft_probe_ask(&w->probe, messages, tools, flags)};
    const chatfmt_applied *applied = &w->probe.applied;
    const chatfmt_error *error = &w->probe.error;
    if (!result.works) {
        result.status = error->status;
        result.line = error->line;
        result.column = error->column;
        probe_copy(result.text, error->text, strlen(error->text));
        return result;
    }
    result.length = applied->text.length;
    probe_note_written(w);
    probe_copy(result.text, applied->text.data, applied->text.length);
    return result;
}

static bool probe_shows(const probe_work *w, const char *word)
{
    return probe_has(w->probe.applied.text, word);
}

/* The text begins with bos_token, and once more after it. */
static bool probe_begins_twice(const probe_work *w)
{
    cft_slice text = w->probe.applied.text, bos = {"<s>", 3};
    if (w->probe.model->model.token_count)
        bos = cft_model_token_text(&w->probe.model->model, CFT_LIT("bos_token"));
    return bos.length && text.length >= 2 * bos.length &&
           !memcmp(text.data, bos.data, bos.length) &&
           !memcmp(text.data + bos.length, bos.data, bos.length);
}

/* What is written for whoever asks for nothing. */
static void probe_alone(probe_work *w, cft_capability_facts *f)
{
    static const char *const asked[] = {"[" PROBE_USER "]",
                                        "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]"};
    size_t begins[4] = {0}, lengths[4] = {0};
    for (int i = 0; i < 4; i++) {
        if (!cft_probe_ask(&w->probe, asked[i / 2], NULL,
                           i % 2 ? CHATFMT_APPLY_GENERATION_PROMPT : 0))
            continue;
        cft_slice text = w->probe.applied.text;
        char *grown = cft_arena_grow(w->arena, (void *)(uintptr_t)f->alone.data, f->alone.length,
                                     f->alone.length + text.length + 1);
        w->probe.no_memory |= !grown;
        if (!grown) return;
        memcpy(grown + f->alone.length, text.data, text.length);
        grown[f->alone.length + text.length] = '\0';
        begins[i] = f->alone.length, lengths[i] = text.length;
        f->alone = cft_slice_of(grown, f->alone.length + text.length + 1);
    }
    if (!f->alone.length) return;
    f->opened = cft_slice_of(f->alone.data + begins[1], lengths[1]);
    f->answered = cft_slice_of(f->alone.data + begins[2], lengths[2]);
}

static void probe_roles(probe_work *w, cft_capability_facts *f)
{
    probe_alone(w, f);
    f->plain = probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]", NULL, 0);
    f->double_bos = probe_begins_twice(w);
    f->system =
        probe_ask(w, "[{\"role\":\"system\",\"content\":\"sq7x\"}," PROBE_USER "]", NULL, 0);
    f->system_shown = probe_shows(w, "sq7x");
    f->first_assistant = probe_ask(w, "[" PROBE_ANSWER "," PROBE_USER "]", NULL, 0);
    f->twice_user = probe_ask(w, "[" PROBE_USER "," PROBE_AGAIN "]", NULL, 0);
}

/* What is around `word`, rather than the beginning, which the tools take. */
static void probe_around(const probe_work *w, const char *word, cft_probe_result *result)
{
    size_t length = strlen(word), from = 0, text = w->probe.applied.text.length;
    if (!result->works) return;
    for (size_t i = 0; i + length <= text; i++)
        if (!memcmp(w->probe.applied.text.data + i, word, length)) from = i;
    from = from > PROBE_BEFORE ? from - PROBE_BEFORE : 0;
    while (from && from < text && ((unsigned char)w->probe.applied.text.data[from] & 0xC0) == 0x80)
        from--;
    if (from) memcpy(result->text, "…", sizeof "…");
    probe_copy_at(result->text, from ? 3 : 0, w->probe.applied.text.data + from, text - from);
}

static void probe_tool_use(probe_work *w, cft_capability_facts *f)
{
    f->plain_tools = f->plain.works ||
                     cft_probe_ask(&w->probe, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]",
                                   probe_tool, 0);
    f->tools = probe_ask(w, "[" PROBE_USER "]", probe_tool, 0);
    f->tools_shown = probe_shows(w, "kq7x");
    f->call_object = probe_ask(w, CAPABILITY_CALL("{\"kq7x\":\"wq7x\"}") "]", probe_tool, 0);
    probe_around(w, "wq7x", &f->call_object);
    f->call_object_shown = probe_shows(w, "wq7x");
    f->call_object_repr = probe_shows(w, "'kq7x'");
    f->call_text =
        probe_ask(w, CAPABILITY_CALL("\"{\\\"kq7x\\\": \\\"wq7x\\\"}\"") "]", probe_tool, 0);
    probe_around(w, "wq7x", &f->call_text);
    f->call_text_shown = probe_shows(w, "wq7x");
    f->call_text_escaped = probe_shows(w, "\\\"kq7x");
    f->tool_result =
        probe_ask(w, CAPABILITY_CALL("{\"kq7x\":\"wq7x\"}") PROBE_RESULT "]", probe_tool, 0);
    if (!f->tool_result.works)
        f->tool_result = probe_ask(
            w, CAPABILITY_CALL("\"{\\\"kq7x\\\": \\\"wq7x\\\"}\"") PROBE_RESULT "]", probe_tool, 0);
    probe_around(w, "rq7x", &f->tool_result);
    f->tool_result_shown = probe_shows(w, "rq7x");
}

static void probe_contents(probe_work *w, cft_capability_facts *f)
{
    f->null_content = probe_ask(
        w, "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":null}," PROBE_AGAIN "]", NULL, 0);
    f->null_shown = probe_shows(w, "None") && !strstr(f->plain.text, "None");
    f->reasoning = probe_ask(w,
                             "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":\"aq7x\","
                             "\"reasoning_content\":\"tq7x\"}]",
                             NULL, 0);
    f->reasoning_shown = probe_shows(w, "tq7x");
    f->parts = probe_ask(
        w, "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"uq7x\"}]}]", NULL,
        0);
    f->parts_shown = probe_shows(w, "uq7x") && !probe_shows(w, "'uq7x'");
}

static uint64_t probe_hash(cft_slice text)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
    return hash;
}

/* add_generation_prompt changes the prompt of these messages. */
static bool probe_opens(probe_work *w, const char *messages)
{
    bool without = cft_probe_ask(&w->probe, messages, NULL, 0);
    size_t length = w->probe.applied.text.length;
    uint64_t hash = probe_hash(w->probe.applied.text);
    bool with = cft_probe_ask(&w->probe, messages, NULL, CHATFMT_APPLY_GENERATION_PROMPT);
    return with != without || (with && (length != w->probe.applied.text.length ||
                                        hash != probe_hash(w->probe.applied.text)));
}

static void probe_turn(probe_work *w, cft_capability_facts *f)
{
    f->generation_prompt = probe_opens(w, "[" PROBE_USER "]") ||
                           probe_opens(w, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]");
    if (!probe_ask(w, "[" PROBE_USER "]", NULL,
                   CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_TURN)
             .works)
        return;
    f->reasoning_opened = w->probe.applied.turn.reasoning != 0;
    probe_copy(f->opening, w->probe.applied.turn.opening.data,
               w->probe.applied.turn.opening.length);
    if (w->probe.applied.stop_count)
        probe_copy(f->stop, w->probe.applied.stops[w->probe.applied.stop_count - 1].data,
                   w->probe.applied.stops[w->probe.applied.stop_count - 1].length);
    cft_probe_result without = probe_ask(w, "[" PROBE_USER "]", NULL, CHATFMT_APPLY_NOW);
    f->reads_clock = !without.works && strstr(without.text, "strftime_now") != NULL;
}

static bool probe_mask(probe_work *w, uint32_t kind, const chatfmt_mask_range **ranges,
                       size_t *count)
{
    chatfmt_mask_options options = CHATFMT_MASK_OPTIONS_INIT;
    options.kind = kind;
    chatfmt_status status = cft_applier_mask(w->probe.chat, &options, ranges, count, NULL);
    w->probe.no_memory |= status == CHATFMT_NO_MEMORY;
    return status == CHATFMT_OK;
}

/* An answer's turn has an end, before the next message or as the last. */
static bool probe_closes(probe_work *w, const char *messages)
{
    const chatfmt_mask_range *ranges;
    size_t count;
    if (!cft_probe_ask(&w->probe, messages, NULL, 0) ||
        !probe_mask(w, CHATFMT_MASK_DERIVED, &ranges, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].closed) return true;
    return false;
}

/* How many bytes of the first `word` in the prompt are outside of the ranges; 0 when it is not
 * there. */
static size_t probe_outside(const probe_work *w, const char *word,
                            const chatfmt_mask_range *ranges, size_t count)
{
    size_t length = strlen(word), outside = 0;
    for (size_t i = 0; i + length <= w->probe.applied.text.length; i++) {
        if (memcmp(w->probe.applied.text.data + i, word, length)) continue;
        for (size_t at = i; at < i + length; at++) {
            bool inside = false;
            for (size_t r = 0; r < count; r++)
                inside = inside || (at >= ranges[r].begin && at < ranges[r].end);
            outside += !inside;
        }
        return outside;
    }
    return word[0] == 'u' ? length : 0;
}

/* The end of the turn by the derived mask, and whether the tags take it in. */
static void probe_masks(probe_work *w, cft_capability_facts *f)
{
    const chatfmt_mask_range *ranges;
    size_t count, end = 0;
    f->closes = probe_closes(w, "[" PROBE_USER "," PROBE_ANSWER "]") ||
                probe_closes(w, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]");
    if (!probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "]", NULL, 0).works)
        return;
    if (probe_mask(w, CHATFMT_MASK_DERIVED, &ranges, &count) && count) end = ranges[count - 1].end;
    if (!probe_mask(w, CHATFMT_MASK_GENERATION, &ranges, &count)) return;
    f->has_tags = true;
    f->stop_in_tags = count && ranges[count - 1].end >= end;
    f->tags_miss = probe_outside(w, "aq7x", ranges, count) > 0;
    f->tags_leak = probe_outside(w, "uq7x", ranges, count) < 4;
}

chatfmt_status cft_capabilities_probe(const chatfmt_model *model, cft_slice chat_template,
                                      size_t source_length, const chatfmt_limits *limits,
                                      cft_arena *arena, cft_capability_facts *out,
                                      chatfmt_error *error)
{
    probe_work w = {.arena = arena, .facts = out};
    memset(out, 0, sizeof *out);
    out->source_length = source_length;
    out->written = cft_arena_take_zero(arena, source_length + 1);
    if (!out->written) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    chatfmt_status status =
        cft_probe_open(&w.probe, model, chat_template, limits, &arena->allocator, error);
    if (!status) {
        probe_roles(&w, out);
        probe_tool_use(&w, out);
        probe_contents(&w, out);
        probe_turn(&w, out);
        probe_masks(&w, out);
        if (w.probe.no_memory) status = cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    cft_probe_close(&w.probe);
    return status;
}

/* Of the histories, the first that changes when it goes on; NULL when none does. */
static const chatfmt_continuity *capability_unstable(const chatfmt_continuity *rows)
{
    for (size_t i = 0; i < CFT_HISTORIES; i++)
        if (rows[i].verdict > CHATFMT_CONTINUITY_STABLE &&
            rows[i].verdict < CHATFMT_CONTINUITY_REFUSED)
            return &rows[i];
    return NULL;
}

/* ---- By name ---- */

static chatfmt_capability capability(const char *name, const char *probe,
                                     const cft_probe_result *result, bool shown)
{
    return (chatfmt_capability){name, result->works && shown, probe, result->works, result->text};
}

static chatfmt_capability capability_fact(const char *name, bool value, const char *probe,
                                          const char *evidence)
{
    return (chatfmt_capability){name, value, probe, 1, evidence};
}

void cft_capabilities_list(const cft_capability_facts *f, const chatfmt_continuity *continuity,
                           chatfmt_capability out[CFT_CAPABILITIES])
{
    const chatfmt_continuity *unstable = capability_unstable(continuity);
    const chatfmt_capability rows[] = {
        capability("system", "system, user", &f->system, f->system_shown),
        capability("assistant_first", "assistant, user", &f->first_assistant, true),
        capability("same_role_twice", "user, user", &f->twice_user, true),
        capability("tools", "user, with a tool", &f->tools, f->tools_shown),
        capability("tool_arguments_object", "a call with an object", &f->call_object,
                   f->call_object_shown && !f->call_object_repr),
        capability("tool_arguments_text", "a call with JSON text", &f->call_text,
                   f->call_text_shown && !f->call_text_escaped),
        capability("tool_results", "a call and its result", &f->tool_result,
                   f->tool_result_shown),
        capability("reasoning", "user, assistant with reasoning", &f->reasoning,
                   f->reasoning_shown),
        capability("content_parts", "user, content in parts", &f->parts, f->parts_shown),
        capability("null_content", "user, assistant with null", &f->null_content,
                   !f->null_shown),
        capability_fact("generation_prompt", f->generation_prompt, "what it adds", f->opening),
        capability_fact("opens_reasoning", f->reasoning_opened, "the generation prompt", ""),
        capability_fact("closes_turns", f->closes, "user, assistant; the end of its turn",
                        f->stop),
        capability_fact("generation_tags", f->has_tags, "user, assistant", ""),
        capability_fact("prefix_stable", f->plain.works && !unstable,
                        "eleven histories, and what comes next", unstable ? unstable->history : ""),
        capability_fact("reads_clock", f->reads_clock, "user, without a clock", ""),
    };
    _Static_assert(sizeof rows / sizeof *rows == CFT_CAPABILITIES, "a row for each");
    memcpy(out, rows, sizeof rows);
}
