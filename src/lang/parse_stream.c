/* lang/parse_stream.c - tokens, nodes and failures of the parser (lang/parse_stream.h). */
#include "lang/parse_stream.h"

/* The end of the template has the place of the last token before it, as in Jinja. */
static chatfmt_status parse_next_token(cft_parser *parser, const cft_lexeme *before,
                                       cft_lexeme *out)
{
    CFT_TRY(cft_lexer_next(&parser->lexer, out));
    if (out->kind == CFT_TOKEN_END && before->kind != CFT_TOKEN_KIND_COUNT)
        out->place = before->place;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_advance(cft_parser *parser)
{
    if (parser->has_ahead) {
        parser->current = parser->ahead;
        parser->has_ahead = false;
        return CHATFMT_OK;
    }
    if (parser->current.kind == CFT_TOKEN_END) return CHATFMT_OK;
    cft_lexeme before = parser->current;
    return parse_next_token(parser, &before, &parser->current);
}

chatfmt_status cft_parse_look(cft_parser *parser, const cft_lexeme **out)
{
    if (!parser->has_ahead) {
        CFT_TRY(parse_next_token(parser, &parser->current, &parser->ahead));
        parser->has_ahead = true;
    }
    *out = &parser->ahead;
    return CHATFMT_OK;
}

cft_slice cft_parse_describe(const cft_parser *parser, const cft_lexeme *token)
{
    if (token->kind == CFT_TOKEN_NAME) return cft_parse_text(parser, token);
    const char *description = cft_token_description((cft_token_kind)token->kind);
    return cft_slice_of(description, strlen(description));
}

chatfmt_status cft_parse_place(cft_parser *parser, chatfmt_status status, uint32_t offset,
                               uint32_t length)
{
    cft_slice source = cft_slice_of(parser->lexer.text, parser->lexer.length);
    cft_error_place(parser->error, source, offset, length);
    return status;
}

chatfmt_status cft_parse_fail(cft_parser *parser, const cft_lex_place *place, const char *message)
{
    cft_fail(parser->error, CHATFMT_SYNTAX, "%s", message);
    return cft_parse_place(parser, CHATFMT_SYNTAX, place->offset, place->length);
}

chatfmt_status cft_parse_fail_got(cft_parser *parser, const char *message)
{
    const cft_lexeme *token = &parser->current;
    cft_slice got = cft_parse_describe(parser, token);
    cft_fail(parser->error, CHATFMT_SYNTAX, "%s '%.*s'", message, (int)got.length, got.data);
    return cft_parse_place(parser, CHATFMT_SYNTAX, token->place.offset, token->place.length);
}

static chatfmt_status parse_fail_expected(cft_parser *parser, const char *expected)
{
    const cft_lexeme *token = &parser->current;
    cft_slice got = cft_parse_describe(parser, token);
    if (token->kind == CFT_TOKEN_END)
        cft_fail(parser->error, CHATFMT_SYNTAX, "unexpected end of template, expected '%s'.",
                 expected);
    else
        cft_fail(parser->error, CHATFMT_SYNTAX, "expected token '%s', got '%.*s'", expected,
                 (int)got.length, got.data);
    return cft_parse_place(parser, CHATFMT_SYNTAX, token->place.offset, token->place.length);
}

chatfmt_status cft_parse_expect(cft_parser *parser, cft_token_kind kind)
{
    if (parser->current.kind == kind) return cft_parse_advance(parser);
    return parse_fail_expected(parser, cft_token_description(kind));
}

chatfmt_status cft_parse_expect_word(cft_parser *parser, cft_word word)
{
    if (parser->current.word == word) return cft_parse_advance(parser);
    return parse_fail_expected(parser, cft_word_spelling(word));
}

chatfmt_status cft_parse_skip_word(cft_parser *parser, cft_word word, bool *skipped)
{
    *skipped = parser->current.word == word;
    return *skipped ? cft_parse_advance(parser) : CHATFMT_OK;
}

chatfmt_status cft_parse_skip(cft_parser *parser, cft_token_kind kind, bool *skipped)
{
    *skipped = parser->current.kind == kind;
    return *skipped ? cft_parse_advance(parser) : CHATFMT_OK;
}

chatfmt_status cft_parse_node(cft_parser *parser, cft_node_kind kind, const cft_lex_place *place,
                              cft_node **out)
{
    cft_node *node = cft_arena_take(parser->arena, sizeof *node);
    if (!node) return cft_fail(parser->error, CHATFMT_NO_MEMORY, "out of memory");
    *node = (cft_node){.kind = (uint8_t)kind,
                       .line = place->line,
                       .offset = place->offset,
                       .length = place->length};
    *out = node;
    return CHATFMT_OK;
}

chatfmt_status cft_parse_deeper(cft_parser *parser)
{
    if (parser->depth < parser->most_depth) {
        parser->depth++;
        return CHATFMT_OK;
    }
    cft_fail(parser->error, CHATFMT_LIMIT,
             "limit depth: brackets and blocks nest %u levels deep, at most %u are allowed",
             (unsigned)parser->most_depth + 1, (unsigned)parser->most_depth);
    return cft_parse_place(parser, CHATFMT_LIMIT, parser->current.place.offset,
                           parser->current.place.length);
}
