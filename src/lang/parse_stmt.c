/* lang/parse_stmt.c - text, prints and tags: tokens to statements without recursion.
 *
 * A tag that has a body opens a block frame; statements go to the frame on top until one of its
 * end tags comes. Order of checks and words of failures are those of Jinja2 3.1.6 (parser.py)
 * with the loopcontrols extension and transformers' generation tag.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/parse_stream.h"
#include "lang/parser.h"

/* The tags that end a body; unused places are CFT_WORD_OTHER. */
typedef struct block_ends {
    uint8_t words[3];
} block_ends;

typedef struct block_frame {
    cft_node *node;      /* the statement; of an if the first one                    */
    cft_node **tail;     /* where the next statement goes                            */
    cft_node **elif;     /* of an if: where the next branch goes                     */
    cft_node *output;    /* what text and prints are added to, until the next tag    */
    cft_node **output_tail;
    uint8_t tag;         /* cft_word of the tag, for messages                        */
    block_ends ends;
} block_frame;

typedef struct block_parser {
    cft_parser expressions; /* first: tokens and expressions */
    block_frame *blocks;
    size_t count, capacity;
} block_parser;

static block_frame *block_top(const block_parser *parser)
{
    return &parser->blocks[parser->count - 1];
}

static chatfmt_status block_push(block_parser *parser, const block_frame *frame)
{
    if (parser->count == parser->capacity) {
        size_t capacity = parser->capacity ? parser->capacity * 2 : 8;
        block_frame *grown = cft_arena_array(parser->expressions.arena, capacity, sizeof *grown);
        if (!grown) return cft_fail(parser->expressions.error, CHATFMT_NO_MEMORY, "out of memory");
        if (parser->count) memcpy(grown, parser->blocks, parser->count * sizeof *grown);
        parser->blocks = grown;
        parser->capacity = capacity;
    }
    parser->blocks[parser->count++] = *frame;
    return CHATFMT_OK;
}

static void block_add(block_parser *parser, cft_node *statement)
{
    block_frame *top = block_top(parser);
    *top->tail = statement;
    top->tail = &statement->next;
}

/* Add text or an expression to the output statement that collects them. */
static chatfmt_status block_add_output(block_parser *parser, cft_node *item, uint32_t line)
{
    block_frame *top = block_top(parser);
    if (!top->output) {
        cft_token place = {.line = line, .offset = item->offset, .length = item->length};
        CFT_TRY(cft_parse_node(&parser->expressions, CFT_STMT_OUTPUT, &place, &top->output));
        top->output_tail = &top->output->a;
        block_add(parser, top->output);
    }
    *top->output_tail = item;
    top->output_tail = &item->next;
    return CHATFMT_OK;
}

/* ---- messages about tags ----------------------------------------------------------------- */

/* A short text made of pieces; what does not fit is cut, as the error's text would be. */
typedef struct block_message {
    char text[CHATFMT_ERROR_TEXT];
    size_t length;
} block_message;

static void block_say(block_message *message, const char *text, size_t length)
{
    size_t room = sizeof message->text - message->length;
    if (length > room) length = room;
    memcpy(message->text + message->length, text, length);
    message->length += length;
}

static void block_say_text(block_message *message, const char *text)
{
    block_say(message, text, strlen(text));
}

static void block_say_ends(block_message *message, const block_ends *ends)
{
    for (size_t i = 0; i < 3 && ends->words[i]; i++) {
        block_say_text(message, i ? " or '" : "'");
        block_say_text(message, cft_word_spelling((cft_word)ends->words[i]));
        block_say_text(message, "'");
    }
    block_say_text(message, ".");
}

static bool block_is_end(const block_ends *ends, cft_word word)
{
    for (size_t i = 0; i < 3; i++)
        if (word != CFT_WORD_OTHER && ends->words[i] == word) return true;
    return false;
}

/* Is the name the end tag of any open block? */
static bool block_is_any_end(const block_parser *parser, cft_word word)
{
    for (size_t i = 1; i < parser->count; i++)
        if (block_is_end(&parser->blocks[i].ends, word)) return true;
    return false;
}

/* An unknown tag, the current token, or the end of the template inside of a block. Jinja:
 * Parser._fail_ut_eof. */
static chatfmt_status block_fail_tag(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    const cft_token *token = &p->current;
    const block_frame *top = block_top(parser);
    bool at_end = token->kind == CFT_TOKEN_END;
    block_message message = {.length = 0};
    if (at_end) {
        block_say_text(&message, "Unexpected end of template.");
    } else {
        cft_slice name = cft_parse_text(p, token);
        block_say_text(&message, "Encountered unknown tag '");
        block_say(&message, name.data, name.length);
        block_say_text(&message, "'.");
    }
    if (parser->count > 1) {
        bool misplaced = !at_end && block_is_any_end(parser, (cft_word)token->word);
        block_say_text(&message, misplaced ? " You probably made a nesting mistake. Jinja is "
                                             "expecting this tag, but currently looking for "
                                           : " Jinja was looking for the following tags: ");
        block_say_ends(&message, &top->ends);
        block_say_text(&message, " The innermost block that needs to be closed is '");
        block_say_text(&message, cft_word_spelling((cft_word)top->tag));
        block_say_text(&message, "'.");
    }
    cft_fail_text(p->error, CHATFMT_SYNTAX, cft_slice_of(message.text, message.length));
    return cft_parse_place(p, CHATFMT_SYNTAX, token->offset, token->length);
}

/* ---- bodies ------------------------------------------------------------------------------ */

/* Past an optional colon and the end of the tag: the body begins. */
static chatfmt_status block_begin_body(cft_parser *p)
{
    bool skipped;
    CFT_TRY(cft_parse_skip(p, CFT_TOKEN_COLON, &skipped));
    return cft_parse_expect(p, CFT_TOKEN_BLOCK_END);
}

/* Add a statement whose tag has been read and open its body. */
static chatfmt_status block_open(block_parser *parser, cft_node *node, cft_word tag,
                                 block_ends ends)
{
    cft_parser *p = &parser->expressions;
    CFT_TRY(block_begin_body(p));
    CFT_TRY(cft_parse_deeper(p));
    block_add(parser, node);
    block_frame frame = {.node = node,
                         .tail = &node->body,
                         .elif = &node->elifs,
                         .tag = (uint8_t)tag,
                         .ends = ends};
    return block_push(parser, &frame);
}

#define BLOCK_ENDS(word) ((block_ends){{CFT_WORD_##word, 0, 0}})

/* Add a statement without a body. */
static chatfmt_status block_simple(block_parser *parser, cft_node *node)
{
    block_add(parser, node);
    return cft_parse_expect(&parser->expressions, CFT_TOKEN_BLOCK_END);
}

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
 * Make an expression a target: mark its names, refuse what cannot be assigned to. Tuples nest as
 * deep as brackets do, so the walk keeps the tuples it is in on a list: a tuple's `other` holds
 * the one around it while the walk is inside, and is NULL again afterwards.
 */
static bool block_mark_target(cft_node *target)
{
    cft_node *tuple = NULL, *node = target;
    while (node) {
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
    cft_token token = p->current;
    CFT_TRY(cft_parse_expect(p, CFT_TOKEN_NAME));
    CFT_TRY(cft_parse_node(p, CFT_EXPR_NAME, &token, out));
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
            return cft_parse_fail(p, &p->current,
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
    return block_open(parser, node, CFT_WORD_FOR,
                      (block_ends){{CFT_WORD_ENDFOR, CFT_WORD_ELSE, 0}});
}

static chatfmt_status block_if(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_tuple(&parser->expressions, CFT_PARSE_NO_COND, &node->a));
    return block_open(parser, node, CFT_WORD_IF,
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
        return block_simple(parser, node);
    }
    node->kind = CFT_STMT_SETBLOCK;
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_FILTERS, &node->b));
    return block_open(parser, node, CFT_WORD_SET, BLOCK_ENDS(ENDSET));
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
    return block_open(parser, node, CFT_WORD_WITH, BLOCK_ENDS(ENDWITH));
}

static chatfmt_status block_autoescape(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_EXPRESSION, &node->a));
    return block_open(parser, node, CFT_WORD_AUTOESCAPE, BLOCK_ENDS(ENDAUTOESCAPE));
}

static chatfmt_status block_block(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    cft_token name = p->current;
    CFT_TRY(cft_parse_expect(p, CFT_TOKEN_NAME));
    node->name = cft_parse_text(p, &name);
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_SCOPED, &node->scoped));
    CFT_TRY(cft_parse_skip_word(p, CFT_WORD_REQUIRED, &node->required));
    if (cft_parse_at(p, CFT_TOKEN_SUB))
        return cft_parse_fail(p, &p->current,
                              "Block names in Jinja have to be valid Python identifiers and may "
                              "not contain hyphens, use an underscore instead.");
    return block_open(parser, node, CFT_WORD_BLOCK, BLOCK_ENDS(ENDBLOCK));
}

static chatfmt_status block_macro(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    cft_node *name;
    CFT_TRY(block_target_name(p, &name));
    node->name = name->name;
    CFT_TRY(block_signature(p, &node->a, &node->b));
    return block_open(parser, node, CFT_WORD_MACRO, BLOCK_ENDS(ENDMACRO));
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
    return block_open(parser, node, CFT_WORD_CALL, BLOCK_ENDS(ENDCALL));
}

static chatfmt_status block_filter(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_FILTER_INLINE, &node->b));
    return block_open(parser, node, CFT_WORD_FILTER, BLOCK_ENDS(ENDFILTER));
}

/* transformers: AssistantTracker.parse. */
static chatfmt_status block_generation(block_parser *parser, cft_node *node)
{
    return block_open(parser, node, CFT_WORD_GENERATION, BLOCK_ENDS(ENDGENERATION));
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
    return block_simple(parser, node);
}

/* "with context", "without context": says whether it was there, and sets node->scoped. */
static chatfmt_status block_context(cft_parser *p, cft_node *node, bool *found)
{
    const cft_token *ahead;
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
    node->scoped = true; /* Jinja: includes have the context unless told otherwise */
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    if (cft_parse_at_word(p, CFT_WORD_IGNORE)) {
        const cft_token *ahead;
        CFT_TRY(cft_parse_look(p, &ahead));
        if (ahead->word == CFT_WORD_MISSING) {
            node->required = true;
            CFT_TRY(cft_parse_advance(p));
            CFT_TRY(cft_parse_advance(p));
        }
    }
    CFT_TRY(block_context(p, node, &found));
    return block_simple(parser, node);
}

static chatfmt_status block_import(block_parser *parser, cft_node *node)
{
    cft_parser *p = &parser->expressions;
    bool found;
    CFT_TRY(cft_parse_expression(p, CFT_PARSE_EXPRESSION, &node->b));
    CFT_TRY(cft_parse_expect_word(p, CFT_WORD_AS));
    CFT_TRY(block_target_name(p, &node->a));
    CFT_TRY(block_context(p, node, &found));
    return block_simple(parser, node);
}

/* One imported name, with the name it gets in *out and its own in `text`. */
static chatfmt_status block_imported_name(cft_parser *p, cft_node **out)
{
    cft_node *name;
    bool has_alias;
    CFT_TRY(block_target_name(p, &name));
    if (name->name.data[0] == '_') {
        cft_fail(p->error, CHATFMT_SYNTAX, "names starting with an underline can not be imported");
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
    return block_simple(parser, node);
}

static chatfmt_status block_extends(block_parser *parser, cft_node *node)
{
    CFT_TRY(cft_parse_expression(&parser->expressions, CFT_PARSE_EXPRESSION, &node->b));
    return block_simple(parser, node);
}

/* ---- the table of tags ------------------------------------------------------------------- */

typedef chatfmt_status block_tag_parser(block_parser *parser, cft_node *node);

typedef struct block_tag {
    uint8_t kind;      /* of the node                    */
    uint8_t operation; /* of the node                    */
    block_tag_parser *parse;
} block_tag;

static const block_tag block_tags[CFT_WORD_COUNT] = {
    [CFT_WORD_FOR] = {CFT_STMT_FOR, 0, block_for},
    [CFT_WORD_IF] = {CFT_STMT_IF, 0, block_if},
    [CFT_WORD_SET] = {CFT_STMT_SET, 0, block_set},
    [CFT_WORD_WITH] = {CFT_STMT_WITH, 0, block_with},
    [CFT_WORD_AUTOESCAPE] = {CFT_STMT_AUTOESCAPE, 0, block_autoescape},
    [CFT_WORD_BLOCK] = {CFT_STMT_BLOCK, 0, block_block},
    [CFT_WORD_MACRO] = {CFT_STMT_MACRO, 0, block_macro},
    [CFT_WORD_CALL] = {CFT_STMT_CALL, 0, block_call},
    [CFT_WORD_FILTER] = {CFT_STMT_FILTER, 0, block_filter},
    [CFT_WORD_GENERATION] = {CFT_STMT_GENERATION, 0, block_generation},
    [CFT_WORD_PRINT] = {CFT_STMT_OUTPUT, 0, block_print},
    [CFT_WORD_BREAK] = {CFT_STMT_BREAK, 0, block_simple},
    [CFT_WORD_CONTINUE] = {CFT_STMT_CONTINUE, 0, block_simple},
    [CFT_WORD_INCLUDE] = {CFT_STMT_LOADER, CFT_LOAD_INCLUDE, block_include},
    [CFT_WORD_IMPORT] = {CFT_STMT_LOADER, CFT_LOAD_IMPORT, block_import},
    [CFT_WORD_FROM] = {CFT_STMT_LOADER, CFT_LOAD_FROM, block_from},
    [CFT_WORD_EXTENDS] = {CFT_STMT_LOADER, CFT_LOAD_EXTENDS, block_extends},
};

/* At a tag's name that ends no block. Jinja: parse_statement. */
static chatfmt_status block_statement(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    cft_token token = p->current;
    if (token.kind != CFT_TOKEN_NAME) return cft_parse_fail(p, &token, "tag name expected");
    const block_tag *tag = &block_tags[token.word];
    if (!tag->parse) return block_fail_tag(parser);
    cft_node *node;
    CFT_TRY(cft_parse_node(p, (cft_node_kind)tag->kind, &token, &node));
    node->operation = tag->operation;
    CFT_TRY(cft_parse_advance(p));
    return tag->parse(parser, node);
}

/* ---- ends of blocks ---------------------------------------------------------------------- */

/* Jinja: required blocks hold text of white space alone. */
static bool block_is_blank(const cft_node *body)
{
    for (; body; body = body->next) {
        if (body->kind != CFT_STMT_OUTPUT) return false;
        for (const cft_node *item = body->a; item; item = item->next) {
            const char *at = item->text.data, *end = at + item->text.length;
            if (item->kind != CFT_STMT_TEXT) return false;
            while (at < end)
                if (!cft_is_space(cft_utf8_next(&at))) return false;
        }
    }
    return true;
}

/* After "endblock": the name again, if it is there. */
static chatfmt_status block_end_block(cft_parser *p, const cft_node *node)
{
    if (node->required && !block_is_blank(node->body))
        return cft_parse_fail(p, &p->current,
                              "Required blocks can only contain comments or whitespace");
    if (cft_parse_at(p, CFT_TOKEN_NAME) &&
        cft_slice_equal(cft_parse_text(p, &p->current), node->name))
        return cft_parse_advance(p);
    return CHATFMT_OK;
}

/* "elif": one more branch of the if on top. */
static chatfmt_status block_elif(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    block_frame *top = block_top(parser);
    cft_node *node;
    CFT_TRY(cft_parse_node(p, CFT_STMT_IF, &p->current, &node));
    CFT_TRY(cft_parse_tuple(p, CFT_PARSE_NO_COND, &node->a));
    *top->elif = node;
    top->elif = &node->next;
    top->tail = &node->body;
    return block_begin_body(p);
}

/* "else" of an if or a for. */
static chatfmt_status block_else(block_parser *parser)
{
    block_frame *top = block_top(parser);
    top->ends = top->node->kind == CFT_STMT_FOR ? BLOCK_ENDS(ENDFOR) : BLOCK_ENDS(ENDIF);
    top->tail = &top->node->other;
    return block_begin_body(&parser->expressions);
}

/* At one of the end tags that the block on top waits for. */
static chatfmt_status block_end(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    uint8_t word = p->current.word;
    CFT_TRY(cft_parse_advance(p));
    if (word == CFT_WORD_ELIF) return block_elif(parser);
    if (word == CFT_WORD_ELSE) return block_else(parser);
    const cft_node *node = block_top(parser)->node;
    if (node->kind == CFT_STMT_BLOCK) CFT_TRY(block_end_block(p, node));
    parser->count--;
    p->depth--;
    return cft_parse_expect(p, CFT_TOKEN_BLOCK_END);
}

/* ---- the template ------------------------------------------------------------------------ */

static chatfmt_status block_data(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    cft_node *text;
    CFT_TRY(cft_parse_node(p, CFT_STMT_TEXT, &p->current, &text));
    text->text = cft_parse_text(p, &p->current);
    CFT_TRY(block_add_output(parser, text, text->line));
    return cft_parse_advance(p);
}

static chatfmt_status block_variable(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    cft_node *value;
    CFT_TRY(cft_parse_advance(p));
    CFT_TRY(cft_parse_tuple(p, CFT_PARSE_EXPRESSION, &value));
    CFT_TRY(block_add_output(parser, value, value->line));
    return cft_parse_expect(p, CFT_TOKEN_VARIABLE_END);
}

static chatfmt_status block_tag_begin(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    block_frame *top = block_top(parser);
    top->output = NULL;
    CFT_TRY(cft_parse_advance(p));
    if (block_is_end(&top->ends, (cft_word)p->current.word)) return block_end(parser);
    return block_statement(parser);
}

/* Jinja: subparse. */
static chatfmt_status block_template(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    CFT_TRY(cft_parse_advance(p));
    while (!cft_parse_at(p, CFT_TOKEN_END)) {
        if (cft_parse_at(p, CFT_TOKEN_DATA))
            CFT_TRY(block_data(parser));
        else if (cft_parse_at(p, CFT_TOKEN_VARIABLE_BEGIN))
            CFT_TRY(block_variable(parser));
        else
            CFT_TRY(block_tag_begin(parser));
    }
    return parser->count > 1 ? block_fail_tag(parser) : CHATFMT_OK;
}

chatfmt_status cft_parse(cft_arena *arena, cft_slice source, const cft_syntax_options *options,
                         const chatfmt_limits *limits, cft_parse_result *out,
                         chatfmt_error *error)
{
    out->source = cft_slice_of("", 0);
    out->body = NULL;
    size_t most = limits->source_bytes < INT32_MAX / 2 ? limits->source_bytes : INT32_MAX / 2;
    if (source.length > most)
        return cft_fail(error, CHATFMT_LIMIT,
                        "limit source_bytes: the template has %zu bytes, at most %zu are allowed",
                        source.length, most);
    CFT_TRY(cft_lexer_normalize(arena, source, options->keep_trailing_newline, &out->source,
                                error));
    block_parser parser = {
        .expressions = {.current = {.kind = CFT_TOKEN_KIND_COUNT},
                        .arena = arena,
                        .error = error,
                        .most_depth = limits->depth},
    };
    cft_lexer_init(&parser.expressions.lexer, arena, out->source, options->trim_blocks,
                   options->lstrip_blocks, limits->integer_digits, error);
    block_frame root = {.tail = &out->body};
    CFT_TRY(block_push(&parser, &root));
    return block_template(&parser);
}
