/* lang/opcode.c - the table of instructions, see lang/opcode.h. */
#include "lang/opcode.h"

#define A CFT_OP_EACH_A
#define NAMED CFT_OP_EACH_NAMED
#define NO_FAULT 0, 0
#define FAULT(first, count) first, count

const cft_op_row cft_op_rows[CFT_OP_COUNT] = {
#define OP(name, words, operands, pops, pushes, fault, effect)                                 \
    {operands, words, pops, pushes, fault},
#include "lang/op.def"
#undef OP
};

uint32_t cft_op_words(const uint32_t *at)
{
    uint32_t words = cft_op_at(at)->words;
    if ((*at & 0xFF) == CFT_OP_BLOCK && at[1]) words += 2 * (at[1] - 1);
    return words;
}

int cft_op_target(const uint32_t *at)
{
    const char *operands = cft_op_at(at)->operands;
    for (int i = 0; operands[i]; i++)
        if (operands[i] == '@') return i;
    return -1;
}

/* The keywords of a call are its last operand. */
static uint32_t opcode_named(const cft_program *program, const uint32_t *at)
{
    uint32_t number = at[cft_op_at(at)->words - 1];
    return number ? program->keywords[number - 1].count : 0;
}

int64_t cft_op_count(const cft_program *program, const uint32_t *at, int count)
{
    int64_t a = *at >> 8, fixed = count % CFT_OP_EACH_A;
    if (count >= CFT_OP_EACH_NAMED) fixed += opcode_named(program, at);
    return fixed + count % CFT_OP_EACH_NAMED / CFT_OP_EACH_A * a;
}

#ifndef NDEBUG
/* Whether an operand of this letter names something that there is. */
static bool opcode_operand_is_sound(const cft_program *program, const cft_function *function,
                                    char letter, uint32_t value)
{
    switch (letter) {
    case 'k': return value < program->constant_count;
    case 'N': return value < program->name_count;
    case 's': return value < function->slot_count;
    case '@': return value <= program->code_length;
    case 'f': return value < program->function_count;
    case 'r': return value < program->row_count;
    case 'b': return value < program->block_count;
    default: return true;
    }
}

bool cft_op_is_sound(const cft_program *program, const cft_function *function, const uint32_t *at,
                     int64_t depth)
{
    const cft_op_row *row = cft_op_at(at);
    int64_t pops = cft_op_count(program, at, row->pops);
    for (int i = 0; row->operands[i]; i++)
        if (!opcode_operand_is_sound(program, function, row->operands[i], i ? at[i] : *at >> 8))
            return false;
    depth -= pops;
    return depth >= 0 &&
           depth + cft_op_count(program, at, row->pushes) <= function->stack_size;
}
#endif
