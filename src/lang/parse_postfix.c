/* lang/parse_postfix.c - what follows an operand: attributes, filters and tests.
 *
 * Keeps true: tokens are asked for in Jinja's order, and the node of a chain has the line that
 * Jinja gives it.
 */
#include "lang/parse_frame.h"

/* ---- attributes ------------------------------------------------------------------------- */

/* x.name and x.0. The token after the name is read before the name is looked at, as in Jinja.
 */
static chatfmt_status parse_dot(parse_run *run)
{
    cft_parser *parser = run->parser;
    uint32_t line = parser->current.place.line;
    CFT_TRY(cft_parse_advance(parser));
    cft_lexeme name = parser->current;
    CFT_TRY(cft_parse_advance(parser));
    if (name.kind != CFT_TOKEN_NAME && name.kind != CFT_TOKEN_INTEGER)
        return cft_parse_fail(parser, &name.place, "expected name or number");
    cft_node *node;
    bool is_name = name.kind == CFT_TOKEN_NAME;
    CFT_TRY(
        cft_parse_node(parser, is_name ? CFT_EXPR_ATTR : CFT_EXPR_ITEM, &name.place, &node));
    node->line = line;
    node->a = run->value;
    if (is_name) {
        node->name = cft_parse_text(parser, &name);
    } else {
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_CONST, &name.place, &node->b));
        node->b->value = name.value;
    }
    run->value = node;
    return CHATFMT_OK;
}

/* ---- filters and tests ------------------------------------------------------------------- */

/* name(.name)*: the dots belong to the name, white space around them does not. */
static chatfmt_status parse_dotted_name(cft_parser *parser, cft_node *node)
{
    cft_lexeme token = parser->current;
    CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
    node->line = token.place.line;
    node->offset = token.place.offset;
    node->length = token.place.length;
    node->name = cft_parse_text(parser, &token);
    size_t capacity = 0;
    char *joined = NULL;
    while (cft_parse_at(parser, CFT_TOKEN_DOT)) {
        CFT_TRY(cft_parse_advance(parser));
        cft_lexeme more = parser->current;
        CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
        size_t length = node->name.length + 1 + more.place.length;
        if (length > capacity) {
            char *grown = cft_arena_take(parser->arena, length * 2);
            if (!grown) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
            memcpy(grown, node->name.data, node->name.length);
            joined = grown;
            capacity = length * 2;
        }
        joined[node->name.length] = '.';
        memcpy(joined + node->name.length + 1, parser->lexer.text + more.place.offset,
               more.place.length);
        node->name = cft_slice_of(joined, length);
        node->length = more.place.offset + more.place.length - node->offset;
    }
    return CHATFMT_OK;
}

/* At a filter's name. */
chatfmt_status cft_parse_filter(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_node *node;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_FILTER, &parser->current.place, &node));
    CFT_TRY(parse_dotted_name(parser, node));
    node->a = run->value;
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN))
        return cft_parse_open_arguments(run, node, false, node->line);
    run->value = node;
    return CHATFMT_OK;
}

/* Does the current token begin a test's argument without parentheses? */
static bool parse_begins_test_argument(const cft_parser *parser)
{
    switch ((cft_token_kind)parser->current.kind) {
    case CFT_TOKEN_STRING:
    case CFT_TOKEN_INTEGER:
    case CFT_TOKEN_FLOAT:
    case CFT_TOKEN_LBRACKET:
    case CFT_TOKEN_LBRACE: return true;
    case CFT_TOKEN_NAME:
        return parser->current.word != CFT_WORD_ELSE && parser->current.word != CFT_WORD_OR &&
               parser->current.word != CFT_WORD_AND;
    default: return false;
    }
}

/* The test is complete, but for its negation. */
static chatfmt_status parse_finish_test(parse_run *run, cft_node *node, bool negated,
                                        const cft_lex_place *is, uint32_t start)
{
    cft_node *value = node;
    if (negated) {
        CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_NOT, is, &value));
        value->a = node;
    }
    parse_have(run, value, start, PARSE_STEP_FILTERS);
    return CHATFMT_OK;
}

/* At "is". Jinja: parse_test. */
static chatfmt_status parse_test(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place is = parser->current.place;
    bool negated;
    cft_node *node;
    CFT_TRY(cft_parse_advance(parser));
    CFT_TRY(cft_parse_skip_word(parser, CFT_WORD_NOT, &negated));
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_TEST, &parser->current.place, &node));
    CFT_TRY(parse_dotted_name(parser, node));
    node->line = is.line;
    node->a = run->value;
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN))
        return cft_parse_open_arguments(run, node, negated, is.line);
    if (!parse_begins_test_argument(parser))
        return parse_finish_test(run, node, negated, &is, run->start);
    if (cft_parse_at_word(parser, CFT_WORD_IS))
        return cft_parse_fail(parser, &parser->current.place,
                              "You cannot chain multiple tests with is");
    parse_frame *frame;
    CFT_TRY(cft_parse_push(parser, PARSE_FRAME_TEST_ARGUMENT, &is, &frame));
    frame->start = run->start;
    frame->node = node;
    frame->negated = negated;
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

/* Jinja: parse_postfix, then the end of parse_unary. */
chatfmt_status cft_parse_postfix(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *top = parse_top(parser);
    if (top->kind == PARSE_FRAME_BASE &&
        (top->operation == CFT_PARSE_PRIMARY || top->operation == CFT_PARSE_TARGET)) {
        run->step = PARSE_STEP_ENCLOSED;
        return CHATFMT_OK;
    }
    if (cft_parse_at(parser, CFT_TOKEN_DOT)) return parse_dot(run);
    if (cft_parse_at(parser, CFT_TOKEN_LBRACKET)) return cft_parse_open_subscript(run);
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN)) return cft_parse_open_call(run);
    run->step = PARSE_STEP_FILTERS;
    if (top->kind == PARSE_FRAME_SIGN) return cft_parse_reduce(run);
    if (top->kind != PARSE_FRAME_TEST_ARGUMENT) return CHATFMT_OK;
    parse_frame frame = *top;
    parser->frame_count--;
    frame.node->b = run->value;
    return parse_finish_test(run, frame.node, frame.negated, &frame.place, frame.start);
}

/* Jinja: parse_filter_expr, and parse_filter alone for the filters of a block. */
chatfmt_status cft_parse_filters(parse_run *run)
{
    cft_parser *parser = run->parser;
    const parse_frame *top = parse_top(parser);
    if (cft_parse_at(parser, CFT_TOKEN_PIPE)) {
        CFT_TRY(cft_parse_advance(parser));
        return cft_parse_filter(run);
    }
    if (top->kind == PARSE_FRAME_BASE && top->operation >= CFT_PARSE_FILTERS) {
        run->step = PARSE_STEP_ENCLOSED;
        return CHATFMT_OK;
    }
    if (cft_parse_at_word(parser, CFT_WORD_IS)) return parse_test(run);
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN)) return cft_parse_open_call(run);
    run->step = PARSE_STEP_OPERATOR;
    return CHATFMT_OK;
}
