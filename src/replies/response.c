/* replies/response.c - replies read by a response_template: bytes in, events and a message out.
 *
 * Source: transformers, utils/chat_parsing/response_parser.py, step for step; only a delimiter
 * that stays unfinished over thousands of bytes is looked at less often than with every chunk.
 */
#include "replies/response_state.h"

#include "value/json_write.h"

/* Text of a delimiter that has not ended may grow so far before it is not looked at every time. */
enum { RESPONSE_HELD_FREE = 4096, RESPONSE_KEPT = 4096 };
#define RESPONSE_HELD_MOST ((size_t)16 * 1024 * 1024)

/* ---- Events ---- */

/* Bytes of the reply up to offset `end` of the text; what the prompt gave is none of it. */
static uint64_t response_place(const cft_response *p, size_t end)
{
    uint64_t place = p->base + end;
    return place < p->prefix ? 0 : place - p->prefix;
}

static chatfmt_status response_note(cft_response *p, const cft_response_note *note)
{
    if (cft_buffer_append(&p->notes, (const char *)note, sizeof *note))
        return cft_raise(&p->heap, CHATFMT_NO_MEMORY, "out of memory");
    p->note_count++;
    p->told = note->end;
    return CHATFMT_OK;
}

static chatfmt_status response_tell(cft_response *p, cft_response_kind kind, size_t begin,
                                    size_t end, cft_value value)
{
    cft_response_note note = {kind, false, {"", 0}, 0, 0, value, p->told, 0};
    note.end = response_place(p, end);
    if (kind != CFT_RESPONSE_SKIPPED && p->current != SIZE_MAX)
        note.field = cft_text_of(p->template->fields[p->current].name);
    if (kind == CFT_RESPONSE_CHUNK || kind == CFT_RESPONSE_SKIPPED) {
        note.text = begin;
        note.length = end - begin;
    }
    if (kind == CFT_RESPONSE_CHUNK)
        note.dirty = p->template->fields[p->current].content >= CFT_RESPONSE_JSON;
    return response_note(p, &note);
}

/* transformers: _accumulate. Text up to `end` belongs to the current field. */
static chatfmt_status response_gather(cft_response *p, size_t end)
{
    size_t begin = p->at;
    p->at = end;
    if (begin == end) return CHATFMT_OK;
    if (p->current == SIZE_MAX)
        return response_tell(p, CFT_RESPONSE_SKIPPED, begin, end, cft_absent());
    if (!p->opened) CFT_TRY(response_tell(p, CFT_RESPONSE_OPEN, begin, begin, cft_absent()));
    p->opened = true;
    if (cft_buffer_append(&p->body, p->text.data + begin, end - begin))
        return cft_raise(&p->heap, CHATFMT_NO_MEMORY, "out of memory");
    if (p->body.length > p->limits.string_bytes)
        return cft_heap_limit(&p->heap, "string_bytes", p->limits.string_bytes, p->body.length);
    return response_tell(p, CFT_RESPONSE_CHUNK, begin, end, cft_absent());
}

/* ---- Fields ---- */

static void response_to_implicit(cft_response *p)
{
    p->current = p->template->implicit;
    p->captures = cft_absent();
    p->body.length = 0;
    p->opened = false;
}

static chatfmt_status response_join(cft_response *p, const cft_response_field *field,
                                    const cft_entry *before, cft_value value, cft_value *out)
{
    *out = value;
    if (value.kind != CFT_STRING)
        return cft_raise(&p->heap, CHATFMT_VALUE,
                         "Field '%.*s': 'join' needs every match to be a string, not a %s",
                         (int)field->name.length, field->name.as.text, cft_type_name(value));
    if (!before || before->value.kind == CFT_NONE) return CHATFMT_OK;
    if (before->value.kind != CFT_STRING)
        return cft_raise(&p->heap, CHATFMT_TYPE, "Field '%.*s': its default is not a string",
                         (int)field->name.length, field->name.as.text);
    CFT_TRY(cft_concat(&p->heap, before->value, field->join, 0, out));
    return cft_concat(&p->heap, *out, value, 0, out);
}

/* Append to the list of a field that repeats; its place in the output is where it began. */
static chatfmt_status response_repeat(cft_response *p, const cft_response_field *field,
                                      const cft_entry *before, cft_value value)
{
    cft_list_builder *list = &p->lists[p->current];
    if (!list->heap) {
        CFT_TRY(cft_list_build(list, &p->heap, 4));
        if (before && before->value.kind != CFT_LIST)
            return cft_raise(&p->heap, CHATFMT_TYPE, "Field '%.*s': its default is not a list",
                             (int)field->name.length, field->name.as.text);
        for (uint32_t i = 0; before && i < before->value.as.list->count; i++)
            CFT_TRY(cft_list_push(list, before->value.as.list->items[i]));
        if (!before) CFT_TRY(cft_dict_put(&p->heap, p->output, field->name, cft_none()));
    }
    return cft_list_push(list, value);
}

/* transformers: _close_current. `end` is where the text ends that the event accounts for. */
static chatfmt_status response_close(cft_response *p, size_t end)
{
    const cft_response_field *field;
    const cft_entry *before;
    cft_response_reading reading = {&p->heap, p->template, &p->work, p->tools};
    cft_value body, value;
    if (p->current == SIZE_MAX || !p->opened) {
        response_to_implicit(p);
        return CHATFMT_OK;
    }
    field = &p->template->fields[p->current];
    CFT_TRY(cft_new_fresh(&p->heap, p->body.data ? p->body.data : "", p->body.length, &body));
    chatfmt_status status = cft_response_process(&reading, field, body, p->captures, &value);
    if (status && p->heap.error) cft_error_path(p->heap.error, cft_text_of(field->name));
    CFT_TRY(status);
    before = cft_dict_find_text(p->output, cft_text_of(field->name));
    if (field->join.kind == CFT_STRING) {
        cft_value joined;
        CFT_TRY(response_join(p, field, before, value, &joined));
        CFT_TRY(cft_dict_put(&p->heap, p->output, field->name, joined));
    } else if (field->repeats) {
        CFT_TRY(response_repeat(p, field, before, value));
    } else {
        CFT_TRY(cft_dict_put(&p->heap, p->output, field->name, value));
    }
    CFT_TRY(response_tell(p, CFT_RESPONSE_CLOSE, end, end, value));
    response_to_implicit(p);
    return CHATFMT_OK;
}

static chatfmt_status response_open(cft_response *p, const cft_response_delimiter *delimiter)
{
    cft_value captures;
    CFT_TRY(response_close(p, delimiter->match.begin));
    CFT_TRY(cft_response_captures(p, delimiter, &captures));
    p->current = delimiter->field;
    p->captures = captures;
    p->body.length = 0;
    p->opened = true;
    p->at = delimiter->match.end;
    return response_tell(p, CFT_RESPONSE_OPEN, p->at, p->at, cft_absent());
}

/* ---- The loop ---- */

/* What is not yet decided stays; the more of it there is, the more must come before it is looked at
 * again, so that all looking together is linear. */
static chatfmt_status response_hold(cft_response *p)
{
    size_t held = p->text.length - p->at;
    p->wait = held > RESPONSE_HELD_FREE ? p->text.length + held / 4 : 0;
    if (held > RESPONSE_HELD_MOST)
        return cft_heap_limit(&p->heap, "held back", RESPONSE_HELD_MOST, held);
    return CHATFMT_OK;
}

/* What follows the last delimiter: all of it at the end, otherwise what nothing can change. */
static chatfmt_status response_rest(cft_response *p, bool final, size_t hold)
{
    if (final) {
        CFT_TRY(response_gather(p, p->text.length));
        return response_close(p, p->text.length);
    }
    if (hold > p->at) CFT_TRY(response_gather(p, hold));
    return response_hold(p);
}

/* Every field can open and close once at a place without reading anything. What goes on longer than
 * that goes on for ever, and so it does in transformers. */
static chatfmt_status response_moves(cft_response *p, size_t *place, size_t *turns)
{
    *turns = *place == p->at ? *turns + 1 : 0;
    *place = p->at;
    if (*turns <= 4 * p->template->count + 4) return CHATFMT_OK;
    return cft_raise(&p->heap, CHATFMT_LIMIT,
                     "The expressions of the fields match the same empty place for ever");
}

/* transformers: _process */
static chatfmt_status response_run(cft_response *p, bool final)
{
    size_t place = SIZE_MAX, turns = 0;
    memset(p->seen, 0, 2 * p->template->count * sizeof *p->seen);
    for (;;) {
        cft_response_delimiter best;
        size_t hold;
        CFT_TRY(response_moves(p, &place, &turns));
        CFT_TRY(cft_response_scan(p, final, &best, &hold));
        if (!best.found) return response_rest(p, final, hold);
        CFT_TRY(cft_charge(&p->heap, 1 + p->template->count));
        CFT_TRY(response_gather(p, best.match.begin));
        if (best.opens) {
            CFT_TRY(response_open(p, &best));
            continue;
        }
        bool had = p->opened, empty = best.match.begin == best.match.end;
        p->at = best.match.end;
        CFT_TRY(response_close(p, p->at));
        if (!had && !empty) /* a delimiter that closes nothing */
            CFT_TRY(response_tell(p, CFT_RESPONSE_SKIPPED, best.match.begin, p->at, cft_absent()));
        if (had || !empty) continue;
        /* It would match here for ever. At the end transformers drops what is left. */
        if (!final || p->at == p->text.length) return response_hold(p);
        size_t begin = p->at;
        p->at = p->text.length;
        return response_tell(p, CFT_RESPONSE_SKIPPED, begin, p->at, cft_absent());
    }
}

/* By a schema: all of the reply at its end. Its members come as fields that open and close. */
static chatfmt_status response_whole(cft_response *p)
{
    cft_response_reading reading = {&p->heap, p->template, &p->work, cft_absent()};
    cft_value text;
    CFT_TRY(cft_new_fresh(&p->heap, p->text.data ? p->text.data : "", p->text.length, &text));
    CFT_TRY(cft_schema_parse(&reading, text, p->template->schema, 0, &p->whole));
    CFT_TRY(response_tell(p, CFT_RESPONSE_SKIPPED, 0, p->text.length, cft_absent()));
    p->at = p->text.length;
    for (uint32_t i = 0; p->whole.kind == CFT_DICT && i < p->whole.as.dict->count; i++) {
        const cft_entry *entry = &p->whole.as.dict->entries[i];
        cft_response_note note = {CFT_RESPONSE_OPEN, false, cft_text_of(entry->key), 0, 0,
                                  cft_absent(), p->told, p->told};
        CFT_TRY(response_note(p, &note));
        note.kind = CFT_RESPONSE_CLOSE;
        note.value = entry->value;
        CFT_TRY(response_note(p, &note));
    }
    return CHATFMT_OK;
}

/* ---- Reading ---- */

/* Forget what is read, but for what a look-after may need. */
static void response_forget(cft_response *p)
{
    size_t keep = p->template->behind, from;
    p->notes.length = 0;
    p->note_count = p->note_next = 0;
    if (p->at < RESPONSE_KEPT || p->at < p->text.length - p->at || p->at <= keep) return;
    from = p->at - keep;
    while (from && ((unsigned char)p->text.data[from] & 0xC0) == 0x80) from--;
    memmove(p->text.data, p->text.data + from, p->text.length - from);
    p->text.length -= from;
    p->at -= from;
    p->base += from;
    p->wait = p->wait > from ? p->wait - from : 0;
}

static chatfmt_status response_feed(cft_response *p, const char *data, size_t length, bool final)
{
    response_forget(p);
    bool schema = p->template->schema.kind != CFT_ABSENT;
    CFT_TRY(cft_response_take(p, data, length, final));
    if (schema && p->text.length > p->limits.string_bytes)
        return cft_heap_limit(&p->heap, "string_bytes", p->limits.string_bytes, p->text.length);
    if (!final && (schema || p->text.length < p->wait)) return CHATFMT_OK;
    CFT_TRY(schema ? response_whole(p) : response_run(p, final));
    p->finished = final;
    return CHATFMT_OK;
}

/* The status, remembered; the heap tells its errors to nobody afterwards. */
static chatfmt_status response_ends(cft_response *p, chatfmt_status status)
{
    p->heap.error = NULL;
    return p->status = status;
}

static chatfmt_status response_ready(cft_response *p, chatfmt_error *error)
{
    if (p->status) return cft_fail(error, p->status, "the reply has failed before");
    if (p->finished) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the reply has ended");
    p->heap.error = error;
    return CHATFMT_OK;
}

chatfmt_status cft_response_feed(cft_response *p, const char *data, size_t length,
                                 chatfmt_error *error)
{
    CFT_TRY(response_ready(p, error));
    return response_ends(p, response_feed(p, data, length, false));
}

static chatfmt_status response_finish(cft_response *p)
{
    CFT_TRY(response_feed(p, "", 0, true));
    for (size_t i = 0; i < p->template->count; i++) {
        const cft_response_field *field = &p->template->fields[i];
        if (field->optional || cft_dict_find_text(p->output, cft_text_of(field->name))) continue;
        return cft_raise(&p->heap, CHATFMT_VALUE, "the field '%.*s', which is required, is missing",
                         (int)field->name.length, field->name.as.text);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_response_finish(cft_response *p, chatfmt_error *error)
{
    CFT_TRY(response_ready(p, error));
    return response_ends(p, response_finish(p));
}

bool cft_response_next(cft_response *p, cft_response_event *event)
{
    cft_response_note note;
    if (p->note_next == p->note_count) return false;
    memcpy(&note, p->notes.data + p->note_next++ * sizeof note, sizeof note);
    event->kind = note.kind;
    event->dirty = note.dirty;
    event->field = note.field;
    event->text = cft_slice_of(note.length ? p->text.data + note.text : "", note.length);
    event->value = note.value;
    event->begin = note.begin;
    event->end = note.end;
    return true;
}

/* ---- The message ---- */

static bool response_is_empty(cft_value value)
{
    return value.kind == CFT_NONE || (value.kind == CFT_STRING && !value.length) ||
           (value.kind == CFT_LIST && !value.as.list->count) ||
           (value.kind == CFT_DICT && !value.as.dict->count);
}

static chatfmt_status response_output(cft_response *p, cft_value *out)
{
    cft_dict *message;
    *out = p->whole;
    if (p->template->schema.kind != CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(cft_dict_new(&p->heap, p->output->count, &message));
    for (uint32_t i = 0; i < p->output->count; i++) {
        const cft_entry *entry = &p->output->entries[i];
        cft_value value = entry->value;
        const cft_dict *defaults =
            p->template->defaults.kind == CFT_DICT ? p->template->defaults.as.dict : NULL;
        for (size_t f = 0; f < p->template->count; f++)
            if (p->lists[f].heap && cft_slice_equal(cft_text_of(p->template->fields[f].name),
                                                    cft_text_of(entry->key)))
                CFT_TRY(cft_list_copy(&p->heap, CFT_LIST, p->lists[f].items, p->lists[f].count,
                                      &value));
        if (response_is_empty(value) &&
            !(defaults && cft_dict_find_text(defaults, cft_text_of(entry->key))))
            continue;
        CFT_TRY(cft_dict_put(&p->heap, message, entry->key, value));
    }
    *out = cft_dict_value(message);
    return CHATFMT_OK;
}

chatfmt_status cft_response_json(cft_response *p, cft_value value, cft_slice *json,
                                 chatfmt_error *error)
{
    cft_builder b;
    cft_value text;
    p->heap.error = error;
    chatfmt_status status = cft_build(&b, &p->heap, 256);
    if (!status) status = cft_json_append(&b, value, &cft_json_plain);
    if (!status) status = cft_build_end(&b, 0, &text);
    p->heap.error = NULL;
    *json = status ? cft_slice_of("", 0) : cft_text_of(text);
    return status;
}

chatfmt_status cft_response_message(cft_response *p, cft_slice *json, chatfmt_error *error)
{
    cft_value message;
    p->heap.error = error;
    chatfmt_status status = response_output(p, &message);
    p->heap.error = NULL;
    *json = cft_slice_of("", 0);
    return status ? status : cft_response_json(p, message, json, error);
}

/* ---- Making ---- */

static chatfmt_status response_begin(cft_response *p, cft_slice prefix)
{
    size_t count = p->template->count;
    void *seen, *lists;
    cft_dict *output;
    CFT_TRY(cft_heap_array(&p->heap, 2 * count, sizeof *p->seen, &seen));
    CFT_TRY(cft_heap_array(&p->heap, count, sizeof *p->lists, &lists));
    memset(lists, 0, count * sizeof *p->lists);
    CFT_TRY(cft_dict_new(&p->heap, count, &output));
    if (p->template->defaults.kind == CFT_DICT)
        for (uint32_t i = 0; i < p->template->defaults.as.dict->count; i++) {
            const cft_entry *entry = &p->template->defaults.as.dict->entries[i];
            CFT_TRY(cft_dict_put(&p->heap, output, entry->key, entry->value));
        }
    p->seen = seen;
    p->lists = lists;
    p->output = output;
    CFT_TRY(cft_response_tools(&p->heap, p->given_tools, &p->tools));
    response_to_implicit(p);
    p->whole = cft_none();
    if (!prefix.length || p->template->schema.kind != CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(cft_response_take(p, prefix.data, prefix.length, true));
    cft_slice text = cft_slice_of(p->text.data, p->text.length);
    CFT_TRY(cft_response_after_anchor(p, &text));
    memmove(p->text.data, text.data, text.length);
    p->text.length = text.length;
    p->prefix = text.length;
    return text.length ? response_run(p, false) : CHATFMT_OK;
}

chatfmt_status cft_response_begin(cft_response *p, cft_slice prefix, chatfmt_error *error)
{
    cft_heap_reset(&p->heap, &p->limits, error);
    p->status = CHATFMT_OK;
    p->text.length = p->body.length = p->notes.length = 0;
    p->at = p->wait = p->tail_length = p->note_count = p->note_next = 0;
    p->base = p->prefix = p->told = 0;
    p->opened = p->finished = false;
    return response_ends(p, response_begin(p, prefix));
}

chatfmt_status cft_response_new(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                                const cft_response_template *template, cft_value tools,
                                cft_response **out)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_response *p = cft_allocate(&memory, sizeof *p);
    *out = NULL;
    if (!p) return CHATFMT_NO_MEMORY;
    memset(p, 0, sizeof *p);
    p->memory = memory;
    p->template = template;
    p->limits = *limits;
    p->given_tools = tools;
    p->status = CHATFMT_BAD_ARGUMENT; /* until it is begun */
    cft_heap_init(&p->heap, &memory);
    cft_buffer_init(&p->text, &memory);
    cft_buffer_init(&p->body, &memory);
    cft_buffer_init(&p->notes, &memory);
    *out = p;
    return CHATFMT_OK;
}

void cft_response_free(cft_response *p)
{
    if (!p) return;
    chatfmt_allocator memory = p->memory;
    cft_regex_work_free(&p->work);
    cft_buffer_free(&p->text);
    cft_buffer_free(&p->body);
    cft_buffer_free(&p->notes);
    cft_heap_free(&p->heap);
    cft_release(&memory, p, sizeof *p);
}
