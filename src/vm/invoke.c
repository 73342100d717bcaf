/* vm/invoke.c - calling a value: macros, `loop`, blocks and builtins.
 *
 * What is template code is not called but gets a frame, which the interpreter's loop then runs:
 * a macro that calls itself does not deepen the C stack.
 */
#include "value/dict.h"
#include "value/list.h"
#include "vm/state.h"

static chatfmt_status invoke_macro(cft_machine *m, const cft_macro *macro,
                                   const cft_value *positional, size_t count,
                                   const cft_value *names, const cft_value *named,
                                   size_t named_count, cft_frame_end end, cft_call_frame **frame)
{
    CFT_TRY(cft_frame_push(m, macro->function, macro->outer,
                           macro->outer ? macro->outer->context : NULL, end, frame));
    CFT_TRY(cft_macro_bind(m, macro->function, (*frame)->variables->slots, positional, count,
                           names, named, named_count));
    return end == CFT_END_PLAIN ? CHATFMT_OK : cft_sink_begin(m);
}

/* Jinja: LoopContext.__call__. */
static chatfmt_status invoke_loop(cft_machine *m, const cft_loop *loop,
                                  const cft_value *positional, size_t count,
                                  const cft_value *names, const cft_value *named,
                                  size_t named_count, cft_frame_end end, cft_call_frame **frame)
{
    cft_value iterable;
    if (count == 1 && named_count == 0)
        iterable = positional[0];
    else if (count == 0 && named_count == 1 &&
             cft_slice_equal(cft_text_of(names[0]), CFT_LIT("iterable")))
        iterable = named[0];
    else if (count + named_count == 0)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                            "LoopContext.__call__() missing 1 required positional argument: "
                            "'iterable'");
    else
        return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                            "LoopContext.__call__() takes 2 positional arguments but %zu were "
                            "given",
                            count + named_count + 1);
    if (!loop->function)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                            "The loop must have the 'recursive' marker to be called recursively.");
    CFT_TRY(cft_frame_push(m, loop->function, loop->outer, loop->outer->context, end, frame));
    (*frame)->variables->slots[0] = iterable;
    (*frame)->loop_depth = loop->depth0 + 1;
    return cft_sink_begin(m);
}

static chatfmt_status invoke_block(cft_machine *m, const cft_template_ref *ref, size_t count,
                                   cft_frame_end end, cft_call_frame **frame)
{
    const cft_program_block *block = &m->program->blocks[ref->block];
    if (count)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                            "BlockReference.__call__() takes 1 positional argument but %zu were "
                            "given",
                            count + 1);
    CFT_TRY(cft_frame_push(m, &m->program->functions[block->function], NULL, ref->context, end,
                           frame));
    return cft_sink_begin(m);
}

chatfmt_status cft_invoke(cft_machine *m, cft_value callee, cft_value self,
                          const cft_value *positional, size_t count, const cft_value *names,
                          const cft_value *named, size_t named_count, cft_frame_end end,
                          cft_value *out, cft_call_frame **frame)
{
    const cft_object_class *class;
    const cft_callable *row;
    *frame = NULL;
    switch (callee.kind) {
    case CFT_FUNCTION:
        return cft_call_builtin(&m->vm, callee.as.function, self, positional, count, names, named,
                                named_count, out);
    case CFT_METHOD:
        return cft_call_builtin(&m->vm, callee.as.method->row, callee.as.method->receiver,
                                positional, count, names, named, named_count, out);
    case CFT_UNDEFINED: return cft_raise_undefined(&m->vm.heap, callee);
    case CFT_OBJECT:
        class = callee.as.object->class;
        if (class == &cft_macro_class)
            return invoke_macro(m, (const cft_macro *)(const void *)callee.as.object, positional,
                                count, names, named, named_count, end, frame);
        if (class == &cft_loop_class)
            return invoke_loop(m, (const cft_loop *)(const void *)callee.as.object, positional,
                               count, names, named, named_count, end, frame);
        if (class == &cft_block_class)
            return invoke_block(m, (const cft_template_ref *)(const void *)callee.as.object,
                                count + named_count, end, frame);
        row = m->vm.builtins->find_method(m->vm.builtins, callee, CFT_LIT("__call__"));
        if (row)
            return cft_call_builtin(&m->vm, row, callee, positional, count, names, named,
                                    named_count, out);
        break;
    default: break;
    }
    return cft_vm_raise(&m->vm, CHATFMT_TYPE, "'%s' object is not callable", cft_type_name(callee));
}

/* f(*list, **dict). */
chatfmt_status cft_invoke_spread(cft_machine *m, cft_value callee, cft_value self,
                                 cft_value positional, cft_value named, cft_value *out,
                                 cft_call_frame **frame)
{
    const cft_list *list = positional.as.list;
    const cft_dict *dict = named.kind == CFT_DICT ? named.as.dict : NULL;
    cft_value *names = NULL;
    size_t count = dict ? dict->count : 0;
    void *place;
    if (count) {
        CFT_TRY(cft_heap_array(&m->vm.heap, count * 2, sizeof *names, &place));
        names = place;
        for (size_t i = 0; i < count; i++) {
            names[i] = dict->entries[i].key;
            names[count + i] = dict->entries[i].value;
        }
    }
    return cft_invoke(m, callee, self, list->items, list->count, names,
                      names ? names + count : NULL, count, CFT_END_VALUE, out, frame);
}
