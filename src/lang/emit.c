/* lang/emit.c - the tables that the compiler fills: code, constants, names, places.
 *
 * Instructions keep count of the value stack as they are written, so that a function knows how
 * much room it needs before it runs.
 */
#include "lang/emit.h"

#include "base/utf8.h"
#include "lang/opcode.h"
#include "value/hash.h"

chatfmt_status cft_emit_failed(cft_emitter *e, const cft_node *node, chatfmt_status status)
{
    cft_error_place(e->error, e->source, node ? node->offset : e->place_offset,
                    node ? node->length : e->place_length);
    return status;
}

static chatfmt_status emit_no_memory(cft_emitter *e)
{
    return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
}

chatfmt_status cft_emit_grow(cft_emitter *e, void **items, uint32_t *capacity, uint32_t needed,
                             size_t size)
{
    uint32_t wanted = *capacity;
    void *grown;
    if (needed <= *capacity) return CHATFMT_OK;
    while (wanted < needed) {
        if (wanted > UINT32_MAX / 2) return emit_no_memory(e);
        wanted = (uint32_t)cft_grown(wanted, 16);
    }
    if (*capacity == 0)
        grown = cft_arena_array(e->arena, wanted, size);
    else
        grown = cft_arena_grow(e->arena, *items, *capacity * size, wanted * size);
    if (!grown) return emit_no_memory(e);
    *items = grown;
    *capacity = wanted;
    return CHATFMT_OK;
}

/* ---- code ---- */

chatfmt_status cft_emit_spine_push(cft_emitter *e, cft_node *node)
{
    void *items = e->spine;
    CFT_TRY(cft_emit_grow(e, &items, &e->spine_capacity, e->spine_count + 1, sizeof *e->spine));
    e->spine = items;
    e->spine[e->spine_count++] = node;
    return CHATFMT_OK;
}

chatfmt_status cft_emit_word(cft_emitter *e, uint32_t word)
{
    cft_program *program = e->program;
    if (program->code_length == e->code_capacity) {
        void *items = program->code;
        if (program->code_length >= CFT_OPERAND_MAX)
            return cft_emit_fail(e, NULL, CHATFMT_LIMIT,
                                 "limit exceeded: the template is too long");
        CFT_TRY(cft_emit_grow(e, &items, &e->code_capacity, program->code_length + 1,
                              sizeof *program->code));
        program->code = items;
    }
    program->code[program->code_length++] = word;
    return CHATFMT_OK;
}

void cft_emit_effect(cft_emitter *e, int64_t effect)
{
    cft_body *body = e->body;
    body->stack = (uint32_t)(body->stack + effect);
    if (body->stack > body->stack_size) body->stack_size = body->stack;
}

void cft_emit_at(cft_emitter *e, const cft_node *node)
{
    e->place_offset = node->offset;
    e->place_length = node->length;
}

/* Instructions from here on stand at e->place_offset. */
static chatfmt_status emit_place(cft_emitter *e)
{
    cft_program *program = e->program;
    void *items = program->places;
    if (program->place_count) {
        const cft_program_place_row *last = &program->places[program->place_count - 1];
        if (last->offset == e->place_offset && last->length == e->place_length) return CHATFMT_OK;
    }
    CFT_TRY(cft_emit_grow(e, &items, &e->place_capacity, program->place_count + 1,
                          sizeof *program->places));
    program->places = items;
    program->places[program->place_count++] = (cft_program_place_row){
        .pc = program->code_length, .offset = e->place_offset, .length = e->place_length};
    return CHATFMT_OK;
}

static chatfmt_status emit_begin(cft_emitter *e, cft_op op, size_t a)
{
    if (a > CFT_OPERAND_MAX)
        return cft_emit_fail(e, NULL, CHATFMT_LIMIT, "limit exceeded: the template is too long");
    CFT_TRY(emit_place(e));
    return cft_emit_word(e, (uint32_t)op | (uint32_t)a << 8);
}

/* Count what the instruction does whose `words` words have been written last. */
static void emit_end(cft_emitter *e, uint32_t words)
{
    const uint32_t *at = &e->program->code[e->program->code_length - words];
    const cft_op_row *row = cft_op_at(at);
    int64_t effect = row->pushes - row->pops;
    if ((row->pushes | row->pops) >= CFT_OP_EACH_A)
        effect = cft_op_count(e->program, at, row->pushes) -
                 cft_op_count(e->program, at, row->pops);
    cft_emit_effect(e, effect);
}

chatfmt_status cft_emit_op(cft_emitter *e, cft_op op, size_t a)
{
    CFT_TRY(emit_begin(e, op, a));
    emit_end(e, 1);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_op2(cft_emitter *e, cft_op op, size_t a, size_t b)
{
    CFT_TRY(emit_begin(e, op, a));
    CFT_TRY(cft_emit_word(e, (uint32_t)b));
    emit_end(e, 2);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_op3(cft_emitter *e, cft_op op, size_t a, size_t b, size_t c)
{
    CFT_TRY(emit_begin(e, op, a));
    CFT_TRY(cft_emit_word(e, (uint32_t)b));
    CFT_TRY(cft_emit_word(e, (uint32_t)c));
    emit_end(e, 3);
    return CHATFMT_OK;
}

chatfmt_status cft_emit_jump(cft_emitter *e, cft_op op, uint32_t *at)
{
    *at = e->program->code_length;
    return cft_emit_op(e, op, 0);
}

/* Jumps whose target is operand b hold 0 there until they are patched. */
void cft_emit_patch(cft_emitter *e, uint32_t at)
{
    uint32_t *word = &e->program->code[at];
    if (cft_op_target(word) == 1)
        word[1] = e->program->code_length;
    else
        *word = (*word & 0xFF) | e->program->code_length << 8;
}

/* ---- tables ---- */

chatfmt_status cft_emit_constant(cft_emitter *e, cft_value value, uint32_t *index)
{
    cft_program *program = e->program;
    void *items = program->constants;
    /* The same short literal again and again is common: look at the last few. */
    for (uint32_t i = program->constant_count, n = 0; i-- > 0 && n < 8; n++) {
        const cft_value *old = &program->constants[i];
        if (value.kind == CFT_STRING && old->kind == CFT_STRING && old->flags == value.flags &&
            old->as.text == value.as.text && old->length == value.length) {
            *index = i;
            return CHATFMT_OK;
        }
    }
    CFT_TRY(cft_emit_grow(e, &items, &e->constant_capacity, program->constant_count + 1,
                          sizeof *program->constants));
    program->constants = items;
    program->constants[program->constant_count] = value;
    *index = program->constant_count++;
    return CHATFMT_OK;
}

chatfmt_status cft_emit_row(cft_emitter *e, const cft_callable *row, uint32_t *index)
{
    cft_program *program = e->program;
    void *items = (void *)(uintptr_t)program->rows;
    for (uint32_t i = 0; i < program->row_count; i++) {
        if (program->rows[i] != row) continue;
        *index = i;
        return CHATFMT_OK;
    }
    CFT_TRY(cft_emit_grow(e, &items, &e->row_capacity, program->row_count + 1,
                          sizeof *program->rows));
    program->rows = items;
    program->rows[program->row_count] = row;
    *index = program->row_count++;
    return CHATFMT_OK;
}

/* Seeded by an address, so that a template cannot choose names that meet in one place. */
static uint32_t emit_hash(const cft_emitter *e, cft_slice text)
{
    return (uint32_t)cft_hash_bytes(text.data, text.length, (uint64_t)(uintptr_t)e->program);
}

static chatfmt_status emit_name_index(cft_emitter *e)
{
    uint32_t size = e->name_mask ? (e->name_mask + 1) * 2 : 128;
    uint32_t *index = cft_arena_take_zero(e->arena, size * sizeof *index);
    if (!index) return emit_no_memory(e);
    for (uint32_t i = 0; i < e->program->name_count; i++) {
        uint32_t at = emit_hash(e, e->program->names[i].text) & (size - 1);
        while (index[at]) at = (at + 1) & (size - 1);
        index[at] = i + 1;
    }
    e->name_index = index;
    e->name_mask = size - 1;
    return CHATFMT_OK;
}

/* Python's dict has these attributes; x.name of a dict finds them before any key. */
static bool emit_is_dict_attribute(cft_slice name)
{
    static const char *const names[] = {"clear", "copy",    "fromkeys",   "get",    "items", "keys",
                                        "pop",   "popitem", "setdefault", "update", "values"};
    if (name.length >= 2 && name.data[0] == '_' && name.data[1] == '_') return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cft_slice_is(name, names[i])) return true;
    return false;
}

static chatfmt_status emit_find_name(cft_emitter *e, cft_slice text, uint32_t *index)
{
    cft_program *program = e->program;
    void *items;
    uint32_t at, capacity = e->name_capacity; /* both arrays grow alike */
    if (!e->name_index || program->name_count * 2 > e->name_mask) CFT_TRY(emit_name_index(e));
    for (at = emit_hash(e, text) & e->name_mask; e->name_index[at]; at = (at + 1) & e->name_mask) {
        if (!cft_slice_equal(program->names[e->name_index[at] - 1].text, text)) continue;
        *index = e->name_index[at] - 1;
        return CHATFMT_OK;
    }
    items = program->names;
    CFT_TRY(cft_emit_grow(e, &items, &e->name_capacity, program->name_count + 1,
                          sizeof *program->names));
    program->names = items;
    items = e->symbols;
    CFT_TRY(cft_emit_grow(e, &items, &capacity, program->name_count + 1, sizeof *e->symbols));
    e->symbols = items;
    program->names[program->name_count] =
        (cft_program_name){.text = text,
                           .global = cft_callable_find(&e->builtins->globals, text),
                           .dict_plain = !emit_is_dict_attribute(text)};
    e->symbols[program->name_count] = (cft_symbol){.top = -1};
    *index = program->name_count++;
    e->name_index[at] = program->name_count;
    return CHATFMT_OK;
}

/* The same few names come again and again: where the last one like this is remembered, as its
 * number + 1. */
static uint8_t *emit_recent(cft_emitter *e, cft_slice text)
{
    unsigned first = (unsigned char)text.data[0], last = (unsigned char)text.data[text.length - 1];
    return &e->recent_names[(first * 3 + last + text.length * 7) % sizeof e->recent_names];
}

chatfmt_status cft_emit_name(cft_emitter *e, cft_slice text, uint32_t *index)
{
    uint8_t *recent;
    if (!text.length) return emit_find_name(e, text, index);
    recent = emit_recent(e, text);
    *index = *recent - 1u;
    if (*recent && cft_slice_equal(e->program->names[*index].text, text)) return CHATFMT_OK;
    CFT_TRY(emit_find_name(e, text, index));
    if (*index < UINT8_MAX) *recent = (uint8_t)(*index + 1);
    return CHATFMT_OK;
}

/* ---- literals ---- */

chatfmt_status cft_emit_literal(cft_emitter *e, cft_value text, const cft_node *node)
{
    cft_program *program = e->program;
    const char *data = text.as.text;
    void *items = program->literals;
    /* Big integers are text too. */
    if (text.kind != CFT_STRING && text.kind != CFT_BIGINT) return CHATFMT_OK;
    if (text.length == 0) return CHATFMT_OK;
    if (data >= e->source.data && data < e->source.data + e->source.length) return CHATFMT_OK;
    CFT_TRY(cft_emit_grow(e, &items, &e->literal_capacity, program->literal_count + 1,
                          sizeof *program->literals));
    program->literals = items;
    program->literals[program->literal_count++] = (cft_program_literal){
        .begin = data, .length = text.length, .offset = node ? node->offset : e->place_offset};
    return CHATFMT_OK;
}

chatfmt_status cft_emit_text_constant(cft_emitter *e, cft_slice text, const cft_node *node,
                                      uint32_t *index)
{
    cft_value value = cft_string(text.data, (uint32_t)text.length, 0);
    if (text.length <= 256 && cft_ascii_only(text.data, text.length)) value.flags = CFT_STR_ASCII;
    CFT_TRY(cft_emit_literal(e, value, node));
    return cft_emit_constant(e, value, index);
}
