/* lang/parse_bracket.c - what is in brackets: tuples, lists, dicts, subscripts, arguments.
 *
 * Each opening bracket pushes a frame and asks for an operand; when that is complete,
 * cft_parse_enclosed adds it to the frame's node and asks for the next or closes the bracket.
 */
#include "lang/parse_frame.h"

/* Push the frame of an opening bracket, the current token. */
static chatfmt_status parse_push_bracket(cft_parser *parser, enum parse_frame_kind kind,
                                         uint32_t start, parse_frame **out)
{
    CFT_TRY(cft_parse_deeper(parser));
    CFT_TRY(cft_parse_push(parser, kind, &parser->current.place, out));
    (*out)->start = start;
    return CHATFMT_OK;
}

static void parse_pop_bracket(cft_parser *parser)
{
    parser->depth--;
    parser->frame_count--;
}

/* ---- parentheses, lists, dicts ---------------------------------------------------------- */

/* The bracket that `frame` opened is closed: its node is the value. */
static chatfmt_status parse_close(parse_run *run, cft_token_kind closing, cft_node *value,
                                  enum parse_step step)
{
    uint32_t start = parse_top(run->parser)->start;
    CFT_TRY(cft_parse_expect(run->parser, closing));
    parse_pop_bracket(run->parser);
    parse_have(run, value, start, step);
    return CHATFMT_OK;
}

/* "(": the frame's node becomes a tuple with the first comma. */
chatfmt_status cft_parse_open_paren(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place start = parser->current.place;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_PAREN, start.line, &frame));
    CFT_TRY(cft_parse_advance(parser));
    if (!cft_parse_at(parser, CFT_TOKEN_RPAREN)) {
        run->step = PARSE_STEP_OPERAND;
        return CHATFMT_OK;
    }
    cft_node *empty;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current.place, &empty));
    return parse_close(run, CFT_TOKEN_RPAREN, empty, PARSE_STEP_POSTFIX);
}

static chatfmt_status parse_paren_item(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    if (frame->node) parse_append(frame, run->value);
    if (!cft_parse_at(parser, CFT_TOKEN_COMMA))
        return parse_close(run, CFT_TOKEN_RPAREN, frame->node ? frame->node : run->value,
                           PARSE_STEP_POSTFIX);
    if (!frame->node) {
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current.place, &frame->node));
        frame->tail = &frame->node->a;
        parse_append(frame, run->value);
    }
    frame->node->line = parser->current.place.line; /* Jinja: the line of the last comma */
    frame->node->offset = parser->current.place.offset;
    CFT_TRY(cft_parse_advance(parser));
    if (cft_parse_at(parser, CFT_TOKEN_RPAREN))
        return parse_close(run, CFT_TOKEN_RPAREN, frame->node, PARSE_STEP_POSTFIX);
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_open_list(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place start = parser->current.place;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_LIST, start.line, &frame));
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_LIST, &start, &frame->node));
    frame->tail = &frame->node->a;
    CFT_TRY(cft_parse_advance(parser));
    if (cft_parse_at(parser, CFT_TOKEN_RBRACKET))
        return parse_close(run, CFT_TOKEN_RBRACKET, frame->node, PARSE_STEP_POSTFIX);
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

/* An item of a list or a value of a dict is there: on to the next or to the end. */
static chatfmt_status parse_display_item(parse_run *run, cft_token_kind closing)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    parse_append(frame, run->value);
    if (!cft_parse_at(parser, closing)) CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_COMMA));
    if (cft_parse_at(parser, closing))
        return parse_close(run, closing, frame->node, PARSE_STEP_POSTFIX);
    if (closing == CFT_TOKEN_RBRACE) frame->kind = PARSE_FRAME_KEY;
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_open_dict(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place start = parser->current.place;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_KEY, start.line, &frame));
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_DICT, &start, &frame->node));
    frame->tail = &frame->node->a;
    CFT_TRY(cft_parse_advance(parser));
    if (cft_parse_at(parser, CFT_TOKEN_RBRACE))
        return parse_close(run, CFT_TOKEN_RBRACE, frame->node, PARSE_STEP_POSTFIX);
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

static chatfmt_status parse_dict_key(parse_run *run)
{
    parse_frame *frame = parse_top(run->parser);
    parse_append(frame, run->value);
    frame->kind = PARSE_FRAME_VALUE;
    run->step = PARSE_STEP_OPERAND;
    return cft_parse_expect(run->parser, CFT_TOKEN_COLON);
}

/* ---- subscripts -------------------------------------------------------------------------- */

enum { PARSE_PART_WHOLE, PARSE_PART_STOP, PARSE_PART_STEP };

/* The beginning of one subscript: a slice may lack its first part. */
static chatfmt_status parse_begin_subscript(parse_run *run);

/* A subscript, or part `frame->part` of a slice, is there in run->value (NULL: left out): go on
 * to the next part, the next subscript, or the end. Jinja: parse_subscribed. */
static chatfmt_status parse_slice_parts(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    cft_node *slice = frame->left;
    while (cft_parse_at(parser, CFT_TOKEN_COLON) && frame->part != PARSE_PART_STEP) {
        if (!slice) {
            CFT_TRY(cft_parse_node(parser, CFT_EXPR_SLICE, &parser->current.place, &slice));
            if (run->value) slice->line = run->start;
            slice->a = run->value;
            frame->left = slice;
        } else {
            slice->b = run->value;
        }
        frame->part++;
        run->value = NULL;
        CFT_TRY(cft_parse_advance(parser));
        if (!cft_parse_at(parser, CFT_TOKEN_COLON) && !cft_parse_at(parser, CFT_TOKEN_COMMA) &&
            !cft_parse_at(parser, CFT_TOKEN_RBRACKET)) {
            run->step = PARSE_STEP_OPERAND;
            return CHATFMT_OK;
        }
        if (frame->part == PARSE_PART_STEP && cft_parse_at(parser, CFT_TOKEN_COLON)) {
            run->step = PARSE_STEP_OPERAND; /* a third colon is no expression */
            return CHATFMT_OK;
        }
    }
    if (slice && frame->part == PARSE_PART_STOP) slice->b = run->value;
    if (slice && frame->part == PARSE_PART_STEP) slice->c = run->value;
    parse_append(frame, slice ? slice : run->value);
    frame->left = NULL;
    frame->part = PARSE_PART_WHOLE;
    if (!cft_parse_at(parser, CFT_TOKEN_RBRACKET)) {
        CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_COMMA));
        return parse_begin_subscript(run);
    }
    cft_node *item = frame->node, *first = item->b;
    if (first->next) {
        cft_node *tuple;
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &frame->place, &tuple));
        tuple->a = first;
        item->b = tuple;
    }
    return parse_close(run, CFT_TOKEN_RBRACKET, item, PARSE_STEP_POSTFIX);
}

static chatfmt_status parse_begin_subscript(parse_run *run)
{
    run->value = NULL;
    if (cft_parse_at(run->parser, CFT_TOKEN_COLON)) return parse_slice_parts(run);
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_open_subscript(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_lex_place bracket = parser->current.place;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_SUBSCRIPT, run->start, &frame));
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_ITEM, &bracket, &frame->node));
    frame->node->a = run->value;
    frame->tail = &frame->node->b;
    CFT_TRY(cft_parse_advance(parser));
    if (!cft_parse_at(parser, CFT_TOKEN_RBRACKET)) return parse_begin_subscript(run);
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &bracket, &frame->node->b));
    return parse_close(run, CFT_TOKEN_RBRACKET, frame->node, PARSE_STEP_POSTFIX);
}

/* ---- arguments --------------------------------------------------------------------------- */

enum { PARSE_ARGUMENT_PLAIN, PARSE_ARGUMENT_NAMED, PARSE_ARGUMENT_STAR, PARSE_ARGUMENT_STARS };

static chatfmt_status parse_ensure(parse_run *run, bool holds)
{
    if (holds) return CHATFMT_OK;
    return cft_parse_fail(run->parser, &parse_top(run->parser)->place,
                          "invalid syntax for function call expression");
}

/* All arguments are there. A test after "is not" is wrapped. */
static chatfmt_status parse_finish_arguments(parse_run *run)
{
    parse_frame frame = *parse_top(run->parser);
    cft_node *node = frame.node;
    bool is_call = node->kind == CFT_EXPR_CALL;
    enum parse_step step =
        is_call && !frame.after_filter ? PARSE_STEP_POSTFIX : PARSE_STEP_FILTERS;
    CFT_TRY(parse_close(run, CFT_TOKEN_RPAREN, node, step));
    if (!frame.negated) return CHATFMT_OK;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_NOT, &frame.place, &run->value));
    run->value->a = node;
    run->value->line = frame.line;
    return CHATFMT_OK;
}

/* At the beginning of an argument or at ")". Jinja: parse_call_args. */
static chatfmt_status parse_begin_argument(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    cft_node *node = frame->node;
    run->step = PARSE_STEP_OPERAND;
    if (cft_parse_at(parser, CFT_TOKEN_RPAREN)) return parse_finish_arguments(run);
    if (cft_parse_at(parser, CFT_TOKEN_MUL)) {
        CFT_TRY(parse_ensure(run, !node->d && !node->e));
        frame->part = PARSE_ARGUMENT_STAR;
        return cft_parse_advance(parser);
    }
    if (cft_parse_at(parser, CFT_TOKEN_POW)) {
        CFT_TRY(parse_ensure(run, !node->e));
        frame->part = PARSE_ARGUMENT_STARS;
        return cft_parse_advance(parser);
    }
    if (cft_parse_at(parser, CFT_TOKEN_NAME)) {
        const cft_lexeme *ahead;
        CFT_TRY(cft_parse_look(parser, &ahead));
        if (ahead->kind == CFT_TOKEN_ASSIGN) {
            CFT_TRY(parse_ensure(run, !node->e));
            frame->part = PARSE_ARGUMENT_NAMED;
            CFT_TRY(
                cft_parse_node(parser, CFT_EXPR_KEYWORD, &parser->current.place, &frame->left));
            frame->left->name = cft_parse_text(parser, &parser->current);
            CFT_TRY(cft_parse_advance(parser));
            return cft_parse_advance(parser);
        }
    }
    frame->part = PARSE_ARGUMENT_PLAIN;
    return parse_ensure(run, !node->c && !node->d && !node->e);
}

/* The argument in run->value is complete. */
static chatfmt_status parse_argument(parse_run *run)
{
    parse_frame *frame = parse_top(run->parser);
    cft_node *node = frame->node, *value = run->value;
    switch (frame->part) {
    case PARSE_ARGUMENT_STAR: node->d = value; break;
    case PARSE_ARGUMENT_STARS: node->e = value; break;
    case PARSE_ARGUMENT_NAMED:
        frame->left->a = value;
        frame->left->line = value->line;
        if (!node->c) frame->tail = &node->c;
        parse_append(frame, frame->left);
        break;
    default: parse_append(frame, value); break;
    }
    if (cft_parse_at(run->parser, CFT_TOKEN_RPAREN)) return parse_finish_arguments(run);
    CFT_TRY(cft_parse_expect(run->parser, CFT_TOKEN_COMMA));
    return parse_begin_argument(run);
}

/* At "(": the arguments of `node`. */
chatfmt_status cft_parse_open_arguments(parse_run *run, cft_node *node, bool negated,
                                        uint32_t line)
{
    parse_frame *frame;
    bool after_filter = run->step == PARSE_STEP_FILTERS;
    CFT_TRY(parse_push_bracket(run->parser, PARSE_FRAME_ARGUMENTS, run->start, &frame));
    frame->node = node;
    frame->tail = &node->b;
    frame->negated = negated;
    frame->after_filter = after_filter;
    frame->line = line;
    CFT_TRY(cft_parse_advance(run->parser));
    return parse_begin_argument(run);
}

chatfmt_status cft_parse_open_call(parse_run *run)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_CALL, &run->parser->current.place, &node));
    node->a = run->value;
    return cft_parse_open_arguments(run, node, false, node->line);
}

/* A whole expression is complete inside of the bracket on top. */
chatfmt_status cft_parse_enclosed(parse_run *run)
{
    switch (parse_top(run->parser)->kind) {
    case PARSE_FRAME_PAREN: return parse_paren_item(run);
    case PARSE_FRAME_LIST: return parse_display_item(run, CFT_TOKEN_RBRACKET);
    case PARSE_FRAME_KEY: return parse_dict_key(run);
    case PARSE_FRAME_VALUE: return parse_display_item(run, CFT_TOKEN_RBRACE);
    case PARSE_FRAME_SUBSCRIPT: return parse_slice_parts(run);
    case PARSE_FRAME_ARGUMENTS: return parse_argument(run);
    default: run->step = PARSE_STEP_DONE; return CHATFMT_OK;
    }
}
