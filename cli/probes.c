/* cli/probes.c - the conversations that templates are asked with. */
#include "probes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that no template has of its own. */
#define PROBE_USER   "{\"role\":\"user\",\"content\":\"uq7x\"}"
#define PROBE_ANSWER "{\"role\":\"assistant\",\"content\":\"aq7x\"}"
#define PROBE_AGAIN  "{\"role\":\"user\",\"content\":\"vq7x\"}"
#define PROBE_CALL(arguments)                                                                  \
    "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":"        \
    "\"call00001\",\"type\":\"function\",\"function\":{\"name\":\"fq7x\","                     \
    "\"arguments\":" arguments "}}]}"
#define PROBE_RESULT                                                                           \
    ",{\"role\":\"tool\",\"name\":\"fq7x\",\"tool_call_id\":\"call00001\",\"content\":"        \
    "\"rq7x\"}"

static const char probe_tools[] =
    "[{\"type\":\"function\",\"function\":{\"name\":\"fq7x\",\"description\":\"dq7x\","
    "\"parameters\":{\"type\":\"object\",\"properties\":{\"kq7x\":{\"type\":\"string\","
    "\"description\":\"p\"}},\"required\":[\"kq7x\"]}}}]";

typedef struct probe_work {
    const chatfmt_model *model;
    chatfmt_slice chat_template;
    chatfmt_values *values;
    chatfmt_chat *chat;
    chatfmt_applied applied; /* of the last probe that worked */
    probe_facts *facts;
    chatfmt_error error;
} probe_work;

enum { PROBE_BEFORE = 60 };

static void probe_copy_at(char *out, size_t at, const char *data, size_t length)
{
    size_t kept = length < PROBE_TEXT - 1 - at ? length : PROBE_TEXT - 1 - at;
    while (kept && kept < length && ((unsigned char)data[kept] & 0xC0) == 0x80)
        kept--;
    if (kept) memcpy(out + at, data, kept);
    out[at + kept] = '\0';
}

static void probe_copy(char *out, const char *data, size_t length)
{
    probe_copy_at(out, 0, data, length);
}

static bool probe_has(chatfmt_slice text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; length && i + length <= text.length; i++)
        if (!memcmp(text.data + i, word, length)) return true;
    return false;
}

/* Which bytes of the template are in the prompt. */
static void probe_note_written(probe_work *w)
{
    for (size_t i = 0; i < w->applied.span_count && w->facts->written; i++) {
        const chatfmt_span *span = &w->applied.spans[i];
        size_t length = span->end - span->begin;
        if (span->kind == CHATFMT_SPAN_TEMPLATE && span->flags & CHATFMT_SPAN_COPIED &&
            span->offset <= w->facts->source_length &&
            length <= w->facts->source_length - span->offset)
            memset(w->facts->written + span->offset, 1, length);
    }
}

static probe_result probe_ask(probe_work *w, const char *messages, const char *tools,
                              uint32_t flags)
{
    probe_result result = {.works = false};
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_value conversation;
    /* The clock is given unless it is to be missing. */
    options.flags = (flags ^ CHATFMT_APPLY_NOW) | CHATFMT_APPLY_SPANS;
    options.chat_template = w->chat_template;
    const char *tokens = "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}";
    chatfmt_values_reset(w->values);
    memset(&w->applied, 0, sizeof w->applied);
    /* A template alone has no tokens, and most templates cannot do without. */
    bool bare = chatfmt_model_token_count(w->model) == 0;
    if ((bare && chatfmt_value_read_json(w->values, tokens, strlen(tokens), &options.variables,
                                         &w->error)) ||
        (tools &&
         chatfmt_value_read_json(w->values, tools, strlen(tools), &options.tools, &w->error)) ||
        chatfmt_value_read_json(w->values, messages, strlen(messages), &conversation,
                                &w->error) ||
        chatfmt_chat_apply(w->chat, w->model, conversation, &options, &w->applied, &w->error)) {
        result.status = w->error.status;
        result.line = w->error.line;
        result.column = w->error.column;
        probe_copy(result.text, w->error.text, strlen(w->error.text));
        w->applied.text = (chatfmt_slice){"", 0};
        return result;
    }
    result.works = true;
    result.length = w->applied.text.length;
    probe_note_written(w);
    memcpy(w->facts->hash, w->applied.template_hash, sizeof w->facts->hash);
    probe_copy(result.text, w->applied.text.data, w->applied.text.length);
    return result;
}

static bool probe_shown(const probe_work *w, const char *word)
{
    return probe_has(w->applied.text, word);
}

/* The text begins with bos_token, and once more behind it. */
static bool probe_begins_twice(const probe_work *w)
{
    chatfmt_slice text = w->applied.text, bos = {"", 0};
    if (chatfmt_model_token_count(w->model) == 0) bos = (chatfmt_slice){"<s>", 3};
    for (size_t i = 0; i < chatfmt_model_token_count(w->model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(w->model, i);
        if (token.name.length == 9 && !memcmp(token.name.data, "bos_token", 9))
            bos = token.text;
    }
    return bos.length && text.length >= 2 * bos.length &&
           !memcmp(text.data, bos.data, bos.length) &&
           !memcmp(text.data + bos.length, bos.data, bos.length);
}

static void probe_roles(probe_work *w, probe_facts *f)
{
    f->plain = probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]", NULL, 0);
    f->double_bos = probe_begins_twice(w);
    f->system =
        probe_ask(w, "[{\"role\":\"system\",\"content\":\"sq7x\"}," PROBE_USER "]", NULL, 0);
    f->system_shown = probe_shown(w, "sq7x");
    f->first_assistant = probe_ask(w, "[" PROBE_ANSWER "," PROBE_USER "]", NULL, 0);
    f->twice_user = probe_ask(w, "[" PROBE_USER "," PROBE_AGAIN "]", NULL, 0);
}

/* What stands around `word`, rather than the beginning, which the tools take. */
static void probe_around(const probe_work *w, const char *word, probe_result *result)
{
    size_t length = strlen(word), from = 0, text = w->applied.text.length;
    if (!result->works) return;
    for (size_t i = 0; i + length <= text; i++)
        if (!memcmp(w->applied.text.data + i, word, length)) from = i;
    from = from > PROBE_BEFORE ? from - PROBE_BEFORE : 0;
    while (from && from < text && ((unsigned char)w->applied.text.data[from] & 0xC0) == 0x80)
        from--;
    if (from) memcpy(result->text, "…", sizeof "…");
    probe_copy_at(result->text, from ? 3 : 0, w->applied.text.data + from, text - from);
}

static void probe_tool_use(probe_work *w, probe_facts *f)
{
    f->tools = probe_ask(w, "[" PROBE_USER "]", probe_tools, 0);
    f->tools_shown = probe_shown(w, "kq7x");
    f->call_object = probe_ask(w, PROBE_CALL("{\"kq7x\":\"wq7x\"}") "]", probe_tools, 0);
    probe_around(w, "wq7x", &f->call_object);
    f->call_object_shown = probe_shown(w, "wq7x");
    f->call_object_repr = probe_shown(w, "'kq7x'");
    f->call_text =
        probe_ask(w, PROBE_CALL("\"{\\\"kq7x\\\": \\\"wq7x\\\"}\"") "]", probe_tools, 0);
    probe_around(w, "wq7x", &f->call_text);
    f->call_text_shown = probe_shown(w, "wq7x");
    f->call_text_escaped = probe_shown(w, "\\\"kq7x");
    f->tool_result =
        probe_ask(w, PROBE_CALL("{\"kq7x\":\"wq7x\"}") PROBE_RESULT "]", probe_tools, 0);
    if (!f->tool_result.works)
        f->tool_result = probe_ask(
            w, PROBE_CALL("\"{\\\"kq7x\\\": \\\"wq7x\\\"}\"") PROBE_RESULT "]", probe_tools, 0);
    probe_around(w, "rq7x", &f->tool_result);
    f->tool_result_shown = probe_shown(w, "rq7x");
}

static void probe_contents(probe_work *w, probe_facts *f)
{
    f->null_content = probe_ask(
        w, "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":null}," PROBE_AGAIN "]", NULL,
        CHATFMT_APPLY_RAW_MESSAGES);
    f->null_shown = probe_shown(w, "None") && !strstr(f->plain.text, "None");
    f->reasoning = probe_ask(w,
                             "[" PROBE_USER ",{\"role\":\"assistant\",\"content\":\"aq7x\","
                             "\"reasoning_content\":\"tq7x\"}]",
                             NULL, 0);
    f->reasoning_shown = probe_shown(w, "tq7x");
    f->parts = probe_ask(
        w, "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"uq7x\"}]}]", NULL,
        0);
    f->parts_shown = probe_shown(w, "uq7x") && !probe_shown(w, "'uq7x'");
}

static void probe_opening(probe_work *w, probe_facts *f)
{
    if (!probe_ask(w, "[" PROBE_USER "]", NULL,
                   CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_TURN)
             .works)
        return;
    f->generation_prompt = w->applied.turn.opening.length > 0;
    f->reasoning_opened = w->applied.turn.reasoning != 0;
    probe_copy(f->opening, w->applied.turn.opening.data, w->applied.turn.opening.length);
    if (w->applied.stop_count)
        probe_copy(f->stop, w->applied.stops[w->applied.stop_count - 1].data,
                   w->applied.stops[w->applied.stop_count - 1].length);
    probe_result without = probe_ask(w, "[" PROBE_USER "]", NULL, CHATFMT_APPLY_NOW);
    f->reads_clock = !without.works && strstr(without.text, "strftime_now") != NULL;
}

/* How many bytes of the first `word` in the prompt are outside of the ranges; 0 when it is not
 * there. */
static size_t probe_outside(const probe_work *w, const char *word,
                            const chatfmt_mask_range *ranges, size_t count)
{
    size_t length = strlen(word), outside = 0;
    for (size_t i = 0; i + length <= w->applied.text.length; i++) {
        if (memcmp(w->applied.text.data + i, word, length)) continue;
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

/* The message that byte `at` of the prompt belongs to: the last one that begins before it. */
static size_t probe_message_at(const probe_work *w, size_t at)
{
    size_t found = PROBE_NO_MESSAGE;
    for (size_t i = 0; i < w->applied.span_count; i++) {
        const chatfmt_span *span = &w->applied.spans[i];
        if (span->begin > at && found != PROBE_NO_MESSAGE) break;
        if (span->path.length > 10 && !memcmp(span->path.data, "messages[", 9) &&
            span->path.data[9] >= '0' && span->path.data[9] <= '9')
            found = (size_t)(span->path.data[9] - '0');
    }
    return found;
}

/* The end of the turn by the derived mask, and whether the tags take it in. */
static void probe_masks(probe_work *w, probe_facts *f)
{
    chatfmt_mask_options options = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    size_t count, end = 0;
    if (!probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "]", NULL, CHATFMT_APPLY_SPANS).works)
        return;
    options.kind = CHATFMT_MASK_DERIVED;
    if (!chatfmt_chat_mask(w->chat, &options, &ranges, &count, NULL) && count) {
        f->closes = ranges[count - 1].closed != 0;
        end = ranges[count - 1].end;
    }
    options.kind = CHATFMT_MASK_GENERATION;
    if (chatfmt_chat_mask(w->chat, &options, &ranges, &count, NULL)) return;
    f->has_tags = true;
    f->stop_in_tags = count && ranges[count - 1].end >= end;
    f->tags_miss = probe_outside(w, "aq7x", ranges, count) > 0;
    f->tags_leak = probe_outside(w, "uq7x", ranges, count) < 4;
}

/* One turn more has to leave what is there as it is. */
static void probe_prefix(probe_work *w, probe_facts *f)
{
    char kept[4096];
    size_t length, at = 0;
    if (!probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "]", NULL, 0).works) return;
    length = w->applied.text.length < sizeof kept ? w->applied.text.length : sizeof kept;
    if (length) memcpy(kept, w->applied.text.data, length);
    if (!probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "," PROBE_AGAIN "]", NULL, 0).works)
        return;
    while (at < length && at < w->applied.text.length && kept[at] == w->applied.text.data[at])
        at++;
    f->prefix_stable = at == length;
    f->differs_at = at;
    f->differs_in = PROBE_NO_MESSAGE;
    if (!f->prefix_stable && probe_ask(w, "[" PROBE_USER "," PROBE_ANSWER "]", NULL, 0).works)
        f->differs_in = probe_message_at(w, at);
}

bool probes_run(const chatfmt_model *model, chatfmt_slice chat_template, probe_facts *out,
                chatfmt_error *error)
{
    probe_work w = {.model = model, .chat_template = chat_template, .facts = out};
    chatfmt_model_template chosen;
    chatfmt_template *compiled;
    memset(out, 0, sizeof *out);
    if (chatfmt_model_choose(model, chat_template, 0, &chosen, error) ||
        chatfmt_template_compile(chosen.source.data, chosen.source.length, NULL, &compiled,
                                 error))
        return false;
    out->source_length = chatfmt_template_source(compiled).length;
    out->written = calloc(out->source_length + 1, 1);
    chatfmt_template_free(compiled);
    bool ok = !chatfmt_values_new(NULL, NULL, &w.values, error) &&
              !chatfmt_chat_new(NULL, NULL, &w.chat, error);
    if (ok) {
        probe_roles(&w, out);
        probe_tool_use(&w, out);
        probe_contents(&w, out);
        probe_opening(&w, out);
        probe_masks(&w, out);
        probe_prefix(&w, out);
    }
    chatfmt_chat_free(w.chat);
    chatfmt_values_free(w.values);
    return ok;
}

void probes_free(probe_facts *facts)
{
    free(facts->written);
    facts->written = NULL;
}
