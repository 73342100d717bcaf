/* service/service_parts.c - members of answers that several have, and those that users write on
 * their own. */
#include "service/service.h"

#include "api/api_check.h"
#include "base/report.h"
#include "dataset/results.h"

void cft_out_member(cft_json_out *out, const char *before, cft_slice text)
{
    cft_out_text(out, before);
    cft_out_exact(out, text.data, text.length);
}

chatfmt_status cft_out_or_back(cft_json_out *out, size_t begin, chatfmt_status status)
{
    if (status) out->text.length = begin;
    return status;
}

bool cft_id_json(chatfmt_service *s, chatfmt_value id, cft_slice *json)
{
    if (cft_service_is(id, CHATFMT_VALUE_ABSENT)) return false;
    chatfmt_status status = chatfmt_value_write_json(s->values, id, json, NULL);
    if (status == CHATFMT_NO_MEMORY) s->out.status = status; /* an answer needs its id */
    return status == CHATFMT_OK;
}

void cft_out_id(chatfmt_service *s, chatfmt_value id)
{
    cft_slice json;
    cft_out_text(&s->out, "{\"id\": ");
    if (cft_service_is(id, CHATFMT_VALUE_STRING))
        cft_out_member(&s->out, "", chatfmt_value_as_text(id));
    else if (cft_id_json(s, id, &json))
        cft_out_bytes(&s->out, json.data, json.length);
    else
        cft_out_text(&s->out, "null");
}

void cft_out_error(cft_json_out *out, const chatfmt_error *error)
{
    const char *kind = chatfmt_status_kind(error->status);
    cft_out_member(out, "\"error\": {\"kind\": ", cft_slice_of(kind, strlen(kind)));
    cft_out_member(out, ", \"message\": ", cft_slice_of(error->text, strlen(error->text)));
    if (error->line) {
        cft_out_text(out, ", \"line\": ");
        cft_out_number(out, error->line);
        cft_out_text(out, ", \"column\": ");
        cft_out_number(out, error->column);
    } else if (error->path[0]) {
        cft_out_member(out, ", \"path\": ", cft_slice_of(error->path, strlen(error->path)));
    }
    cft_out_text(out, "}");
}

chatfmt_status cft_out_spans(cft_json_out *out, chatfmt_renderer *renderer, chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count;
    CFT_TRY(chatfmt_renderer_spans(renderer, &spans, &count, error));
    cft_out_text(out, ", \"spans\": ");
    cft_result_spans(out, spans, count);
    return CHATFMT_OK;
}

void cft_out_stops(cft_json_out *out, const char *before, const chatfmt_format *format,
                   chatfmt_value variables)
{
    cft_slice eos = cft_service_text(variables, "eos_token");
    size_t count = chatfmt_format_stop_count(format), ids = chatfmt_format_stop_id_count(format);
    bool at_eos = chatfmt_format_stops_at_eos(format) != 0, known = at_eos && eos.length;
    cft_out_text(out, before);
    cft_out_text(out, "\"stops\": [");
    for (size_t i = 0; i < count; i++) {
        cft_slice stop = chatfmt_format_stop(format, i);
        cft_out_member(out, i ? ", " : "", stop);
        if (cft_slice_equal(stop, eos)) known = false;
    }
    if (known) cft_out_member(out, count ? ", " : "", eos);
    cft_out_text(out, "], \"stop_ids\": [");
    for (size_t i = 0; i < ids; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, (uint64_t)chatfmt_format_stop_id(format, i));
    }
    cft_out_text(out, at_eos && !eos.length ? "], \"stops_at_eos\": true" : "]");
}

void cft_out_unwritten(cft_json_out *out, chatfmt_value paths)
{
    size_t count = chatfmt_value_count(paths);
    if (!count) return;
    for (size_t i = 0; i < count; i++)
        cft_out_member(out, i ? ", " : ", \"unwritten\": [",
                       chatfmt_value_as_text(chatfmt_value_at(paths, i)));
    cft_out_text(out, "]");
}

void cft_out_event(cft_json_out *out, const chatfmt_event *event)
{
    static const char *const kinds[] = {"frame",    "content", "reasoning", "call", "arguments",
                                        "call_end", "code",    "role",      "stop"};
    cft_out_text(out, "{\"event\": \"");
    cft_out_text(out, kinds[event->kind]);
    cft_out_text(out, "\"");
    if (event->kind >= CHATFMT_EVENT_CALL && event->kind <= CHATFMT_EVENT_CODE) {
        cft_out_text(out, ", \"call\": ");
        cft_out_number(out, event->call);
    }
    if (event->kind == CHATFMT_EVENT_CALL) {
        cft_out_member(out, ", \"name\": ", event->text);
        cft_out_member(out, ", \"id\": ", event->id);
    } else if (event->text.length) {
        cft_out_member(out, ", \"text\": ", event->text);
    } else if (event->id.length) {
        cft_out_member(out, ", \"id\": ", event->id);
    }
    if (event->reason)
        cft_out_member(out, event->flags & CHATFMT_EVENT_MALFORMED ? ", \"malformed\": "
                                                                   : ", \"truncated\": ",
                       cft_slice_of(event->reason, strlen(event->reason)));
    cft_out_text(out, ", \"begin\": ");
    cft_out_number(out, event->begin);
    cft_out_text(out, ", \"end\": ");
    cft_out_number(out, event->end);
    if (event->ids_end) {
        cft_out_text(out, ", \"ids_begin\": ");
        cft_out_number(out, event->ids_begin);
        cft_out_text(out, ", \"ids_end\": ");
        cft_out_number(out, event->ids_end);
    }
    cft_out_text(out, "}");
}

void cft_out_region(cft_json_out *out, const chatfmt_region_event *event)
{
    static const char *const kinds[] = {"region_open", "region_chunk", "region_close"};
    if (event->kind == CHATFMT_REGION_SKIPPED) return;
    cft_out_text(out, "{\"type\": \"");
    cft_out_text(out, kinds[event->kind]);
    cft_out_member(out, "\", \"field\": ", event->field);
    if (event->kind == CHATFMT_REGION_CHUNK) {
        cft_out_member(out, ", \"text\": ", event->text);
        cft_out_text(out, event->dirty ? ", \"dirty\": true" : ", \"dirty\": false");
    } else if (event->kind == CHATFMT_REGION_CLOSE) {
        cft_out_text(out, ", \"value\": ");
        cft_out_bytes(out, event->value.data, event->value.length);
    }
    cft_out_text(out, "}");
}

/* ---- On their own ---- */

chatfmt_status chatfmt_event_json(const chatfmt_event *event, char **json, size_t *length,
                                  chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, event ? NULL : "event", json, error));
    cft_out_event(&out, event);
    return cft_result_give(&out, json, length, error);
}

chatfmt_status chatfmt_region_event_json(const chatfmt_region_event *event, char **json,
                                         size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, event ? NULL : "event", json, error));
    cft_out_region(&out, event);
    return cft_result_give(&out, json, length, error);
}

chatfmt_status chatfmt_format_stops_json(const chatfmt_format *format, chatfmt_value variables,
                                         char **json, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, format ? NULL : "format", json, error));
    cft_out_stops(&out, "{", format, variables);
    cft_out_text(&out, "}");
    return cft_result_give(&out, json, length, error);
}

chatfmt_status chatfmt_render_defaults(chatfmt_values *values, chatfmt_value variables,
                                       chatfmt_error *error)
{
    static const char *const names[] = {"tools", "documents", "add_generation_prompt"};
    for (int i = 0; i < 3; i++) {
        chatfmt_value_kind kind = chatfmt_value_kind_of(chatfmt_value_get(variables, names[i]));
        if (kind == CHATFMT_VALUE_ABSENT)
            CFT_TRY(chatfmt_value_put(values, variables, names[i],
                                      i < 2 ? chatfmt_value_none(values)
                                            : chatfmt_value_bool(values, 0),
                                      error));
    }
    return CHATFMT_OK;
}

chatfmt_status chatfmt_rendered_json(chatfmt_renderer *renderer, chatfmt_slice text,
                                   const chatfmt_format *format, chatfmt_value variables,
                                   chatfmt_value paths, int spans, char **json, size_t *length,
                                   chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, renderer ? NULL : "renderer", json, error));
    CFT_TRY(cft_api_text(text.data, text.length, "text", error));
    cft_out_member(&out, "{\"text\": ", text);
    chatfmt_status status = spans ? cft_out_spans(&out, renderer, error) : CHATFMT_OK;
    if (format) cft_out_stops(&out, ", ", format, variables);
    cft_out_unwritten(&out, paths);
    cft_out_text(&out, "}");
    if (!status) return cft_result_give(&out, json, length, error);
    cft_out_free(&out);
    return status;
}

/* ---- What a prompt does not have ---- */

/* Whether the prompt has FastChat's placeholder for images, which are handed over beside it. */
static bool part_has_placeholder(cft_slice text)
{
    const cft_slice image = CFT_LIT("$$<image>$$");
    for (size_t i = 0; i + image.length <= text.length; i++)
        if (!memcmp(text.data + i, image.data, image.length)) return true;
    return false;
}

uint32_t cft_unwritten_media(bool of_format, cft_slice text)
{
    return of_format && !part_has_placeholder(text) ? CHATFMT_UNWRITTEN_MEDIA : 0;
}

chatfmt_status chatfmt_rendered_unwritten(chatfmt_renderer *renderer, chatfmt_values *values,
                                        chatfmt_value variables, chatfmt_slice text, int of_format,
                                        chatfmt_value *paths, chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count;
    if (paths) *paths = (chatfmt_value){{0, 0}};
    cft_error_clear(error);
    CFT_TRY(cft_api_text(text.data, text.length, "text", error));
    CFT_TRY(chatfmt_renderer_spans(renderer, &spans, &count, error));
    uint32_t flags = cft_unwritten_media(of_format != 0, text);
    return chatfmt_unwritten(values, variables, spans, count, flags, paths, error);
}

enum { UNWRITTEN_SHOWN = 6, UNWRITTEN_PATH = 80 }; /* paths in one message, bytes of each */

/* Text after what is in `out` already. */
static void words_add(char *out, size_t size, const char *text, size_t length)
{
    size_t used = strlen(out), room = size - used - 1;
    if (length > room) length = room;
    memcpy(out + used, text, length);
    out[used + length] = '\0';
}

void chatfmt_unwritten_words(chatfmt_value paths, char *out, size_t size)
{
    chatfmt_error more;
    size_t count = chatfmt_value_count(paths);
    if (!out || !size) return;
    out[0] = '\0';
    for (size_t i = 0; i < count && i < UNWRITTEN_SHOWN; i++) {
        cft_slice path = chatfmt_value_as_text(chatfmt_value_at(paths, i));
        if (i) words_add(out, size, ", ", 2);
        words_add(out, size, path.data,
                  path.length < UNWRITTEN_PATH ? path.length : UNWRITTEN_PATH);
    }
    if (count <= UNWRITTEN_SHOWN) return;
    (void)cft_fail(&more, CHATFMT_VALUE, " and %llu more",
                   (unsigned long long)(count - UNWRITTEN_SHOWN));
    words_add(out, size, more.text, strlen(more.text));
}

chatfmt_status chatfmt_unwritten_accept(chatfmt_value paths, chatfmt_slice text, int strict,
                                        chatfmt_error *error)
{
    char words[512];
    cft_error_clear(error);
    if (!chatfmt_value_count(paths) || (text.length && !strict)) return CHATFMT_OK;
    chatfmt_unwritten_words(paths, words, sizeof words);
    chatfmt_status status =
        cft_fail(error, CHATFMT_VALUE,
                 text.length ? "unwritten: the prompt would be without %s"
                             : "empty_prompt: nothing is written of %s",
                 words);
    cft_error_path(error, chatfmt_value_as_text(chatfmt_value_at(paths, 0)));
    return status;
}
