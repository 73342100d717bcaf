/* lang/emit_loop.c - code of {% for %}, {% break %} and {% continue %}.
 *
 * A loop has a `loop` object when its body reads the name, as in Jinja. Its condition
 * (for … if …) is then a function of its own, since `loop.last` may ask for the next item at any
 * time; without a `loop` object the condition is plain code at the head of the round.
 */
#include "lang/emit.h"

#define LOOP_PYTHON_MOST 20 /* CPython: too many statically nested blocks */

static bool loop_is_extended(const cft_node *node)
{
    static const char *const name[] = {"loop"};
    return node->recursive || cft_scope_undeclared(node->body, name, 1) ||
           cft_scope_has_scoped_block(node->body) || cft_scope_has_scoped_block(node->other);
}

/* The result of a condition. Several targets are put into a tuple again, as the generator does that
 * Jinja writes for a filtered loop: the neighbours of an item are such tuples. */
static chatfmt_status loop_filter_result(cft_emitter *e, cft_node *node)
{
    uint32_t failed = CFT_NO_JUMP, index;
    if (node->a->kind != CFT_EXPR_TUPLE) {
        CFT_TRY(cft_emit_expr(e, node->c));
        return cft_emit_op(e, CFT_OP_GIVE, 0);
    }
    CFT_TRY(cft_emit_jump_if(e, node->c, false, &failed));
    CFT_TRY(cft_emit_expr(e, node->a));
    CFT_TRY(cft_emit_op(e, CFT_OP_GIVE, 0));
    cft_emit_patch_chain(e, failed);
    CFT_TRY(cft_emit_constant(e, cft_none(), &index));
    CFT_TRY(cft_emit_op(e, CFT_OP_CONST, index));
    return cft_emit_op(e, CFT_OP_GIVE, 0);
}

/* The condition as a function of the item in slot 0. *filter is its number + 1. */
static chatfmt_status loop_filter(cft_emitter *e, cft_node *node, uint32_t *filter)
{
    uint32_t over, slot;
    CFT_TRY(cft_emit_jump(e, CFT_OP_JUMP, &over));
    CFT_TRY(cft_emit_body_begin(e, node->a->kind == CFT_EXPR_TUPLE ? CFT_FUNCTION_FILTER_TUPLE
                                                                  : CFT_FUNCTION_FILTER));
    CFT_TRY(cft_scope_new_slot(e, 0, false, &slot));
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_declare_target(e, node->a));
    CFT_TRY(cft_scope_visit(e, node->c));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_emit_op(e, CFT_OP_LOAD, slot));
    CFT_TRY(cft_emit_target(e, node->a));
    CFT_TRY(loop_filter_result(e, node));
    *filter = e->body->function + 1;
    cft_scope_pop(e);
    cft_emit_body_end(e);
    cft_emit_patch(e, over);
    return CHATFMT_OK;
}

/* The head of a round: the next item into the targets, *head is where rounds begin. */
static chatfmt_status loop_next(cft_emitter *e, cft_node *target, uint32_t number, uint32_t *head)
{
    cft_binding *binding;
    *head = cft_emit_here(e);
    if (target->kind == CFT_EXPR_NAME) {
        CFT_TRY(cft_scope_find(e, target, target->name, &binding));
        if (!(e->exports && e->scope->toplevel) &&
            !cft_slice_equal(target->name, CFT_LIT("loop"))) {
            CFT_TRY(cft_emit_op3(e, CFT_OP_FOR_NEXT_STORE, number, 0, 0));
            return cft_emit_word(e, binding->slot);
        }
    }
    CFT_TRY(cft_emit_op3(e, CFT_OP_FOR_NEXT, number, 0, 0));
    return cft_emit_target(e, target);
}

/* The condition as plain code: rounds whose item fails it begin again. */
static chatfmt_status loop_condition(cft_emitter *e, cft_node *node, uint32_t number,
                                     uint32_t *head)
{
    uint32_t skipped = CFT_NO_JUMP, next;
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_declare_target(e, node->a));
    CFT_TRY(cft_scope_visit(e, node->c));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(loop_next(e, node->a, number, head));
    CFT_TRY(cft_emit_jump_if(e, node->c, true, &skipped));
    CFT_TRY(cft_emit_op(e, CFT_OP_JUMP, *head));
    next = skipped;
    cft_emit_patch_chain(e, next);
    cft_scope_pop(e);
    return CHATFMT_OK;
}

static chatfmt_status loop_else(cft_emitter *e, cft_node *node, uint32_t number)
{
    uint32_t end;
    if (!node->other) return CHATFMT_OK;
    end = cft_emit_here(e);
    CFT_TRY(cft_emit_op2(e, CFT_OP_FOR_ELSE, number, 0));
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_visit_list(e, node->other));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(cft_emit_statements(e, node->other));
    cft_scope_pop(e);
    cft_emit_patch(e, end);
    return CHATFMT_OK;
}

static chatfmt_status loop_body(cft_emitter *e, cft_node *node, uint32_t number, uint32_t head)
{
    cft_emit_loop loop = {.outer = e->unit->loop,
                          .next = head,
                          .breaks = CFT_NO_JUMP,
                          .captures = e->body->captures};
    e->unit->loop = &loop;
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(cft_emit_statements(e, node->body));
    if (node->other) CFT_TRY(cft_emit_op(e, CFT_OP_FOR_ROUND, number));
    CFT_TRY(cft_emit_op(e, CFT_OP_JUMP, head));
    e->program->code[head + 1] = cft_emit_here(e);
    e->program->code[head + 2] = cft_emit_here(e) - head;
    cft_emit_patch_chain(e, loop.breaks);
    e->unit->loop = loop.outer;
    return CHATFMT_OK;
}

/* The loop over the iterable on the stack. */
static chatfmt_status loop_run(cft_emitter *e, cft_node *node, bool extended, uint32_t filter)
{
    uint32_t number = e->body->loops++, head = 0, binding = 0;
    bool inlined = node->c && !extended;
    if (e->body->loops > e->body->loop_count) e->body->loop_count = e->body->loops;
    if (++e->unit->for_depth > LOOP_PYTHON_MOST)
        return cft_emit_fail(e, node, CHATFMT_SYNTAX, "too many statically nested blocks");
    e->for_depth++;
    if (!extended) CFT_TRY(cft_emit_op(e, CFT_OP_FOR_BEGIN, number));
    if (inlined) CFT_TRY(loop_condition(e, node, number, &head));
    CFT_TRY(cft_scope_push(e));
    if (extended) {
        CFT_TRY(cft_scope_declare(e, CFT_LIT("loop"), &binding));
        e->bindings[binding].is_loop = true;
    }
    CFT_TRY(cft_scope_declare_target(e, node->a));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(cft_scope_finish(e));
    if (extended) {
        CFT_TRY(cft_emit_op3(e, CFT_OP_FOR_LOOP, number, e->bindings[binding].slot, filter));
        if (node->recursive) cft_emit_function(e)->loop_slot = e->bindings[binding].slot;
    }
    if (!inlined) CFT_TRY(loop_next(e, node->a, number, &head));
    CFT_TRY(loop_body(e, node, number, head));
    cft_scope_pop(e);
    e->unit->for_depth--;
    CFT_TRY(loop_else(e, node, number));
    e->for_depth--;
    e->body->loops--;
    return CHATFMT_OK;
}

/* A recursive loop is a function of the iterable in slot 0, which `loop(…)` calls again. */
static chatfmt_status loop_recursive(cft_emitter *e, cft_node *node, uint32_t filter)
{
    uint32_t at = cft_emit_here(e), slot;
    CFT_TRY(cft_emit_op2(e, CFT_OP_RECURSE, 0, 0));
    CFT_TRY(cft_emit_body_begin(e, CFT_FUNCTION_LOOP));
    CFT_TRY(cft_scope_new_slot(e, 0, false, &slot));
    CFT_TRY(cft_emit_op(e, CFT_OP_LOAD, slot));
    CFT_TRY(loop_run(e, node, true, filter));
    CFT_TRY(cft_emit_op(e, CFT_OP_RETURN, 0));
    e->program->code[at] |= e->body->function << 8;
    cft_emit_body_end(e);
    cft_emit_patch(e, at);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_for(cft_emitter *e, cft_node *node)
{
    bool extended = loop_is_extended(node);
    uint32_t filter = 0;
    CFT_TRY(cft_fold(e, node->b));
    if (node->c) CFT_TRY(cft_fold(e, node->c));
    CFT_TRY(cft_emit_expr(e, node->b));
    cft_emit_at(e, node);
    if (node->c && extended) CFT_TRY(loop_filter(e, node, &filter));
    return node->recursive ? loop_recursive(e, node, filter)
                           : loop_run(e, node, extended, filter);
}

/* break and continue drop what open captures of this round hold: Jinja never emits those
 * buffers. */
chatfmt_status cft_emit_jump_out(cft_emitter *e, cft_node *node)
{
    cft_emit_loop *loop = e->unit->loop;
    bool is_break = node->kind == CFT_STMT_BREAK;
    if (!loop)
        return cft_emit_fail(e, node, CHATFMT_SYNTAX, "%s",
                             is_break ? "'break' outside loop" : "'continue' not properly in loop");
    if (e->body->captures > loop->captures)
        CFT_TRY(cft_emit_op(e, CFT_OP_CAPTURE_DROP, e->body->captures - loop->captures));
    if (is_break) return cft_emit_chain(e, CFT_OP_JUMP, &loop->breaks);
    return cft_emit_op(e, CFT_OP_JUMP, loop->next);
}
