/* lang/emit_cond.c - conditions: expressions of which only the truth is wanted. */
#include "lang/emit.h"

chatfmt_status cft_emit_chain(cft_emitter *e, cft_op op, uint32_t *chain)
{
    uint32_t here = cft_emit_here(e);
    CFT_TRY(cft_emit_op(e, op, *chain));
    *chain = here;
    return CHATFMT_OK;
}

void cft_emit_patch_chain(cft_emitter *e, uint32_t chain)
{
    while (chain != CFT_NO_JUMP) {
        uint32_t next = e->program->code[chain] >> 8;
        cft_emit_patch(e, chain);
        chain = next;
    }
}

/* The operands of an and/or chain, which grows to the left: all but the last jump to where the
 * last one would go, or past it. */
static chatfmt_status cond_operands(cft_emitter *e, cft_node *node, bool when, uint32_t *chain)
{
    uint8_t kind = node->kind;
    bool decides = kind == CFT_EXPR_OR; /* the truth of one operand that settles the whole */
    uint32_t past = CFT_NO_JUMP, base = e->spine_count, *early = decides == when ? chain : &past;
    cft_node *last = node->b;
    for (node = node->a; node->kind == kind; node = node->a)
        CFT_TRY(cft_emit_spine_push(e, node->b));
    CFT_TRY(cft_emit_jump_if(e, node, decides, early));
    while (e->spine_count > base) {
        cft_node *operand = e->spine[--e->spine_count];
        CFT_TRY(cft_emit_jump_if(e, operand, decides, early));
    }
    CFT_TRY(cft_emit_jump_if(e, last, when, chain));
    cft_emit_patch_chain(e, past);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_jump_if(cft_emitter *e, cft_node *node, bool when, uint32_t *chain)
{
    for (; node->kind == CFT_EXPR_NOT; node = node->a) when = !when;
    if (node->kind == CFT_EXPR_AND || node->kind == CFT_EXPR_OR)
        return cond_operands(e, node, when, chain);
    /* Not a float, nor what may hold one: nan and inf fail when they are reached. */
    if (node->kind == CFT_EXPR_CONST && node->value.kind != CFT_FLOAT &&
        node->value.kind != CFT_LIST && node->value.kind != CFT_TUPLE)
        return cft_truth(node->value) == when ? cft_emit_chain(e, CFT_OP_JUMP, chain)
                                              : CHATFMT_OK;
    CFT_TRY(cft_emit_expr(e, node));
    return cft_emit_chain(e, when ? CFT_OP_JUMP_TRUE : CFT_OP_JUMP_FALSE, chain);
}
