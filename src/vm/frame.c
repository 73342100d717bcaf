/* vm/frame.c - calls: room for a function's variables, value stack and loops; and looking names
 * up in the context.
 */
#include "value/dict.h"
#include "vm/state.h"

#define FRAME_CHUNK ((size_t)1 << 15)

static size_t frame_round(size_t size)
{
    return (size + 15u) & ~(size_t)15u;
}

/* `size` bytes on the stack of chunks, or NULL; the caller has noted where it stood. */
static void *frame_take(cft_machine *m, size_t size)
{
    void *taken;
    cft_chunk *chunk = m->chunk, *next;
    if (chunk && size <= chunk->size - chunk->used) {
        taken = (char *)(chunk + 1) + chunk->used;
        chunk->used += size;
        return taken;
    }
    next = chunk ? chunk->next : m->chunks;
    if (!next || next->size < size) {
        size_t room = size > FRAME_CHUNK ? size : FRAME_CHUNK;
        cft_chunk *made = cft_allocate(&m->allocator, sizeof *made + room);
        if (!made) return NULL;
        made->size = room;
        made->next = next;
        if (chunk)
            chunk->next = made;
        else
            m->chunks = made;
        next = made;
    }
    next->used = size;
    m->chunk = next;
    return next + 1;
}

chatfmt_status cft_frame_push(cft_machine *m, const cft_function *function,
                              cft_variables *outer, const cft_context *context,
                              cft_frame_end end, cft_call_frame **out)
{
    size_t variables =
               frame_round(sizeof(cft_variables) + function->slot_count * sizeof(cft_value)),
           stack = frame_round(function->stack_size * sizeof(cft_value)),
           loops = frame_round(function->loop_count * sizeof(cft_loop_state)),
           fixed = frame_round(sizeof(cft_call_frame)), total = fixed + stack + loops;
    cft_chunk *chunk = m->chunk;
    size_t used = chunk ? chunk->used : 0;
    cft_call_frame *frame;
    char *place;
    void *slots;
    if (m->depth >= m->options.limits.depth)
        return cft_heap_limit(&m->vm.heap, "depth", m->options.limits.depth,
                              (uint64_t)m->depth + 1);
    CFT_TRY(cft_charge(&m->vm.heap, function->cost));
    place = frame_take(m, function->has_closures ? total : total + variables);
    if (!place) return cft_vm_raise(&m->vm, CHATFMT_NO_MEMORY, "out of memory");
    slots =
        function->has_closures ? cft_arena_take(&m->vm.heap.arena, variables) : place + total;
    if (!slots) return cft_heap_exhausted(&m->vm.heap, variables);
    frame = (cft_call_frame *)(void *)place;
    *frame = (cft_call_frame){.caller = m->frame,
                              .function = function,
                              .variables = slots,
                              .stack = (cft_value *)(void *)(place + fixed),
                              .loops = (cft_loop_state *)(void *)(place + fixed + stack),
                              .chunk = chunk,
                              .chunk_used = used,
                              .end = end,
                              .autoescape = m->vm.autoescape};
    frame->variables->outer = outer;
    frame->variables->function = function;
    frame->variables->context = context;
    memset(frame->variables->slots, 0, function->slot_count * sizeof(cft_value));
    m->frame = frame;
    m->depth++;
    *out = frame;
    return CHATFMT_OK;
}

void cft_frame_pop(cft_machine *m)
{
    cft_call_frame *frame = m->frame;
    m->frame = frame->caller;
    m->depth--;
    m->chunk = frame->chunk;
    if (m->chunk) m->chunk->used = frame->chunk_used;
}

/* ---- names ---- */

static bool frame_context_find(const cft_context *context, uint32_t name, cft_value *out)
{
    for (; context; context = context->outer)
        for (uint32_t i = 0; i < context->count; i++)
            if (context->names[i * 2] == name && context->values[i].kind != CFT_ABSENT) {
                *out = context->values[i];
                return true;
            }
    return false;
}

/* The context's entry for a name. One that was found in an earlier render is looked at first: the
 * next conversation comes with the same variables. */
static const cft_entry *frame_find(cft_machine *m, uint32_t name, cft_slice text)
{
    uint32_t hint = m->hints[name];
    const cft_entry *entry;
    if (hint < m->context->count) {
        entry = &m->context->entries[hint];
        if (entry->key.kind == CFT_STRING && entry->key.length == text.length &&
            cft_same_text(entry->key.as.text, text.data, text.length))
            return entry;
    }
    entry = cft_dict_find_text(m->context, text);
    if (entry) m->hints[name] = (uint32_t)(entry - m->context->entries);
    return entry;
}

/* Jinja: Context.resolve_or_missing; absent when there is no such name. */
chatfmt_status cft_resolve(cft_machine *m, const cft_context *context, uint32_t name,
                           cft_value *out)
{
    const cft_program_name *row = &m->program->names[name];
    const cft_entry *entry;
    if (context && frame_context_find(context, name, out)) return CHATFMT_OK;
    if (row->export_slot && m->exports[row->export_slot - 1].kind != CFT_ABSENT) {
        *out = m->exports[row->export_slot - 1];
        return CHATFMT_OK;
    }
    entry = m->context ? frame_find(m, name, row->text) : NULL;
    if (entry)
        *out = entry->value;
    else if (row->global)
        *out = (cft_value){.kind = CFT_FUNCTION, .as = {.function = row->global}};
    else
        *out = cft_absent();
    return CHATFMT_OK;
}

chatfmt_status cft_frame_missing(cft_machine *m, cft_variables *variables, uint32_t slot,
                                 cft_value *out)
{
    const cft_slot_info *info = &variables->function->slots[slot];
    *out = cft_absent();
    if (info->resolve) {
        CFT_TRY(cft_charge(&m->vm.heap, 1));
        CFT_TRY(cft_resolve(m, variables->context, info->name, out));
    }
    if (out->kind == CFT_ABSENT) *out = cft_undefined_name(m->program->names[info->name].text);
    if (info->resolve) variables->slots[slot] = *out;
    return CHATFMT_OK;
}
