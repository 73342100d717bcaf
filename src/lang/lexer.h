/* lang/lexer.h - template source to tokens, one at a time, as Jinja2 3.1.6 splits it.
 *
 * Tokens are made when asked for, so an error in a later token is not seen before the parser
 * gets there, as in Jinja. No byte is looked at more than a fixed number of times.
 */
#ifndef CFT_LEXER_H
#define CFT_LEXER_H

#include "base/arena.h"
#include "base/report.h"
#include "value/value.h"

typedef enum cft_token_kind {
#define TOKEN(kind, description) CFT_TOKEN_##kind,
#include "lang/token.def"
    CFT_TOKEN_KIND_COUNT
} cft_token_kind;

typedef enum cft_word {
    CFT_WORD_OTHER, /* any name that the grammar does not know */
#define WORD(kind, spelling) CFT_WORD_##kind,
#include "lang/token.def"
    CFT_WORD_COUNT
} cft_word;

/* Bytes of the normalised source, and the line (from 1) that the first of them is in. */
typedef struct cft_lex_place {
    uint32_t line, offset, length;
} cft_lex_place;

typedef struct cft_lexeme {
    uint8_t kind;    /* cft_token_kind                                         */
    uint8_t word;    /* of NAME: cft_word                                      */
    cft_lex_place place; /* of DATA what is left of the text, of a tag's ends also
                        the white space that they eat                          */
    cft_value value; /* of STRING, INTEGER, FLOAT                              */
} cft_lexeme;

typedef struct cft_lexer {
    cft_arena *arena;
    chatfmt_error *error;
    const char *text; /* the normalised source, followed by a NUL */
    uint32_t length;
    uint32_t position;       /* next byte to look at                     */
    uint32_t line, line_end; /* `line` is the line of byte `line_end`    */
    uint32_t digits;         /* most decimal digits of an integer        */
    uint8_t state;
    bool trim_blocks, lstrip_blocks;
    bool line_starting; /* the last match ended in a newline        */
    uint8_t tag;        /* state TAG: the delimiter at `position`   */
    char *brackets;     /* closing brackets that are waited for     */
    uint32_t bracket_count, bracket_capacity;
} cft_lexer;

/*
 * Copy `source` into the arena with its newlines as \n, without one final newline unless
 * `keep_trailing_newline`. INPUT when it is not UTF-8.
 */
chatfmt_status cft_lexer_normalize(cft_arena *arena, cft_slice source,
                                   bool keep_trailing_newline, cft_slice *out,
                                   chatfmt_error *error);

/* Begin at the first byte of normalised `source`, which must end in a NUL beyond its length. */
void cft_lexer_init(cft_lexer *lexer, cft_arena *arena, cft_slice source, bool trim_blocks,
                    bool lstrip_blocks, uint32_t integer_digits, chatfmt_error *error);

/* The next token; CFT_TOKEN_END for ever at the end, with the line of the token before. */
chatfmt_status cft_lexer_next(cft_lexer *lexer, cft_lexeme *out);

/* How Jinja's messages call a kind of token; static. */
const char *cft_token_description(cft_token_kind kind);

/* The spelling of a word; static. "" for CFT_WORD_OTHER. */
const char *cft_word_spelling(cft_word word);

/*
 * Literals (lang/literal.c). `text` is the whole token: a string with its quotes, a number as
 * written. `line` is of no interest to them; failures are placed by the caller.
 */
chatfmt_status cft_literal_string(cft_arena *arena, cft_slice text, cft_value *out,
                                  chatfmt_error *error);
chatfmt_status cft_literal_integer(cft_arena *arena, cft_slice text, uint32_t most_digits,
                                   cft_value *out, chatfmt_error *error);
chatfmt_status cft_literal_float(cft_arena *arena, cft_slice text, cft_value *out,
                                 chatfmt_error *error);

#endif
