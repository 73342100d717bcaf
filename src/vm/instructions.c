/* vm/instructions.c - what the instructions do that take more than a few lines: see the header. */
#include "vm/instructions.h"

#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

chatfmt_status cft_do_dict(cft_machine *m, const cft_value *items, uint32_t count,
                               cft_value *out)
{
    cft_dict *dict;
    CFT_TRY(cft_dict_new(&m->vm.heap, count, &dict));
    for (uint32_t i = 0; i < count; i++)
        CFT_TRY(cft_dict_put(&m->vm.heap, dict, items[i * 2], items[i * 2 + 1]));
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

chatfmt_status cft_do_extend(cft_machine *m, cft_value *list, cft_value items)
{
    cft_list_builder b;
    cft_walk walk;
    cft_value item;
    bool more;
    const cft_list *first = list->as.list;
    if (cft_walk_begin(&m->vm.heap, items, &walk) != CHATFMT_OK)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE, "argument after * must be an iterable, not %s",
                            cft_type_name(items));
    CFT_TRY(cft_list_build(&b, &m->vm.heap, first->count + 8));
    for (uint32_t i = 0; i < first->count; i++) CFT_TRY(cft_list_push(&b, first->items[i]));
    for (;;) {
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        CFT_TRY(cft_list_push(&b, item));
    }
    return cft_list_end(&b, CFT_LIST, list);
}

chatfmt_status cft_do_merge(cft_machine *m, cft_value *named, cft_value more)
{
    cft_heap *heap = &m->vm.heap;
    const cft_dict *first = named->as.dict, *second;
    cft_dict *merged;
    if (more.kind == CFT_UNDEFINED) return cft_raise_undefined(heap, more);
    if (more.kind != CFT_DICT)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE, "argument after ** must be a mapping, not %s",
                            cft_type_name(more));
    second = more.as.dict;
    CFT_TRY(cft_dict_new(heap, (size_t)first->count + second->count, &merged));
    for (uint32_t i = 0; i < first->count; i++)
        CFT_TRY(cft_dict_put(heap, merged, first->entries[i].key, first->entries[i].value));
    for (uint32_t i = 0; i < second->count; i++) {
        cft_value key = second->entries[i].key;
        if (key.kind != CFT_STRING)
            return cft_raise(heap, CHATFMT_TYPE, "keywords must be strings");
        if (cft_dict_find_text(first, cft_text_of(key)))
            return cft_raise(heap, CHATFMT_TYPE, "got multiple values for keyword argument '%.*s'",
                             (int)key.length, key.as.text);
        CFT_TRY(cft_dict_put(heap, merged, key, second->entries[i].value));
    }
    *named = cft_dict_value(merged);
    return CHATFMT_OK;
}

static bool instruction_is_markup(cft_value v)
{
    return v.kind == CFT_STRING && (v.flags & CFT_STR_MARKUP);
}

static chatfmt_status instruction_join(cft_machine *m, const cft_value *values, uint32_t count,
                               bool escape, cft_value *out)
{
    cft_builder b;
    cft_value text;
    CFT_TRY(cft_build(&b, &m->vm.heap, 64));
    for (uint32_t i = 0; i < count; i++) {
        text = values[i];
        if (escape && !instruction_is_markup(text)) {
            CFT_TRY(cft_to_str(&m->vm.heap, text, &text));
            CFT_TRY(cft_text_escape(&m->vm.heap, text, &text));
        }
        CFT_TRY(cft_str_append(&b, text));
    }
    return cft_build_end(&b, escape ? CFT_STR_MARKUP : 0, out);
}

chatfmt_status cft_do_concat(cft_machine *m, const cft_value *values, uint32_t count,
                                 bool markup, cft_value *out)
{
    cft_value rest;
    bool escape = false;
    for (uint32_t i = 0; i < count && markup; i++)
        escape = escape || instruction_is_markup(values[i]);
    if (escape || count < 2 || values[0].kind != CFT_STRING || values[0].length < 64)
        return instruction_join(m, values, count, escape, out);
    /* A long text that grows at its end is extended in place. */
    rest = values[1];
    if (count > 2 || rest.kind != CFT_STRING)
        CFT_TRY(instruction_join(m, values + 1, count - 1, false, &rest));
    return cft_concat(&m->vm.heap, values[0], rest, 0, out);
}

chatfmt_status cft_do_add_defer(cft_machine *m, cft_value *operands, uint32_t count)
{
    cft_value last = operands[count - 1], sum = operands[0];
    bool added = count > 2 && operands[1].kind == CFT_ABSENT;
    if (!added && cft_is_plain_text(last) && cft_is_plain_text(sum)) return CHATFMT_OK;
    for (uint32_t i = 1; i + 1 < count && !added; i++)
        CFT_TRY(cft_binary(&m->vm, CFT_ADD, sum, operands[i], &sum));
    CFT_TRY(cft_binary(&m->vm, CFT_ADD, sum, last, &operands[0]));
    for (uint32_t i = 1; i < count; i++) operands[i] = cft_absent();
    return CHATFMT_OK;
}

chatfmt_status cft_do_emit_sum(cft_machine *m, const cft_value *operands, uint32_t count)
{
    if (operands[1].kind == CFT_ABSENT) return cft_sink_value(m, operands[0]);
    for (uint32_t i = 0; i < count; i++)
        CFT_TRY(cft_sink_write(m, operands[i].as.text, operands[i].length));
    return CHATFMT_OK;
}

chatfmt_status cft_do_unpack(cft_machine *m, cft_value value, uint32_t count, cft_value *out)
{
    cft_walk walk;
    bool more;
    if ((value.kind == CFT_LIST || value.kind == CFT_TUPLE) && value.as.list->count == count) {
        for (uint32_t i = 0; i < count; i++) out[count - 1 - i] = value.as.list->items[i];
        return CHATFMT_OK;
    }
    if (cft_walk_begin(&m->vm.heap, value, &walk) != CHATFMT_OK)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE, "cannot unpack non-iterable %s object",
                            cft_type_name(value));
    for (uint32_t i = 0; i < count; i++) {
        CFT_TRY(cft_walk_next(&walk, &out[count - 1 - i], &more));
        if (!more)
            return cft_vm_raise(&m->vm, CHATFMT_VALUE,
                                "not enough values to unpack (expected %u, got %u)",
                                (unsigned)count, (unsigned)i);
    }
    CFT_TRY(cft_walk_next(&walk, &value, &more));
    if (more)
        return cft_vm_raise(&m->vm, CHATFMT_VALUE, "too many values to unpack (expected %u)",
                            (unsigned)count);
    return CHATFMT_OK;
}

chatfmt_status cft_do_namespace_store(cft_machine *m, cft_value target, uint32_t name,
                                          cft_value value)
{
    cft_slice text = m->program->names[name].text;
    if (target.kind != CFT_NAMESPACE)
        return cft_vm_raise(&m->vm, CHATFMT_RUNTIME,
                            "cannot assign attribute on non-namespace object");
    if (m->vm.strict_names) CFT_TRY(cft_vm_check_name(&m->vm, text));
    return cft_dict_put(&m->vm.heap, &target.as.names->dict,
                        cft_string(text.data, (uint32_t)text.length, 0), value);
}

chatfmt_status cft_do_macro(cft_machine *m, const cft_function *function, cft_variables *outer,
                                cft_value *out)
{
    cft_macro *macro;
    cft_slice name = {NULL, 0};
    void *place;
    CFT_TRY(cft_heap_take(&m->vm.heap, sizeof *macro, &place));
    macro = place;
    if (function->name != CFT_NO_SLOT) name = m->program->names[function->name].text;
    *macro = (cft_macro){.object = {.class = &cft_macro_class},
                         .function = function,
                         .outer = outer,
                         .name = cft_string(name.data, (uint32_t)name.length, 0)};
    *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &macro->object}};
    return CHATFMT_OK;
}

chatfmt_status cft_do_self(cft_machine *m, const cft_context *context, cft_value *out)
{
    cft_template_ref *ref;
    void *place;
    CFT_TRY(cft_heap_take(&m->vm.heap, sizeof *ref, &place));
    ref = place;
    *ref = (cft_template_ref){.object = {.class = &cft_template_class}, .context = context};
    *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &ref->object}};
    return CHATFMT_OK;
}

chatfmt_status cft_do_scoped(cft_machine *m, cft_variables *variables, const uint32_t *pairs,
                                 uint32_t count, const cft_context **context)
{
    cft_context *made;
    cft_value *values;
    void *place;
    CFT_TRY(cft_heap_take(&m->vm.heap, sizeof *made, &place));
    made = place;
    CFT_TRY(cft_heap_array(&m->vm.heap, count, sizeof *values, &place));
    values = place;
    for (uint32_t i = 0; i < count; i++) {
        cft_variables *at = cft_outer(variables, pairs[i * 2 + 1] >> 20);
        values[i] = at->slots[pairs[i * 2 + 1] & 0xFFFFF];
    }
    *made = (cft_context){
        .outer = variables->context, .names = pairs, .values = values, .count = count};
    *context = made;
    return CHATFMT_OK;
}

chatfmt_status cft_do_raise(cft_machine *m, chatfmt_status status, uint32_t constant)
{
    cft_value text = m->program->constants[constant];
    return cft_vm_raise(&m->vm, status, "%.*s", (int)text.length, text.as.text);
}

chatfmt_status cft_do_end(cft_machine *m, const cft_call_frame *frame, cft_value *value,
                          bool *given)
{
    *given = frame->end == CFT_END_VALUE;
    if (*given) {
        CFT_TRY(cft_sink_end(m, value));
        if (frame->autoescape) value->flags |= CFT_STR_MARKUP;
    } else if (frame->end == CFT_END_EMIT) {
        CFT_TRY(cft_sink_join(m));
    }
    m->vm.autoescape = frame->autoescape;
    return CHATFMT_OK;
}
