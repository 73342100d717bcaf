/* lang/parse_stmt.c - text, prints and tags: tokens to statements without recursion.
 *
 * A tag that has a body opens a block frame; statements go to the frame on top until one of its
 * end tags comes. Each tag's own syntax is in lang/parse_tags.c.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/parse_block.h"
#include "lang/parser.h"

static block_frame *block_top(const block_parser *parser)
{
    return &parser->blocks[parser->count - 1];
}

static chatfmt_status block_push(block_parser *parser, const block_frame *frame)
{
    if (parser->count == parser->capacity) {
        size_t capacity = cft_grown(parser->capacity, 8);
        block_frame *grown =
            cft_arena_array(parser->expressions.arena, capacity, sizeof *grown);
        if (!grown)
            return cft_fail(parser->expressions.error, CHATFMT_NO_MEMORY, "out of memory");
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
        cft_lex_place place = {line, item->offset, item->length};
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

/* Where the innermost block begins, as the path of the error: "'for' on line 3". */
static void block_say_opening(const cft_parser *p, const block_frame *top)
{
    chatfmt_error *error = p->error, place;
    if (!error) return;
    cft_error_place(&place, cft_slice_of(p->lexer.text, p->lexer.length), top->node->offset, 0);
    cft_fail(&place, CHATFMT_SYNTAX, "'%s' on line %u", cft_word_spelling((cft_word)top->tag),
             place.line);
    cft_error_path(error, cft_slice_of(place.text, strlen(place.text)));
}

/* An unknown tag, the current token, or the end of the template inside of a block. Jinja:
 * Parser._fail_ut_eof. */
static chatfmt_status block_fail_tag(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    const cft_lexeme *token = &p->current;
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
    cft_parse_place(p, CHATFMT_SYNTAX, token->place.offset, token->place.length);
    if (parser->count > 1) block_say_opening(p, top);
    return CHATFMT_SYNTAX;
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
chatfmt_status cft_block_open(block_parser *parser, cft_node *node, cft_word tag,
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

/* Add a statement without a body. */
chatfmt_status cft_block_simple(block_parser *parser, cft_node *node)
{
    block_add(parser, node);
    return cft_parse_expect(&parser->expressions, CFT_TOKEN_BLOCK_END);
}

/* ---- tags -------------------------------------------------------------------------------- */

/* At a tag's name that ends no block. Jinja: parse_statement. */
static chatfmt_status block_statement(block_parser *parser)
{
    cft_parser *p = &parser->expressions;
    cft_lexeme token = p->current;
    if (token.kind != CFT_TOKEN_NAME)
        return cft_parse_fail(p, &token.place, "tag name expected");
    const block_tag *tag = cft_block_find_tag((cft_word)token.word);
    if (!tag || (tag->extends && parser->plain_tags)) return block_fail_tag(parser);
    cft_node *node;
    CFT_TRY(cft_parse_node(p, (cft_node_kind)tag->kind, &token.place, &node));
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
            if (item->kind != CFT_STMT_TEXT) return false;
            const char *at = item->text.data, *end = at + item->text.length;
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
        return cft_parse_fail(p, &p->current.place,
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
    CFT_TRY(cft_parse_node(p, CFT_STMT_IF, &p->current.place, &node));
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
    CFT_TRY(cft_parse_node(p, CFT_STMT_TEXT, &p->current.place, &text));
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
        return cft_fail(
            error, CHATFMT_LIMIT,
            "limit source_bytes: the template has %zu bytes, at most %zu are allowed",
            source.length, most);
    CFT_TRY(cft_lexer_normalize(arena, source, options->keep_trailing_newline, &out->source,
                                error));
    block_parser parser = {
        .expressions = {.current = {.kind = CFT_TOKEN_KIND_COUNT},
                        .arena = arena,
                        .error = error,
                        .most_depth = limits->depth},
        .plain_tags = options->plain_tags,
    };
    cft_lexer_init(&parser.expressions.lexer, arena, out->source, options->trim_blocks,
                   options->lstrip_blocks, limits->integer_digits, error);
    block_frame root = {.tail = &out->body};
    CFT_TRY(block_push(&parser, &root));
    return block_template(&parser);
}
