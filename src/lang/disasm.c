/* lang/disasm.c - a program's code as text, for people who work on the compiler. */
#include "base/buffer.h"
#include "base/number.h"
#include "lang/opcode.h"

static const char *const disasm_names[] = {
#define OP(name, words, operands, pops, pushes, fault, effect) #name,
#include "lang/op.def"
#undef OP
};

static chatfmt_status disasm_put(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

static chatfmt_status disasm_number(cft_buffer *out, int64_t number)
{
    char digits[CFT_NUMBER_ROOM];
    return cft_buffer_append(out, digits, cft_int_to_text(number, digits));
}

/* One operand by its letter, see op.def. */
static chatfmt_status disasm_operand(const cft_program *program, char letter, uint32_t value,
                                     cft_buffer *out)
{
    cft_value constant;
    CFT_TRY(disasm_put(out, " "));
    if (letter == 'N') return cft_buffer_append(out, program->names[value].text.data,
                                                program->names[value].text.length);
    if (letter == 'r') return disasm_put(out, cft_callable_name(program->rows[value]));
    if (letter == 'k') {
        constant = program->constants[value];
        if (constant.kind == CFT_STRING) {
            CFT_TRY(disasm_put(out, "\""));
            CFT_TRY(cft_buffer_append(out, constant.as.text, constant.length));
            return disasm_put(out, "\"");
        }
        if (constant.kind == CFT_INT) return disasm_number(out, constant.as.integer);
        return disasm_put(out, cft_type_name(constant));
    }
    if (letter == 's' || letter == 'o') CFT_TRY(disasm_put(out, "$"));
    if (letter == '@') CFT_TRY(disasm_put(out, "@"));
    if (letter == 'f') CFT_TRY(disasm_put(out, "function "));
    return disasm_number(out, value);
}

chatfmt_status cft_disassemble(const cft_program *program, cft_buffer *out)
{
    uint32_t pc = 0;
    while (pc < program->code_length) {
        uint32_t word = program->code[pc], op = word & 0xFF, extra = 0;
        const char *operands = cft_op_rows[op].operands;
        CFT_TRY(disasm_number(out, pc));
        CFT_TRY(disasm_put(out, " "));
        CFT_TRY(disasm_put(out, disasm_names[op]));
        for (uint32_t i = 0; operands[i]; i++) {
            uint32_t value = i ? program->code[pc + i] : word >> 8;
            if (operands[i] != '-') CFT_TRY(disasm_operand(program, operands[i], value, out));
        }
        if (op == CFT_OP_WRITE) /* the operands of the instruction that it stands for */
            extra = cft_op_at(&program->writes[word >> 8].word)->words - 1u;
        pc += cft_op_words(&program->code[pc]) + extra;
        CFT_TRY(disasm_put(out, "\n"));
    }
    return CHATFMT_OK;
}
