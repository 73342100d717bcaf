/* lang/emit_call.c - code of calls, filters and tests, after that of what they are applied to.
 *
 * Arguments go on the stack in the order they are written in. Where Python would need a dict for
 * keywords, or there is a * or **, a list and a dict go there instead.
 */
#include "lang/emit.h"

/* ---- calls ---- */

static bool emit_is_python_keyword(cft_slice name)
{
    static const char *const words[] = {
        "False",  "None",   "True",    "and",    "as",       "assert", "async",  "await", "break",
        "class",  "continue", "def",   "del",    "elif",     "else",   "except", "finally", "for",
        "from",   "global", "if",      "import", "in",       "is",     "lambda", "nonlocal", "not",
        "or",     "pass",   "raise",   "return", "try",      "while",  "with",   "yield"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == name.length && memcmp(words[i], name.data, name.length) == 0)
            return true;
    return false;
}

/* Python refuses a repeated keyword, unless Jinja had to write a dict because one of the names
 * is a word of Python's. *as_dict says so. */
static chatfmt_status emit_check_keywords(cft_emitter *e, const cft_node *list, bool with_caller,
                                          bool *as_dict)
{
    bool word = false, repeated = false;
    uint32_t count = 0;
    for (const cft_node *item = list; item; item = item->next, count++) {
        word = word || emit_is_python_keyword(item->name);
        repeated = repeated || (with_caller && cft_slice_equal(item->name, CFT_LIT("caller")));
        if (count > 200) continue;
        for (const cft_node *before = list; before != item; before = before->next)
            repeated = repeated || cft_slice_equal(before->name, item->name);
    }
    *as_dict = word && repeated;
    if (repeated && !word)
        return cft_emit_fail(e, list, CHATFMT_SYNTAX, "keyword argument repeated");
    return CHATFMT_OK;
}

static chatfmt_status emit_string(cft_emitter *e, cft_slice text)
{
    uint32_t index;
    CFT_TRY(cft_emit_constant(e, cft_string(text.data, (uint32_t)text.length, 0), &index));
    return cft_emit_op(e, CFT_OP_CONST, index);
}

/* "caller", the keyword that passes the block of a call. The source has no such text: its place is
 * that of the call, `node`. */
static chatfmt_status emit_caller(cft_emitter *e, const cft_node *node, cft_value *name)
{
    char *text = cft_arena_copy(e->arena, "caller", 6);
    if (!text) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    *name = cft_string(text, 6, CFT_STR_ASCII);
    return cft_emit_literal(e, *name, node);
}

/* The arguments as a list and a dict, for calls with * or **. */
static chatfmt_status emit_spread(cft_emitter *e, const cft_node *node, uint32_t caller_slot)
{
    uint32_t count = 0, index;
    for (cft_node *item = node->b; item; item = item->next, count++)
        CFT_TRY(cft_emit_expr(e, item));
    CFT_TRY(cft_emit_op(e, CFT_OP_LIST, count));
    if (node->d) {
        CFT_TRY(cft_emit_expr(e, node->d));
        cft_emit_at(e, node);
        CFT_TRY(cft_emit_op(e, CFT_OP_EXTEND, 0));
    }
    if (!node->c && !node->e && caller_slot == CFT_NO_SLOT) {
        CFT_TRY(cft_emit_constant(e, cft_none(), &index));
        return cft_emit_op(e, CFT_OP_CONST, index);
    }
    count = 0;
    for (cft_node *item = node->c; item; item = item->next, count++) {
        CFT_TRY(emit_string(e, item->name));
        CFT_TRY(cft_emit_expr(e, item->a));
    }
    if (caller_slot != CFT_NO_SLOT) {
        cft_value name;
        CFT_TRY(emit_caller(e, node, &name));
        CFT_TRY(emit_string(e, cft_text_of(name)));
        CFT_TRY(cft_emit_op(e, CFT_OP_LOAD, caller_slot));
        count++;
    }
    CFT_TRY(cft_emit_op(e, CFT_OP_DICT, count));
    if (!node->e) return CHATFMT_OK;
    CFT_TRY(cft_emit_expr(e, node->e));
    cft_emit_at(e, node);
    return cft_emit_op(e, CFT_OP_MERGE, 0);
}

/* Positional and keyword arguments on the stack; *names is the number + 1 of the keywords. */
static chatfmt_status emit_arguments(cft_emitter *e, const cft_node *node, uint32_t caller_slot,
                                     uint32_t *count, uint32_t *named, uint32_t *names)
{
    cft_program *program = e->program;
    cft_value *list;
    uint32_t at = 0;
    *count = *named = *names = 0;
    for (cft_node *item = node->b; item; item = item->next, ++*count)
        CFT_TRY(cft_emit_expr(e, item));
    for (cft_node *item = node->c; item; item = item->next, ++*named)
        CFT_TRY(cft_emit_expr(e, item->a));
    if (caller_slot != CFT_NO_SLOT) {
        CFT_TRY(cft_emit_op(e, CFT_OP_LOAD, caller_slot));
        ++*named;
    }
    if (*named == 0) return CHATFMT_OK;
    list = cft_arena_array(e->arena, *named, sizeof *list);
    if (!list) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    for (const cft_node *item = node->c; item; item = item->next)
        list[at++] = cft_string(item->name.data, (uint32_t)item->name.length, 0);
    if (caller_slot != CFT_NO_SLOT) CFT_TRY(emit_caller(e, node, &list[at]));
    /* Arguments that are calls themselves may have moved the array: it is read only now. */
    void *items = program->keywords;
    CFT_TRY(cft_emit_grow(e, &items, &e->keyword_capacity, program->keyword_count + 1,
                          sizeof *program->keywords));
    program->keywords = items;
    program->keywords[program->keyword_count++] =
        (cft_program_keywords){.names = list, .count = *named};
    *names = program->keyword_count;
    return CHATFMT_OK;
}

/* The usual receivers' methods are found while compiling. */
static void emit_know_methods(cft_emitter *e, cft_program_name *name)
{
    if (cft_attribute_is_unsafe(CFT_DICT, name->text)) return;
    name->of_text = cft_callable_find(&e->builtins->methods[CFT_STRING], name->text);
    name->of_dict = cft_callable_find(&e->builtins->methods[CFT_DICT], name->text);
}

/* What follows the callee, or the receiver when the callee is an attribute. */
chatfmt_status cft_emit_call_tail(cft_emitter *e, const cft_node *node, uint32_t caller_slot,
                                  cft_call_use use)
{
    static const cft_op ops[] = {CFT_OP_CALL, CFT_OP_CALL_EMIT, CFT_OP_CALL_RAW};
    uint32_t index, count, named, names;
    bool as_dict, with_caller = caller_slot != CFT_NO_SLOT;
    CFT_TRY(emit_check_keywords(e, node->c, with_caller, &as_dict));
    if (node->a->kind == CFT_EXPR_ATTR) {
        cft_emit_at(e, node->a);
        CFT_TRY(cft_emit_name(e, node->a->name, &index));
        emit_know_methods(e, &e->program->names[index]);
        CFT_TRY(cft_emit_op2(e, CFT_OP_METHOD, index, e->program->cache_count++));
    } else {
        CFT_TRY(cft_emit_op(e, CFT_OP_NO_SELF, 0));
    }
    if (node->d || node->e || as_dict) {
        CFT_TRY(emit_spread(e, node, caller_slot));
        cft_emit_at(e, node);
        CFT_TRY(cft_emit_op(e, CFT_OP_CALL_SPREAD, 0));
        if (use == CFT_USE_VALUE) return CHATFMT_OK;
        return cft_emit_op(e, use == CFT_USE_EMIT ? CFT_OP_EMIT : CFT_OP_EMIT_RAW, 0);
    }
    CFT_TRY(emit_arguments(e, node, caller_slot, &count, &named, &names));
    cft_emit_at(e, node);
    return cft_emit_op2(e, ops[use], count, names);
}

chatfmt_status cft_emit_call(cft_emitter *e, cft_node *node, uint32_t caller_slot,
                             cft_call_use use)
{
    cft_node *callee = node->a->kind == CFT_EXPR_ATTR ? node->a->a : node->a;
    CFT_TRY(cft_emit_expr(e, callee));
    return cft_emit_call_tail(e, node, caller_slot, use);
}

/* ---- filters and tests ---- */

static int emit_is_test(const cft_node *node)
{
    static const char *const names[] = {
#define EMIT_IS_ROW(name, text) text,
        CFT_IS_MAP(EMIT_IS_ROW)
#undef EMIT_IS_ROW
    };
    if (node->b || node->c || node->d || node->e) return -1;
    for (int i = 0; i < CFT_IS_COUNT; i++)
        if (strlen(names[i]) == node->name.length &&
            memcmp(names[i], node->name.data, node->name.length) == 0)
            return i;
    return -1;
}

/* Jinja leaves filters that do not exist to run time inside `if`. */
static chatfmt_status emit_undefined_filter(cft_emitter *e, const cft_node *node, uint32_t count)
{
    static const char before[] = " named '", after[] = "' found.";
    const char *kind = node->kind == CFT_EXPR_FILTER ? "No filter" : "No test";
    size_t length = strlen(kind) + sizeof before - 1 + node->name.length + sizeof after - 1;
    char *text = cft_arena_take(e->arena, length), *at = text;
    uint32_t index;
    if (!text) return cft_fail(e->error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(at, kind, strlen(kind));
    at += strlen(kind);
    memcpy(at, before, sizeof before - 1);
    at += sizeof before - 1;
    memcpy(at, node->name.data, node->name.length);
    at += node->name.length;
    memcpy(at, after, sizeof after - 1);
    CFT_TRY(cft_emit_constant(e, cft_string(text, (uint32_t)length, 0), &index));
    return cft_emit_op2(e, CFT_OP_UNKNOWN, count, index);
}

chatfmt_status cft_emit_filter(cft_emitter *e, const cft_node *node)
{
    bool is_filter = node->kind == CFT_EXPR_FILTER, as_dict;
    const cft_callable *row =
        cft_callable_find(is_filter ? &e->builtins->filters : &e->builtins->tests, node->name);
    uint32_t index, count, named, names;
    int test = is_filter || !row ? -1 : emit_is_test(node);
    if (!row && !e->scope->soft)
        return cft_emit_fail(e, node, is_filter ? CHATFMT_UNKNOWN_FILTER : CHATFMT_UNKNOWN_TEST,
                             "No %s named '%.*s'.", is_filter ? "filter" : "test",
                             (int)node->name.length, node->name.data);
    if (test >= 0) {
        cft_emit_at(e, node);
        return cft_emit_op(e, CFT_OP_IS, (size_t)test);
    }
    CFT_TRY(emit_check_keywords(e, node->c, false, &as_dict));
    if (node->d || node->e || as_dict) {
        CFT_TRY(emit_spread(e, node, CFT_NO_SLOT));
        cft_emit_at(e, node);
        if (!row) return emit_undefined_filter(e, node, 2);
        CFT_TRY(cft_emit_row(e, row, &index));
        return cft_emit_op(e, CFT_OP_FILTER_SPREAD, index);
    }
    CFT_TRY(emit_arguments(e, node, CFT_NO_SLOT, &count, &named, &names));
    cft_emit_at(e, node);
    if (!row) return emit_undefined_filter(e, node, count + named);
    CFT_TRY(cft_emit_row(e, row, &index));
    return cft_emit_op3(e, CFT_OP_FILTER, count, index, names);
}
