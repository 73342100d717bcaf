/* lang/parse_expr.c - expressions: tokens to nodes without recursion.
 *
 * Jinja's parser is one function for each level of precedence. Here whatever those functions
 * would be in the middle of is a frame on a stack in the arena: an open bracket, a sign, `not`,
 * or an operator that waits for its right side. The kinds of frame are ordered by precedence,
 * so an operator closes every frame that binds tighter than itself. Only brackets count as
 * depth.
 *
 * Keeps true: each node has the line that Jinja gives it; tokens are asked for in Jinja's
 * order.
 */
#include "lang/parse_frame.h"

chatfmt_status cft_parse_push(cft_parser *parser, enum parse_frame_kind kind,
                              const cft_lex_place *place, parse_frame **out)
{
    if (parser->frame_count == parser->frame_capacity) {
        size_t capacity = cft_grown(parser->frame_capacity, 16);
        parse_frame *grown = cft_arena_array(parser->arena, capacity, sizeof *grown);
        if (!grown) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
        if (parser->frame_count)
            memcpy(grown, parser->frames, parser->frame_count * sizeof *grown);
        parser->frames = grown;
        parser->frame_capacity = capacity;
    }
    *out = &parser->frames[parser->frame_count++];
    **out = (parse_frame){
        .kind = (uint8_t)kind, .line = place->line, .start = place->line, .place = *place};
    return CHATFMT_OK;
}

/* ---- operands -------------------------------------------------------------------------- */

static chatfmt_status parse_constant(parse_run *run, cft_value value, const cft_lex_place *place)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_CONST, place, &node));
    node->value = value;
    parse_have(run, node, place->line, PARSE_STEP_POSTFIX);
    return CHATFMT_OK;
}

/* A string and those that follow it directly, as one. */
static chatfmt_status parse_strings(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place place = parser->current.place;
    cft_value value = parser->current.value;
    size_t capacity = 0;
    char *joined = NULL;
    CFT_TRY(cft_parse_advance(parser));
    while (cft_parse_at(parser, CFT_TOKEN_STRING)) {
        cft_value more = parser->current.value;
        size_t length = (size_t)value.length + more.length;
        if (length > capacity) { /* doubles, so that many pieces cost no more than their sum */
            char *grown = cft_arena_take(parser->arena, length * 2);
            if (!grown) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
            memcpy(grown, value.as.text, value.length);
            joined = grown;
            capacity = length * 2;
        }
        if (more.length) memcpy(joined + value.length, more.as.text, more.length);
        if (joined)
            value = cft_string(joined, (uint32_t)length, (uint8_t)(value.flags & more.flags));
        place.length =
            parser->current.place.offset + parser->current.place.length - place.offset;
        CFT_TRY(cft_parse_advance(parser));
    }
    return parse_constant(run, value, &place);
}

/* A name that has been read: a constant, a namespace's attribute as a target, or a variable. */
static chatfmt_status parse_name(parse_run *run, bool is_target)
{
    cft_parser *parser = run->parser;
    cft_lexeme token = parser->current;
    CFT_TRY(cft_parse_advance(parser));
    switch (token.word) {
    case CFT_WORD_TRUE_LOWER:
    case CFT_WORD_TRUE_UPPER: return parse_constant(run, cft_bool(true), &token.place);
    case CFT_WORD_FALSE_LOWER:
    case CFT_WORD_FALSE_UPPER: return parse_constant(run, cft_bool(false), &token.place);
    case CFT_WORD_NONE_LOWER:
    case CFT_WORD_NONE_UPPER: return parse_constant(run, cft_none(), &token.place);
    default: break;
    }
    cft_node *node;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_NAME, &token.place, &node));
    node->name = cft_parse_text(parser, &token);
    if (is_target && cft_parse_at(parser, CFT_TOKEN_DOT)) {
        CFT_TRY(cft_parse_advance(parser));
        cft_lexeme attribute = parser->current;
        CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
        node->kind = CFT_EXPR_NSREF;
        node->text = cft_parse_text(parser, &attribute);
        node->length = attribute.place.offset + attribute.place.length - node->offset;
    }
    parse_have(run, node, token.place.line, PARSE_STEP_POSTFIX);
    return CHATFMT_OK;
}

/* Jinja: parse_primary. */
static chatfmt_status parse_primary(parse_run *run, bool is_target)
{
    cft_parser *parser = run->parser;
    const cft_lexeme *token = &parser->current;
    switch ((cft_token_kind)token->kind) {
    case CFT_TOKEN_NAME: return parse_name(run, is_target);
    case CFT_TOKEN_STRING: return parse_strings(run);
    case CFT_TOKEN_INTEGER:
    case CFT_TOKEN_FLOAT: {
        cft_lexeme number = *token;
        CFT_TRY(cft_parse_advance(parser));
        return parse_constant(run, number.value, &number.place);
    }
    case CFT_TOKEN_LPAREN: return cft_parse_open_paren(run);
    case CFT_TOKEN_LBRACKET: return cft_parse_open_list(run);
    case CFT_TOKEN_LBRACE: return cft_parse_open_dict(run);
    default: break;
    }
    return cft_parse_fail_got(parser, "unexpected");
}

/* `not` or a sign, the current token. Its node is made at once, inside of the one before it, so
 * that a run of them needs one frame: node = the outermost, tail = where the operand goes. */
static chatfmt_status parse_prefix(cft_parser *parser, enum parse_frame_kind kind,
                                   cft_node_kind node_kind, uint8_t operation)
{
    cft_node *node;
    parse_frame *frame = parse_top(parser);
    CFT_TRY(cft_parse_node(parser, node_kind, &parser->current.place, &node));
    node->operation = operation;
    if (frame->kind != kind) {
        CFT_TRY(cft_parse_push(parser, kind, &parser->current.place, &frame));
        frame->node = node;
    } else {
        *frame->tail = node;
    }
    frame->tail = &node->a;
    return cft_parse_advance(parser);
}

/* Where an operand is wanted: `not` and signs first, where Jinja's levels let them. */
static chatfmt_status parse_operand(parse_run *run)
{
    cft_parser *parser = run->parser;
    const parse_frame *top = parse_top(parser);
    bool only_primary =
        top->kind == PARSE_FRAME_TEST_ARGUMENT ||
        (top->kind == PARSE_FRAME_BASE &&
         (top->operation == CFT_PARSE_PRIMARY || top->operation == CFT_PARSE_TARGET));
    if (only_primary) {
        bool is_target = top->kind == PARSE_FRAME_BASE && top->operation == CFT_PARSE_TARGET;
        return parse_primary(run, is_target);
    }
    if (cft_parse_at_word(parser, CFT_WORD_NOT) && top->kind <= PARSE_FRAME_NOT)
        return parse_prefix(parser, PARSE_FRAME_NOT, CFT_EXPR_NOT, 0);
    if (cft_parse_at(parser, CFT_TOKEN_SUB))
        return parse_prefix(parser, PARSE_FRAME_SIGN, CFT_EXPR_UNARY, '-');
    if (cft_parse_at(parser, CFT_TOKEN_ADD))
        return parse_prefix(parser, PARSE_FRAME_SIGN, CFT_EXPR_UNARY, '+');
    return parse_primary(run, false);
}

/* ---- operators --------------------------------------------------------------------------- */

/* Binary operators: token, frame and operation of each. */
static bool parse_find_operator(cft_token_kind kind, uint8_t *frame, uint8_t *operation)
{
    static const struct {
        uint8_t frame, operation;
    } rows[CFT_TOKEN_KIND_COUNT] = {
        [CFT_TOKEN_ADD] = {PARSE_FRAME_SUM, CFT_ADD},
        [CFT_TOKEN_SUB] = {PARSE_FRAME_SUM, CFT_SUB},
        [CFT_TOKEN_MUL] = {PARSE_FRAME_PRODUCT, CFT_MUL},
        [CFT_TOKEN_DIV] = {PARSE_FRAME_PRODUCT, CFT_DIV},
        [CFT_TOKEN_FLOORDIV] = {PARSE_FRAME_PRODUCT, CFT_FLOORDIV},
        [CFT_TOKEN_MOD] = {PARSE_FRAME_PRODUCT, CFT_MOD},
        [CFT_TOKEN_POW] = {PARSE_FRAME_POWER, CFT_POW},
        [CFT_TOKEN_TILDE] = {PARSE_FRAME_CONCAT, 0},
        [CFT_TOKEN_EQ] = {PARSE_FRAME_COMPARE, CFT_CMP_EQ},
        [CFT_TOKEN_NE] = {PARSE_FRAME_COMPARE, CFT_CMP_NE},
        [CFT_TOKEN_LT] = {PARSE_FRAME_COMPARE, CFT_CMP_LT},
        [CFT_TOKEN_LE] = {PARSE_FRAME_COMPARE, CFT_CMP_LE},
        [CFT_TOKEN_GT] = {PARSE_FRAME_COMPARE, CFT_CMP_GT},
        [CFT_TOKEN_GE] = {PARSE_FRAME_COMPARE, CFT_CMP_GE},
    };
    *frame = rows[kind].frame;
    *operation = rows[kind].operation;
    return *frame != PARSE_FRAME_BASE;
}

/* The operator at the current token: *frame is PARSE_FRAME_BASE when there is none. */
static chatfmt_status parse_look_operator(cft_parser *parser, uint8_t *frame,
                                          uint8_t *operation)
{
    const cft_lexeme *ahead;
    *frame = PARSE_FRAME_BASE;
    *operation = 0;
    switch (parser->current.word) {
    case CFT_WORD_IF: *frame = PARSE_FRAME_IF; return CHATFMT_OK;
    case CFT_WORD_OR: *frame = PARSE_FRAME_OR; return CHATFMT_OK;
    case CFT_WORD_AND: *frame = PARSE_FRAME_AND; return CHATFMT_OK;
    case CFT_WORD_IN:
        *frame = PARSE_FRAME_COMPARE;
        *operation = CFT_CMP_IN;
        return CHATFMT_OK;
    case CFT_WORD_NOT:
        CFT_TRY(cft_parse_look(parser, &ahead));
        if (ahead->word == CFT_WORD_IN) *frame = PARSE_FRAME_COMPARE;
        *operation = CFT_CMP_NOT_IN;
        return CHATFMT_OK;
    default: parse_find_operator((cft_token_kind)parser->current.kind, frame, operation);
    }
    return CHATFMT_OK;
}

/* Add the right side of a comparison to its chain. */
static chatfmt_status parse_add_operand(parse_run *run, parse_frame *frame)
{
    cft_node *operand;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_OPERAND, &frame->place, &operand));
    operand->operation = frame->operation;
    operand->a = run->value;
    parse_append(frame, operand);
    return CHATFMT_OK;
}

static chatfmt_status parse_make_cond(parse_run *run, const parse_frame *frame, cft_node *test,
                                      cft_node *otherwise)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_COND, &frame->place, &node));
    node->line = frame->line;
    node->a = frame->left;
    node->b = test;
    node->c = otherwise;
    run->value = node;
    return CHATFMT_OK;
}

static chatfmt_status parse_make_binary(parse_run *run, const parse_frame *frame)
{
    cft_node_kind kind = frame->kind == PARSE_FRAME_OR    ? CFT_EXPR_OR
                         : frame->kind == PARSE_FRAME_AND ? CFT_EXPR_AND
                                                          : CFT_EXPR_BINARY;
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, kind, &frame->place, &node));
    node->line = frame->line;
    node->operation = frame->operation;
    node->a = frame->left;
    node->b = run->value;
    run->value = node;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_reduce(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    switch (frame->kind) {
    case PARSE_FRAME_IF: CFT_TRY(parse_make_cond(run, frame, run->value, NULL)); break;
    case PARSE_FRAME_ELSE: CFT_TRY(parse_make_cond(run, frame, frame->node, run->value)); break;
    case PARSE_FRAME_NOT:
    case PARSE_FRAME_SIGN:
        *frame->tail = run->value;
        run->value = frame->node;
        break;
    case PARSE_FRAME_COMPARE:
        CFT_TRY(parse_add_operand(run, frame));
        frame->node->line =
            parser->current.place.line; /* Jinja: of the token after the chain */
        run->value = frame->node;
        break;
    case PARSE_FRAME_CONCAT:
        parse_append(frame, run->value);
        run->value = frame->node;
        break;
    default: CFT_TRY(parse_make_binary(run, frame)); break;
    }
    run->start = frame->start;
    parser->frame_count--;
    return CHATFMT_OK;
}

/* Push the frame of the operator at the current token and step over it. `line` is that of the
 * node: the operand's first token, or for a further operator of a chain its own. */
static chatfmt_status parse_push_operator(parse_run *run, uint8_t kind, uint8_t operation,
                                          uint32_t line)
{
    cft_parser *parser = run->parser;
    parse_frame *frame;
    CFT_TRY(
        cft_parse_push(parser, (enum parse_frame_kind)kind, &parser->current.place, &frame));
    frame->operation = operation;
    frame->line = line;
    frame->start = run->start;
    frame->left = run->value;
    if (kind == PARSE_FRAME_COMPARE || kind == PARSE_FRAME_CONCAT) {
        cft_node_kind node = kind == PARSE_FRAME_COMPARE ? CFT_EXPR_COMPARE : CFT_EXPR_CONCAT;
        CFT_TRY(cft_parse_node(parser, node, &parser->current.place, &frame->node));
        frame->node->line = line;
        frame->node->a = run->value;
        frame->tail = kind == PARSE_FRAME_COMPARE ? &frame->node->b : &run->value->next;
    }
    run->step = PARSE_STEP_OPERAND;
    if (operation == CFT_CMP_NOT_IN && kind == PARSE_FRAME_COMPARE)
        CFT_TRY(cft_parse_advance(parser));
    return cft_parse_advance(parser);
}

/* Another operator of a comparison or of a ~ chain. */
static chatfmt_status parse_extend(parse_run *run, parse_frame *frame, uint8_t operation)
{
    cft_parser *parser = run->parser;
    if (frame->kind == PARSE_FRAME_COMPARE) {
        CFT_TRY(parse_add_operand(run, frame));
        frame->operation = operation;
        frame->place = parser->current.place;
        if (operation == CFT_CMP_NOT_IN) CFT_TRY(cft_parse_advance(parser));
    } else {
        parse_append(frame, run->value);
    }
    run->step = PARSE_STEP_OPERAND;
    return cft_parse_advance(parser);
}

static bool parse_takes_cond(const parse_frame *top)
{
    return top->kind != PARSE_FRAME_BASE || top->operation == CFT_PARSE_EXPRESSION;
}

/* An operand is complete: close what binds tighter than the operator that follows, if any. */
static chatfmt_status parse_operator(parse_run *run)
{
    cft_parser *parser = run->parser;
    uint8_t kind, operation;
    bool chained = false;
    CFT_TRY(parse_look_operator(parser, &kind, &operation));
    while (parse_top(parser)->kind > PARSE_FRAME_ELSE && parse_top(parser)->kind >= kind) {
        parse_frame *top = parse_top(parser);
        chained = top->kind == kind;
        if (chained && (kind == PARSE_FRAME_COMPARE || kind == PARSE_FRAME_CONCAT))
            return parse_extend(run, top, operation);
        CFT_TRY(cft_parse_reduce(run));
    }
    if (kind > PARSE_FRAME_IF)
        return parse_push_operator(run, kind, operation,
                                   chained ? parser->current.place.line : run->start);
    while (parse_top(parser)->kind == PARSE_FRAME_IF ||
           parse_top(parser)->kind == PARSE_FRAME_ELSE) {
        parse_frame *top = parse_top(parser);
        if (kind == PARSE_FRAME_IF && top->kind == PARSE_FRAME_ELSE) break;
        if (top->kind == PARSE_FRAME_IF && cft_parse_at_word(parser, CFT_WORD_ELSE)) {
            top->kind = PARSE_FRAME_ELSE;
            top->node = run->value;
            run->step = PARSE_STEP_OPERAND;
            return cft_parse_advance(parser);
        }
        CFT_TRY(cft_parse_reduce(run));
        chained = true;
    }
    if (kind == PARSE_FRAME_IF && parse_takes_cond(parse_top(parser)))
        return parse_push_operator(run, kind, 0,
                                   chained ? parser->current.place.line : run->start);
    run->step = PARSE_STEP_ENCLOSED;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_expression(cft_parser *parser, cft_parse_mode mode, cft_node **out)
{
    parse_run run = {
        .parser = parser, .start = parser->current.place.line, .step = PARSE_STEP_OPERAND};
    parse_frame *base;
    CFT_TRY(cft_parse_push(parser, PARSE_FRAME_BASE, &parser->current.place, &base));
    base->operation = (uint8_t)mode;
    if (mode >= CFT_PARSE_FILTERS) run.step = PARSE_STEP_FILTERS;
    if (mode == CFT_PARSE_FILTER_INLINE) CFT_TRY(cft_parse_filter(&run));
    while (run.step != PARSE_STEP_DONE) {
        switch (run.step) {
        case PARSE_STEP_OPERAND: CFT_TRY(parse_operand(&run)); break;
        case PARSE_STEP_POSTFIX: CFT_TRY(cft_parse_postfix(&run)); break;
        case PARSE_STEP_FILTERS: CFT_TRY(cft_parse_filters(&run)); break;
        case PARSE_STEP_OPERATOR: CFT_TRY(parse_operator(&run)); break;
        default: CFT_TRY(cft_parse_enclosed(&run)); break;
        }
    }
    parser->frame_count--;
    *out = run.value;
    return CHATFMT_OK;
}

static bool parse_at_tuple_end(const cft_parser *parser)
{
    return cft_parse_at(parser, CFT_TOKEN_VARIABLE_END) ||
           cft_parse_at(parser, CFT_TOKEN_BLOCK_END) || cft_parse_at(parser, CFT_TOKEN_RPAREN);
}

chatfmt_status cft_parse_tuple(cft_parser *parser, cft_parse_mode mode, cft_node **out)
{
    cft_node *tuple = NULL, **tail = NULL;
    if (parse_at_tuple_end(parser))
        return cft_parse_fail_got(parser, "Expected an expression, got");
    do {
        cft_node *item;
        CFT_TRY(cft_parse_expression(parser, mode, &item));
        *out = item;
        if (tail) {
            *tail = item;
            tail = &item->next;
        }
        if (!cft_parse_at(parser, CFT_TOKEN_COMMA)) break;
        if (!tuple) {
            CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current.place, &tuple));
            tuple->a = item;
            tail = &item->next;
        }
        tuple->line = parser->current.place.line; /* Jinja: the line of the last comma */
        tuple->offset = parser->current.place.offset;
        CFT_TRY(cft_parse_advance(parser));
    } while (!parse_at_tuple_end(parser));
    if (tuple) *out = tuple;
    return CHATFMT_OK;
}
