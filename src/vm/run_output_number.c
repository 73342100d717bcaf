/* vm/run_output_number.c - the part NUMBER of an output program: integers, computed and put out.
 *
 * The code of the plain instructions says what to compute; it is read here for small numbers
 * that are not negative, with which nothing can go wrong.
 */
#include "lang/ast.h"
#include "vm/state.h"

static bool number_is_small(int64_t number)
{
    return number >= 0 && number <= CFT_PART_MOST_NUMBER;
}

static bool number_binary(uint32_t operation, int64_t a, int64_t b, int64_t *out)
{
    switch (operation) {
    case CFT_ADD: *out = a + b; break;
    case CFT_SUB: *out = a - b; break;
    case CFT_MUL: *out = a * b; break;
    default:
        if (!b) return false;
        *out = operation == CFT_MOD ? a % b : a / b;
        break;
    }
    return number_is_small(*out);
}

static bool number_of_loop(const cft_value *value, uint32_t attribute, int64_t *out)
{
    const cft_loop *loop = (const cft_loop *)(const void *)value->as.object;
    if (value->kind != CFT_OBJECT) return false;
    *out = loop->index0 + (attribute == CFT_LOOP_INDEX);
    return number_is_small(*out);
}

static bool number_of_value(const cft_value *value, int64_t *out)
{
    *out = value->as.integer;
    return value->kind == CFT_INT && number_is_small(*out);
}

bool cft_run_output_number(const cft_machine *m, const cft_value *slots, uint32_t pc, int64_t *out)
{
    int64_t stack[CFT_PART_MOST_OPERANDS + 1], *top = stack;
    const uint32_t *code = m->program->code + pc;
    for (;; code++) {
        uint32_t a = *code >> 8, operation = CFT_ADD;
        switch (*code & 0xFF) {
        case CFT_OP_LOOP_ATTR:
            if (!number_of_loop(&slots[a], *++code, top++)) return false;
            continue;
        case CFT_OP_CONST: *top++ = m->program->constants[a].as.integer; continue;
        case CFT_OP_LOAD:
            if (!number_of_value(&slots[a], top++)) return false;
            continue;
        case CFT_OP_BINARY: operation = a; break;
        case CFT_OP_ADD:
        case CFT_OP_ADD_DEFER: break;
        default: *out = *stack; return true; /* EMIT or EMIT_SUM */
        }
        top--;
        if (!number_binary(operation, top[-1], *top, &top[-1])) return false;
    }
}
