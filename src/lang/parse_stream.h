/* lang/parse_stream.h - what the two halves of the parser share: the tokens with one of
 * lookahead, nodes, failures, the count of nesting.
 *
 * Nothing in the parser recurses: brackets are frames of parse_expr.c, blocks are frames of
 * parse_stmt.c, both in the arena, so C stack use does not depend on the source.
 */
#ifndef CFT_PARSE_STREAM_H
#define CFT_PARSE_STREAM_H

#include "lang/ast.h"
#include "lang/lexer.h"

typedef struct parse_frame parse_frame;

typedef struct cft_parser {
    cft_lexer lexer;
    cft_lexeme current, ahead;
    bool has_ahead;
    cft_arena *arena;
    chatfmt_error *error;
    uint32_t depth, most_depth; /* open brackets and blocks, and limits.depth */
    parse_frame *frames;        /* of the expression being parsed             */
    size_t frame_count, frame_capacity;
} cft_parser;

/* Step to the next token. */
chatfmt_status cft_parse_advance(cft_parser *parser);

/* The token after the current one. Jinja: TokenStream.look. */
chatfmt_status cft_parse_look(cft_parser *parser, const cft_lexeme **out);

static inline bool cft_parse_at(const cft_parser *parser, cft_token_kind kind)
{
    return parser->current.kind == kind;
}

/* At the name `word`? */
static inline bool cft_parse_at_word(const cft_parser *parser, cft_word word)
{
    return parser->current.word == word;
}

/* Step over a token of `kind`, or fail as Jinja's TokenStream.expect. */
chatfmt_status cft_parse_expect(cft_parser *parser, cft_token_kind kind);
chatfmt_status cft_parse_expect_word(cft_parser *parser, cft_word word);

/* Step over the word if it is there, and say so. */
chatfmt_status cft_parse_skip_word(cft_parser *parser, cft_word word, bool *skipped);
chatfmt_status cft_parse_skip(cft_parser *parser, cft_token_kind kind, bool *skipped);

/* The bytes of a token. */
static inline cft_slice cft_parse_text(const cft_parser *parser, const cft_lexeme *token)
{
    return cft_slice_of(parser->lexer.text + token->place.offset, token->place.length);
}

/* How Jinja's messages call this token: a name by itself, anything else by its kind. */
cft_slice cft_parse_describe(const cft_parser *parser, const cft_lexeme *token);

/* Point the error at these bytes and return `status`. */
chatfmt_status cft_parse_place(cft_parser *parser, chatfmt_status status, uint32_t offset,
                               uint32_t length);

/* SYNTAX with this message at this place. */
chatfmt_status cft_parse_fail(cft_parser *parser, const cft_lex_place *place, const char *message)
    CFT_FAILS;

/* SYNTAX at the current token: the message, its description in quotes. */
chatfmt_status cft_parse_fail_got(cft_parser *parser, const char *message) CFT_FAILS;

/* A new node that stands for what is at `place`. */
chatfmt_status cft_parse_node(cft_parser *parser, cft_node_kind kind, const cft_lex_place *place,
                              cft_node **out);

/* One bracket or block more; LIMIT at the current token when they are too many. */
chatfmt_status cft_parse_deeper(cft_parser *parser);

/* What cft_parse_expression reads. */
typedef enum cft_parse_mode {
    CFT_PARSE_EXPRESSION,    /* Jinja: parse_expression()                          */
    CFT_PARSE_NO_COND,       /* parse_expression(with_condexpr=False)              */
    CFT_PARSE_PRIMARY,       /* parse_primary()                                    */
    CFT_PARSE_TARGET,        /* parse_primary(with_namespace=True)                 */
    CFT_PARSE_FILTERS,       /* parse_filter(None): NULL when there is no filter   */
    CFT_PARSE_FILTER_INLINE, /* parse_filter(None, start_inline=True)           */
} cft_parse_mode;

chatfmt_status cft_parse_expression(cft_parser *parser, cft_parse_mode mode, cft_node **out);

/* Jinja: parse_tuple without parentheses. Its extra_end_rules never match anything in 3.1.6
 * (`for x, in y` is refused), so there are none here. */
chatfmt_status cft_parse_tuple(cft_parser *parser, cft_parse_mode mode, cft_node **out);

#endif
