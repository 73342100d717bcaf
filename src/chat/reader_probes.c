/* chat/reader_probes.c - the messages that a template is asked to write, to learn from and to
 * confirm a reader with.
 *
 * Their words are in no template. Those from CFT_SAMPLE_COUNT on only confirm; tools are offered
 * with all of them, as some templates write answers otherwise then.
 */
#include "chat/reader.h"
#include "replies/learn_text.h"
#include "value/json_read.h"

/* What templates insist on, found out with the first probes. */
enum {
    PROBE_NAMED = 1,  /* it writes the id alone, which then has to hold the name       */
    PROBE_FILLED = 2, /* it fails on calls without content                             */
    PROBE_TEXTS = 4,  /* it takes arguments as JSON texts                              */
    PROBE_TOOLS = 8,  /* it fails without tools                                        */
    PROBE_PARTS = 16, /* it takes content as a list of parts                           */
    PROBE_NULL = 32   /* it writes calls only where content is there and null          */
};

#define PROBE_EOS "</s>"
#define PROBE_HEAD "{\"role\":\"assistant\",\"content\":"
#define PROBE_CALL(number, name, arguments)                                                    \
    "{\"id\":\"@" name "@" #number "\",\"type\":\"function\",\"function\":{\"name\":\"" name   \
    "\",\"arguments\":" arguments "}}"
#define PROBE_CALLS(calls) "\"tool_calls\":[" calls "]}"

const cft_probe_row cft_probe_rows[] = {
    /* As the CFT_SAMPLE_… say. */
    {"plain", PROBE_HEAD "\"aq7x bq7x\"}"},
    {"reasoning", PROBE_HEAD "\"aq7x bq7x\",\"reasoning_content\":\"tq7x sq7x\"}"},
    {"one call", PROBE_HEAD
     "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{\"kq7x\":\"wq7x\",\"lq7x\":\"vq7x\"}"))},
    {"three calls",
     PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{\"kq7x\":\"wq7x\"}") "," PROBE_CALL(
         1, "gq7x", "{\"kq7x\":\"vq7x\"}") "," PROBE_CALL(2, "hq7x", "{\"kq7x\":\"uq7z\"}"))},
    {"no arguments", PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{}"))},
    {"number", PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{\"nq7x\":7}"))},
    {"reasoning and call", PROBE_HEAD "\"\",\"reasoning_content\":\"tq7x\"," PROBE_CALLS(
                               PROBE_CALL(0, "fq7x", "{\"kq7x\":\"wq7x\"}"))},
    {"content and call",
     PROBE_HEAD "\"aq7x bq7x\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{\"kq7x\":\"wq7x\"}"))},
    /* These confirm. */
    {"all", PROBE_HEAD "\"aq7x\",\"reasoning_content\":\"tq7x\\nsq7x\"," PROBE_CALLS(
                PROBE_CALL(0, "fq7x", "{\"kq7x\":\"wq7x\",\"nq7x\":-3}") "," PROBE_CALL(
                    1, "gq7x", "{\"lq7x\":\"vq7x\"}"))},
    {"numbers and truth",
     PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(
         0, "fq7x", "{\"nq7x\":12,\"xq7x\":2.5,\"oq7x\":true,\"pq7x\":false,\"kq7x\":\"7\"}"))},
    {"nested values", PROBE_HEAD
     "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x",
                                    "{\"mq7x\":{\"a\":{\"b\":[1,\"c\"]}},\"sq7x\":[1,\"d\",[]],"
                                    "\"kq7x\":\"w\"}"))},
    {"quotes",
     PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(
         0, "fq7x", "{\"kq7x\":\"S\\u00e3o \\\"P\\\" \\\\ \xE6\x9D\xB1 'q' {x: [1]}\"}"))},
    {"lines", PROBE_HEAD "\"\"," PROBE_CALLS(
                  PROBE_CALL(0, "fq7x", "{\"kq7x\":\"l1\\nl2\\n\\tl3\",\"lq7x\":\"w\"}"))},
    {"line ends", PROBE_HEAD "\"\"," PROBE_CALLS(
                      PROBE_CALL(0, "fq7x", "{\"kq7x\":\"l1\\nl2\\n\",\"lq7x\":\"\\n  w\"}"))},
    {"blank lines around",
     PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(0, "fq7x", "{\"kq7x\":\"\\nl1\\n\"}"))},
    {"tags in a string", PROBE_HEAD "\"\"," PROBE_CALLS(PROBE_CALL(
                             0, "fq7x", "{\"kq7x\":\"a</b><c>[/d]\",\"lq7x\":\"(e)\"}"))},
    {"prose", PROBE_HEAD "\"aq7x {b} [c](d) <i>e</i> f(x=1), \\\"g\\\": 2 < 3\"}"},
    {"JSON as content", PROBE_HEAD "\"{\\\"a\\\": [1, 2]}\"}"},
    {"JSON with a name", PROBE_HEAD "\"{\\\"name\\\": \\\"aq7x\\\", \\\"bq7x\\\": 3}\"}"},
    {"a list in brackets", PROBE_HEAD "\"[aq7x(bq7x)](cq7x) and so on\"}"},
    {"closing tags quoted",
     PROBE_HEAD "\"a </think> b </tool_call> c\",\"reasoning_content\":\"tq7x\"}"},
};

const size_t cft_probe_row_count = sizeof cft_probe_rows / sizeof *cft_probe_rows;

#define PROBE_PROPERTIES                                                                       \
    "\"parameters\":{\"type\":\"object\",\"properties\":{"                                     \
    "\"kq7x\":{\"type\":\"string\",\"description\":\"p\"},"                                    \
    "\"lq7x\":{\"type\":\"string\",\"description\":\"p\"},"                                    \
    "\"nq7x\":{\"type\":\"integer\",\"description\":\"p\"},"                                   \
    "\"xq7x\":{\"type\":\"number\",\"description\":\"p\"},"                                    \
    "\"oq7x\":{\"type\":\"boolean\",\"description\":\"p\"},"                                   \
    "\"pq7x\":{\"type\":\"boolean\",\"description\":\"p\"},"                                   \
    "\"mq7x\":{\"type\":\"object\",\"description\":\"p\"},"                                    \
    "\"sq7x\":{\"type\":\"array\",\"description\":\"p\",\"items\":{\"type\":\"string\"}}"      \
    "},\"required\":[]}"
#define PROBE_TOOL(name)                                                                       \
    "{\"type\":\"function\",\"function\":{\"name\":\"" name                                    \
    "\",\"description\":\"d\"," PROBE_PROPERTIES "}}"

static const char probe_tools[] =
    "[" PROBE_TOOL("fq7x") "," PROBE_TOOL("gq7x") "," PROBE_TOOL("hq7x") "]";

/* ---- Making ---- */

typedef struct probe_text {
    char *data;
    size_t used, room;
} probe_text;

static void probe_put(probe_text *t, const char *data, size_t length)
{
    if (length > t->room - t->used) length = t->room - t->used;
    memcpy(t->data + t->used, data, length);
    t->used += length;
}

/* "@NAME@" becomes the id but for its number: nine letters and digits, which some templates
 * insist on, or what holds the name. */
static const char *probe_put_id(probe_text *t, const char *at, bool named)
{
    const char *name = at + 1, *end = strchr(name, '@');
    probe_put(t, named ? "functions." : "callq700", named ? 10 : 8);
    if (named) {
        probe_put(t, name, (size_t)(end - name));
        probe_put(t, ":", 1);
    }
    return end + 1;
}

/* The object at `at` as a JSON string. */
static const char *probe_put_text(probe_text *t, const char *at)
{
    size_t end = cft_learn_json_end(cft_slice_of(at, strlen(at)), 0);
    probe_put(t, "\"", 1);
    for (const char *stop = at + end; at < stop; at++) {
        if (*at == '"' || *at == '\\') probe_put(t, "\\", 1);
        probe_put(t, at, 1);
    }
    probe_put(t, "\"", 1);
    return at;
}

/* The string at `at` as the text of a part. */
static const char *probe_put_parts(probe_text *t, const char *at)
{
    static const char open[] = "\"content\":[{\"type\":\"text\",\"text\":";
    const char *begin = at++;
    while (*at != '"')
        at += *at == '\\' ? 2 : 1;
    probe_put(t, open, sizeof open - 1);
    probe_put(t, begin, (size_t)(++at - begin));
    probe_put(t, "}]", 2);
    return at;
}

/* The message as the template wants it. */
static void probe_fill(const char *message, unsigned style, probe_text *t)
{
    static const char arguments[] = "\"arguments\":", empty[] = "\"content\":\"\"";
    static const char content[] = "\"content\":";
    while (*message) {
        if (*message == '@') {
            message = probe_put_id(t, message, (style & PROBE_NAMED) != 0);
        } else if ((style & PROBE_TEXTS) &&
                   !strncmp(message, arguments, sizeof arguments - 1)) {
            probe_put(t, arguments, sizeof arguments - 1);
            message = probe_put_text(t, message + sizeof arguments - 1);
        } else if ((style & (PROBE_FILLED | PROBE_NULL)) &&
                   !strncmp(message, empty, sizeof empty - 1)) {
            const char *instead = style & PROBE_FILLED ? "\"cq7x\"" : "null";
            probe_put(t, content, sizeof content - 1);
            probe_put(t, instead, strlen(instead));
            message += sizeof empty - 1;
        } else if ((style & PROBE_PARTS) && !strncmp(message, content, sizeof content - 1)) {
            message = probe_put_parts(t, message + sizeof content - 1);
        } else {
            probe_put(t, message++, 1);
        }
    }
}

/* The text lives as long as the value. */
static chatfmt_status probe_json(cft_probes *p, const char *text, size_t length, cft_value *out)
{
    cft_json_options options = {.base = p->next_origin};
    p->next_origin += (uint32_t)length + 1;
    return cft_json_read(&p->values, cft_slice_of(text, length), &options, out, NULL);
}

static chatfmt_status probe_conversation(cft_probes *p, size_t number, cft_value *out)
{
    static const char head[] = "{\"role\":\"user\",\"content\":\"uq7x\"}";
    probe_text t = {cft_arena_take(&p->arena, 1024), 0, 1024}; /* values are slices of it */
    if (!t.data) return CHATFMT_NO_MEMORY;
    probe_put(&t, "[", 1);
    probe_fill(head, p->style, &t);
    probe_put(&t, ",", 1);
    probe_fill(cft_probe_rows[number].message, p->style, &t);
    probe_put(&t, "]", 1);
    return probe_json(p, t.data, t.used, out);
}

static void probe_options(const cft_probes *p, bool tools, chatfmt_apply_options *out)
{
    *out = (chatfmt_apply_options)CHATFMT_APPLY_OPTIONS_INIT;
    out->flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NOW;
    if (p->style & PROBE_NULL) out->flags |= CHATFMT_APPLY_KEEP_NULLS;
    out->chat_template = p->chat_template;
    out->variables = cft_wrap(p->variables);
    if (tools) out->tools = cft_wrap(p->tools);
}

static bool probe_has_id_alone(const cft_round_trip *trip)
{
    bool id = false, name = false;
    for (size_t i = 0; i < trip->sample.part_count; i++) {
        id = id || trip->sample.parts[i].field == CFT_LEARN_ID;
        name = name || trip->sample.parts[i].field == CFT_LEARN_NAME;
    }
    return id && !name;
}

static chatfmt_status probe_write(cft_probes *p, size_t number)
{
    chatfmt_apply_options options;
    cft_value conversation;
    cft_round_trip *trip = &p->trips[number];
    bool calls = strstr(cft_probe_rows[number].message, "tool_calls") != NULL;
    bool tools = calls || number >= CFT_SAMPLE_COUNT || (p->style & PROBE_TOOLS);
    CFT_TRY(probe_conversation(p, number, &conversation));
    probe_options(p, tools, &options);
    CFT_TRY(cft_round_trip_write(p->chat, p->model, conversation, &options, &p->chat->limits,
                                 &p->arena, trip));
    if (trip->limit) {
        p->limit = trip->limit;
        return CHATFMT_LIMIT;
    }
    p->messages[number] = conversation.as.list->items[1];
    for (size_t i = 0; (p->style & PROBE_NAMED) && i < trip->sample.part_count; i++)
        if (trip->sample.parts[i].field == CFT_LEARN_ID &&
            trip->sample.parts[i].call >= trip->sample.calls)
            trip->sample.calls = trip->sample.parts[i].call + 1;
    if (calls && trip->outcome != CFT_ROUND_TRIP_NOT_SHOWN && trip->sample.calls) p->calls = true;
    return CHATFMT_OK;
}

/* Try `style` more on probe `number`; it stays when that helps. */
static chatfmt_status probe_try(cft_probes *p, size_t number, unsigned style)
{
    unsigned before = p->style;
    p->style |= style;
    CFT_TRY(probe_write(p, number));
    const cft_round_trip *trip = &p->trips[number];
    bool calls = strstr(cft_probe_rows[number].message, "tool_calls") != NULL;
    if (trip->outcome == CFT_ROUND_TRIP_NOT_SHOWN || (calls && !trip->sample.calls))
        p->style = before;
    return CHATFMT_OK;
}

static chatfmt_status probe_styles(cft_probes *p)
{
    static const unsigned ways[] = {PROBE_FILLED, PROBE_NULL, PROBE_NULL | PROBE_TEXTS};
    const cft_round_trip *plain = &p->trips[CFT_SAMPLE_PLAIN], *one = &p->trips[CFT_SAMPLE_ONE];
    CFT_TRY(probe_write(p, CFT_SAMPLE_PLAIN));
    if (plain->outcome == CFT_ROUND_TRIP_NOT_SHOWN)
        CFT_TRY(probe_try(p, CFT_SAMPLE_PLAIN, PROBE_TOOLS));
    if (plain->outcome == CFT_ROUND_TRIP_NOT_SHOWN)
        CFT_TRY(probe_try(p, CFT_SAMPLE_PLAIN, PROBE_PARTS));
    CFT_TRY(probe_write(p, CFT_SAMPLE_ONE));
    if (one->texts) CFT_TRY(probe_try(p, CFT_SAMPLE_ONE, PROBE_TEXTS));
    if (probe_has_id_alone(one)) CFT_TRY(probe_try(p, CFT_SAMPLE_ONE, PROBE_NAMED));
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !one->sample.calls; i++)
        CFT_TRY(probe_try(p, CFT_SAMPLE_ONE, ways[i]));
    return CHATFMT_OK;
}

/* ---- What the generation prompt opens, and what ends a turn ---- */

#define PROBE_TURN_TEXT "uq7x"
enum { PROBE_TURN_MOST = 256 };

/* What a prompt has after its message. */
static chatfmt_status probe_turn_open(cft_probes *p, cft_slice text)
{
    static const cft_slice user = {PROBE_TURN_TEXT, sizeof PROBE_TURN_TEXT - 1};
    size_t at = text.length;
    while (at >= user.length && memcmp(text.data + at - user.length, user.data, user.length)) at--;
    if (at < user.length) return CHATFMT_OK;
    if (text.length - at > PROBE_TURN_MOST) at = text.length - PROBE_TURN_MOST;
    p->turn = cft_arena_copy(&p->arena, text.data + at, text.length - at);
    return p->turn ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

static chatfmt_status probe_opening(cft_probes *p)
{
    static const char user[] = "[{\"role\":\"user\",\"content\":\"" PROBE_TURN_TEXT "\"}]";
    chatfmt_apply_options options;
    cft_value conversation;
    chatfmt_applied applied;
    probe_options(p, false, &options);
    options.flags |= CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_TURN;
    CFT_TRY(probe_json(p, user, sizeof user - 1, &conversation));
    chatfmt_status status = cft_applier_apply(p->chat, p->model, conversation, &options,
                                              &p->chat->limits, &applied, NULL);
    if (status != CHATFMT_OK) return status == CHATFMT_NO_MEMORY ? status : CHATFMT_OK;
    char *text =
        cft_arena_copy(&p->arena, applied.turn.opening.data, applied.turn.opening.length);
    if (!text) return CHATFMT_NO_MEMORY;
    p->opening = cft_slice_of(text, applied.turn.opening.length);
    CFT_TRY(probe_turn_open(p, applied.text));
    for (size_t i = 0; i < applied.stop_count; i++) {
        /* A made-up token is a stop only where the template writes it (cft_learn_stops()). */
        if (!p->model->model.token_count && cft_slice_equal(applied.stops[i], CFT_LIT(PROBE_EOS)))
            continue;
        text = cft_arena_copy(&p->arena, applied.stops[i].data, applied.stops[i].length);
        if (!text) return CHATFMT_NO_MEMORY;
        p->stops[p->stop_count++] = cft_slice_of(text, applied.stops[i].length);
    }
    return CHATFMT_OK;
}

/* A template alone has no tokens, and most templates cannot do without. */
static chatfmt_status probe_values(cft_probes *p)
{
    static const char tokens[] = "{\"bos_token\": \"<s>\", \"eos_token\": \"" PROBE_EOS "\"}";
    CFT_TRY(probe_json(p, probe_tools, sizeof probe_tools - 1, &p->tools));
    if (p->model->model.token_count) return CHATFMT_OK;
    return probe_json(p, tokens, sizeof tokens - 1, &p->variables);
}

/* ---- All of them ---- */

void cft_round_trip_behead(cft_round_trip *trip, cft_slice header)
{
    cft_learn_sample *sample = &trip->sample;
    size_t first = sample->part_count ? sample->parts[0].begin : sample->reply.length;
    if (!header.length || header.length > first ||
        memcmp(sample->reply.data, header.data, header.length) != 0)
        return;
    cft_learn_part *parts = sample->parts;
    for (size_t i = 0; i < sample->part_count; i++) {
        parts[i].begin -= header.length;
        parts[i].end -= header.length;
    }
    sample->reply.data += header.length;
    sample->reply.length -= header.length;
    sample->before.length += header.length;
    trip->prompt.length += header.length;
}

/* A template without a generation prompt writes the opening of the turn with the reply. It is
 * what all replies begin with. */
static void probe_header(cft_probes *p)
{
    const cft_learn_sample *plain = &p->trips[CFT_SAMPLE_PLAIN].sample;
    const cft_learn_sample *one = &p->trips[CFT_SAMPLE_ONE].sample;
    p->header = CFT_LIT("");
    if (p->opening.length || !plain->part_count) return;
    cft_slice lead = cft_slice_of(plain->reply.data, plain->parts[0].begin);
    if (one->part_count)
        lead.length =
            cft_learn_shared_begin(lead, cft_slice_of(one->reply.data, one->parts[0].begin));
    p->header = lead;
    for (size_t i = 0; i < cft_probe_row_count; i++)
        cft_round_trip_behead(&p->trips[i], p->header);
}

static chatfmt_status probe_shown(cft_probes *p, cft_slice source)
{
    size_t length = source.length;
    for (size_t i = 0; i < CFT_SAMPLE_COUNT; i++)
        length += p->trips[i].sample.reply.length + 1;
    char *text = cft_arena_take(&p->arena, length + 1);
    if (!text) return CHATFMT_NO_MEMORY;
    p->shown = cft_slice_of(text, length);
    if (source.length) memcpy(text, source.data, source.length);
    text += source.length;
    for (size_t i = 0; i < CFT_SAMPLE_COUNT; i++) {
        cft_slice reply = p->trips[i].sample.reply;
        if (reply.length) memcpy(text, reply.data, reply.length);
        text[reply.length] = '\n';
        text += reply.length + 1;
    }
    return CHATFMT_OK;
}

/* A template that does not compile is the error of choosing a reader, with its place. */
static chatfmt_status probe_compiles(const chatfmt_reader_options *options, cft_slice source,
                                     const chatfmt_limits *limits, chatfmt_error *error)
{
    const cft_syntax_options syntax = {.trim_blocks = true, .lstrip_blocks = true};
    chatfmt_allocator memory = cft_allocator_or_default(options->allocator);
    chatfmt_template *compiled;
    CFT_TRY(cft_template_new(&memory, source, &syntax, limits, &compiled, error));
    cft_template_free(compiled);
    return CHATFMT_OK;
}

/* The limit that a render reached, with its place in the template. */
static chatfmt_status probe_limit(const chatfmt_error *limit, chatfmt_error *error)
{
    if (!error) return CHATFMT_LIMIT;
    *error = *limit;
    error->path[0] = 0;
    return cft_fail(error, CHATFMT_LIMIT, "%s%s", limit->text,
                    strchr(limit->text, '(') ? ""
                    : strstr(limit->text, "heap_bytes")
                        ? " (half of the limit, for a render that chooses a reader)"
                        : " (by a render that chooses a reader)");
}

chatfmt_status cft_probes_write(cft_probes *p, const chatfmt_model *model,
                                const chatfmt_reader_options *options,
                                const chatfmt_limits *limits, chatfmt_error *error)
{
    const cft_model_template *row;
    cft_slice source;
    chatfmt_allocator memory = cft_allocator_or_default(options->allocator);
    memset(p, 0, sizeof *p);
    p->model = model;
    p->chat_template = options->chat_template;
    p->opening = CFT_LIT("");
    cft_arena_init(&p->arena, &memory);
    cft_heap_init(&p->heap, &memory);
    cft_heap_init(&p->values, &memory);
    p->limits = cft_default_limits;
    cft_heap_reset(&p->values, &p->limits, NULL);
    CFT_TRY(
        cft_model_choose(&model->model, p->chat_template, true, model->processor, &row, error));
    source = row ? row->source : p->chat_template;
    CFT_TRY(probe_compiles(options, source, &p->limits, error));
    chatfmt_limits half = *limits; /* the applier may hold two prompts at a time */
    half.heap_bytes /= 2;
    CFT_TRY(cft_applier_new(&memory, &half, &p->chat, error));
    p->fuel = (cft_applier_fuel){limits->fuel, limits->fuel};
    p->chat->fuel = &p->fuel;
    chatfmt_status status = probe_values(p);
    if (status == CHATFMT_OK) status = probe_styles(p);
    if (status == CHATFMT_OK) status = probe_opening(p);
    for (size_t i = 0; i < cft_probe_row_count && status == CHATFMT_OK; i++)
        status = probe_write(p, i);
    if (status == CHATFMT_OK) probe_header(p);
    if (status == CHATFMT_OK) status = probe_shown(p, source);
    if (status == CHATFMT_LIMIT && p->limit) return probe_limit(p->limit, error);
    return status == CHATFMT_OK ? status
                                : cft_fail(error, status, "%s", chatfmt_status_text(status));
}

bool cft_probes_fail(cft_probes *p, chatfmt_error *error)
{
    chatfmt_apply_options options;
    cft_value conversation;
    chatfmt_applied applied;
    probe_options(p, false, &options);
    return !probe_conversation(p, CFT_SAMPLE_PLAIN, &conversation) &&
           cft_applier_apply(p->chat, p->model, conversation, &options, &p->chat->limits, &applied,
                             error) != CHATFMT_OK;
}

void cft_probes_free(cft_probes *p)
{
    cft_applier_free(p->chat);
    cft_heap_free(&p->values);
    cft_heap_free(&p->heap);
    cft_arena_free(&p->arena);
}

chatfmt_status cft_probes_read(cft_probes *p, const cft_reply_row *row, cft_probes_result *out)
{
    *out = (cft_probes_result){.failed = SIZE_MAX};
    for (size_t i = 0; i < cft_probe_row_count; i++) {
        cft_round_trip *trip = &p->trips[i];
        if (trip->outcome == CFT_ROUND_TRIP_NOT_SHOWN) {
            out->skipped++;
            continue;
        }
        cft_heap_reset(&p->heap, &p->limits, NULL);
        CFT_TRY(cft_round_trip_read(row, p->messages[i], p->tools, &p->heap, &p->arena, trip));
        if (trip->outcome == CFT_ROUND_TRIP_EQUAL) out->equal++;
        if (trip->outcome == CFT_ROUND_TRIP_LOSSY) out->lossy++;
        if (trip->outcome == CFT_ROUND_TRIP_LOSSY) out->skipped++;
        if (trip->outcome != CFT_ROUND_TRIP_DIFFERENT) continue;
        out->different++;
        if (strstr(cft_probe_rows[i].message, "tool_calls")) out->different_calls++;
        if (out->failed == SIZE_MAX) out->failed = i;
    }
    return CHATFMT_OK;
}
