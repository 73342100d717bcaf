/* vm/blame.c - which values the instruction that failed was working on.
 *
 * They are still on the stack: a row says where. What is most often at fault comes first: none, then other
 * values that are no text, then text. Where one of them is undefined, none of the others is at fault.
 */
#include "vm/state.h"

typedef struct blame_row {
    cft_op op;
    int8_t first;   /* first operand, counted from the top as it is when the call fails */
    int8_t fixed;   /* operands */
    int8_t counted; /* and so many for each one that operand a of the instruction counts */
} blame_row;

static const blame_row blame_rows[] = {
    {CFT_OP_ITEM, -1, 2, 0},       {CFT_OP_SLICE, -1, 4, 0},    {CFT_OP_NEGATE, -1, 1, 0},
    {CFT_OP_POSITIVE, -1, 1, 0},   {CFT_OP_BINARY, -1, 2, 0},   {CFT_OP_ADD, -1, 2, 0},
    {CFT_OP_COMPARE, -1, 2, 0},    {CFT_OP_CHAIN, -1, 2, 0},    {CFT_OP_IN_CONST, -1, 1, 0},
    {CFT_OP_EXTEND, 0, 1, 0},      {CFT_OP_MERGE, 0, 1, 0},     {CFT_OP_DICT, 0, 0, 2},
    {CFT_OP_CALL, 1, 1, 1},        {CFT_OP_CALL_EMIT, 1, 1, 1}, {CFT_OP_FILTER, -1, 1, 1},
    {CFT_OP_ADD_DEFER, 0, 0, -1},  {CFT_OP_EMIT_SUM, 0, 1, 0},  {CFT_OP_UNPACK, 0, 1, 0},
    {CFT_OP_FOR_BEGIN, 0, 1, 0},   {CFT_OP_FOR_LOOP, 0, 1, 0},  {CFT_OP_NS_STORE, 0, 1, 0},
};

static int blame_rank(const cft_value *value)
{
    switch (value->kind) {
    case CFT_NONE: return 0;
    case CFT_STRING:
    case CFT_BYTES: return 2;
    default: return 1;
    }
}

void cft_blame(cft_machine *m, const uint32_t *at, const cft_value *top)
{
    cft_op op = (cft_op)(*at & 0xFF);
    int64_t counted = *at >> 8;
    m->blamed_count = 0;
    for (size_t i = 0; i < sizeof blame_rows / sizeof *blame_rows; i++) {
        const blame_row *row = &blame_rows[i];
        int64_t begin = row->first, end;
        if (row->op != op) continue;
        end = begin + row->fixed + row->counted * counted;
        if (row->counted < 0) begin = -counted, end = 0;
        for (int64_t k = begin; k < end; k++)
            if (top[k].kind == CFT_UNDEFINED) return;
        for (int rank = 0; rank < 3; rank++)
            for (int64_t k = begin; k < end && m->blamed_count < CFT_BLAMED_MOST; k++)
                if (blame_rank(&top[k]) == rank) m->blamed[m->blamed_count++] = top[k];
        return;
    }
}

const cft_value *cft_machine_blamed(const cft_machine *m, size_t *count)
{
    *count = m->has_pc ? m->blamed_count : 0;
    return m->blamed;
}
