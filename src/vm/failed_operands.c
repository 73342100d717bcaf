/* vm/failed_operands.c - which values the instruction that failed was working on.
 *
 * They are still on the stack: a column of lang/op.def says where. What is most often at fault
 * comes first: none, then other values that are no text, then text. Where one of them is
 * undefined, what it is missing from is at fault, and none of the others.
 */
#include "lang/opcode.h"
#include "vm/state.h"

static int failed_rank(const cft_value *value)
{
    switch (value->kind) {
    case CFT_NONE: return 0;
    case CFT_STRING:
    case CFT_BYTES: return 2;
    default: return 1;
    }
}

void cft_failed_operands_keep(cft_machine *m, const uint32_t *at, const cft_value *top)
{
    const cft_op_row *row = cft_op_at(at);
    int64_t begin = row->fault_first, end = begin + cft_op_count(m->program, at, row->fault_count);
    m->failed_count = 0;
    if (begin == -CFT_OP_EACH_A) begin = -(int64_t)(*at >> 8), end = 0;
    for (int64_t k = begin; k < end; k++)
        if (top[k].kind == CFT_UNDEFINED) {
            m->undefined_failed = top[k].flags == CFT_UNDEF_ATTRIBUTE &&
                                  top[k].as.text == m->vm.missed_name.data;
            return;
        }
    for (int rank = 0; rank < 3; rank++)
        for (int64_t k = begin; k < end && m->failed_count < CFT_FAILED_MOST; k++)
            if (failed_rank(&top[k]) == rank) m->failed[m->failed_count++] = top[k];
}

const cft_value *cft_machine_failed_operands(const cft_machine *m, size_t *count)
{
    *count = m->has_pc ? m->failed_count : 0;
    return m->failed;
}

/* Whether the error says that there is no such attribute. */
static bool failed_says(const chatfmt_error *error, cft_slice name)
{
    static const char words[] = " has no attribute '";
    const char *at = error ? strstr(error->text, words) : NULL;
    if (!at || error->status != CHATFMT_UNDEFINED) return false;
    at += sizeof words - 1;
    return strlen(at) == name.length + 1 && !memcmp(at, name.data, name.length);
}

bool cft_machine_failed_lack(const cft_machine *m, cft_value *lacking, cft_slice *name)
{
    *lacking = m->vm.missed;
    *name = m->vm.missed_name;
    return m->has_pc && name->length &&
           (m->undefined_failed || failed_says(m->vm.heap.error, *name));
}
