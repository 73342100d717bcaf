/* fuzz/fuzz_calls.c - any sequence of calls: templates, renderers, values, models and readers,
 * in the wrong order, with tiny limits, with memory that fails, after failures.
 *
 * A run has a few slots of each kind; a byte chooses the step, others its arguments. What was lent
 * is read as long as it is valid. Spans cover their text, and those of the template show its
 * source; a text is the same when it is rendered again; in the end nothing is left allocated.
 */
#include "fuzz_steps.h"

enum { CALLS_STEPS = 64, CALLS_TEMPLATES = 3, CALLS_RENDERERS = 2, CALLS_VALUES = 4 };

typedef struct calls_renderer {
    chatfmt_renderer *handle;
    const chatfmt_template *last; /* what it rendered, when its spans may be asked for */
    bool from_values;             /* … with values, which must not change before that */
    chatfmt_slice text;
} calls_renderer;

typedef struct calls_run {
    fuzz_bytes bytes;
    fuzz_memory memory;
    chatfmt_allocator allocator;
    chatfmt_limits limits;
    chatfmt_error error;
    chatfmt_template *templates[CALLS_TEMPLATES];
    calls_renderer renderers[CALLS_RENDERERS];
    chatfmt_values *values;
    chatfmt_value made[CALLS_VALUES]; /* absent, or in `values` */
    chatfmt_model *model;
    chatfmt_applier *chat;
    bool applied;                     /* with spans, so that a mask may be asked for */
    chatfmt_reader *reader;
    chatfmt_reply_parser *reply;
    bool finished;
} calls_run;

static const char *const calls_sources[] = {
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content|trim }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}",
    "{% macro show(m) %}{{ m.role|upper }}{{ m|tojson(indent=1) }}{% endmacro %}"
    "{% for m in messages %}{{ show(m) }}{% generation %}{{ m.content[::-1] }}"
    "{% endgeneration %}{% endfor %}",
    "{{ messages[0].content.split('a')|join('b') }}{{ bos_token }}"
    "{{ raise_exception(messages[1].content) }}",
    "{% set n = namespace(s='') %}{% for m in messages %}{% set n.s = n.s ~ m.content|"
    "replace('a', '<b>') %}{% endfor %}{{ n.s }}{{ '%5s|%r'|format(n.s, messages) }}",
    "{% for m in messages %}{% if m.tool_calls %}<tool_call>\n{{ m.tool_calls[0].function|tojson }}"
    "\n</tool_call>{% else %}{{ m.content }}{% endif %}<|im_end|>\n{% endfor %}",
    "{% for m in messages recursive %}{{ m }}{{ loop(m.c) if m.c }}{% endfor %}{{ x.y.z }}",
};
static const char *const calls_json[] = {
    "{\"messages\": [{\"role\": \"user\", \"content\": \" a\\u00e9\\ud83d\\ude00b \"}, {\"role\": "
    "\"assistant\", \"content\": \"<|end|>aab\", \"c\": [{\"k\": 1.5}]}], \"bos_token\": \"<s>\"}",
    "{\"messages\": [{\"role\": \"assistant\", \"content\": \"\", \"tool_calls\": [{\"type\": "
    "\"function\", \"function\": {\"name\": \"f\", \"arguments\": {\"a\": [1, null]}}}]}]}",
    "[{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"assistant\", \"content\": \"b\"}]",
    "{\"messages\": []}",
    "[1, [2, {\"x\": null}]]",
};

/* One of the list, or bytes of the run. */
static chatfmt_slice calls_pick(calls_run *r, const char *const *list, unsigned count)
{
    unsigned choice = fuzz_below(&r->bytes, count + 2);
    if (choice >= count) return fuzz_take_text(&r->bytes);
    return (chatfmt_slice){list[choice], strlen(list[choice])};
}
#define CALLS_PICK(r, list) calls_pick(r, list, sizeof(list) / sizeof *(list))

static chatfmt_status calls_told(calls_run *r, chatfmt_status status)
{
    return fuzz_told(&r->memory, status, &r->error);
}

/* Limits that suffice, or tiny ones, or none. */
static const chatfmt_limits *calls_limits(calls_run *r)
{
    unsigned choice = fuzz_below(&r->bytes, 4);
    r->limits = fuzz_limits();
    r->limits.fuel = 20000;
    if (choice == 1) r->limits.fuel = 1 + fuzz_byte(&r->bytes);
    if (choice == 2) {
        r->limits.output_bytes = fuzz_byte(&r->bytes);
        r->limits.heap_bytes = fuzz_byte(&r->bytes) * 64u;
        r->limits.string_bytes = fuzz_byte(&r->bytes);
        r->limits.depth = fuzz_byte(&r->bytes);
        r->limits.value_depth = fuzz_byte(&r->bytes);
    }
    return &r->limits;
}

static void calls_close_reply(calls_run *r)
{
    chatfmt_reply_parser_free(r->reply);
    chatfmt_reader_free(r->reader);
    r->reply = NULL;
    r->reader = NULL;
}

/* Values change or go: what has borrowed them must not be asked any more. */
static void calls_forget_values(calls_run *r)
{
    for (size_t i = 0; i < CALLS_RENDERERS; i++)
        if (r->renderers[i].from_values) r->renderers[i].last = NULL;
    r->applied = false;
}

/* ---- steps ------------------------------------------------------------------------------- */

static void calls_compile(calls_run *r)
{
    size_t slot = fuzz_below(&r->bytes, CALLS_TEMPLATES);
    chatfmt_slice source = CALLS_PICK(r, calls_sources);
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.allocator = &r->allocator;
    options.limits = calls_limits(r);
    options.flags = fuzz_below(&r->bytes, 9);
    for (size_t i = 0; i < CALLS_RENDERERS; i++)
        if (r->renderers[i].last == r->templates[slot]) r->renderers[i].last = NULL;
    chatfmt_template_free(r->templates[slot]);
    chatfmt_status status = calls_told(r,
                                       chatfmt_template_compile(source.data, source.length,
                                                                &options, &r->templates[slot],
                                                                &r->error));
    FUZZ_REQUIRE(!status == !!r->templates[slot]);
    FUZZ_REQUIRE(options.flags < 8 || status == CHATFMT_BAD_ARGUMENT);
}

static void calls_renderer_new(calls_run *r)
{
    calls_renderer *slot = &r->renderers[fuzz_below(&r->bytes, CALLS_RENDERERS)];
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    options.allocator = &r->allocator;
    options.limits = calls_limits(r);
    chatfmt_renderer_free(slot->handle);
    *slot = (calls_renderer){0};
    FUZZ_REQUIRE(!calls_told(r, chatfmt_renderer_new(&options, &slot->handle, &r->error)) ==
                 !!slot->handle);
}

static void calls_check_spans(calls_run *r, calls_renderer *slot)
{
    const chatfmt_span *spans;
    size_t count, at = 0;
    chatfmt_status status = calls_told(
        r, chatfmt_renderer_spans(slot->handle, &spans, &count, &r->error));
    FUZZ_REQUIRE(!status || (!spans && !count));
    if (status) return;
    chatfmt_slice source = chatfmt_template_source(slot->last);
    for (size_t i = 0; i < count; i++) {
        size_t length = spans[i].end - spans[i].begin;
        FUZZ_REQUIRE(spans[i].begin == at && spans[i].end > at);
        at = spans[i].end;
        fuzz_look(spans[i].path);
        if (spans[i].kind != CHATFMT_SPAN_TEMPLATE || !(spans[i].flags & CHATFMT_SPAN_COPIED))
            continue;
        FUZZ_REQUIRE(length <= source.length && spans[i].offset <= source.length - length);
        FUZZ_REQUIRE(
            !memcmp(source.data + spans[i].offset, slot->text.data + spans[i].begin, length));
    }
    FUZZ_REQUIRE(at == slot->text.length);
}

/* How to render: what all renders of one step have in common. */
typedef struct calls_render {
    enum { CALLS_JSON, CALLS_DOCUMENTS, CALLS_VALUE } how;
    chatfmt_document documents[2];
    chatfmt_value variables;
    chatfmt_render_options options;
} calls_render;

static chatfmt_status calls_render_once(calls_run *r, const calls_render *render,
                                        chatfmt_renderer *renderer,
                                        const chatfmt_template *compiled, chatfmt_slice *text)
{
    const chatfmt_slice *json = &render->documents[1].json;
    switch (render->how) {
    case CALLS_JSON:
        return chatfmt_render_json(renderer, compiled, json->data, json->length, &render->options,
                                   text, &r->error);
    case CALLS_DOCUMENTS:
        return chatfmt_render_documents(renderer, compiled, render->documents, 2, &render->options,
                                        text, &r->error);
    case CALLS_VALUE: break;
    }
    return chatfmt_render_value(renderer, compiled, render->variables, &render->options, text,
                                &r->error);
}

/* With memory that suffices the same render gives the same bytes. */
static void calls_render_again(calls_run *r, const calls_render *render, calls_renderer *slot)
{
    char *first = malloc(slot->text.length + 1);
    size_t length = slot->text.length;
    if (!first) return;
    if (length) memcpy(first, slot->text.data, length);
    FUZZ_REQUIRE(
        !calls_told(r, calls_render_once(r, render, slot->handle, slot->last, &slot->text)));
    FUZZ_REQUIRE(slot->text.length == length &&
                 (!length || !memcmp(first, slot->text.data, length)));
    free(first);
}

static void calls_render_step(calls_run *r)
{
    calls_renderer *slot = &r->renderers[fuzz_below(&r->bytes, CALLS_RENDERERS)];
    chatfmt_template *compiled = r->templates[fuzz_below(&r->bytes, CALLS_TEMPLATES)];
    calls_render render = {.how = fuzz_below(&r->bytes, 3), .options = CHATFMT_RENDER_OPTIONS_INIT};
    chatfmt_slice tools = {"[1]", 3};
    render.documents[0] = (chatfmt_document){{"tools", 5}, tools};
    if (render.how != CALLS_VALUE) render.documents[1].json = CALLS_PICK(r, calls_json);
    render.variables = r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    render.options.limits = calls_limits(r);
    render.options.flags = fuzz_below(&r->bytes, 33);
    render.options.seed = render.options.flags;
    render.options.now = (int64_t)((uint64_t)fuzz_byte(&r->bytes) << 55);
    slot->last = NULL;
    chatfmt_status status = calls_told(
        r, calls_render_once(r, &render, slot->handle, compiled, &slot->text));
    FUZZ_REQUIRE(status != CHATFMT_OK || (slot->handle && compiled));
    FUZZ_REQUIRE(!status || !slot->text.length);
    if (status) return;
    slot->last = compiled;
    slot->from_values = render.how == CALLS_VALUE;
    fuzz_disarm(&r->memory);
    calls_render_again(r, &render, slot);
    if (!(render.options.flags & CHATFMT_RENDER_SPANS)) slot->last = NULL;
    if (slot->last) calls_check_spans(r, slot);
}

/* Whatever was rendered last, or was not. */
static void calls_ask(calls_run *r)
{
    calls_renderer *slot = &r->renderers[fuzz_below(&r->bytes, CALLS_RENDERERS)];
    const chatfmt_generation *generations;
    size_t count;
    if (slot->last) calls_check_spans(r, slot);
    if (!slot->handle) return;
    fuzz_look(chatfmt_renderer_raised(slot->handle));
    (void)chatfmt_renderer_fuel_used(slot->handle);
    if (chatfmt_renderer_generations(slot->handle, &generations, &count, &r->error))
        FUZZ_REQUIRE(!count);
}

static void calls_values_new(calls_run *r)
{
    calls_forget_values(r);
    chatfmt_reply_parser_free(r->reply);
    r->reply = NULL;
    memset(r->made, 0, sizeof r->made);
    if (r->values && fuzz_below(&r->bytes, 2)) {
        chatfmt_values_reset(r->values);
        return;
    }
    chatfmt_values_free(r->values);
    FUZZ_REQUIRE(!calls_told(r, chatfmt_values_new(&r->allocator, calls_limits(r), &r->values,
                                                   &r->error)) == !!r->values);
}

static void calls_show(calls_run *r, chatfmt_value value)
{
    chatfmt_slice json;
    if (!calls_told(r, chatfmt_value_write_json(r->values, value, &json, &r->error)))
        fuzz_look(json);
    fuzz_look(chatfmt_value_as_text(value));
    for (size_t i = 0; i < chatfmt_value_count(value) + 1; i++) {
        chatfmt_slice key = chatfmt_value_key_at(value, i);
        fuzz_look(key);
        (void)chatfmt_value_kind_of(chatfmt_value_at(value, i));
        (void)chatfmt_value_truth(chatfmt_value_find(value, key.data, key.length));
    }
}

static void calls_read(calls_run *r)
{
    chatfmt_value *out = &r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    chatfmt_slice json = CALLS_PICK(r, calls_json);
    if (!r->values) return;
    if (calls_told(r, chatfmt_value_read_json(r->values, json.data, json.length, out, &r->error)))
        FUZZ_REQUIRE(chatfmt_value_kind_of(*out) == CHATFMT_VALUE_ABSENT);
    else
        calls_show(r, *out);
}

static void calls_make(calls_run *r)
{
    chatfmt_value *out = &r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    unsigned choice = fuzz_below(&r->bytes, 5);
    chatfmt_slice text = {NULL, 0};
    if (choice < 2) text = fuzz_take_text(&r->bytes);
    if (!r->values) return;
    if (choice == 0) chatfmt_value_string(r->values, text.data, text.length, out, &r->error);
    if (choice == 1)
        chatfmt_value_string_borrowed(r->values, text.data, text.length, out, &r->error);
    if (choice == 2) chatfmt_value_array(r->values, out, &r->error);
    if (choice == 3) chatfmt_value_object(r->values, out, &r->error);
    if (choice == 4)
        *out = chatfmt_value_int(r->values, (int64_t)((uint64_t)fuzz_byte(&r->bytes) << 56));
}

/* Into one another; into itself, too. */
static void calls_join(calls_run *r)
{
    chatfmt_value into = r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    chatfmt_value item = r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    chatfmt_slice key = fuzz_take_text(&r->bytes);
    if (!r->values) return;
    calls_forget_values(r);
    if (fuzz_below(&r->bytes, 2))
        calls_told(r, chatfmt_value_push(r->values, into, item, &r->error));
    else
        calls_told(r, chatfmt_value_set(r->values, into, key.data, key.length, item, &r->error));
    calls_show(r, into);
}

static void calls_model(calls_run *r)
{
    chatfmt_slice source = CALLS_PICK(r, calls_sources);
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.allocator = &r->allocator;
    options.flags = fuzz_below(&r->bytes, 2);
    calls_close_reply(r);
    chatfmt_applier_free(r->chat);
    chatfmt_model_free(r->model);
    r->chat = NULL;
    r->applied = false;
    FUZZ_REQUIRE(!calls_told(r, chatfmt_model_from_template(source.data, source.length,
                                                            &options, &r->model, &r->error)) ==
                 !!r->model);
    FUZZ_REQUIRE(!calls_told(r, chatfmt_applier_new(&r->allocator, calls_limits(r), &r->chat,
                                                    &r->error)) == !!r->chat);
}

static void calls_apply(calls_run *r)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_value conversation = r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    const chatfmt_applied *out;
    options.flags = fuzz_byte(&r->bytes) << 8 | fuzz_byte(&r->bytes);
    options.variables = r->made[fuzz_below(&r->bytes, CALLS_VALUES)];
    options.limits = calls_limits(r);
    r->applied = false;
    if (!r->chat || !r->model) return;
    chatfmt_value messages = chatfmt_value_find(conversation, "messages", 8);
    if (chatfmt_value_kind_of(messages) == CHATFMT_VALUE_ARRAY) conversation = messages;
    chatfmt_status status = calls_told(
        r, chatfmt_applier_apply(r->chat, r->model, conversation, &options, &out, &r->error));
    FUZZ_REQUIRE(!status == (out != NULL));
    fuzz_look(chatfmt_applier_raised(r->chat));
    if (status) return;
    fuzz_look(out->text);
    FUZZ_REQUIRE(!out->span_count || out->spans[out->span_count - 1].end == out->text.length);
    for (size_t i = 0; i < out->stop_count; i++) fuzz_look(out->stops[i]);
    FUZZ_REQUIRE(!out->turn.open || out->turn.begin <= out->text.length);
    const chatfmt_mask_range *ranges;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    size_t count;
    mask.kind = fuzz_below(&r->bytes, 3);
    mask.flags = fuzz_below(&r->bytes, 2);
    if (!(options.flags & CHATFMT_APPLY_SPANS) ||
        calls_told(r, chatfmt_applier_mask(r->chat, &mask, &ranges, &count, &r->error)))
        return;
    for (size_t i = 0; i < count; i++) FUZZ_REQUIRE(ranges[i].begin <= ranges[i].end);
}

static void calls_reader(calls_run *r)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    static const char *const wanted[] = {"", "learned", "auto", "hermes", "gpt-oss", "nobody"};
    const char *name = wanted[fuzz_below(&r->bytes, 6)];
    options.wanted = (chatfmt_slice){name, strlen(name)};
    options.allocator = &r->allocator;
    options.limits = calls_limits(r);
    reply.allocator = &r->allocator;
    reply.flags = fuzz_below(&r->bytes, 2);
    if (!r->model) return;
    calls_close_reply(r);
    r->finished = false;
    FUZZ_REQUIRE(!calls_told(r, chatfmt_reader_choose(r->model, &options, &r->reader,
                                                      &r->error)) == !!r->reader);
    if (!r->reader) return;
    fuzz_look(chatfmt_reader_about(r->reader)->json);
    chatfmt_status status = chatfmt_reply_parser_open(r->reader, &reply, &r->reply, &r->error);
    FUZZ_REQUIRE(!calls_told(r, status) == !!r->reply);
}

/* Feeding after the end, asking before it, and all over again. */
static void calls_reply(calls_run *r)
{
    static const char *const texts[] =
        {"<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": [1]}}\n</tool_call>",
         "<think>a</think>b<|im_end|>", "{\"a\": \"\\u00e9", "<|end|>"};
    unsigned choice = fuzz_below(&r->bytes, 8);
    const chatfmt_event *event;
    chatfmt_slice text = {NULL, 0};
    if (choice < 4) text = CALLS_PICK(r, texts);
    if (!r->reply) return;
    if (choice < 4) chatfmt_reply_parser_feed(r->reply, text.data, text.length, &r->error);
    if (choice == 4) chatfmt_reply_parser_finish(r->reply, &r->error);
    if (choice == 5) chatfmt_reply_parser_restart(r->reply);
    if (choice == 6 && !chatfmt_reply_parser_message(r->reply, &text, &r->error)) fuzz_look(text);
    while ((event = chatfmt_reply_parser_next(r->reply))) {
        FUZZ_REQUIRE(event->begin <= event->end);
        fuzz_look(event->text);
        fuzz_look(event->id);
    }
}

/* ---- the run ----------------------------------------------------------------------------- */

static void (*const calls_steps[])(calls_run *) = {
    calls_compile,    calls_renderer_new, calls_render_step, calls_render_step, calls_ask,
    calls_values_new, calls_read,         calls_make,        calls_join,        calls_model,
    calls_apply,      calls_apply,        calls_reader,      calls_reply,       calls_reply,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    calls_run run = {.bytes = {data, size}};
    run.allocator = (chatfmt_allocator){fuzz_resize, &run.memory};
    for (int step = 0; run.bytes.left && step < CALLS_STEPS; step++) {
        unsigned choice = fuzz_byte(&run.bytes);
        run.memory.failed = false;
        if (choice & 128) fuzz_arm(&run.memory, &run.bytes);
        calls_steps[choice % (sizeof calls_steps / sizeof *calls_steps)](&run);
        fuzz_disarm(&run.memory);
    }
    calls_close_reply(&run);
    chatfmt_applier_free(run.chat);
    chatfmt_model_free(run.model);
    for (size_t i = 0; i < CALLS_RENDERERS; i++) chatfmt_renderer_free(run.renderers[i].handle);
    for (size_t i = 0; i < CALLS_TEMPLATES; i++) chatfmt_template_free(run.templates[i]);
    chatfmt_values_free(run.values);
    FUZZ_REQUIRE(run.memory.blocks == 0);
    return 0;
}
