/* value/json_write.c - json.dumps. Containers are walked with a stack of frames. CPython:
 * json.encoder and _json.c.
 */
#include "value/json_write.h"

#include "base/number.h"
#include "base/utf8.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/frames.h"
#include "value/json_scan.h"

#include <math.h>

const cft_json_style cft_json_plain = {
    .item_separator = {", ", 2},
    .key_separator = {": ", 2},
};

/* With ensure_ascii. */
static bool json_must_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\' || c >= 0x7F;
}

static size_t json_put_hex(char *out, uint32_t unit)
{
    static const char hex[] = "0123456789abcdef";
    out[0] = '\\';
    out[1] = 'u';
    for (int i = 0; i < 4; i++)
        out[2 + i] = hex[unit >> (12 - 4 * i) & 15];
    return 6;
}

/* The escape of a code point, which needs one; returns the length. */
static size_t json_put_escape(char out[12], uint32_t code)
{
    static const char letters[] = "\"\"\\\\\nn\rr\tt\ff\bb";
    for (size_t i = 0; i < sizeof letters - 1; i += 2) {
        if (code == (unsigned char)letters[i]) {
            out[0] = '\\';
            out[1] = letters[i + 1];
            return 2;
        }
    }
    if (code < 0x10000) return json_put_hex(out, code);
    json_put_hex(out, 0xD800 | (code - 0x10000) >> 10);
    json_put_hex(out + 6, 0xDC00 | ((code - 0x10000) & 0x3FF));
    return 12;
}

/* Note whether text that goes into the JSON may be on record (below). */
static inline void json_watch(cft_builder *b, const char *text)
{
    if (CFT_UNLIKELY(b->watched != NULL) && cft_origins_may_know(b->watched, text))
        b->watched = NULL;
}

/* What is between the quotes. */
static chatfmt_status json_put_text(cft_builder *b, cft_value string, bool ensure_ascii)
{
    const char *at = string.as.text, *end = at + string.length, *kept = at;
    json_watch(b, at);
    while (at < end) {
        const char *next;
        char escape[12];
        size_t length;
        if (ensure_ascii) {
            while (at < end && !json_must_escape((unsigned char)*at))
                at++;
        } else {
            at = cft_json_scan_unescaped(at, end);
        }
        if (at == end) break;
        next = at;
        length = json_put_escape(escape, cft_utf8_next(&next));
        if (at > kept) CFT_TRY(cft_build_copy(b, kept, (size_t)(at - kept)));
        CFT_TRY(cft_charge(b->heap, 1));
        CFT_TRY(cft_build_derived(b, escape, length, at, (size_t)(next - at)));
        kept = at = next;
    }
    return at > kept ? cft_build_copy(b, kept, (size_t)(at - kept)) : CHATFMT_OK;
}

/* The quotes of keys and items come from their container, which makes one run of them and the
 * separators; those of a string alone come from itself: `owner`. */
static chatfmt_status json_put_string(cft_builder *b, cft_value string, cft_value owner,
                                      bool ensure_ascii)
{
    CFT_TRY(cft_build_mark(b, "\"", 1, owner));
    CFT_TRY(json_put_text(b, string, ensure_ascii));
    return cft_build_mark(b, "\"", 1, owner);
}

/* The text of None, a bool or a number; false for other kinds. `room` is for numbers. */
static bool json_scalar_text(cft_value value, char room[CFT_NUMBER_ROOM], cft_slice *out)
{
    switch (value.kind) {
    case CFT_NONE: *out = CFT_LIT("null"); return true;
    case CFT_BOOL: *out = value.as.boolean ? CFT_LIT("true") : CFT_LIT("false"); return true;
    case CFT_INT:
        *out = cft_slice_of(room, cft_int_to_text(value.as.integer, room));
        return true;
    case CFT_BIGINT: *out = cft_text_of(value); return true;
    case CFT_FLOAT:
        if (isnan(value.as.real))
            *out = CFT_LIT("NaN");
        else if (isinf(value.as.real))
            *out = value.as.real > 0 ? CFT_LIT("Infinity") : CFT_LIT("-Infinity");
        else
            *out = cft_slice_of(room, cft_float_to_text(value.as.real, room));
        return true;
    default: return false;
    }
}

static chatfmt_status json_put_key(cft_builder *b, cft_value key, cft_value dict,
                                   const cft_json_style *style)
{
    char room[CFT_NUMBER_ROOM];
    cft_slice text;
    if (key.kind == CFT_STRING) return json_put_string(b, key, dict, style->ensure_ascii);
    if (!json_scalar_text(key, room, &text)) {
        return cft_raise(b->heap, CHATFMT_TYPE,
                         "keys must be str, int, float, bool or None, not %s",
                         cft_type_name(key));
    }
    if (key.kind == CFT_BIGINT) json_watch(b, key.as.text);
    CFT_TRY(cft_build_mark(b, "\"", 1, dict));
    CFT_TRY(cft_build_mark(b, text.data, text.length, key));
    return cft_build_mark(b, "\"", 1, dict);
}

/* A line break and the indentation of `level`. */
static chatfmt_status json_put_line(cft_builder *b, size_t level, cft_value container,
                                    const cft_json_style *style)
{
    CFT_TRY(cft_build_mark(b, "\n", 1, container));
    if (style->indent.length == 0) return CHATFMT_OK;
    for (; level; level--) {
        if (style->indent_is_data) {
            CFT_TRY(cft_build_copy(b, style->indent.data, style->indent.length));
            continue;
        }
        CFT_TRY(cft_build_from(b, style->indent.data, style->indent.length, container));
    }
    return CHATFMT_OK;
}

/* Merge the sorted runs [0, middle) and [middle, count) of `from` into `to`. */
static chatfmt_status json_merge(cft_heap *heap, const cft_entry *from, size_t middle,
                                 size_t count, cft_entry *to)
{
    size_t left = 0, right = middle;
    while (left < middle && right < count) {
        bool smaller;
        CFT_TRY(cft_ordered(heap, CFT_LT, from[right].key, from[left].key, &smaller));
        *to++ = from[smaller ? right++ : left++];
    }
    if (left < middle)
        memcpy(to, from + left, (middle - left) * sizeof *to);
    else if (right < count)
        memcpy(to, from + right, (count - right) * sizeof *to);
    return CHATFMT_OK;
}

/* The entries of a dict in order of their keys; TYPE error for keys without an order. */
static chatfmt_status json_sorted(cft_heap *heap, const cft_dict *dict, const cft_entry **out)
{
    size_t count = dict->count;
    cft_entry *from, *to;
    void *place;
    CFT_TRY(cft_heap_array(heap, 2 * count, sizeof(cft_entry), &place));
    from = place;
    to = from + count;
    if (count) memcpy(from, dict->entries, count * sizeof *from);
    for (size_t width = 1; width < count; width *= 2) {
        cft_entry *swap = from;
        for (size_t at = 0; at < count; at += 2 * width) {
            size_t left = count - at;
            CFT_TRY(json_merge(heap, from + at, left < width ? left : width,
                               left < 2 * width ? left : 2 * width, to + at));
        }
        from = to;
        to = swap;
    }
    *out = from;
    return CHATFMT_OK;
}

static bool json_is_empty(cft_value container)
{
    return container.kind == CFT_DICT ? container.as.dict->count == 0
                                      : container.as.list->count == 0;
}

static bool json_is_container(cft_value value)
{
    return value.kind == CFT_DICT || value.kind == CFT_LIST || value.kind == CFT_TUPLE;
}

/* A string, a scalar or an empty container. */
static chatfmt_status json_put_flat(cft_builder *b, cft_value value,
                                    const cft_json_style *style)
{
    char room[CFT_NUMBER_ROOM];
    cft_slice text;
    if (value.kind == CFT_STRING) return json_put_string(b, value, value, style->ensure_ascii);
    if (value.kind == CFT_BIGINT) {
        json_watch(b, value.as.text);
        return cft_build_copy(b, value.as.text, value.length);
    }
    if (json_scalar_text(value, room, &text)) {
        return cft_build_mark(b, text.data, text.length, value);
    }
    if (value.kind == CFT_DICT) return cft_build_mark(b, "{}", 2, value);
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE) {
        return cft_build_mark(b, "[]", 2, value);
    }
    return cft_raise(b->heap, CHATFMT_TYPE, "Object of type %s is not JSON serializable",
                     cft_type_name(value));
}

static chatfmt_status json_enter(cft_builder *b, cft_frames *frames, cft_value value,
                                 const cft_json_style *style)
{
    bool is_dict = value.kind == CFT_DICT;
    const cft_entry *entries = NULL;
    if (is_dict) {
        entries = value.as.dict->entries;
        if (style->sort_keys) CFT_TRY(json_sorted(b->heap, value.as.dict, &entries));
    }
    CFT_TRY(cft_frames_push(frames, value, value));
    cft_frames_top(frames)->extra = entries;
    return cft_build_mark(b, is_dict ? "{" : "[", 1, value);
}

/* Separators may be any text that the template gives. */
static chatfmt_status json_put_separator(cft_builder *b, cft_slice text, cft_value container,
                                         const cft_json_style *style)
{
    if (style->separators_are_data) return cft_build_copy(b, text.data, text.length);
    if (text.length && cft_ascii_only(text.data, text.length))
        return cft_build_mark(b, text.data, text.length, container);
    return cft_build_from(b, text.data, text.length, container);
}

/* Separators so short that a quote can go into one mark with them. */
#define JSON_SHORT 7

static bool json_is_simple(const cft_json_style *style)
{
    cft_slice item = style->item_separator, key = style->key_separator;
    return !style->pretty && !style->separators_are_data && item.length &&
           item.length <= JSON_SHORT && key.length && key.length <= JSON_SHORT &&
           cft_ascii_only(item.data, item.length) && cft_ascii_only(key.data, key.length);
}

/* A key of a dict with the separators around it. All but the key itself comes from the dict. */
static chatfmt_status json_put_simple_key(cft_builder *b, cft_value key, cft_value dict,
                                          bool first, const cft_json_style *style)
{
    char mark[JSON_SHORT + 1];
    size_t length = first ? 0 : style->item_separator.length;
    memcpy(mark, style->item_separator.data, length);
    mark[length] = '"';
    CFT_TRY(cft_build_mark(b, mark, length + 1, dict));
    CFT_TRY(json_put_text(b, key, style->ensure_ascii));
    mark[0] = '"';
    memcpy(mark + 1, style->key_separator.data, style->key_separator.length);
    return cft_build_mark(b, mark, style->key_separator.length + 1, dict);
}

/* The next item of a frame with what is before it; or its end, when *more is false. */
static chatfmt_status json_next(cft_builder *b, cft_frames *frames, const cft_json_style *style,
                                bool simple, cft_value *item, bool *more)
{
    cft_level *frame = cft_frames_top(frames);
    cft_value container = frame->a;
    bool is_dict = container.kind == CFT_DICT;
    size_t index = frame->index++;
    const cft_entry *entry = is_dict ? (const cft_entry *)frame->extra + index : NULL;
    *more = index < (is_dict ? container.as.dict->count : container.as.list->count);
    if (!*more) {
        cft_frames_pop(frames);
        if (style->pretty) CFT_TRY(json_put_line(b, frames->count, container, style));
        return cft_build_mark(b, is_dict ? "}" : "]", 1, container);
    }
    if (is_dict && simple && entry->key.kind == CFT_STRING) {
        *item = entry->value;
        return json_put_simple_key(b, entry->key, container, index == 0, style);
    }
    if (index) {
        CFT_TRY(json_put_separator(b, style->item_separator, container, style));
    }
    if (style->pretty) CFT_TRY(json_put_line(b, frames->count, container, style));
    if (!is_dict) {
        *item = container.as.list->items[index];
        return CHATFMT_OK;
    }
    CFT_TRY(json_put_key(b, entry->key, container, style));
    *item = entry->value;
    return json_put_separator(b, style->key_separator, container, style);
}

chatfmt_status cft_json_append(cft_builder *b, cft_value value, const cft_json_style *style)
{
    cft_frames frames;
    bool simple = json_is_simple(style);
    if (!json_is_container(value) || json_is_empty(value)) {
        return json_put_flat(b, value, style);
    }
    CFT_TRY(cft_frames_begin(&frames, b->heap));
    CFT_TRY(json_enter(b, &frames, value, style));
    while (frames.count) {
        bool more;
        CFT_TRY(json_next(b, &frames, style, simple, &value, &more));
        if (!more) continue;
        if (value.kind == CFT_STRING) {
            CFT_TRY(json_put_string(b, value, cft_frames_top(&frames)->a, style->ensure_ascii));
        } else if (json_is_container(value) && !json_is_empty(value)) {
            CFT_TRY(json_enter(b, &frames, value, style));
        } else {
            CFT_TRY(json_put_flat(b, value, style));
        }
    }
    cft_frames_end(&frames);
    return CHATFMT_OK;
}

/* ---- JSON whose origin is made out late ---- */

/* Values are immutable and live as long as the record, and so does the text of separators:
 * written once more, they give the same bytes. */
typedef struct json_late {
    cft_late_runs late; /* first */
    cft_heap *heap;
    cft_value value;
    cft_json_style style;
} json_late;

/* The runs of the JSON, whose bytes are there already. */
static chatfmt_status json_runs(cft_heap *heap, cft_value value, const cft_json_style *style,
                                cft_builder *b)
{
    cft_build_notes(b, heap);
    return cft_json_append(b, value, style);
}

static chatfmt_status json_make(const cft_late_runs *late, size_t length, cft_run **runs,
                                size_t *count)
{
    const json_late *json = (const json_late *)(const void *)late;
    uint64_t fuel = json->heap->fuel;
    chatfmt_error *error = json->heap->error;
    cft_builder b;
    chatfmt_status status;
    /* Paid for when it was written; and the render may be over. */
    json->heap->fuel = UINT64_MAX;
    json->heap->error = NULL;
    status = json_runs(json->heap, json->value, &json->style, &b);
    json->heap->fuel = fuel;
    json->heap->error = error;
    if (!status && b.run_count == 1) { /* the array is the builder's own */
        b.runs = cft_origins_runs(b.origins, NULL, 0, 1);
        if (b.runs) *b.runs = b.first; else status = CHATFMT_NO_MEMORY;
    }
    *runs = b.runs;
    *count = b.run_count;
    /* The variables must not have been changed since. */
    return !status && b.length != length ? CHATFMT_BAD_ARGUMENT : status;
}

/* Put `text` on record. Where it copies strings that are on record themselves, this is done at
 * once, so that making the runs of one string never asks for those of another. */
static chatfmt_status json_record(cft_heap *heap, cft_slice text, cft_value value,
                                  const cft_json_style *style, bool at_once)
{
    json_late late = {{json_make}, heap, value, *style};
    cft_builder b;
    if (!at_once)
        return cft_raise_origins(heap, cft_origins_postpone(heap->origins, text.data, text.length,
                                                            &late.late, sizeof late));
    CFT_TRY(json_runs(heap, value, style, &b));
    return cft_build_record(&b, text.data, text.length);
}

chatfmt_status cft_json_text(cft_heap *heap, cft_value value, const cft_json_style *style,
                             cft_value *out)
{
    cft_builder b;
    bool late = heap->origins && json_is_container(value) && !json_is_empty(value);
    CFT_TRY(cft_build(&b, heap, 256));
    if (late) {
        b.watched = b.origins;
        b.origins = NULL;
    }
    CFT_TRY(cft_json_append(&b, value, style));
    CFT_TRY(cft_build_end(&b, 0, out));
    if (!late) return CHATFMT_OK;
    bool copies = !b.watched || style->indent_is_data || style->separators_are_data;
    return json_record(heap, cft_text_of(*out), value, style, copies);
}
