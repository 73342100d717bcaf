/* replies/actions.c - reading InternLM2's actions from text. */
#include "replies/actions.h"

#include "replies/reply_parser.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/json_write.h"

#define ACTION_START "<|action_start|>"
#define ACTION_END "<|action_end|>"
#define ACTION_IM_END "<|im_end|>"
#define ACTION_PLUGIN "<|plugin|>"
#define ACTION_INTERPRETER "<|interpreter|>"

#define ACTION_MIB ((uint64_t)1 << 20)
const cft_budget_rates cft_actions_rates = {
    .fuel = {50000000, 64},
    .string = {64 * ACTION_MIB, 1},
    .heap = {240 * ACTION_MIB, 48},
    .output = {128 * ACTION_MIB, 16},
};

void cft_actions_init(cft_actions *a, const chatfmt_allocator *allocator,
                      const chatfmt_limits *limits)
{
    memset(a, 0, sizeof *a);
    cft_budget_init(&a->budget, allocator, limits);
    cft_budget_begin(&a->budget, &cft_actions_rates, 0);
    chatfmt_allocator memory = cft_budget_allocator(&a->budget);
    cft_buffer_init(&a->input, &memory);
    cft_buffer_init(&a->list, &memory);
}

void cft_actions_free(cft_actions *a)
{
    cft_buffer_free(&a->input);
    cft_buffer_free(&a->list);
}

static cft_action *action_last(const cft_actions *a)
{
    return a->count ? (cft_action *)(void *)a->list.data + (a->count - 1) : NULL;
}

static cft_match action_at(const cft_actions *a, size_t at, const char *marker, size_t *length)
{
    return cft_marker_at(marker, a->input.data + at, a->input.length - at, a->final, length);
}

/* Move `at` to the next place where one of two markers is or may stand. */
static cft_match action_seek(cft_actions *a, const char *one, const char *two, bool *first,
                             size_t *length)
{
    for (; a->at < a->input.length; a->at++) {
        const char *found = memchr(a->input.data + a->at, '<', a->input.length - a->at);
        cft_match match, other;
        if (!found) break;
        a->at = (size_t)(found - a->input.data);
        match = action_at(a, a->at, one, length);
        *first = match == CFT_MATCH_YES;
        if (match == CFT_MATCH_YES) return match;
        other = action_at(a, a->at, two, length);
        if (other != CFT_MATCH_NO) return other;
        if (match != CFT_MATCH_NO) return match;
    }
    a->at = a->input.length;
    return CFT_MATCH_NO;
}

static void action_close(cft_actions *a, size_t where, size_t length)
{
    a->closed = true;
    a->end = where;
    a->at = where + length;
    a->phase = CFT_PHASE_DONE;
}

static chatfmt_status action_begin(cft_actions *a, cft_action_kind kind, size_t payload)
{
    cft_action *last = action_last(a);
    last->kind = kind;
    last->payload = payload;
    a->at = payload;
    a->phase = kind == CFT_ACTION_UNKNOWN ? CFT_PHASE_UNKNOWN : CFT_PHASE_NEWLINE;
    return CHATFMT_OK;
}

/* One step; false when more bytes are needed. */
static bool action_step(cft_actions *a, chatfmt_status *status)
{
    cft_action next = {CFT_ACTION_UNKNOWN, false, 0, 0, 0, 0}, *last = action_last(a);
    size_t length = 0;
    bool first = false;
    cft_match match;
    *status = CHATFMT_OK;
    switch (a->phase) {
    case CFT_PHASE_TEXT:
    case CFT_PHASE_COMPLETE:
        match = action_seek(a, ACTION_START, ACTION_IM_END, &first, &length);
        if (match != CFT_MATCH_YES) return false;
        if (!first) {
            action_close(a, a->at, length);
            return true;
        }
        next.text = a->text;
        next.text_length = a->at - a->text;
        next.payload = a->at + length;
        *status = cft_buffer_append(&a->list, (const char *)&next, sizeof next);
        if (*status != CHATFMT_OK) return false;
        a->count++;
        a->at += length;
        a->text = a->at;
        a->phase = CFT_PHASE_KIND;
        return true;
    case CFT_PHASE_KIND:
        if (a->at == a->input.length && !a->final) return false;
        match = action_at(a, a->at, ACTION_PLUGIN "\f" ACTION_INTERPRETER, &length);
        if (match == CFT_MATCH_PART) return false;
        first = length == sizeof ACTION_PLUGIN - 1;
        *status = action_begin(a,
                               match == CFT_MATCH_NO ? CFT_ACTION_UNKNOWN
                               : first               ? CFT_ACTION_PLUGIN
                                                     : CFT_ACTION_INTERPRETER,
                               a->at + length);
        return true;
    case CFT_PHASE_NEWLINE:
        if (a->at == a->input.length) return false;
        if (a->input.data[a->at] == '\n') last->payload = ++a->at;
        a->phase = CFT_PHASE_PAYLOAD;
        return true;
    case CFT_PHASE_UNKNOWN:
    case CFT_PHASE_PAYLOAD:
        match = a->phase == CFT_PHASE_PAYLOAD
                    ? action_seek(a, ACTION_END, ACTION_IM_END, &first, &length)
                    : action_seek(a, ACTION_IM_END, ACTION_IM_END, &first, &length);
        last->payload_length = a->at - last->payload;
        if (match != CFT_MATCH_YES) return false;
        a->text = a->at + length;
        if (!first || a->phase == CFT_PHASE_UNKNOWN) {
            a->text = a->at;
            action_close(a, a->at, length);
            return true;
        }
        last->complete = true;
        a->at += length;
        a->phase = CFT_PHASE_COMPLETE;
        return true;
    case CFT_PHASE_DONE: a->at = a->input.length; return false;
    }
    return false;
}

static chatfmt_status action_run(cft_actions *a)
{
    chatfmt_status status;
    do CFT_TRY(cft_budget_spend(&a->budget, 1));
    while (action_step(a, &status));
    return status;
}

chatfmt_status cft_actions_feed(cft_actions *a, const char *data, size_t length)
{
    cft_budget_extend(&a->budget, &cft_actions_rates, a->input.length, length);
    CFT_TRY(cft_budget_string(&a->budget, length > SIZE_MAX - a->input.length
                                              ? SIZE_MAX
                                              : a->input.length + length));
    CFT_TRY(cft_budget_spend_bytes(&a->budget, length));
    CFT_TRY(cft_buffer_append(&a->input, data, length));
    return action_run(a);
}

chatfmt_status cft_actions_finish(cft_actions *a)
{
    a->final = true;
    return action_run(a);
}

/* ---- Saying it as JSON -------------------------------------------------------------------- */

static cft_slice action_slice(const cft_actions *a, size_t begin, size_t length)
{
    return cft_slice_of(length ? a->input.data + begin : "", length);
}

static cft_slice action_trim(cft_slice text)
{
    while (text.length && cft_reply_is_space(text.data[text.length - 1])) text.length--;
    while (text.length && cft_reply_is_space(*text.data)) {
        text.data++;
        text.length--;
    }
    return text;
}

static chatfmt_status action_put(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

static chatfmt_status action_put_member(cft_buffer *out, const char *before, cft_slice text)
{
    CFT_TRY(action_put(out, before));
    return cft_reply_put_json_string(out, text);
}

static chatfmt_status action_put_value(cft_heap *heap, cft_buffer *out, const char *before,
                                       cft_value value)
{
    cft_builder b;
    cft_value text;
    CFT_TRY(action_put(out, before));
    CFT_TRY(cft_build(&b, heap, 64));
    CFT_TRY(cft_json_append(&b, value, &cft_json_plain));
    CFT_TRY(cft_build_end(&b, 0, &text));
    return cft_buffer_append(out, text.as.text, text.length);
}

static cft_value action_member(cft_value object, const char *key)
{
    const cft_entry *entry =
        cft_dict_find_text(object.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}

static chatfmt_status action_put_junk(cft_buffer *out, cft_slice payload, size_t open, size_t used)
{
    cft_slice after = cft_slice_of(payload.data + open + used, payload.length - open - used);
    CFT_TRY(action_put_member(out, ", \"json_prefix_junk\": ", cft_slice_of(payload.data, open)));
    return action_put_member(out, ", \"json_suffix_junk\": ", action_trim(after));
}

/* The call that a plugin's payload holds. */
static chatfmt_status action_put_call(cft_slice payload, cft_heap *heap, cft_buffer *out)
{
    static const cft_json_options options = {0, true, false};
    cft_value object, name, parameters;
    chatfmt_status status;
    const char *brace, *key = "\"parameters\"";
    size_t open, used = 0;
    payload = action_trim(payload);
    if (payload.length == 0) return action_put(out, ", \"call\": {\"status\": \"empty_payload\"}");
    if (*payload.data == '[')
        return action_put(out, ", \"call\": {\"status\": \"not_an_object\"}");
    brace = memchr(payload.data, '{', payload.length);
    open = brace ? (size_t)(brace - payload.data) : 0;
    if (!brace) return action_put(out, ", \"call\": {\"status\": \"invalid_json\"}");
    status = cft_json_read(heap, cft_slice_of(brace, payload.length - open), &options, &object,
                           &used);
    if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT) return status;
    if (status) return action_put(out, ", \"call\": {\"status\": \"invalid_json\"}");
    name = action_member(object, "name");
    if (name.kind != CFT_STRING) {
        CFT_TRY(action_put(out, name.kind == CFT_ABSENT
                                    ? ", \"call\": {\"status\": \"missing_name\""
                                    : ", \"call\": {\"status\": \"name_not_string\""));
        CFT_TRY(action_put_junk(out, payload, open, used));
        CFT_TRY(action_put_value(heap, out, ", \"object\": ", object));
        return action_put(out, "}");
    }
    parameters = action_member(object, "parameters");
    if (parameters.kind == CFT_ABSENT) {
        parameters = action_member(object, "arguments");
        key = parameters.kind == CFT_ABSENT ? "null" : "\"arguments\"";
    }
    CFT_TRY(action_put_member(out, ", \"call\": {\"status\": \"ok\", \"name\": ",
                              cft_text_of(name)));
    if (parameters.kind == CFT_ABSENT) CFT_TRY(action_put(out, ", \"parameters\": {}"));
    else CFT_TRY(action_put_value(heap, out, ", \"parameters\": ", parameters));
    CFT_TRY(action_put(out, ", \"parameters_key\": "));
    CFT_TRY(action_put(out, key));
    CFT_TRY(action_put_junk(out, payload, open, used));
    return action_put(out, "}");
}

/* The code that an interpreter's payload holds, with or without a fence. */
static chatfmt_status action_put_code(cft_slice payload, cft_buffer *out)
{
    const char *fenced = "false", *newline;
    cft_slice language = cft_slice_of("", 0), code = action_trim(payload);
    if (code.length >= 3 && memcmp(code.data, "```", 3) == 0) {
        fenced = "\"open\"";
        newline = memchr(code.data, '\n', code.length);
        language = cft_slice_of(code.data + 3,
                                (newline ? (size_t)(newline - code.data) : code.length) - 3);
        code = newline ? cft_slice_of(newline + 1,
                                      code.length - (size_t)(newline + 1 - code.data))
                       : cft_slice_of("", 0);
        if (code.length >= 3 && memcmp(code.data + code.length - 3, "```", 3) == 0) {
            fenced = "true";
            code.length -= 3;
            if (code.length && code.data[code.length - 1] == '\n') code.length--;
        }
        language = action_trim(language);
    }
    CFT_TRY(action_put(out, ", \"code\": {\"fenced\": "));
    CFT_TRY(action_put(out, fenced));
    CFT_TRY(action_put_member(out, ", \"language\": ", language));
    CFT_TRY(action_put_member(out, ", \"code\": ", code));
    return action_put(out, "}");
}

static const char *const action_names[] = {"plugin", "interpreter", "unknown"};

static chatfmt_status action_put_one(const cft_actions *a, const cft_action *action,
                                     cft_heap *heap, cft_buffer *out)
{
    cft_slice payload = action_slice(a, action->payload, action->payload_length);
    CFT_TRY(action_put_member(out, "{\"text\": ",
                              action_slice(a, action->text, action->text_length)));
    CFT_TRY(action_put(out, ", \"kind\": \""));
    CFT_TRY(action_put(out, action_names[action->kind]));
    CFT_TRY(action_put_member(out, "\", \"payload\": ", payload));
    CFT_TRY(action_put(out, action->complete ? ", \"complete\": true" : ", \"complete\": false"));
    if (action->kind == CFT_ACTION_PLUGIN) CFT_TRY(action_put_call(payload, heap, out));
    if (action->kind == CFT_ACTION_INTERPRETER) CFT_TRY(action_put_code(payload, out));
    return action_put(out, "}");
}

/* The words after the last action, up to the end of the turn. */
static cft_slice action_rest(const cft_actions *a)
{
    const cft_action *last = action_last(a);
    size_t end = a->closed ? a->end : a->final ? a->input.length : a->at;
    if (last && !last->complete) return cft_slice_of("", 0);
    return action_slice(a, a->text, end > a->text ? end - a->text : 0);
}

static chatfmt_status action_put_result(const cft_actions *a, cft_heap *heap, cft_buffer *out)
{
    size_t i, after = a->closed ? a->end + sizeof ACTION_IM_END - 1 : a->input.length;
    CFT_TRY(action_put(out, "{\"actions\": ["));
    for (i = 0; i < a->count; i++) {
        if (i) CFT_TRY(action_put(out, ", "));
        CFT_TRY(action_put_one(a, (const cft_action *)(const void *)a->list.data + i, heap, out));
    }
    CFT_TRY(action_put_member(out, "], \"text\": ", action_rest(a)));
    CFT_TRY(action_put(out, a->closed ? ", \"closed\": true" : ", \"closed\": false"));
    CFT_TRY(action_put_member(out, ", \"after_im_end\": ",
                              action_slice(a, after, a->input.length - after)));
    return action_put(out, "}");
}

/* One value of a payload that is still arriving; `*read` is false when there is none yet. */
static chatfmt_status action_read(cft_slice payload, size_t *at, cft_heap *heap, cft_value *out,
                                  bool *read)
{
    static const cft_json_options options = {0, true, false};
    size_t used;
    *at += cft_reply_spaces(payload.data + *at, payload.length - *at);
    chatfmt_status status = cft_json_read(
        heap, cft_slice_of(payload.data + *at, payload.length - *at), &options, out, &used);
    *read = status == CHATFMT_OK;
    if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT) return status;
    if (status) return CHATFMT_OK;
    *at += used;
    *at += cft_reply_spaces(payload.data + *at, payload.length - *at);
    return CHATFMT_OK;
}

/* The name in a payload that is still arriving, once its string has closed; absent before. */
static chatfmt_status action_name(cft_slice payload, cft_heap *heap, cft_value *name)
{
    const char *brace = memchr(payload.data, '{', payload.length);
    cft_value key, value;
    bool read = brace != NULL;
    name->kind = CFT_ABSENT;
    for (size_t at = brace ? (size_t)(brace - payload.data) + 1 : 0; read;) {
        CFT_TRY(action_read(payload, &at, heap, &key, &read));
        if (!read || key.kind != CFT_STRING) break;
        if (at == payload.length || payload.data[at++] != ':') break;
        CFT_TRY(action_read(payload, &at, heap, &value, &read));
        if (read && cft_slice_equal(cft_text_of(key), CFT_LIT("name"))) {
            if (value.kind == CFT_STRING) *name = value;
            break;
        }
        if (at == payload.length || payload.data[at++] != ',') break;
    }
    return CHATFMT_OK;
}

static chatfmt_status action_put_state(const cft_actions *a, cft_heap *heap, cft_buffer *out)
{
    static const char *const phases[] = {"text",    "kind_pending",    "unknown_kind", "payload",
                                         "payload", "action_complete", "done"};
    const cft_action *last = action_last(a);
    cft_value name = {.kind = CFT_ABSENT};
    CFT_TRY(action_put(out, "{\"phase\": \""));
    CFT_TRY(action_put(out, phases[a->phase]));
    CFT_TRY(action_put_member(out, "\", \"text\": ",
                              last ? action_slice(a, last->text, last->text_length)
                                   : action_rest(a)));
    if (last && a->phase != CFT_PHASE_KIND) {
        cft_slice payload = action_slice(a, last->payload, last->payload_length);
        CFT_TRY(action_put(out, ", \"action\": \""));
        CFT_TRY(action_put(out, action_names[last->kind]));
        CFT_TRY(action_put_member(out, "\", \"payload\": ", payload));
        if (last->kind == CFT_ACTION_PLUGIN) CFT_TRY(action_name(payload, heap, &name));
        if (name.kind == CFT_STRING)
            CFT_TRY(action_put_member(out, ", \"name\": ", cft_text_of(name)));
    }
    return action_put(out, "}");
}

chatfmt_status cft_actions_result(cft_actions *a, cft_heap *heap, cft_buffer *out)
{
    size_t before = out->length;
    CFT_TRY(action_put_result(a, heap, out));
    return cft_budget_output(&a->budget, out->length - before);
}

chatfmt_status cft_actions_state(cft_actions *a, cft_heap *heap, cft_buffer *out)
{
    size_t before = out->length;
    CFT_TRY(action_put_state(a, heap, out));
    return cft_budget_output(&a->budget, out->length - before);
}
