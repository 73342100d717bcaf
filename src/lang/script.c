/* lang/script.c - joins the parts of WRITEs to scripts.
 *
 * What stands behind a WRITE is mostly a condition and another WRITE, or the next round of a
 * loop. Each of these becomes a part, too, and every part knows the one that comes after it, so
 * that vm/write.c goes from part to part without looking at code. What cannot be a part is a
 * LEAVE. The code itself stays as it is.
 */
#include "lang/fuse.h"

typedef struct script_todo {
    cft_part *part;
    uint32_t next, other; /* addresses; CFT_NO_JUMP: none */
} script_todo;

typedef struct script_pass {
    cft_emitter *e;
    const cft_program *program;
    cft_part **parts;   /* by address of the code */
    script_todo *todos; /* parts that do not know yet what comes after them */
    uint32_t todo_count, todo_capacity;
} script_pass;

static uint32_t script_op(const script_pass *pass, uint32_t pc)
{
    return pc < pass->program->code_length ? pass->program->code[pc] & 0xFF : CFT_OP_COUNT;
}

static chatfmt_status script_later(script_pass *pass, cft_part *part, uint32_t next,
                                   uint32_t other)
{
    void *items = pass->todos;
    CFT_TRY(cft_emit_grow(pass->e, &items, &pass->todo_capacity, pass->todo_count + 1,
                          sizeof *pass->todos));
    pass->todos = items;
    pass->todos[pass->todo_count++] = (script_todo){part, next, other};
    return CHATFMT_OK;
}

/* A condition whose JUMP_FALSE or JUMP_TRUE is at `jump`; `turned` when it asks for the contrary. */
static chatfmt_status script_choice(script_pass *pass, cft_part *part, uint32_t jump, bool turned)
{
    uint32_t word = pass->program->code[jump], to = word >> 8;
    bool jumps = ((word & 0xFF) == CFT_OP_JUMP_TRUE) != turned;
    return script_later(pass, part, jumps ? to : jump + 1, jumps ? jump + 1 : to);
}

static chatfmt_status script_compare(script_pass *pass, cft_part *part, cft_slice key)
{
    const uint32_t *code = pass->program->code + part->pc;
    part->kind = CFT_PART_COMPARE;
    part->site = code[2];
    part->key = key;
    part->text = cft_text_of(pass->program->constants[code[3] >> 8]);
    return script_choice(pass, part, part->pc + 4, (code[3] & 0xFF) == CFT_OP_NE_CONST);
}

static chatfmt_status script_next(script_pass *pass, cft_part *part)
{
    const uint32_t *code = pass->program->code + part->pc;
    part->kind = CFT_PART_NEXT;
    part->site = part->slot;
    part->cost = code[2];
    part->slot = code[3];
    return script_later(pass, part, part->pc + 4, CFT_NO_JUMP);
}

static chatfmt_status script_unpack(script_pass *pass, cft_part *part)
{
    const uint32_t *code = pass->program->code + part->pc;
    part->kind = CFT_PART_UNPACK;
    part->site = part->slot;
    part->cost = code[2];
    part->count = code[3] >> 8;
    part->slot = code[4] >> 8;
    part->clears = part->pc + 4 + part->count;
    while (script_op(pass, part->clears + part->clear_count) == CFT_OP_CLEAR) part->clear_count++;
    return script_later(pass, part, part->clears + part->clear_count, CFT_NO_JUMP);
}

/* The kinds of value that pass a test, or 0 when that does not tell. */
static uint32_t script_kinds(uint32_t test)
{
    static const uint32_t kinds[CFT_IS_COUNT] = {
        [CFT_IS_DEFINED] = ~(1u << CFT_UNDEFINED),
        [CFT_IS_UNDEFINED] = 1u << CFT_UNDEFINED,
        [CFT_IS_NONE] = 1u << CFT_NONE,
        [CFT_IS_STRING] = 1u << CFT_STRING,
        [CFT_IS_MAPPING] = 1u << CFT_DICT,
        [CFT_IS_BOOLEAN] = 1u << CFT_BOOL,
    };
    return kinds[test];
}

/* Fill in the part of the instruction at part->pc, whose operand `a` is in part->slot. */
static chatfmt_status script_part(script_pass *pass, cft_part *part)
{
    const cft_program *program = pass->program;
    const uint32_t *code = program->code + part->pc;
    switch (script_op(pass, part->pc)) {
    case CFT_OP_TEXT:
        part->kind = CFT_PART_TEXT;
        CFT_TRY(cft_fuse_literal(pass->e, part, cft_text_of(program->constants[part->slot])));
        return script_later(pass, part, part->pc + 1, CFT_NO_JUMP);
    case CFT_OP_LOAD_JUMP:
        part->kind = CFT_PART_TRUTH;
        return script_choice(pass, part, part->pc + 1, false);
    case CFT_OP_LOAD_IS:
        part->kinds = script_kinds(code[1] >> 8);
        if (!part->kinds) return CHATFMT_OK;
        part->kind = CFT_PART_IS;
        return script_choice(pass, part, part->pc + 2, false);
    case CFT_OP_ATTR_COMPARE: return script_compare(pass, part, program->names[code[1]].text);
    case CFT_OP_ITEM_COMPARE:
        return script_compare(pass, part, cft_text_of(program->constants[code[1]]));
    case CFT_OP_FOR_NEXT_STORE: return script_next(pass, part);
    case CFT_OP_FOR_NEXT_UNPACK: return script_unpack(pass, part);
    default: return CHATFMT_OK;
    }
}

/* The part that begins at `pc`. */
static chatfmt_status script_at(script_pass *pass, uint32_t pc, const cft_part **out)
{
    cft_part *part;
    for (uint32_t hops = 0; hops < 8 && script_op(pass, pc) == CFT_OP_JUMP; hops++)
        pc = pass->program->code[pc] >> 8;
    *out = pass->parts[pc];
    if (*out) return CHATFMT_OK;
    part = cft_arena_take_zero(pass->e->arena, sizeof *part);
    if (!part) return cft_fail(pass->e->error, CHATFMT_NO_MEMORY, "out of memory");
    pass->parts[pc] = part;
    part->kind = CFT_PART_LEAVE;
    part->piece = part;
    part->pc = pc;
    part->slot = pc < pass->program->code_length ? pass->program->code[pc] >> 8 : 0;
    *out = part;
    return script_part(pass, part);
}

static chatfmt_status script_end(script_pass *pass, const cft_write *write)
{
    const cft_part *behind = write->parts + write->count;
    for (uint32_t i = 0; i < write->count; i++)
        if (write->parts[i].next == behind)
            CFT_TRY(script_later(pass, &write->parts[i], write->next, CFT_NO_JUMP));
    return CHATFMT_OK;
}

chatfmt_status cft_script_link(cft_emitter *e)
{
    script_pass pass = {.e = e, .program = e->program};
    const cft_program *program = e->program;
    if (!program->write_count) return CHATFMT_OK;
    pass.parts = cft_arena_take_zero(e->arena, (program->code_length + 1) * sizeof *pass.parts);
    if (!pass.parts) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < program->write_count; i++)
        pass.parts[program->writes[i].pc] = program->writes[i].parts;
    for (uint32_t i = 0; i < program->write_count; i++)
        CFT_TRY(script_end(&pass, &program->writes[i]));
    while (pass.todo_count) {
        script_todo todo = pass.todos[--pass.todo_count];
        CFT_TRY(script_at(&pass, todo.next, &todo.part->next));
        if (todo.other != CFT_NO_JUMP) CFT_TRY(script_at(&pass, todo.other, &todo.part->other));
    }
    return CHATFMT_OK;
}
