/* lang/emit.h - the compiler's own state, shared by scope.c, fold.c, emit*.c and compile.c.
 *
 * Three kinds of nesting are kept apart, because Jinja compiles to Python and its rules show
 * through: a *scope* is Jinja's frame (which names are whose), a *unit* is a function of the
 * Python that Jinja would write (where break is allowed, what a closure closes over), and a
 * *body* is a function of ours (slots, value stack). A {% generation %} is a unit without a body
 * of its own.
 */
#ifndef CFT_EMIT_H
#define CFT_EMIT_H

#include "lang/evaluate.h"
#include "lang/program.h"

/* How a scope gets the first value of a name. Jinja: idtracking, VAR_LOAD_*. */
typedef enum cft_load {
    CFT_LOAD_PARAMETER, /* given by the statement: loop target, argument          */
    CFT_LOAD_RESOLVE,   /* looked up in the context                               */
    CFT_LOAD_ALIAS,     /* the outer scope's value, copied on entry               */
    CFT_LOAD_UNDEFINED  /* assigned before it is read                             */
} cft_load;

typedef struct cft_slot_record cft_slot_record;

typedef struct cft_symbol {
    int32_t top;            /* innermost binding, -1 = none */
    cft_slot_record *slots; /* all slots with this name     */
} cft_symbol;

typedef struct cft_unit cft_unit;
typedef struct cft_body cft_body;
typedef struct cft_emit_loop cft_emit_loop;

/* A name in a scope. */
typedef struct cft_binding {
    uint32_t symbol;
    int32_t shadowed; /* binding of the same name further out, -1 = none */
    int32_t alias;    /* ALIAS: the outer binding                        */
    uint8_t load;
    bool stored;
    bool given;       /* has its value from a `with` already         */
    bool is_loop;     /* the `loop` object of a {% for %}            */
    cft_unit *unit;
    uint32_t slot;
} cft_binding;

typedef struct cft_scope {
    struct cft_scope *outer;
    cft_unit *unit;
    uint32_t first; /* binding */
    uint32_t level;
    bool toplevel, soft;
} cft_scope;

struct cft_unit {
    cft_unit *outer;
    cft_body *body;
    uint32_t id;
    uint32_t for_depth;  /* nested loops, of which CPython allows 20 */
    cft_emit_loop *loop; /* the one that break leaves, or NULL       */
};

struct cft_body {
    cft_body *outer;
    uint32_t function, depth;
    cft_slot_info *slots;
    uint32_t slot_count, slot_capacity;
    uint32_t stack, stack_size;
    uint32_t loops, loop_count;
    uint32_t captures; /* open at this point */
    bool has_closures;
};

struct cft_emit_loop {
    cft_emit_loop *outer;
    uint32_t next;     /* address that continue goes to    */
    uint32_t breaks;   /* chain of jumps to be patched     */
    uint32_t captures; /* open where the loop is       */
};

/* Undo and merge records of branches, see scope.c. */
typedef struct cft_scope_change {
    uint32_t binding, symbol;
    int32_t alias;
    uint8_t load;
    bool stored;
} cft_scope_change;

typedef struct cft_emitter {
    cft_program *program;
    cft_arena *arena;
    chatfmt_error *error;
    const chatfmt_limits *limits;
    const cft_builtins *builtins;
    cft_vm *fold_vm;      /* for constant expressions */
    const cft_evaluator *evaluator;
    cft_slice source;

    uint32_t code_capacity, constant_capacity, name_capacity, function_capacity, block_capacity,
        place_capacity, literal_capacity, keyword_capacity, row_capacity, write_capacity;
    uint32_t place_offset, place_length; /* of the node being emitted */

    cft_symbol *symbols;  /* as many as names */
    uint32_t *name_index; /* open addressing: name + 1 */
    uint32_t name_mask;
    uint8_t recent_names[64]; /* by a few of their bytes: name + 1 */

    cft_binding *bindings;
    uint32_t binding_count, binding_capacity;
    uint32_t branch_mark; /* bindings below it existed before the branch being looked at */
    cft_scope_change *log, *changes;
    uint32_t log_count, log_capacity, change_count, change_capacity;

    bool fold_inside;     /* folding below something that Jinja optimises */
    cft_node **spine;     /* left-deep chains, walked without recursion */
    uint32_t spine_count, spine_capacity;

    cft_scope *scope;
    cft_unit *unit;
    cft_body *body;
    uint32_t unit_count;
    uint32_t for_depth;   /* {% for %} around this point, whatever the function */
    uint32_t depth;       /* of the recursion of the emitter itself */
    bool autoescape, volatile_escape; /* Jinja's eval context at compile time */
    bool exports;         /* the template has blocks, so exported variables matter */
    cft_node **block_nodes;
    uint32_t block_node_count, block_node_capacity;
} cft_emitter;

/* emit.c: code and tables. Everything returns a status; failures leave the emitter useless. */
chatfmt_status cft_emit_failed(cft_emitter *e, const cft_node *node, chatfmt_status status)
    CFT_FAILS;
/* Fail with a message and the place of `node`. */
#define cft_emit_fail(e, node, status, ...)                                                    \
    cft_emit_failed(e, node, cft_fail((e)->error, status, __VA_ARGS__))
chatfmt_status cft_emit_grow(cft_emitter *e, void **items, uint32_t *capacity, uint32_t needed,
                             size_t size);
/* One more node at the top of the spine. */
chatfmt_status cft_emit_spine_push(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_word(cft_emitter *e, uint32_t word);
/* One instruction of one to three words; the value stack is counted as op.def says. */
chatfmt_status cft_emit_op(cft_emitter *e, cft_op op, size_t a);
chatfmt_status cft_emit_op2(cft_emitter *e, cft_op op, size_t a, size_t b);
chatfmt_status cft_emit_op3(cft_emitter *e, cft_op op, size_t a, size_t b, size_t c);
/* A jump to be patched: *at is its address. Operand a, or b of two-word jumps. */
chatfmt_status cft_emit_jump(cft_emitter *e, cft_op op, uint32_t *at);
void cft_emit_patch(cft_emitter *e, uint32_t at);
static inline uint32_t cft_emit_here(const cft_emitter *e) { return e->program->code_length; }
void cft_emit_at(cft_emitter *e, const cft_node *node);
/* Where paths join, the stack may be higher or lower than after the instruction before. */
void cft_emit_effect(cft_emitter *e, int64_t effect);
chatfmt_status cft_emit_constant(cft_emitter *e, cft_value value, uint32_t *index);
chatfmt_status cft_emit_row(cft_emitter *e, const cft_callable *row, uint32_t *index);
/* The number of a name; equal names have equal numbers. */
chatfmt_status cft_emit_name(cft_emitter *e, cft_slice text, uint32_t *index);
/* The place of literal text that does not stand in the source as it is. */
chatfmt_status cft_emit_literal(cft_emitter *e, cft_value text, const cft_node *node);
chatfmt_status cft_emit_text_constant(cft_emitter *e, cft_slice text, const cft_node *node,
                                      uint32_t *index);

/* scope.c: names to slots. */
chatfmt_status cft_scope_push(cft_emitter *e);
void cft_scope_pop(cft_emitter *e);
chatfmt_status cft_scope_declare(cft_emitter *e, cft_slice name, uint32_t *binding);
chatfmt_status cft_scope_visit(cft_emitter *e, const cft_node *node);
chatfmt_status cft_scope_visit_list(cft_emitter *e, const cft_node *list);
/* Names of an assignment target as parameters. */
chatfmt_status cft_scope_declare_target(cft_emitter *e, const cft_node *target);
/* All names are known: give each its slot, and emit their first values when asked. */
chatfmt_status cft_scope_finish(cft_emitter *e);
chatfmt_status cft_scope_enter(cft_emitter *e);
/* The binding of a name; RUNTIME error when the scope does not know it (as Jinja). */
chatfmt_status cft_scope_find(cft_emitter *e, const cft_node *node, cft_slice name,
                              cft_binding **out);
/* Function levels between here and the binding. */
uint32_t cft_scope_distance(const cft_emitter *e, const cft_binding *binding);
chatfmt_status cft_scope_new_slot(cft_emitter *e, uint32_t name, bool resolve, uint32_t *slot);
/* Jinja: find_undeclared. Which of `names` (at most 4) are read before being assigned in
 * `list`; a bit each. */
unsigned cft_scope_undeclared(const cft_node *list, const char *const *names, unsigned count);
bool cft_scope_has_scoped_block(const cft_node *list);

/* fold.c */
/* Replace constant parts of the expression by constants, in place. Jinja: optimizer. */
chatfmt_status cft_fold(cft_emitter *e, cft_node *node);
bool cft_fold_is_const(const cft_node *node);
/* A constant, or something that has a value but no form in a program: node->value. */
bool cft_fold_is_known(const cft_node *node);

/* emit_expr.c */
chatfmt_status cft_emit_expr(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_load(cft_emitter *e, const cft_node *node, cft_slice name);
typedef enum cft_call_use { CFT_USE_VALUE, CFT_USE_EMIT, CFT_USE_RAW } cft_call_use;
/* Jump when the truth of the expression is `when`. The jumps to be patched are chained from
 * *chain, which begins as CFT_NO_JUMP. */
#define CFT_NO_JUMP CFT_OPERAND_MAX
chatfmt_status cft_emit_jump_if(cft_emitter *e, cft_node *node, bool when, uint32_t *chain);
chatfmt_status cft_emit_chain(cft_emitter *e, cft_op op, uint32_t *chain);
void cft_emit_patch_chain(cft_emitter *e, uint32_t chain);

/* emit_call.c */
chatfmt_status cft_emit_call(cft_emitter *e, cft_node *node, uint32_t caller_slot,
                             cft_call_use use);
/* What follows the callee (or the receiver, when the callee is an attribute), and what
 * follows the value that a filter or test is applied to. */
chatfmt_status cft_emit_call_tail(cft_emitter *e, const cft_node *node, uint32_t caller_slot,
                                  cft_call_use use);
chatfmt_status cft_emit_filter(cft_emitter *e, const cft_node *node);

/* emit_output.c */
chatfmt_status cft_emit_output(cft_emitter *e, cft_node *node);

/* emit_stmt.c */
chatfmt_status cft_emit_statements(cft_emitter *e, cft_node *list);
chatfmt_status cft_emit_target(cft_emitter *e, cft_node *target);

/* emit_loop.c */
chatfmt_status cft_emit_for(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_jump_out(cft_emitter *e, cft_node *node);

/* emit_macro.c */
chatfmt_status cft_emit_macro(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_call_block(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_generation(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_block(cft_emitter *e, cft_node *node);
chatfmt_status cft_emit_block_bodies(cft_emitter *e);
chatfmt_status cft_emit_root(cft_emitter *e, cft_node *body);

/* A function of ours, and a unit for it, begins and ends. Like scopes they are in the arena, not
 * on the C stack, which templates may nest deeply. */
chatfmt_status cft_emit_body_begin(cft_emitter *e, cft_function_kind kind);
void cft_emit_body_end(cft_emitter *e);
/* A unit without a body of its own. */
chatfmt_status cft_emit_unit_begin(cft_emitter *e);
void cft_emit_unit_end(cft_emitter *e);
cft_function *cft_emit_function(cft_emitter *e);

#endif
