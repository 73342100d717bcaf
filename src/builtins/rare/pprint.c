/* builtins/rare/pprint.c - Python's pprint.pformat: repr() with sorted keys, broken into lines
 * of 80 columns.
 *
 * A value that fits is written flat. Whether it fits is found by measuring, which stops as soon
 * as it does not, so its recursion is at most as deep as a line is wide; values that do not fit
 * are walked with a stack of frames in the heap. CPython: pprint.PrettyPrinter.
 */
#include "builtins/filters.h"

#include "base/report.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/repr.h"
#include "value/text.h"

#define PPRINT_WIDTH 80

/* A container that is being written item by item. */
typedef struct pprint_frame {
    cft_value value;
    const uint32_t *order; /* of a dict's entries, by key */
    size_t next, count;
    int64_t indent, allowance;
} pprint_frame;

typedef struct pprint_job {
    cft_vm *vm;
    cft_builder b;
    pprint_frame *frames;
    size_t depth, capacity;
} pprint_job;

/* Containers and texts that pprint knows how to break. Markup and groupby's tuples print as
 * their own repr. */
static bool pprint_is_list(cft_value v)
{
    return v.kind == CFT_LIST || (v.kind == CFT_TUPLE && !(v.flags & CFT_TUPLE_GROUP));
}
static bool pprint_is_text(cft_value v)
{
    return (v.kind == CFT_STRING && !cft_markup_is(v)) || v.kind == CFT_BYTES;
}

/* The width of repr(text) as it grows by one code point after the other. CPython: unicode_repr,
 * PyBytes_Repr. */
typedef struct pprint_width {
    size_t plain, singles, doubles;
} pprint_width;

static void pprint_widen(pprint_width *w, uint32_t code, bool bytes)
{
    if (code == '\'')
        w->singles++;
    else if (code == '"')
        w->doubles++;
    else if (code == '\\' || code == '\n' || code == '\r' || code == '\t')
        w->plain += 2;
    else if (code < 0x20 || code == 0x7F || (bytes && code > 0x7F))
        w->plain += 4;
    else if (code < 0x7F || cft_is_printable(code))
        w->plain += 1;
    else
        w->plain += code < 0x100 ? 4 : code < 0x10000 ? 6 : 10;
}

static size_t pprint_width_of(const pprint_width *w, bool bytes)
{
    size_t escaped = w->singles && w->doubles ? w->singles : 0;
    return 2 + bytes + w->plain + w->singles + w->doubles + escaped;
}

static uint32_t pprint_next(const char **at, bool bytes)
{
    return bytes ? (unsigned char)*(*at)++ : cft_utf8_next(at);
}

/* Add the width of repr(text) to *used; stops beyond `limit`. */
static void pprint_measure_text(cft_value v, int64_t limit, int64_t *used)
{
    bool bytes = v.kind == CFT_BYTES;
    pprint_width width = {0};
    const char *at = v.as.text, *end = at + v.length;
    while (at < end && *used + (int64_t)pprint_width_of(&width, bytes) <= limit) {
        pprint_widen(&width, pprint_next(&at, bytes), bytes);
    }
    *used += (int64_t)pprint_width_of(&width, bytes);
}

static chatfmt_status pprint_measure_other(pprint_job *job, cft_value v, int64_t *used)
{
    cft_value shown;
    CFT_TRY(cft_to_repr(&job->vm->heap, v, &shown));
    *used += (int64_t)cft_text_count(shown);
    return CHATFMT_OK;
}

/* Add the width of the flat form to *used, until it is beyond `limit`. */
static chatfmt_status pprint_measure(pprint_job *job, cft_value v, int64_t limit, int64_t *used)
{
    CFT_TRY(cft_charge(&job->vm->heap, 3));
    if (*used > limit) return CHATFMT_OK;
    if (pprint_is_text(v)) {
        pprint_measure_text(v, limit, used);
    } else if (pprint_is_list(v)) {
        const cft_list *list = v.as.list;
        *used += 2 + (v.kind == CFT_TUPLE && list->count == 1);
        for (uint32_t i = 0; i < list->count && *used <= limit; i++) {
            if (i) *used += 2;
            CFT_TRY(pprint_measure(job, list->items[i], limit, used));
        }
    } else if (v.kind == CFT_DICT) {
        const cft_dict *dict = v.as.dict;
        *used += 2;
        for (uint32_t i = 0; i < dict->count && *used <= limit; i++) {
            *used += i ? 4 : 2;
            CFT_TRY(pprint_measure(job, dict->entries[i].key, limit, used));
            CFT_TRY(pprint_measure(job, dict->entries[i].value, limit, used));
        }
    } else {
        return pprint_measure_other(job, v, used);
    }
    return CHATFMT_OK;
}

typedef struct pprint_keys {
    cft_heap *heap;
    const cft_dict *dict;
} pprint_keys;

/* Keys that have no order are put in that of their types' names. CPython: _safe_key. */
static chatfmt_status pprint_key_less(void *context, uint32_t a, uint32_t b, bool *out)
{
    const pprint_keys *keys = context;
    cft_value left = keys->dict->entries[a].key, right = keys->dict->entries[b].key;
    chatfmt_status status = cft_ordered(keys->heap, CFT_LT, left, right, out);
    if (status != CHATFMT_TYPE) return status;
    cft_error_clear(keys->heap->error);
    *out = strcmp(cft_type_name(left), cft_type_name(right)) < 0;
    return CHATFMT_OK;
}

static chatfmt_status pprint_order(pprint_job *job, const cft_dict *dict, const uint32_t **out)
{
    cft_heap *heap = &job->vm->heap;
    pprint_keys keys = {heap, dict};
    void *order;
    CFT_TRY(cft_heap_array(heap, dict->count, sizeof(uint32_t), &order));
    CFT_TRY(cft_sort(heap, order, dict->count, false, pprint_key_less, &keys));
    *out = order;
    return CHATFMT_OK;
}

static chatfmt_status pprint_bracket(pprint_job *job, const char *text, cft_value of)
{
    return cft_build_from(&job->b, text, strlen(text), of);
}

/* Write a value that fits on the line, so that it is at most as deep as the line is wide. */
static chatfmt_status pprint_flat(pprint_job *job, cft_value v)
{
    if (v.kind == CFT_DICT) {
        const uint32_t *order;
        CFT_TRY(pprint_order(job, v.as.dict, &order));
        CFT_TRY(pprint_bracket(job, "{", v));
        for (uint32_t i = 0; i < v.as.dict->count; i++) {
            const cft_entry *entry = &v.as.dict->entries[order[i]];
            if (i) CFT_TRY(pprint_bracket(job, ", ", v));
            CFT_TRY(pprint_flat(job, entry->key));
            CFT_TRY(pprint_bracket(job, ": ", v));
            CFT_TRY(pprint_flat(job, entry->value));
        }
        return pprint_bracket(job, "}", v);
    }
    if (!pprint_is_list(v)) return cft_repr_append(&job->b, v);
    const cft_list *list = v.as.list;
    CFT_TRY(pprint_bracket(job, v.kind == CFT_LIST ? "[" : "(", v));
    for (uint32_t i = 0; i < list->count; i++) {
        if (i) CFT_TRY(pprint_bracket(job, ", ", v));
        CFT_TRY(pprint_flat(job, list->items[i]));
    }
    if (v.kind == CFT_LIST) return pprint_bracket(job, "]", v);
    return pprint_bracket(job, list->count == 1 ? ",)" : ")", v);
}

/* Pieces of a text, each of which becomes a line of its own. */
typedef struct pprint_chunks {
    cft_heap *heap;
    size_t *ends; /* byte offsets */
    size_t count, capacity;
} pprint_chunks;

static chatfmt_status pprint_cut(pprint_chunks *chunks, size_t end)
{
    if (chunks->count == chunks->capacity) {
        void *room;
        size_t capacity = chunks->capacity * 2 + 16;
        CFT_TRY(cft_heap_array(chunks->heap, capacity, sizeof(size_t), &room));
        if (chunks->count) memcpy(room, chunks->ends, chunks->count * sizeof(size_t));
        chunks->ends = room;
        chunks->capacity = capacity;
    }
    chunks->ends[chunks->count++] = end;
    return CHATFMT_OK;
}

/* The end of the part that begins at `at`: \S*\s* */
static const char *pprint_part_end(const char *at, const char *end)
{
    bool space = false;
    while (at < end) {
        const char *next = at;
        bool is_space = cft_is_space(cft_utf8_next(&next));
        if (space && !is_space) break;
        space = is_space;
        at = next;
    }
    return at;
}

/* Cut one line of a string, [at, end), that does not fit into `width` columns at its words. */
static chatfmt_status pprint_cut_words(pprint_chunks *chunks, const char *text, const char *at,
                                       const char *end, int64_t width, int64_t last_allowance)
{
    pprint_width current = {0};
    const char *current_at = at;
    while (at < end) {
        const char *part_end = pprint_part_end(at, end);
        pprint_width part = {0};
        for (const char *p = at; p < part_end;)
            pprint_widen(&part, cft_utf8_next(&p), false);
        pprint_width both = {current.plain + part.plain, current.singles + part.singles,
                             current.doubles + part.doubles};
        if (part_end == end) width -= last_allowance;
        if ((int64_t)pprint_width_of(&both, false) > width) {
            if (at > current_at) CFT_TRY(pprint_cut(chunks, (size_t)(at - text)));
            current_at = at;
            current = part;
        } else {
            current = both;
        }
        at = part_end;
    }
    if (at > current_at) CFT_TRY(pprint_cut(chunks, (size_t)(at - text)));
    return CHATFMT_OK;
}

/* CPython: PrettyPrinter._pprint_str. */
static chatfmt_status pprint_cut_string(pprint_chunks *chunks, cft_value v, int64_t width,
                                        int64_t allowance)
{
    const char *text = v.as.text, *at = text, *end = text + v.length;
    while (at < end) {
        size_t whole;
        (void)cft_line_length(at, end, &whole);
        const char *line_end = at + whole;
        int64_t used = 0, last = line_end == end ? allowance : 0;
        pprint_measure_text(cft_string(at, (uint32_t)whole, 0), width, &used);
        if (used <= width - last) {
            CFT_TRY(pprint_cut(chunks, (size_t)(line_end - text)));
        } else {
            CFT_TRY(pprint_cut_words(chunks, text, at, line_end, width, last));
        }
        at = line_end;
    }
    return CHATFMT_OK;
}

/* Four bytes at a time. CPython: _wrap_bytes_repr. */
static chatfmt_status pprint_cut_bytes(pprint_chunks *chunks, cft_value v, int64_t width,
                                       int64_t allowance)
{
    pprint_width current = {0};
    size_t begin = 0;
    for (size_t i = 0; i < v.length; i += 4) {
        pprint_width part = {0};
        size_t end = v.length - i < 4 ? v.length : i + 4;
        for (size_t k = i; k < end; k++) {
            pprint_widen(&part, (unsigned char)v.as.text[k], true);
        }
        pprint_width both = {current.plain + part.plain, current.singles + part.singles,
                             current.doubles + part.doubles};
        if (i == v.length / 4 * 4) width -= allowance;
        if ((int64_t)pprint_width_of(&both, true) > width) {
            if (i > begin) CFT_TRY(pprint_cut(chunks, i));
            begin = i;
            current = part;
        } else {
            current = both;
        }
    }
    return v.length > begin ? pprint_cut(chunks, v.length) : CHATFMT_OK;
}

static chatfmt_status pprint_newline(pprint_job *job, cft_value of, int64_t indent)
{
    CFT_TRY(pprint_bracket(job, "\n", of));
    return cft_build_pad(&job->b, (size_t)indent, " ", 1);
}

/* A text that does not fit, in pieces; at the top they stand in parentheses. */
static chatfmt_status pprint_text(pprint_job *job, cft_value v, int64_t indent,
                                  int64_t allowance)
{
    bool top = job->depth == 0, bytes = v.kind == CFT_BYTES;
    pprint_chunks chunks = {.heap = &job->vm->heap};
    if (v.length <= (bytes ? 4u : 0u)) return cft_repr_append(&job->b, v);
    CFT_TRY(cft_charge(&job->vm->heap, 1 + (uint64_t)v.length));
    indent += top;
    allowance += top;
    if (bytes)
        CFT_TRY(pprint_cut_bytes(&chunks, v, PPRINT_WIDTH - indent, allowance));
    else
        CFT_TRY(pprint_cut_string(&chunks, v, PPRINT_WIDTH - indent, allowance));
    bool parentheses = top && (bytes || chunks.count > 1);
    if (parentheses) CFT_TRY(pprint_bracket(job, "(", v));
    size_t begin = 0;
    for (size_t i = 0; i < chunks.count; i++) {
        cft_value piece = v;
        piece.as.text = v.as.text + begin;
        piece.length = (uint32_t)(chunks.ends[i] - begin);
        begin = chunks.ends[i];
        if (i) CFT_TRY(pprint_newline(job, v, indent));
        CFT_TRY(cft_repr_append(&job->b, piece));
    }
    return parentheses ? pprint_bracket(job, ")", v) : CHATFMT_OK;
}

static chatfmt_status pprint_push(pprint_job *job, pprint_frame frame)
{
    cft_heap *heap = &job->vm->heap;
    if (job->depth >= heap->limits.value_depth) {
        return cft_heap_limit(heap, "value_depth", heap->limits.value_depth,
                              (uint64_t)job->depth + 1);
    }
    if (job->depth == job->capacity) {
        void *room;
        size_t capacity = job->capacity * 2 + 8;
        CFT_TRY(cft_heap_array(heap, capacity, sizeof(pprint_frame), &room));
        if (job->depth) memcpy(room, job->frames, job->depth * sizeof(pprint_frame));
        job->frames = room;
        job->capacity = capacity;
    }
    job->frames[job->depth++] = frame;
    return CHATFMT_OK;
}

/* What closes a container. */
static const char *pprint_closing(cft_value v)
{
    if (v.kind == CFT_DICT) return "}";
    if (v.kind == CFT_LIST) return "]";
    return v.as.list->count == 1 ? ",)" : ")";
}

/* Write a value, or begin a container that does not fit. CPython: PrettyPrinter._format. */
static chatfmt_status pprint_value(pprint_job *job, cft_value v, int64_t indent,
                                   int64_t allowance)
{
    int64_t limit = PPRINT_WIDTH - indent - allowance, used = 0;
    CFT_TRY(pprint_measure(job, v, limit, &used));
    bool is_dict = v.kind == CFT_DICT;
    if (used <= limit) return pprint_flat(job, v);
    if (pprint_is_text(v)) return pprint_text(job, v, indent, allowance);
    if (!is_dict && !pprint_is_list(v)) return cft_repr_append(&job->b, v);
    pprint_frame frame = {.value = v, .indent = indent + 1};
    frame.allowance = allowance + (int64_t)strlen(pprint_closing(v));
    frame.count = is_dict ? v.as.dict->count : v.as.list->count;
    if (is_dict) CFT_TRY(pprint_order(job, v.as.dict, &frame.order));
    CFT_TRY(pprint_bracket(job, is_dict ? "{" : v.kind == CFT_LIST ? "[" : "(", v));
    return pprint_push(job, frame);
}

/* Write the next item of the innermost container, or close it. */
static chatfmt_status pprint_step(pprint_job *job)
{
    pprint_frame *frame = &job->frames[job->depth - 1];
    cft_value v = frame->value;
    if (frame->next == frame->count) {
        job->depth--;
        return pprint_bracket(job, pprint_closing(v), v);
    }
    size_t i = frame->next++;
    int64_t indent = frame->indent,
            allowance = frame->next == frame->count ? frame->allowance : 1;
    if (i) {
        CFT_TRY(pprint_bracket(job, ",", v));
        CFT_TRY(pprint_newline(job, v, indent));
    }
    if (v.kind != CFT_DICT) return pprint_value(job, v.as.list->items[i], indent, allowance);
    const cft_entry *entry = &v.as.dict->entries[frame->order[i]];
    cft_value key;
    CFT_TRY(cft_to_repr(&job->vm->heap, entry->key, &key));
    CFT_TRY(cft_build_copy(&job->b, key.as.text, key.length));
    CFT_TRY(pprint_bracket(job, ": ", v));
    indent += (int64_t)cft_text_count(key) + 2;
    return pprint_value(job, entry->value, indent, allowance);
}

chatfmt_status cft_pformat(cft_vm *vm, cft_value value, cft_value *out)
{
    pprint_job job = {.vm = vm};
    CFT_TRY(cft_build(&job.b, &vm->heap, 128));
    CFT_TRY(pprint_value(&job, value, 0, 0));
    while (job.depth)
        CFT_TRY(pprint_step(&job));
    return cft_build_end(&job.b, 0, out);
}
