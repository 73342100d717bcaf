/* value/builder.c - new strings with their origins. */
#include "value/builder.h"

#include "base/utf8.h"
#include "value/dict.h"

#define BUILDER_SMALLEST 32u

chatfmt_status cft_build(cft_builder *b, cft_heap *heap, size_t expected)
{
    void *data;
    size_t most = heap->limits.string_bytes;
    *b = (cft_builder){.heap = heap, .origins = heap->origins, .ascii = true};
    if (expected > most) expected = most;
    if (expected < BUILDER_SMALLEST) expected = BUILDER_SMALLEST;
    CFT_TRY(cft_heap_take(heap, expected, &data));
    b->data = data;
    b->capacity = expected;
    return CHATFMT_OK;
}

chatfmt_status cft_build_grow(cft_builder *b, size_t extra)
{
    size_t most = b->heap->limits.string_bytes, capacity, needed;
    char *data;
    if (extra > most || b->length > most - extra) {
        return cft_heap_limit(b->heap, "string_bytes", most,
                              extra > SIZE_MAX - b->length ? SIZE_MAX : b->length + extra);
    }
    needed = b->length + extra;
    if (needed <= b->capacity) return CHATFMT_OK;
    capacity = b->capacity > most / 2 ? most : 2 * b->capacity;
    if (capacity < needed) capacity = needed;
    data = cft_arena_grow(&b->heap->arena, b->data, b->capacity, capacity);
    if (!data && capacity > needed && b->heap->arena.over_maximum) {
        capacity = needed;
        data = cft_arena_grow(&b->heap->arena, b->data, b->capacity, capacity);
    }
    if (!data) return cft_heap_exhausted(b->heap, capacity);
    b->data = data;
    b->capacity = capacity;
    return CHATFMT_OK;
}

static chatfmt_status builder_more_runs(cft_builder *b)
{
    bool first = b->run_capacity == 1;
    size_t capacity = first ? 16 : cft_grown(b->run_capacity, 1);
    cft_run *runs = &b->first;
    if (b->run_capacity)
        runs = cft_origins_runs(b->origins, first ? NULL : b->runs, first ? 0 : b->run_capacity,
                                capacity);
    if (!runs) return cft_raise_origins(b->heap, CHATFMT_NO_MEMORY);
    if (first) *runs = b->first;
    b->runs = runs;
    b->run_capacity = capacity;
    return CHATFMT_OK;
}

/* Note that the next `length` bytes are `run`; joins it to the last one where it can. */
static inline chatfmt_status builder_note(cft_builder *b, cft_run run)
{
    if (run.length == 0) return CHATFMT_OK;
    if (b->run_count && cft_run_continues(b->runs[b->run_count - 1], run)) {
        b->runs[b->run_count - 1].length += run.length;
        return CHATFMT_OK;
    }
    if (CFT_UNLIKELY(b->run_count == b->run_capacity)) CFT_TRY(builder_more_runs(b));
    b->runs[b->run_count++] = run;
    return CHATFMT_OK;
}

chatfmt_status cft_raise_origins(cft_heap *heap, chatfmt_status status)
{
    if (status == CHATFMT_OK) return status;
    return cft_origins_full(heap->origins)
               ? cft_heap_limit(heap, "heap_bytes", heap->limits.heap_bytes,
                                heap->limits.heap_bytes)
               : cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
}

/* The origin of bytes computed from what is at `from`, as a run of `length` bytes. Of several
 * runs, the first that does not come from the template gives the origin. */
static cft_run builder_derived(cft_heap *heap, const char *from, size_t from_length,
                               size_t length)
{
    cft_run run = {NULL, (uint32_t)length, CFT_RUN_FRESH};
    size_t at = 0;
    do {
        size_t left = from_length > at ? from_length - at : 1;
        cft_run piece = cft_origins_at(heap->origins, from + at, left);
        uint32_t how = piece.note & CFT_RUN_HOW;
        if (how != CFT_RUN_FRESH) {
            run.source = piece.source;
            run.note = piece.note;
            if (how == CFT_RUN_COPIED) run.note |= CFT_RUN_DERIVED;
            break;
        }
        at += piece.length;
    } while (at < from_length);
    return run;
}

/* The same for bytes computed from a value as a whole. */
static cft_run builder_from(cft_heap *heap, cft_value value, size_t length)
{
    uint32_t number = 0;
    switch (value.kind) {
    case CFT_NONE:
    case CFT_BOOL:
    case CFT_INT:
    case CFT_FLOAT: number = value.length; break;
    case CFT_STRING:
    case CFT_BYTES:
    case CFT_BIGINT: return builder_derived(heap, value.as.text, value.length, length);
    case CFT_LIST:
    case CFT_TUPLE: number = value.as.list->origin; break;
    case CFT_DICT: number = value.as.dict->origin; break;
    case CFT_VIEW: number = value.as.view->dict->origin; break;
    case CFT_RANGE: number = value.as.range->origin; break;
    default: break;
    }
    return cft_origins_scalar(heap->origins, number, length);
}

/* The same, at once for what JSON's quotes and brackets usually come from. */
static inline cft_run builder_mark(cft_heap *heap, cft_value value, size_t length)
{
    uint32_t number = 0;
    if (value.kind == CFT_STRING && value.length &&
        !cft_origins_may_know(heap->origins, value.as.text))
        return (cft_run){value.as.text, (uint32_t)length, CFT_RUN_DERIVED};
    if (value.kind == CFT_DICT) number = value.as.dict->origin;
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE) number = value.as.list->origin;
    if (number && number < CFT_ORIGIN_OF_TEXT)
        return (cft_run){(const char *)(uintptr_t)number, (uint32_t)length, CFT_RUN_SCALAR};
    return builder_from(heap, value, length);
}

/* Take over the bytes themselves. */
static void builder_put(cft_builder *b, const char *text, size_t length)
{
    if (length == 0) return;
    memcpy(b->data + b->length, text, length);
    b->length += length;
    if (b->ascii) b->ascii = cft_ascii_only(text, length);
}

/* Nothing to write, as it has been written before. */
static bool builder_only_notes(cft_builder *b, size_t length)
{
    if (b->data) return false;
    b->length += length;
    return true;
}

/* Fuel and room for `length` bytes more. */
static inline chatfmt_status builder_begin(cft_builder *b, size_t length)
{
    CFT_TRY(cft_charge_bytes(b->heap, length));
    return length <= b->capacity - b->length ? CHATFMT_OK : cft_build_grow(b, length);
}

/* Note the origins of the `length` bytes at `text`, one run after the other. */
static chatfmt_status builder_note_copy(cft_builder *b, const char *text, size_t length)
{
    if (length && !cft_origins_may_know(b->origins, text))
        return builder_note(b, (cft_run){text, (uint32_t)length, CFT_RUN_COPIED});
    while (length) {
        cft_run run = cft_origins_at(b->origins, text, length);
        CFT_TRY(cft_charge(b->heap, 1));
        CFT_TRY(builder_note(b, run));
        text += run.length;
        length -= run.length;
    }
    return CHATFMT_OK;
}

/* Note that `length` bytes are computed from the `from_length` bytes at `from`. Where several
 * runs meet there, each speaks for its share, so that what comes from the input never passes
 * for the template's: byte for byte when the lengths agree, in proportion otherwise. */
static chatfmt_status builder_note_derived(cft_builder *b, size_t length, const char *from,
                                           size_t from_length)
{
    size_t at = 0, done = 0;
    if (length == 0) return CHATFMT_OK;
    if (from_length == 0) return builder_note(b, builder_derived(b->heap, from, 0, length));
    while (at < from_length) {
        cft_run run = cft_origins_at(b->origins, from + at, from_length - at);
        size_t end;
        CFT_TRY(cft_charge(b->heap, 1));
        at += run.length;
        end = length == from_length ? at
              : at == from_length
                  ? length
                  : (size_t)((double)length * ((double)at / (double)from_length));
        if ((run.note & CFT_RUN_HOW) == CFT_RUN_COPIED) run.note |= CFT_RUN_DERIVED;
        run.length = (uint32_t)(end - done);
        done = end;
        CFT_TRY(builder_note(b, run));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_build_copy(cft_builder *b, const char *text, size_t length)
{
    CFT_TRY(builder_begin(b, length));
    if (b->origins) {
        CFT_TRY(builder_note_copy(b, text, length));
        if (builder_only_notes(b, length)) return CHATFMT_OK;
    }
    builder_put(b, text, length);
    return CHATFMT_OK;
}

chatfmt_status cft_build_repeat(cft_builder *b, const char *text, size_t length, size_t times)
{
    size_t whole;
    if (!cft_size_multiply(times, length, &whole)) whole = SIZE_MAX;
    if (b->origins || times < 2 || !length) {
        for (size_t i = 0; i < times; i++) CFT_TRY(cft_build_copy(b, text, length));
        return CHATFMT_OK;
    }
    if (length > b->capacity - b->length || whole > b->capacity - b->length)
        CFT_TRY(cft_build_grow(b, whole));
    CFT_TRY(cft_charge(b->heap, (uint64_t)times * (1 + length / 64)));
    char *begin = b->data + b->length;
    builder_put(b, text, length);
    for (size_t done = length; done < whole;) {
        size_t more = done < whole - done ? done : whole - done;
        memcpy(begin + done, begin, more);
        done += more;
    }
    b->length += whole - length;
    return CHATFMT_OK;
}

chatfmt_status cft_build_derived(cft_builder *b, const char *text, size_t length,
                                 const char *from, size_t from_length)
{
    CFT_TRY(builder_begin(b, length));
    if (b->origins) {
        CFT_TRY(builder_note_derived(b, length, from, from_length));
        if (builder_only_notes(b, length)) return CHATFMT_OK;
    }
    builder_put(b, text, length);
    return CHATFMT_OK;
}

chatfmt_status cft_build_from(cft_builder *b, const char *text, size_t length, cft_value value)
{
    CFT_TRY(builder_begin(b, length));
    if (b->origins && length) {
        CFT_TRY(builder_note(b, builder_from(b->heap, value, length)));
        if (builder_only_notes(b, length)) return CHATFMT_OK;
    }
    builder_put(b, text, length);
    return CHATFMT_OK;
}

chatfmt_status cft_build_marked(cft_builder *b, const char *text, size_t length, cft_value value)
{
    CFT_TRY(builder_begin(b, length));
    if (b->origins) {
        CFT_TRY(builder_note(b, builder_mark(b->heap, value, length)));
        if (builder_only_notes(b, length)) return CHATFMT_OK;
    }
    memcpy(b->data + b->length, text, length);
    b->length += length;
    return CHATFMT_OK;
}

chatfmt_status cft_build_fresh(cft_builder *b, const char *text, size_t length)
{
    CFT_TRY(builder_begin(b, length));
    if (b->origins) {
        CFT_TRY(builder_note(b, (cft_run){NULL, (uint32_t)length, CFT_RUN_FRESH}));
    }
    builder_put(b, text, length);
    return CHATFMT_OK;
}

chatfmt_status cft_build_pad(cft_builder *b, size_t count, const char *fill, size_t width)
{
    size_t length;
    if (!cft_size_multiply(count, width, &length)) length = SIZE_MAX;
    CFT_TRY(builder_begin(b, length));
    if (b->origins) {
        CFT_TRY(builder_note(b, (cft_run){NULL, (uint32_t)length, CFT_RUN_FRESH}));
    }
    if (width == 1) {
        memset(b->data + b->length, fill[0], length);
    } else {
        for (size_t i = 0; i < count; i++)
            memcpy(b->data + b->length + i * width, fill, width);
    }
    if (length && b->ascii) b->ascii = cft_ascii_only(fill, width);
    b->length += length;
    return CHATFMT_OK;
}

chatfmt_status cft_build_room(cft_builder *b, size_t count, const char *from,
                              size_t from_length, char **out)
{
    CFT_TRY(builder_begin(b, count));
    if (b->origins) CFT_TRY(builder_note_derived(b, count, from, from_length));
    *out = b->data + b->length;
    b->length += count;
    /* The bytes are not written yet, so the end looks at them. */
    b->unseen = true;
    return CHATFMT_OK;
}

void cft_build_notes(cft_builder *b, cft_heap *heap)
{
    *b = (cft_builder){.heap = heap, .origins = heap->origins, .capacity = SIZE_MAX};
}

chatfmt_status cft_build_note(cft_builder *b, cft_run run)
{
    return builder_note(b, run);
}

chatfmt_status cft_build_record(cft_builder *b, const char *text, size_t length)
{
    return cft_raise_origins(b->heap,
                             cft_origins_adopt(b->origins, text, length, b->runs, b->run_count));
}

chatfmt_status cft_build_end(cft_builder *b, uint8_t flags, cft_value *out)
{
    cft_heap *heap = b->heap;
    if (b->ascii && b->unseen) b->ascii = cft_ascii_only(b->data, b->length);
    if (b->origins && b->length) CFT_TRY(cft_build_record(b, b->data, b->length));
    cft_heap_trim(heap, b->data, b->capacity, b->length);
    flags = (uint8_t)(b->ascii ? flags | CFT_STR_ASCII : flags & ~CFT_STR_ASCII);
    *out = b->length ? cft_string(b->data, (uint32_t)b->length, flags)
                     : cft_string(cft_empty_text, 0, flags);
    return CHATFMT_OK;
}

chatfmt_status cft_new_fresh(cft_heap *heap, const char *text, size_t length, cft_value *out)
{
    cft_builder b;
    CFT_TRY(cft_build(&b, heap, length));
    CFT_TRY(cft_build_fresh(&b, text, length));
    return cft_build_end(&b, 0, out);
}

chatfmt_status cft_new_from(cft_heap *heap, const char *text, size_t length, cft_value value,
                            cft_value *out)
{
    cft_builder b;
    CFT_TRY(cft_build(&b, heap, length));
    CFT_TRY(cft_build_from(&b, text, length, value));
    return cft_build_end(&b, 0, out);
}

chatfmt_status cft_big_computed(cft_heap *heap, cft_value from, cft_value *number)
{
    if (number->kind != CFT_BIGINT || !heap->origins || !from.length) return CHATFMT_OK;
    CFT_TRY(cft_new_from(heap, number->as.text, number->length, from, number));
    number->kind = CFT_BIGINT;
    number->flags = 0;
    return CHATFMT_OK;
}
