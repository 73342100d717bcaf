/* lang/output_program.c - lays out the parts of WRITEs as output programs.
 *
 * What follows a WRITE is usually a condition and another WRITE, or the next round of a
 * loop. Each of these becomes a part, too, and parts are laid out in the order in which they
 * usually run, so that vm/run_output.c goes on without looking at code. What cannot be a part is
 * a LEAVE. The code itself does not change.
 */
#include "lang/superinstructions.h"

#define LAYOUT_MOST_HOPS 8 /* from jump to jump */

/* A part that goes on elsewhere: at an address of the code, until it is known at which part. */
typedef struct layout_todo {
    uint32_t part, pc;
    bool plain; /* not the part that begins there but one without TEXTFUL */
} layout_todo;

typedef struct layout_pass {
    cft_emitter *e;
    const cft_program *program;
    uint32_t *places; /* number + 1 of the part that begins at an address of the code, or 0 */
    cft_part *parts;
    layout_todo *todos;
    uint32_t part_count, part_capacity, todo_count, todo_capacity;
} layout_pass;

static uint32_t layout_op(const layout_pass *pass, uint32_t pc)
{
    return pc < pass->program->code_length ? pass->program->code[pc] & 0xFF : CFT_OP_COUNT;
}

/* Every part runs on into the next, but for GO, LEAVE, NEXT and UNPACK. */
static chatfmt_status layout_add(layout_pass *pass, cft_part part)
{
    void *parts = pass->parts;
    CFT_TRY(cft_emit_grow(pass->e, &parts, &pass->part_capacity, pass->part_count + 1,
                          sizeof part));
    pass->parts = parts;
    pass->parts[pass->part_count++] = part;
    return CHATFMT_OK;
}

/* The same; what it goes to is the part at `pc`. */
static chatfmt_status layout_add_to(layout_pass *pass, cft_part part, uint32_t pc, bool plain)
{
    void *todos = pass->todos;
    CFT_TRY(cft_emit_grow(pass->e, &todos, &pass->todo_capacity, pass->todo_count + 1,
                          sizeof *pass->todos));
    pass->todos = todos;
    pass->todos[pass->todo_count++] = (layout_todo){pass->part_count, pc, plain};
    return layout_add(pass, part);
}

static uint32_t layout_slot(uint32_t number)
{
    return number * (uint32_t)sizeof(cft_value);
}

/* ---- what WRITE puts out ---- */

/* A TEXT, which goes with the value before it. */
static chatfmt_status layout_text(layout_pass *pass, cft_part part)
{
    cft_part *last = pass->part_count ? &pass->parts[pass->part_count - 1] : NULL;
    if (last && last->kind >= CFT_PART_SLOT && last->kind <= CFT_PART_TEXT_FIELD)
        last->kind = (uint8_t)(last->kind - CFT_PART_SLOT + CFT_PART_SLOT_TEXT);
    return layout_add(pass, part);
}

/* Part `i` of a WRITE, with the value after it when it is literal text and `pairs`; *i moves on.
 * The number of the first part of the last piece is *piece. */
static chatfmt_status layout_output(layout_pass *pass, const cft_output_write *write, bool pairs,
                                    uint32_t *i, uint32_t *piece)
{
    static const char nothing[CFT_PART_BLOCK];
    const cft_part *part = &write->parts[*i];
    cft_part made = *part;
    if (!*i || part->pc != part[-1].pc) *piece = pass->part_count;
    made.back = pass->part_count - *piece;
    ++*i;
    if (pairs && part->kind == CFT_PART_TEXT && *i < write->count &&
        (part[1].kind == CFT_PART_SLOT || part[1].kind == CFT_PART_FIELD)) {
        made.kind = part[1].kind == CFT_PART_SLOT ? CFT_PART_TEXT_SLOT : CFT_PART_TEXT_FIELD;
        made.summed = part[1].summed;
        made.slot = part[1].slot;
        made.cache = part[1].cache;
        made.of.key = part[1].of.key;
        if (!part->text.length) made.kind = part[1].kind;
        ++*i;
    }
    made.slot = layout_slot(made.slot);
    if (!made.text.length) made.text.data = nothing;
    return made.kind == CFT_PART_TEXT ? layout_text(pass, made) : layout_add(pass, made);
}

/* `a if local else b`: the part that asks, a, a jump over b, b. */
static chatfmt_status layout_either(layout_pass *pass, const cft_output_write *write, uint32_t *i,
                                    uint32_t *piece)
{
    uint32_t asks = pass->part_count;
    CFT_TRY(layout_output(pass, write, false, i, piece));
    CFT_TRY(layout_output(pass, write, false, i, piece));
    CFT_TRY(layout_add(pass, (cft_part){.kind = CFT_PART_GO, .back = pass->part_count - *piece}));
    pass->parts[asks].to.number = pass->part_count + 1;
    CFT_TRY(layout_output(pass, write, false, i, piece));
    pass->parts[asks + 2].to.number = pass->part_count + 1;
    return CHATFMT_OK;
}

static chatfmt_status layout_write(layout_pass *pass, const cft_output_write *write)
{
    uint32_t piece = 0;
    for (uint32_t i = 0; i < write->count;)
        if (write->parts[i].kind == CFT_PART_TRUTH)
            CFT_TRY(layout_either(pass, write, &i, &piece));
        else
            CFT_TRY(layout_output(pass, write, true, &i, &piece));
    return CHATFMT_OK;
}

/* ---- what is around it ---- */

/* A condition whose JUMP_FALSE or JUMP_TRUE is at `jump`. */
static chatfmt_status layout_choice(layout_pass *pass, cft_part part, uint32_t jump, uint32_t *next)
{
    *next = jump + 1;
    part.slot = layout_slot(part.slot);
    return layout_add_to(pass, part, pass->program->code[jump] >> 8, false);
}

static bool layout_jumps_false(const layout_pass *pass, uint32_t jump)
{
    return layout_op(pass, jump) == CFT_OP_JUMP_FALSE;
}

/* The kinds of value that pass a test, or 0 when that does not tell. */
static uint32_t layout_kinds(uint32_t test)
{
    static const uint32_t kinds[CFT_IS_COUNT] = {
        [CFT_IS_DEFINED] = ~(1u << CFT_UNDEFINED), [CFT_IS_UNDEFINED] = 1u << CFT_UNDEFINED,
        [CFT_IS_NONE] = 1u << CFT_NONE,            [CFT_IS_STRING] = 1u << CFT_STRING,
        [CFT_IS_MAPPING] = 1u << CFT_DICT,         [CFT_IS_BOOLEAN] = 1u << CFT_BOOL,
    };
    return kinds[test];
}

static chatfmt_status layout_compare(layout_pass *pass, cft_part part, cft_slice key,
                                     uint32_t *next)
{
    const uint32_t *code = pass->program->code + part.pc;
    bool equal = (code[3] & 0xFF) == CFT_OP_EQ_CONST;
    part.kind = equal == layout_jumps_false(pass, part.pc + 4) ? CFT_PART_EQUAL : CFT_PART_UNEQUAL;
    part.cache = code[2];
    part.of.key = key;
    part.text = cft_text_of(pass->program->constants[code[3] >> 8]);
    return layout_choice(pass, part, part.pc + 4, next);
}

static chatfmt_status layout_next(layout_pass *pass, cft_part part)
{
    const uint32_t *code = pass->program->code + part.pc;
    part.kind = CFT_PART_NEXT;
    part.cache = part.slot;
    part.of.round.cost = code[2];
    part.slot = layout_slot(code[3]);
    return layout_add_to(pass, part, part.pc + 4, false);
}

static chatfmt_status layout_unpack(layout_pass *pass, cft_part part)
{
    const uint32_t *code = pass->program->code + part.pc;
    uint32_t next = part.pc + 4 + (code[3] >> 8);
    part.kind = CFT_PART_UNPACK;
    part.cache = part.slot;
    part.of.round.cost = code[2];
    part.of.round.count = code[3] >> 8;
    part.slot = layout_slot(code[4] >> 8);
    part.of.round.clears = next;
    while (layout_op(pass, next) == CFT_OP_CLEAR) next++;
    part.of.round.clear_count = next - part.of.round.clears;
    return layout_add_to(pass, part, next, false);
}

/* `if x` with `if x is string` after it: one question for what is the rule, and for all else the
 * two of them. */
static chatfmt_status layout_truth(layout_pass *pass, cft_part part, bool plain, uint32_t *next)
{
    const uint32_t *code = pass->program->code, is = part.pc + 2;
    bool falls = layout_jumps_false(pass, part.pc + 1);
    part.kind = falls ? CFT_PART_TRUTH : CFT_PART_FALSITY;
    if (plain || !falls || layout_op(pass, is) != CFT_OP_LOAD_IS ||
        code[is] >> 8 != part.slot || code[is + 1] >> 8 != CFT_IS_STRING)
        return layout_choice(pass, part, part.pc + 1, next);
    part.kind = CFT_PART_TEXTFUL;
    part.slot = layout_slot(part.slot);
    *next = layout_jumps_false(pass, is + 2) ? is + 3 : code[is + 2] >> 8;
    return layout_add_to(pass, part, part.pc, true);
}

/* {% if loop.first %} and the like. */
static chatfmt_status layout_loop_choice(layout_pass *pass, cft_part part, uint32_t *next)
{
    part.kind = pass->program->code[part.pc + 1] == CFT_LOOP_FIRST ? CFT_PART_FIRST : CFT_PART_LAST;
    part.cache = layout_jumps_false(pass, part.pc + 2);
    return layout_choice(pass, part, part.pc + 2, next);
}

static bool layout_is_small(const cft_value *constant)
{
    return constant->kind == CFT_INT && constant->as.integer >= 0 &&
           constant->as.integer <= CFT_PART_MOST_NUMBER;
}

/* Whether what `loop` knows goes out from `pc` on as a number: integers, local variables and
 * what is done to two of them, up to an EMIT; *next is after it. */
static bool layout_is_number(const layout_pass *pass, uint32_t pc, uint32_t *next)
{
    const cft_program *program = pass->program;
    for (uint32_t depth = 0; depth <= CFT_PART_MOST_OPERANDS;) {
        const uint32_t *code = program->code + pc;
        switch (layout_op(pass, pc)) {
        case CFT_OP_LOOP_ATTR:
            if (code[1] != CFT_LOOP_INDEX && code[1] != CFT_LOOP_INDEX0) return false;
            depth++;
            pc += 2;
            continue;
        case CFT_OP_CONST:
            if (!layout_is_small(&program->constants[code[0] >> 8])) return false;
            depth++;
            break;
        case CFT_OP_LOAD: depth++; break;
        case CFT_OP_BINARY:
            if (code[0] >> 8 == CFT_DIV || code[0] >> 8 == CFT_POW || depth < 2) return false;
            depth--;
            break;
        case CFT_OP_ADD:
        case CFT_OP_ADD_DEFER:
            if (depth < 2) return false;
            depth--;
            break;
        case CFT_OP_EMIT:
        case CFT_OP_EMIT_SUM: *next = pc + 1; return depth == 1;
        default: return false;
        }
        pc++;
    }
    return false;
}

/* What begins with an attribute of `loop`. */
static chatfmt_status layout_loop(layout_pass *pass, cft_part part, uint32_t *next)
{
    uint32_t attribute = pass->program->code[part.pc + 1], op = layout_op(pass, part.pc + 2);
    if ((attribute == CFT_LOOP_FIRST || attribute == CFT_LOOP_LAST) &&
        (op == CFT_OP_JUMP_FALSE || op == CFT_OP_JUMP_TRUE))
        return layout_loop_choice(pass, part, next);
    if (layout_is_number(pass, part.pc, next)) part.kind = CFT_PART_NUMBER;
    return layout_add(pass, part);
}

/* The parts of the instruction at `pc`; *next is where the code goes on, CFT_NO_JUMP after a
 * LEAVE and where it goes to another part anyway. */
static chatfmt_status layout_instruction(layout_pass *pass, uint32_t pc, bool plain, uint32_t *next)
{
    const cft_program *program = pass->program;
    const uint32_t *code = program->code + pc;
    uint32_t op = layout_op(pass, pc);
    cft_part part = {.kind = CFT_PART_LEAVE, .pc = pc};
    *next = CFT_NO_JUMP;
    if (op != CFT_OP_COUNT) part.slot = code[0] >> 8;
    switch (op) {
    case CFT_OP_WRITE:
        *next = program->writes[part.slot].next;
        return layout_write(pass, &program->writes[part.slot]);
    case CFT_OP_TEXT:
        part.kind = CFT_PART_TEXT;
        *next = pc + 1;
        CFT_TRY(cft_output_literal(pass->e, &part, cft_text_of(program->constants[part.slot])));
        return layout_text(pass, part);
    case CFT_OP_LOAD_JUMP: return layout_truth(pass, part, plain, next);
    case CFT_OP_LOAD_IS:
        part.cache = layout_kinds(code[1] >> 8);
        if (!part.cache) break;
        part.kind = CFT_PART_IS;
        if (!layout_jumps_false(pass, pc + 2)) part.cache = ~part.cache;
        return layout_choice(pass, part, pc + 2, next);
    case CFT_OP_ATTR_COMPARE:
        return layout_compare(pass, part, program->names[code[1]].text, next);
    case CFT_OP_ITEM_COMPARE:
        return layout_compare(pass, part, cft_text_of(program->constants[code[1]]), next);
    case CFT_OP_LOOP_ATTR: return layout_loop(pass, part, next);
    case CFT_OP_FOR_NEXT_STORE: return layout_next(pass, part);
    case CFT_OP_FOR_NEXT_UNPACK: return layout_unpack(pass, part);
    default: break;
    }
    return layout_add(pass, part);
}

/* ---- the layout ---- */

/* Where the code goes on that begins at `pc`: a jump is nothing to do. */
static uint32_t layout_landing(const layout_pass *pass, uint32_t pc)
{
    for (uint32_t i = 0; i < LAYOUT_MOST_HOPS && layout_op(pass, pc) == CFT_OP_JUMP; i++)
        pc = pass->program->code[pc] >> 8;
    return pc;
}

/* The parts from `pc` on, up to one that is there already or goes elsewhere. */
static chatfmt_status layout_from(layout_pass *pass, uint32_t pc, bool plain)
{
    cft_part part = {.kind = CFT_PART_GO};
    for (; pc != CFT_NO_JUMP; plain = false) {
        pc = layout_landing(pass, pc);
        if (pass->places[pc] && !plain) {
            part.to.number = pass->places[pc];
            return layout_add(pass, part);
        }
        if (!plain) pass->places[pc] = pass->part_count + 1;
        CFT_TRY(layout_instruction(pass, pc, plain, &pc));
    }
    return CHATFMT_OK;
}

static chatfmt_status layout_do(layout_pass *pass, layout_todo todo)
{
    uint32_t pc = layout_landing(pass, todo.pc), place = todo.plain ? 0 : pass->places[pc];
    pass->parts[todo.part].to.number = place ? place : pass->part_count + 1;
    return place ? CHATFMT_OK : layout_from(pass, pc, todo.plain);
}

static chatfmt_status layout_all(layout_pass *pass)
{
    for (uint32_t i = 0; i < pass->program->write_count; i++) {
        const cft_output_write *write = &pass->program->writes[i];
        if (!pass->places[write->pc]) CFT_TRY(layout_from(pass, write->pc, false));
        while (pass->todo_count) CFT_TRY(layout_do(pass, pass->todos[--pass->todo_count]));
    }
    return CHATFMT_OK;
}

static uint32_t layout_note(size_t number, uint8_t kind)
{
    uint32_t behind = kind >= CFT_PART_SLOT_TEXT ? CFT_PART_NOTE_BEHIND : 0;
    return CFT_RUN_PART | (uint32_t)number << CFT_PART_NOTE_SHIFT | behind;
}

chatfmt_status cft_output_program(cft_emitter *e)
{
    cft_program *program = e->program;
    layout_pass pass = {.e = e, .program = program};
    if (!program->write_count) return CHATFMT_OK;
    pass.places = cft_arena_take_zero(e->arena, (program->code_length + 1) * sizeof *pass.places);
    if (!pass.places) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(layout_all(&pass));
    program->parts = pass.parts;
    program->part_count = pass.part_count;
    for (cft_part *part = pass.parts; part != pass.parts + pass.part_count; part++)
        if (part->kind == CFT_PART_GO || part->kind > CFT_PART_TEXT_FIELD_TEXT)
            part->to.other = &pass.parts[part->to.number - 1];
        else
            part->note = layout_note((size_t)(part - pass.parts), part->kind);
    for (uint32_t i = 0; i < program->write_count; i++)
        program->writes[i].parts = &pass.parts[pass.places[program->writes[i].pc] - 1];
    return CHATFMT_OK;
}
