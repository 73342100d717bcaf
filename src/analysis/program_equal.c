/* analysis/program_equal.c - comparing programs part by part (analysis/program_equal.h). */
#include "analysis/program_equal.h"

#include "value/repr.h"

/* Containers are compared by what Python would print of them, which tells 1 from 1.0, True and
 * '1', and has the order of keys. */
static chatfmt_status same_constant(cft_heap *heap, cft_value a, cft_value b, bool *same)
{
    cft_value texts[2];
    *same = a.kind == b.kind && (a.kind != CFT_STRING || a.flags == b.flags ||
                                 !((a.flags ^ b.flags) & CFT_STR_MARKUP));
    if (!*same || a.kind == CFT_ABSENT) return CHATFMT_OK;
    if (a.kind == CFT_STRING) {
        *same = cft_slice_equal(cft_text_of(a), cft_text_of(b));
    } else if (a.kind == CFT_FUNCTION) {
        *same = a.as.function == b.as.function;
    } else {
        CFT_TRY(cft_to_repr(heap, a, &texts[0]));
        CFT_TRY(cft_to_repr(heap, b, &texts[1]));
        *same = cft_slice_equal(cft_text_of(texts[0]), cft_text_of(texts[1]));
    }
    return CHATFMT_OK;
}

static chatfmt_status same_constants(cft_heap *heap, const cft_value *a, const cft_value *b,
                                     uint32_t count, bool *same)
{
    *same = true;
    for (uint32_t i = 0; i < count && *same; i++)
        CFT_TRY(same_constant(heap, a[i], b[i], same));
    return CHATFMT_OK;
}

static bool same_slots(const cft_function *a, const cft_function *b)
{
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slots[i].name != b->slots[i].name || a->slots[i].resolve != b->slots[i].resolve)
            return false;
    for (uint32_t i = 0; i < a->param_count; i++)
        if (a->params[i] != b->params[i]) return false;
    return true;
}

static bool same_numbers(const cft_function *a, const cft_function *b)
{
    return a->kind == b->kind && a->entry == b->entry && a->slot_count == b->slot_count &&
           a->stack_size == b->stack_size && a->loop_count == b->loop_count &&
           a->has_closures == b->has_closures && a->name == b->name &&
           a->param_count == b->param_count && a->caller == b->caller &&
           a->kwargs == b->kwargs && a->varargs == b->varargs &&
           a->explicit_caller == b->explicit_caller && a->uses_caller == b->uses_caller &&
           a->loop_slot == b->loop_slot && a->cost == b->cost;
}

static chatfmt_status same_functions(cft_heap *heap, const cft_program *a, const cft_program *b,
                                     bool *same)
{
    *same = true;
    for (uint32_t i = 0; i < a->function_count && *same; i++) {
        const cft_function *f = &a->functions[i], *g = &b->functions[i];
        *same = same_numbers(f, g) && same_slots(f, g);
        if (*same)
            CFT_TRY(same_constants(heap, f->param_names, g->param_names, f->param_count, same));
        if (*same)
            CFT_TRY(
                same_constants(heap, f->param_missing, g->param_missing, f->param_count, same));
    }
    return CHATFMT_OK;
}

static chatfmt_status same_keywords(cft_heap *heap, const cft_program *a, const cft_program *b,
                                    bool *same)
{
    *same = true;
    for (uint32_t i = 0; i < a->keyword_count && *same; i++) {
        *same = a->keywords[i].count == b->keywords[i].count;
        if (*same)
            CFT_TRY(same_constants(heap, a->keywords[i].names, b->keywords[i].names,
                                   a->keywords[i].count, same));
    }
    return CHATFMT_OK;
}

static bool same_tables(const cft_program *a, const cft_program *b)
{
    for (uint32_t i = 0; i < a->name_count; i++)
        if (!cft_slice_equal(a->names[i].text, b->names[i].text)) return false;
    for (uint32_t i = 0; i < a->row_count; i++)
        if (a->rows[i] != b->rows[i]) return false;
    for (uint32_t i = 0; i < a->block_count; i++)
        if (a->blocks[i].name != b->blocks[i].name ||
            a->blocks[i].function != b->blocks[i].function ||
            a->blocks[i].required != b->blocks[i].required)
            return false;
    return true;
}

static bool same_counts(const cft_program *a, const cft_program *b)
{
    return a->code_length == b->code_length && a->constant_count == b->constant_count &&
           a->name_count == b->name_count && a->function_count == b->function_count &&
           a->block_count == b->block_count && a->keyword_count == b->keyword_count &&
           a->row_count == b->row_count && a->cache_count == b->cache_count &&
           a->export_count == b->export_count;
}

chatfmt_status cft_program_equal(cft_heap *heap, const cft_program *a, const cft_program *b,
                                bool *same)
{
    *same = same_counts(a, b) &&
            (!a->code_length || !memcmp(a->code, b->code, a->code_length * sizeof *a->code)) &&
            same_tables(a, b);
    if (*same)
        CFT_TRY(same_constants(heap, a->constants, b->constants, a->constant_count, same));
    if (*same) CFT_TRY(same_functions(heap, a, b, same));
    return *same ? same_keywords(heap, a, b, same) : CHATFMT_OK;
}
