/* lang/fold.c - constant parts of expressions are computed once.
 *
 * Source of the behaviour: Jinja 3.1.6, optimizer.py and the as_const methods of nodes.py. Any
 * error while folding leaves the expression for run time, where it may never be reached; a key
 * that cannot be hashed, which Jinja does not catch, is the exception. Filters and tests are
 * folded only where their row says that they are pure.
 *
 * A value may be known and yet have no place in a program, such as an undefined, a dict or a
 * method. Such a node stays what it is, marked as known, for the sake of what is computed from
 * it.
 */
#include "lang/emit.h"

#include <math.h>

#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"

#define FOLD_MOST_ARGUMENTS 16

bool cft_fold_is_const(const cft_node *node)
{
    return node->kind == CFT_EXPR_CONST;
}

bool cft_fold_is_known(const cft_node *node)
{
    return node->kind == CFT_EXPR_CONST || node->known;
}

static bool fold_all_known(const cft_node *list)
{
    for (; list; list = list->next)
        if (!cft_fold_is_known(list)) return false;
    return true;
}

static void fold_become(cft_node *node, cft_value value)
{
    node->kind = CFT_EXPR_CONST;
    node->value = value;
    node->a = node->b = node->c = node->d = node->e = NULL;
}

/* What may stand as a constant. Jinja: has_safe_repr, but only for values that cannot change. */
static bool fold_is_plain(cft_value value)
{
    switch (value.kind) {
    case CFT_NONE:
    case CFT_BOOL:
    case CFT_INT:
    case CFT_FLOAT:
    case CFT_BIGINT:
    case CFT_STRING: return true;
    case CFT_LIST:
    case CFT_TUPLE:
        for (uint32_t i = 0; i < value.as.list->count; i++)
            if (!fold_is_plain(value.as.list->items[i])) return false;
        return true;
    default: return false;
    }
}

static chatfmt_status fold_items(cft_emitter *e, cft_node *node, cft_kind kind, cft_value *out)
{
    cft_list_builder b;
    CFT_TRY(cft_list_build(&b, e->evaluator->heap(e->fold_vm), 4));
    for (const cft_node *item = node->a; item; item = item->next) {
        CFT_TRY(cft_list_push(&b, item->value));
        CFT_TRY(cft_emit_literal(e, item->value, item));
    }
    return cft_list_end(&b, kind, out);
}

static chatfmt_status fold_dict(cft_emitter *e, const cft_node *node, cft_value *out)
{
    cft_heap *heap = e->evaluator->heap(e->fold_vm);
    cft_dict *dict;
    CFT_TRY(cft_dict_new(heap, 4, &dict));
    for (const cft_node *key = node->a; key; key = key->next->next) {
        if (!cft_fold_is_known(key) || !cft_fold_is_known(key->next)) return CHATFMT_UNSUPPORTED;
        CFT_TRY(cft_dict_put(heap, dict, key->value, key->next->value));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

static bool fold_has_slice(const cft_node *list)
{
    for (; list; list = list->next)
        if (list->kind == CFT_EXPR_SLICE) return true;
    return false;
}

/* Jinja's getitem, which forgives a TypeError; a slice that is run is Python's own and does not. */
static chatfmt_status fold_item(cft_emitter *e, const cft_node *node, cft_value *out)
{
    const cft_node *key = node->b;
    cft_value parts[3] = {cft_none(), cft_none(), cft_none()};
    if (key->kind == CFT_EXPR_SLICE) {
        if (key->a) parts[0] = key->a->value;
        if (key->b) parts[1] = key->b->value;
        if (key->c) parts[2] = key->c->value;
        return e->evaluator->slice(e->fold_vm, node->a->value, parts, out);
    }
    return e->evaluator->item(e->fold_vm, node->a->value, key->value, out);
}

static chatfmt_status fold_concat(cft_emitter *e, const cft_node *node, cft_value *out)
{
    cft_builder b;
    CFT_TRY(cft_build(&b, e->evaluator->heap(e->fold_vm), 32));
    for (const cft_node *item = node->a; item; item = item->next)
        CFT_TRY(cft_str_append(&b, item->value));
    return cft_build_end(&b, 0, out);
}

/* Jinja looks at operands from the left until a comparison fails; those after it may be
 * anything. */
static chatfmt_status fold_compare(cft_emitter *e, const cft_node *node, cft_value *out)
{
    cft_value left = node->a->value;
    bool holds = true;
    if (!cft_fold_is_known(node->a)) return CHATFMT_UNSUPPORTED;
    for (const cft_node *part = node->b; part && holds; part = part->next) {
        if (!cft_fold_is_known(part->a)) return CHATFMT_UNSUPPORTED;
        CFT_TRY(e->evaluator->compare(e->fold_vm, part->operation, left, part->a->value, &holds));
        left = part->a->value;
    }
    *out = cft_bool(holds);
    return CHATFMT_OK;
}

typedef struct fold_arguments {
    cft_value positional[FOLD_MOST_ARGUMENTS], names[FOLD_MOST_ARGUMENTS],
        named[FOLD_MOST_ARGUMENTS];
    size_t count, named_count;
} fold_arguments;

static chatfmt_status fold_argument(fold_arguments *a, cft_value value)
{
    if (a->count == FOLD_MOST_ARGUMENTS) return CHATFMT_UNSUPPORTED;
    a->positional[a->count++] = value;
    return CHATFMT_OK;
}

/* Jinja hands a dict over, so that of a repeated name the last value counts. */
static chatfmt_status fold_named(fold_arguments *a, cft_value name, cft_value value)
{
    size_t at = 0;
    if (name.kind != CFT_STRING) return CHATFMT_UNSUPPORTED;
    while (at < a->named_count &&
           !cft_slice_equal(cft_text_of(a->names[at]), cft_text_of(name)))
        at++;
    if (at == FOLD_MOST_ARGUMENTS) return CHATFMT_UNSUPPORTED;
    if (at == a->named_count) a->names[a->named_count++] = name;
    a->named[at] = value;
    return CHATFMT_OK;
}

static const cft_list *fold_row(cft_value value)
{
    return value.kind == CFT_LIST || value.kind == CFT_TUPLE ? value.as.list : NULL;
}

/* What follows two stars, as dict.update takes it. */
static chatfmt_status fold_mapping(fold_arguments *a, cft_value value)
{
    const cft_list *pairs = fold_row(value);
    for (uint32_t i = 0; pairs && i < pairs->count; i++) {
        const cft_list *pair = fold_row(pairs->items[i]);
        if (!pair || pair->count != 2) return CHATFMT_UNSUPPORTED;
        CFT_TRY(fold_named(a, pair->items[0], pair->items[1]));
    }
    if (pairs) return CHATFMT_OK;
    if (value.kind != CFT_DICT) return CHATFMT_UNSUPPORTED;
    for (uint32_t i = 0; i < value.as.dict->count; i++)
        CFT_TRY(fold_named(a, value.as.dict->entries[i].key, value.as.dict->entries[i].value));
    return CHATFMT_OK;
}

/* Jinja: args_as_const. */
static chatfmt_status fold_take_arguments(fold_arguments *a, const cft_node *node)
{
    for (const cft_node *item = node->b; item; item = item->next)
        CFT_TRY(fold_argument(a, item->value));
    for (const cft_node *item = node->c; item; item = item->next)
        CFT_TRY(fold_named(a, cft_string(item->name.data, (uint32_t)item->name.length, 0),
                           item->a->value));
    if (node->d) {
        const cft_list *more = fold_row(node->d->value);
        if (!more) return CHATFMT_UNSUPPORTED;
        for (uint32_t i = 0; i < more->count; i++) CFT_TRY(fold_argument(a, more->items[i]));
    }
    return node->e ? fold_mapping(a, node->e->value) : CHATFMT_OK;
}

static chatfmt_status fold_call(cft_emitter *e, const cft_node *node, cft_value *out)
{
    const cft_callable *row = cft_callable_find(
        node->kind == CFT_EXPR_FILTER ? &e->builtins->filters : &e->builtins->tests, node->name);
    fold_arguments a;
    a.count = a.named_count = 0;
    if (!row || !(row->flags & CFT_PURE) || e->volatile_escape) return CHATFMT_UNSUPPORTED;
    CFT_TRY(fold_take_arguments(&a, node));
    return e->evaluator->call(e->fold_vm, row, node->a->value, a.positional, a.count, a.names,
                              a.named, a.named_count, e->autoescape, out);
}

static bool fold_call_is_known(const cft_node *node)
{
    if (!node->a || !cft_fold_is_known(node->a) || !fold_all_known(node->b)) return false;
    for (const cft_node *item = node->c; item; item = item->next)
        if (!cft_fold_is_known(item->a)) return false;
    return (!node->d || cft_fold_is_known(node->d)) && (!node->e || cft_fold_is_known(node->e));
}

/* The value of a node whose parts are known; any status but OK leaves it alone. */
static chatfmt_status fold_value(cft_emitter *e, cft_node *node, cft_value *out)
{
    bool left = node->a && cft_fold_is_known(node->a);
    bool both = left && node->b && cft_fold_is_known(node->b);
    const cft_node *chosen;
    switch (node->kind) {
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
        if (!fold_all_known(node->a)) break;
        return fold_items(e, node, node->kind == CFT_EXPR_LIST ? CFT_LIST : CFT_TUPLE, out);
    case CFT_EXPR_DICT: return fold_dict(e, node, out);
    case CFT_EXPR_CONCAT:
        if (!fold_all_known(node->a) || e->autoescape) break;
        return fold_concat(e, node, out);
    case CFT_EXPR_BINARY:
        if (!both) break;
        return e->evaluator->binary(e->fold_vm, node->operation, node->a->value, node->b->value,
                                    out);
    case CFT_EXPR_AND:
    case CFT_EXPR_OR:
        if (!left) break;
        *out = node->a->value;
        if (cft_truth(*out) == (node->kind == CFT_EXPR_OR)) return CHATFMT_OK;
        *out = node->b->value;
        return both ? CHATFMT_OK : CHATFMT_UNSUPPORTED;
    case CFT_EXPR_COND:
        if (!cft_fold_is_known(node->b)) break;
        chosen = cft_truth(node->b->value) ? node->a : node->c;
        if (!chosen || !cft_fold_is_known(chosen)) break;
        *out = chosen->value;
        return CHATFMT_OK;
    case CFT_EXPR_NOT:
        if (!left) break;
        *out = cft_bool(!cft_truth(node->a->value));
        return CHATFMT_OK;
    case CFT_EXPR_UNARY:
        if (!left) break;
        return e->evaluator->unary(e->fold_vm, node->operation, node->a->value, out);
    case CFT_EXPR_COMPARE: return fold_compare(e, node, out);
    case CFT_EXPR_ATTR:
        if (!left) break;
        return e->evaluator->attribute(e->fold_vm, node->a->value, node->name, out);
    case CFT_EXPR_ITEM:
        if (!both) break;
        return fold_item(e, node, out);
    case CFT_EXPR_FILTER:
    case CFT_EXPR_TEST:
        if (!fold_call_is_known(node)) break;
        return fold_call(e, node, out);
    default: break;
    }
    return CHATFMT_UNSUPPORTED;
}

static bool fold_is_known_if(const cft_node *node) { return !node || cft_fold_is_known(node); }

static chatfmt_status fold_node(cft_emitter *e, cft_node *node)
{
    cft_value value = cft_none();
    chatfmt_status status;
    if (node->kind == CFT_EXPR_SLICE) { /* no value of its own: see fold_item */
        node->known = fold_is_known_if(node->a) && fold_is_known_if(node->b) &&
                      fold_is_known_if(node->c);
        return CHATFMT_OK;
    }
    if (node->kind == CFT_EXPR_TUPLE && fold_has_slice(node->a)) {
        node->known = fold_all_known(node->a);
        node->value = cft_float((double)NAN); /* like a key with a slice, it is equal to none */
        return CHATFMT_OK;
    }
    status = fold_value(e, node, &value);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(e->error, status, "out of memory");
    if (status == CHATFMT_TYPE && node->kind == CFT_EXPR_DICT && e->fold_inside)
        return cft_emit_fail(e, node, status, "a key of this dict cannot be hashed");
    if (status != CHATFMT_OK) return CHATFMT_OK;
    if (fold_is_plain(value)) {
        CFT_TRY(cft_emit_literal(e, value, node));
        fold_become(node, value);
    } else {
        node->known = true;
        node->value = value;
    }
    return CHATFMT_OK;
}

/* Literals as such are not optimised, only what is in them. Jinja: @optimizeconst. */
static bool fold_is_literal(const cft_node *node)
{
    return node->kind == CFT_EXPR_TUPLE || node->kind == CFT_EXPR_LIST ||
           node->kind == CFT_EXPR_DICT;
}

/* Everything below the node but its left end and the else part of a conditional. */
static chatfmt_status fold_parts(cft_emitter *e, cft_node *node)
{
    e->fold_inside = e->fold_inside || !fold_is_literal(node);
    switch (node->kind) {
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
    case CFT_EXPR_DICT:
    case CFT_EXPR_CONCAT:
        for (cft_node *item = node->a; item; item = item->next) CFT_TRY(cft_fold(e, item));
        return CHATFMT_OK;
    case CFT_EXPR_COMPARE:
        for (cft_node *item = node->b; item; item = item->next) CFT_TRY(cft_fold(e, item->a));
        return CHATFMT_OK;
    case CFT_EXPR_CALL:
    case CFT_EXPR_FILTER:
    case CFT_EXPR_TEST:
        for (cft_node *item = node->b; item; item = item->next) CFT_TRY(cft_fold(e, item));
        for (cft_node *item = node->c; item; item = item->next) CFT_TRY(cft_fold(e, item->a));
        if (node->d) CFT_TRY(cft_fold(e, node->d));
        if (node->e) CFT_TRY(cft_fold(e, node->e));
        return CHATFMT_OK;
    default:
        if (node->b) CFT_TRY(cft_fold(e, node->b));
        if (node->c && node->kind != CFT_EXPR_COND) CFT_TRY(cft_fold(e, node->c));
        return CHATFMT_OK;
    }
}

static bool fold_goes_left(const cft_node *node)
{
    switch (node->kind) {
    case CFT_EXPR_NAME:
    case CFT_EXPR_CONST:
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
    case CFT_EXPR_DICT:
    case CFT_EXPR_CONCAT: return false;
    default: return node->a != NULL;
    }
}

/* Down the left end. A conditional is marked by `store` until its else part was gone down, too. */
static chatfmt_status fold_push_left(cft_emitter *e, cft_node *node)
{
    for (;; node = node->a) {
        CFT_TRY(cft_emit_spine_push(e, node));
        if (node->kind == CFT_EXPR_COND) node->store = true;
        if (!fold_goes_left(node)) return CHATFMT_OK;
    }
}

chatfmt_status cft_fold(cft_emitter *e, cft_node *node)
{
    uint32_t base = e->spine_count;
    bool inside = e->fold_inside;
    CFT_TRY(fold_push_left(e, node));
    while (e->spine_count > base) {
        node = e->spine[e->spine_count - 1];
        if (node->kind == CFT_EXPR_COND && node->store) {
            node->store = false;
            if (node->c) CFT_TRY(fold_push_left(e, node->c));
            continue;
        }
        e->spine_count--;
        if (node->kind == CFT_EXPR_NAME || node->kind == CFT_EXPR_CONST) continue;
        /* All but the first stand inside of an operator. */
        e->fold_inside = inside || e->spine_count > base;
        CFT_TRY(fold_parts(e, node));
        e->fold_inside = inside || e->spine_count > base;
        CFT_TRY(fold_node(e, node));
    }
    e->fold_inside = inside;
    return CHATFMT_OK;
}
