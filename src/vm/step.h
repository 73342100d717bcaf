/* vm/step.h - the fused instructions that only look and choose where to go on.
 *
 * The interpreter's loop runs them when it meets them by itself; in an output program they are
 * parts (vm/run_output.c). Each is given the address of its instruction and moves it on; it is
 * false, and nothing has happened, when the plain instructions have to do it.
 */
#ifndef CFT_STEP_H
#define CFT_STEP_H

#include "vm/inline_cache.h"

/* Where the code goes on after the jump at `jump`, by the truth of a condition. */
static CFT_ALWAYS_INLINE const uint32_t *cft_step_to(const uint32_t *code, const uint32_t *jump,
                                                     bool truth)
{
    return truth == ((*jump & 0xFF) == CFT_OP_JUMP_TRUE) ? code + (*jump >> 8) : jump + 1;
}

static CFT_ALWAYS_INLINE bool cft_is(uint32_t which, const cft_value *v)
{
    switch ((cft_is_test)which) {
    case CFT_IS_DEFINED: return v->kind != CFT_UNDEFINED;
    case CFT_IS_UNDEFINED: return v->kind == CFT_UNDEFINED;
    case CFT_IS_NONE: return v->kind == CFT_NONE;
    case CFT_IS_STRING: return v->kind == CFT_STRING;
    case CFT_IS_MAPPING: return v->kind == CFT_DICT;
    case CFT_IS_TRUE: return v->kind == CFT_BOOL && v->as.boolean;
    case CFT_IS_FALSE: return v->kind == CFT_BOOL && !v->as.boolean;
    default: return v->kind == CFT_BOOL;
    }
}

/* LOAD_JUMP: if x. */
static CFT_ALWAYS_INLINE bool cft_step_jump(const cft_value *slots, const uint32_t *code,
                                            const uint32_t **pc)
{
    const cft_value *local = &slots[**pc >> 8];
    if (CFT_UNLIKELY(local->kind == CFT_ABSENT)) return false;
    *pc = cft_step_to(code, *pc + 1, cft_truth_of(local));
    return true;
}

/* LOAD_IS: if x is string. */
static CFT_ALWAYS_INLINE bool cft_step_is(const cft_value *slots, const uint32_t *code,
                                          const uint32_t **pc)
{
    const cft_value *local = &slots[**pc >> 8];
    if (CFT_UNLIKELY(local->kind == CFT_ABSENT)) return false;
    *pc = cft_step_to(code, *pc + 2, cft_is((*pc)[1] >> 8, local));
    return true;
}

/* ATTR_COMPARE, ITEM_COMPARE: if x.name == "text". `key` is the name. */
static CFT_ALWAYS_INLINE bool cft_step_compare(cft_machine *m, const cft_value *slots,
                                               const cft_slice *key, const uint32_t **pc)
{
    const cft_program *program = m->program;
    const cft_value *object = &slots[**pc >> 8], *value,
                    *constant = &program->constants[(*pc)[3] >> 8];
    const cft_entry *entry;
    bool equal;
    if (CFT_UNLIKELY(object->kind != CFT_DICT)) return false;
    entry = cft_cache_find(&m->caches[(*pc)[2]], object->as.dict, key);
    if (CFT_UNLIKELY(!entry || entry->value.kind != CFT_STRING)) return false;
    value = &entry->value;
    equal = value->length == constant->length &&
            cft_same_text(value->as.text, constant->as.text, constant->length);
    *pc = cft_step_to(program->code, *pc + 4, equal == (((*pc)[3] & 0xFF) == CFT_OP_EQ_CONST));
    return true;
}

/* The next item of a loop over a list, paid for and counted; NULL when it takes more than that.
 */
static CFT_ALWAYS_INLINE const cft_value *cft_step_item(cft_machine *m, cft_loop_state *loop,
                                                        uint32_t cost)
{
    if (CFT_UNLIKELY(loop->position >= loop->simple || m->vm.heap.fuel < cost)) return NULL;
    m->vm.heap.fuel -= cost;
    if (loop->object) loop->object->index0 = loop->position;
    return &loop->items[loop->position++];
}

/* FOR_NEXT_STORE: for x in list. */
static CFT_ALWAYS_INLINE bool cft_step_next(cft_machine *m, cft_loop_state *loops,
                                            cft_value *slots, const uint32_t **pc)
{
    const cft_value *item = cft_step_item(m, &loops[**pc >> 8], (*pc)[2]);
    if (CFT_UNLIKELY(!item)) return false;
    slots[(*pc)[3]] = *item;
    *pc += 4;
    return true;
}

/* FOR_NEXT_UNPACK: for x, y in list, into slots in a row; and what the round clears. */
static CFT_ALWAYS_INLINE bool cft_step_unpack(cft_machine *m, cft_loop_state *loops,
                                              cft_value *slots, const uint32_t **pc)
{
    cft_loop_state *loop = &loops[**pc >> 8];
    uint32_t count = (*pc)[3] >> 8; /* of UNPACK */
    const uint32_t *store = *pc + 4;
    if (CFT_UNLIKELY(loop->position >= loop->simple)) return false;
    const cft_value *item = loop->items + loop->position, *end;
    cft_value *to = slots + (*store >> 8);
    if (CFT_UNLIKELY((item->kind != CFT_TUPLE && item->kind != CFT_LIST) ||
                     item->as.list->count != count || !cft_step_item(m, loop, (*pc)[2])))
        return false;
    item = item->as.list->items;
    for (end = item + count; item != end; item++)
        *to++ = *item;
    for (store += count; (*store & 0xFF) == CFT_OP_CLEAR; store++)
        slots[*store >> 8].kind = CFT_ABSENT;
    *pc = store;
    return true;
}

#endif
