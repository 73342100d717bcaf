/* lang/lexer_scan.h - what the two files of the lexer share. */
#ifndef CFT_LEXER_SCAN_H
#define CFT_LEXER_SCAN_H

#include "lang/lexer.h"

enum lexer_state { LEXER_TEXT, LEXER_TAG, LEXER_RAW, LEXER_BLOCK, LEXER_VARIABLE };

/* What a byte may begin or continue inside a tag. */
enum {
    LEXER_SPACE = 1,
    LEXER_NAME_START = 2,
    LEXER_DIGIT = 4,
    LEXER_HIGH = 8,
    LEXER_TAG_END = 16
};

extern const uint8_t cft_lexer_ascii_class[128];

static inline uint8_t lexer_class(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 0x80 ? cft_lexer_ascii_class[byte] : LEXER_HIGH;
}

/* Place the error at these bytes and return `status`. */
chatfmt_status cft_lexer_fail_at(cft_lexer *lexer, chatfmt_status status, uint32_t offset,
                                 uint32_t length) CFT_FAILS;

/* Fill in a token without a value; OK. */
chatfmt_status cft_lexer_token(cft_lexer *lexer, cft_token_kind kind, uint32_t begin,
                               uint32_t end, cft_lexeme *out);

/* Past Python's \s at `at`. */
uint32_t cft_lexer_skip_space(const cft_lexer *lexer, uint32_t at);

/* Everything before `end` has become tokens. */
static inline void lexer_matched(cft_lexer *lexer, uint32_t end)
{
    lexer->position = end;
    lexer->line_starting = lexer->text[end - 1] == '\n';
}

/* Past a tag's end "%}" or "#}" at `at` with an optional sign before it and what it eats after
 * it; 0 when there is none. */
uint32_t cft_lexer_block_end(const cft_lexer *lexer, uint32_t at, char mark);

/* The next token inside of {{ }} or {% %} (lang/lexer_tag.c). */
chatfmt_status cft_lexer_inside(cft_lexer *lexer, cft_lexeme *out);

#endif
