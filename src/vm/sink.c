/* vm/sink.c - the only way text leaves the interpreter.
 *
 * There is one buffer. A capture (macro value, set block, filter block) writes at its end and
 * is cut off into a string when it closes. While spans are wanted, every write also records
 * where its bytes came from; the spans of a capture become the runs of its string.
 */
#include "base/number.h"
#include "base/utf8.h"
#include "value/repr.h"
#include "value/text.h"
#include "vm/state.h"

#define SINK_FIRST ((size_t)4096)

/* There is no room for so many bytes more. */
static chatfmt_status sink_full(cft_machine *m, size_t bytes)
{
    return cft_heap_limit(&m->vm.heap, "heap_bytes", m->options.limits.heap_bytes,
                          (uint64_t)cft_arena_pool_used(&m->pool) + bytes);
}

chatfmt_status cft_sink_grow(cft_machine *m, size_t extra)
{
    size_t wanted = m->capacity ? m->capacity : SINK_FIRST,
           most = m->options.limits.output_bytes;
    char *grown;
    if (extra > SIZE_MAX / 4 || m->length + extra > most)
        return cft_heap_limit(&m->vm.heap, "output_bytes", most, m->length + extra);
    while (wanted - CFT_SINK_SLACK < m->length + extra)
        wanted *= 2;
    if (wanted > most && wanted - most > CFT_SINK_SLACK && most >= SINK_FIRST)
        wanted = most + CFT_SINK_SLACK;
    if (!cft_machine_hold(m, m->capacity, wanted)) return sink_full(m, wanted);
    grown = cft_resize(&m->allocator, m->text, m->capacity, wanted);
    if (!grown) return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    m->text = grown;
    m->capacity = wanted;
    cft_sink_set_limit(m);
    return CHATFMT_OK;
}

/* Room for one more of the machine's own lists, which outlive the render. */
static chatfmt_status sink_room(cft_machine *m, void **items, size_t *capacity, size_t count,
                                size_t size)
{
    size_t wanted = cft_grown(*capacity, 32);
    void *grown;
    if (count < *capacity) return CHATFMT_OK;
    if (wanted > SIZE_MAX / size)
        return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    grown = cft_resize(&m->allocator, *items, *capacity * size, wanted * size);
    if (!grown) return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    *items = grown;
    *capacity = wanted;
    return CHATFMT_OK;
}

chatfmt_status cft_sink_more_runs(cft_machine *m)
{
    size_t most = m->options.limits.heap_bytes, bytes = (m->run_count + 1) * sizeof *m->runs;
    if (bytes > most) return cft_heap_limit(&m->vm.heap, "heap_bytes", most, bytes);
    if (m->run_count < m->run_capacity) return CHATFMT_OK;
    size_t grown = cft_machine_grown(m, m->run_capacity, 32, sizeof *m->runs);
    if (!grown) return sink_full(m, bytes);
    void *items = cft_resize(&m->allocator, m->runs, m->run_capacity * sizeof *m->runs,
                             grown * sizeof *m->runs);
    if (!items) return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    m->runs = items;
    m->run_capacity = grown;
    return CHATFMT_OK;
}

chatfmt_status cft_sink_run(cft_machine *m, cft_run run)
{
    if (run.length == 0) return CHATFMT_OK;
    run.note |= m->generation << CFT_RUN_GENERATION_SHIFT;
    if (m->run_count > m->captures[m->capture_count - 1].run_begin &&
        cft_run_continues(m->runs[m->run_count - 1], run)) {
        m->runs[m->run_count - 1].length += run.length;
        return CHATFMT_OK;
    }
    if (m->run_count == m->run_capacity) CFT_TRY(cft_sink_more_runs(m));
    m->runs[m->run_count++] = run;
    return CHATFMT_OK;
}

/* One run, or more of the last. What is on record of the bytes is looked up when somebody asks. */
chatfmt_status cft_sink_copied(cft_machine *m, const char *text, size_t length)
{
    uint32_t note = m->generation << CFT_RUN_GENERATION_SHIFT | CFT_RUN_COPIED;
    if (cft_origins_may_know(m->vm.heap.origins, text)) note |= CFT_RUN_RECORDED;
    if (m->run_count > m->captures[m->capture_count - 1].run_begin) {
        cft_run *last = &m->runs[m->run_count - 1];
        /* The note first: only what was copied has an address to go on from. */
        if (last->note == note && last->source + last->length == text &&
            last->length <= UINT32_MAX - length) {
            last->length += (uint32_t)length;
            return CHATFMT_OK;
        }
    }
    if (CFT_UNLIKELY(m->run_count == m->run_capacity)) CFT_TRY(cft_sink_more_runs(m));
    m->runs[m->run_count++] = (cft_run){text, (uint32_t)length, note};
    return CHATFMT_OK;
}

/* Digits and words of a scalar: computed from the value that the input numbers. */
static chatfmt_status sink_scalar(cft_machine *m, const char *text, size_t length,
                                  cft_value value)
{
    if (length > m->limit - m->length) CFT_TRY(cft_sink_grow(m, length));
    memcpy(m->text + m->length, text, length);
    m->length += length;
    if (!m->options.spans) return CHATFMT_OK;
    return cft_sink_run(m, cft_origins_scalar(m->vm.heap.origins, value.length, length));
}

chatfmt_status cft_sink_value(cft_machine *m, cft_value value)
{
    char digits[CFT_NUMBER_ROOM];
    cft_value text;
    switch (value.kind) {
    case CFT_STRING: return cft_sink_write(m, value.as.text, value.length);
    case CFT_UNDEFINED: return CHATFMT_OK;
    case CFT_NONE: return sink_scalar(m, "None", 4, value);
    case CFT_BOOL:
        return value.as.boolean ? sink_scalar(m, "True", 4, value)
                                : sink_scalar(m, "False", 5, value);
    case CFT_INT:
        return sink_scalar(m, digits, cft_int_to_text(value.as.integer, digits), value);
    default: break;
    }
    CFT_TRY(cft_to_str(&m->vm.heap, value, &text));
    return cft_sink_write(m, text.as.text, text.length);
}

chatfmt_status cft_sink_escaped(cft_machine *m, cft_value value)
{
    if (value.kind != CFT_STRING) CFT_TRY(cft_to_str(&m->vm.heap, value, &value));
    if (!(value.flags & CFT_STR_MARKUP)) CFT_TRY(cft_text_escape(&m->vm.heap, value, &value));
    return cft_sink_write(m, value.as.text, value.length);
}

/* Jinja appends what a filter block or call block gives without str(); what is not a string
 * fails when the pieces around it are joined, which is later. */
chatfmt_status cft_sink_raw(cft_machine *m, cft_value value)
{
    cft_capture *capture = &m->captures[m->capture_count - 1];
    if (value.kind == CFT_STRING) return cft_sink_write(m, value.as.text, value.length);
    if (!capture->not_text) capture->not_text = cft_type_name(value);
    return CHATFMT_OK;
}

/* ---- captures ---- */

chatfmt_status cft_sink_begin(cft_machine *m)
{
    if (m->capture_count == m->capture_capacity) {
        size_t capacity = m->capture_capacity;
        void *items = m->captures;
        CFT_TRY(sink_room(m, &items, &capacity, m->capture_count, sizeof *m->captures));
        m->captures = items;
        m->capture_capacity = (uint32_t)capacity;
    }
    m->captures[m->capture_count++] =
        (cft_capture){.begin = m->length, .run_begin = m->run_count};
    return CHATFMT_OK;
}

static chatfmt_status sink_check(cft_machine *m)
{
    const cft_capture *capture = &m->captures[m->capture_count - 1];
    if (!capture->not_text) return CHATFMT_OK;
    return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                        "sequence item 0: expected str instance, %s found", capture->not_text);
}

/* The literal text from byte `done` on that a part of an output program put out. */
static cft_run sink_literal(const cft_part *part, size_t done)
{
    const cft_slice *literal = part->to.literals;
    for (; done >= literal->length; literal++) done -= literal->length;
    return (cft_run){literal->data + done, (uint32_t)(literal->length - done), CFT_RUN_COPIED};
}

/* The first run of the `length` bytes at `text`. */
static cft_run sink_at(const cft_machine *m, const char *text, size_t length)
{
    if (!cft_origins_may_know(m->origins, text))
        return (cft_run){text, (uint32_t)length, CFT_RUN_COPIED};
    return cft_origins_at(m->origins, text, length);
}

/* All that a part of an output program put out: literal text, what is at run->source, literal
 * text. */
static cft_run sink_part(const cft_machine *m, const cft_run *run, size_t done)
{
    const cft_part *part = &m->program
                                ->parts[run->note >> CFT_PART_NOTE_SHIFT & CFT_PART_NOTE_MOST];
    size_t value = part->text.length, /* where it begins and ends */
        end = run->length - (run->note & CFT_PART_NOTE_BEHIND ? part[1].text.length : 0);
    if (done < value) return sink_literal(part, done);
    if (done >= end) return sink_literal(part + 1, done - end);
    return sink_at(m, run->source + (done - value), end - done);
}

cft_run cft_machine_run_part(const cft_machine *m, const cft_run *run, size_t done)
{
    uint32_t generation = run->note & ~(CFT_RUN_RECORDED | CFT_RUN_HOW);
    cft_run part;
    if (run->note & CFT_RUN_PART) {
        part = sink_part(m, run, done);
        generation = (run->note & ~CFT_RUN_PART) >> CFT_PART_NOTE_GENERATION_SHIFT
                                                      << CFT_RUN_GENERATION_SHIFT;
    } else if (run->note & CFT_RUN_RECORDED) {
        part = sink_at(m, run->source + done, run->length - done);
    } else {
        return *run;
    }
    if (part.note <= CFT_RUN_HOW) part.note |= generation;
    return part;
}

/* The runs of the innermost capture become those of its string. */
static chatfmt_status sink_record(cft_machine *m, const char *text, size_t length)
{
    size_t base = m->captures[m->capture_count - 1].run_begin;
    cft_builder b;
    if (!m->options.spans) return CHATFMT_OK;
    cft_run only = cft_machine_run_part(m, &m->runs[base], 0);
    if (only.length == length)
        return cft_raise_origins(&m->vm.heap, cft_origins_record_one(m->origins, text, only));
    cft_build_notes(&b, &m->vm.heap);
    for (size_t i = base; i < m->run_count; i++)
        for (size_t done = 0; done < m->runs[i].length;) {
            cft_run run = cft_machine_run_part(m, &m->runs[i], done);
            CFT_TRY(cft_build_note(&b, run));
            done += run.length;
        }
    CFT_TRY(cft_charge(&m->vm.heap, b.run_count));
    return cft_build_record(&b, text, length);
}

chatfmt_status cft_sink_end(cft_machine *m, cft_value *out)
{
    const cft_capture *capture = &m->captures[m->capture_count - 1];
    size_t length = m->length - capture->begin;
    void *copy;
    CFT_TRY(sink_check(m));
    if (length > m->options.limits.string_bytes || length > UINT32_MAX)
        return cft_heap_limit(&m->vm.heap, "string_bytes", m->options.limits.string_bytes,
                              length);
    if (length == 0) {
        *out = cft_empty_string();
        cft_sink_drop(m, 1);
        return CHATFMT_OK;
    }
    CFT_TRY(cft_charge_bytes(&m->vm.heap, length));
    CFT_TRY(cft_heap_take(&m->vm.heap, length, &copy));
    memcpy(copy, m->text + capture->begin, length);
    CFT_TRY(sink_record(m, copy, length));
    *out = cft_string(copy, (uint32_t)length, 0);
    cft_sink_drop(m, 1);
    return CHATFMT_OK;
}

chatfmt_status cft_sink_join(cft_machine *m)
{
    CFT_TRY(sink_check(m));
    m->capture_count--;
    return CHATFMT_OK;
}

void cft_sink_drop(cft_machine *m, uint32_t count)
{
    const cft_capture *capture;
    m->capture_count -= count;
    capture = &m->captures[m->capture_count];
    m->length = capture->begin;
    m->run_count = capture->run_begin;
}

/* ---- generations ---- */

chatfmt_status cft_sink_generation(cft_machine *m)
{
    size_t capacity = m->open_capacity;
    void *items = m->open_generations;
    CFT_TRY(sink_room(m, &items, &capacity, m->open_count, sizeof *m->open_generations));
    m->open_generations = items;
    m->open_capacity = (uint32_t)capacity;
    m->open_generations[m->open_count++] =
        (cft_open_generation){.begin = m->length, .outer = m->generation};
    m->generation = ++m->generation_next;
    /* For Jinja the body is a buffer of its own. */
    return cft_sink_begin(m);
}

/* transformers: AssistantTracker._generation_support. The start is counted in what the template
 * has given out so far, whatever is still being captured around the tag. */
chatfmt_status cft_sink_generated(cft_machine *m)
{
    cft_open_generation open = m->open_generations[--m->open_count];
    size_t out = m->captures[1].begin, start;
    void *items = m->generations;
    m->generation = open.outer;
    CFT_TRY(cft_sink_join(m));
    if (!m->options.generations) return CHATFMT_OK;
    if (out < m->counted_bytes) m->counted_bytes = m->counted_points = 0;
    m->counted_points += cft_utf8_count(m->text + m->counted_bytes, out - m->counted_bytes);
    m->counted_bytes = out;
    start = m->counted_points;
    CFT_TRY(sink_room(m, &items, &m->generation_capacity, m->generation_count,
                      sizeof *m->generations));
    m->generations = items;
    m->generations[m->generation_count++] = (cft_generation){
        .begin = start,
        .end = start + cft_utf8_count(m->text + open.begin, m->length - open.begin)};
    return CHATFMT_OK;
}
