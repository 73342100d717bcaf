/* vm/loop.c - {% for %} while it runs, and its `loop` object.
 *
 * Source of the behaviour: Jinja 3.1.6, runtime.LoopContext. Over a list or tuple without a
 * condition everything about `loop` follows from the position; over other things it keeps the
 * items before, at and after the position, and asks the iterable for the next one early when a
 * template wants to know it.
 */
#include "value/compare.h"
#include "value/list.h"
#include "vm/state.h"

chatfmt_status cft_loop_begin(cft_machine *m, cft_loop_state *state, cft_value source)
{
    state->object = NULL;
    state->round = false;
    state->position = 0;
    state->items = NULL;
    state->simple = 0;
    if (source.kind == CFT_LIST || source.kind == CFT_TUPLE) {
        state->items = source.as.list->items;
        state->count = source.as.list->count;
        if (!state->count) state->items = &m->vm_nothing;
        state->simple = state->count;
        return CHATFMT_OK;
    }
    return cft_walk_begin(&m->vm.heap, source, &state->walk);
}

chatfmt_status cft_loop_object(cft_machine *m, cft_loop_state *state, cft_value source,
                               const cft_function *filter, cft_value *out)
{
    cft_call_frame *frame = m->frame;
    bool recursive = frame->function->kind == CFT_FUNCTION_LOOP && state == frame->loops;
    cft_loop *loop;
    void *place;
    CFT_TRY(cft_loop_begin(m, state, source));
    CFT_TRY(cft_heap_take(&m->vm.heap, sizeof *loop, &place));
    loop = place;
    *loop = (cft_loop){.object = {.class = &cft_loop_class},
                       .machine = m,
                       .items = filter ? NULL : state->items,
                       .count = state->items && !filter ? (int64_t)state->count : -1,
                       .index0 = -1,
                       .source = source,
                       .filter = filter,
                       .outer = recursive ? frame->variables->outer : frame->variables,
                       .function = recursive ? frame->function : NULL,
                       .depth0 = recursive ? frame->loop_depth : 0};
    if (!loop->items) state->simple = 0;
    if (!loop->items) CFT_TRY(cft_walk_begin(&m->vm.heap, source, &loop->walk));
    state->object = loop;
    *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &loop->object}};
    return CHATFMT_OK;
}

/* Run the loop's condition on an item; one that is unpacked comes back as a tuple. */
static chatfmt_status loop_passes(cft_machine *m, cft_loop *loop, cft_value *item, bool *passes)
{
    cft_call_frame *frame;
    cft_value result;
    CFT_TRY(cft_frame_push(m, loop->filter, loop->outer, loop->outer->context, CFT_END_RUN,
                           &frame));
    frame->variables->slots[0] = *item;
    CFT_TRY(cft_run_frame(m, frame, &result));
    *passes = cft_truth(result);
    if (*passes && loop->filter->kind == CFT_FUNCTION_FILTER_TUPLE) *item = result;
    return CHATFMT_OK;
}

/* The next item that passes the condition. */
static chatfmt_status loop_pull(cft_machine *m, cft_loop *loop, cft_value *item, bool *more)
{
    bool passes = true;
    *more = false;
    if (loop->exhausted) return CHATFMT_OK;
    do {
        CFT_TRY(cft_walk_next(&loop->walk, item, more));
        if (!*more) {
            loop->exhausted = true;
            return CHATFMT_OK;
        }
        if (loop->filter) CFT_TRY(loop_passes(m, loop, item, &passes));
    } while (!passes);
    return CHATFMT_OK;
}

/* Jinja: LoopContext._peek_next; absent at the end. */
static chatfmt_status loop_peek(cft_machine *m, cft_loop *loop, cft_value *out)
{
    bool more;
    if (loop->items) {
        *out = loop->index0 + 1 < loop->count ? loop->items[loop->index0 + 1] : cft_absent();
        return CHATFMT_OK;
    }
    if (loop->after.kind == CFT_ABSENT) {
        CFT_TRY(loop_pull(m, loop, &loop->after, &more));
        if (!more) loop->after = cft_absent();
    }
    *out = loop->after;
    return CHATFMT_OK;
}

/* Everything but the plainest way to the next item. */
chatfmt_status cft_loop_step(cft_machine *m, cft_loop_state *state, cft_value *item, bool *more)
{
    cft_loop *loop = state->object;
    if (!loop && state->items) { /* the plain way has been gone to its end */
        *more = false;
        return CHATFMT_OK;
    }
    if (!loop) return cft_walk_next(&state->walk, item, more);
    if (loop->items) {
        *more = loop->index0 + 1 < loop->count;
        if (*more) *item = loop->items[++loop->index0];
        state->position = (uint32_t)(loop->index0 + 1);
        return CHATFMT_OK;
    }
    if (loop->after.kind != CFT_ABSENT) {
        *item = loop->after;
        *more = true;
        loop->after = cft_absent();
    } else {
        CFT_TRY(loop_pull(m, loop, item, more));
        if (!*more) return CHATFMT_OK;
    }
    loop->index0++;
    loop->before = loop->current;
    loop->current = *item;
    return CHATFMT_OK;
}

/* Jinja: LoopContext.length. What has no len() is walked to its end, into a list. */
static chatfmt_status loop_length(cft_machine *m, cft_loop *loop, int64_t *out)
{
    cft_list_builder rest;
    cft_value item, list;
    bool more;
    if (loop->count < 0) {
        if (!loop->filter && loop->source.kind != CFT_ITERATOR) {
            CFT_TRY(cft_length(&m->vm.heap, loop->source, &loop->count));
        } else {
            CFT_TRY(cft_list_build(&rest, &m->vm.heap, 8));
            for (;;) {
                CFT_TRY(loop_pull(m, loop, &item, &more));
                if (!more) break;
                CFT_TRY(cft_list_push(&rest, item));
            }
            CFT_TRY(cft_list_end(&rest, CFT_LIST, &list));
            loop->count = (int64_t)list.as.list->count + loop->index0 + 1 +
                          (loop->after.kind != CFT_ABSENT);
            loop->filter = NULL;
            loop->exhausted = false;
            CFT_TRY(cft_walk_begin(&m->vm.heap, list, &loop->walk));
        }
    }
    *out = loop->count;
    return CHATFMT_OK;
}

static cft_value loop_no_item(const char *text, size_t length)
{
    return (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_MESSAGE,
                       .length = (uint32_t)length,
                       .as = {.text = text}};
}

chatfmt_status cft_loop_read(cft_machine *m, cft_loop *loop, cft_loop_attribute which,
                             cft_value *out)
{
    static const char before[] = "there is no previous item", after[] = "there is no next item";
    int64_t length;
    switch (which) {
    case CFT_LOOP_INDEX: *out = cft_int(loop->index0 + 1); return CHATFMT_OK;
    case CFT_LOOP_INDEX0: *out = cft_int(loop->index0); return CHATFMT_OK;
    case CFT_LOOP_FIRST: *out = cft_bool(loop->index0 == 0); return CHATFMT_OK;
    case CFT_LOOP_DEPTH: *out = cft_int(loop->depth0 + 1); return CHATFMT_OK;
    case CFT_LOOP_DEPTH0: *out = cft_int(loop->depth0); return CHATFMT_OK;
    case CFT_LOOP_LAST:
        CFT_TRY(loop_peek(m, loop, out));
        *out = cft_bool(out->kind == CFT_ABSENT);
        return CHATFMT_OK;
    case CFT_LOOP_NEXTITEM:
        CFT_TRY(loop_peek(m, loop, out));
        if (out->kind == CFT_ABSENT) *out = loop_no_item(after, sizeof after - 1);
        return CHATFMT_OK;
    case CFT_LOOP_PREVITEM:
        if (loop->index0 == 0)
            *out = loop_no_item(before, sizeof before - 1);
        else
            *out = loop->items ? loop->items[loop->index0 - 1] : loop->before;
        return CHATFMT_OK;
    default: break;
    }
    CFT_TRY(loop_length(m, loop, &length));
    if (which == CFT_LOOP_REVINDEX) length -= loop->index0;
    if (which == CFT_LOOP_REVINDEX0) length -= loop->index0 + 1;
    *out = cft_int(length);
    return CHATFMT_OK;
}

chatfmt_status cft_loop_attribute_by_name(cft_machine *m, cft_loop *loop, cft_slice name,
                                          cft_value *out, bool *found)
{
    static const char *const names[] = {
#define LOOP_NAME(name, text) text,
        CFT_LOOP_MAP(LOOP_NAME)
#undef LOOP_NAME
    };
    *found = false;
    for (int i = 0; i < CFT_LOOP_COUNT; i++) {
        if (strlen(names[i]) != name.length || memcmp(names[i], name.data, name.length) != 0)
            continue;
        *found = true;
        return cft_loop_read(m, loop, (cft_loop_attribute)i, out);
    }
    return CHATFMT_OK;
}

/* ---- loop.cycle and loop.changed ---- */

static chatfmt_status loop_cycle(cft_vm *vm, cft_args args, cft_value *out)
{
    const cft_loop *loop = (const cft_loop *)(const void *)args.at[0].as.object;
    if (!args.rest_count)
        return cft_vm_raise(vm, CHATFMT_TYPE, "no items for cycling given");
    *out = args.rest[(uint64_t)(loop->index0 < 0 ? 0 : loop->index0) % args.rest_count];
    return CHATFMT_OK;
}

static chatfmt_status loop_changed(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_loop *loop = (cft_loop *)(void *)args.at[0].as.object;
    cft_value now;
    bool same = false;
    CFT_TRY(cft_list_copy(&vm->heap, CFT_TUPLE, args.rest, args.rest_count, &now));
    if (loop->changed.kind != CFT_ABSENT)
        CFT_TRY(cft_equal(&vm->heap, loop->changed, now, &same));
    if (!same) loop->changed = now;
    *out = cft_bool(!same);
    return CHATFMT_OK;
}

const cft_callable cft_loop_methods[] = {
    {"changed", loop_changed, 0, 0, CFT_TAKES_REST, ""},
    {"cycle", loop_cycle, 0, 0, CFT_TAKES_REST, ""},
};
