/* lang/emit_output.c - code of {{ … }} and literal text.
 *
 * Where a printed expression is a sum or a joining of texts, its parts are written one by one
 * instead of being joined first; where it is a conditional, each arm is printed for itself.
 */
#include "lang/emit.h"

#include "value/repr.h"
#include "value/text.h"

/* Longer sums are added up the ordinary way, so that the value stack stays small. */
#define OUTPUT_SUM_MOST 64

static chatfmt_status output_text(cft_emitter *e, cft_slice text, const cft_node *node)
{
    uint32_t index;
    if (text.length == 0) return CHATFMT_OK;
    CFT_TRY(cft_emit_text_constant(e, text, node, &index));
    return cft_emit_op(e, CFT_OP_TEXT, index);
}

/* A constant prints as literal text. Jinja: _output_child_to_const. *done is false when it has
 * to wait for run time. */
static chatfmt_status output_constant(cft_emitter *e, const cft_node *node, bool *done)
{
    cft_value text = node->value;
    chatfmt_status status = CHATFMT_OK;
    if (text.kind != CFT_STRING) status = cft_to_str(e->evaluator->heap(e->fold_vm), text, &text);
    if (!status && e->autoescape && !(text.flags & CFT_STR_MARKUP))
        status = cft_text_escape(e->evaluator->heap(e->fold_vm), text, &text);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(e->error, status, "out of memory");
    *done = status == CHATFMT_OK;
    if (!*done) return CHATFMT_OK;
    return output_text(e, cft_text_of(text), node);
}

static uint32_t output_count_sum(const cft_node *node)
{
    uint32_t count = 1;
    for (; node->kind == CFT_EXPR_BINARY && node->operation == CFT_ADD; node = node->a) count++;
    return count;
}

/* a + b + c: the operands stay on the stack as long as all are text. */
static chatfmt_status output_sum(cft_emitter *e, cft_node *node, uint32_t count)
{
    cft_node *operands[OUTPUT_SUM_MOST], *places[OUTPUT_SUM_MOST];
    for (uint32_t i = count; i-- > 1; node = node->a) {
        operands[i] = node->b;
        places[i] = node;
    }
    CFT_TRY(cft_emit_expr(e, node));
    for (uint32_t i = 1; i < count; i++) {
        const cft_value *constant = cft_fold_is_const(operands[i]) ? &operands[i]->value : NULL;
        if (constant && constant->kind == CFT_STRING && !(constant->flags & CFT_STR_MARKUP)) {
            uint32_t index;
            CFT_TRY(cft_emit_text_constant(e, cft_text_of(*constant), operands[i], &index));
            cft_emit_at(e, places[i]);
            CFT_TRY(cft_emit_op2(e, CFT_OP_ADD_DEFER_CONST, i + 1, index));
            continue;
        }
        CFT_TRY(cft_emit_expr(e, operands[i]));
        cft_emit_at(e, places[i]);
        CFT_TRY(cft_emit_op(e, CFT_OP_ADD_DEFER, i + 1));
    }
    return cft_emit_op(e, CFT_OP_EMIT_SUM, count);
}

static chatfmt_status output_concat(cft_emitter *e, cft_node *node)
{
    uint32_t count = 0;
    for (cft_node *item = node->a; item; item = item->next, count++)
        CFT_TRY(cft_emit_expr(e, item));
    cft_emit_at(e, node);
    return cft_emit_op(e, CFT_OP_EMIT_ALL, count);
}

static chatfmt_status output_expr(cft_emitter *e, cft_node *node);

/* Left-deep chains are as long as the source; emit_expr has a loop for them. */
static bool output_is_conditional(const cft_node *node)
{
    return node->kind == CFT_EXPR_COND && node->a->kind != CFT_EXPR_COND;
}

/* Each arm is printed for itself. Else parts that are conditionals are a loop, their ends one
 * chain. */
static chatfmt_status output_conditional(cft_emitter *e, cft_node *node)
{
    uint32_t ends = CFT_NO_JUMP;
    bool soft = e->scope->soft;
    e->scope->soft = true;
    while (node && output_is_conditional(node)) {
        uint32_t otherwise = CFT_NO_JUMP;
        CFT_TRY(cft_emit_jump_if(e, node->b, false, &otherwise));
        CFT_TRY(output_expr(e, node->a));
        node = node->c;
        if (node) CFT_TRY(cft_emit_chain(e, CFT_OP_JUMP, &ends));
        cft_emit_patch_chain(e, otherwise); /* without else an undefined prints as nothing */
    }
    if (node) CFT_TRY(output_expr(e, node));
    cft_emit_patch_chain(e, ends);
    e->scope->soft = soft;
    return CHATFMT_OK;
}

/* Print where no escaping can come up. */
static chatfmt_status output_expr(cft_emitter *e, cft_node *node)
{
    uint32_t count;
    switch (node->kind) {
    case CFT_EXPR_CALL: return cft_emit_call(e, node, CFT_NO_SLOT, CFT_USE_EMIT);
    case CFT_EXPR_CONCAT: return output_concat(e, node);
    case CFT_EXPR_COND:
        if (!output_is_conditional(node)) break;
        return output_conditional(e, node);
    case CFT_EXPR_BINARY:
        count = output_count_sum(node);
        if (count > 1 && count <= OUTPUT_SUM_MOST) return output_sum(e, node, count);
        break;
    case CFT_EXPR_CONST:
        if (node->value.kind == CFT_STRING) return output_text(e, cft_text_of(node->value), node);
        break;
    default: break;
    }
    CFT_TRY(cft_emit_expr(e, node));
    cft_emit_at(e, node);
    return cft_emit_op(e, CFT_OP_EMIT, 0);
}

static chatfmt_status output_escaped(cft_emitter *e, cft_node *node)
{
    CFT_TRY(cft_emit_expr(e, node));
    cft_emit_at(e, node);
    return cft_emit_op(e, e->volatile_escape ? CFT_OP_EMIT_MAYBE : CFT_OP_EMIT_ESCAPED, 0);
}

chatfmt_status cft_emit_output(cft_emitter *e, cft_node *node)
{
    for (cft_node *item = node->a; item; item = item->next) {
        bool done = false;
        cft_emit_at(e, item);
        if (item->kind == CFT_STMT_TEXT) {
            CFT_TRY(output_text(e, item->text, item));
            continue;
        }
        CFT_TRY(cft_fold(e, item));
        if (cft_fold_is_known(item)) CFT_TRY(output_constant(e, item, &done));
        if (done) continue;
        CFT_TRY(e->autoescape || e->volatile_escape ? output_escaped(e, item)
                                                    : output_expr(e, item));
    }
    return CHATFMT_OK;
}
