/* vm/run_output.c - output programs: output, and the conditions and loops around it, in one go.
 *
 * An output program is an array of operations (cft_part) that lang/output_program.c has laid out in
 * the order in which they usually run:
 *
 *     {% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}
 *
 *     bytecode   FOR_BEGIN, FOR_NEXT_STORE, TEXT, LOAD_ATTR, EMIT, TEXT, LOAD_ATTR, EMIT, and back
 *     fused      what is between TEXT and the last EMIT is one WRITE
 *     program    text "<|" and m.role; text "|>" and m.content; the next item into m, from the
 *                start
 *
 * Each operation is guarded: where it meets anything unusual, such as a number where text is
 * common, the output is cut back to the end of the piece before, and the plain instructions of
 * this piece, which are still in the code, take over. So nothing here fails.
 */
#include "base/number.h"
#include "vm/step.h"

const cft_dict cft_cache_nowhere = {.count = 0};

const cft_entry *cft_cache_refill(cft_inline_cache *cache, const cft_dict *dict,
                                  const cft_slice *key)
{
    size_t number = cache->offset / sizeof(cft_entry);
    const cft_entry *entry;
    cache->shape = dict->shape ? dict->shape : &cft_cache_nowhere;
    if (number < dict->count) { /* dicts that differ elsewhere may be alike here */
        entry = &dict->entries[number];
        if (entry->key.length == key->length && entry->key.kind == CFT_STRING &&
            cft_same_text(entry->key.as.text, key->data, key->length))
            return entry;
    }
    entry = cft_dict_find_text(dict, *key);
    cache->offset = entry ? (size_t)(entry - dict->entries) * sizeof(cft_entry) : CFT_CACHE_MISSING;
    return entry;
}

/* Where the output is while parts are written; the machine learns of it at the end. */
typedef struct write_output {
    char *to, *end; /* and of the room for it */
} write_output;

/* The same for the runs that say where it came from. */
typedef struct write_trace {
    cft_run *run, *end; /* after the last one, and after the room for them */
    uint32_t generation; /* as in the notes of parts */
} write_trace;

static CFT_ALWAYS_INLINE const cft_value *write_slot(const cft_value *slots, const cft_part *part)
{
    return (const cft_value *)(const void *)((const char *)slots + part->slot);
}

/* Whether the part's key is in the dict in its local variable, and its value. */
static CFT_ALWAYS_INLINE bool write_found(const cft_machine *m, const cft_value *slots,
                                          const cft_part *part, const cft_value **out)
{
    const cft_value *value = write_slot(slots, part);
    const cft_entry *entry;
    if (CFT_UNLIKELY(
            value->kind != CFT_DICT ||
            !cft_cache_found(&m->caches[part->cache], value->as.dict, &part->of.key, &entry)))
        return false;
    *out = &entry->value;
    return true;
}

/* ---- output ---- */

static CFT_ALWAYS_INLINE bool write_fits(const write_output *out, size_t size)
{
    return (size_t)(out->end - out->to) >= size;
}

static CFT_ALWAYS_INLINE void write_literals(write_output *out, const cft_part *part)
{
    size_t size = part->text.length;
    memcpy(out->to, part->text.data, CFT_PART_BLOCK);
    if (CFT_UNLIKELY(size > CFT_PART_BLOCK))
        memcpy(out->to + CFT_PART_BLOCK, part->text.data + CFT_PART_BLOCK,
               size - CFT_PART_BLOCK);
    out->to += size;
}

static CFT_ALWAYS_INLINE bool write_fixed(write_output *out, const cft_part *part)
{
    if (CFT_UNLIKELY(!write_fits(out, part->text.length))) return false;
    write_literals(out, part);
    return true;
}

/* What a value may have around it: the literal text of its part, and that of the part after. */
enum { WRITE_ALONE = 0, WRITE_BEFORE = 2, WRITE_BEHIND = 4 };

static CFT_ALWAYS_INLINE bool write_value(write_output *out, const cft_part *part,
                                          const cft_value *value, unsigned around)
{
    size_t size = value->length, room = size;
    if (around & WRITE_BEFORE) room += part->text.length;
    if (around & WRITE_BEHIND) room += part[1].text.length;
    if (CFT_UNLIKELY(value->kind != CFT_STRING || (value->flags & part->summed) ||
                     !write_fits(out, room)))
        return false;
    if (around & WRITE_BEFORE) write_literals(out, part);
    cft_copy_text(out->to, value->as.text, size);
    out->to += size;
    if (around & WRITE_BEHIND) write_literals(out, part + 1);
    return true;
}

static CFT_ALWAYS_INLINE bool write_field(const cft_machine *m, write_output *out,
                                          const cft_value *slots, const cft_part *part,
                                          unsigned around)
{
    const cft_value *value;
    return write_found(m, slots, part, &value) && write_value(out, part, value, around);
}

/* ---- output with spans ---- */

/* A part has put out what begins at `from`, with the value that is at `text`: all of it is one
 * run. What that is made of is looked up when somebody asks. */
static CFT_ALWAYS_INLINE void write_run(write_trace *trace, const cft_part *part, const char *text,
                                        const char *from, const char *to)
{
    *trace->run = (cft_run){text, (uint32_t)(to - from), part->note | trace->generation};
    trace->run += to != from;
}

static CFT_ALWAYS_INLINE bool write_traced(write_output *out, write_trace *trace,
                                           const cft_part *part, const cft_value *value,
                                           unsigned around)
{
    const char *from = out->to;
    if (CFT_UNLIKELY(trace->run == trace->end || !write_value(out, part, value, around)))
        return false;
    write_run(trace, part, value->as.text, from, out->to);
    return true;
}

static CFT_ALWAYS_INLINE bool write_traced_text(write_output *out, write_trace *trace,
                                                const cft_part *part)
{
    const char *from = out->to;
    if (CFT_UNLIKELY(trace->run == trace->end || !write_fixed(out, part))) return false;
    write_run(trace, part, NULL, from, out->to);
    return true;
}

/* Take back the runs of the last `size` bytes. The last of them may have been put out with a value
 * that stays. */
static void write_cut(write_trace *trace, size_t size)
{
    while (size && trace->run[-1].length <= size) size -= (--trace->run)->length;
    if (!size) return;
    trace->run[-1].length -= (uint32_t)size;
    trace->run[-1].note &= ~CFT_PART_NOTE_BEHIND;
}

/* ---- questions ---- */

/* The text at the part's key, or NULL. */
static CFT_ALWAYS_INLINE const cft_value *write_text_entry(const cft_machine *m,
                                                           const cft_value *slots,
                                                           const cft_part *part)
{
    const cft_value *value;
    return write_found(m, slots, part, &value) && CFT_LIKELY(value->kind == CFT_STRING) ? value
                                                                                        : NULL;
}

static CFT_ALWAYS_INLINE bool write_same(const cft_part *part, const cft_value *value)
{
    return value->length == part->text.length &&
           cft_same_text(value->as.text, part->text.data, part->text.length);
}

/* ---- what is unusual ---- */

/* How much a part that writes has written. */
static size_t write_size(const cft_machine *m, const cft_value *slots, const cft_part *part)
{
    const cft_value *value;
    if (part->kind == CFT_PART_TEXT) return part->text.length;
    value = write_slot(slots, part);
    if ((part->kind - CFT_PART_SLOT) % 2 && !write_found(m, slots, part, &value))
        return 0; /* cannot be: it was found when it was written */
    return part->text.length + value->length;
}

/* How much has been written of the piece that the part `stopped` is in. */
static size_t write_begun(const cft_machine *m, const cft_value *slots, const cft_part *stopped)
{
    size_t size = 0;
    for (const cft_part *part = stopped - stopped->back; part != stopped; part++)
        if (part->kind == CFT_PART_GO ||
            (part->kind == CFT_PART_TRUTH && !cft_truth_of(write_slot(slots, part))))
            part = part->to.other - 1;
        else if (part->kind != CFT_PART_TRUTH)
            size += write_size(m, slots, part);
    return size;
}

/* Whether the part stopped because its variable had not been looked up, and now is. */
static bool write_resolve(cft_machine *m, cft_variables *variables, const cft_part *part)
{
    cft_value ignored;
    uint32_t slot;
    if (part->kind < CFT_PART_SLOT || part->kind >= CFT_PART_NEXT) return false;
    slot = part->slot / (uint32_t)sizeof(cft_value);
    return variables->slots[slot].kind == CFT_ABSENT && variables->function->slots[slot].resolve &&
           cft_frame_missing(m, variables, slot, &ignored) == CHATFMT_OK;
}

/* ---- loops ---- */

/* The next item of a loop over a list, paid for and counted; NULL when it takes more than that. */
static CFT_ALWAYS_INLINE const cft_value *write_round(cft_machine *m, cft_loop_state *loops,
                                                      const cft_part *part)
{
    return cft_step_item(m, &loops[part->cache], part->of.round.cost);
}

/* The items of a list into local variables in a row. */
static CFT_ALWAYS_INLINE bool write_unpack(cft_machine *m, cft_loop_state *loops,
                                           cft_value *slots, const cft_part *part)
{
    cft_loop_state *loop = &loops[part->cache];
    cft_value *to = slots + part->slot / sizeof *slots;
    uint32_t position = loop->position, count = part->of.round.count;
    if (CFT_UNLIKELY(position >= loop->simple)) return false; /* there may be no items at all */
    const cft_value *item = loop->items + position;
    if (CFT_UNLIKELY((item->kind != CFT_TUPLE && item->kind != CFT_LIST) ||
                     item->as.list->count != count || !write_round(m, loops, part)))
        return false;
    item = item->as.list->items;
    if (count == 4) { /* as the turns of a conversation */
        to[3] = item[3];
        to[2] = item[2];
    }
    if (count == 4 || count == 2) {
        to[1] = item[1];
        to[0] = item[0];
        return true;
    }
    for (uint32_t i = 0; i < count; i++) to[i] = item[i];
    return true;
}

/* The loop that a local variable called `loop` stands for. */
static CFT_ALWAYS_INLINE const cft_loop *write_loop(const cft_value *value)
{
    return CFT_LIKELY(value->kind == CFT_OBJECT)
               ? (const cft_loop *)(const void *)value->as.object
               : NULL;
}

/* The digits of a number: where the output ends then, or NULL. */
static char *write_number(const cft_machine *m, const cft_value *slots, const cft_part *part,
                          write_output out)
{
    int64_t number;
    if (!write_fits(&out, CFT_NUMBER_ROOM) || !cft_run_output_number(m, slots, part->pc, &number))
        return NULL;
    return out.to + cft_int_to_text(number, out.to);
}

static void write_clear(const cft_machine *m, cft_value *slots, const cft_part *part)
{
    for (uint32_t i = 0; i < part->of.round.clear_count; i++)
        slots[m->program->code[part->of.round.clears + i] >> 8].kind = CFT_ABSENT;
}

/* ---- the loop ---- */

#if defined(__GNUC__) && !defined(CFT_PLAIN_SWITCH)
#define WRITE_THREADED 1
#else
#define WRITE_THREADED 0
#endif

#if WRITE_THREADED
#define WRITE_CASE(name) label_##name
#define WRITE_TRACED(name) traced_##name
#define WRITE_NEXT goto *labels[part->kind]
#else
#define WRITE_CASE(name) case CFT_PART_##name
#define WRITE_TRACED(name) case CFT_PART_COUNT + CFT_PART_##name
#define WRITE_NEXT goto dispatch
#endif

/* On with the part after this one, or the one after that, or elsewhere. */
#define WRITE_STEP(count)                                                                      \
    do {                                                                                       \
        part += (count);                                                                       \
        WRITE_NEXT;                                                                            \
    } while (0)
#define WRITE_ON WRITE_STEP(1)
#define WRITE_ELSEWHERE                                                                        \
    do {                                                                                       \
        part = part->to.other;                                                                 \
        WRITE_NEXT;                                                                            \
    } while (0)

#define WRITE_SLOT(name, around)                                                               \
    WRITE_CASE(name)                                                                           \
        : if (CFT_UNLIKELY(                                                                    \
                  !write_value(&out, part, write_slot(slots, part), around))) goto unusual;    \
    WRITE_STEP((around)&WRITE_BEHIND ? 2 : 1)
#define WRITE_FIELD(name, around)                                                              \
    WRITE_CASE(name) : if (CFT_UNLIKELY(!write_field(m, &out, slots, part, around)))           \
        goto unusual;                                                                          \
    WRITE_STEP((around) & WRITE_BEHIND ? 2 : 1)
/* The same with spans, in which the text before the value may be empty. */
#define WRITE_TRACED_VALUE(find, behind)                                                       \
    if (CFT_UNLIKELY(!(find) || !write_traced(&out, trace, part, value, WRITE_BEFORE | (behind)))) \
        goto unusual;                                                                          \
    WRITE_STEP((behind) ? 2 : 1)

#if WRITE_THREADED
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

/* `trace` is NULL when nobody asks for spans. */
static const uint32_t *write_program(cft_machine *m, cft_call_frame *frame, const cft_part *part,
                                    write_trace *trace)
{
    cft_value *slots = frame->variables->slots;
    cft_loop_state *loops = frame->loops;
    const cft_part *cleared = NULL; /* the loop whose variables were cleared last: they still are */
    write_output out = {m->text + m->length, m->text + m->limit};
    const cft_value *value;
    const cft_loop *loop;
    size_t begun;
    char *to;
#if WRITE_THREADED
    static const void *const all_labels[] = {
#define WRITE_LABEL(name) &&label_##name,
        CFT_PART_MAP(WRITE_LABEL)
#define WRITE_TRACED_LABEL(name) &&traced_##name,
        CFT_PART_MAP_OF(WRITE_LABEL, WRITE_TRACED_LABEL)
#undef WRITE_TRACED_LABEL
#undef WRITE_LABEL
    };
    const void *const *labels = all_labels + (trace ? CFT_PART_COUNT : 0);
    WRITE_NEXT;
#else
    bool puts_out;
again:
dispatch:
    puts_out = part->kind >= CFT_PART_NUMBER && part->kind <= CFT_PART_TEXT_FIELD_TEXT;
    switch (part->kind + (trace && puts_out ? CFT_PART_COUNT : 0)) {
#endif
    WRITE_CASE(TEXT):
        if (CFT_UNLIKELY(!write_fixed(&out, part))) goto unusual;
        WRITE_ON;
    WRITE_SLOT(SLOT, WRITE_ALONE);
    WRITE_SLOT(TEXT_SLOT, WRITE_BEFORE);
    WRITE_SLOT(SLOT_TEXT, WRITE_BEHIND);
    WRITE_SLOT(TEXT_SLOT_TEXT, WRITE_BEFORE | WRITE_BEHIND);
    WRITE_FIELD(FIELD, WRITE_ALONE);
    WRITE_FIELD(TEXT_FIELD, WRITE_BEFORE);
    WRITE_FIELD(FIELD_TEXT, WRITE_BEHIND);
    WRITE_FIELD(TEXT_FIELD_TEXT, WRITE_BEFORE | WRITE_BEHIND);
    WRITE_TRACED(TEXT):
        if (CFT_UNLIKELY(!write_traced_text(&out, trace, part))) goto unusual;
        WRITE_ON;
    WRITE_TRACED(SLOT):
    WRITE_TRACED(TEXT_SLOT):
        WRITE_TRACED_VALUE((value = write_slot(slots, part)), WRITE_ALONE);
    WRITE_TRACED(SLOT_TEXT):
    WRITE_TRACED(TEXT_SLOT_TEXT):
        WRITE_TRACED_VALUE((value = write_slot(slots, part)), WRITE_BEHIND);
    WRITE_TRACED(FIELD):
    WRITE_TRACED(TEXT_FIELD):
        WRITE_TRACED_VALUE(write_found(m, slots, part, &value), WRITE_ALONE);
    WRITE_TRACED(FIELD_TEXT):
    WRITE_TRACED(TEXT_FIELD_TEXT):
        WRITE_TRACED_VALUE(write_found(m, slots, part, &value), WRITE_BEHIND);
    WRITE_CASE(GO): WRITE_ELSEWHERE;
    WRITE_CASE(TRUTH):
        value = write_slot(slots, part);
        if (CFT_LIKELY(value->kind == CFT_BOOL)) {
            if (value->as.boolean) WRITE_ON;
            WRITE_ELSEWHERE;
        }
        if (CFT_UNLIKELY(value->kind == CFT_ABSENT)) goto unusual;
        if (cft_truth_of(value)) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(FALSITY):
        value = write_slot(slots, part);
        if (CFT_UNLIKELY(value->kind == CFT_ABSENT)) goto unusual;
        if (!cft_truth_of(value)) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(TEXTFUL):
        value = write_slot(slots, part);
        if (value->kind == CFT_STRING && value->length) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(IS):
        value = write_slot(slots, part);
        if (CFT_UNLIKELY(value->kind == CFT_ABSENT)) goto unusual;
        if (part->cache >> value->kind & 1) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(EQUAL):
        value = write_text_entry(m, slots, part);
        if (CFT_UNLIKELY(!value)) goto unusual;
        if (write_same(part, value)) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(UNEQUAL):
        value = write_text_entry(m, slots, part);
        if (CFT_UNLIKELY(!value)) goto unusual;
        if (!write_same(part, value)) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(NEXT):
        value = write_round(m, loops, part);
        if (CFT_UNLIKELY(!value)) goto unusual;
        slots[part->slot / sizeof *slots] = *value;
        WRITE_ELSEWHERE;
    WRITE_CASE(UNPACK):
        if (CFT_UNLIKELY(!write_unpack(m, loops, slots, part))) goto unusual;
        if (CFT_UNLIKELY(part != cleared)) write_clear(m, slots, part);
        cleared = part;
        WRITE_ELSEWHERE;
    WRITE_CASE(FIRST):
        loop = write_loop(write_slot(slots, part));
        if (CFT_UNLIKELY(!loop)) goto unusual;
        if ((loop->index0 == 0) == part->cache) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(LAST):
        loop = write_loop(write_slot(slots, part));
        if (CFT_UNLIKELY(!loop || !loop->items)) goto unusual;
        if ((loop->index0 + 1 >= loop->count) == part->cache) WRITE_ON;
        WRITE_ELSEWHERE;
    WRITE_CASE(NUMBER):
        to = write_number(m, slots, part, out);
        if (CFT_UNLIKELY(!to)) goto unusual;
        out.to = to;
        WRITE_ON;
    WRITE_TRACED(NUMBER):
    WRITE_CASE(LEAVE): goto unusual;
#if !WRITE_THREADED
    default: goto unusual;
    }
#else
again:
    WRITE_NEXT;
#endif
unusual:
    if (write_resolve(m, frame->variables, part)) goto again;
    begun = write_begun(m, slots, part);
    m->length = (size_t)(out.to - m->text) - begun;
    if (trace) write_cut(trace, begun);
    return m->program->code + (part - part->back)->pc;
}

#if WRITE_THREADED
#pragma GCC diagnostic pop
#endif

const uint32_t *cft_run_output(cft_machine *m, cft_call_frame *frame, const cft_output_write *write)
{
    write_trace trace;
    const uint32_t *pc;
    if (CFT_LIKELY(!m->options.spans)) return write_program(m, frame, write->parts, NULL);
    trace = (write_trace){.run = m->runs + m->run_count,
                          .end = m->runs + m->run_capacity,
                          .generation = m->generation << CFT_PART_NOTE_GENERATION_SHIFT};
    if (CFT_UNLIKELY(m->generation > CFT_PART_NOTE_GENERATION_MOST || m->limit > UINT32_MAX ||
                     m->program->part_count > CFT_PART_NOTE_MOST))
        trace.end = trace.run; /* what a part puts out might not fit into a run */
    pc = write_program(m, frame, write->parts, &trace);
    m->run_count = (size_t)(trace.run - m->runs);
    return pc;
}
