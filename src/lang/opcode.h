/* lang/opcode.h - what lang/op.def says of every instruction, for those who write, join, show or
 * check code.
 */
#ifndef CFT_OPCODE_H
#define CFT_OPCODE_H

#include "lang/program.h"

/* Counts that depend on the instruction are sums of these, so that a row is a few bytes. */
enum {
    CFT_OP_EACH_A = 16,    /* as many as operand a says          */
    CFT_OP_EACH_NAMED = 64 /* as many as the call has keywords   */
};

typedef struct cft_op_row {
    char operands[5];
    uint8_t words;
    uint8_t pops, pushes;
    int8_t fault_first;
    uint8_t fault_count;
} cft_op_row;

extern const cft_op_row cft_op_rows[CFT_OP_COUNT];

static inline const cft_op_row *cft_op_at(const uint32_t *at) { return &cft_op_rows[*at & 0xFF]; }

/* Words of the instruction at `at`, the tail of a BLOCK among them. */
uint32_t cft_op_words(const uint32_t *at);

/* Which operand is a code address: 0 for a, 1 for b, 2 for c; -1 for none. */
int cft_op_target(const uint32_t *at);

/* `count` of a row, for the instruction at `at`. */
int64_t cft_op_count(const cft_program *program, const uint32_t *at, int count);

/* Whether the instruction at `at` may run with `depth` values on the stack of `function`: operands
 * name what there is, and what is popped and pushed fits. For assertions, and not there without. */
#ifndef NDEBUG
bool cft_op_is_sound(const cft_program *program, const cft_function *function, const uint32_t *at,
                     int64_t depth);
#endif

#endif
