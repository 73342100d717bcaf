/* lang/emit_stmt.c - code of the statements that are neither loops nor functions. */
#include "lang/emit.h"

/* ---- targets ---- */

static chatfmt_status stmt_store_name(cft_emitter *e, const cft_node *target)
{
    cft_binding *binding;
    uint32_t slot, name;
    if (e->for_depth && cft_slice_equal(target->name, CFT_LIT("loop")) && target->store)
        return cft_emit_fail(e, target, CHATFMT_SYNTAX,
                             "Can't assign to special loop variable in for-loop target");
    CFT_TRY(cft_scope_find(e, target, target->name, &binding));
    slot = binding->slot;
    name = binding->symbol;
    CFT_TRY(cft_emit_op(e, CFT_OP_STORE, slot));
    if (!e->exports || !e->scope->toplevel) return CHATFMT_OK;
    if (!e->program->names[name].export_slot)
        e->program->names[name].export_slot = ++e->program->export_count;
    return cft_emit_op2(e, CFT_OP_EXPORT, e->program->names[name].export_slot - 1, slot);
}

/* Store the top of the stack. */
chatfmt_status cft_emit_target(cft_emitter *e, cft_node *target)
{
    uint32_t index, count = 0;
    cft_emit_at(e, target);
    if (target->kind == CFT_EXPR_NAME) return stmt_store_name(e, target);
    if (target->kind == CFT_EXPR_NSREF) {
        CFT_TRY(cft_emit_load(e, target, target->name));
        CFT_TRY(cft_emit_name(e, target->text, &index));
        return cft_emit_op(e, CFT_OP_NS_STORE, index);
    }
    for (const cft_node *item = target->a; item; item = item->next) count++;
    CFT_TRY(cft_emit_op(e, CFT_OP_UNPACK, count));
    for (cft_node *item = target->a; item; item = item->next) CFT_TRY(cft_emit_target(e, item));
    return CHATFMT_OK;
}

/* Jinja: visit_Assign checks every namespace before the value is computed. */
static chatfmt_status stmt_check_namespaces(cft_emitter *e, const cft_node *target)
{
    if (target->kind == CFT_EXPR_NAME) return CHATFMT_OK;
    if (target->kind == CFT_EXPR_NSREF) {
        cft_emit_at(e, target);
        CFT_TRY(cft_emit_load(e, target, target->name));
        return cft_emit_op(e, CFT_OP_NS_CHECK, 0);
    }
    for (const cft_node *item = target->a; item; item = item->next)
        CFT_TRY(stmt_check_namespaces(e, item));
    return CHATFMT_OK;
}

static chatfmt_status stmt_set(cft_emitter *e, cft_node *node)
{
    CFT_TRY(stmt_check_namespaces(e, node->a));
    CFT_TRY(cft_fold(e, node->b));
    CFT_TRY(cft_emit_expr(e, node->b));
    return cft_emit_target(e, node->a);
}

/* ---- captured bodies ---- */

/* The text of a body as the input of filters. Jinja: visit_Filter without a node. */
static chatfmt_status stmt_captured(cft_emitter *e)
{
    uint32_t index;
    e->body->captures--;
    if (e->volatile_escape) return cft_emit_op(e, CFT_OP_CAPTURED_MARKUP, 0);
    CFT_TRY(cft_emit_op(e, CFT_OP_CAPTURED, 0));
    (void)index;
    return CHATFMT_OK;
}

/* Constant arguments of a filter chain, whose first input is not known. */
static chatfmt_status stmt_fold_filters(cft_emitter *e, cft_node *node)
{
    for (; node; node = node->a) {
        for (cft_node *item = node->b; item; item = item->next) CFT_TRY(cft_fold(e, item));
        for (cft_node *item = node->c; item; item = item->next) CFT_TRY(cft_fold(e, item->a));
        if (node->d) CFT_TRY(cft_fold(e, node->d));
        if (node->e) CFT_TRY(cft_fold(e, node->e));
    }
    return CHATFMT_OK;
}

/* A body whose output becomes a value, in a scope that has been pushed and stays open. */
static chatfmt_status stmt_capture(cft_emitter *e, const cft_node *node)
{
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(cft_emit_op(e, CFT_OP_CAPTURE, 0));
    e->body->captures++;
    CFT_TRY(cft_emit_statements(e, node->body));
    cft_emit_at(e, node);
    return stmt_captured(e);
}

static chatfmt_status stmt_set_block(cft_emitter *e, cft_node *node)
{
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(stmt_capture(e, node));
    if (node->b) {
        if (e->autoescape && !e->volatile_escape)
            CFT_TRY(cft_emit_op(e, CFT_OP_TO_MARKUP, 1));
        CFT_TRY(stmt_fold_filters(e, node->b));
        CFT_TRY(cft_emit_expr(e, node->b));
    }
    CFT_TRY(cft_emit_op(e, CFT_OP_TO_MARKUP, 0));
    cft_scope_pop(e);
    return cft_emit_target(e, node->a);
}

static chatfmt_status stmt_filter_block(cft_emitter *e, cft_node *node)
{
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(cft_scope_visit(e, node->b));
    CFT_TRY(stmt_capture(e, node));
    if (e->autoescape && !e->volatile_escape) CFT_TRY(cft_emit_op(e, CFT_OP_TO_MARKUP, 1));
    CFT_TRY(stmt_fold_filters(e, node->b));
    CFT_TRY(cft_emit_expr(e, node->b));
    CFT_TRY(cft_emit_op(e, CFT_OP_EMIT_RAW, 0));
    cft_scope_pop(e);
    return CHATFMT_OK;
}

/* ---- with, autoescape, if ---- */

/* Store one value of a `with`, from the last to the first: of two targets with one name the later
 * one counts. */
static chatfmt_status stmt_with_target(cft_emitter *e, cft_node *target)
{
    cft_binding *binding;
    if (target->kind != CFT_EXPR_NAME) return cft_emit_target(e, target);
    CFT_TRY(cft_scope_find(e, target, target->name, &binding));
    if (binding->given) return cft_emit_op(e, CFT_OP_POP, 0);
    binding->given = true;
    return cft_emit_target(e, target);
}

/* Store the values of a `with`, the last of which is on top. */
static chatfmt_status stmt_with_targets(cft_emitter *e, cft_node *targets)
{
    uint32_t base = e->spine_count;
    for (cft_node *item = targets; item; item = item->next) {
        CFT_TRY(cft_emit_spine_push(e, item));
    }
    while (e->spine_count > base) {
        CFT_TRY(stmt_with_target(e, e->spine[--e->spine_count]));
    }
    return CHATFMT_OK;
}

/* Jinja: visit_With; every value sees the names from outside. */
static chatfmt_status stmt_with(cft_emitter *e, cft_node *node)
{
    uint32_t for_depth = e->for_depth;
    for (cft_node *item = node->b; item; item = item->next) {
        CFT_TRY(cft_fold(e, item));
        CFT_TRY(cft_emit_expr(e, item));
    }
    CFT_TRY(cft_scope_push(e));
    for (const cft_node *item = node->a; item; item = item->next)
        CFT_TRY(cft_scope_declare_target(e, item));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    e->for_depth = 0; /* the targets are parameters, which may be called loop */
    CFT_TRY(stmt_with_targets(e, node->a));
    e->for_depth = for_depth;
    CFT_TRY(cft_emit_statements(e, node->body));
    cft_scope_pop(e);
    return CHATFMT_OK;
}

/* Jinja: visit_ScopedEvalContextModifier inside visit_Scope. */
static chatfmt_status stmt_autoescape(cft_emitter *e, cft_node *node)
{
    bool autoescape = e->autoescape, was_volatile = e->volatile_escape;
    uint32_t slot;
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_visit(e, node->a));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(cft_scope_new_slot(e, 0, false, &slot));
    CFT_TRY(cft_fold(e, node->a));
    CFT_TRY(cft_emit_expr(e, node->a));
    CFT_TRY(cft_emit_op(e, CFT_OP_AUTOESCAPE, slot));
    if (cft_fold_is_const(node->a))
        e->autoescape = cft_truth(node->a->value);
    else
        e->volatile_escape = true;
    CFT_TRY(cft_emit_statements(e, node->body));
    e->autoescape = autoescape;
    e->volatile_escape = was_volatile;
    CFT_TRY(cft_emit_op(e, CFT_OP_AUTOESCAPED, slot));
    cft_scope_pop(e);
    return CHATFMT_OK;
}

static chatfmt_status stmt_if(cft_emitter *e, cft_node *node)
{
    uint32_t ends = CFT_NO_JUMP;
    bool soft = e->scope->soft;
    cft_node *other = node->other, *branch = node, *rest = node->elifs;
    e->scope->soft = true;
    while (branch) {
        uint32_t next = CFT_NO_JUMP;
        bool last = !rest && !other;
        CFT_TRY(cft_fold(e, branch->a));
        CFT_TRY(cft_emit_jump_if(e, branch->a, false, &next));
        CFT_TRY(cft_emit_statements(e, branch->body));
        if (!last) CFT_TRY(cft_emit_chain(e, CFT_OP_JUMP, &ends));
        cft_emit_patch_chain(e, next);
        branch = rest;
        if (rest) rest = rest->next;
    }
    if (other) CFT_TRY(cft_emit_statements(e, other));
    cft_emit_patch_chain(e, ends);
    e->scope->soft = soft;
    return CHATFMT_OK;
}

static chatfmt_status stmt_loader(cft_emitter *e)
{
    uint32_t index;
    static const char text[] = "no loader for this environment specified";
    CFT_TRY(cft_emit_constant(e, cft_string(text, sizeof text - 1, CFT_STR_ASCII), &index));
    return cft_emit_op2(e, CFT_OP_RAISE, CHATFMT_TYPE, index);
}

static chatfmt_status stmt_one(cft_emitter *e, cft_node *node)
{
    cft_emit_at(e, node);
    switch (node->kind) {
    case CFT_STMT_OUTPUT: return cft_emit_output(e, node);
    case CFT_STMT_FOR: return cft_emit_for(e, node);
    case CFT_STMT_IF: return stmt_if(e, node);
    case CFT_STMT_SET: return stmt_set(e, node);
    case CFT_STMT_SETBLOCK: return stmt_set_block(e, node);
    case CFT_STMT_MACRO: return cft_emit_macro(e, node);
    case CFT_STMT_CALL: return cft_emit_call_block(e, node);
    case CFT_STMT_GENERATION: return cft_emit_generation(e, node);
    case CFT_STMT_FILTER: return stmt_filter_block(e, node);
    case CFT_STMT_WITH: return stmt_with(e, node);
    case CFT_STMT_BLOCK: return cft_emit_block(e, node);
    case CFT_STMT_AUTOESCAPE: return stmt_autoescape(e, node);
    case CFT_STMT_BREAK:
    case CFT_STMT_CONTINUE: return cft_emit_jump_out(e, node);
    default: return stmt_loader(e);
    }
}

chatfmt_status cft_emit_statements(cft_emitter *e, cft_node *list)
{
    if (++e->depth > e->limits->depth + 8)
        return cft_emit_fail(e, list, CHATFMT_LIMIT, "limit exceeded: depth is %u",
                             (unsigned)e->limits->depth);
    for (; list; list = list->next) CFT_TRY(stmt_one(e, list));
    e->depth--;
    return CHATFMT_OK;
}
