/* vm/write.c - the instruction WRITE: several pieces of output in one go.
 *
 * A piece is settled when its last part was found to be text and copied. Where a part is
 * anything else, the output is cut back to the end of the piece before, and the plain
 * instructions of this piece, which stand in the code behind WRITE, take over. So nothing here
 * fails.
 */
#include "vm/step.h"

const cft_entry *cft_find_again(cft_site *site, const cft_dict *dict, const cft_slice *key)
{
    const cft_entry *entry;
    site->like = dict->like;
    if (site->entry < dict->count) { /* dicts that differ elsewhere may be alike here */
        entry = &dict->entries[site->entry];
        if (entry->key.length == key->length && entry->key.kind == CFT_STRING &&
            cft_same_text(entry->key.as.text, key->data, key->length))
            return entry;
    }
    entry = cft_dict_find_text(dict, *key);
    site->entry = entry ? (uint32_t)(entry - dict->entries) : CFT_SITE_MISSING;
    return entry;
}

/* Where the output stands while parts are written; the machine learns of it at the end. */
typedef struct write_output {
    char *to, *end;         /* and of the room for it */
    char *limit;            /* the same with room for the literals of a WRITE taken off */
    cft_span *span, *spans; /* behind the last one; the first of the innermost capture */
    cft_span *span_end;     /* behind the room for them */
    const char *goes_on;    /* where the last span's source ends, or NULL */
    uint32_t note;          /* of spans of copied bytes */
} write_output;

/* The value of a part, or NULL when it takes more than a look. */
static CFT_ALWAYS_INLINE const cft_value *write_value(cft_machine *m, const cft_value *slots,
                                                      const cft_part *part)
{
    const cft_value *value = &slots[part->slot];
    const cft_entry *entry;
    if (part->kind == CFT_PART_SLOT) return value;
    if (CFT_UNLIKELY(value->kind != CFT_DICT)) return NULL;
    entry = cft_find_at(&m->sites[part->site], value->as.dict, &part->text);
    return CFT_LIKELY(entry != NULL) ? &entry->value : NULL;
}

/* The next `size` bytes are copied from `text`: one span, or more of the last. */
static CFT_ALWAYS_INLINE void write_span(const cft_machine *m, write_output *out,
                                         const char *text, size_t size)
{
    size_t begin = (size_t)(out->to - m->text);
    if (CFT_UNLIKELY(text == out->goes_on)) {
        out->span[-1].run.length += (uint32_t)size;
        out->span[-1].end += size;
    } else {
        *out->span++ = (cft_span){begin, begin + size, {text, (uint32_t)size, out->note}};
    }
    out->goes_on = text + size;
}

/* What the next bytes have to be copied from to go on from the last span. */
static const char *write_goes_on(const write_output *out)
{
    if (out->span == out->spans || out->span[-1].run.note != out->note) return NULL;
    return out->span[-1].run.source + out->span[-1].run.length;
}

static CFT_ALWAYS_INLINE void write_literals(const cft_machine *m, write_output *out,
                                             const cft_part *part, bool spans)
{
    size_t size = part->text.length;
    memcpy(out->to, part->text.data, CFT_PART_BLOCK);
    if (CFT_UNLIKELY(size > CFT_PART_BLOCK))
        memcpy(out->to + CFT_PART_BLOCK, part->text.data + CFT_PART_BLOCK,
               size - CFT_PART_BLOCK);
    if (!spans) {
        out->to += size;
        return;
    }
    for (uint32_t i = 0; i < part->literal_count; i++) {
        size = part->literals[i].length;
        write_span(m, out, part->literals[i].data, size);
        out->to += size;
    }
}

static CFT_ALWAYS_INLINE bool write_string(const cft_machine *m, write_output *out,
                                           const cft_value *value, bool spans)
{
    const char *text = value->as.text;
    size_t size = value->length;
    if (CFT_UNLIKELY((ptrdiff_t)size > out->limit - out->to)) return false;
    if (spans && size) {
        /* What an operation wrote is looked up elsewhere. */
        if (CFT_UNLIKELY(cft_origins_may_know(m->vm.heap.origins, text) ||
                         size > UINT32_MAX / 4))
            return false;
        write_span(m, out, text, size);
    }
    cft_copy_text(out->to, text, size);
    out->to += size;
    return true;
}

/* Write parts up to their END, or to `end`; the one that stopped it, or NULL. `spans` is a
 * constant to the compiler: there is a copy of this for each. */
static CFT_ALWAYS_INLINE const cft_part *write_range(cft_machine *m, const cft_value *slots,
                                                     const cft_part *part, const cft_part *end,
                                                     write_output *out, const bool spans)
{
    for (; part != end; part++) {
        const cft_part *now = part;
        const cft_value *value;
        if (now->kind == CFT_PART_TEXT) {
            write_literals(m, out, now, spans);
            continue;
        }
        if (now->kind >= CFT_PART_CHOICE) {
            if (now->kind == CFT_PART_END) break;
            value = &slots[now->slot];
            if (CFT_UNLIKELY(value->kind == CFT_ABSENT)) return now;
            now += cft_truth_of(value) ? 1 : 2;
            part += 2;
            if (now->kind == CFT_PART_TEXT) {
                write_literals(m, out, now, spans);
                continue;
            }
        }
        value = write_value(m, slots, now);
        if (CFT_UNLIKELY(!value || value->kind != CFT_STRING ||
                         (value->flags & CFT_STR_MARKUP & now->summed) ||
                         !write_string(m, out, value, spans)))
            return now;
    }
    return NULL;
}

/* Take back the spans of what was written from `length` on. */
static void write_cut(write_output *out, size_t length)
{
    while (out->span != out->spans && out->span[-1].begin >= length)
        out->span--;
    if (out->span == out->spans) return;
    out->span[-1].run.length -= (uint32_t)(out->span[-1].end - length);
    out->span[-1].end = length;
}

/* The part that stopped a WRITE has undone what went before it: write again, as far as it goes.
 */
static const uint32_t *write_again(cft_machine *m, const cft_value *slots,
                                   const cft_write *write, const cft_part *stopped,
                                   write_output *out)
{
    const cft_part *last;
    char *begin = out->to;
    do { /* mostly once: what was good a moment ago still is, but for room */
        last = stopped;
        out->to = begin;
        if (m->options.spans) write_cut(out, (size_t)(begin - m->text));
        out->goes_on = m->options.spans ? write_goes_on(out) : NULL;
        stopped = m->options.spans
                      ? write_range(m, slots, write->parts, last->piece, out, true)
                      : write_range(m, slots, write->parts, last->piece, out, false);
    } while (stopped);
    return m->program->code + last->pc;
}

/* One WRITE; the address where it goes on. It is that of the WRITE itself when nothing was
 * written. */
static CFT_ALWAYS_INLINE const uint32_t *write_one(cft_machine *m, const cft_value *slots,
                                                   const cft_write *write, write_output *out,
                                                   const bool spans)
{
    const cft_part *stopped;
    char *begin = out->to;
    out->limit = out->end - write->bytes;
    if (CFT_UNLIKELY((size_t)(out->end - begin) < write->bytes ||
                     (spans && out->span_end - out->span < (ptrdiff_t)write->most_spans)))
        return m->program->code + write->parts->pc;
    stopped = write_range(m, slots, write->parts, NULL, out, spans);
    if (CFT_LIKELY(!stopped)) return m->program->code + write->next;
    /* In a copy, so that what is written to mostly can stay in registers. */
    write_output again = *out;
    const uint32_t *next;
    again.to = begin;
    next = write_again(m, slots, write, stopped, &again);
    *out = again;
    return next;
}

static CFT_ALWAYS_INLINE const uint32_t *write_loop(cft_machine *m, cft_call_frame *frame,
                                                    const uint32_t *pc, write_output *out,
                                                    const bool spans)
{
    const cft_program *program = m->program;
    const uint32_t *code = program->code;
    cft_value *slots = frame->variables->slots;
    bool done = true;
    while (done) {
        const uint32_t *at = pc;
        cft_slice key;
        switch (*pc & 0xFF) {
        case CFT_OP_WRITE:
            pc = write_one(m, slots, &program->writes[*pc >> 8], out, spans);
            /* Left to the plain instructions: behind it they have other codes than these. */
            done = pc != at;
            break;
        case CFT_OP_LOAD_JUMP: done = cft_step_jump(slots, code, &pc); break;
        case CFT_OP_LOAD_IS: done = cft_step_is(slots, code, &pc); break;
        case CFT_OP_ATTR_COMPARE:
            done = cft_step_compare(m, slots, &program->names[pc[1]].text, &pc);
            break;
        case CFT_OP_ITEM_COMPARE:
            key = cft_text_of(program->constants[pc[1]]);
            done = cft_step_compare(m, slots, &key, &pc);
            break;
        case CFT_OP_FOR_NEXT_UNPACK: done = cft_step_unpack(m, frame->loops, slots, &pc); break;
        case CFT_OP_FOR_NEXT_STORE: done = cft_step_next(m, frame->loops, slots, &pc); break;
        default: done = false; break;
        }
    }
    return pc;
}

static const uint32_t *write_plainly(cft_machine *m, cft_call_frame *frame, const uint32_t *pc)
{
    write_output out = {.to = m->text + m->length, .end = m->text + m->limit};
    pc = write_loop(m, frame, pc, &out, false);
    m->length = (size_t)(out.to - m->text);
    return pc;
}

static const uint32_t *write_traced(cft_machine *m, cft_call_frame *frame, const uint32_t *pc)
{
    write_output out = {.to = m->text + m->length,
                        .end = m->text + m->limit,
                        .note = m->generation << CFT_RUN_GENERATION_SHIFT | CFT_RUN_COPIED,
                        .span = m->spans + m->span_count,
                        .spans = m->spans + m->captures[m->capture_count - 1].span_begin,
                        .span_end = m->spans + m->span_capacity};
    out.goes_on = write_goes_on(&out);
    pc = write_loop(m, frame, pc, &out, true);
    m->length = (size_t)(out.to - m->text);
    m->span_count = (size_t)(out.span - m->spans);
    return pc;
}

const uint32_t *cft_write_on(cft_machine *m, cft_call_frame *frame, const uint32_t *pc)
{
    return m->options.spans ? write_traced(m, frame, pc) : write_plainly(m, frame, pc);
}
