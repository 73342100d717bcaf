/* lang/compile.c - from source to program: parse, resolve, fold, emit, put in order, fuse. */
#include "lang/evaluate.h"
#include "lang/superinstructions.h"

/* Programs are shared between threads: nothing here writes to them after cft_compile. */

static bool compile_in_order(const cft_program_literal *a, const cft_program_literal *b)
{
    return a->begin < b->begin || (a->begin == b->begin && a->offset <= b->offset);
}

/* By address; usually in order already. Shell's method: no memory, no library. */
static void compile_sort_literals(cft_program_literal *rows, uint32_t count)
{
    for (uint32_t gap = count / 2; gap; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            cft_program_literal row = rows[i];
            uint32_t at = i;
            for (; at >= gap && !compile_in_order(&rows[at - gap], &row); at -= gap)
                rows[at] = rows[at - gap];
            rows[at] = row;
        }
}

/* Parts of a literal ('abc'[1:]) have been put on the list too: what was there first stays. */
static uint32_t compile_part_literals(cft_program_literal *rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        cft_program_literal row = rows[i];
        const char *end = kept ? rows[kept - 1].begin + rows[kept - 1].length : row.begin;
        if (row.begin + row.length <= end) continue;
        if (row.begin < end) {
            row.length -= (uint32_t)(end - row.begin);
            row.begin = end;
        }
        rows[kept++] = row;
    }
    return kept;
}

static bool compile_mentions_block(cft_slice source)
{
    for (size_t i = 0; i + 5 <= source.length; i++)
        if (source.data[i] == 'b' && memcmp(source.data + i, "block", 5) == 0) return true;
    return false;
}

/* A text constant may have half a surrogate pair, which only an escape can write. */
static bool compile_has_escapes(cft_slice source)
{
    for (size_t i = 0; i + 1 < source.length; i++) {
        const char *found = memchr(source.data + i, '\\', source.length - i - 1);
        if (!found) break;
        if ((found[1] | 0x20) == 'u') return true;
        i = (size_t)(found - source.data);
    }
    return false;
}

static chatfmt_status compile_emit(cft_emitter *e, cft_node *body)
{
    cft_program *program = e->program;
    e->evaluator = program->evaluator = e->builtins->evaluator;
    e->fold_vm = program->folded =
        e->evaluator->make(e->arena, &program->allocator, e->builtins, e->limits, e->source.length);
    if (!e->fold_vm) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    e->exports = compile_mentions_block(e->source);
    CFT_TRY(cft_emit_root(e, body));
    CFT_TRY(cft_emit_block_bodies(e));
    compile_sort_literals(program->literals, program->literal_count);
    program->literal_count = compile_part_literals(program->literals, program->literal_count);
    program->has_escapes = compile_has_escapes(e->source) ||
                           e->evaluator->heap(program->folded)->has_surrogates;
    return cft_superinstructions(e);
}

chatfmt_status cft_compile(const chatfmt_allocator *allocator, cft_slice source,
                           const cft_syntax_options *options, const chatfmt_limits *limits,
                           const cft_builtins *builtins, cft_program **out,
                           chatfmt_error *error)
{
    chatfmt_allocator a = cft_allocator_or_default(allocator);
    cft_program *program = cft_allocate(&a, sizeof *program);
    cft_parse_result parsed;
    cft_emitter emitter = {0};
    chatfmt_status status;
    *out = NULL;
    if (!program) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(program, 0, sizeof *program);
    program->allocator = a;
    cft_arena_init(&program->arena, &a);
    status = cft_parse(&program->arena, source, options, limits, &parsed, error);
    if (status == CHATFMT_OK) {
        program->source = parsed.source;
        emitter.program = program;
        emitter.arena = &program->arena;
        emitter.error = error;
        emitter.limits = limits;
        emitter.builtins = builtins;
        emitter.source = parsed.source;
        status = compile_emit(&emitter, parsed.body);
    }
    if (status != CHATFMT_OK) {
        cft_program_free(program);
        return status;
    }
    *out = program;
    return CHATFMT_OK;
}

void cft_program_free(cft_program *program)
{
    chatfmt_allocator a;
    if (!program) return;
    a = program->allocator;
    if (program->folded) program->evaluator->free(program->folded);
    cft_arena_free(&program->arena);
    cft_release(&a, program, sizeof *program);
}

cft_slice cft_program_source(const cft_program *program) { return program->source; }

bool cft_program_place(const cft_program *program, const char *text, size_t *offset, bool *exact)
{
    uint32_t low = 0, high = program->literal_count;
    const char *source = program->source.data;
    *exact = true;
    if (text >= source && text < source + program->source.length) {
        *offset = (size_t)(text - source);
        return true;
    }
    *exact = false;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const cft_program_literal *literal = &program->literals[middle];
        if (text < literal->begin) {
            high = middle;
        } else if (text >= literal->begin + literal->length) {
            low = middle + 1;
        } else {
            *offset = literal->offset;
            return true;
        }
    }
    return false;
}

void cft_program_find_place(const cft_program *program, uint32_t pc, uint32_t *offset,
                            uint32_t *length)
{
    uint32_t low = 0, high = program->place_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->places[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    *offset = low ? program->places[low - 1].offset : 0;
    *length = low ? program->places[low - 1].length : 0;
}
