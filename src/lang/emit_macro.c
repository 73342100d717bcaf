/* lang/emit_macro.c - code of macros, call blocks, {% generation %}, blocks and the template
 * itself: everything that is a function in the Python that Jinja would write.
 */
#include "lang/emit.h"

enum { MACRO_CALLER = 1, MACRO_KWARGS = 2, MACRO_VARARGS = 4 };

static const char *const macro_special[] = {"caller", "kwargs", "varargs"};

cft_function *cft_emit_function(cft_emitter *e)
{
    return &e->program->functions[e->body->function];
}

chatfmt_status cft_emit_unit_begin(cft_emitter *e)
{
    cft_unit *unit = cft_arena_take_zero(e->arena, sizeof *unit);
    if (!unit) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    unit->outer = e->unit;
    unit->body = e->body;
    unit->id = ++e->unit_count;
    e->unit = unit;
    return CHATFMT_OK;
}

void cft_emit_unit_end(cft_emitter *e) { e->unit = e->unit->outer; }

chatfmt_status cft_emit_body_begin(cft_emitter *e, cft_function_kind kind)
{
    cft_program *program = e->program;
    cft_body *body = cft_arena_take_zero(e->arena, sizeof *body);
    void *items = program->functions;
    if (!body) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(cft_emit_grow(e, &items, &e->function_capacity, program->function_count + 1,
                          sizeof *program->functions));
    program->functions = items;
    body->function = program->function_count++;
    body->outer = e->body;
    body->depth = e->body ? e->body->depth + 1 : 0;
    if (e->body) e->body->has_closures = true;
    program->functions[body->function] = (cft_function){.kind = kind,
                                                        .entry = cft_emit_here(e),
                                                        .name = CFT_NO_SLOT,
                                                        .caller = CFT_NO_SLOT,
                                                        .kwargs = CFT_NO_SLOT,
                                                        .varargs = CFT_NO_SLOT,
                                                        .loop_slot = CFT_NO_SLOT};
    e->body = body;
    return cft_emit_unit_begin(e);
}

void cft_emit_body_end(cft_emitter *e)
{
    cft_body *body = e->body;
    cft_function *function = cft_emit_function(e);
    function->slot_count = body->slot_count;
    function->slots = body->slots;
    function->stack_size = body->stack_size;
    function->loop_count = body->loop_count;
    function->has_closures = body->has_closures;
    function->cost = cft_emit_here(e) - function->entry;
    e->body = body->outer;
    cft_emit_unit_end(e);
}

static chatfmt_status macro_array(cft_emitter *e, size_t count, size_t size, void **out)
{
    *out = cft_arena_array(e->arena, count, size);
    return *out ? CHATFMT_OK : cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
}

/* "parameter 'x' was not provided". */
static chatfmt_status macro_missing(cft_emitter *e, cft_slice name, cft_value *out)
{
    static const char before[] = "parameter '", after[] = "' was not provided";
    size_t length = sizeof before - 1 + name.length + sizeof after - 1;
    char *text = cft_arena_take(e->arena, length);
    if (!text) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(text, before, sizeof before - 1);
    memcpy(text + sizeof before - 1, name.data, name.length);
    memcpy(text + sizeof before - 1 + name.length, after, sizeof after - 1);
    *out = (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_MESSAGE,
                       .length = (uint32_t)length,
                       .as = {.text = text}};
    return CHATFMT_OK;
}

/* The names that the body may use without declaring them. Jinja: macro_body. */
static chatfmt_status macro_specials(cft_emitter *e, const cft_node *node, const cft_node *params,
                                     const cft_node *defaults, uint32_t bindings[3])
{
    unsigned found = cft_scope_undeclared(node->body, macro_special, 3);
    uint32_t count = 0, default_count = 0, at = 0;
    bool given[3] = {false, false, false};
    for (const cft_node *p = params; p; p = p->next) count++;
    for (const cft_node *p = defaults; p; p = p->next) default_count++;
    for (const cft_node *p = params; p; p = p->next, at++)
        for (int i = 0; i < 3; i++)
            if (strlen(macro_special[i]) == p->name.length &&
                memcmp(macro_special[i], p->name.data, p->name.length) == 0) {
                given[i] = true;
                if (i == 0 && (found & MACRO_CALLER) && at + default_count < count)
                    return cft_emit_fail(e, node, CHATFMT_SYNTAX,
                                         "When defining macros or call blocks the special "
                                         "\"caller\" argument must be omitted or be given a "
                                         "default.");
            }
    for (int i = 0; i < 3; i++) {
        bindings[i] = CFT_NO_SLOT;
        if (!(found & 1u << i)) continue;
        bindings[i] = CFT_NO_SLOT - 1; /* used, but under a parameter's own name */
        if (!given[i])
            CFT_TRY(cft_scope_declare(
                e, cft_slice_of(macro_special[i], strlen(macro_special[i])), &bindings[i]));
    }
    return CHATFMT_OK;
}

/* Parameters are the first names of their scope, so one that is known already is repeated. */
static chatfmt_status macro_declare(cft_emitter *e, const cft_node *params)
{
    for (const cft_node *p = params; p; p = p->next) {
        uint32_t known = e->binding_count;
        CFT_TRY(cft_scope_declare(e, p->name, NULL));
        if (e->binding_count == known)
            return cft_emit_fail(e, p, CHATFMT_SYNTAX,
                                 "duplicate argument '%.*s' in function definition",
                                 (int)p->name.length, p->name.data);
    }
    return CHATFMT_OK;
}

/* Where arguments go, and code for the defaults. */
static chatfmt_status macro_params(cft_emitter *e, cft_node *params, cft_node *defaults)
{
    uint32_t count = 0, default_count = 0, at = 0, *slots, jump;
    void *slot_items, *name_items, *missing_items;
    cft_value *names, *missing;
    for (const cft_node *p = params; p; p = p->next) count++;
    for (const cft_node *p = defaults; p; p = p->next) default_count++;
    CFT_TRY(macro_array(e, count, sizeof *slots, &slot_items));
    CFT_TRY(macro_array(e, count, sizeof *names, &name_items));
    CFT_TRY(macro_array(e, count, sizeof *missing, &missing_items));
    slots = slot_items;
    names = name_items;
    missing = missing_items;
    for (cft_node *p = params; p; p = p->next, at++) {
        cft_binding *binding;
        CFT_TRY(cft_scope_find(e, p, p->name, &binding));
        slots[at] = binding->slot;
        names[at] = cft_string(p->name.data, (uint32_t)p->name.length, 0);
        missing[at] = cft_absent();
        if (at + default_count < count) {
            CFT_TRY(macro_missing(e, p->name, &missing[at]));
            continue;
        }
        jump = cft_emit_here(e);
        CFT_TRY(cft_emit_op2(e, CFT_OP_JUMP_GIVEN, slots[at], 0));
        CFT_TRY(cft_fold(e, defaults));
        CFT_TRY(cft_emit_expr(e, defaults));
        CFT_TRY(cft_emit_op(e, CFT_OP_STORE, slots[at]));
        cft_emit_patch(e, jump);
        defaults = defaults->next;
    }
    cft_emit_function(e)->param_count = count;
    cft_emit_function(e)->params = slots;
    cft_emit_function(e)->param_names = names;
    cft_emit_function(e)->param_missing = missing;
    return CHATFMT_OK;
}

static uint32_t macro_special_slot(const cft_emitter *e, uint32_t binding)
{
    return binding >= CFT_NO_SLOT - 1 ? CFT_NO_SLOT : e->bindings[binding].slot;
}

/* Push a macro: its function follows here. `name` is CFT_NO_SLOT for a call block. */
static chatfmt_status macro_function(cft_emitter *e, cft_node *node, cft_node *params,
                                     cft_node *defaults, uint32_t name)
{
    cft_function *function;
    uint32_t at = cft_emit_here(e), special[3];
    CFT_TRY(cft_emit_op2(e, CFT_OP_MACRO, 0, 0));
    CFT_TRY(cft_emit_body_begin(e, CFT_FUNCTION_MACRO));
    e->program->code[at] |= e->body->function << 8;
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(macro_declare(e, params));
    CFT_TRY(cft_scope_visit_list(e, defaults));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(macro_specials(e, node, params, defaults, special));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(macro_params(e, params, defaults));
    function = cft_emit_function(e);
    function->name = name;
    function->uses_caller = special[0] != CFT_NO_SLOT;
    function->caller = macro_special_slot(e, special[0]);
    function->kwargs = macro_special_slot(e, special[1]);
    function->varargs = macro_special_slot(e, special[2]);
    for (const cft_node *p = params; p; p = p->next)
        if (cft_slice_equal(p->name, CFT_LIT("caller"))) function->explicit_caller = true;
    CFT_TRY(cft_emit_statements(e, node->body));
    CFT_TRY(cft_emit_op(e, CFT_OP_RETURN, 0));
    cft_scope_pop(e);
    cft_emit_body_end(e);
    cft_emit_patch(e, at);
    return CHATFMT_OK;
}

static chatfmt_status macro_export(cft_emitter *e, cft_binding *binding)
{
    cft_program_name *name = &e->program->names[binding->symbol];
    if (!e->exports || !e->scope->toplevel) return CHATFMT_OK;
    if (!name->export_slot) name->export_slot = ++e->program->export_count;
    return cft_emit_op2(e, CFT_OP_EXPORT, name->export_slot - 1, binding->slot);
}

chatfmt_status cft_emit_macro(cft_emitter *e, cft_node *node)
{
    cft_binding *binding;
    uint32_t name;
    CFT_TRY(cft_emit_name(e, node->name, &name));
    CFT_TRY(macro_function(e, node, node->a, node->b, name));
    CFT_TRY(cft_scope_find(e, node, node->name, &binding));
    CFT_TRY(cft_emit_op(e, CFT_OP_STORE, binding->slot));
    return macro_export(e, binding);
}

/* Jinja: visit_CallBlock; what the call gives goes out as it is. */
chatfmt_status cft_emit_call_block(cft_emitter *e, cft_node *node)
{
    uint32_t slot;
    CFT_TRY(macro_function(e, node, node->a, node->c, CFT_NO_SLOT));
    CFT_TRY(cft_scope_new_slot(e, 0, false, &slot));
    CFT_TRY(cft_emit_op(e, CFT_OP_STORE, slot));
    CFT_TRY(cft_fold(e, node->b));
    return cft_emit_call(e, node->b, slot, CFT_USE_RAW);
}

static chatfmt_status macro_store_constant(cft_emitter *e, uint32_t binding, cft_value value)
{
    uint32_t index;
    if (binding >= CFT_NO_SLOT - 1) return CHATFMT_OK;
    CFT_TRY(cft_emit_constant(e, value, &index));
    CFT_TRY(cft_emit_op(e, CFT_OP_CONST, index));
    return cft_emit_op(e, CFT_OP_STORE, e->bindings[binding].slot);
}

/* {% generation %} is a call block whose body runs at once and exactly once, so it needs no
 * function of ours: only its names, and that break cannot leave it. */
chatfmt_status cft_emit_generation(cft_emitter *e, cft_node *node)
{
    static const char text[] = "No caller defined";
    uint32_t special[3];
    cft_value no_caller = {.kind = CFT_UNDEFINED,
                           .flags = CFT_UNDEF_MESSAGE,
                           .length = sizeof text - 1,
                           .as = {.text = text}};
    CFT_TRY(cft_emit_unit_begin(e));
    CFT_TRY(cft_scope_push(e));
    CFT_TRY(cft_scope_visit_list(e, node->body));
    CFT_TRY(macro_specials(e, node, NULL, NULL, special));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(macro_store_constant(e, special[0], no_caller));
    if (special[1] < CFT_NO_SLOT - 1) {
        CFT_TRY(cft_emit_op(e, CFT_OP_DICT, 0));
        CFT_TRY(cft_emit_op(e, CFT_OP_STORE, e->bindings[special[1]].slot));
    }
    if (special[2] < CFT_NO_SLOT - 1) {
        CFT_TRY(cft_emit_op(e, CFT_OP_TUPLE, 0));
        CFT_TRY(cft_emit_op(e, CFT_OP_STORE, e->bindings[special[2]].slot));
    }
    CFT_TRY(cft_emit_op(e, CFT_OP_GENERATION, 0));
    CFT_TRY(cft_emit_statements(e, node->body));
    CFT_TRY(cft_emit_op(e, CFT_OP_GENERATED, 0));
    cft_scope_pop(e);
    cft_emit_unit_end(e);
    return CHATFMT_OK;
}

/* ---- blocks ---- */

/* The variables that a scoped block sees: everything stored in the scopes around it. */
static chatfmt_status macro_scoped_variables(cft_emitter *e, uint32_t *count)
{
    *count = 0;
    for (uint32_t i = e->binding_count; i-- > 0;) {
        const cft_binding *binding = &e->bindings[i];
        if (!binding->stored || e->symbols[binding->symbol].top != (int32_t)i) continue;
        CFT_TRY(cft_emit_word(e, binding->symbol));
        CFT_TRY(cft_emit_word(e, cft_scope_distance(e, binding) << 20 | binding->slot));
        ++*count;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_emit_block(cft_emitter *e, cft_node *node)
{
    cft_program *program = e->program;
    void *items = program->blocks, *nodes = (void *)e->block_nodes;
    uint32_t name, at, count = 0, index;
    CFT_TRY(cft_emit_name(e, node->name, &name));
    for (uint32_t i = 0; i < program->block_count; i++)
        if (program->blocks[i].name == name)
            return cft_emit_fail(e, node, CHATFMT_SYNTAX, "block '%.*s' defined twice",
                                 (int)node->name.length, node->name.data);
    CFT_TRY(cft_emit_grow(e, &items, &e->block_capacity, program->block_count + 1,
                          sizeof *program->blocks));
    program->blocks = items;
    CFT_TRY(cft_emit_grow(e, &nodes, &e->block_node_capacity, e->block_node_count + 1,
                          sizeof *e->block_nodes));
    e->block_nodes = nodes;
    e->block_nodes[e->block_node_count++] = node;
    node->recursive = e->for_depth > 0; /* what a loop must not do, a block in it must not */
    program->blocks[program->block_count++] =
        (cft_program_block){.name = name, .required = node->required};
    if (node->required) {
        static const char text[] = "Required block not found";
        CFT_TRY(cft_emit_constant(e, cft_string(text, sizeof text - 1, CFT_STR_ASCII), &index));
        return cft_emit_op2(e, CFT_OP_RAISE, CHATFMT_RUNTIME, index);
    }
    at = cft_emit_here(e);
    CFT_TRY(cft_emit_op2(e, CFT_OP_BLOCK, program->block_count - 1, 0));
    if (node->scoped) {
        CFT_TRY(macro_scoped_variables(e, &count));
        e->program->code[at + 1] = count + 1; /* 0 = not scoped */
    }
    return CHATFMT_OK;
}

static chatfmt_status macro_self(cft_emitter *e, const cft_node *list, uint32_t *binding)
{
    static const char *const name[] = {"self"};
    *binding = CFT_NO_SLOT;
    if (!cft_scope_undeclared(list, name, 1)) return CHATFMT_OK;
    return cft_scope_declare(e, CFT_LIT("self"), binding);
}

static chatfmt_status macro_self_store(cft_emitter *e, uint32_t binding)
{
    if (binding == CFT_NO_SLOT) return CHATFMT_OK;
    return cft_emit_op2(e, CFT_OP_SELF, e->bindings[binding].slot, 0);
}

/* A function that is nobody's inner one: the template or a block. */
static chatfmt_status macro_outermost(cft_emitter *e, cft_node *list, cft_function_kind kind,
                                      cft_slice block)
{
    static const char *const super[] = {"super"};
    static const char before[] = "there is no parent block called '";
    uint32_t self, parent = CFT_NO_SLOT;
    CFT_TRY(cft_emit_body_begin(e, kind));
    CFT_TRY(cft_scope_push(e));
    e->scope->toplevel = kind == CFT_FUNCTION_ROOT;
    CFT_TRY(macro_self(e, list, &self));
    if (kind == CFT_FUNCTION_BLOCK && cft_scope_undeclared(list, super, 1))
        CFT_TRY(cft_scope_declare(e, CFT_LIT("super"), &parent));
    CFT_TRY(cft_scope_visit_list(e, list));
    CFT_TRY(cft_scope_finish(e));
    CFT_TRY(macro_self_store(e, self));
    if (parent != CFT_NO_SLOT) {
        char *text = cft_arena_take(e->arena, sizeof before + block.length + 1);
        if (!text) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
        memcpy(text, before, sizeof before - 1);
        memcpy(text + sizeof before - 1, block.data, block.length);
        memcpy(text + sizeof before - 1 + block.length, "'.", 2);
        CFT_TRY(macro_store_constant(
            e, parent,
            (cft_value){.kind = CFT_UNDEFINED,
                        .flags = CFT_UNDEF_MESSAGE,
                        .length = (uint32_t)(sizeof before + 1 + block.length),
                        .as = {.text = text}}));
    }
    CFT_TRY(cft_scope_enter(e));
    CFT_TRY(cft_emit_statements(e, list));
    CFT_TRY(cft_emit_op(e, CFT_OP_RETURN, 0));
    cft_scope_pop(e);
    cft_emit_body_end(e);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_root(cft_emitter *e, cft_node *list)
{
    return macro_outermost(e, list, CFT_FUNCTION_ROOT, (cft_slice){NULL, 0});
}

/* The list grows while it is walked: a block may hold blocks. */
chatfmt_status cft_emit_block_bodies(cft_emitter *e)
{
    for (uint32_t i = 0; i < e->block_node_count; i++) {
        cft_node *node = e->block_nodes[i];
        e->program->blocks[i].function = e->program->function_count;
        e->for_depth = node->recursive;
        CFT_TRY(macro_outermost(e, node->body, CFT_FUNCTION_BLOCK, node->name));
    }
    return CHATFMT_OK;
}
