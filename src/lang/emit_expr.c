/* lang/emit_expr.c - code of expressions.
 *
 * A chain that grows to the left (a.b.c, a + b + c, x|f|g) is walked in a loop: its nodes go on
 * the emitter's spine, the left end is written first, then each node adds what follows it. So
 * only true nesting, which the parser bounds, deepens the C stack.
 */
#include "lang/emit.h"

#include <math.h>

/* ---- names ---- */

chatfmt_status cft_emit_load(cft_emitter *e, const cft_node *node, cft_slice name)
{
    cft_binding *binding;
    uint32_t distance;
    CFT_TRY(cft_scope_find(e, node, name, &binding));
    distance = cft_scope_distance(e, binding);
    if (distance == 0) return cft_emit_op(e, CFT_OP_LOAD, binding->slot);
    return cft_emit_op2(e, CFT_OP_LOAD_OUTER, distance, binding->slot);
}

/* The binding of a NAME node that is a local of the function being written, or NULL. */
static chatfmt_status emit_local(cft_emitter *e, const cft_node *node, cft_binding **out)
{
    *out = NULL;
    if (node->kind != CFT_EXPR_NAME) return CHATFMT_OK;
    CFT_TRY(cft_scope_find(e, node, node->name, out));
    if (cft_scope_distance(e, *out) != 0) *out = NULL;
    return CHATFMT_OK;
}

/* "name 'inf' is not defined": Jinja writes constants into its Python by their repr, which for
 * these floats is an undefined name. The error comes when the constant is reached. */
static const char *emit_undefined_float(cft_value value)
{
    if (value.kind == CFT_FLOAT && value.as.real != value.as.real)
        return "name 'nan' is not defined";
    if (value.kind == CFT_FLOAT && value.as.real - value.as.real != 0.0)
        return "name 'inf' is not defined";
    if (value.kind == CFT_LIST || value.kind == CFT_TUPLE)
        for (uint32_t i = 0; i < value.as.list->count; i++) {
            const char *text = emit_undefined_float(value.as.list->items[i]);
            if (text) return text;
        }
    return NULL;
}

static chatfmt_status emit_const(cft_emitter *e, const cft_node *node)
{
    const char *undefined = emit_undefined_float(node->value);
    uint32_t index;
    if (undefined) {
        CFT_TRY(cft_emit_constant(e, cft_string(undefined, (uint32_t)strlen(undefined), 0),
                                  &index));
        cft_emit_effect(e, +1); /* what follows finds a value there */
        return cft_emit_op2(e, CFT_OP_RAISE, CHATFMT_RUNTIME, index);
    }
    CFT_TRY(cft_emit_literal(e, node->value, node));
    CFT_TRY(cft_emit_constant(e, node->value, &index));
    return cft_emit_op(e, CFT_OP_CONST, index);
}

/* ---- what follows the left operand ---- */

static int emit_loop_attribute(cft_slice name)
{
    static const char *const names[] = {
#define EMIT_LOOP_ROW(name, text) text,
        CFT_LOOP_MAP(EMIT_LOOP_ROW)
#undef EMIT_LOOP_ROW
    };
    for (int i = 0; i < CFT_LOOP_COUNT; i++)
        if (strlen(names[i]) == name.length && memcmp(names[i], name.data, name.length) == 0)
            return i;
    return -1;
}

/* NAME.attribute or NAME[text] of a local: one instruction. *done says whether it was. */
static chatfmt_status emit_fused(cft_emitter *e, const cft_node *node, bool *done)
{
    cft_binding *local;
    uint32_t index;
    int attribute;
    *done = false;
    CFT_TRY(emit_local(e, node->a, &local));
    if (!local) return CHATFMT_OK;
    *done = true;
    if (node->kind == CFT_EXPR_ATTR) {
        attribute = local->is_loop ? emit_loop_attribute(node->name) : -1;
        if (attribute >= 0)
            return cft_emit_op2(e, CFT_OP_LOOP_ATTR, local->slot, (size_t)attribute);
        CFT_TRY(cft_emit_name(e, node->name, &index));
        return cft_emit_op3(e, CFT_OP_LOAD_ATTR, local->slot, index, e->program->cache_count++);
    }
    CFT_TRY(cft_emit_literal(e, node->b->value, node->b));
    CFT_TRY(cft_emit_constant(e, node->b->value, &index));
    return cft_emit_op3(e, CFT_OP_LOAD_ITEM_TEXT, local->slot, index, e->program->cache_count++);
}

static bool emit_is_text_key(const cft_node *key)
{
    return key->kind == CFT_EXPR_CONST && key->value.kind == CFT_STRING;
}

static chatfmt_status emit_slice(cft_emitter *e, cft_node *node)
{
    cft_node *key = node->b;
    cft_node *parts[3] = {key->a, key->b, key->c};
    uint32_t index;
    for (int i = 0; i < 3; i++) {
        if (parts[i]) {
            CFT_TRY(cft_emit_expr(e, parts[i]));
            continue;
        }
        CFT_TRY(cft_emit_constant(e, cft_none(), &index));
        CFT_TRY(cft_emit_op(e, CFT_OP_CONST, index));
    }
    cft_emit_at(e, node);
    return cft_emit_op(e, CFT_OP_SLICE, 0);
}

static bool emit_has_slice(const cft_node *key)
{
    if (key->kind != CFT_EXPR_TUPLE) return false;
    for (const cft_node *item = key->a; item; item = item->next)
        if (item->kind == CFT_EXPR_SLICE) return true;
    return false;
}

static chatfmt_status emit_item(cft_emitter *e, cft_node *node)
{
    cft_node *key = node->b;
    uint32_t index;
    if (key->kind == CFT_EXPR_SLICE) return emit_slice(e, node);
    if (emit_has_slice(key)) /* Jinja writes it into a Python tuple, where it is no syntax */
        return cft_emit_fail(e, node, CHATFMT_SYNTAX, "invalid syntax: a slice in a tuple");
    if (emit_is_text_key(key)) {
        CFT_TRY(cft_emit_literal(e, key->value, key));
        CFT_TRY(cft_emit_constant(e, key->value, &index));
        cft_emit_at(e, node);
        return cft_emit_op2(e, CFT_OP_ITEM_TEXT, index, e->program->cache_count++);
    }
    if (key->kind == CFT_EXPR_CONST && key->value.kind == CFT_INT &&
        key->value.as.integer >= -1000000 && key->value.as.integer <= 1000000) {
        cft_emit_at(e, node);
        return cft_emit_op2(e, CFT_OP_ITEM_INT, 0, (uint32_t)(int32_t)key->value.as.integer);
    }
    CFT_TRY(cft_emit_expr(e, key));
    cft_emit_at(e, node);
    return cft_emit_op(e, CFT_OP_ITEM, 0);
}

static chatfmt_status emit_compare(cft_emitter *e, cft_node *node)
{
    cft_node *part = node->b;
    uint32_t patches = CFT_NO_JUMP, index;
    if (!part->next && part->a->kind == CFT_EXPR_CONST && !emit_undefined_float(part->a->value) &&
        (part->operation == CFT_CMP_EQ || part->operation == CFT_CMP_NE ||
         part->operation == CFT_CMP_IN)) {
        cft_op op = part->operation == CFT_CMP_EQ   ? CFT_OP_EQ_CONST
                    : part->operation == CFT_CMP_NE ? CFT_OP_NE_CONST
                                                    : CFT_OP_IN_CONST;
        CFT_TRY(cft_emit_literal(e, part->a->value, part->a));
        CFT_TRY(cft_emit_constant(e, part->a->value, &index));
        cft_emit_at(e, node);
        return cft_emit_op(e, op, index);
    }
    for (;; part = part->next) {
        CFT_TRY(cft_emit_expr(e, part->a));
        cft_emit_at(e, node);
        if (!part->next) {
            CFT_TRY(cft_emit_op(e, CFT_OP_COMPARE, part->operation));
            break;
        }
        /* The address to patch is operand b, which holds the chain until then. */
        index = cft_emit_here(e);
        CFT_TRY(cft_emit_op2(e, CFT_OP_CHAIN, part->operation, patches));
        patches = index;
    }
    while (patches != CFT_NO_JUMP) {
        uint32_t next = e->program->code[patches + 1];
        e->program->code[patches + 1] = cft_emit_here(e);
        patches = next;
    }
    return CHATFMT_OK;
}

/* Jinja writes a constant as its repr, so a negative one at the left of ** comes out as Python's
 * -(x ** y). The sign is taken from the constant and, as the node's value says, given back
 * after. */
static void emit_take_sign(cft_node *node)
{
    cft_value *left;
    if (node->kind != CFT_EXPR_BINARY || node->operation != CFT_POW ||
        !cft_fold_is_const(node->a) || cft_fold_is_const(node->b))
        return;
    left = &node->a->value;
    if (left->kind == CFT_INT && left->as.integer < 0 && left->as.integer > INT64_MIN)
        left->as.integer = -left->as.integer;
    else if (left->kind == CFT_FLOAT && signbit(left->as.real) && !isnan(left->as.real))
        left->as.real = -left->as.real;
    else
        return;
    node->value = cft_bool(true);
}

static chatfmt_status emit_binary(cft_emitter *e, cft_node *node)
{
    CFT_TRY(cft_emit_expr(e, node->b));
    cft_emit_at(e, node);
    if (node->operation == CFT_POW && node->value.kind == CFT_BOOL) {
        CFT_TRY(cft_emit_op(e, CFT_OP_BINARY, node->operation));
        return cft_emit_op(e, CFT_OP_NEGATE, 0);
    }
    if (node->operation == CFT_ADD) return cft_emit_op(e, CFT_OP_ADD, 0);
    return cft_emit_op(e, CFT_OP_BINARY, node->operation);
}

static chatfmt_status emit_and_or(cft_emitter *e, cft_node *node)
{
    uint32_t at;
    CFT_TRY(cft_emit_jump(e, node->kind == CFT_EXPR_AND ? CFT_OP_KEEP_FALSE : CFT_OP_KEEP_TRUE,
                          &at));
    CFT_TRY(cft_emit_expr(e, node->b));
    cft_emit_patch(e, at);
    return CHATFMT_OK;
}

/* ---- the whole ---- */

static chatfmt_status emit_items(cft_emitter *e, cft_node *node, cft_op op)
{
    uint32_t count = 0;
    for (cft_node *item = node->a; item; item = item->next, count++)
        CFT_TRY(cft_emit_expr(e, item));
    cft_emit_at(e, node);
    if (op == CFT_OP_DICT) return cft_emit_op(e, op, count / 2);
    return cft_emit_op(e, op, count);
}

/* What `a if b` without else gives when b is false. */
static chatfmt_status emit_missing_else(cft_emitter *e)
{
    static const char text[] = "the inline if-expression evaluated to false and no else "
                               "section was defined.";
    cft_value missing = {.kind = CFT_UNDEFINED,
                         .flags = CFT_UNDEF_MESSAGE,
                         .length = sizeof text - 1,
                         .as = {.text = text}};
    uint32_t index;
    CFT_TRY(cft_emit_constant(e, missing, &index));
    return cft_emit_op(e, CFT_OP_CONST, index);
}

/* Down the left end of a conditional, `a if b if c …`: the conditions, then what is first. Each
 * node stays on the spine, the jump to its else part kept in its value, which a conditional does
 * not use. */
static chatfmt_status emit_conditional_left(cft_emitter *e, cft_node *node)
{
    for (; node->kind == CFT_EXPR_COND; node = node->a) {
        uint32_t otherwise = CFT_NO_JUMP;
        CFT_TRY(cft_emit_jump_if(e, node->b, false, &otherwise));
        node->value.as.integer = otherwise;
        CFT_TRY(cft_emit_spine_push(e, node));
    }
    return cft_emit_expr(e, node);
}

/* Jinja: visit_CondExpr; both arms are soft, so unknown filters in them wait for run time. A
 * chain of conditionals may be as long as the source, to the left and, `a if b else c if d else
 * …`, to the right: there the node is marked by `store` and waits on the spine for its end. */
static chatfmt_status emit_conditional(cft_emitter *e, cft_node *node)
{
    uint32_t base = e->spine_count;
    bool soft = e->scope->soft;
    e->scope->soft = true;
    CFT_TRY(emit_conditional_left(e, node));
    while (e->spine_count > base) {
        uint32_t end;
        node = e->spine[e->spine_count - 1];
        if (!node->store) {
            CFT_TRY(cft_emit_jump(e, CFT_OP_JUMP, &end));
            cft_emit_effect(e, -1); /* the other branch begins without the value of this one */
            cft_emit_patch_chain(e, (uint32_t)node->value.as.integer);
            node->value.as.integer = end;
            if (node->c && node->c->kind == CFT_EXPR_COND) {
                node->store = true;
                CFT_TRY(emit_conditional_left(e, node->c));
                continue;
            }
            CFT_TRY(node->c ? cft_emit_expr(e, node->c) : emit_missing_else(e));
        }
        cft_emit_patch(e, (uint32_t)node->value.as.integer);
        e->spine_count--;
    }
    e->scope->soft = soft;
    return CHATFMT_OK;
}

static chatfmt_status emit_leaf(cft_emitter *e, cft_node *node)
{
    cft_emit_at(e, node);
    switch (node->kind) {
    case CFT_EXPR_CONST: return emit_const(e, node);
    case CFT_EXPR_NAME: return cft_emit_load(e, node, node->name);
    case CFT_EXPR_TUPLE: return emit_items(e, node, CFT_OP_TUPLE);
    case CFT_EXPR_LIST: return emit_items(e, node, CFT_OP_LIST);
    case CFT_EXPR_DICT: return emit_items(e, node, CFT_OP_DICT);
    case CFT_EXPR_CONCAT:
        return emit_items(e, node,
                          e->autoescape && !e->volatile_escape ? CFT_OP_CONCAT_MARKUP
                                                               : CFT_OP_CONCAT);
    default: return emit_conditional(e, node);
    }
}

static chatfmt_status emit_tail(cft_emitter *e, cft_node *node)
{
    uint32_t index;
    switch (node->kind) {
    case CFT_EXPR_ATTR:
        cft_emit_at(e, node);
        CFT_TRY(cft_emit_name(e, node->name, &index));
        return cft_emit_op2(e, CFT_OP_ATTR, index, e->program->cache_count++);
    case CFT_EXPR_ITEM: return emit_item(e, node);
    case CFT_EXPR_CALL: return cft_emit_call_tail(e, node, CFT_NO_SLOT, CFT_USE_VALUE);
    case CFT_EXPR_FILTER:
    case CFT_EXPR_TEST: return cft_emit_filter(e, node);
    case CFT_EXPR_COMPARE: return emit_compare(e, node);
    case CFT_EXPR_BINARY: return emit_binary(e, node);
    case CFT_EXPR_AND:
    case CFT_EXPR_OR: return emit_and_or(e, node);
    case CFT_EXPR_NOT: return cft_emit_op(e, CFT_OP_NOT, 0);
    default:
        cft_emit_at(e, node);
        return cft_emit_op(e, node->operation == '-' ? CFT_OP_NEGATE : CFT_OP_POSITIVE, 0);
    }
}

static bool emit_grows_left(const cft_node *node)
{
    switch (node->kind) {
    case CFT_EXPR_ATTR:
    case CFT_EXPR_ITEM:
    case CFT_EXPR_CALL:
    case CFT_EXPR_FILTER:
    case CFT_EXPR_TEST:
    case CFT_EXPR_COMPARE:
    case CFT_EXPR_BINARY:
    case CFT_EXPR_AND:
    case CFT_EXPR_OR:
    case CFT_EXPR_NOT:
    case CFT_EXPR_UNARY: return true;
    default: return false;
    }
}

chatfmt_status cft_emit_expr(cft_emitter *e, cft_node *node)
{
    uint32_t base = e->spine_count;
    bool fused = false;
    while (node && emit_grows_left(node)) {
        emit_take_sign(node);
        CFT_TRY(cft_emit_spine_push(e, node));
        node = node->kind == CFT_EXPR_CALL && node->a->kind == CFT_EXPR_ATTR ? node->a->a : node->a;
    }
    if (node && node->kind == CFT_EXPR_NAME && e->spine_count > base) {
        const cft_node *first = e->spine[e->spine_count - 1];
        if (first->kind == CFT_EXPR_ATTR ||
            (first->kind == CFT_EXPR_ITEM && emit_is_text_key(first->b))) {
            cft_emit_at(e, first);
            CFT_TRY(emit_fused(e, first, &fused));
        }
        e->spine_count -= fused;
    }
    if (node && !fused) CFT_TRY(emit_leaf(e, node));
    while (e->spine_count > base) CFT_TRY(emit_tail(e, e->spine[--e->spine_count]));
    return CHATFMT_OK;
}
