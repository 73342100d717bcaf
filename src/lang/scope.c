/* lang/scope.c - which name is whose: Jinja's identifier tracking, and slots for the names.
 *
 * Source of the behaviour: Jinja 3.1.6, idtracking.py. Every scope lists the names it mentions,
 * with the way each gets its first value. Scopes stand on one stack of bindings; a symbol knows
 * its innermost binding, so a look-up is one step. The branches of an `if` are looked at one
 * after the other, each from the state before the `if`, and then merged; instead of copying the
 * scope, what a branch changes is logged, taken back, and merged at the end.
 */
#include "lang/emit.h"

struct cft_slot_record {
    cft_slot_record *next;
    uint32_t function, owner, level, slot; /* level UINT32_MAX: shared by a whole function */
    bool resolve;
};

static chatfmt_status scope_visit_if(cft_emitter *e, const cft_node *node);

chatfmt_status cft_scope_push(cft_emitter *e)
{
    cft_scope *scope = cft_arena_take_zero(e->arena, sizeof *scope);
    if (!scope) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    scope->outer = e->scope;
    scope->unit = e->unit;
    scope->first = e->binding_count;
    scope->level = e->scope ? e->scope->level + 1 : 0;
    e->scope = scope;
    return CHATFMT_OK;
}

/* Bindings from `count` on are forgotten. */
static void scope_truncate(cft_emitter *e, uint32_t count)
{
    while (e->binding_count > count) {
        const cft_binding *binding = &e->bindings[--e->binding_count];
        e->symbols[binding->symbol].top = binding->shadowed;
    }
}

void cft_scope_pop(cft_emitter *e)
{
    scope_truncate(e, e->scope->first);
    e->scope = e->scope->outer;
}

static chatfmt_status scope_add(cft_emitter *e, uint32_t symbol, cft_load load, int32_t alias)
{
    cft_binding *binding;
    void *items = e->bindings;
    CFT_TRY(cft_emit_grow(e, &items, &e->binding_capacity, e->binding_count + 1,
                          sizeof *e->bindings));
    e->bindings = items;
    binding = &e->bindings[e->binding_count];
    *binding = (cft_binding){.symbol = symbol,
                             .shadowed = e->symbols[symbol].top,
                             .alias = alias,
                             .load = (uint8_t)load,
                             .unit = e->scope->unit,
                             .slot = CFT_NO_SLOT};
    e->symbols[symbol].top = (int32_t)e->binding_count++;
    return CHATFMT_OK;
}

/* The binding of `symbol` in the current scope, -1 = none. */
static int32_t scope_own(const cft_emitter *e, uint32_t symbol)
{
    int32_t top = e->symbols[symbol].top;
    return top >= (int32_t)e->scope->first ? top : -1;
}

static int32_t scope_outer(const cft_emitter *e, uint32_t symbol)
{
    int32_t own = scope_own(e, symbol);
    return own >= 0 ? e->bindings[own].shadowed : e->symbols[symbol].top;
}

/* A binding is about to change: keep what it was if a branch began after it was made. */
static chatfmt_status scope_log(cft_emitter *e, uint32_t index)
{
    const cft_binding *binding = &e->bindings[index];
    void *items = e->log;
    if (index >= e->branch_mark) return CHATFMT_OK;
    CFT_TRY(cft_emit_grow(e, &items, &e->log_capacity, e->log_count + 1, sizeof *e->log));
    e->log = items;
    e->log[e->log_count++] = (cft_scope_change){.binding = index,
                                                .symbol = binding->symbol,
                                                .alias = binding->alias,
                                                .load = binding->load,
                                                .stored = binding->stored};
    return CHATFMT_OK;
}

static chatfmt_status scope_mark_stored(cft_emitter *e, int32_t index)
{
    if (e->bindings[index].stored) return CHATFMT_OK;
    CFT_TRY(scope_log(e, (uint32_t)index));
    e->bindings[index].stored = true;
    return CHATFMT_OK;
}

/* Jinja: Symbols.store. */
static chatfmt_status scope_store(cft_emitter *e, cft_slice name)
{
    uint32_t symbol;
    int32_t outer;
    CFT_TRY(cft_emit_name(e, name, &symbol));
    if (scope_own(e, symbol) < 0) {
        outer = e->symbols[symbol].top;
        CFT_TRY(scope_add(e, symbol, outer >= 0 ? CFT_LOAD_ALIAS : CFT_LOAD_UNDEFINED, outer));
    }
    return scope_mark_stored(e, scope_own(e, symbol));
}

/* Jinja: Symbols.declare_parameter. */
chatfmt_status cft_scope_declare(cft_emitter *e, cft_slice name, uint32_t *out)
{
    uint32_t symbol;
    int32_t own;
    CFT_TRY(cft_emit_name(e, name, &symbol));
    if (scope_own(e, symbol) < 0) CFT_TRY(scope_add(e, symbol, CFT_LOAD_PARAMETER, -1));
    own = scope_own(e, symbol);
    CFT_TRY(scope_log(e, (uint32_t)own));
    e->bindings[own].load = CFT_LOAD_PARAMETER;
    e->bindings[own].stored = true;
    if (out) *out = (uint32_t)own;
    return CHATFMT_OK;
}

/* Jinja: Symbols.load. */
static chatfmt_status scope_load(cft_emitter *e, cft_slice name)
{
    uint32_t symbol;
    CFT_TRY(cft_emit_name(e, name, &symbol));
    if (e->symbols[symbol].top >= 0) return CHATFMT_OK;
    return scope_add(e, symbol, CFT_LOAD_RESOLVE, -1);
}

chatfmt_status cft_scope_declare_target(cft_emitter *e, const cft_node *target)
{
    if (target->kind == CFT_EXPR_NAME) return cft_scope_declare(e, target->name, NULL);
    if (target->kind == CFT_EXPR_NSREF) return scope_load(e, target->name);
    for (const cft_node *item = target->a; item; item = item->next)
        CFT_TRY(cft_scope_declare_target(e, item));
    return CHATFMT_OK;
}

static chatfmt_status scope_visit_target(cft_emitter *e, const cft_node *target)
{
    if (target->kind == CFT_EXPR_NAME) return scope_store(e, target->name);
    if (target->kind == CFT_EXPR_NSREF) return scope_load(e, target->name);
    for (const cft_node *item = target->a; item; item = item->next)
        CFT_TRY(scope_visit_target(e, item));
    return CHATFMT_OK;
}

static chatfmt_status scope_visit_expr(cft_emitter *e, const cft_node *node);

/* The left end is followed in a loop, so a long chain does not deepen the stack. So it is with
 * chains of else parts: the one met first is left to the caller. */
static chatfmt_status scope_visit_left(cft_emitter *e, const cft_node *node,
                                       const cft_node **otherwise)
{
    for (; node; node = node->a) {
        switch (node->kind) {
        case CFT_EXPR_NAME: return scope_load(e, node->name);
        case CFT_EXPR_CONST: return CHATFMT_OK;
        case CFT_EXPR_TUPLE:
        case CFT_EXPR_LIST:
        case CFT_EXPR_DICT:
        case CFT_EXPR_CONCAT:
            for (const cft_node *item = node->a; item; item = item->next)
                CFT_TRY(scope_visit_expr(e, item));
            return CHATFMT_OK;
        case CFT_EXPR_COMPARE:
            for (const cft_node *item = node->b; item; item = item->next)
                CFT_TRY(scope_visit_expr(e, item->a));
            break;
        case CFT_EXPR_CALL:
        case CFT_EXPR_FILTER:
        case CFT_EXPR_TEST:
            for (const cft_node *item = node->b; item; item = item->next)
                CFT_TRY(scope_visit_expr(e, item));
            for (const cft_node *item = node->c; item; item = item->next)
                CFT_TRY(scope_visit_expr(e, item->a));
            if (node->d) CFT_TRY(scope_visit_expr(e, node->d));
            if (node->e) CFT_TRY(scope_visit_expr(e, node->e));
            break;
        default:
            if (node->b) CFT_TRY(scope_visit_expr(e, node->b));
            if (node->kind == CFT_EXPR_COND && !*otherwise) *otherwise = node->c;
            else if (node->c) CFT_TRY(scope_visit_expr(e, node->c));
            break;
        }
    }
    return CHATFMT_OK;
}

/* All names that an expression reads. */
static chatfmt_status scope_visit_expr(cft_emitter *e, const cft_node *node)
{
    while (node) {
        const cft_node *otherwise = NULL;
        CFT_TRY(scope_visit_left(e, node, &otherwise));
        node = otherwise;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_scope_visit_list(cft_emitter *e, const cft_node *list)
{
    for (const cft_node *node = list; node; node = node->next) CFT_TRY(cft_scope_visit(e, node));
    return CHATFMT_OK;
}

/* Jinja: FrameSymbolVisitor. Bodies that are scopes of their own are not entered. */
chatfmt_status cft_scope_visit(cft_emitter *e, const cft_node *node)
{
    switch (node->kind) {
    case CFT_STMT_OUTPUT:
        for (const cft_node *item = node->a; item; item = item->next)
            if (item->kind != CFT_STMT_TEXT) CFT_TRY(scope_visit_expr(e, item));
        return CHATFMT_OK;
    case CFT_STMT_TEXT:
    case CFT_STMT_BREAK:
    case CFT_STMT_CONTINUE:
    case CFT_STMT_BLOCK:
    case CFT_STMT_AUTOESCAPE:
    case CFT_STMT_GENERATION: return CHATFMT_OK;
    case CFT_STMT_FOR: return scope_visit_expr(e, node->b);
    case CFT_STMT_IF: return scope_visit_if(e, node);
    case CFT_STMT_SET:
        CFT_TRY(scope_visit_expr(e, node->b));
        return scope_visit_target(e, node->a);
    case CFT_STMT_SETBLOCK: return scope_visit_target(e, node->a);
    case CFT_STMT_MACRO: return scope_store(e, node->name);
    case CFT_STMT_CALL:
    case CFT_STMT_FILTER: return scope_visit_expr(e, node->b);
    case CFT_STMT_WITH:
        for (const cft_node *item = node->b; item; item = item->next)
            CFT_TRY(scope_visit_expr(e, item));
        return CHATFMT_OK;
    case CFT_STMT_LOADER:
        for (const cft_node *item = node->a; item; item = item->next)
            CFT_TRY(scope_store(e, item->name));
        return CHATFMT_OK;
    default: return scope_visit_expr(e, node);
    }
}

/* ---- branches ---- */

/* Take back everything that a branch did, and keep it as changes to be merged. */
static chatfmt_status scope_collect(cft_emitter *e, uint32_t mark, uint32_t log_base)
{
    uint32_t logged = e->log_count - log_base, added = e->binding_count - mark;
    void *items = e->changes;
    CFT_TRY(cft_emit_grow(e, &items, &e->change_capacity, e->change_count + logged + added,
                          sizeof *e->changes));
    e->changes = items;
    for (uint32_t i = log_base; i < e->log_count; i++) {
        const cft_binding *now = &e->bindings[e->log[i].binding];
        e->changes[e->change_count++] = (cft_scope_change){
            .symbol = now->symbol, .alias = now->alias, .load = now->load, .stored = now->stored};
    }
    for (uint32_t i = mark; i < e->binding_count; i++) {
        const cft_binding *now = &e->bindings[i];
        e->changes[e->change_count++] = (cft_scope_change){
            .symbol = now->symbol, .alias = now->alias, .load = now->load, .stored = now->stored};
    }
    while (e->log_count > log_base) {
        const cft_scope_change *was = &e->log[--e->log_count];
        cft_binding *binding = &e->bindings[was->binding];
        binding->alias = was->alias;
        binding->load = was->load;
        binding->stored = was->stored;
    }
    scope_truncate(e, mark);
    return CHATFMT_OK;
}

/* Jinja: Symbols.branch_update. */
static chatfmt_status scope_merge(cft_emitter *e, uint32_t from)
{
    for (uint32_t i = from; i < e->change_count; i++) {
        /* From here on `binding` says whether the name was assigned before the branches. */
        int32_t own = scope_own(e, e->changes[i].symbol);
        e->changes[i].binding = own >= 0 && e->bindings[own].stored;
    }
    for (uint32_t i = from; i < e->change_count; i++) {
        const cft_scope_change *change = &e->changes[i];
        int32_t own = scope_own(e, change->symbol);
        if (own < 0)
            CFT_TRY(scope_add(e, change->symbol, (cft_load)change->load, change->alias));
        own = scope_own(e, change->symbol);
        CFT_TRY(scope_log(e, (uint32_t)own));
        e->bindings[own].load = change->load;
        e->bindings[own].alias = change->alias;
        e->bindings[own].stored = e->bindings[own].stored || change->stored;
    }
    for (uint32_t i = from; i < e->change_count; i++) {
        const cft_scope_change *change = &e->changes[i];
        int32_t outer = scope_outer(e, change->symbol), own = scope_own(e, change->symbol);
        if (!change->stored || change->binding) continue;
        e->bindings[own].load = outer >= 0 ? CFT_LOAD_ALIAS : CFT_LOAD_RESOLVE;
        e->bindings[own].alias = outer;
    }
    return CHATFMT_OK;
}

static chatfmt_status scope_visit_branch(cft_emitter *e, const cft_node *elifs,
                                         const cft_node *body)
{
    uint32_t mark = e->binding_count, log_base = e->log_count, saved = e->branch_mark;
    e->branch_mark = mark;
    for (const cft_node *item = elifs; item; item = item->next)
        CFT_TRY(scope_visit_if(e, item));
    CFT_TRY(cft_scope_visit_list(e, body));
    e->branch_mark = saved;
    return scope_collect(e, mark, log_base);
}

static chatfmt_status scope_visit_if(cft_emitter *e, const cft_node *node)
{
    uint32_t from = e->change_count;
    CFT_TRY(scope_visit_expr(e, node->a));
    CFT_TRY(scope_visit_branch(e, NULL, node->body));
    if (node->elifs) CFT_TRY(scope_visit_branch(e, node->elifs, NULL));
    if (node->other) CFT_TRY(scope_visit_branch(e, NULL, node->other));
    CFT_TRY(scope_merge(e, from));
    e->change_count = from;
    return CHATFMT_OK;
}

/* ---- slots ---- */

chatfmt_status cft_scope_new_slot(cft_emitter *e, uint32_t name, bool resolve, uint32_t *slot)
{
    cft_body *body = e->body;
    void *items = body->slots;
    CFT_TRY(cft_emit_grow(e, &items, &body->slot_capacity, body->slot_count + 1,
                          sizeof *body->slots));
    body->slots = items;
    body->slots[body->slot_count] = (cft_slot_info){.name = name, .resolve = resolve};
    *slot = body->slot_count++;
    return CHATFMT_OK;
}

/* Python's local variable of this name and level in this function, made on first use. A name
 * that is only looked up has one slot for the whole function: the context does not change. */
static chatfmt_status scope_slot(cft_emitter *e, cft_binding *binding, uint32_t level)
{
    bool resolve = binding->load == CFT_LOAD_RESOLVE, shared = resolve && !binding->stored;
    uint32_t owner = shared ? e->body->function : binding->unit->id;
    cft_slot_record *record = e->symbols[binding->symbol].slots;
    if (shared) level = UINT32_MAX;
    for (; record; record = record->next) {
        if (record->owner == owner && record->level == level && record->resolve == resolve) break;
        if (record->function < e->body->function) record = NULL;
        if (!record) break; /* older ones belong to functions around or before this one */
    }
    if (!record) {
        record = cft_arena_take(e->arena, sizeof *record);
        if (!record) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
        *record = (cft_slot_record){.next = e->symbols[binding->symbol].slots,
                                    .function = e->body->function,
                                    .owner = owner,
                                    .level = level,
                                    .resolve = resolve};
        e->symbols[binding->symbol].slots = record;
        CFT_TRY(cft_scope_new_slot(e, binding->symbol, resolve, &record->slot));
    }
    binding->slot = record->slot;
    return CHATFMT_OK;
}

chatfmt_status cft_scope_finish(cft_emitter *e)
{
    for (uint32_t i = e->scope->first; i < e->binding_count; i++)
        CFT_TRY(scope_slot(e, &e->bindings[i], e->scope->level));
    return CHATFMT_OK;
}

/* Jinja: CodeGenerator.enter_frame. */
chatfmt_status cft_scope_enter(cft_emitter *e)
{
    for (uint32_t i = e->scope->first; i < e->binding_count; i++) {
        const cft_binding *binding = &e->bindings[i], *outer;
        switch (binding->load) {
        case CFT_LOAD_PARAMETER: break;
        case CFT_LOAD_RESOLVE:
            if (binding->stored) CFT_TRY(cft_emit_op(e, CFT_OP_CLEAR, binding->slot));
            break;
        case CFT_LOAD_UNDEFINED: CFT_TRY(cft_emit_op(e, CFT_OP_CLEAR, binding->slot)); break;
        default:
            outer = &e->bindings[binding->alias];
            CFT_TRY(cft_emit_op3(e, CFT_OP_ALIAS, binding->slot, cft_scope_distance(e, outer),
                                 outer->slot));
            break;
        }
    }
    return CHATFMT_OK;
}

uint32_t cft_scope_distance(const cft_emitter *e, const cft_binding *binding)
{
    return e->body->depth - binding->unit->body->depth;
}

chatfmt_status cft_scope_find(cft_emitter *e, const cft_node *node, cft_slice name,
                              cft_binding **out)
{
    uint32_t symbol;
    CFT_TRY(cft_emit_name(e, name, &symbol));
    if (e->symbols[symbol].top < 0)
        return cft_emit_fail(e, node, CHATFMT_RUNTIME,
                             "Tried to resolve a name to a reference that was unknown to the "
                             "frame ('%.*s')",
                             (int)name.length, name.data);
    *out = &e->bindings[e->symbols[symbol].top];
    return CHATFMT_OK;
}
