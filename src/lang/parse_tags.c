/* lang/parse_tags.c - what may stand in each tag after its name. The table at the end lists
 * them.
 *
 * Order of checks and words of failures are those of Jinja2 3.1.6 (parser.py) with the
 * loopcontrols extension and transformers' generation tag.
 */
#include "lang/parse_block.h"

/* ---- targets ----------------------------------------------------------------------------- */

/* Jinja: the node's class in lower case, for "can't assign to 'filter'". */
static const char *block_node_class(const cft_node *node)
{
    static const char *const binary[] = {"add", "sub", "mul", "div", "floordiv", "mod", "pow"};
    static const char *const names[CFT_NODE_KIND_COUNT] = {
        [CFT_EXPR_CONST] = "const",     [CFT_EXPR_NAME] = "name",
        [CFT_EXPR_NSREF] = "nsref",     [CFT_EXPR_TUPLE] = "tuple",
        [CFT_EXPR_LIST] = "list",       [CFT_EXPR_DICT] = "dict",
        [CFT_EXPR_COND] = "condexpr",   [CFT_EXPR_AND] = "and",
        [CFT_EXPR_OR] = "or",           [CFT_EXPR_NOT] = "not",
        [CFT_EXPR_COMPARE] = "compare", [CFT_EXPR_CONCAT] = "concat",
        [CFT_EXPR_ATTR] = "getattr",    [CFT_EXPR_ITEM] = "getitem",
        [CFT_EXPR_SLICE] = "slice",     [CFT_EXPR_CALL] = "call",
        [CFT_EXPR_FILTER] = "filter",   [CFT_EXPR_TEST] = "test",
    };
    if (node->kind == CFT_EXPR_BINARY) return binary[node->operation];
    if (node->kind == CFT_EXPR_UNARY) return node->operation == '-' ? "neg" : "pos";
    return names[node->kind];
}

static chatfmt_status block_fail_target(cft_parser *p, const cft_node *target)
{
    cft_fail(p->error, CHATFMT_SYNTAX, "can't assign to '%s'", block_node_class(target));
    return cft_parse_place(p, CHATFMT_SYNTAX, target->offset, target->length);
}

/*
 * Make an expression a target: mark its names, refuse what cannot be assigned to. Tuples nest
 * as deep as brackets do, so the walk keeps the tuples it is in on a list: a tuple's `other`
 * holds the one around it while the walk is inside, and is NULL again afterwards.
 */
static bool block_mark_target(cft_node *target)
{
    cft_node *tuple = NULL, *node = target;
    for (;;) {
        node->store = true;
        if (node->kind == CFT_EXPR_TUPLE && node->a) {
            node->other = tuple;
            tuple = node;
            node = node->a;
            continue;
        }
        if (node->kind != CFT_EXPR_NAME && node->kind != CFT_EXPR_NSREF &&
            node->kind != CFT_EXPR_TUPLE)
            return false;
        while (tuple && !node->next) {
            node = tuple;
            tuple = node->other;
            node->other = NULL;
        }
        if (!tuple) return true;
        node = node->next;
    }
    return true;
}

/* Jinja: parse_assign_target. */
static chatfmt_status block_target(cft_parser *p, cft_parse_mode mode, cft_node **out)
{
    CFT_TRY(cft_parse_tuple(p, mode, out));
    return block_mark_target(*out) ? CHATFMT_OK : block_fail_target(p, *out);
}

/* Jinja: parse_assign_target(name_only=True). */
static chatfmt_status block_target_name(cft_parser *p, cft_node **out)
{
    cft_lexeme token = p->current;
    CFT_TRY(cft_parse_expect(p, CFT_TOKEN_NAME));
    CFT_TRY(cft_parse_node(p, CFT_EXPR_NAME, &token.place, out));
    (*out)->name = cft_parse_text(p, &token);
    (*out)->store = true;
    switch (token.word) {
    case CFT_WORD_TRUE_LOWER:
    case CFT_WORD_TRUE_UPPER:
    case CFT_WORD_FALSE_LOWER:
    case CFT_WORD_FALSE_UPPER:
    case CFT_WORD_NONE_LOWER:
    case CFT_WORD_NONE_UPPER: return block_fail_target(p, *out);
    default: return CHATFMT_OK;
    }
}

/* Jinja: parse_signature. */
static chatfmt_status block_signature(cft_parser *p, cft_node **params, cft_node **defaults)
{
    bool has_default;
    cft_node **next_default = defaults;
    CFT_TRY(cft_parse_expect(p, CFT_TOKEN_LPAREN));
    for (cft_node **next = params; !cft_parse_at(p, CFT_TOKEN_RPAREN); next = &(*next)->next) {
        if (next != params) CFT_TRY(cft_parse_expect(p, CFT_TOKEN_COMMA));
        CFT_TRY(block_target_name(p, next));
        CFT_TRY(cft_parse_skip(p, CFT_TOKEN_ASSIGN, &has_default));
        if (has_default) {
            CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, next_default));
            next_default = &(*next_default)->next;
        } else if (*defaults) {
            return cft_parse_fail(p, &p->current.place,
                                  "non-default argument follows default argument");
        }
    }
    return cft_parse_expect(p, CFT_TOKEN_RPAREN);
}

/* ---- tags with a body -------------------------------------------------------------------- */

static chatfmt_status block_for(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool filtered;
    CFT_TRY(block_target(p, CFT_PARSE_PRIMARY, &node->a));
    CFT_TRY(cft_parse_expect_word(p, CFT_WORD_IN));
    CFT_TRY(cft_parse_tuple(p, CFT_PARSE_NO_COND, &node->b));
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_IF, &filtered));
    if (filtered) CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->c));
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_RECURSIVE, &node->recursive));
    return cft_block_open(parser, node, CFT_WORD_FOR,
                          (block_ends){{CFT_WORD_ENDFOR, CFT_WORD_ELSE, 0}});
}

static chatfmt_status block_if(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_tuple(&parser->expressions, CFT_PARSE_NO_COND, &node->a));
    return cft_block_open(parser, node, CFT_WORD_IF,
                          (block_ends){{CFT_WORD_ELIF, CFT_WORD_ELSE, CFT_WORD_ENDIF}});
}

static chatfmt_status block_set(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool is_plain;
    CFT_TRY(block_target(p, CFT_PARSE_TARGET, &node->a));
    CFT_TRY(cft_parse_skip(p, CFT_TOKEN_ASSIGN, &is_plain));
    if (is_plain) {
        CFT_TRY(cft_parse_tuple(p, CFT_PARSE_EXPRESSION, &node->b));
        return cft_block_simple(parser, node);
    }
    node->kind = CFT_STMT_SETBLOCK;
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_FILTERS, &node->b));
    return cft_block_open(parser, node, CFT_WORD_SET, BLOCK_ENDS(ENDSET));
}

static chatfmt_status block_with(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    cft_node **target = &node->a, **value = &node->b;
    while (!cft_parse_at(p, CFT_TOKEN_BLOCK_END)) {
        if (node->a) CFT_TRY(cft_parse_expect(p, CFT_TOKEN_COMMA));
        CFT_TRY(block_target(p, CFT_PARSE_PRIMARY, target));
        CFT_TRY(cft_parse_expect(p, CFT_TOKEN_ASSIGN));
        CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, value));
        target = &(*target)->next;
        value = &(*value)->next;
    }
    return cft_block_open(parser, node, CFT_WORD_WITH, BLOCK_ENDS(ENDWITH));
}

static chatfmt_status block_autoescape(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_EXPRESSION, &node->a));
    return cft_block_open(parser, node, CFT_WORD_AUTOESCAPE, BLOCK_ENDS(ENDAUTOESCAPE));
}

static chatfmt_status block_block(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    cft_lexeme name = p->current;
    CFT_TRY(cft_parse_expect(p, CFT_TOKEN_NAME));
    node->name = cft_parse_text(p, &name);
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_SCOPED, &node->scoped));
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_REQUIRED, &node->required));
    if (cft_parse_at(p, CFT_TOKEN_SUB))
        return cft_parse_fail(
            p, &p->current.place,
            "Block names in Jinja have to be valid Python identifiers and may "
            "not contain hyphens, use an underscore instead.");
    return cft_block_open(parser, node, CFT_WORD_BLOCK, BLOCK_ENDS(ENDBLOCK));
}

static chatfmt_status block_macro(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    cft_node *name;
    CFT_TRY(block_target_name(p, &name));
    node->name = name->name;
    CFT_TRY(block_signature(p, &node->a, &node->b));
    return cft_block_open(parser, node, CFT_WORD_MACRO, BLOCK_ENDS(ENDMACRO));
}

static chatfmt_status block_call(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    if (cft_parse_at(p, CFT_TOKEN_LPAREN)) CFT_TRY(block_signature(p, &node->a, &node->c));
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    if (node->b->kind != CFT_EXPR_CALL) {
        cft_fail(p->error, CHATFMT_SYNTAX, "expected call");
        return cft_parse_place(p, CHATFMT_SYNTAX, node->offset, node->length);
    }
    return cft_block_open(parser, node, CFT_WORD_CALL, BLOCK_ENDS(ENDCALL));
}

static chatfmt_status block_filter(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_FILTER_INLINE, &node->b));
    return cft_block_open(parser, node, CFT_WORD_FILTER, BLOCK_ENDS(ENDFILTER));
}

/* transformers: AssistantTracker.parse. */
static chatfmt_status block_generation(block_parser *parser, cft_node *node)
{
    return cft_block_open(parser, node, CFT_WORD_GENERATION, BLOCK_ENDS(ENDGENERATION));
}

/* ---- tags without a body ----------------------------------------------------------------- */

static chatfmt_status block_print(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    for (cft_node **next = &node->a; !cft_parse_at(p, CFT_TOKEN_BLOCK_END);
         next = &(*next)->next) {
        if (node->a) CFT_TRY(cft_parse_expect(p, CFT_TOKEN_COMMA));
        CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, next));
    }
    return cft_block_simple(parser, node);
}

/* "with context", "without context": says whether it was there, and sets node->scoped. */
static chatfmt_status block_context(cft_parser *p, cft_node *node, bool *found)
{
    const cft_lexeme *ahead;
    bool with = cft_parse_at_word(p, CFT_WORD_WITH);
    *found = false;
    if (!with && !cft_parse_at_word(p, CFT_WORD_WITHOUT)) return CHATFMT_OK;
    CFT_TRY(cft_parse_look(p, &ahead));
    if (ahead->word != CFT_WORD_CONTEXT) return CHATFMT_OK;
    *found = true;
    node->scoped = with;
    CFT_TRY(cft_parse_advance(p));
    return cft_parse_advance(p);
}

static chatfmt_status block_include(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool found;
    node->scoped = true; /* Jinja: includes have the context unless reported otherwise */
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    if (cft_parse_at_word(p, CFT_WORD_IGNORE)) {
        const cft_lexeme *ahead;
        CFT_TRY(cft_parse_look(p, &ahead));
        if (ahead->word == CFT_WORD_MISSING) {
            node->required = true;
            CFT_TRY(cft_parse_advance(p));
            CFT_TRY(cft_parse_advance(p));
        }
    }
    CFT_TRY(block_context(p, node, &found));
    return cft_block_simple(parser, node);
}

static chatfmt_status block_import(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool found;
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    CFT_TRY(cft_parse_expect_word(p, CFT_WORD_AS));
    CFT_TRY(block_target_name(p, &node->a));
    CFT_TRY(block_context(p, node, &found));
    return cft_block_simple(parser, node);
}

/* One imported name, with the name it gets in *out and its own in `text`. */
static chatfmt_status block_imported_name(cft_parser *p, cft_node **out)
{
    cft_node *name;
    bool has_alias;
    CFT_TRY(block_target_name(p, &name));
    if (name->name.data[0] == '_') {
        cft_fail(p->error, CHATFMT_SYNTAX,
                 "names starting with an underline can not be imported");
        return cft_parse_place(p, CHATFMT_SYNTAX, name->offset, name->length);
    }
    *out = name;
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_AS, &has_alias));
    if (has_alias) CFT_TRY(block_target_name(p, out));
    (*out)->text = name->name;
    return CHATFMT_OK;
}

/* After an imported name Jinja looks at the token's value alone, so that a string will do. */
static chatfmt_status block_context_after_name(cft_parser *p, cft_node *node, bool *found)
{
    if (cft_parse_at(p, CFT_TOKEN_STRING)) {
        cft_slice text = cft_text_of(p->current.value);
        if (cft_slice_equal(text, CFT_LIT("with"))) p->current.word = CFT_WORD_WITH;
        if (cft_slice_equal(text, CFT_LIT("without"))) p->current.word = CFT_WORD_WITHOUT;
        CFT_TRY(block_context(p, node, found));
        if (!*found) p->current.word = CFT_WORD_OTHER;
        return CHATFMT_OK;
    }
    return block_context(p, node, found);
}

static chatfmt_status block_from(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool found = false;
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    CFT_TRY(cft_parse_expect_word(p, CFT_WORD_IMPORT));
    for (cft_node **next = &node->a;; next = &(*next)->next) {
        if (node->a) CFT_TRY(cft_parse_expect(p, CFT_TOKEN_COMMA));
        if (!cft_parse_at(p, CFT_TOKEN_NAME)) return cft_parse_expect(p, CFT_TOKEN_NAME);
        CFT_TRY(block_context(p, node, &found));
        if (found) break;
        CFT_TRY(block_imported_name(p, next));
        CFT_TRY(block_context_after_name(p, node, &found));
        if (found || !cft_parse_at(p, CFT_TOKEN_COMMA)) break;
    }
    return cft_block_simple(parser, node);
}

static chatfmt_status block_extends(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_EXPRESSION, &node->b));
    return cft_block_simple(parser, node);
}

/* ---- the table of tags ------------------------------------------------------------------- */

static const block_tag block_tags[CFT_WORD_COUNT] = {
    [CFT_WORD_FOR] = {CFT_STMT_FOR, 0, false, block_for},
    [CFT_WORD_IF] = {CFT_STMT_IF, 0, false, block_if},
    [CFT_WORD_SET] = {CFT_STMT_SET, 0, false, block_set},
    [CFT_WORD_WITH] = {CFT_STMT_WITH, 0, false, block_with},
    [CFT_WORD_AUTOESCAPE] = {CFT_STMT_AUTOESCAPE, 0, false, block_autoescape},
    [CFT_WORD_BLOCK] = {CFT_STMT_BLOCK, 0, false, block_block},
    [CFT_WORD_MACRO] = {CFT_STMT_MACRO, 0, false, block_macro},
    [CFT_WORD_CALL] = {CFT_STMT_CALL, 0, false, block_call},
    [CFT_WORD_FILTER] = {CFT_STMT_FILTER, 0, false, block_filter},
    [CFT_WORD_GENERATION] = {CFT_STMT_GENERATION, 0, true, block_generation},
    [CFT_WORD_PRINT] = {CFT_STMT_OUTPUT, 0, false, block_print},
    [CFT_WORD_BREAK] = {CFT_STMT_BREAK, 0, true, cft_block_simple},
    [CFT_WORD_CONTINUE] = {CFT_STMT_CONTINUE, 0, true, cft_block_simple},
    [CFT_WORD_INCLUDE] = {CFT_STMT_LOADER, CFT_LOAD_INCLUDE, false, block_include},
    [CFT_WORD_IMPORT] = {CFT_STMT_LOADER, CFT_LOAD_IMPORT, false, block_import},
    [CFT_WORD_FROM] = {CFT_STMT_LOADER, CFT_LOAD_FROM, false, block_from},
    [CFT_WORD_EXTENDS] = {CFT_STMT_LOADER, CFT_LOAD_EXTENDS, false, block_extends},
};

const block_tag *cft_block_find_tag(cft_word word)
{
    return block_tags[word].parse ? &block_tags[word] : NULL;
}
