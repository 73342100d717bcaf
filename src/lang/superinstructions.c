/* lang/superinstructions.c - peephole pass: common sequences of instructions
 * become superinstructions, when all code is written.
 *
 * A sequence such as "push a field, compare it with a text, jump" gets one instruction that
 * does the same in one step. It is put in the place of the sequence's first word; all other
 * words stay, and operands are read from them. So no address changes, jumps into a sequence
 * find what they always found, and a superinstruction whose guard fails (a number where text is
 * common, a variable not yet looked up) falls back to the plain ones, which alone know errors and
 * their places.
 *
 * The longest fusion is WRITE: pieces of output, one after the other, that are literal text,
 * variables, fields of variables, and sums of those.
 */
#include "lang/superinstructions.h"
#include "lang/opcode.h"

/* Literals are copied into one another, so there is an end to it. */
#define SUPER_LONGEST_JOIN 256

/* Values of one `a ~ b ~ c`: reading is tried at each place, so there is an end to it. */
#define SUPER_MOST_VALUES 64

typedef struct super_pass {
    cft_emitter *e;
    cft_program *program;
    uint8_t *targets; /* how many jumps lead to each address, counted up to 3 */
    uint32_t pc;      /* what is read next */
    uint32_t output;  /* where the piece of output begins that is being read */
    cft_part *parts;  /* of the WRITE being read */
    uint32_t part_count, part_capacity;
    bool joins; /* a literal may go into the last part, which is one */
} super_pass;

static uint32_t super_op(const super_pass *pass, uint32_t pc)
{
    return pc < pass->program->code_length ? pass->program->code[pc] & 0xFF : CFT_OP_COUNT;
}

static uint32_t super_a(const super_pass *pass, uint32_t pc)
{
    return pass->program->code[pc] >> 8;
}

static uint32_t super_words(const super_pass *pass, uint32_t pc)
{
    return cft_op_words(&pass->program->code[pc]);
}

static void super_replace(const super_pass *pass, uint32_t pc, cft_op op)
{
    uint32_t *word = &pass->program->code[pc];
    *word = (*word & ~(uint32_t)0xFF) | (uint32_t)op;
}

/* ---- jumps ---- */

static void super_count_target(const super_pass *pass, uint32_t target)
{
    if (target < pass->program->code_length && pass->targets[target] < 3)
        pass->targets[target]++;
}

/* A jump to a jump goes where that one goes. */
static void super_thread(const super_pass *pass, uint32_t pc)
{
    uint32_t op = super_op(pass, pc), target, hops;
    if (op != CFT_OP_JUMP && op != CFT_OP_JUMP_FALSE && op != CFT_OP_JUMP_TRUE) return;
    target = super_a(pass, pc);
    for (hops = 0; hops < 8 && super_op(pass, target) == CFT_OP_JUMP; hops++)
        target = super_a(pass, target);
    pass->program->code[pc] = op | target << 8;
}

static chatfmt_status super_find_targets(super_pass *pass)
{
    cft_program *program = pass->program;
    pass->targets = cft_arena_take_zero(pass->e->arena, program->code_length);
    if (!pass->targets) return cft_fail(pass->e->error, CHATFMT_NO_MEMORY, "out of memory");
    for (uint32_t pc = 0; pc < program->code_length; pc += super_words(pass, pc)) {
        int target = cft_op_target(&program->code[pc]);
        super_thread(pass, pc);
        if (target >= 0)
            super_count_target(pass, target ? program->code[pc + (uint32_t)target]
                                            : super_a(pass, pc));
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        super_count_target(pass, program->functions[i].entry);
    return CHATFMT_OK;
}

/* ---- the parts of WRITE ---- */

static chatfmt_status super_add(super_pass *pass, cft_part part)
{
    void *items = pass->parts;
    CFT_TRY(cft_emit_grow(pass->e, &items, &pass->part_capacity, pass->part_count + 1,
                          sizeof *pass->parts));
    pass->parts = items;
    part.pc = pass->output;
    pass->parts[pass->part_count++] = part;
    pass->joins = false;
    return CHATFMT_OK;
}

static chatfmt_status super_no_memory(const super_pass *pass)
{
    return cft_fail(pass->e->error, CHATFMT_NO_MEMORY, "out of memory");
}

/* Append a literal to a TEXT part. There is room after the text, for short texts are copied as
 * a block of fixed size. */
chatfmt_status cft_output_literal(cft_emitter *e, cft_part *part, cft_slice literal)
{
    size_t length = part->text.length + literal.length;
    char *copy =
        cft_arena_take_zero(e->arena, length < CFT_PART_BLOCK ? CFT_PART_BLOCK : length);
    cft_slice *literals =
        cft_arena_array(e->arena, part->literal_count + 1, sizeof *literals);
    if (!copy || !literals) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    if (part->text.length) memcpy(copy, part->text.data, part->text.length);
    if (literal.length) memcpy(copy + part->text.length, literal.data, literal.length);
    if (part->literal_count)
        memcpy(literals, part->to.literals, part->literal_count * sizeof *literals);
    if (literal.length) literals[part->literal_count++] = literal;
    part->to.literals = literals;
    part->text = cft_slice_of(copy, length);
    return CHATFMT_OK;
}

static chatfmt_status super_add_text(super_pass *pass, uint32_t constant)
{
    cft_part part = {.kind = CFT_PART_TEXT};
    CFT_TRY(cft_output_literal(pass->e, &part, cft_text_of(pass->program->constants[constant])));
    CFT_TRY(super_add(pass, part));
    pass->joins = true;
    return CHATFMT_OK;
}

/* A literal that goes on where the last part ends, if that is one, too. A piece that is only a
 * literal may join the piece before: nothing ever begins between them. */
static chatfmt_status super_join_text(super_pass *pass, uint32_t constant, bool is_piece)
{
    cft_slice literal = cft_text_of(pass->program->constants[constant]);
    cft_part *last = pass->joins ? &pass->parts[pass->part_count - 1] : NULL;
    if (last && (is_piece || last->pc == pass->output) &&
        last->text.length + literal.length <= SUPER_LONGEST_JOIN)
        return cft_output_literal(pass->e, last, literal);
    return super_add_text(pass, constant);
}

static bool super_is_text(const super_pass *pass, uint32_t constant)
{
    const cft_value *value = &pass->program->constants[constant];
    return value->kind == CFT_STRING && !(value->flags & CFT_STR_MARKUP);
}

/* x.name of a local, x["name"] of a local: key and cache, unless it needs the long way. */
static bool super_field(const super_pass *pass, uint32_t pc, cft_part *part)
{
    const cft_program *program = pass->program;
    uint32_t op = super_op(pass, pc);
    if (op == CFT_OP_LOAD_ATTR) {
        const cft_program_name *name = &program->names[program->code[pc + 1]];
        if (!name->dict_plain || name->text.length > CFT_SUPER_SHORT_TEXT) return false;
        part->of.key = name->text;
    } else if (op == CFT_OP_LOAD_ITEM_TEXT) {
        part->of.key = cft_text_of(program->constants[program->code[pc + 1]]);
        if (part->of.key.length > CFT_SUPER_SHORT_TEXT) return false;
    } else {
        return false;
    }
    part->kind = CFT_PART_FIELD;
    part->slot = super_a(pass, pc);
    part->cache = program->code[pc + 2];
    return true;
}

/* An operand that one instruction pushes. *found is false when it is something else. */
static chatfmt_status super_operand(super_pass *pass, bool summed, bool *found)
{
    cft_part part = {.summed = summed ? CFT_STR_MARKUP : 0};
    uint32_t op = super_op(pass, pass->pc), a;
    *found = false;
    if (op == CFT_OP_COUNT) return CHATFMT_OK;
    a = super_a(pass, pass->pc);
    if (op == CFT_OP_CONST) {
        if (!super_is_text(pass, a)) return CHATFMT_OK;
        CFT_TRY(super_add_text(pass, a));
    } else if (op == CFT_OP_LOAD) {
        part.kind = CFT_PART_SLOT;
        part.slot = a;
        CFT_TRY(super_add(pass, part));
    } else {
        if (!super_field(pass, pass->pc, &part)) return CHATFMT_OK;
        CFT_TRY(super_add(pass, part));
    }
    *found = true;
    pass->pc += super_words(pass, pass->pc);
    return CHATFMT_OK;
}

/* `a if local else b`: LOAD, JUMP_FALSE, a, JUMP, b; nothing else may jump into it. */
static chatfmt_status super_choice(super_pass *pass, bool summed, bool *found)
{
    uint32_t begin = pass->pc, other, end;
    *found = false;
    if (super_op(pass, begin) != CFT_OP_LOAD || super_op(pass, begin + 1) != CFT_OP_JUMP_FALSE)
        return CHATFMT_OK;
    other = super_a(pass, begin + 1);
    CFT_TRY(super_add(pass, (cft_part){.kind = CFT_PART_TRUTH, .slot = super_a(pass, begin)}));
    pass->pc = begin + 2;
    CFT_TRY(super_operand(pass, summed, found));
    if (!*found) return CHATFMT_OK;
    *found = super_op(pass, pass->pc) == CFT_OP_JUMP && pass->pc + 1 == other &&
             pass->targets[other] == 1;
    if (!*found) return CHATFMT_OK;
    end = super_a(pass, pass->pc);
    pass->pc = other;
    CFT_TRY(super_operand(pass, summed, found));
    *found = *found && pass->pc == end && pass->targets[end] == 1;
    pass->joins = false;
    return CHATFMT_OK;
}

static chatfmt_status super_value(super_pass *pass, bool summed, bool *found)
{
    uint32_t pc = pass->pc, count = pass->part_count;
    CFT_TRY(super_choice(pass, summed, found));
    if (*found) return CHATFMT_OK;
    pass->pc = pc;
    pass->part_count = count;
    pass->joins = false;
    return super_operand(pass, summed, found);
}

/* What follows the first operand of a sum, up to its EMIT_SUM. */
static chatfmt_status super_sum(super_pass *pass, bool *found)
{
    for (uint32_t count = 2;; count++) { /* operands, with the one that is read next */
        uint32_t op = super_op(pass, pass->pc);
        if (op == CFT_OP_EMIT_SUM) {
            *found = super_a(pass, pass->pc) == count - 1;
            pass->pc++;
            return CHATFMT_OK;
        }
        if (op == CFT_OP_ADD_DEFER_CONST) {
            CFT_TRY(super_join_text(pass, pass->program->code[pass->pc + 1], false));
        } else {
            CFT_TRY(super_value(pass, true, found));
            op = super_op(pass, pass->pc);
            if (!*found || op != CFT_OP_ADD_DEFER) break;
        }
        if (super_a(pass, pass->pc) != count) break;
        pass->pc += cft_op_rows[op].words;
    }
    *found = false;
    return CHATFMT_OK;
}

/* Whether an EMIT_ALL comes after what may be its values. This is looked at first: texts that
 * are read take memory, also when nothing comes of it. */
static bool super_all_follows(const super_pass *pass)
{
    uint32_t pc = pass->pc;
    for (uint32_t i = 0; i < 5 * SUPER_MOST_VALUES; i++, pc += super_words(pass, pc)) {
        switch (super_op(pass, pc)) {
        case CFT_OP_EMIT_ALL: return true;
        case CFT_OP_CONST:
        case CFT_OP_LOAD:
        case CFT_OP_LOAD_ATTR:
        case CFT_OP_LOAD_ITEM_TEXT:
        case CFT_OP_JUMP:
        case CFT_OP_JUMP_FALSE: break;
        default: return false;
        }
    }
    return false;
}

/* The values of EMIT_ALL after the first. */
static chatfmt_status super_all(super_pass *pass, bool *found)
{
    uint32_t count = 1;
    *found = super_all_follows(pass);
    if (!*found) return CHATFMT_OK;
    do {
        CFT_TRY(super_value(pass, false, found));
        count++;
    } while (*found && count < SUPER_MOST_VALUES && super_op(pass, pass->pc) != CFT_OP_EMIT_ALL);
    *found = *found && super_op(pass, pass->pc) == CFT_OP_EMIT_ALL &&
             super_a(pass, pass->pc) == count;
    if (*found) pass->pc++;
    return CHATFMT_OK;
}

static void super_mark_summed(const super_pass *pass, uint32_t first)
{
    for (uint32_t i = first; i < pass->part_count; i++)
        pass->parts[i].summed = CFT_STR_MARKUP;
}

/* One piece of output: TEXT, or a value and EMIT, or a sum, or several values. */
static chatfmt_status super_output(super_pass *pass, bool *found)
{
    uint32_t count = pass->part_count, op = super_op(pass, pass->pc);
    pass->output = pass->pc;
    if (op == CFT_OP_TEXT) {
        *found = true;
        CFT_TRY(super_join_text(pass, super_a(pass, pass->pc), true));
        pass->pc++;
        return CHATFMT_OK;
    }
    CFT_TRY(super_value(pass, false, found));
    if (*found) {
        op = super_op(pass, pass->pc);
        if (op == CFT_OP_EMIT) {
            pass->pc++;
            return CHATFMT_OK;
        }
        if (super_op(pass, pass->pc) == CFT_OP_COUNT) {
            *found = false;
        } else {
            uint32_t second = pass->pc, kept = pass->part_count;
            CFT_TRY(super_sum(pass, found));
            if (*found) {
                super_mark_summed(pass, count);
                return CHATFMT_OK;
            }
            pass->pc = second;
            pass->part_count = kept;
            pass->joins = false;
            CFT_TRY(super_all(pass, found));
        }
    }
    if (!*found) {
        pass->part_count = count;
        pass->pc = pass->output;
        pass->joins = false;
    }
    return CHATFMT_OK;
}

/* The parts read since `begin` as an instruction of their own. */
static chatfmt_status super_whole(const super_pass *pass, uint32_t begin, cft_output_write *write)
{
    cft_part *parts = cft_arena_array(pass->e->arena, pass->part_count, sizeof *parts);
    if (!parts) return super_no_memory(pass);
    memcpy(parts, pass->parts, pass->part_count * sizeof *parts);
    *write = (cft_output_write){.parts = parts,
                         .count = pass->part_count,
                         .pc = begin,
                         .word = pass->program->code[begin],
                         .next = pass->pc};
    return CHATFMT_OK;
}

/* As many pieces of output as follow one another, with no jump to between them. */
static chatfmt_status super_write(super_pass *pass, bool *done)
{
    cft_program *program = pass->program;
    uint32_t begin = pass->pc, pieces = 0;
    void *items = program->writes;
    bool found = true;
    pass->joins = false;
    pass->part_count = 0;
    while (found && (pieces == 0 || !pass->targets[pass->pc])) {
        CFT_TRY(super_output(pass, &found));
        pieces += found;
        if (pass->pc >= program->code_length) break;
    }
    *done = pass->part_count && (pieces > 1 || super_op(pass, begin) != CFT_OP_TEXT);
    if (!*done) {
        pass->pc = begin;
        return CHATFMT_OK;
    }
    CFT_TRY(cft_emit_grow(pass->e, &items, &pass->e->write_capacity, program->write_count + 1,
                          sizeof *program->writes));
    program->writes = items;
    CFT_TRY(super_whole(pass, begin, &program->writes[program->write_count]));
    program->code[begin] = CFT_OP_WRITE | program->write_count++ << 8;
    return CHATFMT_OK;
}

/* ---- conditions and targets ---- */

static bool super_is_jump(uint32_t op)
{
    return op == CFT_OP_JUMP_FALSE || op == CFT_OP_JUMP_TRUE;
}

static void super_load(const super_pass *pass, uint32_t pc)
{
    uint32_t next = super_op(pass, pc + 1);
    if (super_is_jump(next)) super_replace(pass, pc, CFT_OP_LOAD_JUMP);
    if (next == CFT_OP_IS && super_is_jump(super_op(pass, pc + 2)))
        super_replace(pass, pc, CFT_OP_LOAD_IS);
}

static void super_compare(const super_pass *pass, uint32_t pc)
{
    bool attribute = super_op(pass, pc) == CFT_OP_LOAD_ATTR;
    uint32_t next = super_op(pass, pc + 3), constant;
    cft_part field = {0};
    if (!super_field(pass, pc, &field)) return;
    if (next != CFT_OP_EQ_CONST && next != CFT_OP_NE_CONST) return;
    constant = super_a(pass, pc + 3);
    if (!super_is_text(pass, constant) ||
        pass->program->constants[constant].length > CFT_SUPER_SHORT_TEXT ||
        !super_is_jump(super_op(pass, pc + 4)))
        return;
    super_replace(pass, pc, attribute ? CFT_OP_ATTR_COMPARE : CFT_OP_ITEM_COMPARE);
}

/* for a, b in …: FOR_NEXT, UNPACK and a STORE each, to slots in a row. */
static void super_for(const super_pass *pass, uint32_t pc)
{
    uint32_t count;
    if (super_op(pass, pc + 3) != CFT_OP_UNPACK) return;
    count = super_a(pass, pc + 3);
    if (!count) return;
    for (uint32_t i = 0; i < count; i++)
        if (super_op(pass, pc + 4 + i) != CFT_OP_STORE ||
            super_a(pass, pc + 4 + i) != super_a(pass, pc + 4) + i)
            return;
    super_replace(pass, pc, CFT_OP_FOR_NEXT_UNPACK);
}

static void super_step(const super_pass *pass, uint32_t pc)
{
    switch (super_op(pass, pc)) {
    case CFT_OP_LOAD: super_load(pass, pc); break;
    case CFT_OP_LOAD_ATTR:
    case CFT_OP_LOAD_ITEM_TEXT: super_compare(pass, pc); break;
    case CFT_OP_FOR_NEXT: super_for(pass, pc); break;
    default: break;
    }
}

chatfmt_status cft_superinstructions(cft_emitter *e)
{
    super_pass pass = {.e = e, .program = e->program};
    CFT_TRY(super_find_targets(&pass));
    while (pass.pc < e->program->code_length) {
        uint32_t words = super_words(&pass, pass.pc);
        bool done;
        CFT_TRY(super_write(&pass, &done));
        if (done) continue;
        super_step(&pass, pass.pc);
        pass.pc += words;
    }
    return cft_output_program(e);
}
