/* vm/run.c - the interpreter's loop.
 *
 * One function, one case per instruction of lang/op.def. Calls of template code change the frame
 * and go on; only a loop's condition that is asked for out of turn runs the function again, and
 * that nesting is bounded. What is longer than a few lines is elsewhere.
 */
#include "lang/opcode.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"
#include "vm/instructions.h"
#include "vm/cached_lookup.h"
#include "vm/operators.h"
#include "vm/step.h"

#include <assert.h>

/* Calls of this function inside one another: for … if … whose condition has such a loop. */
#define RUN_MOST_NESTED 24

#if defined(__GNUC__) && !defined(CFT_PLAIN_SWITCH)
#define RUN_THREADED 1
#else
#define RUN_THREADED 0
#endif

/* Integers that cannot overflow when two are added. */
#define RUN_SMALL ((uint64_t)1 << 61)

/* ---- the loop ---- */

#define RUN_A (word >> 8)
#define RUN_B (pc[0])
#define RUN_C (pc[1])
#define RUN_FAIL_UNLESS(call)                                                                  \
    do {                                                                                       \
        status = (call);                                                                       \
        if (CFT_UNLIKELY(status != CHATFMT_OK)) goto failed;                                   \
    } while (0)

/* Read a local variable. */
#define RUN_LOCAL(target, slot)                                                                \
    do {                                                                                       \
        (target) = slots[slot];                                                                \
        if (CFT_UNLIKELY((target).kind == CFT_ABSENT))                                         \
            RUN_FAIL_UNLESS(cft_frame_missing(m, variables, slot, &(target)));                 \
    } while (0)

/* The truth `flag` becomes the top; when a jump is about to pop it again, jump at once. */
#define RUN_TRUTH                                                                              \
    do {                                                                                       \
        if ((*pc & 0xFF) == CFT_OP_JUMP_FALSE) {                                               \
            top--;                                                                             \
            pc = flag ? pc + 1 : code + (*pc >> 8);                                            \
        } else if ((*pc & 0xFF) == CFT_OP_JUMP_TRUE) {                                         \
            top--;                                                                             \
            pc = flag ? code + (*pc >> 8) : pc + 1;                                            \
        } else {                                                                               \
            top[-1] = cft_bool(flag);                                                          \
        }                                                                                      \
    } while (0)

/* The guard of the fused instruction at `at` failed: run the plain one that it replaces. */
#define RUN_PLAIN(name)                                                                        \
    do {                                                                                       \
        pc = at + 1;                                                                           \
        word = (*at & ~(uint32_t)0xFF) | CFT_OP_##name;                                        \
        RUN_AGAIN;                                                                             \
    } while (0)

#define RUN_ENTER(next_frame)                                                                  \
    do {                                                                                       \
        frame->pc = pc;                                                                        \
        frame->top = top;                                                                      \
        frame = (next_frame);                                                                  \
        variables = frame->variables;                                                          \
        slots = variables->slots;                                                              \
        top = frame->stack;                                                                    \
        pc = code + frame->function->entry;                                                    \
    } while (0)

/* The next instruction finds the stack, the slots and the addresses that it speaks of. */
#define RUN_ASSERT assert(cft_op_is_sound(program, frame->function, pc, top - frame->stack))

#if RUN_THREADED
#define RUN_CASE(name) label_##name
#define RUN_NEXT                                                                               \
    do {                                                                                       \
        RUN_ASSERT;                                                                            \
        at = pc;                                                                               \
        word = *pc++;                                                                          \
        goto *labels[word & 0xFF];                                                             \
    } while (0)
/* The instruction in `word` instead of the one that is here. */
#define RUN_AGAIN goto *labels[word & 0xFF]
#else
#define RUN_CASE(name) case CFT_OP_##name
#define RUN_NEXT goto dispatch
#define RUN_AGAIN goto again
#endif

#if RUN_THREADED
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

/* `top` points after the top of the value stack. */
chatfmt_status cft_run_frame(cft_machine *m, cft_call_frame *frame, cft_value *result)
{
    const cft_program *program = m->program;
    const uint32_t *code = program->code, *pc = code + frame->function->entry, *at = pc;
    const cft_value *constants = program->constants;
    cft_variables *variables = frame->variables;
    cft_value *slots = variables->slots, *top = frame->stack, value;
    cft_call_frame *next = NULL;
    cft_loop_state *loop;
    chatfmt_status status = CHATFMT_OK;
    uint32_t word, count;
    bool flag;
#if RUN_THREADED
    static const void *const labels[] = {
#define OP(name, words, operands, pops, pushes, fault, effect) &&label_##name,
#include "lang/op.def"
#undef OP
    };
#endif
    if (++m->nested > RUN_MOST_NESTED) {
        m->nested--;
        return cft_heap_limit(&m->vm.heap, "depth", RUN_MOST_NESTED, m->nested + 1u);
    }
#if RUN_THREADED
    RUN_NEXT;
#else
dispatch:
    RUN_ASSERT;
    at = pc;
    word = *pc++;
again:
    switch ((cft_op)(word & 0xFF)) {
#endif

    RUN_CASE(CONST): *top++ = constants[RUN_A]; RUN_NEXT;
    RUN_CASE(LOAD):
        RUN_LOCAL(value, RUN_A);
        *top++ = value;
        RUN_NEXT;
    RUN_CASE(LOAD_OUTER): {
        cft_variables *outer = cft_outer(variables, RUN_A);
        value = outer->slots[RUN_B];
        if (value.kind == CFT_ABSENT) RUN_FAIL_UNLESS(cft_frame_missing(m, outer, RUN_B, &value));
        *top++ = value;
        pc++;
        RUN_NEXT;
    }
    RUN_CASE(STORE): slots[RUN_A] = *--top; RUN_NEXT;
    RUN_CASE(CLEAR): slots[RUN_A].kind = CFT_ABSENT; RUN_NEXT;
    RUN_CASE(ALIAS): {
        cft_variables *outer = cft_outer(variables, RUN_B);
        value = outer->slots[RUN_C];
        if (value.kind == CFT_ABSENT && outer->function->slots[RUN_C].resolve)
            RUN_FAIL_UNLESS(cft_frame_missing(m, outer, RUN_C, &value));
        slots[RUN_A] = value;
        pc += 2;
        RUN_NEXT;
    }
    RUN_CASE(POP): top--; RUN_NEXT;
    RUN_CASE(ATTR):
        RUN_FAIL_UNLESS(cft_cached_attribute(m, top[-1], RUN_A, RUN_B, &top[-1]));
        pc++;
        RUN_NEXT;
    RUN_CASE(LOAD_ATTR):
        RUN_LOCAL(value, RUN_A);
        RUN_FAIL_UNLESS(cft_cached_attribute(m, value, RUN_B, RUN_C, top));
        top++;
        pc += 2;
        RUN_NEXT;
    RUN_CASE(ITEM):
        top--;
        RUN_FAIL_UNLESS(cft_get_item(&m->vm, top[-1], top[0], &top[-1]));
        RUN_NEXT;
    RUN_CASE(ITEM_TEXT):
        RUN_FAIL_UNLESS(cft_cached_item(m, top[-1], RUN_A, RUN_B, &top[-1]));
        pc++;
        RUN_NEXT;
    RUN_CASE(LOAD_ITEM_TEXT):
        RUN_LOCAL(value, RUN_A);
        RUN_FAIL_UNLESS(cft_cached_item(m, value, RUN_B, RUN_C, top));
        top++;
        pc += 2;
        RUN_NEXT;
    RUN_CASE(ITEM_INT): {
        int64_t index = (int32_t)RUN_B;
        if (top[-1].kind == CFT_LIST && index >= 0 && index < top[-1].as.list->count)
            top[-1] = top[-1].as.list->items[index];
        else
            RUN_FAIL_UNLESS(cft_get_item(&m->vm, top[-1], cft_int(index), &top[-1]));
        pc++;
        RUN_NEXT;
    }
    RUN_CASE(SLICE):
        top -= 3;
        RUN_FAIL_UNLESS(cft_get_slice(&m->vm, top[-1], top[0], top[1], top[2], &top[-1]));
        RUN_NEXT;
    RUN_CASE(NOT):
        flag = !cft_truth(top[-1]);
        RUN_TRUTH;
        RUN_NEXT;
    RUN_CASE(NEGATE): RUN_FAIL_UNLESS(cft_negate(&m->vm, top[-1], &top[-1])); RUN_NEXT;
    RUN_CASE(POSITIVE): RUN_FAIL_UNLESS(cft_positive(&m->vm, top[-1], &top[-1])); RUN_NEXT;
    RUN_CASE(BINARY):
        top--;
        RUN_FAIL_UNLESS(cft_binary(&m->vm, (int)RUN_A, top[-1], top[0], &top[-1]));
        RUN_NEXT;
    RUN_CASE(ADD):
        top--;
        if (top[-1].kind == CFT_INT && top[0].kind == CFT_INT &&
            (uint64_t)top[-1].as.integer + RUN_SMALL < 2 * RUN_SMALL &&
            (uint64_t)top[0].as.integer + RUN_SMALL < 2 * RUN_SMALL)
        {
            uint32_t origin =
                cft_origin_of_two(m->vm.heap.origins, top[-1].length, top[0].length);
            top[-1] = cft_int(top[-1].as.integer + top[0].as.integer);
            top[-1].length = origin;
        }
        else
            RUN_FAIL_UNLESS(cft_binary(&m->vm, CFT_ADD, top[-1], top[0], &top[-1]));
        RUN_NEXT;
    RUN_CASE(COMPARE):
        top--;
        if (top[-1].kind == CFT_INT && top[0].kind == CFT_INT && RUN_A <= CFT_CMP_GE)
            flag = cft_order_integers(RUN_A, top[-1].as.integer, top[0].as.integer);
        else
            RUN_FAIL_UNLESS(cft_compare_values(&m->vm.heap, (int)RUN_A, top[-1], top[0], &flag));
        RUN_TRUTH;
        RUN_NEXT;
    RUN_CASE(EQ_CONST):
    RUN_CASE(NE_CONST): {
        const cft_value *constant = &constants[RUN_A];
        if (top[-1].kind == CFT_STRING && constant->kind == CFT_STRING &&
            constant->length <= CFT_CACHED_SHORT)
            flag = top[-1].length == constant->length &&
                   cft_same_text(top[-1].as.text, constant->as.text, constant->length);
        else
            RUN_FAIL_UNLESS(cft_equal(&m->vm.heap, top[-1], *constant, &flag));
        flag = flag == ((word & 0xFF) == CFT_OP_EQ_CONST);
        RUN_TRUTH;
        RUN_NEXT;
    }
    RUN_CASE(IN_CONST):
        RUN_FAIL_UNLESS(cft_contains(&m->vm.heap, constants[RUN_A], top[-1], &flag));
        RUN_TRUTH;
        RUN_NEXT;
    RUN_CASE(CHAIN):
        top--;
        RUN_FAIL_UNLESS(cft_compare_values(&m->vm.heap, (int)RUN_A, top[-1], top[0], &flag));
        top[-1] = flag ? top[0] : cft_bool(false);
        pc = flag ? pc + 1 : code + RUN_B;
        RUN_NEXT;
    RUN_CASE(IS):
        flag = cft_is(RUN_A, &top[-1]);
        RUN_TRUTH;
        RUN_NEXT;
    RUN_CASE(JUMP):
        pc = code + RUN_A;
        RUN_NEXT;
    RUN_CASE(JUMP_FALSE):
        top--;
        flag = cft_truth_of(top);
        if (!flag) pc = code + RUN_A;
        RUN_NEXT;
    RUN_CASE(JUMP_TRUE):
        top--;
        flag = cft_truth_of(top);
        if (flag) pc = code + RUN_A;
        RUN_NEXT;
    RUN_CASE(KEEP_FALSE):
        if (cft_truth(top[-1])) top--;
        else pc = code + RUN_A;
        RUN_NEXT;
    RUN_CASE(KEEP_TRUE):
        if (cft_truth(top[-1])) pc = code + RUN_A;
        else top--;
        RUN_NEXT;
    RUN_CASE(JUMP_GIVEN):
        pc = slots[RUN_A].kind == CFT_ABSENT ? pc + 1 : code + RUN_B;
        RUN_NEXT;
    RUN_CASE(LIST):
        top -= RUN_A;
        RUN_FAIL_UNLESS(cft_list_copy(&m->vm.heap, CFT_LIST, top, RUN_A, top));
        top++;
        RUN_NEXT;
    RUN_CASE(TUPLE):
        top -= RUN_A;
        RUN_FAIL_UNLESS(cft_list_copy(&m->vm.heap, CFT_TUPLE, top, RUN_A, top));
        top++;
        RUN_NEXT;
    RUN_CASE(DICT):
        top -= 2 * RUN_A;
        RUN_FAIL_UNLESS(cft_do_dict(m, top, RUN_A, top));
        top++;
        RUN_NEXT;
    RUN_CASE(EXTEND):
        top--;
        RUN_FAIL_UNLESS(cft_do_extend(m, &top[-1], top[0]));
        RUN_NEXT;
    RUN_CASE(MERGE):
        top--;
        RUN_FAIL_UNLESS(cft_do_merge(m, &top[-1], top[0]));
        RUN_NEXT;
    RUN_CASE(CONCAT):
        top -= RUN_A;
        RUN_FAIL_UNLESS(cft_do_concat(m, top, RUN_A, false, top));
        top++;
        RUN_NEXT;
    RUN_CASE(CONCAT_MARKUP):
        top -= RUN_A;
        RUN_FAIL_UNLESS(cft_do_concat(m, top, RUN_A, true, top));
        top++;
        RUN_NEXT;
    RUN_CASE(METHOD):
        RUN_FAIL_UNLESS(cft_cached_method(m, top - 1, RUN_A, RUN_B));
        top++;
        pc++;
        RUN_NEXT;
    RUN_CASE(NO_SELF): *top++ = cft_absent(); RUN_NEXT;
    RUN_CASE(CALL):
    RUN_CASE(CALL_EMIT):
    RUN_CASE(CALL_RAW): {
        const cft_program_keywords *keywords = RUN_B ? &program->keywords[RUN_B - 1] : NULL;
        uint32_t named = keywords ? keywords->count : 0, op = word & 0xFF;
        count = RUN_A;
        top -= count + named + 2;
        pc++;
        RUN_FAIL_UNLESS(cft_invoke(m, top[0], top[1], top + 2, count,
                                   keywords ? keywords->names : NULL, top + 2 + count, named,
                                   op == CFT_OP_CALL ? CFT_END_VALUE : CFT_END_EMIT, &value,
                                   &next));
        if (next) {
            RUN_ENTER(next);
            RUN_NEXT;
        }
        if (op == CFT_OP_CALL) *top++ = value;
        else if (op == CFT_OP_CALL_EMIT) RUN_FAIL_UNLESS(cft_sink_value(m, value));
        else RUN_FAIL_UNLESS(cft_sink_raw(m, value));
        RUN_NEXT;
    }
    RUN_CASE(CALL_SPREAD):
        top -= 4;
        RUN_FAIL_UNLESS(cft_invoke_spread(m, top[0], top[1], top[2], top[3], &value, &next));
        if (next) {
            RUN_ENTER(next);
            RUN_NEXT;
        }
        *top++ = value;
        RUN_NEXT;
    RUN_CASE(FILTER): {
        const cft_program_keywords *keywords = RUN_C ? &program->keywords[RUN_C - 1] : NULL;
        uint32_t named = keywords ? keywords->count : 0;
        count = RUN_A;
        top -= count + named;
        RUN_FAIL_UNLESS(cft_call_builtin(&m->vm, program->rows[RUN_B], top[-1], top, count,
                                         keywords ? keywords->names : NULL, top + count, named,
                                         &value));
        top[-1] = value;
        pc += 2;
        RUN_NEXT;
    }
    RUN_CASE(FILTER_SPREAD):
        top -= 2;
        value = (cft_value){.kind = CFT_FUNCTION, .as = {.function = program->rows[RUN_A]}};
        RUN_FAIL_UNLESS(cft_invoke_spread(m, value, top[-1], top[0], top[1], &top[-1], &next));
        RUN_NEXT;
    RUN_CASE(UNKNOWN): RUN_FAIL_UNLESS(cft_do_raise(m, CHATFMT_RUNTIME, RUN_B)); RUN_NEXT;
    RUN_CASE(TEXT):
        RUN_FAIL_UNLESS(cft_sink_write(m, constants[RUN_A].as.text, constants[RUN_A].length));
        RUN_NEXT;
    RUN_CASE(EMIT):
        top--;
        if (top->kind == CFT_STRING)
            RUN_FAIL_UNLESS(cft_sink_write(m, top->as.text, top->length));
        else
            RUN_FAIL_UNLESS(cft_sink_value(m, *top));
        RUN_NEXT;
    RUN_CASE(EMIT_ESCAPED): RUN_FAIL_UNLESS(cft_sink_escaped(m, *--top)); RUN_NEXT;
    RUN_CASE(EMIT_MAYBE):
        top--;
        RUN_FAIL_UNLESS(m->vm.autoescape ? cft_sink_escaped(m, *top) : cft_sink_value(m, *top));
        RUN_NEXT;
    RUN_CASE(EMIT_RAW): RUN_FAIL_UNLESS(cft_sink_raw(m, *--top)); RUN_NEXT;
    RUN_CASE(EMIT_ALL):
        top -= RUN_A;
        for (uint32_t i = 0; i < RUN_A; i++) RUN_FAIL_UNLESS(cft_sink_value(m, top[i]));
        RUN_NEXT;
    RUN_CASE(ADD_DEFER_CONST):
        *top++ = constants[RUN_B];
        pc++;
        if (CFT_LIKELY(cft_is_plain_text(*(top - RUN_A)) && top[1 - (int)RUN_A].kind != CFT_ABSENT))
            RUN_NEXT;
        RUN_FAIL_UNLESS(cft_do_add_defer(m, top - RUN_A, RUN_A));
        RUN_NEXT;
    RUN_CASE(ADD_DEFER):
        if (CFT_LIKELY(cft_is_plain_text(top[-1]) && cft_is_plain_text(*(top - RUN_A)) &&
                       top[1 - (int)RUN_A].kind != CFT_ABSENT))
            RUN_NEXT;
        RUN_FAIL_UNLESS(cft_do_add_defer(m, top - RUN_A, RUN_A));
        RUN_NEXT;
    RUN_CASE(EMIT_SUM):
        top -= RUN_A;
        RUN_FAIL_UNLESS(cft_do_emit_sum(m, top, RUN_A));
        RUN_NEXT;
    RUN_CASE(UNPACK):
        top--;
        RUN_FAIL_UNLESS(cft_do_unpack(m, *top, RUN_A, top));
        top += RUN_A;
        RUN_NEXT;
    RUN_CASE(NS_CHECK):
        top--;
        if (top->kind != CFT_NAMESPACE)
            RUN_FAIL_UNLESS(cft_vm_raise(&m->vm, CHATFMT_RUNTIME,
                                         "cannot assign attribute on non-namespace object"));
        RUN_NEXT;
    RUN_CASE(NS_STORE):
        top -= 2;
        RUN_FAIL_UNLESS(cft_do_namespace_store(m, top[1], RUN_A, top[0]));
        RUN_NEXT;
    RUN_CASE(FOR_BEGIN): RUN_FAIL_UNLESS(cft_loop_begin(m, &frame->loops[RUN_A], *--top)); RUN_NEXT;
    RUN_CASE(FOR_LOOP):
        top--;
        RUN_FAIL_UNLESS(cft_loop_object(m, &frame->loops[RUN_A], *top,
                                        RUN_C ? &program->functions[RUN_C - 1] : NULL,
                                        &slots[RUN_B]));
        pc += 2;
        RUN_NEXT;
    RUN_CASE(FOR_NEXT): {
        const cft_value *item;
        loop = &frame->loops[RUN_A];
        item = cft_step_item(m, loop, RUN_C);
        if (CFT_LIKELY(item != NULL)) {
            *top++ = *item;
            pc += 2;
            RUN_NEXT;
        }
        RUN_FAIL_UNLESS(cft_charge(&m->vm.heap, RUN_C));
        RUN_FAIL_UNLESS(cft_loop_step(m, loop, top, &flag));
        top += flag;
        pc = flag ? pc + 2 : code + RUN_B;
        RUN_NEXT;
    }
    RUN_CASE(FOR_NEXT_STORE):
        pc = at;
        if (CFT_LIKELY(cft_step_next(m, frame->loops, slots, &pc))) RUN_NEXT;
        pc = at + 1;
        RUN_FAIL_UNLESS(cft_charge(&m->vm.heap, RUN_C));
        RUN_FAIL_UNLESS(cft_loop_step(m, &frame->loops[RUN_A], &value, &flag));
        if (flag) slots[pc[2]] = value;
        pc = flag ? pc + 3 : code + RUN_B;
        RUN_NEXT;
    RUN_CASE(FOR_ROUND): frame->loops[RUN_A].round = true; RUN_NEXT;
    RUN_CASE(FOR_ELSE):
        pc = frame->loops[RUN_A].round ? code + RUN_B : pc + 1;
        RUN_NEXT;
    RUN_CASE(LOOP_ATTR): {
        union {
            cft_object *object;
            void *loop;
        } place = {slots[RUN_A].as.object};
        if (CFT_UNLIKELY(slots[RUN_A].kind != CFT_OBJECT)) {
            RUN_LOCAL(value, RUN_A);
            RUN_FAIL_UNLESS(cft_raise_undefined(&m->vm.heap, value));
        }
        RUN_FAIL_UNLESS(cft_loop_read(m, place.loop, (cft_loop_attribute)RUN_B, top));
        top++;
        pc++;
        RUN_NEXT;
    }
    RUN_CASE(RECURSE):
        top--;
        value = *top;
        RUN_FAIL_UNLESS(cft_frame_push(m, &program->functions[RUN_A], variables,
                                       variables->context, CFT_END_EMIT, &next));
        next->variables->slots[0] = value;
        RUN_FAIL_UNLESS(cft_sink_begin(m));
        pc = code + RUN_B;
        RUN_ENTER(next);
        RUN_NEXT;
    RUN_CASE(CAPTURE): RUN_FAIL_UNLESS(cft_sink_begin(m)); RUN_NEXT;
    RUN_CASE(CAPTURED): RUN_FAIL_UNLESS(cft_sink_end(m, top)); top++; RUN_NEXT;
    RUN_CASE(CAPTURED_MARKUP):
        RUN_FAIL_UNLESS(cft_sink_end(m, top));
        if (m->vm.autoescape) top->flags |= CFT_STR_MARKUP;
        top++;
        RUN_NEXT;
    RUN_CASE(TO_MARKUP):
        if (!RUN_A && !m->vm.autoescape) RUN_NEXT;
        RUN_FAIL_UNLESS(cft_to_str(&m->vm.heap, top[-1], &top[-1]));
        top[-1].flags |= CFT_STR_MARKUP;
        RUN_NEXT;
    RUN_CASE(CAPTURE_DROP):
        count = m->capture_count - RUN_A;
        RUN_FAIL_UNLESS(cft_charge_bytes(&m->vm.heap, m->length - m->captures[count].begin));
        cft_sink_drop(m, RUN_A);
        RUN_NEXT;
    RUN_CASE(GENERATION): RUN_FAIL_UNLESS(cft_sink_generation(m)); RUN_NEXT;
    RUN_CASE(GENERATED): RUN_FAIL_UNLESS(cft_sink_generated(m)); RUN_NEXT;
    RUN_CASE(AUTOESCAPE):
        slots[RUN_A] = cft_bool(m->vm.autoescape);
        m->vm.autoescape = cft_truth(*--top);
        RUN_NEXT;
    RUN_CASE(AUTOESCAPED): m->vm.autoescape = slots[RUN_A].as.boolean; RUN_NEXT;
    RUN_CASE(MACRO):
        RUN_FAIL_UNLESS(cft_do_macro(m, &program->functions[RUN_A], variables, top));
        top++;
        pc = code + RUN_B;
        RUN_NEXT;
    RUN_CASE(BLOCK): {
        const cft_context *context = variables->context;
        count = RUN_B;
        pc++;
        if (count) {
            RUN_FAIL_UNLESS(cft_do_scoped(m, variables, pc, count - 1, &context));
            pc += 2 * (count - 1);
        }
        RUN_FAIL_UNLESS(cft_frame_push(m, &program->functions[program->blocks[RUN_A].function],
                                       NULL, context, CFT_END_PLAIN, &next));
        RUN_ENTER(next);
        RUN_NEXT;
    }
    RUN_CASE(SELF):
        RUN_FAIL_UNLESS(cft_do_self(m, variables->context, &slots[RUN_A]));
        pc++;
        RUN_NEXT;
    RUN_CASE(EXPORT):
        m->exports[RUN_A] = slots[RUN_B];
        pc++;
        RUN_NEXT;
    RUN_CASE(RAISE): RUN_FAIL_UNLESS(cft_do_raise(m, (chatfmt_status)RUN_A, RUN_B)); RUN_NEXT;
    RUN_CASE(RETURN): {
        cft_frame_end end = frame->end;
        RUN_FAIL_UNLESS(cft_do_end(m, frame, &value, &flag));
        cft_frame_pop(m);
        if (end == CFT_END_RUN) {
            m->nested--;
            return CHATFMT_OK;
        }
        frame = m->frame;
        variables = frame->variables;
        slots = variables->slots;
        top = frame->top;
        pc = frame->pc;
        if (flag) *top++ = value;
        RUN_NEXT;
    }
    RUN_CASE(GIVE):
        *result = *--top;
        cft_frame_pop(m);
        m->nested--;
        return CHATFMT_OK;
    RUN_CASE(WRITE):
        pc = cft_run_output(m, frame, &program->writes[RUN_A]);
        if (CFT_LIKELY(pc != at)) RUN_NEXT;
        pc++;
        word = program->writes[RUN_A].word;
        RUN_AGAIN;
    RUN_CASE(LOAD_JUMP):
        pc = at;
        if (CFT_LIKELY(cft_step_jump(slots, code, &pc))) RUN_NEXT;
        RUN_PLAIN(LOAD);
    RUN_CASE(LOAD_IS):
        pc = at;
        if (CFT_LIKELY(cft_step_is(slots, code, &pc))) RUN_NEXT;
        RUN_PLAIN(LOAD);
    RUN_CASE(ATTR_COMPARE):
        pc = at;
        if (CFT_LIKELY(cft_step_compare(m, slots, &program->names[pc[1]].text, &pc))) RUN_NEXT;
        RUN_PLAIN(LOAD_ATTR);
    RUN_CASE(ITEM_COMPARE): {
        cft_slice key = cft_text_of(constants[*pc]);
        pc = at;
        if (CFT_LIKELY(cft_step_compare(m, slots, &key, &pc))) RUN_NEXT;
        RUN_PLAIN(LOAD_ITEM_TEXT);
    }
    RUN_CASE(FOR_NEXT_UNPACK):
        pc = at;
        if (CFT_LIKELY(cft_step_unpack(m, frame->loops, slots, &pc))) RUN_NEXT;
        RUN_PLAIN(FOR_NEXT);
#if !RUN_THREADED
    default: break;
    }
#endif
failed:
    /* The innermost run that failed knows the place. */
    if (!m->has_pc) {
        m->failed_pc = (uint32_t)(at - code);
        m->has_pc = true;
        cft_failed_operands_keep(m, at, top);
    }
    m->nested--;
    return status;
}

#if RUN_THREADED
#pragma GCC diagnostic pop
#endif
