/* lang/parse_expr.c - expressions: tokens to nodes without recursion.
 *
 * Jinja's parser is one function for each level of precedence. Here whatever those functions
 * would be in the middle of is a frame on a stack in the arena: an open bracket, a sign, `not`,
 * or an operator that waits for its right side. The kinds of frame are ordered by precedence, so
 * an operator closes every frame that binds tighter than itself. Only brackets count as depth.
 *
 * Keeps true: each node has the line that Jinja gives it; tokens are asked for in Jinja's order.
 */
#include "lang/parse_stream.h"

/* Frames, loosest first. Up to PARSE_FRAME_TEST_ARGUMENT no operator reaches through them. */
enum parse_frame_kind {
    PARSE_FRAME_BASE,          /* the whole expression                             */
    PARSE_FRAME_PAREN,         /* ( … ): tuple or grouping                         */
    PARSE_FRAME_LIST,          /* [ … ]                                            */
    PARSE_FRAME_KEY,           /* { key :                                          */
    PARSE_FRAME_VALUE,         /* { key : value                                    */
    PARSE_FRAME_SUBSCRIPT,     /* x[ … ]                                           */
    PARSE_FRAME_ARGUMENTS,     /* of a call, filter or test                        */
    PARSE_FRAME_TEST_ARGUMENT, /* x is name …                                      */
    PARSE_FRAME_IF,            /* a if …: left = a                                 */
    PARSE_FRAME_ELSE,          /* a if b else …: left = a, node = b                */
    PARSE_FRAME_OR,
    PARSE_FRAME_AND,
    PARSE_FRAME_NOT,
    PARSE_FRAME_COMPARE,       /* node = the comparison, tail = of its operands    */
    PARSE_FRAME_SUM,
    PARSE_FRAME_CONCAT,        /* node = the chain, tail = of its items            */
    PARSE_FRAME_PRODUCT,
    PARSE_FRAME_POWER,
    PARSE_FRAME_SIGN,
};

/* What comes next. */
enum parse_step { PARSE_STEP_OPERAND, PARSE_STEP_POSTFIX, PARSE_STEP_FILTERS, PARSE_STEP_OPERATOR, PARSE_STEP_ENCLOSED, PARSE_STEP_DONE };

struct parse_frame {
    uint8_t kind;      /* enum parse_frame_kind                                          */
    uint8_t operation; /* of the node to be made; PARSE_FRAME_BASE: cft_parse_mode             */
    uint8_t part;      /* PARSE_FRAME_SUBSCRIPT: which part of a slice; PARSE_FRAME_ARGUMENTS: which
                          kind of argument                                               */
    bool negated;      /* a test after "is not"                                          */
    bool after_filter; /* a call that follows a filter                                   */
    uint32_t line;     /* of the node to be made                                         */
    cft_token token;   /* the node's place; of brackets the opening one                  */
    cft_token start;   /* the first token of the operand that the frame belongs to       */
    cft_node *node, *left;
    cft_node **tail;   /* where the next item goes; always inside of a node              */
};

/* The expression machine: the value just completed and the first token of it. */
typedef struct parse_run {
    cft_parser *parser;
    cft_node *value;
    cft_token start;
    enum parse_step step;
} parse_run;

static parse_frame *parse_top(const cft_parser *parser)
{
    return &parser->frames[parser->frame_count - 1];
}

static chatfmt_status parse_push(cft_parser *parser, enum parse_frame_kind kind,
                                 const cft_token *token, parse_frame **out)
{
    if (parser->frame_count == parser->frame_capacity) {
        size_t capacity = parser->frame_capacity ? parser->frame_capacity * 2 : 16;
        parse_frame *grown = cft_arena_array(parser->arena, capacity, sizeof *grown);
        if (!grown) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
        if (parser->frame_count)
            memcpy(grown, parser->frames, parser->frame_count * sizeof *grown);
        parser->frames = grown;
        parser->frame_capacity = capacity;
    }
    *out = &parser->frames[parser->frame_count++];
    **out = (parse_frame){
        .kind = (uint8_t)kind, .line = token->line, .token = *token, .start = *token};
    return CHATFMT_OK;
}

/* Push the frame of an opening bracket, the current token. */
static chatfmt_status parse_push_bracket(cft_parser *parser, enum parse_frame_kind kind,
                                         const cft_token *start, parse_frame **out)
{
    CFT_TRY(cft_parse_deeper(parser));
    CFT_TRY(parse_push(parser, kind, &parser->current, out));
    (*out)->start = *start;
    return CHATFMT_OK;
}

static void parse_pop_bracket(cft_parser *parser)
{
    parser->depth--;
    parser->frame_count--;
}

static void parse_append(parse_frame *frame, cft_node *item)
{
    *frame->tail = item;
    frame->tail = &item->next;
}

/* A value is complete: what may follow it is said by `step`. */
static void parse_have(parse_run *run, cft_node *value, const cft_token *start,
                       enum parse_step step)
{
    run->value = value;
    run->start = *start;
    run->step = step;
}

/* ---- operands -------------------------------------------------------------------------- */

static chatfmt_status parse_constant(parse_run *run, cft_value value, const cft_token *token)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_CONST, token, &node));
    node->value = value;
    parse_have(run, node, token, PARSE_STEP_POSTFIX);
    return CHATFMT_OK;
}

/* A string and those that follow it directly, as one. */
static chatfmt_status parse_strings(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token first = parser->current;
    cft_value value = first.value;
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
        first.length = parser->current.offset + parser->current.length - first.offset;
        CFT_TRY(cft_parse_advance(parser));
    }
    return parse_constant(run, value, &first);
}

/* A name that has been read: a constant, a namespace's attribute as a target, or a variable. */
static chatfmt_status parse_name(parse_run *run, bool is_target)
{
    cft_parser *parser = run->parser;
    cft_token token = parser->current;
    CFT_TRY(cft_parse_advance(parser));
    switch (token.word) {
    case CFT_WORD_TRUE_LOWER:
    case CFT_WORD_TRUE_UPPER: return parse_constant(run, cft_bool(true), &token);
    case CFT_WORD_FALSE_LOWER:
    case CFT_WORD_FALSE_UPPER: return parse_constant(run, cft_bool(false), &token);
    case CFT_WORD_NONE_LOWER:
    case CFT_WORD_NONE_UPPER: return parse_constant(run, cft_none(), &token);
    default: break;
    }
    cft_node *node;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_NAME, &token, &node));
    node->name = cft_parse_text(parser, &token);
    if (is_target && cft_parse_at(parser, CFT_TOKEN_DOT)) {
        CFT_TRY(cft_parse_advance(parser));
        cft_token attribute = parser->current;
        CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
        node->kind = CFT_EXPR_NSREF;
        node->text = cft_parse_text(parser, &attribute);
        node->length = attribute.offset + attribute.length - node->offset;
    }
    parse_have(run, node, &token, PARSE_STEP_POSTFIX);
    return CHATFMT_OK;
}

static chatfmt_status parse_open_paren(parse_run *run);
static chatfmt_status parse_open_list(parse_run *run);
static chatfmt_status parse_open_dict(parse_run *run);

/* Jinja: parse_primary. */
static chatfmt_status parse_primary(parse_run *run, bool is_target)
{
    cft_parser *parser = run->parser;
    const cft_token *token = &parser->current;
    switch ((cft_token_kind)token->kind) {
    case CFT_TOKEN_NAME: return parse_name(run, is_target);
    case CFT_TOKEN_STRING: return parse_strings(run);
    case CFT_TOKEN_INTEGER:
    case CFT_TOKEN_FLOAT: {
        cft_token number = *token;
        CFT_TRY(cft_parse_advance(parser));
        return parse_constant(run, number.value, &number);
    }
    case CFT_TOKEN_LPAREN: return parse_open_paren(run);
    case CFT_TOKEN_LBRACKET: return parse_open_list(run);
    case CFT_TOKEN_LBRACE: return parse_open_dict(run);
    default: break;
    }
    cft_slice got = cft_parse_describe(parser, token);
    cft_fail(parser->error, CHATFMT_SYNTAX, "unexpected '%.*s'", (int)got.length, got.data);
    return cft_parse_place(parser, CHATFMT_SYNTAX, token->offset, token->length);
}

/* Where an operand is wanted: `not` and signs first, where Jinja's levels let them. */
static chatfmt_status parse_operand(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *top = parse_top(parser), *frame;
    bool only_primary = top->kind == PARSE_FRAME_TEST_ARGUMENT ||
                        (top->kind == PARSE_FRAME_BASE && (top->operation == CFT_PARSE_PRIMARY ||
                                                     top->operation == CFT_PARSE_TARGET));
    if (only_primary) {
        bool is_target = top->kind == PARSE_FRAME_BASE && top->operation == CFT_PARSE_TARGET;
        return parse_primary(run, is_target);
    }
    if (cft_parse_at_word(parser, CFT_WORD_NOT) && top->kind <= PARSE_FRAME_NOT) {
        CFT_TRY(parse_push(parser, PARSE_FRAME_NOT, &parser->current, &frame));
        return cft_parse_advance(parser);
    }
    if (cft_parse_at(parser, CFT_TOKEN_SUB) || cft_parse_at(parser, CFT_TOKEN_ADD)) {
        CFT_TRY(parse_push(parser, PARSE_FRAME_SIGN, &parser->current, &frame));
        frame->operation = cft_parse_at(parser, CFT_TOKEN_SUB) ? '-' : '+';
        return cft_parse_advance(parser);
    }
    return parse_primary(run, false);
}

/* ---- parentheses, lists, dicts ---------------------------------------------------------- */

/* The bracket that `frame` opened is closed: its node is the value. */
static chatfmt_status parse_close(parse_run *run, cft_token_kind closing, cft_node *value,
                                  enum parse_step step)
{
    cft_token start = parse_top(run->parser)->start;
    CFT_TRY(cft_parse_expect(run->parser, closing));
    parse_pop_bracket(run->parser);
    parse_have(run, value, &start, step);
    return CHATFMT_OK;
}

/* "(": the frame's node becomes a tuple with the first comma. */
static chatfmt_status parse_open_paren(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token start = parser->current;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_PAREN, &start, &frame));
    CFT_TRY(cft_parse_advance(parser));
    if (!cft_parse_at(parser, CFT_TOKEN_RPAREN)) {
        run->step = PARSE_STEP_OPERAND;
        return CHATFMT_OK;
    }
    cft_node *empty;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current, &empty));
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
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current, &frame->node));
        frame->tail = &frame->node->a;
        parse_append(frame, run->value);
    }
    frame->node->line = parser->current.line; /* Jinja: the line of the last comma */
    frame->node->offset = parser->current.offset;
    CFT_TRY(cft_parse_advance(parser));
    if (cft_parse_at(parser, CFT_TOKEN_RPAREN))
        return parse_close(run, CFT_TOKEN_RPAREN, frame->node, PARSE_STEP_POSTFIX);
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

static chatfmt_status parse_open_list(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token start = parser->current;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_LIST, &start, &frame));
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
    if (cft_parse_at(parser, closing)) return parse_close(run, closing, frame->node, PARSE_STEP_POSTFIX);
    if (closing == CFT_TOKEN_RBRACE) frame->kind = PARSE_FRAME_KEY;
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

static chatfmt_status parse_open_dict(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token start = parser->current;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_KEY, &start, &frame));
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

/* x.name and x.0. The token after the name is read before the name is looked at, as in Jinja. */
static chatfmt_status parse_dot(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token dot = parser->current;
    CFT_TRY(cft_parse_advance(parser));
    cft_token name = parser->current;
    CFT_TRY(cft_parse_advance(parser));
    if (name.kind != CFT_TOKEN_NAME && name.kind != CFT_TOKEN_INTEGER)
        return cft_parse_fail(parser, &name, "expected name or number");
    cft_node *node;
    bool is_name = name.kind == CFT_TOKEN_NAME;
    CFT_TRY(cft_parse_node(parser, is_name ? CFT_EXPR_ATTR : CFT_EXPR_ITEM, &name, &node));
    node->line = dot.line;
    node->a = run->value;
    if (is_name) {
        node->name = cft_parse_text(parser, &name);
    } else {
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_CONST, &name, &node->b));
        node->b->value = name.value;
    }
    run->value = node;
    return CHATFMT_OK;
}

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
            const cft_token *start = run->value ? &run->start : &parser->current;
            CFT_TRY(cft_parse_node(parser, CFT_EXPR_SLICE, start, &slice));
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
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &frame->token, &tuple));
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

static chatfmt_status parse_open_subscript(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_token bracket = parser->current;
    parse_frame *frame;
    CFT_TRY(parse_push_bracket(parser, PARSE_FRAME_SUBSCRIPT, &run->start, &frame));
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
    return cft_parse_fail(run->parser, &parse_top(run->parser)->token,
                          "invalid syntax for function call expression");
}

/* All arguments are there. A test after "is not" is wrapped. */
static chatfmt_status parse_finish_arguments(parse_run *run)
{
    parse_frame frame = *parse_top(run->parser);
    cft_node *node = frame.node;
    bool is_call = node->kind == CFT_EXPR_CALL;
    enum parse_step step = is_call && !frame.after_filter ? PARSE_STEP_POSTFIX : PARSE_STEP_FILTERS;
    CFT_TRY(parse_close(run, CFT_TOKEN_RPAREN, node, step));
    if (!frame.negated) return CHATFMT_OK;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_NOT, &frame.token, &run->value));
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
        const cft_token *ahead;
        CFT_TRY(cft_parse_look(parser, &ahead));
        if (ahead->kind == CFT_TOKEN_ASSIGN) {
            CFT_TRY(parse_ensure(run, !node->e));
            frame->part = PARSE_ARGUMENT_NAMED;
            CFT_TRY(cft_parse_node(parser, CFT_EXPR_KEYWORD, &parser->current, &frame->left));
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
static chatfmt_status parse_open_arguments(parse_run *run, cft_node *node, bool negated,
                                           uint32_t line)
{
    parse_frame *frame;
    bool after_filter = run->step == PARSE_STEP_FILTERS;
    CFT_TRY(parse_push_bracket(run->parser, PARSE_FRAME_ARGUMENTS, &run->start, &frame));
    frame->node = node;
    frame->tail = &node->b;
    frame->negated = negated;
    frame->after_filter = after_filter;
    frame->line = line;
    CFT_TRY(cft_parse_advance(run->parser));
    return parse_begin_argument(run);
}

static chatfmt_status parse_open_call(parse_run *run)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_CALL, &run->parser->current, &node));
    node->a = run->value;
    return parse_open_arguments(run, node, false, node->line);
}

/* ---- filters and tests ------------------------------------------------------------------- */

/* name(.name)*: the dots belong to the name, white space around them does not. */
static chatfmt_status parse_dotted_name(cft_parser *parser, cft_node *node)
{
    cft_token token = parser->current;
    CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
    node->line = token.line;
    node->offset = token.offset;
    node->length = token.length;
    node->name = cft_parse_text(parser, &token);
    size_t capacity = 0;
    char *joined = NULL;
    while (cft_parse_at(parser, CFT_TOKEN_DOT)) {
        CFT_TRY(cft_parse_advance(parser));
        cft_token more = parser->current;
        CFT_TRY(cft_parse_expect(parser, CFT_TOKEN_NAME));
        size_t length = node->name.length + 1 + more.length;
        if (length > capacity) {
            char *grown = cft_arena_take(parser->arena, length * 2);
            if (!grown) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
            memcpy(grown, node->name.data, node->name.length);
            joined = grown;
            capacity = length * 2;
        }
        joined[node->name.length] = '.';
        memcpy(joined + node->name.length + 1, parser->lexer.text + more.offset, more.length);
        node->name = cft_slice_of(joined, length);
        node->length = more.offset + more.length - node->offset;
    }
    return CHATFMT_OK;
}

/* At a filter's name. */
static chatfmt_status parse_filter(parse_run *run)
{
    cft_parser *parser = run->parser;
    cft_node *node;
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_FILTER, &parser->current, &node));
    CFT_TRY(parse_dotted_name(parser, node));
    node->a = run->value;
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN))
        return parse_open_arguments(run, node, false, node->line);
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
                                        const cft_token *is, const cft_token *start)
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
    cft_token is = parser->current;
    bool negated;
    cft_node *node;
    CFT_TRY(cft_parse_advance(parser));
    CFT_TRY(cft_parse_skip_word(parser, CFT_WORD_NOT, &negated));
    CFT_TRY(cft_parse_node(parser, CFT_EXPR_TEST, &parser->current, &node));
    CFT_TRY(parse_dotted_name(parser, node));
    node->line = is.line;
    node->a = run->value;
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN))
        return parse_open_arguments(run, node, negated, is.line);
    if (!parse_begins_test_argument(parser))
        return parse_finish_test(run, node, negated, &is, &run->start);
    if (cft_parse_at_word(parser, CFT_WORD_IS))
        return cft_parse_fail(parser, &parser->current, "You cannot chain multiple tests with is");
    parse_frame *frame;
    CFT_TRY(parse_push(parser, PARSE_FRAME_TEST_ARGUMENT, &is, &frame));
    frame->start = run->start;
    frame->node = node;
    frame->negated = negated;
    run->step = PARSE_STEP_OPERAND;
    return CHATFMT_OK;
}

/* Jinja: parse_postfix, then the end of parse_unary. */
static chatfmt_status parse_postfix(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *top = parse_top(parser);
    if (top->kind == PARSE_FRAME_BASE &&
        (top->operation == CFT_PARSE_PRIMARY || top->operation == CFT_PARSE_TARGET)) {
        run->step = PARSE_STEP_ENCLOSED;
        return CHATFMT_OK;
    }
    if (cft_parse_at(parser, CFT_TOKEN_DOT)) return parse_dot(run);
    if (cft_parse_at(parser, CFT_TOKEN_LBRACKET)) return parse_open_subscript(run);
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN)) return parse_open_call(run);
    for (; top->kind == PARSE_FRAME_SIGN; top--) {
        cft_node *node;
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_UNARY, &top->token, &node));
        node->operation = top->operation;
        node->a = run->value;
        parse_have(run, node, &top->token, PARSE_STEP_FILTERS);
        parser->frame_count--;
    }
    run->step = PARSE_STEP_FILTERS;
    if (top->kind != PARSE_FRAME_TEST_ARGUMENT) return CHATFMT_OK;
    parse_frame frame = *top;
    parser->frame_count--;
    frame.node->b = run->value;
    return parse_finish_test(run, frame.node, frame.negated, &frame.token, &frame.start);
}

/* Jinja: parse_filter_expr, and parse_filter alone for the filters of a block. */
static chatfmt_status parse_filters(parse_run *run)
{
    cft_parser *parser = run->parser;
    const parse_frame *top = parse_top(parser);
    if (cft_parse_at(parser, CFT_TOKEN_PIPE)) {
        CFT_TRY(cft_parse_advance(parser));
        return parse_filter(run);
    }
    if (top->kind == PARSE_FRAME_BASE && top->operation >= CFT_PARSE_FILTERS) {
        run->step = PARSE_STEP_ENCLOSED;
        return CHATFMT_OK;
    }
    if (cft_parse_at_word(parser, CFT_WORD_IS)) return parse_test(run);
    if (cft_parse_at(parser, CFT_TOKEN_LPAREN)) return parse_open_call(run);
    run->step = PARSE_STEP_OPERATOR;
    return CHATFMT_OK;
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
static chatfmt_status parse_look_operator(cft_parser *parser, uint8_t *frame, uint8_t *operation)
{
    const cft_token *ahead;
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
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_OPERAND, &frame->token, &operand));
    operand->operation = frame->operation;
    operand->a = run->value;
    parse_append(frame, operand);
    return CHATFMT_OK;
}

static chatfmt_status parse_make_cond(parse_run *run, const parse_frame *frame, cft_node *test,
                                      cft_node *otherwise)
{
    cft_node *node;
    CFT_TRY(cft_parse_node(run->parser, CFT_EXPR_COND, &frame->token, &node));
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
    CFT_TRY(cft_parse_node(run->parser, kind, &frame->token, &node));
    node->line = frame->line;
    node->operation = frame->operation;
    node->a = frame->left;
    node->b = run->value;
    run->value = node;
    return CHATFMT_OK;
}

/* Close the top frame with run->value as its last operand; what it makes is the new value. */
static chatfmt_status parse_reduce(parse_run *run)
{
    cft_parser *parser = run->parser;
    parse_frame *frame = parse_top(parser);
    switch (frame->kind) {
    case PARSE_FRAME_IF: CFT_TRY(parse_make_cond(run, frame, run->value, NULL)); break;
    case PARSE_FRAME_ELSE: CFT_TRY(parse_make_cond(run, frame, frame->node, run->value)); break;
    case PARSE_FRAME_NOT: {
        cft_node *node;
        CFT_TRY(cft_parse_node(parser, CFT_EXPR_NOT, &frame->token, &node));
        node->a = run->value;
        run->value = node;
        break;
    }
    case PARSE_FRAME_COMPARE:
        CFT_TRY(parse_add_operand(run, frame));
        frame->node->line = parser->current.line; /* Jinja: of the token after the chain */
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
    CFT_TRY(parse_push(parser, (enum parse_frame_kind)kind, &parser->current, &frame));
    frame->operation = operation;
    frame->line = line;
    frame->start = run->start;
    frame->left = run->value;
    if (kind == PARSE_FRAME_COMPARE || kind == PARSE_FRAME_CONCAT) {
        cft_node_kind node = kind == PARSE_FRAME_COMPARE ? CFT_EXPR_COMPARE : CFT_EXPR_CONCAT;
        CFT_TRY(cft_parse_node(parser, node, &parser->current, &frame->node));
        frame->node->line = line;
        frame->node->a = run->value;
        frame->tail = kind == PARSE_FRAME_COMPARE ? &frame->node->b : &run->value->next;
    }
    run->step = PARSE_STEP_OPERAND;
    if (operation == CFT_CMP_NOT_IN && kind == PARSE_FRAME_COMPARE) CFT_TRY(cft_parse_advance(parser));
    return cft_parse_advance(parser);
}

/* Another operator of a comparison or of a ~ chain. */
static chatfmt_status parse_extend(parse_run *run, parse_frame *frame, uint8_t operation)
{
    cft_parser *parser = run->parser;
    if (frame->kind == PARSE_FRAME_COMPARE) {
        CFT_TRY(parse_add_operand(run, frame));
        frame->operation = operation;
        frame->token = parser->current;
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
        CFT_TRY(parse_reduce(run));
    }
    if (kind > PARSE_FRAME_IF)
        return parse_push_operator(run, kind, operation,
                                   chained ? parser->current.line : run->start.line);
    while (parse_top(parser)->kind == PARSE_FRAME_IF || parse_top(parser)->kind == PARSE_FRAME_ELSE) {
        parse_frame *top = parse_top(parser);
        if (kind == PARSE_FRAME_IF && top->kind == PARSE_FRAME_ELSE) break;
        if (top->kind == PARSE_FRAME_IF && cft_parse_at_word(parser, CFT_WORD_ELSE)) {
            top->kind = PARSE_FRAME_ELSE;
            top->node = run->value;
            run->step = PARSE_STEP_OPERAND;
            return cft_parse_advance(parser);
        }
        CFT_TRY(parse_reduce(run));
        chained = true;
    }
    if (kind == PARSE_FRAME_IF && parse_takes_cond(parse_top(parser)))
        return parse_push_operator(run, kind, 0,
                                   chained ? parser->current.line : run->start.line);
    run->step = PARSE_STEP_ENCLOSED;
    return CHATFMT_OK;
}

/* A whole expression is complete inside of the bracket on top. */
static chatfmt_status parse_enclosed(parse_run *run)
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

chatfmt_status cft_parse_expression(cft_parser *parser, cft_parse_mode mode, cft_node **out)
{
    parse_run run = {.parser = parser, .start = parser->current, .step = PARSE_STEP_OPERAND};
    parse_frame *base;
    CFT_TRY(parse_push(parser, PARSE_FRAME_BASE, &parser->current, &base));
    base->operation = (uint8_t)mode;
    if (mode >= CFT_PARSE_FILTERS) run.step = PARSE_STEP_FILTERS;
    if (mode == CFT_PARSE_FILTER_INLINE) CFT_TRY(parse_filter(&run));
    while (run.step != PARSE_STEP_DONE) {
        switch (run.step) {
        case PARSE_STEP_OPERAND: CFT_TRY(parse_operand(&run)); break;
        case PARSE_STEP_POSTFIX: CFT_TRY(parse_postfix(&run)); break;
        case PARSE_STEP_FILTERS: CFT_TRY(parse_filters(&run)); break;
        case PARSE_STEP_OPERATOR: CFT_TRY(parse_operator(&run)); break;
        default: CFT_TRY(parse_enclosed(&run)); break;
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
    if (parse_at_tuple_end(parser)) {
        cft_slice got = cft_parse_describe(parser, &parser->current);
        cft_fail(parser->error, CHATFMT_SYNTAX, "Expected an expression, got '%.*s'",
                 (int)got.length, got.data);
        return cft_parse_place(parser, CHATFMT_SYNTAX, parser->current.offset,
                               parser->current.length);
    }
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
            CFT_TRY(cft_parse_node(parser, CFT_EXPR_TUPLE, &parser->current, &tuple));
            tuple->a = item;
            tail = &item->next;
        }
        tuple->line = parser->current.line; /* Jinja: the line of the last comma */
        tuple->offset = parser->current.offset;
        CFT_TRY(cft_parse_advance(parser));
    } while (!parse_at_tuple_end(parser));
    if (tuple) *out = tuple;
    return CHATFMT_OK;
}
